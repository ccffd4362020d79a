import random

import pytest

from houseway.cards import DECK, parse_cards
from houseway.errors import IllegalCards
from houseway.games import game
from houseway.points import last_digit, point
from houseway.round.shuffle import shuffled_again
from houseway.shoe import Shoe, check_seen, shuffled


def test_a_seed_repeats_and_entropy_does_not():
    assert shuffled(DECK, 7) == shuffled(DECK, 7) != shuffled(DECK, 8)
    assert sorted(shuffled(DECK)) == list(DECK)
    assert shuffled(DECK) != shuffled(DECK)


def test_without_a_seed_the_order_is_the_systems(monkeypatch):
    """A generator that anybody could run again must not order a shoe."""
    monkeypatch.setattr(random, "Random", None)
    assert sorted(shuffled(DECK)) == list(DECK)


def test_a_shoe_deals_from_its_front_until_it_is_empty():
    shoe = Shoe([3, 1])
    assert (len(shoe), shoe.deal(), shoe.deal(), len(shoe)) == (2, 3, 1, 0)
    with pytest.raises(IllegalCards, match=r"^the shoe is empty: shuffle before the next round$"):
        shoe.deal()


def test_cards_seen_too_often_are_named():
    check_seen(parse_cards("As As"), DECK * 2, "the cards")
    check_seen(parse_cards("As Kd"), DECK, "the cards")
    with pytest.raises(IllegalCards, match=r"^As is seen 3 times, but the cards hold 2; Jk is not among the cards$"):
        check_seen(parse_cards("As As As Jk"), DECK * 2, "the cards")


def test_cards_not_on_the_table_are_shuffled_again_where_a_setting_says_so():
    def left(out_of_cards):
        return shuffled_again([0, 0, 1, 2], [0, 2], game("super-pairs").configure(out_of_cards=out_of_cards))

    assert left("void") == ()
    assert sorted(left("discards")) == [0, 1]
    assert shuffled_again([0, 1], [0], game("super-pan-9").configure()) == (), "a game without the setting voids it"


def test_points():
    assert [point(card) for card in parse_cards("Ac 2c 9c Tc Jc Qc Kc")] == [1, 2, 9, 0, 0, 0, 0]
    assert [last_digit(total) for total in (0, 9, 10, 27)] == [0, 9, 0, 7]
