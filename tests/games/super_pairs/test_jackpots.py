"""The jackpots' rules: prizes, meters, several winners of one round; and what bonus wagers are paid at the table."""

import pytest

from houseway.cards import parse_cards
from houseway.games.super_pairs.jackpots import (
    HOUSE,
    PROGRESSIVE,
    Claim,
    Customs,
    accrual,
    fixed_prize,
    house_prizes,
    left_on_meter,
    progressive_prizes,
    share_of_meter,
)
from houseway.games.super_pairs.paying import (
    DOCUMENT,
    Dealt,
    bonus_payouts,
    claims_on,
    customs_of,
    lines,
    meters_of,
    paytable_of,
    paytables_of,
    prizes,
    round_payouts,
    waits,
    winning_row,
)
from houseway.round.ruling import Seat

SEEDED = Customs(seed=100_000)


def table(**given):
    return DOCUMENT.configure({key.replace("_", "-"): value for key, value in given.items()})


def paid(cards, wagers, settings, meters=None):
    """The payouts of one seat: `player's two, up-card, hole card`, wagers in cents."""
    first, second, up, hole = parse_cards(cards)
    found = bonus_payouts(Seat(3, wagers), (first, second), up, hole, settings, meters or {})
    return {payout.wager: payout for payout in found}


# ------------------------------------------------------------------------------------ what a hand takes


def test_e_1_a_fixed_prize_is_for_one_and_e_8_multiplied_by_the_wager():
    assert fixed_prize(200, 100) == 200_00
    assert fixed_prize(200, 500) == 1_000_00


def test_e_6_a_percentage_leaves_broken_cents_on_the_meter():
    assert share_of_meter(100_003, 25, 100) == 25_000
    assert left_on_meter(100_003, 25_000) == 75_003
    assert share_of_meter(100_003, 100, 100) == 100_003


def test_progressive_grows_with_each_wager_and_house_does_not():
    assert accrual(100, 2000, PROGRESSIVE) == 20 * 10_000
    assert accrual(25, 1, PROGRESSIVE) == 25  # a quarter dollar at 0.01 %: ten-thousandths of a cent are kept
    assert accrual(100, 2000, HOUSE) == 0


def test_house_jackpot_pays_every_winner_in_full_and_keeps_its_display():
    found = house_prizes([Claim(2, 100), Claim(5, 100), Claim(6, 25)], 500_000)
    assert dict(found.taken) == {2: 500_000, 5: 500_000, 6: 125_000}
    assert found.meter == 500_000


def test_e_6_one_winner_of_part_or_of_all():
    assert progressive_prizes([Claim(1, 10)], 500_000, SEEDED) == (((1, 50_000),), 450_000)
    assert progressive_prizes([Claim(1, 100)], 500_000, SEEDED) == (((1, 500_000),), 100_000)
    assert progressive_prizes([], 500_000, SEEDED) == ((), 500_000)


@pytest.mark.parametrize(
    "customs, claims, taken, meter",
    [
        # in turn, from the dealer's right: seat 5 before seat 2
        (SEEDED, [(2, 25), (5, 10)], [(5, 50_000), (2, 112_500)], 337_500),
        (SEEDED._replace(last_seat_first=False), [(2, 25), (5, 10)], [(2, 125_000), (5, 37_500)], 337_500),
        (SEEDED, [(2, 100), (5, 100)], [(5, 500_000), (2, 100_000)], 100_000),
        (SEEDED._replace(reseed_at_once=False), [(2, 100), (5, 100)], [(5, 500_000), (2, 0)], 100_000),
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
)  # fmt: skip
def test_several_winners_of_one_round(customs, claims, taken, meter):
    found = progressive_prizes([Claim(*claim) for claim in claims], 500_000, customs)
    assert list(found.taken) == taken
    assert found.meter == meter


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("reseed_at_once", [False, True])
@pytest.mark.parametrize("percents", [(100,), (25, 10), (100, 100), (100, 25, 10), (10, 10, 100, 25), (25,) * 5])
def test_a_meter_never_pays_more_than_it_held_and_was_seeded_with(shared, reseed_at_once, percents):
    customs = Customs(33_333, True, shared, reseed_at_once)
    found = progressive_prizes([Claim(n, p) for n, p in enumerate(percents, 1)], 77_777, customs)
    seeds = (found.meter + sum(prize for _, prize in found.taken) - 77_777) / 33_333
    assert seeds == int(seeds)
    assert 0 <= seeds <= percents.count(100) + (shared and sum(percents) >= 100)
    assert all(prize >= 0 for _, prize in found.taken)


# ------------------------------------------------------------------------------------ at the table


def test_a_1_felt_wagers_are_paid_to_one_and_the_stake_comes_back():
    settings = table(super_pairs_paytable="PT-FLT-SP-09")
    found = paid("4d 4d 4d Kc", {"blackjack": 2500, "super-pairs": 500, "21-plus-3": 500, "top-3": 100}, settings)
    assert set(found) == {"super-pairs", "21-plus-3", "top-3"}
    assert found["super-pairs"].returned == 500 + 100 * 500
    assert found["21-plus-3"].returned == 500 + 9 * 500
    assert found["21-plus-3"].award == "three-of-a-kind"
    assert found["top-3"].returned == 100 + 270 * 100
    assert found["super-pairs"].clause == "A"
    assert "Suited Three-of-a-Kind pays 100 to 1" in found["super-pairs"].why


def test_b_a_losing_bonus_is_lost_with_its_reason():
    lost = paid("4d 5c 9h Kc", {"lucky-ladies": 500}, table())["lucky-ladies"]
    assert (lost.returned, lost.award, lost.clause) == (0, "lose", "B")
    assert "4♦ 5♣" in lost.why


def test_lucky_ladies_waits_for_the_dealers_blackjack_only_with_queens_of_hearts():
    hearts, mixed, kings = (tuple(parse_cards(cards)) for cards in ("Qh Qh", "Qh Qd", "Kd Kd"))
    felt = table()
    assert waits("lucky-ladies", hearts, felt)
    assert not waits("lucky-ladies", mixed, felt)
    assert not waits("lucky-ladies", kings, felt)
    assert waits("lucky-ladies-jackpot", mixed, table(lucky_ladies_jackpot_paytable="LL/JP 11"))
    assert not waits("super-pairs", hearts, felt)
    found = paid("Qh Qh As Kd", {"lucky-ladies": 500}, felt)["lucky-ladies"]
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
    won = paid("As As As Kc", wagers, settings, meters_of(settings))["super-pairs-jackpot"]
    assert (won.returned, won.award) == (12_345_67, "three-suited-aces")


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
        found = round_payouts(seats, up, hole, settings, meters_of(settings))
        return {payout.seat: payout.returned for payout in found}

    assert returned() == {4: 9_000_00, 1: 2_000_00}
    assert returned(jackpot_order="first-seat-first") == {1: 9_000_00, 4: 2_000_00}
    assert returned(jackpot_sharing="shared") == {1: 4_500_00, 4: 4_500_00}
    assert returned(jackpot_reseed="after-round") == {4: 9_000_00, 1: 0}
    assert returned(jackpot_kind="house") == {1: 9_000_00, 4: 9_000_00}


def test_e_6_what_the_meter_shows_after_the_round():
    settings = table(offer_lucky_ladies_jackpot="yes", lucky_ladies_jackpot_paytable="PT-BJS-LL-34")
    queen, up, hole = parse_cards("Qh Ah Kd")
    dealt = [Dealt(Seat(2, {"lucky-ladies-jackpot": 100}), (queen, queen))]
    wager = "lucky-ladies-jackpot"
    claims = tuple(claims_on(wager, dealt, up, hole, settings))
    assert claims == (Claim(2, 10),)
    assert prizes(claims, wager, 100_000, settings).meter == 90_000
    assert prizes(claims, wager, 100_000, settings.but(jackpot_kind="house")).meter == 100_000


def test_21_plus_3_and_its_jackpot_are_two_wagers_on_the_same_cards():
    settings = table(offer_21_plus_3_jackpot="yes")
    found = paid("7c 8d 9h Kc", {"21-plus-3": 500, "21-plus-3-jackpot": 100}, settings)
    assert found["21-plus-3"].returned == 5000
    assert found["21-plus-3-jackpot"].returned == 7_00
    assert found["21-plus-3-jackpot"].clause == "G"


LADIES = "Q♥ Q♥ with the dealer's A♠ K♦: Queen of Hearts Pair with Dealer Blackjack pays 1000 to 1"


@pytest.mark.parametrize(
    "cards, wager, given, told",
    [
        ("4d 4d 4d Kc", ("super-pairs", 500), {"super_pairs_paytable": "PT-FLT-SP-09"},
         (50500, "suited-three-of-a-kind", "A", "4♦ 4♦ with 4♦ up: Suited Three-of-a-Kind pays 100 to 1")),
        ("4d 5c 9h Kc", ("lucky-ladies", 500), {},
         (0, "lose", "B", "4♦ 5♣ with 9♥ up: no award of PT-FLT-LL-01, the wager is lost")),
        ("Qh Qh As Kd", ("lucky-ladies", 500), {}, (500500, "queens-of-hearts-with-blackjack", "B", LADIES)),
        ("8s 8s 2d Kc", ("super-pairs-jackpot", 100), {"super_pairs_jackpot_paytable": "PT-PRG-SP-04"},
         (1000, "suited-pair", "E", "8♠ 8♠ with 2♦ up: Suited Pair pays $10 for $1, $10.00; "
          "the wager is not returned")),
        ("As As As Kc", ("super-pairs-jackpot", 100), {"super_pairs_jackpot_meter": "12345.67"},
         (1234567, "three-suited-aces", "E", "A♠ A♠ with A♠ up: 3 Suited Aces takes 100% of the jackpot, $12,345.67; "
          "the wager is not returned")),
    ],
)  # fmt: skip
def test_a_payout_is_told_with_its_clause_and_its_reason(cards, wager, given, told):
    settings = table(offer_super_pairs_jackpot="yes", **given)
    payout = paid(cards, dict([wager]), settings, meters_of(settings))[wager[0]]
    assert tuple(payout) == (3, *wager, *told, 0)


def test_meters_are_those_of_the_jackpots_on_offer():
    settings = table(offer_21_plus_3_jackpot="yes", **{"21_plus_3_jackpot_meter": "77.00"})
    assert meters_of(settings) == {"21-plus-3-jackpot": 77_00}


def test_customs_are_the_operators():
    usual = customs_of("super-pairs-jackpot", table(super_pairs_jackpot_seed="500.00"))
    assert usual == Customs(500_00, last_seat_first=True, shared=False, reseed_at_once=True)
    other = table(jackpot_order="first-seat-first", jackpot_sharing="shared", jackpot_reseed="after-round")
    assert customs_of("super-pairs-jackpot", other)[1:] == (False, True, False)


def test_a_paytable_is_the_one_set_or_the_first_that_allows_the_decks():
    assert paytable_of("super-pairs", table(super_pairs_paytable="PT-FLT-SP-09")).id == "PT-FLT-SP-09"
    for decks in (1, 2, 6, 8):
        settings = table(decks=decks)
        allowed = [
            each
            for each in paytables_of("lucky-ladies")
            if each.decks is None or each.decks[0] <= decks <= each.decks[1]
        ]
        assert paytable_of("lucky-ladies", settings) == (allowed[0] if allowed else None)
    assert {each.wager for each in paytables_of("top-3")} == {"top-3"}


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
    settings = table(suit=suit, offer_super_pairs_jackpot="yes", **posted)
    eights = paid("8c 8c 9h Kd", {"super-pairs": 500}, settings)["super-pairs"]
    assert (eights.award, eights.returned) == pair
    meters = {"super-pairs-jackpot": 5_000_00}
    won = paid("As As As Kc", {"super-pairs-jackpot": 100}, settings, meters)["super-pairs-jackpot"]
    assert (won.award, won.returned) == aces


def test_e_6_a_jackpot_that_displays_nothing_pays_nothing():
    settings = table(offer_super_pairs_jackpot="yes")
    won = paid("As As As Kc", {"super-pairs-jackpot": 100}, settings, {})["super-pairs-jackpot"]
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
    assert tuple(claims_on(wager, dealt, up, hole, settings)) == (Claim(1, 100),)
    found = round_payouts(dealt, up, hole, settings, meters_of(settings))
    assert [(payout.seat, payout.returned) for payout in found] == [(1, 9_000_00)]
