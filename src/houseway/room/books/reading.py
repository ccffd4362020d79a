"""What the journals of a period tell, in one pass over its entries: every wager with its end, jackpots, amendments.

Each table also says what money must have moved, by what it was for and by account: `proof` holds it to the ledger.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.room.acts.change import Change
from houseway.room.acts.desk import Approve
from houseway.room.books.amendments import Amendment, parts_by_wager, undone_by
from houseway.room.books.period import Entries, Period
from houseway.room.books.tables import readable, table_set
from houseway.room.errors import Broken
from houseway.room.jackpots.event import Event
from houseway.room.jackpots.plan import HOUSE
from houseway.room.people.people import issue
from houseway.room.store import journal, ledger
from houseway.room.store.database import Store
from houseway.room.store.documents import Documents
from houseway.room.store.jackpots import found as jackpots
from houseway.room.store.meters import METERED
from houseway.room.store.schema import CHAINS, JOURNAL, PEOPLE, ROUNDS, TRANSACTIONS
from houseway.room.table.entry import JournalEntry, Start
from houseway.room.table.following import held_of
from houseway.room.table.pending import VOID, Pending
from houseway.round.ruling import Payout, Ruling

HELD, SETTLED = "hold", "settle"
SLICE = 200
"""Entries that are read at once."""


Moved = Counter[tuple[str, str, int | None]]
"""Cents by what they moved for, by account, and by round where they are of one."""


class Bet(NamedTuple):
    """One wager of a seat in a round that has ended; all amounts in cents.

    `stake` is the wager as it was first made, `action` all that was staked on it (doubles and splits too), `returned`
    what the house has given back of it: what came off a meter is apart, in `metered`. `setting` numbers the settings of
    its table that it was made under, `parts` how many payouts it ended in.
    """

    table: int
    round: int
    seat: int
    account: str
    wager: str
    setting: int
    stake: int
    action: int
    returned: int
    metered: int
    commission: int
    award: str
    void: bool
    parts: int = 1

    @property
    def win(self) -> int:
        """What the house has won of it, commission included."""
        return self.action - self.returned


class Told(NamedTuple):
    """A change of a jackpot, and where and when it is told."""

    event: Event
    chain: int
    seq: int
    at: str


@dataclass
class TableRead:
    """A table in a period."""

    id: int
    name: str
    game: Game
    settings: list[Settings]
    entries: Entries
    rounds: int = 0
    bets: list[Bet] = field(default_factory=list)
    staked: Counter[tuple[int, str]] = field(default_factory=Counter)
    """What each account gained when the wagers of a round that ended were held, by round."""

    running: Start | None = None
    """The round that is being played when the period ends."""

    amendments: list[Amendment] = field(default_factory=list)
    changes: list[Told] = field(default_factory=list)
    expected: Moved = field(default_factory=Counter)
    head: str = ""
    """The hash of the last entry."""

    closed: bool = False
    linked: Mapping[str, str] = field(default_factory=dict)
    """The jackpots of the room that its wagers serve."""

    booked: int = 0
    """What the house's accounts at this table gained."""

    def game_under(self, setting: int) -> Game:
        """The game by the document of these settings, which a change of paytables makes another."""
        return self.game.with_document(self.settings[setting].document)

    def expect(self, move: ledger.Movement) -> None:
        """Money that the journal says has moved."""
        _moved(self.expected, move)
        self.booked += sum(n for a, n in move.cents if a in (f"house:{self.id}", f"commission:{self.id}"))


@dataclass
class Reading:
    """The whole room in a period; `room` is what money the room's own journal has moved."""

    period: Period
    tables: list[TableRead]
    room: Moved
    entries: Entries
    changes: list[Told]
    names: dict[str, str]
    """Who is behind an account, by name."""

    head: str = ""
    fixed: frozenset[str] = frozenset()
    """Jackpots whose prize the house pays, also those of tables that are closed."""

    def every_change(self) -> Iterator[Told]:
        """All changes of jackpots, of all tables and of the desk."""
        yield from self.changes
        for table in self.tables:
            yield from table.changes


def read(store: Store, period: Period) -> Reading:
    """Read a period.

    Entries are never changed, so each slice of them is read by itself: nobody at a table waits for a report.
    """
    with store.transaction() as connection:
        with readable("the ledger"):
            ids = period.tables(connection)
        entries = period.entries(connection, journal.ROOM)
        head = _hash(connection, journal.ROOM, entries)
        names = {f"person:{row.id}": row.name for row in connection.execute(select(PEOPLE.c.id, PEOPLE.c.name))}
        with readable("the jackpots"):
            fixed = frozenset(id_ for id_, each in jackpots(connection).items() if each.plan.kind == HOUSE)
    documents = Documents()
    tables = [found for id_ in ids if (found := _table(store, id_, period, documents)) is not None]
    room, changes = Moved(), list[Told]()
    with readable("the room's journal"):
        for seq, body in slices(store, journal.ROOM, entries):
            _in_room(seq, body, room, changes)
    return Reading(period, tables, room, entries, changes, names, head, fixed)


def slices(store: Store, chain: int, entries: Entries) -> Iterator[tuple[int, Any]]:
    """Entries of a chain in their order; between two slices others write."""
    for start in range(entries.first, entries.end, SLICE):
        with store.transaction() as connection:
            found = list(journal.entries(connection, chain, start - 1, min(start + SLICE, entries.end) - 1))
        yield from found


def _hash(connection: Connection, chain: int, entries: Entries) -> str:
    at = (JOURNAL.c.chain == chain) & (JOURNAL.c.seq == entries.end - 1)
    return str(connection.execute(select(JOURNAL.c.hash).where(at)).scalar() or "")


def _moved(into: Moved, move: ledger.Movement) -> None:
    for account, cents in move.cents:
        into[move.what, account, move.round] += cents


def _in_room(seq: int, body: dict[str, Any], moved: Moved, changes: list[Told]) -> None:
    """An entry of the room's own journal: chips handed out, and what was done at the jackpots' desk."""
    if body.get("kind") in ("chips", "person") and body.get("chips"):
        _moved(moved, issue(body["id"], body["chips"]))
    if body.get("kind") == "jackpot":
        for event in map(Event.read, body.get("jackpots", ())):
            _moved(moved, event.movement())
            changes.append(Told(event, journal.ROOM, seq, body.get("at", "")))
        for what, lines, round_ in body.get("moves", ()):
            _moved(moved, ledger.movement(what, [(str(a), int(n)) for a, n in lines], round_))


# ---------------------------------------------------------------------------------------------------- a table


def _table(store: Store, id_: int, period: Period, documents: Documents) -> TableRead | None:
    """A table in a period; nothing where it has no entry there and was closed, or not open yet."""
    with readable(f"table {id_}"):
        with store.transaction() as connection:
            found = _opened(connection, id_, period, documents)
            if found is None:
                return None
            going = _underway(connection, found)
        reading = _Pass(store, found, going)
        for seq, body in slices(store, id_, found.entries):
            reading.entry(seq, JournalEntry.read(body))
        found.running = reading.start
    return found


def _opened(connection: Connection, id_: int, period: Period, documents: Documents) -> TableRead | None:
    """The same before its entries are read."""
    entries = period.entries(connection, id_)
    if entries.end == 1 or (entries.first == entries.end and _over(connection, id_, entries)):
        return None
    found = table_set(connection, id_, documents, max(2, entries.first))
    head = _hash(connection, id_, entries)
    return TableRead(
        id_, found.name, found.game, [found.settings], entries, head=head, closed=found.closed, linked=found.linked
    )


def _over(connection: Connection, id_: int, entries: Entries) -> bool:
    """Whether a table had been closed before these entries."""
    last = journal.entry(connection, id_, entries.first - 1)
    end = connection.execute(select(CHAINS.c.seq).where(CHAINS.c.chain == id_)).scalar()
    return bool(end == entries.first - 1 and last.get("kind") in ("close", "expire"))


def _underway(connection: Connection, table: TableRead) -> Start | None:
    """The round that was being played when the period began."""
    first = table.entries.first
    over = ROUNDS.c.ended.is_(None) | (ROUNDS.c.ended >= first)
    query = select(ROUNDS.c.started).where(ROUNDS.c.chain == table.id, ROUNDS.c.started < first, over)
    started = connection.execute(query.order_by(ROUNDS.c.id).limit(1)).scalar()
    return None if started is None else JournalEntry.read(journal.entry(connection, table.id, started)).start


class _Pass:
    """One pass over the entries of a table."""

    def __init__(self, store: Store, table: TableRead, going: Start | None) -> None:
        self._store, self._table, self.start = store, table, going

    def entry(self, seq: int, entry: JournalEntry) -> None:
        table = self._table
        if entry.version < METERED and table.game.seeds(table.settings[-1]):
            raise HousewayError(
                f"table {table.id}, entry {seq}: it is from before jackpots had accounts of their own, and what its "
                "rounds did to a meter is not told: ask for later days; houseway audit proves these"
            )
        if isinstance(entry.act, Change):
            table.settings.append(self._changed(entry.act))
        before = table.booked
        for event in entry.jackpots:
            table.expect(event.movement())
            table.changes.append(Told(event, table.id, seq, entry.at))
        if entry.start is not None:
            self.start = entry.start
        if entry.end is not None:
            self._ended(entry.end.payouts, entry.version)
        if isinstance(entry.act, Approve):
            self._approved(seq, entry, entry.act, before)

    def _changed(self, act: Change) -> Settings:
        """The settings after a change, by another document where it came with paytables."""
        now, game = self._table.settings[-1], self._table.game_under(-1)
        if act.document:
            with self._store.transaction() as connection:
                game = game.with_document(Documents().over(connection)(act.document))
        return game.configure({**now.show(), **act.settings})

    def _ended(self, ruling: Ruling, version: int) -> None:
        """A round that has ended: its wagers, and the money that its ruling moves."""
        table, start = self._table, self.start
        if start is None:
            raise Broken(f"table {table.id}: a round ends that has not begun")
        table.rounds += 1
        found: dict[tuple[int, str], list[Payout]] = {}
        for payout in ruling:
            found.setdefault((payout.seat, payout.wager), []).append(payout)
            table.expect(ledger.movement(SETTLED, self._lines(start, payout, version), start.round))
            table.staked[start.round, f"hold:{table.id}"] += payout.stake
            table.staked[start.round, start.accounts[payout.seat]] -= payout.stake
        table.bets += [bet_of(table.id, len(table.settings) - 1, start, each) for each in found.values()]
        self.start = None

    def _lines(self, start: Start, payout: Payout, version: int) -> list[tuple[str, int]]:
        table = self._table
        held = held_of(payout, table.linked, (table.game, table.settings[-1]), version)
        id_, back = table.id, payout.returned - held
        return [
            (f"hold:{id_}", -payout.stake),
            (start.accounts[payout.seat], back),
            (f"commission:{id_}", payout.commission),
            (f"house:{id_}", payout.stake - back - payout.commission),
        ]

    def _approved(self, seq: int, entry: JournalEntry, act: Approve, before: int) -> None:
        """A void or a correction: its money, and what it was asked for."""
        table = self._table
        with self._store.transaction() as connection:
            asked = journal.entry(connection, table.id, act.request)
            data = {key: asked["data"][key] for key in Pending._fields if key in asked["data"]}
            told = Pending.read(data | {"by": asked["by"]})
            undone = Counter[str]()
            if told.what == VOID:
                undone = undone_by(connection, (table.id, seq), told.round, entry.jackpots)
        lines = [(str(account), int(cents)) for account, cents in act.lines]
        table.expect(ledger.movement(told.what, lines, told.round))
        gained = table.booked - before
        parts = parts_by_wager(f"house:{table.id}", entry.jackpots, undone, told.wager, gained)
        amended = (told.round, told.what, told.reason, entry.at, gained, told.seat, told.wager, parts)
        table.amendments.append(Amendment(table.id, seq, *amended))


def bet_of(table: int, setting: int, start: Start, payouts: list[Payout]) -> Bet:
    """One wager of a seat, from the payouts that it ended in."""
    seat, wager = payouts[0].seat, payouts[0].wager
    action = sum(each.stake for each in payouts)
    metered = sum(each.metered for each in payouts)
    return Bet(
        table,
        start.round,
        seat,
        start.accounts[seat],
        wager,
        setting,
        start.wagers.get(seat, {}).get(wager, action),
        action,
        sum(each.returned for each in payouts) - metered,
        metered,
        sum(each.commission for each in payouts),
        payouts[0].award,
        all(each.award == VOID for each in payouts),
        len(payouts),
    )


def voided_rounds(connection: Connection, bets: Iterable[Bet]) -> set[int]:
    """The rounds among these that two people have agreed to void since."""
    numbers = [bet.round for bet in bets]
    if not numbers:
        return set()
    within = TRANSACTIONS.c.round.between(min(numbers), max(numbers))
    columns = (TRANSACTIONS.c.round, TRANSACTIONS.c.chain, TRANSACTIONS.c.seq)
    rows = connection.execute(select(*columns).where(TRANSACTIONS.c.what == VOID, within)).all()
    # A hand that is void while a round is played takes back what it fed a meter, for the same reason.
    agreed = {row.round for row in rows if journal.entry(connection, row.chain, row.seq)["kind"] == "approve"}
    return agreed & set(numbers)
