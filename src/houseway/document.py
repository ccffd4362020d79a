"""Reads a game's `document.toml`, checks it whole, and reports every fault with its place.

The file holds what the approved document and the state say, as data: the source, the clauses in our own words, the
wagers, the settings an operator may choose, the paytables, the rulings (where the text is silent or contradicts
itself) and the figures it prints. `docs/document-format.md` describes each field.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

from houseway.errors import Faulty, IllegalSetting, UnknownName
from houseway.money import dollars
from houseway.settings import Setting, Settings, settings_of


@dataclass(frozen=True)
class Source:
    """Where the rules come from."""

    title: str
    authority: str
    date: str
    submission: str


@dataclass(frozen=True)
class Clause:
    """A clause in our own words. A `procedure` is the staff's to follow and needs no rule."""

    id: str
    says: str
    procedure: bool


@dataclass(frozen=True)
class WagerSpec:
    """A wager: whether every seat must make it, which others it needs, and the settings that offer and bound it.

    A wager that is not `before_deal` is offered in mid-round, and one that is not `analysed` has no odds of its own.
    """

    id: str
    name: str
    clause: str
    required: bool
    needs: tuple[str, ...]
    offered: str
    least: str
    most: str
    before_deal: bool
    analysed: bool


@dataclass(frozen=True)
class Pay:
    """What a row pays: a ratio, dollars or a share of the meter; or a push, or nothing."""

    kind: str
    amount: Fraction

    def __str__(self) -> str:
        if self.kind == "dollars":
            return f"${self.amount}"
        if self.kind == "percent":
            return f"{100 * self.amount}%"
        return str(self.amount) if self.kind == "ratio" else self.kind


@dataclass(frozen=True)
class Row:
    """A row of a paytable: the award that the game recognises, as printed, and what it pays."""

    award: str
    label: str
    pay: Pay


@dataclass(frozen=True)
class Paytable:
    """A paytable: rows in order of precedence, "to 1" or "for 1" or in dollars, for a range of decks."""

    id: str
    wager: str
    clause: str
    basis: str
    decks: tuple[int, int] | None
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Reading:
    """One way to read an unclear text, and the settings that express it."""

    id: str
    says: str
    settings: Mapping[str, str]


@dataclass(frozen=True)
class RulingSpec:
    """A question that the text leaves open: the readings considered, the one chosen, and the evidence."""

    id: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[Reading, ...]
    choice: str
    evidence: str
    setting: str


@dataclass(frozen=True)
class Figure:
    """A figure that the document prints: which quantity of which wager, under which settings and ruling."""

    id: str
    clause: str
    says: str
    printed: str
    quantity: str
    wager: str
    paytable: str
    settings: Mapping[str, str]
    ruling: str
    given: str


@dataclass(frozen=True)
class Document:
    """A game's document, checked."""

    game: str
    name: str
    summary: str
    source: Source
    clauses: tuple[Clause, ...]
    wagers: tuple[WagerSpec, ...]
    settings: tuple[Setting, ...]
    paytables: tuple[Paytable, ...]
    rulings: tuple[RulingSpec, ...]
    figures: tuple[Figure, ...]

    def configure(self, given: Mapping[str, object]) -> Settings:
        """The settings with these choices, checked; the rest at their defaults."""
        settings = settings_of(self.settings, given)
        crossed = [
            f"{wager.least} ({dollars(settings.integer(wager.least))}) is above {wager.most}"
            for wager in self.wagers
            if wager.least and wager.most and settings.integer(wager.least) > settings.integer(wager.most)
        ]
        if crossed:
            raise IllegalSetting("; ".join(crossed))
        return settings

    def wager(self, wager: str) -> WagerSpec:
        return _find(self.wagers, wager, "wager", self.name)

    def paytable(self, paytable: str) -> Paytable:
        return _find(self.paytables, paytable, "paytable", self.name)

    def clause(self, clause: str) -> Clause:
        return _find(self.clauses, clause, "clause", self.name)

    def ruling(self, ruling: str) -> RulingSpec:
        return _find(self.rulings, ruling, "ruling", self.name)


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Item = TypeVar("Item", bound=_Named)


def _find(items: tuple[Item, ...], wanted: str, kind: str, name: str) -> Item:
    for item in items:
        if item.id == wanted:
            return item
    known = ", ".join(item.id for item in items) or "none"
    raise UnknownName(f"{name} has no {kind} {wanted!r}; its {kind}s are: {known}")


def beside(module_file: str) -> Document:
    """The document in the folder of a game's module."""
    return load(Path(module_file).with_name("document.toml"))


@cache
def load(path: Path) -> Document:
    """Read and check a document; a faulty one lists all its faults."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise Faulty(path.name, [("file", fault.strerror or str(fault))]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise Faulty(path.name, [("file", str(fault))]) from None
    from houseway.document_reader import document_from

    return document_from(table, f"{path.parent.name}/{path.name}")
