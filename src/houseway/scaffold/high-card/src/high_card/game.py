"""High Card: one card each, perhaps another in its place, and the higher card wins."""

from pathlib import Path

from high_card import bot, play, record
from houseway.document import Settings, load
from houseway.game import Game
from houseway.lab.result import Ask, Odds
from houseway.round import Answer, Choose, Question, Round, Setup, Standing
from houseway.round.record import Hand


class HighCard(Game):
    """What only High Card knows."""

    def pack(self, settings: Settings) -> tuple[int, ...]:
        del settings
        return play.pack()

    def play(self, setup: Setup) -> Round:
        return play.play(setup)

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        del setup
        return bot.bot(question, standing)

    def recorded(self, question: Question, hand: Hand) -> Answer:
        return record.recorded(hand) if isinstance(question, Choose) else super().recorded(question, hand)

    def count(self, ask: Ask) -> Odds:
        from high_card import odds

        return odds.odds(ask)


GAME = HighCard(load(Path(__file__).with_name("document.toml")))
