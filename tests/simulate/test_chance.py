"""The generator against its published vectors, the draws against the pack."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from houseway.lab.kernel import kernel
from houseway.simulate import chance
from houseway.simulate.chance import (
    State,
    begin,
    below,
    choice,
    deal,
    fresh_state,
    look_ahead,
    opened,
    philox,
    take,
    word,
)

VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((chance.WORD,) * 4, (chance.WORD,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Random123's known answers of philox4x32 with ten rounds (its file kat_vectors): counter, key, words."""


@kernel
def compiled(a: int, b: int, c: int, d: int, low: int, high: int) -> tuple[int, int, int, int]:
    return philox(a, b, c, d, low, high)


@kernel
def compiled_cards(seed: int, stream: int, domain: int, look: int, pack: np.ndarray, out: np.ndarray) -> None:
    state = State(np.zeros(chance.PLACES, np.int64), np.zeros(13, np.int64))
    opened(state, seed, domain)
    begin(state, stream)
    look_ahead(state, len(pack), look)
    for card in range(len(out)):
        out[card] = deal(state, pack)


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_the_generator_gives_the_published_words(counter, key, words):
    assert philox(*counter, *key) == words
    assert compiled(*counter, *key) == words


@kernel
def compiled_coins(seed: int, out: np.ndarray) -> None:
    state = State(np.zeros(chance.PLACES, np.int64), np.zeros(2, np.int64))
    opened(state, seed, chance.ROUNDS)
    for number in range(len(out)):
        begin(state, number)
        out[number] = below(state, 2)


def test_a_choice_of_two_is_the_top_bit_of_a_word_compiled_too():
    """A product beyond 63 bits has no sign: taken for one that has, the compiler may know its top bit to be nothing."""
    found, plain = np.zeros(200, np.int64), []
    compiled_coins(1, found)
    state = fresh_state(52)
    opened(state, 1, chance.ROUNDS)
    for number in range(len(found)):
        begin(state, number)
        plain.append(below(state, 2))
    assert found.tolist() == plain
    assert 60 < sum(plain) < 140


def stream(seed: int, number: int, cards: int, domain: int = chance.ROUNDS) -> State:
    state = fresh_state(cards)
    opened(state, seed, domain)
    begin(state, number)
    return state


@pytest.mark.parametrize("look", [0, 4, 8, 9])
@pytest.mark.parametrize("domain", [chance.ROUNDS, chance.SHOES])
def test_a_round_has_the_same_cards_compiled_or_not_and_however_far_ahead_is_looked(look, domain):
    for size in (16, 416):
        pack = np.arange(size)
        for seed, number in ((0, 0), (42, 7), (2**63 - 1, 2**40 + 3), (2**40 + 5, 2**33)):
            out = np.empty(16, np.int64)
            compiled_cards(seed, number, domain, look, pack, out)
            state = stream(seed, number, size, domain)
            assert [deal(state, pack) for _ in range(16)] == list(out)


def test_what_is_decided_by_chance_changes_no_card():
    one, other = stream(4, 4, 52), stream(4, 4, 52)
    cards = [take(one, 52) for _ in range(20)]
    found = []
    for _ in range(20):
        below(other, 6)
        found.append(take(other, 52))
    assert found == cards


def test_streams_are_apart():
    """Seed, stream, domain and block all reach the words."""
    seen = set()
    for seed in (1, 2, 1 << 32):
        for number in (1, 2, 1 << 32):
            for domain in (chance.ROUNDS, chance.SHOES):
                state = stream(seed, number, 52, domain)
                seen |= {choice(state) for _ in range(4)}
                seen |= {word(state) for _ in range(8)}
    assert len(seen) == 3 * 3 * 2 * 12


def test_no_number_is_favoured():
    """Of a range that does not divide 2^32, the words that would favour some are passed over."""
    many = 3 << 30  # of 2^32 words a quarter would fall twice on a number
    state = stream(5, 0, 1)
    found = [below(state, many) for _ in range(3000)]
    assert all(0 <= each < many for each in found)
    assert state.at[chance.CHOICES] > 3000  # some were passed over
    thirds = Counter(each >> 30 for each in found)
    assert all(abs(thirds[third] - 1000) < 5 * 26 for third in range(3))


def test_every_order_of_a_small_pack_is_as_likely():
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(24_000):
        state = stream(11, number, 4)
        counts[tuple(take(state, 4) for _ in range(4))] += 1
    assert set(counts) == set(permutations(range(4)))
    square = sum((each - 1000) ** 2 / 1000 for each in counts.values())
    assert square < 60  # 23 degrees of freedom: one in 30,000


def test_a_pack_is_dealt_to_its_last_card():
    for look in (0, 8):
        state = stream(3, 9, 52)
        look_ahead(state, 52, look)
        assert sorted(take(state, 52) for _ in range(52)) == list(range(52))
        assert state.at[chance.DEALT] == 52
