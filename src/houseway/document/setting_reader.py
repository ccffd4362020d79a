"""Checks the settings of a document: type, default and bounds, each fault at its own field."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from houseway.document.controls import CONTROLS, setting_fields
from houseway.document.fields import Reader
from houseway.document.paytables import STANDARD, Paytable
from houseway.document.settings import LAYERS, TYPES, Approved, Setting, Value
from houseway.errors import HousewayError


def read_settings(top: Reader, paytables: Sequence[Paytable]) -> tuple[Setting, ...]:
    """The settings of the file that can be read, and the one for controls of one's own."""
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
    missing = not at.has("default")
    follows = at.text("follows", "")
    given = {key: at.value(key, None) for key in APPROVED}
    when = at.strings("approved-when")
    at.finish()
    if type_ not in TYPES or not id_:
        return None
    if type_ in ("choice", "control") and not choices:
        at.fault("choices", "a choice needs its choices")
    bare = Setting(id_, type_, "", says, clause, layer, source)
    low, high = _value(at, "least", bare, least), _value(at, "most", bare, most)
    bounded = replace(bare, least=low, most=high, choices=choices)
    value = _value(at, "default", bounded, None if missing else default)
    approved = _approved(at, bounded, given, when)
    return None if value is None else replace(bounded, default=value, approved=approved, follows=follows)


def _value(at: Reader, key: str, spec: Setting, given: object) -> Value | None:
    """A value of a setting; None where none is given, or after noting what is wrong with it at its own field."""
    try:
        return None if given is None else spec.parse(given)
    except HousewayError as fault:
        at.fault(key, str(fault))
        return None


APPROVED = ("approved", "not-approved", "approved-least", "approved-most")


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
            if (parsed := _value(at, key, bounded, each)) is not None:
                read[key].append(parsed)
    values, barred, least, most = (read[key] for key in APPROVED)
    return Approved(tuple(values), tuple(barred), next(iter(least), None), next(iter(most), None), tuple(when.items()))
