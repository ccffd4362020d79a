"""Checks a parsed `document.toml` whole: every field, every id, everything that is named."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.document.controls import CONTROLS, setting_fields
from houseway.document.fields import MOST_DOTS, Reader, parsed
from houseway.document.model import Clause, Document, Figure, Interpretation, Reading, Source, WagerSpec
from houseway.document.paytables import BASES, PAYS, STANDARD, Pay, Paytable, Row, parse_pay
from houseway.document.settings import LAYERS, TYPES, Approved, Setting
from houseway.errors import Faulty, HousewayError, unreadable
from houseway.money import parse_cents


def read_toml(path: Path) -> dict[str, Any]:
    """A file of TOML, or the one fault of it."""
    try:
        return toml_from(path.read_text(encoding="utf-8"), path.name)
    except OSError as fault:
        raise Faulty(path.name, [("file", fault.strerror or str(fault))]) from None
    except UnicodeDecodeError as fault:
        raise Faulty(path.name, [("file", str(fault))]) from None


def toml_from(text: str, file: str, most_dots: int = MOST_DOTS) -> dict[str, Any]:
    """A text of TOML, or the one fault of it."""
    try:
        return parsed(text, most_dots)
    except (ValueError, RecursionError) as fault:
        raise Faulty(file, [("file", unreadable(fault))]) from None


def document_from(table: dict[str, Any], file: str) -> Document:
    """Check a parsed document whole."""
    top = Reader(table, "", [])
    paytables = tuple(_paytable(each) for each in top.tables("paytable", required=False))
    document = Document(
        game=top.text("game"),
        name=top.text("name"),
        summary=top.text("summary"),
        source=_source(top.table("source")),
        clauses=tuple(_clause(each) for each in top.tables("clause")),
        wagers=tuple(_wager(each) for each in top.tables("wager")),
        settings=_settings(top, paytables),
        paytables=paytables,
        rulings=tuple(_ruling(each) for each in top.tables("ruling", required=False)),
        figures=tuple(_figure(each) for each in top.tables("figure", required=False)),
        content=table,
    )
    top.finish()
    _check_references(document, top)
    if top.faults:
        raise Faulty(file, top.faults)
    return document


def _source(at: Reader) -> Source:
    source = Source(
        at.text("title"),
        at.text("authority"),
        at.text("date"),
        at.text("submission", ""),
        at.text("in-force", ""),
        at.text("supersedes", ""),
    )
    if source.in_force and not _is_date(source.in_force):
        at.fault("in-force", f"is the day from which it holds, as in 2023-08-01, not {source.in_force!r}")
    if source.supersedes and not re.fullmatch(r"[0-9a-f]{64}", source.supersedes):
        at.fault("supersedes", "is the hash of the document before, 64 hexadecimal digits")
    at.finish()
    return source


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


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


def _settings(top: Reader, paytables: Sequence[Paytable]) -> tuple[Setting, ...]:
    """The settings of the file, and the one for controls of one's own."""
    found = [s for each in top.tables("setting") if (s := _setting(each, paytables)) is not None]
    if (fields := setting_fields(found)) is not None and (own := _setting(Reader(fields, "", []), ())) is not None:
        found.append(own)
    return tuple(found)


def _setting(at: Reader, paytables: Sequence[Paytable]) -> Setting | None:
    """A setting, or None after noting what is wrong with it."""
    id_ = at.text("id")
    type_ = at.one_of("type", TYPES)
    known: tuple[str, ...] = CONTROLS if type_ == "control" else ()
    if type_ == "paytable":
        known = (STANDARD, *(table.id for table in paytables if f"{table.wager}-paytable" == id_))
    choices = at.texts("choices", known)
    layer = at.one_of("layer", LAYERS)
    says, clause, source = at.text("says"), at.text("clause", ""), at.text("source", "")
    default, least, most = at.value("default"), at.value("least", None), at.value("most", None)
    follows = at.text("follows", "")
    given = {key: at.value(key, None) for key in APPROVED}
    when = at.strings("approved-when")
    at.finish()
    if type_ not in TYPES or not id_:
        return None
    if type_ in ("choice", "control") and not choices:
        at.fault("choices", "a choice needs its choices")
    try:
        bare = Setting(id_, type_, "", says, clause, layer, source)
        low, high = (None if bound is None else bare.parse(bound) for bound in (least, most))
        bounded = Setting(id_, type_, "", says, clause, layer, source, low, high, choices)
        value = bounded.parse(default)
    except HousewayError as fault:
        at.fault("default", str(fault))
        return None
    approved = _approved(at, bounded, given, when)
    return Setting(id_, type_, value, says, clause, layer, source, low, high, choices, approved, follows)


APPROVED = ("approved", "not-approved", "approved-least", "approved-most")

AMOUNTS = ("money", "integer")
"""The types of a setting that bounds a wager."""


def _approved(at: Reader, bounded: Setting, given: Mapping[str, Any], when: Mapping[str, str]) -> Approved | None:
    """What the document or the state allows of a setting, where the file tells it apart from the bounds."""
    if all(value is None for value in given.values()):
        if when:
            at.fault("approved-when", "says when approved values hold, and there are none")
        return None
    read: dict[str, list[Any]] = {}
    for key, value in given.items():
        several = key in ("approved", "not-approved")
        if several and value is not None and not isinstance(value, list):
            at.fault(key, f"is a list of values, not {value!r}")
            value = []
        read[key] = []
        for each in (value or []) if several else [] if value is None else [value]:
            try:
                read[key].append(bounded.parse(each))
            except HousewayError as fault:
                at.fault(key, str(fault))
    values, barred, least, most = (read[key] for key in APPROVED)
    return Approved(tuple(values), tuple(barred), next(iter(least), None), next(iter(most), None), tuple(when.items()))


def paytable_from(table: dict[str, Any], file: str, like: Document, awards: Collection[str]) -> Paytable:
    """A paytable of one's own, checked whole against the wagers of a document and the awards that its game knows.

    What it leaves out is as in the first printed paytable of the wager, and its id is the name of its file.
    """
    top = Reader(table, "", [])
    wager = next((each for each in like.wagers if each.id == table.get("wager")), None)
    printed = like.paytables_of(wager.id) if wager else ()
    first = printed[0] if printed else None
    start = {"id": Path(file).stem, "clause": "", "basis": first.basis if first else "to 1"}
    start["clause"] = first.clause if first else wager.clause if wager else ""
    paytable = _labelled(_paytable(top, start), printed)
    if wager is None and top.has("wager"):
        top.fault("wager", f"is one of {', '.join(each.id for each in like.wagers)}, not {paytable.wager!r}")
    elif wager and paytable.clause not in {clause.id for clause in like.clauses}:
        top.fault("clause", f"{like.name} has no clause {paytable.clause!r}")
    for row in paytable.rows:
        if wager and awards and row.award and row.award not in awards:
            top.fault(f"rows.{row.award}", f"is no award of {paytable.wager}: it knows {', '.join(awards)}")
    if top.faults:
        raise Faulty(file, top.faults)
    return paytable


def _labelled(paytable: Paytable, printed: Sequence[Paytable]) -> Paytable:
    """A row without a label has the printed one of its award."""
    labels = {row.award: row.label for table in reversed(printed) for row in table.rows}
    rows = [replace(row, label=labels[row.award]) if row.label == row.award in labels else row for row in paytable.rows]
    return replace(paytable, rows=tuple(rows))


def _paytable(at: Reader, defaults: Mapping[str, str] | None = None) -> Paytable:
    given = defaults or {}
    decks = at.integers("decks", ())
    if decks and (len(decks) != 2 or decks[0] > decks[1]):
        at.fault("decks", "is the least and the greatest number of decks, as in [4, 8]")
    rows = tuple(_row(each) for each in at.tables("rows"))
    _unique(at, "rows", [row.award for row in rows])
    paytable = Paytable(
        at.text("id", *([given["id"]] if "id" in given else [])),
        at.text("wager"),
        at.text("clause", *([given["clause"]] if "clause" in given else [])),
        at.one_of("basis", BASES, *([given["basis"]] if "basis" in given else [])),
        (decks[0], decks[-1]) if decks else None,
        rows,
        _limit(at),
    )
    at.finish()
    return paytable


def _limit(at: Reader) -> int:
    try:
        return parse_cents(given) if (given := at.value("limit", None)) is not None else 0
    except HousewayError as fault:
        at.fault("limit", str(fault))
        return 0


def _row(at: Reader) -> Row:
    award = at.text("award")
    given = at.value("pays")
    pay = parse_pay(given)
    if pay is None and at.has("pays"):
        at.fault("pays", f"{PAYS}, not {given!r}")
    row = Row(award, at.text("label", award), pay or Pay("lose", Fraction(0)))
    at.finish()
    return row


def _ruling(at: Reader) -> Interpretation:
    readings = tuple(_reading(each) for each in at.tables("readings"))
    choice = at.text("choice")
    if choice not in [reading.id for reading in readings]:
        at.fault("choice", f"{choice!r} is none of the readings")
    _unique(at, "readings", [reading.id for reading in readings])
    ruling = Interpretation(
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
    reading = Reading(at.text("id"), at.text("says"), at.strings("settings"), at.flag("reproduces", False))
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
    for repeated in sorted(each for each, times in Counter(ids).items() if times > 1):
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
        for key, bound in (("least", wager.least), ("most", wager.most)):
            if bound in known["setting"] and document.specs[bound].type not in AMOUNTS:
                top.fault(f"wager {wager.id}.{key}", f"{bound} is no amount: name a setting of {' or '.join(AMOUNTS)}")
        for other in wager.needs:
            needs(f"wager {wager.id}.needs", "wager", other)
    for setting in document.settings:
        needs(f"setting {setting.id}.clause", "clause", setting.clause)
        if setting.layer == "state" and not setting.source:
            top.fault(f"setting {setting.id}.source", "a setting of the state names its rule, as in WAC 230-15-140")
        needs(f"setting {setting.id}.follows", "setting", setting.follows)
        each = document.specs.get(setting.follows)
        if each and (each.type, each.default, each.follows) != (setting.type, setting.default, ""):
            top.fault(f"setting {setting.id}.follows", f"{each.id} has another type or default, or follows too")
        if setting.approved is not None:
            _check_settings(document, top, f"setting {setting.id}.approved-when", dict(setting.approved.when))
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
    """Choices that something names; not looked at where a bound of a wager is no amount, which is noted by itself."""
    types = {each.id: each.type for each in document.settings}
    amounts = {
        each.id
        for each in document.settings
        if each.type in AMOUNTS and types.get(each.follows, each.type) == each.type == types[each.id]
    }
    if any(bound not in amounts for wager in document.wagers for bound in (wager.least, wager.most) if bound):
        return
    try:
        document.configure(given)
    except HousewayError as fault:
        top.fault(place, str(fault))
