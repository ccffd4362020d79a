"""Values of seven-card hands by one evaluator, called from Python: run by benchmarks/peers in its own venv.

python hands.py NAME    prints JSON: version, and calls a second by how the hand is given
"""

import json
import random
import sys
import time
from importlib.metadata import version

HANDS = 20_000
RANKS, SUITS = "23456789TJQKA", "cdhs"


def best(call, given, times=3):
    """Calls a second of processor time, the best of a few tries."""
    found = 0.0
    for _ in range(times):
        began = time.process_time()
        for each in given:
            call(*each)
        found = max(found, len(given) / (time.process_time() - began))
    return found


def main(name):
    luck = random.Random(1)
    hands = [luck.sample(range(52), 7) for _ in range(HANDS)]
    names = [[RANKS[card % 13] + SUITS[card // 13] for card in hand] for hand in hands]
    if name == "eval7":
        import eval7

        rates = {"cards made before": best(eval7.evaluate, [([eval7.Card(each) for each in hand],) for hand in names])}
    elif name == "phevaluator":
        from phevaluator import _pheval, evaluate_cards

        numbers = [tuple(4 * (card % 13) + card // 13 for card in hand) for hand in hands]
        rates = {
            "numbers": best(evaluate_cards, numbers),
            "names": best(evaluate_cards, names),
            "its C function, unchecked": best(_pheval.evaluate_7cards, numbers),
        }
    elif name == "treys":
        import treys

        cards = [[treys.Card.new(each) for each in hand] for hand in names]
        rates = {"cards made before": best(treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in cards[:4000]])}
    else:
        from pokerkit import Card, StandardHighHand

        cards = [(list(Card.parse("".join(hand))),) for hand in names[:300]]
        rates = {"cards made before": best(lambda hand: StandardHighHand.from_game(hand), cards)}
    print(json.dumps({"version": version(name), "rates": rates}))


if __name__ == "__main__":
    main(sys.argv[1])
