"""Whether somebody is who was looked up still, asked in the very transaction that writes in their name.

A request looks its person up and may wait long for the database, or hash a password, before it writes. What ends all
sessions of an account (`since`), locks it or gives it another role or password in between refuses what was begun.
"""

from typing import TYPE_CHECKING

from houseway.room.errors import Forbidden
from houseway.room.people.passwords import fingerprint
from houseway.room.store.seals import LOCKED, Fields

if TYPE_CHECKING:
    from houseway.room.people.people import Person


def check_same(person: "Person", row: Fields) -> None:
    """Refuse who was locked out, has another password or was signed out everywhere since they were looked up.

    `row` is theirs, held and believed.
    """
    if row["locked_until"] >= LOCKED:
        raise Forbidden("this account is locked: ask a manager")
    if person.came_by and (row["password"] is None or person.came_by != fingerprint(row["password"])):
        raise Forbidden("the password has changed: sign in again")
    check_since(person.since, row)


def check_since(since: int, row: Fields) -> None:
    """Refuse who came by a session that has ended with all others; 0 is by none."""
    if since not in (0, row["since"]):
        raise Forbidden("your account has changed meanwhile, and you are signed out: sign in again")


def check_may_act(person: "Person", row: Fields) -> None:
    """The same of who acts, which they do by the role that they were looked up with, and not by a one-time password."""
    check_same(person, row)
    if person.role != row["role"]:
        raise Forbidden("this account has another role now: sign in again")
    if row["provisional"]:
        raise Forbidden("choose a password of your own first")
