"""A round as it counts: what a supervisor's calls make of its entries, by the operator's written controls.

From docs/irregularities.md: the last card dealt to a place is burnt and another takes its stead, who was dealt it
chooses again; a hand is dead by the first call that kills it; the stage of a round never goes back.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

Entry = dict[str, Any]
Record = dict[str, Any]
ROUND = 0
STAGES = ("deal", "play", "reveal")
AS_DEALT = 3
"""The number of cards of a hand in Super Pan 9, the game that values any number."""

ASKS_FOR_A_CARD = {"super-pan-9": "draw", "super-pairs": "hit"}


class Death(NamedTuple):
    """At which entry a hand died, and whether its wagers are lost."""

    at: int
    forfeited: bool


class Counted:
    """The entries that count, in order; cards that are out of play; hands that are dead; sizes of hands as they lie."""

    def __init__(self, record: Record, stage: Callable[["Counted"], str]) -> None:
        self.record = record
        self.settings: dict[str, str] = record["settings"]
        self.seats: list[int] = [seat["number"] for seat in record["seat"]]
        self.entries: list[Entry] = []
        self.burnt: list[str] = []
        self.dead: dict[int, Death] = {}
        self.sizes: dict[int, int] = {}
        self.round_dead = False
        self.replaced = 0
        self._replacing: int | None = None
        self._reached = 0
        self._stage = stage
        for at, entry in enumerate(record["entries"]):
            self._enter(at, entry)

    def cards(self, place: int) -> list[str]:
        """The cards that lie at a place."""
        return [entry["deal"] for entry in self.entries if "deal" in entry and entry["to"] == place]

    def said(self, seat: int, key: str) -> list[Any]:
        """What a seat has answered of one kind: `choose`, `set`."""
        return [entry[key] for entry in self.entries if entry.get("seat") == seat and key in entry]

    def _enter(self, at: int, entry: Entry) -> None:
        if "call" in entry:
            self._call(at, entry)
        elif "deal" in entry and self._replacing is not None:
            self._replace(entry)
        else:
            self.entries.append(entry)

    def _replace(self, entry: Entry) -> None:
        place, self._replacing = entry["to"], None
        last = max(at for at, one in enumerate(self.entries) if "deal" in one and one["to"] == place)
        self.burnt.append(self.entries[last]["deal"])
        since = [one for one in self.entries[last + 1 :] if one.get("seat") != place or "dead" in one]
        # Where the round is gone through again, a hand that died is no longer owed the card that it had asked for.
        again = [*self.entries[:last], entry, *since]
        self.entries = [one | {"dead": "before"} if "dead" in one else one for one in again]
        self.replaced += 1

    def _call(self, at: int, entry: Entry) -> None:
        kind, seat = entry["call"], entry["seat"]
        self._reached = max(self._reached, STAGES.index(self._stage(self)))
        then = follows(self.settings, kind, seat, STAGES[self._reached])
        if then == "void-round":
            self.dead = {each: Death(at, forfeited=False) for each in self.seats} | self.dead
            self.round_dead = True
        elif then in ("void-hand", "forfeit-hand") and seat not in self.dead:
            self.dead[seat] = Death(at, then == "forfeit-hand")
            self.entries.append({"seat": seat, "dead": "now"})
        elif then == "replace-card":
            self._replacing = seat
        elif then == "another-card":
            self.entries.append({"seat": seat, "choose": ASKS_FOR_A_CARD[self.record["game"]]})
        elif then == "play-on" and entry.get("cards", AS_DEALT) != AS_DEALT:
            self.sizes[seat] = entry["cards"]


def follows(settings: dict[str, str], kind: str, seat: int, stage: str) -> str:
    """What the written control of a kind prescribes for a seat, or for the dealer and the round."""
    if kind == "out-of-cards":
        return "void-round"
    own = own_controls(settings["irregularities"])
    if kind in own:
        told = own[kind]["seat"] if seat else own[kind].get("dealer", own[kind].get("round"))
        return told if isinstance(told, str) else next(one["then"] for one in told if one["stage"] == stage)
    word = settings[kind]
    return "void-round" if seat == ROUND and word in ("void-hand", "forfeit-hand") else word


@cache
def own_controls(text: str) -> dict[str, dict[str, Any]]:
    """The controls of one's own, by kind."""
    return {} if text == "none" else {one["kind"]: one for one in tomllib.loads(text)["irregularity"]}


def dealt_so_far(counted: Counted) -> int:
    """How many cards lie on the table."""
    return sum("deal" in entry for entry in counted.entries)


def packets(size: int, places: int) -> Callable[[Counted], str]:
    """The stage of a game that deals all its cards first and ends with the last hand that is set."""
    return lambda counted: "deal" if dealt_so_far(counted) < size * places else "play"
