"""Nobody else puts a folder of their own in the place of one that is relied on: the whole way to it is looked at."""

import os
from pathlib import Path

import pytest

from houseway.folders import exchanged

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of folders")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of one's own, in one of which the mode is tried."""
    (tmp_path / "above" / "own").mkdir(parents=True, mode=0o700)
    return tmp_path / "above" / "own"


def of_another(monkeypatch: pytest.MonkeyPatch, theirs: Path) -> None:
    """Have this one be another user's."""
    real = Path.lstat

    def told(path: Path) -> os.stat_result:
        found = real(path)
        return os.stat_result((*found[:4], found.st_uid + 1, *found[5:])) if path == theirs else found

    monkeypatch.setattr(Path, "lstat", told)


@pytest.mark.parametrize("mode", [0o777, 0o707, 0o703])
def test_a_folder_above_that_everybody_may_write_to_is_found(mode: int, own: Path) -> None:
    own.parent.chmod(mode)
    assert exchanged(own) == own.parent
    assert exchanged(own / "not there yet") == own.parent


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o1777, 0o700])
def test_one_that_a_group_may_write_to_and_one_where_each_moves_what_is_theirs_are_none(mode: int, own: Path) -> None:
    own.parent.chmod(mode)
    assert exchanged(own) is None


def test_a_folder_above_of_another_user_is_found_whatever_its_mode(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own.parent.chmod(0o1777)
    of_another(monkeypatch, own.parent)
    assert exchanged(own) == own.parent


def test_links_are_followed_and_looked_at(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(own)
    (tmp_path / "short").symlink_to(Path("above/../link"))
    assert exchanged(tmp_path / "short" / "room.db") is None
    own.parent.chmod(0o777)
    assert exchanged(tmp_path / "short" / "room.db") == own.parent
    own.parent.chmod(0o700)
    of_another(monkeypatch, tmp_path / "link")
    assert exchanged(tmp_path / "short" / "room.db") == tmp_path / "link"


def test_a_link_that_leads_to_itself_ends(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert exchanged(tmp_path / "round" / "room.db") is None


def test_a_path_is_read_from_where_one_stands(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own)
    own.parent.chmod(0o777)
    assert exchanged(Path("room.db")) == own.parent
    assert exchanged(Path("../../room.db")) == own.parent, "the way leads through it"
