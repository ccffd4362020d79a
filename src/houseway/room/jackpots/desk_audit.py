"""Whether the jackpots' desk did what its people agreed on: awards step by step, requests as they were asked for.

Each act changes jackpots for its own reason, moves its own money, and nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from houseway.errors import HousewayError
from houseway.money import dollars, signed
from houseway.room.audit.chain import SKEW, moment_of
from houseway.room.audit.people import People
from houseway.room.jackpots import moves
from houseway.room.jackpots.account import RECEIVED, TRANSFERRED
from houseway.room.jackpots.act import DECLINED, TAKEN_BACK
from houseway.room.jackpots.award_audit import APPROVED, PAID, VERIFIED, Desk, Fault
from houseway.room.jackpots.event import Event, award_account
from houseway.room.jackpots.funds import BANK
from houseway.room.jackpots.plan import CLOSED, FROZEN, OPEN, SEIZED, SUSPENDED
from houseway.room.jackpots.two_people import ACTS, CHANGES, TAKES
from houseway.room.people.names import name_key
from houseway.room.people.people import PLAYER
from houseway.room.store import ledger

STEPS = (VERIFIED, APPROVED, PAID)
"""What happens to an award, in this order."""

BY_ONE = ("asked", VERIFIED, APPROVED, DECLINED, TAKEN_BACK, "frozen", "thawed", "deposit", "reviewed")
"""What one person does, which changes no jackpot's account."""

REASONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((*BY_ONE, *ACTS), ()),
    **{act: (what,) for act, (what, _) in CHANGES.items()},
    "transfer": (TRANSFERRED, RECEIVED),
    PAID: (PAID,),
}
"""All acts of the desk, and what each changes jackpots for."""


def desk_faults(desk: Desk, names: Mapping[str, int]) -> Iterator[Fault]:
    """Everything that the desk's entries should not have said, in their order. `names` tells whose a name is."""
    awards: dict[int, list[Mapping[str, Any]]] = {}
    asked: dict[int, Mapping[str, Any]] = {}
    for seq, body in desk:
        where = f"the room's journal, entry {seq}"
        if "award" in body:
            before = awards.setdefault(body["award"], [])
            yield from ((where, what) for what in _step(body, before))
            awards[body["award"]] = [] if body["act"] == DECLINED else [*before, body]
        request: Mapping[str, Any] | None = None
        if body["act"] == "asked":
            asked[seq] = body["request"]
            if body["request"].get("by") != body["by"]:
                yield where, f"person {body['by']} asks in the name of person {body['request'].get('by')}"
        elif isinstance(body.get("request"), int):
            request = asked.pop(body["request"], None)
            yield from ((where, what) for what in _asked(body, request))
        yield from ((where, what) for what in _did(body, request or {}, names))


def _did(body: Mapping[str, Any], request: Mapping[str, Any], names: Mapping[str, int]) -> Iterator[str]:
    """An act is one that there is; it changes jackpots for its own reason and moves its own money, and nothing else."""
    act = body["act"]
    if act not in REASONS:
        yield f"does {act!r}, and the jackpots' desk has no such act"
        return
    if act in ACTS and not isinstance(body.get("request"), int):
        yield f"the {act} was not asked for"
    changed = tuple(event["what"] for event in body.get("jackpots", ()))
    if changed != REASONS[act]:
        says = ", ".join(REASONS[act]) or "nothing"
        yield f"the {act} changes jackpots for {', '.join(changed) or 'nothing'}; an act of that name does for {says}"
    moved, own = moves.told(body), _own(act, request if act in ACTS else body, names)
    if moved != own:
        of = "what was asked for" if act in ACTS else "an act of that name"
        yield f"the {act} moves {_in_words(moved)}; {of} moves {_in_words(own)}"


def _own(act: str, of: Mapping[str, Any], names: Mapping[str, int]) -> list[ledger.Movement]:
    """The money that an act moves, by what was asked for; nothing where nobody has asked for an amount."""
    who = of.get("person")
    try:
        numbered = {**of, "person": who if isinstance(who, int) else names.get(name_key(str(who)))}
        return [ledger.movement(*moves.MOVES[act](numbered))] if act in moves.MOVES else []
    except HousewayError:
        return []


def _in_words(moved: Sequence[ledger.Movement]) -> str:
    """`deposit: bank:prizes +$5.00, cage:prizes -$5.00`."""
    lines = [(move, ", ".join(f"{account} {signed(cents)}" for account, cents in move.cents)) for move in moved]
    rounds = [f" of round {move.round}" if move.round is not None else "" for move in moved]
    told = [f"{move.what}{of}: {each}" for (move, each), of in zip(lines, rounds, strict=True)]
    return "; ".join(told) or "nothing"


def _step(body: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """An award is verified, then approved, then paid, and each once; one that is declined before begins anew."""
    done = [each["act"] for each in before]
    if body["act"] == DECLINED and done in ([VERIFIED], [VERIFIED, APPROVED]):
        if "of" in before[0] and body.get("of") != before[0]["of"]:  # an older entry did not tell it
            yield f"award {body['award']} was verified as {before[0]['of']}, and is declined as {body.get('of')}"
        return
    if [*done, body["act"]] != list(STEPS[: len(done) + 1]):
        yield f"award {body['award']} is {body['act']}, and was {', '.join(done) or 'neither verified nor approved'}"
    elif body["act"] == APPROVED and body.get("asked_by") != before[0]["by"]:
        yield f"award {body['award']} was verified by person {before[0]['by']}, not by {body.get('asked_by')}"
    elif before and body.get("of") != before[0].get("of"):
        yield f"award {body['award']} was verified as {before[0].get('of')}, and is {body['act']} as {body.get('of')}"
    elif body["act"] == PAID and "of" in body:
        yield from _paid(body)


def _paid(body: Mapping[str, Any]) -> Iterator[str]:
    """What is paid is the award that was agreed on."""
    (event,), of = map(Event.read, body["jackpots"]), body["of"]
    line = (award_account(of["round"], of["seat"], of["wager"]), -of["cents"])
    if (event.meter, event.round, event.wager) != (of["jackpot"], of["round"], of["wager"]) or line not in event.lines:
        yield f"award {body['award']} is paid, and not what was agreed on"


def _asked(body: Mapping[str, Any], request: Mapping[str, Any] | None) -> Iterator[str]:
    """What is done for two people is what the first has asked for, and once.

    What the act does not go by was never asked for: older requests may have it.
    """
    if request is None:
        yield f"deals with request {body['request']}, which nobody has made, or somebody has dealt with"
        return
    if body["act"] == TAKEN_BACK and body["by"] != request["by"]:
        yield f"takes back what person {request['by']} has asked for"
    if body["act"] in (DECLINED, TAKEN_BACK) and body.get("jackpot") != request["jackpot"]:
        yield f"declines something of the jackpot {body.get('jackpot')}, and {request['jackpot']} was asked for"
    if body["act"] in (DECLINED, TAKEN_BACK):
        return
    takes = TAKES.get(request["what"], tuple(request))
    request = {key: value for key, value in request.items() if key in ("what", "jackpot", "by", *takes)}
    is_ = (body["act"], body.get("jackpot"), body.get("asked_by"))
    says = (request["what"], request["jackpot"], request["by"])
    if is_ != says:
        yield f"does {is_}, and {says} was asked for"
    elif "cents" in request and request["what"] in CHANGES and abs(request["cents"]) not in _amounts(body):
        yield f"the {body['act']} does not move the {abs(request['cents'])} cents that were asked for"
    else:
        for told, done, wanted in _particulars(body, request):
            if done != wanted:
                yield f"the {body['act']} is with {told} {done}, and {wanted} was asked for"


def _particulars(body: Mapping[str, Any], request: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """What else was asked for, beside what an entry has done: the name of it, what it is, what it should be."""
    events = body.get("jackpots", ())
    if request["what"] == "transfer":
        yield "a receiver", [event["meter"] for event in events[1:]], [request.get("to")]
    if request["what"] == "seed-recovered":
        yield "a display", "displayed" in events[0]["by"], bool(request.get("displayed", False))
    for name in ("maximum", "reserve") if request["what"] == "plan" else ():
        if name in request:
            yield f"a {name}", Fraction(str(events[0]["plan"][name])), Fraction(str(request[name]))


def _amounts(body: Mapping[str, Any]) -> set[int]:
    """The cents that an entry moves of jackpots."""
    found: set[int] = set()
    for event in body.get("jackpots", ()):
        found |= {abs(cents) for cents in event["cents"]} | {abs(sum(event["cents"]))}
    return found


def state_faults(desk: Desk) -> Iterator[Fault]:
    """Each state of a jackpot follows from the one before, by the act that brings it; after a seizure it is as it was.

    What it was, an older seizure does not tell: then it was open after it.
    """
    now: dict[str, str] = {}
    said: dict[str, str | None] = {}
    seized: dict[str, str] = {}
    for seq, body in desk:
        where, states, notices = f"the room's journal, entry {seq}", body.get("states", {}), body.get("notices")
        if body["act"] in STATES_BY and body.get("jackpot") not in states:
            yield where, f"the {body['act']} does not tell what becomes of the jackpot {body.get('jackpot')}"
        if notices is not None and notices.keys() != states.keys():
            yield where, "tells a notice of a jackpot and not what becomes of it, or the other way"
        if body["act"] == "frozen" and notices is not None and not notices.get(body.get("jackpot")):
            yield where, f"the jackpot {body.get('jackpot')} is frozen without a notice"
        for id_, new in states.items():
            act, was = body["act"] if body.get("jackpot") == id_ else "", now.get(id_, OPEN)
            right = (was, new) in STATES_BY.get(act, BY_MONEY)
            if act == "seizure":
                seized[id_] = body.get("was", {}).get("state", OPEN)
                right &= "was" not in body or body["was"].get("state") == was
            if act == "seizure" and "was" in body and (notice := said.get(id_, "")) is not None:
                if body["was"].get("notice") != notice:
                    yield where, f"tells another notice of the jackpot {id_} than was out: {notice!r}"
            if act == "replaced":
                right &= (seized.pop(id_, OPEN) == FROZEN) == (new == FROZEN)
            if not right:
                yield where, f"the jackpot {id_} was {was}, and is {new} by {body['act']}"
            now[id_], said[id_] = new, None if notices is None else notices.get(id_)


BY_MONEY = {(OPEN, SUSPENDED), (SUSPENDED, OPEN)}
"""What the prize account makes of jackpots, whatever act it is compared after."""

STATES_BY = {
    "frozen": {(OPEN, FROZEN), (SUSPENDED, FROZEN)},
    "thawed": {(FROZEN, OPEN), (FROZEN, SUSPENDED)},
    "seizure": {(OPEN, SEIZED), (SUSPENDED, SEIZED), (FROZEN, SEIZED)},
    "replaced": {(SEIZED, OPEN), (SEIZED, SUSPENDED), (SEIZED, FROZEN)},
    "transfer": {(FROZEN, CLOSED), (CLOSED, CLOSED)},
    "promotion": {(FROZEN, CLOSED), (CLOSED, CLOSED)},
}
"""What acts make of the jackpot that they are on: what it was, and what it is then."""


def fund_faults(desk: Desk, begun: Mapping[str, datetime | None]) -> Iterator[Fault]:
    """Jackpots are open or suspended by what the prize account holds and must hold, from when they have `begun`.

    What it must hold is taken as the entry tells it, what it holds is what the desk has moved.
    """
    held, now = 0, dict[str, str]()
    for seq, body in desk:
        now |= body.get("states", {})
        where = f"the room's journal, entry {seq}"
        held += sum(cents for move in moves.told(body) for account, cents in move.cents if account == BANK)
        funds = body.get("funds")
        if funds is None:  # an older entry, or one after which nothing was compared
            continue
        if funds["held"] != held:
            yield where, f"says that the prize account holds {dollars(funds['held'])}, and it held {dollars(held)}"
        right = SUSPENDED if funds["held"] < funds["required"] else OPEN
        at = moment_of(body["at"])
        for id_, since in begun.items():
            there = id_ in body.get("states", {}) or (since is not None and at is not None and since < at - SKEW)
            state = now.get(id_, OPEN)
            if there and state in (OPEN, SUSPENDED) and state != right:
                has = f"holds {dollars(funds['held'])} of {dollars(funds['required'])}"
                yield where, f"the jackpot {id_} is {state}, and the prize account {has}"


def gift_faults(desk: Desk, people: People) -> Iterator[Fault]:
    """Players' money of a promotion goes to players."""
    for seq, body in desk:
        for _, lines, _ in body.get("moves", ()) if body["act"] == "give" else ():
            for account, cents in lines:
                kind, _, number = account.partition(":")
                at = moment_of(body["at"])
                if cents > 0 and (kind != "person" or not people.had_role(int(number), (PLAYER,), at, acting=False)):
                    where = f"the room's journal, entry {seq}"
                    yield where, f"gives {dollars(cents)} of players' money to {account}, who was no player"
