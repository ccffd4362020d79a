"""Learns blackjack from nothing but rounds, and is judged by the exact cost of its mistakes.

    python examples/learn_blackjack.py [--rounds 10000000] [--seed 1]

A table of what each decision has brought on average, by points, soft or hard, up-card and whether the hand may be
split: Monte Carlo control, the plainest method there is. Thousands of seats play at once in compiled code
(`houseway.envs.seats_env`). What it would do with the first two cards is then compared with the exact value of every
option, which `houseway strategy` counts: the sum over all situations is what its mistakes cost a unit wagered.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import houseway as hw
from houseway.envs import seats_env
from houseway.lab.result import Situation

SEATS = 4096
POINTS, UPS, MOVES = 22, 11, 6
FORGETS = 0.5
"""What is left of earlier experience after each tenth of the rounds: early on the rest of the hand was played badly."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Experience(NamedTuple):
    """By points, soft, up-card, whether it may be split, and move: what was won in all, and how often it was done."""

    won: Floats
    done: Floats

    def mean(self) -> Floats:
        """What each decision has brought on average; what was never done is worth nothing yet."""
        found: Floats = self.won / np.maximum(self.done, 1)
        return found


def blank() -> Experience:
    shape = (POINTS, 2, UPS, 2, MOVES)
    return Experience(np.zeros(shape), np.zeros(shape))


def at(seen: Ints) -> Ints:
    """The place of each observation in the table, its moves apart."""
    points, soft, up, splits = seen.T
    return ((points * 2 + soft) * UPS + up) * 2 + splits


def learned(rounds: int, seed: int, **settings: object) -> Floats:
    """Play so many rounds; the value of every decision as experience tells it.

    Each round tries one of its decisions by chance, mostly the first; what follows is played as well as is known, so
    that the reward is what the decision is worth.
    """
    env, luck, found = seats_env("super-pairs", SEATS, **settings), np.random.default_rng(seed), blank()
    won_by, done_by, everyone = found.won.reshape(-1), found.done.reshape(-1), np.arange(SEATS)
    seen, infos = env.reset(seed=seed)
    visited, many = np.zeros((SEATS, MOST), np.int64), np.zeros(SEATS, np.int64)
    tries = luck.choice(len(TRIES), SEATS, p=TRIES)
    closed = np.zeros(SEATS, bool)  # after a split the round's reward is that of several hands
    played, tenth = 0, 1
    while played < rounds:
        mask = infos["action_mask"].astype(bool)
        greedy = np.where(mask, found.mean().reshape(-1, MOVES)[at(seen)], -np.inf).argmax(axis=1)
        chance = (luck.random(mask.shape) * mask).argmax(axis=1)
        actions = np.where((many == tries) & ~closed, chance, greedy)
        asked = ~mask[:, 0] & ~closed & (many < MOST)
        visited[everyone[asked], many[asked]] = at(seen[asked]) * MOVES + actions[asked]
        many[asked] += 1
        closed |= actions == SPLIT
        seen, won, ended, _, infos = env.step(actions)
        for place in range(MOST):
            here = ended & (many > place) & (tries <= place)
            np.add.at(won_by, visited[here, place], won[here])
            np.add.at(done_by, visited[here, place], 1)
        many[ended], closed[ended] = 0, False
        tries[ended] = luck.choice(len(TRIES), int(ended.sum()), p=TRIES)
        played += int(ended.sum())
        if played >= tenth * rounds / 10:
            won_by *= FORGETS
            done_by *= FORGETS
            tenth += 1
    return found.mean()


TRIES = (0.7, 0.2, 0.1)
"""How often the first, the second and the third decision of a round is the one that is tried."""
MOST = 6
"""Decisions of a round that are remembered."""
WORDS = ("go on", "stand", "hit", "double", "split", "surrender")
SPLIT = WORDS.index("split")


# ------------------------------------------------------------------------------------------------ the judge


class Mistake(NamedTuple):
    """A situation that is played otherwise than best, and what that costs a unit wagered, over all rounds."""

    situation: str
    chosen: str
    best: str
    cost: Fraction


@cache
def situations(**settings: object) -> tuple[tuple[Situation, ...], ...]:
    """Hard totals, soft totals and pairs, each with how often it comes up and the exact value of every option."""
    return tuple(part for _, part in hw.strategy("super-pairs", "blackjack", **settings).parts[:3])


def mistakes(values: Floats, **settings: object) -> list[Mistake]:
    """What is not played best with the first two cards, by the exact value of every option; the dearest first.

    A total is told apart from the pairs that make it: their share is taken out of its values.
    """
    hard, soft, pairs = situations(**settings)
    apart = {each.situation: weighted(each) for each in pairs}
    found = [judged(values, name, worth, splits=1) for name, worth in apart.items()]
    for each in (*hard, *soft):
        worth, pair = weighted(each), apart.get(pair_of(each.situation))
        if pair is not None:
            worth = {option: worth[option] - pair[option] for option in worth}
        if any(worth.values()):
            found.append(judged(values, each.situation, worth, splits=0))
    return sorted((each for each in found if each.cost > 0), key=lambda each: -each.cost)


def weighted(situation: Situation) -> dict[str, Fraction]:
    """The value of each option, times how often the situation comes up."""
    return {each.answer: situation.frequency * Fraction(each.value) for each in situation.advice.options}


def pair_of(situation: str) -> str:
    """The pair that makes a total: `8-8 against 10` of `hard 16 against 10`."""
    kind, points, against = situation.split(" ", 2)
    if kind == "soft":
        return f"A-A {against}" if points == "12" else ""
    return f"{int(points) // 2}-{int(points) // 2} {against}" if int(points) % 2 == 0 else ""


def judged(values: Floats, situation: str, worth: Mapping[str, Fraction], splits: int) -> Mistake:
    """What is chosen here, and what that costs."""
    name, _, up = situation.partition(" against ")
    card = name.split("-")[0]
    if splits:
        points, soft_ = (12, 1) if card == "A" else (2 * int(card), 0)
    else:
        points, soft_ = int(name.split()[1]), int(name.startswith("soft"))
    known = values[points, soft_, 1 if up == "A" else int(up), splits]
    chosen = max(sorted(worth, key=WORDS.index), key=lambda option: known[WORDS.index(option)])
    best = max(worth, key=lambda option: worth[option])
    return Mistake(situation, chosen, best, worth[best] - worth[chosen])


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=float, default=1e7)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    values = learned(int(asked.rounds), asked.seed)
    tell(f"{asked.rounds:,.0f} rounds in {time.perf_counter() - began:.0f} s")
    found = mistakes(values)
    for each in found[:10]:
        tell(f"{each.situation:20} {each.chosen:6} for {each.best:6} costs {100 * float(each.cost):.4f} % of a unit")
    tell(f"{len(found)} mistakes cost {100 * float(sum(each.cost for each in found)):.4f} % of a unit")


if __name__ == "__main__":
    main()
