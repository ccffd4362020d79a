"""Clauses on who wagers what, the cards, and how the jackpots of each appendix pay."""

import pytest

from houseway.cards import parse_cards
from houseway.errors import IllegalBet, IllegalSetting
from houseway.games import game
from houseway.games.super_pairs.terms.bonuses import Dealt, ended, round_payouts
from houseway.round.ruling import Seat

PAIRS = game("super-pairs")
JACKPOTS = {  # cards of the player and the dealer, what is paid for $1, and the award that takes all of the meter
    "super-pairs-jackpot": ("8s 8c 2d Kc", 8_00, "As As As Kc"),
    "lucky-ladies-jackpot": ("Jd Jd 2s 3s", 25_00, "Qh Qh As Kd"),
    "21-plus-3-jackpot": ("7c 8c 9c 2s", 25_00, "Ks Ks Ks 2c"),
}


def paid(wager, cards, cents=100, **given):
    """What one seat is paid of a jackpot wager that is on offer: player's two, up-card, hole card."""
    asked = {f"offer-{wager}": "yes", f"{wager}-meter": "5,000.00", **given}
    settings = PAIRS.configure(asked)
    first, second, up, hole = parse_cards(cards)
    (payout,) = round_payouts(ended([Dealt(Seat(3, {wager: cents}), (first, second))], up, hole, settings), settings)
    return payout


def test_1_everybody_makes_the_blackjack_wager_and_who_likes_a_bonus():
    assert [each.id for each in PAIRS.document.wagers if each.required] == ["blackjack"]
    with pytest.raises(IllegalBet, match=r"every player makes the .* \(clause"):
        PAIRS.deal({1: {"super-pairs": "5.00"}}, seed=1)
    PAIRS.deal({1: {"blackjack": "5.00"}, 2: {"blackjack": "5.00", "super-pairs": "5.00"}}, seed=1)


def test_blackjack_cards_one_to_eight_decks_of_52():
    for decks in (1, 8):
        assert len(PAIRS.pack(PAIRS.configure(decks=decks))) == 52 * decks
    for decks in (0, 9):
        with pytest.raises(IllegalSetting, match="decks lies between 1 and 8"):
            PAIRS.configure(decks=decks)


@pytest.mark.clause("E.1", "F.1", "G.1")
@pytest.mark.parametrize("wager", JACKPOTS)
def test_a_jackpot_wager_is_not_returned_with_its_award(wager):
    cards, award, _ = JACKPOTS[wager]
    won = paid(wager, cards)
    assert (won.returned, won.net) == (award, award - 1_00)


@pytest.mark.clause("E.7", "F.5", "G.6")
@pytest.mark.parametrize("wager", JACKPOTS)
def test_a_prize_in_dollars_is_the_same_whatever_the_meter_shows_and_comes_off_none(wager):
    cards, award, _ = JACKPOTS[wager]
    for meter in ("0.00", "99,999.99"):
        won = paid(wager, cards, **{f"{wager}-meter": meter})
        assert (won.returned, won.metered) == (award, 0)


@pytest.mark.clause("E.8", "F.6", "G.7")
@pytest.mark.parametrize("wager", JACKPOTS)
def test_another_fixed_wager_multiplies_prizes_and_not_the_share_of_the_meter(wager):
    cards, award, top = JACKPOTS[wager]
    assert paid(wager, cards, 5_00, **{f"{wager}-wager": "5.00"}).returned == 5 * award
    assert paid(wager, top, 5_00, **{f"{wager}-wager": "5.00"}).returned == 5_000_00


@pytest.mark.clause("E.6", "F.4", "G.5")
@pytest.mark.parametrize("wager", JACKPOTS)
def test_a_percentage_is_of_the_jackpot_displayed_and_comes_off_it(wager):
    won = paid(wager, JACKPOTS[wager][2])
    assert (won.returned, won.metered) == (5_000_00, 5_000_00)
