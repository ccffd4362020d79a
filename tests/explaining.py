"""Explanations under test: what a game says of a payout, for records worked by hand and for rounds that bots play."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from houseway.games import game
from houseway.round import Payout
from houseway.round.explanation import Reason


def compared(record: Mapping[str, Any], at: int = 0) -> str:
    """What the game itself says of one payout of a record, as lines."""
    settled = game(record["game"]).settle(record)
    found = settled.record.game.reasons(settled.ruling[at], settled.standing, settled.record.setup)
    return "\n".join(str(reason) for reason in found)


def played(
    id_: str, wagers: Mapping[int, Mapping[str, int]], seeds: range, **settings: object
) -> Iterator[tuple[Payout, tuple[Reason, ...]]]:
    """Every payout of many rounds, with what the game says of it."""
    found = game(id_)
    for seed in seeds:
        dealt = found.deal(wagers, seed=seed, **settings).bots()
        standing = dealt.settled().standing
        for payout in standing.ruling or ():
            yield payout, tuple(found.reasons(payout, standing, dealt.setup))


Verdict = Callable[[Payout, tuple[Reason, ...]], bool]
"""Whether what the leaves say comes to the award of the payout, worked out from their words alone."""


def holds(verdict: Verdict, rounds: Iterator[tuple[Payout, tuple[Reason, ...]]]) -> bool:
    """Whether every payout is what its leaves say."""
    return all(verdict(payout, reasons) for payout, reasons in rounds)


def catches(
    verdict: Verdict,
    rounds: Callable[[], Iterator[tuple[Payout, tuple[Reason, ...]]]],
    plant: Callable[[pytest.MonkeyPatch], None],
) -> bool:
    """Whether a comparison that is planted wrong is found by its verdict, and none is without it."""
    if not holds(verdict, rounds()):
        return False
    with pytest.MonkeyPatch.context() as patched:
        plant(patched)
        return not holds(verdict, rounds())


def words(reasons: tuple[Reason, ...]) -> list[str]:
    """The sentences of all leaves."""
    return [leaf.says for reason in reasons for leaf in reason.leaves]
