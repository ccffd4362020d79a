"""The house's way: set the dealer's hand, or draw to it or stand."""

from random import Random

from houseway.academy.fields import Choice, Option, Piles
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import Hand, Pile, Scene, chosen_at
from houseway.academy.tables import Luck, played, seated, tried
from houseway.cards import JOKER, rank
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.hooks import HouseWay
from houseway.round.questions import DEALER, Deal, Standing

DRAWS, STANDS = "draw", "stand"


def fits(game: Game, settings: Settings | None) -> bool:
    """A game whose house has a way: its rounds come to a hand that the way plays."""
    del settings
    return type(game).house_way is not Game.house_way


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    for each in tried(luck, 8):
        lucky = Luck((DEALER,)) if each.random() < 0.5 else Luck()
        stop = _dealt if each.random() < 0.7 else None
        table = played(game, seated(game, settings, each, 1, 0), each, lucky, stop)
        cards = table.standing.cards(DEALER)
        try:
            way = game.house_way(cards, settings)
        except HousewayError:
            way = None
        if way is not None and not (way.piles and len(set(map(rank, cards))) == 1):  # four kings are set right anyhow
            return _set(game, settings, cards, way) if way.piles else _drawn(game, settings, cards, way)
    return None


def _dealt(standing: Standing) -> bool:
    """Whether every hand is dealt: no card is asked for."""
    return bool(standing.events) and bool(standing.asked) and not isinstance(standing.asked[0], Deal)


def _scene(game: Game, settings: Settings, cards: tuple[int, ...]) -> Scene:
    return Scene((Hand("Dealer", (Pile("", cards),)),), chosen=chosen_at(game, settings, ()))


def _why(way: HouseWay) -> tuple[Mistake, ...]:
    return (Mistake(way.why[:1].upper() + way.why[1:].rstrip(".") + ".", way.clause),)


def _set(game: Game, settings: Settings, cards: tuple[int, ...], way: HouseWay) -> Question:
    names = tuple(way.piles)
    right = tuple(tuple(pile) for pile in way.piles.values())
    field = Piles("piles", "The dealer's hand", cards, names, tuple(len(pile) for pile in right))
    made = game.piles_in_words(right, settings).says

    def judge(given: Values) -> list[Mistake]:
        if _alike(game, settings, given["piles"], right):
            return []
        foul = game.piles_in_words(given["piles"], settings).foul
        yours = field.says(given["piles"])
        makes = " and ".join(f"{word} in {pile}" for word, pile in zip(made, names, strict=True))
        return [
            Mistake(
                f"{yours} is {foul or 'not the house way'}: {way.why.rstrip('.')}, which makes {makes}.", way.clause
            )
        ]

    says = "Set the dealer's hand by the house way."
    return Question(game.document, says, _scene(game, settings, cards), (field,), {"piles": right}, _why(way), judge)


def _alike(
    game: Game, settings: Settings, one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]
) -> bool:
    """Whether two settings are the same but for suits that change nothing: the same ranks, which make the same."""
    ranks = [[sorted(-1 if card == JOKER else rank(card) for card in pile) for pile in each] for each in (one, other)]
    return ranks[0] == ranks[1] and game.piles_in_words(one, settings) == game.piles_in_words(other, settings)


def _drawn(game: Game, settings: Settings, cards: tuple[int, ...], way: HouseWay) -> Question:
    options = (Option(DRAWS, "The dealer draws a card"), Option(STANDS, "The dealer stands"))
    field, right = Choice("dealer", "The dealer", options), DRAWS if way.draws else STANDS

    def judge(given: Values) -> list[Mistake]:
        return (
            []
            if given["dealer"] == right
            else [Mistake(f"The dealer does not {given['dealer']}: {way.why}.", way.clause)]
        )

    says = "A wager still depends on the dealer's hand. What does the dealer do?"
    return Question(game.document, says, _scene(game, settings, cards), (field,), {"dealer": right}, _why(way), judge)


KIND = Kind("house-way", "Set the house way", "Play the dealer's hand as the house's fixed way says.", fits, make)
