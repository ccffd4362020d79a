"""Forms of the lab: what was typed, read field by field; what is wrong stands beside its field, and nothing is lost."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

from fastapi import Request

from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalAnswer, short

Read = TypeVar("Read")

ASK = "ask."
"""What stands before the name of a field, in a form and in an address."""

PAY = "pay-"
OURS = ("own", "table", "rounds", "bankroll")
"""Parameters of an address that are no settings."""

PERCENT = re.compile(r"(-?\d{1,3}(?:\.\d{1,6})?)\s*%?")
UNITS = re.compile(r"\d{1,6}(?:\.\d{1,4}|/[1-9]\d{0,5})?")


class Fields:
    """The fields of a form as they were typed; `faults` says what is wrong with which."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.typed = {key.removeprefix(ASK): text for key, text in given.items() if key.startswith(ASK)}
        self.faults: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def fault(self, name: str, fault: HousewayError) -> None:
        self.faults[name] = "\n".join(filter(None, [self.faults.get(name, ""), str(fault)]))

    def read(self, name: str, reader: Callable[[str], Read], default: Read) -> Read:
        """A field as it is meant, or the default where nothing is typed, or where it is wrong."""
        if not self[name]:
            return default
        try:
            return reader(self[name])
        except HousewayError as fault:
            self.fault(name, fault)
            return default

    def judge(self, name: str, judge: Callable[..., None], *given: object) -> None:
        """What a judge refuses is a fault of the field."""
        try:
            judge(*given)
        except HousewayError as fault:
            self.fault(name, fault)

    def percent(self, name: str, default: Fraction) -> Fraction:
        return self.read(name, percent, default)

    def whole(self, name: str, least: int, most: int, default: int) -> int:
        return self.read(name, lambda text: whole(text, least, most), default)

    def flag(self, name: str) -> bool:
        return self[name] == "yes"

    @property
    def query(self) -> str:
        """The form as an address has it."""
        return urlencode({ASK + key: text for key, text in self.typed.items() if text.strip() and len(text) <= 200})


def percent(text: str) -> Fraction:
    """A percentage, as a part of one."""
    if not (match := PERCENT.fullmatch(text)):
        raise IllegalAnswer(f"write a percentage, as in 4.5, not {short(text)!r}")
    return Fraction(match[1]) / 100


def whole(text: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not re.fullmatch(r"\d{1,9}", text) or not least <= int(text) <= most:
        raise IllegalAnswer(f"write a whole number between {least} and {most}, not {short(text)!r}")
    return int(text)


def units(text: str) -> Fraction:
    """Units of a wager, more than nothing."""
    if not UNITS.fullmatch(text) or not Fraction(text):
        raise IllegalAnswer(f"write how many units, at most 999,999, as in 1, 0.5 or 1/5, not {short(text)!r}")
    return Fraction(text)


def carried(request: Request) -> str:
    """What an address goes on with to other pages of the lab: what was brought, the table, the settings."""
    params = request.query_params.items()
    kept = [(key, text) for key, text in params if not key.startswith((ASK, PAY)) and key not in ("rounds", "bankroll")]
    return urlencode(kept)


def hidden(request: Request) -> list[tuple[str, str]]:
    """The same as fields of a form that nobody sees."""
    return parse_qsl(carried(request))


def keywords(settings: Settings) -> dict[str, str]:
    """The settings that are not as the document begins with, as `Game.odds` takes them."""
    begins = settings.document.configure({}).show()
    return {key.replace("-", "_"): value for key, value in settings.show().items() if value != begins[key]}


def differing(settings: Settings) -> list[tuple[str, str]]:
    """The settings that are not the document's own, as people write them."""
    return [(spec.id, spec.title(settings[spec.id])) for spec in settings.specs if settings[spec.id] != spec.default]
