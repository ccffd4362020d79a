"""What a record says: stakes, settings, paytables, and what counts of its entries."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from .calls import Counted, Record


class Paid(NamedTuple):
    """What a seat gains on a wager in all, and the commission that was taken of it."""

    seat: int
    wager: str
    net: int
    commission: int = 0


def cents(text: str) -> int:
    """'$1,000.00' or '25.00'."""
    return int(Fraction(text.replace("$", "").replace(",", "")) * 100)


def ratio(text: str) -> Fraction:
    """'8', '3:2', '5%' or '1.5'."""
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    return Fraction(text.replace(":", "/"))


def stakes(record: Record) -> dict[int, dict[str, int]]:
    """The wagers before the deal, in cents."""
    return {seat["number"]: {wager: cents(at) for wager, at in seat["wagers"].items()} for seat in record["seat"]}


def dealt(record: Record, place: int) -> list[str]:
    """All cards that lie at a place, by name."""
    return [entry["deal"] for entry in record["entries"] if entry.get("to") == place and "deal" in entry]


def counted(record: Record, stage: Callable[[Counted], str]) -> Record:
    """The record with the entries that count, and what the calls have made of it under `counted`."""
    found = Counted(record, stage)
    return record | {"entries": found.entries, "told": record["entries"], "counted": found}


def forfeited(record: Record, seat: int) -> bool:
    """Whether the call that killed a seat's hand takes its wagers."""
    return seat in record["counted"].dead and record["counted"].dead[seat].forfeited


def staked(record: Record, seat: int, wager: str) -> int:
    """A wager with what was added to it in mid-round: amounts, doubles and splits of the first wager."""
    made = [entry for entry in record["entries"] if entry.get("seat") == seat]
    bets = stakes(record)[seat]
    added = sum(entry["cents"] for entry in made if entry.get("wager") == wager)
    doubled = sum(entry.get("choose") in ("double", "split") for entry in made) if wager == "blackjack" else 0
    return bets.get(wager, 0) * (1 + doubled) + added


def after_calls(record: Record, paid: Iterable["Paid"]) -> list["Paid"]:
    """What a dead hand was to be given back is lost where the hand is forfeited; what was reconciled stays."""
    return [
        one._replace(net=-staked(record, one.seat, one.wager))
        if forfeited(record, one.seat) and not one.net and not one.commission
        else one
        for one in summed(paid)
    ]


def void(record: Record, seat: int) -> bool:
    """Whether a seat's hand is dead."""
    return seat in record["counted"].dead


def check_told(record: Record, burnt: Iterable[str] = ()) -> None:
    """The hands and the burnt cards that the record shows are those that count; of a dead round nobody asks.

    A hand that died keeps the cards it had, but where the round is gone through again the rules deal it none.
    """
    found = record["counted"]
    if found.round_dead:
        return
    shown = {seat["number"]: seat["cards"] for seat in record["seat"]} | {0: record.get("dealer", {}).get("cards", [])}
    out = [*found.burnt, *burnt]
    for place, names in shown.items():
        lie = dealt(record, place)
        if place in found.dead and found.replaced:
            out, lie = out + lie[len(names) :], lie[: len(names)]
        if lie != names:
            raise ValueError(f"place {place} shows {names}, and {lie} lie there")
    if sorted(out) != sorted(record.get("burnt", [])):
        raise ValueError(f"{record.get('burnt')} are burnt by the record, {out} by the calls")


def row(record: Record, wager: str, held: Iterable[str]) -> str | None:
    """What the first row pays that the hand holds; a row that loses is no award."""
    awards = set(held)
    for line in record["paytables"].get(wager, {"rows": ()})["rows"]:
        if line["award"] in awards and line["pays"] != "lose":
            return str(line["pays"])
    return None


def won(record: Record, wager: str, held: Iterable[str], stake: int) -> int:
    """What a wager gains by its paytable, to 1 or for 1; a broken cent stays with the house."""
    pays = row(record, wager, held)
    if pays is None:
        return -stake
    if pays == "push":
        return 0
    if pays.startswith("$"):
        prize = cents(pays) * Fraction(stake, 100)
    else:
        prize = ratio(pays) * stake
    return int(prize // 1) - (stake if record["paytables"][wager]["basis"] == "for 1" else 0)


def summed(paid: Iterable[Paid]) -> list[Paid]:
    """One line a seat and wager, in order."""
    totals: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for one in paid:
        totals[one.seat, one.wager][0] += one.net
        totals[one.seat, one.wager][1] += one.commission
    return [Paid(seat, wager, *totals[seat, wager]) for seat, wager in sorted(totals)]
