"""The certificates that a room has signed, for its manager: who sat which exam when, and whether each holds."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.room.academy import checked
from houseway.room.store.schema import EXAMS, PEOPLE

MOST = 20
"""Certificates that are listed, and checked, at once."""


class Issued(NamedTuple):
    """A certificate as the database has it: its number, its address, the account that sat the exam, and its text."""

    number: int
    token: str
    account: str
    text: str


class Held(NamedTuple):
    """One that was checked: what it says, and what is wrong with it; nothing where it holds."""

    issued: Issued
    body: Mapping[str, Any]
    faults: tuple[str, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were asked."""
        return tuple(dict.fromkeys(each["game"] for each in self.body["exam"]["sections"])) if self.body else ()


def issued(connection: Connection, name: str = "", before: int | None = None, most: int | None = MOST) -> list[Issued]:
    """The certificates of a room, the newest first: of everybody, or of one account."""
    columns = (EXAMS.c.id, EXAMS.c.token, PEOPLE.c.name, EXAMS.c.certificate)
    query = select(*columns).join(PEOPLE, PEOPLE.c.id == EXAMS.c.person).where(EXAMS.c.certificate.is_not(None))
    if name:
        query = query.where(PEOPLE.c.name == name)
    if before is not None:
        query = query.where(EXAMS.c.id < before)
    rows = connection.execute(query.order_by(EXAMS.c.id.desc()).limit(most))
    return [Issued(*row) for row in rows]


def held(found: Sequence[Issued], keys: Sequence[str]) -> list[Held]:
    """Each checked: byte by byte, its signature, its outcome judged again, and that it names who sat the exam."""
    return [_held(each, keys) for each in found]


def _held(each: Issued, keys: Sequence[str]) -> Held:
    came = checked(each.text, keys)
    if came.faults or came.body["name"] == each.account:
        return Held(each, came.body, came.faults)
    return Held(each, came.body, (f"it names {came.body['name']}, and {each.account} has sat the exam",))
