"""A game's document, as its `document.toml` tells it and `houseway.document.reader` has checked it.

The file holds what the approved document and the state say, as data: the source, the clauses in our own words, the
wagers, the settings an operator may choose, the paytables, the rulings (where the text is silent or contradicts
itself) and the figures it prints. `docs/document-format.md` describes each field.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

from houseway.document.controls import check_controls
from houseway.document.paytables import Paytable
from houseway.document.settings import Setting, Settings, Value, settings_of
from houseway.errors import IllegalSetting, UnknownName, meant
from houseway.money import dollars


@dataclass(frozen=True)
class Source:
    """Where the rules come from, the day from which they hold, and the hash of the document that held before."""

    title: str
    authority: str
    date: str
    submission: str
    in_force: str = ""
    supersedes: str = ""


@dataclass(frozen=True)
class Clause:
    """A clause in our own words. A `procedure` is the staff's to follow and needs no rule."""

    id: str
    says: str
    procedure: bool


@dataclass(frozen=True)
class WagerSpec:
    """A wager: whether every seat must make it, which others it needs, and the settings that offer and bound it.

    A wager that is not `before_deal` is offered in mid-round, and one that is not `analysed` has no odds of its own
    where it is not offered.
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

    def on_offer(self, settings: Settings) -> bool:
        """Whether a table of these settings offers it: where no setting says so, every table does."""
        return not self.offered or settings.flag(self.offered)


@dataclass(frozen=True)
class Reading:
    """One way to read an unclear text, the settings that express it, and whether it gives the printed figures too."""

    id: str
    says: str
    settings: Mapping[str, str]
    reproduces: bool = False


@dataclass(frozen=True)
class Interpretation:
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


@dataclass(frozen=True, eq=False)
class Document:
    """A game's document, checked. Two documents of the same content are one."""

    game: str
    name: str
    summary: str
    source: Source
    clauses: tuple[Clause, ...]
    wagers: tuple[WagerSpec, ...]
    settings: tuple[Setting, ...]
    paytables: tuple[Paytable, ...]
    rulings: tuple[Interpretation, ...]
    figures: tuple[Figure, ...]
    content: Mapping[str, Any] = field(repr=False)
    earlier: "tuple[Document, ...]" = field(default=(), repr=False)
    """The versions that held before, the newest first."""

    @property
    def versions(self) -> "tuple[Document, ...]":
        """Every version that is known, the newest first."""
        return (self, *self.earlier)

    def version(self, hash_: str) -> "Document":
        """The version of this hash, or of the only hash that begins so."""
        found = [each for each in self.versions if each.hash.startswith(hash_)] if hash_ else []
        if len(found) != 1:
            known = ", ".join(each.hash[:12] for each in self.versions)
            what = "several versions begin so" if found else "no version has this hash"
            raise UnknownName(f"{self.name}, document {hash_!r}: {what}; those known are {known}")
        return found[0]

    def in_force_on(self, day: str) -> "Document":
        """The version that held on a day, as in 2023-08-01."""
        for each in self.versions:
            if each.source.in_force <= day:
                return each
        first = self.versions[-1].source.in_force
        raise UnknownName(f"{self.name}: no version of the document held on {day}; the first holds from {first}")

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the content: what a table, a record and a report name it by."""
        return hashlib.sha256(canonical(self.content).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and (self is other or self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<document of {self.name}, {self.source.date}, sha256 {self.hash[:12]}>"

    @cached_property
    def specs(self) -> Mapping[str, Setting]:
        """The settings by id."""
        return {spec.id: spec for spec in self.settings}

    @cached_property
    def defaults(self) -> Mapping[str, Value]:
        """What each setting is while nobody has set it."""
        return {spec.id: spec.default for spec in self.settings}

    @cached_property
    def followers(self) -> tuple[Setting, ...]:
        """The settings that follow another while they are not set themselves."""
        return tuple(spec for spec in self.settings if spec.follows in self.specs)

    def configure(self, given: Mapping[str, object]) -> Settings:
        """The settings with these choices, checked; the rest at their defaults."""
        settings = settings_of(self, given)
        crossed = [
            f"{wager.least} ({dollars(settings.integer(wager.least))}) is above {wager.most}"
            for wager in self.wagers
            if wager.least and wager.most and settings.integer(wager.least) > settings.integer(wager.most)
        ]
        if crossed:
            raise IllegalSetting("; ".join(crossed))
        check_controls(settings)
        return settings

    def wager(self, wager: str) -> WagerSpec:
        return _find(self.wagers, wager, "wager", self.name)

    def paytable(self, paytable: str) -> Paytable:
        return _find(self.paytables, paytable, "paytable", self.name)

    @cached_property
    def _paytables_by_wager(self) -> Mapping[str, tuple[Paytable, ...]]:
        wagers = dict.fromkeys(paytable.wager for paytable in self.paytables)
        return {wager: tuple(table for table in self.paytables if table.wager == wager) for wager in wagers}

    def paytables_of(self, wager: str) -> tuple[Paytable, ...]:
        """The paytables of a wager as the document prints them."""
        return self._paytables_by_wager.get(wager, ())

    def clause(self, clause: str) -> Clause:
        return _find(self.clauses, clause, "clause", self.name)

    def ruling(self, ruling: str) -> Interpretation:
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
    near = meant(wanted, (item.id for item in items))
    raise UnknownName(f"{name} has no {kind} {wanted!r}; its {kind}s are: {known}{near}")


def canonical(content: object) -> str:
    """Plain data as one text, the same for the same content."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str)
