"""The card room: one command, one transaction with its journal entry, postings and key, answered after the commit.

A table has one writer at a time: whoever holds the lock on the head of its chain. A room that finds the chain longer
than it remembers reads on, so several processes may serve one PostgreSQL database.
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, func, select, update

from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.games import game as find_game
from houseway.room import history
from houseway.room.store import journal, ledger, notices
from houseway.room.store.transaction import Bench, commit_to, digest, load, remember, stamp
from houseway.room.table.clock import Clock, Waits
from houseway.room.table.rounds import BEGINNING
from houseway.room.acts.checks import perform, refuse_unknown
from houseway.room.desk import Command
from houseway.room.drills import Drills
from houseway.room.errors import Broken, Forbidden, Stale, Stopped
from houseway.room.fairness import below
from houseway.room.table.foresight import Prospect, prospect, think, worth_thinking
from houseway.room.store.keys import key_file
from houseway.room.table.state import Live
from houseway.room.store.locks import Locks
from houseway.room.store.meters import seeded
from houseway.room.opening import cannot_open
from houseway.room.people import SURVEILLANCE, People, Person
from houseway.room.store.schema import COMMANDS, ROUNDS, SHOES, TABLES
from houseway.room.store.shoes import Shoes
from houseway.room.table.spectators import Showing
from houseway.room.store.database import LOG, Store, engine_for
from houseway.room.table.view import Decision, Public, View, decision_of
from houseway.room.table.watchers import Watchers

MOST_KEY = 80
CHECKPOINT_EVERY = 60.0


class Done(NamedTuple):
    """A command that has happened: the version of the table after it, and whether it had happened before."""

    version: int
    repeated: bool = False


class TableCard(NamedTuple):
    """A table as the lobby shows it."""

    id: int
    game: str
    name: str
    settings: Mapping[str, str]
    taken: int
    free: int
    phase: str
    version: int


class Room:
    """Everything that happens in a card room, on one database."""

    def __init__(
        self,
        engine: Engine,
        seal: journal.Seal,
        *,
        clock: Clock = Clock(),  # noqa: B008  # immutable
        now: Callable[[], float] = time.monotonic,
        draw: Callable[[int], int] = below,
    ) -> None:
        self.store = Store(engine)
        self.people = People(self.store)
        self.drills = Drills(self.store)
        self.first_password = self.people.first_manager()
        self._seal = seal
        self._waits = Waits(clock, now)
        self._draw = draw
        self._live: dict[int, Live] = {}
        self._locks = Locks(self._known)
        self._shoes = Shoes()
        self._watchers = Watchers()
        self._showing = Showing()
        self._sealed_at = -CHECKPOINT_EVERY
        self._sealed: dict[str, list[Any]] = {}

    @classmethod
    def open(cls, database: str, **options: Any) -> "Room":
        """Open a room, making or migrating its database; every table stands where its journal left it."""
        room = cls(engine_for(database), journal.Seal.at(key_file(database)), **options)
        room.checkpoint()
        return room

    def close(self) -> None:
        """Sign what has happened and let go of the database."""
        try:
            if not self.store.stopped:
                self.checkpoint()
        finally:
            self.store.close()

    @property
    def stopped(self) -> str:
        """Why the room accepts nothing more; empty while it does."""
        return self.store.stopped

    # ------------------------------------------------------------------------------------------------ lobby

    def tables(self) -> list[TableCard]:
        """The open tables."""
        with self.store.transaction() as connection:
            ids = connection.execute(select(TABLES.c.id).where(~TABLES.c.closed).order_by(TABLES.c.id)).scalars().all()
        return [self._card(id_) for id_ in ids]

    def _card(self, id_: int) -> TableCard:
        with self._locks.held(id_):
            with self.store.transaction() as connection:
                live = self._current(connection, id_, lock=False)
            free = sum(place.free for place in live.places.values())
            shown = live.settings.show()
            taken = len(live.places) - free
            return TableCard(id_, live.game.id, live.name, shown, taken, free, live.phase, live.version)

    def open_table(self, by: Person, game: str, settings: Mapping[str, str], name: str) -> int:
        """A new table with these settings; its first shoe is committed to at once."""
        if by.role == SURVEILLANCE or by.provisional:
            raise Forbidden("players and supervisors open tables")
        found = find_game(game)
        checked = found.document.configure(settings)
        if refused := cannot_open(checked):
            raise IllegalSetting("; ".join(refused.values()))
        title = " ".join(name.split())[:60] or found.name
        if not title.isprintable():
            raise HousewayError("a table's name has printable characters")
        seats = checked.integer("seats") if "seats" in checked else 6
        given = {key: str(value) for key, value in settings.items()}
        defaults = {key: shown for key, shown in checked.show().items() if key not in given}
        with self.store.transaction() as connection:
            at = journal.head(connection, journal.ROOM, lock=True)
            assert at is not None
            id_ = 1 + (connection.execute(select(func.max(TABLES.c.id))).scalar() or 0)
            connection.execute(TABLES.insert().values(id=id_, game=game, name=title, closed=False))
            journal.append(connection, journal.ROOM, at, {"kind": "table", "id": id_, "by": by.id})
            journal.begin(connection, id_)
            shoe = commit_to(connection, id_, found.table.pack(checked), self._draw)
            data = {"game": game, "name": title, "settings": given, "defaults": defaults, "seats": seats, "shoe": shoe}
            body = {"kind": "opened", "by": by.id, "at": stamp(), "data": data}
            new = journal.append(connection, id_, journal.Head(0, journal.START), body)
            _, seeds = seeded(id_, found, checked)
            ledger.post(connection, seeds, id_, new.seq)
        LOG.info("table %d opened: %s", id_, game)
        return id_

    # ------------------------------------------------------------------------------------------------ at a table

    def do(self, command: Command) -> Done:
        """Do what a command asks, once. Refused, it changes nothing; acknowledged, it is on disk."""
        key = command.key
        if not isinstance(key, str) or not 1 <= len(key) <= MOST_KEY or not key.isprintable():
            raise HousewayError(f"a command carries a key of its own, of 1 to {MOST_KEY} printable characters")
        if not isinstance(command.kind, str) or not isinstance(command.data, Mapping):
            raise HousewayError("a command has a kind, which is a word, and data, which are named")
        if not history.countable(command.person):
            raise UnknownName(f"there is nobody with the number {command.person!r}")
        refuse_unknown(command.kind, by_house=False)
        return self._do(command, by_house=False)

    def _do(self, command: Command, *, by_house: bool) -> Done:
        self._think(command, by_house=by_house)
        with self._locks.held(command.table, wait=not by_house):
            try:
                with self.store.transaction() as connection:
                    done = self._in(connection, command, by_house=by_house)
            except BaseException:
                # What was changed in memory did not happen: the next to come reads the journal again.
                if (live := self._live.get(command.table)) is not None and live.loose:
                    del self._live[command.table]
                raise
            self._live[command.table].loose = False
        if not done.repeated:
            self._watchers.tell(command.table, done.version)
        return done

    def _think(self, command: Command, *, by_house: bool) -> None:
        """Let bots think of the deal that this command will begin, while nobody waits for the table.

        Of a command that is refused, or done already, or begins nothing, they think nothing: the time that its answer
        takes would tell of cards to come. Why it is refused, the command itself says.
        """
        if command.kind in BEGINNING:
            with contextlib.suppress(HousewayError):
                if (coming := self._coming(command, by_house=by_house)) is not None:
                    think(coming)

    def _coming(self, command: Command, *, by_house: bool) -> Prospect | None:
        with self._locks.held(command.table, wait=not by_house):
            live = self._live.get(command.table)
            if live is None or live.loose or not worth_thinking(live):
                return None
            with self.store.transaction() as connection:
                live = self._current(connection, command.table, lock=False)
                if self._done_before(connection, command, live) is not None:
                    return None
                person = None if by_house else self.people.by_id(connection, command.person)
                return prospect(live, command, person, Bench(connection, self._draw))

    def _done_before(self, connection: Connection, command: Command, live: Live) -> Done | None:
        """The answer to a command that is known by its key; a key or a version that does not fit is refused."""
        says = digest(command)
        asked = (COMMANDS.c.person == command.person) & (COMMANDS.c.key == command.key)
        known = connection.execute(select(COMMANDS.c.digest, COMMANDS.c.version).where(asked)).first()
        if known is not None:
            if known.digest != says:
                raise HousewayError("this key was used for another command: each command has a key of its own")
            return Done(known.version, repeated=True)
        if command.version is not None and command.version != live.version:
            raise Stale(f"the table is at version {live.version}, not {command.version}: look again")
        return None

    def _in(self, connection: Connection, command: Command, *, by_house: bool) -> Done:
        live = self._current(connection, command.table, lock=True, wait=not by_house)
        if (before := self._done_before(connection, command, live)) is not None:
            return before
        person = None if by_house else self.people.by_id(connection, command.person)
        body = perform(live, command, person, Bench(connection, self._draw))
        at = journal.head(connection, live.id, lock=False)
        assert at is not None
        new = journal.append(connection, live.id, at, body | {"at": stamp()})
        ledger.post(connection, live.moves, live.id, new.seq)
        self._note_rounds(connection, live, body, new.seq)
        notices.announce(connection, live.id, new.seq)
        live.moves, live.version = [], new.seq
        if not by_house:
            row = {"person": command.person, "key": command.key, "chain": live.id, "digest": digest(command)}
            remember(connection, row | {"version": new.seq})
        return Done(new.seq)

    def _note_rounds(self, connection: Connection, live: Live, body: Mapping[str, Any], seq: int) -> None:
        """Keep the index of rounds and tables in step with the journal."""
        if "start" in body:
            round_ = ROUNDS.c.id == body["start"]["round"]
            # Not the shoe in use now: a round that is over as it is dealt may have brought the next one.
            shoe = select(ROUNDS.c.shoe).where(round_).scalar_subquery()
            connection.execute(update(SHOES).where(SHOES.c.id == shoe).values(cut=live.first_cut))
            connection.execute(update(ROUNDS).where(round_).values(started=seq))
        if "end" in body:
            connection.execute(update(ROUNDS).where(ROUNDS.c.id == live.round).values(ended=seq))
        if body["kind"] == "close":
            connection.execute(update(TABLES).where(TABLES.c.id == live.id).values(closed=True))
            connection.execute(update(SHOES).where(SHOES.c.id == live.shoe).values(ended=True))

    def view(self, table: int, viewer: Person | None) -> View:
        """The table as this viewer may see it. Spectators see one view, made once for all of them."""
        with self._locks.held(table), self.store.transaction() as connection:
            live = self._current(connection, table, lock=False)
            return self._showing.view(connection, live, viewer, self._waits.left(live))

    def public(self, table: int) -> Public:
        """The table as every spectator may see it, and who sees it otherwise."""
        with self._locks.held(table), self.store.transaction() as connection:
            live = self._current(connection, table, lock=False)
            return self._showing.public(connection, live, self._waits.left(live))

    def decision(self, table: int, person: Person) -> Decision | None:
        """What this person is asked now, with the round as their seat has seen it; for advice."""
        with self._locks.held(table), self.store.transaction() as connection:
            live = self._current(connection, table, lock=False)
            place, seat = live.place_of(person.id), live.seat_in_round(person.id)
            return decision_of(live, seat) if seat is not None and place is not None and place.number == seat else None

    def watch(self, table: int, wake: Callable[[int], None]) -> Callable[[], None]:
        """Call `wake(version)` after each commit at this table; returns how to stop it.

        What other processes commit is found by `tick`, and heard at once between `listen` and its end.
        """
        return self._watchers.add(table, wake)

    def listen(self) -> Callable[[], None]:
        """Hear of other processes' commits at once, where the database can tell; returns how to end it."""
        return notices.listen(self.store.engine, self._heard)

    def _heard(self, table: int, version: int) -> None:
        if table not in self._watchers or self._watchers.knows(table, version) or self.store.stopped:
            return
        with contextlib.suppress(Stopped):
            with self.store.transaction() as connection:
                head = journal.head(connection, table, lock=False)
            if head is not None:
                self._watchers.tell(table, head.seq)

    # ------------------------------------------------------------------------------------------------ time

    def tick(self, now: float | None = None) -> None:
        """Let the house act where time has run out, tell watchers what other processes did, and sign checkpoints."""
        if self.store.stopped:
            raise Stopped(self.store.stopped)
        at = self._waits.now() if now is None else now
        with self.store.transaction() as connection:
            heads = journal.heads(connection)
            open_ones = set(connection.execute(select(TABLES.c.id).where(~TABLES.c.closed)).scalars())
        for chain, (seq, _) in heads.items():
            if int(chain) in open_ones:
                self._tick_table(int(chain), seq, at)
        if at - self._sealed_at >= CHECKPOINT_EVERY:
            self.checkpoint()
            self._sealed_at = at

    def _tick_table(self, table: int, version: int, now: float) -> None:
        """Let the house act if time has run out. A table that somebody is at is left to the next look at the clock."""
        self._watchers.tell(table, version)
        with contextlib.suppress(Stale):
            with self._locks.held(table, wait=False):
                live = self._live.get(table)
                if live is None or live.loose or live.version < version:
                    with self.store.transaction() as connection:
                        live = self._current(connection, table, lock=False)
                left = self._waits.left(live, now)
                seen = live.version
            if left is not None and left <= 0:
                self._run_out(table, seen)

    def _run_out(self, table: int, seen: int) -> None:
        try:
            self._do(Command(table, 0, "", seen, "timeout"), by_house=True)
        except Stale:
            raise
        except HousewayError as refused:
            LOG.info("table %d waits: %s", table, refused)
            self._waits.anew(table)
        except Broken as fault:
            raise self._stop(f"time has run out at table {table}, and what follows does not hold", fault) from fault

    def checkpoint(self) -> None:
        """Sign the heads of all chains, if they have moved."""
        with self.store.transaction() as connection:
            heads = journal.heads(connection)
            if heads == self._sealed:
                return
            body, signature = journal.checkpoint(connection, self._seal, stamp())
        self._sealed = heads
        with self.store.guarded():
            self._seal.write(body, signature)

    # ------------------------------------------------------------------------------------------------ rounds and proofs

    def round(self, round_id: int, viewer: Person | None) -> View:
        """The page of a round that has ended: cards, wagers, ruling."""
        with self.store.transaction() as connection:
            return history.page(connection, round_id, viewer, self._shoes.over(connection))

    def history(self, table: int, before: int | None = None) -> list[dict[str, Any]]:
        """The latest rounds of a table that have ended, the newest first."""
        with self.store.transaction() as connection:
            return history.latest(connection, table, before)

    def record(self, round_id: int, viewer: Person | None = None) -> dict[str, Any]:
        """A round that has ended, as `houseway settle` reads it."""
        with self.store.transaction() as connection:
            return history.record(connection, round_id, viewer, self._shoes.over(connection))

    def proof(self, shoe: int, viewer: Person | None = None) -> View:
        """What this viewer can check of a shoe now: the root, and an opening of every card that it may see."""
        with self.store.transaction() as connection:
            query = select(SHOES.c.chain).where(SHOES.c.id == shoe)
            table = connection.execute(query).scalar() if history.countable(shoe) else None
        if table is None:
            raise UnknownName(f"there is no shoe {shoe}")
        with self._locks.held(table), self.store.transaction() as connection:
            live = self._current(connection, table, lock=False)
            return history.proof(connection, shoe, viewer, live, self._shoes.over(connection))

    # ------------------------------------------------------------------------------------------------ inside

    def _stop(self, why: str, fault: Exception) -> Stopped:
        """Accept nothing more: what to raise."""
        self.store.stop(f"the room has stopped: {why} ({fault})")
        return Stopped(self.store.stopped)

    def _known(self, table: int) -> None:
        """Refuse a table that there is not."""
        with self.store.transaction() as connection:
            self._head(connection, table, lock=False)

    def _head(self, connection: Connection, table: int, *, lock: bool, wait: bool = True) -> journal.Head:
        head = journal.head(connection, table, lock=lock, wait=wait) if history.countable(table) else None
        if head is None and not wait:
            raise Stale(f"table {table} is being written to: look again")
        if head is None:
            raise UnknownName(f"there is no table {table}")
        return head

    def _current(self, connection: Connection, table: int, *, lock: bool, wait: bool = True) -> Live:
        """The table as its journal stands now; locked, nobody else writes to it until the transaction ends."""
        head = self._head(connection, table, lock=lock, wait=wait)
        live = self._live.get(table)
        try:
            if live is None or live.loose or live.version > head.seq:
                live = self._live[table] = load(connection, table, self._shoes.over(connection))
            live.shoes, live.loose = self._shoes.over(connection), True
            for seq, body in journal.entries(connection, table, live.version, head.seq):
                live.apply(seq, body)
        except Broken as fault:
            raise self._stop("its journal does not hold", fault) from fault
        live.moves, live.loose = [], False
        return live
