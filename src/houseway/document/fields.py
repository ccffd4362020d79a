"""Takes the fields of a parsed TOML or JSON table one by one and notes every fault with its place."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from houseway.errors import meant, short

_REQUIRED = object()

MOST_DOTS, SENT_DOTS = 400, 20
"""In a line of a file, and of a text that anybody may send: a key of very many parts takes very long to read."""


MOST_NUMBER = 2**63 - 1
"""The largest whole number of TOML."""


def parsed(text: str, most_dots: int = MOST_DOTS) -> dict[str, Any]:
    """A text of TOML as its table; ValueError or RecursionError where it is none."""
    if any(line.count(".") > most_dots for line in text.split("\n")):
        raise ValueError(f"a line has more than {most_dots} dots: a key has a few parts")
    table = tomllib.loads(text)
    if not _counts(table):
        raise ValueError("holds a whole number beyond 64 bits: write one that a table can have")
    return table


def _counts(value: Any) -> bool:
    """Whether every whole number is one that TOML promises: longer ones in hexadecimal can be read and not written."""
    if isinstance(value, dict | list):
        return all(map(_counts, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or abs(value) <= MOST_NUMBER


def said(value: Any) -> str:
    """What somebody wrote, for a sentence."""
    return short(repr(value))


class Reader:
    """A table at a place, "" for the whole file. Each field is taken once; `finish` notes those that nobody knows."""

    def __init__(self, table: Any, place: str, faults: list[tuple[str, str]]) -> None:
        self.faults = faults
        self._place = place
        self._taken: set[str] = set()
        self._known: set[str] = set()
        self._table: dict[str, Any] = table if isinstance(table, dict) else {}
        if not isinstance(table, dict):
            self.faults.append((place or "file", f"is a table of fields, not {said(table)}"))

    def fault(self, key: str, sentence: str) -> None:
        self.faults.append((self._at(key), sentence))

    def value(self, key: str, default: Any = _REQUIRED) -> Any:
        """A field of any kind."""
        self._taken.add(key)
        if key in self._table:
            return self._table[key]
        if default is _REQUIRED:
            self.fault(key, "is missing")
            return ""
        return default

    def has(self, key: str) -> bool:
        self._known.add(key)
        return key in self._table

    def text(self, key: str, default: Any = _REQUIRED) -> str:
        value = self.value(key, default)
        if not isinstance(value, str) or (default is _REQUIRED and key in self._table and not value.strip()):
            self.fault(key, f"is a text, not {said(value)}")
            return ""
        return " ".join(value.split())

    def flag(self, key: str, default: bool) -> bool:
        value = self.value(key, default)
        if not isinstance(value, bool):
            self.fault(key, f"is true or false, not {said(value)}")
        return value is True

    def integer(self, key: str, default: Any = _REQUIRED) -> int:
        value = self.value(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            if key in self._table:
                self.fault(key, f"is a whole number, not {said(value)}")
            return 0
        return value

    def one_of(self, key: str, choices: tuple[str, ...], default: Any = _REQUIRED) -> str:
        value = self.value(key, default)
        if value not in choices and key in self._table:
            self.fault(key, f"is one of {', '.join(choices)}, not {said(value)}")
        return str(value)

    def texts(self, key: str, default: Any = _REQUIRED) -> tuple[str, ...]:
        return self._list(key, default, str, "texts")

    def integers(self, key: str, default: Any = _REQUIRED) -> tuple[int, ...]:
        return self._list(key, default, int, "whole numbers")

    def _list(self, key: str, default: Any, kind: type, plural: str) -> tuple[Any, ...]:
        value = self.value(key, default)
        if isinstance(value, list | tuple) and all(isinstance(each, kind) for each in value):
            return tuple(value)
        if key in self._table:
            self.fault(key, f"is a list of {plural}, not {said(value)}")
        return ()

    def strings(self, key: str) -> Mapping[str, str]:
        """A table of names and values, the values as text."""
        value = self.value(key, {})
        if not isinstance(value, dict):
            self.fault(key, f"is a table of names and values, not {said(value)}")
            return {}
        for name, each in value.items():
            if not isinstance(each, str | int | float):
                self.fault(f"{key}.{name}", f"is a text or a number, not {said(each)}")
        return {name: str(each) for name, each in value.items() if isinstance(each, str | int | float)}

    def table(self, key: str) -> "Reader":
        return Reader(self.value(key), self._at(key), self.faults)

    def tables(self, key: str, *, required: bool = True) -> list["Reader"]:
        """A list of tables; each knows its place by its id or number."""
        value = self.value(key, _REQUIRED if required else [])
        if not isinstance(value, list):
            if key in self._table:
                self.fault(key, f"is a list of tables, not {said(value)}")
            return []
        return [Reader(each, self._at(_label(key, each, i)), self.faults) for i, each in enumerate(value, 1)]

    def rest(self) -> Mapping[str, Any]:
        """The fields that nobody has taken yet, for who knows them."""
        left = {key: value for key, value in self._table.items() if key not in self._taken}
        self._taken.update(left)
        return left

    def unique(self, key: str, ids: Iterable[str]) -> None:
        """Note the ids of a list that stand there more than once."""
        for repeated in sorted(each for each, times in Counter(ids).items() if times > 1):
            self.fault(key, f"{said(repeated)} stands there more than once")

    def finish(self) -> None:
        for key in self._table:
            if key not in self._taken:
                self.fault(key, f"is not a field that belongs here{meant(str(key), self._taken | self._known)}")

    def _at(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key


def _label(key: str, table: Any, number: int) -> str:
    id_ = table.get("id") if isinstance(table, dict) else None
    return f"{key} {short(id_)}" if isinstance(id_, str) else f"{key} {number}"
