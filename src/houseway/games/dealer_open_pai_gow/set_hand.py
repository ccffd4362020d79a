"""How to set a hand: the house way with the branch that fired, and every setting against the dealer's open hand."""

from collections.abc import Sequence
from typing import Any

from houseway.cards import DECK_WITH_JOKER, mask
from houseway.errors import IllegalCards
from houseway.round import DEALER, Arrange, Question, Standing
from houseway.games.dealer_open_pai_gow.play import house_piles, results_against
from houseway.games.dealer_open_pai_gow.rules import HAND, ace_high, back_value, front_value
from houseway.games.dealer_open_pai_gow.rules import settings as ways_to_set
from houseway.games.dealer_open_pai_gow.settlement import (
    Dealer,
    Piles,
    Terms,
    ended_by_jacks,
    main_terms,
    result_of,
    wheel_of,
    words,
)
from houseway.games.dealer_open_pai_gow.ways import way_of
from houseway.lab.result import Advice, Arrangement, Option, Way
from houseway.poker import describe
from houseway.round.ruling import Setup
from houseway.document.settings import Settings
from houseway.shoe import check_seen

GAME = "dealer-open-pai-gow"
Told = tuple[tuple[Way, ...], tuple[str, ...], dict[str, Any]]
"""Ways, notes, and what else there is to tell."""


def what_it_makes(piles: Piles, wheel: int) -> str:
    """A setting in words."""
    return f"{describe(back_value(piles.back, wheel))} behind {describe(front_value(piles.front, wheel))}"


def advice(question: Question, standing: Standing, setup: Setup) -> Advice | None:
    """Every setting with its result against the dealer's open hand, the best first and fouls last."""
    if not isinstance(question, Arrange):
        return None
    settings, wheel = setup.settings, wheel_of(setup.settings)
    hand, shown = mask(question.cards), mask(standing.shown(DEALER))
    dealer = Dealer(shown, house_piles(shown, settings))
    options = [
        Option(tuple(piles), f"set {words(piles.front)} in front ({what_it_makes(piles, wheel)})", terms.pays)
        for piles, terms in _judged(hand, dealer, settings)
    ]
    legal = {option.answer for option in options}
    for piles in (Piles(front, back) for front, back in ways_to_set(hand)):
        if tuple(piles) not in legal:
            terms = main_terms(result_of(piles, dealer, settings))
            options.append(Option(tuple(piles), f"set {words(piles.front)} in front (a foul)", terms.pays))
    return Advice(tuple(options))


def _judged(hand: int, dealer: Dealer, settings: Settings) -> list[tuple[Piles, Terms]]:
    """Every legal setting, the best against the dealer first, with how it ends."""
    assert dealer.piles is not None
    return [
        (piles, main_terms(result_of(piles, dealer, settings)))
        for _, piles in results_against(hand, dealer.piles, settings)
    ]


def arrange(cards: Sequence[int], settings: Settings, dealer: Sequence[int], top: int) -> Arrangement:
    """The house way's setting with the branch that fired; against an open dealer hand also the best and its result."""
    _check_hands(cards, dealer)
    hand, wheel, way = mask(cards), wheel_of(settings), way_of(settings)
    front, branch = way.set(hand, wheel)
    line = way.explain(branch)
    house = Piles(front, hand ^ front)
    ways, notes, more = _against(hand, mask(dealer), settings) if dealer else _alone(hand, house, settings)
    return Arrangement(
        GAME,
        tuple(cards),
        settings,
        ("front", "back"),
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


def _alone(hand: int, house: Piles, settings: Settings) -> Told:
    """Without the dealer's cards no setting can be told from another: the legal ones, the highest back first."""
    wheel = wheel_of(settings)
    legal = [piles for _, piles in results_against(hand, house, settings)]
    legal.sort(key=lambda piles: (back_value(piles.back, wheel), front_value(piles.front, wheel)), reverse=True)
    ways = tuple(Way(tuple(piles), None, what_it_makes(piles, wheel)) for piles in legal)
    return ways, ("The dealer's hand lies open before you set yours: give it to see the best setting against it.",), {}


def _against(hand: int, dealer: int, settings: Settings) -> Told:
    """Every legal setting against an open dealer hand, the best first."""
    wheel, way = wheel_of(settings), way_of(settings)
    front, branch = way.set(dealer, wheel)
    line = way.explain(branch)
    open_hand = Dealer(dealer, Piles(front, dealer ^ front))
    judged = _judged(hand, open_hand, settings)
    ways = tuple(
        Way(tuple(piles), terms.pays, f"{what_it_makes(piles, wheel)}: {terms.award}") for piles, terms in judged
    )
    best, terms = judged[0]
    notes = [f"The dealer sets {open_hand.piles} by {line.bullet} (clause {line.clause}). {line.says}"]
    if ended_by_jacks(dealer, settings):
        notes = ["The dealer has two or more jacks: the Pai Gow wager loses, and no hand is set (clause 4.a)."]
    elif settings.flag("ace-high-push") and ace_high(dealer, wheel):
        notes.append("The dealer is ace high: the Pai Gow wager pushes (clause introduction.ace-high).")
    more = {
        "dealer": {
            "cards": words(dealer),
            "piles": {"front": words(front), "back": words(dealer ^ front)},
            "branch": line.name,
            "rule": line.bullet,
            "clause": line.clause,
            "why": line.says,
        },
        "best": {"piles": {"front": words(best.front), "back": words(best.back)}, "result": terms.award},
    }
    return ways, tuple(notes), more
