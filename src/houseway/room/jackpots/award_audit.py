"""Whether the rows of awards and of requests are what the journals make of them: who won, who agreed, who was paid."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from houseway.room.jackpots.account import CONTRIBUTION
from houseway.room.jackpots.act import DECLINED, won_of
from houseway.room.jackpots.event import Event, award_account
from houseway.room.store.schema import AWARDS, JACKPOT_REQUESTS
from houseway.round.meters import VOIDED, WON

Fault = tuple[str, str]
Desk = Sequence[tuple[int, Mapping[str, Any]]]
"""The entries of the jackpots' desk, by their number."""

PENDING, VERIFIED, APPROVED, PAID, CANCELLED = "pending", "verified", "approved", "paid", "cancelled"


class Change(NamedTuple):
    """A change of a jackpot, the entry that made it, and whose money the seats of the round played with."""

    chain: int
    seq: int
    event: Event
    accounts: Mapping[int, str] = {}
    at: str = ""


class Returned(NamedTuple):
    """Wagers on a jackpot that a round began without, though they lay: which round, and when."""

    where: str
    jackpot: str
    at: str


class Key(NamedTuple):
    """What an award is known by: the round, the seat and the wager that won it."""

    round: int
    seat: int
    wager: str


@dataclass
class Won:
    """An award as the journals have it."""

    jackpot: str
    chain: int
    account: str
    cents: int
    stake: int | None = None
    """The wager that won it, as far as it has fed the jackpot."""
    state: str = PENDING
    said: dict[str, Any] = field(default_factory=dict)


def in_order(changes: Sequence[Change]) -> list[Change]:
    """The changes of one jackpot, whichever journals tell them."""
    return sorted(changes, key=lambda change: change.event.number)


def _won(changes: Sequence[Sequence[Change]]) -> dict[Key, Won]:
    """What was won of all jackpots; a round that was voided before its award was paid has cancelled it."""
    found: dict[Key, Won] = {}
    for of in changes:
        stakes: dict[tuple[int | None, int, str], int] = {}
        for chain, _, event, accounts, _ in in_order(of):
            if event.what == CONTRIBUTION:
                stakes |= {(event.round, seat, event.wager): part.stake for seat, part in event.parts.items()}
            elif event.what == WON and event.round is not None:
                for seat, cents in event.awards.items():
                    key = Key(event.round, seat, event.wager)
                    found[key] = Won(event.meter, chain, accounts[seat], cents, stakes.get(key))
            elif event.what == PAID:
                for key in _keys(found, event):
                    won = found[key]
                    if {(award_account(*key), -won.cents), (won.account, won.cents)} <= set(event.lines):
                        won.state = PAID
            elif event.what == VOIDED and not event.parts:
                for key in _keys(found, event):
                    found[key].state = PAID if found[key].state == PAID else CANCELLED
    return found


def _keys(found: Mapping[Key, Won], event: Event) -> list[Key]:
    return [key for key in found if (key.round, key.wager) == (event.round, event.wager)]


def _agreed(desk: Desk) -> dict[int, tuple[str, dict[str, Any]]]:
    """How far people have gone with each award that the desk's entries name, and what is noted of it."""
    found: dict[int, tuple[str, dict[str, Any]]] = {}
    for _, body in desk:
        if "award" in body and body["act"] in (VERIFIED, APPROVED, PAID):
            said = found.get(body["award"], ("", {}))[1] | {f"{body['act']}_by": body["by"]}
            said |= {"verified": body["seen"]} if body["act"] == VERIFIED else {}
            found[body["award"]] = (body["act"], said)
        elif "award" in body and body["act"] == DECLINED:
            found[body["award"]] = (PENDING, {"declined_by": body["by"], "declined": body["reason"]})
    return found


def award_faults(
    connection: Connection,
    changes: Sequence[Sequence[Change]],
    desk: Desk,
    names: Mapping[int, str],
    counted_above: Callable[[int], int],
) -> Iterator[Fault]:
    """Every award is listed as it was won, for whom, and as far as two people have agreed on it, by what was seen.

    `changes` are those of each jackpot of the house, and `names` what people are called. At an entry of the desk cards
    were `counted_above` an amount.
    """
    told, agreed = _won(changes), _agreed(desk)
    yield from _dealt_with(told, desk, names, counted_above)
    meant = {body["award"]: body["of"] for _, body in desk if "award" in body and "of" in body}
    there: set[Key] = set()
    numbers: set[int] = set()
    for row in connection.execute(select(AWARDS).order_by(AWARDS.c.id)):
        key, where = Key(row.round, row.seat, row.wager), f"jackpot {row.jackpot}, award {row.id}"
        if key not in told or key in there:
            yield where, "was not won by a round, or is listed twice"
            continue
        there.add(key)
        numbers.add(row.id)
        won = told[key]
        state, said = agreed.get(row.id, (PENDING, {}))
        state = won.state if won.state in (PAID, CANCELLED) else state
        is_ = (row.jackpot, row.chain, row.account, row.cents, row.state, _read(row.said))
        says = (won.jackpot, won.chain, won.account, won.cents, state, said)
        if is_ != says or (won.state == PAID) != ("paid_by" in said):
            yield where, f"is listed as {is_}, and the journals say {says}"
        elif meant.get(row.id) not in (None, won_of(row)):
            yield where, f"is listed as {won_of(row)}, and people dealt with {meant[row.id]} by this number"
        yield from ((where, what) for what in _seen(said.get("verified"), won, names))
    for key in sorted(told.keys() - there):
        yield f"jackpot {told[key].jackpot}, round {key.round}", f"the award of seat {key.seat} is not listed"
    for number in sorted(agreed.keys() - numbers):
        yield f"award {number}", "is gone, and the desk has dealt with it"


def _dealt_with(
    told: Mapping[Key, Won], desk: Desk, names: Mapping[int, str], counted_above: Callable[[int], int]
) -> Iterator[Fault]:
    """Whatever is done with an award is done with one that was won, by what was seen, as far as entries tell which."""
    last = {body["award"]: seq for seq, body in desk if body["act"] == VERIFIED}
    for seq, body in desk:
        if (of := body.get("of")) is None:
            continue
        where, won = f"the room's journal, entry {seq}", told.get(Key(of.get("round"), of.get("seat"), of.get("wager")))
        if won is None or (won.jackpot, won.chain, won.cents) != (of.get("jackpot"), of.get("table"), of.get("cents")):
            yield where, f"deals with the award {of}, which was not won"
            continue
        seen = body["seen"] if body["act"] == VERIFIED else None
        if body["act"] == VERIFIED and not isinstance(seen, Mapping):
            yield where, f"award {body['award']} is verified by nothing that was seen"
            continue
        if seen is not None and won.cents > counted_above(seq) and seen.get("counted") != seen.get("cards"):
            yield (
                where,
                f"award {body['award']} is verified, and the cards of its shoe are not counted (WAC 230-15-320)",
            )
        if last.get(body["award"]) != seq:  # the last is compared with its row
            yield from ((where, f"award {body['award']} {what}") for what in _seen(seen, won, names))


def _seen(seen: Mapping[str, Any] | None, won: Won, names: Mapping[int, str]) -> Iterator[str]:
    """What somebody has verified is what was won, and by whom."""
    if seen is None:
        return
    kind, _, number = won.account.partition(":")
    player = names.get(int(number)) if kind == "person" else "a bot"
    is_, says = (seen.get("payout_cents"), seen.get("player")), (won.cents, player)
    if is_ != says:
        yield f"was verified as {is_}, and the journals say {says}"
    elif won.stake is not None and seen.get("wager_cents") != won.stake:
        yield f"was verified with a wager of {seen.get('wager_cents')} cents, and {won.stake} were staked"


def _read(text: str) -> Any:
    """What a row tells; one that nobody can read is its beginning, which no journal says."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return f"{text!r:.60}, which cannot be read"


def _told(request: Any) -> str:
    return request if isinstance(request, str) else json.dumps(request, ensure_ascii=False)


def request_faults(connection: Connection, desk: Desk) -> Iterator[Fault]:
    """What waits for a second person is what was asked for, and has neither been approved nor declined."""
    told = {seq: body["request"] for seq, body in desk if body["act"] == "asked"}
    for _, body in desk:
        if isinstance(body.get("request"), int):
            told.pop(body["request"], None)
    listed = {row.seq: _read(row.body) for row in connection.execute(select(JACKPOT_REQUESTS))}
    for seq in sorted(listed.keys() | told.keys()):
        if listed.get(seq) != told.get(seq):
            is_, says = (each.get(seq, "nothing") for each in (listed, told))
            yield f"request {seq} of a jackpot", f"is listed as {_told(is_)}, and the journal says {_told(says)}"
