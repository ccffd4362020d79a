"""`houseway room`: the card room in the browser."""

import re
from collections.abc import Iterable
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.audit import Database, Key, WitnessOption
from houseway.cli.where import ROOM, by_command, check_free, has_screen, made_ready, show_page
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.room import Room
    from houseway.room.controls.file import Controls

HOST_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?")
"""A name as a browser sends it: without a port, and other letters as `xn--…`."""


def room(
    database: Database = ROOM,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="The port to listen on.", min=1, max=65535)] = 8099,
    names: Annotated[
        list[str] | None,
        typer.Option("--host-name", metavar="NAME", help="A name that browsers reach it by, as cards.example.com."),
    ] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="A proxy whose word on who is asking is taken."),
    ] = None,
    folders: Annotated[
        list[Path] | None, typer.Option("--games", metavar="FOLDER", help="Games from a folder too.")
    ] = None,
    key: Key = None,
    witness: WitnessOption = None,
    browser: Annotated[bool, typer.Option("--browser", help="Open its page in your browser, too.")] = False,
    file: Annotated[
        Path | None, typer.Option("--room", metavar="FILE", help="The room's internal controls: docs/room-file.md.")
    ] = None,
    because: Annotated[
        str, typer.Option("--why", metavar="WORDS", help="Why the file has changed, for the journal.")
    ] = "",
    log: Annotated[bool, typer.Option("--log", help="Write a line of JSON for every request.")] = False,
) -> None:
    """Open the card room at a local address: live tables in the browser."""
    from houseway.games.folder import add_games
    from houseway.room import Room, Stopped
    from houseway.room.controls.file import read_controls
    from houseway.room.store.keys import in_a_line, shown
    from houseway.web import Outside, serve

    outside = Outside(host, port, named(names or ()), checked(proxies or ()))
    for folder in folders or []:
        add_games(folder)
    controls = None if file is None else read_controls(file)
    check_free(host, port)
    made_ready(database)
    try:
        opened = Room.open(database, key=key, witnesses=witness or [])
    except Stopped as why:
        says = in_a_line(why.__cause__ or why, database)
        raise HousewayError(f"the room's database cannot be opened: {says}") from why
    if controls is not None:
        put_in_force(opened, controls, because or f"the room was opened with {file}")
    for each in opened.pending.listed():
        typer.echo(f"After its round at {each.table}, asked for by {each.by}: {each.waits.in_words}.")
    typer.echo(f"The card room is open at  http://{host}:{port}/")
    typer.echo("Come in with a name of your own, sit down, and call bots to the other seats.")
    if opened.first_password:
        typer.echo(f"Its manager signs in as  manager  with the one-time password  {opened.first_password}")
        typer.echo("and chooses another at once. It is shown this once only.")
    typer.echo(f"What happens is signed; the public key is  {opened.signer.public.hex()}")
    for says in opened.set_back:
        typer.echo(f"Look at once: {says}.", err=True)
    typer.echo(f"Ctrl-C closes it; what was played stays in  {shown(database)}")
    if browser and has_screen():
        show_page(host, port)
    serve(opened, outside, "info" if log else "warning")


def put_in_force(room: "Room", controls: "Controls", why: str) -> None:
    """Run the room by its file, and say what came of it."""
    outcome = room.put_in_force(controls, by_command(), why)
    typer.echo(f"{controls.name}: {len(controls.tables)} tables, {len(controls.jackpots)} jackpots by its file.")
    for name in (*outcome.opened, *outcome.changed):
        typer.echo(f"  {name} is {'open' if name in outcome.opened else 'changed'}")
    for card in room.jackpots.all():
        if not card.practice and card.notice:
            typer.echo(f"  jackpot {card.id} is {card.state}: {card.notice}")
    for name, says in outcome.waiting.items():
        typer.echo(f"  {name} waits: {says}")
    for name, says in outcome.unopened.items():
        typer.echo(f"  {name} is not opened, since {says}")
    for name, says in outcome.stays.items():
        typer.echo(f"  {name} stays as it is, since {says}")
    for reminder in (*controls.reminders, *outcome.lacking):
        typer.echo(f"  Note: {reminder}.")


def named(names: Iterable[str]) -> tuple[str, ...]:
    """Names as a browser sends them: one that none can send would be answered to by nobody."""
    for each in names:
        if HOST_NAME.fullmatch(each) is None:
            raise HousewayError(f"--host-name {each!r} is no name: write it as browsers do, as in cards.example.com")
    return tuple(each.removesuffix(".") for each in names)


def checked(proxies: Iterable[str]) -> tuple[str, ...]:
    """Addresses or networks in digits: whoever is believed is named exactly."""
    for each in proxies:
        try:
            ip_network(each)
        except ValueError:
            raise HousewayError(f"--proxy {each!r} is no address: write it in digits, as in 127.0.0.1") from None
    return tuple(proxies)
