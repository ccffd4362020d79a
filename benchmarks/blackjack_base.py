"""The base game of Super Pairs: how long its exact value takes, warm, beside another analyser if one is named.

    python benchmarks/blackjack_base.py                       # houseway alone
    python benchmarks/blackjack_base.py ./analyser ...        # and this command, as a peer

Wall time rests on what else the machine does; processor time does not. A peer is timed as a whole process, so give it
one that computes eight decks with split hands played as unsplit. The number to look at is the ratio: in doubles the
work is the same, and the exact fraction is what a peer in doubles does not compute.
"""

import os
import resource
import subprocess
import sys
import time
from typing import NamedTuple

from houseway.games import game
from houseway.games.super_pairs.count.base_game import BaseGame, best_plan, full_shoe
from houseway.games.super_pairs.count.base_odds import value_of
from houseway.games.super_pairs.count.base_rules import rules_of
from houseway.games.super_pairs.count.tally import exact_value

RUNS = 5


class Took(NamedTuple):
    """The least wall and processor seconds of some runs, and the last result."""

    wall: float
    cpu: float
    result: object


def timed(work, whose=resource.RUSAGE_SELF):
    """Run some work a few times; `whose` processor time counts: ours, or that of the processes we start."""
    walls, cpus, result = [], [], None
    for _ in range(RUNS):
        wall, cpu = time.perf_counter(), processor(whose)
        result = work()
        walls.append(time.perf_counter() - wall)
        cpus.append(processor(whose) - cpu)
    return Took(min(walls), min(cpus), result)


def processor(whose):
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def in_doubles(settings):
    base = BaseGame(full_shoe(settings), rules_of(settings))
    return base, best_plan(base, base.solve())


def exactly(settings):
    base, plan = in_doubles(settings)
    return value_of(exact_value(base, plan), base.rules.ends)


def main():
    super_pairs = game("super-pairs")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; warm, the least of {RUNS} runs")
    ours = {}
    for decks in (1, 2, 6, 8):
        for split_play in ("as-unsplit", "best"):
            settings = super_pairs.configure(decks=decks, split_play=split_play)
            exactly(settings)
            doubles, whole = (timed(lambda work=work, given=settings: work(given)) for work in (in_doubles, exactly))
            ours[decks, split_play] = doubles, whole
            print(
                f"{decks} decks, split hands {split_play:10}  in doubles {doubles.wall:5.2f} s wall, "
                f"{doubles.cpu:5.2f} s processor; with the exact fraction {whole.wall:5.2f} and {whole.cpu:5.2f}; "
                f"value {float(whole.result):+.12f}"
            )
    if sys.argv[1:]:
        command = " ".join(sys.argv[1:])
        peer = timed(
            lambda: subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL), resource.RUSAGE_CHILDREN
        )
        print(f"{command}: {peer.wall:.2f} s wall, {peer.cpu:.2f} s processor")
        for what, took in zip(("in doubles", "with the exact fraction"), ours[8, "as-unsplit"], strict=True):
            print(
                f"houseway, 8 decks as-unsplit, {what}: {took.wall / peer.wall:.1f} times its wall time, "
                f"{took.cpu / peer.cpu:.1f} times its processor time"
            )


if __name__ == "__main__":
    main()
