"""The generator against its published vectors, the draws against the pack."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from houseway.lab.kernel import kernel
from houseway.simulate import chance
from houseway.simulate.chance import begin, below, deal, gather, opened, philox, places, take, word

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
def compiled_cards(seed: int, stream: int, pack: np.ndarray, many: int, out: np.ndarray) -> None:
    state = np.zeros(chance.CARDS + (len(pack) + 31) // 32, np.int64)
    opened(state, seed, 0)
    begin(state, stream)
    for at in range(many):
        out[at] = deal(state, pack)


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_the_generator_gives_the_published_words(counter, key, words):
    assert philox(*counter, *key) == words
    assert compiled(*counter, *key) == words


def stream(seed: int, number: int, cards: int) -> list[int]:
    state = [0] * places(cards)
    opened(state, seed, chance.ROUNDS)
    begin(state, number)
    return state


def test_a_round_has_the_same_cards_compiled_or_not():
    pack = np.arange(416)
    for seed, number in ((0, 0), (42, 7), (2**63 - 1, 2**40 + 3), (2**40 + 5, 2**33)):
        out = np.empty(60, np.int64)
        compiled_cards(seed, number, pack, 60, out)
        state = stream(seed, number, 416)
        assert [deal(state, pack) for _ in range(60)] == list(out)


def test_streams_are_apart():
    """Seed, stream, domain and block all reach the words."""
    seen = set()
    for seed in (1, 2, 1 << 32):
        for number in (1, 2, 1 << 32):
            for domain in (chance.ROUNDS, chance.SHOES):
                state = [0] * places(52)
                opened(state, seed, domain)
                begin(state, number)
                seen |= {word(state) for _ in range(8)}
    assert len(seen) == 3 * 3 * 2 * 8


def test_no_number_is_favoured():
    """Of a range that does not divide 2^32, the words that would favour some are passed over."""
    many = 3 << 30  # of 2^32 words a quarter would fall twice on a number
    state = stream(5, 0, 1)
    found = [below(state, many) for _ in range(3000)]
    assert all(0 <= each < many for each in found)
    assert state[chance.TAKEN] > 3000  # some were passed over
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


def test_a_pack_is_dealt_to_its_last_card_and_gathered():
    state = stream(3, 9, 52)
    assert sorted(take(state, 52) for _ in range(52)) == list(range(52))
    assert state[chance.DEALT] == 52
    gather(state)
    assert sorted(take(state, 52) for _ in range(52)) == list(range(52))
