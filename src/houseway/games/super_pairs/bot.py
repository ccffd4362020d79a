"""How bots play Super Pairs: basic strategy as everybody knows it, a few comparisons and no analysis."""

from collections.abc import Sequence

from houseway.games.super_pairs.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER, value
from houseway.games.super_pairs.rules.spot import DECLINE, Held, spot_in
from houseway.round import DEALER, Answer, Choose, Question, Setup, Standing, Wager

_ACE = 1


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots play basic strategy and make no wager in mid-round."""
    if isinstance(question, Wager):
        return 0
    if not isinstance(question, Choose) or DECLINE in question.options:
        return DECLINE
    spot = spot_in(standing, question.seat, setup.settings)
    up = value(standing.shown(DEALER)[0])
    return basic_play(spot.hand, up, question.options, setup.settings.text("soft-17") == "hit")


def basic_play(hand: Held, up: int, options: Sequence[str], hits_soft_17: bool) -> str:
    """The usual play of several decks: the first of the wanted moves that is allowed."""
    wanted = (*_give_up(hand, up), *_split(hand, up), *_double(hand, up, hits_soft_17), _draw(hand, up), STAND)
    return next(move for move in wanted if move in options)


def _give_up(hand: Held, up: int) -> Sequence[str]:
    pair_of_eights = [value(card) for card in hand.cards] == [8, 8]
    hard_16 = hand.total == 16 and not hand.soft and not pair_of_eights and up in (9, 10, _ACE)
    hard_15 = hand.total == 15 and not hand.soft and up == 10
    return (SURRENDER,) if hard_16 or hard_15 else ()


def _split(hand: Held, up: int) -> Sequence[str]:
    if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
        return ()
    against = {
        1: range(1, 11),
        2: range(2, 8),
        3: range(2, 8),
        4: range(5, 7),
        6: range(2, 7),
        7: range(2, 8),
        8: range(1, 11),
        9: (2, 3, 4, 5, 6, 8, 9),
    }
    return (SPLIT,) if up in against.get(value(hand.cards[0]), ()) else ()


def _double(hand: Held, up: int, hits_soft_17: bool) -> Sequence[str]:
    if hand.soft:
        against = {13: (5, 6), 14: (5, 6), 15: (4, 5, 6), 16: (4, 5, 6), 17: (3, 4, 5, 6), 18: (3, 4, 5, 6)}
    else:
        against = {9: (3, 4, 5, 6), 10: tuple(range(2, 10)), 11: tuple(range(2, 11))}
        if hits_soft_17:
            against[11] = tuple(range(1, 11))
    return (DOUBLE,) if up in against.get(hand.total, ()) else ()


def _draw(hand: Held, up: int) -> str:
    if hand.soft:
        return HIT if hand.total <= 17 or (hand.total == 18 and up in (9, 10, _ACE)) else STAND
    if hand.total == 12:
        return STAND if up in (4, 5, 6) else HIT
    if hand.total <= 11 or (hand.total <= 16 and not 2 <= up <= 6):
        return HIT
    return STAND
