"""What two people do to a jackpot: one asks, another approves. Each is for its one lawful reason (WAC 230-15-695)."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.money import dollars
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import PROMOTION, RECEIVED, TRANSFERRED, Account
from houseway.room.jackpots.act import HOUSE_ACCOUNT, Act
from houseway.room.jackpots.funds import BANK, CAGE, SEIZED_BY_STATE
from houseway.room.jackpots.plan import CLOSED, FROZEN, HOUSE, OPEN, SEIZED
from houseway.room.jackpots.promotions import promotion_of
from houseway.room.people.names import name_key
from houseway.room.store import ledger
from houseway.room.store.jackpots import Jackpot
from houseway.room.store.schema import PEOPLE
from houseway.round.meters import MALFUNCTION, NOT_DISPLAYED, RECOVERED


def _malfunction(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    act.book.change(jackpot, MALFUNCTION, changes.mended(_cents(asked)), HOUSE_ACCOUNT, reason=asked["reason"])


def _receipts(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    cents = _positive(asked)
    act.book.change(jackpot, NOT_DISPLAYED, changes.booked(cents), HOUSE_ACCOUNT, reason=asked["reason"])


def _recovered(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    by = changes.recovered(jackpot.account, _positive(asked), displayed=bool(asked.get("displayed", False)))
    act.book.change(jackpot, RECOVERED, by, HOUSE_ACCOUNT, reason=asked["reason"])


def _transfer(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """All of the players' money goes to another meter, broken cents too, and the jackpot ends."""
    _must_be_frozen(jackpot)
    if "to" not in asked:
        raise HousewayError("say to which jackpot the players' money goes")
    to = act.book.one(asked["to"])
    if to.id == jackpot.id or to.plan.kind == HOUSE or to.state == CLOSED:
        raise HousewayError(f"players' money goes to another progressive that is open, not to {to.id}")
    by = changes.left_over(jackpot.account)
    act.book.change(jackpot, TRANSFERRED, by, HOUSE_ACCOUNT, reason=asked["reason"])
    got = changes.within(
        to.account, to.plan, Account(-by.displayed, -by.reserve, contributed=-by.displayed - by.reserve)
    )
    act.book.change(to, RECEIVED, got, HOUSE_ACCOUNT, reason=asked["reason"])
    act.state(jackpot.id, CLOSED, asked["reason"])


def _promote(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """All of the players' money goes to a promotion that returns it to players, and the jackpot ends."""
    _must_be_frozen(jackpot)
    by = changes.left_over(jackpot.account)
    cents = -int(-(jackpot.account.displayed + jackpot.account.reserve) // 1)
    lines = ((promotion_of(jackpot.id), cents),)
    act.book.change(jackpot, PROMOTION, by, HOUSE_ACCOUNT, lines, reason=asked["reason"])
    act.state(jackpot.id, CLOSED, asked["reason"])


def _give(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """Players' money of a promotion goes back to a player."""
    cents, who, promotion = _positive(asked), asked.get("person", ""), promotion_of(jackpot.id)
    known = PEOPLE.c.id == who if isinstance(who, int) else PEOPLE.c.key == name_key(str(who))
    person = act.connection.execute(select(PEOPLE.c.id).where(known)).scalar()
    if person is None:
        raise UnknownName(f"there is nobody {'with the number' if isinstance(who, int) else 'called'} {who!r}")
    _must_hold(act, promotion, cents, f"the promotion of {jackpot.id}")
    act.move("promotion", ((promotion, -cents), (f"person:{person}", cents)))


def _replan(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """Another reserve or maximum; a maximum is not set below what is displayed (WAC 230-15-685)."""
    plan = jackpot.plan
    if not {"maximum", "reserve"} & asked.keys():
        raise IllegalSetting("say another maximum in dollars, or another reserve in percent")
    if "maximum" in asked:
        plan = plan._replace(maximum=_whole(asked["maximum"]))
    if "reserve" in asked:
        plan = plan._replace(reserve=Fraction(str(asked["reserve"])))
    if faults := plan.faults(jackpot.id):
        raise IllegalSetting("; ".join(faults))
    if plan.maximum and plan.maximum < jackpot.account.displayed:
        raise IllegalSetting(
            f"a maximum is not set below what is displayed, {dollars(jackpot.account.shown)} (WAC 230-15-685)"
        )
    act.book.change(jackpot, "plan", Account(), HOUSE_ACCOUNT, plan=plan.json(), reason=asked["reason"])


def _seize(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """The state has taken the money: no play and no collection until it is replaced (WAC 230-15-715)."""
    if jackpot.state == SEIZED:
        raise HousewayError(f"the jackpot {jackpot.id} is seized already")
    _must_hold(act, BANK, _positive(asked), "the prize account")
    act.move("seizure", ((BANK, -_positive(asked)), (SEIZED_BY_STATE, _positive(asked))))
    act.state(jackpot.id, SEIZED, asked["reason"])


def _replace(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """What was posted is there again."""
    if jackpot.state != SEIZED:
        raise HousewayError(f"the jackpot {jackpot.id} is {jackpot.state}, not seized")
    if _positive(asked) < jackpot.account.shown:
        raise HousewayError(f"the posted amount is replaced in full: {dollars(jackpot.account.shown)} (WAC 230-15-715)")
    act.move("replaced", ((CAGE, -_positive(asked)), (BANK, _positive(asked))))
    act.state(jackpot.id, OPEN, "")


ACTS: Mapping[str, Callable[[Act, Jackpot, Mapping[str, Any]], None]] = {
    "malfunction": _malfunction,
    "receipts": _receipts,
    "seed-recovered": _recovered,
    "transfer": _transfer,
    "promotion": _promote,
    "give": _give,
    "plan": _replan,
    "seizure": _seize,
    "replaced": _replace,
}
"""What two people may do to a jackpot, each for its one lawful reason."""

TAKES: Mapping[str, tuple[str, ...]] = {
    "malfunction": ("cents",),
    "receipts": ("cents",),
    "seed-recovered": ("cents", "displayed"),
    "transfer": ("to",),
    "promotion": (),
    "give": ("cents", "person"),
    "plan": ("maximum", "reserve"),
    "seizure": ("cents",),
    "replaced": ("cents",),
}
"""What each of them goes by, besides the jackpot and the reason."""

OF_THE_ACCOUNT = ("seizure", "replaced")
"""What of it moves money of the prize account, which stands behind all jackpots."""


def check_fields(what: str, given: Iterable[str]) -> None:
    """Refuse what an act does not go by: it would be asked for and approved, and never done."""
    for name in sorted(set(given) - set(TAKES[what])):
        if name == "cents":
            raise HousewayError("all of the jackpot's money goes there at once: leave the dollars empty")
        if name == "to":
            raise HousewayError("this goes to no other jackpot and to no person: leave the field for that empty")
        raise HousewayError(f"a request for {what} has no {name}: leave it out")


def _must_be_frozen(jackpot: Jackpot) -> None:
    if jackpot.state != FROZEN:
        raise HousewayError(f"the jackpot {jackpot.id} is {jackpot.state}: freeze it with a notice to players first")


def _must_hold(act: Act, account: str, cents: int, name: str) -> None:
    """Refuse what an account cannot give, as soon as it is asked for."""
    if (there := ledger.balances(act.connection, [account])[account]) < cents:
        raise HousewayError(f"{name} holds {dollars(there)}, which is less than {dollars(cents)}")


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise HousewayError(f"a maximum is whole cents, 0 for none, not {value!r}")
    return value


def _cents(asked: Mapping[str, Any]) -> int:
    cents = asked.get("cents")
    if not isinstance(cents, int) or isinstance(cents, bool) or not 0 < abs(cents) < 2**53:
        raise HousewayError("say how many dollars: an amount other than nothing")
    return cents


def _positive(asked: Mapping[str, Any]) -> int:
    if (cents := _cents(asked)) < 0:
        raise HousewayError("say how many dollars: an amount above nothing, without a minus")
    return cents
