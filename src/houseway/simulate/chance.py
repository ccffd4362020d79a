"""Chance for simulations: a generator that counts, unbiased draws, and cards dealt from a real pack.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11) makes four words of 32
bits of a counter and a key. The key is the seed; the counter holds a domain, the number of a stream and of a block. So
round 7 of seed 42 has the same words wherever and whenever it is dealt: there is nothing to hand on from one part of
the work to another.

Everything here is in the rule subset: plain Python in a test, compiled in a kernel, the same on a GPU. Only a product
of two words is told to the compiler in its own way, without a sign: one that does not fit 63 bits is not defined with;
without the compiler it is a product of Python's integers, whatever the state is kept in.

The state of a stream is lists of integers, or arrays: where the stream is, the next cards ahead, and a bit for every
card that has been dealt. The cards of a stream are the places of the pack in the order in which its words name them,
each once: whoever deals may look some cards ahead. What decides by chance takes words of its own (`below`), so that
the cards do not depend on it.
"""

from collections.abc import MutableSequence
from typing import Any, NamedTuple

import numpy as np

from houseway.lab.kernel import compiled_for, part

WORD = 0xFFFFFFFF
BITS = 32

MULTIPLY = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
TIMES = 10

KEY_LOW, KEY_HIGH, STREAM_LOW, STREAM_HIGH, DOMAIN, TAKEN, CHOICES, DEALT, HEAD, AHEAD, FIRST, SECOND, SPREAD = range(
    13
)
"""The places of `State.at`: the seed, the stream, words taken for cards and for choices, cards dealt, how far the cards
ahead are dealt, how many they are, and which, four in a place; whether they are noted among the bits."""
WORDS = SPREAD + 1
"""Where the four words in use begin."""
PLACES = WORDS + 4

FOUR = 4
LOOK = 2 * FOUR
"""How many cards may lie ahead."""
LANE = 15
ONES = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
TOPS = ONES << LANE - 1
NO_CARDS = (1 << 4 * LANE) - 1
CARD = (1 << LANE) - 1
"""Four cards stand in one place of 60 bits, 15 to each; a lane of ones is no card."""

ROUNDS, SHOES, CHOOSING = range(3)
"""Domains: a stream is a round from a fresh pack, or a whole shoe; from `CHOOSING` on, what is decided by chance."""

Places = MutableSequence[int] | Any
"""A list, or an array in compiled code."""


class State(NamedTuple):
    """A stream: where it is, and a bit for each card of the pack, 32 to a place."""

    at: Places
    bits: Places


def places(cards: int) -> int:
    """How many places the bits of so many cards take."""
    return (cards + BITS - 1) // BITS


def fresh_state(cards: int) -> State:
    """The state of a stream in plain Python."""
    return State([0] * PLACES, [0] * places(cards))


def upper(one: int, other: int) -> int:
    """The upper word of a product of two words."""
    return int(one) * int(other) >> BITS


def lower(one: int, other: int) -> int:
    """The lower word of a product of two words."""
    return int(one) * int(other) & WORD


@compiled_for(upper)
def _upper(one: int, other: int) -> Any:
    return np.int64(np.uint64(one) * np.uint64(other) >> np.uint64(BITS))


@compiled_for(lower)
def _lower(one: int, other: int) -> Any:
    return np.int64(np.uint64(one) * np.uint64(other) & np.uint64(WORD))


@part
def philox(a: int, b: int, c: int, d: int, low: int, high: int) -> tuple[int, int, int, int]:
    """Four words of a counter, by a key."""
    for _ in range(TIMES):
        a, b, c, d = (
            upper(MULTIPLY[1], c) ^ b ^ low,
            lower(MULTIPLY[1], c),
            upper(MULTIPLY[0], a) ^ d ^ high,
            lower(MULTIPLY[0], a),
        )
        low, high = low + WEYL[0] & WORD, high + WEYL[1] & WORD
    return a, b, c, d


@part
def opened(state: State, seed: int, domain: int) -> None:
    """A state by a seed; `begin` chooses its stream."""
    state.at[KEY_LOW] = seed & WORD
    state.at[KEY_HIGH] = seed >> BITS & WORD
    state.at[DOMAIN] = domain


@part
def begin(state: State, stream: int) -> None:
    """Begin a stream: no word taken, no card dealt."""
    at = state.at
    at[STREAM_LOW] = stream & WORD
    at[STREAM_HIGH] = stream >> BITS & WORD
    at[TAKEN], at[CHOICES] = 0, 0
    at[DEALT], at[HEAD], at[AHEAD], at[SPREAD] = 0, 0, 0, 0
    if at[DOMAIN] == SHOES:
        cleared(state)


@part
def cleared(state: State) -> None:
    """No card is noted as dealt."""
    for place in range(len(state.bits)):
        state.bits[place] = 0
    state.at[SPREAD] = 1


@part
def words_of_block(state: State, block: int) -> None:
    """Four words of the stream for cards."""
    at = state.at
    a, b, c, d = philox(block, at[STREAM_LOW], at[STREAM_HIGH], at[DOMAIN], at[KEY_LOW], at[KEY_HIGH])
    at[WORDS], at[WORDS + 1], at[WORDS + 2], at[WORDS + 3] = a, b, c, d


@part
def word(state: State) -> int:
    """The next word of the stream for a card."""
    at = state.at
    taken = at[TAKEN]
    if taken & 3 == 0:
        words_of_block(state, taken >> 2)
    at[TAKEN] = taken + 1
    lane = taken & 3
    low = at[WORDS + 1] if lane & 1 else at[WORDS]
    high = at[WORDS + 3] if lane & 1 else at[WORDS + 2]
    return high if lane & 2 else low


@part
def choice(state: State) -> int:
    """The next word of the stream for a decision: one of a block, the others unused."""
    at = state.at
    block, domain = at[CHOICES], at[DOMAIN] + CHOOSING
    at[CHOICES] = block + 1
    a, _, _, _ = philox(block, at[STREAM_LOW], at[STREAM_HIGH], domain, at[KEY_LOW], at[KEY_HIGH])
    return a


@part
def below(state: State, many: int) -> int:
    """A number below `many`, each as likely: the upper word of a product, unless that would favour some.

    Lemire, "Fast random integer generation in an interval", 2019.
    """
    scaled = choice(state) * many
    if scaled & WORD < many:
        least = (WORD + 1) % many
        while scaled & WORD < least:
            scaled = choice(state) * many
    return scaled >> BITS


@part
def place_below(state: State, cards: int) -> int:
    """The place in the pack that the next word for cards names; -1 where the word would favour some."""
    return place_of(word(state), cards)


@part
def place_of(word_: int, cards: int) -> int:
    """The place in the pack that a word names, each as likely; -1 where the word would favour some."""
    scaled = word_ * cards
    if scaled & WORD < cards and scaled & WORD < (WORD + 1) % cards:
        return -1
    return scaled >> BITS


@part
def holds(four: int, place: int) -> bool:
    """Whether one of four lanes is this card: a lane of the difference is zero."""
    apart = four ^ place * ONES
    return (apart - ONES) & ~apart & TOPS != 0


@part
def look_ahead(state: State, cards: int, many: int) -> None:
    """Draw the first cards of a round together, at most `LOOK`: on a GPU all threads then take their words in step.

    Nothing else changes: the cards are those that would come one by one. So many cards take as many words at least,
    and these are looked at in their order, without a choice; few rounds need more.
    """
    at = state.at
    if at[DOMAIN] != ROUNDS or many > LOOK or many > cards:
        return
    first, second, found, taken = NO_CARDS, NO_CARDS, 0, 0
    words_of_block(state, 0)
    for lane in range(FOUR):
        if lane < many or found < many:
            taken += 1
            drawn = place_of(at[WORDS + lane], cards)
            if drawn >= 0 and not (lane > 0 and holds(first, drawn)):
                first, found = joined(first, drawn), found + 1
    if many > FOUR:
        words_of_block(state, 1)
        for lane in range(FOUR):
            if FOUR + lane < many or found < many:
                taken += 1
                drawn = place_of(at[WORDS + lane], cards)
                first, second, found = with_card(first, second, found, drawn, lane > 0)
    at[TAKEN] = taken
    while found < many:
        first, second, found = with_card(first, second, found, place_below(state, cards), True)
    at[FIRST], at[SECOND], at[AHEAD] = first, second, many


@part
def joined(four: int, drawn: int) -> int:
    """Lanes with one more card, in the lowest; what is shifted out of the fourth is nobody's."""
    return four << LANE | drawn


@part
def with_card(first: int, second: int, found: int, drawn: int, more: bool) -> tuple[int, int, int]:
    """The cards ahead and their number after a draw: as before where it is no card, or one of them.

    `more` says that there may be cards in the second place: told by who knows without looking, it costs nothing.
    """
    if drawn < 0 or holds(first, drawn) or (more and holds(second, drawn)):
        return first, second, found
    if found < FOUR:
        return joined(first, drawn), second, found + 1
    return first, joined(second, drawn), found + 1


@part
def ahead(state: State, number: int) -> int:
    """One of the cards ahead: of each four, the last drawn has the lowest lane."""
    many = state.at[AHEAD]
    if number < FOUR:
        return state.at[FIRST] >> LANE * (min(many, FOUR) - 1 - number) & CARD
    return state.at[SECOND] >> LANE * (many - 1 - number) & CARD


@part
def dealt(state: State, place: int) -> bool:
    """Whether the card at this place of the pack is noted as dealt."""
    return bool(state.bits[place >> 5] >> (place & 31) & 1)


@part
def noted(state: State, place: int) -> None:
    """Note a card as dealt."""
    state.bits[place >> 5] |= 1 << (place & 31)


@part
def spread(state: State) -> None:
    """Note the cards ahead among the bits: from now on cards come one by one."""
    cleared(state)
    for number in range(state.at[AHEAD]):
        noted(state, ahead(state, number))


@part
def take(state: State, cards: int) -> int:
    """The place in the pack of the next card: each of those not dealt as likely. The pack must not be all dealt."""
    at = state.at
    at[DEALT] += 1
    head = at[HEAD]
    if head < at[AHEAD]:
        at[HEAD] = head + 1
        return ahead(state, head)
    if at[SPREAD] == 0:
        spread(state)
    drawn = place_below(state, cards)
    while drawn < 0 or dealt(state, drawn):
        drawn = place_below(state, cards)
    noted(state, drawn)
    return drawn


@part
def deal(state: State, pack: Any) -> int:
    """The next card of a pack."""
    return int(pack[take(state, len(pack))])


@part
def tally(codes: Any, offsets: Any, counts: Any) -> None:
    """Count how each wager of each seat has ended; one that was not made, or is not counted, is below zero."""
    for at in range(len(codes)):
        if codes[at] >= 0 and offsets[at] >= 0:
            counts[offsets[at] + codes[at]] += 1
