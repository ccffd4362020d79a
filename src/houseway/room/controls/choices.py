"""What is the manager's to choose of a table: kinds, seeds and increments of jackpots, and limits."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from houseway.errors import HousewayError
from houseway.game import Game
from houseway.room.errors import Forbidden
from houseway.room.people.people import MANAGER, PLAYER, Person

if TYPE_CHECKING:
    from houseway.room.table.metering import Sensor

OF_JACKPOTS = ("-seed", "-increment", "-meter")


def managers(game: Game) -> frozenset[str]:
    """The settings of a game that guests leave as the document has them."""
    limits = {limit for wager in game.document.wagers for limit in (wager.least, wager.most) if limit}
    follows = {spec.follows for spec in game.document.settings if spec.id in limits and spec.follows}
    jackpots = {spec.id for spec in game.document.settings if spec.id.endswith(OF_JACKPOTS)}
    return frozenset(limits | {str(each) for each in follows} | jackpots | {"jackpot-kind", "jackpot-link"})


def not_theirs(game: Game, given: Mapping[str, Any]) -> Iterator[str]:
    """The settings among these that differ from the document and are the manager's."""
    specs = {spec.id: spec for spec in game.document.settings}
    for key in managers(game) & given.keys() & specs.keys():
        try:
            if specs[key].parse(given[key]) not in (specs[key].default, specs[key].follows or specs[key].default):
                yield key
        except HousewayError:
            yield key


def check_opener(by: Person, game: Game, given: Mapping[str, Any], jackpots: "Mapping[str, Sensor] | None") -> None:
    """Refuse a guest who opens a table otherwise than for practice."""
    if jackpots and by.role != MANAGER:
        raise Forbidden("the jackpots of the room are a manager's")
    if by.role == PLAYER and (keys := sorted(not_theirs(game, given))):
        raise Forbidden(
            f"a practice table has the document's own {', '.join(keys)}: kinds, seeds, increments and limits are the "
            "manager's"
        )
