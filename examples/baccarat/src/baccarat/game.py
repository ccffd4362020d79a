"""Minibaccarat: back the player's hand, the banker's or a tie."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from baccarat import play, record
from baccarat.rules import hand_total
from baccarat.terms import rate_of
from houseway.document import Settings, load
from houseway.game import Game
from houseway.lab.result import Ask, Odds
from houseway.round import DEALER, Round, Setup
from houseway.round.record import Hand

if TYPE_CHECKING:
    from houseway.simulate.model import Plan, Simulation


class Baccarat(Game):
    """What only minibaccarat knows."""

    def pack(self, settings: Settings) -> tuple[int, ...]:
        return play.pack(settings.integer("decks"))

    def check(self, setup: Setup) -> Iterable[str]:
        return play.check(setup)

    def commission(self, wager: str, settings: Settings) -> Fraction:
        return rate_of(wager, settings)

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def note(self, place: int, cards: Sequence[int], setup: Setup) -> str:
        del setup
        player, banker = play.hands(cards)
        return f"player {hand_total(player)}, banker {hand_total(banker)}" if place == DEALER else ""

    def dealer_piles(self, cards: Sequence[int], setup: Setup) -> Mapping[str, Sequence[int]] | None:
        del setup
        player, banker = play.hands(cards)
        return {"player": player, "banker": banker}

    def impossible(self, hands: Mapping[int, Hand]) -> Iterable[str]:
        return record.impossible(hands)

    def count(self, ask: Ask) -> Odds:
        from baccarat import odds

        return odds.odds(ask)

    def simulation(self, plan: "Plan") -> "Simulation":
        from baccarat import simulation

        return simulation.simulation(plan)


GAME = Baccarat(load(Path(__file__).with_name("document.toml")))
