"""`houseway archive`: a room's old rounds into a file, listed, audited with it, and out of it for the verifier."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.room import Command, Room

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Three rounds of one person at a table that takes a new shoe for each."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    database = f"sqlite:///{tmp_path}/room.db"
    opened = Room.open(database)
    ann = opened.people.guest("Ann")
    table = opened.open_table(ann, "supreme-99", {}, "old")
    keys = iter(range(1000))

    def do(kind: str, **data: object) -> None:
        opened.do(Command(table, ann.id, f"cli-key-{next(keys)}", None, kind, data))

    do("sit", seat=1)
    for _ in range(3):
        wagers = [each for each in opened.view(table, ann).json()["wagers"] if each["required"]]
        do("bet", wagers={each["id"]: each["least_cents"] for each in wagers})
        do("ready")
        while opened.view(table, ann).json()["asked"]:
            opened.act(table, "timeout", {})
    opened.close()
    return database


def test_old_rounds_go_into_a_file_and_are_checked_from_it(room: str, houseway: Run, tmp_path: Path) -> None:
    target = tmp_path / "old.archive"
    code, out, _ = houseway("archive", "write", str(target), "--before", "2999-01-01", "--database", room)
    assert (code, " entries of 1 table, 2 rounds and 1 shoe, are in " in " ".join(out.split())) == (0, True), out
    code, out, _ = houseway("archive", "list", "--database", room, "--json")
    assert [each["name"] for each in json.loads(out)] == ["old.archive"]
    code, out, _ = houseway("audit", "--database", room)
    assert code == 0
    assert "lie in archives, the last of them in old.archive" in " ".join(out.split())
    code, out, _ = houseway("audit", "--database", room, "--archive", str(target))
    assert (code, "everything holds." in out) == (0, True), out
    to = tmp_path / "checked"
    code, out, _ = houseway("archive", "round", "1", str(target), "--to", str(to), "--database", room)
    assert code == 0
    assert json.loads((to / "round-1.json").read_text(encoding="utf-8"))["round"] == 1
    assert (to / "shoe-1.json").exists()
    code, _, err = houseway("archive", "round", "1", str(target), "--to", str(target / "in"), "--database", room)
    assert (code, "cannot be written" in " ".join(err.split())) == (2, True), err


def test_what_is_wrong_is_said_in_a_sentence(room: str, houseway: Run, tmp_path: Path) -> None:
    for given, says in (
        (("write", str(tmp_path / "new"), "--before", "soon"), "'soon' is no day"),
        (("write", str(tmp_path / "room.db"), "--before", "2999-01-01"), "is there already"),
        (("write", str(tmp_path / "none" / "new"), "--before", "2999-01-01"), "cannot be written"),
        (("write", str(tmp_path / "new"), "--before", "1999-01-01"), "nothing from before"),
        (
            ("round", "1", str(tmp_path / "room.db")),
            "houseway: archive room.db is not a file that this room has written",
        ),
    ):
        code, _, err = houseway("archive", *given, "--database", room)
        assert code == 2
        assert says in " ".join(err.split()), err
