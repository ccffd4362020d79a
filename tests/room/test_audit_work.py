"""An audit by several processes finds what one finds; an audit from a mark finds what was changed before it too."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from honest import TURNS, Honest
from houseway.cli import main
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit import mark as audit_mark
from houseway.room.audit import work as audit_work
from houseway.room.audit.room import How, Report, audit, report
from houseway.room.store import ledger
from houseway.room.table import rounds
from houseway.room.table.state import LiveTable


@pytest.fixture(autouse=True)
def quick_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def played(sitting: Any, opened: Callable[..., Room]) -> Callable[[str], Room]:
    """A room of three tables where all kinds of things were played."""

    def play(database: str) -> Room:
        room = opened(database, draw=random.Random(3).randrange)
        for game in ("super-pan-9", "supreme-99", "super-pairs"):
            table = sitting(room, game)
            table.bet(table.people[0])
            table.do(table.people[0], "cut", position=7)
            for _ in range(2):
                table.play_round()
        return room

    return play


@pytest.fixture(scope="module")
def marked(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a room that was played and audited, and of the mark."""
    folder = tmp_path_factory.mktemp("marked")
    room = Room.open(f"sqlite:///{folder}/room.db")
    for game in ("super-pan-9", "supreme-99"):
        sitting(room, game).play_round()
    room.close()
    assert again(f"sqlite:///{folder}/room.db", folder).findings == []
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_several_processes_find_what_one_finds(
    database: str, played: Callable[[str], Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = played(database)
    monkeypatch.setattr(audit_work, "WORTH_IT", 0)
    assert audit(database) == []
    with room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE journal SET body = replace(body, '\"by\":2', '\"by\":3') WHERE chain > 0")
        connection.exec_driver_sql("UPDATE rounds SET position = 3 WHERE id = 1")
    one = audit(database)
    assert len(one) > 10
    assert audit(database, How(workers=2)) == one


# ---------------------------------------------------------------------------------------------------- marks


def again(sqlite: str, folder: Path) -> Report:
    return report(sqlite, How(mark=folder / "audit.mark"))


def test_an_audit_begins_where_the_last_one_left_its_mark(
    sqlite: str, folder: Path, played: Callable[[str], Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = played(sqlite)
    assert again(sqlite, folder) == ([], [])
    replayed: list[tuple[int, int]] = []
    honest = LiveTable.replay

    def counted(self: LiveTable, version: int, body: Any) -> Any:
        replayed.append((self.id, version))
        return honest(self, version, body)

    monkeypatch.setattr(LiveTable, "replay", counted)
    findings, (note,) = again(sqlite, folder)
    assert findings == []
    assert "is where this one begins" in note.what
    assert replayed == [(1, 1), (2, 1), (3, 1)], "how each was opened, and nothing that was played"
    Honest(sitting(room, "super-pan-9")).play_round()
    sitting(room, "super-pairs").ready()
    assert again(sqlite, folder).findings == []
    assert again(sqlite, folder).findings == [], "in mid-round too"
    assert audit(sqlite) == []


def test_a_table_that_was_left_in_mid_round_is_taken_up_where_its_last_round_ended(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    tables = [sitting(room, game, seed=4) for game in ("super-pan-9", "super-pairs")]
    for _ in range(25):
        for table in tables:
            table.step()
        assert again(sqlite, folder).findings == []
    assert audit(sqlite) == []


def test_what_becomes_of_a_round_after_its_mark_is_judged_by_what_it_had_moved(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    """A void undoes to the cent what moved before the mark; the table is closed, and both audits hold."""
    room = opened(sqlite)
    mia, max_ = (room.people.add(name, "manager", "no hash", by="command: tests") for name in ("Mia", "Max"))
    table = sitting(room, "super-pan-9")
    table.play_round()
    assert again(sqlite, folder).findings == []
    table.do(max_, "approve", request=table.do(mia, "request", round=1, what="void", reason="a misdeal").version)
    table.do(mia, "close")
    assert again(sqlite, folder).findings == audit(sqlite) == []
    assert again(sqlite, folder).findings == []


CHANGES = {
    "an entry": "UPDATE journal SET body = body || ' ' WHERE chain = 1 AND seq = 3",
    "a signature": "UPDATE journal SET signature = substr(signature, 3) || 'ab' WHERE chain = 1 AND seq = 3",
    "an entry and its hash": "UPDATE journal SET hash = substr(hash, 3) || 'ab' WHERE chain = 1 AND seq = 3",
    "the end of a journal": "DELETE FROM journal WHERE chain = 1 AND seq > 6",
    "a posting": 'UPDATE postings SET cents = cents + 1 WHERE "transaction" = 8',
    "two postings": 'UPDATE postings SET cents = -cents WHERE "transaction" = 8',
    "a movement's round": "UPDATE transactions SET round = 99 WHERE id = 8",
    "a round": "UPDATE rounds SET position = 3 WHERE id = 1",
    "a shoe": "UPDATE shoes SET cut = 3 WHERE id = 1",
    "a command": "UPDATE commands SET version = 4 WHERE version = 3 AND chain = 1",
    "a person": "UPDATE people SET role = 'manager' WHERE id = 2",
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_changed_before_the_mark_is_found_from_it(
    change: str, sqlite: str, folder: Path, marked: dict[str, bytes]
) -> None:
    for name, content in marked.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    assert again(sqlite, folder).findings == []
    connection = sqlite3.connect(folder / "room.db")
    with connection:
        assert connection.execute(CHANGES[change]).rowcount
    connection.close()
    before = (folder / "audit.mark").read_text()
    assert again(sqlite, folder).findings
    assert (folder / "audit.mark").read_text() == before, "nothing is marked as audited that does not hold"


def test_a_mark_that_was_changed_or_is_of_another_room_is_refused(
    sqlite: str, folder: Path, played: Callable[[str], Room], opened: Callable[..., Room]
) -> None:
    played(sqlite)
    again(sqlite, folder)
    mark = folder / "audit.mark"
    opened(f"sqlite:///{folder}/other.db")
    with pytest.raises(HousewayError, match="is of another room"):
        report(f"sqlite:///{folder}/other.db", How(mark=mark))
    mark.write_text(mark.read_text().replace('"at":"2', '"at":"3'))
    with pytest.raises(HousewayError, match="is not signed with the key beside it"):
        again(sqlite, folder)
    mark.write_text("no mark at all")
    with pytest.raises(HousewayError, match="holds no mark"):
        again(sqlite, folder)


def test_another_houseway_replays_all(sqlite: str, folder: Path, played: Callable[[str], Room]) -> None:
    """Its rules may be others."""
    played(sqlite)
    again(sqlite, folder)
    mark = audit_mark.last(folder / "audit.mark")
    assert mark is not None
    audit_mark.write(folder / "audit.mark", mark._replace(engine="0.1.0"))
    findings, (note,) = again(sqlite, folder)
    assert findings == []
    assert "nothing of it is relied on" in note.what


def test_shoes_that_could_not_be_read_are_not_marked_as_audited(
    sqlite: str, folder: Path, played: Callable[[str], Room]
) -> None:
    """Who has no key of the room sees cards of a shoe when it has ended."""
    room = played(sqlite)
    (folder / "room.db.key").rename(folder / "elsewhere")
    report(sqlite, How(public=room.signer.public.hex(), mark=folder / "audit.mark"))
    mark = audit_mark.last(folder / "audit.mark")
    assert mark is not None
    assert set(mark.chains) >= {0, 1, 2, 3}
    assert not mark.tables


def test_the_command_says_where_it_began(
    sqlite: str, folder: Path, played: Callable[[str], Room], capsys: pytest.CaptureFixture[str]
) -> None:
    played(sqlite).close()
    for says in ("everything holds.", "is where this one begins"):
        with pytest.raises(SystemExit) as left:
            main(["audit", "--database", sqlite, "--mark", str(folder / "audit.mark"), "--workers", "1"])
        assert left.value.code == 0
        assert says in " ".join(capsys.readouterr().out.split())
    assert json.loads((folder / "audit.mark").read_text().partition(" ")[2])["tables"]
    assert (folder / "audit.mark.key").stat().st_mode & 0o77 == 0


@pytest.mark.parametrize("name", ["file/audit.mark", "a" * 250])
def test_a_mark_that_cannot_be_written_takes_nothing_from_the_audit(
    sqlite: str, folder: Path, played: Callable[[str], Room], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    played(sqlite).close()
    (folder / "file").touch()
    with pytest.raises(SystemExit) as left:
        main(["audit", "--database", sqlite, "--mark", str(folder / name), "--workers", "1"])
    assert left.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert ": could not be written: " in said
    assert "everything holds, as far as the notes above say." in said


def test_the_ledger_is_hashed_whatever_the_order_of_its_rows() -> None:
    one, other = ledger.movement("a", [("x", 1), ("y", -1)]), ledger.movement("b", [])
    assert audit_mark.moved({3: [one, other]}, 5) == audit_mark.moved({3: [other, one], 9: [one], 4: []}, 5)
    assert audit_mark.moved({3: [one]}, 5) != audit_mark.moved({4: [one]}, 5)
