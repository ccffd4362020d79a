"""By which version of a document a record is ruled: that of its content, of the hash it names, or of its day."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from houseway.document.model import Document
from houseway.document.versions import Read
from houseway.errors import Faulty, UnknownName


class Named(NamedTuple):
    """What a record tells of its document; the content is None where it leaves that out."""

    title: str
    date: str
    hash: str
    content: Mapping[str, Any] | None = None


class InForce(NamedTuple):
    """The document that rules, and what there is to say of it."""

    document: Document
    remark: str = ""


def document_of(newest: Document, named: Named | None, started: object, file: str, read: Read) -> InForce:
    """The document that rules on a record of a game whose newest document this is."""
    if named is None:
        return InForce(newest if started is None else newest.in_force_on(day_of(started)))
    if named.content is not None:
        given = read(named.content, f"{file}, document")
        if named.hash and named.hash != given.hash:
            raise Faulty(file, [("document.hash", f"is not that of the content, which is {given.hash}")])
        return InForce(next((each for each in newest.versions if each == given), given))
    for each in newest.versions:
        if each.hash == named.hash:
            return InForce(each)
    for each in newest.versions:
        if (each.source.title, each.source.date) == (named.title, named.date):
            return InForce(each, _another_statement(each, named))
    known = ", ".join(f"{each.source.date} ({each.hash[:12]})" for each in newest.versions)
    raise UnknownName(
        f"the record names the document {named.title}, {named.date} (hash {named.hash[:12]}), which is not known here: "
        f"the versions of {newest.name} are {known}. Give its content in document.content, or lay it beside the others"
    )


def _another_statement(document: Document, named: Named) -> str:
    return (
        f"The record names {named.title}, {named.date}, by the hash {named.hash[:12]}, which is not known here; our "
        f"statement of that title and date ({document.hash[:12]}) has ruled. Whether they pay the same "
        "its document.content would tell."
    )


def day_of(started: object) -> str:
    """The day of a time such as 2026-03-01T20:15:00Z."""
    try:
        return date.fromisoformat(str(started)[:10]).isoformat()
    except ValueError:
        raise UnknownName(f"started is a time, as in 2026-03-01T20:15:00Z, not {started!r}") from None
