"""`houseway settle`: rule on a dealt round."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.chosen import Options, chosen, with_document
from houseway.cli.files import name_of, text_of
from houseway.cli.options import Decks, DocumentOption, Json, Pays, PaytableOption, Sets

if TYPE_CHECKING:
    from houseway.round.record import Record


def settle(
    record: Annotated[str, typer.Argument(metavar="ROUND", help="The record of a round, TOML or JSON; - is stdin.")],
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """Rule on a dealt round: every payout with its clause and a sentence that says why."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, table
    from houseway.money import dollars, signed
    from houseway.round.record import settle as rule_on

    settled = rule_on(record_by(record, Options(sets, decks, document, paytable, pays)))
    if json:
        print_json(settled.json())
        return
    listing = table(">Seat", "Wager", ">Staked", ">Result", "Clause", "Why")
    for each in settled:
        listing.add_row(
            str(each.seat), each.wager, dollars(each.stake), signed(each.net), each.clause, escape(each.why)
        )
    out.print(listing)
    out.print(f"\nThe house: {signed(-sum(each.net for each in settled))}")
    for remark in settled.remarks:
        out.print(escape(remark))


def record_by(file: str, options: Options) -> "Record":
    """The record of a file, ruled by what it tells or, where options say otherwise, by what they choose."""
    from houseway.games import game as find
    from houseway.round.record import parsed, record_from

    name = name_of(file)
    table = parsed(text_of(file), name)
    if not any(options):
        return record_from(table, name)
    if options.document and isinstance(named := table.get("game"), str):
        record = record_from(_bare(table), name, with_document(find(named), options.document))
    else:
        record = record_from(table, name)
    told = record.setup.settings.show()
    game, settings = chosen(record.game, options._replace(document=""), given=told)
    return record_from(_bare(table) | {"settings": settings.show()}, name, game)


def _bare(table: dict[str, Any]) -> dict[str, Any]:
    """A record without the document and the paytables that it was played by."""
    return {key: value for key, value in table.items() if key not in ("document", "paytables")}
