"""`houseway jackpots`: the jackpots of a card room, from the machine that it is kept on."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.audit import Database
from houseway.cli.options import Json
from houseway.cli.paper import opened_room
from houseway.cli.where import ROOM, by_command

if TYPE_CHECKING:
    from houseway.room.jackpots.funds import Prize

jackpots = typer.Typer(help="The jackpots of a card room: amounts, history, awards, funds.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="ID", help="The jackpot; see `houseway jackpots list`.", show_default=False)]


@jackpots.command("list")
def list_(database: Database = ROOM, json: Json = False) -> None:
    """Every jackpot: what it shows, and both sides of its account."""
    from houseway.cli.show import out, print_json, table
    from houseway.money import dollars
    from houseway.room.books.forecast import fixed_prizes

    with opened_room(database) as room:
        cards, fixed = room.jackpots.all(), fixed_prizes(room.store)
    if json:
        print_json([card.json | ({"prize_cents": fixed[card.id]} if card.id in fixed else {}) for card in cards])
        return
    listing = table("Jackpot", "Kind", "State", "Shows", "Reserve", "Waiting", "Notice")
    for card in cards:
        amounts = [
            dollars(cents) for cents in (fixed.get(card.id, card.shown_cents), card.reserve_cents, card.pending_cents)
        ]
        listing.add_row(card.id, "practice" if card.practice else card.kind, card.state, *amounts, card.notice)
    out.print(listing)


@jackpots.command()
def history(id_: Id, database: Database = ROOM, json: Json = False) -> None:
    """The changes of a jackpot in their order."""
    from houseway.cli.show import out, print_json, table
    from houseway.money import dollars

    with opened_room(database) as room:
        room.jackpots.one(id_)
        changes = room.jackpots.history(id_)
    if json:
        print_json(changes)
        return
    listing = table("No.", "When", "What", "Table", "Round", "Shows then")
    for each in changes:
        where = [str(each[key] or "") for key in ("table", "round")]
        when = f"in {each['archived']}" if "archived" in each else each["at"][:19]
        listing.add_row(str(each["number"]), when, each["what"], *where, dollars(each["shown_cents"]))
    out.print(listing)


@jackpots.command()
def funds(database: Database = ROOM, json: Json = False) -> None:
    """What lies on the prize account, what is owed to players, and which prizes must be covered."""
    from houseway.cli.show import print_json
    from houseway.money import dollars

    with opened_room(database) as room:
        found = room.jackpots.funds()
    if json:
        told = {"held_cents": found.held, "owed_cents": found.owed, "required_cents": found.required}
        print_json(told | {"short_cents": found.short, "cover": [prize._asdict() for prize in found.cover]})
        return
    typer.echo(f"The prize account holds {dollars(found.held)}; {dollars(found.owed)} is held for players.")
    for prize in found.cover:
        typer.echo(f"  {_named(prize)} pays {dollars(prize.cents)} at the highest wager")
    missing = f"{dollars(found.short)} is missing" if found.short else "nothing is missing"
    typer.echo(f"Required are {dollars(found.required)}; {missing}.")


def _named(prize: "Prize") -> str:
    """Game, wager and award as people call them."""
    from houseway.games import game

    own = game(prize.game)
    rows = (row for each in own.document.paytables if each.id == prize.paytable for row in each.rows)
    label = next((row.label for row in rows if row.award == prize.award), prize.award.replace("-", " "))
    return f"{own.name}, {own.document.wager(prize.wager).name}: {label}"


@jackpots.command()
def deposit(
    amount: Annotated[str, typer.Argument(metavar="DOLLARS", help="How much.", show_default=False)],
    why: Annotated[str, typer.Option("--why", metavar="WORDS", help="For the journal.")] = "a deposit",
    database: Database = ROOM,
) -> None:
    """Record a deposit on the prize account; jackpots that were suspended for want of it are open again."""
    from houseway.money import dollars, parse_cents
    from houseway.room.people.people import MANAGER, Person

    cents = parse_cents(amount)
    with opened_room(database) as room:
        room.jackpots.deposit(Person(0, by_command(), MANAGER, 0), cents, why)
        found = room.jackpots.funds()
    typer.echo(f"The prize account holds {dollars(found.held)}; {dollars(found.short)} is missing.")
