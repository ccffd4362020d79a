"""Jackpots and the tables that feed them: with every wager, never as one is emptied, and all with the same odds."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from houseway.money import dollars
from houseway.room.audit.chain import SKEW, moment_of, time_of
from houseway.room.audit.money import WAIT
from houseway.room.jackpots.account import ADOPTED, CONTRIBUTION, JOINED, PAID, PROMOTION, TRANSFERRED
from houseway.room.jackpots.award_audit import Change, Desk, Fault, in_order
from houseway.room.jackpots.plan import PROGRESSIVE, Plan, link_key, odds_key, set_otherwise
from houseway.room.store import journal
from houseway.room.store.documents import Documents
from houseway.room.store.journal import ROOM
from houseway.room.store.meters import METERED, STATED
from houseway.room.store.schema import CHAINS, JOURNAL
from houseway.room.table.entry import JournalEntry
from houseway.room.table.following import stakes_on, void_parts
from houseway.room.table.metering import opened_as
from houseway.room.table.state import LiveTable
from houseway.round.meters import SEED, VOIDED, WON

Ends = Mapping[int, int | None]
"""The entry that ended each round; none where it is played still."""


def fed_faults(table: LiveTable, entry: JournalEntry) -> Iterator[str]:
    """Every wager on a meter feeds its jackpot by its stake as the round begins, and nothing else feeds one.

    A wager on a jackpot that took none then was returned, and is not in the round.
    """
    if entry.version < METERED:
        return
    start = entry.start
    stakes = stakes_on(table, start) if start is not None else {}
    due = [(table.jackpot_of(wager), wager, table.round, of_seats) for wager, of_seats in stakes.items()]
    fed = [
        (event.meter, event.wager, event.round, {seat: part.stake for seat, part in event.parts.items()})
        for event in entry.jackpots
        if event.what == CONTRIBUTION
    ]
    for of in (each for each in due if each not in fed):
        yield f"the wagers on the {of[1]} are {_by_seat(of[3])} in round {of[2]}, and the jackpot {of[0]} is not fed so"
    for of in (each for each in fed if each not in due or fed.count(each) > 1):
        yield f"the jackpot {of[0]} is fed by {_by_seat(of[3])} on the {of[1]} in round {of[2]}, which was not staked"


def undone_faults(table: LiveTable, entry: JournalEntry) -> Iterator[str]:
    """What void wagers have fed a jackpot is undone as the round ends."""
    if entry.version < METERED or entry.end is None:
        return
    undone = {event.wager: dict(event.parts) for event in entry.jackpots if event.what == VOIDED and event.parts}
    for wager, parts in void_parts(table).items():
        if undone.get(wager) != parts:
            stakes = _by_seat({seat: part.stake for seat, part in parts.items()})
            yield f"the wagers on the {wager} of {stakes} are void in round {table.round}, and its jackpot keeps them"


def paid_faults(table: LiveTable, entry: JournalEntry) -> Iterator[str]:
    """A practice table pays what was won of its jackpots with the ruling, each award once, and at no other time."""
    if entry.version < STATED:
        return
    won = table.drawn if entry.end is not None else {}
    due = {wager for wager, awards in won.items() if wager not in table.linked and any(awards.values())}
    paid = [(event.wager, event.round) for event in entry.jackpots if event.what == PAID]
    for wager in sorted(due):
        if paid.count((wager, table.round)) != 1:
            yield f"what was won of the {wager} in round {table.round} is not paid with the ruling"
    for wager, round_ in paid:
        if wager not in due or round_ != table.round:
            yield f"the {wager} of round {round_} is paid, and nothing of it is due"


def order_faults(changes: Sequence[Change], desk: Desk) -> Iterator[Fault]:
    """A jackpot changes in one order: that of each journal, and of the clock as far as clocks agree."""
    times = {seq: str(body.get("at", "")) for seq, body in desk}
    last: dict[int, int] = {}
    latest: datetime | None = None
    for change in in_order(changes):
        at = moment_of(times.get(change.seq, "") if change.chain == ROOM else change.at)
        if change.seq < last.get(change.chain, 0):
            yield _of(change), "is numbered after one that a later entry of its journal has made"
        if at is not None and latest is not None and at < latest - SKEW:
            yield _of(change), f"is of {at.isoformat()}, and numbered after one of {latest.isoformat()}"
        last[change.chain] = max(change.seq, last.get(change.chain, 0))
        latest = max(filter(None, (at, latest)), default=None)


def _by_seat(stakes: Mapping[int, int]) -> str:
    return ", ".join(f"seat {seat} {dollars(cents)}" for seat, cents in sorted(stakes.items())) or "nothing"


def emptied_faults(connection: Connection, changes: Sequence[Change], desk: Desk, ends: Ends) -> Iterator[Fault]:
    """No jackpot is emptied after wagers of a round have fed it and before that round has ended.

    A table plays one round after another: only its last can be under way.
    """
    stood = {seq: body for seq, body in desk if "jackpots" in body}
    fed: dict[int, int] = {}
    for change in in_order(changes):
        event = change.event
        if event.what == CONTRIBUTION and event.round in ends:
            fed[change.chain] = event.round or 0
        elif event.what in (TRANSFERRED, PROMOTION):
            for table, round_ in fed.items():
                if not _ended_before(connection, change, stood.get(change.seq, {}), table, ends[round_]):
                    yield _of(change), f"empties it while round {round_} was played for it at table {table}"
            fed = {}


def _ended_before(
    connection: Connection, change: Change, body: Mapping[str, object], table: int, end: int | None
) -> bool:
    """Whether a round had ended: by its table's own order, by where the desk saw the table stand, and as clocks go.

    An older entry of the desk does not tell where tables stood.
    """
    if end is None or change.chain == table:
        return end is not None and end < change.seq
    stood = body.get("stood") if change.chain == ROOM else None
    if isinstance(stood, Mapping) and not end <= stood.get(str(table), 0) <= _head(connection, table):
        return False
    text = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == table, JOURNAL.c.seq == end)).scalar()
    ended, emptied = time_of(text or ""), moment_of(body.get("at") if change.chain == ROOM else change.at)
    return ended is None or emptied is None or ended <= emptied + SKEW


def stood_faults(connection: Connection, changes: Sequence[Change], desk: Desk) -> Iterator[Fault]:
    """Whoever empties a jackpot tells of every table that feeds it where it stood, and it stood there then."""
    first = in_order(changes)[0].event
    fed = {change.chain for change in changes if change.event.what in BEGINS and change.chain != ROOM}
    for seq, body in desk:
        if body.get("jackpot") != first.meter or "stood" not in body:
            continue
        where, at = f"the room's journal, entry {seq}", moment_of(body.get("at"))
        if body["stood"].keys() != {str(table) for table in fed}:
            yield where, f"empties the jackpot {first.meter}, and does not tell where the tables stood that feed it"
        for table in fed:
            if not _stood(connection, table, body["stood"].get(str(table), 0), at):
                yield where, f"empties the jackpot {first.meter}, and table {table} did not stand where it tells"


BEGINS = (SEED, ADOPTED, JOINED)
"""With what a table comes to a jackpot."""


def _stood(connection: Connection, table: int, seq: int, at: datetime | None) -> bool:
    """Whether a table can have stood at an entry then: it was there, and the next was not for long, as clocks go."""
    if not 0 < seq <= _head(connection, table):
        return False
    around = select(JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain == table, JOURNAL.c.seq.in_((seq, seq + 1)))
    times = {row.seq: time_of(row.body) for row in connection.execute(around)}
    since, until = times.get(seq), times.get(seq + 1)
    late = at is not None and since is not None and since > at + SKEW
    return not late and (at is None or until is None or until >= at - SKEW - WAIT)


def _head(connection: Connection, table: int) -> int:
    """How many entries a table has written."""
    return int(connection.execute(select(CHAINS.c.seq).where(CHAINS.c.chain == table)).scalar() or 0)


def unjoined_faults(changes: Sequence[Change]) -> Iterator[Fault]:
    """Every table that feeds a jackpot, or wins of it, has begun or joined it before: its odds are compared then."""
    known: set[int] = set()
    for number, change in enumerate(in_order(changes)):
        known |= {change.chain} if number == 0 or change.event.what == JOINED else set()
        if change.event.what in (CONTRIBUTION, WON) and change.chain not in known:
            yield _of(change), f"is of table {change.chain}, which has not joined it"


def link_faults(connection: Connection, changes: Sequence[Change]) -> Iterator[Fault]:
    """Every table that has joined a progressive runs the game and configuration of the first, or has its odds."""
    first, *others = in_order(changes)
    plan = Plan.read(first.event.plan or {})
    joined = [change for change in others if change.event.what == JOINED and change.chain != ROOM]
    if plan.practice or first.chain == ROOM or not joined:
        return
    documents = Documents().over(connection)
    if plan.kind != PROGRESSIVE:
        for change in joined:
            game, settings = opened_as(journal.entry(connection, change.chain, 1), documents)
            if change.event.wager in game.seeds(settings):
                says = f"table {change.chain} has a progressive, and joined a {plan.kind} jackpot (clause jackpots.3)"
                yield _of(change), says
        return
    own = (*opened_as(journal.entry(connection, first.chain, 1), documents), first.event.wager)
    same = {link_key(*own): True}
    for change in joined:
        of = (*opened_as(journal.entry(connection, change.chain, 1), documents), change.event.wager)
        if (key := link_key(*of)) not in same:
            same[key] = of[2] in of[0].seeds(of[1]) and odds_key(*of) == odds_key(*own)
        if other := set_otherwise(plan, *of):
            yield _of(change), f"joined by table {change.chain}: {other}"
        if not same[key]:
            says = f"table {change.chain} has other odds than table {first.chain}, and joined it (WAC 230-15-685)"
            yield _of(change), says


def _of(change: Change) -> str:
    return f"jackpot {change.event.meter}, change {change.event.number}"
