"""Chance for simulations: a generator that counts, unbiased draws, and cards dealt from a real pack.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11) makes four words of 32
bits of a counter and a key. The key is the seed; the counter holds a domain, the number of a stream and of a block. So
round 7 of seed 42 has the same words wherever and whenever it is dealt: there is nothing to hand on from one part of
the work to another.

Everything here is in the rule subset: plain Python in a test, compiled in a kernel, the same on a GPU. A product of two
words wraps in 64 bits, which leaves its lower and its upper word as they are.

The state of a stream is a list of integers, or an array: the places below, then one bit a card that has been dealt.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from houseway.lab.kernel import part

WORD = 0xFFFFFFFF
BITS = 32

MULTIPLY = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
TIMES = 10

KEY_LOW, KEY_HIGH, STREAM_LOW, STREAM_HIGH, DOMAIN, TAKEN, DEALT = range(7)
WORDS = 7
"""Where the four words of the block in use begin."""
CARDS = 11
"""Where the cards that have been dealt are noted, 32 to a place."""

ROUNDS, SHOES = range(2)
"""Domains: a stream is a round from a fresh pack, or a whole shoe."""

State = MutableSequence[int] | Any
"""A list, or an array in compiled code."""


def places(cards: int) -> int:
    """How many places the state of a stream takes that deals from so many cards."""
    return CARDS + (cards + BITS - 1) // BITS


@part
def philox(a: int, b: int, c: int, d: int, low: int, high: int) -> tuple[int, int, int, int]:
    """Four words of a counter, by a key."""
    for _ in range(TIMES):
        left, right = MULTIPLY[0] * a, MULTIPLY[1] * c
        a, b = (right >> BITS & WORD) ^ b ^ low, right & WORD
        c, d = (left >> BITS & WORD) ^ d ^ high, left & WORD
        low, high = low + WEYL[0] & WORD, high + WEYL[1] & WORD
    return a, b, c, d


@part
def opened(state: State, seed: int, domain: int) -> None:
    """A state by a seed; `begin` chooses its stream."""
    state[KEY_LOW] = seed & WORD
    state[KEY_HIGH] = seed >> BITS & WORD
    state[DOMAIN] = domain


@part
def begin(state: State, stream: int) -> None:
    """Begin a stream: no word taken, no card dealt."""
    state[STREAM_LOW] = stream & WORD
    state[STREAM_HIGH] = stream >> BITS & WORD
    state[TAKEN] = 0
    gather(state)


@part
def gather(state: State) -> None:
    """Put all cards back, as a continuous shuffler does; the stream goes on."""
    state[DEALT] = 0
    for place in range(CARDS, len(state)):
        state[place] = 0


@part
def word(state: State) -> int:
    """The next word of the stream."""
    taken = state[TAKEN]
    if taken & 3 == 0:
        a, b, c, d = philox(
            taken >> 2, state[STREAM_LOW], state[STREAM_HIGH], state[DOMAIN], state[KEY_LOW], state[KEY_HIGH]
        )
        state[WORDS], state[WORDS + 1], state[WORDS + 2], state[WORDS + 3] = a, b, c, d
    state[TAKEN] = taken + 1
    return int(state[WORDS + (taken & 3)])


@part
def below(state: State, many: int) -> int:
    """A number below `many`, each as likely: the upper word of a product, unless that would favour some.

    Lemire, "Fast random integer generation in an interval", 2019.
    """
    scaled = word(state) * many
    if scaled & WORD < many:
        least = (WORD + 1) % many
        while scaled & WORD < least:
            scaled = word(state) * many
    return scaled >> BITS


@part
def dealt(state: State, at: int) -> bool:
    """Whether the card at this place of the pack has been dealt."""
    return bool(state[CARDS + (at >> 5)] >> (at & 31) & 1)


@part
def take(state: State, cards: int) -> int:
    """The place in the pack of the next card: each of those not dealt as likely. The pack must not be all dealt."""
    at = below(state, cards)
    while dealt(state, at):
        at = below(state, cards)
    state[CARDS + (at >> 5)] |= 1 << (at & 31)
    state[DEALT] += 1
    return at


@part
def deal(state: State, pack: Sequence[int]) -> int:
    """The next card of a pack."""
    return int(pack[take(state, len(pack))])


@part
def tally(codes: Any, offsets: Any, counts: Any) -> None:
    """Count how each wager of each seat has ended; one that was not made, or is not counted, is below zero."""
    for at in range(len(codes)):
        if codes[at] >= 0 and offsets[at] >= 0:
            counts[offsets[at] + codes[at]] += 1
