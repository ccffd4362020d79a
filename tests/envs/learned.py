"""What the tests of environments share: policies, and rounds played by them."""

import numpy as np


def at_random(seed):
    """Any action that is allowed, each as likely."""
    luck = np.random.default_rng(seed)
    return lambda env, mask: int(luck.choice(np.flatnonzero(mask)))


def played(env, policy, rounds, seed):
    """What each round has won."""
    won = np.zeros(rounds)
    for number in range(rounds):
        _, info = env.reset(seed=seed if number == 0 else None)
        ended = False
        while not ended:
            _, won[number], ended, _, info = env.step(policy(env, info["action_mask"]))
    return won


def away(won, expected):
    """How many standard errors the mean is from what it should be."""
    return (won.mean() - float(expected)) / (won.std() / len(won) ** 0.5)
