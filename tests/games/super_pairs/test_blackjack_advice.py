"""Advice and bots at the table: what a seat is told about each answer."""

from fractions import Fraction

import pytest

from houseway.cards import parse_cards
from houseway.games import game
from houseway.games.super_pairs.count.bust_bonus import left_of, ways
from houseway.games.super_pairs.play import pack
from houseway.round import CHANCE, Driver, Entry

pytestmark = pytest.mark.compiled

SUPER_PAIRS = game("super-pairs")


def asked(cards, *answers, game_=SUPER_PAIRS, **given):
    """The table of one seat after these cards and answers: seat, dealer up, seat, hole, and so on."""
    settings = game_.configure(**given)
    table = Driver(SUPER_PAIRS.round, SUPER_PAIRS.setup(settings, {1: {"blackjack": 1000}}))
    shoe = list(parse_cards(cards))
    replies = list(answers)
    while True:
        (question,) = table.standing.asked
        if question.seat == CHANCE and shoe:
            table.enter(Entry(CHANCE, shoe.pop(0)))
        elif question.seat == 1 and replies:
            table.enter(Entry(1, replies.pop(0)))
        else:
            return table, question


def advice(table, question):
    setup = table._setup
    return SUPER_PAIRS.advise(question, table.standing, setup)


def test_insurance_is_worth_three_times_the_chance_of_a_ten_less_one():
    table, question = asked("Th Ad 6s 9c", offer_bust_bonus="no", decks=1)
    told = advice(table, question)
    assert {option.answer: option.value for option in told.options} == {0: 0, 500: 3 * Fraction(15, 49) - 1}
    assert told.best.answer == 0


def test_even_money_is_worth_one_and_the_blackjack_a_little_more():
    table, question = asked("Th Ad As 9c", offer_bust_bonus="no", decks=1)
    told = advice(table, question)
    values = {option.answer: option.value for option in told.options}
    assert values == {"even-money": 1, "decline": Fraction(3, 2) * (1 - Fraction(15, 49))}


def test_bust_bonus_is_advised_by_the_own_cards_and_the_up_card():
    table, question = asked("Th 6d 5s 9c", decks=1)
    told = advice(table, question)
    settings = table._setup.settings
    rest = list(pack(settings))
    for card in parse_cards("Th 6d 5s"):
        rest.remove(card)
    edge = ways(5, left_of(rest, 1), settings).edge(settings)
    assert told.cost(question.most) == edge
    assert told.best.answer == 0


def test_the_hole_card_is_not_looked_at():
    first, second = (advice(*asked(f"Th 6d 6s {hole}", 0, decks=1)) for hole in ("9c", "Td"))
    assert first == second
    assert first.best.answer == "stand"


def test_a_split_hand_is_advised_without_the_cards_of_its_sisters():
    table, question = asked("8h 6d 8s 9c 3h", 0, "split", decks=1)
    told = advice(table, question)
    assert set(question.options) == {option.answer for option in told.options} == {"stand", "hit", "double"}
    assert told.best.answer == "double"
    again, question = asked("8h 6d 8s 9c 8c", 0, "split", decks=1)
    assert "split" in question.options
    assert advice(again, question).best.answer == "split"


def test_surrender_is_worth_half_the_wager():
    table, question = asked("Th Td 6s 9c", 0, surrender="late", decks=6)
    told = advice(table, question)
    assert told.best.answer == "surrender"
    assert told.best.value == pytest.approx(-0.5)


def test_a_bot_and_the_advice_agree_on_plain_hands():
    for cards in ("Th 6d 6s 9c", "6h 6d 5s 9c", "8h 6d 8s 9c", "Ah 9d 7s 9c", "Th Td 2s 9c"):
        table, question = asked(cards, 0)
        bot = SUPER_PAIRS.bot(question, table.standing, table._setup)
        assert bot == advice(table, question).best.answer


def test_insurance_and_even_money_are_advised_by_what_they_pay():
    rest = list(pack(SUPER_PAIRS.configure(decks=1)))
    ours = SUPER_PAIRS.with_pays("insurance", {"insured": 3}).with_pays("blackjack", {"even-money": "6:5", "push": 1})
    values = {}
    for cards in ("Th Ad 6s 9c", "Th Ad As 9c"):
        table, question = asked(cards, game_=ours, offer_bust_bonus="no", decks=1)
        values |= {option.answer: option.value for option in advice(table, question).options}
    ten = Fraction(15, len(rest) - 3)
    assert values[500] == 4 * ten - 1
    assert values["even-money"] == Fraction(6, 5)
    assert values["decline"] == Fraction(3, 2) * (1 - ten) + ten
