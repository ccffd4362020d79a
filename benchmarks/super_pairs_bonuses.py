"""All bonus paytables of Super Pairs at all their numbers of decks from cold, and one of them warm.

python benchmarks/super_pairs_bonuses.py
"""

from time import perf_counter

START = perf_counter()

from houseway.games import game  # noqa: E402  # the import is part of a cold start


def main() -> None:
    super_pairs = game("super-pairs")
    asks = [
        super_pairs.ask(paytable.wager, super_pairs.configure(decks=decks), paytable=paytable.id)
        for paytable in super_pairs.document.paytables
        if paytable.wager not in ("blackjack", "insurance", "bust-bonus")
        for decks in range(1, 9)
        if paytable.allows(decks)
    ]
    results = [super_pairs.odds_of(ask) for ask in asks]
    cold = perf_counter() - START
    tables = len({result.paytable for result in results})
    print(f"{tables} tables, {len(results)} results, cold, imports included: {cold:.2f} s (target 60 s)")
    slowest = 0.0
    for ask in asks:
        begun = perf_counter()
        super_pairs.odds_of(ask)
        slowest = max(slowest, perf_counter() - begun)
    print(f"the slowest one warm: {1000 * slowest:.2f} ms (target 2 s)")


if __name__ == "__main__":
    main()
