"""Checkpoints that somebody else keeps: a database that was set back is found out by them."""

import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import How, audit
from houseway.room.evidence.witness import Witness, Witnesses
from houseway.room.store.backup import backup, restore
from houseway.room.store.checkpoints import Line

SET_BACK = "it was set back, cut or rewritten"


class Server:
    """A witness at an address: it keeps what is posted, and is away when it is told to be."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.away = threading.Event()
        self.tried = threading.Semaphore(0)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if not outer.away.is_set():
                    outer.kept.append(body)
                self.send_response(500 if outer.away.is_set() else 204)
                self.end_headers()
                outer.tried.release()

            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write("".join(outer.kept).encode())

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://ann:s3cr3t@127.0.0.1:{self.server.server_port}/keep?token=t0k3n"
        self.thread = threading.Thread(target=self.server.serve_forever)


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    found.thread.start()
    yield found
    found.server.shutdown()
    found.thread.join()
    found.server.server_close()


def yesterday(folder: Path) -> dict[Path, bytes]:
    """The whole room as it is now: database, key and checkpoints."""
    return {file: file.read_bytes() for file in folder.iterdir() if file.name.startswith("room.db")}


def test_a_room_set_back_with_all_its_files_is_found_by_a_file_elsewhere(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    place = folder / "witness.txt"
    room = opened(sqlite, witnesses=[str(place)])
    table = sitting(room, "super-pan-9")
    room.close()
    old = yesterday(folder)
    room = opened(sqlite, witnesses=[str(place)])
    sitting.back(room, table.table, table.people, 3).play_round()
    room.close()
    assert room.set_back == []
    kept = Witness(str(place)).lines()
    assert audit(sqlite, How(kept)) == []
    for file, content in old.items():
        file.write_bytes(content)
    assert audit(sqlite) == [], "nothing but the witness knows"
    found = [str(finding) for finding in audit(sqlite, How(kept))]
    assert any(SET_BACK in each and "this database ends with checkpoint" in each for each in found), found
    again = opened(sqlite, witnesses=[str(place)])
    (says,) = again.set_back
    assert "which this database has not: it was set back" in says
    again.people.guest("Ann")
    again.close()
    assert any("has another in its place" in str(each) for each in audit(sqlite, How(Witness(str(place)).lines())))


def test_a_room_restored_from_an_old_backup_is_found(
    database: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    place = folder / "witness.txt"
    room = opened(database, witnesses=[str(place)])
    sitting(room, "super-pan-9")
    backup(database, folder / "old.gz")
    room.people.guest("Ann")
    room.close()
    shutil.rmtree(folder / "houseway", ignore_errors=True)
    other = f"sqlite:///{folder}/other.db"
    restore(folder / "old.gz", other)
    assert audit(other) == []
    assert SET_BACK in str(audit(other, How(Witness(str(place)).lines())))


def test_another_rooms_line_is_told_and_a_forged_one_too(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    opened(f"sqlite:///{folder}/other.db", witnesses=[str(folder / "w")]).close()
    (line, *_) = Witness(str(folder / "w")).lines()
    assert "is of another room" in str(audit(sqlite, How([line])))
    forged = Line(line.signature, line.body.replace('"number":1', '"number":9'))
    assert "is not signed with the key that it names" in str(audit(sqlite, How([forged])))


def test_a_witness_at_an_address_is_told_again_until_it_takes_the_newest(
    sqlite: str, opened: Callable[..., Room], server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    server.away.set()
    room = opened(sqlite, witnesses=[server.address])
    assert server.tried.acquire(timeout=60)
    server.away.clear()
    room.people.guest("Ann")
    room.checkpoint()
    assert server.tried.acquire(timeout=60)
    room.close()
    with room.store.engine.connect() as connection:
        bodies = list(connection.exec_driver_sql("SELECT body FROM checkpoints").scalars())
    assert Witness(server.address).lines()[-1].body == bodies[-1]
    assert audit(sqlite, How(Witness(server.address).lines())) == []
    assert "was not told of checkpoint 1" in caplog.text
    assert "s3cr3t" not in caplog.text
    assert "t0k3n" not in caplog.text


def test_a_witness_that_is_not_there_never_stops_the_room(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite, witnesses=["http://127.0.0.1:1/", str(folder / "no folder" / "file")])
    sitting(room, "super-pan-9").play_round()
    room.close()
    assert audit(sqlite) == []


@pytest.mark.parametrize(
    "line",
    [
        '00 {"number":1}',
        '00 {"number":[],"at":"x"}',
        '00 {"number":1,"at":5}',
        "00 " + "[" * 100_000,
        '00 {"number":1,"at":' + "[" * 100_000,
        '00 {"number":true,"at":"x"}',
    ],
)
def test_a_line_that_is_no_checkpoint_never_stops_the_room(
    line: str, sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    place = folder / "witness.txt"
    opened(sqlite, witnesses=[str(place)]).close()
    with place.open("a") as file:
        file.write(f"{line}\n")
    opened(sqlite, witnesses=[str(place)]).close()
    assert audit(sqlite, How(Witness(str(place)).lines())) == []


def test_a_printed_line(sqlite: str, opened: Callable[..., Room], capsys: pytest.CaptureFixture[str]) -> None:
    room = opened(sqlite, witnesses=["-"])
    room.close()
    found = [Line.read(line) for line in capsys.readouterr().out.splitlines()]
    assert found
    assert all(line is not None and line.signed_by(room.signer.public.hex()) for line in found)


def test_what_is_no_witness_is_told(folder: Path) -> None:
    with pytest.raises(HousewayError, match="is no address of a witness"):
        Witnesses(["http:///path"])
    with pytest.raises(HousewayError, match="cannot be read"):
        Witness(str(folder / "none")).lines()
    (folder / "empty").write_text("hello\n")
    with pytest.raises(HousewayError, match="keeps no checkpoint"):
        Witness(str(folder / "empty")).lines()
