"""What houseway does a second on one core, measured as its peers are."""

import time
from collections.abc import Callable
from importlib.metadata import version
from math import comb
from pathlib import Path
from platform import machine
from typing import Any

import numpy as np

import houseway as hw
from houseway.games.dealer_open_pai_gow.count.census import set_by_document
from houseway.lab import evaluator
from houseway.lab.kernel import cache_folder
from houseway.simulate.loop import Part
from houseway.simulate.model import Plan
from houseway.simulate.work import count

SEVENS = comb(52, 7)
HIGH_CARDS = 23_294_460
"""Seven-card hands that are nothing: whoever counts otherwise has not valued the same hands."""


def cache() -> Path:
    return (cache_folder() or Path.cwd()).parent


def processor() -> str:
    """The processor's name, where the system tells it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), machine())


def versions() -> str:
    names = ("numpy", "numba", "llvmlite")
    return ", ".join([f"houseway {hw.__version__}", *(f"{name} {version(name)}" for name in names)])


def best(work: Callable[[], int], times: int = 4) -> float:
    """What is done a second of processor time, the best of a few tries; the first, which may compile, apart."""
    work()
    found = 0.0
    for _ in range(times):
        began = time.process_time()
        many = work()
        found = max(found, many / (time.process_time() - began))
    return found


def values() -> float:
    hands = np.random.default_rng(1).random((evaluator.SLICE, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
    return best(lambda: len(hw.poker.values(hands)), 12)  # one slice, so one thread


def all_sevens() -> float:
    def work() -> int:
        counts = evaluator.categories(7, threads=1)
        assert counts[0] == HIGH_CARDS
        return sum(counts)

    return best(work)


def rate_of(game: str, wagers: tuple[str, ...], strategy: str, many: int, seats: int = 1, **settings: object) -> float:
    """Rounds a second of a kernel."""
    found = hw.game(game)
    simulation = found.simulation(Plan(found.configure(**settings), wagers, strategy, seats))
    assert simulation is not None
    return best(lambda: count(simulation, Part(0, many, 1)).rounds)


def rounds(line: Any) -> list[Any]:
    return [
        line("", "houseway, blackjack", rate_of("super-pairs", ("blackjack",), "random", 200_000), BLACKJACK),
        line("", "houseway, Super Pan 9", rate_of("super-pan-9", ("main",), "random", 400_000), "eight decks"),
        line("", "houseway, Supreme 99", rate_of("supreme-99", ("main",), "random", 400_000), "hands set by chance"),
    ]


BLACKJACK = "doubles, splits, six decks without replacement"


def steps(line: Any) -> list[Any]:
    """Steps a second: of many seats in compiled code, and of one by the order of play."""
    import gymnasium

    from houseway.envs import id_of, seats_env

    many, single = seats_env("super-pairs", 4096), gymnasium.make(id_of("super-pairs"), offers=()).unwrapped
    luck = np.random.default_rng(1)
    _, infos = many.reset(seed=1)
    kept = {"mask": infos["action_mask"]}

    def vector() -> float:
        spent, done = 0.0, 0
        for _ in range(60):
            actions = (luck.random(kept["mask"].shape) * kept["mask"]).argmax(axis=1)
            began = time.process_time()
            *_, infos = many.step(actions)
            spent, done = spent + time.process_time() - began, done + len(actions)
            kept["mask"] = infos["action_mask"]
        return done / spent

    def one() -> int:
        done = 0
        for _ in range(300):
            _, info = single.reset(seed=None if done else 1)
            ended = False
            while not ended:
                _, _, ended, _, info = single.step(int(luck.choice(np.flatnonzero(info["action_mask"]))))
                done += 1
        return done

    return [
        line("", "houseway, 4,096 seats at once", max(vector() for _ in range(3)), BLACKJACK),
        line("", "houseway, one seat by the order of play", best(one), BLACKJACK + ", insurance, bonuses"),
    ]


def house_way() -> float:
    cards = np.random.default_rng(1).random((100_000, 53)).argsort(axis=1)[:, :7]
    hands = (np.int64(1) << cards).sum(axis=1)
    fronts, branches = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)

    def work() -> int:
        set_by_document(hands, 0, fronts, branches)
        return len(hands)

    return best(work)


def thirteen() -> float:
    return 2 * rate_of("chinese-poker", ("main",), "best", 200, 2)
