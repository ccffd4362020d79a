"""What somebody wagers in answer to what others are asked with them moves nothing that others see, at any table."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.store.schema import LOBBY


def asked_together(table: Any) -> dict[str, Any]:
    """A round in which Ann and Bob are asked for a wager at once; what Ann is asked."""
    for _ in range(60):
        for person in table.people:
            table.bet(person)
        for person in table.people:
            table.do(person, "ready")
        asked = [q for person in table.people for q in table.view(person)["asked"] if q["yours"]]
        if [q["kind"] for q in asked] == ["wager", "wager"]:
            return asked[0]
        while table.answer():
            pass
    pytest.fail("nobody was asked for a wager together with another")


def unseen(room: Room) -> list[str]:
    with room.store.transaction() as connection:
        return list(connection.execute(select(LOBBY.c.unseen).order_by(LOBBY.c.table)).scalars())


def test_a_wager_made_together_is_not_told_by_chips_at_another_table(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table = sitting(room, "super-pairs")
    ann, bob = table.people
    other = sitting.back(room, room.open_table(bob, "super-pan-9", {}, "b"), [ann, bob], 7)
    other.do(ann, "sit", seat=1)
    asked = asked_together(table)
    viewers = {"Bob": bob, "a spectator": None, "Cyd": room.people.guest("Cyd")}

    def seen(at: Any, viewer: Any) -> int:
        return int(at.view(viewer)["seats"][0]["chips_cents"])

    def told() -> dict[tuple[str, int], int]:
        both = {(name, at.table): seen(at, viewer) for name, viewer in viewers.items() for at in (table, other)}
        return both | {
            ("public", at.table): room.public(at.table).view.json()["seats"][0]["chips_cents"] for at in (table, other)
        }

    def laid(viewer: Any) -> dict[str, int]:
        return dict(table.view(viewer)["seats"][0]["wagers"])

    before, own = told(), [seen(at, ann) for at in (table, other)]
    wagers = laid(ann)
    assert asked["wager"] not in wagers
    table.do(ann, "answer", answer=asked["least_cents"])
    assert told() == before
    assert [laid(viewer) for viewer in viewers.values()] == [wagers] * 3
    assert laid(ann) == wagers | {asked["wager"]: asked["least_cents"]}
    assert [seen(at, ann) for at in (table, other)] == [each - asked["least_cents"] for each in own], "she knows it"
    assert unseen(room) == [f",{ann.id}:{asked['least_cents']}", ""]
    if database.startswith("sqlite"):
        assert audit(database) == []
    table.do(bob, "answer", answer=0)
    assert [laid(viewer) for viewer in viewers.values()] == [wagers | {asked["wager"]: asked["least_cents"]}] * 3
    assert {before[key] - value for key, value in told().items()} == {asked["least_cents"]}
    assert unseen(room) == ["", ""]
    assert audit(database) == []


def test_the_row_is_there_after_a_restart_too(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Another process that shows the other table has only the database to go by."""
    room = opened(sqlite)
    table = sitting(room, "super-pairs")
    ann, bob = table.people
    other = room.open_table(bob, "super-pan-9", {}, "b")
    sitting.back(room, other, [ann], 7).do(ann, "sit", seat=1)
    asked = asked_together(table)
    before = room.view(other, bob).json()["seats"][0]["chips_cents"]
    table.do(ann, "answer", answer=asked["least_cents"])
    room.close()
    assert opened(sqlite).view(other, bob).json()["seats"][0]["chips_cents"] == before
