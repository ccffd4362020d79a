"""The card room: one command, one transaction with its journal entry, postings and key, answered after the commit.

A table has one writer at a time: whoever holds the lock on the head of its chain. A room that finds the chain longer
than it remembers reads on, so several processes may serve one PostgreSQL database.
"""

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Row

from houseway.document.settings import Settings
from houseway.errors import HousewayError, UnknownName
from houseway.game import Game
from houseway.room import history
from houseway.room.academy import Academy
from houseway.room.acts import ACTS, parsed
from houseway.room.acts.desk import closable, theirs
from houseway.room.commands.command import THE_HOUSE, Along, Asked, Command, Done, Sender
from houseway.room.commands.commits import Commits
from houseway.room.commands.line import Ticket
from houseway.room.commands.thinking import Pool
from houseway.room.controls.file import Controls
from houseway.room.controls.pending import Pending
from houseway.room.controls.running import THE_FILE, InForce, Outcome, Running, put_in_force
from houseway.room.drills import Drills
from houseway.room.errors import Altered, Broken, Busy, Forbidden, Nested, Stopped, legible
from houseway.room.evidence import log
from houseway.room.evidence.signed_heads import SignedHeads
from houseway.room.evidence.witness import Witnesses
from houseway.room.fairness.commitments import below
from houseway.room.fairness.finders import Finders
from houseway.room.fairness.proofs import Proofs, glance
from houseway.room.fairness.receipts import receipt, signed_record
from houseway.room.house import House
from houseway.room.jackpots.checks import Checks
from houseway.room.jackpots.desk import Jackpots
from houseway.room.jackpots.funds import Funds
from houseway.room.latest import Latest
from houseway.room.live_tables import LiveTables, refusing
from houseway.room.lobby import Lobby, TableCard
from houseway.room.opening import Wanted, open_table, opening, wanted_table
from houseway.room.own_paytables import Fault, Paytables
from houseway.room.people.people import PLAYER, STAFF, SURVEILLANCE, People, Person
from houseway.room.people.second_factor import SecondFactors
from houseway.room.sought import Sought
from houseway.room.store import archived, index, journal, notices, shoes, trusted
from houseway.room.store.database import LOG, Store, engine_for
from houseway.room.store.jackpots import newest_award
from houseway.room.store.journal import stamp
from houseway.room.store.keyring import Keyring
from houseway.room.store.signatures import admit
from houseway.room.table.clock import Clock, Waits
from houseway.room.table.metering import Sensor
from houseway.room.table.spectators import Spectators
from houseway.room.table.view import Decision, Public, View, decision_of
from houseway.room.table.watchers import Watchers
from houseway.room.waiting import Waiting, waiting


class AsSet(NamedTuple):
    """A game as a table deals it, with its settings and the jackpots of the room by wager."""

    game: Game
    settings: Settings
    linked: Mapping[str, str]


class Room:
    """Everything that happens in a card room, on one database."""

    def __init__(
        self,
        engine: Engine,
        keys: Keyring,
        *,
        clock: Clock = Clock(),  # noqa: B008  # immutable
        now: Callable[[], float] = time.monotonic,
        draw: Callable[[int], int] = below,
        witnesses: Iterable[str] = (),
    ) -> None:
        self._witnesses = Witnesses(witnesses)
        self.store = Store(engine)
        with self.store.transaction() as connection:
            self.signer = admit(connection, keys)
            begun = connection.execution_options(**{journal.OPTION: self.signer})
            known = trusted.keys(begun)
            all_ = [*known, *(each.public.hex() for each in keys.signers)]
            self.set_back = self._witnesses.contradictions(begun, all_)
            trusted.saw_last(begun)
            number = keys.last_checkpoint(known)
            log.begin(begun, stamp())
            shoes.seal_open_ones(begun)
        self.log = log.Log(self.store, self.signer)
        for says in self.set_back:
            LOG.error("%s", says)
        self.people = People(self.store)
        self.factors = SecondFactors(self.store, self.people)
        self.drills = Drills(self.store)
        self.academy = Academy(self.store, self.signer, self.people)
        self.first_password = self.people.first_manager()
        self._waits = Waits(clock, now)
        self._draw = draw
        self._live = LiveTables(self.store)
        self._lobby = Lobby(self.store, self._live, clock)
        self._checks = Checks(self._live)
        self.jackpots = Jackpots(self.store, self.people, self._verified, self._funds)
        self.pending = Pending(self.store, self.people)
        self._in_force = InForce()
        self._running: Running | None = None
        with self.store.reading() as connection:
            self._look(connection)
        self._watchers = Watchers()
        self._finders = Finders()
        self._commits = Commits(self.store, self._live, self.people, self._lobby, self._watchers, draw, self._finders)
        self._spectators = Spectators()
        self._house = House(
            self.store,
            self._live,
            self._lobby,
            self._waits,
            self._finders,
            self._watchers,
            thinking=self._commits.thinking,
            do=self._commits.do,
        )
        self._heads = SignedHeads(
            self.store,
            self.signer,
            keys,
            self._witnesses,
            number=number,
            versions=self._versions,
            look=self.people.look,
        )
        self._proofs, self._latest = Proofs(self.store, self._live), Latest(self.store)
        self._to_review, self._award = False, 0
        self._unreviewed = ""
        """Why the prize account could not be compared last, as the log says."""

    @classmethod
    def open(cls, database: str, *, key: Path | None = None, **options: Any) -> "Room":
        """Open a room, making or migrating its database; every table stands where its journal left it.

        `key` is the file of its private key, where that is not in its usual place.
        """
        engine = engine_for(database)
        try:
            room = cls(engine, Keyring.of(database, key), **options)
        except BaseException:
            engine.dispose()
            raise
        room.checkpoint()
        return room

    def close(self) -> None:
        """Sign what has happened and let go of the database."""
        self._finders.close()
        self.think_by(None)
        self._commits.close()
        try:
            if not self.store.stopped and not self.store.closed:
                with contextlib.suppress(Busy, Stopped):  # the next start signs it
                    self.checkpoint()
        finally:
            self._witnesses.close()
            self.store.close()

    @property
    def stopped(self) -> str:
        """Why the room accepts nothing more; empty while it does."""
        return self.store.stopped

    # ------------------------------------------------------------------------------------------------ lobby

    def tables(self) -> list[TableCard]:
        """The open tables, from outside; not those that are refused."""
        return self._lobby.cards()[0]

    def find_tables(self, viewer: Person | None, sought: Sought) -> tuple[list[TableCard], int]:
        """The open tables that somebody looks for, the last of them where there are many; and how many there are."""
        return self._lobby.cards(sought, 0 if viewer is None else viewer.id)

    def tables_of(self, person: Person) -> list[int]:
        """The tables where somebody sits."""
        return self._lobby.of(person.id)

    def refused_tables(self, viewer: Person | None) -> list[tuple[int, str]]:
        """The tables that are refused, number and name: for staff, who can have them mended."""
        return self._lobby.refused() if viewer is not None and viewer.role in STAFF else []

    def troubles(self, viewer: Person | None) -> list[tuple[int, str]]:
        """What goes wrong at a table now and is tried again, by its number: for staff."""
        return self._finders.troubles() if viewer is not None and viewer.role in STAFF else []

    def doubts(self, viewer: Person | None) -> list[str]:
        """What was found of the database, people and checkpoints that is not believed, a sentence each: for staff."""
        known = viewer is not None and viewer.role in STAFF
        return [*self.store.doubts, *self.people.doubts, *self._heads.doubts] if known else []

    def opening_faults(self, game: str, settings: Mapping[str, Any], paytables: Paytables = ()) -> list[Fault]:
        """Everything that keeps a table from being opened so: the setting (or nothing) and a sentence each."""
        return list(opening(game, settings, paytables).faults)

    @property
    def name(self) -> str:
        """What the house is called in its file; nothing where it runs without one."""
        return self._running.name if self._running is not None else ""

    def may_open(self, by: Person | None, game: str) -> bool:
        """Whether somebody may open a table of a game here; who has not come in yet is a guest."""
        if by is not None and by.role != PLAYER:
            return by.role != SURVEILLANCE
        return self._running is None or game in self._running.guests

    def open_table(
        self,
        by: Person,
        game: str,
        settings: Mapping[str, Any],
        name: str,
        paytables: Paytables = (),
        jackpots: Mapping[str, Sensor] | None = None,
    ) -> int:
        """A new table with these settings and paytables of one's own; its first shoe is committed to at once."""
        return self.open_wanted(by, wanted_table(by, game, settings, name, paytables, jackpots))

    def open_wanted(self, by: Person, wanted: Wanted) -> int:
        """The same of what was looked at before."""
        with self.store.transaction() as connection:
            journal.head(connection, journal.ROOM, lock=True)  # nobody puts another file in force meanwhile
            self.people.check_acting(connection, by)
            self._look(connection)
            if not self.may_open(by, wanted.game.id):
                raise Forbidden(f"guests open no table of {wanted.game.name} here: choose one in the lobby")
            return self.open_in(connection, by, wanted)

    def open_in(self, connection: Connection, by: Person, wanted: Wanted) -> int:
        """The same with what else is written there, by somebody who may; the room's own journal is held."""
        self._lobby.check_quota(connection, by)
        id_ = open_table(connection, by.id, wanted, self._draw)
        self._lobby.opened(connection, id_, by.id, wanted.settings)
        LOG.info("table %d opened: %s", id_, wanted.game.id)
        return id_

    def put_in_force(self, controls: Controls, by: Person | str, why: str) -> Outcome:
        """Run the room by its file: tables are opened, changed between rounds and closed as it says."""
        outcome = put_in_force(self, controls, by, why)
        with self.store.reading() as connection:
            self._look(connection)
        return outcome

    def _look(self, connection: Connection) -> None:
        """Go by the file that is in force now: another process may have put it there."""
        self._running = self._in_force.now(connection)
        if self._running is not None:
            self.jackpots.threshold, self._checks.threshold = self._running.verified, self._running.covered

    def _verified(self, connection: Connection, row: Row[Any], seen: Mapping[str, Any]) -> dict[str, Any]:
        self._look(connection)
        return self._checks.verified(connection, row, seen)

    def _funds(self, connection: Connection) -> Funds:
        self._look(connection)
        return self._checks.funds(connection)

    def act(self, table: int, kind: str, data: Mapping[str, Any], along: Along | None = None) -> Done:
        """An act of the house at a table, by the room's file."""
        act = ACTS[kind].read(data, "wire")
        return self._do(Asked(Command(table, THE_HOUSE.id, "", None, kind), act, along=along))

    def settings_at(self, table: int) -> Mapping[str, str]:
        """How a table is set now."""
        return self.set_at(table).settings.show()

    def set_at(self, table: int) -> AsSet:
        """What a table deals now, how, and which jackpots its sensors serve."""
        with self._live.looking(table) as (_, found):
            return AsSet(found.game, found.settings, dict(found.linked))

    def set_in(self, connection: Connection, table: int) -> AsSet:
        """The same inside a transaction, which waits for nobody at the table."""
        found = self._live.read(connection, table)
        return AsSet(found.game, found.settings, dict(found.linked))

    @property
    def file_tables(self) -> tuple[int, ...]:
        """The tables that the room's file has opened; none where it runs without one."""
        return tuple(self._running.tables.values()) if self._running is not None else ()

    def opened_by(self, table: int, person: Person) -> bool:
        """Whether this person has opened the table, and may close it when nobody else sits there."""
        with self._live.looking(table) as (_, found):
            return theirs(found, person.id)

    def closable(self, table: int, person: Person) -> bool:
        """Whether this person has opened the table and may close it now."""
        with self._live.looking(table) as (_, found):
            return closable(found, person.id)

    def game_at(self, table: int) -> Game:
        """The game of a table, by the document that it was opened with."""
        with self._live.looking(table) as (_, found):
            return found.game

    # ------------------------------------------------------------------------------------------------ at a table

    def do(
        self, command: Command, origin: str = "", address: str = "", since: int = 0, along: Along | None = None
    ) -> Done:
        """Do what a command asks, once. Refused, it changes nothing; acknowledged, it is on disk.

        `origin` tells the browser that it comes from: nobody approves from where they asked. By `address`
        the finding of numbers that nobody opens is shared out. Whoever was found by a session tells since when it held.
        What goes `along` is written with it.
        """
        done = self._do(self._asked(command, origin, address)._replace(since=since, along=along))
        if command.kind == "change":
            self._changed(command.table, done)
        return done

    def soon(self, command: Command, sender: Sender, told: Callable[[Ticket], None]) -> None:
        """Do the same for whoever sends it; `told` is called, from another thread, when that has come."""
        asked = self._asked(command, sender.origin, sender.address, sender.session)
        if command.kind == "change":
            told = self._then_review(told)
        self._commits.soon(asked, told)

    def _then_review(self, told: Callable[[Ticket], None]) -> Callable[[Ticket], None]:
        """Have the prize account compared with what is required once a table was changed: its prizes may be higher."""

        def tell(ticket: Ticket) -> None:
            self._changed(ticket.table, ticket.done)
            told(ticket)

        return tell

    def _changed(self, table: int, done: Done | None) -> None:
        """Only what was done, and at a table with a jackpot of the room, can ask for more on the prize account."""
        known = self._live.get(table)
        if done is not None and not done.repeated and (known is None or known.linked):
            self._to_review = True

    def _asked(self, command: Command, origin: str, address: str = "", session: str | None = None) -> Asked:
        """A command that has the form of one."""
        command.check_form()
        if session is None and not index.countable(command.person):
            raise UnknownName(f"there is nobody with the number {command.person!r}")
        return Asked(command, parsed(command.kind, command.data), command.digest, origin, session, address)

    def _do(self, asked: Asked) -> Done:
        return self._commits.do(asked)

    def think_by(self, pool: Pool | None) -> None:
        """Have bots that take their time think there; without, they think inside the command that asks them."""
        self._commits.thinking.pool = pool

    def view(self, table: int, viewer: Person | None) -> View:
        """The table as this viewer may see it. Spectators see one view, made once for all of them."""
        with self._live.looking(table) as (connection, found):
            return self._spectators.view(connection, found, viewer, self._waits.left(found))

    def public(self, table: int) -> Public:
        """The table as every spectator may see it, and who sees it otherwise."""
        with self._live.looking(table) as (connection, found):
            return self._spectators.public(connection, found, self._waits.left(found))

    def decision(self, table: int, person: Person) -> Decision | None:
        """What this person is asked now, with the round as their seat has seen it; for advice."""
        with self._live.looking(table) as (_, found):
            place, seat = found.place_of(person.id), found.seat_in_round(person.id)
            return decision_of(found, seat) if seat is not None and place is not None and place.number == seat else None

    def waiting(self, viewer: Person, origin: str = "") -> list[Waiting]:
        """What waits for a second person at all tables; for those who work here."""
        with self.store.reading() as connection:
            return waiting(connection, viewer, origin)

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
            with self.store.reading() as connection:
                head = journal.head(connection, table, lock=False)
            if head is not None:
                self._watchers.tell(table, head.seq)

    # ------------------------------------------------------------------------------------------------ time

    def tick(self, now: float | None = None) -> None:
        """Let the house act where time has run out, tell watchers what other processes did, and sign checkpoints."""
        if self.store.stopped:
            raise Stopped(self.store.stopped)
        try:
            self._tick(self._waits.now() if now is None else now)
        except Altered:
            pass  # the log has said so, once
        except Busy as why:
            LOG.warning("the clock looks again in a moment: %s", why)
        except Nested as mistake:
            LOG.error("the clock looks again in a moment: %s", mistake, exc_info=mistake)

    def _tick(self, at: float) -> None:
        try:
            self._act_in_time(at)
        finally:  # whatever is wrong with a row, what has moved is signed
            self._heads.when_due(at, self._award)

    def _act_in_time(self, at: float) -> None:
        self.store.look(at)
        with self.store.reading() as connection:
            self.people.look(connection)
            self._look(connection)
            self._award = newest_award(connection)
            due = self._house.due(connection)
        self._house.act(due, at)
        if self.pending.carry_out(self) or self._to_review:
            self._review()

    def _review(self) -> None:
        """Suspend jackpots, or reopen them, by what the prize account holds."""
        self._to_review = False
        try:
            self.jackpots.review(THE_FILE)
            self._unreviewed = ""
        except Busy:
            self._to_review = True
            raise
        except (HousewayError, Broken) as fault:  # what lies there is put right by people, and stops no clock
            self._to_review = True
            if self._unreviewed != (says := str(fault)):
                LOG.error("the prize account is not compared with what is required: %s", says)
                self._unreviewed = says

    def checkpoint(self) -> None:
        """Sign what has moved in all chains, if anything has."""
        self._heads.sign()

    def _versions(self) -> Mapping[int, int]:
        """How far this process has read each chain."""
        return {**self._live.versions(), journal.ROOM: self.people.furthest, log.CHAIN: log.furthest(self.store.engine)}

    # ------------------------------------------------------------------------------------------------ rounds and proofs

    def round(self, round_id: int, viewer: Person | None) -> View:
        """The page of a round that has ended: cards, wagers, ruling."""
        with refusing(f"round {round_id}"):
            return history.page(self._gathered(round_id), viewer, self._live.apart)

    def _gathered(self, round_id: int) -> history.Gathered:
        with self.store.transaction() as connection:
            row = index.ended_round(connection, round_id)
            return history.gathered(connection, row, self._live.sources(connection))

    def history(self, table: int, before: int | None = None) -> list[dict[str, Any]]:
        """The latest rounds of a table that have ended, the newest first."""
        return self._latest.of(table, before)

    def record(self, round_id: int, viewer: Person | None = None) -> dict[str, Any]:
        """A round that has ended, as `houseway settle` reads it."""
        with refusing(f"round {round_id}"):
            found = history.record(self._gathered(round_id), viewer, self._live.apart)
        return signed_record(self.signer, found)

    def receipt(self, done: Done) -> dict[str, Any] | None:
        """The room's signed word for an answer that is in its journal, for who has given it; for other acts nothing."""
        return None if done.said is None else receipt(self.signer, done.said)

    def proof(self, shoe: int, viewer: Person | None = None) -> View:
        """What this viewer can check of a shoe now: the root, and an opening of every card that it may see."""
        with self.store.reading() as connection:
            id_ = index.table_of_shoe(connection, shoe)
            archived.check_shoe(connection, shoe)
        with refusing(f"shoe {shoe}"), self._live.looking(id_) as (_, table):
            at = glance(table, shoe, viewer)
        with refusing(f"shoe {shoe}"):
            found = self._proofs.proof(shoe, viewer, at).json()
        with legible("the log of roots"):
            return View(found | {"log": self.log.inclusion(shoe)})
