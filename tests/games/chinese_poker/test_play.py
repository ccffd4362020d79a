"""Chinese poker at the table: the printed table of results, order of play, fouls, naturals, surrender, money."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from houseway.cards import DECK, mask, parse_cards
from houseway.document.reader import document_from
from houseway.errors import HousewayError, IllegalBet, IllegalRound, IllegalSetting
from houseway.games import game
from houseway.games.chinese_poker.bot.greedy import greedy
from houseway.games.chinese_poker.bot.likely import likely
from houseway.games.chinese_poker.rules.hands import fouled, pile_value
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.round import Arrange, Choose, Deal, Irregularity, Reveal, run
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


def test_6_an_arrangement_of_ours_gives_the_printed_table():
    """The cards are ours: the document prints only who wins what."""
    ruling = settle(read(EXAMPLE))
    assert [payout.net for payout in ruling] == [300, 100, 300, -700]
    printed = {
        1: ("+1 against seat 2", "-1 against seat 3", "+3 against seat 4"),
        2: ("-1 against seat 1", "-1 against seat 3", "+3 against seat 4"),
        3: ("+1 against seat 1", "+1 against seat 2", "+1 against seat 4"),
        4: ("-3 against seat 1", "-3 against seat 2", "-1 against seat 3"),
    }
    assert all(each in payout.why for payout in ruling for each in printed[payout.seat])
    assert "+1 against seat 2 (Front won, Middle won, Back lost +1)" in next(iter(ruling)).why


def test_6_the_printed_table_is_the_evidence_and_no_cards_are_called_printed():
    checks = GAME.verify()
    assert [check.printed for check in checks] == ["+1", "-1", "+3", "-1", "+3", "+1", "+3", "+1", "+3", "-7"]
    assert all(check.agrees for check in checks)
    assert not any(rank in figure.given for figure in GAME.document.figures for rank in "TJQKA")


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


def test_bonuses_a_full_house_in_the_middle():
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
    with pytest.raises(IllegalRound, match="seat 4 may not declare here: it may set or surrender"):
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
            {"number": 1, "cards": DRAGON, **stake},
            {"number": 2, "cards": SIX, **stake},
            {"number": 3, "cards": cards, **piles, **stake},
        ],
    }


def test_naturals_are_paid_by_all_and_two_are_even_or_ranked():
    assert nets(naturals()) == [300, 300, -600]
    assert nets(naturals(**{"two-naturals": "ranked"})) == [600, 0, -600]
    assert nets(naturals(**{"natural-units": 5})) == [500, 500, -1000]


def test_naturals_win_without_being_declared_however_they_are_set():
    table = naturals()
    table["seat"][0] |= {"front": "2c 3d 4h", "middle": "5s 6c 7d 8h Ks", "back": "9s Tc Jd Qh Ac"}
    assert nets(table) == [300, 300, -600]
    why = next(iter(settle(record_from(table)))).why
    assert why.startswith("a dragon: +0 against seat 2 (two naturals, a dragon and six pairs, are even +0); +3 against")
    table["seat"][0]["declared"] = True
    with pytest.raises(IllegalRound, match="seat 1 has declared in the record, and nothing in the round asks for it"):
        nets(table)


PILES_OF_DRAGON = {"front": "7d 8h 9s", "middle": "2c 3d 4h 5s 6c", "back": "Tc Jd Qh Ks Ac"}


def test_naturals_declared_by_a_setting_and_remarked_upon_where_they_are_not():
    table = naturals(**{"natural-declared": "yes"})
    table["seat"][0] |= PILES_OF_DRAGON
    table["seat"][1]["declared"] = True
    found = settle(record_from(table))
    assert found.remarks == (
        "Seat 1 held a dragon and did not declare it: the natural is not paid, by the house's setting natural-declared "
        "(clause naturals).",
    )
    # The dragon is set like any other hand: it beats seat 3 in Middle and Back.
    assert [payout.net for payout in found] == [-300 + 100, 300 + 300, -300 - 100]
    again = settle(record_from(found.json()))
    assert (again.remarks, again.ruling) == (found.remarks, found.ruling)
    table["seat"][0]["declared"] = True
    assert settle(record_from(table)).remarks == ()
    del table["seat"][0]["declared"]
    table["irregularity"] = [{"kind": "misdeal"}]
    assert settle(record_from(table)).remarks == ()


def test_naturals_that_are_surrendered_are_remarked_upon():
    table = naturals(surrender="yes")
    table["seat"][1]["surrendered"] = True
    found = settle(record_from(table))
    assert found.remarks == ("Seat 2 surrendered six pairs: the natural is not paid (clauses naturals, surrender).",)
    assert [payout.net for payout in found] == [200 + 300, -200 - 200, -300 + 200]


def asked_of(changes, hands):
    """The questions of a round with these hands, and who is turned over before the others are asked to set."""
    setup = GAME.setup(GAME.configure(changes), {seat: {"main": 100_000} for seat in range(1, len(hands) + 1)})
    left = {seat: list(parse_cards(cards)) for seat, cards in enumerate(hands, 1)}
    asked = []

    def answer(question, standing):
        if isinstance(question, Deal):
            return left[question.to].pop(0)
        turned = tuple(event.of for event, _ in standing.events if isinstance(event, Reveal))
        asked.append((question, turned))
        return question.default

    run(GAME.round, setup, answer)
    return asked


OTHER = "2s 7h Kd Jc Jh 8c 8d 3h Qc Qd Qs 7c 4s"


def test_naturals_nobody_is_asked_to_declare_and_only_what_is_left_to_choose_is_asked():
    plain = asked_of({"naturals": "yes"}, (DRAGON, SIX, OTHER))
    assert [(type(question), question.seat, turned) for question, turned in plain] == [(Arrange, 3, (1, 2))]
    offered = [question for question, _ in asked_of({"naturals": "yes", "surrender": "yes"}, (DRAGON, OTHER))]
    assert [each.options for each in offered if isinstance(each, Choose)] == [("set", "surrender")] * 2
    assert [each.seat for each in offered if isinstance(each, Arrange)] == [2]
    also = asked_of({"naturals": "yes", "natural-settles": "also"}, (DRAGON, OTHER))
    assert [(question.seat, turned) for question, turned in also] == [(1, ()), (2, ())]
    declared = [question for question, _ in asked_of({"naturals": "yes", "natural-declared": "yes"}, (DRAGON, OTHER))]
    assert [each.options for each in declared if isinstance(each, Choose)] == [("set", "declare"), ("set",)]


def test_surrender_a_hand_is_shown_or_folded_unseen():
    for shown, turned in (("yes", [1, 2]), ("no", [2])):
        table = naturals(surrender="yes", **{"surrender-shown": shown})
        table["seat"] = table["seat"][1:]
        for number, seat in enumerate(table["seat"], 1):
            seat["number"] = number
        table["seat"][0]["surrendered"] = True
        found = settle(record_from(table))
        assert [event.of for event, _ in found.standing.events if isinstance(event, Reveal)] == turned


def test_a_document_of_before_is_played_as_it_was():
    """It knows none of the newer settings: naturals are declared, equal Middle and Back are as it says."""
    new = ("natural-", "bonus-royal", "bonus-won", "bonuses-own", "scoring-table", "surrender-shown")
    kept = ("natural-units", "natural-settles")
    content = dict(GAME.document.content)
    content["setting"] = [each for each in content["setting"] if each["id"] in kept or not each["id"].startswith(new)]
    known = {each["id"] for each in content["setting"]}
    content["ruling"] = [each for each in content["ruling"] if each.get("setting", "unit") in known]
    older = GAME.with_document(document_from(content, "older"))
    scoring = scoring_of(older.configure(naturals="yes", bonuses="yes"))
    now = scoring_of(GAME.configure(naturals="yes", bonuses="yes", natural_declared="yes"))
    assert scoring == now


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
        ({"back": "Qc Qd Qh 3d 9s"}, "seat 1: 9s in Back is not among its cards"),
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
        assert not fouled(*(pile_value(pile, 0) for pile in way.piles), False)
        assert sum(way.piles) == mask(cards)
