"""Poker values against the counts that everyone knows, a plain second evaluator, and the joker's rules."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import DECK, DECK_WITH_JOKER, JOKER, mask, parse_cards
from houseway.poker import (
    CATEGORY_WORDS,
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    LOWEST,
    PAIR,
    SECOND_HIGHEST,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    category,
    describe,
    flush,
    told_apart,
    value,
    values,
)


def worth(text, wheel=LOWEST):
    return value(mask(parse_cards(text)), wheel)


def plain(cards):
    """A second, plain evaluator of five cards without a joker: (category, ranks by count)."""
    ranks = sorted((card % 13 for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in counts)
    order = tuple(r for r, _ in counts)
    flush = len({card // 13 for card in cards}) == 1
    straight = shape == (1,) * 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    top = (3,) if ranks == [12, 3, 2, 1, 0] else (ranks[0],)
    if straight:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, top)
    if flush:
        return (FLUSH, order)
    kinds = {
        (4, 1): FOUR_OF_A_KIND,
        (3, 2): FULL_HOUSE,
        (3, 1, 1): THREE_OF_A_KIND,
        (2, 2, 1): TWO_PAIR,
        (2, 1, 1, 1): PAIR,
    }
    return (kinds.get(shape, HIGH_CARD), order)


def with_joker(cards):
    """A second reading of the bug: the best of an ace without suit and of every card that completes a run or suit."""
    rest = [card for card in cards if card != JOKER]
    aces = [card for card in rest if card % 13 == 12]
    if len(aces) == 4:
        return (FIVE_ACES, (12,))
    free_ace = next(card for card in (12, 25, 38, 51) if card not in rest)
    as_ace = [plain([*rest, ace]) for ace in (12, 25, 38, 51) if ace not in rest]
    as_ace = [got for got in as_ace if got[0] not in (FLUSH, STRAIGHT_FLUSH, STRAIGHT)] or [plain([*rest, free_ace])]
    completes = (plain([*rest, card]) for card in DECK if card not in rest)
    return max([*as_ace, *(got for got in completes if got[0] in (FLUSH, STRAIGHT_FLUSH, STRAIGHT))])


def test_five_cards_of_a_short_deck_have_the_frequencies_of_the_formulas():
    """In plain Python on six ranks in four suits, 42,504 hands; the whole deck is counted compiled, in tests/lab."""
    deck = [card for card in DECK if card % 13 >= 7]
    counts = Counter(category(value(mask(hand), LOWEST)) for hand in combinations(deck, 5))
    assert sum(counts.values()) == 42_504
    assert counts[FOUR_OF_A_KIND] == 6 * 20
    assert counts[FULL_HOUSE] == 6 * 4 * 5 * 6
    assert counts[STRAIGHT_FLUSH] == 2 * 4
    assert counts[STRAIGHT] == 2 * 4**5 - 2 * 4
    assert counts[FLUSH] == 4 * 6 - 2 * 4
    assert counts[TWO_PAIR] == 15 * 6 * 6 * 16


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True), st.data())
def test_values_compare_as_the_plain_evaluator_does(first, data):
    second = data.draw(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True))
    a, b = value(mask(first), LOWEST), value(mask(second), LOWEST)
    assert (a > b) == (plain(first) > plain(second))
    assert (a == b) == (plain(first) == plain(second))


@given(st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True), st.data())
def test_joker_hands_compare_as_the_second_reading_does(first, data):
    second = data.draw(st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True))
    a, b = (value(mask([*hand, JOKER]), LOWEST) for hand in (first, second))
    assert (a > b) == (with_joker([*first, JOKER]) > with_joker([*second, JOKER]))
    assert category(a) == with_joker([*first, JOKER])[0]


@given(st.lists(st.sampled_from(DECK_WITH_JOKER), min_size=7, max_size=7, unique=True), st.sampled_from([0, 1]))
def test_seven_cards_are_worth_their_best_five(cards, wheel):
    assert value(mask(cards), wheel) == max(value(mask(five), wheel) for five in combinations(cards, 5))


@pytest.mark.parametrize(
    "text, words",
    [
        ("As Ks Qs Js Jk", "a royal flush"),
        ("Ac Ad Ah As Jk", "five aces"),
        ("2c 3c 4c 5c Jk", "a straight flush to the six"),
        ("Kc Kd Ac Jk 3d", "two pair, aces and kings"),
        ("9c 8c 4c 2c Jk", "a flush, ace high, nine"),
        ("Ac 9c 8c 4c Jk", "a flush, ace high, king"),
        ("5h 6h 7d 8s Jk", "a straight to the nine"),
        ("Kc Kd Kh Jk 2d", "three of a kind, kings"),
        ("6c 6d 6h Ac Jk", "a full house, sixes over aces"),
        ("Jk 3d", "ace high, three"),
        ("Jk Ad", "a pair of aces"),
        ("2c 2d 2h", "three of a kind, deuces"),
        ("4c 4d 4h 4s 9c", "four of a kind, fours"),
        ("Ac 2d 3c 4c 5h", "a straight to the five"),
        ("Kc Qd", "king high, queen"),
    ],
)
def test_values_in_words(text, words):
    assert describe(worth(text)) == words


def test_the_wheel_is_lowest_or_second_highest():
    wheel, six, king, ace = "Ac 2d 3c 4c 5h", "2c 3d 4c 5c 6h", "9c Td Jc Qc Kh", "Tc Jd Qc Kc Ah"
    assert worth(wheel) < worth(six) < worth(king) < worth(ace)
    s = SECOND_HIGHEST
    assert worth(six, s) < worth(king, s) < worth(wheel, s) < worth(ace, s)
    assert describe(worth(wheel, s)) == "a straight to the five"


def test_flushes_need_five_of_a_suit_with_the_joker():
    assert flush(0b1111, 0) == flush(0b111, 1) == 0
    assert flush(0b1111, 1) == 1 << 12 | 0b1111
    assert flush(0b111111, 0) == 0b111110


def test_hands_of_different_sizes_compare():
    assert worth("Kc 9d 4h") < worth("Kc 9d 4h 3c 2d")
    assert worth("Ac Kd") > worth("Ac Qd Jh 9c 8d")
    assert worth("2c 2d") > worth("Ac Kd Qh Jc 9d")
    assert worth("Ac Ad") < worth("Ah As 2c 3d 4h")


def test_every_category_has_a_word():
    assert len(CATEGORY_WORDS) == FIVE_ACES + 1
    assert all(a < b for a, b in product([worth("Kc Qd")], [worth("2c 2d")]))


@pytest.mark.parametrize(
    "one, other, words",
    [
        ("9c 9d As", "9h 9s Kd", ("a pair of nines, ace kicker", "a pair of nines, king kicker")),
        (
            "9c 9d As Qd 3c",
            "9h 9s Ad Qh 2c",
            ("a pair of nines, ace and queen and three kickers", "a pair of nines, ace and queen and deuce kickers"),
        ),
        ("Ks Qd Jc", "Kh Qs Tc", ("king high, queen, jack", "king high, queen, ten")),
        ("5c 5d Qs", "5h 5s Qd 4c 3h", ("a pair of fives, queen kicker", "a pair of fives, queen and four kickers")),
        ("5c 5d", "5h 5s 4c", ("a pair of fives, no kicker", "a pair of fives, four kicker")),
        ("9c 9d As", "8h 8s Kd", ("a pair of nines", "a pair of eights")),
        ("9c 9d As", "9h 9s Ad", ("a pair of nines", "a pair of nines")),
        (
            "Ks Qs 9s 7s 2s",
            "Kd Qd 9d 6d 5d",
            ("a flush, king high, queen, nine, seven", "a flush, king high, queen, nine, six"),
        ),
    ],
)
def test_kickers_are_told_as_far_as_they_decide(one: str, other: str, words: tuple[str, str]) -> None:
    assert told_apart(*(value(mask(parse_cards(hand)), LOWEST) for hand in (one, other))) == words


def test_an_array_of_hands_is_valued_by_the_same_rule():
    hands = [parse_cards("As 2c 3d 4h 5s"), parse_cards("Jk Ks Qs Js 9s"), parse_cards("7c 7d 7h 2s 2c")]
    for wheel in (LOWEST, SECOND_HIGHEST):
        assert values(hands, wheel).tolist() == [value(mask(hand), wheel) for hand in hands]
