"""Is an entry spelled as the room spells? Then nobody finds in it what others do not.

A text has one form. Fields of an entry stand in the order of their names; what is kept by number within them, in that
of numbers or of texts. And each value is of its own kind: 5.0 equals 5, and `true` equals 1, for who compares them.
"""

import json
from datetime import UTC, datetime
from typing import Any

FLAGS = frozenset(
    {
        "ends",
        "end.state.paused",
        "end.state.places.*.bot",
        "guest",
        "jackpots.*.plan.practice",
        "over",
        "provisional",
        "request.displayed",
    }
)
"""Where entries tell whether or not; everywhere else stand texts and whole numbers."""


BROKEN = frozenset({"until", "data.paytables.*.rows.*.pays"})
"""Where a number may be broken: the end of a session, and what a paytable pays that has waited in an older room."""


def spelled(body: str) -> bool:
    """Whether a text has the one form in which an entry is written, with values of the kinds that the room writes."""
    try:
        told = json.loads(body)
        in_order = list(told) == sorted(told) and _of_one_form(told.get("at"))
        one_text = json.dumps(told, separators=(",", ":"), allow_nan=False) == body
        return in_order and one_text and all(_of_its_kind(value, name) for name, value in told.items())
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def _of_its_kind(value: Any, path: str) -> bool:
    """Whether flags stand where flags do and no number does, and nothing is broken but the end of a session."""
    if isinstance(value, dict):
        return all(_of_its_kind(each, f"{path}.{key}") for key, each in value.items())
    if isinstance(value, list):
        return all(_of_its_kind(each, f"{path}.*") for each in value)
    if isinstance(value, float):
        return path in BROKEN
    return not isinstance(value, int) or isinstance(value, bool) == (path in FLAGS)


def _of_one_form(at: str | None) -> bool:
    """Whether a time is told as the room tells it: texts of one form sort as the moments do, which the books go by."""
    return at is None or datetime.fromisoformat(at).astimezone(UTC).isoformat(timespec="milliseconds") == at
