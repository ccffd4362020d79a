"""What two people do to a jackpot: one asks, another approves. Each is for its one lawful reason (WAC 230-15-695)."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.money import dollars
from houseway.room.jackpots import changes
from houseway.room.jackpots.account import PROMOTION, RECEIVED, REPLANNED, TRANSFERRED, Account
from houseway.room.jackpots.act import Act
from houseway.room.jackpots.event import HOUSE_ACCOUNT
from houseway.room.jackpots.funds import BANK
from houseway.room.jackpots.moves import MOVES, cents_of, positive
from houseway.room.jackpots.plan import CLOSED, FROZEN, HOUSE, OPEN, SEIZED, Plan, takes_more
from houseway.room.jackpots.promotions import promotion_of
from houseway.room.people.names import name_key
from houseway.room.people.people import PLAYER
from houseway.room.store import feeding, jackpots_told, ledger
from houseway.room.store.jackpots import Jackpot
from houseway.room.store.schema import PEOPLE
from houseway.round.meters import MALFUNCTION, NOT_DISPLAYED, RECOVERED


def _change(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """What is on the display or in the reserve changes by what was asked for."""
    what, of = CHANGES[asked["what"]]
    if jackpot.plan.kind == HOUSE and asked["what"] not in ENDS:
        raise HousewayError(
            f"the house jackpot {jackpot.id} has no meter and no reserve: there is nothing to correct or to recover"
        )
    act.book.change(jackpot, what, of(jackpot.account, asked), HOUSE_ACCOUNT, reason=asked["reason"])


def _transfer(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """All of the players' money goes to another meter, broken cents too, and the jackpot ends."""
    _must_be_frozen(act, jackpot)
    if "to" not in asked:
        raise HousewayError("say to which jackpot the players' money goes")
    to = jackpots_told.sound(act.book, asked["to"])
    if to.id == jackpot.id or not takes_more(to.plan, to.state):
        raise HousewayError(f"players' money goes to another progressive that is open, not to {to.id}")
    _change(act, jackpot, asked)
    got = changes.received(to.account, to.plan, act.book.events[-1].by)
    act.book.change(to, RECEIVED, got, HOUSE_ACCOUNT, reason=asked["reason"])
    act.state(jackpot.id, CLOSED, asked["reason"])


def _promote(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """All of the players' money goes to a promotion that returns it to players, and the jackpot ends."""
    _must_be_frozen(act, jackpot)
    by = changes.left_over(jackpot.account)
    lines = ((promotion_of(jackpot.id), changes.in_whole(by)),)
    act.book.change(jackpot, PROMOTION, by, HOUSE_ACCOUNT, lines, reason=asked["reason"])
    act.state(jackpot.id, CLOSED, asked["reason"])


def _give(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """Players' money of a promotion goes back to a player."""
    cents, who = positive(asked), asked.get("person", "")
    known = {"id": who} if isinstance(who, int) else {"key": name_key(str(who))}
    person = act.connection.execute(select(PEOPLE).filter_by(**known)).first()
    if person is None:
        raise UnknownName(f"there is nobody {'with the number' if isinstance(who, int) else 'called'} {who!r}")
    if act.people.sound(act.connection, person, **known).role != PLAYER:
        raise HousewayError(f"{person.name} is of the staff: players' money of a promotion goes to a player, name one")
    _must_hold(act, promotion_of(jackpot.id), cents, f"the promotion of {jackpot.id}")
    act.move(*MOVES["give"]({**asked, "person": person.id}))


def _replan(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """Another reserve or maximum; a maximum is not set below what is displayed (WAC 230-15-685)."""
    if not {"maximum", "reserve"} & asked.keys():
        raise IllegalSetting("say another maximum in dollars, or another reserve in percent")
    plan = replanned(jackpot.plan, asked)
    if faults := list(plan_faults(jackpot, plan)):
        raise IllegalSetting("; ".join(faults))
    act.book.change(jackpot, REPLANNED, Account(), HOUSE_ACCOUNT, plan=plan.json(), reason=asked["reason"])


def plan_faults(jackpot: Jackpot, plan: Plan) -> Iterator[str]:
    """What is wrong with another plan for a jackpot as it stands."""
    yield from plan.faults(jackpot.id)
    if plan.maximum and plan.maximum < jackpot.account.displayed:
        yield f"a maximum is not set below what is displayed, {dollars(jackpot.account.shown)} (WAC 230-15-685)"


def replanned(plan: Plan, asked: Mapping[str, Any]) -> Plan:
    """A plan with the maximum and the reserve that are asked for, and as it was in all else."""
    if "maximum" in asked:
        plan = plan._replace(maximum=_whole(asked["maximum"]))
    if "reserve" in asked:
        plan = plan._replace(reserve=Fraction(str(asked["reserve"])))
    return plan


def _seize(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """The state has taken the money: no play and no collection until it is replaced (WAC 230-15-715)."""
    if jackpot.state == SEIZED:
        raise HousewayError(f"the jackpot {jackpot.id} is seized already")
    _must_hold(act, BANK, positive(asked), "the prize account")
    act.move(*MOVES["seizure"](asked))
    act.more["was"] = {"state": jackpot.state, "notice": jackpot.notice}
    act.state(jackpot.id, SEIZED, asked["reason"])


def _replace(act: Act, jackpot: Jackpot, asked: Mapping[str, Any]) -> None:
    """What was posted is there again, and the jackpot is as it was before: frozen, or open as far as its money goes."""
    if jackpot.state != SEIZED:
        raise HousewayError(f"the jackpot {jackpot.id} is {jackpot.state}, not seized")
    if positive(asked) < jackpot.account.shown:
        raise HousewayError(f"the posted amount is replaced in full: {dollars(jackpot.account.shown)} (WAC 230-15-715)")
    act.move(*MOVES["replaced"](asked))
    was = jackpots_told.at_the_desk(act.connection, jackpot.id).entry.get("was", {})
    if was.get("state") == FROZEN:
        act.state(jackpot.id, FROZEN, was["notice"])
    else:
        act.state(jackpot.id, OPEN, "")


CHANGES: Mapping[str, tuple[str, Callable[[Account, Mapping[str, Any]], Account]]] = {
    "malfunction": (MALFUNCTION, lambda _, asked: changes.mended(cents_of(asked))),
    "receipts": (NOT_DISPLAYED, lambda _, asked: changes.booked(positive(asked))),
    "seed-recovered": (
        RECOVERED,
        lambda account, asked: changes.recovered(
            account, positive(asked), displayed=bool(asked.get("displayed", False))
        ),
    ),
    "transfer": (TRANSFERRED, lambda account, _: changes.left_over(account)),
    "promotion": (PROMOTION, lambda account, _: changes.left_over(account)),
    "plan": (REPLANNED, lambda *_: Account()),
}
"""What each of them makes of the jackpot's account, for who does it and for who audits it."""

ACTS: Mapping[str, Callable[[Act, Jackpot, Mapping[str, Any]], None]] = {
    "malfunction": _change,
    "receipts": _change,
    "seed-recovered": _change,
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

KINDS: Mapping[str, tuple[type, ...]] = {"displayed": (bool,), "person": (int, str), "reserve": (str,), "to": (str,)}
"""How a request tells what is no amount: nothing passes for another kind in the journal."""

OF_THE_ACCOUNT = ("seizure", "replaced")
"""What of it moves money of the prize account, which stands behind all jackpots."""


def check_fields(what: str, given: Mapping[str, Any]) -> None:
    """Refuse what an act does not go by: it would be asked for and approved, and never done."""
    for name in sorted(set(given) - set(TAKES[what])):
        if name == "cents":
            raise HousewayError("all of the jackpot's money goes there at once: leave the dollars empty")
        if name == "to":
            raise HousewayError("this goes to no other jackpot and to no person: leave the field for that empty")
        raise HousewayError(f"a request for {what} has no {name}: leave it out")
    for name, kind in KINDS.items():
        if name in given and type(given[name]) not in kind:
            raise HousewayError(f"a request for {what} tells its {name} otherwise: not as {given[name]!r}")


def doing(act: Act, what: str, id_: str) -> Jackpot:
    """The jackpot that an act is on, as signed entries tell it; one that has ended takes none.

    What its promotion has is given to players still, and what an older void has put back on it is moved.
    """
    jackpot = jackpots_told.sound(act.book, id_)
    if jackpot.state == CLOSED and what != "give":
        if what not in ENDS or not sum(jackpot.account.held):
            raise HousewayError(f"the jackpot {id_} is closed: nothing is done to it any more; name one that is open")
    return jackpot


ENDS = ("transfer", "promotion")
"""What empties a jackpot, and ends it."""


def _must_be_frozen(act: Act, jackpot: Jackpot) -> None:
    """Refuse to empty a jackpot that may grow, or be won, still."""
    if jackpot.state not in (FROZEN, CLOSED):
        raise HousewayError(f"the jackpot {jackpot.id} is {jackpot.state}: freeze it with a notice to players first")
    heads = feeding.tables_of(act.connection, jackpot.id)
    if (table := feeding.played_for(act.connection, jackpot.id, heads)) is not None:
        raise HousewayError(f"table {table} plays a round for the jackpot {jackpot.id}: let it end first")
    act.more["stood"] = {str(table): head.seq for table, head in heads.items()}


def _must_hold(act: Act, account: str, cents: int, name: str) -> None:
    """Refuse what an account cannot give, as soon as it is asked for."""
    if (there := ledger.balances(act.connection, [account])[account]) < cents:
        raise HousewayError(f"{name} holds {dollars(there)}, which is less than {dollars(cents)}")


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise HousewayError(f"a maximum is whole cents, 0 for none, not {value!r}")
    return value
