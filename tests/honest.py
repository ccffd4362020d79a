"""People whose programs bring a number with each wager, and do what a browser does by itself."""

import random
from itertools import cycle
from typing import Any

from houseway.room import Person
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.nonces import Nonce
from houseway.room.fairness.receipts import signed_record

KEYS = cycle([Nonce.fresh(random.Random(seed).getrandbits) for seed in range(4)])
"""Made once: to look for primes takes the longest of all that is done here."""

TURNS = 1000
"""Puzzles that are found at once: how long they take is not what is tested."""


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

    def bet(self, person: Person, nonce: Nonce | None = None) -> None:
        wagers = [w for w in self.table.view(person)["wagers"] if w["required"] and w["before_deal"]]
        self.nonces[person.id] = nonce or next(KEYS)
        bets = {w["id"]: w["least_cents"] for w in wagers}
        self.table.do(person, "bet", wagers=bets, **self.nonces[person.id].commit)

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
