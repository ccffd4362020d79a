"""The audit of rounds that somebody else has paid: each read, ruled upon and compared as money, on every core.

Rounds come and go in batches: no more than a few batches are in memory at once, however long the files are.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from houseway.disputes.blanks import has_unknown
from houseway.disputes.columns import CONTEXT, cents_of
from houseway.disputes.source import Raw
from houseway.disputes.unknown import rulings
from houseway.errors import Faulty, HousewayError, IllegalRound
from houseway.round.auditing import Gap, Said, books, gaps, not_ruled, plain, said_by
from houseway.round.codec import read_json
from houseway.round.record import Record, record_from, settle
from houseway.round.ruling import Ruling

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
"""How a time begins that tells its day."""

BATCH = 100
"""Rounds that a core is given at once."""

AHEAD = 3
"""Batches that wait for each core."""

PAID = ("paid", "paid_cents")
"""What a seat was paid by wager: dollars as text, or cents."""

BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a fault of our own looks like: it is one round's finding, and the rest goes on."""


def _of_round(kind: str, what: str) -> Gap:
    """An error of a round, and of no wager of it."""
    return Gap(None, None, kind, None, None, "", what)


NO_PAYOUTS = _of_round("no-payouts", "the round does not say what was paid: `paid` or `payouts`")


class Difference(NamedTuple):
    """One error: where it stands, of which wager, what was paid and what is due in cents; one line of output."""

    file: str
    place: str
    round: str
    dealer: str
    table: str
    time: str
    seat: Any
    wager: Any
    kind: str
    clause: str
    paid_cents: int | None
    due_cents: int | None
    difference_cents: int | None
    what: str


class Plan(NamedTuple):
    """How rounds are audited: what `paid` means, and the folders that more games come from."""

    paid: str = ""
    folders: tuple[str, ...] = ()


@dataclass
class Batch:
    """What an audit of some rounds has found; `seen` counts rounds by who dealt, where and at which hour, and `unread`
    the files that could not be read."""

    rounds: int = 0
    read: int = 0
    file: str = ""
    differences: list[Difference] = field(default_factory=list)
    seen: dict[str, Counter[str]] = field(default_factory=dict)
    unread: int = 0


class Claim(NamedTuple):
    """A round as it is told: the fields of its record, what was paid in cents, and who dealt it where and when."""

    table: dict[str, Any]
    paid: dict[tuple[Any, Any], int] | None
    context: Mapping[str, str]


def audited(rounds: Iterable[Raw], plan: Plan | None = None, *, workers: int = 1) -> Iterator[Batch]:
    """Audit rounds in batches, in their order; with several workers, batches of a longer file go to processes."""
    plan = plan or Plan()
    batches = _batches(rounds)
    first, second = next(batches, []), next(batches, [])
    if workers <= 1 or not second:
        for batch in _again(first, second, batches):
            yield audit_batch(batch, plan)
        return
    yield from _spread(_again(first, second, batches), plan, workers)


def _again(first: list[Raw], second: list[Raw], rest: Iterator[list[Raw]]) -> Iterator[list[Raw]]:
    yield from (batch for batch in (first, second) if batch)
    yield from rest


def _batches(rounds: Iterable[Raw]) -> Iterator[list[Raw]]:
    source = iter(rounds)
    while batch := list(islice(source, BATCH)):
        yield batch


def _spread(batches: Iterator[list[Raw]], plan: Plan, workers: int) -> Iterator[Batch]:
    """Hand batches to processes, a bounded number at a time, and take their results in order."""
    waiting: deque[Future[Batch]] = deque()
    with ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(plan.folders,)
    ) as pool:
        try:
            for batch in batches:
                waiting.append(pool.submit(audit_batch, batch, plan))
                if len(waiting) >= workers * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise HousewayError("a process of the audit has died: try again with --workers 1") from None
        finally:
            for each in waiting:
                each.cancel()


def _begin(folders: tuple[str, ...]) -> None:
    """A process of its own knows the same games."""
    from houseway.games.folder import add_games, add_named

    add_named()
    for folder in folders:
        add_games(Path(folder))


def audit_batch(rounds: list[Raw], plan: Plan) -> Batch:
    """Audit a few rounds."""
    unread = sum(raw.no_round for raw in rounds)
    batch = Batch(
        len(rounds) - unread, rounds[-1].read if rounds else 0, rounds[-1].file if rounds else "", unread=unread
    )
    for raw in rounds:
        context, differences = audit_round(raw, plan)
        batch.differences += differences
        for name, value in (*context.items(), ("hour", hour_of(context.get("time", "")))):
            if name != "time" and value:
                batch.seen.setdefault(name, Counter())[value] += 1
    return batch


def audit_round(raw: Raw, plan: Plan) -> tuple[Mapping[str, str], list[Difference]]:
    """Audit one round: its context, and every error of it."""
    context: Mapping[str, str] = {}
    round_ = ""
    kind = "unreadable"
    try:
        claim = claimed(raw)
        context = claim.context
        if has_unknown(claim.table):
            found = _undecided(claim, _paid_as(raw, plan))
            return context, [_difference(raw, str(claim.table.get("round", "")), context, gap) for gap in found]
        record = record_from(claim.table, raw.place)
        round_ = str(record.more.get("round", ""))
        kind = "impossible"
        return context, [_difference(raw, round_, context, gap) for gap in judged(record, claim, _paid_as(raw, plan))]
    except Faulty as fault:
        what = "; ".join(f"{place}: {sentence}" for place, sentence in fault.faults)
    except HousewayError as fault:
        what = str(fault)
    except BROKEN as fault:
        kind, what = "fault", f"houseway itself failed, which is ours to mend: {type(fault).__name__}: {fault}"
    return context, [_difference(raw, round_, context, _of_round(kind, what))]


def _paid_as(raw: Raw, plan: Plan) -> str:
    return plan.paid or (raw.fitted.columns.paid if raw.fitted else "net")


def judged(record: Record, claim: Claim, paid_as: str) -> list[Gap]:
    """What was paid in a round otherwise than it should have been."""
    settled = settle(record)
    ruling = settled.ruling
    off = [*(_of_round("books", what) for what in books(record, settled)), *_of_document(record)]
    if claim.paid is not None:
        return [*gaps(_as_net(claim.paid, ruling, paid_as), ruling), *off]
    if record.payouts is not None:
        return [*gaps(said_by(record.payouts), ruling), *off]
    return [NO_PAYOUTS]


def _of_document(record: Record) -> list[Gap]:
    """That a round was ruled by another document than the one whose hash it names."""
    return [_of_round("document", record.remark)] if record.remark else []


def _undecided(claim: Claim, paid_as: str) -> list[Gap]:
    """What was paid in a round with cards that nobody saw, and that no card would make right."""
    if claim.paid is None:
        return [NO_PAYOUTS]
    ruled = rulings(claim.table)
    told = {key: Said(cents) for key, cents in claim.paid.items()}
    found = list(not_ruled(told, {(each.seat, each.wager) for each in ruled.wagers}))
    for each in ruled.wagers:
        paid = claim.paid.get((each.seat, each.wager))
        net = paid if paid is None or paid_as == "net" else paid - each.stake
        if net not in [outcome.cents for outcome in each.outcomes] and (net is not None or each.stake):
            due = min((outcome for outcome in each.outcomes), key=lambda outcome: abs(outcome.cents - (net or 0)))
            why = f"whatever card was not seen; the nearest ruling is: {due.why}"
            found.append(Gap(each.seat, each.wager, "out-of-range", net, due.cents, due.clause, why))
    return [*found, *_of_document(ruled.record)]


def _as_net(paid: Mapping[tuple[Any, Any], int], ruling: Ruling, paid_as: str) -> dict[tuple[Any, Any], Said]:
    """What seats gained; where all that they were given is told, their stakes are taken off."""
    stakes: Counter[tuple[Any, Any]] = Counter()
    for payout in ruling if paid_as == "returned" else ():
        stakes[payout.seat, payout.wager] += payout.stake
    return {key: Said(cents - stakes[key]) for key, cents in paid.items()}


def claimed(raw: Raw) -> Claim:
    """A round as its file tells it, what was paid and who dealt it taken apart from the record."""
    if raw.fault:
        raise IllegalRound(raw.fault)
    if raw.fitted is not None:
        table = raw.fitted.record(raw.rows)
    else:
        table = dict(raw.table) if raw.table is not None else read_json(raw.text, raw.place)
    if not isinstance(table, dict):
        raise IllegalRound(f"a round is a table of fields, not {str(table)[:40]!r}")
    context = _context(table)
    seats = table.get("seat")
    if not isinstance(seats, list):
        return Claim(table, None, context)
    told = [seat for seat in seats if isinstance(seat, dict) and any(name in seat for name in PAID)]
    paid = {(plain(seat.get("number")), wager): cents for seat in told for wager, cents in _amounts(seat)}
    return Claim(table | {"seat": [_unpaid(seat) for seat in seats]}, paid if told else None, context)


def _unpaid(seat: Any) -> Any:
    """A seat as the record has it, without what it was paid."""
    return {key: value for key, value in seat.items() if key not in PAID} if isinstance(seat, dict) else seat


def _amounts(seat: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """What a seat was paid by wager: `paid` in dollars as text, `paid_cents` in cents."""
    for name in PAID:
        amounts = seat.get(name, {})
        if not isinstance(amounts, dict):
            raise IllegalRound(f"{name} is a table of wagers and amounts, not {amounts!r}")
        for wager, amount in amounts.items():
            if type(amount) not in (int, str):
                raise IllegalRound(f'{name}.{wager} is an amount, as in "25.00", not {amount!r}')
            yield wager, cents_of(str(amount), in_cents=name == "paid_cents")


def _context(table: dict[str, Any]) -> Mapping[str, str]:
    """Who dealt, where and when: the field `context`, else what a card room's record tells."""
    told = table.pop("context", {})
    if not isinstance(told, dict) or not set(told) <= set(CONTEXT):
        raise IllegalRound(f"context has the fields {', '.join(CONTEXT)}, not {told!r}")
    if DAY.match(str(told.get("time", ""))):
        table.setdefault("started", told["time"])  # the version of the rules in force on that day rules
    room = {"table": table.get("table"), "time": table.get("started")}
    return {name: str(value) for name, value in ({**room, **told}).items() if value not in (None, "")}


def hour_of(time: str) -> str:
    """The hour of a time of day, "20" of 2026-11-15T20:10 and of 8:10 pm; "" where none is told."""
    match = re.search(r"(?<![0-9])([0-9]{1,2}):[0-9]{2}(?::[0-9.]+)?\s*([ap]\.?m)?", time, re.IGNORECASE)
    if match is None or int(match[1]) > 23:
        return ""
    half = (match[2] or "").lower()[:1]
    return f"{int(match[1]) % 12 + 12 * (half == 'p') if half else int(match[1]):02d}"


def _difference(raw: Raw, round_: str, context: Mapping[str, str], gap: Gap) -> Difference:
    paid = gap.paid if type(gap.paid) is int else None
    off = None if paid is None and gap.due is None else (paid or 0) - (gap.due or 0)
    dealer, table, time = (context.get(name, "") for name in CONTEXT)
    what = gap.why if gap.seat is None else str(gap)
    return Difference(
        raw.file,
        raw.place,
        round_,
        dealer,
        table,
        time,
        gap.seat,
        gap.wager,
        gap.kind,
        gap.clause,
        paid,
        gap.due,
        off,
        what,
    )
