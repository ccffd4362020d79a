"""Chinese poker, rule by rule."""

import pytest

from houseway.cards import mask, parse_cards
from houseway.games import game
from houseway.games.chinese_poker.rules.hands import (
    ROYAL_FLUSH,
    bonus,
    compare,
    enough_cards,
    fouled,
    hand_type,
    in_pack,
    pile_value,
)
from houseway.games.chinese_poker.rules.naturals import (
    DRAGON,
    NO_NATURAL,
    SIX_PAIRS,
    THREE_FLUSHES,
    THREE_STRAIGHTS,
    natural,
)
from houseway.games.chinese_poker.rules.scoring import (
    EVEN,
    MORE_HANDS,
    NEITHER,
    ONE_A_HAND,
    ONE_SIX,
    RANKED,
    RESULTS,
    SWEEP,
    TWO_FOUR,
    document_score,
    foul_units,
    natural_units,
    score,
    surrender_units,
)
from houseway.poker import HIGH_CARD, LOWEST, PAIR, SECOND_HIGHEST, STRAIGHT_FLUSH, category

SAME = (0, 3, 3, 3, 3)


def worth(text, wheel=LOWEST):
    return pile_value(mask(parse_cards(text)), wheel)


def test_1_one_deck_without_jokers_for_two_to_four_players():
    assert [card for card in range(53) if not in_pack(card)] == [52]
    assert [enough_cards(players) for players in range(1, 6)] == [False, True, True, True, False]


@pytest.mark.parametrize("front, kind", [("Ah Kh Qh", HIGH_CARD), ("2h 2d 3h", PAIR)])
def test_5_straights_and_flushes_do_not_count_in_the_front(front, kind):
    assert category(worth(front)) == kind


def test_5_each_hand_must_outrank_the_one_before_it():
    front, middle, back = worth("Kc Kd Qh"), worth("As Ad 4h 3c 2c"), worth("5c 5d 5h 6s 7s")
    assert not fouled(front, middle, back, True)
    assert fouled(front, back, middle, True)
    assert fouled(middle, front, back, True)
    assert fouled(worth("Ah Ac Kd"), middle, back, True), "a pair of aces with a king outranks one with a four"
    assert not fouled(worth("Ah Ac 4d"), middle, back, True), "three cards are outranked by five that go on equally"
    assert not fouled(worth("5c 5d Qh"), worth("5h 5s Qd 4c 3c"), back, False), "a kicker outranks none"


def test_5_a_royal_flush_is_a_hand_type_of_its_own():
    royal, steel, wheel = worth("Ah Kh Qh Jh Th"), worth("Kd Qd Jd Td 9d"), worth("As 2s 3s 4s 5s", SECOND_HIGHEST)
    assert [hand_type(each) for each in (royal, steel, wheel)] == [ROYAL_FLUSH, STRAIGHT_FLUSH, STRAIGHT_FLUSH]


def test_5_equal_middle_and_back_are_legal_by_a_setting():
    straight = worth("9c 8d 7h 6s 5s")
    assert not fouled(worth("2c 3d 4h"), straight, straight, True)
    assert fouled(worth("2c 3d 4h"), straight, straight, False)


def test_5_the_wheel_ranks_lowest_or_second_highest():
    wheel, six, king, ace = "Ac 2d 3h 4s 5s", "2c 3d 4h 5d 6s", "9c Td Jh Qs Ks", "Tc Jd Qd Kh Ah"
    assert worth(wheel) < worth(six)
    assert worth(king, SECOND_HIGHEST) < worth(wheel, SECOND_HIGHEST) < worth(ace, SECOND_HIGHEST)


def test_6_the_higher_hand_wins_and_equal_hands_tie():
    assert [compare(5, each) for each in (4, 5, 6)] == [1, 0, -1]


OUTCOMES = [(wins, losses) for wins in range(4) for losses in range(4 - wins)]


def scored(wins, losses, scoring, ties):
    return score(wins, losses, tuple(document_score(w, x, scoring, ties) for w, x in RESULTS))


def test_6_a_unit_for_each_hand():
    assert [scored(w, x, ONE_A_HAND, NEITHER) for w, x in OUTCOMES] == [w - x for w, x in OUTCOMES]


@pytest.mark.parametrize("scoring, lesser, sweep", [(TWO_FOUR, 2, 4), (ONE_SIX, 1, 6)])
@pytest.mark.clause("scoring.2-4", "scoring.1-6")
def test_scoring_two_hands_of_three_and_a_sweep(scoring, lesser, sweep):
    for ties in (NEITHER, MORE_HANDS, SWEEP):
        assert scored(3, 0, scoring, ties) == sweep
        assert scored(2, 1, scoring, ties) == lesser
        assert scored(0, 3, scoring, ties) == -sweep
        assert scored(1, 2, scoring, ties) == -lesser
        assert scored(1, 1, scoring, ties) == scored(0, 0, scoring, ties) == 0
    assert [scored(2, 0, scoring, ties) for ties in (NEITHER, MORE_HANDS, SWEEP)] == [lesser, lesser, sweep]
    assert [scored(1, 0, scoring, ties) for ties in (NEITHER, MORE_HANDS, SWEEP)] == [0, lesser, sweep]
    assert [scored(0, 1, scoring, ties) for ties in (NEITHER, MORE_HANDS, SWEEP)] == [0, -lesser, -sweep]


def test_5_a_foul_pays_its_price_and_two_are_even():
    assert [foul_units(a, b, 3) for a, b in ((True, False), (False, True), (True, True))] == [-3, 3, 0]


TYPICAL = ((0, 0, 0, 2, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 1, 3, 4, 4), (0, 0, 0, 0, 0, 0, 0, 3, 4, 4))


@pytest.mark.parametrize(
    "front, middle, back, units",
    [
        ("2c 3c 5d", "4h 4d 7c 8s 9s", "Tc Td Kc Ks 2d", 0),
        ("2c 2d 2h", "4h 4d 4c 8s 9s", "Tc Td Tc Ks 2s", 2),
        ("2c 3c 5d", "4h 4d 4c 8s 8d", "Tc Td Th Ks Kd", 1),
        ("2c 3c 5d", "4h 4d 4c 4s 9s", "Th 9h 8h 7h 6h", 7),
        ("2c 3c 5d", "9c 8c 7c 6c 5c", "Ah Kh Qh Jh Th", 8),
        ("2c 2d 2h", "4h 4d 4c 4s 9s", "Tc Td Th Ts Kd", 8),
    ],
)
def test_bonuses_typical_payments(front, middle, back, units):
    assert sum(bonus(worth(front), worth(middle), worth(back), TYPICAL)) == units


@pytest.mark.parametrize(
    "cards, kind",
    [
        ("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac", DRAGON),
        ("2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 9h 9s Ac", SIX_PAIRS),
        ("2c 2d 2h 3s 3c 4d 4h 5s 5c 6d 6h 9s 9c", SIX_PAIRS),
        ("2c 2d 2h 2s 3c 3d 4h 4s 5c 5d 6h 6s 7c", SIX_PAIRS),
        ("2c 4c 6c 8c Tc 2d 4d 6d 8d Td 3h 7h 9h", THREE_FLUSHES),
        ("2c 3c 4c 6c 8c Tc Qc Kc 2d 4d 6d 9d Td", THREE_FLUSHES),
        ("Ac 2d 3h 4s 5c Th Js Qc Kd Ah Qs Kc As", THREE_STRAIGHTS),
        ("Ac 2d 3h 4s 5c 2h 3s 4c 5d 6h 2s 3c As", THREE_STRAIGHTS),
        ("Ac 2d 3h 4s 5c Th Js Qc Kd Ah Ks 2c As", NO_NATURAL),
        ("2c 4c 6c 8c Tc 2d 4d 6d 8d Td 3h 7h 9s", NO_NATURAL),
        ("2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 9h 8s Ac", NO_NATURAL),
    ],
)
def test_naturals_of_thirteen_cards(cards, kind):
    assert natural(mask(parse_cards(cards)), True, SAME) == kind


def test_naturals_four_of_a_kind_as_two_pairs_is_a_setting():
    cards = mask(parse_cards("2c 2d 2h 2s 3c 3d 4h 4s 5c 5d 9h 9s Kc"))
    assert natural(cards, True, SAME) == SIX_PAIRS
    assert natural(cards, False, SAME) == NO_NATURAL


def test_naturals_are_paid_and_two_are_even_or_ranked():
    assert natural_units(SIX_PAIRS, NO_NATURAL, SAME, EVEN) == 3
    assert natural_units(NO_NATURAL, SIX_PAIRS, SAME, RANKED) == -3
    assert natural_units(DRAGON, SIX_PAIRS, SAME, EVEN) == 0
    assert natural_units(DRAGON, SIX_PAIRS, SAME, RANKED) == 3
    assert natural_units(DRAGON, DRAGON, SAME, RANKED) == 0


def test_surrender_pays_the_price_to_who_remains():
    assert [surrender_units(a, b, 2) for a, b in ((True, False), (False, True), (True, True))] == [-2, 2, 0]


@pytest.mark.parametrize(
    "ruling, choice",
    [
        ("table-stake", "covered"),
        ("equal-middle-back", "foul"),
        ("kickers-not-there", "five-outrank"),
        ("natural-declared", "automatic"),
        ("several-naturals", "dearest"),
        ("ranked-naturals", "highest"),
        ("royal-bonus", "straight-flush"),
        ("bonus-when-lost", "paid"),
        ("bonus-and-surrender", "unpaid"),
        ("surrender-shown", "shown"),
    ],
)
def test_rulings_that_are_taken_are_written_down_and_are_the_defaults(ruling, choice):
    document = game("chinese-poker").document
    found = document.ruling(ruling)
    assert found.choice == choice
    chosen = next(reading for reading in found.readings if reading.id == choice)
    assert document.configure(chosen.settings) == document.configure({})


def test_modifications_and_irregularities_are_for_the_staff_to_document():
    document = game("chinese-poker").document
    for clause in ("modifications", "irregularities"):
        assert not document.clause(clause).procedure
        assert document.clause(f"{clause}.documented").procedure
        assert "internal controls" in document.clause(f"{clause}.documented").says
