"""A backup holds the key that signs, wherever that lies; nothing that was kept is written over."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import How, audit, report
from houseway.room.store import private
from houseway.room.store.backup import backup, restore


@pytest.fixture
def chosen(database: str, folder: Path, opened: Callable[..., Room]) -> Path:
    """The key file that a room was given, in a place of its own."""
    key = folder / "keys" / "room.key"
    opened(database, key=key).close()
    return key


def test_no_backup_is_written_without_the_key_that_signs(database: str, chosen: Path, folder: Path) -> None:
    """It told nobody, and who restored from it had a room that nobody could open."""
    with pytest.raises(HousewayError, match=r"no backup is written: the room signs .* by --key or HOUSEWAY_KEY"):
        backup(database, folder / "room.backup")
    assert not list(folder.glob("room.backup*"))


@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_backup_of_a_room_with_a_key_of_its_own_place_is_restored_and_opened(
    by: str,
    database: str,
    chosen: Path,
    folder: Path,
    opened: Callable[..., Room],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, key = f"sqlite:///{folder}/other.db", folder / "elsewhere" / "other.key"
    if by == "variable":
        monkeypatch.setenv("HOUSEWAY_KEY", str(chosen))
    backup(database, folder / "room.backup", None if by == "variable" else chosen)
    if by == "variable":
        monkeypatch.setenv("HOUSEWAY_KEY", str(key))
    restore(folder / "room.backup", other, None if by == "variable" else key)
    assert key.read_text() == chosen.read_text()
    assert audit(other, How(key=key)) == []
    opened(other, key=key).close()


def test_every_key_that_a_backup_sets_aside_is_kept(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    """The second took the place of the first, and with it went the only key of a room."""
    for name in ("one", "two"):
        opened(f"sqlite:///{folder}/{name}.db").close()
        backup(f"sqlite:///{folder}/{name}.db", folder / f"{name}.backup")
    room = opened(sqlite)
    room.close()
    mine, file = (folder / "room.db.key").read_bytes(), folder / "room.db"
    for name in ("one", "two", "one"):
        file.unlink()
        restore(folder / f"{name}.backup", sqlite)
    aside = {each.name: each.read_bytes() for each in folder.glob("room.db.key.*")}
    assert aside[f"room.db.key.{room.signer.name}"] == mine
    assert len(aside) == 3
    assert audit(sqlite) == []


def test_what_is_set_aside_takes_the_place_of_nothing_but_its_like(tmp_path: Path) -> None:
    file = tmp_path / "key"
    for content in ("first", "first", "second", "third", "second"):
        file.write_text(content)
        private.set_aside(file, "name")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {
        "key.name": "first",
        "key.name.2": "second",
        "key.name.3": "third",
    }
    private.set_aside(file, "name")


def test_a_mark_and_a_backup_are_written_through_nobodys_link(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    precious, mark, copy = folder / "precious.txt", folder / "audit.mark", folder / "room.backup"
    precious.write_text("the auditor's own\n")
    for file in (mark, copy):
        file.with_name(f"{file.name}.part").symlink_to(precious)
    before = os.umask(0)
    try:
        assert report(sqlite, How(mark=mark)).findings == []
        backup(sqlite, copy)
    finally:
        os.umask(before)
    assert precious.read_text() == "the auditor's own\n"
    for file in (mark, copy):
        assert not file.is_symlink()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert report(sqlite, How(mark=mark)).findings == []


def test_nothing_is_restored_where_the_key_could_not_be_put(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    backup(sqlite, folder / "room.backup")
    (folder / "other.db.key").mkdir()
    with pytest.raises(HousewayError, match=r"other\.db\.key cannot be read"):
        restore(folder / "room.backup", f"sqlite:///{folder}/other.db")
    assert not (folder / "other.db").exists()


def test_nothing_is_restored_where_the_key_cannot_be_written(
    sqlite: str, folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows stood there without their key, and a second try found a room already."""
    opened(sqlite).close()
    backup(sqlite, folder / "room.backup")
    other, open_ = f"sqlite:///{folder}/other.db", os.open

    def refused(path: object, flags: int, mode: int = 0o777, **more: object) -> int:
        if str(path) == str(folder / "other.db.key") and flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", str(path))
        return open_(path, flags, mode, **more)  # type: ignore[arg-type]  # as it is called

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refused)
        with pytest.raises(HousewayError, match=r"nothing was restored: .*other.db.key cannot be written .permission"):
            restore(folder / "room.backup", other)
    restore(folder / "room.backup", other)
    assert audit(other) == []


def test_a_folder_for_temporary_files_that_others_may_exchange_is_named(
    sqlite: str, folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(sqlite).close()
    open_to_all = folder / "everybodys"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    monkeypatch.setattr("tempfile.tempdir", str(open_to_all))
    with pytest.raises(HousewayError, match=r"everybodys is .*name another folder by TMPDIR"):
        backup(sqlite, folder / "room.backup")


def test_no_key_is_read_from_a_folder_that_others_may_exchange(folder: Path, opened: Callable[..., Room]) -> None:
    """They could put a link in the place of the file of checkpoints beside it, and the room wrote through it."""
    url, key = f"sqlite:///{folder}/room.db", folder / "keys" / "room.key"
    opened(url, key=key).close()
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700
    key.parent.chmod(0o777)
    with pytest.raises(HousewayError, match="put the key into a folder that is yours all the way"):
        opened(url, key=key)


def test_a_key_that_somebody_has_named_is_never_set_aside(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """Another room went by it, and did not open any more."""
    key, other = folder / "keys" / "room.key", f"sqlite:///{folder}/other.db"
    opened(other, key=key).close()
    opened(sqlite).close()
    backup(sqlite, folder / "room.backup")
    with pytest.raises(HousewayError, match=r"nothing was restored: the key .*room.key is another room's"):
        restore(folder / "room.backup", f"sqlite:///{folder}/third.db", key)
    opened(other, key=key).close()
    backup(other, folder / "other.backup", key)
    restore(folder / "other.backup", f"sqlite:///{folder}/third.db", key)
    assert audit(f"sqlite:///{folder}/third.db", How(key=key)) == []


def test_a_key_is_on_disk_before_the_rows_that_need_it(
    sqlite: str, folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off just after, a restored room had an empty file for its key."""
    opened(sqlite).close()
    backup(sqlite, folder / "room.backup")
    synced, sync = set[int](), os.fsync

    def noted(handle: int) -> None:
        synced.add(os.fstat(handle).st_ino)
        sync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    restore(folder / "room.backup", f"sqlite:///{folder}/other.db")
    for name in ("other.db.key", "other.db.checkpoints", "."):
        assert (folder / name).stat().st_ino in synced


def test_a_key_is_no_file_of_checkpoints(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    """Its checkpoints were written behind it, and it could not be read any more."""
    with pytest.raises(HousewayError, match=r"the key cannot be .*x\.checkpoints"):
        opened(sqlite, key=folder / "x.checkpoints")
    assert not (folder / "x.checkpoints").exists()
