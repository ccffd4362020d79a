"""Whole rounds of Super Pairs as they were dealt: who is paid what."""

import pytest

from houseway.errors import Faulty, IllegalAnswer, IllegalRound
from houseway.games import game
from houseway.round import CHANCE, DEALER, Choose, Deal, Driver, Entry, Reveal, Stake, Wager
from houseway.round.record import record_from, settle

SUPER_PAIRS = game("super-pairs")


def rule_on(dealer, *seats, **settings):
    """The ruling on a dealt round; seats are tables of a record without their number, with 10 dollars if not said."""
    table = {
        "game": "super-pairs",
        "settings": {key.replace("_", "-"): value for key, value in settings.items()},
        "dealer": {"cards": dealer},
        "seat": [{"number": n, "wagers": {"blackjack": "10.00"}, **seat} for n, seat in enumerate(seats, 1)],
    }
    return settle(record_from(table)).ruling


def told(payout):
    """A payout without its meter and paytable."""
    return tuple(payout)[:8]


def nets(ruling, wager="blackjack"):
    return [payout.net for payout in ruling if payout.wager == wager]


def awards(ruling, wager="blackjack"):
    return [payout.award for payout in ruling if payout.wager == wager]


def test_blackjack_outcome_the_higher_total_wins_even_money_and_equal_totals_push():
    ruling = rule_on("Th 8d", {"cards": "Tc 9s"}, {"cards": "Td 8s"}, {"cards": "Ts 7s"})
    assert nets(ruling) == [1000, 0, -1000]


def test_blackjack_natural_is_paid_as_posted():
    assert nets(rule_on("Th 8d", {"cards": "As Kd"})) == [1500]
    assert nets(rule_on("Th 8d", {"cards": "As Kd"}, blackjack_pays="6:5")) == [1200]


def test_blackjack_natural_beats_21_of_three_cards():
    assert awards(rule_on("8h 7d 6s", {"cards": "As Kd"}, {"cards": "7s 7h 7c"})) == ["blackjack", "push"]


def test_blackjack_look_ends_the_round_at_a_dealers_blackjack():
    ruling = rule_on("Kh Ad", {"cards": "6s 5d"}, {"cards": "As Kd"})
    assert awards(ruling) == ["dealer-blackjack", "push"]


def test_without_a_look_a_dealers_blackjack_takes_doubles_and_splits():
    ruling = rule_on(
        "Kh Ad",
        {"cards": "6s 5d Tc", "play": "double"},
        {"cards": "8s 8d Tc 9h", "play": "split stand stand"},
        peek="no",
    )
    assert nets(ruling) == [-2000, -1000, -1000]


def test_blackjack_insurance_pays_2_to_1_against_an_ace():
    ruling = rule_on("Ah Kd", {"cards": "Ts 9d", "insurance": "5.00"}, {"cards": "Tc 9c"})
    assert nets(ruling, "insurance") == [1000]
    assert nets(ruling) == [-1000, -1000]
    assert nets(rule_on("Ah 7d", {"cards": "Ts 9d", "insurance": "5.00"}), "insurance") == [-500]


def test_blackjack_insurance_is_at_most_half_the_wager_and_only_against_an_ace():
    with pytest.raises(IllegalAnswer, match=r"\$5.00 on insurance"):
        rule_on("Ah Kd", {"cards": "Ts 9d", "insurance": "6.00"})
    with pytest.raises(IllegalRound, match="seat 1 has insurance in the record, and nothing in the round asks for it"):
        rule_on("Kh Ad", {"cards": "Ts 9d", "insurance": "5.00"})


@pytest.mark.parametrize("dealer", ["Ah Kd", "Ah 7d"])
def test_blackjack_insurance_even_money_is_paid_whatever_the_hole_card(dealer):
    assert nets(rule_on(dealer, {"cards": "As Kd", "play": "even-money"})) == [1000]


def test_blackjack_hit_a_busted_hand_loses_even_if_the_dealer_would_bust():
    ruling = rule_on("6h Td", {"cards": "Ts 6d Th", "play": "hit"})
    assert awards(ruling) == ["bust"]


def test_blackjack_double_draws_one_card_for_twice_the_wager():
    assert nets(rule_on("6h Td Ts", {"cards": "6s 5d 2c", "play": "double"})) == [2000]


def test_blackjack_double_is_bounded_by_the_posted_totals():
    with pytest.raises(IllegalAnswer, match="stand or hit, not 'double'"):
        rule_on("6h Td Ts", {"cards": "6s 2d 2c", "play": "double"}, double="9-11")


def test_blackjack_split_to_three_hands_doubled_after_the_split():
    ruling = rule_on(
        "6h Td Ts", {"cards": "8s 8d 8h 3c Tc Th 5d", "play": "split split double stand stand"}, split_hands=3
    )
    # 8-3 doubled and a ten, 8-10, and 8-5, against a dealer who busts with 26
    assert nets(ruling) == [2000, 1000, 1000]


def test_blackjack_split_no_more_hands_than_the_house_allows():
    with pytest.raises(IllegalAnswer, match="not 'split'"):
        rule_on("6h Td Ts", {"cards": "8s 8d 8h 3c", "play": "split split"}, split_hands=2)


def test_blackjack_split_needs_one_rank_or_one_value_as_posted():
    with pytest.raises(IllegalAnswer, match="not 'split'"):
        rule_on("6h Td Ts", {"cards": "Ks Qd 8h 9c", "play": "split"})
    ruling = rule_on("6h Td Ts", {"cards": "Ks Qd 8h 9c", "play": "split stand stand"}, split_by="value")
    assert nets(ruling) == [1000, 1000]


def test_blackjack_split_aces_get_one_card_and_make_no_blackjack():
    ruling = rule_on("6h Td 5s", {"cards": "As Ad Kh 5c", "play": "split"})
    assert awards(ruling) == ["push", "lose"]


def test_blackjack_split_aces_again_only_where_posted():
    with pytest.raises(IllegalRound, match="nothing was asked"):
        rule_on("6h Td 5s", {"cards": "As Ad Ah 5c", "play": "split split"})
    ruling = rule_on("6h Td 4s", {"cards": "As Ad Ah Kc 5c 9c", "play": "split split"}, resplit_aces="yes")
    assert awards(ruling) == ["win", "lose", "push"]


def test_blackjack_surrender_returns_half():
    assert nets(rule_on("9h Td", {"cards": "Ts 6d", "play": "surrender"}, surrender="late")) == [-500]
    with pytest.raises(IllegalAnswer, match="not 'surrender'"):
        rule_on("9h Td", {"cards": "Ts 6d", "play": "surrender"})


def test_blackjack_dealer_stands_on_soft_17_unless_posted():
    seat = {"cards": "Ts 8d"}
    assert nets(rule_on("Ah 6d", seat)) == [1000]
    assert nets(rule_on("Ah 6d 4s", seat, soft_17="hit")) == [-1000]


def test_bust_bonus_is_paid_by_the_up_card_and_by_suit():
    seat = {"cards": "Ts 9d", "bust-bonus": "5.00"}
    assert nets(rule_on("6h Td 9s", seat), "bust-bonus") == [500]
    assert nets(rule_on("6h Th 9h", seat), "bust-bonus") == [1500]
    assert nets(rule_on("6h Td 5s", seat), "bust-bonus") == [-500]


def test_D_bust_with_three_eights_is_the_highest_award():
    seat = {"cards": "Ts 9d", "bust-bonus": "5.00"}
    assert nets(rule_on("8h 8d 8s", seat), "bust-bonus") == [12500]
    assert nets(rule_on("8h 8h 8h", seat), "bust-bonus") == [37500]


def test_bust_bonus_the_dealer_plays_out_for_it_though_every_hand_is_over():
    ruling = rule_on(
        "6h Td 9s", {"cards": "Ts 6d Th", "play": "hit", "bust-bonus": "5.00"}, {"cards": "As Kd", "bust-bonus": "5.00"}
    )
    assert nets(ruling, "bust-bonus") == [500, 500]
    assert awards(ruling) == ["bust", "blackjack"]


def test_4_the_dealer_draws_no_card_when_nothing_depends_on_it():
    with pytest.raises(IllegalRound, match="the rules do not deal 9s"):
        rule_on("6h Td 9s", {"cards": "Ts 6d Th", "play": "hit"})


def test_bust_bonus_only_in_its_window():
    with pytest.raises(Faulty, match="made after the deal and before the hole card is shown"):
        rule_on("6h Td 9s", {"cards": "Ts 9d", "wagers": {"blackjack": "10.00", "bust-bonus": "5.00"}})
    with pytest.raises(IllegalRound, match="seat 1 has bust-bonus in the record, and nothing in the round asks for it"):
        rule_on("Kh Ad", {"cards": "Ts 9d", "bust-bonus": "5.00"})
    before = rule_on("Kh Ad", {"cards": "Ts 9d", "bust-bonus": "5.00"}, bust_bonus_offered="before-peek")
    assert nets(before, "bust-bonus") == [-500]


def test_3_bonus_wagers_are_settled_by_the_first_cards_whatever_becomes_of_the_hand():
    seat = {"cards": "8s 8s Kd", "play": "hit", "wagers": {"blackjack": "10.00", "super-pairs": "1.00"}}
    ruling = rule_on("6h Td", seat, super_pairs_paytable="PT-FLT-SP-09")
    assert nets(ruling, "super-pairs") == [2500]
    assert nets(ruling) == [-1000]


def test_what_becomes_of_every_hand_is_told_with_its_clause_and_its_reason():
    ruling = rule_on(
        "Th 8d",
        {"cards": "Tc 9s"},
        {"cards": "Td 8s"},
        {"cards": "Ts 7s"},
        {"cards": "Ts 6d Th", "play": "hit"},
        {"cards": "As Kd"},
    )
    dealer, lost, push = "the dealer's 18 (T♥ 8♦)", ": the wager is lost", ": a push, the wager is returned"
    assert [told(payout) for payout in ruling] == [
        (1, "blackjack", 1000, 2000, "win", "blackjack.outcome", f"19 (T♣ 9♠): it beats {dealer}: pays 1 to 1", 0),
        (2, "blackjack", 1000, 1000, "push", "blackjack.outcome", f"18 (T♦ 8♠) equals {dealer}{push}", 0),
        (3, "blackjack", 1000, 0, "lose", "blackjack.outcome", f"17 (T♠ 7♠) loses to {dealer}{lost}", 0),
        (4, "blackjack", 1000, 0, "bust", "blackjack.hit", f"26 (T♠ 6♦ T♥) is over 21{lost}", 0),
        (5, "blackjack", 1000, 2500, "blackjack", "blackjack.natural", "blackjack (A♠ K♦): pays 3 to 2", 0),
    ]


def test_what_becomes_of_hands_and_insurance_against_an_ace_is_told():
    seats = ({"cards": "Ts 9d", "insurance": "5.00"}, {"cards": "As Kd", "play": "even-money"}, {"cards": "As Kd"})
    dealer, even = "blackjack (A♥ K♦)", "blackjack (A♠ K♦) took even money: pays 1 to 1"
    natural, insured, push = "blackjack.natural", "blackjack.insurance", ": a push, the wager is returned"
    assert [told(payout) for payout in rule_on("Ah Kd", *seats)] == [
        (1, "insurance", 500, 1500, "insured", insured, f"the dealer has {dealer}: pays 2 to 1", 0),
        (1, "blackjack", 1000, 0, "dealer-blackjack", natural, f"19 (T♠ 9♦) loses to the dealer's {dealer}: "
         "the wager is lost", 0),
        (2, "blackjack", 1000, 2000, "even-money", insured, even, 0),
        (3, "blackjack", 1000, 1000, "push", natural, f"blackjack (A♠ K♦) equals the dealer's {dealer}{push}", 0),
    ]  # fmt: skip  # a line for each case
    lost, *_ = rule_on("Ah 7d", *seats)
    why = "the dealer's soft 18 (A♥ 7♦) is no blackjack: the insurance is lost"
    assert told(lost) == (1, "insurance", 500, 0, "lose", insured, why, 0)


def test_what_becomes_of_split_hands_and_of_a_surrender_is_told():
    ruling = rule_on("6h Td Ts", {"cards": "8s 8d Tc 3h 5d", "play": "split stand double"})
    won = "the dealer busts with 26 (6♥ T♦ T♠): pays 1 to 1"
    assert [told(payout) for payout in ruling] == [
        (1, "blackjack", 1000, 2000, "win", "blackjack.outcome", f"hand 1: 18 (8♠ T♣): {won}", 0),
        (1, "blackjack", 2000, 4000, "win", "blackjack.outcome", f"hand 2: 16 (8♦ 3♥ 5♦): {won}", 0),
    ]
    given_up = {"cards": "Ts 6d", "play": "surrender"}
    (payout,) = rule_on("9h Td", given_up, surrender="late")
    why = "16 (T♠ 6♦) was surrendered: $5.00 is returned"
    assert told(payout) == (1, "blackjack", 1000, 500, "surrender", "blackjack.surrender", why, 0)


def test_blackjack_surrender_is_late_a_dealers_blackjack_takes_the_whole_wager():
    given_up = {"cards": "Ts 6d", "play": "surrender"}
    (payout,) = rule_on("Kh Ad", given_up, surrender="late", peek="no")
    assert (payout.returned, payout.award) == (0, "dealer-blackjack")


def test_the_record_of_a_hand_without_play_hits_for_its_cards_and_stands():
    assert nets(rule_on("6h Td 5s", {"cards": "Ts 2d 9h"})) == [0]


def test_a_record_that_forgets_a_choice_says_what_may_be_chosen():
    with pytest.raises(IllegalRound, match="after split in the record's play it may stand or hit"):
        rule_on("6h Td 5s", {"cards": "8s 8d 3c 4c", "play": "split"})


def test_a_record_with_a_choice_too_many_is_refused():
    with pytest.raises(IllegalRound, match="nothing was asked for 'stand'"):
        rule_on("6h Td 5s", {"cards": "Ts 9d", "play": "stand stand"})


def table_of(wagers, cards, **settings):
    setup = SUPER_PAIRS.setup(SUPER_PAIRS.configure(settings), wagers)
    table = Driver(SUPER_PAIRS.round, setup)
    for card in cards:
        table.enter(Entry(CHANCE, card))
    return table


def test_2_two_cards_up_to_each_player_and_one_up_one_down_to_the_dealer():
    table = table_of({1: {"blackjack": 1000}, 3: {"blackjack": 1000}}, [0, 1, 2, 3, 4, 5])
    deals = [event for event, _ in table.standing.events if isinstance(event, Deal)]
    assert [(deal.to, deal.face_up) for deal in deals] == [
        (1, True), (3, True), (DEALER, True), (1, True), (3, True), (DEALER, False),
    ]  # fmt: skip  # a line for each case
    assert table.standing.shown(DEALER) == (2,)


def test_bust_bonus_is_asked_of_all_seats_in_any_order_before_the_first_hand_is_played():
    table = table_of({1: {"blackjack": 1000}, 2: {"blackjack": 1000}}, [0, 1, 2, 3, 4, 5])
    assert [type(question) for question in table.standing.asked] == [Wager, Wager]
    table.enter(Entry(2, 500))
    table.enter(Entry(1, 0))
    (question,) = table.standing.asked
    assert isinstance(question, Choose)
    assert question.seat == 1


def test_the_stake_of_a_double_is_stated_and_the_hole_card_is_shown_after_the_players():
    table = table_of({1: {"blackjack": 1000}}, [4, 4, 3, 5], **{"offer-bust-bonus": "no"})
    table.enter(Entry(1, "double"))
    table.enter(Entry(CHANCE, 8))
    events = [event for event, _ in table.standing.events]
    assert Stake(1, "blackjack", 1000) in events
    assert events.index(Reveal(DEALER)) > events.index(Stake(1, "blackjack", 1000))
