"""How a house has set a game: what is not as the document begins with, and paytables of its own, by content."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.document.fields import Reader
from houseway.document.settings import Settings
from houseway.document.variants import paytable_content
from houseway.game import Game
from houseway.games import game as find


class House(NamedTuple):
    """The settings of a house at a game that are not the document's, and its own paytables."""

    settings: Mapping[str, str]
    paytables: tuple[Mapping[str, Any], ...] = ()

    def at(self, id_: str) -> tuple[Game, Settings]:
        """The game as this house has set it; refused where it cannot be."""
        game = find(id_)
        for paytable in self.paytables:
            game = game.with_paytable(paytable)
        return game, game.configure(self.settings)

    def json(self) -> dict[str, Any]:
        return {"settings": dict(self.settings), "paytables": [dict(each) for each in self.paytables]}


DOCUMENTS = House({})
"""The document's own."""

Houses = Mapping[str, House]
"""Houses by game; a game that is not there is as its document begins with."""


def house_at(game: Game, settings: Settings) -> House:
    """A table's house; meters, which move, are no part of it."""
    shipped = find(game.id)
    known = [paytable_content(each) for each in shipped.document.paytables]
    posted = [paytable_content(each) for each in game.posted(settings).values()]
    begins, meters = game.configure().show(), {f"{wager.id}-meter" for wager in game.document.wagers}
    own = tuple(each for each in posted if each not in known)
    named = {each["id"] for each in own}
    changed = {
        key: value
        for key, value in settings.show().items()
        if value != begins[key] and key not in meters and value not in named
    }
    return House(changed, own)


def read_house(at: Reader) -> House:
    """What `House.json` writes."""
    settings = at.strings("settings")
    paytables = at.value("paytables", [])
    at.finish()
    if not isinstance(paytables, list) or not all(isinstance(each, dict) for each in paytables):
        at.fault("paytables", "is a list of paytables")
        paytables = []
    return House(settings, tuple(paytables))
