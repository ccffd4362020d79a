"""Dealer Open Pai Gow: seven cards set as two and five, against a dealer's hand that lies open."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.document import load
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.games.dealer_open_pai_gow import bot, examples, play, reasons, terms
from houseway.games.dealer_open_pai_gow import record as records
from houseway.games.dealer_open_pai_gow.rules.ways import way_of, written
from houseway.hooks import HouseWay, PilesInWords
from houseway.lab.result import Advice, Arrangement, Ask, Odds, Strategy
from houseway.round import Answer, Arrange, Irregularity, Payout, Question, Round, Setup, Standing
from houseway.round.explanation import Reason
from houseway.round.record import Hand, Record

if TYPE_CHECKING:
    from houseway.lab.workshop import Workshop
    from houseway.simulate.model import Plan, Simulation


class DealerOpenPaiGow(Game):
    """What only Dealer Open Pai Gow knows."""

    how_to_play: ClassVar[tuple[str, ...]] = (
        "Put your Pai Gow wager on its spot; the wagers beside it are won by the cards alone, however they are set.",
        "You get seven cards, and the dealer's seven lie open: with two jacks or more the dealer wins at once.",
        "The dealer sets five cards and two by the House Way, in the open.",
        "Set your own five and two: the two in front may not outrank the five behind.",
        "Win both hands and you are paid; win one and it is a push. Copies are the dealer's; ace high pushes.",
    )
    seats_settled_by: ClassVar[str] = "8"
    seat_fields: ClassVar[Mapping[str, str]] = records.FIELDS
    dealer_fields: ClassVar[Mapping[str, str]] = records.FIELDS
    slow_odds: ClassVar[tuple[str, ...]] = ("main",)
    round_fields: ClassVar[Mapping[str, str]] = records.ROUND_FIELDS

    def pack(self, settings: Settings) -> tuple[int, ...]:
        del settings
        return play.pack()

    def check(self, setup: Setup) -> Iterable[str]:
        return play.check(setup)

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        return bot.bot(question, standing, setup)

    def posted(self, settings: Settings) -> Mapping[str, Paytable]:
        """The envy table is that of the posted Chan Chu table, where it has one and it is used."""
        envy = terms.envy_table(settings)
        tables = {wager: table for wager, table in super().posted(settings).items() if wager != terms.ENVY}
        return tables if envy is None else {**tables, terms.ENVY: envy}

    def read_content(self, setting: str, settings: Settings) -> None:
        if setting == "house-way":
            way_of(settings)

    def awards(self, wager: str) -> tuple[str, ...]:
        return terms.AWARDS.get(wager) or super().awards(wager)

    def dealer_piles(self, cards: Sequence[int], setup: Setup) -> Mapping[str, Sequence[int]] | None:
        return play.dealer_piles(cards, setup.settings)

    def house_way(self, cards: Sequence[int], settings: Settings) -> HouseWay | None:
        return play.house_way(cards, settings)

    def piles_in_words(self, piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
        return play.piles_in_words(piles, settings)

    def reasons(self, payout: Payout, standing: Standing, setup: Setup) -> Iterable[Reason]:
        return reasons.reasons(payout, standing, setup)

    def irregular(self, hands: Mapping[int, Hand]) -> Iterable[Irregularity]:
        return records.irregular(hands)

    def recorded(self, question: Question, hand: Hand) -> Answer:
        return records.recorded_piles(hand) if isinstance(question, Arrange) else super().recorded(question, hand)

    def remarks(self, record: Record) -> Iterable[str]:
        return records.remarks(record)

    def examples(self) -> Iterable[Mapping[str, Any]]:
        return examples.examples()

    # ------------------------------------------------------------------------------------------------ the lab

    def count(self, ask: Ask) -> Odds:
        from houseway.games.dealer_open_pai_gow import odds

        return odds.odds(ask)

    def read_otherwise(self, ask: Ask, ruling: str, reading: str) -> Odds | None:
        from houseway.games.dealer_open_pai_gow.count import otherwise

        return otherwise.read_otherwise(ask, ruling, reading)

    def workshop(
        self, settings: Settings, others: Sequence[str] = (), progress: Callable[[float], None] | None = None
    ) -> "Workshop":
        from houseway.games.dealer_open_pai_gow.count.workshop import workshop

        return workshop(settings, others, progress)

    def plan(self, ask: Ask) -> Strategy:
        from houseway.games.dealer_open_pai_gow import odds

        return odds.strategy(ask)

    def advise(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        from houseway.games.dealer_open_pai_gow.count import set_hand

        return set_hand.advice(question, standing, setup)

    def arrange(
        self, cards: Sequence[int], settings: Settings, dealer: Sequence[int] = (), top: int = 5
    ) -> Arrangement:
        from houseway.games.dealer_open_pai_gow.count import set_hand

        return set_hand.arrange(cards, settings, dealer, top)

    def content(self, setting: str, value: str) -> str:
        return written(value) if setting == "house-way" else ""

    def simulation(self, plan: "Plan") -> "Simulation":
        from houseway.games.dealer_open_pai_gow import simulation

        return simulation.simulation(plan)

    def simulated_wagers(self, settings: Settings) -> tuple[str, ...]:
        """The envy bonus is one of two seats: it is named where it is wanted."""
        return tuple(wager for wager in super().simulated_wagers(settings) if wager != terms.ENVY)

    def simulated_seats(self, wagers: Sequence[str], settings: Settings) -> int:
        del settings
        return 2 if terms.ENVY in wagers else 1

    def figure(self, quantity: str, given: str, ask: Ask) -> Fraction:
        del given
        from houseway.games.dealer_open_pai_gow import odds

        return odds.figure(quantity, ask)


GAME = DealerOpenPaiGow(load(Path(__file__).with_name("document.toml")))
