"""Many seats at once, each at a table of its own, in compiled code: Gymnasium's vector environments on our kernels.

A step plays the rounds again with one more answer each (`houseway.simulate.asking`), so that nothing is kept of a round
but its number and its answers. Environment i of n plays rounds i, i + n, i + 2n … of its seed.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from houseway.envs.actions import GO_ON
from houseway.envs.table import checked_seed
from houseway.errors import IllegalSetting, UnknownName
from houseway.game import Game
from houseway.games import game as game_of
from houseway.lab.kernel import kernel
from houseway.simulate.asking import ANSWERS, ASKED, NUMBER, OPEN, PLACES, SEEN, SEES, TOLD
from houseway.simulate.chance import PLACES as AT
from houseway.simulate.chance import ROUNDS, State, begin, opened, places
from houseway.simulate.loop import Ints, Play
from houseway.simulate.model import Plan

Seen = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

MOST = (1 << 53) - 1
"""The largest number that is seen: a hand as a mask."""


@cache
def stepped(play: Play) -> Any:
    """The compiled step around a game's round."""

    def step(
        seed: int, streams: Any, begins: Any, told: Any, data: Any, at: Any, bits: Any, rooms: Any, codes: Any
    ) -> None:
        """Begin the next round where one begins, else add an answer; then play each from its beginning."""
        base = rooms.shape[1] - PLACES
        for i in range(len(streams)):
            room = rooms[i]
            if begins[i]:
                streams[i] += len(streams)
                room[base + TOLD] = 0
            elif room[base + OPEN] != 0:
                room[base + ANSWERS + room[base + TOLD]] = told[i]
                room[base + TOLD] += 1
            else:
                continue  # nothing was asked: the round has been played
            room[base + NUMBER], room[base + OPEN] = 0, 0
            state = State(at[i], bits[i])
            opened(state, seed, ROUNDS)
            begin(state, streams[i])
            play(state, data, room, codes[i])

    step.__module__ = play.__module__  # compiled code is kept with the sources of the game that it rests on
    return kernel(step)


class SeatsEnv(VectorEnv[Seen, npt.NDArray[np.int64], Any]):
    """Vectorised seats of one game and its main wager; wagers of mid-round are declined.

    An observation is four numbers. Blackjack: points, whether they are soft, the up-card's value (an ace is 1), whether
    the hand may be split. Dealer Open Pai Gow: the hand and the dealer's, as masks of cards. Supreme 99: four ranks.
    Super Pan 9: three values. `infos["action_mask"]` says which actions answer what is asked; another is taken for the
    first that does. An environment that has ended begins its next round with the next step, whose action counts for
    nothing.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: Game | str = "super-pairs", num_envs: int = 1, **settings: object) -> None:
        if num_envs < 1:
            raise IllegalSetting(f"at least one seat plays, not {num_envs}: say how many environments there are")
        self.game = game_of(game) if isinstance(game, str) else game
        wager = next(each.id for each in self.game.document.wagers if each.before_deal)
        plan = Plan(self.game.configure(**settings), (wager,), ASKED)
        simulation = self.game.simulation(plan) if self.game.dealer_plays else None
        if simulation is None:
            raise UnknownName(f"{self.game.name} has no kernel that asks a seat: make single environments of it")
        self.simulation, self.num_envs = simulation, num_envs
        options = WAYS.get(self.game.id, 0)
        self.words = (GO_ON, *(() if options else self.game.choices[:MOVES]))
        self._first = len(self.words) if options else 1
        self.many = self._first + options if options else len(self.words)
        self.single_action_space = spaces.Discrete(self.many)
        self.single_observation_space = spaces.Box(0, MOST, (SEES,), np.int64)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._worths = np.array([float(each) for each in simulation.wagers[0].worths()])
        self._rooms = np.zeros((num_envs, simulation.room + PLACES), np.int64)
        self._at = np.zeros((num_envs, AT), np.int64)
        self._bits = np.zeros((num_envs, places(simulation.cards)), np.int64)
        self._codes = np.zeros((num_envs, 1), np.int64)
        self._base = simulation.room
        self._seed = -1

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal every environment's first round by a seed, one for all of them; without one, by chance."""
        del options
        given = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=None if given is None else checked_seed(given))
        self._seed = int(self.np_random.integers(1 << 63)) if given is None else given
        self.streams: Ints = np.arange(self.num_envs, dtype=np.int64) - self.num_envs
        self._ended: Flags = np.ones(self.num_envs, np.bool_)
        self._play(np.zeros(self.num_envs, np.int64))
        self._ended = np.zeros(self.num_envs, np.bool_)
        return self._seen(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Seen, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Answer in every environment; those that had ended begin their next round."""
        told = np.asarray(actions, np.int64) - self._first
        allowed = (told >= 0) & (self._open >> np.maximum(told, 0) & 1 == 1)
        begun = self._ended
        self._play(np.where(allowed, told, 0))
        self._ended = ~begun & (self._open == 0)
        rewards = np.where(self._ended, self._worths[self._codes[:, 0]], 0.0)
        return self._seen(), rewards, self._ended, np.zeros(self.num_envs, np.bool_), self._infos()

    def _play(self, told: Ints) -> None:
        stepped(self.simulation.play)(
            self._seed,
            self.streams,
            self._ended,
            told,
            self.simulation.data,
            self._at,
            self._bits,
            self._rooms,
            self._codes,
        )

    @property
    def _open(self) -> Ints:
        """A bit for each option of the question that each environment waits with; 0 where nothing is asked."""
        return self._rooms[:, self._base + OPEN]

    def _seen(self) -> Seen:
        at = self._base + SEEN
        return np.where((self._open != 0)[:, None], self._rooms[:, at : at + SEES], 0)

    def _infos(self) -> dict[str, Any]:
        mask = np.zeros((self.num_envs, self.many), np.int8)
        mask[:, 0] = self._open == 0
        mask[:, self._first :] = self._open[:, None] >> np.arange(self.many - self._first) & 1
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}


MOVES = 5
"""The options of a hand that is played; those after them answer wagers of mid-round."""
WAYS = {"dealer-open-pai-gow": 21, "supreme-99": 6}
"""The ways to set a hand, in the kernel's order: twos by the numbers of their cards, and splits by `split_piles`."""
