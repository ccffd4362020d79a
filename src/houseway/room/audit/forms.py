"""A room never goes back to an older form: no entry is in one after another was in a newer, at whichever table.

In which order tables were opened, the room's own journal tells, and so which version it had come to as it was written
itself. In which order two tables have written, the numbers of rounds tell, which are counted through the whole room,
and times as far as clocks agree.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, select

from houseway.room.audit.chain import SKEW, Told, moment_of
from houseway.room.store.journal import ROOM, canonical
from houseway.room.store.meters import HELD, METERED, STATED
from houseway.room.store.schema import JOURNAL
from houseway.room.table import older
from houseway.room.table.entry import VERSION, JournalEntry
from houseway.round.auditing import Finding

SIGNED = METERED
"""The version that tables wrote when entries were first signed: no room has signed an older one."""


MONEY = "prize account"
"""What entries of the jackpots' desk are about that open or suspend a jackpot: it goes by what that account holds."""

TOLD: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    SIGNED: {"person": ("password",), "chips": ("had",)},
    HELD: {
        "person": ("provisional",),
        "chips": ("held",),
        "session": ("password",),
        "role": ("ends",),
        "factor": ("ends",),
        "states": ("notices",),
    },
    STATED: {
        "award": ("of",),
        "transfer": ("stood",),
        "promotion": ("stood",),
        "seizure": ("was",),
        MONEY: ("funds",),
    },
}
"""What entries of the room's journal tell since a version, by their kind, at the jackpots' desk by the act and by what
they are about; older ones may leave it out, until one of their kind has told it."""


@dataclass
class Reached:
    """The version that a room has come to, as far as its own journal was read, and what entries have told there."""

    openings: dict[int, int] = field(default_factory=dict)
    """The version of each table's first entry."""

    gone_on: dict[int, datetime] = field(default_factory=dict)
    """When a table from before the room signed was first gone on with in each version."""

    version: int = 0
    told: set[tuple[str, str]] = field(default_factory=set)
    openers: dict[int, object] = field(default_factory=dict)
    """Who opened each table, as its own journal tells it."""

    @property
    def stated(self) -> bool:
        """Whether the room was never of a version before that of today: no table was, or one of today's is there."""
        return self.version >= STATED or all(form >= STATED for form in self.openings.values())

    def by(self, at: datetime | None) -> int:
        """The version that the room had come to by then, after what was read."""
        gone_on = [form for form, since in self.gone_on.items() if at is not None and since + SKEW < at]
        return max(self.version, *gone_on, 0)

    def signs(self) -> None:
        """The room signs from now on."""
        self.version = max(self.version, SIGNED)

    def opens(self, body: Mapping[str, Any]) -> Iterator[str]:
        """A table is opened: in no older version than the room has come to."""
        table, come = body["id"], self.by(moment_of(body.get("at")))
        form = self.openings.get(table) or come
        if form < come:
            yield f"table {table} is opened in version {form}, and the room had come to version {come}"
        self.version = max(self.version, form)

    def left_out(self, what: str, body: Mapping[str, Any]) -> str:
        """What an entry leaves out that one of its kind has told before, or that the room tells in its version."""
        since = {name: form for form, kinds in TOLD.items() for name in kinds.get(what, ())}
        self.told |= {(what, name) for name in since if name in body}
        come = self.by(moment_of(body.get("at")))
        must = [name for name, form in since.items() if form <= come or (what, name) in self.told]
        return " and ".join(name for name in must if name not in body)


class Span(NamedTuple):
    """Entries of one version: the first and the last of them, the numbers of rounds that they began, and when they
    were written."""

    first: int = 0
    last: int = 0
    rounds: tuple[int, ...] = ()
    """The lowest and the highest."""

    times: tuple[datetime, ...] = ()
    """The first and the last."""

    def __or__(self, other: "Span") -> "Span":
        rounds, times = sorted(self.rounds + other.rounds), sorted(self.times + other.times)
        first = min(filter(None, (self.first, other.first)), default=0)
        return Span(first, max(self.last, other.last), (*rounds[:1], *rounds[-1:]), (*times[:1], *times[-1:]))

    def follows(self, newer: "Span") -> bool:
        """Whether some of these were written after the first of those."""
        rounds = bool(self.rounds and newer.rounds) and self.rounds[-1] > newer.rounds[0]
        return rounds or (bool(self.times and newer.times) and self.times[-1] > newer.times[0] + SKEW)


Spans = Mapping[int, Span]
"""By version."""


def version_of(body: Any) -> int:
    """The version of a table's entry; 0 where nobody knows it."""
    found = body.get("v", older.VERSION) if isinstance(body, dict) else 0
    return found if type(found) is int and found <= VERSION else 0


def spans(bodies: Iterable[tuple[int, Any]]) -> Spans:
    """The entries of a table by their version."""
    found: dict[int, Span] = {}
    for seq, body in bodies:
        if form := version_of(body):
            number, at = _round(body), moment_of(body.get("at"))
            one = Span(seq, seq, () if number is None else (number,), () if at is None else (at,))
            found[form] = found.get(form, Span()) | one
    return found


def _round(body: Mapping[str, Any]) -> int | None:
    """The round that an entry began."""
    start = body.get("start")
    number = start.get("round") if isinstance(start, dict) else None
    return number if type(number) is int else None


def reached(connection: Connection, unsigned: Mapping[int, int]) -> Reached:
    """What tables tell of the versions that a room has come to; `unsigned` is the last entry of each from before it
    signed."""
    found = Reached()
    for chain, body in _bodies(connection, JOURNAL.c.seq == 1):
        found.openings[chain] = version_of(body)
        found.openers[chain] = body.get("by") if isinstance(body, dict) else None
    for table, last in unsigned.items():
        for _, body in _bodies(connection, (JOURNAL.c.chain == table) & (JOURNAL.c.seq == last + 1)):
            form, at = version_of(body), moment_of(body.get("at"))
            if form and at is not None:
                found.gone_on[form] = min(at, found.gone_on.get(form, at))
    return found


def _bodies(connection: Connection, which: ColumnElement[bool]) -> Iterator[tuple[int, Any]]:
    """Some entries of tables, as far as they can be read."""
    for row in connection.execute(select(JOURNAL.c.chain, JOURNAL.c.body).where(JOURNAL.c.chain > ROOM, which)):
        with suppress(ValueError, RecursionError):  # whoever reads the table says so
            yield row.chain, json.loads(row.body)


def form_faults(
    tables: Mapping[int, Spans], signed: Callable[[int, int], bool], notes: list[Finding]
) -> Iterator[Told]:
    """Where a table went on in an older version than the room had come to; `signed` tells whether an entry is."""
    whole: dict[int, Span] = {}
    for form, span in ((form, span) for each in tables.values() for form, span in each.items()):
        whole[form] = whole.get(form, Span()) | span
    for table, of in tables.items():
        for form, span in of.items():
            newer = next((each for each in sorted(whole) if each > form and span.follows(whole[each])), 0)
            where = f"table {table}, entry {span.last}"
            if newer:
                yield where, f"is of version {form}, and the room had written version {newer} before"
            elif form >= HELD and not signed(table, span.first):
                says = f"is of version {form}, and is not signed, as every entry of that version is"
                yield f"table {table}, entry {span.first}", says
            elif form < SIGNED and signed(table, span.last):
                yield where, f"is of version {form}, and none before version {SIGNED} was ever signed"
            elif form < VERSION and signed(table, span.last):
                says = (
                    f"is of version {form}, and so are those before it: what the room refuses since then is not judged"
                )
                notes.append(Finding(where, says))


def not_as_written(entry: JournalEntry, body: Mapping[str, Any]) -> Iterator[str]:
    """Where an entry leaves out what the room writes, which is then read as whatever is usual, or says more."""
    written = json.loads(canonical(entry.json() | {"v": entry.version}))
    if other := sorted(key for key in written.keys() | body.keys() if written.get(key) != body.get(key)):
        yield f"is not whole, or says more than the room writes: {', '.join(other)}"
