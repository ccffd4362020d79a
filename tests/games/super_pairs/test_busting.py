"""The Bust Bonus: which award a dealer's hand is, and what it is paid."""

import pytest

from houseway.cards import parse_cards
from houseway.games import game
from houseway.games.super_pairs.rules.busting import AWARDS, NO_AWARD, award_of, bust_award
from houseway.games.super_pairs.terms.busting import bust_payout, bust_terms
from houseway.round.ruling import Bet, Payout

DOCUMENT = game("super-pairs").document


@pytest.mark.parametrize(
    "dealer, award",
    [
        ("6h Td 9s", "bust-6-unsuited"),
        ("6h Th 9h", "bust-6-suited"),
        ("Ah 5h 6h Th", "bust-ace-suited"),
        ("Jh 6h Th", "bust-10-suited"),
        ("8h 8d 8s", "bust-with-three-8s"),
        ("8h 8h 8h", "bust-with-three-suited-8s"),
        ("8h 6d 8s", "bust-8-unsuited"),
    ],
)
def test_D_awards_by_up_card_and_suit(dealer, award):
    assert AWARDS[award_of(parse_cards(dealer), 6)] == award


def test_bust_bonus_loses_when_the_dealer_does_not_bust():
    assert award_of(parse_cards("6h Td 5s"), 6) == NO_AWARD
    assert bust_award(6, 21, 0, False, 6) == NO_AWARD
    assert bust_award(6, 22, 0, False, 6) != NO_AWARD


@pytest.mark.parametrize(
    "decks, award", [(1, "bust-with-three-8s"), (2, "bust-with-three-8s"), (3, "bust-with-three-suited-8s")]
)
def test_D_3_the_suited_award_for_three_eights_needs_three_decks(decks, award):
    assert AWARDS[bust_award(8, 24, 3, True, decks)] == award


@pytest.mark.parametrize("dealer, award", [("2h 3h 7h Th", "bust-2-suited"), ("9h 3d Tc", "bust-9-unsuited")])
def test_D_the_up_card_is_the_first(dealer, award):
    assert AWARDS[award_of(parse_cards(dealer), 6)] == award


def test_D_three_eights_are_three_and_no_more():
    assert AWARDS[bust_award(8, 24, 3, False, 6)] == "bust-with-three-8s"
    assert AWARDS[bust_award(8, 26, 2, False, 6)] == "bust-8-unsuited"


def test_D_every_award_has_its_row_and_no_award_loses():
    settings = DOCUMENT.configure({})
    assert [bust_terms(award, settings).award for award in range(len(AWARDS))] == list(AWARDS)
    assert bust_terms(NO_AWARD, settings).award == "lose"


def test_D_1_what_becomes_of_a_bust_bonus_to_the_cent_and_in_words():
    settings = DOCUMENT.configure({})
    bet = Bet(3, "bust-bonus", 500)
    won = bust_payout(bet, parse_cards("6h Td 9s"), "25 (6♥ T♦ 9♠)", settings)
    why = "the dealer has 25 (6♥ T♦ 9♠): 6: Dealer Busts, Unsuited: pays 1 to 1"
    assert won == Payout(*bet, 1000, "bust-6-unsuited", "D", why, paytable="PT-FLT-BB-01")
    lost = bust_payout(bet, parse_cards("6h Td 5s"), "21 (6♥ T♦ 5♠)", settings)
    why = "the dealer has 21 (6♥ T♦ 5♠) and did not bust: the wager is lost"
    assert lost == Payout(*bet, 0, "lose", "bust-bonus", why)


@pytest.mark.parametrize("decks, returned", [(2, 500 + 25 * 500), (6, 500 + 75 * 500)])
def test_D_3_three_suited_eights_pay_as_the_number_of_decks_allows(decks, returned):
    settings = DOCUMENT.configure({"decks": decks})
    assert bust_payout(Bet(1, "bust-bonus", 500), parse_cards("8h 8h 8h"), "24", settings).returned == returned


def test_a_bust_without_a_row_in_a_paytable_of_ones_own_loses():
    rows = [{"award": "bust-6-unsuited", "pays": "3:2"}, {"award": "bust-10-suited", "pays": 9}]
    settings = game("super-pairs").with_paytable({"wager": "bust-bonus", "rows": rows}).configure()
    bet = Bet(1, "bust-bonus", 500)
    assert bust_payout(bet, parse_cards("6h Td 9s"), "25", settings).returned == 1250
    lost = bust_payout(bet, parse_cards("6h Th 9h"), "25", settings)
    assert (lost.returned, lost.award) == (0, "lose")
    assert lost.why == "the dealer has 25: no row of the paytable: the wager is lost"
