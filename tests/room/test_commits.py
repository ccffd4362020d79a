"""Commands that wait share one commit: each is acknowledged after it, and one that is refused undoes no other."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import create_engine, event, text

from houseway.errors import HousewayError, IllegalBet
from houseway.room import Busy, Command, Done, Room, Stopped
from houseway.room.audit.room import audit
from houseway.room.commands import commits, doing, line
from houseway.room.lobby import Lobby
from houseway.room.store import journal, notices
from houseway.room.store.transaction import remember
from houseway.room.table.state import LiveTable

PATIENCE = 120.0


class Crowd:
    """Commands that are sent while nobody writes, and what came of each."""

    def __init__(self, room: Room) -> None:
        self.room = room
        room._commits.lines = [line.Line(room._commits._write)]
        self.answers: dict[str, Done | BaseException] = {}
        self.committed = 0
        event.listen(room.store.engine, "commit", self._commit)

    def _commit(self, _connection: Any) -> None:
        self.committed += 1

    def send(self, *asked: Command) -> list[Done | BaseException]:
        """All at once: they wait in this order, and are answered together."""
        self.committed = 0
        told = threading.Semaphore(0)

        def take(key: str, ticket: line.Ticket) -> None:
            self.answers.setdefault(key, ticket.fault or ticket.result())
            told.release()

        tickets = [
            line.Ticket(self.room._asked(command, ""), partial(take, f"{command.key}#{number}"))
            for number, command in enumerate(asked)
        ]
        self.room._commits.lines[0].add(*tickets)
        for _ in asked:
            assert told.acquire(timeout=PATIENCE)
        return [self.answers[f"{command.key}#{number}"] for number, command in enumerate(asked)]


@pytest.fixture
def crowd(database: str, opened: Callable[..., Room], sitting: Any) -> Iterator[tuple[Crowd, list[Any]]]:
    """Three tables of two."""
    room = opened(database)
    yield Crowd(room), [sitting(room, "super-pan-9") for _ in range(3)]
    room._commits.close()


def bets(tables: list[Any], cents: int = 500) -> list[Command]:
    return [
        Command(table.table, person.id, f"bet-{table.table}-{person.id}", None, "bet", {"wagers": {"main": cents}})
        for table in tables
        for person in table.people
    ]


def test_commands_that_wait_share_one_commit(database: str, crowd: tuple[Crowd, list[Any]]) -> None:
    people, tables = crowd
    before = [table.view()["version"] for table in tables]
    answers = people.send(*bets(tables))
    assert people.committed == 1
    assert answers == [Done(version + n) for version in before for n in (1, 2)]
    assert [table.view()["version"] for table in tables] == [version + 2 for version in before]
    for table in tables:
        table.play_round()
    people.room.close()
    assert audit(database) == []


def test_a_commit_is_told_once_for_each_table(crowd: tuple[Crowd, list[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """However many commands it holds: the lobby has what the last has left, and other processes hear of it."""
    people, tables = crowd
    noted, heard = [], []
    honest = Lobby.note
    monkeypatch.setattr(Lobby, "note", lambda *given: noted.append(given[2].id) or honest(*given))
    monkeypatch.setattr(notices, "announce", lambda _, table, version: heard.append((table, version)))
    ready = [
        Command(each.table, person.id, f"ready-{each.table}-{person.id}", None, "ready", {})
        for each in tables
        for person in each.people[:1]
    ]
    people.send(*bets(tables), *ready)
    assert (people.committed, noted) == (1, [each.table for each in tables])
    assert heard == [(each.table, each.view()["version"]) for each in tables]
    for each in tables:
        each.do(each.people[1], "ready")
    cards = {card.id: card for card in people.room.tables()}
    assert {cards[each.table].phase for each in tables} == {tables[0].view()["phase"]} == {"playing"}


def test_one_that_is_refused_undoes_no_other(database: str, crowd: tuple[Crowd, list[Any]]) -> None:
    """Too low a bet between two others, at their very table."""
    people, tables = crowd
    first, second = bets(tables[:1])
    low = first._replace(key="low", data={"wagers": {"main": 1}})
    before = tables[0].view()["version"]
    done, refused, last = people.send(first, low, second)
    assert people.committed == 1
    assert (done, last) == (Done(before + 1), Done(before + 2))
    assert isinstance(refused, IllegalBet)
    people.room.close()
    assert audit(database) == []


def test_one_that_is_refused_after_it_has_written_leaves_nothing(
    database: str, crowd: tuple[Crowd, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails as its key is kept, when entry, money and lobby are written and the table in memory has moved on."""
    people, tables = crowd

    def once(connection: Any, row: Any) -> None:
        if row["key"] == "bad":
            raise HousewayError("planted")
        remember(connection, row)

    monkeypatch.setattr(doing, "remember", once)
    for table in tables:
        for person in table.people:
            table.bet(person)
        table.do(table.people[0], "ready")
    last = [Command(table.table, table.people[1].id, f"ready-{table.table}", None, "ready", {}) for table in tables]
    before = [table.view()["version"] for table in tables]
    answers = people.send(last[0], last[1]._replace(key="bad"), last[2], last[1])
    assert isinstance(answers[1], HousewayError)
    assert [answers[0], answers[3], answers[2]] == [Done(version + 1) for version in before]
    assert [table.view()["phase"] for table in tables] == ["playing"] * 3
    people.room.close()
    assert audit(database) == []


def test_a_key_that_comes_twice_in_one_commit_has_one_effect(crowd: tuple[Crowd, list[Any]]) -> None:
    people, tables = crowd
    (bet, _, *_rest) = bets(tables)
    before = tables[0].view()["version"]
    other = bet._replace(data={"wagers": {"main": 600}})
    first, again, different = people.send(bet, bet, other)
    assert (first, again) == (Done(before + 1), Done(before + 1, repeated=True))
    assert isinstance(different, HousewayError)
    assert tables[0].view()["version"] == before + 1


@pytest.mark.parametrize("fault", [OSError(28, "no space left"), Busy("somebody writes")], ids=["full", "busy"])
def test_a_commit_that_fails_acknowledges_none(
    fault: Exception, database: str, crowd: tuple[Crowd, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    people, tables = crowd
    before = [table.view()["version"] for table in tables]
    begun = people.room.store._begun

    @contextmanager
    def failing() -> Iterator[Any]:
        with people.room.store.guarded(), people.room.store.engine.begin() as connection:
            yield connection
            raise fault

    monkeypatch.setattr(people.room.store, "_begun", failing)
    answers = people.send(*bets(tables))
    kind = Stopped if isinstance(fault, OSError) else Busy
    assert [type(each) for each in answers] == [kind] * 6
    monkeypatch.setattr(people.room.store, "_begun", begun)
    assert bool(people.room.stopped) == (kind is Stopped)
    people.room.store.stopped = ""
    assert [table.view()["version"] for table in tables] == before, "memory is as the disk is"
    assert [seat["wagers"] for seat in tables[0].view()["seats"] if seat["name"]] == [{}, {}]


def test_a_room_that_acknowledges_before_the_commit_is_caught(
    database: str, crowd: tuple[Crowd, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: each is told as soon as it is done, and the commit then fails."""
    step = commits.Commits._or_refused

    def hasty(self: commits.Commits, connection: Any, ticket: line.Ticket, shared: Any) -> None:
        step(self, connection, ticket, shared)
        ticket.settle()

    monkeypatch.setattr(commits.Commits, "_or_refused", hasty)
    with pytest.raises(AssertionError):
        test_a_commit_that_fails_acknowledges_none(Busy("planted"), database, crowd, monkeypatch)


def test_a_fault_in_one_command_is_its_own(crowd: tuple[Crowd, list[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    people, tables = crowd
    change = LiveTable.change
    bad = tables[1].table

    def failing(self: LiveTable, *given: Any) -> None:
        change(self, *given)
        if self.id == bad:
            raise NotImplementedError  # a fault of ours, and none of what lies on disk

    monkeypatch.setattr(LiveTable, "change", failing)
    answers = people.send(*bets(tables))
    assert [isinstance(each, NotImplementedError) for each in answers] == [False, False, True, True, False, False]


def test_one_who_cannot_be_told_keeps_nothing_from_the_others(crowd: tuple[Crowd, list[Any]]) -> None:
    """As where the page that sent it is gone."""
    people, tables = crowd
    first, second, *rest = bets(tables)

    def gone(_ticket: line.Ticket) -> None:
        raise RuntimeError("the line is closed")

    waiting = line.Ticket(people.room._asked(second, ""))
    unheard = line.Ticket(people.room._asked(first, ""), gone)
    people.room._commits.lines[0].add(unheard, waiting)
    until(lambda: waiting.settled)
    assert waiting.result().version == unheard.result().version + 1
    assert [type(each) for each in people.send(*rest)] == [Done] * 4


def test_who_waits_for_another_process_holds_up_nobody_else(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Another process is at the second table: the bets at the others are on disk before it lets go."""
    room = opened(postgresql)
    people, tables = Crowd(room), [sitting(room, "super-pan-9") for _ in range(3)]
    engine = create_engine(postgresql)
    answers: list[Any] = []
    with engine.begin() as elsewhere:
        assert journal.head(elsewhere, tables[1].table, lock=True) is not None
        sending = threading.Thread(target=lambda: answers.extend(people.send(*bets(tables))))
        sending.start()
        until(lambda: len(people.answers) == 4)
        assert elsewhere.execute(text("SELECT count(*) FROM commands WHERE key LIKE 'bet-%'")).scalar_one() == 4
    sending.join(PATIENCE)
    room._commits.close()
    engine.dispose()
    assert [type(each) for each in answers] == [Done] * 6
    assert tables[1].view()["version"] == tables[0].view()["version"]


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)
