"""What is told of a round besides its ruling, and what the drill keeps."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect

from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.people import people
from houseway.room.store.backup import backup, restore
from houseway.room.store.database import engine_for
from houseway.room.store.migrations import MIGRATIONS, migrate
from houseway.room.store.schema import DEALT, DRILLS, META, VERSION


def supervisors(room: Room) -> tuple[Any, Any]:
    manager = room.people.sign_in("manager", room.first_password)
    manager = room.people.set_password(manager, room.first_password, "a long password")
    return manager, room.people.add("Dora", "dealer", people.HASHER.hash("a long password"), by="command: tests")


def test_a_call_is_told_with_its_reason_until_the_next_round(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    _, dora = supervisors(room)
    table = sitting(room, "super-pan-9")
    table.ready()
    table.do(dora, "irregularity", kind="misdeal", seat=0, reason="a card fell")
    called = [{"kind": "misdeal", "seat": 0, "reason": "a card fell"}]
    assert table.view()["calls"] == room.round(1, None).json()["calls"] == called
    assert room.history(table.table)[0]["calls"] == ["misdeal"]
    table.play_round()
    assert table.view()["calls"] == room.round(2, None).json()["calls"] == []
    assert [each["calls"] for each in room.history(table.table)] == [[], ["misdeal"]]


def test_what_two_supervisors_agree_on_is_told_and_outlives_the_process(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    manager, dora = supervisors(room)
    table = sitting(room, "super-pan-9", seed=3)
    table.play_round()
    number = table.do(dora, "request", what="correction", round=1, seat=2, cents=123, reason="paid short").version
    assert [each["yours"] for who in (dora, manager) for each in table.view(who)["requests"]] == [True, False]
    assert table.view()["amended"] == [], "asked for is not agreed on"
    table.do(manager, "approve", request=number)
    told = [{"round": 1, "what": "correction", "reason": "paid short", "seat": 2, "cents": 123}]
    again = opened(database)
    for each in (room, again):
        assert each.view(table.table, None).json()["amended"] == told
        (amended,) = each.round(1, None).json()["amended"]
        assert amended.pop("at")
        assert [amended] == told
        assert each.history(table.table)[0]["amended"][0]["reason"] == "paid short"
    table.play_round()
    assert table.view()["amended"] == []
    assert room.round(1, None).json()["amended"]
    assert audit(database) == []


def test_a_cut_is_told_by_the_proof_before_the_first_card(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    shoe = table.view()["shoe"]["id"]
    assert room.proof(shoe).json()["cut"] is None
    table.bet(table.people[0])
    table.do(table.people[0], "cut", position=17)
    assert room.proof(shoe).json()["cut"] == 17
    table.play_round()
    assert room.proof(shoe).json()["cut"] == 17


def test_the_drill_adds_up_exactly(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann, bob = room.people.guest("Ann"), room.people.guest("Bob")
    for cost in (Fraction(1, 6), Fraction(0), Fraction(1, 3)):
        room.drills.count(ann.id, "super-pan-9", "stand or draw", cost)
    room.drills.count(ann.id, "super-pan-9", "set", 0.25)
    room.drills.count(bob.id, "super-pan-9", "set", 0.0)
    estimated, exact = room.drills.scores(ann.id, "super-pan-9")
    assert exact == ("stand or draw", 3, 1, Fraction(1, 2), 0.0)
    assert estimated == ("set", 1, 0, Fraction(0), 0.25)
    assert room.drills.scores(ann.id, "supreme-99") == []
    room.drills.forget(ann.id, "super-pan-9")
    assert room.drills.scores(ann.id, "super-pan-9") == []
    assert len(room.drills.scores(bob.id, "super-pan-9")) == 1


def test_an_empty_database_is_made_at_once_as_the_steps_make_it(database: str) -> None:
    def by_steps(connection: Connection) -> None:
        for step in MIGRATIONS:
            step(connection)

    forms = []
    for make in (migrate, by_steps):
        engine = engine_for(database)
        with engine.connect() as connection:
            make(connection)
            seen = inspect(connection)
            kinds = (seen.get_columns, seen.get_indexes, seen.get_foreign_keys, seen.get_check_constraints)
            more = (seen.get_pk_constraint, seen.get_unique_constraints)
            forms.append(
                {
                    (name, ask.__name__): json.dumps(ask(name), default=str)
                    for name in META.tables
                    for ask in (*kinds, *more)
                }
            )
            connection.rollback()
        engine.dispose()
    assert forms[0] == forms[1]


def test_a_room_of_the_first_version_is_backed_up_restored_and_brought_up_to_date(
    folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    old, new = f"sqlite:///{folder}/old.db", f"sqlite:///{folder}/new.db"
    room = opened(old)
    sitting(room, "super-pan-9").play_round()
    room.close()
    engine = engine_for(old)
    with engine.begin() as connection:
        DRILLS.drop(connection)
        DEALT.drop(connection)
        connection.exec_driver_sql("DROP INDEX transactions_by_round")
        connection.execute(VERSION.update().values(number=1))
    engine.dispose()
    backup(old, folder / "room.backup")
    restore(folder / "room.backup", new)
    for database in (old, new):
        fresh = opened(database)
        fresh.drills.count(fresh.people.guest("Cyd").id, "super-pan-9", "stand or draw", Fraction(1, 6))
        with fresh.store.transaction() as connection:
            assert connection.execute(VERSION.select()).scalar_one() == len(MIGRATIONS)
            assert set(META.tables) <= set(inspect(connection).get_table_names())
            indexes = {each["name"] for each in inspect(connection).get_indexes("transactions")}
        assert "transactions_by_round" in indexes
        assert audit(database) == []
