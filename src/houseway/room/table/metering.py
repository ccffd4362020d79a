"""What a round does to jackpots, inside its transaction: wagers feed them, winners freeze their awards, voids undo.

Whoever changes a jackpot holds it until the commit, so several tables, in several processes, feed and win one meter in
one recorded order. A winner takes a share of what the meter shows at that moment.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.document.model import Document
from houseway.document.settings import Settings
from houseway.errors import IllegalSetting
from houseway.game import Game
from houseway.games import game as find_game
from houseway.money import dollars
from houseway.room.acts.act import Resources
from houseway.room.acts.opened import Opened
from houseway.room.errors import Broken
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import ADOPTED, CONTRIBUTION, JOINED, PAID, Account
from houseway.room.jackpots.event import Event, adopted, award_account, house_of, payment
from houseway.room.jackpots.plan import CLOSED, OPEN, PROGRESSIVE, SUSPENDED, Plan, link_key, odds_key, practice_plan
from houseway.room.store import jackpots_told, journal, trusted
from houseway.room.store.documents import Documents
from houseway.room.store.jackpots import Book, Jackpot, found
from houseway.room.store.schema import AWARDS
from houseway.room.table.entry import JournalEntry, Start
from houseway.room.table.following import display, follow, held, stakes_on, undrawn, void_parts
from houseway.room.table.seats import ENDED
from houseway.room.table.state import LiveTable
from houseway.round.meters import SEED, VOIDED, WON


class Sensor(NamedTuple):
    """A wager's jackpot at a table, as the room's file plans it; one without an id is the table's own."""

    id: str
    plan: Plan


Wagers = Mapping[int, Mapping[str, int]]


def opened(
    connection: Connection, table: int, game: Game, settings: Settings, sensors: Mapping[str, Sensor]
) -> tuple[Event, ...]:
    """The jackpots of a new table: each with its seed from the house; one that other tables feed is joined.

    Where the room has no plan for a wager's jackpot it is a practice table's, and its settings say all.
    """
    book = Book(connection, table, 1)
    practice = {wager: Sensor("", practice_plan(game, settings, wager)) for wager in game.seeds(settings)}
    wanted = {**practice, **sensors}
    there = book.locked(sensor.id for sensor in wanted.values() if sensor.id)
    there = {id_: jackpots_told.sound(book, id_) for id_ in there}
    for wager, sensor in wanted.items():
        if not sensor.plan.practice:
            sensor = Sensor(sensor.id, sensor.plan._replace(link=link_key(game, settings, wager)))
        id_ = sensor.id or f"{table}:{wager}"
        if id_ in there:
            check_link(connection, there[id_], sensor.plan, (game, settings, wager))
            there[id_], _ = book.change(there[id_], JOINED, Account(), house_of(table), wager=wager)
            continue
        new = book.make(id_, wager, sensor.plan)
        seed = Fraction(sensor.plan.seed)
        what, by = (SEED, Account(displayed=seed, seed=seed)) if seed else (JOINED, Account())
        there[id_], _ = book.change(new, what, by, house_of(table), plan=sensor.plan.json())
    return tuple(book.events)


def check_link(connection: Connection, jackpot: Jackpot, plan: Plan, of: tuple[Game, Settings, str]) -> None:
    """Tables feed one meter where they run the same jackpot: of one kind, won by the same hands with the same odds."""
    if jackpot.state == CLOSED:
        raise IllegalSetting(f"the jackpot {jackpot.id} is closed: open another")
    if jackpot.plan.kind != plan.kind:
        raise IllegalSetting(
            f"a {plan.kind} jackpot is never linked with a {jackpot.plan.kind} jackpot (clause jackpots.3)"
        )
    own = jackpot.plan._asdict()
    other = [key for key, value in plan._asdict().items() if key != "link" and own[key] != value]
    if plan.kind == PROGRESSIVE and plan.link != jackpot.plan.link and not _same_odds(connection, jackpot, of):
        other.append("the game and its configuration, or the probability of the winning hand")
    if other:
        raise IllegalSetting(
            f"the jackpot {jackpot.id} is linked among tables with the same game and configuration, or the same hand "
            f"with the same probability (WAC 230-15-685); here differs: {', '.join(other)}"
        )


def _same_odds(connection: Connection, jackpot: Jackpot, of: tuple[Game, Settings, str]) -> bool:
    """Whether the meter is won by the same hands with the same probability as at the table that feeds it already."""
    began = jackpots_told.began(connection, jackpot.id)
    if began is None or began[0] == journal.ROOM:
        return False
    game, settings = opened_as(trusted.entry(connection, began[0], 1), Documents().over(connection))
    return odds_key(game, settings, began[1].wager) == odds_key(*of)


def opened_as(body: Mapping[str, Any], documents: Callable[[str], Document]) -> tuple[Game, Settings]:
    """A table's game with its document, and its settings, by the entry that opened it."""
    act = JournalEntry.read(body).act
    if not isinstance(act, Opened):
        raise Broken("a table does not begin with its opening")
    game = find_game(act.game).with_document(documents(act.document))
    return game, game.configure(act.settings)


def _jackpots(table: LiveTable, book: Book) -> dict[str, Jackpot]:
    """The jackpots of a table by wager, held; one from before jackpots had accounts is taken over as it stands."""
    known = book.locked(table.jackpot_of(wager) for wager in table.sensors)
    found_ = {wager: known[id_] for wager, id_ in table.linked.items() if id_ in known}
    for wager, shows in tuple(table.meters.exact.items()):
        jackpot = known.get(table.jackpot_of(wager))
        if jackpot is None:
            plan = practice_plan(table.game, table.settings, wager)
            new = book.make(table.jackpot_of(wager), wager, plan)
            jackpot = _adopted(book, new, changes.taken_over(plan, shows), table)
        found_[wager] = jackpot
    return found_


def _adopted(book: Book, new: Jackpot, by: Account, table: LiveTable) -> Jackpot:
    """A meter whose money is in the books already."""
    house = house_of(table.id)
    jackpot, event = book.change(new, ADOPTED, by, house, adopted(new.id, by, house), plan=new.plan.json())
    follow(table, event)
    return jackpot


def accepted(table: LiveTable, wagers: dict[int, dict[str, int]], room: Resources) -> dict[int, dict[str, int]]:
    """The wagers without those on a jackpot that takes none now: they are returned."""
    closed = {wager for wager in table.sensors if room.book(table).refusal(table.jackpot_of(wager))}
    return {seat: {w: cents for w, cents in bets.items() if w not in closed} for seat, bets in wagers.items()}


def fed(table: LiveTable, start: Start, room: Resources) -> None:
    """Each wager of a round adds its share, with its money."""
    feeding = stakes_on(table, start)
    if not feeding:
        return
    book = room.book(table)
    jackpots = _jackpots(table, book)
    for wager, stakes in feeding.items():
        parts = changes.contributions(jackpots[wager].account, jackpots[wager].plan, stakes)
        by = changes.total(parts)
        shown = int(jackpots[wager].account.displayed + by.displayed)
        more: dict[str, Any] = {"round": start.round, "parts": parts, "shown": shown}
        _, event = book.change(jackpots[wager], CONTRIBUTION, by, house_of(table.id), wager=wager, **more)
        follow(table, event)


def won(table: LiveTable, room: Resources) -> None:
    """Who has won of a jackpot by now: the award is frozen, and a meter shows what is left or its seed."""
    if table.driver is None or not undrawn(table):
        return
    book = room.book(table)
    jackpots = _jackpots(table, book)
    display(table, {wager: jackpots[wager].account.shown for wager in undrawn(table) if wager in table.meters.exact})
    shown = {**table.game.displayed(table.setup.settings), **table.game.prizes(table.setup.settings)}
    for wager, payouts in undrawn(table).items():
        jackpot = jackpots.get(wager) or book.one(table.jackpot_of(wager))
        awards = {payout.seat: held(table, payout) for payout in payouts}
        seeded = sum(payout.seeded for payout in payouts)
        lines = tuple((award_account(table.round or 0, seat, wager), cents) for seat, cents in awards.items())
        more = {"awards": awards, "seeded": seeded, "shown": shown[wager], "round": table.round}
        more["reason"] = "" if jackpot.plan.practice else "the award waits to be verified"
        by = changes.won(jackpot.account, jackpot.plan, sum(awards.values()), seeded)
        _, event = book.change(jackpot, WON, by, house_of(table.id), lines, wager=wager, **more)
        for seat in () if jackpot.plan.practice else awards:
            book.award(event, seat, table.accounts[seat])
        follow(table, event)


def settled(table: LiveTable, room: Resources) -> None:
    """After a round: what void wagers added is undone, and a practice table pays its awards."""
    undo = void_parts(table)
    if not undo and not table.drawn:
        table.parts = {}
        return
    book = room.book(table)
    jackpots = _jackpots(table, book)
    for wager, parts in undo.items():
        by = changes.undone(jackpots[wager].account, jackpots[wager].plan, changes.total(parts))
        more: dict[str, Any] = {"wager": wager, "round": table.round, "parts": parts}
        jackpots[wager], event = book.change(jackpots[wager], VOIDED, by, house_of(table.id), **more)
        follow(table, event)
    for wager, awards in table.drawn.items():
        if jackpots[wager].plan.practice and any(awards.values()):
            _pay(table, book, jackpots[wager], wager)
    table.parts = {}


def _pay(table: LiveTable, book: Book, jackpot: Jackpot, wager: str) -> None:
    """Awards of a practice table are the winners' with the ruling."""
    lines = payment(table.round or 0, wager, table.drawn[wager], table.accounts)
    total = Fraction(sum(table.drawn[wager].values()))
    by = Account(pending=-total, paid=total)
    _, event = book.change(jackpot, PAID, by, house_of(table.id), lines, wager=wager, round=table.round)
    follow(table, event)


class Shown(NamedTuple):
    """What the jackpots of a table show now, in cents, and what is said beside each: practice, or why it is closed."""

    cents: dict[str, int]
    says: dict[str, str]
    closed: tuple[str, ...] = ()
    """The wagers that are not taken now."""
    paid: tuple[tuple[int, str], ...] = ()
    """Of the round that has ended, the awards that are paid by now, by seat and wager."""


def standing(connection: Connection, table: LiveTable, *, staff: bool = False) -> Shown:
    """The jackpots of a table as they are seen, whichever table has moved them; what the house lacks its staff sees."""
    sensors = table.sensors
    if not sensors:
        return Shown({}, {})
    now = found(connection, [table.jackpot_of(wager) for wager in sensors])
    cents, says = dict(table.meters.displayed), {}
    closed = tuple(wager for wager in sensors if (known := now.get(table.jackpot_of(wager))) and known.state != OPEN)
    for wager in sensors:
        jackpot = now.get(table.jackpot_of(wager))
        if jackpot is not None and wager in cents:
            cents[wager] = jackpot.account.shown
        if jackpot is None or jackpot.plan.practice:
            says[wager] = "practice"
        elif jackpot.state == SUSPENDED and not staff:
            says[wager] = "closed for now"
        elif jackpot.state != OPEN:
            says[wager] = f"{jackpot.state}: {jackpot.notice}" if jackpot.notice else jackpot.state
        elif jackpot.plan.maximum:
            says[wager] = f"at most {dollars(jackpot.plan.maximum)}"
    return Shown(cents, says, closed, _paid(connection, table))


def _paid(connection: Connection, table: LiveTable) -> tuple[tuple[int, str], ...]:
    """The awards of the round that has ended which people of the room have paid."""
    if table.phase != ENDED or not any(held(table, payout) for payout in table.ruling or ()):
        return ()
    query = select(AWARDS.c.seat, AWARDS.c.wager).where(AWARDS.c.round == table.round, AWARDS.c.state == PAID)
    return tuple(sorted((int(row.seat), str(row.wager)) for row in connection.execute(query)))
