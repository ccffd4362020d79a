"""What a record says: stakes, settings and paytables, and what becomes of a hand that is dead."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from .calls import DEALER, Counted, Record, cents


class Paid(NamedTuple):
    """What a seat gains on a wager in all, and the commission that was taken of it."""

    seat: int
    wager: str
    net: int
    commission: int = 0


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
    return record["counted"].cards(place)


def counted(record: Record, stage: Callable[[Counted], str]) -> Record:
    """The record with what the calls have made of it under `counted`."""
    return record | {"counted": Counted(record, stage)}


def void(record: Record, seat: int) -> bool:
    """Whether a seat's hand is dead."""
    return seat in record["counted"].dead


def dead_hands(record: Record) -> list["Paid"]:
    """What each dead hand had at stake when it died is given back or lost, but for what was reconciled before."""
    found = record["counted"]
    return [
        Paid(seat, wager, -cents_ if death.forfeited else 0)
        for seat, death in found.dead.items()
        for wager, cents_ in death.staked.items()
        if (seat, wager) not in found.reconciled
    ]


def check_told(record: Record, undone: Iterable[str] = ()) -> None:
    """The hands and the burnt cards that the record shows are those that count; of a dead round nobody asks.

    A hand that died keeps the cards it had, but where the round is gone through again the rules deal it none, nor the
    dealer any to play against it.
    """
    found = record["counted"]
    if found.round_dead:
        return
    shown = {seat["number"]: seat["cards"] for seat in record["seat"]} | {0: record.get("dealer", {}).get("cards", [])}
    out, left = [*found.burnt, *undone], list(undone)
    for place, names in shown.items():
        lie = found.cards(place)
        if lie[: len(names)] != names:
            raise ValueError(f"place {place} shows {names}, and {lie} lie there")
        for one in lie[len(names) :]:
            if one in left:
                left.remove(one)
            elif found.replaced and (place in found.dead or (place == DEALER and found.dead)):
                out.append(one)
            else:
                raise ValueError(f"place {place} shows {names}, and {lie} lie there")
    if left or sorted(out) != sorted(record.get("burnt", [])):
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
