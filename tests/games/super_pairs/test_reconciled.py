"""Ruling `reconciled`: what clause 3 has reconciled is won for good, and a void hand wins nothing for anybody."""

import pytest

from houseway.cards import parse_cards
from houseway.games import game
from houseway.round import CHANCE, DEALER, Deal, Driver, Entry, Irregularity
from houseway.round.record import record_from, settle, written

SUPER_PAIRS = game("super-pairs")
LADIES = {"lucky-ladies-paytable": "PT-FLT-LL-01"}
"""Queens of hearts pay 200 to 1, and 1000 to 1 with a dealer's blackjack."""
VOID_ROUND = {"misdeal": "void-round", "exposed-card": "void-hand"}


def table(seats, cards, **settings):
    """A round in which these cards have been dealt; the answers to what is asked before them are the defaults."""
    given = VOID_ROUND | {key.replace("_", "-"): value for key, value in settings.items()}
    wagers = {number: {"blackjack": 10_00} | more for number, more in seats.items()}
    driver = Driver(SUPER_PAIRS.round, SUPER_PAIRS.setup(SUPER_PAIRS.configure(given), wagers))
    for card in parse_cards(cards):
        quietly(driver)
        driver.enter(Entry(CHANCE, card))
    return driver


def quietly(driver, *, until=Deal):
    """Every question to a seat is answered by its default."""
    while driver.standing.asked and not isinstance(driver.standing.asked[0], until):
        question = driver.standing.asked[0]
        driver.enter(Entry(question.seat, question.default))


def called(driver, kind, seat=DEALER):
    driver.enter(Entry(CHANCE, Irregularity(kind, seat)))
    return {(p.seat, p.wager): (p.award, p.net) for p in driver.standing.ruling or ()}


def test_3_a_misdeal_called_later_does_not_undo_a_bonus_won_or_lost():
    driver = table({1: {"super-pairs": 1_00, "21-plus-3": 2_00}}, "8s 6h 8d Th", super_pairs_paytable="PT-FLT-SP-09")
    assert called(driver, "misdeal") == {
        (1, "super-pairs"): ("any-pair", 5_00),
        (1, "21-plus-3"): ("lose", -2_00),
        (1, "blackjack"): ("void", 0),
    }


def test_3_before_the_last_card_nothing_is_reconciled():
    driver = table({1: {"super-pairs": 1_00}}, "8s 6h 8d")
    assert called(driver, "misdeal") == {(1, "super-pairs"): ("void", 0), (1, "blackjack"): ("void", 0)}


def test_3_a_hand_that_is_void_later_keeps_its_bonus_too():
    driver = table({1: {"super-pairs": 1_00}, 2: {}}, "8s Ts 6h 8d 9d Th", super_pairs_paytable="PT-FLT-SP-09")
    called(driver, "exposed-card", 1)
    quietly(driver)
    driver.enter(Entry(CHANCE, parse_cards("9h")[0]))
    assert {(p.seat, p.wager): p.net for p in driver.standing.ruling or ()} == {
        (1, "super-pairs"): 5_00, (1, "blackjack"): 0, (2, "blackjack"): 10_00,
    }  # fmt: skip  # a line for each case


def test_e_6_a_jackpot_won_so_comes_off_its_meter_and_seeds_it():
    given = {"super_pairs_jackpot_meter": "5,000.00", "super_pairs_jackpot_seed": "500.00"}
    driver = table({1: {"super-pairs-jackpot": 1_00}}, "As As As 9d", offer_super_pairs_jackpot="yes", **given)
    called(driver, "misdeal")
    (won,) = [p for p in driver.standing.ruling or () if p.wager == "super-pairs-jackpot"]
    assert (won.returned, won.metered, won.seeded) == (5_000_00, 5_000_00, 500_00)


@pytest.mark.parametrize(
    "cards, award",
    [
        ("Qh 9s Qh Ks", ("queens-of-hearts", 200_00)),  # a nine is no part of a blackjack
        ("Ts As Th 9d", ("any-20", 4_00)),  # no blackjack changes what any 20 pays
        ("Qh As Qh 9d", ("void", 0)),  # insurance is open: nobody has looked
        ("Qh Ks Qh 9d", ("queens-of-hearts", 200_00)),  # under a ten the dealer has looked
    ],
)
def test_lucky_ladies_waits_for_the_hole_card_only_where_it_may_change_the_award(cards, award):
    assert called(table({1: {"lucky-ladies": 1_00}}, cards, **LADIES), "misdeal")[1, "lucky-ladies"] == award


def test_lucky_ladies_is_reconciled_after_the_look():
    driver = table({1: {"lucky-ladies": 1_00}}, "Qh As Qh 9d", **LADIES)
    driver.enter(Entry(1, 0))  # no insurance
    assert called(driver, "misdeal")[1, "lucky-ladies"] == ("queens-of-hearts", 200_00)


def test_without_a_look_lucky_ladies_is_returned_while_the_hole_card_is_down():
    driver = table({1: {"lucky-ladies": 1_00}}, "Qh Ks Qh 5d", peek="no", **LADIES)
    assert called(driver, "misdeal")[1, "lucky-ladies"] == ("void", 0)


def test_without_a_look_lucky_ladies_is_reconciled_when_the_hole_card_is_shown():
    driver = table({1: {"lucky-ladies": 1_00}}, "Qh Ks Qh 5d", peek="no", **LADIES)
    quietly(driver)
    assert driver.standing.asked == (Deal(DEALER, face_up=True),)
    assert called(driver, "misdeal")[1, "lucky-ladies"] == ("queens-of-hearts", 200_00)


def test_the_bust_bonus_waits_for_the_dealers_last_card():
    driver = table({1: {}}, "Ts 6h 9d Th")
    driver.enter(Entry(1, 5_00))
    quietly(driver)
    assert called(driver, "misdeal")[1, "bust-bonus"] == ("void", 0)


def test_irregularities_a_void_hand_leaves_the_jackpot_to_the_others():
    """Two hands hold three aces; the one that is paid first is void before the last card, and claims nothing."""
    given = {"super_pairs_jackpot_meter": "5,000.00", "super_pairs_jackpot_seed": "500.00"}
    wagers = {1: {"super-pairs-jackpot": 1_00}, 2: {"super-pairs-jackpot": 1_00}}
    driver = table(wagers, "As As As As As", offer_super_pairs_jackpot="yes", decks=8, **given)
    called(driver, "exposed-card", 2)
    for card in parse_cards("9d"):
        driver.enter(Entry(CHANCE, card))
    while driver.standing.ruling is None:
        quietly(driver)
        if driver.standing.asked:
            driver.enter(Entry(CHANCE, parse_cards("Th")[0]))
    paid = {(p.seat, p.wager): (p.returned, p.seeded) for p in driver.standing.ruling}
    assert paid[1, "super-pairs-jackpot"] == (5_000_00, 500_00)
    assert paid[2, "super-pairs-jackpot"] == (1_00, 0)


def test_blackjack_dealer_no_card_is_drawn_for_void_hands_alone():
    driver = table({1: {}, 2: {}}, "Ts As 6h 9d Ks Th")  # seat 2 has a blackjack
    called(driver, "exposed-card", 1)
    quietly(driver)
    assert {(p.seat, p.award) for p in driver.standing.ruling or ()} == {(1, "void"), (2, "blackjack")}
    assert len(driver.standing.cards(DEALER)) == 2


def test_a_bust_bonus_of_a_void_hand_makes_no_dealer_draw():
    driver = table({1: {}, 2: {}}, "Ts As 6h 9d Ks Th")
    driver.enter(Entry(1, 5_00))
    called(driver, "exposed-card", 1)
    quietly(driver)
    assert len(driver.standing.cards(DEALER)) == 2
    assert sum(p.net for p in driver.standing.ruling or () if p.seat == 1) == 0


def test_a_void_spot_gets_no_more_cards():
    driver = table({1: {}, 2: {}}, "8s Ts 6h 8d 9d Th")
    for question in driver.standing.asked:
        driver.enter(Entry(question.seat, 0))
    driver.enter(Entry(1, "split"))
    driver.enter(Entry(CHANCE, parse_cards("2c")[0]))
    called(driver, "exposed-card", 1)
    assert driver.standing.asked[0].seat == 2
    assert len(driver.standing.cards(1)) == 3


@pytest.mark.parametrize("kind", ["misdeal", "out-of-cards"])
def test_the_record_of_such_a_round_is_ruled_upon_alike(kind):
    driver = table({1: {"super-pairs": 1_00, "lucky-ladies": 1_00}}, "Qh 6h Qh 9d", **LADIES)
    quietly(driver)
    driver.enter(Entry(CHANCE, Irregularity(kind)))
    told = written(SUPER_PAIRS, driver._setup, driver.standing, tuple(driver.answered))
    settled = settle(record_from(told))
    assert settled.ruling == driver.standing.ruling
    assert settled.explanations()


@pytest.mark.parametrize(
    "stage, award, said", [("", "void", True), ("deal", "void", False), ("play", "any-pair", False)]
)
def test_a_call_of_a_record_that_names_no_stage_is_remarked_where_a_bonus_hangs_on_it(stage, award, said):
    call = {"kind": "misdeal"} | ({"stage": stage} if stage else {})
    seat = {"number": 1, "cards": "5s 5d", "wagers": {"blackjack": "10.00", "super-pairs": "1.00"}}
    record = {"game": "super-pairs", "dealer": {"cards": "6h Th"}, "seat": [seat], "irregularity": [call]}
    settled = settle(record_from(record))
    assert next(p.award for p in settled if p.wager == "super-pairs") == award
    assert any("names no stage and counts as made before the first card" in each for each in settled.remarks) is said


def test_the_other_reading_is_a_departure_from_clause_3():
    spec = SUPER_PAIRS.configure({}).spec("reconciled-bonuses")
    assert (spec.layer, spec.clause, spec.default) == ("game", "3", "won")
    assert not spec.allowed.allows("void-with-round")
    ruling = SUPER_PAIRS.document.ruling("reconciled")
    assert (ruling.setting, ruling.choice) == ("reconciled-bonuses", "won")
