"""`houseway people`, and that no command prints the password of a database."""

import getpass
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.cli import where
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.store import journal
from houseway.room.store.keys import hushed, shown

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/room.db"
    Room.open(url).close()
    return url


def once_in(out: str) -> str:
    return out.split("one-time password is")[1].split()[0]


def test_accounts_from_the_first_to_the_last_by_command(houseway: Run, database: str) -> None:
    on = ("--database", database)
    code, out, _ = houseway("people", "add", "Dora", "dealer", *on)
    assert (code, out.splitlines()[0]) == (0, "Dora has an account, as dealer.")
    first = once_in(out)
    assert houseway("people", "role", "dora", "manager", *on)[:2] == (0, "Dora is manager now.\n")
    assert houseway("people", "lock", "Dora", *on)[1] == "Dora is locked and signed out.\n"
    assert houseway("people", "unlock", "Dora", *on)[1] == "Dora may sign in again.\n"
    again = once_in(houseway("people", "reset", "Dora", *on)[1])
    assert again != first
    room = Room.open(database)
    room.people.session(room.people.sign_in("Dora", again))
    assert houseway("people", "end-sessions", "Dora", *on)[1] == "Dora is signed out of 1 session.\n"
    code, out, _ = houseway("people", "list", "--json", *on)
    assert [(each["name"], each["role"], each["provisional"]) for each in json.loads(out)] == [
        ("manager", "manager", True),
        ("Dora", "manager", True),
    ]
    assert "Dora" in houseway("people", "list", *on)[1]
    with room.store.transaction() as connection:
        entries = [body for _, body in journal.entries(connection, journal.ROOM)]
    told = [body for body in entries if body["kind"] not in ("key", "session")][1:]
    room.close()
    assert [body["kind"] for body in told] == ["person", "role", "lock", "unlock", "reset", "end-sessions"]
    assert all(body["by"].startswith("command: ") and body["at"] for body in told)
    assert audit(database) == []


@pytest.mark.parametrize("fault", [KeyError("getpwuid(): uid not found: 12345"), OSError("no username")])
def test_a_user_without_a_name_is_named_by_number(
    fault: Exception, houseway: Run, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container with a number for a user: the journal tells the number, and no command ends for want of a name."""

    def nameless() -> str:
        raise fault

    monkeypatch.setattr(getpass, "getuser", nameless)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    for words in (("people", "add", "Dora"), ("key", "rotate")):
        code, _, err = houseway(*words, "--database", database)
        assert (code, err) == (0, "")
    room = Room.open(database)
    with room.store.transaction() as connection:
        told = [body["by"] for _, body in journal.entries(connection, journal.ROOM)][-2:]
    room.close()
    assert told == ["command: user 12345"] * 2
    source = Path(where.__file__).parent
    assert [file.name for file in source.glob("*.py") if "getuser" in file.read_text()] == ["where.py"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("add", "the house"), "is the house's own"),
        (("add", "Eve", "king"), "there is no role 'king'"),
        (("reset", "Nobody"), "there is no account 'Nobody'"),
        (("lock", "manager"), "the last manager"),
        (("unlock", "manager"), "is not locked"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: tuple[str, ...], says: str, houseway: Run, database: str
) -> None:
    code, out, err = houseway("people", *words, "--database", database)
    assert (code, out) == (2, "")
    assert says in err


def test_a_command_makes_no_room(houseway: Run, tmp_path: Path) -> None:
    code, _, err = houseway("people", "list", "--database", f"sqlite:///{tmp_path}/none.db")
    assert code == 2
    assert "there is no room" in err
    assert "houseway room opens one there, and --database names another" in " ".join(err.split())
    assert list(tmp_path.iterdir()) == []


SECRET = "s3cr3t-of-the-house"


@pytest.mark.parametrize(
    "command",
    [
        ("audit",),
        ("people", "list"),
        ("backup", "FILE"),
        ("restore", "FILE"),
        ("room",),
        ("key", "show"),
        ("key", "rotate"),
        ("checkpoint",),
    ],
)
@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+psycopg://ann:{SECRET}@127.0.0.1:1/room",
        f"postgresql+psycopg://127.0.0.1:1/room?user=ann&password={SECRET}",
        f"mysql://ann:{SECRET}@127.0.0.1:1/room",
        f"no url://ann:{SECRET}@127.0.0.1:1/room",
    ],
)
def test_no_command_prints_the_password_of_a_database(
    command: tuple[str, ...], url: str, houseway: Run, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    words = [str(tmp_path / "copy.gz") if word == "FILE" else word for word in command]
    code, out, err = houseway(*words, "--database", url)
    assert code != 0
    assert SECRET not in out + err + caplog.text


def test_an_audit_that_holds_names_the_room_without_the_password(houseway: Run, database: str) -> None:
    code, out, _ = houseway("audit", "--database", database)
    assert code == 0
    assert out.replace("\n", "").endswith("everything holds.")
    assert shown(f"postgresql+psycopg://ann:{SECRET}@host/room") == "postgresql+psycopg://ann:***@host/room"
    assert hushed(f'no such thing "{SECRET}"', f"postgresql+psycopg://ann:{SECRET}@host/room") == 'no such thing "***"'
