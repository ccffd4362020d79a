"""Whether a change of a jackpot is what the changes before it, its round and two people make of it: computed again."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from houseway.money import dollars
from houseway.room.jackpots import changes, of_round
from houseway.room.jackpots.account import (
    ADOPTED,
    CONTRIBUTION,
    JOINED,
    NONE,
    PAID,
    PROMOTION,
    RECEIVED,
    REPLANNED,
    TRANSFERRED,
    Account,
)
from houseway.room.jackpots.award_audit import Change
from houseway.room.jackpots.event import AWARD, Event, Lines, adopted, award_account, did, house_of, payment
from houseway.room.jackpots.plan import CLOSED, PROGRESSIVE, Plan, takes_more
from houseway.room.jackpots.promotions import PRACTICE, promotion_of
from houseway.room.jackpots.two_people import CHANGES, plan_faults, replanned
from houseway.room.store.jackpots import Jackpot
from houseway.room.store.journal import ROOM
from houseway.round.meters import CORRECTED, MALFUNCTION, NOT_DISPLAYED, RECOVERED, SEED, VOIDED, WON


class Seen(NamedTuple):
    """What else an auditor has seen: what the round had done to the jackpot, and what the same entry changed.

    `asked` is what two people have agreed on, and `state` what the jackpot was by the desk's own entries. `heirs` tells
    of each jackpot that has ended which ones its money went to, one after the other.
    """

    before: Sequence[Event] = ()
    beside: Sequence[Event] = ()
    asked: Mapping[str, Any] = {}
    heirs: Mapping[str, Sequence[str]] = {}
    state: str = ""


def fault(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    """What a change is not, in words; nothing where it is what it must be."""
    event = change.event
    if event.what not in JUDGES:
        return f"is for {event.what!r}, for which no jackpot changes"
    if sum(cents for account, cents in event.lines if account.startswith(AWARD)) != event.by.pending:
        return "does not move what waits to be paid between the jackpot and the accounts of its awards"
    if event.plan is not None and Plan.read(event.plan).json() != event.plan:
        return "brings a plan that does not say all"
    if event.plan is not None and event.number > 1 and event.what != REPLANNED:
        return "brings another plan, which nobody has asked for"
    if event.house != house_of(change.chain):
        return f"is booked with {event.house}, and the house's account here is {house_of(change.chain)}"
    if change.chain == ROOM and event.what not in (PAID, VOIDED, CORRECTED) and event.wager != jackpot.wager:
        return f"is of the wager {event.wager!r}, and the jackpot is on the {jackpot.wager}"
    if event.lines and event.what not in OTHERS:
        return f"moves money of {', '.join(account for account, _ in event.lines)}, and nobody else's moves for that"
    if jackpot.state == CLOSED and event.what in OVER:
        return "is made of a jackpot that had ended"
    return JUDGES[event.what](jackpot, change, seen)


OVER = (SEED, ADOPTED, JOINED, CONTRIBUTION, WON, REPLANNED, RECEIVED, MALFUNCTION, NOT_DISPLAYED, RECOVERED)
"""What does not happen to a jackpot that has ended."""

OTHERS = (ADOPTED, WON, PAID, VOIDED, CORRECTED, PROMOTION)
"""What moves other accounts than the jackpot's and the house's: which, its judge says."""


def _began(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    """The first change of a jackpot brings its seed, or what an older meter showed; a table that joins brings none."""
    del seen
    event, seed = change.event, jackpot.plan.seed
    if (event.number == 1) != (event.plan is not None) or (event.number > 1 and event.what != JOINED):
        return "does not begin a jackpot, and no other change brings a plan or a seed"
    if event.what == ADOPTED and event.lines != adopted(jackpot.id, event.by, event.house):
        return "does not take over what its meter showed, and nothing else"
    if event.plan is not None and not jackpot.plan.practice and (faults := jackpot.plan.faults(jackpot.id)):
        return f"begins by a plan that no room runs: {'; '.join(faults)}"
    brings = Account(displayed=NONE + seed, seed=NONE + seed) if event.what == SEED else Account()
    return "" if event.what == ADOPTED or event.by == brings else "does not begin with the seed of its plan"


def _fed(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    del seen
    event = change.event
    wagers = {seat: part.stake for seat, part in event.parts.items()}
    if changes.contributions(jackpot.account, jackpot.plan, wagers) != dict(event.parts):
        return "the wagers did not add that"
    if changes.total(event.parts) != event.by:
        return "is not the sum of its wagers"
    return "" if event.shown in (0, int(event.left)) else "does not say what the meter showed"


def _won(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    del seen
    event = change.event
    taken = sum(event.awards.values())
    lines = {award_account(event.round or 0, seat, event.wager): cents for seat, cents in event.awards.items()}
    if changes.won(jackpot.account, jackpot.plan, taken, event.seeded) != event.by or dict(event.lines) != lines:
        return "does not hold what was won, and nothing else"
    if jackpot.plan.kind == PROGRESSIVE and event.shown != jackpot.account.shown:
        return f"was ruled upon by {dollars(event.shown)}, and the meter showed {dollars(jackpot.account.shown)}"
    return ""


def _paid(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    """An award is paid whole: at the desk, to whom the list of awards is held, or at a practice table to its seat."""
    event = change.event
    there = of_round.held(seen.before)
    taken = {account: -cents for account, cents in event.lines if account.startswith(AWARD)}
    given = [cents for account, cents in event.lines if not account.startswith(AWARD)]
    total = NONE + sum(taken.values())
    if event.by != Account(pending=-total, paid=total) or sorted(given) != sorted(taken.values()):
        return "does not pay what was held, and nothing else"
    if any(there.get(account, 0) != cents for account, cents in taken.items()):
        return "pays what was not held"
    if (change.chain == ROOM) == jackpot.plan.practice:
        return f"is paid at {'the desk' if change.chain == ROOM else 'a table'}, and its awards are not"
    if change.accounts and change.chain != ROOM and sorted(event.lines) != sorted(_to_seats(change, seen)):
        return "does not pay who has won it"
    return ""


def _to_seats(change: Change, seen: Seen) -> Lines:
    """What a practice table pays with the ruling."""
    event = change.event
    won = [each.awards for each in seen.before if (each.what, each.wager) == (WON, event.wager)]
    awards = {seat: cents for each in won for seat, cents in each.items()}
    return payment(event.round or 0, event.wager, awards, change.accounts)


def _voided(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    event, before = change.event, seen.before
    done = changes.total(event.parts) if event.parts else did(before)
    if all(each.wager != event.wager for each in before):
        return f"undoes what a wager {event.wager!r} did to it, and none did"
    fed = [each for each in before if each.what == CONTRIBUTION and each.wager == event.wager]
    if any(part not in [(s, p) for each in fed for s, p in each.parts.items()] for part in event.parts.items()):
        return "undoes wagers that were not made"
    of_wager = [each for each in before if each.what == VOIDED and each.wager == event.wager]
    undone = [part for each in of_wager for part in each.parts.items()]
    if any(part in undone for part in event.parts.items()):
        return "undoes wagers that were undone before"
    if changes.undone(jackpot.account, jackpot.plan, done) != event.by:
        return "does not undo what was done, to the fraction"
    if sorted(event.lines) != sorted(() if event.parts else of_round.released(before)):
        return "does not take back the awards of its round that wait to be paid, and nothing else"
    return ""


def _corrected(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    event = change.event
    if len(event.awards) != 1 or event.round is None:
        return "corrects no seat of a round"
    ((seat, cents),) = event.awards.items()
    if why := of_round.objection(seen.before, event.round, seat, cents, event.wager):
        return f"should not have been: {why}"
    closed = jackpot.state == CLOSED
    by = of_round.correction(jackpot.account, jackpot.plan, seen.before, seat, cents, closed=closed)
    return "" if by == event.by else "does not pay or give back what was corrected, and nothing else"


def _asked(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    """What two people do to a jackpot is what was asked for, by the jackpot as it was."""
    event, asked = change.event, seen.asked
    what, of = CHANGES.get(asked.get("what", ""), ("", lambda *_: Account()))
    if change.chain != ROOM or (what, asked.get("jackpot")) != (event.what, jackpot.id):
        return "was not asked for"
    if of(jackpot.account, asked) != event.by or event.wager != jackpot.wager:
        return "is not what was asked for"
    if what != REPLANNED:
        return ""
    if (plan := replanned(jackpot.plan, asked)) != Plan.read(event.plan or {}):
        return "is another plan than the one before it with what was asked for"
    return "; ".join(plan_faults(jackpot, plan))


def _left(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    """All of the players' money leaves: as it was asked for, with a practice table, or what came back after the end."""
    event = change.event
    by = changes.left_over(jackpot.account)
    ended = jackpot.state == CLOSED and any(
        (each.meter, each.number) == (jackpot.id, event.number - 1) and each.what in (VOIDED, CORRECTED)
        for each in seen.beside
    )
    practice = change.chain != ROOM and jackpot.plan.practice and event.what == PROMOTION and not ended
    if change.chain == ROOM and (why := _asked(jackpot, change, seen)):
        return why
    if by != event.by or not (change.chain == ROOM or ended or practice):
        return "does not move all of the players' money of a jackpot that ends, or has ended"
    if event.what == TRANSFERRED:
        return "" if any(each.what == RECEIVED for each in seen.beside) else "leaves for nowhere"
    to = (
        PRACTICE
        if practice
        else promotion_of([jackpot.id, *seen.heirs.get(jackpot.id, ())][-1] if ended else jackpot.id)
    )
    return "" if event.lines == ((to, changes.in_whole(by)),) else f"is not given to {to}"


def _received(jackpot: Jackpot, change: Change, seen: Seen) -> str:
    """What has left another jackpot, in the same entry, and may come to this one."""
    event = change.event
    left = [each for each in seen.beside if each.what == TRANSFERRED]
    sources = [each.meter for each in left if changes.received(jackpot.account, jackpot.plan, each.by) == event.by]
    if not sources:
        return "is not what has left another jackpot"
    if not takes_more(jackpot.plan, seen.state or jackpot.state):
        return f"players' money came to it, and it is {'practice' if jackpot.plan.practice else seen.state}"
    heirs = [heir for source in sources for heir in seen.heirs.get(source, ())]
    return "" if change.chain == ROOM or jackpot.id in heirs else "is not where that money went"


JUDGES: Mapping[str, Callable[[Jackpot, Change, Seen], str]] = {
    SEED: _began,
    ADOPTED: _began,
    JOINED: _began,
    CONTRIBUTION: _fed,
    WON: _won,
    PAID: _paid,
    VOIDED: _voided,
    CORRECTED: _corrected,
    MALFUNCTION: _asked,
    NOT_DISPLAYED: _asked,
    RECOVERED: _asked,
    REPLANNED: _asked,
    TRANSFERRED: _left,
    PROMOTION: _left,
    RECEIVED: _received,
}
"""Who judges a change, by what it is for."""
