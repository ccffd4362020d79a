"""Rounds of blackjack by one library with random decisions: run by benchmarks/peers in its own venv.

python rounds.py NAME    prints JSON: version, rounds and steps a second
"""

import json
import random
import sys
import time
from importlib.metadata import version

SECONDS = 4.0


def timed(play):
    """Rounds and steps a second of processor time; `play` plays a round and answers its steps."""
    for _ in range(200):
        play()
    began, rounds, steps = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < SECONDS:
        for _ in range(200):
            steps += play()
        rounds += 200
    return {"rounds": rounds / spent, "steps": steps / spent}


def of_gymnasium(luck):
    import gymnasium

    env = gymnasium.make("Blackjack-v1").unwrapped

    def play():
        env.reset()
        steps, ended = 0, False
        while not ended:
            _, _, ended, _, _ = env.step(luck.getrandbits(1))
            steps += 1
        return steps

    return timed(play)


def of_rlcard(luck):
    import rlcard

    env = rlcard.make("blackjack")

    def play():
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(luck.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return timed(play)


def of_open_spiel(luck):
    import pyspiel

    game = pyspiel.load_game("blackjack")

    def play():
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                steps += 1
        return steps

    return timed(play)


KNOWN = {"gymnasium": of_gymnasium, "rlcard": of_rlcard, "open_spiel": of_open_spiel}

if __name__ == "__main__":
    print(json.dumps({"version": version(sys.argv[1]), "rates": KNOWN[sys.argv[1]](random.Random(1))}))
