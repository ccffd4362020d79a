"""The base game of Super Pairs: how long its exact value takes, warm, beside another analyser if one is named.

    python benchmarks/blackjack_base.py                       # houseway alone
    python benchmarks/blackjack_base.py ./strategy 8 ...      # and this command, as a peer

Wall time rests on what else the machine does; processor time does not. A peer is timed as a whole process, so give it
one that computes one set of rules. The number to look at is the ratio.
"""

import os
import subprocess
import sys
import time

from houseway.games import game
from houseway.games.super_pairs.base_game import BaseGame, best_plan, full_shoe, rules_of
from houseway.games.super_pairs.base_odds import value_of
from houseway.games.super_pairs.tally import exact_value

RUNS = 3


def timed(work):
    """The least wall and processor time of some runs, and the last result."""
    walls, cpus, result = [], [], None
    for _ in range(RUNS):
        wall, cpu = time.perf_counter(), time.process_time()
        result = work()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return min(walls), min(cpus), result


def analyse(settings):
    base = BaseGame(full_shoe(settings), rules_of(settings))
    solved = base.solve()
    doubles = time.perf_counter()
    tally = exact_value(base, best_plan(base, solved))
    return value_of(tally, base.rules.blackjack_pays), time.perf_counter() - doubles


def main():
    super_pairs = game("super-pairs")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    slowest = 0.0
    for decks in (1, 2, 6, 8):
        for split_play in ("as-unsplit", "best"):
            settings = super_pairs.document.configure({"decks": decks, "split-play": split_play})
            analyse(settings)
            wall, cpu, (value, exactly) = timed(lambda settings=settings: analyse(settings))
            slowest = max(slowest, wall)
            print(
                f"{decks} decks, split hands {split_play:10}  {wall:6.2f} s wall, {cpu:6.2f} s processor "
                f"({exactly:.2f} s of it for the fraction)   value {float(value):+.12f}"
            )
    if sys.argv[1:]:
        wall, _, _ = timed(lambda: subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL))
        print(f"{' '.join(sys.argv[1:])}  {wall:6.2f} s wall; houseway takes {slowest / wall:.2f} times as long")


if __name__ == "__main__":
    main()
