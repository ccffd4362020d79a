"""Chinese poker at the table: the document's example, order of play, fouls, naturals, surrender, money."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from houseway.cards import DECK, mask, parse_cards
from houseway.errors import HousewayError, IllegalBet, IllegalRound, IllegalSetting
from houseway.games import game
from houseway.games.chinese_poker.bot.greedy import greedy
from houseway.games.chinese_poker.bot.likely import likely
from houseway.games.chinese_poker.rules.hands import fouled, pile_value
from houseway.games.chinese_poker.rules.scoring import scoring_of
from houseway.round import Arrange, Deal, Irregularity, run
from houseway.round.record import read, record_from, settle
from houseway.round.ruling import postings
from houseway.shoe import Shoe, shuffled

GAME = game("chinese-poker")
EXAMPLE = Path(__file__).with_name("example.toml")


def example(**changes):
    table = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    table["settings"] = {**table["settings"], **changes}
    return table


def nets(table):
    return [payout.net for payout in settle(record_from(table))]


def test_6_the_example_gives_the_printed_table():
    ruling = settle(read(EXAMPLE))
    assert [payout.net for payout in ruling] == [300, 100, 300, -700]
    printed = {
        1: ("+1 against seat 2", "-1 against seat 3", "+3 against seat 4"),
        2: ("-1 against seat 1", "-1 against seat 3", "+3 against seat 4"),
        3: ("+1 against seat 1", "+1 against seat 2", "+1 against seat 4"),
        4: ("-3 against seat 1", "-3 against seat 2", "-1 against seat 3"),
    }
    assert all(each in payout.why for payout in ruling for each in printed[payout.seat])


@pytest.mark.parametrize(
    "scoring, expected",
    [("2-4", [2 - 2 + 4, -2 - 2 + 4, 2 + 2 + 2, -4 - 4 - 2]), ("1-6", [1 - 1 + 6, -1 - 1 + 6, 3, -6 - 6 - 1])],
)
def test_scoring_the_example_by_hand(scoring, expected):
    assert nets(example(scoring=scoring)) == [100 * units for units in expected]


def test_3_a_unit_is_at_most_ten_dollars():
    with pytest.raises(IllegalSetting, match="unit"):
        GAME.document.configure({"unit": "10.01"})
    table = example(unit="10.00")
    for seat in table["seat"]:
        seat["wagers"] = {"main": "90.00"}
    assert nets(table) == [3000, 1000, 3000, -7000]


def test_3_a_stake_covers_the_most_that_can_be_lost():
    settings = GAME.document.configure({"unit": "10.00", "scoring": "1-6", "bonuses": "yes"})
    with pytest.raises(IllegalBet, match=r"\$480\.00"):
        GAME.setup(settings, {seat: {"main": 47999} for seat in (1, 2, 3, 4)})
    assert GAME.setup(settings, {seat: {"main": 48000} for seat in (1, 2, 3, 4)})


@pytest.mark.parametrize("players", [(1,), (1, 2, 3, 4, 5)])
def test_1_two_to_four_players(players):
    with pytest.raises(IllegalBet):
        GAME.setup(GAME.configure(), {seat: {"main": 6000} for seat in players})


def test_bonuses_of_the_example_full_house_in_the_middle():
    assert nets(example(bonuses="yes")) == [200, 0, 600, -800], "player 3 has a full house in the Middle"


def test_5_a_foul_loses_all_three_hands_and_claims_no_bonus():
    table = example(bonuses="yes")
    third = table["seat"][2]
    third["middle"], third["back"] = third["back"], third["middle"]
    assert nets(table) == [100 + 300 + 300, -100 + 300 + 300, -900, -300 - 300 + 300]
    table["settings"]["foul"], table["settings"]["foul-units"] = "units", 1
    assert nets(table)[2] == -300


def test_surrender_pays_every_player_who_remains():
    table = example(surrender="yes")
    del table["seat"][3]["front"]
    table["seat"][3]["surrendered"] = True
    assert nets(table) == [0 + 200, -1 * 200 + 200, 200 + 200, -600]
    table["seat"][1]["surrendered"] = True
    assert nets(table) == [200 - 100 + 200, -400, 100 + 200 + 200, -400]


def test_surrender_must_be_offered():
    table = example()
    table["seat"][3]["surrendered"] = True
    with pytest.raises(
        IllegalRound, match="seat 4 has surrendered in the record, and nothing in the round asks for it"
    ):
        nets(table)
    table = example(surrender="yes")
    table["seat"][3]["declared"] = True
    with pytest.raises(IllegalRound, match="declare"):
        nets(table)


DRAGON = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"
SIX = "2d 2h 3c 3s 4c 4d 5h 5c 6d 6h 9d 9h As"


def naturals(**changes):
    piles = {"front": "2s 7h Kd", "middle": "Jc Jh 8c 8d 3h", "back": "Qc Qd Qs 7c 4s"}
    cards = "2s 7h Kd Jc Jh 8c 8d 3h Qc Qd Qs 7c 4s"
    stake = {"wagers": {"main": "60.00"}}
    return {
        "game": "chinese-poker",
        "settings": {"naturals": "yes", **changes},
        "seat": [
            {"number": 1, "cards": DRAGON, "declared": True, **stake},
            {"number": 2, "cards": SIX, "declared": True, **stake},
            {"number": 3, "cards": cards, **piles, **stake},
        ],
    }


def test_naturals_are_paid_by_all_and_two_are_even_or_ranked():
    assert nets(naturals()) == [300, 300, -600]
    assert nets(naturals(**{"two-naturals": "ranked"})) == [600, 0, -600]
    assert nets(naturals(**{"natural-units": 5})) == [500, 500, -1000]


def test_naturals_may_be_paid_besides_the_comparison():
    table = naturals(**{"natural-settles": "also"})
    table["seat"][0] |= {"front": "9s Ks Ac", "middle": "2c 3d 4h 5s 6c", "back": "7d 8h Tc Jd Qh"}
    table["seat"][1] |= {"front": "9d 9h As", "middle": "2d 2h 3c 3s 5c", "back": "4c 4d 6d 6h 5h"}
    # The first seat's Back is a high card below its Middle: a foul. The third beats the second in Middle and Back.
    assert nets(table) == [-300 + 300 - 300, 300 + 300 - 100, 300 - 300 + 100 - 300]


def test_irregularities_void_the_round_or_are_played_on():
    table = example()
    table["irregularity"] = [{"kind": "misdeal"}]
    assert nets(table) == [0, 0, 0, 0]
    table["irregularity"] = [{"kind": "exposed-card"}]
    assert nets(table) == [300, 100, 300, -700]
    with pytest.raises(IllegalSetting):
        GAME.document.configure({"misdeal": "void-hand"})
    assert Irregularity("misdeal").seat == 0


def test_a_record_tells_how_each_hand_was_set():
    table = example()
    del table["seat"][0]["back"]
    assert nets(table) == [300, 100, 300, -700], "two piles tell the third"
    del table["seat"][0]["middle"]
    with pytest.raises(IllegalRound, match="front, middle, back"):
        nets(table)


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"cards": "Tc Td"}, "thirteen"),
        ({"fronts": "Tc"}, "fronts"),
        ({"front": "Tc Td"}, "3 cards Front"),
        ({"front": "Xx Td Kc"}, "not a card"),
    ],
)
def test_a_record_that_cannot_have_happened_is_refused(change, fault):
    table = example()
    table["seat"][0] |= change
    with pytest.raises(HousewayError, match=fault):
        nets(table)


def test_2_the_dealer_plays_no_hand():
    with pytest.raises(IllegalRound, match="no cards"):
        nets(naturals() | {"dealer": {"cards": "9c"}})


def rounds(seed, changes, players):
    settings = GAME.document.configure(changes)
    setup = GAME.setup(settings, {seat: {"main": 100000} for seat in range(1, players + 1)})
    shoe = Shoe(shuffled(GAME.pack(settings), seed))
    asked = []

    def answer(question, standing):
        if isinstance(question, Deal):
            return shoe.deal()
        asked.append(question)
        return GAME.bot(question, standing, setup)

    return run(GAME.round, setup, answer)[0], asked


@pytest.mark.parametrize("seed", range(6))
def test_6_the_sum_is_zero_to_the_cent(seed):
    changes = {
        "unit": "0.37",
        "scoring": ("1-a-hand", "2-4", "1-6")[seed % 3],
        "bonuses": "yes",
        "naturals": "yes",
        "surrender": "yes" if seed % 2 else "no",
    }
    ruling, asked = rounds(seed, changes, 2 + seed % 3)
    assert sum(payout.net for payout in ruling) == 0
    lines = postings(ruling)
    assert sum(line.cents for line in lines) == 0
    assert sum(line.cents for line in lines if line.account == "house") == 0, "the house is no party"
    assert all(payout.returned >= 0 for payout in ruling)
    assert sum(isinstance(question, Arrange) for question in asked) <= 2 + seed % 3


def test_5_piles_are_put_in_words_while_they_are_set():
    front, middle, back = (parse_cards(pile) for pile in ("Tc Td Kc", "6c 5c 4c 3c 2d", "Qc Qd Qh 3d 3h"))
    settings = GAME.configure()
    says = ("a pair of tens", "a straight to the six", "a full house, queens over threes")
    assert GAME.piles_in_words((front, middle, back), settings) == (says, "")
    assert GAME.piles_in_words((front, middle[:4], ()), settings) == (("a pair of tens", "", ""), "")
    fouled_ = GAME.piles_in_words((front, back, middle), settings)
    assert fouled_.foul == "a foul: Back must rank above Middle, and Middle above Front"


@effort(max_examples=25, deadline=None)
@given(st.sets(st.sampled_from(DECK), min_size=13, max_size=13), st.booleans())
def test_5_the_setting_for_a_seat_that_has_left_is_legal(cards, equal):
    piles = greedy(mask(cards), 0, equal)
    assert not fouled(*(pile_value(pile, 0) for pile in piles), equal)
    assert sum(piles) == mask(cards)


def test_5_a_middle_equal_to_the_back_is_avoided_where_it_fouls():
    twice = mask(card for card in DECK if card // 13 < 2 and card % 13 in (3, 4, 5, 6, 7)) | mask((13 * 2, 39 + 10, 51))
    for equal in (True, False):
        piles = greedy(twice, 0, equal)
        assert not fouled(*(pile_value(pile, 0) for pile in piles), equal)


@effort(max_examples=8, deadline=None)
@given(st.sets(st.sampled_from(DECK), min_size=13, max_size=13), st.sampled_from(["1-a-hand", "2-4", "1-6"]))
def test_5_likely_settings_are_legal(cards, scheme):
    for way in likely(mask(cards), scoring_of(GAME.configure(scoring=scheme, bonuses="yes"))):
        assert not fouled(*(pile_value(pile, 0) for pile in way.piles), True)
        assert sum(way.piles) == mask(cards)
