"""What rounds have brought each person, line by line, as the entries of a table tell it.

A round that ends is a line for everybody in it; a void or a correction of it is another one, later.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

ROUND, VOID, CORRECTION = "round", "void", "correction"


class Line(NamedTuple):
    """What a round has brought one person: staked and won (below zero where lost), in cents."""

    person: int
    round: int
    seat: int
    what: str
    staked: int
    cents: int


def people_in(accounts: Mapping[Any, str]) -> dict[int, int]:
    """The people of a round by seat; bots are nobody."""
    found = ((int(seat), account.partition(":")) for seat, account in accounts.items())
    return {seat: int(number) for seat, (kind, _, number) in found if kind == "person"}


def brought(round_: int, people: Mapping[int, int], payouts: Iterable[tuple[int, int, int]]) -> list[Line]:
    """The lines of a round that has ended, by person: its payouts are seat, stake and net."""
    found: dict[int, Line] = {}
    for seat, stake, net in payouts:
        if (person := people.get(seat)) is not None:
            line = found.get(person, Line(person, round_, seat, ROUND, 0, 0))
            found[person] = line._replace(staked=line.staked + stake, cents=line.cents + net)
    return [found[person] for person in sorted(found)]


def undone(lines: Iterable[Line]) -> list[Line]:
    """What a void of a round adds to these lines of it: afterwards it has brought nobody anything."""
    found: dict[int, Line] = {}
    for each in lines:
        line = found.get(each.person, each._replace(what=VOID, staked=0, cents=0))
        found[each.person] = line._replace(staked=line.staked - each.staked, cents=line.cents - each.cents)
    return [found[person] for person in sorted(found)]


def payouts_told(end: Mapping[str, Any]) -> Iterator[tuple[int, int, int]]:
    """Seat, stake and net of every payout, as an entry of any version tells them."""
    if "payouts" in end:
        yield from ((each["seat"], each["stake_cents"], each["cents"]) for each in end["payouts"])
    else:
        yield from ((seat, stake, returned - stake) for seat, _, stake, returned, *_ in end["ruling"])


class Lines:
    """The lines of one table, from its entries in their order."""

    def __init__(self) -> None:
        self._round: int | None = None
        self._people: dict[int, dict[int, int]] = {}
        self._asked: dict[int, Mapping[str, Any]] = {}
        self._of: dict[int, list[Line]] = {}

    def enter(self, seq: int, body: Mapping[str, Any]) -> list[Line]:
        """The lines that an entry brings."""
        found: list[Line] = []
        if "start" in body:
            self._round = body["start"]["round"]
            self._people[self._round] = people_in(body["start"]["accounts"])
        if "end" in body and self._round is not None:
            found = brought(self._round, self._people[self._round], payouts_told(body["end"]))
        if body["kind"] == "request":
            self._asked[seq] = body["data"]
        elif body["kind"] == "approve":
            found = self._approved(self._asked.pop(body["data"]["request"]))
        for line in found:
            self._of.setdefault(line.round, []).append(line)
        return found

    def _approved(self, asked: Mapping[str, Any]) -> list[Line]:
        if asked["what"] == VOID:
            return undone(self._of.get(asked["round"], ()))
        person = self._people.get(asked["round"], {}).get(asked["seat"])
        return corrected(asked["round"], asked["seat"], person, asked["cents"])


def corrected(round_: int, seat: int, person: int | None, cents: int) -> list[Line]:
    """The line of a correction, where its seat was a person's."""
    return [] if person is None else [Line(person, round_, seat, CORRECTION, 0, cents)]
