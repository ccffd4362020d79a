"""What is said of a payout of Supreme 99: how the hands were set, both matchups, what four cards are."""

from explaining import catches, compared, holds, played, words
from houseway.games.supreme_99 import reasons

ROUND = {
    "game": "supreme-99",
    "dealer": {"cards": "5c 5d 3h 4d"},
    "seat": [
        {"number": 1, "cards": "Qc Qd 3c 4h", "high": "Qc Qd", "wagers": {"main": "5.00"}},
        {"number": 2, "cards": "2c 2d Kh 9h", "high": "Kh 9h", "wagers": {"main": "5.00", "pair-fortunes": "1.00"}},
        {"number": 3, "cards": "5h 5s 7c Th", "high": "5h 5s", "wagers": {"main": "5.00"}},
        {"number": 4, "cards": "9c Kd 2s 7d", "high": "9c Kd", "wagers": {"main": "5.00", "pair-fortunes": "1.00"}},
        {"number": 5, "cards": "Ac Ad 6c 6d", "high": "Ac Ad", "wagers": {"main": "5.00"}},
    ],
}
"""Seats are reconciled from the dealer's right: 5 first, 1 last."""

SET = (
    "the dealer's 5c 5d 3h 4d is set as 5d 5c over 4d 3h by the rule One Pair: the pair is the High hand and the other "
    "two cards the Low hand (clause 6.one-pair)\n"
)


def test_8_both_matchups_won():
    assert compared(ROUND, 0) == SET + (
        "High, Ad Ac against 5d 5c: a pair of aces beats a pair of fives (clause rankings)\n"
        "Low, 6d 6c against 4d 3h: a pair of sixes beats 7 (clause rankings)\n"
        "both matchups are won (clause 8)"
    )


def test_9_one_won_and_one_lost():
    assert compared(ROUND, 1) == SET + (
        "High, Kd 9c against 5d 5c: 9 loses to a pair of fives (clause rankings)\n"
        "Low, 7d 2s against 4d 3h: 9 beats 7 (clause rankings)\n"
        "one matchup is won and one is not: a push (clause 9)"
    )


def test_13_two_totals_of_nine_by_the_reading_in_force():
    assert compared(ROUND, 2).splitlines() == [
        "Kd 9c 7d 2s, however it is set: 9-9 (total each hand) (clause 13)",
        "nine-nine = unpaired, the house's choice: What the row 9-9 pays: two totals of nine in a hand without a pair, "
        "the same in any hand, or a pair of nines (clause pair-fortunes)",
    ]


def test_12_two_copies_win():
    assert compared(ROUND, 3) == SET + (
        "High, 5s 5h against 5d 5c: a pair of fives copies a pair of fives (clause rankings)\n"
        "Low, Th 7c against 4d 3h: 7 copies 7 (clause rankings)\n"
        "both matchups are copies: that wins (clause 12)"
    )


def test_5_b_i_a_foul_loses_or_is_set_the_dealers_way():
    foul = "Kh 9h over 2d 2c: High, 9, is weaker than Low, a pair of deuces: a foul (clause 5.b.i)\n"
    by = "  foul = {}, the house's choice: Whether a player's fouled hand is lost or set again the dealer's way "
    assert compared(ROUND, 4) == foul + by.format("lose") + "(clause 5.b.i)"
    again = compared(ROUND | {"settings": {"foul": "house-way"}}, 4)
    assert again == (
        foul
        + by.format("house-way")
        + "(clause 5.b.i)\n"
        + "it is set the dealer's way as 2d 2c over Kh 9h (clause 6.one-pair)\n"
        + SET
        + "High, 2d 2c against 5d 5c: a pair of deuces loses to a pair of fives (clause rankings)\n"
        + "Low, Kh 9h against 4d 3h: 9 beats 7 (clause rankings)\n"
        + "one matchup is won and one is not: a push (clause 9)"
    )


def test_11_the_dealer_wins_copies():
    assert compared(ROUND, 6) == SET + (
        "High, Qd Qc against 5d 5c: a pair of queens beats a pair of fives (clause rankings)\n"
        "Low, 4h 3c against 4d 3h: 7 copies 7: the dealer wins copies (clause 11)\n"
        "one matchup is won and one is not: a push (clause 9)"
    )


# ---------------------------------------------------------------------------------------------------- verdicts


def agrees(payout, said):
    """The matchups counted again from the verbs of the leaves, against the award."""
    leaves = words(said)
    if payout.wager != "main":
        return len(leaves) >= 1 and (payout.award == "lose") == ("no row" in leaves[0])
    if any("a foul" in leaf for leaf in leaves):
        return payout.award == "foul"
    matchups = [leaf for leaf in leaves if leaf.startswith(("High, ", "Low, "))]
    won, copies = (sum(f" {verb} " in leaf for leaf in matchups) for verb in ("beats", "copies"))
    award = "both-copy" if copies == 2 else ("lose", "push", "win")[won]
    said_so = {"both-copy": "both matchups are copies", "win": "both matchups are won", "push": "a push"}
    return payout.award == award and said_so.get(award, "no matchup is won") in leaves[-1]


def rounds():
    wagers = {seat: {"main": 10_00, "pair-fortunes": 5_00} for seat in range(1, 7)}
    return played("supreme-99", wagers, range(40))


def test_leaves_come_to_the_award():
    assert holds(agrees, rounds())


def test_a_planted_comparison_is_caught():
    right = reasons.compared
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "compared", lambda a, b: right(b, a)))
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "result_of", lambda a, b: reasons.PUSH))
