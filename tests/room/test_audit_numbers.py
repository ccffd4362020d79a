"""The audit and the players' numbers: a house that writes its own journal, signed, is found out by its own entries."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from honest import TURNS, Honest
from houseway.room import Person, Room
from houseway.room.acts.wagers import Open
from houseway.room.audit.room import audit
from houseway.room.fairness.nonces import Nonce, Puzzle
from houseway.room.table import rounds


@pytest.fixture(autouse=True)
def quick_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


def test_numbers_that_were_opened_as_they_should_hold(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    Honest(sitting(opened(sqlite), "super-pan-9")).play_round()
    assert audit(sqlite) == []


def test_a_number_that_its_factor_does_not_give_is_found(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house knows every number, and writes another for the last: it has chosen the deal."""
    honest = Open.check

    def chosen(self: Open, table: Any, by: Person, room: Any) -> Open:
        opened_ = honest(self, table, by, room)
        return replace(opened_, number=f"{int(opened_.number or '', 16) + 1:0256x}") if by.name == "Bob" else opened_

    monkeypatch.setattr(Open, "check", chosen)
    Honest(sitting(opened(sqlite), "super-pan-9")).play_round()
    assert [each.what for each in audit(sqlite)] == ["the number is not the one that two primes of its seal give"]


def test_a_seal_that_is_opened_by_what_is_no_prime_is_found(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A modulus of many factors has several openings: whoever sealed it chooses one when the others are known."""
    puzzle = Puzzle(3 * (2**1023 // 3 + 2 | 1), 7)
    assert puzzle.modulus.bit_length() == 1024
    many = Nonce(puzzle, 3)
    monkeypatch.setattr(Open, "check", lambda self, table, by, room: replace(self, number=f"{7:0256x}"))
    people = Honest(sitting(opened(sqlite), "super-pan-9"))
    for person in people.table.people:
        people.bet(person, many if person.name == "Bob" else None)
    for step in (people.ready, people.seal, people.open):
        for person in people.table.people:
            step(person)
    assert any("two primes" in each.what for each in audit(sqlite))


@pytest.mark.parametrize("more", [-1, 1])
def test_another_number_of_squarings_is_found(
    more: int, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as other:
        other.setattr(rounds, "TURNS", TURNS + more)
        Honest(sitting(opened(sqlite), "super-pan-9")).play_round()
    assert any(f"squared {TURNS + more} times and not {TURNS}" in each.what for each in audit(sqlite))
