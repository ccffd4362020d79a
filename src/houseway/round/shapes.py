"""The shapes of what a record tells besides its hands: every field known, every type checked."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class ByName(NamedTuple):
    """A table of any names, each with this shape."""

    each: Any


class Maybe(NamedTuple):
    """This shape, or nothing."""

    shape: Any


class From(NamedTuple):
    """A whole number, this one or more."""

    least: int


PLACE = From(0)
NUMBER_OR_NAME = (int, str)
"""How a round, a table and a shoe are known elsewhere."""

REASON: dict[str, Any] = {"says": str, "clause": str}
REASON["parts"] = [REASON]

PAYOUT: Mapping[str, Any] = {
    "seat": int,
    "wager": str,
    "award": str,
    "stake_cents": int,
    "returned_cents": int,
    "commission_cents": int,
    "cents": int,
    "meter_cents?": int,
    "seeded_cents?": int,
    "paytable?": Maybe(str),
    "clause": str,
    "why": str,
}

SHAPES: Mapping[str, Any] = {
    "round": NUMBER_OR_NAME,
    "table": NUMBER_OR_NAME,
    "shoe": NUMBER_OR_NAME,
    "position": PLACE,
    "started": str,
    "ended": str,
    "version": str,
    "remarks": [str],
    "burnt": [str],
    "postings": [{"account": str, "cents": int}],
    "meters": ByName(
        {"displayed_cents": int, "off_cents": int, "seeded_cents": int, "taken_back_cents": int, "after_cents": int}
    ),
    "explanations": [REASON],
    "root": str,
    "cut": PLACE,
    "pack": ByName(From(1)),
    "draws": [{"what": str, "least": int, "most": int, "dice": int, "number": int}],
    "gone": [PLACE],
    "displayed": [str],
    "turns": PLACE,
    "seals": [{"seat": int, "commit": str, "modulus": str, "base": str, "factor?": str, "number?": str}],
    "answers": [{"line": int, "entry": int, "seat": int, "at": str, "by": str, "why?": str, "asked?": str}],
    "after": PLACE,
    "bets": [
        {
            "seat": int,
            "entry": int,
            "at": str,
            "wagers": ByName(PLACE),
            "commit?": str,
            "signed?": {"key": str, "nth": int, "signature": str},
        }
    ],
    "answers_signed": {"key": str, "signature": str},
    "signed": {"key": str, "signature": str},
}
"""Fields that tell of a round and are not needed to rule on it: where it was played, where its cards came from, what
was ruled and why."""

WORDS = {int: "a whole number", str: "a text", NUMBER_OR_NAME: "a whole number or a text"}


def faults(value: Any, shape: Any, place: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a value, each with its place."""
    if isinstance(shape, Maybe):
        if value is not None:
            yield from faults(value, shape.shape, place)
    elif isinstance(shape, ByName):
        yield from _fields(value, dict.fromkeys(value, shape.each) if isinstance(value, dict) else {}, place)
    elif isinstance(shape, Mapping):
        yield from _fields(value, shape, place)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield place, f"is a list, not {value!r}"
            return
        for number, each in enumerate(value, 1):
            yield from faults(each, shape[0], f"{place} {number}")
    elif isinstance(shape, From):
        if type(value) is not int or value < shape.least:
            yield place, f"is a whole number, {shape.least} or more, not {value!r}"
    elif not isinstance(value, shape) or isinstance(value, bool):
        yield place, f"is {WORDS[shape]}, not {value!r}"


def _fields(value: Any, shape: Mapping[str, Any], place: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        yield place, f"is a table of fields, not {value!r}"
        return
    known = {name.removesuffix("?"): each for name, each in shape.items()}
    yield from ((f"{place}.{name}", "is missing") for name in shape if not name.endswith("?") and name not in value)
    for name, each in value.items():
        if name not in known:
            yield f"{place}.{name}", "is not a field that belongs here"
        else:
            yield from faults(each, known[name], f"{place}.{name}")
