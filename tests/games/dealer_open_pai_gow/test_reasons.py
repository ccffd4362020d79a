"""What is said of a payout of Dealer Open Pai Gow: both comparisons, jacks, ace high, rows of seven cards, envy."""

import pytest

from explaining import catches, compared, holds, played, words
from houseway.games.dealer_open_pai_gow import reasons


def record(dealer, *seats, **settings):
    return {
        "game": "dealer-open-pai-gow",
        "settings": {key.replace("_", "-"): value for key, value in settings.items()},
        "dealer": {"cards": dealer},
        "seat": [
            {"number": number, "cards": f"{front} {back}", "front": front, "back": back, "wagers": wagers}
            for number, (front, back, wagers) in enumerate(seats, 1)
        ],
    }


MAIN = {"main": "25.00"}
KINGS = "Kc Kd Th 8s 6c 4d 3h"
SET = (
    "the dealer's Kd Kc Th 8s 6c 4d 3h is set as Th 8s in front of Kd Kc 6c 4d 3h by the house way (clause 9)\n"
    "  house-way = document, the house's choice: How the dealer sets the hand: document, conventional, or the content "
    "of a house's own way (clause house-way.another)\n"
)


def test_pai_gow_wager_kickers_decide_and_a_copy_is_the_dealers():
    seat = ("Td 8c", "Ks Kh 7c 4c 3d", MAIN)
    assert compared(record(KINGS, seat)) == SET + (
        "back, Ks Kh 7c 4c 3d against Kd Kc 6c 4d 3h: a pair of kings, seven kicker beats a pair of kings, six kicker "
        "(clause pai-gow-wager)\n"
        "front, Td 8c against Th 8s: ten high, eight ties ten high, eight: the dealer wins copies "
        "(clause pai-gow-wager)\n"
        "one of the two comparisons is won: a push (clause pai-gow-wager)"
    )


def test_pai_gow_wager_both_won_and_none_won():
    won = compared(record(KINGS, ("Jd 9c", "Ah Ac 7c 5c 3d", MAIN)))
    assert won.splitlines()[2:] == [
        "back, Ah Ac 7c 5c 3d against Kd Kc 6c 4d 3h: a pair of aces beats a pair of kings (clause pai-gow-wager)",
        "front, Jd 9c against Th 8s: jack high, nine beats ten high, eight (clause pai-gow-wager)",
        "both comparisons are won (clause pai-gow-wager)",
    ]
    lost = compared(record(KINGS, ("Td 7c", "Qh Qc 9c 5c 3d", MAIN)))
    assert lost.splitlines()[2:] == [
        "back, Qh Qc 9c 5c 3d against Kd Kc 6c 4d 3h: a pair of queens loses to a pair of kings (clause pai-gow-wager)",
        "front, Td 7c against Th 8s: ten high, seven loses to ten high, eight (clause pai-gow-wager)",
        "neither comparison is won (clause pai-gow-wager)",
    ]


def test_7_a_foul():
    assert compared(record(KINGS, ("Ah Ac", "Jd 9c 7c 5c 3d", MAIN))) == (
        "Ah Ac in front of Jd 9c 7c 5c 3d: the front, a pair of aces, is higher than the back, jack high, nine: a foul "
        "(clause 7)"
    )


@pytest.mark.clause("4.a")
def test_4_a_two_jacks():
    jacks = record("Jc Jd 7d 6c 4c 3d 2c", ("Td 8c", "Ks Kh 7c 4d 3h", MAIN | {"jacks-beat": "1.00"}),
                   jacks_beat="yes", jacks_beat_pays="2 jacks=1, 3 jacks=10")  # fmt: skip  # as it is dealt
    held = "the dealer's Jd Jc 7d 6c 4c 3d 2c holds 2 jacks: two or more end the game (clause 4.a)\n"
    assert compared(jacks) == held + (
        "two-jacks-lose = yes, the document's: Whether two or more jacks of the dealer beat every Pai Gow wager "
        "at once (clause introduction.jacks)"
    )
    assert compared(jacks, 1).startswith(
        held + 'row "The dealer has 2 jacks" of jacks-beat-pays: pays 1 to 1 (clause jacks-beat)'
    )


def test_introduction_ace_high_pushes():
    high = record("Ac Kd 9h 8s 6c 4d 2h", ("Td 8c", "Ks Kh 7c 4c 3d", MAIN | {"ace-high-tie": "5.00"}))
    dealer = (
        "the dealer is ace high: the best five of Ac Kd 9h 8s 6c 4d 2h are ace high, king "
        "(clause introduction.push-ace-high)\n"
    )
    assert compared(high) == dealer + (
        "ace-high-push = yes, the document's: Whether the Pai Gow wager pushes when the dealer's seven cards are "
        "exactly ace high "
        "(clause introduction.ace-high)"
    )
    assert compared(high, 1) == dealer + (
        "seat 1 is not ace high: the best five of Ks Kh Td 8c 7c 4c 3d are a pair of kings "
        "(clause introduction.push-ace-high)\n"
        "the dealer does not hold the joker (clause ace-high-tie)"
    )


def test_chan_chu_and_envy():
    bonus = MAIN | {"chan-chu": "5.00"}
    four = record(KINGS, ("Ah Jh", "9c 9d 9h 9s 5c", bonus), ("Td 8c", "Ks Kh 7c 4c 3d", bonus))
    assert compared(four, 1) == (
        "Ah Jh 9s 9h 9d 9c 5c meets Any 4 of a kind and Any 3 of a kind of chan-chu-3: the first, Any 4 of a kind, "
        "counts (clause chan-chu.3)"
    )
    assert compared(four, 3) == "Ks Kh Td 8c 7c 4c 3d meets no row of chan-chu-3 (clause chan-chu.3)"
    assert compared(four, 4) == (
        "seat 1 takes part in Chan Chu and has Any 4 of a kind with Ah Jh 9s 9h 9d 9c 5c (clause envy)\n"
        "seat 2 wagers $5.00 on Chan Chu, no less than the $5.00 that take part (clause envy)\n"
        "  envy-least = $5.00, the document's: The least Chan Chu wager that qualifies for the envy bonus (clause envy)"
    )


# ---------------------------------------------------------------------------------------------------- verdicts


def agrees(payout, said):
    """The award worked out again from the words of the leaves."""
    leaves = words(said)
    if payout.wager == "main":
        return payout.award == _main(leaves)
    if payout.wager == "chan-chu":
        return (payout.award == "lose") == ("meets no row" in leaves[0])
    if payout.wager == "ace-high-tie":
        return (payout.award == "lose") == ("is not ace high" in leaves[0])
    return True


def _main(leaves):
    if "two or more end the game" in leaves[0]:
        return "lose"
    if "is ace high" in leaves[0]:
        return "push"
    if "a foul" in leaves[0]:
        return "foul"
    won = sum(" beats " in leaf for leaf in leaves if leaf.startswith(("back, ", "front, ")))
    said = ("neither comparison is won", "one of the two comparisons is won: a push", "both comparisons are won")[won]
    return ("lose", "push", "win")[won] if leaves[-1] == said else "contradicted"


def rounds():
    wagers = {seat: {"main": 10_00, "chan-chu": 5_00, "ace-high-tie": 5_00} for seat in (1, 3, 6)}
    return played("dealer-open-pai-gow", wagers, range(40))


def test_leaves_come_to_the_award():
    assert holds(agrees, rounds())


def test_a_planted_comparison_is_caught():
    right = reasons.beats
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "beats", lambda a, b: right(b, a)))
    assert catches(agrees, rounds, lambda patch: patch.setattr(reasons, "ace_high", lambda hand, wheel: True))
