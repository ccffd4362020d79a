"""The exact analysis beside brute force: every pair of hands of a small deck, set in every way by the rules."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.cards import mask, parse_cards
from houseway.games.dealer_open_pai_gow.exact import counts
from houseway.games.dealer_open_pai_gow.rules import (
    LOSE,
    WIN,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    main_result,
)
from houseway.games.dealer_open_pai_gow.staircases import ACE_HIGH, JACKS, ORDINARY
from houseway.games.dealer_open_pai_gow.ways import way
from houseway.lab.kernel import kernel
from houseway.poker import LOWEST, SECOND_HIGHEST

DECKS = {
    "three-suits-and-joker": "Tc Jc Qc Kc Ac Td Jd Qd Kd Ad Th Jh Qh Kh Ah Jk",
    "four-suits": "Ac Kc Jc 5c Ad Kd Jd 5d Ah Kh Jh 5h As Ks Js 5s",
    "two-like-suits-and-joker": "2c 3c 4c 5c Ac 2d 3d 4d 5d Ad 6h Jh Qh 9s Js Jk",
    "mostly-single-ranks": "Ac Kc 9c 7c 4c Ad Kd 9d 7d 4d Qh 8h 5h Js Ts 2s",
    "one-suit-and-more": "2c 3c 4c 5c 6c 7c 8c 9c Tc Ac 5d 9h Jd Js Kh Jk",
}


@kernel
def brute(hands, fronts, wheel, jacks_lose, ace_push, copying):
    """For every dealer's hand the deals won and lost: all hands apart from it, all 21 settings, the table's own rules."""
    result = np.zeros((len(hands), 2), np.int64)
    for d in range(len(hands)):
        dealer = hands[d]
        dealer_front = front_value(fronts[d], wheel)
        dealer_back = back_value(dealer ^ fronts[d], wheel)
        jacks, high = dealer_jacks(dealer), ace_high(dealer, wheel)
        for p in range(len(hands)):
            player = hands[p]
            if player & dealer:
                continue
            best = LOSE
            for one in range(53):
                for two in range(one):
                    front = 1 << one | 1 << two
                    if front & player != front or (copying and front != fronts[p]):
                        continue
                    foul = fouled(front, player ^ front, wheel)
                    front_won = beats(front_value(front, wheel), dealer_front)
                    back_won = beats(back_value(player ^ front, wheel), dealer_back)
                    best = max(best, main_result(jacks, high, foul, front_won, back_won, jacks_lose, ace_push))
            if best == WIN:
                result[d, 0] += 1
            elif best == LOSE:
                result[d, 1] += 1
    return result


def kind(hand, wheel):
    if dealer_jacks(hand) >= 2:
        return JACKS
    return ACE_HIGH if ace_high(hand, wheel) else ORDINARY


@pytest.mark.parametrize("house", ["document", "conventional"])
@pytest.mark.parametrize("wheel", [LOWEST, SECOND_HIGHEST])
@pytest.mark.parametrize("cards", DECKS.values(), ids=DECKS)
def test_pai_gow_wager_equals_brute_force_on_a_small_deck(cards, wheel, house):
    deck = parse_cards(cards)
    hands = [mask(hand) for hand in combinations(deck, 7)]
    house_way = way(house)
    set_hands = [house_way.set(hand, wheel) for hand in hands]
    fronts = np.array([front for front, _ in set_hands])
    labels = [(branch, kind(hand, wheel)) for hand, (_, branch) in zip(hands, set_hands, strict=True)]
    best = brute(np.array(hands), fronts, wheel, False, False, False)
    copy = brute(np.array(hands), fronts, wheel, False, False, True)
    expected = {}
    for label, row in zip(labels, np.concatenate([best, copy], axis=1).tolist(), strict=True):
        expected[label] = [a + b for a, b in zip(expected.get(label, [0] * 5), [1, *row], strict=True)]
    found = counts(house_way, wheel, deck=mask(deck))
    assert {label: list(count) for label, count in found.items()} == expected
    assert sum(count.hands for count in found.values()) == comb(len(deck), 7)
