"""The rounds of one person: how many, what they brought, the curve of it, and the rounds themselves, page by page."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select

from houseway.errors import HousewayError, UnknownName
from houseway.room.people.people import Person
from houseway.room.room import Room
from houseway.room.store import index, played
from houseway.room.store.lines import ROUND
from houseway.room.store.schema import JOURNAL, ROUNDS, TABLES

POINTS = 240
"""Of a curve: more lines than that are thinned out evenly."""

SLICE = 20
"""Lines that are read at once where all are wanted."""

DATED = re.compile(r'"at":"([^"]+)"')


class Summary(NamedTuple):
    """What somebody's rounds have brought; `curve` are numbers of lines with the sum up to each, in cents."""

    lines: int
    rounds: int
    wagered: int
    total: int
    curve: tuple[tuple[int, int], ...]


class MyRound(NamedTuple):
    """One line: a round, or a void or correction of one; `page` is the round as its player may see it.

    `missing` says why there is no page.
    """

    number: int
    round: int
    seat: int
    what: str
    staked: int
    cents: int
    total: int
    table: int
    game: str
    ended: str
    page: dict[str, Any] | None
    missing: str

    @property
    def own(self) -> dict[str, Any] | None:
        """The seat of this person on the page."""
        seats = [] if self.page is None else self.page["seats"]
        return next((seat for seat in seats if seat["number"] == self.seat), None)

    def json(self) -> dict[str, Any]:
        """For a file: cards that were not shown are left out as null."""
        own, dealer = self.own or {}, (self.page or {}).get("dealer") or {}
        told = {key: value for key, value in self._asdict().items() if key != "page"}
        return told | {"cards": own.get("cards") or [], "dealer": dealer.get("cards") or []}


def summary(room: Room, person: Person) -> Summary:
    """All of somebody's rounds in a few figures."""
    with room.store.reading() as connection:
        last = next(iter(played.latest(connection, person.id, None, 1)), None)
        if last is None:
            return Summary(0, 0, 0, 0, ())
        rows = played.lines_of(connection, person.id, thinned(last.number))
        rounds = last.number - played.amendments_of(connection, person.id)
    return Summary(last.number, rounds, last.wagered, last.total, tuple((row.number, row.total) for row in rows))


def thinned(lines: int, points: int = POINTS) -> list[int]:
    """Numbers of lines for a curve: all where they are few, else evenly apart, the first and the last among them."""
    if lines <= points:
        return list(range(1, lines + 1))
    return [1 + (lines - 1) * place // (points - 1) for place in range(points)]


def rounds_before(room: Room, person: Person, before: int | None, most: int) -> list[MyRound]:
    """Somebody's last lines, or those before one, the newest first, each with its round."""
    with room.store.reading() as connection:
        rows = played.latest(connection, person.id, before, most)
        where = _where(connection, {row.round for row in rows})
    return [_line(room, person, row, where) for row in rows]


def numbers_before(room: Room, person: Person, before: int, most: int) -> list[int]:
    """The rounds of somebody's lines before one, by number, the newest first."""
    with room.store.reading() as connection:
        return [row.round for row in played.latest(connection, person.id, before, most) if row.what == ROUND]


def all_rounds(room: Room, person: Person) -> Iterator[list[MyRound]]:
    """All of them, slice by slice; between two slices others write."""
    before: int | None = None
    while found := rounds_before(room, person, before, SLICE):
        yield found
        before = found[-1].number


def seat_in(room: Room, person: Person, round_: int) -> int:
    """Where somebody sat in a round that has ended."""
    with room.store.reading() as connection:
        seat = played.seat_in(connection, person.id, round_) if index.countable(round_) else None
    if seat is None:
        raise UnknownName(f"you were not in a round {round_} that has ended")
    return seat


Where = dict[int, tuple[int, str, str]]
"""Table, game and end of rounds."""


def _where(connection: Connection, rounds: set[int]) -> Where:
    begins = func.substr(JOURNAL.c.body, 1, 200).label("begins")
    ends = (JOURNAL.c.chain == ROUNDS.c.chain) & (JOURNAL.c.seq == ROUNDS.c.ended)
    both = ROUNDS.join(TABLES, TABLES.c.id == ROUNDS.c.chain).join(JOURNAL, ends, isouter=True)
    query = select(ROUNDS.c.id, ROUNDS.c.chain, TABLES.c.game, begins).select_from(both).where(ROUNDS.c.id.in_(rounds))
    return {row.id: (row.chain, row.game, _dated(row.begins)) for row in connection.execute(query)}


def _dated(begins: str | None) -> str:
    told = DATED.search(begins or "")
    return told[1] if told else ""


def _line(room: Room, person: Person, row: Row[Any], where: Where) -> MyRound:
    table, game, ended = where.get(row.round, (0, "", ""))
    page, missing = None, ""
    try:
        page = room.round(row.round, person).json()
    except HousewayError as fault:
        missing = str(fault)
    told = (row.number, row.round, row.seat, row.what, row.staked, row.cents, row.total)
    return MyRound(*told, table, game, ended, page, missing)
