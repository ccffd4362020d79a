"""How somebody came in, and went, as the room's journal tells it: what is against it."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from houseway.room.audit.chain import moment_of
from houseway.room.audit.forms import Reached
from houseway.room.people.people import CODE, ENROL, HALF_FOR, SESSION_FOR
from houseway.room.people.told import Somebody
from houseway.room.store.meters import STATED


def came_in(who: Somebody, body: Mapping[str, Any], reached: Reached, asked: Collection[str]) -> Iterator[str]:
    """What is against a session: its entry tells what its person came in by, as the room found it then.

    The roles that are `asked` for a second factor are those of that moment.
    """
    if who.locked:
        yield ", whose account was locked"
    at, most = moment_of(body.get("at")), HALF_FOR if body["stage"] is not None else SESSION_FOR
    if reached.stated and at is not None and body["until"] > at.timestamp() + most + 60:
        yield ", for longer than any is"
    if reached.version >= STATED:
        yield from _as_begun(who, body, asked)
    if not who.guest and reached.left_out("session", body):
        yield ", and no word of what they came in by"
    if "password" not in body:  # a guest's, or from before entries told it
        return
    if who.password and body["password"] != who.password:
        yield ", who came in by another password than the one that was set"
    if body["stage"] is not None:
        return
    if who.factor and body.get("factor") != who.factor:
        yield " without a code of their second factor"
    if who.role in asked and not who.factor and not who.provisional:
        yield " without a second factor, which the room asked for"


def _as_begun(who: Somebody, body: Mapping[str, Any], asked: Collection[str]) -> Iterator[str]:
    """What the room does not begin a session with: by another, for shorter than it lasts, lacking something else
    than its person does."""
    at, most = moment_of(body.get("at")), HALF_FOR if body["stage"] is not None else SESSION_FOR
    if body["by"] != body["id"]:
        yield " by another"
    if at is not None and body["until"] < at.timestamp() + most - 60:
        yield ", for shorter than any is"
    lacks = {None, CODE} if who.factor else {ENROL} if who.role in asked and not who.provisional else {None}
    lacks |= {None} if who.provisional is None else set()  # an older account, of which nobody has told it
    if who.guest != ("password" not in body) or body["stage"] not in ({None} if who.guest else lacks):
        yield ", which lacks something else than they do, or of somebody without a password"
    if "factor" in body and (body["stage"] is not None or not who.factor):
        yield " by the code of a second factor that they had not, or that was not asked"


def went(who: Somebody, body: Mapping[str, Any], reached: Reached) -> Iterator[str]:
    """What is against the end of a session: it was open, and is told as when it began."""
    begun = who.sessions.get(body["session"])
    if begun is None:
        yield " that was not open"
    elif reached.version >= STATED and (body.get("until"), body.get("stage")) != begun[:2]:
        yield " that was another when it began"
