"""What is known of a table as its journal is read: where it stands, and which rows there must be of it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.room.audit import left_out
from houseway.room.audit.chain import chain_name
from houseway.room.audit.forms import Spans
from houseway.room.audit.mark import Done, moved
from houseway.room.audit.people import People
from houseway.room.jackpots.award_audit import Change, Returned
from houseway.room.store import ledger
from houseway.room.store.archived import Gone
from houseway.room.store.keyring import Keyring
from houseway.room.store.lines import Line
from houseway.room.store.meters import HELD
from houseway.room.store.schema import JOURNAL
from houseway.room.table.entry import JournalEntry
from houseway.round.auditing import Finding


class Known(NamedTuple):
    """What is known before a table is read: the keys, the people as the journal has them, what the desk has paid."""

    connection: Connection
    keys: Keyring
    people: People
    desk: Mapping[int, Counter[str]]
    gone: Mapping[int, Gone] = {}


@dataclass
class TableRead:
    """One table by its journal: where it stands, and which rows there must be of it."""

    id: int
    game: str = ""
    name: str = ""
    closed: bool = False
    pack: tuple[int, ...] = ()
    held: int = 0
    outside: dict[str, Any] | None = None
    expected: dict[int, list[ledger.Movement]] = field(default_factory=dict)
    rounds: dict[int, tuple[int, int, int, int, int | None]] = field(default_factory=dict)
    accounts: dict[int, Mapping[int, str]] = field(default_factory=dict)
    shoes: dict[int, tuple[int, str, int | None, bool]] = field(default_factory=dict)
    again: set[int] = field(default_factory=set)
    """The shoes that it has committed to more than once."""

    committed: dict[int, str] = field(default_factory=dict)
    """When its entries committed to a shoe, and so to its line in the log, as far as there was a log then."""
    sizes: dict[int, int] = field(default_factory=dict)
    """How many cards each of those shoes was told to have."""
    commands: dict[int, tuple[object, str]] = field(default_factory=dict)
    requests: tuple[int, ...] = ()
    documents: set[str] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)
    returned: list[Returned] = field(default_factory=list)
    taken: list[Returned] = field(default_factory=list)
    """The wagers of rounds on a house jackpot of the room."""
    played: list[Line] = field(default_factory=list)
    unplayed: list[left_out.LeftOut] = field(default_factory=list)
    gone: Gone | None = None
    """What of it lies in an archive and was not put back."""

    forms: Spans = field(default_factory=dict)
    """Its entries by their version."""

    stood: int = 0
    """Where the room's own journal is known to have stood."""
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    def found(self, where: str, what: str) -> None:
        self.findings.append(Finding(where, what))

    def commits(self, entry: JournalEntry) -> None:
        """Note the shoe that an entry commits to."""
        if entry.committed is not None and entry.version >= HELD:
            self.committed[entry.committed.id] = entry.at
            self.sizes[entry.committed.id] = entry.committed.size

    @property
    def done(self) -> Done:
        """What a later audit need not do again."""
        end = max((round_[4] or 0 for round_ in self.rounds.values()), default=0)
        return Done(end, moved(self.expected, end))

    @property
    def in_use(self) -> int:
        """The shoe that is dealt from; of two, the one before the newest."""
        return max(id_ for id_, (_, _, _, ended) in self.shoes.items() if not ended)


def entries(connection: Connection, chain: int, found: Callable[[str, str], None]) -> Iterator[tuple[int, Any]]:
    """The entries of a chain, as far as they can be read."""
    query = select(JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain == chain).order_by(JOURNAL.c.seq)
    for row in connection.execute(query).all():
        try:
            yield row.seq, json.loads(row.body)
        except (ValueError, RecursionError):
            found(f"{chain_name(chain)}, entry {row.seq}", "cannot be read")
            return
