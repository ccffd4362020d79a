"""Strategies as data: the content of a file, in TOML, which each game reads by its own decisions."""

from typing import Any, NamedTuple

from houseway.document.fields import SENT_DOTS
from houseway.document.reader import toml_from
from houseway.errors import Faulty

FILE = "strategy"


class StrategyFile(NamedTuple):
    """The content of a strategy file."""

    content: dict[str, Any]

    def table(self, name: str) -> dict[str, str]:
        """One table of it, its values as text; refused where there is none."""
        found = self.content.get(name)
        if not isinstance(found, dict):
            raise Faulty(FILE, [(name, f"a strategy of this game has a table [{name}]")])
        return {str(key): str(value) for key, value in found.items()}


def lines_of(content: str) -> StrategyFile:
    """Read the content of a strategy file."""
    return StrategyFile(toml_from(content, FILE, SENT_DOTS))


def refused(file: StrategyFile, faults: list[str]) -> None:
    """Refuse a file with all its faults."""
    del file
    if faults:
        raise Faulty(FILE, [("decisions", fault) for fault in faults])
