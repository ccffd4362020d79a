"""What was done at a table could be done when it was: a house that forgets its own rules for a moment is found out."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from honest import KEYS, TURNS, Honest
from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.room.acts.change import Change
from houseway.room.acts.desk import Close, Expire, Pause, Resume
from houseway.room.acts.play import Timeout
from houseway.room.acts.seats import AddBot, Free, Leave, RemoveBot, Sit
from houseway.room.acts.wagers import Bet, Clear, Cut, Seal
from houseway.room.audit.room import How, audit
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


def supervisor(people: Honest) -> Person:
    return people.table.room.people.add("Sue", "dealer", "no hash", by="command: tests")


def closes_in_mid_round(people: Honest) -> None:
    people.deal()
    people.table.do(supervisor(people), "close")


def closes_when_bets_are_closed(people: Honest) -> None:
    people.close()
    people.table.do(supervisor(people), "close")


def closes_while_a_void_waits(people: Honest) -> None:
    people.play_round()
    people.table.do(sue := supervisor(people), "request", round=1, what="void", reason="a card was seen")
    people.table.do(sue, "close")


def expires_in_mid_round(people: Honest) -> None:
    people.deal()
    by_house(people, "expire", Expire())


def expires_while_it_is_paused(people: Honest) -> None:
    people.table.do(supervisor(people), "pause")
    by_house(people, "expire", Expire())


def expires_too_soon(people: Honest) -> None:
    people.table.bet(people.table.people[0])
    by_house(people, "expire", Expire())


def expires_too_soon_though_nobody_sits_there(people: Honest) -> None:
    for person in people.table.people:
        people.table.do(person, "leave")
    by_house(people, "expire", Expire())


def runs_out_of_time_while_it_is_paused(people: Honest) -> None:
    people.deal()
    people.table.do(supervisor(people), "pause")
    by_house(people, "timeout", Timeout())


def sits_under_another_name(people: Honest) -> None:
    people.table.do(people.table.room.people.guest("Eve"), "sit", seat=5)


def sits_though_she_deals(people: Honest) -> None:
    people.table.do(supervisor(people), "sit", seat=5)


def calls_a_bot_from_outside(people: Honest) -> None:
    people.table.do(people.table.room.people.guest("Eve"), "add-bot", seat=5)


def sends_a_bot_away_from_outside(people: Honest) -> None:
    people.table.do(people.table.people[0], "add-bot", seat=5)
    people.table.do(people.table.room.people.guest("Eve"), "remove-bot", seat=5)


def calls_a_bot_to_watch(people: Honest) -> None:
    watches = people.table.room.people.add("Sam", "surveillance", "no hash", by="command: tests")
    people.table.do(watches, "add-bot", seat=5)


def pauses_while_numbers_are_sealed(people: Honest) -> None:
    people.close()
    people.table.do(supervisor(people), "pause")


def pauses_while_a_number_is_opened(people: Honest) -> None:
    people.close()
    for person in people.table.people:
        people.seal(person)
    people.table.do(supervisor(people), "pause")


def resumes_what_goes_on(people: Honest) -> None:
    people.table.do(supervisor(people), "resume")


def unchecked(act: Any, table: Any, by: Any, _room: Any) -> Any:
    """What the house does: it looks at nothing, and writes down what it would have."""
    if isinstance(act, Sit):
        return replace(act, name="Sue")
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
    (closes_in_mid_round, Close, "a round is being played"),
    (closes_when_bets_are_closed, Close, "a round is being played"),
    (closes_while_a_void_waits, Close, "a void or a correction waits for a second person"),
    (expires_in_mid_round, Expire, "a round is being played"),
    (expires_while_it_is_paused, Expire, "the table is paused"),
    (expires_too_soon, Expire, "something was done there less than 1440 minutes before"),
    (expires_too_soon_though_nobody_sits_there, Expire, "something was done there less than 60 minutes before"),
    (runs_out_of_time_while_it_is_paused, Timeout, "the table is paused"),
    (sits_under_another_name, Sit, "'Eve', under the name 'Sue'"),
    (sits_though_she_deals, Sit, "who was no player then"),
    (calls_a_bot_from_outside, AddBot, "who was no dealer or manager then"),
    (sends_a_bot_away_from_outside, RemoveBot, "who was no dealer or manager then"),
    (calls_a_bot_to_watch, AddBot, "who was no dealer or manager then"),
    (pauses_while_numbers_are_sealed, Pause, "numbers are being sealed"),
    (pauses_while_a_number_is_opened, Pause, "numbers are being sealed"),
    (resumes_what_goes_on, Resume, "the table is not paused"),
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


@pytest.mark.parametrize("cheat", [frees_a_seat_too_soon, expires_too_soon], ids=lambda each: each.__name__)
def test_what_was_done_before_a_mark_counts(
    cheat: Cheat, people: Honest, sqlite: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The audit does not read again what it has read, and knows when people have played there."""
    people.play_round()
    marked = How(mark=folder / "audit.mark")
    assert audit(sqlite, marked) == []
    monkeypatch.setattr(Free if cheat is frees_a_seat_too_soon else Expire, "check", unchecked)
    monkeypatch.setattr(people.table, "bet", lambda person: None)
    cheat(people)
    assert "something was done" in " ".join(map(str, audit(sqlite, marked)))


def test_no_time_runs_out_at_a_table_that_is_paused(people: Honest) -> None:
    people.deal()
    people.table.do(supervisor(people), "pause")
    with pytest.raises(HousewayError, match="the table is paused"):
        by_house(people, "timeout", Timeout())


def test_who_gets_up_empties_nobody_elses_seat(people: Honest, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people.deal()
    with monkeypatch.context() as cheats:
        cheats.setattr(Leave, "check", lambda self, *_: replace(self, seat=2))
        people.table.do(people.table.people[0], "leave")
    assert "who gets up sits elsewhere than at seat 2" in " ".join(map(str, audit(sqlite)))


def test_a_table_that_is_closed_keeps_no_stakes(people: Honest, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are told by themselves, whatever the entry was that closed it."""
    with monkeypatch.context() as cheats:
        cheats.setattr(Close, "check", unchecked)
        closes_in_mid_round(people)
    assert "table 1: is closed, and holds $10.00 of round 1" in map(str, audit(sqlite))


@pytest.mark.parametrize("closed", [False, True], ids=["expired", "closed"])
def test_what_the_room_allows_the_audit_allows(
    people: Honest, sqlite: str, monkeypatch: pytest.MonkeyPatch, *, closed: bool
) -> None:
    """Pauses between rounds and in one, a request that is declined, and the end of a table."""
    sue = supervisor(people)
    for step in (people.deal, lambda: None):
        step()
        people.table.do(sue, "pause")
        people.table.do(sue, "resume")
    while people.table.answer():
        pass
    number = people.table.do(sue, "request", round=1, what="void", reason="a card was seen").version
    people.table.do(sue, "decline", request=number, reason="nobody saw it")
    if closed:
        people.table.do(sue, "pause")
        people.table.do(sue, "close")
    else:
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat(timespec="milliseconds")
        monkeypatch.setattr("houseway.room.commands.doing.stamp", lambda: tomorrow)
        by_house(people, "expire", Expire())
    assert [each for each in audit(sqlite) if not each.what.startswith("is dated")] == []
