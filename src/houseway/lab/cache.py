"""Finished counts, kept between runs beside the compiled code."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from houseway.lab.kernel import cache_folder

Rows = list[list[int]]


def cached(package: str, key: tuple[object, ...], compute: Callable[[], Rows]) -> Rows:
    """Rows of integers that are computed once for each key.

    The folder belongs to exactly these sources of a game's package, so that a changed rule starts afresh; the key says
    everything else that the rows rest on. A file that cannot be read is computed again.
    """
    folder = cache_folder(package)
    if folder is None:
        return compute()
    path = folder / f"rows-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.json"
    rows = _read(path, repr(key))
    if rows is None:
        rows = compute()
        _write(path, repr(key), rows)
    return rows


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
