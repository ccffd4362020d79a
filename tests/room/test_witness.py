"""Checkpoints that somebody else keeps: a database that was set back is found out by them."""

import re
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from houseway.cli import app
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import How, audit, report
from houseway.room.evidence.signing import Signer
from houseway.room.evidence.witness import Witness, Witnesses, _taken
from houseway.room.store import checkpoints
from houseway.room.store.backup import backup, restore
from houseway.room.store.checkpoints import Line
from houseway.room.store.journal import canonical
from houseway.room.store.keyring import Keyring
from linked_jackpots import BETS, House, Seat, open_linked

SET_BACK = "it was set back, cut or rewritten"


class Server:
    """A witness at an address: it keeps what is posted, and is away when it is told to be."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.asked: list[tuple[str, str | None]] = []
        self.elsewhere = ""
        self.away = threading.Event()
        self.tried = threading.Semaphore(0)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.asked.append((self.path, self.headers["Authorization"]))
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if not outer.away.is_set():
                    outer.kept.append(body)
                self.send_response(500 if outer.away.is_set() else 302 if outer.elsewhere else 204)
                if outer.elsewhere:
                    self.send_header("Location", outer.elsewhere)
                self.end_headers()
                outer.tried.release()

            def do_GET(self) -> None:
                outer.asked.append((self.path, self.headers["Authorization"]))
                self.send_response(302 if outer.elsewhere and self.path != outer.elsewhere else 200)
                if outer.elsewhere:
                    self.send_header("Location", outer.elsewhere)
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
    playing = sitting.back(room, table.table, table.people, 3)
    for _ in range(6):
        playing.play_round()
        room.checkpoint()
    room.close()
    assert room.set_back == []
    kept = Witness(str(place)).lines()
    assert audit(sqlite, How(kept)) == []
    for file, content in old.items():
        file.write_bytes(content)
    assert audit(sqlite) == [], "nothing but the witness knows"
    found = [str(finding) for finding in audit(sqlite, How(kept))]
    assert any(SET_BACK in each and "this database ends with checkpoint" in each for each in found), found
    numbers = [int(number) for number in re.findall(r"checkpoint (\d+), kept elsewhere", " ".join(found))]
    assert len(numbers) > 2
    assert numbers == sorted(numbers)
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


ANEW = "it is another room's witness, or this database was made anew in the place of its room"


def test_a_witness_of_another_room_is_told_and_a_forged_line_too(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    opened(f"sqlite:///{folder}/other.db", witnesses=[str(folder / "w")]).close()
    (line, *_) = Witness(str(folder / "w")).lines()
    forged = Line(line.signature, line.body.replace('"number":1', '"number":9'))
    for each in (line, forged):
        (found,) = audit(sqlite, How([each]))
        assert found.what == f"keeps no line that a key of this room has signed: {ANEW}"


def strangers(line: Line) -> list[Line]:
    """Lines that name a room, of somebody who has none of its keys: signed with their own, not at all, of before."""
    mine, told = Signer.fresh(), line.told | {"number": 99, "at": "2030-01-01T00:00:00.000+00:00"}
    own = canonical(told | {"key": mine.public.hex()})
    named = canonical(told | {"key": mine.public.hex(), "room": mine.public.hex(), "number": 98})
    signed = [Line(mine.sign(checkpoints.MESSAGE + body.encode()).hex(), body) for body in (own, named)]
    return [*signed, Line("00", canonical(told | {"number": 100})), Line(line.signature, canonical(told))]


def test_a_strangers_line_in_a_witness_convicts_nobody(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    """An honest room had been set back, cut or rewritten, by whoever could write to its witness."""
    place = folder / "witness.txt"
    opened(sqlite, witnesses=[str(place)]).close()
    for each in strangers(Witness(str(place)).lines()[-1]):
        checkpoints.write(place, each)
    room = opened(sqlite, witnesses=[str(place)])
    assert room.set_back == []
    room.people.guest("Ann")
    room.close()
    findings, notes = report(sqlite, How(Witness(str(place)).lines()))
    assert findings == []
    (says,) = [note.what for note in notes if note.where == "the witness"]
    assert says.startswith("keeps lines of keys that this room does not know (4), and nothing rests on them")


def test_a_room_that_was_set_back_is_found_whatever_a_stranger_adds(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    place = folder / "witness.txt"
    opened(sqlite, witnesses=[str(place)]).close()
    old = yesterday(folder)
    room = opened(sqlite, witnesses=[str(place)])
    room.people.guest("Ann")
    room.close()
    for file, content in old.items():
        file.write_bytes(content)
    lines = Witness(str(place)).lines()
    for each in (*strangers(lines[-1]), lines[0]):
        checkpoints.write(place, each)
    (says,) = opened(sqlite, witnesses=[str(place)]).set_back
    assert "which this database has not: it was set back" in says
    assert SET_BACK in str(audit(sqlite, How(Witness(str(place)).lines())))


def test_a_room_that_was_made_anew_is_found_by_the_witness_of_the_one_before(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """When it is first opened, and ever after: its own lines come after those of the other."""
    place = folder / "witness.txt"
    opened(sqlite, witnesses=[str(place)]).close()
    for file in yesterday(folder):
        file.unlink()
    (says,) = opened(sqlite, witnesses=[str(place)]).set_back
    assert says == f"the witness {place} keeps no line that a key of this room has signed: {ANEW}"
    kept = Witness(str(place)).lines()
    assert f"keeps no line that a key of this room has signed: {ANEW}" in str(audit(sqlite, How(kept)))
    room = opened(sqlite, witnesses=[str(place)])
    room.people.guest("Ann")
    room.close()
    (says,) = opened(sqlite, witnesses=[str(place)]).set_back
    assert says.endswith(f"begins with a line of another room, whose key this one does not know: {ANEW}")
    assert "begins with a line of another room" in str(audit(sqlite, How(Witness(str(place)).lines())))


def test_a_room_that_was_set_back_behind_its_new_key_is_found_by_what_that_has_signed(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """By the key file, which who writes to the database alone does not set back, and by the public key."""
    place, keys = folder / "witness.txt", Keyring.of(sqlite)
    opened(sqlite, witnesses=[str(place)]).close()
    old = (folder / "room.db").read_bytes()
    app(["key", "rotate", "--database", sqlite], standalone_mode=False)
    opened(sqlite, witnesses=[str(place)]).close()
    (folder / "room.db").write_bytes(old)
    kept, public = Witness(str(place)).lines(), Keyring.of(sqlite).signers[-1].public.hex()
    assert SET_BACK in str(audit(sqlite, How(kept)))
    (says,) = opened(sqlite, witnesses=[str(place)]).set_back
    assert "which this database has not: it was set back" in says
    assert keys.path is not None
    keys.path.unlink()
    assert SET_BACK in str(audit(sqlite, How(kept, public=public)))


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


def test_a_witness_that_sends_elsewhere_has_taken_nothing(server: Server) -> None:
    """Nobody follows, and neither does a password."""
    server.elsewhere = "/login"
    witness = Witness(server.address)
    with pytest.raises(HTTPError):
        witness.tell(Line("00", '{"number":1}'))
    with pytest.raises(HousewayError, match=r"127\.0\.0\.1:[0-9]+/… cannot be read \(HTTPError\)"):
        witness.lines()
    assert [path for path, _ in server.asked] == ["/keep?token=t0k3n"] * 2


@pytest.mark.parametrize(
    "answer",
    [
        b"HELLO there\r\n\r\n",
        b"",
        b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 300 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc",
        b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
    ],
    ids=["no HTTP", "nothing", "headers", "chunks", "cut off", "a file", "silence"],
)
def test_an_odd_answer_of_a_witness_is_one_sentence(
    answer: bytes, monkeypatch: pytest.MonkeyPatch, sqlite: str, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    line, tokens = Line("00", '{"number":1}'), "http://u:s3cr3t@127.0.0.1:{}/w?token=t0k3n"
    ends = threading.Event()
    if answer.endswith(b"9\r\n\r\n"):
        monkeypatch.setattr("houseway.room.evidence.witness.WHOLE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        witness = Witness(tokens.format(listening.getsockname()[1]))

        def speak() -> None:
            with suppress(OSError):  # the test is over, and nobody listens any longer
                for _ in range(3):
                    came, _ = listening.accept()
                    with came:
                        came.recv(65_536)
                        came.sendall(answer)
                        if answer.endswith(b"9\r\n\r\n"):
                            ends.wait(60)
                            return

        speaking = threading.Thread(target=speak, daemon=True)
        speaking.start()
        with pytest.raises(HousewayError, match="the witness http://127") as told:
            witness.lines()
        ends.set()
        assert "s3cr3t" not in str(told.value)
        assert "t0k3n" not in str(told.value)
        if b"100\r\n" not in answer and b"9\r\n\r\n" not in answer and b"chunked" not in answer:
            assert not _taken(witness, line)
            typed = ["checkpoint", "--database", sqlite, "--witness", witness.place]
            with pytest.raises(HousewayError, match="has not taken it") as told:
                app(typed, standalone_mode=False)
            assert "s3cr3t" not in str(told.value)


@pytest.mark.parametrize(
    "place",
    [
        "http://[::1/",
        "http://u:s3cr3t@a:notaport/",
        "http://a:99999/s3cr3t",
        "http://exa mple/s3cr3t",
        "http://\x7f/",
        "http://a/w?token=s3cr3t x",
        "http://u:s3cr3t@127.0.0.1:87 29/x",
        "http://a/s3cr3t/\u20ac",
        "https:a",
        "HTTP:///x",
    ],
)
def test_an_address_that_is_none_is_one_sentence(place: str, sqlite: str, opened: Callable[..., Room]) -> None:
    """Without what it hides; and nothing is signed before it is told."""
    opened(sqlite).close()
    for asked in (
        Witness(place).lines,
        lambda: Witnesses([place]),
        lambda: Witness(place).tell(Line("00", "{}")),
        lambda: app(["audit", "--database", sqlite, "--witness", place], standalone_mode=False),
        lambda: app(["checkpoint", "--database", sqlite, "--witness", place], standalone_mode=False),
    ):
        with pytest.raises(HousewayError, match="is no address of a witness") as told:
            asked()
        assert "s3cr3t" not in str(told.value)


def test_a_printed_line(sqlite: str, opened: Callable[..., Room], capsys: pytest.CaptureFixture[str]) -> None:
    room = opened(sqlite, witnesses=["-"])
    room.close()
    found = [Line.read(line) for line in capsys.readouterr().out.splitlines()]
    assert found
    assert all(line is not None and line.signed_by(room.signer.public.hex()) for line in found)


def test_what_is_no_witness_is_told(folder: Path) -> None:
    for place in ("http:///path", "ftp://ann:s3cr3t@host/x"):
        with pytest.raises(HousewayError, match="is no address of a witness") as told:
            Witnesses([place])
        assert "s3cr3t" not in str(told.value)
    with pytest.raises(HousewayError, match="cannot be read"):
        Witness(str(folder / "none")).lines()
    (folder / "empty").write_text("hello\n")
    with pytest.raises(HousewayError, match="keeps no checkpoint"):
        Witness(str(folder / "empty")).lines()


def test_a_hit_is_in_a_checkpoint_at_the_next_look_at_the_clock(sqlite: str, folder: Path, hit: House) -> None:
    """Not a minute later: who sets the database back to before it is found out by whoever keeps the line."""
    beside, room = Keyring.of(sqlite).checkpoints, hit.room
    ann = Seat(room, open_linked(hit), "Ann")
    room.tick(1000.0)
    lines = len(checkpoints.written(beside))
    backup(sqlite, folder / "earlier")
    ann.play()
    room.tick(1001.0)
    (line,) = checkpoints.written(beside)[lines:]
    ann.do("bet", wagers=BETS)
    room.tick(1002.0)
    assert len(checkpoints.written(beside)) == lines + 1, "what is no hit waits for its minute"
    restore(folder / "earlier", f"sqlite:///{folder}/again.db")
    found = audit(f"sqlite:///{folder}/again.db", How(against=[line]))
    assert any(SET_BACK in str(each) for each in found)
