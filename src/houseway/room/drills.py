"""The drill between two requests: decisions that wait for an answer, and what people's answers have cost, by kind.

Both are in the database, so that a score is there on the next visit and any process may judge what another has dealt.
No money, no journal.
"""

import json
import secrets
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from houseway.academy.course import Item
from houseway.errors import UnknownName
from houseway.room.store.database import Store
from houseway.room.store.numbered import inserted
from houseway.room.store.schema import DEALT, DRILLS, PEOPLE

MOST = 10_000
"""Decisions that wait; the oldest are forgotten."""


class Score(NamedTuple):
    """Decisions of one kind: how many, how many of them right, and what all cost in units.

    `cost` is the exact sum; `estimated` is the sum where a cost can only be estimated.
    """

    kind: str
    decided: int
    right: int
    cost: Fraction
    estimated: float


class Drills:
    """The drills of a room's people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, item: Item, entries: Sequence[Any]) -> str:
        """Keep a round up to its decision; the token that finds it again."""
        token = secrets.token_urlsafe(12)
        told = json.dumps({"kind": item.kind, "seed": item.seed, "entries": list(entries)})
        with self._store.transaction() as connection:
            row = {"token": token, "game": item.game, "entries": told, "judged": False}
            id_ = inserted(connection, DEALT, **row)
            connection.execute(delete(DEALT).where(DEALT.c.id <= id_ - MOST))
        return token

    def dealt(self, token: str) -> tuple[Item, list[Any]]:
        """The decision that was kept, by what makes it, and the entries of its round."""
        with self._store.transaction() as connection:
            row = connection.execute(select(DEALT).where(DEALT.c.token == token)).first()
        told = None if row is None else json.loads(row.entries)
        if row is None or not isinstance(told, dict):  # a list is of a version that brought none back
            raise UnknownName("this decision is no longer waiting: deal another")
        return Item(row.game, told["kind"], told["seed"]), told["entries"]

    def first(self, token: str) -> bool:
        """Whether this decision is judged for the first time: only that counts."""
        with self._store.transaction() as connection:
            waiting = (DEALT.c.token == token) & ~DEALT.c.judged
            return connection.execute(update(DEALT).where(waiting).values(judged=True)).rowcount == 1

    def scores(self, person: int, game: str) -> list[Score]:
        """A person's scores at a game, by kind."""
        query = select(DRILLS).where(DRILLS.c.person == person, DRILLS.c.game == game).order_by(DRILLS.c.kind)
        with self._store.transaction() as connection:
            rows = connection.execute(query).all()
        return [Score(row.kind, row.decided, row.correct, Fraction(row.cost), row.estimated) for row in rows]

    def totals(self, person: int) -> dict[str, tuple[int, int]]:
        """How many decisions a person has made at each game, and how many of them right."""
        sums = func.sum(DRILLS.c.decided), func.sum(DRILLS.c.correct)
        query = select(DRILLS.c.game, *sums).where(DRILLS.c.person == person).group_by(DRILLS.c.game)
        with self._store.reading() as connection:
            return {game: (int(decided), int(right)) for game, decided, right in connection.execute(query)}

    def count(self, person: int, game: str, kind: str, cost: Fraction | float) -> None:
        """Add a decision to a person's score; two at once of one person wait for each other."""
        with self._store.transaction() as connection:
            connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update())
            _count(connection, person, game, kind, cost)

    def forget(self, person: int, game: str) -> None:
        """Begin a person's scores at a game anew."""
        with self._store.transaction() as connection:
            connection.execute(delete(DRILLS).where(DRILLS.c.person == person, DRILLS.c.game == game))


def _count(connection: Connection, person: int, game: str, kind: str, cost: Fraction | float) -> None:
    known = (DRILLS.c.person == person) & (DRILLS.c.game == game) & (DRILLS.c.kind == kind)
    row = connection.execute(select(DRILLS).where(known)).first()
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
