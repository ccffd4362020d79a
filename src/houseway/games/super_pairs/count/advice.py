"""What each answer is worth to the seat that is asked, by its own cards and the up-card."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from houseway.cards import suit
from houseway.document.settings import Settings
from houseway.games.super_pairs.count.base_game import BaseGame, Solved, Start, shoe_of
from houseway.games.super_pairs.count.base_rules import rules_of
from houseway.games.super_pairs.count.bust_bonus import left_of, ways
from houseway.games.super_pairs.count.dealer_tree import blackjack_chance, hand_index
from houseway.games.super_pairs.play import pack
from houseway.games.super_pairs.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER, pair, value
from houseway.games.super_pairs.rules.busting import BUST_BONUS
from houseway.games.super_pairs.rules.spot import DECLINE, EVEN_MONEY, Spot, spot_in
from houseway.games.super_pairs.terms.blackjack import hand_terms, insurance_terms
from houseway.lab.result import Advice, Option
from houseway.round import DEALER, Choose, Question, Setup, Standing, Wager


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """What each answer is worth by the seat's own cards and the up-card, per unit of the wager in question."""
    if not isinstance(question, Choose | Wager):
        return None
    settings, up = setup.settings, standing.shown(DEALER)[0]
    spot = spot_in(standing, question.seat, settings)
    if isinstance(question, Wager) and question.wager == BUST_BONUS:
        return _bust_bonus_advice(question, (*standing.cards(question.seat), up), up, settings)
    if isinstance(question, Wager) or DECLINE in question.options:
        return _insurance_advice(question, (*standing.cards(question.seat), up), value(up) - 1, settings)
    return hand_advice(spot, up, question.options, settings)


def _sorted(options: list[Option]) -> Advice:
    return Advice(tuple(sorted(options, key=lambda option: -option.value)))


def _unseen(seen: tuple[int, ...], settings: Settings) -> list[int]:
    rest = list(pack(settings))
    for card in seen:
        rest.remove(card)
    return rest


def _bust_bonus_advice(question: Wager, seen: tuple[int, ...], up: int, settings: Settings) -> Advice:
    left = left_of(_unseen(seen, settings), suit(up))
    edge = ways(value(up) - 1, left, settings).edge(settings, question.most)
    return _sorted([Option(0, "no wager", Fraction(0)), Option(question.most, "make the wager", -edge)])


def _insurance_advice(question: Choose | Wager, seen: tuple[int, ...], up: int, settings: Settings) -> Advice:
    blackjack = blackjack_chance(shoe_of(_unseen(seen, settings)).values, up)
    if isinstance(question, Choose):
        taken, played = hand_terms(EVEN_MONEY, settings).worth(), rules_of(settings).played_natural(blackjack)
        return _sorted([Option(EVEN_MONEY, "take even money", taken), Option(DECLINE, "decline", played)])
    won, lost = (insurance_terms(has, settings).worth(stake=question.most) for has in (True, False))
    insured = blackjack * won + (1 - blackjack) * lost
    return _sorted([Option(0, "no insurance", Fraction(0)), Option(question.most, "insure", insured)])


def hand_advice(spot: Spot, up: int, options: tuple[str, ...], settings: Settings) -> Advice:
    """What each option is worth for the hand that is played now; the cards of the spot's other hands are gone."""
    turn = spot.turn or 0
    others = tuple(card for at, hand in enumerate(spot.hands) if at != turn for card in hand.cards)
    rules = rules_of(settings)
    rules = replace(rules, most=rules.most - len(spot.hands) + 1)
    game = BaseGame(shoe_of(_unseen(others, settings)), rules)
    cards, at = spot.hand.cards, value(up) - 1
    solved = game.solve_up(at, with_splits=False)
    hand = hand_index()[shoe_of(cards).values]
    left = _unseen((*others, *cards, up), settings)
    blackjack = blackjack_chance(shoe_of(left).values, at)
    alive = 1 - blackjack if rules.hand.looks else Fraction(1)
    worth: dict[str, Callable[[], float]] = {
        STAND: lambda: float(solved.stand[hand]),
        HIT: lambda: float(solved.hit[hand]),
        DOUBLE: lambda: float(solved.double[hand]),
        SPLIT: lambda: _split(game, cards, left, at, solved, settings),
        SURRENDER: lambda: float(rules.given_up(blackjack)),
    }
    return _sorted([Option(option, option, worth[option]() / float(alive)) for option in options])


def _split(
    game: BaseGame, cards: tuple[int, ...], left: list[int], up: int, solved: Solved, settings: Settings
) -> float:
    """What splitting these two cards is worth."""
    by_value = settings.text("split-by") == "value"
    kind = sum(pair(card, cards[0], by_value) for card in left)
    at = value(cards[0]) - 1
    return game.split(Start(up, at, at, kind, Fraction(1)), solved.stand, solved.hit, solved.move).value
