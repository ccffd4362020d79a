"""`houseway settle`: rule on a dealt round."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.options import Json

if TYPE_CHECKING:
    from houseway.round.record import Record
    from houseway.round.ruling import Ruling


def settle(
    record: Annotated[Path, typer.Argument(metavar="ROUND.toml", help="The record of a round, TOML or JSON.")],
    json: Json = False,
) -> None:
    """Rule on a dealt round: every payout with its clause and a sentence that says why."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, table
    from houseway.money import dollars, signed
    from houseway.round.record import read_record, remarks
    from houseway.round.record import settle as rule_on

    round_ = read_record(record)
    ruling, _ = rule_on(round_)
    if json:
        print_json(ruling_json(round_, ruling))
        return
    listing = table(">Seat", "Wager", ">Staked", ">Result", "Clause", "Why")
    for each in ruling:
        listing.add_row(
            str(each.seat), each.wager, dollars(each.stake), signed(each.net), each.clause, escape(each.why)
        )
    out.print(listing)
    out.print(f"\nThe house: {signed(-sum(each.net for each in ruling))}")
    for remark in remarks(round_):
        out.print(escape(remark))


def ruling_json(round_: "Record", ruling: "Ruling") -> dict[str, Any]:
    """`cents` is what the seat gains (below zero what it loses); `returned_cents` counts the stake given back."""
    from houseway import __version__
    from houseway.round.record import remarks
    from houseway.round.ruling import postings

    return {
        "game": round_.game.id,
        "settings": round_.setup.settings.show(),
        "payouts": [
            {
                "seat": each.seat,
                "wager": each.wager,
                "award": each.award,
                "stake_cents": each.stake,
                "returned_cents": each.returned,
                "commission_cents": each.commission,
                "cents": each.net,
                "clause": each.clause,
                "why": each.why,
            }
            for each in ruling
        ],
        "remarks": list(remarks(round_)),
        "postings": [{"account": line.account, "cents": line.cents} for line in postings(ruling)],
        "version": __version__,
    }
