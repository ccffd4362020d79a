"""The exact pai gow wager beside brute force: all pairs of hands of a small deck, all settings, by the rules."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from houseway.cards import mask, parse_cards
from houseway.errors import IllegalSetting
from houseway.games.dealer_open_pai_gow.count.census import fronts_of
from houseway.games.dealer_open_pai_gow.count.costs import EVEN_MONEY, Stakes, costs, stakes
from houseway.games.dealer_open_pai_gow.count.deals import Count, counts
from houseway.games.dealer_open_pai_gow.count.exact import Rules, Tally, settled
from houseway.games.dealer_open_pai_gow.count.staircases import ACE_HIGH, JACKS, ORDINARY, book
from houseway.games.dealer_open_pai_gow.count.suits import CLASSES, class_number, classes
from houseway.games.dealer_open_pai_gow.rules.hands import (
    FULL_DECK,
    LOSE,
    PUSH,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    main_result,
)
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.games.dealer_open_pai_gow.terms import Units
from houseway.lab.kernel import kernel
from houseway.poker import LOWEST, SECOND_HIGHEST

pytestmark = pytest.mark.compiled

DECKS = {
    "three-suits-and-joker": ("Tc Jc Qc Kc Ac Td Jd Qd Kd Ad Th Jh Qh Kh Ah Jk", LOWEST, "document"),
    "four-suits": ("Ac Kc Jc 5c Ad Kd Jd 5d Ah Kh Jh 5h As Ks Js 5s", LOWEST, "conventional"),
    "two-like-suits-and-joker": ("2c 3c 4c 5c Ac 2d 3d 4d 5d Ad 6h Jh Qh 9s Js Jk", LOWEST, "conventional"),
    "wheel-second-highest": ("2c 3c 4c 5c Ac 2d 3d 4d 5d Ad 6h Jh Qh 9s Js Jk", SECOND_HIGHEST, "document"),
    "mostly-single-ranks": ("Ac Kc 9c 7c 4c Ad Kd 9d 7d 4d Qh 8h 5h Js Ts 2s", LOWEST, "document"),
    "one-suit-and-more": ("2c 3c 4c 5c 6c 7c 8c 9c Tc Ac 5d 9h Jd Js Kh Jk", LOWEST, "document"),
}
RULES = tuple(Rules(*rules) for rules in product((False, True), repeat=2))


@kernel
def settings_of_all(hands, fronts, wheel):
    """For every hand and each of its 21 settings: front value, back value, foul, and whether the house way sets so."""
    found = np.zeros((len(hands), 21, 4), np.int64)
    for i in range(len(hands)):
        count = 0
        for one in range(53):
            for two in range(one):
                front = 1 << one | 1 << two
                if front & hands[i] == front:
                    back = hands[i] ^ front
                    row = found[i, count]
                    row[0], row[1] = front_value(front, wheel), back_value(back, wheel)
                    row[2], row[3] = fouled(front, back, wheel), front == fronts[i]
                    count += 1
    return found


@kernel
def brute(hands, setting, kinds, rules):
    """For every dealer's hand and pair of rules: deals won, pushed and lost by best play and when copying."""
    result = np.zeros((len(hands), len(rules), 2, 3), np.int64)
    for d in range(len(hands)):
        house = 0
        while setting[d, house, 3] == 0:
            house += 1
        jacks, high = 2 if kinds[d] == JACKS else 0, kinds[d] == ACE_HIGH
        for p in range(len(hands)):
            if hands[p] & hands[d]:
                continue
            for r in range(len(rules)):
                best = copy = LOSE
                for front, back, foul, houses in setting[p]:
                    front_won = beats(front, setting[d, house, 0])
                    back_won = beats(back, setting[d, house, 1])
                    end = main_result(jacks, high, foul != 0, front_won, back_won, rules[r, 0], rules[r, 1])
                    best = max(best, end)
                    if houses:
                        copy = end
                result[d, r, 0, WIN - best] += 1
                result[d, r, 1, WIN - copy] += 1
    return result


def kind(hand, wheel):
    if dealer_jacks(hand) >= 2:
        return JACKS
    return ACE_HIGH if ace_high(hand, wheel) else ORDINARY


@pytest.mark.parametrize("cards,wheel,house", DECKS.values(), ids=DECKS)
def test_pai_gow_wager_equals_brute_force_on_a_small_deck(cards, wheel, house):
    deck = parse_cards(cards)
    hands = np.array([mask(hand) for hand in combinations(deck, 7)])
    fronts = fronts_of(hands, way(house), wheel)
    kinds = np.array([kind(hand, wheel) for hand in hands.tolist()])
    results = brute(hands, settings_of_all(hands, fronts.fronts, wheel), kinds, np.array(RULES))
    players = comb(len(deck) - 7, 7)

    found = counts(way(house), wheel, deck=mask(deck))

    assert (WIN, PUSH, LOSE) == (1, 0, -1)
    assert set(found) == set(zip(fronts.branches.tolist(), kinds.tolist(), strict=True))
    for (branch, which), count in found.items():
        mine = results[(fronts.branches == branch) & (kinds == which)]
        assert count.hands == len(mine)
        for rules, ends in zip(RULES, mine.sum(axis=0).tolist(), strict=True):
            assert [list(settled_by(count, which, players, rules, copying)) for copying in (False, True)] == ends


@kernel
def brute_gains(hands, setting, won, lost):
    """For every dealer's hand and legal setting of it: what it earns the house by best play, beside a push."""
    gains = np.full(setting.shape[:2], -(1 << 40))
    for d in range(len(hands)):
        for house in range(21):
            if setting[d, house, 2]:
                continue
            gain = 0
            for p in range(len(hands)):
                if hands[p] & hands[d]:
                    continue
                best = LOSE
                for front, back, foul, _ in setting[p]:
                    front_won, back_won = beats(front, setting[d, house, 0]), beats(back, setting[d, house, 1])
                    best = max(best, main_result(0, False, foul != 0, front_won, back_won, False, False))
                gain += lost * (best == LOSE) - won * (best == WIN)
            gains[d, house] = gain
    return gains


ALIKE = {
    "two-suits-and-joker": ("4c 5c 6c 7c Jc Kc Ac 4d 5d 6d 7d Jd Kd Ad Jk", LOWEST, "document"),
    "three-suits": ("2c 3c Tc Jc Ac 2d 3d Td Jd Ad 2h 3h Th Jh Ah", LOWEST, "conventional"),
}


@pytest.mark.parametrize("worth", [EVEN_MONEY, Stakes(7, 4, 4)], ids=["even money", "other pays"])
@pytest.mark.parametrize("cards,wheel,house", ALIKE.values(), ids=ALIKE)
def test_house_way_costs_what_the_best_legal_setting_of_each_hand_earns_more(cards, wheel, house, worth):
    hands = np.array([mask(hand) for hand in combinations(parse_cards(cards), 7)])
    fronts = fronts_of(hands, way(house), wheel)
    kinds = np.array([kind(hand, wheel) for hand in hands.tolist()])
    setting = settings_of_all(hands, fronts.fronts, wheel)
    gains = brute_gains(hands, setting, worth.won, worth.lost)
    as_set = gains[setting[:, :, 3] != 0]
    best = gains.max(axis=1)

    found = costs(book(mask(parse_cards(cards)), wheel, way(house)), worth)

    assert (best > as_set).any()
    assert set(found) == set(zip(fronts.branches.tolist(), kinds.tolist(), strict=True))
    for (branch, which), cost in found.items():
        mine = (fronts.branches == branch) & (kinds == which)
        expected = mine.sum(), (best > as_set)[mine].sum(), as_set[mine].sum(), best[mine].sum()
        assert cost == tuple(int(n) for n in expected)


def test_stakes_are_whole_parts_of_a_unit():
    assert stakes(Units(Fraction(1), Fraction(0), Fraction(-1))) == EVEN_MONEY
    assert stakes(Units(Fraction(2), Fraction(1, 4), Fraction(-1))) == Stakes(7, 5, 4)
    with pytest.raises(IllegalSetting, match="up to 1,000,000"):
        stakes(Units(Fraction(1_000_001), Fraction(0), Fraction(-1)))


def settled_by(count: Count, which: int, players: int, rules: Rules, copying: bool) -> Tally:
    won, lost = (count.copy_won, count.copy_lost) if copying else (count.won, count.lost)
    return settled(which, Tally(won, count.hands * players - won - lost, lost), rules)


@pytest.mark.parametrize("cards,expected", tuple(enumerate((1, 14, 182, 1924, 18187, 150891))))
def test_classes_up_to_a_change_of_suits_hold_every_set_of_cards(cards, expected):
    sets, sizes = classes(FULL_DECK, cards)
    assert len(sets) == expected
    assert sizes.sum() == comb(53, cards)


def test_class_numbers_of_five_cards_have_no_gap_and_tell_classes_apart():
    sets, _ = classes(FULL_DECK, 5)
    numbers = [class_number(hand, 5) for hand in sets.tolist()]
    assert sorted(numbers) == list(range(CLASSES[5]))


def test_class_number_does_not_change_when_suits_are_exchanged():
    ranks = [0b1010000000001, 0b11, 0, 0b1]
    for joker, cards in ((0, 7), (1, 7)):
        held = ranks if not joker else [*ranks[:3], 0]
        swapped = {
            class_number(sum(held[i] << 13 * place for place, i in enumerate(order)) | joker << 52, cards)
            for order in ((0, 1, 2, 3), (1, 0, 3, 2), (3, 2, 1, 0), (2, 3, 0, 1), (1, 2, 3, 0))
        }
        assert len(swapped) == 1
