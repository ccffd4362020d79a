"""The base game of Super Pairs: how long its exact value takes, warm, beside E. Farmer's analyser where it is at hand.

    python benchmarks/blackjack_base.py                  # houseway alone
    python benchmarks/blackjack_base.py FOLDER           # and the analyser, whose sources lie in FOLDER

FOLDER is `src` of a clone of github.com/possibly-wrong/blackjack; it is compiled as it is with `analyser.cpp`, for this
machine as our kernels are and once more for any, and run in turn with ours. Both solve the same game: the same rules,
every hand by its composition, every pair split to as many hands and played as unsplit; the values must be equal in 12
digits. Look at processor time: wall time rests on what else the machine does. What the analyser leaves out is the exact
fraction, and play that is best for split hands; what ours does is to look only at hands that a split can come to.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from houseway.games import game
from houseway.games.super_pairs.count.base_game import BaseGame, best_plan, full_shoe, value_in_doubles
from houseway.games.super_pairs.count.base_odds import value_of
from houseway.games.super_pairs.count.base_rules import rules_of
from houseway.games.super_pairs.count.tally import exact_value

RUNS = 5
TURNS = 6
FLAGS = {"-O3 -march=native": ["-O3", "-march=native"], "-O3": ["-O3"]}


class Took(NamedTuple):
    """The least wall and processor seconds of some runs, and the last result."""

    wall: float
    cpu: float
    result: float


def timed(work, settings, runs=RUNS):
    """Run some work a few times."""
    walls, cpus, result = [], [], 0.0
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        result = work(settings)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return Took(min(walls), min(cpus), float(result))


def in_doubles(settings):
    base = BaseGame(full_shoe(settings), rules_of(settings))
    solved = base.solve()
    return value_in_doubles(base, solved, best_plan(base, solved))


def exactly(settings):
    base = BaseGame(full_shoe(settings), rules_of(settings))
    return value_of(exact_value(base, best_plan(base, base.solve())), base.rules.ends)


def alone():
    for decks in (1, 2, 6, 8):
        for split_play in ("as-unsplit", "best"):
            settings = game("super-pairs").configure(decks=decks, split_play=split_play)
            exactly(settings)
            doubles, whole = (timed(work, settings) for work in (in_doubles, exactly))
            print(
                f"{decks} decks, split hands {split_play:10}  in doubles {doubles.wall:5.3f} s wall, "
                f"{doubles.cpu:5.3f} s processor; with the exact fraction {whole.wall:5.3f} and {whole.cpu:5.3f}; "
                f"value {whole.result:+.12f}"
            )


def beside(folder, home):
    """The analyser and ours in turn, eight decks, for each number of hands that a pair may become."""
    for flags, options in FLAGS.items():
        sources = [Path(__file__).with_name("analyser.cpp"), folder / "blackjack.cpp"]
        subprocess.run(["g++", *options, f"-I{folder}", *sources, "-o", home / "analyser"], check=True)
        for hands in (2, 3, 4):
            told(flags, hands, home / "analyser")


def told(flags, hands, analyser):
    settings = game("super-pairs").configure(decks=8, split_hands=hands, split_play="as-unsplit", split_by="value")
    theirs, ours, whole = [], [], []
    exactly(settings)
    for _ in range(TURNS):
        given = subprocess.run([analyser, "8", str(hands), "2"], check=True, capture_output=True, text=True).stdout
        rows = [line.split() for line in given.splitlines()]
        theirs.append(min(float(seconds) for _, seconds in rows))
        for work, kept in ((in_doubles, ours), (exactly, whole)):
            took = timed(work, settings, 2)
            kept.append(took.cpu)
            assert abs(took.result - float(rows[0][0])) < 1e-12
    print(
        f"8 decks to {hands} hands, the analyser with {flags}: {min(theirs):.3f} s of processor time; ours in doubles "
        f"{min(ours):.3f}, {min(ours) / min(theirs):.2f} of it, with the exact fraction {min(whole):.3f}, "
        f"{min(whole) / min(theirs):.2f} of it; value {rows[0][0]}"
    )


def main():
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; warm, the least of some runs")
    if sys.argv[1:]:
        with tempfile.TemporaryDirectory() as home:
            beside(Path(sys.argv[1]), Path(home))
    else:
        alone()
    print(f"load after {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
