"""The salts of a shoe: how long they are, what numbers they give, and what is no shoe."""

import hashlib
from collections.abc import Iterator

import pytest

from houseway.room.fairness import SALT, Commitment, numbers


def by_hand(salt: bytes, bound: int) -> Iterator[int]:
    """Bounds up to 256: the first byte of SHA-256(02 | salt | at in four bytes), unless it would favour the small."""
    for at in range(1000):
        first = hashlib.sha256(bytes([2, *salt, 0, 0, at // 256, at % 256])).digest()[0]
        if first < 256 // bound * bound:
            yield first % bound


@pytest.mark.parametrize("bound", [2, 6, 52, 200, 256])
def test_a_salt_gives_the_very_numbers_that_the_page_on_proofs_says(bound: int) -> None:
    salt = bytes(range(SALT))
    draw = numbers(salt)
    expected = list(by_hand(salt, bound))[:300]
    assert [draw(bound) for _ in expected] == expected


def test_a_salt_is_drawn_from_all_that_its_bytes_can_be() -> None:
    bounds = []

    def greatest(bound: int) -> int:
        bounds.append(bound)
        return bound - 1

    shoe = Commitment.fresh(range(52), greatest)
    assert bounds == [*range(52, 1, -1), *[2 ** (8 * 16)] * 52]
    assert set(shoe.salts) == {b"\xff" * 16}


@pytest.mark.parametrize(("cards", "salts"), [(0, 0), (0, 16), (2, 16), (2, 31), (2, 33), (1, 0)])
def test_a_shoe_without_cards_or_with_a_salt_too_few_or_too_many_is_none(cards: int, salts: int) -> None:
    with pytest.raises(ValueError, match=f"^{cards} cards and {salts} bytes of salt are no shoe$"):
        Commitment.stored(bytes(cards), bytes(salts))
