"""What a hand makes while it is being set: each pile in words, by the game's own rules, and whether it is a foul."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from houseway.cards import mask
from houseway.errors import UnknownName
from houseway.settings import Settings

Piles = Sequence[tuple[int, ...]]


class Words(NamedTuple):
    """What each pile makes, and why the setting is a foul; empty where it is none."""

    says: tuple[str, ...]
    foul: str


def described(game: str, piles: Piles, settings: Settings) -> Words:
    """The piles in words; a pile that is not full yet says nothing of a foul."""
    if game not in _DESCRIBED:
        raise UnknownName(f"hands are not set in {game}: there is nothing to describe")
    return _DESCRIBED[game](piles, settings)


def _supreme_99(piles: Piles, settings: Settings) -> Words:
    from houseway.games.supreme_99.play import word
    from houseway.games.supreme_99.rules import fouled, score

    del settings
    scores = [score(*pile) if len(pile) == 2 else -1 for pile in piles]
    says = tuple("" if each < 0 else word(each) for each in scores)
    foul = min(scores) >= 0 and fouled(scores[0], scores[1])
    return Words(says, "a foul: the High hand is weaker than the Low hand" if foul else "")


def _chinese_poker(piles: Piles, settings: Settings) -> Words:
    from houseway.games.chinese_poker.rules import fouled, pile_value
    from houseway.games.chinese_poker.scoring import terms_of
    from houseway.poker import describe

    terms = terms_of(settings)
    values = [pile_value(mask(pile), terms.wheel) for pile in piles]
    full = [len(pile) for pile in piles] == [3, 5, 5]
    foul = full and fouled(values[0], values[1], values[2], terms.equal_is_legal)
    says = tuple(describe(value) if pile else "" for pile, value in zip(piles, values, strict=True))
    return Words(says, "a foul: Back must rank above Middle, and Middle above Front" if foul else "")


_DESCRIBED: dict[str, Callable[[Piles, Settings], Words]] = {
    "supreme-99": _supreme_99,
    "chinese-poker": _chinese_poker,
}
