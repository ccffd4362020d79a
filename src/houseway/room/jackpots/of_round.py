"""What a round has done to one jackpot, by the changes that its entries tell: what is held, had, and may be owed.

Who voids or corrects a round goes by these, and so does the audit.
"""

from collections import Counter
from collections.abc import Sequence

from houseway.money import dollars
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import CONTRIBUTION, Account
from houseway.room.jackpots.event import AWARD, Event, Lines
from houseway.room.jackpots.plan import Plan
from houseway.round.meters import CORRECTED, VOIDED, WON


def standing(done: Sequence[Event]) -> Sequence[Event]:
    """What was done since the round was last voided as a whole."""
    voids = [at for at, event in enumerate(done) if event.what == VOIDED and not event.parts]
    return done[voids[-1] + 1 :] if voids else done


def held(done: Sequence[Event]) -> dict[str, int]:
    """The awards that are held and not paid, by their account."""
    found = Counter[str]()
    for event in done:
        found.update({account: cents for account, cents in event.lines if account.startswith(AWARD)})
    return {account: cents for account, cents in found.items() if cents}


def released(done: Sequence[Event]) -> Lines:
    """What a void takes out of the accounts of awards that wait."""
    return tuple((account, -cents) for account, cents in held(done).items())


def awarded(done: Sequence[Event], seat: int | None = None) -> int:
    """What a seat, or the whole table, has had of a jackpot in a round, corrections included."""
    awards = [event.awards for event in standing(done) if event.what in (WON, CORRECTED)]
    return sum(cents for each in awards for at, cents in each.items() if seat in (None, at))


def shown(done: Sequence[Event]) -> int:
    """The most that the meter showed in a round."""
    return max((event.shown for event in standing(done) if event.what in (CONTRIBUTION, WON)), default=0)


def objection(done: Sequence[Event], round_: int, seat: int, cents: int, name: str) -> str:
    """Why the jackpot of a wager of this name cannot owe this to a seat, or be given it back; nothing where it can.

    All that the seats of a round have of a meter, corrections included, is no more than it showed.
    """
    now, most, had = standing(done), shown(done), awarded(done)
    if done and not now:
        return f"round {round_} is void, with all its wagers: the meter of the {name} owes nobody anything"
    if not any(event.what == CONTRIBUTION and seat in event.parts for event in now):
        return f"seat {seat} made no wager on the {name} in round {round_}: its meter owes it nothing"
    if cents > most:
        return f"the meter showed {dollars(most)} in round {round_}: it cannot owe {dollars(cents)}"
    if cents > 0 and cents + had > most:
        return (
            f"the meter showed {dollars(most)} in round {round_}, and {dollars(had)} of it was awarded: it cannot owe "
            f"{dollars(cents)} more; the house can, without a wager"
        )
    if -cents > (got := awarded(done, seat)):
        return f"seat {seat} was awarded {dollars(got)} of that meter: it cannot give back more"
    return ""


def correction(
    account: Account, plan: Plan, done: Sequence[Event], seat: int, cents: int, *, closed: bool = False
) -> Account:
    """What a correction makes of a jackpot: paid from the meter that owed it, or given back to it.

    One that was the whole meter seeds it anew, unless the jackpot has ended.
    """
    if cents > 0:
        fed = next(event for event in standing(done) if event.what == CONTRIBUTION and seat in event.parts)
        return changes.owed(account, plan, cents, whole=cents == fed.shown and not closed)
    whole = [event for event in standing(done) if event.what == WON and event.awards == {seat: -cents}]
    return changes.given_back(account, plan, -cents, whole[0].seeded if whole else 0)
