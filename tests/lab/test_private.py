"""What is kept between runs is run again: the folder is the user's alone, or it is refused."""

import os
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.lab import kernel


def folder_under(base: Path, monkeypatch: pytest.MonkeyPatch) -> Path | None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(base))
    return kernel.cache_folder.__wrapped__("")


def test_a_new_cache_is_closed_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(0)
    try:
        folder = folder_under(tmp_path / "new", monkeypatch)
    finally:
        os.umask(before)
    assert folder is not None
    assert [each.stat().st_mode & 0o777 for each in (folder, folder.parent)] == [0o700, 0o700]


def test_one_of_our_own_that_others_could_read_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own").chmod(0o755)
    assert folder_under(tmp_path / "own", monkeypatch) is not None
    assert (tmp_path / "own").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_one_that_others_can_write_to_is_refused(mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(mode)
    with pytest.raises(HousewayError, match="written to by others"):
        folder_under(tmp_path / "open", monkeypatch)


def test_one_of_somebody_else_and_a_link_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "theirs").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "theirs")
    with pytest.raises(HousewayError, match="written to by others"):
        folder_under(tmp_path / "link", monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: (tmp_path / "theirs").stat().st_uid + 1)
    with pytest.raises(HousewayError, match="written to by others"):
        folder_under(tmp_path / "theirs", monkeypatch)


def test_a_folder_of_other_sources_in_it_is_looked_at_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_under(tmp_path / "own", monkeypatch)
    assert folder is not None
    folder.chmod(0o777)
    with pytest.raises(HousewayError):
        folder_under(tmp_path / "own", monkeypatch)


def test_one_below_a_folder_that_everybody_may_write_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody put a folder of theirs in its place once it had been looked at, and what lay there was run."""
    (tmp_path / "shared" / "own").mkdir(parents=True)
    (tmp_path / "shared").chmod(0o777)
    with pytest.raises(HousewayError, match="name one with HOUSEWAY_CACHE that is yours all the way"):
        folder_under(tmp_path / "shared" / "own" / "cache", monkeypatch)
    (tmp_path / "shared").chmod(0o1777)
    assert folder_under(tmp_path / "shared" / "own" / "cache", monkeypatch) is not None
