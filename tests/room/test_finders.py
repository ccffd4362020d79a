"""Numbers that nobody opens: nobody's silence holds up another's table, and what cannot be started stops nothing."""

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from honest import KEYS, TURNS, Honest
from houseway.room import Person, Room
from houseway.room.audit.room import audit
from houseway.room.errors import Refused
from houseway.room.fairness import finders
from houseway.room.fairness.finders import AGAIN, AT_ONCE, FORGOTTEN, Finders, Silent, Unopened, silent_at
from houseway.room.fairness.nonces import Puzzle
from houseway.room.table import rounds

SUE = Person(9, "Sue", "dealer", 0)
MODULUS = next(KEYS).puzzle.modulus
PUZZLES = [Puzzle(MODULUS, base) for base in random.Random(1).sample(range(2, 10**9), 20)]


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


class Working:
    """A process that ends when it is told to."""

    begun: "list[Working]"

    def __init__(self, command: list[str], **_: Any) -> None:
        self.base, self.returncode, self.told, self.killed = int(command[4], 16), None, "", False
        Working.begun.append(self)

    def poll(self) -> int | None:
        return self.returncode

    def ends(self, told: str = "1f", code: int = 0) -> None:
        self.returncode, self.told = code, told

    def kill(self) -> None:
        self.killed = True

    def communicate(self) -> tuple[str, None]:
        return self.told, None


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Working]:
    """What was started, in its order."""
    Working.begun = []
    monkeypatch.setattr(finders.subprocess, "Popen", Working)
    return Working.begun


def bases(begun: list[Working]) -> list[int]:
    return [PUZZLES.index(Puzzle(MODULUS, each.base)) for each in begun]


def test_whom_others_wait_for_comes_before_a_mob_of_silent_tables(begun: list[Working]) -> None:
    found = Finders()
    mob = {PUZZLES[n]: Silent(n, 100 + n, 0) for n in range(10)}
    for puzzle, silent in mob.items():
        found.found({1: Unopened(puzzle, silent)}, TURNS)
    found.look()
    assert bases(begun) == [0]
    found.found({1: Unopened(PUZZLES[15], Silent(50, 7, others=1))}, TURNS)
    found.look()
    assert bases(begun) == [0, 15], "at once: a process is kept for it"
    found.found({1: Unopened(PUZZLES[16], Silent(51, 8, others=1))}, TURNS)
    begun[0].ends()
    found.look()
    assert bases(begun) == [0, 15, 16]


def test_each_address_has_its_turn_and_never_two_at_once(begun: list[Working]) -> None:
    """Whoever comes with ten names from one place has one process, and the other is for everybody else."""
    found = Finders()
    for n in range(10):
        found.came_from(100 + n, "203.0.113.5")
        found.found({1: Unopened(PUZZLES[n], Silent(n, 100 + n, 1))}, TURNS)
    found.look()
    assert bases(begun) == [0]
    found.came_from(7, "198.51.100.1")
    found.came_from(8, "198.51.100.2")
    for n, person in ((15, 7), (16, 8)):
        found.found({1: Unopened(PUZZLES[n], Silent(n, person, 1))}, TURNS)
        found.look()
    assert bases(begun) == [0, 15]
    begun[0].ends()
    found.look()
    assert bases(begun) == [0, 15, 16], "another address, before the second of the first"
    assert len([each for each in begun if each.returncode is None]) == AT_ONCE


def test_of_one_address_each_person_has_a_turn(begun: list[Working]) -> None:
    found = Finders()
    for n, person in enumerate((100, 100, 101)):
        found.came_from(person, "203.0.113.5")
        found.found({1: Unopened(PUZZLES[n], Silent(n, person, 1))}, TURNS)
    for _ in range(3):
        found.look()
        begun[-1].ends()
    assert bases(begun) == [0, 2, 1]


def test_what_nobody_asks_for_any_more_is_given_up(begun: list[Working]) -> None:
    found = Finders()
    found.found({1: Unopened(PUZZLES[0], Silent(1, 5, 0))}, TURNS)
    for _ in range(FORGOTTEN + 1):
        assert not (begun and begun[0].killed)
        found.look()
    assert begun[0].killed
    assert found._searches == {}


def test_a_number_that_was_found_is_there_until_the_house_has_played_by_it(begun: list[Working]) -> None:
    """Who did something at the table just then had the time-out refused, and the number was looked for anew."""
    found, wanted = Finders(), {4: Unopened(PUZZLES[0], Silent(3, 5, 0))}
    assert found.found(wanted, TURNS) is None
    found.look()
    begun[0].ends("1f")
    for _ in range(3):
        found.look()
        assert found.found(wanted, TURNS) == {4: 31}
    assert len(begun) == 1
    found.forget(3)
    assert found.found(wanted, TURNS) is None, "it did not serve"
    found.look()
    begun[1].ends("1f")
    for _ in range(FORGOTTEN + 2):
        found.look()
    assert found._searches == {}


def test_a_process_that_ends_with_nothing_is_tried_again(begun: list[Working]) -> None:
    found, wanted = Finders(), {4: Unopened(PUZZLES[0], Silent(3, 5, 0))}
    assert found.found(wanted, TURNS) is None
    found.look()
    begun[0].ends("", -9)
    found.look()
    ((table, says),) = found.troubles()
    assert (table, "its process ended with -9" in says, "tried again" in says) == (3, True, True)
    for _ in range(AGAIN):
        assert len(begun) == 1
        found.look()
    begun[1].ends("1f")
    found.look()
    assert found.found(wanted, TURNS) == {4: 31}
    assert found.troubles() == []


def test_two_seats_that_sealed_the_same_are_found_by_one_search_and_another_table_by_its_own(
    begun: list[Working],
) -> None:
    found = Finders()
    twice = {seat: Unopened(PUZZLES[0], Silent(3, seat, 1)) for seat in (1, 2)}
    elsewhere = {5: Unopened(PUZZLES[0], Silent(4, 9, 1))}
    assert found.found(twice, TURNS) is found.found(elsewhere, TURNS) is None
    found.look()
    for each in begun:
        each.ends("1f")
    found.look()
    assert (len(begun), found.found(twice, TURNS)) == (2, {1: 31, 2: 31})
    assert found.found(elsewhere, TURNS) == {5: 31}


def test_who_waits_is_counted_by_cards_and_not_by_bots() -> None:
    accounts = {1: "person:5", 2: "bots:3", 4: "person:6", 5: "person:9"}
    assert silent_at(3, [4], accounts) == {4: Silent(3, 6, 2)}


# ---------------------------------------------------------------------------------------------------- in a room


def ticked(room: Room, until: Callable[[], bool]) -> None:
    for at in count(1):
        room.tick(at * 1.0e6)
        if until():
            return
        assert at < 20_000


def silent_round(people: Honest) -> Person:
    """All seal, all open but the last."""
    people.close()
    for person in people.table.people:
        people.seal(person)
    for person in people.table.people[:-1]:
        people.open(person)
    return people.table.people[-1]


def test_a_number_opened_late_holds_nobody_else_up(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Its process was waited for by nobody, and no other was ever begun."""
    room = opened(sqlite)
    first, second = Honest(sitting(room, "super-pan-9")), Honest(sitting(room, "super-pan-9"))
    late = silent_round(first)
    ticked(room, lambda: any(each.process for each in room._finders._searches.values()))
    if room._live[first.table.table].unopened:
        first.open(late)
    silent_round(second)
    ticked(room, lambda: not room._live[second.table.table].unopened)
    assert audit(sqlite) == []


def test_a_process_that_cannot_be_started_is_one_tables_trouble(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    people, others = Honest(sitting(room, "super-pan-9")), Honest(sitting(room, "super-pan-9"))
    silent_round(people)
    with monkeypatch.context() as out_of_processes:

        def none(*_: Any, **__: Any) -> Any:
            raise BlockingIOError(11, "Resource temporarily unavailable")

        out_of_processes.setattr(finders.subprocess, "Popen", none)
        for at in range(1, 4):
            room.tick(at * 1.0e6)
        others.play_round()
        assert room.stopped == ""
        (told,) = room.troubles(SUE)
        assert told[0] == people.table.table
        assert "Resource temporarily unavailable" in told[1]
        assert room.troubles(None) == room.troubles(others.table.people[0]) == []
    ticked(room, lambda: not room._live[people.table.table].unopened)
    assert room.troubles(SUE) == []
    assert audit(sqlite) == []


def test_two_who_sealed_the_same_number_and_do_not_open_it_stop_nobody(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """The whole room stopped, and stopped again after each start."""
    room = opened(sqlite)
    people, others = Honest(sitting(room, "super-pan-9")), Honest(sitting(room, "super-pan-9"))
    same = next(KEYS)
    for person in people.table.people:
        people.bet(person, same)
    for step in (people.ready, people.seal):
        for person in people.table.people:
            step(person)
    assert len(room._live[people.table.table].unopened) == len(people.table.people) > 1
    ticked(room, lambda: not room._live[people.table.table].unopened)
    others.play_round()
    assert (room.stopped, room.troubles(SUE)) == ("", [])
    assert audit(sqlite) == []


def test_what_the_clock_cannot_do_at_a_table_is_the_trouble_of_that_table(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    people, others = Honest(sitting(room, "super-pan-9")), Honest(sitting(room, "super-pan-9"))
    silent_round(people)

    def never(*_: Any) -> Any:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(room._finders, "found", never)
    for at in range(1, 4):
        room.tick(at * 1.0e6)
    others.play_round()
    assert room.stopped == ""
    with pytest.raises(Refused, match="is refused"):
        people.table.view()
    assert audit(sqlite) == []
