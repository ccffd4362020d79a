"""What was done at a table could be done when it was: a house that forgets its own rules for a moment is found out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from honest import KEYS, TURNS, Honest
from houseway.room import Command, Room
from houseway.room.acts.change import Change
from houseway.room.acts.play import Timeout
from houseway.room.acts.seats import AddBot, Free, Leave, RemoveBot, Sit
from houseway.room.acts.wagers import Bet, Clear, Cut, Seal
from houseway.room.audit.room import audit
from houseway.room.commands.command import THE_HOUSE, Asked
from houseway.room.table import rounds

Cheat = Callable[[Honest], None]


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def people(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Honest:
    return Honest(sitting(opened(sqlite), "super-pan-9"))


def by_house(people: Honest, kind: str, act: Any) -> None:
    seen = people.table.view()["version"]
    people.table.room._do(Asked(Command(people.table.table, THE_HOUSE.id, "", seen, kind), act))


def seals_another(people: Honest) -> None:
    people.close()
    people.seal(people.table.people[0])
    people.nonces[people.table.people[1].id] = next(KEYS)
    people.seal(people.table.people[1])


def bets_when_bets_are_closed(people: Honest) -> None:
    people.close()
    people.bet(people.table.people[1])


def takes_back_when_bets_are_closed(people: Honest) -> None:
    people.close()
    people.table.do(people.table.people[1], "clear")


def cuts_under_who_is_ready(people: Honest) -> None:
    for person in people.table.people:
        people.table.bet(person)
    people.table.do(people.table.people[0], "ready")
    people.table.do(people.table.people[1], "cut", position=7)


def cuts_without_a_wager(people: Honest) -> None:
    people.table.bet(people.table.people[0])
    people.table.do(people.table.people[1], "cut", position=7)


def calls_a_bot_once_a_wager_lies(people: Honest) -> None:
    people.table.bet(people.table.people[0])
    people.table.do(people.table.people[1], "add-bot", seat=5)


def sends_a_bot_away_once_a_wager_lies(people: Honest) -> None:
    people.table.do(people.table.people[1], "add-bot", seat=5)
    people.table.bet(people.table.people[0])
    people.table.do(people.table.people[1], "remove-bot", seat=5)


def frees_a_seat_that_is_ready(people: Honest) -> None:
    for person in people.table.people:
        people.table.bet(person)
    people.table.do(people.table.people[1], "ready")
    by_house(people, "free", Free(seats=[2], minutes=5))


def frees_a_seat_beside_one_that_is_ready(people: Honest) -> None:
    for person in people.table.people:
        people.table.bet(person)
    people.table.do(people.table.people[1], "ready")
    by_house(people, "free", Free(seats=[1, 2], minutes=5))


def frees_a_seat_too_soon(people: Honest) -> None:
    people.table.bet(people.table.people[0])
    by_house(people, "free", Free(seats=[1], minutes=5))


def frees_a_seat_in_mid_round(people: Honest) -> None:
    people.deal()
    by_house(people, "free", Free(seats=[2], minutes=5))


def leaves_while_a_number_is_opened(people: Honest) -> None:
    people.close()
    for person in people.table.people:
        people.seal(person)
    people.table.do(people.table.people[1], "leave")


def takes_a_seat_that_is_taken(people: Honest) -> None:
    cyd = people.table.room.people.guest("Cyd")
    people.table.do(cyd, "sit", seat=2)


def finds_a_number_that_is_open(people: Honest) -> None:
    """Every number is known and the first cards are dealt: the house deals the others by another seed."""
    people.deal()
    by_house(people, "timeout", Timeout(found={"2": "5"}))


def changes_settings_when_bets_are_closed(people: Honest) -> None:
    manager = people.table.room.people.add("Mia", "manager", "no hash", by="command: tests")
    people.close()
    people.table.do(manager, "change", settings={"commission": "0%"}, reason="we like it so")


def unchecked(act: Any, table: Any, by: Any, _room: Any) -> Any:
    """What the house does: it looks at nothing, and writes down what it would have."""
    return replace(act, seat=table.place_of(by.id).number) if isinstance(act, Leave) else act


CHEATS: list[tuple[Cheat, type, str]] = [
    (seals_another, Seal, "not the seal that was committed to"),
    (bets_when_bets_are_closed, Bet, "bets are closed"),
    (takes_back_when_bets_are_closed, Clear, "bets are closed"),
    (cuts_under_who_is_ready, Cut, "somebody is ready"),
    (cuts_without_a_wager, Cut, "lay a wager first"),
    (calls_a_bot_once_a_wager_lies, AddBot, "a wager lies on the table"),
    (sends_a_bot_away_once_a_wager_lies, RemoveBot, "a wager lies on the table"),
    (frees_a_seat_that_is_ready, Free, "nobody sits there any more who has done nothing"),
    (frees_a_seat_beside_one_that_is_ready, Free, "seat 2 is ready"),
    (frees_a_seat_too_soon, Free, "something was done at seat 1 less than 5 minutes before"),
    (frees_a_seat_in_mid_round, Free, "its seats are freed afterwards"),
    (leaves_while_a_number_is_opened, Leave, "your number is being opened"),
    (takes_a_seat_that_is_taken, Sit, "seat 2 is taken"),
    (finds_a_number_that_is_open, Timeout, "number of seat 2 is open"),
    (changes_settings_when_bets_are_closed, Change, "settings change between rounds"),
]


@pytest.mark.parametrize("cheat, act, says", CHEATS, ids=lambda each: each.__name__ if callable(each) else "")
def test_what_the_room_refuses_the_audit_finds(
    cheat: Cheat, act: type, says: str, people: Honest, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as cheats:
        cheats.setattr(act, "check", unchecked)
        cheat(people)
    found = [str(each) for each in audit(sqlite)]
    assert any(says in each for each in found), found
