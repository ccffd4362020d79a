"""Checks a document as one: every id is unique, and everything that is named exists."""

from collections.abc import Collection, Mapping

from houseway.document.fields import Reader
from houseway.document.model import Document
from houseway.document.settings import settings_of
from houseway.errors import HousewayError

AMOUNTS = ("money", "integer")
"""The types of a setting that bounds a wager."""


def check_references(document: Document, top: Reader) -> None:
    """Note every id that is not unique, and everything that is named and does not exist."""
    for key, items in (
        ("clause", document.clauses),
        ("wager", document.wagers),
        ("setting", document.settings),
        ("paytable", document.paytables),
        ("ruling", document.rulings),
        ("figure", document.figures),
    ):
        top.unique(key, [item.id for item in items])
    known = {
        "clause": {each.id for each in document.clauses},
        "wager": {each.id for each in document.wagers},
        "setting": {*document.specs, *written(document, "setting")},
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
            if bound in document.specs and document.specs[bound].type not in AMOUNTS:
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


def written(document: Document, kind: str) -> Collection[str]:
    """The ids of one kind as the file has them: what cannot be read is noted by itself, and is there all the same."""
    tables = document.content.get(kind)
    listed = tables if isinstance(tables, list) else []
    return {id_ for each in listed if isinstance(each, dict) and isinstance(id_ := each.get("id"), str)}


def _check_settings(document: Document, top: Reader, place: str, given: Mapping[str, str]) -> None:
    """Choices that something names, as far as the settings can be read: what is wrong with these is noted already."""
    unread = set(written(document, "setting")) - set(document.specs)
    choices = {key: value for key, value in given.items() if key not in unread}
    amounts = {each.id for each in document.settings if each.type in AMOUNTS} - {
        each.id for each in document.settings if (other := document.specs.get(each.follows)) and other.type != each.type
    }
    bounded = all(bound in amounts for wager in document.wagers for bound in (wager.least, wager.most) if bound)
    try:
        settings_of(document, choices) if unread or not bounded else document.configure(choices)
    except HousewayError as fault:
        top.fault(place, str(fault))
