"""The awards of the bonus wagers, clause by clause, on hands written out."""

import pytest

from houseway.cards import CLUBS, DECK, DIAMONDS, HEARTS, SPADES, parse_cards
from houseway.games import game
from houseway.games.super_pairs.rules.bonuses import (
    AWARDS,
    BLACKJACK,
    BLACKJACK_OF_SUIT,
    NO_BLACKJACK,
    SUITED_BLACKJACK,
    awards_held,
    dealers_blackjack,
    row_pays,
    three_in_a_row,
)
from houseway.games.super_pairs.terms.bonuses import bonus_terms, winning_row
from houseway.round.ruling import Bet

DOCUMENT = game("super-pairs").document

SUIT = {"clubs": CLUBS, "diamonds": DIAMONDS, "hearts": HEARTS, "spades": SPADES}


def held(cards, suit="hearts"):
    """The awards of `player's two, up-card, hole card`."""
    bits = awards_held(*parse_cards(cards), SUIT[suit])
    return {award for bit, award in enumerate(AWARDS) if bits >> bit & 1}


def award(paytable, cards, suit="hearts"):
    """The award that a paytable pays for `player's two, up-card, hole card`."""
    row = winning_row(DOCUMENT.paytable(paytable), awards_held(*parse_cards(cards), SUIT[suit]))
    return None if row is None else row.award


# ---------------------------------------------------------------------------------------- Appendices A and E


@pytest.mark.parametrize(
    "cards, suit, awards",
    [
        ("7c 7d 2s 3s", "hearts", {"any-pair"}),
        ("7c 7s 2s 3s", "hearts", {"any-pair", "prime-pair"}),
        ("7d 7h 2s 3s", "hearts", {"any-pair", "prime-pair"}),
        ("7h 7s 2s 3s", "hearts", {"any-pair"}),
        ("7c 7c 2s 3s", "hearts", {"any-pair", "suited-pair"}),
        ("7c 7c 2s 3s", "clubs", {"any-pair", "suited-pair", "pair-of-suit"}),
        ("Ac As 2s 3s", "hearts", {"any-pair", "prime-pair", "pair-of-aces"}),
        ("Ac Ad 2s 3s", "hearts", {"any-pair", "pair-of-aces"}),
        ("Ac Ad 2s 3s", "clubs", {"any-pair", "pair-of-aces", "ace-of-suit-and-ace"}),
        ("Ad Ah 3s 3s", "spades", {"any-pair", "prime-pair", "pair-of-aces", "pair-of-red-aces"}),
        ("7c 8c 7c 7c", "clubs", {"flush"}),
        ("7c 8d 7c 7c", "clubs", set()),
        ("7c 8d 7s 7h", "clubs", set()),
    ],
)
@pytest.mark.clause("3.a", "super-pairs", "jackpot-super-pairs", "A.3", "E.4")
def test_3_a_pairs_use_the_first_two_cards_only(cards, suit, awards):
    assert held(cards, suit) == awards


@pytest.mark.clause("A", "E")
def test_a_suited_pair_of_aces_of_the_chosen_suit_and_of_another():
    of_suit = {"any-pair", "suited-pair", "pair-of-aces", "suited-pair-of-aces", "pair-of-suit"}
    assert held("As As 5d 6c", "spades") == of_suit | {"pair-of-aces-of-suit", "ace-of-suit-and-ace"}
    assert held("As As 5d 6c", "clubs") == of_suit - {"pair-of-suit"}


@pytest.mark.parametrize(
    "paytable, cards, suit, wins",
    [
        ("PT-FLT-SP-01", "Ad Ah 2c 3c", "hearts", "pair-of-red-aces"),
        ("PT-FLT-SP-01", "Ac Ah 2c 3c", "hearts", "pair-of-aces"),
        ("PT-FLT-SP-02", "Kc Kh 2c 3c", "hearts", "any-pair"),
        ("PT-FLT-SP-03", "As Ad 2c 3c", "diamonds", "ace-of-suit-and-ace"),
        ("PT-FLT-SP-03", "As Ad 2c 3c", "hearts", "any-pair"),
        ("PT-FLT-SP-04", "8s 8s 2c 3c", "spades", "pair-of-suit"),
        ("PT-FLT-SP-04", "8s 8s 2c 3c", "hearts", "suited-pair"),
        ("PT-FLT-SP-04", "8s 8c 2c 3c", "spades", "any-pair"),
        ("PT-FLT-SP-07", "As As 2c 3c", "spades", "pair-of-aces-of-suit"),
        ("PT-FLT-SP-07", "As As 2c 3c", "hearts", "suited-pair-of-aces"),
        ("PT-FLT-SP-09", "4d 4d 4d 9c", "hearts", "suited-three-of-a-kind"),
        ("PT-FLT-SP-09", "4d 4d 4h 4d", "hearts", "suited-pair"),
        ("PT-FLT-SP-09", "4d 4h 4d 4d", "hearts", "prime-pair"),
        ("PT-FLT-SP-09", "4d 4c 4d 4d", "hearts", "any-pair"),
        ("PT-FLT-SP-09", "4d 5d 4d 4d", "hearts", None),
    ],
)
@pytest.mark.clause("A", "A.2", "A.3", "A.4", "super-pairs")
def test_a_2_only_the_highest_super_pairs_award_pays(paytable, cards, suit, wins):
    assert award(paytable, cards, suit) == wins


@pytest.mark.parametrize(
    "paytable, cards, suit, wins",
    [
        ("PT-PRG-SP-04", "Ah Ah Ah 2c", "hearts", "three-aces-of-suit"),
        ("PT-PRG-SP-04", "Ah Ah Ah 2c", "clubs", "three-suited-aces"),
        ("PT-PRG-SP-04", "Kh Kh Kh 2c", "hearts", "suited-three-of-a-kind"),
        ("PT-PRG-SP-08", "Kh Kh Kh 2c", "hearts", "three-aces-or-kings-of-suit"),
        ("PT-PRG-SP-08", "Kh Kh Kh 2c", "spades", "three-suited-aces-or-kings"),
        ("PT-PRG-SP-08", "Kh Kh Ah 2c", "hearts", "suited-pair"),
        ("PT-PRG-SP-08", "Qh Qh Qh 2c", "hearts", "suited-three-of-a-kind"),
        ("PT-PRG-SP-12", "Qh Qh Qh 2c", "hearts", "three-aces-kings-or-queens-of-suit"),
        ("PT-PRG-SP-12", "Jh Jh Jh 2c", "hearts", "suited-three-of-a-kind"),
        ("PT-PRG-SP-01", "Kh Kh Kh 2c", "hearts", "pair-of-suit"),  # a dash at suited three of a kind
        ("PT-PRG-SP-01", "Ac Ac 2h 2c", "hearts", "suited-pair"),  # a dash at suited pair of aces
        ("PT-PRG-SP-13", "Ac As 2h 2c", "hearts", "prime-pair"),
    ],
)
@pytest.mark.clause("E", "E.3", "E.5", "jackpot-super-pairs")
def test_e_5_three_card_awards_take_the_up_card_and_dashes_fall_through(paytable, cards, suit, wins):
    assert award(paytable, cards, suit) == wins


# ---------------------------------------------------------------------------------------- Appendices B and F


@pytest.mark.parametrize(
    "cards, awards",
    [
        ("Kc Jd 2s 3s", {"any-20"}),
        ("Kc Jc 2s 3s", {"any-20", "suited-20"}),
        ("Ac 9d 2s 3s", {"any-20"}),
        ("9c Ac 2s 3s", {"any-20", "suited-20"}),
        ("Tc Td 2s 3s", {"any-20", "any-pair", "paired-20"}),
        ("Qc 9d 2s 3s", {"any-queen"}),
        ("Ac Qd 2s 3s", {"any-queen"}),
        ("Ac Td 2s 3s", set()),
        ("Kc 9d 2s 3s", set()),
        ("Qc Kd 2s 3s", {"any-20"}),
    ],
)
def test_b_what_is_a_20(cards, awards):
    assert held(cards) == awards


def test_b_a_matched_20_is_two_identical_cards():
    assert {"matched-20", "suited-kings-jacks-or-tens"} <= held("Jd Jd 2s 3s")
    assert not {"matched-20", "suited-kings-jacks-or-tens", "suited-pair-of-queens"} & held("Jd Jh 2s 3s")
    assert {"matched-20", "suited-pair-of-queens"} <= held("Qd Qd 2s 3s")
    assert "suited-kings-jacks-or-tens" not in held("Qd Qd 2s 3s")
    assert "queens-of-hearts" not in held("Qd Qd 2s 3s", "diamonds")
    assert "matched-20" not in held("Ad 9d 2s 3s")


@pytest.mark.parametrize(
    "cards, suit, kind",
    [
        ("Ah Kd", "hearts", BLACKJACK),
        ("Td Ah", "hearts", BLACKJACK),
        ("Ac Jc", "hearts", SUITED_BLACKJACK),
        ("Jc Ac", "clubs", BLACKJACK_OF_SUIT),
        ("Qh Ah", "hearts", BLACKJACK_OF_SUIT),
        ("Ah 9h", "hearts", NO_BLACKJACK),
        ("Ah As", "hearts", NO_BLACKJACK),
        ("Kh Qh", "hearts", NO_BLACKJACK),
    ],
)
def test_f_3_the_dealers_blackjack_in_either_order_and_its_suit(cards, suit, kind):
    assert dealers_blackjack(*parse_cards(cards), SUIT[suit]) == kind


@pytest.mark.parametrize(
    "paytable, cards, suit, wins",
    [
        ("PT-FLT-LL-01", "Qh Qh As Kd", "hearts", "queens-of-hearts-with-blackjack"),
        ("PT-FLT-LL-01", "Qh Qh As 9d", "hearts", "queens-of-hearts"),
        ("PT-FLT-LL-01", "Qd Qd As Kd", "hearts", "matched-20"),
        ("PT-FLT-LL-01", "Qh Qd As Kd", "hearts", "any-20"),
        ("PT-FLT-LL-01", "Qh 5d As Kd", "hearts", None),
        ("PT-FLT-LL-04", "Qh 5d As Kd", "hearts", "any-queen"),
        ("PT-FLT-LL-05", "Qs Qs As Kd", "hearts", "suited-pair-of-queens"),
        ("PT-FLT-LL-05", "Ks Ks As Kd", "hearts", "suited-kings-jacks-or-tens"),
        ("PT-FLT-LL-05", "Ks Qs As Kd", "hearts", "suited-20"),
        ("PT-FLT-LL-05", "Qh Qs As Kd", "hearts", "pair-of-queens"),
        ("PT-FLT-LL-05", "Kh Ks As Kd", "hearts", "any-20"),
        ("PT-BJS-LL-34", "Qh Qh Ah Kh", "hearts", "queens-of-hearts-with-blackjack-of-suit"),
        ("PT-BJS-LL-34", "Qh Qh Kh Ah", "spades", "queens-of-hearts-with-suited-blackjack"),
        ("PT-BJS-LL-34", "Qh Qh Ks Ah", "spades", "queens-of-hearts-with-blackjack"),
        ("PT-BJS-LL-26", "Qh Qh Kh Ah", "hearts", "queens-of-hearts-with-blackjack"),
        ("PT-BJS-LL-37", "Kh Jd Kh Ah", "hearts", None),
        ("LL/JP 1", "Qh Qd Kh Ac", "hearts", "pair-of-queens-with-blackjack"),
        ("LL/JP 1", "Kh Kd Kh Ac", "hearts", "paired-20"),
        ("LL/JP 1", "Kh Jh Kh Ac", "hearts", None),
        ("LL/JP 11", "Qh Qh 9h Ac", "hearts", "pair-of-queens"),  # a dash at Queen of Hearts Pair
        ("LL/JP 11", "Qh Qs Kh Ac", "hearts", "pair-of-queens-with-blackjack"),
        ("LL/JP 13", "Qh Qh Kh Ah", "hearts", "queens-of-hearts-with-blackjack"),  # a comma at (Suit Specific)
    ],
)
@pytest.mark.clause("B.2", "F.2", "jackpot-lucky-ladies")
def test_f_2_only_the_highest_lucky_ladies_award_pays(paytable, cards, suit, wins):
    assert award(paytable, cards, suit) == wins


# ---------------------------------------------------------------------------------------- Appendices C and G


@pytest.mark.parametrize(
    "cards, straight",
    [
        ("Qc Kd As", True),
        ("Ac 2d 3s", True),
        ("3c Ad 2s", True),
        ("4c 2d 3s", True),
        ("9c Jd Ts", True),
        ("Kc Ad 2s", False),
        ("Kc Ad 3s", False),
        ("Ac 2d 4s", False),
        ("4c 4d 5s", False),
        ("4c 5d 7s", False),
    ],
)
def test_c_a_straight_has_the_ace_high_or_low(cards, straight):
    assert three_in_a_row(*parse_cards(cards)) is straight


@pytest.mark.parametrize(
    "paytable, cards, suit, wins",
    [
        ("PT-FLT-213-03", "7c 7d 7h 2s", "hearts", "three-of-a-kind"),
        ("PT-FLT-213-03", "7c 7c 7c 2s", "hearts", "three-of-a-kind"),
        ("PT-FLT-213-03", "7c 8c 9c 2s", "hearts", "straight-flush"),
        ("PT-FLT-213-03", "7c 8d 9c 2s", "hearts", "straight"),
        ("PT-FLT-213-03", "7c 7c 9c 2s", "hearts", "flush"),
        ("PT-FLT-213-03", "7c 7d 9c 7s", "hearts", None),
        ("PT-FLT-213XT-01", "7c 7c 7c 2s", "hearts", "three-of-a-kind"),
        ("PT-FLT-213XT-03", "7c 7c 7c 2s", "hearts", "suited-three-of-a-kind"),
        ("PT-FLT-TOP3-01", "7c 7d 7h 2s", "hearts", "three-of-a-kind"),
        ("PT-FLT-TOP3-01", "7c 8d 9h 2s", "hearts", None),
        ("PT-BJS-213-07", "Ks Ks Ks 2c", "spades", "three-aces-or-kings-of-suit"),
        ("PT-BJS-213-07", "Ks Ks Ks 2c", "clubs", "three-suited-aces-or-kings"),
        ("PT-BJS-213-09", "Ks Ks Ks 2c", "spades", "suited-three-of-a-kind"),
        ("PT-BJS-213-07", "Ks Ks Kd 2c", "spades", "offsuit-three-of-a-kind"),
        ("PT-BJS-213-10", "Ks 5s 9s 2c", "spades", None),
        ("PT-BJS-213-01", "Ks 5s 9s 2c", "spades", "flush"),
    ],
)
@pytest.mark.clause("C.2", "G.2", "G.4", "jackpot-21-plus-3")
def test_c_2_only_the_highest_of_three_cards_pays(paytable, cards, suit, wins):
    assert award(paytable, cards, suit) == wins


def test_3_b_the_order_of_the_players_cards_never_matters():
    for first in DECK[::3]:
        for second in DECK[::5]:
            for up in (0, 12, 23, 36, 51):
                one = awards_held(first, second, up, 49, HEARTS)
                assert one == awards_held(second, first, up, 49, HEARTS)


def test_a_2_a_row_pays_only_below_no_other_row():
    assert row_pays(0b0110, 0b0010, 0b0001)
    assert not row_pays(0b0111, 0b0010, 0b0001)
    assert not row_pays(0b0100, 0b0010, 0b0001)


def test_a_1_pays_are_to_one():
    red_aces = bonus_terms(DOCUMENT.paytable("PT-FLT-SP-01"), awards_held(*parse_cards("Ah Ad 2c 3c"), SUIT["hearts"]))
    assert (red_aces.pays, red_aces.payout(Bet(1, "super-pairs", 500), "aces").returned) == (30, 15_500)
