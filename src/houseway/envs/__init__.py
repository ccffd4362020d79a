"""Environments for learning agents, with the rules of the games: Gymnasium for one seat, PettingZoo for a whole table.

    import gymnasium, houseway.envs

    env = gymnasium.make("houseway/super-pairs-v0")                       blackjack's decisions
    env = gymnasium.make("houseway/dealer-open-pai-gow-v0")               which two cards lie in front
    env = houseway.envs.seats_env("super-pairs", 4096)                    4,096 of them at once, in compiled code
    env = houseway.envs.table_env("chinese-poker", seats=4)               thirteen-card poker, by PettingZoo

Importing this registers an environment for every game that a player decides something in.
"""

from typing import TYPE_CHECKING, Any

from houseway.extras import extras_named
from houseway.games import games

with extras_named():
    import gymnasium

if TYPE_CHECKING:
    from houseway.envs.aec import TableEnv
    from houseway.envs.many import SeatsEnv


def id_of(game: str) -> str:
    """The name by which Gymnasium makes a game's environment."""
    return f"houseway/{game}-v0"


def register() -> None:
    """Let Gymnasium make an environment of every game against the house."""
    for each in games():
        if each.dealer_plays and id_of(each.id) not in gymnasium.registry:
            gymnasium.register(
                id_of(each.id),
                entry_point="houseway.envs.seat:SeatEnv",
                vector_entry_point="houseway.envs.many:SeatsEnv",
                kwargs={"game": each.id},
            )


def seats_env(game: str = "super-pairs", many: int = 1, **settings: object) -> "SeatsEnv":
    """Many seats at once as a vector environment, each at a table of its own."""
    from houseway.envs.many import SeatsEnv

    return SeatsEnv(game, many, **settings)


def table_env(game: str = "chinese-poker", seats: int = 2, **asked: Any) -> "TableEnv":
    """A whole table as a PettingZoo environment: every seat an agent."""
    with extras_named():
        from houseway.envs.aec import TableEnv

    return TableEnv(game, seats, **asked)


register()

__all__ = ["id_of", "register", "seats_env", "table_env"]
