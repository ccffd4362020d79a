"""How to set a hand: the house way with the branch that fired, and every setting against the dealer's open hand."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.cards import DECK_WITH_JOKER, cards_of, in_order, mask
from houseway.document.settings import Settings
from houseway.errors import IllegalCards
from houseway.games.dealer_open_pai_gow.rules.hands import HAND, LOSE, PUSH, WIN, ace_high, back_value, front_value
from houseway.games.dealer_open_pai_gow.rules.piles import (
    PILES,
    Dealer,
    Piles,
    ended_by_jacks,
    every_way,
    house_piles,
    result_of,
    what_it_makes,
    wheel_of,
    words,
)
from houseway.games.dealer_open_pai_gow.rules.ways import way_of
from houseway.games.dealer_open_pai_gow.terms import MAIN, main_terms, main_units
from houseway.lab.result import Advice, Arrangement, Option, Way
from houseway.round import DEALER, Arrange, Question, Setup, Standing
from houseway.round.codec import hand_json
from houseway.shoe import check_seen

Against = tuple[tuple[Way, ...], tuple[str, ...], dict[str, Any]]
"""Ways, notes, and what else there is to tell."""


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """Every setting with its result against the dealer's open hand, the best first and fouls last."""
    if not isinstance(question, Arrange):
        return None
    settings, wheel = setup.settings, wheel_of(setup.settings)
    shown = mask(standing.shown(DEALER))
    dealer = Dealer(shown, house_piles(shown, settings))
    options = []
    for judged in _judged(mask(question.cards), dealer, settings):
        makes = "a foul" if judged.foul else what_it_makes(judged.piles, wheel)
        options.append(Option(tuple(judged.piles), f"set {words(judged.piles.front)} in front ({makes})", judged.value))
    return Advice(tuple(options))


class Judged(NamedTuple):
    """One way to set a hand, how it ends against the dealer, and what a unit wins by it."""

    piles: Piles
    foul: bool
    award: str
    value: Fraction


def _judged(hand: int, dealer: Dealer, settings: Settings) -> list[Judged]:
    """All 21 ways, the best against the dealer first and the fouls last."""
    assert dealer.piles is not None
    table = settings.in_force(MAIN)
    units = dict(zip((WIN, PUSH, LOSE), main_units(table), strict=True))
    found = []
    for piles, foul, _ in every_way(hand, dealer.piles, settings):
        result = result_of(piles, dealer, settings)
        found.append(Judged(piles, foul, main_terms(result, table).award, units[result]))
    return found


def arrange(cards: Sequence[int], settings: Settings, dealer: Sequence[int], top: int) -> Arrangement:
    """The house way's setting with the branch that fired; against an open dealer hand also the best and its result."""
    _check_hands(cards, dealer)
    hand, wheel, way = mask(cards), wheel_of(settings), way_of(settings)
    front, branch = way.set(hand, wheel)
    line = way.explain(branch)
    house = Piles(front, hand ^ front)
    ways, notes, more = _against(hand, mask(dealer), settings) if dealer else _alone(hand, house, settings)
    return Arrangement(
        settings.document.game,
        tuple(cards),
        settings,
        PILES,
        ways[:top],
        house=Way(tuple(house), None, what_it_makes(house, wheel)),
        rule=line.bullet,
        clause=line.clause,
        why=line.says,
        notes=notes,
        more={"branch": line.name, "house_way": way.name, **more},
    )


def _check_hands(cards: Sequence[int], dealer: Sequence[int]) -> None:
    for who, hand in (("a hand", cards), ("the dealer's hand", dealer)):
        if len(hand) != HAND and (hand or who == "a hand"):
            raise IllegalCards(f"{who} has {HAND} cards, not {len(hand)}", "2")
    check_seen([*cards, *dealer], DECK_WITH_JOKER, "the 53 cards of this game")


def _alone(hand: int, house: Piles, settings: Settings) -> Against:
    """Without the dealer's cards no setting can be told from another: the legal ones, the highest back first."""
    wheel = wheel_of(settings)
    legal = [each.piles for each in every_way(hand, house, settings) if not each.foul]
    legal.sort(key=lambda piles: (back_value(piles.back, wheel), front_value(piles.front, wheel)), reverse=True)
    ways = tuple(Way(tuple(piles), None, what_it_makes(piles, wheel)) for piles in legal)
    return ways, ("The dealer's hand lies open before you set yours: give it to see the best setting against it.",), {}


def piles_json(piles: Piles) -> dict[str, list[str]]:
    """Front and back as lists of cards, the highest first."""
    return {pile: hand_json(in_order(cards_of(hand))) for pile, hand in zip(PILES, piles, strict=True)}


def _against(hand: int, dealer: int, settings: Settings) -> Against:
    """Every legal setting against an open dealer hand, the best first."""
    wheel, way = wheel_of(settings), way_of(settings)
    front, branch = way.set(dealer, wheel)
    line = way.explain(branch)
    open_hand = Dealer(dealer, Piles(front, dealer ^ front))
    legal = [each for each in _judged(hand, open_hand, settings) if not each.foul]
    ways = tuple(
        Way(tuple(each.piles), each.value, f"{what_it_makes(each.piles, wheel)}: {each.award}") for each in legal
    )
    best = legal[0]
    notes = [f"The dealer sets {open_hand.piles} by {line.bullet} (clause {line.clause}). {line.says}"]
    if ended_by_jacks(dealer, settings):
        notes = ["The dealer has two or more jacks: the Pai Gow wager loses, and no hand is set (clause 4.a)."]
    elif settings.flag("ace-high-push") and ace_high(dealer, wheel):
        notes.append("The dealer is ace high: the Pai Gow wager pushes (clause introduction.ace-high).")
    more = {
        "dealer": {
            "cards": hand_json(in_order(cards_of(dealer))),
            "piles": piles_json(Piles(front, dealer ^ front)),
            "branch": line.name,
            "rule": line.bullet,
            "clause": line.clause,
            "why": line.says,
        },
        "best": {"piles": piles_json(best.piles), "result": best.award},
    }
    return ways, tuple(notes), more
