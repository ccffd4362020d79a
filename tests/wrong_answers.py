"""Answers that are wrong: of every form of field several, each from the right one."""

from houseway.academy.fields import Chips, Choice, Money, Piles, Settling, fewest, worth
from houseway.academy.question import answer_json


def right_answer(question):
    return {field: answer_json(value) for field, value in question.right.items()}


def wrong_answers(question):
    """The right answer with one field spoilt, in every way that this form of field can be."""
    right = right_answer(question)
    for field in question.fields:
        for spoilt in SPOILT[type(field)](field, right[field.id]):
            yield field, {**right, field.id: spoilt}


def _choices(field, right):
    return [option.id for option in field.options if option.id != right]


def _amounts(_field, right):
    return [right + 1, right - 1, right + 100, -right if right else 5]


def _chips(_field, right):
    cents = worth(right)
    return [fewest(cents + 1), fewest(cents - 1), fewest(2 * cents), {}, {**right, "100": right.get("100", 0) + 1}]


def _piles(_field, right):
    """Two cards of other ranks in each other's place."""
    for at, card in enumerate(right[0]):
        for to, other in enumerate(right[1]):
            if card[0] != other[0]:
                yield [
                    [*right[0][:at], other, *right[0][at + 1 :]],
                    [*right[1][:to], card, *right[1][to + 1 :]],
                    *right[2:],
                ]


def _settlings(_field, right):
    for at, (bet, cents) in enumerate(right):
        for wrong in (cents + 100, cents - 1):
            yield [*right[:at], [bet, wrong], *right[at + 1 :]]


SPOILT = {Choice: _choices, Money: _amounts, Chips: _chips, Piles: _piles, Settling: _settlings}
