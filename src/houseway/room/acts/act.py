"""What an act is: its fields are its form on the wire and in the journal, parsed strictly; it is checked, then applied.

Most fields travel both ways. What the room adds (`added`) is written to the journal and not taken from anybody; what
ends up among the entries of a round (`passed`) is taken and not written twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias

from houseway.errors import HousewayError, UnknownName
from houseway.room.errors import Forbidden
from houseway.room.fairness.signed_bets import is_form
from houseway.room.people.people import STAFF, Person
from houseway.room.table.seats import Place
from houseway.round.questions import Entry

if TYPE_CHECKING:
    from houseway.document import Document
    from houseway.room.store.jackpots import Book
    from houseway.room.table.entry import NewShoe
    from houseway.room.table.state import LiveTable

OF_PEOPLE, OF_HOUSE, OF_ROOM = "people", "house", "room"
"""Whose an act is: of people by a command, of the house when time has run out, or of the room itself."""

By: TypeAlias = int | str
"""Who did something: a person by number, or chance, a bot, the house by their word."""

MOST_REASON = 200


class Resources(Protocol):
    """What an act needs of the room, inside its transaction: new rounds and shoes, and balances."""

    def new_round(self, table: "LiveTable") -> int:
        """The number of a round that starts now."""

    def new_shoe(self, table: "LiveTable") -> "NewShoe":
        """End the shoe of this table and commit to another."""

    def balance(self, account: str) -> int:
        """What an account holds."""

    def of_round(self, round_: int) -> Mapping[str, int]:
        """The sum of all movements of a round, by account."""

    @property
    def origin(self) -> str:
        """The browser that the command comes from, as far as the room can tell browsers apart."""

    def second(self, asked: int, by: int) -> int:
        """Refuse a second person who may be the first under another name; where the room's own journal stands."""

    def stands(self) -> int:
        """Where the room's own journal stands."""

    def book(self, table: "LiveTable") -> "Book":
        """The jackpots, for the entry that this act becomes."""

    def keep(self, document: "Document") -> str:
        """Keep a document by content; the hash that it is found by."""

    @property
    def bots_apart(self) -> bool:
        """Whether bots that take their time think elsewhere, and answer by a command of their own."""

    def waited(self, table: int, entry: int) -> float:
        """The seconds since an entry of a table's journal was written."""

    def account_in(self, table: int, round_: int, seat: int) -> str:
        """Whose money this seat played with in a round of this table that has ended; seat 0 only asks for the round."""


class Shape(NamedTuple):
    """What a field looks like, in words and as a test."""

    says: str
    fits: Callable[[Any], bool]


def whole(value: object) -> bool:
    """Whether this is a whole number that JSON can carry."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def _cents_by_wager(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(wager, str) and whole(cents) and cents >= 0 for wager, cents in value.items()
    )


WHOLE = Shape("a whole number", whole)
TEXT = Shape("a text", lambda value: isinstance(value, str))
WAGERS = Shape('whole cents by the id of the wager, as in {"main": 2500}', _cents_by_wager)
ANYTHING = Shape("anything", lambda _value: True)
LIST = Shape("a list", lambda value: isinstance(value, list | tuple))
TABLE = Shape("a table of fields", lambda value: isinstance(value, Mapping))
SIGNED = Shape(
    "a signature of one's own: after, nth and seat are whole numbers, key and signature 64 and 128 hexadecimal digits",
    is_form,
)


def given(shape: Shape) -> Mapping[str, Any]:
    """A field that people give and the journal keeps."""
    return {"shape": shape, "wire": True, "journal": True}


def added(shape: Shape) -> Mapping[str, Any]:
    """A field that the room adds."""
    return {"shape": shape, "wire": False, "journal": True}


def passed(shape: Shape) -> Mapping[str, Any]:
    """A field that people give and that stands elsewhere in the journal."""
    return {"shape": shape, "wire": True, "journal": False}


@dataclass(frozen=True)
class Act:
    """Something that is done at a table."""

    whose: ClassVar[str] = OF_PEOPLE
    begins: ClassVar[bool] = False
    """Whether a round may start with it."""

    changes: ClassVar[bool] = True
    """Whether it changes the table besides the round."""

    enters: ClassVar[str] = ""
    """Who makes what it enters into the round, where that is not whoever acts."""

    refusal: ClassVar[type[HousewayError]] = HousewayError
    """What is raised where its form is wrong."""

    @classmethod
    def form(cls, side: str) -> tuple[Field[Any], ...]:
        """The fields on the `wire` or in the `journal`."""
        return tuple(each for each in fields(cls) if each.metadata[side])

    @classmethod
    def read(cls, data: Mapping[str, Any], side: str = "journal") -> Self:
        """The act that these fields are; every fault in one sentence, each with its place."""
        form = {each.name: each for each in cls.form(side)}
        faults = [
            f"{name} is {each.metadata['shape'].says}, not {short(data[name])}"
            for name, each in form.items()
            if name in data and not each.metadata["shape"].fits(data[name])
        ]
        faults += [f"{name} is missing" for name, each in form.items() if name not in data and each.default is MISSING]
        faults += [f"{short(name)} is not a field that belongs here" for name in data if name not in form]
        if faults:
            raise cls.refusal("; ".join(faults))
        return cls(**data)

    def json(self) -> dict[str, Any]:
        """The act as the journal keeps it."""
        values = vars(self)
        return {each.name: values[each.name] for each in self.form("journal") if values[each.name] is not None}

    def check(self, table: "LiveTable", by: Person, room: Resources) -> Self:
        """Refuse what may not be done, by this person or now; the act with what the room adds to it."""
        raise NotImplementedError

    def apply(self, table: "LiveTable", by: By) -> None:
        """Change the table, besides the round itself."""

    def entries(self, table: "LiveTable", by: By) -> Sequence[Entry]:
        """What it enters into the round."""
        del table, by
        return ()

    def piles_up(self, table: "LiveTable", by: By) -> bool:
        """Whether it counts among what one may do at a table before a round is played."""
        del table, by
        return True


# ---------------------------------------------------------------------------------------------------- what many check


def seat_of(table: "LiveTable", seat: int) -> Place:
    """The place of this number."""
    if seat not in table.places:
        raise UnknownName(f"there is no seat {seat}: the seats are numbered 1 to {len(table.places)}")
    return table.places[seat]


def place_of(table: "LiveTable", by: Person) -> Place:
    """Where this person sits."""
    place = table.place_of(by.id)
    if place is None:
        raise Forbidden("sit down first")
    return place


def supervisor(by: Person) -> None:
    """Refuse whoever is none; the house itself acts by the room's file."""
    if by.role not in (*STAFF, "house"):
        raise Forbidden("that is for a supervisor")


def reason_in(text: str) -> str:
    """A reason that says something."""
    if not 3 <= len(text.strip()) <= MOST_REASON or not text.isprintable():
        raise HousewayError(f"give a reason of 3 to {MOST_REASON} characters")
    return text.strip()
