"""Finished counts, kept between runs beside the compiled code, and some that the package brings along.

What it brings lies in a game's `data/counted`, a file for each count, which names the hash of the sources that made it:
once one of them has changed it is passed over as if it were not there. `tools/counted.py` counts and writes them.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path

from houseway.errors import HousewayError
from houseway.lab.kernel import cache_folder, sources_hash

Rows = list[list[int]]


class NotKept(HousewayError):
    """Counts that take long and are not kept from an earlier run."""


_ONLY_KEPT: ContextVar[bool] = ContextVar("only kept", default=False)


@contextmanager
def only_kept() -> Iterator[None]:
    """In here no long count is begun: one that is not kept is refused."""
    token = _ONLY_KEPT.set(True)
    try:
        yield
    finally:
        _ONLY_KEPT.reset(token)


def cached(package: str, key: tuple[object, ...], compute: Callable[[], Rows], *, long: bool = True) -> Rows:
    """Rows of integers that are computed once for each key, or come with the package.

    The folder belongs to exactly these sources of a game's package, so that a changed rule starts afresh; the key says
    everything else that the rows rest on. A file that cannot be read is computed again. Where no long count may be
    begun, one that is not `long` is.
    """
    name, folder = file_name(key), cache_folder(package)
    rows = _read(brought(package) / name, repr(key), sources_hash(package))
    if rows is None and folder is not None:
        rows = _read(folder / name, repr(key))
    if rows is None:
        rows = _counted(compute) if long else compute()
        if folder is not None:
            _write(folder / name, repr(key), rows)
    return rows


def file_name(key: tuple[object, ...]) -> str:
    """Where the rows of a key are written."""
    return f"rows-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.json"


def brought(package: str) -> Path:
    """The folder of the counts that come with a game's package."""
    return Path(import_module(package).__file__ or "").parent / "data" / "counted"


def _counted(compute: Callable[[], Rows]) -> Rows:
    if _ONLY_KEPT.get():
        raise NotKept("takes minutes to count and is not kept from an earlier run: `houseway odds` counts it once")
    return compute()


def _read(path: Path, key: str, sources: str = "") -> Rows | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        ours = found["key"] == key and found.get("sources", "") == sources
        return [[int(n) for n in row] for row in found["rows"]] if ours else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _write(path: Path, key: str, rows: Rows) -> None:
    """Whole or not at all, whoever else may be writing."""
    draft = path.with_suffix(f".{os.getpid()}")
    try:
        draft.write_text(json.dumps({"key": key, "rows": rows}), encoding="utf-8")
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
