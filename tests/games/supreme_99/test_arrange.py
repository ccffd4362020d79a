"""How to set one hand: the dealer's way with its clause, and what every way is worth."""

from fractions import Fraction
from itertools import combinations

import pytest

from houseway.cards import mask, parse_cards
from houseway.errors import IllegalCards
from houseway.games import game
from houseway.games.supreme_99.play import setting_question
from houseway.lab.result import Arrangement
from houseway.round import Standing
from houseway.round.packets import order_of_deal
from houseway.round.ruling import Setup

SUPREME = game("supreme-99")
SETTINGS = SUPREME.configure()
NOWHERE = Standing((), (), None)


def arranged(cards: str, dealer: str = "", top: int = 5) -> Arrangement:
    return SUPREME.set(cards, dealer, top=top)


@pytest.mark.parametrize(
    "cards, rule, clause",
    [
        ("Ac Ad 9c 9d", "Two Pair", "6.two-pair"),
        ("5c 5d 5h 5s", "Two Pair", "6.two-pair"),
        ("Ac Ad 9c 8d", "One Pair", "6.one-pair"),
        ("Ac 2d 9c 8d", "No Pair", "6.no-pair"),
    ],
)
def test_6_the_rule_that_fired_is_named(cards: str, rule: str, clause: str) -> None:
    result = arranged(cards)
    assert (result.rule, result.clause) == (rule, clause)
    assert result.house in result.ways
    assert rule in result.why


def test_every_way_has_its_value_the_best_first() -> None:
    result = arranged("9h 9d Th Kc")
    assert [way.says for way in result.ways] == ["9 over 9", "9 over 9", "a pair of nines over 0"]
    values = [way.value for way in result.ways]
    assert values == sorted(values, reverse=True)  # type: ignore[type-var]
    assert all(isinstance(value, Fraction) for value in values)
    for row in result.json()["outcomes"]:
        assert sum(Fraction(row[end]) for end in ("win", "push", "lose", "both-copy")) == 1
    assert len(arranged("9h 9d Th Kc", top=1).ways) == 1


def test_against_open_cards_every_way_has_its_result() -> None:
    result = arranged("9h 9d Th Kc", "8c 8d Tc Jc")  # eights over 0
    ends = {way.says: way.value for way in result.ways}
    assert ends == {
        "a pair of nines over 0: push (clause 9)": 0,  # a win and a copy
        "9 over 9: push (clause 9)": 0,  # a loss and a win
    }
    assert arranged("9h 9d Th Kc", "8c Kd 7h Qs").ways[0].value == 1  # 8 over 7
    both = arranged("9h 9d Th Kc", "9c 9s Tc Jc").ways[0]
    assert (both.value, both.says) == (4, "a pair of nines over 0: both copy (clause 12)")
    assert result.json()["dealer"] == {"high": ["8c", "8d"], "low": ["Tc", "Jc"], "rule": "One Pair"}


@pytest.mark.parametrize(
    "cards, dealer, says",
    [
        ("9h 9d Th", "", "four cards, not 3"),
        ("", "", "four cards, not 0"),
        ("9h 9d Th Kc", "2c", "dealer's hand of Supreme 99 is four cards, not 1"),
        ("9h 9h Th Kc", "", "9h is seen 2 times"),
        ("9h 9d Th Kc", "9h 2c 3c 4c", "9h is seen 2 times"),
        ("9h 9d Th Jk", "", "Jk is not among"),
    ],
)
def test_hands_that_cannot_be_are_refused(cards: str, dealer: str, says: str) -> None:
    with pytest.raises(IllegalCards, match=says):
        arranged(cards, dealer)


def setup_of(**settings: object) -> Setup:
    return SUPREME.setup(SUPREME.configure(**settings), {1: {"main": 10_00}})


def test_advice_values_every_answer_that_the_question_allows() -> None:
    cards = parse_cards("Kc 9d Th 9h")
    question = setting_question(1, cards)
    given = SUPREME.advise(question, NOWHERE, setup_of())
    assert given is not None
    answers = {(mask(high), mask(c for c in cards if c not in high)) for high in combinations(cards, 2)}
    assert {option.answer for option in given.options} == answers
    for answer in answers:
        question.check(answer)
        assert given.cost(answer) >= 0
    assert given.best.value == arranged("Kc 9d Th 9h").ways[0].value


def test_advice_on_a_foul_follows_the_house() -> None:
    cards = parse_cards("Kc Th 9d 9h")
    question = setting_question(1, cards)
    foul = (mask(cards[:2]), mask(cards[2:]))
    for rule, worth in (("lose", Fraction(-1)), ("house-way", arranged("Kc Th 9d 9h").house.value)):  # type: ignore[union-attr]
        given = SUPREME.advise(question, NOWHERE, setup_of(foul=rule))
        assert given is not None
        option = next(option for option in given.options if option.answer == foul)
        assert option.value == worth
        assert option.says.endswith("a foul")


def test_there_is_no_advice_for_chance() -> None:
    assert SUPREME.advise(order_of_deal(SETTINGS, 7), NOWHERE, setup_of()) is None
