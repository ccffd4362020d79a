"""Where a room is kept unless somebody names a place, and its page in the browser."""

import os
import socket
import sqlite3
import stat
import subprocess
import sys
import webbrowser
from contextlib import closing
from pathlib import Path

import pytest

from houseway.cli import where
from houseway.errors import HousewayError
from houseway.places import data_folder
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.store import private
from houseway.room.store.backup import backup
from houseway.room.store.database import engine_for


def test_a_room_lies_in_the_users_data_folder_or_here_where_one_does(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert where.usual_room() == f"sqlite:///{tmp_path}/data/houseway/room.db"
    Path("houseway-room.db").touch()
    assert where.usual_room() == "sqlite:///houseway-room.db"


def test_nobody_else_reads_the_room(tmp_path):
    run = "from houseway.room import Room; Room.open('sqlite:///room.db').close()"
    subprocess.run([sys.executable, "-c", f"import os; os.umask(0); {run}"], cwd=tmp_path, check=True, timeout=120)
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_a_room_that_others_may_have_written_is_not_opened(tmp_path, monkeypatch):
    file, database = tmp_path / "room.db", f"sqlite:///{tmp_path}/room.db"
    Room.open(database).close()
    for mode in (0o660, 0o606, 0o666):
        file.chmod(mode)
        with pytest.raises(HousewayError, match=r"others may change the database .*room\.db: chmod 600 it"):
            Room.open(database)
    file.chmod(0o644)  # as older versions made it
    Room.open(database).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with monkeypatch.context() as other:
        other.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
        with pytest.raises(HousewayError, match="is another user's: run houseway as that user"):
            Room.open(database)
    Room.open(database).close()


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm", ".checkpoints"])
def test_nothing_that_another_has_put_beside_a_room_is_read(end, tmp_path, monkeypatch):
    """SQLite would take it for a part of the database."""
    database, beside = f"sqlite:///{tmp_path}/room.db", tmp_path / f"room.db{end}"
    Room.open(database).close()
    beside.touch()
    own = Path.stat

    def told(path, **more):
        found = own(path, **more)
        return os.stat_result((*found[:4], found.st_uid + 1, *found[5:])) if path == beside else found

    with monkeypatch.context() as other:
        other.setattr(Path, "stat", told)
        with pytest.raises(HousewayError, match=f"room.db{end} is another user's: run houseway as that user"):
            Room.open(database)
    beside.unlink()
    Room.open(database).close()


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm", ".checkpoints"])
def test_what_others_may_have_written_beside_a_room_is_not_read_and_what_they_may_read_is_closed(end, tmp_path):
    database, beside = f"sqlite:///{tmp_path}/room.db", tmp_path / f"room.db{end}"
    Room.open(database).close()
    for mode in (0o620, 0o602, 0o666):
        beside.touch()
        beside.chmod(mode)
        with pytest.raises(HousewayError, match=rf"others may change the database .*room\.db{end}: chmod 600 it"):
            Room.open(database)
    beside.chmod(0o644)
    engine_for(database).dispose()
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    Room.open(database).close()


def test_a_room_that_a_link_leads_to_is_looked_at_where_it_lies(tmp_path):
    """SQLite looks for its journal there."""
    (tmp_path / "disk").mkdir()
    Room.open(f"sqlite:///{tmp_path}/disk/room.db").close()
    for end in ("", ".key", ".checkpoints"):
        (tmp_path / f"room.db{end}").symlink_to(tmp_path / f"disk/room.db{end}")
    Room.open(f"sqlite:///{tmp_path}/room.db").close()
    beside = tmp_path / "disk" / "room.db-journal"
    beside.touch()
    beside.chmod(0o666)
    with pytest.raises(HousewayError, match=r"disk/room\.db-journal: chmod 600 it"):
        Room.open(f"sqlite:///{tmp_path}/room.db")


@pytest.mark.parametrize("read", [audit, lambda url: backup(url, Path(url.removeprefix("sqlite:///") + ".backup"))])
def test_who_only_reads_a_room_looks_at_its_file_too(read, tmp_path):
    """Somebody else's journal was played into the room's own database, and the audit accused the room."""
    file, database = tmp_path / "room.db", f"sqlite:///{tmp_path}/room.db"
    room = Room.open(database)
    room.people.guest("Ann")
    room.close()
    whole = file.read_bytes()
    cut_off(file)
    file.write_bytes(whole)
    (tmp_path / "room.db-journal").chmod(0o666)
    with pytest.raises(HousewayError, match=r"room\.db-journal: chmod 600 it"):
        read(database)
    assert file.read_bytes() == whole


def test_who_only_reads_a_room_writes_to_it_only_where_its_last_writer_was_cut_off(tmp_path):
    file, database = tmp_path / "room.db", f"sqlite:///{tmp_path}/room.db"
    room = Room.open(database)
    room.people.guest("Ann")
    room.close()
    with closing(private.reading(file)) as source, pytest.raises(sqlite3.OperationalError, match="readonly"):
        source.execute("DELETE FROM people")
    cut_off(file)
    assert audit(database) == []
    assert not (tmp_path / "room.db-journal").exists()


def cut_off(file):
    """What a power loss in the middle of a transaction leaves: the file half written, and its journal."""
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        for each in ("PRAGMA journal_mode=DELETE", "PRAGMA cache_size=1", "PRAGMA synchronous=FULL", "BEGIN IMMEDIATE"):
            writer.execute(each)
        writer.execute("UPDATE people SET name = 'Eve'")
        many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
        writer.execute(f"CREATE TABLE filler AS {many} SELECT i, randomblob(500) AS b FROM n")
        left = [(each, each.read_bytes()) for each in (file, file.with_name("room.db-journal"))]
    for each, content in left:
        each.write_bytes(content)
        each.chmod(0o600)


def test_the_data_folder_is_made_for_its_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    where.made_ready(where.usual_room())
    assert stat.S_IMODE(data_folder().stat().st_mode) == 0o700
    where.made_ready(f"sqlite:///{tmp_path}/elsewhere/room.db")
    assert not (tmp_path / "elsewhere").exists()


def test_the_page_opens_once_the_room_answers(monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        where.show_page("127.0.0.1", port).join(timeout=30)
    assert opened == [f"http://127.0.0.1:{port}/"]


def test_a_port_that_is_taken_is_told_before_anything_is_opened(houseway, tmp_path, monkeypatch):
    """A room that was never open would have shown the manager's first password in vain."""
    database = tmp_path / "room.db"
    monkeypatch.delenv("MAKELEVEL", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        code, out, err = houseway("room", "--port", str(port), "--database", f"sqlite:///{database}")
        monkeypatch.setenv("MAKELEVEL", "0")
        other = port - 1 if port == where.LAST_PORT else port + 1
        with pytest.raises(HousewayError, match=f"as in make run PORT={other}$"):
            where.check_free("127.0.0.1", port)
    assert (code, out, database.exists()) == (2, "", False)
    assert f"127.0.0.1, port {port}: something listens there already" in err
    assert f"as in --port {other}" in err
    where.check_free("127.0.0.1", port)
    with pytest.raises(HousewayError, match="choose others with --host and --port"):
        where.check_free("192.0.2.1", port)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_no_browser_takes_the_terminal(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not where.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert where.has_screen()
    assert os.environ["DISPLAY"] == ":0"


def test_make_run_says_that_it_sets_up_and_ends_without_an_error_when_the_room_is_closed(tmp_path):
    """By a command of this name that ends as Ctrl-C ends the room, and then by one that fails."""
    root, command = Path(__file__).parents[2], tmp_path / "houseway"
    asked = ["make", "--no-print-directory", "--dry-run", "--always-make", ".venv/run"]
    told = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True).stdout
    assert "Installing what the card room needs" in told
    assert "design" in told, "the lab's page on design is a page of the room"
    for ends, expected in ((130, 0), (2, 2)):
        command.write_text(f"#!/bin/sh\nexit {ends}\n")
        command.chmod(0o755)
        made = ["make", "--no-print-directory", "--assume-old=.venv/run", "run", f"BIN={tmp_path}"]
        assert subprocess.run(made, cwd=root, capture_output=True).returncode == expected


@pytest.mark.skipif(os.name != "posix", reason="rights of files")
@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_a_room_is_not_kept_where_everybody_may_put_a_file(tmp_path: Path, mode: int) -> None:
    """SQLite plays a journal that lies beside a database into it, of a room that runs too."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)
    with pytest.raises(HousewayError, match="choose a folder of your own"):
        Room.open(f"sqlite:///{shared / 'room.db'}")
    assert list(shared.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="rights of files")
def test_a_room_is_not_kept_below_a_folder_that_everybody_may_write_to(tmp_path: Path) -> None:
    """Somebody put a folder with a journal in the place of the room's, and the room that ran played it."""
    shared = tmp_path / "shared"
    (shared / "own").mkdir(parents=True)
    database, link = f"sqlite:///{shared}/own/room.db", f"sqlite:///{tmp_path}/room.db"
    Room.open(database).close()
    (tmp_path / "room.db").symlink_to(shared / "own" / "room.db")
    shared.chmod(0o777)
    for each in (database, link):
        with pytest.raises(HousewayError, match=r"they could put a folder of theirs in the place of .*shared/own"):
            Room.open(each)
    shared.chmod(0o1777)
    Room.open(database).close()


@pytest.mark.skipif(os.name != "posix", reason="rights of files")
def test_a_journal_is_played_by_who_reads_only_where_nobody_else_may_have_put_it(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "shared" / "own").mkdir(parents=True)
    file = tmp_path / "shared" / "own" / "room.db"
    monkeypatch.setenv("HOUSEWAY_KEY", str(tmp_path / "room.key"))  # a key below that folder is refused before
    Room.open(f"sqlite:///{file}").close()
    cut_off(file)
    (tmp_path / "shared").chmod(0o777)
    with pytest.raises(HousewayError, match="they could put a folder of theirs in the place"):
        audit(f"sqlite:///{file}")
    (tmp_path / "shared").chmod(0o755)
    assert audit(f"sqlite:///{file}") == []
