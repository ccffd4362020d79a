"""What money an act at the jackpots' desk moves besides a jackpot's own: for who does it and for who audits it."""

from collections.abc import Callable, Mapping
from typing import Any

from houseway.errors import HousewayError
from houseway.room.jackpots.event import Lines
from houseway.room.jackpots.funds import BANK, CAGE, SEIZED_BY_STATE
from houseway.room.jackpots.promotions import promotion_of
from houseway.room.store import ledger

Move = tuple[str, Lines]
"""What money moves for, and how many cents each account gains."""


def _deposit(of: Mapping[str, Any]) -> Move:
    return "deposit", ((BANK, positive(of)), (CAGE, -positive(of)))


def _give(of: Mapping[str, Any]) -> Move:
    return "promotion", ((promotion_of(of["jackpot"]), -positive(of)), (f"person:{of['person']}", positive(of)))


def _seizure(of: Mapping[str, Any]) -> Move:
    return "seizure", ((BANK, -positive(of)), (SEIZED_BY_STATE, positive(of)))


def _replaced(of: Mapping[str, Any]) -> Move:
    return "replaced", ((CAGE, -positive(of)), (BANK, positive(of)))


MOVES: Mapping[str, Callable[[Mapping[str, Any]], Move]] = {
    "deposit": _deposit,
    "give": _give,
    "seizure": _seizure,
    "replaced": _replaced,
}
"""What each act moves, by its `cents`, `jackpot` and the number of the `person` who gets it; others move nothing."""


def told(body: Mapping[str, Any]) -> list[ledger.Movement]:
    """What an entry of the desk says that it moves."""
    return [ledger.movement(what, map(tuple, lines), round_) for what, lines, round_ in body.get("moves", ())]


def cents_of(asked: Mapping[str, Any]) -> int:
    cents = asked.get("cents")
    if not isinstance(cents, int) or isinstance(cents, bool) or not 0 < abs(cents) < 2**53:
        raise HousewayError("say how many dollars: an amount other than nothing")
    return cents


def positive(asked: Mapping[str, Any]) -> int:
    if (cents := cents_of(asked)) < 0:
        raise HousewayError("say how many dollars: an amount above nothing, without a minus")
    return cents
