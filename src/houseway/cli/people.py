"""`houseway people`: the accounts of a card room, from the machine that it is kept on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.audit import Database
from houseway.cli.key import opened_store
from houseway.cli.options import Json
from houseway.cli.where import ROOM, by_command

if TYPE_CHECKING:
    from houseway.room.people.accounts import Accounts

people = typer.Typer(help="The accounts of a card room: make, role, reset, lock, sign out.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.", show_default=False)]
Role = Annotated[str, typer.Argument(metavar="ROLE", help="player, dealer, surveillance or manager.")]


@contextmanager
def _accounts(database: str) -> "Iterator[Accounts]":
    """The accounts of a room that is there, while it runs or not; the journal names the user of this machine."""
    from houseway.room.people.accounts import Accounts
    from houseway.room.people.people import People

    with opened_store(database, None) as store:
        yield Accounts(store, People(store), by_command())


def _say(sentence: str, once: str = "") -> None:
    typer.echo(sentence)
    if once:
        typer.echo(f"The one-time password is  {once}")
        typer.echo("It is shown this once, and is changed at the first sign-in.")


@people.command("list")
def list_(database: Database = ROOM, json: Json = False) -> None:
    """All accounts with a password, staff first."""
    from houseway.cli.show import out, print_json, table

    with _accounts(database) as accounts:
        found = accounts.all()
    if json:
        print_json([each._asdict() for each in found])
        return
    shown = table("name", "role", "state", ">sessions", "made by")
    for each in found:
        state = "locked" if each.locked else "one-time password" if each.provisional else "open"
        shown.add_row(each.name, each.role, state, str(each.sessions), each.made_by)
    out.print(shown)


@people.command("add")
def add(name: Name, role: Role = "dealer", database: Database = ROOM) -> None:
    """Make an account with a one-time password."""
    with _accounts(database) as accounts:
        made, once = accounts.add(name, role)
    _say(f"{made} has an account, as {role}.", once)


@people.command("role")
def role(name: Name, role: Role, database: Database = ROOM) -> None:
    """Give another role among the staff."""
    with _accounts(database) as accounts:
        _say(f"{accounts.role(name, role)} is {role} now.")


@people.command("reset")
def reset(name: Name, database: Database = ROOM) -> None:
    """Give a new one-time password; every session ends."""
    with _accounts(database) as accounts:
        found, once = accounts.reset(name)
    _say(f"{found} has a new password and is signed out.", once)


@people.command("lock")
def lock(name: Name, database: Database = ROOM) -> None:
    """Let nobody sign in with an account; every session ends."""
    with _accounts(database) as accounts:
        _say(f"{accounts.lock(name)} is locked and signed out.")


@people.command("unlock")
def unlock(name: Name, database: Database = ROOM) -> None:
    """Let an account sign in again."""
    with _accounts(database) as accounts:
        _say(f"{accounts.unlock(name)} may sign in again.")


@people.command("remove-factor")
def remove_factor(name: Name, database: Database = ROOM) -> None:
    """Take a second factor away that its person has lost; every session ends."""
    with _accounts(database) as accounts:
        _say(f"{accounts.remove_factor(name)} has no second factor any more and is signed out.")


@people.command("require-factor")
def require_factor(
    who: Annotated[str, typer.Argument(metavar="WHO", help="nobody, managers or staff.", show_default=False)],
    database: Database = ROOM,
) -> None:
    """Say who must have a second factor; those of them who have none set one up at the next sign-in."""
    with _accounts(database) as accounts:
        _say(f"A second factor is asked from {accounts.require(who)} now.")


@people.command("end-sessions")
def end_sessions(name: Name, database: Database = ROOM) -> None:
    """Sign a person out everywhere; guests too."""
    with _accounts(database) as accounts:
        found, count = accounts.end_sessions(name)
    _say(f"{found} is signed out of {count} session{'' if count == 1 else 's'}.")
