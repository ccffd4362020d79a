"""How the hands of a split end together, by drawing rounds: what the edge does not need and the spread does.

The value of a split is a sum over its hands and is counted exactly (`count`). Whether the round as a whole wins, and
the square of what it nets, rest on all hands and the dealer at once: too many deals to count. These rounds are
drawn from the shoe instead, each start in proportion to its chance, with a generator that a seed determines. What is
drawn here is a few rounds in a hundred; everything else in the spread of the wager is counted.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np

from houseway.games.super_pairs.count.base_game import BaseGame, Plan, Start
from houseway.games.super_pairs.count.dealer_tree import Hands, hands
from houseway.games.super_pairs.count.solver import ACE, DOUBLES, HITS, Ints
from houseway.games.super_pairs.count.splits import alone
from houseway.games.super_pairs.rules.blackjack import (
    LOSE,
    PUSH,
    SPLIT,
    WIN,
    dealer_draws,
    natural,
    outcome,
    total,
    units,
)
from houseway.lab.kernel import kernel
from houseway.lab.threads import over

SEED = 21
KIND = 10
"""Where `left` counts the cards of the pair's kind; its place by value counts the others of that value."""

BUSTED = 22
LEAST = 100
"""Rounds of a start at least."""


class Drawn(NamedTuple):
    """A mean over drawn rounds and its standard error."""

    mean: float
    error: float


class Together(NamedTuple):
    """Rounds with a split, as shares of all rounds: those that win, what they net, and the squares of that."""

    rounds: int
    wins: Drawn
    net: Drawn
    squares: Drawn


class Split(NamedTuple):
    """One start that is split: the unseen cards, the pair, the most hands, and how the hands are played."""

    left: Ints
    up: int
    pair: int
    most: int
    one_card: bool
    looks: bool
    soft_17: bool


@kernel
def draw_card(left: Ints, unseen: int, luck: float) -> int:
    """Take a card from the shoe, each as likely, by a number from 0 to 1."""
    at = int(luck * unseen)
    card = 0
    while at >= left[card]:
        at -= left[card]
        card += 1
    left[card] -= 1
    return card


@kernel
def dealer_points(left: Ints, unseen: int, split: Split, hole: int, rng: np.random.Generator) -> int:
    """Where the dealer's hand ends."""
    hard, aces = split.up + hole + 2, (1 if split.up == ACE else 0) + (1 if hole == ACE else 0)
    while dealer_draws(hard, aces, split.soft_17):
        card = draw_card(left, unseen, rng.random())
        unseen -= 1
        if card == KIND:
            card = split.pair
        hard += card + 1
        aces += 1 if card == ACE else 0
    return total(hard, aces)


@kernel
def play_hand(
    hand: int, left: Ints, unseen: int, pair: int, moves: Ints, hands: Hands, rng: np.random.Generator
) -> tuple[int, int, int]:
    """A hand played to its end by these moves: its points, its stake, and how many cards are left unseen."""
    stake = units(False)
    while moves[hand] == HITS or moves[hand] == DOUBLES:
        last = moves[hand] == DOUBLES
        stake = units(last)
        card = draw_card(left, unseen, rng.random())
        unseen -= 1
        hand = hands.after[hand, pair if card == KIND else card]
        if hand < 0:
            return BUSTED, stake, unseen
        if last:
            break
    return hands.total[hand], stake, unseen


@kernel
def draw_splits(split: Split, moves: Ints, rounds: int, least: int, hands: Hands, rng: np.random.Generator) -> Ints:
    """Play a start that is split so many times: how often so many units are lost, so many pushed and so many won.

    Only rounds that come to so many hands at least are told; the others stand where no unit is won or lost.
    """
    most = units(True) * split.most + 1
    found, ends = np.zeros((most, most, most), dtype=np.int64), np.zeros(3, dtype=np.int64)
    left, points, stakes = np.empty(11, np.int64), np.empty(split.most, np.int64), np.empty(split.most, np.int64)
    size, begin = split.left.sum(), alone(split.pair, hands)
    played = 0
    while played < rounds:
        left[:] = split.left
        unseen = size - 1
        hole = draw_card(left, size, rng.random())
        if hole == KIND:
            hole = split.pair
        blackjack = natural(split.up + 1, hole + 1)
        if blackjack and split.looks:
            continue  # such a round is over before the split
        played += 1
        count, waiting, ended = 2, 2, 0
        while waiting > 0:
            card = draw_card(left, unseen, rng.random())
            unseen -= 1
            kind = card == KIND
            if kind and count < split.most:
                count += 1
                waiting += 1
                continue
            waiting -= 1
            hand = hands.after[begin, split.pair if kind else card]
            points[ended], stakes[ended] = hands.total[hand], units(False)
            if not split.one_card:
                points[ended], stakes[ended], unseen = play_hand(
                    hand, left, unseen, split.pair, moves[1 if kind else 0], hands, rng
                )
            ended += 1
        dealer = dealer_points(left, unseen, split, hole, rng)
        ends[:] = 0
        for i in range(ended if ended >= least else 0):
            ends[(LOSE if blackjack else outcome(points[i], dealer)) - LOSE] += stakes[i]
        found[ends[LOSE - LOSE], ends[PUSH - LOSE], ends[WIN - LOSE]] += 1
    return found


def split_of(game: BaseGame, start: Start) -> Split:
    """A start as the kernel needs it."""
    left = np.zeros(11, dtype=np.int64)
    left[:10] = game.left(start)
    left[start.first] -= start.kind
    left[KIND] = start.kind
    rules, most = game.rules.hand, game.rules.hands_after_split(start.first)
    one_card = rules.aces_one_card and start.first == ACE
    return Split(left, start.up, start.first, most, one_card, rules.looks, game.rules.soft_17)


def by_net(found: Ints, game: BaseGame) -> dict[Fraction, int]:
    """How often the drawn rounds net each amount, by the terms of what is lost, pushed and won; in its order."""
    ends = game.rules.ends
    nets: dict[Fraction, int] = {}
    for lost, pushed, won in zip(*np.nonzero(found), strict=True):
        net = int(lost) * ends.lost.worth() + int(pushed) * ends.pushed.worth() + int(won) * ends.won.worth()
        nets[net] = nets.get(net, 0) + int(found[lost, pushed, won])
    return dict(sorted(nets.items()))


def played_together(
    game: BaseGame,
    plan: Plan,
    rounds: int,
    progress: Callable[[float], None] | None = None,
    beyond: Mapping[Start, int] | None = None,
) -> Together:
    """Draw so many rounds with a split, of all starts that the plan splits by their chances.

    `beyond` says of which starts, and of how many hands and fewer nothing is to be told, since they are counted.
    """
    least = {start: 1 + hands for start, hands in (beyond or {}).items()}
    starts = [start for start, choice in plan.choice.items() if choice == SPLIT and (beyond is None or start in beyond)]
    shares = [float(start.chance * game.alive(start)) for start in starts]
    hands()  # made once, before the threads
    parts = [(at, max(LEAST, round(rounds * share / sum(shares)))) for at, share in enumerate(shares)]

    def draw(part: tuple[int, int]) -> tuple[int, dict[Fraction, int]]:
        at, count = part
        start, rng = starts[at], np.random.default_rng((SEED, at))
        moves = plan.splits[start.up, start.first, start.kind]
        return at, by_net(draw_splits(split_of(game, start), moves, count, least.get(start, 0), hands(), rng), game)

    found = sorted(over(draw, parts, progress), key=lambda part: part[0])
    return Together(
        sum(count for _, count in parts),
        *(_drawn(shares, [nets for _, nets in found], of) for of in (lambda n: n > 0, lambda n: n, lambda n: n * n)),
    )


def _drawn(shares: list[float], nets: list[dict[Fraction, int]], of: Callable[[Fraction], bool | Fraction]) -> Drawn:
    """The mean of something over all rounds, start by start."""
    mean, variance = 0.0, 0.0
    for share, found in zip(shares, nets, strict=True):
        counts, worth = np.array(list(found.values())), np.array([float(of(net)) for net in found])
        rounds = counts.sum()
        own = float(counts @ worth / rounds)
        mean += share * own
        variance += share**2 * float(counts @ (worth - own) ** 2) / (rounds - 1) / rounds
    return Drawn(mean, sqrt(variance))
