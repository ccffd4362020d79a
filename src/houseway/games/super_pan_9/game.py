"""Super Pan 9: three cards each and one to draw, the hand closer to nine wins."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.cards import DECK
from houseway.document import load
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.games.super_pan_9 import bot, play, reasons, record
from houseway.games.super_pan_9.rules import dealer_draws, hand_size, hand_total
from houseway.games.super_pan_9.terms import AWARDS, TIE_BET, rate_of
from houseway.hooks import HouseWay
from houseway.lab.result import Advice, Ask, Odds, Strategy
from houseway.round import Answer, Choose, Payout, Question, Round, Setup, Standing
from houseway.round.explanation import Reason
from houseway.round.record import Hand

if TYPE_CHECKING:
    from houseway.lab.deals import Deals
    from houseway.lab.joint import Ends
    from houseway.simulate.model import Plan, Simulation


class SuperPan9(Game):
    """What only Super Pan 9 knows."""

    how_to_play: ClassVar[tuple[str, ...]] = (
        "Put your wager on its spot: it is settled against the dealer alone.",
        "You get three cards. Aces count one, 2 to 6 their face, pictures nothing, and of the sum the last digit.",
        "Stand, or draw one more card.",
        "The dealer draws on 0 to 5 and stands on 6 to 9.",
        "Closer to nine wins; the same total is a push. The Tie Bet is won by a tie.",
    )
    advised_too: ClassVar[tuple[str, ...]] = (TIE_BET,)
    choices: ClassVar[tuple[str, ...]] = (play.STAND, play.DRAW)
    options_in_words: ClassVar[Mapping[str, str]] = {"draw": "Draw a card"}

    def pack(self, settings: Settings) -> tuple[int, ...]:
        return play.pack(settings.integer("decks"))

    def check(self, setup: Setup) -> Iterable[str]:
        return play.check(setup)

    def commission(self, wager: str, settings: Settings) -> Fraction:
        return rate_of(wager, settings)

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        del setup
        return bot.bot(question, standing)

    def awards(self, wager: str) -> tuple[str, ...]:
        return AWARDS.get(wager) or super().awards(wager)

    def house_way(self, cards: Sequence[int], settings: Settings) -> HouseWay | None:
        del settings
        if len(cards) != hand_size(False):
            return None
        points = hand_total(tuple(cards))
        draws = dealer_draws(points)
        return HouseWay({}, draws, f"a total of {points} {'draws' if draws else 'stands'}", "7.i" if draws else "7.ii")

    def note(self, place: int, cards: Sequence[int], setup: Setup) -> str:
        del place, setup
        return f"total {hand_total(tuple(cards))}"

    def reasons(self, payout: Payout, standing: Standing, setup: Setup) -> Iterable[Reason]:
        return reasons.reasons(payout, standing, setup)

    def impossible(self, hands: Mapping[int, Hand]) -> Iterable[str]:
        return record.impossible(hands)

    def recorded(self, question: Question, hand: Hand) -> Answer:
        return record.recorded(hand) if isinstance(question, Choose) else super().recorded(question, hand)

    # ------------------------------------------------------------------------------------------------ the lab

    def count(self, ask: Ask) -> Odds:
        from houseway.games.super_pan_9 import odds

        return odds.odds(ask)

    def deals(self, ask: Ask) -> "Deals":
        from houseway.games.super_pan_9.count.together import deals

        return deals(ask)

    def read_otherwise(self, ask: Ask, ruling: str, reading: str) -> Odds | None:
        if (ruling, reading) == ("cards-a-deck", "full"):
            from houseway.games.super_pan_9 import odds
            from houseway.games.super_pan_9.count.shoe import shoe_of

            return odds.odds(ask, shoe_of(DECK * ask.settings.integer("decks")))
        given: dict[str, Any] = dict(ask.settings.show())
        if (ask.wager, ruling, reading) == ("main", "tie-and-main", "lose"):
            return self.odds("main", pays={"push": "lose"}, **given)
        if (ask.wager, ruling, reading) != ("tie", "commission-of-what", "wager") or not rate_of("tie", ask.settings):
            return None
        (row,) = ask.settings.in_force("tie").rows
        less = Fraction(str(row.pay)) - rate_of("tie", ask.settings)
        return self.odds("tie", pays={"tie": str(less)}, **given | {"tie-commission": "no"})

    def readings_part(self, ruling: str) -> Mapping[str, object]:
        return {"tie-commission": True} if ruling == "commission-of-what" else {}

    def together(
        self, wagers: Sequence[str], settings: Settings, progress: Callable[[float], None] | None = None
    ) -> "Ends":
        del progress  # it is over at once
        from houseway.games.super_pan_9.count.together import together

        return together(wagers, settings)

    def plan(self, ask: Ask) -> Strategy:
        from houseway.games.super_pan_9 import odds

        return odds.strategy(ask)

    def advise(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        from houseway.games.super_pan_9 import odds

        return odds.advice(question, standing, setup)

    def simulation(self, plan: "Plan") -> "Simulation":
        from houseway.games.super_pan_9 import simulation

        return simulation.simulation(plan)

    def figure(self, quantity: str, given: str, ask: Ask) -> int:
        from houseway.games.super_pan_9 import odds

        return odds.figure(quantity, given, ask)


GAME = SuperPan9(load(Path(__file__).with_name("document.toml")))
