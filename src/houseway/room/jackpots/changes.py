"""What each thing that happens makes of a jackpot's account: pure, in fractions of a cent."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.room.jackpots.account import NONE, Account, Unlawful
from houseway.room.jackpots.plan import HOUSE, Plan


class Part(NamedTuple):
    """What one wager has added: its stake in cents, and what went to the display and to the reserve."""

    stake: int
    displayed: Fraction
    reserve: Fraction

    @property
    def change(self) -> Account:
        return Account(self.displayed, self.reserve, contributed=self.displayed + self.reserve)


def taken_over(plan: Plan, shows: Fraction) -> Account:
    """What a meter that has no account yet showed: its seed as far as it goes, and what wagers had added."""
    seed = min(NONE + plan.seed, shows)
    return Account(displayed=shows, seed=seed, contributed=shows - seed)


def contributions(account: Account, plan: Plan, stakes: Mapping[int, int]) -> dict[int, Part]:
    """What the wagers of a round add, by seat; beyond the maximum all of it goes to the reserve."""
    parts = {}
    room = max(NONE, plan.maximum - account.displayed) if plan.maximum else None
    for seat, stake in sorted(stakes.items()):
        whole = stake * plan.increment
        shown = whole if room is None else min(whole, room)
        room = None if room is None else room - shown
        parts[seat] = Part(stake, shown, stake * plan.reserve + whole - shown)
    return parts


def total(parts: Mapping[int, Part]) -> Account:
    """All parts of a round together."""
    found = Account()
    for part in parts.values():
        found = found.plus(part.change)
    return found


def won(account: Account, plan: Plan, taken: int, seeded: int) -> Account:
    """An award freezes: it leaves the display, which is seeded anew from the reserve as far as that goes.

    The prize of a house jackpot is the house's money, which it sets apart; nothing that is displayed moves.
    """
    if plan.kind == HOUSE:
        return Account(pending=Fraction(taken), seed=Fraction(taken))
    from_reserve = min(int(account.reserve), seeded)
    return Account(
        displayed=Fraction(seeded - taken),
        pending=Fraction(taken),
        reserve=Fraction(-from_reserve),
        seed=Fraction(seeded - from_reserve),
    )


def undone(account: Account, plan: Plan, did: Account) -> Account:
    """The reverse of what was done, to the fraction.

    What has been paid out since cannot be taken back from those who won it: the house makes it good, so that no display
    falls below its seed and no reserve below nothing. What rises above the maximum goes to the reserve.
    """
    back = did.minus()
    return within(account, plan, back)


def within(account: Account, plan: Plan, by: Account) -> Account:
    """A change with what the house makes good, and without what goes beyond the maximum."""
    after = account.plus(by)
    floor = min(account.displayed, Fraction(plan.seed))
    short = max(NONE, floor - after.displayed)
    beyond = max(NONE, after.displayed - plan.maximum) if plan.maximum and by.displayed > 0 else NONE
    missing = max(NONE, -(after.reserve + beyond))
    return by.plus(Account(displayed=short - beyond, reserve=missing + beyond, seed=short + missing))


def owed(account: Account, plan: Plan, cents: int, *, whole: bool) -> Account:
    """An award that was missed, paid from the meter that owed it; one that was the whole meter seeds it anew."""
    by = won(account, plan, cents, plan.seed if whole else 0)
    return within(account, plan, by._replace(pending=NONE, paid=by.pending))


def given_back(account: Account, plan: Plan, cents: int, seeded: int) -> Account:
    """An award, or a part, that was not won goes back to the meter, and the seed that it was given for to the house."""
    return within(
        account, plan, Account(displayed=Fraction(cents - seeded), paid=Fraction(-cents), seed=Fraction(-seeded))
    )


def recovered(account: Account, cents: int, *, displayed: bool) -> Account:
    """Seed money that the house takes back, from the display or from what is not displayed."""
    where = {"displayed": Fraction(-cents)} if displayed else {"reserve": Fraction(-cents)}
    return Account(recovered=Fraction(cents), **where)


def booked(cents: int) -> Account:
    """Funds not displayed that are booked as receipts."""
    return Account(reserve=Fraction(-cents), receipts=Fraction(cents))


def mended(cents: int) -> Account:
    """A malfunction corrected: what the display showed too much, or below zero too little, which the house adds."""
    if cents < 0:
        return Account(displayed=Fraction(-cents), seed=Fraction(-cents))
    return Account(displayed=Fraction(-cents), malfunction=Fraction(cents))


def left_over(account: Account) -> Account:
    """All that is on the display and in the reserve leaves for players elsewhere, broken cents too."""
    if account.pending:
        raise Unlawful("an award waits to be paid: pay it, or void its round, first")
    return Account(-account.displayed, -account.reserve, moved=account.displayed + account.reserve)


def received(account: Account, plan: Plan, left: Account) -> Account:
    """What has left another jackpot comes to this one."""
    return within(account, plan, Account(-left.displayed, -left.reserve, contributed=left.moved))


def in_whole(left: Account) -> int:
    """The cents that a promotion gets of what has left a jackpot: a broken one is rounded in the players' favour."""
    return -int(-left.moved // 1)
