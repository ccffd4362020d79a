"""Super Pan 9 with a bonus wager: three cards of one rank, of one suit, or of both."""

from pathlib import Path

from houseway.cards import rank, suit
from houseway.document.reader import read_toml
from houseway.document.variants import extended
from houseway.games.super_pan_9.game import GAME as PAN
from houseway.games.super_pan_9.game import SuperPan9
from houseway.round.bonus import Bonus
from houseway.rule import rule

AWARDS = ("", "suit", "rank", "both")


@rule("alike")
def alike(a: int, b: int, c: int) -> int:
    """Three cards of one suit count one, of one rank two, of both three."""
    return (suit(a) == suit(b) == suit(c)) + 2 * (rank(a) == rank(b) == rank(c))


class PanAlike(SuperPan9):
    """What only this variant knows."""

    bonuses = (Bonus("alike", 3, lambda cards: AWARDS[alike(*cards)]),)


GAME = PanAlike(extended(PAN.document, read_toml(Path(__file__).with_name("document.toml"))))
