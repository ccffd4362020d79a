"""What a deed is given: the command, and a desk that lends it chance, new rows and balances."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from houseway.room.table.state import Live

Body = dict[str, Any]
"""An entry of the journal, or a part of one."""


class Command(NamedTuple):
    """Something that a person wants done at a table, under a key of its own and against a version that was seen."""

    table: int
    person: int
    key: str
    version: int | None
    kind: str
    data: Mapping[str, Any] = {}


class Desk(Protocol):
    """What a deed needs of the room: chance, new rows, and balances; all inside the command's transaction."""

    def draw(self, bound: int) -> int:
        """A number from 0 to bound - 1."""

    def new_round(self, live: Live) -> int:
        """The number of a round that starts now."""

    def new_shoe(self, live: Live) -> Mapping[str, Any]:
        """End the shoe of this table and commit to another: its id, root and size."""

    def balance(self, account: str) -> int:
        """What an account holds."""

    def of_round(self, round_: int) -> Mapping[str, int]:
        """The sum of all movements of a round, by account."""

    def account_in(self, live: Live, round_: int, seat: int) -> str:
        """Whose money this seat played with in a round of this table that has ended."""
