"""A whole table as a PettingZoo environment: the seats are agents, asked one by one, each with what it may see."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from houseway.envs.table import CARDS, Table, checked_seed
from houseway.game import Amount, Game

Observation = dict[str, Any]


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A round is an episode; its rewards, at the end, are what each seat has won, in units of its stake.

    Seats that are asked together answer one after the other, and none sees what another has answered. An observation
    has the agent's own cards, and those of the others and of the dealer that all may see, as counts of 53 cards, with
    the mask of the actions that answer what is asked.
    """

    metadata = {"render_modes": ["ansi"], "name": "houseway_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str = "chinese-poker",
        seats: int = 2,
        *,
        wagers: Mapping[str, Amount] | None = None,
        offers: Sequence[str] | None = None,
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        super().__init__()
        self.table = Table(game, seats, wagers, offers, **settings)
        self.actions, self.render_mode = self.table.actions, render_mode
        self.possible_agents = [f"seat_{number}" for number in self.table.setup.numbers]
        self._seats = dict(zip(self.possible_agents, self.table.setup.numbers, strict=True))
        decks = max(1, len(self.table.pack) // 52)
        seen = spaces.Box(0, decks, (3, CARDS), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": seen, "action_mask": spaces.Box(0, 1, (self.actions.many,), np.int8)},
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions.many) for agent in self.possible_agents}
        self._seed, self._number = 0, -1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round; by a seed the first of its rounds, and those after it then follow."""
        if seed is not None or self._number < 0:
            self._seed = int(np.random.default_rng().integers(1 << 63)) if seed is None else checked_seed(seed)
            self._number = -1
        self._number = int((options or {}).get("round", self._number + 1))
        self.table.deal(self._seed, self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(True) for agent in self.agents}
        self._choose()

    def observe(self, agent: str) -> Observation:
        """What an agent may see now, and which actions answer what it is asked; none where another is asked."""
        table, seat = self.table, self._seats[agent]
        seen = np.stack([table.hand(seat), table.others(seat), table.dealer()])
        question = table.question
        if question is not None and question.seat != seat:
            return {"observation": seen, "action_mask": np.zeros(self.actions.many, np.int8)}
        return {"observation": seen, "action_mask": self.actions.mask(question)}

    def step(self, action: int | None) -> None:
        """Answer what the agent whose turn it is is asked; with None an agent leaves a round that has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        legal = self.table.act(int(action))
        self.infos[agent] = self._info(legal)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.table.question is None:
            self.rewards = {each: self.table.won(self._seats[each]) for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._choose()

    def _choose(self) -> None:
        """The agent that is asked; where nobody is, the first goes on."""
        question = self.table.question
        by_seat = {seat: agent for agent, seat in self._seats.items()}
        self.agent_selection = self.agents[0] if question is None else by_seat[question.seat]

    def _info(self, legal: bool) -> dict[str, Any]:
        return {"seed": self._seed, "round": self._number, "legal": legal}

    def render(self) -> str | None:
        """The round's question in a line, where `render_mode` is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return f"{self.table.game.name}: {self.agent_selection} is asked"

    def close(self) -> None:
        """Nothing is open."""
