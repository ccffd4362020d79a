"""Files as they are given out, read strictly: a number that is spelled in two ways would be two numbers to a hash."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from types import FunctionType
from typing import Any

from .hashes import Json

Shape = Any
"""A type; a range of whole numbers; a tuple for any of several; a list of a shape, and of how many at the most; a
table of shapes by key, `key?` where it may be missing; or what says of a value why it is none."""

MOST_CARDS, MOST_DICE, MOST_DRAWN, MOST_SEATS, MOST_TURNS = 10_000, 100, 10**6, 100, 2**25
"""Of a shoe, a roll, a number that is drawn, a round, a number's squarings: what is beyond is no record, and whoever
wrote it must not keep its reader waiting."""

MOST_LINES = 20_000
"""Of a list in a record or a proof: what happened in one round, or lies in one shoe."""

MOST_LETTERS = 2**26
"""Characters of a file: a log of some hundred thousand shoes."""

PLACE, DRAWN = range(MOST_CARDS + 1), range(-MOST_DRAWN, MOST_DRAWN + 1)


def _pack(told: Any) -> Iterator[str]:
    """Why something is no pack: how many there are of each card."""
    yield from _faults(told, {"*": PLACE}, "")
    if isinstance(told, Mapping) and sum(count for count in told.values() if type(count) is int) > MOST_CARDS:
        yield f" holds more than {MOST_CARDS:,} cards"


def _amount(told: Any) -> Iterator[str]:
    """Why something is no amount of dollars and cents."""
    if not isinstance(told, str) or not re.fullmatch(r"\d{1,15}\.\d\d", told, re.ASCII):
        yield f" is {_short(told)}, which is not an amount as in 12.50"


SHARE = re.compile(r"(\d{1,9}(?:\.\d{1,12})?)%|\d{1,9}(?:\.\d{1,12}|[:/][1-9]\d{0,8})?", re.ASCII)
"""A percentage, a ratio or a decimal, as settings are written: `1e30000000` is a number that takes all memory."""


def share_of(told: str) -> Fraction:
    """A share as a setting tells it, as in 75% or 3:4."""
    found = SHARE.fullmatch(told)
    if found is None:
        raise Misshapen(f"{_short(told)} is not a share as in 75%")
    return Fraction(found[1]) / 100 if found[1] else Fraction(told.replace(":", "/"))


def _share(told: Any) -> Iterator[str]:
    """Why something is no share."""
    if not isinstance(told, str) or not SHARE.fullmatch(told):
        yield f" is {_short(told)}, which is not a share as in 75%"


def _count(told: Any) -> Iterator[str]:
    """Why something is not how many decks or seats a table has, as its settings tell it."""
    if not isinstance(told, str) or not re.fullmatch(r"0|[1-9]\d{0,14}", told, re.ASCII):
        yield f" is {_short(told)}, which is not a count as in 8"


MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?\+00:00", re.ASCII)


def _moment(told: Any) -> Iterator[str]:
    """Why something is no time as the room tells it; without the zone it would be another one to each reader."""
    try:
        if not isinstance(told, str) or not MOMENT.fullmatch(told):
            raise ValueError
        datetime.fromisoformat(told)
    except ValueError:
        yield f" is {_short(told)}, which is not a time as in 2026-01-31T12:00:00.000+00:00"


KEY = re.compile("[0-9a-f]{64}", re.ASCII)


def _key(told: Any) -> Iterator[str]:
    """Why something is no key as rooms and players' browsers write theirs: in capitals it would be another."""
    if not isinstance(told, str) or not KEY.fullmatch(told):
        yield f" is {_short(told)}, which is not 64 hexadecimal digits in small letters"


WHOLE = range(2**53)
"""What every reader of JSON tells apart."""

SETTINGS: dict[str, Shape] = {"*": str, "decks?": _count, "seats?": _count, "penetration?": _share}
SIGNED: dict[str, Shape] = {"key": _key, "signature": str}
HEAD: dict[str, Shape] = {"size": int, "root": str, "at": str, **SIGNED}
RECORD: dict[str, Shape] = {
    **dict.fromkeys(("round", "table", "shoe"), int),
    **dict.fromkeys(("position", "cut"), PLACE),
    **dict.fromkeys(("game", "root"), str),
    "settings": SETTINGS,
    "pack": _pack,
    "seat": [{"number": int, "cards": [str], "wagers?": {"*": _amount}}, MOST_SEATS],
    "dealer?": {"cards?": [str]},
    "entries": [
        {
            **dict.fromkeys(("deal?", "call?", "choose?", "wager?"), str),
            **dict.fromkeys(("to?", "seat?", "draw?", "cents?", "cards?"), int),
            "set?": {"*": [str]},
        }
    ],
    "payouts": [{"seat": int, "wager": str, "cents": int, "returned_cents": int, "stake_cents": int}],
    "draws?": [{"what": str, **dict.fromkeys(("least", "most", "number"), DRAWN), "dice": range(MOST_DICE + 1)}],
    "turns?": range(MOST_TURNS + 1),
    "seals?": [
        {"seat": range(1, MOST_SEATS + 1), "commit": str, "modulus": str, "base": str, "factor?": str, "number?": str}
    ],
    "gone?": [PLACE],
    "displayed?": [str],
    "answers?": [
        {
            **dict.fromkeys(("line", "entry", "seat"), WHOLE),
            **dict.fromkeys(("at", "asked?"), _moment),
            **dict.fromkeys(("by", "why?"), str),
        },
    ],
    "after?": WHOLE,
    "bets?": [
        {
            "seat": int,
            "entry": WHOLE,
            "at": _moment,
            "wagers": {"*": int},
            "commit?": str,
            "signed?": {**SIGNED, "nth": WHOLE},
        }
    ],
    **dict.fromkeys(("answers_signed?", "signed?"), SIGNED),
    **dict.fromkeys(("started?", "ended?"), _moment),
    "burnt?": [str],
    "document?": {"hash?": str},
}
PROOF: dict[str, Shape] = {
    **dict.fromkeys(("shoe", "table"), int),
    "size": range(1, MOST_CARDS + 1),
    **dict.fromkeys(("game", "root"), str),
    "settings": SETTINGS,
    "pack": _pack,
    "cut": (PLACE, type(None)),
    "ended": bool,
    "openings": [{"index": PLACE, "number": range(53), "card": str, "salt": str, "path": [[str]]}],
    "log?": {"index": int, "path": [str], "head": HEAD, "after?": int},
}
ENTRIES: dict[str, Shape] = {
    "entries": [{"table": int, "shoe": int, "root": str, "size": int, "after?": int}, MOST_LETTERS]
}
RECEIPTS: dict[str, Shape] = {
    "receipts": [
        {
            **dict.fromkeys(("table", "entry"), int),
            "at": _moment,
            **SIGNED,
            "answer?": {"seat": int},
            "bet?": {**dict.fromkeys(("after", "nth", "seat"), int), "wagers": {"*": int}, "commit": str, "key": _key},
        }
    ]
}
GROWTH: dict[str, Shape] = {"first": {"size": int, "root": str}, "second": HEAD, "path": [str]}


class Unreadable(ValueError):
    """What cannot be read, in a sentence."""


class Misshapen(Unreadable):
    """A file that is read, and is no record or no proof."""


def read(file: str) -> Any:
    """What a file says; a key that stands twice, and a number that is not whole, are refused."""
    try:
        with open(file, encoding="utf-8") as opened:
            text = opened.read(MOST_LETTERS + 1)
        if len(text) > MOST_LETTERS:
            raise Unreadable(f"more than {MOST_LETTERS:,} characters are no record and no proof")
        return json.loads(text, object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse)
    except OSError as fault:
        raise Unreadable(f"{file} cannot be read: {(fault.strerror or 'it is no file').lower()}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{file} is not text in UTF-8") from None
    except json.JSONDecodeError as fault:
        raise Unreadable(f"{file} is no JSON: line {fault.lineno}, character {fault.colno}") from None
    except RecursionError:
        raise Unreadable(f"{file} is nested too deeply to be a record or a proof") from None
    except Unreadable as fault:
        raise Unreadable(f"{file}: {fault}") from None


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable(f"the key {key!r} stands twice")
        found[key] = value
    return found


def _refuse(number: str) -> Any:
    raise Unreadable(f"{number} is not a whole number")


def check(told: Json, shape: dict[str, Shape], name: str) -> None:
    """Refuse what has not the form of a file of this name."""
    for fault in _faults(told, shape, name):
        raise Misshapen(fault)


def _faults(told: Any, shape: Shape, where: str) -> Iterator[str]:
    """Everything that is not of its type; `True` is no 1."""
    if isinstance(shape, dict):
        if not isinstance(told, Mapping):
            yield f"{where} is a table of fields"
            return
        for key, inner in shape.items():
            field = key.removesuffix("?")
            if field == "*":
                for name, value in told.items():
                    yield from _faults(value, inner, f"{where}.{name}")
            elif field in told:
                yield from _faults(told[field], inner, f"{where}.{field}")
            elif field == key:
                yield f"{where}.{field} is missing"
    elif isinstance(shape, list):
        if not isinstance(told, list | tuple):
            yield f"{where} is a list"
            return
        each_of, most = shape if len(shape) > 1 else (*shape, MOST_LINES)
        if len(told) > most:
            yield f"{where} has {len(told):,} lines, and at most {most:,} are read"
            return
        for number, each in enumerate(told):
            yield from _faults(each, each_of, f"{where}[{number}]")
    elif isinstance(shape, FunctionType):
        yield from (f"{where}{fault}" for fault in shape(told))
    elif not any(_is(told, each) for each in (shape if isinstance(shape, tuple) else (shape,))):
        yield f"{where} is {_short(told)}, which is not {_words(shape)}"


def _is(told: Any, shape: Shape) -> bool:
    return type(told) is int and told in shape if isinstance(shape, range) else type(told) is shape


def _short(told: Any) -> str:
    """What is told, as far as somebody reads it."""
    text = repr(told)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _words(shape: Shape) -> str:
    names = {int: "a whole number", str: "a text", bool: "true or false", type(None): "null"}
    each_of = shape if isinstance(shape, tuple) else (shape,)
    return " or ".join(_bounds(each) if isinstance(each, range) else names[each] for each in each_of)


def _bounds(numbers: range) -> str:
    return f"a whole number from {numbers[0]:,} to {numbers[-1]:,}"
