"""What people wait for after an install: every wager's odds, a drill and advice of each game, from the shell.

    python benchmarks/cold_start.py [--only chan-chu] [--games super-pairs,…] [--otherwise]

Odds are asked at the settings that a document begins with and, each by itself, at some others; `--otherwise` asks the
others alone. Each command is run twice with a cache of its own that is empty at first: cold, with what is compiled and
counted then, and warm. The clock is the shell's: Python's own start is in it, and so is whatever else the machine does.
Byte code is there, as after an install. 1 where something fails, takes more than a few seconds cold or more than 1.5 s
warm.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import houseway as hw

HOUSEWAY = (sys.executable, "-c", "import sys; from houseway.cli import main; sys.exit(main())")
GAMES = ("super-pan-9", "supreme-99", "super-pairs", "dealer-open-pai-gow", "chinese-poker")
FEW, AT_ONCE = 5.0, 1.5
"""Seconds that a first asking may take, and a second one for odds."""

OFFERED = {"jacks-beat": ("--set", "jacks-beat=yes", "--set", "jacks-beat-pays=2 jacks=1, 3 jacks=10, 4 jacks=100")}
"""What the document does not offer at first."""

OTHERWISE = {
    "super-pan-9": ("decks=6", "tie-commission=yes", "player-sees=total"),
    "supreme-99": ("nine-nine=top-down", "three-of-a-kind=nothing", "play=dealer-way"),
    "super-pairs": ("soft-17=hit", "decks=2", "surrender=late", "blackjack-pays=6:5", "split-hands=4"),
    "dealer-open-pai-gow": ("two-jacks-lose=no", "ace-high-push=no", "wheel=second-highest"),
    "chinese-poker": ("scoring=2-4", "wheel=second-highest", "bonuses=yes"),
}
"""Settings that houses choose besides."""

SEEDS = {"super-pairs": "7"}
"""A round in which the first seat has to decide."""

ANSWERS = "1\n1 2\n1 2 3\n1 2 3 / 4 5 6 7 8\n" + "q\n"
"""One of these answers the first question of a drill; the others are refused."""


class Asked(NamedTuple):
    """A command, what is typed into it, and what it must answer."""

    told: str
    words: tuple[str, ...]
    typed: str = ""
    answer: str = ""


class Took(NamedTuple):
    """Seconds of the clock and of the processor, the status and the last line that was printed."""

    seconds: float
    processor: float
    status: int
    last: str


def asked_otherwise(games: tuple[str, ...]) -> Iterator[Asked]:
    """The odds of every wager at some other settings."""
    for name in games:
        for wager, other in product(hw.game(name).document.wagers, OTHERWISE[name]):
            if refused(hw.game(name), wager.id, other):
                continue
            words = ("odds", name, wager.id, "--set", other)
            yield Asked(" ".join(words), (*words, *OFFERED.get(wager.id, ())))


def refused(game: hw.Game, wager: str, other: str) -> bool:
    """Whether the document has no paytable of a wager at this setting: there is nothing to wait for."""
    key, _, value = other.partition("=")
    return bool(game.document.paytables_of(wager)) and game.configure({key: value}).paytable(wager) is None


def asked(games: tuple[str, ...]) -> Iterator[Asked]:
    """All that is timed at the settings that a document begins with, of these games."""
    for name in games:
        game = hw.game(name)
        for wager in game.document.wagers:
            words = ("odds", name, wager.id, *OFFERED.get(wager.id, ()))
            yield Asked(" ".join(words[:3]), words)
        for kind in ("decide", ""):
            words = ("drill", name, *(("--kind", kind) if kind else ()), "--count", "1", "--seed", "1")
            yield Asked(" ".join(words), words, ANSWERS)
        settings = game.configure()
        bets = sum(w.before_deal and (not w.offered or settings.flag(w.offered)) for w in game.document.wagers)
        words = ("play", name, "--seed", SEEDS.get(name, "3"))
        yield Asked(f"{' '.join(words)}, then ? for advice", words, "\n" * bets + "?\nq\nq\n", "best first")


def timed(question: Asked, cache: str) -> Took:
    """Run a command once, its caches in this folder."""
    env = os.environ | {"HOUSEWAY_CACHE": f"{cache}/cache", "XDG_DATA_HOME": f"{cache}/data", "COLUMNS": "120"}
    began, before = time.perf_counter(), processor()
    ran = subprocess.run((*HOUSEWAY, *question.words), input=question.typed, capture_output=True, text=True, env=env)
    seconds, used = time.perf_counter() - began, processor() - before
    said = [line for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]
    status = ran.returncode or int(question.answer not in ran.stdout)
    return Took(seconds, used, status, said[-1].strip() if said else "")


def processor() -> float:
    """Seconds of the processor that ended children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only commands with this in them")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--otherwise", action="store_true", help="only settings that no document begins with")
    parser.add_argument("--say", action="store_true", help="the last line that each has printed")
    given = parser.parse_args()
    games = tuple(given.games.split(","))
    if unknown := [name for name in games if name not in GAMES]:
        parser.error(f"--games: {' and '.join(map(repr, unknown))} is none of {', '.join(GAMES)}")
    print(f"{os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}\n")
    print("| | cold, s | of the processor | warm, s | of the processor | |\n|---|---|---|---|---|---|")
    late = 0
    for question in chain(() if given.otherwise else asked(games), asked_otherwise(games)):
        if given.only not in question.told:
            continue
        with tempfile.TemporaryDirectory() as folder:
            cold, warm = timed(question, folder), timed(question, folder)
        bounds = ("cold", cold, FEW), ("warm", warm, AT_ONCE if question.words[0] == "odds" else FEW)
        slow = [word for word, took, most in bounds if took.seconds > most]
        failed = [f"status {each.status}: {each.last}" for each in (cold, warm) if each.status]
        late += len(slow) + len(failed)
        notes = "; ".join([*(f"{word} is late" for word in slow), *failed[:1], *([warm.last] if given.say else [])])
        took = " | ".join(f"{each.seconds:.2f} | {each.processor:.2f}" for each in (cold, warm))
        print(f"| `{question.told}` | {took} | {notes} |", flush=True)
    print(f"\nload after {os.getloadavg()[0]:.1f}")
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
