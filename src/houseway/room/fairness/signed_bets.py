"""Bets that a player's own browser signs: while one lies, nobody without its key lays another in its place.

A signed bet binds its seat to its key: until the next round of the table begins, until whoever has the key takes the
bet back with it, or for `BOUND` seconds. The record tells the signature, and the player has the room's receipt: a
house that puts a bet of its own there has signed both.

>>> key = BetKey(bytes(32))
>>> signed = key.sign(table=3, seat=1, after=7, nth=1, wagers={"main": 500})
>>> holds(3, signed, {"main": 500}, ""), holds(3, signed, {"main": 600}, "")
(True, False)
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.room.evidence.signing import Signer, verify
from houseway.room.store.journal import canonical
from houseway.verifier.ed25519 import is_key

BET = b"houseway bet\n"
"""What the messages begin with that are signed; the canonical JSON of what is laid follows."""

BOUND = 300.0
"""Seconds for which a bet binds its seat at the most: whoever has lost the browser that signed it bets from another
then, and so does who sits down where somebody got up without it."""

KEY, SIGNATURE = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{128}")

Signed = Mapping[str, Any]
"""`after` which round of the table it is laid, at which `seat`, the `nth` by its `key`, and the `signature`."""


class Slip(NamedTuple):
    """A bet as an entry of the table's journal has laid it; with no wagers, taken back and signed so, or given up with
    its seat long after it was laid."""

    entry: int
    wagers: Mapping[str, int]
    commit: str = ""
    signed: Signed | None = None

    @property
    def binds(self) -> bool:
        return self.signed is not None and bool(self.wagers)

    @property
    def key(self) -> str:
        """Whose it is; nobody's where nobody has signed it."""
        return "" if self.signed is None else str(self.signed["key"])

    @property
    def nth(self) -> int:
        return 0 if self.signed is None else int(self.signed["nth"])

    def json(self, seat: int, at: str) -> dict[str, Any]:
        """As a record tells it, which tells the table and the round before itself."""
        told: dict[str, Any] = {"seat": seat, "entry": self.entry, "at": at, "wagers": dict(self.wagers)}
        told |= {"commit": self.commit} if self.commit else {}
        if self.signed is not None:
            told["signed"] = {name: self.signed[name] for name in ("key", "nth", "signature")}
        return told


class BetKey:
    """What a player's own program keeps, for the bets of one seat before one round."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret)
        self.public = self._signer.public.hex()

    @classmethod
    def fresh(cls) -> "BetKey":
        return cls(Signer.fresh().secret)

    def sign(
        self, *, table: int, seat: int, after: int, nth: int, wagers: Mapping[str, int], commit: str = ""
    ) -> dict[str, Any]:
        """What goes with the acts bet, clear and leave as `signed`; without wagers the seat is let go of."""
        told = {"after": after, "key": self.public, "nth": nth, "seat": seat}
        return {**told, "signature": self._signer.sign(_message(table, told, wagers, commit)).hex()}


def is_form(value: object) -> bool:
    """Whether something is told as a signature of a bet is."""
    if not isinstance(value, Mapping) or value.keys() != {"after", "key", "nth", "seat", "signature"}:
        return False
    numbers = [value["after"], value["nth"], value["seat"]]
    texts = [(KEY, value["key"]), (SIGNATURE, value["signature"])]
    return all(type(each) is int and 0 <= each < 2**53 for each in numbers) and all(
        isinstance(text, str) and form.fullmatch(text) is not None for form, text in texts
    )


def holds(table: int, signed: Signed, wagers: Mapping[str, int], commit: str) -> bool:
    """Whether the key that is named has signed this bet; as strictly as whoever reads the record."""
    message, key = _message(table, signed, wagers, commit), bytes.fromhex(signed["key"])
    return is_key(key) and verify(key, message, bytes.fromhex(signed["signature"]))


def laid(signed: Signed, wagers: Mapping[str, int], commit: str) -> dict[str, Any]:
    """What a signed bet says, but for its table and its signature."""
    told = {name: signed[name] for name in ("after", "key", "nth", "seat")}
    return {**told, "wagers": dict(wagers), "commit": commit}


def _message(table: int, signed: Signed, wagers: Mapping[str, int], commit: str) -> bytes:
    told = {name: signed[name] for name in ("after", "nth", "seat")}
    return BET + canonical({**told, "table": table, "wagers": dict(wagers), "commit": commit}).encode()
