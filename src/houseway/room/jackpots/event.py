"""A change of a jackpot as it is recorded: in the journal entry that made it, and in the jackpot's own order."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.room.jackpots.account import Account
from houseway.room.jackpots.changes import Part, total
from houseway.room.store import ledger
from houseway.room.store.journal import ROOM
from houseway.round.meters import VOIDED

Lines = tuple[tuple[str, int], ...]

HOUSE_ACCOUNT = "house:jackpots"
"""The account of the house that the desk books with."""

AWARD = "award:"
"""What the accounts begin with that hold awards until they are paid."""


class Event(NamedTuple):
    """One change: which jackpot, the how many-th of its changes, what for, and by how much.

    `left` is what is displayed after it, and `cents` are the whole cents by which display and reserve moved in the
    books. `lines` are the other accounts that moved; `house` is the one that the rest came from or went to.
    """

    meter: str
    number: int
    what: str
    by: Account
    left: Fraction
    cents: tuple[int, int]
    house: str
    lines: Lines = ()
    round: int | None = None
    wager: str = ""
    parts: Mapping[int, Part] = {}
    awards: Mapping[int, int] = {}
    shown: int = 0
    seeded: int = 0
    plan: Mapping[str, Any] | None = None
    reason: str = ""

    def movement(self) -> ledger.Movement:
        """The money that it moves."""
        lines = [(f"meter:{self.meter}", self.cents[0]), (f"reserve:{self.meter}", self.cents[1]), *self.lines]
        rest = -sum(cents for _, cents in lines)
        return ledger.movement(self.what, [*lines, (self.house, rest)], self.round)

    def json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            key: value for key, value in self._asdict().items() if value != self._field_defaults.get(key)
        }
        told |= {"by": self.by.json(), "left": str(self.left), "cents": list(self.cents)}
        told |= {"lines": [list(line) for line in self.lines]} if self.lines else {}
        if self.parts:
            told["parts"] = {str(seat): [p.stake, str(p.displayed), str(p.reserve)] for seat, p in self.parts.items()}
        if self.awards:
            told["awards"] = {str(seat): cents for seat, cents in self.awards.items()}
        return told

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Event":
        parts = {
            int(seat): Part(stake, Fraction(shown), Fraction(reserve))
            for seat, (stake, shown, reserve) in given.get("parts", {}).items()
        }
        read = {
            "by": Account.read(given["by"]),
            "left": Fraction(given["left"]),
            "cents": (given["cents"][0], given["cents"][1]),
            "lines": tuple((str(account), int(cents)) for account, cents in given.get("lines", ())),
            "parts": parts,
            "awards": {int(seat): cents for seat, cents in given.get("awards", {}).items()},
        }
        return cls(**{**given, **read})


def did(events: Iterable[Event]) -> Account:
    """What a round did to a jackpot and has not been undone; what the house made good then stays in the jackpot."""
    found = Account()
    for event in events:
        if event.what != VOIDED:
            found = found.plus(event.by)
        else:
            found = found.plus(total(event.parts).minus()) if event.parts else Account()
    return found


def house_of(chain: int) -> str:
    """The account of the house for the changes of jackpots that a journal tells: its table's, or the desk's."""
    return HOUSE_ACCOUNT if chain == ROOM else f"house:{chain}"


def award_account(round_: int, seat: int, wager: str) -> str:
    """The account that holds an award until it is paid."""
    return f"{AWARD}{round_}:{seat}:{wager}"


def payment(round_: int, wager: str, awards: Mapping[int, int], accounts: Mapping[int, str]) -> Lines:
    """Awards that are paid: from the accounts that hold them to those of the winners, by seat."""
    both = [((award_account(round_, seat, wager), -cents), (accounts[seat], cents)) for seat, cents in awards.items()]
    return tuple(line for lines in both for line in lines)


def adopted(id_: str, by: Account, house: str) -> Lines:
    """What a meter showed before it had an account is in the books already: as much as it brings goes back."""
    return ((f"meter:{id_}", -int(by.displayed)), (house, int(by.displayed)))
