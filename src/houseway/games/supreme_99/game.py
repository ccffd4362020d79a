"""Supreme 99: four cards set as a High and a Low hand of two, and both must beat the dealer's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.cards import DECK
from houseway.document import load
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.games.supreme_99 import bot, play, reasons
from houseway.games.supreme_99 import record as records
from houseway.games.supreme_99.rules import PILES, fouled, house_piles, house_says, score, word
from houseway.games.supreme_99.terms import AWARDS
from houseway.hooks import HouseWay, PilesInWords
from houseway.lab.result import Advice, Arrangement, Ask, Odds, Strategy
from houseway.round import Answer, Arrange, Payout, Question, Round, Setup, Standing
from houseway.round.explanation import Reason
from houseway.round.record import Hand, Record

if TYPE_CHECKING:
    from houseway.lab.joint import Ends
    from houseway.simulate.model import Plan, Simulation


class Supreme99(Game):
    """What only Supreme 99 knows."""

    how_to_play: ClassVar[tuple[str, ...]] = (
        "Put your wager on its spot; Pair Fortunes, beside it, is won by a pair among your four cards.",
        "Dice or a drawn number decide who gets which four cards.",
        "Set two cards as your High hand and two as your Low; High may not be the weaker one.",
        "Pairs rank first, then points: aces one, tens and pictures nothing, only the last digit of the sum counts.",
        "Win both hands and you are paid; win one and it is a push. A copy is the dealer's, but two copies pay you.",
    )
    seats_settled_by: ClassVar[str] = "7"
    seat_fields: ClassVar[Mapping[str, str]] = dict.fromkeys(PILES, "cards")
    dealer_fields: ClassVar[Mapping[str, str]] = dict.fromkeys(PILES, "cards")
    round_fields: ClassVar[Mapping[str, str]] = {"drawn": "integer"}

    def pack(self, settings: Settings) -> tuple[int, ...]:
        del settings
        return DECK

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        del setup
        return bot.bot(question, standing)

    def awards(self, wager: str) -> tuple[str, ...]:
        return AWARDS.get(wager) or super().awards(wager)

    def dealer_piles(self, cards: Sequence[int], setup: Setup) -> Mapping[str, Sequence[int]]:
        del setup
        return dict(zip(PILES, house_piles(cards), strict=True))

    def house_way(self, cards: Sequence[int], settings: Settings) -> HouseWay | None:
        del settings
        name, clause, effect = house_says(cards)
        piles = dict(zip(PILES, house_piles(cards), strict=True))
        return HouseWay(piles, False, f"by the dealer's rule {name} {effect}", clause)

    def piles_in_words(self, piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
        high, low = (score(*pile) if len(pile) == 2 else None for pile in piles)
        says = tuple("" if each is None else word(each) for each in (high, low))
        if high is None or low is None or not fouled(high, low):
            return PilesInWords(says, "")
        lost = "the hand would lose" if settings.text("foul") == "lose" else "it would be set the dealer's way"
        return PilesInWords(says, f"a foul: High, {says[0]}, is weaker than Low, {says[1]}; {lost}")

    def reasons(self, payout: Payout, standing: Standing, setup: Setup) -> Iterable[Reason]:
        return reasons.reasons(payout, standing, setup)

    # ------------------------------------------------------------------------------------------------ records

    def recorded(self, question: Question, hand: Hand) -> Answer:
        return records.recorded(hand) if isinstance(question, Arrange) else super().recorded(question, hand)

    def impossible(self, hands: Mapping[int, Hand]) -> Iterable[str]:
        return records.impossible(hands)

    def remarks(self, record: Record) -> Iterable[str]:
        return records.remarks(record)

    def examples(self) -> Iterable[Mapping[str, Any]]:
        return records.EXAMPLES

    # ------------------------------------------------------------------------------------------------ the lab

    def count(self, ask: Ask) -> Odds:
        from houseway.games.supreme_99 import odds

        return odds.odds(ask)

    def read_otherwise(self, ask: Ask, ruling: str, reading: str) -> Odds | None:
        from houseway.games.supreme_99 import odds

        return odds.read_otherwise(ask, ruling, reading)

    def together(
        self, wagers: Sequence[str], settings: Settings, progress: Callable[[float], None] | None = None
    ) -> "Ends":
        del progress  # it is over at once
        from houseway.games.supreme_99.count.together import together

        return together(wagers, settings)

    def plan(self, ask: Ask) -> Strategy:
        from houseway.games.supreme_99 import odds

        return odds.strategy(ask)

    def advise(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        from houseway.games.supreme_99 import odds

        return odds.advice(question, standing, setup)

    def simulation(self, plan: "Plan") -> "Simulation":
        from houseway.games.supreme_99 import simulation

        return simulation.simulation(plan)

    def arrange(
        self, cards: Sequence[int], settings: Settings, dealer: Sequence[int] = (), top: int = 5
    ) -> Arrangement:
        from houseway.games.supreme_99 import odds

        return odds.arrange(cards, settings, dealer, top)


GAME = Supreme99(load(Path(__file__).with_name("document.toml")))
