"""The kinds of question there are, and one question of a game by its seed."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from houseway.academy.decisions import ANY, DECIDE, decision
from houseway.academy.kinds import calling, house_way, irregularity, jackpot, mispay, paying, settling
from houseway.academy.question import Kind, Question
from houseway.academy.tables import offering
from houseway.document.settings import Settings
from houseway.errors import UnknownName, meant
from houseway.game import Game
from houseway.games import game as find

KINDS: tuple[Kind, ...] = (
    house_way.KIND,
    settling.KIND,
    calling.KIND,
    paying.KIND,
    mispay.KIND,
    irregularity.KIND,
    jackpot.KIND,
)

TRIES = 50
"""Deals in search of a question before a kind is said to have none."""


class Item(NamedTuple):
    """A question by what makes it: a game, a kind, or `decide` for a player's decision, and a seed."""

    game: str
    kind: str
    seed: int

    def question(self) -> Question:
        game, (kind, _, about) = find(self.game), self.kind.partition(":")
        return decision(game, about or ANY, self.seed) if kind == DECIDE else question(game, kind_of(kind), self.seed)


def kind_of(id_: str) -> Kind:
    """The kind of this id."""
    for kind in KINDS:
        if kind.id == id_:
            return kind
    known = [kind.id for kind in KINDS]
    raise UnknownName(f"there is no kind of question {id_!r}; there are {', '.join(known)}{meant(id_, known)}")


@lru_cache(maxsize=64)
def kinds_for(game: Game) -> tuple[Kind, ...]:
    """The kinds that a game has."""
    return tuple(kind for kind in KINDS if kind.fits(game))


def question(game: Game, kind: Kind, seed: int, settings: Settings | None = None) -> Question:
    """The question of a seed, the same every time; at the house's settings, or at the document's."""
    if kind not in kinds_for(game):
        fitting = ", ".join(each.id for each in kinds_for(game)) or "none"
        raise UnknownName(f"{game.name} has no questions of the kind {kind.id!r}; it has {fitting}")
    for at in range(TRIES):
        luck = Random(f"houseway {game.id} {kind.id} {seed} {at}")
        made = kind.make(game, offering(game, settings or game.configure(), luck.randrange(12)), luck)
        if made is not None:
            return made
    raise UnknownName(f"no question of the kind {kind.id!r} comes up in {game.name} at these settings")
