"""The salts of a shoe: how long they are, what numbers they give, and what is no shoe."""

import hashlib
from collections.abc import Iterator

import pytest

from houseway.room.fairness.commitments import SALT, Commitment, drawn, numbers, shuffle, used
from houseway.round import Draw


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


def test_what_is_left_is_dealt_as_it_lies_or_as_a_seed_orders_it() -> None:
    rest = (7, 3, 9, 0, 4)
    assert used(rest, b"") == rest
    assert used(list(rest), b"") == rest
    seeds = [bytes([at]) * 32 for at in range(20)]
    assert [used(rest, seed) for seed in seeds] == [shuffle(rest, numbers(seed)) for seed in seeds]
    assert len({used(rest, seed) for seed in seeds}) > 10


@pytest.mark.parametrize("cut", [0, 1, 3, 4])
def test_what_is_left_begins_at_the_cut_and_goes_round(cut: int) -> None:
    shoe = Commitment(range(5), [bytes([at]) * SALT for at in range(5)])
    places = [(cut + at) % 5 for at in range(5)]
    assert shoe.rest(cut, ()) == tuple(places)
    assert shoe.rest(cut, {places[1], places[4]}) == (places[0], places[2], places[3])
    assert shoe.rest(cut, set(places)) == ()


@pytest.mark.parametrize("size", [1, 2, 7, 52])
def test_a_sealed_shoe_tells_its_root_and_size_and_no_card(size: int) -> None:
    shoe = Commitment.fresh(range(size))
    sealed = Commitment.unread(shoe.root, size)
    assert (sealed.root, len(sealed), sealed.known, shoe.known) == (shoe.root, size, False, True)
    assert set(sealed.order) == {0}
    assert set(sealed.salts) == {bytes(SALT)}


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def test_the_root_and_the_paths_are_those_that_the_page_on_proofs_says() -> None:
    salts = [bytes([at]) * SALT for at in (1, 2, 3)]
    one, two, three = (
        sha(bytes([0, 0, 0, 0, at, card]), salt) for at, (card, salt) in enumerate(zip((51, 0, 7), salts, strict=True))
    )
    both = sha(b"\x01", one, two)
    shoe = Commitment((51, 0, 7), salts)
    assert shoe.root == sha(b"\x01", both, three).hex()
    assert [shoe.opening(at).path for at in range(3)] == [
        (("right", two.hex()), ("right", three.hex())),
        (("left", one.hex()), ("right", three.hex())),
        (("left", both.hex()),),
    ]


@pytest.mark.parametrize("seed", [b"", bytes(32), bytes(range(32))])
def test_the_numbers_of_a_place_come_from_its_salt_and_the_seed_in_the_order_of_asking(seed: bytes) -> None:
    asked = (Draw("roll", 2, 12, 2), Draw("number", 1, 7), Draw("number", 0, 200))
    shoe = Commitment(range(3), [bytes([at]) * SALT for at in range(3)])
    for place in range(3):
        draw = numbers(shoe.salts[place] + seed)
        expected = [drawn(question, draw) for question in asked]
        assert [shoe.drawn(place, seed, asked[: at + 1]) for at in range(3)] == expected
