"""The kinds of question there are, and one question of a game by its seed."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from houseway.academy.decisions import ANY, DECIDE, Dealt, dealt_by, decision, kinds_of
from houseway.academy.house import DOCUMENTS, House
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

    def question(self, house: House = DOCUMENTS) -> Question:
        """The question as a house has set the game; a player's decision is at the document's settings."""
        kind, _, about = self.kind.partition(":")
        if kind == DECIDE:
            return decision(find(self.game), about or ANY, self.seed)
        game, settings = house.at(self.game)
        return question(game, kind_of(kind), self.seed, None if house == DOCUMENTS else settings)

    @property
    def decision(self) -> Dealt:
        """The round up to the decision that a player is asked for."""
        return dealt_by(find(self.game), self.about, self.seed)

    @property
    def about(self) -> str:
        """What a player's decision was asked to be about."""
        return self.kind.partition(":")[2] or ANY


def deciding(about: str) -> str:
    """The kind of question that a player's decision about this is."""
    return DECIDE if about == ANY else f"{DECIDE}:{about}"


def of_players(kind: str) -> bool:
    """Whether a kind of question is a player's decision."""
    return kind.partition(":")[0] == DECIDE


@lru_cache(maxsize=2_000)
def fits(item: Item, kinds: tuple[str, ...]) -> bool:
    """Whether a question is one of these kinds; a decision is one about all that it leaves to choose."""
    if item.kind in kinds or not of_players(item.kind):
        return item.kind in kinds
    wanted = {kind.partition(":")[2] or ANY for kind in kinds if of_players(kind)}
    return ANY in wanted or bool(wanted and wanted.intersection(kinds_of(item.decision.question)))


def kind_of(id_: str) -> Kind:
    """The kind of this id."""
    for kind in KINDS:
        if kind.id == id_:
            return kind
    known = [kind.id for kind in KINDS]
    raise UnknownName(f"there is no kind of question {id_!r}; there are {', '.join(known)}{meant(id_, known)}")


@lru_cache(maxsize=64)
def kinds_for(game: Game, settings: Settings | None = None) -> tuple[Kind, ...]:
    """The kinds that a game has, as a house has set it or at the document's settings."""
    return tuple(kind for kind in KINDS if kind.fits(game, settings))


def kinds_at(house: House, id_: str) -> tuple[Kind, ...]:
    """The kinds that a house has of a game."""
    return kinds_for(find(id_)) if house == DOCUMENTS else kinds_for(*house.at(id_))


def question(game: Game, kind: Kind, seed: int, settings: Settings | None = None) -> Question:
    """The question of a seed, the same every time; at a house's settings, or at the document's with all on offer."""
    if kind not in kinds_for(game, settings):
        fitting = ", ".join(each.id for each in kinds_for(game, settings)) or "none"
        raise UnknownName(f"{game.name} has no questions of the kind {kind.id!r}; it has {fitting}")
    for at in range(TRIES):
        luck = Random(f"houseway {game.id} {kind.id} {seed} {at}")
        first = luck.randrange(12)
        made = kind.make(game, offering(game, game.configure(), first) if settings is None else settings, luck)
        if made is not None:
            return made
    raise UnknownName(f"no question of the kind {kind.id!r} comes up in {game.name} at these settings")
