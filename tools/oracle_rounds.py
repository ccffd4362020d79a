"""The oracle at length: random rounds of each game on all cores, settled by the product and by the second engine.

    python tools/oracle_rounds.py 100000 [GAME ...]
    FIRST=100000 python tools/oracle_rounds.py 100000      # other rounds: from that seed on
    PROCESSES=1 python tools/oracle_rounds.py 100000       # not on all cores

Every disagreement is printed with its game and seed as it is found; the exit status is 1 if there is one.
Standard library alone.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

STEP = 250
"""Rounds that a process settles before it reports."""


def disagreements(game: str, first: int, rounds: int) -> list[str]:
    """The seeds of these rounds on which the engines pay otherwise."""
    from oracle.compare import dealt, disagreement

    found = []
    for seed in range(first, first + rounds):
        try:
            differs = disagreement(dealt(game, seed))
        except Exception as fault:  # noqa: BLE001  # whatever goes wrong is a finding, and the rest goes on
            differs = repr(fault)
        if differs:
            found.append(f"{game}, seed {seed}: {differs}")
    return found


def main() -> int:
    """Settle and compare; how it went."""
    rounds, first = int(sys.argv[1]), int(os.environ.get("FIRST", "0"))
    import houseway as hw

    games = sys.argv[2:] or [game.id for game in hw.games()]
    faults = 0
    with ProcessPoolExecutor(int(os.environ.get("PROCESSES", 0)) or os.cpu_count()) as pool:
        for game in games:
            begun = time.monotonic()
            parts = [
                pool.submit(disagreements, game, first + at, min(STEP, rounds - at)) for at in range(0, rounds, STEP)
            ]
            found = 0
            for each in (each for part in parts for each in part.result()):
                found += 1
                print(each, flush=True)
            faults += found
            print(f"{game}: {rounds:,} rounds, {found} disagreements, {time.monotonic() - begun:.0f} s", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
