"""What is said of a payout of Super Pan 9: both totals card by card, who drew, and how they meet."""

import re

from explaining import catches, compared, holds, played, words
from houseway.games.super_pan_9 import reasons
from houseway.games.super_pan_9.rules import LOSE, TIE, WIN

ROUND = {
    "game": "super-pan-9",
    "dealer": {"cards": "Kd 2c 3h As"},
    "seat": [
        {"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00", "tie": "5.00"}},
        {"number": 2, "cards": "As 6c 5s Js", "wagers": {"main": "10.00"}},
        {"number": 3, "cards": "5c Kc Ah", "wagers": {"main": "10.00", "tie": "5.00"}},
    ],
}

DEALER = """the dealer has 6 (clause 5)
  Kd 2c 3h As counts 0 + 2 + 3 + 1 = 6 (clause 2)
  the first three cards, Kd 2c 3h, total 5: the dealer draws As (clause 7.i)
"""


def test_a_win_and_a_lost_tie_bet():
    seat = """seat 1 has 9 (clause 5)
  6h 2d As counts 6 + 2 + 1 = 9 (clause 2)
  the first three cards, 6h 2d As, total 9: seat 1 stands (clause 6)
"""
    assert compared(ROUND, 0) == seat + DEALER + "9 is closer to nine than 6: seat 1 wins (clause 4)"
    assert compared(ROUND, 1) == seat + DEALER + (
        "no tie: the Tie Bet loses (clause 9)\n  9 is closer to nine than 6: seat 1 wins (clause 4)"
    )


def test_a_loss_after_a_draw_counts_the_last_digit():
    assert compared(ROUND, 2) == (
        "seat 2 has 2 (clause 5)\n"
        "  As 6c 5s Js counts 1 + 6 + 5 + 0 = 12, of which the last digit, 2, counts (clause 2)\n"
        "  the first three cards, As 6c 5s, total 2: seat 2 draws Js (clause 6)\n"
        + DEALER
        + "6 is closer to nine than 2: the dealer wins (clause 4)"
    )


def test_a_tie_pushes_and_wins_the_tie_bet():
    assert compared(ROUND, 3).endswith(DEALER + "6 and 6 are equal: a tie (clause 4)")
    assert compared(ROUND, 4).endswith(
        "equal totals: the Tie Bet wins (clause 9)\n  6 and 6 are equal: a tie (clause 4)\n"
        "tie-commission = no, the house's choice: Whether the commission is taken from a winning Tie Bet too (clause 8)"
    )


def test_a_dealer_of_six_stands():
    stands = ROUND | {"dealer": {"cards": "Kd 2c 4h"}}
    assert "the first three cards, Kd 2c 4h, total 6: the dealer stands (clause 7.ii)" in compared(stands)


def test_irregularities_a_hand_of_two_that_is_played_as_it_lies():
    short = {"number": 1, "cards": "6h 2d", "wagers": {"main": "25.00"}}
    called = {"settings": {"wrong-number-of-cards": "play-on"}, "seat": [short]}
    said = compared(ROUND | called | {"irregularity": [{"kind": "wrong-number-of-cards", "seat": 1}]})
    assert said.splitlines()[:3] == [
        "seat 1 has 8 (clause 5)",
        "  6h 2d counts 6 + 2 = 8 (clause 2)",
        "  seat 1 was dealt 2 cards, which are played as they lie: no card is drawn (clause irregularities)",
    ]


# ---------------------------------------------------------------------------------------------------- verdicts


def agrees(payout, said):
    """The totals added up again from the printed points, and the verdict in words, against the award."""
    leaves = words(said)
    sums = [sum(map(int, re.findall(r"\d+", each.partition(" counts ")[2].partition(" = ")[0])))
            for each in leaves if " counts " in each]  # fmt: skip  # what belongs together shares a line
    ours, theirs = (each % 10 for each in sums)
    by_sum = WIN if ours > theirs else LOSE if ours < theirs else TIE
    verdicts = {f"seat {payout.seat} wins": WIN, "a tie": TIE, "the dealer wins": LOSE}
    by_words = next(each for word, each in verdicts.items() if any(leaf.endswith(word) for leaf in leaves))
    awards = {WIN: "win", TIE: "push", LOSE: "lose"} if payout.wager == "main" else {TIE: "tie"}
    return by_sum == by_words and payout.award == awards.get(by_words, "lose")


def rounds():
    return played("super-pan-9", {seat: {"main": 10_00, "tie": 5_00} for seat in (1, 4, 9)}, range(60))


def test_leaves_come_to_the_award():
    assert holds(agrees, rounds())


def test_a_planted_comparison_is_caught():
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "outcome", lambda a, b: WIN))
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "value", lambda card: 1))
