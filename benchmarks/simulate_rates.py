"""Rounds a second of every kernel, on this machine's cores and, with --gpu, on its GPU; and that both count the same.

    python benchmarks/simulate_rates.py [--gpu] [--only NAME] [--rounds N]

Compile time is apart. A GPU is timed over a launch that is long enough to be the device's own speed; before that the
counts of a seed are compared with those of the cores, wager by wager and end by end.
"""

import argparse
import sys
import time

import numpy as np

import houseway as hw
from houseway.simulate.loop import Part
from houseway.simulate.model import Plan, Simulation
from houseway.simulate.work import threads

FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
CASES: dict[str, tuple[str, tuple[str, ...], str, dict[str, object]]] = {
    "super-pan-9": ("super-pan-9", ("main", "tie"), "best", {"decks": 8}),
    "supreme-99": ("supreme-99", ("main",), "house-way", {}),
    "supreme-99-best": ("supreme-99", ("main", "pair-fortunes"), "best", {}),
    "two-card bonus": ("super-pairs", ("super-pairs",), "best", {}),
    "lucky-ladies": ("super-pairs", ("lucky-ladies",), "best", {}),
    "three-card bonus": ("super-pairs", ("21-plus-3",), "best", {}),
    "top-3": ("super-pairs", ("top-3",), "best", {}),
    "blackjack by the chart": ("super-pairs", ("blackjack",), "basic", {"decks": 6}),
    "blackjack, every wager": ("super-pairs", ("blackjack", "insurance", "bust-bonus", *FELT), "best", {"decks": 6}),
    "pai gow, best reply": ("dealer-open-pai-gow", ("main",), "best", {}),
    "chan-chu": ("dealer-open-pai-gow", ("chan-chu",), "best", {}),
}
CHECKED = 1 << 18
"""Rounds whose counts are compared."""
SECONDS = 1.0


def simulation_of(name: str) -> Simulation:
    """One case."""
    game, wagers, strategy, settings = CASES[name]
    found = hw.game(game)
    made = found.simulation(Plan(found.configure(**settings), wagers, strategy))
    assert made is not None
    return made


def on_cores(simulation: Simulation, rounds: int, seed: int) -> tuple[np.ndarray, float]:
    """Counts of so many rounds, and the rate."""
    list(threads()(simulation, [Part(0, 1, seed)]))
    size = max(rounds // 64, 1)
    began = time.perf_counter()
    done = list(threads()(simulation, [Part(at, min(size, rounds - at), seed) for at in range(0, rounds, size)]))
    return sum(each.ends for each in done), rounds / (time.perf_counter() - began)


def on_gpu(
    simulation: Simulation, counts: np.ndarray, seed: int, threads: int, blocks: int
) -> tuple[bool, float, float]:
    """Whether the counts are the same, the rate, and the seconds to compile."""
    from numba import cuda

    from houseway.simulate.gpu import BLOCKS_A_PROCESSOR, compiled

    began = time.perf_counter()
    launch = compiled(simulation)
    tags = cuda.to_device(simulation.tags)

    def run(first: int, rounds: int) -> tuple[np.ndarray, float]:
        found, played = cuda.to_device(np.zeros(counts.size, np.int64)), cuda.to_device(np.zeros(1, np.int64))
        cuda.synchronize()
        start = time.perf_counter()
        launch.kernel[launch.blocks * blocks // BLOCKS_A_PROCESSOR, threads](
            first, first + rounds, seed, tags, found, played, launch.arrays
        )
        cuda.synchronize()
        return found.copy_to_host().reshape(counts.shape), time.perf_counter() - start

    same = bool((run(0, CHECKED)[0] == counts).all())
    compile_ = time.perf_counter() - began
    rounds = 1 << 24
    took = run(0, rounds)[1]
    while took < SECONDS and rounds < 1 << 36:
        rounds = min(rounds * max(2, int(SECONDS / max(took, 1e-4))), 1 << 36)
        took = run(0, rounds)[1]
    return same, rounds / took, compile_


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=CHECKED)
    parser.add_argument("--threads", type=int, default=512, help="of a block, on the GPU")
    parser.add_argument("--blocks", type=int, default=4, help="of a multiprocessor")
    asked = parser.parse_args()
    for name in CASES:
        if asked.only and asked.only not in name:
            continue
        simulation = simulation_of(name)
        counts, rate = on_cores(simulation, CHECKED if asked.gpu else asked.rounds, 42)
        line = f"{name:26} cores {rate:10.3e}/s"
        if asked.gpu:
            same, fast, compile_ = on_gpu(simulation, counts, 42, asked.threads, asked.blocks)
            line += (
                f"   gpu {fast:10.3e}/s, {'the same counts' if same else 'OTHER COUNTS'}, compiled in {compile_:.0f} s"
            )
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
