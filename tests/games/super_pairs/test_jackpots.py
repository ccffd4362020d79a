"""The jackpots' rules: prizes, meters, several winners of one round; and what bonus wagers are paid at the table."""

from fractions import Fraction

import pytest

from houseway.cards import parse_cards
from houseway.document.paytables import Pay
from houseway.games import game
from houseway.games.super_pairs.rules.bonuses import awards_held
from houseway.games.super_pairs.rules.jackpots import (
    HOUSE,
    PROGRESSIVE,
    accrual,
    left_on_meter,
    share_of_meter,
)
from houseway.games.super_pairs.terms.bonuses import (
    Dealt,
    bonus_terms,
    claims_on,
    ended,
    every_terms,
    lines,
    possible_holdings,
    round_payouts,
    winning_row,
)
from houseway.games.super_pairs.terms.jackpots import (
    Claim,
    Customs,
    customs_of,
    drawn_by_seat,
    house_jackpots,
    house_prizes,
    meters_of,
    progressive_prizes,
)
from houseway.round.ruling import Payout, Seat, postings

SUPER_PAIRS = game("super-pairs")
DOCUMENT = SUPER_PAIRS.document
SEEDED = Customs(seed=100_000)


def table(**given):
    return DOCUMENT.configure({key.replace("_", "-"): value for key, value in given.items()})


def paid(cards, wagers, settings):
    """The payouts of one seat: `player's two, up-card, hole card`, wagers in cents."""
    first, second, up, hole = parse_cards(cards)
    found = round_payouts(ended([Dealt(Seat(3, wagers), (first, second))], up, hole, settings), settings)
    return {payout.wager: payout for payout in found}


def claim(seat, percent):
    return Claim(seat, Fraction(percent, 100))


def taken(found):
    """What each seat takes, in the order of payment."""
    return [(seat, drawn.taken) for seat, drawn in found.items()]


def left(found, meter):
    """What the meter shows after the round."""
    moved = [drawn for drawn in found.values() if not drawn.by_house]
    return meter - sum(drawn.taken for drawn in moved) + sum(drawn.seeded for drawn in moved)


# ------------------------------------------------------------------------------------ what a hand takes


def test_e_6_a_percentage_leaves_broken_cents_on_the_meter():
    assert share_of_meter(100_003, 25, 100) == 25_000
    assert left_on_meter(100_003, 25_000) == 75_003
    assert share_of_meter(100_003, 1, 1) == 100_003


@pytest.mark.clause("progressive-jackpot", "house-jackpot")
def test_progressive_grows_with_each_wager_and_house_does_not():
    assert accrual(100, 2000, PROGRESSIVE) == 200_000
    assert accrual(100, 2000, HOUSE) == 0
    fed = table(offer_super_pairs_jackpot="yes", super_pairs_jackpot_increment="20%")
    assert SUPER_PAIRS.accrual("super-pairs-jackpot", 100, fed) == 20
    assert SUPER_PAIRS.accrual("super-pairs-jackpot", 100, fed.but(jackpot_kind="house")) == 0
    assert SUPER_PAIRS.accrual("super-pairs", 100, fed) == 0
    fine = table(super_pairs_jackpot_increment="0.123456%")
    assert SUPER_PAIRS.accrual("super-pairs-jackpot", 25, fine) == 25 * Fraction("0.00123456")


@pytest.mark.clause("progressive-jackpot", "house-jackpot", "jackpot-controls")
def test_progressive_jackpots_on_offer_have_meters_with_their_seeds_and_house_jackpots_are_prizes():
    given = {"offer_super_pairs_jackpot": "yes", "super_pairs_jackpot_seed": "500.00"}
    assert SUPER_PAIRS.seeds(table(**given)) == {"super-pairs-jackpot": 500_00}
    assert SUPER_PAIRS.prizes(table(**given)) == {}
    assert SUPER_PAIRS.notice(table(**given)) == ""
    house = table(**given, jackpot_kind="house", super_pairs_jackpot_meter="77.00")
    assert SUPER_PAIRS.seeds(house) == {}
    assert SUPER_PAIRS.prizes(house) == house_jackpots(house) == {"super-pairs-jackpot": 77_00}
    assert "without prior notice" in SUPER_PAIRS.notice(house)


def test_house_jackpot_pays_every_winner_in_full_and_keeps_its_display():
    found = house_prizes([claim(2, 100), claim(5, 100), claim(6, 25)], 500_000)
    assert taken(found) == [(2, 500_000), (5, 500_000), (6, 125_000)]
    assert left(found, 500_000) == 500_000


def test_e_6_one_winner_of_part_or_of_all():
    for percent, prize, after in ((10, 50_000, 450_000), (100, 500_000, 100_000)):
        found = progressive_prizes([claim(1, percent)], 500_000, SEEDED)
        assert taken(found) == [(1, prize)]
        assert left(found, 500_000) == after
    assert progressive_prizes([], 500_000, SEEDED) == {}


@pytest.mark.parametrize(
    "customs, claims, prizes, meter",
    [
        # in turn, from the dealer's right: seat 5 before seat 2
        (SEEDED, [(2, 25), (5, 10)], [(5, 50_000), (2, 112_500)], 337_500),
        (SEEDED._replace(last_seat_first=False), [(2, 25), (5, 10)], [(2, 125_000), (5, 37_500)], 337_500),
        (SEEDED, [(2, 100), (5, 100)], [(5, 500_000), (2, 100_000)], 100_000),
        # a meter that is seeded after the round, or with nothing, is divided from the first who wins it whole
        (SEEDED._replace(reseed_at_once=False), [(2, 100), (5, 100)], [(5, 250_000), (2, 250_000)], 100_000),
        (SEEDED._replace(reseed_at_once=False), [(2, 25), (5, 100)], [(5, 400_000), (2, 100_000)], 100_000),
        (SEEDED._replace(reseed_at_once=False), [(2, 100), (5, 25)], [(5, 125_000), (2, 375_000)], 100_000),
        (SEEDED._replace(reseed_at_once=False), [(2, 25), (5, 10)], [(5, 50_000), (2, 112_500)], 337_500),
        (SEEDED._replace(reseed_at_once=False), [(1, 100), (2, 100), (5, 20)],
         [(5, 100_000), (2, 200_000), (1, 200_000)], 100_000),
        (SEEDED._replace(seed=0), [(2, 100), (5, 100)], [(5, 250_000), (2, 250_000)], 0),
        (SEEDED, [(2, 25), (5, 100)], [(5, 500_000), (2, 25_000)], 75_000),
        # shared
        (SEEDED._replace(shared=True), [(2, 25), (5, 10)], [(5, 50_000), (2, 125_000)], 325_000),
        (SEEDED._replace(shared=True), [(2, 75), (5, 25)], [(5, 125_000), (2, 375_000)], 100_000),
        (SEEDED._replace(shared=True), [(2, 75), (5, 24)], [(5, 120_000), (2, 375_000)], 5_000),
        (SEEDED._replace(shared=True), [(2, 100), (5, 100)], [(5, 250_000), (2, 250_000)], 100_000),
        (SEEDED._replace(shared=True), [(2, 25), (5, 100)], [(5, 400_000), (2, 100_000)], 100_000),
        (SEEDED._replace(shared=True), [(1, 100), (2, 100), (5, 100)], [(5, 166_666), (2, 166_666), (1, 166_666)],
         100_002),
    ],
)  # fmt: skip  # a line for each case
def test_several_winners_of_one_round(customs, claims, prizes, meter):
    found = progressive_prizes([claim(*each) for each in claims], 500_000, customs)
    assert taken(found) == prizes
    assert left(found, 500_000) == meter


def test_a_meter_that_is_seeded_after_the_round_is_seeded_once_with_the_last_winner():
    found = progressive_prizes([claim(2, 25), claim(5, 100)], 500_000, SEEDED._replace(reseed_at_once=False))
    assert [drawn.seeded for drawn in found.values()] == [0, 100_000]


def test_e_6_nobody_is_told_that_they_take_a_percentage_of_nothing():
    """PT-PRG-SP-01: three suited aces at two seats, and a meter that is seeded after the round."""
    (ace,) = parse_cards("As")
    seats = [Dealt(Seat(number, {"super-pairs-jackpot": 100}), (ace, ace)) for number in (1, 4)]
    given = {"super_pairs_jackpot_meter": "9,000.01", "super_pairs_jackpot_seed": "2,000.00"}
    settings = table(offer_super_pairs_jackpot="yes", jackpot_reseed="after-round", **given)
    first, second = round_payouts(ended(seats, ace, None, settings), settings)
    assert (first.returned, second.returned) == (4_500_00, 4_500_00)
    for each in (first, second):
        assert "takes 100 % of the jackpot, divided among 2 winners, $4,500.00; the wager is not returned" in each.why
    nothing = paid("As As As Kc", {"super-pairs-jackpot": 100}, settings.but(super_pairs_jackpot_meter=0))
    assert "100 % of what the jackpot shows is less than a cent" in nothing["super-pairs-jackpot"].why


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("reseed_at_once", [False, True])
@pytest.mark.parametrize("percents", [(100,), (25, 10), (100, 100), (100, 25, 10), (10, 10, 100, 25), (25,) * 5])
def test_a_meter_never_pays_more_than_it_held_and_was_seeded_with(shared, reseed_at_once, percents):
    customs = Customs(33_333, True, shared, reseed_at_once)
    found = progressive_prizes([claim(n, p) for n, p in enumerate(percents, 1)], 77_777, customs)
    seeds = sum(drawn.seeded for drawn in found.values()) / 33_333
    assert seeds == int(seeds)
    assert 0 <= seeds <= percents.count(100) + (shared and sum(percents) >= 100)
    assert all(drawn.taken >= 0 for drawn in found.values())
    assert left(found, 77_777) >= 0


# ------------------------------------------------------------------------------------ at the table


@pytest.mark.clause("A.1", "C.1")
def test_a_1_felt_wagers_are_paid_to_one_and_the_stake_comes_back():
    settings = table(super_pairs_paytable="PT-FLT-SP-09")
    found = paid("4d 4d 4d Kc", {"blackjack": 2500, "super-pairs": 500, "21-plus-3": 500, "top-3": 100}, settings)
    assert set(found) == {"super-pairs", "21-plus-3", "top-3"}
    assert found["super-pairs"].returned == 500 + 100 * 500
    assert found["21-plus-3"].returned == 500 + 9 * 500
    assert found["21-plus-3"].award == "three-of-a-kind"
    assert found["top-3"].returned == 100 + 270 * 100
    assert found["super-pairs"].clause == "A"
    assert "Suited Three-of-a-Kind: pays 100 to 1" in found["super-pairs"].why


def test_b_a_losing_bonus_is_lost_with_its_reason():
    lost = paid("4d 5c 9h Kc", {"lucky-ladies": 500}, table())["lucky-ladies"]
    assert (lost.returned, lost.award, lost.clause) == (0, "lose", "B")
    assert "4♦ 5♣" in lost.why


@pytest.mark.clause("lucky-ladies", "B.1")
def test_lucky_ladies_with_a_dealers_blackjack_tells_both_cards_of_it():
    found = paid("Qh Qh As Kd", {"lucky-ladies": 500}, table())["lucky-ladies"]
    assert found.returned == 500 + 1000 * 500
    assert "A♠ K♦" in found.why


def test_e_1_a_jackpot_wager_is_not_returned():
    settings = table(offer_super_pairs_jackpot="yes", super_pairs_jackpot_paytable="PT-PRG-SP-04")
    found = paid("8s 8s 2d Kc", {"super-pairs-jackpot": 100}, settings)["super-pairs-jackpot"]
    assert (found.returned, found.net, found.award) == (10_00, 9_00, "suited-pair")
    found = paid("8s 9s 2d Kc", {"super-pairs-jackpot": 100}, settings)["super-pairs-jackpot"]
    assert (found.returned, found.net, found.award) == (0, -1_00, "lose")


def test_e_8_a_fixed_wager_of_five_dollars_pays_five_times_but_the_meter_once():
    settings = table(offer_super_pairs_jackpot="yes", jackpot_wager="5.00", super_pairs_jackpot_meter="12345.67")
    wagers = {"super-pairs-jackpot": 500}
    assert paid("8s 8c 2d Kc", wagers, settings)["super-pairs-jackpot"].returned == 40_00  # prime pair, $8 for $1
    won = paid("As As As Kc", wagers, settings)["super-pairs-jackpot"]
    assert (won.returned, won.award) == (12_345_67, "three-suited-aces")


@pytest.mark.clause("F.4", "progressive-jackpot", "house-jackpot")
def test_f_two_winners_of_one_round_are_paid_in_turn_by_default_and_in_full_by_the_house():
    """LL/JP 13 with eight decks: two seats hold queens of hearts and the dealer a blackjack."""
    up, hole, queen = parse_cards("Ah Kd Qh")
    seats = [Dealt(Seat(number, {"lucky-ladies-jackpot": 100}), (queen, queen)) for number in (1, 4)]
    given = {
        "decks": 8,
        "offer_lucky_ladies_jackpot": "yes",
        "lucky_ladies_jackpot_paytable": "LL/JP 13",
        "lucky_ladies_jackpot_meter": "9,000.00",
        "lucky_ladies_jackpot_seed": "2,000.00",
    }

    def returned(**more):
        settings = table(**given, **more)
        found = round_payouts(ended(seats, up, hole, settings), settings)
        return {payout.seat: payout.returned for payout in found}

    assert returned() == {4: 9_000_00, 1: 2_000_00}
    assert returned(jackpot_order="first-seat-first") == {1: 9_000_00, 4: 2_000_00}
    assert returned(jackpot_sharing="shared") == {1: 4_500_00, 4: 4_500_00}
    assert returned(jackpot_reseed="after-round") == {4: 4_500_00, 1: 4_500_00}
    assert returned(jackpot_kind="house") == {1: 9_000_00, 4: 9_000_00}


@pytest.mark.clause("E.6", "F.4")
def test_e_6_what_comes_off_the_meter_is_on_the_payout_and_in_the_postings():
    given = {"lucky_ladies_jackpot_paytable": "PT-BJS-LL-34", "lucky_ladies_jackpot_meter": "1,000.00"}
    settings = table(offer_lucky_ladies_jackpot="yes", **given)
    wager = "lucky-ladies-jackpot"
    queen, up, hole = parse_cards("Qh Ah Kd")
    dealt = [Dealt(Seat(2, {wager: 100}), (queen, queen))]
    assert tuple(claims_on(wager, ended(dealt, up, hole, settings))) == (claim(2, 10),)
    (won,) = round_payouts(ended(dealt, up, hole, settings), settings)
    assert (won.returned, won.metered, won.seeded) == (100_00, 100_00, 0)
    assert [tuple(line) for line in postings([won])] == [
        ("seat 2", 99_00), ("house", 1_00), (f"meter {wager}", -100_00),
    ]  # fmt: skip  # a line for each case
    (won,) = round_payouts(
        ended(dealt, up, hole, settings.but(jackpot_kind="house")), settings.but(jackpot_kind="house")
    )
    assert (won.returned, won.metered, won.seeded) == (100_00, 0, 0)
    assert [tuple(line) for line in postings([won])] == [("seat 2", 99_00), ("house", -99_00)]


def test_e_6_who_wins_it_all_has_the_meter_seeded_anew():
    given = {"super_pairs_jackpot_meter": "12345.67", "super_pairs_jackpot_seed": "500.00"}
    settings = table(offer_super_pairs_jackpot="yes", **given)
    won = paid("As As As Kc", {"super-pairs-jackpot": 100}, settings)["super-pairs-jackpot"]
    assert (won.returned, won.metered, won.seeded) == (12_345_67, 12_345_67, 500_00)


@pytest.mark.clause("21-plus-3", "jackpot-21-plus-3")
def test_21_plus_3_and_its_jackpot_are_two_wagers_on_the_same_cards():
    settings = table(offer_21_plus_3_jackpot="yes")
    found = paid("7c 8d 9h Kc", {"21-plus-3": 500, "21-plus-3-jackpot": 100}, settings)
    assert found["21-plus-3"].returned == 5000
    assert found["21-plus-3-jackpot"].returned == 7_00
    assert found["21-plus-3-jackpot"].clause == "G"


LADIES = "Q♥ Q♥ with the dealer's A♠ K♦: Queen of Hearts Pair with Dealer Blackjack: pays 1000 to 1"


@pytest.mark.parametrize(
    "cards, wager, given, told",
    [
        ("4d 4d 4d Kc", ("super-pairs", 500), {"super_pairs_paytable": "PT-FLT-SP-09"},
         (50500, "suited-three-of-a-kind", "A", "4♦ 4♦ with 4♦ up: Suited Three-of-a-Kind: pays 100 to 1")),
        ("4d 5c 9h Kc", ("lucky-ladies", 500), {},
         (0, "lose", "B", "4♦ 5♣ with 9♥ up: no award of PT-FLT-LL-01: the wager is lost")),
        ("Qh Qh As Kd", ("lucky-ladies", 500), {}, (500500, "queens-of-hearts-with-blackjack", "B", LADIES)),
        ("8s 8s 2d Kc", ("super-pairs-jackpot", 100), {"super_pairs_jackpot_paytable": "PT-PRG-SP-04"},
         (1000, "suited-pair", "E", "8♠ 8♠ with 2♦ up: Suited Pair: pays 10 for 1, $10.00; "
          "the wager is not returned")),
        ("As As As Kc", ("super-pairs-jackpot", 100), {"super_pairs_jackpot_meter": "12345.67"},
         (1234567, "three-suited-aces", "E", "A♠ A♠ with A♠ up: 3 Suited Aces: takes 100 % of the jackpot, $12,345.67; "
          "the wager is not returned")),
    ],
)  # fmt: skip  # a line for each case
def test_a_payout_is_told_with_its_clause_and_its_reason(cards, wager, given, told):
    settings = table(offer_super_pairs_jackpot="yes", **given)
    payout = paid(cards, dict([wager]), settings)[wager[0]]
    assert tuple(payout)[:8] == (3, *wager, *told, 0)


def test_meters_are_those_of_the_jackpots_on_offer():
    settings = table(offer_21_plus_3_jackpot="yes", **{"21_plus_3_jackpot_meter": "77.00"})
    assert meters_of(settings) == {"21-plus-3-jackpot": 77_00}


@pytest.mark.clause("jackpot-controls")
def test_customs_are_the_operators():
    usual = customs_of("super-pairs-jackpot", table(super_pairs_jackpot_seed="500.00"))
    assert usual == Customs(500_00, last_seat_first=True, shared=False, reseed_at_once=True)
    other = table(jackpot_order="first-seat-first", jackpot_sharing="shared", jackpot_reseed="after-round")
    assert customs_of("super-pairs-jackpot", other)[1:] == (False, True, False)


def test_an_award_is_paid_by_the_highest_row_alone():
    paytable = DOCUMENT.paytable("PT-FLT-SP-09")
    above = 0
    for line in lines(paytable):
        assert line.row.pay.kind != "lose"
        assert line.above == above
        assert winning_row(paytable, line.bit) is line.row
        assert winning_row(paytable, line.bit | above) is (line.row if not above else lines(paytable)[0].row)
        above |= line.bit
    assert winning_row(paytable, 0) is None


@pytest.mark.parametrize(
    "suit, pair, aces",
    [
        ("clubs", ("pair-of-suit", 500 + 50 * 500), ("three-suited-aces", 2_000_00)),
        ("spades", ("suited-pair", 500 + 25 * 500), ("three-aces-of-suit", 5_000_00)),
    ],
)
def test_f_3_a_suit_specific_award_is_of_the_suit_that_the_operator_has_chosen(suit, pair, aces):
    posted = {"super_pairs_paytable": "PT-FLT-SP-04", "super_pairs_jackpot_paytable": "PT-PRG-SP-04"}
    settings = table(suit=suit, offer_super_pairs_jackpot="yes", super_pairs_jackpot_meter="5,000.00", **posted)
    eights = paid("8c 8c 9h Kd", {"super-pairs": 500}, settings)["super-pairs"]
    assert (eights.award, eights.returned) == pair
    won = paid("As As As Kc", {"super-pairs-jackpot": 100}, settings)["super-pairs-jackpot"]
    assert (won.award, won.returned) == aces


@pytest.mark.clause("F.3", "G.4")
def test_f_3_each_jackpot_has_a_suit_of_its_own_or_that_of_all():
    """Three aces of spades: the Super Pairs jackpot is of spades, the 21+3 jackpot of clubs, like all else."""
    posted = {"super_pairs_jackpot_paytable": "PT-PRG-SP-04", "21_plus_3_jackpot_paytable": "PT-BJS-213-09"}
    offers = {"offer_super_pairs_jackpot": "yes", "offer_21_plus_3_jackpot": "yes"}
    settings = table(suit="clubs", super_pairs_jackpot_suit="spades", **posted, **offers)
    found = paid("As As As Kc", {"super-pairs-jackpot": 100, "21-plus-3-jackpot": 100}, settings)
    assert found["super-pairs-jackpot"].award == "three-aces-of-suit"
    assert found["21-plus-3-jackpot"].award != "three-aces-of-suit"
    again = paid("Ac Ac Ac Kc", {"super-pairs-jackpot": 100, "21-plus-3-jackpot": 100}, settings)
    assert again["super-pairs-jackpot"].award == "three-suited-aces"
    assert again["21-plus-3-jackpot"].award == "three-aces-of-suit"


def test_f_3_the_odds_of_a_jackpot_are_by_its_own_suit():
    hearts, spades = (
        SUPER_PAIRS.odds("lucky-ladies-jackpot", paytable="PT-BJS-LL-34", decks=4, lucky_ladies_jackpot_suit=suit)
        for suit in ("hearts", "spades")
    )
    assert hearts.edge != spades.edge


def test_e_8_the_odds_of_a_jackpot_are_at_its_own_fixed_wager():
    common = SUPER_PAIRS.odds("super-pairs-jackpot", decks=6, jackpot_wager="5.00")
    own = SUPER_PAIRS.odds("super-pairs-jackpot", decks=6, super_pairs_jackpot_wager="5.00")
    assert own.edge == common.edge != SUPER_PAIRS.odds("super-pairs-jackpot", decks=6).edge


def test_e_6_a_jackpot_that_displays_nothing_pays_nothing():
    settings = table(offer_super_pairs_jackpot="yes", super_pairs_jackpot_meter="0.00")
    won = paid("As As As Kc", {"super-pairs-jackpot": 100}, settings)["super-pairs-jackpot"]
    assert (won.award, won.returned) == ("three-suited-aces", 0)


def test_e_6_a_seat_without_the_jackpot_wager_takes_nothing_from_who_has_made_it():
    """LL/JP 13 with eight decks: both seats hold the queens, and one of them has not wagered on the jackpot."""
    up, hole, queen = parse_cards("Ah Kd Qh")
    settings = table(
        decks=8,
        offer_lucky_ladies_jackpot="yes",
        lucky_ladies_jackpot_paytable="LL/JP 13",
        lucky_ladies_jackpot_meter="9,000.00",
    )
    wager = "lucky-ladies-jackpot"
    dealt = [Dealt(Seat(1, {wager: 100}), (queen, queen)), Dealt(Seat(4, {"blackjack": 500}), (queen, queen))]
    assert tuple(claims_on(wager, ended(dealt, up, hole, settings))) == (claim(1, 100),)
    found = round_payouts(ended(dealt, up, hole, settings), settings)
    assert [(payout.seat, payout.returned) for payout in found] == [(1, 9_000_00)]


def test_e_6_what_was_paid_before_is_no_longer_on_the_meter_and_its_new_seed_is():
    """Seat 4 has had $1,000.00 of the $5,000.00 before the others, and the house has put $250.00 on the meter."""
    wager = "super-pairs-jackpot"
    settings = table(offer_super_pairs_jackpot="yes", super_pairs_jackpot_meter="5,000.00")
    (ace,) = parse_cards("As")
    seats = [Dealt(Seat(number, {wager: 100}), (ace, ace)) for number in (1, 4)]
    gone = Payout(4, wager, 100, 1000_00, "three-suited-aces", "E", "", metered=1000_00, seeded=250_00)
    other = gone._replace(wager="21-plus-3-jackpot", metered=300_00, seeded=0)
    (won,) = round_payouts(ended(seats, ace, None, settings, [gone]), settings, before=[gone, other])
    assert (won.seat, won.returned, won.metered) == (1, 4_250_00, 4_250_00)


def test_a_jackpot_that_is_not_on_offer_shows_nothing_to_take():
    assert taken(drawn_by_seat("super-pairs-jackpot", [claim(1, 100)], table())) == [(1, 0)]


@pytest.mark.parametrize(
    "percents, among", [((25, 10), 1), ((75, 25), 1), ((100,), 1), ((75, 26), 2), ((100, 100, 25), 3)]
)
def test_who_divides_a_meter_is_told_among_how_many_and_only_where_the_shares_exceed_it(percents, among):
    found = progressive_prizes([claim(n, p) for n, p in enumerate(percents, 1)], 5, SEEDED._replace(shared=True))
    assert {drawn.among for drawn in found.values()} == {among}


def test_a_share_is_claimed_by_who_wins_one_of_this_jackpot_and_by_nobody_else():
    """Queens of hearts take 10 % of the Lucky Ladies jackpot; a suited pair is paid dollars by the other jackpot."""
    given = {"lucky_ladies_jackpot_paytable": "PT-BJS-LL-34", "super_pairs_jackpot_paytable": "PT-PRG-SP-04"}
    settings = table(offer_lucky_ladies_jackpot="yes", offer_super_pairs_jackpot="yes", **given)
    queen, nine, up, hole = parse_cards("Qh 9h Ah Kd")
    wagers = {"lucky-ladies-jackpot": 100, "super-pairs-jackpot": 100}
    dealt = [Dealt(Seat(2, wagers), (queen, queen)), Dealt(Seat(3, wagers), (nine, queen))]
    every = tuple(ended(dealt, up, hole, settings))
    assert tuple(claims_on("lucky-ladies-jackpot", every)) == (claim(2, 10),)
    assert tuple(claims_on("super-pairs-jackpot", every)) == ()


def test_a_row_that_loses_is_no_award_and_stands_in_nobodys_way():
    """Ruling empty-cells: where the highest award is not paid, a hand that holds it is paid for the next."""
    whole = DOCUMENT.paytable("PT-FLT-SP-09")
    top, below = (line.row for line in lines(whole)[:2])
    empty = whole.paying(top.award, Pay("lose", Fraction(0)))
    assert [line.row for line in lines(empty)] == [row for row in whole.rows if row.award != top.award]
    both = lines(whole)[0].bit | lines(whole)[1].bit
    assert bonus_terms(whole, both).award == top.award
    assert bonus_terms(empty, both).award == below.award


@pytest.mark.parametrize("paytable", ["PT-FLT-SP-09", "PT-BJS-LL-34", "PT-PRG-SP-04"])
def test_every_end_of_a_wager_is_a_row_or_its_loss(paytable):
    printed = DOCUMENT.paytable(paytable)
    found = every_terms(printed)
    rows = [(row.award, row.label) for row in printed.rows if row.pay.kind != "lose"]
    assert [(terms.award, terms.label) for terms in found[:-1]] == rows
    assert (found[-1].award, found[-1].pays, found[-1].paytable) == ("lose", -1, paytable)
    assert {terms.paytable for terms in found} == {paytable}


@pytest.mark.parametrize("first_two", ["Qh Qh", "Qh Qd", "9c 9c", "Th Kh"])
@pytest.mark.parametrize("chosen", range(4))
def test_lucky_ladies_while_the_hole_card_is_down_every_holding_that_it_can_make_is_possible(first_two, chosen):
    first, second = parse_cards(first_two)
    for up in range(52):
        holdings = possible_holdings((first, second), up, None, chosen)
        by_hole = {awards_held(first, second, up, hole, chosen) for hole in range(52)}
        assert by_hole <= set(holdings)
        assert len(holdings) == (4 if up % 13 >= 8 else 1), "only tens to aces can be half a blackjack"
