"""A shoe: the cards left to deal, in their order."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from houseway.cards import name
from houseway.errors import IllegalCards


def shuffled(pack: Sequence[int], seed: int | None = None) -> tuple[int, ...]:
    """An order of the pack: from the system's entropy, or repeatable from a seed for practice and tests."""
    source = random.SystemRandom() if seed is None else random.Random(seed)
    cards = list(pack)
    source.shuffle(cards)
    return tuple(cards)


class Shoe:
    """Deals an order of cards from its front."""

    def __init__(self, order: Iterable[int]) -> None:
        self._order = tuple(order)
        self._dealt = 0

    def deal(self) -> int:
        if self._dealt == len(self._order):
            raise IllegalCards("the shoe is empty: shuffle before the next round")
        self._dealt += 1
        return self._order[self._dealt - 1]

    def __len__(self) -> int:
        return len(self._order) - self._dealt


def check_seen(seen: Iterable[int], pack: Iterable[int], what: str) -> None:
    """Refuse cards that the pack does not hold, or not so often; `what` names the pack."""
    held = Counter(pack)
    faults = []
    for card, times in sorted(Counter(seen).items()):
        if held[card] == 0:
            faults.append(f"{name(card)} is not among {what}")
        elif times > held[card]:
            faults.append(f"{name(card)} is seen {times} times, but {what} hold {held[card]}")
    if faults:
        raise IllegalCards("; ".join(faults))
