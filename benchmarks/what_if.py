"""What-if: a wager is counted once, then every pay of it is moved; the slowest answer in milliseconds.

python benchmarks/what_if.py
"""

from time import perf_counter

from houseway.games import game
from houseway.lab.whatif import repaid, slopes

WAGERS = (
    ("super-pan-9", ("main", "tie")),
    ("supreme-99", ("main", "pair-fortunes")),
    ("super-pairs", ("super-pairs", "lucky-ladies", "21-plus-3", "top-3", "super-pairs-jackpot")),
    ("dealer-open-pai-gow", ("chan-chu", "ace-high-tie")),
)


def main() -> None:
    for id_, wagers in WAGERS:
        for wager in wagers:
            begun = perf_counter()
            odds = game(id_).odds(wager)
            counted = perf_counter() - begun
            slowest = 0.0
            table = odds.settings.document.paytable(odds.paytable or "")
            for row in table.rows:
                if row.pay.kind == "ratio":
                    begun = perf_counter()
                    assert repaid(odds, {row.award: row.pay.amount + 1}).edge is not None
                    slowest = max(slowest, perf_counter() - begun)
            begun = perf_counter()
            slopes(odds)
            every = perf_counter() - begun
            print(
                f"{id_} {wager}: counted in {counted:.2f} s; what if at most {1000 * slowest:.2f} ms, "
                f"every slope {1000 * every:.2f} ms (target 100 ms)"
            )


if __name__ == "__main__":
    main()
