"""Split hands: how many there will be, what cards the others take away, and how each is played.

A pair is split, and every further card of its kind is split again while the rules allow. A split hand is played by its
own cards (and the up-card and the pair that was split), not by those of its sister hands, which are unseen cards to it.
For such play the value of a split is exact by two facts:

* expectation is linear: the hands of a spot may be valued one by one, though they meet the same dealer;
* unseen cards are exchangeable: that a sister hand has drawn some of them changes nothing, except for what is known of
  them, namely whether a sister's second card was another of the pair's kind ("kind") or not ("other").

A hand valued with `u` kind and `v` other cards known to be gone reduces to hands with only kind cards gone, since an
unknown card is kind or other:

    value(u, v) = kind/unseen * value(u + 1, v) + other/unseen * value(u, v + 1)

so that a split is worth  sum over k of  a[k] * G[k] + b[k] * W[k]:  G[k] is a hand whose second card is other, W[k] one
whose second card is kind and that may not be split again, both valued with k further kind cards gone from the shoe.
"""

from fractions import Fraction
from functools import cache

Weights = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""The coefficients a and b."""


@cache
def weights(unseen: int, kind: int, most: int) -> Weights:
    """The coefficients of a split: unseen cards and kind cards after the pair and the up-card, and the most hands."""
    size = max(2 * most - 2, 1)
    a, b = [Fraction(0)] * size, [Fraction(0)] * size
    for (gone, others, pairs), ways in sequences(most).items():
        chance = ways * _chance(unseen, kind, gone, others)
        if chance == 0:
            continue
        if others:
            for k, share in _reduced(unseen - 1, kind, gone, others - 1).items():
                a[k] += chance * others * share
        if pairs:
            for k, share in _reduced(unseen - 1, kind - 1, gone - 1, others).items():
                b[k] += chance * pairs * share
    return tuple(a), tuple(b)


@cache
def sequences(most: int) -> dict[tuple[int, int, int], int]:
    """In how many orders the second cards of all hands are drawn: by kind cards, other cards, and pairs kept."""
    found: dict[tuple[int, int, int], int] = {}

    def go(hands: int, waiting: int, gone: int, others: int, pairs: int) -> None:
        if waiting == 0:
            key = (gone, others, pairs)
            found[key] = found.get(key, 0) + 1
            return
        go(hands, waiting - 1, gone, others + 1, pairs)
        if hands < most:
            go(hands + 1, waiting + 1, gone + 1, others, pairs)
        else:
            go(hands, waiting - 1, gone + 1, others, pairs + 1)

    go(2, 2, 0, 0, 0)
    return found


def _chance(unseen: int, kind: int, gone: int, others: int) -> Fraction:
    """That the next cards are these kind and other cards, in one given order."""
    chance, other = Fraction(1), unseen - kind
    for i in range(gone):
        chance *= max(kind - i, 0)
    for i in range(others):
        chance *= max(other - i, 0)
    for i in range(gone + others):
        chance /= unseen - i
    return chance


@cache
def _reduced(unseen: int, kind: int, u: int, v: int) -> dict[int, Fraction]:
    """value(u, v) by values with only kind cards gone; `unseen` and `kind` are after the hand's own second card."""
    if v == 0:
        return {u: Fraction(1)}
    n, p = unseen - u - (v - 1), kind - u
    q = n - p
    found: dict[int, Fraction] = {}
    for k, share in _reduced(unseen, kind, u, v - 1).items():
        found[k] = found.get(k, Fraction(0)) + share * Fraction(n, q)
    if p > 0:
        for k, share in _reduced(unseen, kind, u + 1, v - 1).items():
            found[k] = found.get(k, Fraction(0)) - share * Fraction(p, q)
    return found
