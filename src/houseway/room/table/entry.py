"""An entry of a table's journal: what was done and by whom, and what followed from it. Typed and versioned.

    {"v": 6, "kind": "ready", "by": 5, "at": "…", "data": {},
     "start": {"round": 7, "wagers": {"1": {"main": 500}}, "accounts": {"1": "person:5"}},
     "entries": [{"deal": "Kd", "to": 1, "by": "chance"}, {"seat": 1, "choose": "draw", "by": 5}],
     "end": {"payouts": […], "shoe": null, "state": {…}}}

Entries of a round and payouts are in the words of `houseway.round.codec`. What was written before entries had a version
is read by `older`. In entries of version 2 numbers were drawn when they were wanted; since version 3 they come from the
shoe; since version 4 players may bring numbers of their own, and `close` says that bets are closed for them; since
version 5 the prize of a house jackpot waits for two people, as an award of a progressive does; since version 6 time
does not run out at a table that is paused, and the desk of jackpots tells all that it goes by.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.room.acts import ACTS
from houseway.room.acts.act import Act, By
from houseway.room.acts.opened import Opened
from houseway.room.errors import UNREADABLE, Broken
from houseway.room.jackpots.event import Event
from houseway.room.store.meters import HELD, METERED, STATED
from houseway.room.table import older
from houseway.room.table.pending import Pending
from houseway.room.table.seats import Place
from houseway.round.codec import payout_json, read_payout
from houseway.round.questions import Entry
from houseway.round.ruling import Ruling

VERSION = STATED
HOUSES = 3
"""The version of entries whose cards and numbers come from the house alone."""

UNCOVERED = 2
"""The version of entries whose numbers are covered by no commitment."""

FIELDS = frozenset({"v", "kind", "by", "at", "data", "command", "close", "start", "entries", "end", "jackpots"})


class NewShoe(NamedTuple):
    """A shoe that is committed to: the root says all of its order and tells none of it."""

    id: int
    root: str
    size: int


class Start(NamedTuple):
    """A round that starts: the wagers of each seat, and whose money they are."""

    round: int
    wagers: Mapping[int, Mapping[str, int]]
    accounts: Mapping[int, str]

    def json(self) -> dict[str, Any]:
        by_seat = {str(seat): dict(bets) for seat, bets in self.wagers.items()}
        return {
            "round": self.round,
            "wagers": by_seat,
            "accounts": {str(seat): account for seat, account in self.accounts.items()},
        }

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Start":
        wagers = {int(seat): bets for seat, bets in given["wagers"].items()}
        return cls(given["round"], wagers, {int(seat): account for seat, account in given["accounts"].items()})


class Carried(NamedTuple):
    """What a table carries from one round to the next; no card is in it."""

    places: tuple[Place, ...]
    shoe: int
    cut: int | None
    position: int
    paused: bool
    last: int | None
    requests: Mapping[int, Pending]
    log: tuple[str, ...]
    meters: Mapping[str, Fraction]
    root: str = ""
    """The root of the shoe; older journals do not tell it here."""

    gone: str = ""
    """The places of the shoe that were dealt from, as bits, hexadecimal; those after the cut where it is not told."""

    linked: Mapping[str, str] = {}
    """The jackpots that wagers feed, where they are not the table's own."""

    chosen: Mapping[str, str] = {}
    """Settings that were changed since the table was opened."""

    document: str = ""
    """The document that the table plays by, where it is not the one that it was opened with any more."""

    def json(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "places": [{"number": p.number, "person": p.person, "name": p.name, "bot": p.bot} for p in self.places],
            "requests": {str(number): asked.json() for number, asked in self.requests.items()},
            "log": list(self.log),
            "meters": {wager: str(amount) for wager, amount in self.meters.items()},
            "linked": dict(self.linked),
            "chosen": dict(self.chosen),
        }

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Carried":
        return cls(
            tuple(Place(**each) for each in given["places"]),
            given["shoe"],
            given["cut"],
            given["position"],
            given["paused"],
            given["last"],
            {int(number): Pending.read(asked) for number, asked in given["requests"].items()},
            tuple(given["log"]),
            {wager: Fraction(amount) for wager, amount in given["meters"].items()},
            given.get("root", ""),
            given.get("gone", ""),
            given.get("linked", {}),
            given.get("chosen", {}),
            given.get("document", ""),
        )

    def seats(self) -> dict[int, Place]:
        """The places, free to be changed."""
        return {place.number: replace(place) for place in self.places}


class End(NamedTuple):
    """A round that ends: what becomes of every wager, the next shoe if there is one, and what the table carries on."""

    payouts: Ruling
    shoe: NewShoe | None
    state: Carried

    def json(self) -> dict[str, Any]:
        return {
            "payouts": [payout_json(each) for each in self.payouts],
            "shoe": None if self.shoe is None else self.shoe._asdict(),
            "state": self.state.json(),
        }

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "End":
        shoe = None if given["shoe"] is None else NewShoe(**given["shoe"])
        return cls(tuple(map(read_payout, given["payouts"])), shoe, Carried.read(given["state"]))


class Made(NamedTuple):
    """An entry of the round and who made it: in words, or in an older journal the entry itself."""

    by: By
    said: Mapping[str, Any] | Entry

    def json(self) -> dict[str, Any]:
        """As today's journal keeps it."""
        assert not isinstance(self.said, Entry)
        return {**self.said, "by": self.by}


class JournalEntry(NamedTuple):
    """What was done, and what followed from it."""

    kind: str
    by: By
    act: Act
    start: Start | None = None
    entries: tuple[Made, ...] = ()
    end: End | None = None
    at: str = ""
    version: int = VERSION
    close: int | None = None
    """Bets are closed with it: how often the numbers of this round are squared."""

    jackpots: tuple[Event, ...] = ()
    """What it changed of jackpots, in their order."""

    command: str = ""
    """What the command is known by, that it came of: nobody is answered twice, or otherwise, by a row of their own."""

    @property
    def committed(self) -> NewShoe | None:
        """The shoe that it commits to, if it does."""
        if isinstance(self.act, Opened):
            return NewShoe(**self.act.shoe)
        return None if self.end is None else self.end.shoe

    def json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"v": VERSION, "kind": self.kind, "by": self.by, "at": self.at, "data": self.act.json()}
        if self.command:
            told["command"] = self.command
        if self.close is not None:
            told["close"] = self.close
        if self.start is not None:
            told["start"] = self.start.json()
        if self.entries:
            told["entries"] = [
                {**dict(made.said), "by": made.by} for made in self.entries if isinstance(made.said, dict)
            ]
        if self.end is not None:
            told["end"] = self.end.json()
        if self.jackpots:
            told["jackpots"] = [event.json() for event in self.jackpots]
        return told

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> "JournalEntry":
        """An entry as this version or an older one has written it."""
        try:
            return cls._read(body, body.get("v", older.VERSION))
        except UNREADABLE as fault:
            raise Broken(f"an entry cannot be read: {fault!r}") from fault

    @classmethod
    def _read(cls, body: Mapping[str, Any], version: int) -> "JournalEntry":
        if type(version) is not int:  # 5.0 equals 5, and is none of the versions that entries are known by
            raise Broken(f"an entry of version {version!r}, which is no whole number")
        if version == older.VERSION:
            body = older.upgraded(body)
        elif version not in (UNCOVERED, HOUSES, METERED, HELD, STATED) or not FIELDS.issuperset(body):
            raise Broken(f"an entry of version {version!r} with the fields {', '.join(body)}: use a newer houseway")
        if body["kind"] not in ACTS:
            raise Broken(f"there is no entry of kind {body['kind']!r}")
        if type(body["by"]) not in (int, str):
            raise Broken(f"an entry by {body['by']!r}, which nobody is known by")
        return cls(
            body["kind"],
            body["by"],
            ACTS[body["kind"]].read(body["data"]),
            Start.read(body["start"]) if "start" in body else None,
            tuple(map(_made, body.get("entries", ()))),
            End.read(body["end"]) if "end" in body else None,
            body.get("at", ""),
            version,
            body.get("close"),
            jackpots=tuple(map(Event.read, body.get("jackpots", ()))),
            command=body.get("command", ""),
        )


def _made(line: Mapping[str, Any] | tuple[By, Entry]) -> Made:
    if isinstance(line, tuple):
        return Made(*line)
    return Made(line["by"], {key: value for key, value in line.items() if key != "by"})
