"""The shoe and the dice of a table in the terminal: what answers where chance is asked."""

import random

from houseway.cli.show import out
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.round import OUT_OF_CARDS, Draw, Irregularity, Standing
from houseway.round.shuffle import shuffled_again
from houseway.shoe import Shoe, shuffled


class Chance:
    """One shoe until it runs low; from the system's entropy, or repeatable from a seed."""

    def __init__(self, game: Game, settings: Settings, seed: int | None) -> None:
        self._settings = settings
        self._pack = game.pack(settings)
        self._random = random.SystemRandom() if seed is None else random.Random(seed)
        self._seed = seed
        self.shoe = Shoe(())

    def shuffle_if_low(self, seats: int) -> None:
        """A fresh shuffle where the shoe might not last the round, and always in a game of one deck."""
        settings, left = self._settings, len(self.shoe)
        penetration = float(settings.fraction("penetration")) if "penetration" in settings else 0.75
        lasts = left > len(self._pack) * (1 - penetration) and left >= 8 * (seats + 1)
        if not lasts or "decks" not in settings:
            self._fill(self._pack)

    def card(self, standing: Standing) -> int | Irregularity:
        """The shoe's next card; where it has run out, the first of the discards, or the call that voids the round."""
        if not len(self.shoe):
            cards = shuffled_again(self._pack, standing.dealt, self._settings)
            if not cards:
                out.print("[yellow]The shoe has run out of cards: the round is void.[/]")
                return OUT_OF_CARDS
            self._fill(cards)
        return self.shoe.deal()

    def draw(self, question: Draw) -> int:
        """A random number, or the sum of dice."""
        if question.dice:
            number = sum(self._random.randint(1, 6) for _ in range(question.dice))
        else:
            number = self._random.randint(question.least, question.most)
        out.print(f"[dim]{question.what}: {number}[/]")
        return number

    def _fill(self, cards: tuple[int, ...]) -> None:
        self.shoe = Shoe(shuffled(cards, None if self._seed is None else self._random.randrange(2**63)))
        out.print(f"[dim]{len(cards)} cards are shuffled.[/]")
