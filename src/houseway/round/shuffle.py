"""What is shuffled: the pack of a shoe, and what is left of it when it runs out in mid-round."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.cards import name
from houseway.document.settings import Settings

if TYPE_CHECKING:
    from houseway.game import Game

DISCARDS = "discards"


def pack_of(game: "Game", settings: Settings) -> dict[str, int]:
    """How many of each card a shoe of a table holds."""
    return dict(Counter(map(name, game.pack(settings))))


def shuffled_again(pack: Iterable[int], on_table: Iterable[int], settings: Settings) -> tuple[int, ...]:
    """The cards to shuffle when the shoe runs out in mid-round, by the setting `out-of-cards`: those not on the table.

    None means that the round is void: the setting does not say `discards`, or every card is on the table.
    """
    if settings.get("out-of-cards") != DISCARDS:
        return ()
    return tuple((Counter(pack) - Counter(on_table)).elements())
