"""Checks a parsed `document.toml` whole: every field, every id, everything that is named."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from houseway.document.fields import MOST_DOTS, Reader, parsed
from houseway.document.files import content_of
from houseway.document.fitting import Fits
from houseway.document.model import Clause, Document, Figure, Interpretation, Reading, Source, WagerSpec
from houseway.document.paytable_reader import read_paytable
from houseway.document.references import check_references
from houseway.document.setting_reader import read_settings
from houseway.errors import Faulty, unreadable


def read_toml(path: Path) -> dict[str, Any]:
    """A file of TOML, or the one fault of it."""
    return toml_from(content_of(path, path.name), path.name)


def toml_from(text: str, file: str, most_dots: int = MOST_DOTS) -> dict[str, Any]:
    """A text of TOML, or the one fault of it."""
    try:
        return parsed(text, most_dots)
    except (ValueError, RecursionError) as fault:
        raise Faulty(file, [("file", unreadable(fault))]) from None


def document_from(table: Mapping[str, Any], file: str, fits: Fits | None = None) -> Document:
    """Check a parsed document whole: all faults at once, each with its place.

    `fits` says what does not fit the game that it is brought to; `Game.read_document` reads so.
    """
    top = Reader(table, "", [])
    paytables = tuple(read_paytable(each) for each in top.tables("paytable", required=False))
    document = Document(
        game=top.text("game"),
        name=top.text("name"),
        summary=top.text("summary"),
        source=_source(top.table("source")),
        clauses=tuple(_clause(each) for each in top.tables("clause")),
        wagers=tuple(_wager(each) for each in top.tables("wager")),
        settings=read_settings(top, paytables),
        paytables=paytables,
        rulings=tuple(_ruling(each) for each in top.tables("ruling", required=False)),
        figures=tuple(_figure(each) for each in top.tables("figure", required=False)),
        content=table,
    )
    top.finish()
    check_references(document, top)
    top.faults.extend(fits(document) if fits else ())
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


def _ruling(at: Reader) -> Interpretation:
    readings = tuple(_reading(each) for each in at.tables("readings"))
    choice = at.text("choice")
    if choice not in [reading.id for reading in readings]:
        at.fault("choice", f"{choice!r} is none of the readings")
    at.unique("readings", [reading.id for reading in readings])
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
