"""A hand as it is set, front and back: by the house way, and every way beside an open dealer's hand."""

from typing import NamedTuple

from houseway.cards import cards_of, in_order, names
from houseway.document.settings import Settings
from houseway.games.dealer_open_pai_gow.rules.hands import (
    LOSE,
    ace_high,
    back_value,
    beats,
    dealer_jacks,
    fouled,
    front_value,
    jacks_end_the_game,
    main_result,
    outcome,
    ways_to_set,
)
from houseway.games.dealer_open_pai_gow.rules.ways import way_of
from houseway.poker import LOWEST, SECOND_HIGHEST, describe

PILES = ("front", "back")


class Piles(NamedTuple):
    """Seven cards as they are set."""

    front: int
    back: int

    def __str__(self) -> str:
        return f"{words(self.front)} in front of {words(self.back)}"


class Dealer(NamedTuple):
    """The dealer's open cards and their setting; no setting where jacks have ended the game."""

    hand: int
    piles: Piles | None


class Compared(NamedTuple):
    """One way to set a hand: whether it is a foul, and how its comparison with the dealer's ends."""

    piles: Piles
    foul: bool
    result: int


def words(hand: int) -> str:
    """The cards of a hand for a sentence, the highest first."""
    return names(in_order(cards_of(hand)))


def wheel_of(settings: Settings) -> int:
    """Where A-2-3-4-5 ranks."""
    return LOWEST if settings.text("wheel") == "lowest" else SECOND_HIGHEST


def ended_by_jacks(dealer: int, settings: Settings) -> bool:
    """Whether the dealer's jacks end the game before any hand is set."""
    return settings.flag("two-jacks-lose") and jacks_end_the_game(dealer_jacks(dealer))


def house_piles(hand: int, settings: Settings) -> Piles:
    """Seven cards set by the house way."""
    front, _ = way_of(settings).set(hand, wheel_of(settings))
    return Piles(front, hand ^ front)


def what_it_makes(piles: Piles, wheel: int) -> str:
    """A setting in words."""
    return f"{describe(back_value(piles.back, wheel))} behind {describe(front_value(piles.front, wheel))}"


def result_of(piles: Piles, dealer: Dealer, settings: Settings) -> int:
    """How a set hand ends against the dealer."""
    wheel = wheel_of(settings)
    front_won = back_won = False
    if dealer.piles is not None:
        front_won = beats(front_value(piles.front, wheel), front_value(dealer.piles.front, wheel))
        back_won = beats(back_value(piles.back, wheel), back_value(dealer.piles.back, wheel))
    return main_result(
        dealer_jacks(dealer.hand),
        ace_high(dealer.hand, wheel),
        fouled(piles.front, piles.back, wheel),
        front_won,
        back_won,
        settings.flag("two-jacks-lose"),
        settings.flag("ace-high-push"),
    )


def every_way(hand: int, dealer: Piles, settings: Settings) -> list[Compared]:
    """All 21 ways to set a hand, the best against the dealer's first and the fouls last.

    Of ways that end alike the house way's comes first, then the higher back.
    """
    wheel, house = wheel_of(settings), house_piles(hand, settings)
    dealer_front, dealer_back = front_value(dealer.front, wheel), back_value(dealer.back, wheel)
    found = []
    for front, back in ways_to_set(hand):
        foul = fouled(front, back, wheel)
        ours = front_value(front, wheel), back_value(back, wheel)
        result = LOSE if foul else outcome(beats(ours[0], dealer_front), beats(ours[1], dealer_back))
        order = not foul, result, front == house.front, ours[1], ours[0]
        found.append((order, Compared(Piles(front, back), foul, result)))
    found.sort(key=lambda each: each[0], reverse=True)
    return [compared for _, compared in found]
