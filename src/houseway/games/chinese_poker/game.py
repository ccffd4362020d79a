"""Chinese poker: thirteen cards set into three hands, every player against every other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.cards import mask
from houseway.document import load
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.games.chinese_poker import play, reasons, record
from houseway.games.chinese_poker.bot.player import answer
from houseway.games.chinese_poker.record import remarks as unpaid_naturals
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.chinese_poker.terms import scores
from houseway.hooks import PilesInWords, Score
from houseway.lab.result import Advice, Arrangement, Ask, Odds, Strategy
from houseway.round import Answer, Arrange, Choose, Payout, Question, Round, Setup, Standing
from houseway.round.explanation import Reason
from houseway.round.record import Hand, Record

if TYPE_CHECKING:
    from houseway.simulate.model import Plan, Simulation


class ChinesePoker(Game):
    """What only Chinese poker knows."""

    how_to_play: ClassVar[tuple[str, ...]] = (
        "You get thirteen cards and play against everybody else at the table, not against the house.",
        "Set a Back of five, a Middle of five and a Front of three cards, each weaker than the one before.",
        "In the Front three of a kind and pairs count, straights and flushes do not.",
        "When all hands are set they are turned, and each of yours is compared with each other player's.",
        "A hand that wins earns units, one that loses pays them; a foul loses all three.",
    )
    dealer_plays: ClassVar[bool] = False
    bots_think: ClassVar[bool] = True
    advice_compiles_long: ClassVar[bool] = True
    choices: ClassVar[tuple[str, ...]] = (play.SET, play.DECLARE, play.SURRENDER)
    options_in_words: ClassVar[Mapping[str, str]] = {"set": "Set the hand"}
    seat_fields: ClassVar[Mapping[str, str]] = record.FIELDS

    def pack(self, settings: Settings) -> tuple[int, ...]:
        del settings
        return play.pack()

    def check(self, setup: Setup) -> Iterable[str]:
        return play.check(setup)

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        return answer(question, mask(standing.cards(question.seat)), scoring_of(setup.settings))

    def scores(self, settings: Settings) -> Sequence[Score]:
        return scores.scores(settings)

    def piles_in_words(self, piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
        return play.piles_in_words(piles, settings)

    def impossible(self, hands: Mapping[int, Hand]) -> Iterable[str]:
        return record.impossible(hands)

    def recorded(self, question: Question, hand: Hand) -> Answer:
        if isinstance(question, Choose):
            return record.chosen(question, hand)
        return record.piles(hand) if isinstance(question, Arrange) else super().recorded(question, hand)

    def remarks(self, record: Record) -> Iterable[str]:
        return unpaid_naturals(record)

    def reasons(self, payout: Payout, standing: Standing, setup: Setup) -> Iterable[Reason]:
        return reasons.reasons(payout, standing, setup)

    # ------------------------------------------------------------------------------------------------ the lab

    def count(self, ask: Ask) -> Odds:
        from houseway.games.chinese_poker import odds

        return odds.odds(ask)

    def plan(self, ask: Ask) -> Strategy:
        from houseway.games.chinese_poker import odds

        return odds.strategy(ask)

    def advise(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        from houseway.games.chinese_poker import odds

        return odds.advice(question, standing, setup)

    def arrange(
        self, cards: Sequence[int], settings: Settings, dealer: Sequence[int] = (), top: int = 5
    ) -> Arrangement:
        from houseway.games.chinese_poker import odds

        del dealer
        return odds.arrange(tuple(cards), settings, top)

    def solve(
        self,
        name: str,
        into: Path,
        *,
        seed: int,
        hands: int,
        fresh: int,
        progress: Callable[[float], None] | None = None,
    ) -> Mapping[str, Any]:
        from houseway.games.chinese_poker.count.solve import strategy

        name = name or "1-a-hand"
        known = strategy(name, self.document, into, seed=seed, size=hands, fresh=fresh, progress=progress)
        return {"name": name, **known}

    def simulation(self, plan: "Plan") -> "Simulation":
        from houseway.games.chinese_poker import simulation

        return simulation.simulation(plan)

    def simulated_seats(self, wagers: Sequence[str], settings: Settings) -> int:
        del wagers
        return settings.integer("players")

    def figure(self, quantity: str, given: str, ask: Ask) -> int:
        from houseway.games.chinese_poker import odds

        return odds.figure(quantity, given, ask)


GAME = ChinesePoker(load(Path(__file__).with_name("document.toml")))
