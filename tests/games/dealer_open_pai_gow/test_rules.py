"""The rules of the Pai Gow wager and of the optional wagers, clause by clause."""

import random
from itertools import combinations

import pytest

from houseway.cards import DECK_WITH_JOKER, cards_of, mask, names, parse_cards
from houseway.games.dealer_open_pai_gow.rules import bonuses
from houseway.games.dealer_open_pai_gow.rules.bonuses import CHAN_CHU_AWARDS, ace_high_tie_award, chan_chu_awards
from houseway.games.dealer_open_pai_gow.rules.hands import (
    LOSE,
    PUSH,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    first_spot,
    fouled,
    front_value,
    in_pack,
    jacks_end_the_game,
    main_result,
    next_two,
    outcome,
    packet_place,
    ways_to_set,
)
from houseway.poker import LOWEST, SECOND_HIGHEST
from oracle import dealer_open_pai_gow as oracle
from oracle.cards import cards as oracle_cards


def hand(text):
    return mask(parse_cards(text))


def holds(text):
    awards = chan_chu_awards(hand(text))
    return {award for bit, award in enumerate(CHAN_CHU_AWARDS) if awards >> bit & 1}


def test_introduction_deck_has_53_cards():
    assert [card for card in range(-1, 60) if in_pack(card)] == list(DECK_WITH_JOKER)


def test_6_seven_cards_are_set_in_21_ways_of_two_and_five():
    whole = hand("As Kd Qh Jc 9s 5d Jk")
    ways = list(ways_to_set(whole))
    assert len(set(ways)) == 21
    assert {front for front, _ in ways} == {mask(two) for two in combinations(parse_cards("As Kd Qh Jc 9s 5d Jk"), 2)}
    assert all(front | back == whole and front & back == 0 for front, back in ways)


@pytest.mark.parametrize(
    "front, back, foul",
    [
        ("As Ks", "2c 2d 3h 4s 6c", False),
        ("2h 2s", "As Kd Qc Jd 9h", True),
        ("As Ad", "Kc Kd 3h 4s 6c", True),
        ("Kh Ks", "Kc Kd 3h 4s 6c", False),
        ("As Jk", "Ac Ad 3h 4s 6c", False),
        ("As Qd", "Ac Kd 9h 4s 3c", False),
        ("As Kd", "Ac Qd 9h 4s 3c", True),
        ("As Jk", "Kc Kd 3h 4s 6c", True),
    ],
)
def test_7_a_front_higher_than_the_back_is_foul(front, back, foul):
    assert fouled(hand(front), hand(back), LOWEST) is foul


@pytest.mark.parametrize("cards, jacks", [("As Jk 2c", 0), ("Jc 2d Jk", 1), ("Jc Jd 3c", 2), ("Jc Jd Jh Js", 4)])
@pytest.mark.clause("4.a", "introduction.jacks")
def test_4_a_two_jacks_end_the_game_and_the_joker_is_none(cards, jacks):
    assert dealer_jacks(hand(cards)) == jacks
    assert jacks_end_the_game(jacks) is (jacks >= 2)


@pytest.mark.parametrize(
    "cards, is_ace_high",
    [
        ("As Kd Jc 9h 7s 5d 3c", True),
        ("Jk Kd Jc 9h 7s 5d 3c", True),
        ("As Jk Jc 9h 7s 5d 3c", False),
        ("Ks Qd Jc 9h 7s 5d 3c", False),
        ("As Kd Qc Jh Ts 5d 3c", False),
        ("Jk Kd Qc Jh 9s 5d 3c", False),  # the joker is the ten
        ("Jk Kd Qc Jh 8s 5d 3c", True),
        ("As Ks Js 9s 7s 5d 3c", False),
        ("Jk Ks Js 9s 7s 5d 3c", False),
        ("As 2d 3c 4h 7s 9d Kc", True),
        ("As 2d 3c 4h 5s 9d Kc", False),
    ],
)
def test_introduction_ace_high_is_exactly_an_ace_high_hand(cards, is_ace_high):
    assert ace_high(hand(cards), LOWEST) is is_ace_high


def test_pai_gow_wager_a_tie_is_the_dealers():
    assert beats(2, 1)
    assert not beats(1, 1)
    assert not beats(0, 1)


@pytest.mark.parametrize("front, back, result", [(1, 1, WIN), (1, 0, PUSH), (0, 1, PUSH), (0, 0, LOSE)])
def test_pai_gow_wager_both_one_or_none_won(front, back, result):
    assert outcome(bool(front), bool(back)) == result


@pytest.mark.parametrize(
    "jacks, ace, foul, won, jacks_lose, ace_push, result",
    [
        (2, False, False, True, True, True, LOSE),
        (1, False, False, True, True, True, WIN),
        (2, False, False, True, False, True, WIN),
        (0, True, False, True, True, True, PUSH),
        (0, True, False, True, True, False, WIN),
        (0, True, True, False, True, True, PUSH),
        (0, True, True, True, True, False, LOSE),
        (0, False, True, True, True, True, LOSE),
    ],
)
def test_pai_gow_wager_jacks_then_ace_high_then_foul_then_comparison(
    jacks, ace, foul, won, jacks_lose, ace_push, result
):
    assert main_result(jacks, ace, foul, won, won, jacks_lose, ace_push) == result


def test_pai_gow_wager_the_joker_completes_or_is_an_ace():
    straight = back_value(hand("Jk 9c 8d 7h 6s"), LOWEST)
    assert straight == back_value(hand("Tc 9c 8d 7h 6s"), LOWEST)
    assert front_value(hand("Jk Kc"), LOWEST) == front_value(hand("Ad Kc"), LOWEST)


def test_introduction_standard_the_wheel_is_lowest_or_second_highest():
    wheel, six, king = hand("As 2c 3d 4h 5s"), hand("2s 3c 4d 5h 6s"), hand("9s Tc Jd Qh Ks")
    assert back_value(wheel, LOWEST) < back_value(six, LOWEST)
    assert back_value(wheel, SECOND_HIGHEST) > back_value(king, SECOND_HIGHEST)
    assert back_value(wheel, SECOND_HIGHEST) < back_value(hand("Ts Jc Qd Kh As"), SECOND_HIGHEST)


@pytest.mark.clause("order", "order.number")
def test_order_number_1_is_the_dealer():
    assert [first_spot(number) for number in range(1, 8)] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.clause("order", "order.dice")
def test_order_dice_1_8_and_15_are_the_dealer():
    assert [total for total in range(3, 19) if first_spot(total) == 0] == [8, 15]
    assert first_spot(1) == 0
    assert first_spot(18) == 3


def test_2_packets_go_round_from_the_first_spot():
    assert [packet_place(first_spot(3), packet) for packet in range(7)] == [2, 3, 4, 5, 6, 0, 1]


@pytest.mark.parametrize(
    "cards, has, lacks",
    [
        ("2s 3s 4s 5s 6s 7s 8s", {"natural-7-card-straight-flush", "any-7-card-straight-flush"}, {"any-royal-flush"}),
        ("As 2s 3s 4s 5s 6s 7s", {"natural-7-card-straight-flush"}, {"wild-7-card-straight-flush"}),
        ("8s 9s Ts Js Qs Ks Jk", {"wild-7-card-straight-flush", "any-royal-flush"}, {"natural-7-card-flush"}),
        ("2s 3s 5s 6s 7s 8s Jk", {"wild-7-card-straight-flush"}, {"natural-7-card-straight-flush"}),
        ("2s 3s 5s 6s 7s 9s Jk", {"any-straight-flush"}, {"any-7-card-straight-flush"}),
        ("As Ks Qs Js Ts Kh Qh", {"royal-flush-royal-match", "natural-royal-flush-royal-match"}, {"any-full-house"}),
        ("As Ks Qs Js Jk Kh Qh", {"royal-flush-royal-match"}, {"natural-royal-flush-royal-match"}),
        ("As Ks Qs Js Ts Kh Qd", {"any-royal-flush"}, {"royal-flush-royal-match"}),
        ("As Ks Qs Js Ts Kh Jh", {"any-royal-flush"}, {"royal-flush-royal-match"}),
        ("Ac Ad Ah Jk 2c 2d 2h", {"super-full-house", "any-4-of-a-kind", "any-full-house"}, {"five-aces"}),
        ("Ac Ad Ah As Jk 2d 2h", {"five-aces", "any-full-house"}, {"super-full-house"}),
        ("Ac Ad Ah As 3c 2d 2h", {"any-4-of-a-kind"}, {"five-aces"}),
        ("2s 4s 6s 8s Ts Qs As", {"natural-7-card-flush", "any-flush"}, {"any-straight"}),
        ("2s 4s 6s 8s Ts Qs Jk", {"any-flush"}, {"natural-7-card-flush"}),
        ("2s 3d 4s 5h 6s 7c 8s", {"natural-7-card-straight", "any-straight"}, {"any-flush"}),
        ("2s 3d 4s 5h 6s 7c Jk", {"any-straight"}, {"natural-7-card-straight"}),
        ("As Ad Ac Kd Qh Jc Td", {"any-3-of-a-kind", "any-straight"}, {"any-full-house"}),
        ("As Jk Kc Kd Qh Qc 2d", {"three-pair"}, {"any-3-of-a-kind", "any-straight"}),
        ("As Jk Kc Kd Qh 9c 2d", set(), {"three-pair", "any-straight", "any-flush"}),
        ("5s 5d 5h 4s 4d 3h 3s", {"any-full-house", "any-3-of-a-kind"}, {"any-4-of-a-kind"}),
    ],
)
@pytest.mark.clause("chan-chu", "introduction.chan-chu")
def test_chan_chu_awards_of_seven_cards(cards, has, lacks):
    assert has <= holds(cards)
    assert not lacks & holds(cards)


PACKS = {
    "one suit": list(range(13)),
    "one suit and the joker": [*range(13), 52],
    "low cards": [card for card in DECK_WITH_JOKER if card % 13 in (0, 1, 2, 3, 4, 5, 12)],
    "two suits": [*range(26), 52],
    "royal cards": [card for card in DECK_WITH_JOKER if (card % 13 >= 8 and card < 26) or card == 52],
    "three ranks": [card for card in DECK_WITH_JOKER if card % 13 in (0, 7, 12)],
    "all": list(DECK_WITH_JOKER),
}
"""Packs in which the rare awards are frequent; card 52 is the joker, and rank 12 the ace."""


@pytest.mark.parametrize("pack", PACKS)
def test_chan_chu_every_award_and_no_other_by_a_second_reading_of_the_clauses(pack):
    source = random.Random(pack)
    readings = {"royal-flush-royal-match": "any-royal", "natural-royal-flush-royal-match": "natural-royal"}
    match = "royal-flush-royal-match"
    for _ in range(150):
        dealt = sorted(source.sample(PACKS[pack], 7))
        found = holds(names(dealt))
        for award, reading in readings.items():
            settings = {"royal-match": reading, "chan-chu-precedence": "printed"}
            wanted = oracle.chan_chu(oracle_cards(names(dealt)), settings)
            assert (award in found) == (match in wanted), names(dealt)
        assert found - set(readings) - {"three-pair"} == wanted - {match, "three-pair"}, names(dealt)
        assert "any-full-house" in found or ("three-pair" in found) == ("three-pair" in wanted), names(dealt)


def test_envy_needs_the_posted_wager():
    assert bonuses.envy_qualifies(5_00, 5_00)
    assert not bonuses.envy_qualifies(4_99, 5_00)


def test_ace_high_tie_pays_the_highest_scenario():
    assert ace_high_tie_award(True, True, True) == ace_high_tie_award(True, True, False) == 3
    assert ace_high_tie_award(True, False, True) == 2
    assert ace_high_tie_award(True, False, False) == 1
    assert ace_high_tie_award(False, True, True) == 0


def test_jacks_beat_needs_two_jacks_of_the_dealer():
    assert [bonuses.jacks_beat_award(jacks) for jacks in range(5)] == [0, 0, 2, 3, 4]


def test_6_all_twos_of_a_hand_one_after_the_other():
    for hand in (mask(parse_cards("As Kd 9c 9h 4s 3d 2c")), mask(parse_cards("Jk As Ah Ad Ac Kd 2c")), 0b11, 0b101):
        found, two = [], next_two(hand, 0)
        while two:
            found.append(two)
            two = next_two(hand, two)
        assert sorted(found) == sorted(mask(pair) for pair in combinations(cards_of(hand), 2))
    assert len(list(ways_to_set(mask(parse_cards("As Kd 9c 9h 4s 3d 2c"))))) == 21
