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
from typing import Any, Protocol, TypeVar

from houseway.errors import Faulty, HousewayError, IllegalSetting, UnknownName
from houseway.money import dollars
from houseway.reader import Reader
from houseway.ruling import CONTROLS
from houseway.settings import LAYERS, TYPES, Setting, Settings, settings_of


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
    return document_from(table, f"{path.parent.name}/{path.name}")


def document_from(table: dict[str, Any], file: str) -> Document:
    """Check a parsed document whole."""
    top = Reader(table, "document", [])
    document = Document(
        game=top.text("game"),
        name=top.text("name"),
        summary=top.text("summary"),
        source=_source(top.table("source")),
        clauses=tuple(_clause(each) for each in top.tables("clause")),
        wagers=tuple(_wager(each) for each in top.tables("wager")),
        settings=tuple(s for each in top.tables("setting") if (s := _setting(each)) is not None),
        paytables=tuple(_paytable(each) for each in top.tables("paytable", required=False)),
        rulings=tuple(_ruling(each) for each in top.tables("ruling", required=False)),
        figures=tuple(_figure(each) for each in top.tables("figure", required=False)),
    )
    top.finish()
    _check_references(document, top)
    if top.faults:
        raise Faulty(file, top.faults)
    return document


def _source(at: Reader) -> Source:
    source = Source(at.text("title"), at.text("authority"), at.text("date"), at.text("submission", ""))
    at.finish()
    return source


def _clause(at: Reader) -> Clause:
    clause = Clause(at.text("id"), at.text("says"), at.flag("procedure", False))
    at.finish()
    return clause


def _wager(at: Reader) -> WagerSpec:
    wager = WagerSpec(
        at.text("id"),
        at.text("name"),
        at.text("clause"),
        at.flag("required", False),
        at.texts("needs", ()),
        at.text("offered", ""),
        at.text("least", ""),
        at.text("most", ""),
        at.flag("before-deal", True),
        at.flag("analysed", True),
    )
    at.finish()
    return wager


def _setting(at: Reader) -> Setting | None:
    """A setting, or None after noting what is wrong with it."""
    id_ = at.text("id")
    type_ = at.one_of("type", TYPES)
    choices = at.texts("choices", CONTROLS if type_ == "control" else ())
    layer = at.one_of("layer", LAYERS)
    says, clause, source = at.text("says"), at.text("clause", ""), at.text("source", "")
    default, least, most = at.value("default"), at.value("least", None), at.value("most", None)
    at.finish()
    if type_ not in TYPES:
        return None
    if type_ in ("choice", "control") and not choices:
        at.fault("choices", "a choice needs its choices")
    try:
        bare = Setting(id_, type_, "", says, clause, layer, source)
        low, high = (None if bound is None else bare.parse(bound) for bound in (least, most))
        bounded = Setting(id_, type_, "", says, clause, layer, source, low, high, choices)
        return Setting(id_, type_, bounded.parse(default), says, clause, layer, source, low, high, choices)
    except HousewayError as fault:
        at.fault("default", str(fault))
        return None


def _paytable(at: Reader) -> Paytable:
    decks = at.integers("decks", ())
    if decks and (len(decks) != 2 or decks[0] > decks[1]):
        at.fault("decks", "is the least and the greatest number of decks, as in [4, 8]")
    rows = tuple(_row(each) for each in at.tables("rows"))
    _unique(at, "rows", [row.award for row in rows])
    paytable = Paytable(
        at.text("id"),
        at.text("wager"),
        at.text("clause"),
        at.one_of("basis", ("to 1", "for 1", "dollars")),
        (decks[0], decks[-1]) if decks else None,
        rows,
    )
    at.finish()
    return paytable


def _row(at: Reader) -> Row:
    award = at.text("award")
    row = Row(award, at.text("label", award), parse_pay(at))
    at.finish()
    return row


def parse_pay(at: Reader) -> Pay:
    """`8`, `"3:2"`, `"$200"`, `"100%"`, `"push"` or `"lose"`."""
    given = at.value("pays")
    text = str(given).strip().replace(",", "")
    if text in ("push", "lose"):
        return Pay(text, Fraction(0))
    try:
        if text.startswith("$"):
            return Pay("dollars", Fraction(text[1:]))
        if text.endswith("%"):
            return Pay("percent", Fraction(text[:-1]) / 100)
        return Pay("ratio", Fraction(text.replace(":", "/")))
    except (ValueError, ZeroDivisionError):
        at.fault("pays", f'is a number, "3:2", "$200", "100%", "push" or "lose", not {given!r}')
        return Pay("lose", Fraction(0))


def _ruling(at: Reader) -> RulingSpec:
    readings = tuple(_reading(each) for each in at.tables("readings"))
    choice = at.text("choice")
    if choice not in [reading.id for reading in readings]:
        at.fault("choice", f"{choice!r} is none of the readings")
    _unique(at, "readings", [reading.id for reading in readings])
    ruling = RulingSpec(
        at.text("id"),
        at.texts("clauses"),
        at.text("question"),
        readings,
        choice,
        at.text("evidence"),
        at.text("setting", ""),
    )
    at.finish()
    return ruling


def _reading(at: Reader) -> Reading:
    reading = Reading(at.text("id"), at.text("says"), at.strings("settings"))
    at.finish()
    return reading


def _figure(at: Reader) -> Figure:
    figure = Figure(
        at.text("id"),
        at.text("clause"),
        at.text("says"),
        at.text("printed"),
        at.text("quantity", "edge"),
        at.text("wager", ""),
        at.text("paytable", ""),
        at.strings("settings"),
        at.text("ruling", ""),
        at.text("given", ""),
    )
    at.finish()
    return figure


def _unique(at: Reader, key: str, ids: list[str]) -> None:
    for repeated in sorted({each for each in ids if ids.count(each) > 1}):
        at.fault(key, f"{repeated!r} stands there more than once")


def _check_references(document: Document, top: Reader) -> None:
    """Every id is unique, and everything that is named exists."""
    for key, items in (
        ("clause", document.clauses),
        ("wager", document.wagers),
        ("setting", document.settings),
        ("paytable", document.paytables),
        ("ruling", document.rulings),
        ("figure", document.figures),
    ):
        _unique(top, key, [item.id for item in items])
    known = {
        "clause": {each.id for each in document.clauses},
        "wager": {each.id for each in document.wagers},
        "setting": {each.id for each in document.settings},
        "paytable": {each.id for each in document.paytables},
        "ruling": {each.id for each in document.rulings},
    }

    def needs(place: str, kind: str, named: str) -> None:
        if named and named not in known[kind]:
            top.fault(place, f"there is no {kind} {named!r}")

    for wager in document.wagers:
        needs(f"wager {wager.id}.clause", "clause", wager.clause)
        for key in ("offered", "least", "most"):
            needs(f"wager {wager.id}.{key}", "setting", getattr(wager, key))
        for other in wager.needs:
            needs(f"wager {wager.id}.needs", "wager", other)
    for setting in document.settings:
        needs(f"setting {setting.id}.clause", "clause", setting.clause)
        if setting.layer == "state" and not setting.source:
            top.fault(f"setting {setting.id}.source", "a setting of the state names its rule, as in WAC 230-15-140")
    for paytable in document.paytables:
        needs(f"paytable {paytable.id}.clause", "clause", paytable.clause)
        needs(f"paytable {paytable.id}.wager", "wager", paytable.wager)
    for ruling in document.rulings:
        for clause in ruling.clauses:
            needs(f"ruling {ruling.id}.clauses", "clause", clause)
        needs(f"ruling {ruling.id}.setting", "setting", ruling.setting)
        for reading in ruling.readings:
            _check_settings(document, top, f"ruling {ruling.id}, reading {reading.id}.settings", reading.settings)
    for figure in document.figures:
        needs(f"figure {figure.id}.clause", "clause", figure.clause)
        needs(f"figure {figure.id}.wager", "wager", figure.wager)
        needs(f"figure {figure.id}.paytable", "paytable", figure.paytable)
        needs(f"figure {figure.id}.ruling", "ruling", figure.ruling)
        _check_settings(document, top, f"figure {figure.id}.settings", figure.settings)


def _check_settings(document: Document, top: Reader, place: str, given: Mapping[str, str]) -> None:
    try:
        document.configure(given)
    except HousewayError as fault:
        top.fault(place, str(fault))
