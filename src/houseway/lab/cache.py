"""Finished counts, kept between runs beside the compiled code."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from houseway.errors import HousewayError
from houseway.lab.kernel import cache_folder

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


def cached(package: str, key: tuple[object, ...], compute: Callable[[], Rows]) -> Rows:
    """Rows of integers that are computed once for each key.

    The folder belongs to exactly these sources of a game's package, so that a changed rule starts afresh; the key says
    everything else that the rows rest on. A file that cannot be read is computed again.
    """
    folder = cache_folder(package)
    if folder is None:
        return _counted(compute)
    path = folder / f"rows-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.json"
    rows = _read(path, repr(key))
    if rows is None:
        rows = _counted(compute)
        _write(path, repr(key), rows)
    return rows


def _counted(compute: Callable[[], Rows]) -> Rows:
    if _ONLY_KEPT.get():
        raise NotKept("takes minutes to count and is not kept from an earlier run: `houseway odds` counts it once")
    return compute()


def _read(path: Path, key: str) -> Rows | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return [[int(n) for n in row] for row in found["rows"]] if found["key"] == key else None
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
