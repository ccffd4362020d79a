"""The House Way, bullet by bullet, on both sides of every threshold."""

import pytest

from houseway.cards import cards_of, in_order, mask, names, parse_cards
from houseway.games.dealer_open_pai_gow.rules.house_way import Branch, house_way
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.poker import LOWEST, SECOND_HIGHEST


def set_(text, wheel=LOWEST):
    """The front in words, the highest card first, and the branch."""
    front, branch = house_way(mask(parse_cards(text)), wheel)
    return names(in_order(cards_of(front))), Branch(branch).name.lower().replace("_", "-")


def ranks(front):
    return "".join(name[0] for name in front.replace("Jk", "A").split())


CASES = [
    # Five Aces
    ("Ac Ad Ah As Jk Kc Kd", "KK", "five-aces-kings"),
    ("Ac Ad Ah As Jk Qc Qd", "AA", "five-aces-aces"),
    ("Ac Ad Ah As Jk Kc Qd", "AA", "five-aces-aces"),
    # Four of a Kind: Aces
    ("Ac Ad Ah As 7c 7d Kh", "77", "four-aces-pair"),
    ("Ac Ad Ah As 6c 6d Kh", "AA", "four-aces-aces"),
    ("Ac Ad Ah Jk 7c 7d Kh", "77", "four-aces-pair"),
    ("Ac Ad Ah As Kc Qd 9h", "AA", "four-aces-aces"),
    # Four of a Kind: Jacks to Kings
    ("Kc Kd Kh Ks Tc Td 2h", "TT", "four-jacks-to-kings-pair"),
    ("Kc Kd Kh Ks 9c 9d 2h", "KK", "four-jacks-to-kings-split"),
    ("Kc Kd Kh Ks Ac Jk 2h", "AA", "four-jacks-to-kings-pair"),
    ("Jc Jd Jh Js Ac 9d 2h", "JJ", "four-jacks-to-kings-split"),
    # Four of a Kind: Sevens to Tens
    ("Tc Td Th Ts 2c 2d Ah", "22", "four-sevens-to-tens-pair"),
    ("Tc Td Th Ts Ac 9d 2h", "A9", "four-sevens-to-tens-singles"),
    ("7c 7d 7h 7s Jk Kd 2h", "AK", "four-sevens-to-tens-singles"),
    ("7c 7d 7h 7s Kc Qd 2h", "77", "four-sevens-to-tens-split"),
    # Four of a Kind: Twos to Sixes
    ("6c 6d 6h 6s 2c 2d Ah", "22", "four-twos-to-sixes-pair"),
    ("6c 6d 6h 6s Kc Qd 2h", "KQ", "four-twos-to-sixes-singles"),
    # Super Full House follows Four of a Kind
    ("Ac Ad Ah As 7c 7d 7h", "77", "super-full-house-pair"),
    ("Ac Ad Ah As 6c 6d 6h", "AA", "super-full-house-split"),
    ("Qc Qd Qh Qs Tc Td Th", "TT", "super-full-house-pair"),
    ("Qc Qd Qh Qs 9c 9d 9h", "QQ", "super-full-house-split"),
    ("7c 7d 7h 7s 2c 2d 2h", "22", "super-full-house-pair"),
    ("2c 2d 2h 2s Ac Ad Jk", "AA", "super-full-house-pair"),
    # Full House
    ("Ac Ad Ah Kc Kd Kh 2s", "AA", "full-house-two-trips"),
    ("3c 3d 3h 2c 2d 2h As", "33", "full-house-two-trips"),
    ("5c 5d 5h Kc Kd 9c 9d", "KK", "full-house-two-pairs"),
    ("Qc Qd Qh 8c 8d 3c 3d", "QQ", "full-house-two-pairs"),
    ("5c 5d 5h 2c 2d Kh 4s", "K4", "full-house-singles"),
    ("5c 5d 5h 2c 2d Qh 4s", "22", "full-house-pair"),
    ("5c 5d 5h 3c 3d Kh 4s", "33", "full-house-pair"),
    # Three of a Kind
    ("Ac Ad Ah Kc 9d 5h 2s", "AK", "three-aces"),
    ("Kc Kd Kh Ac 9d 5h 2s", "A9", "three-of-a-kind"),
    # Two Pair
    ("Kc Kd 9c 9d 4h 4s Ah", "KK", "two-pair-three"),
    ("8c 8d 7c 7d Kh Qs 2h", "77", "two-pair-sevens"),
    ("8c 8d 6c 6d Kh Qs 2h", "KQ", "two-pair-singles"),
    ("8c 8d 7c 7d Ah Qs 2h", "AQ", "two-pair-singles"),
    ("Jc Jd 6c 6d Ah Qs 2h", "66", "two-pair-jacks"),
    ("Tc Td 6c 6d Ah Qs 2h", "AQ", "two-pair-singles"),
    ("Jc Jd 5c 5d Ah Qs 2h", "AQ", "two-pair-singles"),
    ("Kc Kd 7c 7d Jk Qs 2h", "77", "two-pair-jacks"),
    ("Ac Ad 2c 2d Kh Qs 9h", "22", "two-pair-aces"),
    ("Ac Jk 7c 7d Kh Qs 2h", "77", "two-pair-sevens"),
    ("Kc Kd 2c 2d Qh 9s 7h", "Q9", "two-pair-singles"),
    # Pair and High Card
    ("Ac Ad Kc 9d 7h 5s 3h", "K9", "pair"),
    ("2c 2d Kc 9d 7h 5s 3h", "K9", "pair"),
    ("Ac Kd Jc 9d 7h 5s 3h", "KJ", "high-card"),
    ("Jk Kd Jc 9d 7h 5s 3h", "KJ", "high-card"),
    # Complete Hand: the five instructions
    ("Kc Qd 6c 5d 4h 3s 2h", "KQ", "complete-king-high"),
    ("Qc Jd 6c 5d 4h 3s 2h", "QJ", "complete-jack-high"),
    ("As Ks Qs Js Ts 3h 2d", "32", "complete-royal-flush"),
    ("As Ks Qs Js Ts Qh 2d", "Q2", "complete-royal-flush"),
    ("As Ks Qs Js Ts Kh 2d", "K2", "complete-king-high"),
    ("As Ks Qs Js Ts 9s 2d", "A2", "complete-king-high"),  # a straight flush to the king frees the ace
    ("As Ks Qs Js Ts 9h 8d", "AK", "complete-king-high"),  # so does a straight to the queen, and the king
    ("9s 8s 7s 6s 5s 3h 2d", "32", "complete-straight-flush"),
    ("9s 8s 7s 6s 5s Jh 2d", "J2", "complete-jack-high"),
    ("9s 8s 7s 6s 5s Th 2d", "T2", "complete-straight-flush"),
    ("9c 8d 7s 6h 5s 3h 2d", "32", "complete-any"),
    ("9c 8d 7s 6h 5s Th 2d", "T2", "complete-any"),
    # Complete Hand: pairs in front where a straight or flush stays
    ("9c 8d 7s 6h 5s 2h 2d", "22", "complete-king-high"),
    ("9c 9d 9h 8d 7s 6h 5s", "99", "complete-king-high"),
    # Complete Hand: what goes first
    ("As Ks Qs Js Jk Ah Ad", "AA", "four-aces-aces"),
]


@pytest.mark.parametrize("cards, front, branch", CASES, ids=[case[0] for case in CASES])
@pytest.mark.clause(
    "house-way.five-aces",
    "house-way.royal-flush",
    "house-way.four-of-a-kind",
    "house-way.four-of-a-kind.aces",
    "house-way.four-of-a-kind.jacks-to-kings",
    "house-way.four-of-a-kind.sevens-to-tens",
    "house-way.four-of-a-kind.twos-to-sixes",
    "house-way.full-house",
    "house-way.super-full-house",
    "house-way.straight",
    "house-way.three-of-a-kind",
    "house-way.two-pair",
    "house-way.pair",
    "house-way.high-card",
    "house-way.complete-hand",
    "house-way.complete-hand.1",
    "house-way.complete-hand.2",
    "house-way.complete-hand.3",
    "house-way.complete-hand.4",
    "house-way.complete-hand.5",
)
def test_house_way_sets_as_the_bullet_says(cards, front, branch):
    got, fired = set_(cards)
    assert (ranks(got), fired) == (front, branch)


def test_every_branch_has_a_case():
    assert {branch for _, _, branch in CASES} == {b.name.lower().replace("_", "-") for b in Branch}


def test_house_way_complete_hand_a_full_house_goes_before_a_royal_flush():
    assert set_("As Ks Qs Js Jk Ah Kd") == ("Ks Kd", "full-house-pair")


@pytest.mark.parametrize(
    "cards, front, branch",
    [
        # Queens or better over sixes or better: both sides of both thresholds, with a straight or flush behind.
        ("Qs Qh 8s 8h Ts 9d Jc", "88", "two-pair-sevens"),
        ("Js Jh 8s 8h Ts 9d 7c", "J8", "complete-jack-high"),
        ("Qs Qh 6s 6h 9s 8s 2s", "98", "two-pair-singles"),
        ("Qs Qh 5s 5h 9s 8s 2s", "Q5", "complete-jack-high"),
        # Two pair with an ace, which the joker is.
        ("5s 5h 4s 4h 3d 2c As", "A3", "two-pair-singles"),
        ("9s 9h 8s 8h 7d 6c Jk", "A7", "two-pair-singles"),
        ("As Jk 9s 9h Td Jc Qd", "99", "two-pair-sevens"),
        # One pair only, or three pairs.
        ("Ks Kh Qs Jh Td 9c 2c", "K2", "complete-king-high"),
        ("As Jk Ks Kh Qd Qc Jd", "AA", "two-pair-three"),
    ],
)
@pytest.mark.clause("house-way.flush", "house-way.straight", "house-way.complete-hand")
def test_house_way_complete_hand_with_two_pair(cards, front, branch):
    got, fired = set_(cards)
    assert (ranks(got), fired) == (front, branch)


def test_house_way_complete_hand_of_four_aces_keeps_the_royal_flush_in_back():
    assert set_("As Ks Qs Js Jk Ah Ad") == ("Ah Ad", "four-aces-aces")


def test_house_way_complete_hand_of_equal_fronts_takes_the_higher_back():
    # Either five may go in front beside the king: the spade stays and makes a straight flush.
    assert set_("Kd 9s 8s 7s 6s 5s 5d") == ("Kd 5d", "complete-king-high")


def test_house_way_the_wheel_decides_which_straight_is_highest_but_both_set_the_same_front():
    hand = "Ac 2d 3h 4s 5c Kd Qd"
    assert set_(hand, LOWEST) == set_(hand, SECOND_HIGHEST) == ("Kd Qd", "complete-king-high")


def test_every_branch_is_explained_with_a_clause_of_the_document():
    from houseway.games import shipped

    known = {clause.id for clause in shipped("dealer-open-pai-gow").clauses}
    document = way("document")
    for branch in Branch:
        line = document.explain(branch)
        assert line.clause in known
        assert line.says.endswith(".")
