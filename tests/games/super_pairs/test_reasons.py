"""What is said of a payout of Super Pairs: hands and their totals, the dealer's draw, bonuses and jackpots."""

import re

import pytest

from explaining import catches, compared, holds, played, words
from houseway.games.super_pairs import reasons


def record(dealer, *seats, **settings):
    return {
        "game": "super-pairs",
        "settings": {"decks": 6} | {key.replace("_", "-"): value for key, value in settings.items()},
        "dealer": {"cards": dealer},
        "seat": [{"number": number} | seat for number, seat in enumerate(seats, 1)],
    }


def seat(cards, play, more=(), **wagers):
    chosen = {"play": play} if play else {}
    return {"cards": cards, "wagers": {"blackjack": "10.00"} | wagers} | chosen | dict(more)


EIGHTEEN = """the dealer has 18 (6♠ 2♠ T♣) (clause blackjack.dealer)
  6♠ 2♠ T♣ counts 6 + 2 + 10 = 18 (clause blackjack.values)
  on 8 the dealer draws T♣ (clause blackjack.dealer)
  on 18 the dealer stands (clause blackjack.dealer)
"""


def test_blackjack_outcome_hand_by_hand_of_a_split():
    split = record("6s 2s Tc", seat("8h 8d Ts Jc", "split stand stand"))
    assert compared(split, 0) == (
        "hand 1 of 2 of seat 1 has 18 (8♥ T♠) (clause blackjack.values)\n"
        "  8♥ T♠ counts 8 + 10 = 18 (clause blackjack.values)\n"
        + EIGHTEEN
        + "18 equals 18: a push (clause blackjack.outcome)"
    )
    assert compared(split, 1).startswith("hand 2 of 2 of seat 1 has 18 (8♦ J♣)")


def test_blackjack_outcome_a_double_and_a_bust():
    two = record("6s 2s Tc", seat("6h 5d 9c", "double"), seat("Th 6d Kc", "hit"))
    assert compared(two, 0) == (
        "seat 1 has 20 (6♥ 5♦ 9♣) (clause blackjack.values)\n"
        "  6♥ 5♦ 9♣ counts 6 + 5 + 9 = 20 (clause blackjack.values)\n"
        "  it was doubled: 2 wagers stand on it (clause blackjack.double)\n"
        + EIGHTEEN
        + "20 is above 18: seat 1 wins (clause blackjack.outcome)"
    )
    assert compared(two, 1).endswith("26 is over 21: the hand is lost whatever the dealer has (clause blackjack.hit)")


def test_blackjack_dealer_soft_17_by_the_posted_rule():
    stands = record("6s Ac", seat("Th 8d", "stand"))
    assert compared(stands).splitlines()[2:] == [
        "the dealer has soft 17 (6♠ A♣) (clause blackjack.dealer)",
        "  6♠ A♣ counts 6 + 11 = 17 (clause blackjack.values)",
        "  on soft 17 the dealer stands (clause blackjack.dealer)",
        "  soft-17 = stand, the state's (the commission's posted rules of blackjack): What the dealer does on a soft "
        "17 (clause blackjack.dealer)",
        "18 is above 17: seat 1 wins (clause blackjack.outcome)",
    ]
    hits = record("6s Ac 4d", seat("Th 8d", "stand"), soft_17="hit")
    assert "  on soft 17 the dealer draws 4♦ (clause blackjack.dealer)" in compared(hits).splitlines()


def test_blackjack_natural_even_money_insurance():
    ace = record(
        "Ac Kd",
        seat("Ah Qd", "even-money"),
        seat("Th 9d", "", {"insurance": "5.00"}),
        seat("As Qh", "decline"),
    )
    assert compared(ace, 0).endswith(
        "even money was taken against the dealer's ace: the blackjack is paid whatever the dealer has "
        "(clause blackjack.insurance)"
    )
    assert compared(ace, 1) == (
        "the dealer's first two cards, A♣ K♦, are a blackjack: insurance wins (clause blackjack.insurance)"
    )
    assert compared(ace, 2).endswith("the dealer's blackjack beats every hand that is none (clause blackjack.natural)")
    assert compared(ace, 3).endswith("both have a blackjack: a push (clause blackjack.natural)")
    won = compared(record("9c 8d", seat("Ah Qd", "")), 0).splitlines()
    assert won[-2] == "a blackjack beats every hand that is none (clause blackjack.natural)"
    assert won[-1].startswith("blackjack-pays = 3:2, ")
    lost = record("Ac 8d", seat("Th 9d", "stand", {"insurance": "5.00"}))
    assert compared(lost) == (
        "the dealer's first two cards, A♣ 8♦, are no blackjack: insurance loses (clause blackjack.insurance)"
    )


@pytest.mark.clause("A.2")
def test_a_only_the_highest_row_of_a_bonus():
    pair = record("6s 2s Tc", seat("8h 8h", "stand", **{"super-pairs": "5.00"}), suit="spades")
    assert compared(pair).splitlines()[0] == (
        "8♥ 8♥: Suited Pair, Any Pair of PT-FLT-SP-05: only the highest, Suited Pair, is paid (clause A)"
    )
    none = record("6s 2s Tc", seat("8h 9h", "stand", **{"super-pairs": "5.00"}))
    assert compared(none) == "8♥ 9♥ with 6♠ up: no row of PT-FLT-SP-05 (clause A)"


def test_bust_bonus_says_what_the_dealer_bust_with():
    bust = record("2c Th Tc", seat("8s 9d", "stand", {"bust-bonus": "5.00"}), offer_bust_bonus="yes")
    assert compared(bust, 1).splitlines() == [
        "the dealer's 22 is over 21 (clause bust-bonus)",
        "  2♣ T♥ T♣ counts 2 + 10 + 10 = 22 (clause blackjack.values)",
        "  on 12 the dealer draws T♣ (clause blackjack.dealer)",
        "2♣ T♥ T♣: 2♣ up, of several suits: bust-2-unsuited (clause bust-bonus)",
    ]


JACKPOT = {"super-pairs-jackpot": "1.00"}
METER = {"offer-super-pairs-jackpot": "yes", "jackpot-kind": "progressive", "super-pairs-jackpot-meter": "10000.00"}


def test_e_6_what_the_meter_was_what_came_off_it_and_what_it_is_after():
    aces = record("Ah 9c", seat("Ah Ah", "stand", **JACKPOT), seat("Ah Ah", "stand", **JACKPOT), **METER)
    meter = [line.strip() for line in compared(aces).splitlines()]
    told = meter[meter.index("the meter (clause E)") + 1 :]
    assert [line for line in told if " = " not in line] == [
        "when the cards were dealt it showed $10,000.00 (clause E)",
        "seat 2 takes $10,000.00 off it, and it is seeded anew with $1,000.00 (clause E)",
        "seat 1 takes $1,000.00 off it, and it is seeded anew with $1,000.00 (clause E)",
        "after the round it shows $1,000.00 (clause E)",
    ]
    assert [line.partition(",")[0] for line in told if " = " in line] == [
        "jackpot-sharing = in-turn",
        "jackpot-order = last-seat-first",
        "jackpot-reseed = at-once",
    ]


def test_e_6_a_prize_in_dollars_and_a_house_jackpot_leave_the_display():
    pair = record("6s 2s Tc", seat("8h 8h", "stand", **JACKPOT), **METER)
    assert compared(pair).endswith("a prize in dollars is the house's: it does not come off the meter (clause E)")
    house = record("Ah 9c", seat("Ah Ah", "stand", **JACKPOT), **METER | {"jackpot-kind": "house"})
    assert compared(house).endswith(
        "the house displays $10,000.00 and pays it: the display stays (clause house-jackpot)"
    )


# ---------------------------------------------------------------------------------------------------- verdicts


def agrees(payout, said):
    """Totals added up again from the printed points, and the verdict in words, against the award."""
    leaves = words(said)
    if payout.wager == "super-pairs":
        return (payout.award == "lose") == ("no row" in leaves[0])
    if payout.wager != "blackjack":
        return True
    hand, dealer = (
        sum(map(int, re.findall(r"\d+", leaf.partition(" counts ")[2].partition(" = ")[0])))
        for leaf in leaves
        if " counts " in leaf
    )
    verdict = next(leaf for leaf in reversed(leaves) if " = " not in leaf or " counts " in leaf)
    if "whatever the dealer has" in verdict and "over 21" in verdict:
        return hand > 21 and payout.award == "bust"
    if "is over 21 and" in verdict:
        return dealer > 21 >= hand and payout.award == "win"
    signs = {
        "is above": (hand > dealer, "win"),
        "is below": (hand < dealer, "lose"),
        "equals": (hand == dealer, "push"),
    }
    for words_, (true, award) in signs.items():
        if words_ in verdict:
            return true and payout.award == award
    naturals = {"a blackjack beats": "blackjack", "the dealer's blackjack": "dealer-blackjack", "both have": "push"}
    return next((payout.award == award for word, award in naturals.items() if verdict.startswith(word)), False)


def rounds():
    return played("super-pairs", {each: {"blackjack": 10_00, "super-pairs": 5_00} for each in (1, 4, 7)}, range(60))


def test_leaves_come_to_the_award():
    assert holds(agrees, rounds())


def test_a_planted_comparison_is_caught():
    right = reasons.value
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "end_of", lambda *_: "push"))
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "value", lambda card: min(9, right(card))))
