"""How long a seven-hand round takes to rule upon, and the census of Chan Chu from cold and from warm.

python benchmarks/dealer_open_pai_gow_round.py
"""

import os
import subprocess
import sys
import tempfile
import time

from houseway.games import game
from houseway.round.record import record_from, settle
from houseway.shoe import shuffled

ROUNDS = 200


def record(seed: int) -> dict[str, object]:
    """Six seats, each with every wager that is offered, their fronts as the house way sets them."""
    from houseway.cards import cards_of, mask, names
    from houseway.games.dealer_open_pai_gow.rules.piles import house_piles

    found = game("dealer-open-pai-gow")
    settings = found.configure()
    cards = shuffled(found.pack(settings), seed)
    hands = [cards[7 * place : 7 * place + 7] for place in range(7)]
    wagers = {"main": "10.00", "chan-chu": "5.00", "ace-high-tie": "5.00"}
    seats = [
        {
            "number": place,
            "cards": names(hands[place]),
            "front": names(cards_of(house_piles(mask(hands[place]), settings).front)),
            "wagers": wagers,
        }
        for place in range(1, 7)
    ]
    return {"game": "dealer-open-pai-gow", "dealer": {"cards": names(hands[0])}, "seat": seats}


def rulings() -> None:
    records = [record(seed) for seed in range(ROUNDS)]
    times = []
    for each in records:
        start = time.perf_counter()
        settle(record_from(each))
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    print(f"a seven-hand round is ruled upon in {times[ROUNDS // 2]:.2f} ms (median), {times[-1]:.2f} ms at most")


def chan_chu() -> None:
    command = [sys.executable, "-m", "houseway", "odds", "dealer-open-pai-gow", "chan-chu", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        for state in ("cold, compiler included", "warm"):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True, env=os.environ | {"HOUSEWAY_CACHE": folder})
            print(f"odds of Chan Chu, {state}: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    rulings()
    chan_chu()
