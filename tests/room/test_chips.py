"""Play chips: what lies in rounds that are being played is still its player's, for more chips and for the audit."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.people.people import CHIPS
from houseway.room.store import ledger


def all_in(table: Any) -> None:
    """Everything that Ann has, in a round that waits for her."""
    (ann,) = table.people
    for _ in range(40):
        seat = table.view(ann)["seats"][0]
        table.do(ann, "bet", wagers={"main": min(seat["chips_cents"], 400_00)})
        table.do(ann, "ready")
        if table.view()["phase"] == "playing":
            return
    pytest.fail("no round waits for a player")


def staked(room: Room, person: int) -> int:
    with room.store.transaction() as connection:
        return ledger.in_play(connection, f"person:{person}")


def chips(room: Room, person: int) -> int:
    with room.store.transaction() as connection:
        return room.people.by_id(connection, person).chips


def test_what_is_staked_is_counted_while_its_round_is_played_and_no_longer(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1, decks="8")
    (ann,) = table.people
    assert staked(room, ann.id) == 0
    for _ in range(2):
        all_in(table)
        (laid,) = table.view(ann)["seats"][0]["wagers"].values()
        assert staked(room, ann.id) == laid
        while table.answer():
            pass
        assert staked(room, ann.id) == 0


def test_chips_in_rounds_that_are_played_count(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Else ten tables are ten fillings, and whoever stands everywhere has them all."""
    room = opened(database)
    tables = [sitting(room, "super-pan-9", people=1, decks="8")]
    (ann,) = tables[0].people
    while chips(room, ann.id) > CHIPS // 10 and len(tables) < 8:
        tables.append(
            sitting.back(room, room.open_table(ann, "super-pan-9", {"decks": "8"}, "t"), [ann], len(tables) + 1)
        )
        tables[-1].do(ann, "sit", seat=1)
        all_in(tables[-1])
        if len(tables) == 5:
            break
    held = staked(room, ann.id)
    assert held > 0
    assert chips(room, ann.id) + held > CHIPS // 10
    with pytest.raises(HousewayError, match="more chips for a player"):
        room.people.more_chips(ann)
    assert audit(database) == []


def test_whoever_has_little_on_the_table_is_filled_up_with_it_counted(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1, decks="8")
    (ann,) = table.people
    with room.store.transaction() as connection:  # lost elsewhere
        move = ledger.movement("chips", [(f"person:{ann.id}", -950_00), ("chips", 950_00)])
        ledger.post(connection, [move], 0, 1)
    all_in(table)
    held = staked(room, ann.id)
    assert 0 < held <= 100_00
    assert room.people.more_chips(ann).chips == CHIPS - held
    found = [str(each) for each in audit(database)]
    assert not any("when more chips were given" in each for each in found)


def test_a_house_that_hands_out_chips_to_who_has_them_on_the_table_is_found(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1, decks="8")
    (ann,) = table.people
    monkeypatch.setattr("houseway.room.people.people.CHIPS", 10 * CHIPS)
    monkeypatch.setattr(ledger, "in_play", lambda connection, account: 0)
    all_in(table)
    room.people.more_chips(ann)
    assert any("when more chips were given" in str(each) for each in audit(sqlite))
