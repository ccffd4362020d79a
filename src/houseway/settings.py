"""What an operator may choose: the specification of each setting, and a checked set of values."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from houseway.errors import IllegalMoney, IllegalSetting
from houseway.money import dollars, parse_cents

Value: TypeAlias = int | str | bool | Fraction

TYPES = ("integer", "percent", "money", "ratio", "flag", "choice", "control", "name")
"""`control` is a choice of what to do about an irregularity; `name` is free text that the game itself looks up."""

LAYERS = ("state", "game", "house", "analysis")
"""Whose word a setting is, the highest first (WAC 230-15-065); `analysis` is what a figure assumes of the player."""


@dataclass(frozen=True)
class Setting:
    """One setting: its type, default and bounds, what it decides, and the authority it comes from."""

    id: str
    type: str
    default: Value
    says: str
    clause: str
    layer: str
    source: str = ""
    least: Value | None = None
    most: Value | None = None
    choices: tuple[str, ...] = ()

    def parse(self, given: object) -> Value:
        """The value that `given` (text from a command line, or a value from a file) stands for; checked."""
        value = parse_value(self.type, given, self.id)
        if self.choices and value not in self.choices:
            raise IllegalSetting(f"{self.id} is one of {', '.join(self.choices)}, not {given}", self.clause)
        low = self.least is not None and value < self.least  # type: ignore[operator]  # bounds have the value's type
        high = self.most is not None and value > self.most  # type: ignore[operator]
        if low or high:
            raise IllegalSetting(f"{self.id} {self.bounds}, not {self.show(value)}", self.clause)
        return value

    @property
    def bounds(self) -> str:
        """The bounds in words."""
        if self.choices:
            return "is " + " or ".join(self.choices)
        if self.least is not None and self.most is not None:
            return f"lies between {self.show(self.least)} and {self.show(self.most)}"
        if self.least is not None:
            return f"is at least {self.show(self.least)}"
        if self.most is not None:
            return f"is at most {self.show(self.most)}"
        return {"flag": "is yes or no", "name": "is a name"}.get(self.type, f"is any {self.type}")

    def show(self, value: Value) -> str:
        """The value as people write it; what `parse` reads."""
        return show_value(self.type, value)


def parse_value(type_: str, given: object, what: str) -> Value:
    """Read a value of a type from text or from a file's own value."""
    text = str(given).strip()
    if type_ == "integer" and re.fullmatch(r"-?\d+", text):
        return int(text)
    if type_ == "percent" and (match := re.fullmatch(r"(\d+(?:\.\d+)?)\s*%?", text)):
        return Fraction(match[1]) / 100
    if type_ == "ratio" and (match := re.fullmatch(r"(\d+)\s*(?::|to|/)\s*([1-9]\d*)", text)):
        return Fraction(int(match[1]), int(match[2]))
    if type_ == "flag" and text.lower() in ("yes", "no", "true", "false"):
        return text.lower() in ("yes", "true")
    if type_ == "money":
        try:
            return parse_cents(text)
        except IllegalMoney as fault:
            raise IllegalSetting(f"{what}: {fault}") from None
    if type_ in ("choice", "control", "name") and text:
        return text
    example = {"integer": "8", "percent": "5%", "ratio": "3:2", "flag": "yes or no"}.get(type_, "a name")
    raise IllegalSetting(f"{what} is {'an' if type_ == 'integer' else 'a'} {type_}, as in {example}, not {text!r}")


def show_value(type_: str, value: Value) -> str:
    """The value as people write it."""
    if type_ == "percent" and isinstance(value, Fraction | int):
        return f"{float(100 * value):g}%"
    if type_ == "ratio" and isinstance(value, Fraction):
        return f"{value.numerator}:{value.denominator}"
    if type_ == "flag":
        return "yes" if value else "no"
    if type_ == "money" and isinstance(value, int):
        return dollars(value)
    return str(value)


class Settings(Mapping[str, Value]):
    """A value for every setting of a game, all within their bounds. Immutable."""

    def __init__(self, specs: tuple[Setting, ...], values: Mapping[str, Value]) -> None:
        self.specs = specs
        self._values = {spec.id: values.get(spec.id, spec.default) for spec in specs}

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self._values == other._values

    def integer(self, key: str) -> int:
        """A whole number, or cents."""
        return int(self._values[key])

    def fraction(self, key: str) -> Fraction:
        """A percentage or a ratio, as an exact fraction."""
        return Fraction(self._values[key])

    def flag(self, key: str) -> bool:
        return bool(self._values[key])

    def text(self, key: str) -> str:
        """A choice or a name."""
        return str(self._values[key])

    def show(self) -> dict[str, str]:
        """Every setting as people write it, by id."""
        return {spec.id: spec.show(self._values[spec.id]) for spec in self.specs}

    def but(self, **changes: Value) -> "Settings":
        """The same with some values changed; `tie_bet=True` changes `tie-bet`."""
        return Settings(self.specs, self._values | {key.replace("_", "-"): value for key, value in changes.items()})


def settings_of(specs: tuple[Setting, ...], given: Mapping[str, object]) -> Settings:
    """Check what is given against the specifications; every fault in one sentence."""
    known = {spec.id: spec for spec in specs}
    values: dict[str, Value] = {}
    faults: list[str] = []
    for key, value in given.items():
        if key not in known:
            faults.append(f"there is no setting {key!r}: the settings are {', '.join(known)}")
            continue
        try:
            values[key] = known[key].parse(value)
        except IllegalSetting as fault:
            faults.append(str(fault))
    if faults:
        raise IllegalSetting("; ".join(faults))
    return Settings(specs, values)
