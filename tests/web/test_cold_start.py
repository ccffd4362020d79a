"""After a cold start figures and advice come in the order in which somebody waits for them."""

import threading
import time

from houseway.errors import HousewayError
from houseway.games import game as find
from houseway.games import games
from houseway.web.figures import Figures
from houseway.web.prepare import Preparation

PAN = find("super-pan-9")


class Slow(Figures):
    """Each figure waits for leave; what was begun is noted."""

    def __init__(self, now):
        super().__init__(now=now)
        self.begun = []
        self.leave = threading.Semaphore(0)

    def computed(self, job):
        self.begun.append((job.settings.integer("decks"), job.wager))
        self.leave.acquire()
        raise HousewayError("not in this test")


def until(holds):
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.005)
    assert holds()


def test_a_figure_that_somebody_waits_for_comes_before_one_that_nobody_does_any_more():
    clock = [0.0]
    figures = Slow(lambda: clock[0])
    asked = {decks: PAN.configure({"decks": decks}) for decks in (1, 2, 3)}
    wagers = len(figures.of(PAN, asked[1])["wagers"])
    until(lambda: len(figures.begun) == 1)
    figures.of(PAN, asked[2])
    clock[0] = 60.0
    figures.of(PAN, asked[3])  # whoever asked for one and two decks has gone; for three somebody has just come
    for _ in range(3 * wagers):
        figures.leave.release()
    until(lambda: len(figures.begun) == 3 * wagers)
    decks = [number for number, _ in figures.begun]
    assert decks == [1, *[3] * wagers, *[1] * (wagers - 1), *[2] * wagers]
    figures.close()


def test_first_come_first_served_while_all_still_wait():
    figures = Slow(lambda: 0.0)
    for decks in (1, 2):
        wagers = len(figures.of(PAN, PAN.configure({"decks": decks}))["wagers"])
    for _ in range(2 * wagers):
        figures.leave.release()
    until(lambda: len(figures.begun) == 2 * wagers)
    assert [number for number, _ in figures.begun] == [1] * wagers + [2] * wagers
    figures.close()


def test_advice_on_a_game_that_somebody_waits_for_is_prepared_next():
    begun, leave = [], threading.Semaphore(0)

    def compiled(game):
        begun.append(game.id)
        leave.acquire()

    preparation = Preparation(work=compiled)
    usual = [game.id for game in sorted(games(), key=lambda game: game.advice_compiles_long)]
    preparation.start()
    until(lambda: len(begun) == 1)
    assert preparation.waiting(find(usual[-1]))["state"] == "preparing"
    for _ in usual:
        leave.release()
    until(lambda: len(begun) == len(usual))
    assert begun == [usual[0], usual[-1], *usual[1:-1]]
    until(lambda: preparation.waiting(find(usual[-1])) is None)
