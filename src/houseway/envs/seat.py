"""One seat as a Gymnasium environment: every decision that the rules leave to a player, and the units it wins."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.envs.table import CARDS, Table, checked_seed
from houseway.errors import IllegalAnswer
from houseway.game import Amount, Game

SEAT = 1

Observation = dict[str, Any]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A round is an episode; its reward, at the end, is what the seat has won in units of its main wager.

    An observation is how many there are of each of 53 cards in the hand that is played and among the dealer's open
    cards, and how many hands the seat has split into. `info["action_mask"]` says which actions answer what is asked;
    one that does not is played as the house plays for a seat that has left.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str = "super-pairs",
        *,
        wagers: Mapping[str, Amount] | None = None,
        offers: Sequence[str] | None = None,
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        self.table = Table(game, 1, wagers, offers, **settings)
        self.actions, self.render_mode = self.table.actions, render_mode
        self.action_space = spaces.Discrete(self.actions.many)
        decks = max(1, len(self.table.pack) // 52)
        cards = spaces.Box(0, decks, (CARDS,), np.int8)
        self.observation_space = spaces.Dict({"hand": cards, "dealer": cards, "hands": spaces.Discrete(MOST_HANDS + 1)})
        self._number = -1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round; by a seed the first of its rounds, and those after it then follow."""
        super().reset(seed=None if seed is None else checked_seed(seed))
        if seed is not None or self._number < 0:
            self._seed = int(self.np_random.integers(1 << 63)) if seed is None else seed
            self._number = -1
        self._number = int((options or {}).get("round", self._number + 1))
        self.table.deal(self._seed, self._number)
        self._ended = False
        return self._observation(), self._info(True)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer what is asked; where nothing is, go on to the end."""
        if self._ended:
            raise IllegalAnswer("the round has ended: deal the next one with reset()")
        legal = self.table.act(int(action))
        self._ended = self.table.question is None
        won = self.table.won(SEAT) if self._ended else 0.0
        return self._observation(), won, self._ended, False, self._info(legal)

    def _observation(self) -> Observation:
        table = self.table
        return {
            "hand": table.hand(SEAT),
            "dealer": table.dealer(),
            "hands": np.int64(min(max(1, len(table.hands(SEAT))), MOST_HANDS)),
        }

    def _info(self, legal: bool) -> dict[str, Any]:
        """The actions that are allowed now, which round it is, and whether the last action was one of them."""
        mask = self.actions.mask(self.table.question)
        return {"action_mask": mask, "seed": self._seed, "round": self._number, "legal": legal}

    def render(self) -> str | None:
        """The table in a line, where `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        from houseway.cards import symbols
        from houseway.round.questions import DEALER

        standing, question = self.table.standing, self.table.question
        options = [self.actions.told(int(at)) for at in np.flatnonzero(self.actions.mask(question))[:8]]
        return (
            f"{self.table.game.name}, dealer {symbols(standing.shown(DEALER)) or 'hidden'}, "
            f"hand {symbols(standing.cards(SEAT))}: {', '.join(options)}"
        )


MOST_HANDS = 8
"""Hands that an observation tells apart; no document splits into more."""
