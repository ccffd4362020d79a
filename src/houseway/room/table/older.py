"""Journals from before entries had a version: what they say, in today's words.

Rulings were lists by position, entries of a round bare answers with cards as numbers and piles as masks, and the end of
a round whose shoe ran out said `void` and had no call among its entries. What was won from a meter went through the
house.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.round.codec import payout_json
from houseway.round.questions import OUT_OF_CARDS, Entry, Irregularity
from houseway.round.ruling import Payout, Ruling

VERSION = 1
CHANCE = "chance"


def upgraded(body: Mapping[str, Any]) -> dict[str, Any]:
    """An older entry as one of today's; its entries are pairs of who made them and what they are."""
    found = {"by": None, **body, "data": _data(body["kind"], body.get("data", {}))}
    end = body.get("end")
    entries = [(by, Entry(seat, _answer(value))) for seat, value, by in body.get("entries", ())]
    if end is not None:
        if end.get("void"):
            entries.append((CHANCE, Entry(-1, OUT_OF_CARDS)))
        payouts = [payout_json(Payout(*each)) for each in end["ruling"]]
        found["end"] = {"payouts": payouts, "shoe": end["shoe"], "state": _state(end["state"])}
    return found | {"entries": entries}


def _data(kind: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an act said; an opening told its choices and, later on, the defaults of the day apart."""
    if kind != "opened":
        return data
    settings = {**data.get("defaults", {}), **data["settings"]}
    return {key: value for key, value in data.items() if key != "defaults"} | {"settings": settings}


def _answer(value: Any) -> Any:
    if isinstance(value, dict):
        return Irregularity(value["irregularity"], value["seat"])
    return tuple(value) if isinstance(value, list) else value


def _state(state: Mapping[str, Any]) -> dict[str, Any]:
    """What a table carried on; the first ones did not say which round was their last."""
    names = ("number", "person", "name", "bot")
    return {
        "last": None,
        **state,
        "places": [dict(zip(names, place, strict=True)) for place in state["places"]],
        "meters": {wager: Fraction(*pair) for wager, pair in state["meters"].items()},
    }


def same_ruling(ruling: Ruling, on_record: Ruling, version: int) -> bool:
    """Whether this is the ruling on record; of an older one, who was paid what for which award, in whatever order."""
    if version == VERSION:
        return sorted(map(_paid, ruling)) == sorted(map(_paid, on_record))
    return [payout._replace(why="") for payout in ruling] == [payout._replace(why="") for payout in on_record]


def _paid(payout: Payout) -> tuple[int, str, int, int, str, int]:
    return payout.seat, payout.wager, payout.stake, payout.returned, payout.award, payout.commission


def through_the_house(payouts: Iterable[Payout]) -> Sequence[tuple[str, int, int]]:
    """What came off each meter and what it was given anew, by wager."""
    taken: dict[str, list[int]] = {}
    for payout in payouts:
        if payout.metered or payout.seeded:
            sums = taken.setdefault(payout.wager, [0, 0])
            sums[0] += payout.metered
            sums[1] += payout.seeded
    return [(wager, off, anew) for wager, (off, anew) in taken.items()]
