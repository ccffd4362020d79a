"""Many seats at once in compiled code: every reward that of the order of play for the same cards and answers.

Pai gow, whose kernel takes long to compile, with `HOUSEWAY_AGREEING`.
"""

import os

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import houseway as hw
from envs.learned import away
from houseway.cards import mask
from houseway.envs import id_of, seats_env
from houseway.envs.table import Table
from houseway.errors import HousewayError, UnknownName
from houseway.games.dealer_open_pai_gow.rules.hands import ways_to_set
from houseway.games.supreme_99.rules import SPLITS, Piles, split_piles
from houseway.round import Arrange, Choose
from houseway.simulate.asking import ASKED
from houseway.simulate.model import Plan

pytestmark = pytest.mark.compiled

AGREEING = int(os.environ.get("HOUSEWAY_AGREEING", "0"))
SEED = 9 + (int(os.environ.get("HOUSEWAY_LUCK", "0")) if AGREEING else 0)
SEATS = 40
STEPS = max(14, 2 * AGREEING // SEATS)
"""Steps of all seats: a round takes one and one to begin anew, or more."""
GAMES = ("super-pan-9", "supreme-99", "super-pairs", *(("dealer-open-pai-gow",) if AGREEING else ()))


def stepped(env, steps, seed):
    """Any action that is allowed, step by step: what is seen, done and won, which begin and which have ended."""
    luck = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    ended = np.zeros(env.num_envs, bool)
    for _ in range(steps):
        actions = (luck.random((env.num_envs, env.many)) * infos["action_mask"]).argmax(axis=1)
        before, begins, rounds = seen, ended, env.streams.copy()
        seen, won, ended, cut, infos = env.step(actions)
        assert not cut.any()
        yield before, rounds, actions, begins, won, ended


def answer_of(game, question, action):
    """An action of the kernel's as an answer at the table."""
    if game == "dealer-open-pai-gow":
        return tuple(list(ways_to_set(mask(question.cards)))[action - 1])
    way = action - 1
    piles = split_piles(question.cards, way % len(SPLITS))
    return (Piles(piles.low, piles.high) if way >= len(SPLITS) else piles).masks


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_those_of_the_order_of_play(game):
    env = seats_env(game, SEATS)
    table = Table(game, offers=())
    table.dealt_first = env.simulation.dealt_first
    answers, compared = {}, 0
    for _, rounds, actions, begins, won, ended in stepped(env, STEPS, SEED):
        for i in np.flatnonzero(~begins):
            answers.setdefault(int(rounds[i]), []).append(int(actions[i]))
        for i in np.flatnonzero(ended):
            left = iter(answers.pop(int(rounds[i])))
            table.deal(SEED, int(rounds[i]))
            while table.question is not None:
                if isinstance(table.question, Choose) and "decline" in table.question.options:
                    table.answer("decline")  # the kernel declines even money
                elif isinstance(table.question, Arrange):
                    table.answer(answer_of(game, table.question, next(left)))
                else:
                    assert table.act(next(left))
            assert won[i] == table.won(1)
            compared += 1
    assert compared > 100
    assert (won[~ended] == 0).all()


@pytest.mark.parametrize("game", ("super-pan-9", "supreme-99"))
def test_a_random_policy_wins_what_is_exactly_counted(game):
    plan = Plan(hw.game(game).configure(), ("main",), "random")
    exact = hw.game(game).simulation(plan).exact("main")
    won = np.concatenate([won[ended] for _, _, _, _, won, ended in stepped(seats_env(game, 2048), 40, 3)])
    assert len(won) == 20 * 2048
    assert abs(away(won, -exact)) < 4.5
    assert abs(away(won + 0.03, -exact)) > 4.5


def test_blackjack_is_seen_as_points_and_actions_are_those_of_a_single_seat():
    env, single = seats_env("super-pairs", 64, surrender="late"), Table("super-pairs", offers=())
    assert (
        env.words == single.actions.words[: len(env.words)] == ("go on", "stand", "hit", "double", "split", "surrender")
    )
    for seen, *_ in stepped(env, 12, 4):
        points, soft, up, splits = seen[(seen != 0).any(axis=1)].T
        assert ((points >= 4) & (points <= 20)).all()
        assert ((up >= 1) & (up <= 10)).all()
        assert set(soft) | set(splits) <= {0, 1}


def test_it_is_made_by_gymnasium_and_keeps_its_spaces():
    env = gymnasium.make_vec(id_of("super-pan-9"), num_envs=16, vectorization_mode="vector_entry_point", decks=2)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, infos = env.reset(seed=2)
    again, _ = env.reset(seed=2)
    assert (seen == again).all()
    assert env.observation_space.contains(seen)
    for _ in range(6):
        seen, won, ended, cut, infos = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        assert won.shape == ended.shape == cut.shape == (16,)
    assert infos["action_mask"].shape == (16, 3)


def test_other_seeds_are_other_rounds_and_environments_share_none():
    env = seats_env("supreme-99", 32)
    first, _ = env.reset(seed=1)
    assert len({tuple(row) for row in first.tolist()}) > 25
    other, _ = env.reset(seed=2)
    assert (first != other).any()


def test_an_action_that_is_no_answer_is_taken_for_the_first_that_is():
    env = seats_env("super-pan-9", 8)
    env.reset(seed=1)
    wrong = env.step(np.zeros(8, int))[1]
    env.reset(seed=1)
    assert (wrong == env.step(np.ones(8, int))[1]).all()


def test_what_has_no_kernel_that_asks_is_refused():
    with pytest.raises(UnknownName, match="make single environments of it"):
        seats_env("chinese-poker", 4)
    with pytest.raises(HousewayError, match="a seed lies between"):
        seats_env("super-pan-9", 4).reset(seed=-1)


@pytest.mark.parametrize("many", [0, -1])
def test_no_seats_are_no_environment(many):
    with pytest.raises(HousewayError, match=f"at least one seat plays, not {many}"):
        seats_env("super-pan-9", many)


def test_a_plan_that_asks_is_no_strategy_of_a_simulation():
    with pytest.raises(HousewayError, match="'asked' is no strategy"):
        hw.game("super-pan-9").simulate(strategy=ASKED, rounds=10)
