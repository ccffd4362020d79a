"""All bonus paytables of Super Pairs at all their numbers of decks from cold, and one of them warm.

python benchmarks/super_pairs_bonuses.py
"""

from time import perf_counter

START = perf_counter()

from houseway.game import Game  # noqa: E402  # the imports are part of a cold start
from houseway.games import game  # noqa: E402
from houseway.lab.result import Ask  # noqa: E402


def _seconds(super_pairs: Game, ask: Ask) -> float:
    begun = perf_counter()
    super_pairs.odds_of(ask)
    return perf_counter() - begun


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
    slowest = max(min(_seconds(super_pairs, ask) for _ in range(5)) for ask in asks)
    print(f"the slowest one warm: {1000 * slowest:.2f} ms (target 2 s)")


if __name__ == "__main__":
    main()
