"""A jackpot as the desk watches it: its history, when the next hit is to be expected, when it is fair, what is owed."""

import json
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import select

from houseway.errors import UnknownName
from houseway.room.books.tables import TableSet, tables_set
from houseway.room.books.theory import Theories, Theory
from houseway.room.errors import Refused, legible
from houseway.room.jackpots.account import CONTRIBUTION
from houseway.room.jackpots.event import Event
from houseway.room.store.database import Store
from houseway.room.store.jackpots import Jackpot, found
from houseway.room.store.schema import JACKPOT_CHANGES, JOURNAL, TABLES
from houseway.round.meters import CORRECTED, VOIDED, WON

LATEST = 200
"""Changes that a chart is drawn of, and wagers an hour are counted by."""

SPAN = timedelta(minutes=10)
"""For how long a jackpot is fed before wagers an hour are told."""


class Shown(NamedTuple):
    """What a meter showed after a change, and why it changed."""

    at: str
    cents: int
    what: str
    wagers: int = 0
    hit: bool = False
    """Whether somebody has won of it then, and has it still."""


class Forecast(NamedTuple):
    """What is to be expected of a jackpot: chances are of one wager; None where `says` tells why."""

    id: str
    history: tuple[Shown, ...]
    hit: Fraction | None
    whole: Fraction | None
    break_even: int | None
    an_hour: float | None
    liability: int
    says: str = ""
    prize: int | None = None
    """What a house jackpot pays every winner, at the table that was looked at."""

    @property
    def wagers_to_hit(self) -> float | None:
        """Wagers until somebody takes the whole meter, on average; however long it has waited."""
        return None if not self.whole else float(1 / self.whole)

    @property
    def hours_to_hit(self) -> float | None:
        """Hours at the pace of late; None where nobody plays."""
        return self.wagers_to_hit / self.an_hour if self.wagers_to_hit and self.an_hour else None

    @property
    def in_words(self) -> str:
        if self.wagers_to_hit is None:
            counting = f"how often it falls {self.says}" if self.says.startswith("is ") else self.says
            return counting or "no share of this meter can be won"
        if self.prize is not None:
            return f"the whole prize falls once in {self.wagers_to_hit:,.0f} wagers on average"
        words = f"the whole meter falls once in {self.wagers_to_hit:,.0f} wagers on average"
        if self.hours_to_hit is None:
            fed = any(each.wagers for each in self.history)
            words += "; how many are made an hour is not known yet" if fed else "; nobody feeds it now"
        else:
            words += f", {_span(self.hours_to_hit)} at {self.an_hour:,.0f} wagers an hour"
        if self.hit and self.hit != self.whole:
            words += f"; somebody takes a share of it once in {float(1 / self.hit):,.0f}"
        return words


def _span(hours: float) -> str:
    if hours < 48:
        return f"{hours:,.1f} hours"
    return f"{hours / 24:,.0f} days" if hours < 24 * 730 else f"{hours / 24 / 365.25:,.1f} years"


def forecast(store: Store, id_: str, theories: Theories, now: datetime | None = None) -> Forecast:
    """A jackpot as it stands, by the odds of a table that feeds it."""
    with store.transaction() as connection:
        jackpot = found(connection, [id_]).get(id_)
        if jackpot is None:
            raise UnknownName(f"there is no jackpot {id_!r}")
        told_in = (JOURNAL.c.chain == JACKPOT_CHANGES.c.chain) & (JOURNAL.c.seq == JACKPOT_CHANGES.c.entry)
        query = select(JACKPOT_CHANGES.c.body, JOURNAL.c.body.label("entry")).join(JOURNAL, told_in)
        latest = query.where(JACKPOT_CHANGES.c.jackpot == id_).order_by(JACKPOT_CHANGES.c.number.desc())
        rows = connection.execute(latest.limit(LATEST)).all()
        with legible(f"jackpot {id_}"):
            events = [Event.read(json.loads(row.body)) for row in reversed(rows)]
            times = [str(json.loads(row.entry).get("at", "")) for row in reversed(rows)]
        hits = _hits(events)
        history = tuple(_shown(event, at, hits) for event, at in zip(events, times, strict=True))
        fed = select(TABLES.c.id).join(JACKPOT_CHANGES, JACKPOT_CHANGES.c.chain == TABLES.c.id)
        feeding = connection.execute(fed.where(JACKPOT_CHANGES.c.jackpot == id_, ~TABLES.c.closed).limit(1)).scalar()
    try:
        table = None if feeding is None else tables_set(store, feeding)[0]
    except Refused:
        table = None
    wager = _wager(table, jackpot)
    theory = (
        Theory(says="no open table feeds it that can be read")
        if table is None
        else theories(table.game, wager, table.settings)
    )
    stake = 0 if table is None else table.settings.integer(table.game.document.wager(wager).least)
    pace = _an_hour(history, now or datetime.now(UTC))
    prize = None if table is None else table.game.prizes(table.settings).get(wager)
    return Forecast(id_, history, *chances(theory, stake), pace, int(sum(jackpot.account.held)), theory.says, prize)


def fixed_prizes(store: Store) -> dict[str, int]:
    """What each house jackpot pays every winner, in cents: the highest of its tables."""
    found_: dict[str, int] = {}
    for table in tables_set(store):
        for wager, cents in table.game.prizes(table.settings).items():
            found_[table.jackpot_of(wager)] = max(cents, found_.get(table.jackpot_of(wager), 0))
    return found_


def _wager(table: TableSet | None, jackpot: Jackpot) -> str:
    """The wager that feeds a jackpot at a table."""
    if table is None:
        return jackpot.wager
    return next((each for each, id_ in table.linked.items() if id_ == jackpot.id), jackpot.wager)


def chances(theory: Theory, stake: int) -> tuple[Fraction | None, Fraction | None, int | None]:
    """How likely a wager takes any share of the meter, how likely the whole, and the meter at which it is fair."""
    if not theory.known:
        return None, None, None
    total = sum(end.ways for end in theory.ends)
    shares = [(end.terms.share, Fraction(end.ways, total)) for end in theory.ends if end.terms.share]
    taken = sum((share * chance for share, chance in shares), Fraction(0))
    fair = int(theory._replace(meter=0).edge(stake) * stake / taken) if taken else None
    hit = sum((chance for _, chance in shares), Fraction(0))
    return hit, sum((chance for share, chance in shares if share == 1), Fraction(0)), fair


def _shown(event: Event, at: str, hits: Collection[int]) -> Shown:
    wagers = len(event.parts) if event.what == CONTRIBUTION else 0
    return Shown(at, int(event.left), event.what, wagers, event.number in hits)


def _hits(events: Iterable[Event]) -> set[int]:
    """The changes by which somebody won, a missed hit by its correction too; not what is void or given back since."""
    found: dict[int | None, dict[int, int]] = {}
    for event in events:
        won, of = sum(event.awards.values()), found.setdefault(event.round, {})
        if event.what in (WON, CORRECTED) and won > 0:
            of[event.number] = won
        elif event.what == CORRECTED:
            for number in [number for number, cents in of.items() if cents == -won][:1]:
                del of[number]
        elif event.what == VOIDED and not event.parts:
            of.clear()
    return {number for each in found.values() for number in each}


def _an_hour(history: tuple[Shown, ...], now: datetime) -> float | None:
    """Wagers an hour over the changes that are told, up to now; None where there are none, or since minutes only."""
    fed = [each for each in history if each.wagers and each.at]
    if not fed:
        return None
    since = now - datetime.fromisoformat(fed[0].at)
    return sum(each.wagers for each in fed) / (since / timedelta(hours=1)) if since >= SPAN else None
