"""Voids and corrections of rounds that have ended: asked for by one supervisor, they wait for another."""

from collections.abc import Mapping
from typing import Any, NamedTuple

VOID, CORRECTION = AMENDMENTS = ("void", "correction")


ASKING = ("by", "origin", "name", "at")
"""What concerns whoever asked."""


class Pending(NamedTuple):
    """What is asked for, and by whom; a correction names a seat and the cents that it gains, and
    the wager whose jackpot pays them."""

    round: int
    what: str
    reason: str
    by: int
    seat: int | None = None
    cents: int | None = None
    wager: str | None = None
    origin: str = ""
    """The browser that it was asked from, as far as the room can tell."""
    name: str = ""
    at: str = ""

    @property
    def amendment(self) -> dict[str, Any]:
        """What everybody is told: what, why, and to which seat how much."""
        told = self._asdict().items()
        return {key: value for key, value in told if value is not None and key not in ASKING}

    @property
    def visible(self) -> dict[str, Any]:
        """What the staff is told: who asked and when, too."""
        return self.amendment | {"by": self.by, "name": self.name, "at": self.at}

    def asks(self, number: int) -> dict[str, Any]:
        """All that the second person is to be shown of it, under its number."""
        return {"request": number, **self.visible}

    def json(self) -> dict[str, Any]:
        told = self._asdict()
        return self.amendment | {"by": self.by} | {key: told[key] for key in ASKING if told[key] and key != "by"}

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Pending":
        """What waits, as an entry asks for it or a table carries it on; where the room stood is the entry's own."""
        return cls(**{key: value for key, value in given.items() if key != "room"})
