"""One act at the jackpots' desk: its transaction, the entry that it becomes, and the second person whom it needs."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, Row, select, update

from houseway.errors import HousewayError, UnknownName
from houseway.room.errors import Forbidden, legible
from houseway.room.jackpots.event import Event, Lines, award_account, payment
from houseway.room.jackpots.of_round import held
from houseway.room.jackpots.plan import STATES
from houseway.room.people.independence import objection
from houseway.room.people.people import People, Person
from houseway.room.store import jackpots_told, journal, ledger, trusted
from houseway.room.store.database import Store
from houseway.room.store.index import account_in, countable
from houseway.room.store.jackpots import Book
from houseway.room.store.reading_on import told
from houseway.room.store.schema import AWARDS, JACKPOT_REQUESTS
from houseway.room.store.transaction import ties_in

DECLINED = "declined"
"""The act of who does not agree with what another has asked for, or has verified."""

TAKEN_BACK = "taken-back"
"""The act of who has asked for something and does not want it any more; in older entries that is declined, too."""

REASON = range(3, 201)

REQUEST = '"request":'
"""What an entry has that asks for something of a jackpot, and one that approves or declines it."""


class Act:
    """One act at the desk: its transaction, the jackpots that it changes, and the entry that it becomes."""

    def __init__(
        self, connection: Connection, people: People, by: Person, head: journal.Head, origin: str = ""
    ) -> None:
        self.connection, self.people, self.by, self.head, self.origin = connection, people, by, head, origin
        self.book = Book(connection, journal.ROOM, head.seq + 1)
        self.moves: list[ledger.Movement] = []
        self.states: dict[str, str] = {}
        self.notices: dict[str, str] = {}
        self.more: dict[str, Any] = {}
        """What else its entry tells."""
        self._posted = 0

    def move(self, what: str, lines: tuple[tuple[str, int], ...], round_: int | None = None) -> None:
        """Money that moves besides a jackpot's own."""
        self.moves.append(ledger.movement(what, lines, round_))

    def state(self, id_: str, state: str, notice: str) -> None:
        assert state in STATES
        self.book.state(id_, state, notice)
        self.states[id_], self.notices[id_] = state, notice

    def post(self) -> None:
        """Move the money so far, so that what follows can see it."""
        moves = [*(event.movement() for event in self.book.events), *self.moves]
        ledger.post(self.connection, moves[self._posted :], journal.ROOM, self.head.seq + 1)
        self._posted = len(moves)

    def note(self, act: str, **more: Any) -> tuple[int, str, str]:
        """Write the entry and move the money; its number, its time and its hash."""
        at = journal.stamp()
        body: dict[str, Any] = {"kind": "jackpot", "act": act, "by": self.by.id or self.by.name, "at": at}
        body |= {**more, **self.more}
        if self.origin:
            body["origin"] = self.origin
        if self.book.events:
            body["jackpots"] = [event.json() for event in self.book.events]
        if self.moves:
            body["moves"] = [[m.what, [list(line) for line in m.cents], m.round] for m in self.moves]
        if self.states:
            body |= {"states": self.states, "notices": self.notices}
        new = journal.append(self.connection, journal.ROOM, self.head, body)
        self.post()
        return new.seq, at, new.hash

    def second(self, entry: Mapping[str, Any]) -> int:
        """Two people, in two browsers: nobody approves what they, or somebody tied to them, have asked for or verified.

        `entry` is the first one's; who that was.
        """
        first = int(entry["by"])
        if why := objection(first, self.by.id, ties_in(self.connection)):
            raise Forbidden(why)
        if self.origin and entry.get("origin") == self.origin:
            raise Forbidden("two people: it was asked for from this very browser; approve it from another")
        return first

    def award(self, number: int, *states: str, declining: bool = False) -> Row[Any]:
        """An award in one of these states, held.

        Entries from before they told of which award they are let it be declined, and nothing else.
        """
        row = award_row(self.connection, number)
        if row.state not in states:
            raise HousewayError(f"award {number} is {row.state}, not {' or '.join(states)}")
        agreed = agreed_on(self.connection, number)
        told = next((each for each in ("approved", "verified") if each in agreed), "pending")
        account = account_in(self.connection, row.chain, row.round, row.seat)
        untold = any("of" not in each for each in agreed.values())
        other = any(each.get("of") not in (won_of(row), None) for each in agreed.values())
        if other or (told, account) != (row.state, row.account) or not self._held(row):
            raise otherwise(number)
        if untold and not declining:
            raise HousewayError(
                f"award {number} was verified before entries told which award it was: decline it, and verify it anew"
            )
        return row

    def _held(self, row: Row[Any]) -> bool:
        """Whether the jackpot holds an award, by the signed entries: it was won, and is neither paid nor void."""
        head = journal.head(self.connection, row.chain, lock=False)
        assert head is not None
        done = jackpots_told.of_round(self.connection, row.chain, head.seq, row.round)
        mine = [event for event in done if (event.meter, event.wager) == (row.jackpot, row.wager)]
        return bool(held(mine).get(award_account(row.round, row.seat, row.wager)) == row.cents)

    def mark(self, row: Row[Any], state: str, more: Mapping[str, Any], *, anew: bool = False) -> dict[str, Any]:
        """How far people have gone with an award, and what is noted of it: with what was noted before, or anew."""
        with legible(f"award {row.id}"):
            said = {**({} if anew else json.loads(row.said)), **more}
        changed = update(AWARDS).where(AWARDS.c.id == row.id, AWARDS.c.state == row.state)
        if self.connection.execute(changed.values(state=state, said=json.dumps(said))).rowcount != 1:
            raise HousewayError(f"award {row.id} has moved on: look again")
        return said

    def request(self, number: int) -> dict[str, Any]:
        """What is asked for under this number; it waits no longer."""
        known = JACKPOT_REQUESTS.c.seq == (number if countable(number) else 0)
        row = self.connection.execute(select(JACKPOT_REQUESTS.c.body).where(known)).first()
        if row is None:
            raise UnknownName(f"nothing is asked for under the number {number}")
        with legible(f"request {number}"):
            asked: dict[str, Any] = trusted.entry(self.connection, journal.ROOM, number).get("request", {})
            listed = json.loads(row.body)
            later = [body for body in told(self.connection, REQUEST).values() if body["kind"] == "jackpot"]
            done = any(body["request"] == number for body in later)
        if asked != listed or done:
            raise HousewayError(f"request {number} is not what the journal tells: houseway audit says more")
        self.connection.execute(JACKPOT_REQUESTS.delete().where(known))
        return asked


class acting(AbstractContextManager[Act]):  # noqa: N801
    """A transaction for one act at the desk, alone in the room's own journal, by somebody who still may."""

    def __init__(self, store: Store, people: People, by: Person, origin: str = "") -> None:
        self._transaction, self._people, self._by, self._origin = store.transaction(), people, by, origin

    def __enter__(self) -> Act:
        connection = self._transaction.__enter__()
        try:
            head = journal.head(connection, journal.ROOM, lock=True)
            assert head is not None
            self._people.check_acting(connection, self._by)
        except BaseException as fault:
            self._transaction.__exit__(type(fault), fault, fault.__traceback__)
            raise
        return Act(connection, self._people, self._by, head, self._origin)

    def __exit__(self, *fault: Any) -> None:
        self._transaction.__exit__(*fault)


def reason_in(text: str) -> str:
    if not isinstance(text, str) or len(text.strip()) not in REASON or not text.isprintable():
        raise HousewayError(f"give a reason of {REASON[0]} to {REASON[-1]} characters")
    return text.strip()


def agreed_on(connection: Connection, award: int) -> dict[str, dict[str, Any]]:
    """The entries by which an award was verified and approved, in the room's journal: those that the room has signed.

    What was declined since counts no longer.
    """
    found: dict[str, dict[str, Any]] = {}
    with legible(f"award {award}"):
        for body in told(connection, '"award":').values():
            if body.get("award") == award and body["kind"] == "jackpot":
                found = {} if body["act"] == DECLINED else found | {body["act"]: body}
    return found


def otherwise(number: int) -> HousewayError:
    """The row of an award is not to be believed."""
    return HousewayError(f"award {number} is not what the journal tells: houseway audit says more")


def paid_in(connection: Connection) -> dict[int, tuple[int, Mapping[str, Any]]]:
    """The awards that were paid, each with the number of the entry and what it tells."""
    found = {}
    with legible("the jackpots' desk"):
        for seq, body in told(connection, '"award":').items():
            if (body["kind"], body.get("act")) == ("jackpot", "paid"):
                found[body["award"]] = (seq, body)
    return found


def pays(body: Mapping[str, Any], row: Row[Any]) -> bool:
    """Whether an entry pays the award of a row, to whom and as much as the row says; an older one tells not which."""
    if body.get("of", won_of(row)) != won_of(row):
        return False
    (event,) = map(Event.read, body["jackpots"])
    told, lines = (event.meter, event.round, event.wager), set(event.lines)
    return (*told, lines) == (row.jackpot, row.round, row.wager, set(paid_by(row)))


def paid_by(row: Row[Any]) -> Lines:
    """What moves as the award of a row is paid."""
    return payment(row.round, row.wager, {row.seat: row.cents}, {row.seat: row.account})


def won_of(row: Row[Any]) -> dict[str, Any]:
    """Which award a row is of: people agree on this, and on no number."""
    told = {"jackpot": row.jackpot, "table": row.chain, "round": row.round, "seat": row.seat}
    return told | {"wager": row.wager, "cents": row.cents}


def award_row(connection: Connection, number: int) -> Row[Any]:
    row = connection.execute(select(AWARDS).where(AWARDS.c.id == (number if countable(number) else 0))).first()
    if row is None:
        raise UnknownName(f"there is no award {number}")
    return row
