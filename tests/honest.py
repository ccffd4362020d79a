"""People whose programs bring a number with each wager, and do what a browser does by itself."""

import json
import random
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any

from houseway.document.controls import CONTROLS
from houseway.room import Person
from houseway.room.commands.command import Done
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.nonces import Nonce
from houseway.room.fairness.receipts import signed_record
from houseway.room.fairness.signed_bets import BetKey, Signed

NUMBERS = [Nonce.fresh(random.Random(seed).getrandbits) for seed in range(4)]
"""Made once: to look for primes takes the longest of all that is done here."""

KEYS = cycle(NUMBERS)
"""One after the other, for who brings a number by hand."""

TURNS = 1000
"""Puzzles that are found at once: how long they take is not what is tested."""

PHONE = """
[[irregularity]]
kind = "phone-at-the-table"
says = "Somebody uses a telephone."
seat = "forfeit-hand"
dealer = "void-round"
supervisor = false
"""
"""A control under which everybody at the table may call."""

OTHER = BetKey(bytes([7]) * 32)
"""Another browser's."""

SUE = Person(9, "Sue", "surveillance", 0)

HOUSE = Signer(bytes(range(32)))
"""The key of a house that tells what it likes, and signs it."""


def told_by_house(record: dict[str, Any]) -> dict[str, Any]:
    """A record that was spoilt, as a house signs it: no signature finds it out."""
    return signed_record(HOUSE, record)


class Honest:
    """The people at a table."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.nonces: dict[int, Nonce] = {}
        self.signatures: dict[int, int] = {}
        """How many each has signed: browsers count anew for each round, and sign with another key."""

        self.keys = cycle(NUMBERS)
        """The same at every table, whatever was tested before: with a repeatable shoe its rounds are the same."""

    def bet(self, person: Person, nonce: Nonce | None = None) -> Done:
        wagers = [w for w in self.table.view(person)["wagers"] if w["required"] and w["before_deal"]]
        self.nonces[person.id] = nonce or next(self.keys)
        bets = {w["id"]: w["least_cents"] for w in wagers}
        return self.lay(person, bets, **self.nonces[person.id].commit)

    def lay(self, person: Person, wagers: dict[str, int], commit: str = "") -> Done:
        """A bet that is signed, with a number or without."""
        signed = self.signed(person, wagers, commit)
        data = {"wagers": wagers, "signed": signed} | ({"commit": commit} if commit else {})
        done: Done = self.table.do(person, "bet", **data)
        return done

    def signed(self, person: Person, wagers: dict[str, int], commit: str = "", nth: int | None = None) -> Signed:
        """This person's signature of what is to lie at their seat."""
        view = self.table.view(person)
        (seat,) = (each["number"] for each in view["seats"] if each["you"])
        after = view["round"] if view["phase"] == "ended" else view["after"]
        if nth is None:
            self.signatures[person.id] = nth = self.signatures.get(person.id, 0) + 1
        key = BetKey(bytes([person.id % 256]) * 32)
        return key.sign(table=view["table"], seat=seat, after=after, nth=nth, wagers=wagers, commit=commit)

    def ready(self, person: Person) -> None:
        self.table.do(person, "ready")

    def seal(self, person: Person) -> None:
        self.table.do(person, "seal", **self.nonces[person.id].seal)

    def open(self, person: Person) -> None:
        self.table.do(person, "open", **self.nonces[person.id].open)

    def close(self) -> None:
        """All have wagered and are ready: bets are closed."""
        for person in self.table.people:
            self.bet(person)
        for person in self.table.people:
            self.ready(person)

    def deal(self) -> None:
        """Up to the first cards."""
        self.close()
        for step in (self.seal, self.open):
            for person in self.table.people:
                step(person)

    def play_round(self) -> None:
        self.deal()
        while self.table.answer():
            pass
        assert self.table.view()["phase"] == "ended"


BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
Line = tuple[int, int, str, float]
"""The entry of an answer, its seat, who gave it (a player, a bot, or why the house did) and after how many seconds."""


def round_of(*lines: Line, game: str = "super-pairs", asked: float | None = None) -> dict[str, Any]:
    """As much of a record as tells who answered; whose time ran out was asked when the line before came, or then."""

    def at(after: float) -> str:
        return (BEGAN + timedelta(seconds=after)).isoformat()

    answers = []
    for line, (entry, seat, who, after) in enumerate(lines):
        by = {"by": who} if who in ("player", "bot") else {"by": "house", "why": who}
        since = lines[line - 1][3] if line and asked is None else asked or 0
        late = {"asked": at(since)} if who == "time" else {}
        answers.append({"line": line, "entry": entry, "seat": seat, "at": at(after), **by, **late})
    entries = [{"seat": seat, "choose": "stand"} for _, seat, _, _ in lines]
    return {"game": game, "table": 1, "started": at(0), "ended": at(99), "entries": entries, "answers": answers}


# ---------------------------------------------------------------------------------------------------- what is hidden


def _untold(record: dict[str, Any], line: int) -> None:
    record["answers"] = [each for each in record["answers"] if each["line"] != line]


def with_its_card(record: dict[str, Any], line: int) -> None:
    """A decision that is none to who looks at answers."""
    _untold(record, line)
    record["entries"][line] |= {"deal": "2h", "to": 1}


def with_a_call(record: dict[str, Any], line: int) -> None:
    _untold(record, line)
    record["entries"][line]["call"] = next(kind for kind, then in record["settings"].items() if then in CONTROLS)


def of_nobody(record: dict[str, Any], line: int) -> None:
    _untold(record, line)
    record["entries"][line]["seat"] = 6


def to_nobody(record: dict[str, Any], line: int, seat: int = 7) -> None:
    entry = next(each for each in record["entries"] if "deal" in each and each["to"] == 1)
    hand = next(each for each in record["seat"] if each["number"] == 1)
    hand["cards"].remove(entry["deal"])
    entry["to"] = seat


def to_another_packet(record: dict[str, Any], line: int) -> None:
    to_nobody(record, line, 6)


HIDING = [with_its_card, with_a_call, of_nobody, to_nobody, to_another_packet]
"""How a house hides a decision, by its line, or a card in entries of a round that is dealt in packets."""


def finish(people: Honest) -> None:
    """From bets to the end of the round, for those who sit there."""
    live = people.table.room._live[people.table.table]
    there = [person for person in people.table.people if live.place_of(person.id)]
    for person in there:
        people.ready(person)
    nonces = {nonce.commit["commit"]: nonce for nonce in people.nonces.values()}
    owed = {place.person: nonces[place.commit] for place in live.people if place.commit}
    for step in ("seal", "open"):
        for person in there:
            if person.id in owed:
                people.table.do(person, step, **getattr(owed[person.id], step))
    while people.table.answer():
        pass


def record_of(people: Honest) -> tuple[dict[str, Any], dict[str, Any]]:
    room = people.table.room
    record = json.loads(json.dumps(room.record(room.history(people.table.table)[0]["round"], SUE)))
    return record, room.proof(record["shoe"], SUE).json()
