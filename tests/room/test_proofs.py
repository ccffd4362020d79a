"""Who reads proofs keeps nobody from playing: nothing is replayed while the table is held, and each round once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from houseway.room import Person, Room
from houseway.room.fairness import proofs
from houseway.room.fairness.commitments import Opening, holds
from houseway.room.history import Gathered

SUE = Person(9, "Sue", "surveillance", 0)
PATIENCE = 60.0


def indexes(room: Room, shoe: int, viewer: Person | None = None) -> set[int]:
    return {each["index"] for each in room.proof(shoe, viewer).json()["openings"]}


READING = {
    "a proof": lambda room: room.proof(1),
    "a round": lambda room: room.round(1, None),
    "a record": lambda room: room.record(1, SUE),
}


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rounds that are replayed for proofs."""
    rounds: list[int] = []
    before = Gathered.played

    def noted(self: Gathered, sources: Any) -> Any:
        rounds.append(self.row.id)
        return before(self, sources)

    monkeypatch.setattr(Gathered, "played", noted)
    return rounds


@pytest.mark.parametrize("reading", READING)
def test_a_command_is_done_while_a_round_is_replayed_for_a_reader(
    reading: str, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the table nor the database is held meanwhile."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1)
    table.play_round()
    before = Gathered.played
    done: list[bool] = []

    def while_somebody_bets(self: Gathered, sources: Any) -> Any:
        betting = threading.Thread(target=table.bet, args=[table.people[0]], daemon=True)
        betting.start()
        betting.join(PATIENCE)
        done.append(not betting.is_alive())
        return before(self, sources)

    monkeypatch.setattr(Gathered, "played", while_somebody_bets)
    READING[reading](room)
    assert done == [True]


def test_each_round_is_replayed_once_whoever_asks(
    sqlite: str, opened: Callable[..., Room], sitting: Any, replayed: list[int]
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=2)
    table.play_round()
    table.play_round()
    shoe = table.view()["shoe"]["id"]
    viewers = [None, SUE, *table.people]
    told = [indexes(room, shoe, viewer) for viewer in viewers]
    assert replayed == [1, 2]
    assert told == [indexes(room, shoe, viewer) for viewer in viewers]
    assert replayed == [1, 2]
    table.play_round()
    more = room.proof(shoe).json()
    assert replayed == [1, 2, 3]
    assert {each["index"] for each in more["openings"]} > told[0]
    for each in more["openings"]:
        path = tuple((side, hash_) for side, hash_ in each["path"])
        assert holds(Opening(each["index"], each["number"], each["salt"], path), more["root"])


def test_everybody_is_shown_what_they_saw_of_a_shoe_in_use(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Of hands that were not shown: their own to who held them, all to surveillance."""
    room = opened(sqlite)
    table = sitting(room, "super-pairs", people=2)
    ann, bob = table.people
    for _ in range(6):
        table.play_round()
    if table.view()["shoe"]["id"] != 1:
        pytest.skip("the shoe has ended")
    public, anns, bobs, all_ = (indexes(room, 1, viewer) for viewer in (None, ann, bob, SUE))
    assert public <= anns <= all_
    assert public <= bobs <= all_
    assert anns & bobs == public


def test_rounds_that_are_remembered_are_counted(
    sqlite: str, opened: Callable[..., Room], sitting: Any, replayed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "MOST", 1)
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1)
    table.play_round()
    table.play_round()
    shoe = table.view()["shoe"]["id"]
    assert indexes(room, shoe) == indexes(room, shoe)
    assert replayed == [1, 2, 1, 2]
