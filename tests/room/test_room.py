"""A table from the first guest to the ruling, on both databases: who may do what, money, records."""

import gzip
import json
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, IllegalAnswer, IllegalBet, UnknownName
from houseway.games import games
from houseway.room import Command, Forbidden, Room, Stale
from houseway.room.acts import ACTS, COMMANDS, desk
from houseway.room.audit.room import audit
from houseway.room.people import people
from houseway.room.store import backup as copies
from houseway.room.store.backup import LONGEST, backup, restore
from houseway.room.store.ledger import balances
from houseway.room.table.clock import Clock
from houseway.round.auditing import audit_record
from houseway.round.codec import payout_json
from houseway.round.record import record_from, settle


def money(room: Room, *accounts: str) -> list[int]:
    with room.store.transaction() as connection:
        return list(balances(connection, accounts).values())


def staff(room: Room) -> tuple[Any, Any, Any]:
    """A manager with a password of their own, a dealer made by command, and somebody of surveillance."""
    manager = room.people.sign_in("manager", room.first_password)
    manager = room.people.set_password(manager, room.first_password, "a long password")
    dealer = room.people.add("Dora", "dealer", people.HASHER.hash("a long password"), by="command: tests")
    return manager, dealer, room.people.register("Sue", "a long password", "surveillance", by=manager)


def test_people_command_every_act_but_the_opening_and_the_houses_own() -> None:
    assert set(ACTS) - set(COMMANDS) == {"opened", "timeout", "bots", "expire", "free"}


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_every_game_is_played_audited_and_settled_again_by_its_record(
    game: str, database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table = sitting(room, game, seed=5)
    for _ in range(3):
        table.play_round()
    view = table.view()
    record = room.record(view["round"])
    assert [payout_json(payout) for payout in settle(record_from(record))] == view["ruling"] == record["payouts"]
    assert audit_record(json.dumps(record)) == []
    page = room.round(view["round"], None).json()["ruling"]
    assert [{key: value for key, value in each.items() if key != "reasons"} for each in page] == view["ruling"]
    assert all(each["reasons"]["says"] == each["why"] for each in page)
    assert [each["round"] for each in room.history(table.table)] == [3, 2, 1]
    assert audit(database) == []


def test_wagers_are_held_then_settled_to_the_cent(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    table.do(ann, "bet", wagers={"main": 25_00, "tie": 5_00})
    assert money(room, f"person:{ann.id}", "hold:1") == [1000_00, 0]
    table.do(ann, "ready")
    assert money(room, f"person:{ann.id}", "hold:1") == [970_00, 30_00]
    table.do(ann, "answer", answer="stand")
    ruling = table.view(ann)["ruling"]
    won = sum(each["cents"] for each in ruling)
    fee = sum(each["commission_cents"] for each in ruling)
    accounts = (f"person:{ann.id}", "hold:1", "house:1", "commission:1")
    assert money(room, *accounts) == [1000_00 + won, 0, -won - fee, fee]


def test_a_wager_that_cannot_be_covered_or_is_out_of_bounds_is_refused(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    version = table.view()["version"]
    for wagers in (
        {"main": 400_01},
        {"tie": 5_00},
        {"main": 4_99},
        {"none": 1},
        {"main": -5},
        {"main": "5"},
        {"main": True},
    ):
        with pytest.raises(IllegalBet):
            table.do(ann, "bet", wagers=wagers)
    other = room.open_table(ann, "super-pan-9", {}, "another")
    room.do(Command(other, ann.id, "sit-b", None, "sit", {"seat": 1}))
    room.do(Command(table.table, ann.id, "bet-a", None, "bet", {"wagers": {"main": 400_00}}))
    for number in range(3):
        third = room.open_table(ann, "super-pan-9", {}, "more")
        room.do(Command(third, ann.id, f"sit{number}", None, "sit", {"seat": 1}))
        room.do(Command(third, ann.id, f"bet{number}", None, "bet", {"wagers": {"main": 300_00}}))
        room.do(Command(third, ann.id, f"ready{number}", None, "ready", {}))
    assert money(room, f"person:{ann.id}") == [100_00]
    with pytest.raises(HousewayError, match="that takes"):
        room.do(Command(other, ann.id, "bet-b", None, "bet", {"wagers": {"main": 400_00}}))
    room.do(Command(table.table, ann.id, "ready-a", None, "ready", {}))
    assert table.view()["phase"] == "betting", "a round does not start on money that is elsewhere"
    assert version < table.view()["version"]


def test_a_seat_that_leaves_is_answered_by_the_default_as_an_act_of_the_house(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9")
    ann, bob = table.people
    table.ready()
    table.do(bob, "leave")
    with pytest.raises(Forbidden, match="sit down first"):
        table.do(bob, "answer", answer="draw")
    table.do(ann, "answer", answer="stand")
    view = table.view()
    assert view["phase"] == "ended"
    assert view["seats"][1]["name"] is None
    assert room.round(view["round"], None).json()["house_acts"] == [2]
    assert {each["seat"] for each in view["ruling"]} == {1, 2}
    assert audit(database) == []


def test_time_runs_out_on_a_monotonic_clock(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    now = [0.0]
    room = opened(sqlite, now=lambda: now[0], clock=Clock(deciding=30, betting=20, ended=10))
    table = sitting(room, "super-pan-9")
    ann, bob = table.people
    table.bet(ann)
    table.do(ann, "ready")
    assert table.view()["deadline"] == 20
    now[0] = 19
    room.tick()
    assert table.view()["phase"] == "betting"
    now[0] = 20
    room.tick()
    view = table.view()
    assert (view["phase"], view["seats"][1]["wagers"], view["deadline"]) == ("playing", {}, 30)
    now[0] = 50
    room.tick()
    assert table.view()["phase"] == "ended"
    assert room.round(1, None).json()["house_acts"] == [1]
    now[0] = 60
    room.tick()
    assert table.view()["phase"] == "betting"
    assert bob.name == "Bob"


def test_duplicates_have_one_effect(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    first = table.do(ann, "bet", key="once", wagers={"main": 5_00})
    table.do(ann, "clear")
    again = table.do(ann, "bet", key="once", wagers={"main": 5_00})
    assert (again.version, again.repeated) == (first.version, True)
    assert table.view()["seats"][0]["wagers"] == {}
    with pytest.raises(HousewayError, match="key was used for another command"):
        table.do(ann, "bet", key="once", wagers={"main": 6_00})


def test_a_stale_command_changes_nothing(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    version = table.view()["version"]
    table.do(ann, "bet", version=version, wagers={"main": 5_00})
    with pytest.raises(Stale):
        table.do(ann, "clear", version=version)
    assert table.view()["seats"][0]["wagers"] == {"main": 5_00}


def test_races_lose_cleanly(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Many threads, in two rooms on one database where it can serve two, release the same version at once."""
    rooms = [opened(database), opened(database)]
    table = sitting(rooms[0], "super-pan-9", people=1)
    (ann,) = table.people
    for turn in range(5):
        version = table.view()["version"]
        outcomes: list[str] = []
        gate = threading.Barrier(6)

        def race(number: int, turn: int, version: int, outcomes: list[str], gate: threading.Barrier) -> None:
            command = Command(1, ann.id, f"race-{turn}-{number}", version, "bet", {"wagers": {"main": 500 + number}})
            gate.wait()
            try:
                rooms[number % 2].do(command)
                outcomes.append("won")
            except Stale:
                outcomes.append("stale")

        threads = [threading.Thread(target=race, args=(n, turn, version, outcomes, gate)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["stale"] * 5 + ["won"]
        assert table.view()["version"] == version + 1
    assert rooms[0].view(1, ann).text() == rooms[1].view(1, ann).text()


def test_the_race_test_catches_a_room_that_does_not_compare_versions(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    version = table.view()["version"]
    won = [
        room.do(Command(1, ann.id, f"k{n}", None if n else version, "bet", {"wagers": {"main": 500}})) for n in range(2)
    ]
    assert len({done.version for done in won}) == 2, "without an expected version both have an effect"


def test_two_processes_serve_one_room(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    first, second = opened(database), opened(database)
    table = sitting(first, "super-pan-9")
    woken: list[int] = []
    second.tick(0.0)
    second.watch(table.table, woken.append)
    table.ready()
    second.tick(1.0)
    assert woken == [table.view()["version"]]
    table.room = second
    table.answer()
    table.room = first
    table.answer()
    assert table.view() | {"deadline": 0} == second.view(table.table, None).json() | {"deadline": 0}
    assert audit(database) == []


def test_an_irregularity_is_a_supervisors_and_settled_by_the_written_control(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    _, dealer, _ = staff(room)
    table = sitting(room, "super-pan-9")
    table.ready()
    call = {"kind": "wrong-number-of-cards", "seat": 2, "reason": "four cards"}
    with pytest.raises(Forbidden, match="supervisor"):
        table.do(table.people[0], "irregularity", **call)
    with pytest.raises(HousewayError, match="reason"):
        table.do(dealer, "irregularity", **call | {"reason": ""})
    with pytest.raises(IllegalAnswer):
        table.do(dealer, "irregularity", **call | {"kind": "rain"})
    table.do(dealer, "irregularity", **call)
    table.do(table.people[0], "answer", answer="stand")
    awards = {each["seat"]: each["award"] for each in table.view()["ruling"]}
    assert awards[2] == "void"
    assert awards[1] != "void"
    assert money(room, f"person:{table.people[1].id}") == [1000_00]
    table.ready()
    table.do(dealer, "irregularity", kind="misdeal", reason="a card fell")
    assert {each["award"] for each in table.view()["ruling"]} == {"void"}
    assert audit(database) == []


def test_a_void_or_a_correction_of_a_settled_round_needs_two_people(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    manager, dealer, sue = staff(room)
    table = sitting(room, "super-pan-9", seed=3)
    ann, bob = table.people
    before = money(room, f"person:{ann.id}", f"person:{bob.id}", "house:1", "commission:1")
    table.play_round()
    with pytest.raises(Forbidden):
        table.do(sue, "request", what="void", round=1, reason="the wrong shoe")
    number = table.do(dealer, "request", what="void", round=1, reason="the wrong shoe").version
    with pytest.raises(Forbidden, match="two people"):
        table.do(dealer, "approve", request=number)
    assert table.view(manager)["requests"][0]["request"] == number
    assert table.view(ann)["requests"] == []
    table.do(manager, "approve", request=number)
    assert money(room, f"person:{ann.id}", f"person:{bob.id}", "house:1", "commission:1") == before
    with pytest.raises(HousewayError, match="asked for under"):
        table.do(manager, "approve", request=number)
    with pytest.raises(HousewayError, match="round 1 has nothing left to void: it is void already, or nothing was"):
        table.do(manager, "request", what="void", round=1, reason="the wrong shoe")
    fix = table.do(dealer, "request", what="correction", round=1, seat=2, cents=1_23, reason="paid short").version
    table.do(manager, "approve", request=fix)
    assert money(room, f"person:{bob.id}", "house:1") == [before[1] + 123, before[2] - 123]
    table.play_round()
    assert audit(database) == []


def test_a_void_that_waits_is_not_asked_for_twice(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    manager, dealer, _ = staff(room)
    table = sitting(room, "super-pan-9", seed=3)
    for _ in range(2):
        table.play_round()
    first = table.do(dealer, "request", what="void", round=1, reason="the wrong shoe").version
    for by in (dealer, manager):
        with pytest.raises(HousewayError, match=f"a void of round 1 is asked for already, by request {first}: it wait"):
            table.do(by, "request", what="void", round=1, reason="the wrong shoe")
    table.do(manager, "request", what="void", round=2, reason="the wrong shoe")
    table.do(manager, "request", what="correction", round=1, seat=2, cents=1_23, reason="paid short")
    table.do(dealer, "decline", request=first, reason="a mistake")
    table.do(manager, "request", what="void", round=1, reason="the wrong shoe after all")
    assert audit(sqlite) == []


def test_of_two_voids_in_an_older_journal_the_second_is_refused_when_it_is_approved(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    manager, dealer, _ = staff(room)
    table = sitting(room, "super-pan-9", seed=3)
    table.play_round()
    with monkeypatch.context() as before:
        before.setattr(desk, "_check_void", lambda *_: None)
        asked = [table.do(dealer, "request", what="void", round=1, reason="the wrong shoe").version for _ in range(2)]
    table.do(manager, "approve", request=asked[0])
    with pytest.raises(HousewayError, match="round 1 has nothing left to void"):
        table.do(manager, "approve", request=asked[1])
    table.do(dealer, "decline", request=asked[1], reason="it is void")
    assert audit(sqlite) == []


def test_pause_and_close(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    _, dealer, _ = staff(room)
    table = sitting(room, "super-pan-9", people=1)
    table.do(dealer, "pause")
    with pytest.raises(HousewayError, match="paused"):
        table.bet(table.people[0])
    table.do(dealer, "resume")
    table.play_round()
    table.do(dealer, "close")
    assert room.tables() == []
    assert room.proof(1).json()["ended"]
    with pytest.raises(HousewayError, match="closed"):
        table.bet(table.people[0])
    assert audit(sqlite) == []


def test_who_opened_a_table_closes_it_while_nobody_else_sits_there(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    _, dealer, _ = staff(room)
    table = sitting(room, "super-pairs")
    ann, bob = table.people
    with pytest.raises(Forbidden, match="by who has opened it"):
        table.do(bob, "close")
    with pytest.raises(Forbidden, match="others sit at this table"):
        table.do(ann, "close")
    table.play_round()
    table.do(bob, "leave")
    table.people = [ann]
    table.play_round()
    table.do(dealer, "pause")
    with pytest.raises(HousewayError, match="paused"):
        table.do(ann, "close")
    table.do(dealer, "resume")
    table.do(ann, "add-bot", seat=2)
    table.bet(ann)
    table.ready()
    with pytest.raises(HousewayError, match="a round is being played"):
        table.do(ann, "close")
    while table.answer():
        pass
    table.room = opened(database)  # who opened it is read from the table's first entry
    table.do(ann, "close")
    assert table.room.tables() == []
    assert audit(database) == []


def test_bots_fill_seats_with_money_of_their_own(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", people=1)
    (ann,) = table.people
    for seat in (2, 3):
        table.do(ann, "add-bot", seat=seat)
    with pytest.raises(HousewayError, match="taken"):
        table.do(ann, "add-bot", seat=2)
    table.play_round()
    assert {each["seat"] for each in table.view()["ruling"]} == {1, 2, 3}
    table.do(ann, "remove-bot", seat=3)
    table.play_round()
    assert {each["seat"] for each in table.view()["ruling"]} == {1, 2}
    assert audit(database) == []


def test_backup_and_restore_into_either_database(
    sqlite: str, postgresql: str, folder: Any, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.play_round()
    table.ready()
    view = room.view(table.table, table.people[0]).text()
    backup(sqlite, folder / "room.backup")
    for target in (f"sqlite:///{folder}/second.db", postgresql):
        restore(folder / "room.backup", target)
        assert audit(target) == []
        other = opened(target)
        assert other.view(table.table, table.people[0]).text() == view
        table.room = other
        table.answer()
        table.answer()
        table.play_round()
        assert audit(target) == []
    with pytest.raises(HousewayError, match="empty database"):
        restore(folder / "room.backup", postgresql)
    whole = (folder / "room.backup").read_bytes()
    (folder / "room.backup").write_bytes(whole[:-20])
    with pytest.raises(HousewayError, match="whole backup"):
        restore(folder / "room.backup", f"sqlite:///{folder}/third.db")


@pytest.mark.parametrize(
    "lines",
    [
        [[], {"rows": 0}],
        [{"format": "houseway-room-1"}, {"rows": 0}],
        [{"format": "houseway-room-1", "files": {"/../../x": "y"}}, {"rows": 0}],
        [{"format": "houseway-room-1", "files": {"./../x": "y"}}, {"rows": 0}],
        [{"format": "houseway-room-1", "files": {"key": "y", ".key": "y"}}, {"rows": 0}],
        [{"format": "houseway-room-1", "files": {}}, ["nosuch", [1]], {"rows": 1}],
        [{"format": "houseway-room-1", "files": {}}, 5, {"rows": 1}],
        [{"format": "houseway-room-1", "files": {}}, ["accounts", [None, None, None]], {"rows": 1}],
        ["[" * 100_000],
        [""],
        [{"format": "houseway-room-1", "files": {}}],
        [{"format": "houseway-room-1", "files": {}}, {"rows": 1}],
        [{"format": "houseway-room-1", "files": {}}, ["accounts", ["house", 0, None]], {"rows": 0}],
        [{"format": "houseway-room-1", "files": {}}, ["tables", [10**30, "a", "b", False]], {"rows": 1}],
        [{"format": "houseway-room-1", "files": {}}, ["tables", [1, "\ud800", "b", False]], {"rows": 1}],
        [{"format": "houseway-room-1", "files": {"key": "\u00e9"}}, {"rows": 0}],
    ],
)
def test_a_backup_that_is_none_is_refused_in_words_and_leaves_nothing(lines: list[Any], folder: Any) -> None:
    with gzip.open(folder / "spoilt.backup", "wt") as file:
        file.writelines(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    with pytest.raises(HousewayError, match=r"no whole backup|does not fit"):
        restore(folder / "spoilt.backup", f"sqlite:///{folder}/new.db")
    with pytest.raises(UnknownName, match="there is no room"):
        audit(f"sqlite:///{folder}/new.db")


def test_a_backup_that_unpacks_without_end_fills_no_memory(folder: Any) -> None:
    """A line of 160 megabytes in a file of less than one: no more of it is read than the longest row has."""
    with gzip.open(folder / "bomb.backup", "wb", compresslevel=1) as file:
        file.write(b'{"format": "houseway-room-1", "files": {"key": "')
        for _ in range(160):
            file.write(b" " * (1 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(HousewayError, match="longer than any row of a room"):
            restore(folder / "bomb.backup", f"sqlite:///{folder}/new.db")
        assert tracemalloc.get_traced_memory()[1] < 2.5 * LONGEST
    finally:
        tracemalloc.stop()


def test_a_backup_of_a_room_with_many_checkpoints_is_restored(
    sqlite: str, folder: Any, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of every minute in which something moved: after some months they are longer than any row."""
    room = opened(sqlite)
    room.people.guest("Ann")
    room.checkpoint()
    room.close()
    backup(sqlite, folder / "room.backup")
    with gzip.open(folder / "room.backup", "rt") as file:
        first = len(file.readline())
    monkeypatch.setattr(copies, "LONGEST", first - 100)
    assert restore(folder / "room.backup", f"sqlite:///{folder}/new.db") > 0
    assert audit(f"sqlite:///{folder}/new.db") == []


def test_a_backup_of_a_room_that_signs_meanwhile_is_not_called_set_back(
    sqlite: str, folder: Any, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of checkpoints told one more than the rows: restored, the room was accused and signed none."""
    room, plain = opened(sqlite), copies.snapshot

    @contextmanager
    def then(database: str) -> Iterator[Any]:
        with plain(database) as engine:
            room.people.guest("Ann")
            room.checkpoint()
            yield engine

    monkeypatch.setattr(copies, "snapshot", then)
    backup(sqlite, folder / "room.backup")
    restored = f"sqlite:///{folder}/restored.db"
    restore(folder / "room.backup", restored)
    assert audit(restored) == []
    again = opened(restored)
    again.people.guest("Ben")
    again.checkpoint()
    assert audit(restored) == []


@pytest.mark.parametrize("name", ["room_key", "room.key-2026", "room.key"])
def test_a_backup_is_restored_whatever_the_file_of_its_key_is_called(
    name: str, sqlite: str, folder: Any, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_KEY", str(folder / name))
    room = opened(sqlite)
    room.checkpoint()
    kept = (folder / name).read_text(), (folder / name).with_suffix(".checkpoints").read_text()
    backup(sqlite, folder / "room.backup")
    lines = gzip.decompress((folder / "room.backup").read_bytes()).decode().splitlines(keepends=True)
    suffixes = {Path(name).suffix: kept[0], ".checkpoints": kept[1]}
    older = json.dumps({"format": "houseway-room-1", "files": suffixes}) + "\n"
    (folder / "older.backup").write_bytes(gzip.compress("".join([older, *lines[1:]]).encode()))
    for source in ("room.backup", "older.backup"):
        other = f"sqlite:///{folder}/{source}.db"
        monkeypatch.setenv("HOUSEWAY_KEY", str(folder / f"other-{source}"))
        restore(folder / source, other)
        assert (folder / f"other-{source}").read_text() == kept[0]
        assert (folder / f"other-{source}").with_suffix(".checkpoints").read_text() == kept[1]
        assert audit(other) == []


def test_a_record_is_audited_by_itself(sqlite: str, folder: Any, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.play_round()
    record = room.record(1)
    file = folder / "round.json"
    file.write_text(json.dumps(record))
    assert audit_record(file) == []
    record["payouts"][0]["cents"] += 1
    file.write_text(json.dumps(record))
    assert "ruled so" in str(audit_record(file)[-1])
    record["entries"] = record["entries"][:-1]
    file.write_text(json.dumps(record))
    assert len(audit_record(file)) == 1


def test_who_is_alone_with_bots_is_not_hurried_and_who_runs_out_of_time_is_told(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    now = [0.0]
    room = opened(sqlite, now=lambda: now[0], clock=Clock(deciding=30, betting=20, ended=10, alone=1000))
    table = sitting(room, "super-pan-9")
    ann, bob = table.people
    table.do(bob, "leave")
    table.do(ann, "add-bot", seat=2)
    table.bet(ann)
    table.do(ann, "ready")
    view = table.view()
    assert (view["phase"], view["deadline"]) == ("playing", 1000)
    now[0] = 999
    room.tick()
    assert table.view()["phase"] == "playing"
    now[0] = 1000
    room.tick()
    view = table.view()
    assert view["phase"] == "ended"
    assert "seat 1 ran out of time: the house chooses stand for it" in view["log"]


def test_who_sits_down_ends_nobodys_time(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Alone somebody has long; with another they have as long as everybody, from when that one came."""
    now = [0.0]
    room = opened(sqlite, now=lambda: now[0], clock=Clock(deciding=30, betting=20, ended=10, alone=1000))
    table = sitting(room, "super-pan-9", people=1)
    stranger = room.people.guest("Bob")
    for phase, left in (("playing", 30), ("ended", 10)):
        if phase == "playing":
            table.ready()
        assert (table.view()["phase"], table.view()["deadline"]) == (phase, 1000)
        now[0] += 500
        table.do(stranger, "sit", seat=2)
        room.tick()
        assert (table.view()["phase"], table.view()["deadline"]) == (phase, left)
        now[0] += left
        room.tick()
        assert table.view()["phase"] != phase
        table.do(stranger, "leave")
