"""What an operator may choose: the specification of each setting, and a checked set of values."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from houseway.document.controls import Control, check_controls, controls_of
from houseway.document.paytables import STANDARD, Paytable
from houseway.errors import IllegalMoney, IllegalSetting, meant, short
from houseway.money import brief, dollars, parse_cents

if TYPE_CHECKING:
    from houseway.document.model import Document

Value: TypeAlias = int | str | bool | Fraction

TYPES = ("integer", "percent", "money", "ratio", "flag", "choice", "control", "paytable", "content", "name")
"""`control` is a choice of what to do about an irregularity; `paytable` is the id of one of the wager that the
setting is named after, or `standard`; `content` is one of a few names, or the text of a file of one's own, kept by its
content; `name` is free text that the game itself reads."""

PYTHON_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "integer": int,
    "money": int,
    "flag": bool,
    "percent": (Fraction, int),
    "ratio": (Fraction, int),
}

LAYERS = ("state", "game", "house", "analysis")
"""Whose word a setting is, the highest first (WAC 230-15-065); `analysis` is what a figure assumes of the player."""


@dataclass(frozen=True)
class Approved:
    """What the document or the state allows, where a setting takes more than that so that it can be computed.

    Some `values` and no others, values that are `barred`, a range, and the settings `when` which this holds: always
    where none is named.
    """

    values: tuple[Value, ...] = ()
    barred: tuple[Value, ...] = ()
    least: Value | None = None
    most: Value | None = None
    when: tuple[tuple[str, str], ...] = ()

    def allows(self, value: Value) -> bool:
        low = self.least is not None and value < self.least  # type: ignore[operator]  # bounds have the value's type
        high = self.most is not None and value > self.most  # type: ignore[operator]
        return not (low or high or value in self.barred or (self.values and value not in self.values))


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
    approved: Approved | None = None
    follows: str = ""
    """The setting whose value it has while not set itself; to write that name, or nothing, is to leave it unset."""

    def parse(self, given: object) -> Value:
        """The value that `given` (text from a command line, or a value from a file) stands for; checked."""
        if self.follows and str(given).strip() in ("", self.follows):
            return self.follows
        return self.checked(parse_value(self.type, given, self.id))

    def checked(self, value: Value) -> Value:
        """A value of the setting's own type, within its bounds; cents where it is money."""
        if self.follows and value == self.follows:
            return value
        kind = PYTHON_TYPES.get(self.type, str)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise IllegalSetting(f"{self.id} {self.bounds}, not {value!r}", self.clause)
        if self.type == "content" and "\n" in str(value):
            return value
        if self.choices and value not in self.choices:
            choices = ", ".join(self.choices)
            if self.type == "content":
                raise IllegalSetting(
                    f"{self.id} is a text of several lines, or one of {choices}: {value} is neither", self.clause
                )
            raise IllegalSetting(f"{self.id} is one of {choices}, not {value}", self.clause)
        low = self.least is not None and value < self.least  # type: ignore[operator]  # bounds have the value's type
        high = self.most is not None and value > self.most  # type: ignore[operator]
        if low or high:
            raise IllegalSetting(f"{self.id} {self.bounds}, not {self.show(value)}", self.clause)
        return value

    @property
    def bounds(self) -> str:
        """The bounds in words."""
        return f"{self._bounds}, or {self.follows}" if self.follows and not self.choices else self._bounds

    @property
    def _bounds(self) -> str:
        if self.type == "content":
            return f"is {', '.join(self.choices)}, or the content of a file"
        if self.choices:
            return "is " + " or ".join(self.choices)
        if self.least is not None and self.most is not None:
            return f"lies between {self.show(self.least)} and {self.show(self.most)}"
        if self.least is not None:
            return f"is at least {self.show(self.least)}"
        if self.most is not None:
            return f"is at most {self.show(self.most)}"
        return {"flag": "is yes or no", "name": "is a name"}.get(self.type, f"is any {self.type}")

    @property
    def allowed(self) -> Approved:
        """What the approved document or the state allows: as it says, or else every value within the bounds.

        A flag or a choice that is not the house's has one approved value, the default.
        """
        if self.approved is not None:
            return self.approved
        fixed = self.layer in ("state", "game") and self.type in ("flag", "choice", "control", "content", "name")
        return Approved((self.default,)) if fixed else Approved(least=self.least, most=self.most)

    def approved_under(self, shown: Mapping[str, str]) -> bool:
        """Whether what is allowed holds under these settings, as people write them."""
        return all(shown.get(key) == value for key, value in self.allowed.when)

    @property
    def allowed_in_words(self) -> str:
        """The same, as in "at most 6"."""
        told, words = self.allowed, []
        if told.values:
            words.append(" or ".join(self.show(each) for each in told.values))
        if told.least is not None:
            words.append(f"at least {self.show(told.least)}")
        if told.most is not None:
            words.append(f"at most {self.show(told.most)}")
        barred = " and ".join(self.show(each) for each in told.barred)
        return (", ".join(words) or "any value") + (f" but {barred}" if barred else "")

    def show(self, value: Value) -> str:
        """The value as people write it; what `parse` reads."""
        return show_value(self.type, value)

    def title(self, value: Value) -> str:
        """The value in a few words: of a content its first lines' name and its hash, else as `show`."""
        text = self.show(value)
        if self.type != "content" or "\n" not in text:
            return text
        named = re.search(r'^name\s*=\s*"([^"]*)"', text, re.MULTILINE)
        return f"{named[1] if named else 'own'} (sha256 {hashlib.sha256(text.encode()).hexdigest()[:12]})"


def parse_value(type_: str, given: object, what: str) -> Value:
    """Read a value of a type from text or from a file's own value."""
    text = str(given).strip()
    if type_ == "content" and "\n" in str(given):
        return str(given)
    if type_ == "integer" and re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    if type_ == "percent" and (match := re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(%?)", text)):
        share = Fraction(match[1]) / 100
        if not match[2] and 0 < share < Fraction(1, 100):
            raise IllegalSetting(f"{what} is a percentage: write {text}% if you mean so little, or as in 5%")
        return share
    if type_ == "ratio" and (match := re.fullmatch(r"([0-9]{1,9})\s*(?::|to|/)\s*([1-9][0-9]{0,8})", text)):
        return Fraction(int(match[1]), int(match[2]))
    if type_ == "flag" and text.lower() in ("yes", "no", "true", "false"):
        return text.lower() in ("yes", "true")
    if type_ == "money":
        try:
            return parse_cents(text)
        except IllegalMoney as fault:
            raise IllegalSetting(f"{what}: {fault}") from None
    if type_ in ("choice", "control", "paytable", "content", "name") and text:
        return text
    example = {"integer": "8", "percent": "5%", "ratio": "3:2", "flag": "yes or no"}.get(type_, "a name")
    raise IllegalSetting(f"{what} is {'an' if type_ == 'integer' else 'a'} {type_}, as in {example}, not {brief(text)}")


def decimal(number: Fraction) -> str:
    """A fraction in decimals, exactly where it was written in decimals: what is kept must be what was chosen."""
    text = f"{Decimal(number.numerator) / Decimal(number.denominator):.12f}"
    return text.rstrip("0").rstrip(".")


def show_value(type_: str, value: Value) -> str:
    """The value as people write it."""
    if type_ == "percent" and isinstance(value, Fraction | int):
        return f"{decimal(100 * Fraction(value))}%"
    if type_ == "ratio" and isinstance(value, Fraction):
        return f"{value.numerator}:{value.denominator}"
    if type_ == "flag":
        return "yes" if value else "no"
    if type_ == "money" and isinstance(value, int):
        return dollars(value)
    return str(value)


class Settings(Mapping[str, Value]):
    """A value for every setting of a document, all within their bounds, and the document itself. Immutable.

    What is in force at a table: whoever has the settings has the paytables too.
    """

    def __init__(self, document: "Document", values: Mapping[str, Value]) -> None:
        self.document = document
        self._values = {**document.defaults, **values}
        self._following: dict[str, Value] = {
            spec.id: spec.follows for spec in document.followers if values.get(spec.id, spec.follows) == spec.follows
        }
        self._values |= {key: self._values[str(other)] for key, other in self._following.items()}

    @property
    def specs(self) -> tuple[Setting, ...]:
        return self.document.settings

    def spec(self, key: str) -> Setting:
        """What the document says of a setting."""
        refuse_unknown(self.document.specs, {key: None})
        return self.document.specs[key]

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @cached_property
    def _hash(self) -> int:
        return hash((self.document, tuple(self._values.items())))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self._values == other._values and self.document == other.document

    def __repr__(self) -> str:
        own = [spec for spec in self.specs if spec.id not in self._following]
        chosen = {spec.id: spec.title(self[spec.id]) for spec in own if self[spec.id] != spec.default}
        return f"<settings of {self.document.game}: {', '.join(f'{k}={v}' for k, v in chosen.items()) or 'defaults'}>"

    def _value(self, key: str) -> Value:
        """What the game asks for: refused where its document leaves that setting out."""
        value = self._values.get(key)
        if value is None:
            raise IllegalSetting(f"this document of {self.document.name} has no setting {key!r}, and the game needs it")
        return value

    def integer(self, key: str) -> int:
        """A whole number, or cents."""
        return int(self._value(key))

    def fraction(self, key: str) -> Fraction:
        """A percentage or a ratio, as an exact fraction."""
        return Fraction(self._value(key))

    def flag(self, key: str) -> bool:
        return bool(self._value(key))

    def text(self, key: str) -> str:
        """A choice, a name or a content."""
        return str(self._value(key))

    def most(self, key: str) -> Fraction | None:
        """The greatest value that a percentage or a ratio may have; None where nothing bounds it."""
        most = self.spec(key).most
        return None if most is None else Fraction(most)

    @cached_property
    def controls(self) -> Mapping[str, Control]:
        """The written controls in force, by kind of irregularity."""
        return controls_of(self)

    @property
    def decks(self) -> int | None:
        """How many decks are in the shoe; None in a game that does not say."""
        return self.integer("decks") if "decks" in self else None

    def paytable(self, wager: str) -> Paytable | None:
        """The paytable in force: the one that is set, or the first printed one that allows the number of decks."""
        key = f"{wager}-paytable"
        wanted = self.text(key) if key in self else STANDARD
        if wanted != STANDARD:
            return self.document.paytable(wanted)
        tables = self.document.paytables_of(wager)
        return next((table for table in tables if table.allows(self.decks)), None)

    def in_force(self, wager: str) -> Paytable:
        """The paytable in force, or a refusal where there is none."""
        table = self.paytable(wager)
        if table is None:
            spec = self.document.wager(wager)
            shoe = f" with {self.decks} decks" if self.document.paytables_of(wager) else ""
            raise IllegalSetting(f"{spec.name} has no paytable{shoe}", spec.clause)
        return table

    def show(self) -> dict[str, str]:
        """Every setting as people write it, by id; one that follows another is written as that one's name."""
        values = self._values | self._following
        return {spec.id: spec.show(values[spec.id]) for spec in self.specs}

    def titles(self) -> dict[str, str]:
        """The same in a few words each: of a content of one's own its name and its hash."""
        values = self._values | self._following
        return {spec.id: spec.title(values[spec.id]) for spec in self.specs}

    def but(self, **changes: Value) -> "Settings":
        """The same with some values changed, checked; `tie_bet=True` changes `tie-bet`. Money is in cents."""
        known = self.document.specs
        given = {key.replace("_", "-"): value for key, value in changes.items()}
        refuse_unknown(known, given)
        checked = {key: known[key].checked(each) for key, each in given.items()}
        changed = Settings(self.document, self._values | self._following | checked)
        check_controls(changed)
        return changed


MOST_NAMED = 10
"""How many of the names that nobody knows a sentence tells."""


def refuse_unknown(known: Mapping[str, Setting], given: Mapping[str, object]) -> None:
    """Refuse a setting that there is not."""
    if unknown := [key for key in given if key not in known]:
        unknown = unknown[:MOST_NAMED]
        names = ", ".join(repr(short(key)) for key in unknown)
        near = "".join(meant(short(key), known) for key in unknown)
        raise IllegalSetting(f"there is no setting {names}: the settings are {', '.join(known)}{near}")


def settings_of(document: "Document", given: Mapping[str, object]) -> Settings:
    """Check what is given against the document's settings; every fault in one sentence."""
    known = document.specs
    values: dict[str, Value] = {}
    faults: list[str] = []
    for key, value in given.items():
        try:
            refuse_unknown(known, {key: value})
            values[key] = known[key].parse(value)
        except IllegalSetting as fault:
            faults.append(str(fault))
    if faults:
        raise IllegalSetting("; ".join(faults))
    return Settings(document, values)
