"""How to set a hand: the house way with its clause, and the best setting against an open dealer hand."""

from fractions import Fraction

import pytest

from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.games import game
from houseway.games.dealer_open_pai_gow.count.set_hand import advice
from houseway.round import DEALER, Arrange, Deal, Driver, Entry

PAI_GOW = game("dealer-open-pai-gow")
DEFAULT = PAI_GOW.document.configure({})


def arranged(cards, dealer="", top=21, settings=DEFAULT):
    return PAI_GOW.arrange(parse_cards(cards), settings, parse_cards(dealer), top).json()


def test_house_way_names_bullet_clause_and_sentence():
    told = arranged("Kd Kc 7h 7s As 4d 2c")
    assert told["house"]["piles"] == {"front": ["7s", "7h"], "back": ["As", "Kd", "Kc", "4d", "2c"]}
    assert (told["house"]["rule"], told["house"]["clause"]) == ("Two Pair", "house-way.two-pair")
    assert told["house"]["why"] == (
        "Jacks or better over sixes or better and a singleton ace: the low pair goes in front."
    )
    assert all(way["value"] is None for way in told["ways"])


def test_without_the_dealer_only_legal_settings_are_shown():
    told = arranged("Ac Ad Kh Qh 7c 5d 3h")
    assert all(way["piles"]["front"] != ["Ad", "Ac"] for way in told["ways"])


def test_pai_gow_wager_the_best_setting_against_an_open_hand():
    # Queens and a pair of deuces: the house way keeps them together behind nine-six and only pushes.
    told = arranged("Qd Qc 2h 2s 9s 6d 4c", "Js Td 9h 8d 5c 5h 3c")
    assert told["dealer"]["piles"] == {"front": ["Js", "Td"], "back": ["9h", "8d", "5h", "5c", "3c"]}
    assert told["dealer"]["clause"] == "house-way.pair"
    assert told["house"]["piles"]["front"] == ["9s", "6d"]
    assert told["best"]["result"] == "win"
    assert told["best"]["piles"]["front"] == ["2s", "2h"]
    assert told["ways"][0]["value"] == "1/1"
    assert [way["value"] for way in told["ways"]] == sorted((way["value"] for way in told["ways"]), key=Fraction)[::-1]


@pytest.mark.clause("4.a")
def test_4_a_against_two_jacks_every_setting_loses():
    told = arranged("Ac Ad Kh Qh 7c 5d 3h", "Js Jd 9h 8d 5c 4h 3c")
    assert {way["value"] for way in told["ways"]} == {"-1/1"}
    assert "two or more jacks" in told["notes"][0]


def test_introduction_ace_high_against_it_every_setting_pushes():
    told = arranged("Kc Qd 9s 7h 6c 4d 3h", "As Jd 9h 8d 5c 4h 2c")
    assert {way["value"] for way in told["ways"]} == {"0/1"}
    other = arranged("Kc Qd 9s 7h 6c 4d 3h", "As Jd 9h 8d 5c 4h 2c", settings=DEFAULT.but(ace_high_push=False))
    assert {way["value"] for way in other["ways"]} == {"0/1", "-1/1"}


def test_house_way_another_is_asked_by_name():
    told = arranged("Kc Kd 3c 3d Qh 9s 7h", settings=DEFAULT.but(house_way="conventional"))
    assert told["house"]["piles"]["front"] == ["3d", "3c"]
    assert told["house_way"] == "conventional"


@pytest.mark.parametrize(
    "cards, dealer", [("Kd Kc", ""), ("Kd Kc 7h 7s As 4d 2c", "Ks"), ("Kd Kd 7h 7s As 4d 2c", ""), ("", "")]
)
def test_2_hands_of_other_than_seven_cards_are_refused(cards, dealer):
    with pytest.raises(HousewayError):
        arranged(cards, dealer)


def test_6_advice_values_every_setting_against_the_open_hand():
    setup = PAI_GOW.setup(DEFAULT, {1: {"main": 10_00}})
    table = Driver(PAI_GOW.round, setup)
    table.enter(Entry(-1, 1))
    hands = {DEALER: parse_cards("Js Td 9h 8d 5c 5h 3c"), 1: parse_cards("Qd Qc 2h 2s 9s 6d 4c")}
    rest = iter(card for card in PAI_GOW.pack(DEFAULT) if card not in (*hands[0], *hands[1]))
    left = {place: iter(cards) for place, cards in hands.items()}
    while isinstance(question := table.standing.asked[0], Deal):
        table.enter(Entry(-1, next(left.get(question.to, rest))))
    assert isinstance(question, Arrange)
    told = advice(question, table.standing, setup)
    assert len(told.options) == 21
    assert told.best.value == 1
    assert told.cost(question.default) == 1  # the house way only pushes here


def test_6_advice_values_settings_by_the_paytable_in_force():
    variant = PAI_GOW.with_pays("main", {"win": 2})
    told = arranged("Qd Qc 2h 2s 9s 6d 4c", "Js Td 9h 8d 5c 5h 3c", settings=variant.configure())
    assert {way["value"] for way in told["ways"]} == {"2/1", "0/1"}
