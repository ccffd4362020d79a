"""What a card room refuses, and when it stops.

HousewayError
├── Stale        the table has moved on: look again, then decide
├── Busy         the database is held by somebody else; nothing has changed
│   └── Altered  it is made otherwise than a room's, until that is put right
├── Refused      a table whose journal or shoe does not hold; the others play on
├── Forbidden    a deed for another role, or for two people
├── Enough       as many tables open, or opened within an hour, as one may have
├── SignInFirst  something that only a person with a name may do
└── Archived     a round or a shoe that was taken out of the database into an archive
RuntimeError
├── Stopped      a storage error: nothing more is accepted until the room is opened again
├── Nested       a transaction inside another: a mistake of ours, which undoes the one request that made it
└── Broken       the journal contradicts itself, the rules or the shoe
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from houseway.errors import HousewayError, UnknownName

LOG = logging.getLogger("houseway.room")


class Stale(HousewayError):
    """The table is not at the version that the command expects; nothing has changed."""


class Forbidden(HousewayError):
    """This person may not do that; nothing has changed."""


class Enough(HousewayError):
    """Somebody has as many tables open, or has opened as many within an hour, as they may; nothing has changed."""


class SignInFirst(HousewayError):
    """Something that only a person with a name may do."""


class Refused(HousewayError):
    """What is on disk of this table contradicts itself, the rules or the shoe: nobody plays at it; the others go on."""


class Archived(UnknownName):
    """It lies in an archive: a file that whoever runs the room keeps."""


class Busy(HousewayError):
    """Somebody else holds the database for longer than a command waits; nothing has changed."""


class Altered(Busy):
    """What the database is made of was changed; nothing has happened, and the room goes on once it is put right."""


class Stopped(RuntimeError):
    """A storage error has stopped the room. What was acknowledged is on disk; reopen the room to go on."""


class Nested(RuntimeError):
    """A thread that is inside a transaction began another: a mistake of ours, of this one request alone."""


class Broken(RuntimeError):
    """The journal contradicts itself, the rules or the shoe."""


UNREADABLE = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    ArithmeticError,
    RecursionError,
    AssertionError,
)
"""What is raised by reading what nobody can have meant."""

SPOILT = (*UNREADABLE, Broken)
"""What is raised where something was written into the database that nobody can read."""


@contextmanager
def legible(what: str) -> Iterator[None]:
    """Refuse what nobody can read on disk. Why, only the log says: the fault may name a card that nobody has seen."""
    try:
        yield
    except HousewayError:
        raise
    except SPOILT as fault:
        LOG.error("%s is refused: %r", what, fault)
        raise Refused(f"{what} is refused: what is on disk of it does not hold; houseway audit says why") from fault
