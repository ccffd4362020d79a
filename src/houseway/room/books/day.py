"""The daily report: per table, game and wager what was staked, what the house won, and what it should have won.

In the form of the state's master games report (WAC 230-15-671, 230-15-730): wagers and win per table and game, adjusted
for what accrued to progressive jackpots, with payments and adjustments apart. Chips of this room are play chips handed
out by the room, so there is no drop box: what is told is what was wagered.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from houseway.room.books import proof
from houseway.room.books.amendments import Amendment
from houseway.room.books.period import Period
from houseway.room.books.reading import Bet, Reading, TableRead, Told, read
from houseway.room.books.theory import Theories, Theory
from houseway.room.jackpots.account import CONTRIBUTION, PAID, Account
from houseway.room.store.database import Store
from houseway.round.meters import SEED, VOIDED, WON

SIGMAS = 3
"""How many standard deviations the control limits lie apart from what is expected."""

INSIDE, OUTSIDE, UNTOLD = "inside", "outside", ""


class Line(NamedTuple):
    """A wager at a table. Cents; `first` is what was staked before doubles and splits, which the edge is of.

    `expected` and `variance` are of what the house wins (cents, and cents squared); None where `says` tells why.
    `adjusted` is what voids and corrections of settled rounds moved of this wager, to the house's gain.
    """

    table: int
    name: str
    game: str
    wager: str
    title: str
    bets: int
    first: int
    wagered: int
    paid: int
    commission: int
    accrued: int
    awarded: int
    expected: Fraction | None
    variance: Fraction | None
    says: str = ""
    adjusted: int = 0

    @property
    def win(self) -> int:
        return self.wagered - self.paid

    @property
    def hold(self) -> Fraction | None:
        """The win as a part of what was wagered."""
        return Fraction(self.win, self.wagered) if self.wagered else None

    @property
    def theory(self) -> Fraction | None:
        """The win that is expected, as a part of what was wagered first."""
        return None if self.expected is None or not self.first else self.expected / self.first

    @property
    def limits(self) -> tuple[float, float] | None:
        """Between which the win should lie, in cents."""
        if self.expected is None or self.variance is None:
            return None
        apart = SIGMAS * sqrt(self.variance)
        return float(self.expected) - apart, float(self.expected) + apart

    @property
    def standing(self) -> str:
        if self.limits is None or not self.bets:
            return UNTOLD
        return INSIDE if self.limits[0] <= self.win <= self.limits[1] else OUTSIDE


class TableLine(NamedTuple):
    """A table in a period; what the house's accounts gained is win less accrual, with seeds and adjustments."""

    table: int
    name: str
    game: str
    rounds: int
    wagered: int
    paid: int
    win: int
    accrued: int
    """What wagers put on meters and in reserves, less what void hands took back."""

    seeded: int
    """What the house put into jackpots: seeds, and what it made good."""

    adjusted: int
    """What voids and corrections moved, to the house's gain."""

    other: int
    """What moved otherwise between the house and jackpots."""

    booked: int
    """What the ledger has: the sum of all."""

    entries: tuple[int, int]
    head: str
    bots: int = 0
    """What bots have wagered of it, with play money of the house's own."""

    title: str = ""
    """The name of its game."""

    @property
    def off(self) -> int:
        return self.win - self.accrued - self.seeded + self.adjusted + self.other - self.booked


class JackpotLine(NamedTuple):
    """A jackpot in a period: what it showed before and after, and what moved it, broken cents too."""

    id: str
    opened: Fraction
    closed: Fraction
    moved: tuple[tuple[str, int, Account], ...]
    """Why, how often, and the sum of all changes for that reason."""

    @property
    def total(self) -> Account:
        found = Account()
        for _, _, by in self.moved:
            found = found.plus(by)
        return found

    def of(self, what: str) -> Account:
        return next((by for why, _, by in self.moved if why == what), Account())


class DayReport(NamedTuple):
    """The books of a period, proved against the ledger."""

    period: Period
    lines: tuple[Line, ...]
    tables: tuple[TableLine, ...]
    jackpots: tuple[JackpotLine, ...]
    adjustments: tuple[Amendment, ...]
    awards_paid: int
    awards_voided: int
    """What went back of awards that were paid, as their rounds were voided."""
    head: tuple[int, str]
    """The last entry of the room's own journal in the period, and its hash."""


def day_report(store: Store, period: Period, theories: Theories) -> DayReport:
    """Read a period, prove it and add it up; refused where the ledger does not bear it out."""
    return reported(proved(store, period), theories)


def proved(store: Store, period: Period) -> Reading:
    """A period read and held against the ledger."""
    reading = read(store, period)
    proof.prove(store, reading)
    return reading


def reported(reading: Reading, theories: Theories) -> DayReport:
    """A reading that was proved, added up."""
    tables = tuple(map(_table_line, reading.tables))
    for each in tables:
        if each.off:
            raise proof.Unproved(f"table {each.table}: the lines of the report are off by {each.off} cents")
    changes = list(reading.every_change())
    fixed = reading.fixed.union(*map(_house_jackpots, reading.tables))
    return DayReport(
        reading.period,
        tuple(line for table in reading.tables for line in lines_of(table, theories)),
        tables,
        tuple(_jackpots(each for each in changes if each.event.meter not in fixed)),
        tuple(each for table in reading.tables for each in table.amendments),
        sum(int(told.event.by.paid) for told in changes if told.event.what == PAID),
        -sum(int(told.event.by.paid) for told in changes if told.event.what == VOIDED),
        (reading.entries.end - 1, reading.head),
    )


def lines_of(table: TableRead, theories: Theories) -> list[Line]:
    """The wagers of a table in the order of its document; those that are offered and nobody made have lines too."""
    by: dict[str, list[Bet]] = {}
    for bet in table.bets:
        by.setdefault(bet.wager, []).append(bet)
    settings = table.settings[-1]
    wanted = [w for w in table.game.document.wagers if w.id in by or w.on_offer(settings)]
    return [_line(table, each.id, by.get(each.id, []), theories) for each in wanted]


def _line(table: TableRead, wager: str, bets: list[Bet], theories: Theories) -> Line:
    made = [bet for bet in bets if not bet.void]
    found = {
        number: theories(table.game_under(number), wager, table.settings[number])
        for number in sorted({b.setting for b in made})
    }
    expected, variance = _expected(made, found)
    unknown = next((each.says for each in found.values() if not each.known), "")
    if not unknown and any(not bet.stake for bet in made):
        unknown = "is paid without a stake of its own"
    assumed = next((each.says for each in found.values() if each.says), "")
    fed = [t.event for t in table.changes if t.event.wager == wager]
    return Line(
        table.id,
        table.name,
        table.game.id,
        wager,
        table.game.document.wager(wager).name,
        len(made),
        sum(bet.stake for bet in made),
        sum(bet.action for bet in made),
        sum(bet.returned for bet in made),
        sum(bet.commission for bet in made),
        sum(sum(event.cents) for event in fed if event.what == CONTRIBUTION or (event.what == VOIDED and event.parts)),
        sum(bet.metered for bet in made),
        expected,
        variance,
        unknown or assumed,
        sum(each.of(wager) for each in table.amendments),
    )


def _expected(bets: Iterable[Bet], theories: dict[int, Theory]) -> tuple[Fraction | None, Fraction | None]:
    """What the house should win of these wagers, and at most with what variance.

    Seats of one round meet the same dealer, and nothing is assumed of how their results hang together: the deviation of
    their sum is at most the sum of their deviations. Rounds are taken as independent.
    """
    if not all(each.known for each in theories.values()):
        return None, None
    edges: dict[tuple[int, int], Fraction] = {}
    spreads: dict[tuple[int, int], float] = {}
    expected, rounds = Fraction(0), dict[int, float]()
    for bet in bets:
        if not bet.stake:
            return None, None
        key = bet.setting, bet.stake
        if key not in edges:
            theory = theories[bet.setting]
            edges[key], spreads[key] = theory.edge(bet.stake), sqrt(theory.variance(bet.stake))
        expected += bet.stake * edges[key]
        rounds[bet.round] = rounds.get(bet.round, 0.0) + bet.stake * spreads[key]
    return expected, Fraction(sum(each**2 for each in rounds.values()))


def _table_line(table: TableRead) -> TableLine:
    wagered = sum(bet.action for bet in table.bets if not bet.void)
    win = sum(bet.win for bet in table.bets)
    amended = sum(each.cents for each in table.amendments)
    amending = {each.seq for each in table.amendments}
    fixed = table.game.prizes(table.settings[-1])
    own = [
        (t.event, _to_house(t, table.id))
        for t in table.changes
        if t.seq not in amending and not (t.event.what == WON and t.event.wager in fixed)
    ]  # the prize of a house jackpot is among what the wagers have won
    accrued = -sum(n for event, n in own if event.what == CONTRIBUTION or (event.what == VOIDED and event.parts))
    seeded = -sum(n for event, n in own if event.what in (SEED, WON))
    other = sum(n for _, n in own) + accrued + seeded
    return TableLine(
        table.id,
        table.name,
        table.game.id,
        table.rounds,
        wagered,
        wagered - win,
        win,
        accrued,
        seeded,
        amended,
        other,
        table.booked,
        (table.entries.first, table.entries.end - 1),
        table.head,
        sum(bet.action for bet in table.bets if not bet.void and bet.account.startswith("bots:")),
        table.game.name,
    )


def _to_house(told: Told, table: int) -> int:
    """What a change of a jackpot gave to the house's account at a table."""
    return sum(cents for account, cents in told.event.movement().cents if account == f"house:{table}")


def _house_jackpots(table: TableRead) -> Iterable[str]:
    """Jackpots whose prize the house pays: they hold no players' money and are in no adjustment (WAC 230-15-671)."""
    fixed = table.game.prizes(table.settings[-1])
    return (id_ for wager, id_ in table.linked.items() if wager in fixed)


def _jackpots(changes: Iterable[Told]) -> Iterable[JackpotLine]:
    by: dict[str, list[Told]] = {}
    for told in sorted(changes, key=lambda each: (each.event.meter, each.event.number)):
        by.setdefault(told.event.meter, []).append(told)
    for id_, told_ in by.items():
        events = [told.event for told in told_]
        sums: dict[str, tuple[int, Account]] = {}
        for event in events:
            count, so_far = sums.get(event.what, (0, Account()))
            sums[event.what] = count + 1, so_far.plus(event.by)
        moved = tuple((what, count, by_) for what, (count, by_) in sums.items())
        line = JackpotLine(id_, events[0].left - events[0].by.displayed, events[-1].left, moved)
        if line.opened + line.total.displayed != line.closed:
            raise proof.Unproved(f"jackpot {id_}: its changes do not lead from what it showed to what it shows")
        yield line
