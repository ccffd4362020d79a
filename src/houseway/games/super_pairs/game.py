"""Super Pairs: blackjack with bonus wagers on the felt and jackpots beside it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.cards import symbols
from houseway.document import load
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.games.super_pairs import bot, examples, play, reasons
from houseway.games.super_pairs import record as records
from houseway.games.super_pairs.rules import busting, configuration
from houseway.games.super_pairs.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER, dealer_draws
from houseway.games.super_pairs.rules.bonuses import AWARDS_OF
from houseway.games.super_pairs.rules.spot import DECLINE, EVEN_MONEY, Cards, spot_in
from houseway.games.super_pairs.terms import jackpots
from houseway.games.super_pairs.terms.blackjack import BLACKJACK
from houseway.hooks import HandInPlay, HouseWay
from houseway.lab.result import Advice, Ask, Odds, Strategy
from houseway.round import Answer, Choose, Payout, Question, Round, Setup, Standing, Wager
from houseway.round.explanation import Reason
from houseway.round.record import Hand, Record

NOTICE = (
    "House Jackpot prizes are paid by the casino and are not components of any progressive prize contest. Player "
    "wagers do not accrue to any guaranteed player fund. The displayed House Jackpot prize may be modified or "
    "discontinued at any time without prior notice."
)


def _amounts_to(cards: Cards) -> str:
    """What cards are worth, without telling them again."""
    return str(cards).removesuffix(f" ({symbols(cards.cards)})")


if TYPE_CHECKING:
    from houseway.lab.deals import Deals
    from houseway.lab.joint import Ends
    from houseway.simulate.model import Plan, Simulation


class SuperPairs(Game):
    """What only Super Pairs knows."""

    how_to_play: ClassVar[tuple[str, ...]] = (
        "Put your wager on its spot; the bonus wagers beside it are won by the cards that are dealt.",
        "You get two cards, the dealer one that is open and one that is not.",
        "Hit, stand, double or split to come nearer to 21 than the dealer; over 21 loses at once.",
        "An ace with a ten or a picture, dealt first, is a blackjack and is paid as posted.",
        "The dealer draws by a fixed rule; who is nearer to 21 wins, and equal totals are a push.",
    )
    advice_compiles_long: ClassVar[bool] = True
    played_out: ClassVar[tuple[str, ...]] = (BLACKJACK, busting.BUST_BONUS)
    in_parts: ClassVar[tuple[str, ...]] = (BLACKJACK,)
    choices: ClassVar[tuple[str, ...]] = (STAND, HIT, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY, DECLINE)
    reconciled_by: ClassVar[str] = "3"
    seat_fields: ClassVar[Mapping[str, str]] = {"play": "words", "insurance": "money", "bust-bonus": "money"}

    def pack(self, settings: Settings) -> tuple[int, ...]:
        return play.pack(settings)

    def check(self, setup: Setup) -> Iterable[str]:
        return configuration.check(setup)

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        return bot.bot(question, standing, setup)

    def awards(self, wager: str) -> tuple[str, ...]:
        known = {**AWARDS_OF, busting.BUST_BONUS: busting.AWARDS}
        return known[wager] if wager in known else super().awards(wager)

    # ------------------------------------------------------------------------------------------------ jackpots

    def seeds(self, settings: Settings) -> Mapping[str, int]:
        return jackpots.seeds(settings)

    def accrual(self, wager: str, stake: int, settings: Settings) -> Fraction:
        return jackpots.added(wager, stake, settings)

    def prizes(self, settings: Settings) -> Mapping[str, int]:
        return jackpots.house_jackpots(settings)

    def notice(self, settings: Settings) -> str:
        return NOTICE if jackpots.house_jackpots(settings) else ""

    # ------------------------------------------------------------------------------------------------ what is shown

    def house_way(self, cards: Sequence[int], settings: Settings) -> HouseWay | None:
        hand = Cards(tuple(cards))
        draws = dealer_draws(hand.hard, hand.aces, settings.text("soft-17") == "hit")
        return HouseWay({}, draws, f"{_amounts_to(hand)} {'draws' if draws else 'stands'}", "blackjack.dealer")

    def note(self, place: int, cards: Sequence[int], setup: Setup) -> str:
        del place, setup
        return _amounts_to(Cards(tuple(cards)))

    def hands(self, standing: Standing, seat: int, setup: Setup) -> Sequence[HandInPlay]:
        if len(standing.cards(seat)) < 2:
            return ()
        spot = spot_in(standing, seat, setup.settings)
        if len(spot.hands) < 2:
            return ()
        wager = next(each for each in setup.seats if each.number == seat).wagers[BLACKJACK]
        turn = None if standing.ruling is not None else spot.turn
        return [
            HandInPlay(hand.cards, _amounts_to(hand), wager * hand.units, number == turn)
            for number, hand in enumerate(spot.hands)
        ]

    def reasons(self, payout: Payout, standing: Standing, setup: Setup) -> Iterable[Reason]:
        return reasons.reasons(self, payout, standing, setup)

    # ------------------------------------------------------------------------------------------------ records

    def impossible(self, hands: Mapping[int, Hand]) -> Iterable[str]:
        return records.impossible(hands)

    def remarks(self, record: Record) -> Iterable[str]:
        return records.remarks(record)

    def recorded(self, question: Question, hand: Hand) -> Answer:
        if isinstance(question, Wager):
            return int(hand.more.get(question.wager, 0))
        return records.chosen(question, hand) if isinstance(question, Choose) else super().recorded(question, hand)

    def examples(self) -> Iterable[Mapping[str, Any]]:
        return examples.examples()

    # ------------------------------------------------------------------------------------------------ the lab

    def count(self, ask: Ask) -> Odds:
        from houseway.games.super_pairs import odds

        return odds.odds(ask)

    def deals(self, ask: Ask) -> "Deals":
        from houseway.games.super_pairs.count.together import deals

        return deals(ask)

    def readings_part(self, ruling: str) -> Mapping[str, object]:
        return {"peek": False} if ruling == "blackjack-found-late" else {}

    def read_otherwise(self, ask: Ask, ruling: str, reading: str) -> Odds | None:
        from houseway.games.super_pairs.count.otherwise import read_otherwise

        return read_otherwise(ask, ruling, reading)

    def together(
        self, wagers: Sequence[str], settings: Settings, progress: Callable[[float], None] | None = None
    ) -> "Ends":
        from houseway.games.super_pairs.count.together import together

        return together(wagers, settings, progress)

    def plan(self, ask: Ask) -> Strategy:
        from houseway.games.super_pairs import odds

        return odds.strategy(ask)

    def simulation(self, plan: "Plan") -> "Simulation":
        from houseway.games.super_pairs import simulation

        return simulation.simulation(plan)

    def advise(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        from houseway.games.super_pairs.count import advice

        return advice.advice(question, standing, setup)


GAME = SuperPairs(load(Path(__file__).with_name("document.toml")))
