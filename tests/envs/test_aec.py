"""A whole table as a PettingZoo environment: the library's own checkers, sums of nothing, and nobody's cards told."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from envs.learned import away
from houseway.envs import table_env


def one_round(env, luck, seed=None):
    """What each seat has won, and what each saw when it was asked."""
    env.reset(seed=seed)
    won, seen = {}, []
    for agent in env.agent_iter():
        observed, reward, ended, _, _ = env.last()
        if ended:
            won[agent] = reward
            env.step(None)
        else:
            seen.append((agent, observed["observation"]))
            env.step(int(luck.choice(np.flatnonzero(observed["action_mask"]))))
    return won, seen


@pytest.mark.parametrize("seats", (2, 4))
def test_pettingzoo_s_own_checkers_pass(seats):
    with warnings.catch_warnings():  # it warns of any observation that is a dict, which is how it has masks
        warnings.filterwarnings("ignore", message="Observation")
        api_test(table_env("chinese-poker", seats), num_cycles=40)
        seed_test(lambda: table_env("chinese-poker", seats), num_cycles=10)


def test_what_all_win_is_nothing_and_a_seat_wins_nothing_on_average():
    """All set by chance, so that no seat has an advantage: the exact value of each is nothing."""
    env, luck = table_env("chinese-poker", 3), np.random.default_rng(2)
    rounds = [one_round(env, luck, 5 if number == 0 else None)[0] for number in range(150)]
    assert all(abs(sum(won.values())) < 1e-9 for won in rounds)
    for agent in env.possible_agents:
        won = np.array([each[agent] for each in rounds])
        assert won.std() > 0
        assert abs(away(won, 0)) < 4.5


def test_a_seat_sees_its_own_cards_and_of_others_what_is_shown():
    env = table_env("chinese-poker", 4)
    _, seen = one_round(env, np.random.default_rng(1), 3)
    assert len(seen) >= 4
    for _, (own, others, dealer) in seen:
        assert own.sum() == 13
        assert others.sum() == dealer.sum() == 0
    by_seat = {agent: own for agent, (own, _, _) in seen}
    assert sum(by_seat.values()).max() == 1


def test_nobody_is_told_what_another_who_is_asked_at_the_same_time_has_answered():
    env = table_env("chinese-poker", 2)
    seen = []
    for action in (0, 1):
        env.reset(seed=4)
        while not env.observe(env.agent_selection)["action_mask"][-1]:
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        first = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(first)["action_mask"])[action]))
        assert env.agent_selection != first
        seen.append(env.observe(env.agent_selection))
    assert all((seen[0][part] == seen[1][part]).all() for part in seen[0])


def test_who_is_not_asked_may_do_nothing():
    env = table_env("chinese-poker", 2)
    env.reset(seed=4)
    (other,) = set(env.agents) - {env.agent_selection}
    assert env.observe(other)["action_mask"].sum() == 0
