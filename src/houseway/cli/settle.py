"""`houseway settle`: rule on a dealt round."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.chosen import Options, chosen, with_document
from houseway.cli.files import name_of, text_of
from houseway.cli.options import Decks, DocumentOption, Json, Pays, PaytableOption, Sets
from houseway.errors import IllegalRound

if TYPE_CHECKING:
    from houseway.round.explanation import Reason
    from houseway.round.record import Record, Settled


def settle(
    record: Annotated[
        str,
        typer.Argument(
            metavar="ROUND", help="The record of a round, TOML or JSON; - is stdin; or the round in a line."
        ),
    ],
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what was compared, and what each payout rests on.")
    ] = False,
    json: Json = False,
) -> None:
    """Rule on a dealt round: every payout with its clause and a sentence that says why.

    A round may stand in one line, and a card that nobody saw is ??: the range of rulings is given then.

    \b
    houseway settle "pan9 8d: Kd2c4h | 25+5: 6h2dAs"
    houseway settle "supreme: 5c5d3h4d | 25+5: 9c9d/Kc4h | 10: 8c8d/8h8s"
    houseway settle "chinese: 60: KhKcQs/8d7c6s5h4c/AsAhJhJdJc | 60: Ac8h2h/KsTs9s3s2s/AdQdTd9d4d"
    houseway settle "pai: Kd4s6h4h7h9c5d | 25+5: KcJc/AhAd8d7d4c"
    houseway settle "pairs 6d: 7d6d6c | 25+5: 5d5sTh hit stand"
    """
    from rich.markup import escape

    from houseway.cli.show import out, print_json, table
    from houseway.disputes.blanks import has_unknown
    from houseway.money import dollars, signed
    from houseway.round.record import settle as rule_on

    told, name = fields_of(record)
    options = Options(sets, decks, document, paytable, pays)
    if has_unknown(told):
        if explain:
            raise IllegalRound("a round with cards that nobody saw has several rulings: give every card to explain one")
        _settle_unknown(told, name, options, json)
        return
    settled = rule_on(record_by(told, name, options))
    if json:
        print_json(settled.json(explain=explain))
        return
    listing = table(">Seat", "Wager", ">Staked", ">Result", "Clause", "Why")
    for each in settled:
        listing.add_row(
            str(each.seat), each.wager, dollars(each.stake), signed(each.net), each.clause, escape(each.why)
        )
    out.print(listing)
    out.print(f"\nThe house: {signed(settled.house_cents)}")
    if explain:
        _explain(settled)
    for remark in settled.remarks:
        out.print(escape(remark))


def _explain(settled: "Settled") -> None:
    """A tree for each payout."""
    from rich.markup import escape
    from rich.tree import Tree

    from houseway.cli.show import out

    def grown(reason: "Reason", onto: Tree) -> None:
        for part in reason.parts:
            grown(part, onto.add(escape(part.in_words)))

    for payout, reason in zip(settled, settled.explanations(), strict=True):
        tree = Tree(f"Seat {payout.seat}, {payout.wager}: {escape(reason.in_words)}", guide_style="dim")
        grown(reason, tree)
        out.print("", tree, sep="\n")


def _settle_unknown(told: dict[str, Any], name: str, options: Options, json: bool) -> None:
    """Every ruling that may be right where a card is unknown, and which card would decide."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, progress, table
    from houseway.disputes.unknown import rulings
    from houseway.money import dollars, signed

    with progress("every card that nobody saw") as tell:
        found = rulings(told, lambda whole: record_by(whole, name, options), tell)
    if json:
        print_json(found.json())
        return
    listing = table(">Seat", "Wager", ">Staked", ">Result", "Award", ">Ways", f"If {found.unseen} is")
    for wager in found.wagers:
        for each in wager.outcomes:
            ways = f"{each.ways} of {found.ways}"
            cells = (str(wager.seat), wager.wager, dollars(wager.stake), signed(each.cents), each.award, ways)
            listing.add_row(*cells, escape(found.words(wager, each)))
    out.print(listing)
    out.print()
    for note in found.notes():
        out.print(escape(note))


def fields_of(given: str) -> tuple[dict[str, Any], str]:
    """The fields of a record, from a file or from a round in one line, and what a fault calls it."""
    from houseway.disputes.line import is_line, record_of
    from houseway.round.record import parsed

    if is_line(given):
        return record_of(given), "line"
    name = name_of(given)
    return parsed(text_of(given), name), name


def record_by(table: dict[str, Any], name: str, options: Options) -> "Record":
    """The record of these fields, ruled by what it tells or, where options say otherwise, by what they choose."""
    from houseway.games import game as find
    from houseway.round.record import record_from

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
