"""All bonus paytables of Super Pairs at all their numbers of decks from cold, and one of them warm.

python benchmarks/super_pairs_bonuses.py
"""

from time import perf_counter

START = perf_counter()

from houseway.games.super_pairs.odds import odds  # noqa: E402  # the import is part of a cold start
from houseway.games.super_pairs.paying import DOCUMENT, allows  # noqa: E402
from houseway.lab.result import Ask  # noqa: E402


def main() -> None:
    settings = DOCUMENT.configure({})
    asks = [
        Ask(paytable.wager, settings.but(decks=decks), paytable.id)
        for paytable in DOCUMENT.paytables
        if paytable.wager != "bust-bonus"
        for decks in range(1, 9)
        if allows(paytable, decks)
    ]
    results = [odds(ask) for ask in asks]
    cold = perf_counter() - START
    tables = len({result.paytable for result in results})
    print(f"{tables} tables, {len(results)} results, cold, imports included: {cold:.2f} s (target 60 s)")
    slowest = 0.0
    for ask in asks:
        begun = perf_counter()
        odds(ask)
        slowest = max(slowest, perf_counter() - begun)
    print(f"the slowest one warm: {1000 * slowest:.2f} ms (target 2 s)")


if __name__ == "__main__":
    main()
