"""Checks a parsed `document.toml` whole: every field, every id, everything that is named."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.document import (
    Clause,
    Document,
    Figure,
    Pay,
    Paytable,
    Reading,
    Row,
    RulingSpec,
    Source,
    WagerSpec,
)
from houseway.errors import Faulty, HousewayError
from houseway.reader import Reader
from houseway.ruling import CONTROLS
from houseway.settings import LAYERS, TYPES, Setting


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
