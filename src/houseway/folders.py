"""Folders that others have no hand in: what lies in one is run, or read as a part of a database."""

import os
import stat
from pathlib import Path

from houseway.errors import HousewayError

LINKS = 40
"""Links on one way at most; a system follows no more of them either."""


def keep_private(folder: Path) -> None:
    """Refuse a folder that others may have written to: what lies in it is run. One of our own is closed to them."""
    found = folder.lstat()
    ours = os.name != "posix" or found.st_uid == os.geteuid()
    if not ours or not stat.S_ISDIR(found.st_mode) or found.st_mode & 0o022:
        raise HousewayError(
            f"{folder} may have been written to by others, and what lies there would be run: "
            "remove it, or name a folder of your own with HOUSEWAY_CACHE"
        )
    if (above := exchanged(folder)) is not None:
        raise HousewayError(
            f"{above} is another user's, or everybody may write to it: they could put a folder of theirs in the place "
            f"of {folder}, and what lies there would be run: name one with HOUSEWAY_CACHE that is yours all the way"
        )
    if found.st_mode & 0o077:
        folder.chmod(0o700)


def exchanged(path: Path) -> Path | None:
    """The first folder or link on the way to a path, itself too, by which others may put their own in its place.

    That is one of another user, or one that everybody may write to, but for where each may only move what is theirs, as
    in `/tmp`. Links are followed step by step. Trusted are root, a group that may write, and whoever owns `/`, which
    is how root looks to a container that does not know it.
    """
    if os.name != "posix":
        return None
    trusted = {os.geteuid(), 0, os.lstat("/").st_uid}
    at, left, links = Path("/"), _steps(path.absolute()), 0
    while True:
        try:
            found = at.lstat()
        except OSError:  # what is not there, nobody has put there yet
            return None
        if found.st_uid not in trusted:
            return at
        if stat.S_ISLNK(found.st_mode):
            links += 1
            target = at.readlink()
            at = Path("/") if target.is_absolute() else at.parent
            left += _steps(target)
        elif _all_may_move(found.st_mode):
            return at
        if not left or links > LINKS:
            return None
        step = left.pop()
        at = at.parent if step == ".." else at / step


def _steps(path: Path) -> list[str]:
    """The names of a path, the last first."""
    return [step for step in reversed(path.parts) if step != path.anchor]


def _all_may_move(mode: int) -> bool:
    return stat.S_ISDIR(mode) and bool(mode & stat.S_IWOTH) and not mode & stat.S_ISVTX
