"""Bots that take their time think elsewhere: no command waits for them, and a table plays on whatever becomes of it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.commands import thinking
from houseway.room.errors import Broken, Stale
from houseway.room.table.clock import Clock
from houseway.round.questions import Entry, default_of

PATIENCE = 120.0
GAME = type(find_game("chinese-poker"))


class Elsewhere:
    """A place to think that does what a test wants, when it wants."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any, Future[Any]]] = []
        self.addresses: list[str] = []
        self.busy = False

    def __call__(self, address: str, game: Any, decisions: Any) -> "Future[Any]":
        if self.busy:
            raise HousewayError("others think")
        coming: Future[Any] = Future()
        self.addresses.append(address)
        self.asked.append((game, decisions, coming))
        return coming

    def think(self) -> None:
        """Answer all that was asked."""
        for game, decisions, coming in self.asked:
            coming.set_result(thinking.thought(game, decisions))
        self.asked = []


@pytest.fixture
def no_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault that all these would find: a bot that thinks in the room."""

    def never(*_: Any) -> Any:
        raise AssertionError("a bot thinks inside a command")

    monkeypatch.setattr(GAME, "bot", never)


@pytest.fixture
def at(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Any:
    """Ann at a table with two bots, and where they think."""

    def table(people: int = 1, **options: Any) -> Any:
        room = opened(sqlite, **options)
        found = sitting(room, "chinese-poker", people=people)
        for seat in (3, 4):
            found.do(found.people[0], "add-bot", seat=seat)
        found.elsewhere = Elsewhere()
        room.think_by(found.elsewhere)
        return found

    return table


def seats_asked(table: Any) -> list[int]:
    return sorted(each["seat"] for each in table.view()["asked"])


def until(table: Any, holds: Callable[[], bool]) -> None:
    """Wait for what the room's own thread does."""
    moved = threading.Event()
    stop = table.room.watch(table.table, lambda _version: moved.set())
    try:
        while not holds():
            assert moved.wait(PATIENCE), "nothing happens"
            moved.clear()
    finally:
        stop()


@pytest.mark.usefixtures("no_thoughts")
def test_a_command_deals_and_does_not_wait_for_bots(at: Any) -> None:
    table = at()
    table.ready()
    assert seats_asked(table) == [1, 3, 4]
    table.answer()
    assert seats_asked(table) == [3, 4]
    assert len(table.elsewhere.asked) == 1, "they are asked once"


def test_what_they_have_thought_of_is_a_command_of_its_own(at: Any, sqlite: str) -> None:
    table = at()
    table.ready()
    table.elsewhere.think()
    until(table, lambda: seats_asked(table) == [1])
    table.answer()
    assert table.view()["phase"] == "ended"
    live = table.room._live[table.table]
    assert [by for by in live.by if by != "chance"].count("bot") == 2
    assert not [line for line in live.log if "house way" in line]
    table.room.close()
    assert audit(sqlite) == []


@pytest.mark.usefixtures("no_thoughts")
def test_they_see_what_their_seat_sees(at: Any) -> None:
    table = at()
    table.ready()
    ((_, decisions, _),) = table.elsewhere.asked
    for each in decisions:
        seen = {place: each.standing.cards(place) for place in (1, 3, 4) if each.standing.cards(place)}
        assert list(seen) == [each.question.seat]


@pytest.mark.usefixtures("no_thoughts")
@pytest.mark.parametrize("fails", [HousewayError("given up"), RuntimeError("no memory")], ids=["late", "failed"])
def test_where_they_fail_the_house_way_is_played_and_told(at: Any, sqlite: str, fails: Exception) -> None:
    table = at()
    table.ready()
    live = table.room._live[table.table]
    houses = {each.seat: default_of(each) for each in live.standing.asked}
    ((_, _, coming),) = table.elsewhere.asked
    coming.set_exception(fails)
    until(table, lambda: seats_asked(table) == [1])
    live = table.room._live[table.table]
    answered = {entry.seat: entry.answer for entry, by in zip(live.driver.entries, live.by, strict=True) if by == "bot"}
    assert answered == {seat: houses[seat] for seat in (3, 4)}
    assert len([line for line in table.view()["log"] if "had no time to think: it plays the house way" in line]) == 2
    table.answer()
    table.room.close()
    assert audit(sqlite) == []


@pytest.mark.usefixtures("no_thoughts")
def test_an_answer_that_the_question_does_not_allow_is_none(at: Any) -> None:
    table = at()
    table.ready()
    ((_, _, coming),) = table.elsewhere.asked
    coming.set_result({3: (1, 2, 3)})
    until(table, lambda: seats_asked(table) == [1])
    assert len([line for line in table.view()["log"] if "house way" in line]) == 2


@pytest.mark.usefixtures("no_thoughts")
def test_while_others_think_a_table_waits_for_its_turn_and_not_for_ever(
    at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    table = at(now=lambda: now[0], clock=Clock(1000, 1000, 1000))
    monkeypatch.setattr(table.room._commits.thinking, "_now", lambda: now[0])
    table.elsewhere.busy = True
    table.ready()
    for now[0] in (1.0, thinking.PATIENCE - 1):
        table.room.tick(now[0])
        assert seats_asked(table) == [1, 3, 4]
    now[0] = thinking.PATIENCE + 1
    table.room.tick(now[0])
    until(table, lambda: seats_asked(table) == [1])


def test_a_turn_that_comes_is_taken(at: Any) -> None:
    table = at()
    table.elsewhere.busy = True
    table.ready()
    table.elsewhere.busy = False
    table.room.tick(0.0)
    table.elsewhere.think()
    until(table, lambda: seats_asked(table) == [1])


def test_the_clock_asks_again_for_the_address_that_was_refused(at: Any) -> None:
    """Else tables of one address would think as if they were nobody's."""
    table = at()
    ann = table.people[0]
    table.bet(ann)
    table.elsewhere.busy = True
    table.room.do(Command(table.table, ann.id, "ready-1", None, "ready", {}), "", "10.0.0.7")
    table.elsewhere.busy = False
    table.room.tick(0.0)
    assert table.elsewhere.addresses == ["10.0.0.7"]


def test_a_table_that_was_taken_is_tried_again(at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process writes to it just then: what was thought of is kept for the next look of the clock."""
    table = at()
    table.ready()
    commits = table.room._commits
    perform = commits._doing.do
    refused: list[str] = []

    def taken(connection: Any, ticket: Any, shared: Any) -> Any:
        if ticket.asked.command.kind == "bots" and not refused:
            refused.append("once")
            raise Stale("being written to")
        return perform(connection, ticket, shared)

    monkeypatch.setattr(commits._doing, "do", taken)
    table.elsewhere.think()
    waiting = commits.thinking._waiting
    until_kept = threading.Event()
    for _ in range(1000):
        if waiting:
            break
        until_kept.wait(0.05)
    assert (seats_asked(table), refused) == ([1, 3, 4], ["once"])
    table.room.tick(0.0)
    until(table, lambda: seats_asked(table) == [1])


@pytest.mark.usefixtures("no_thoughts")
def test_a_bot_answers_for_no_person(at: Any, sqlite: str) -> None:
    """A house that lets a bot decide for somebody writes an entry that no table reads."""
    table = at()
    table.ready()
    live = table.room._live[table.table]
    (asked,) = [each for each in live.standing.asked if each.seat == 1]
    with pytest.raises(HousewayError, match="no bot is asked that now"):
        table.room.act(table.table, "bots", {"answers": {1: default_of(asked)}})
    with pytest.raises(Broken, match="seat 1 is no bot's"):
        live.enter(Entry(1, default_of(asked)), "bot")


@pytest.mark.usefixtures("no_thoughts")
def test_a_room_that_is_opened_again_asks_again(at: Any, sqlite: str, opened: Callable[..., Room]) -> None:
    table = at()
    table.ready()
    ((_, _, coming),) = table.elsewhere.asked
    table.room.close()
    coming.set_result({})  # too late: the room has closed
    room = opened(sqlite)
    again = Elsewhere()
    room.think_by(again)
    room.tick(0.0)
    ((_, decisions, _),) = again.asked
    assert [each.question.seat for each in decisions] == [3, 4]


def test_without_a_place_of_their_own_they_answer_at_once(at: Any) -> None:
    table = at()
    table.room.think_by(None)
    table.ready()
    assert seats_asked(table) == [1]


def test_who_sends_the_command_is_told_to_where_they_think(at: Any) -> None:
    """Turns are by address: whoever has many tables waits for themselves."""
    table = at()
    (ann,) = table.people
    table.bet(ann)
    table.room.do(Command(table.table, ann.id, "ready-1", None, "ready", {}), "", "10.0.0.7")
    assert table.elsewhere.addresses == ["10.0.0.7"]
