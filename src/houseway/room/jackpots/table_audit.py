"""Jackpots and the tables that feed them: with every wager, never as one is emptied, and all with the same odds."""

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import Connection, select

from houseway.money import dollars
from houseway.room.audit.chain import SKEW, moment_of, time_of
from houseway.room.jackpots.account import CONTRIBUTION, JOINED, PROMOTION, TRANSFERRED
from houseway.room.jackpots.award_audit import Change, Desk, Fault, in_order
from houseway.room.jackpots.plan import PROGRESSIVE, Plan, link_key, odds_key
from houseway.room.store import journal
from houseway.room.store.documents import Documents
from houseway.room.store.journal import ROOM
from houseway.room.store.meters import METERED
from houseway.room.store.schema import JOURNAL
from houseway.room.table.entry import JournalEntry
from houseway.room.table.following import stakes_on, void_parts
from houseway.room.table.metering import opened_as
from houseway.room.table.state import LiveTable
from houseway.round.meters import VOIDED

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
                    where = f"jackpot {event.meter}, change {event.number}"
                    yield where, f"empties it while round {round_} was played for it at table {table}"
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
    if isinstance(stood, Mapping) and stood.get(str(table), 0) < end:
        return False
    text = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == table, JOURNAL.c.seq == end)).scalar()
    ended, emptied = time_of(text or ""), moment_of(body.get("at") if change.chain == ROOM else change.at)
    return ended is None or emptied is None or ended <= emptied + SKEW


def link_faults(connection: Connection, changes: Sequence[Change]) -> Iterator[Fault]:
    """Every table that has joined a progressive runs the game and configuration of the first, or has its odds."""
    first, *others = in_order(changes)
    plan = Plan.read(first.event.plan or {})
    joined = [change for change in others if change.event.what == JOINED and change.chain != ROOM]
    if plan.practice or plan.kind != PROGRESSIVE or first.chain == ROOM or not joined:
        return
    documents = Documents().over(connection)
    own = (*opened_as(journal.entry(connection, first.chain, 1), documents), first.event.wager)
    same = {link_key(*own): True}
    for change in joined:
        of = (*opened_as(journal.entry(connection, change.chain, 1), documents), change.event.wager)
        if (key := link_key(*of)) not in same:
            same[key] = of[2] in of[0].seeds(of[1]) and odds_key(*of) == odds_key(*own)
        if not same[key]:
            says = f"table {change.chain} has other odds than table {first.chain}, and joined it (WAC 230-15-685)"
            yield f"jackpot {change.event.meter}, change {change.event.number}", says
