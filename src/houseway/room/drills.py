"""What people's decisions in the drill have cost, by kind: kept from one visit to the next. No money, no journal."""

from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from houseway.room.schema import DRILLS


class Score(NamedTuple):
    """Decisions of one kind: how many, how many of them right, and what all cost in units.

    `cost` is the exact sum; `estimated` is the sum where a cost can only be estimated.
    """

    kind: str
    decided: int
    right: int
    cost: Fraction
    estimated: float


def scores(connection: Connection, person: int, game: str) -> list[Score]:
    """A person's scores at a game, by kind."""
    query = select(DRILLS).where(DRILLS.c.person == person, DRILLS.c.game == game).order_by(DRILLS.c.kind)
    rows = connection.execute(query).all()
    return [Score(row.kind, row.decided, row.correct, Fraction(row.cost), row.estimated) for row in rows]


def count(connection: Connection, person: int, game: str, kind: str, cost: Fraction | float) -> None:
    """Add a decision to a person's score."""
    known = (DRILLS.c.person == person) & (DRILLS.c.game == game) & (DRILLS.c.kind == kind)
    row = connection.execute(select(DRILLS).where(known).with_for_update()).first()
    exact = cost if isinstance(cost, Fraction) else Fraction(0)
    values = {
        "decided": 1 + (row.decided if row else 0),
        "correct": (cost == 0) + (row.correct if row else 0),
        "cost": str(exact + (Fraction(row.cost) if row else 0)),
        "estimated": (0.0 if isinstance(cost, Fraction) else cost) + (row.estimated if row else 0.0),
    }
    if row is None:
        connection.execute(DRILLS.insert().values(person=person, game=game, kind=kind, **values))
    else:
        connection.execute(update(DRILLS).where(known).values(**values))


def forget(connection: Connection, person: int, game: str) -> None:
    """Begin a person's scores at a game anew."""
    connection.execute(delete(DRILLS).where(DRILLS.c.person == person, DRILLS.c.game == game))
