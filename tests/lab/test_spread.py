"""Exact work on a cluster of processes: the same counts as here, also where a worker is killed in mid-work."""

import os
import pickle
import signal
from contextlib import contextmanager

import numpy as np
import pytest
from typer.testing import CliRunner

import houseway as hw
from houseway.cards import mask, parse_cards
from houseway.cli import app
from houseway.errors import HousewayError
from houseway.games.chinese_poker.count import solver
from houseway.games.dealer_open_pai_gow.count import census
from houseway.games.dealer_open_pai_gow.count.deals import counts
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.games.super_pairs.count.base_game import BaseGame, best_plan, full_shoe
from houseway.games.super_pairs.count.base_rules import rules_of
from houseway.games.super_pairs.count.tally import exact_value
from houseway.lab.cluster import on_cluster, tasks_of
from houseway.lab.spread import Each, elsewhere, spread

distributed = pytest.importorskip("distributed")  # an extra; `make test` installs it
pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore")]

SMALL = mask(parse_cards("As Ks Qs Js Ts 9s Ah Kh Qh Jh Ad Kd Jk 5h"))


@contextmanager
def cluster(folder):
    """Two processes that count."""
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(folder)}
    with distributed.LocalCluster(processes=True, host="127.0.0.1", silence_logs=50, **options) as found:
        yield found.scheduler_address


def squared(lasting: tuple[int, str], part: int) -> int:
    """Kills the worker that is given one part, once."""
    last, mark = lasting
    if part == last and not os.path.exists(mark):
        with open(mark, "w"):
            os.kill(os.getpid(), signal.SIGKILL)
    return part * part


def blackjack():
    settings = hw.game("super-pairs").configure(decks=1, split_hands=2)
    base = BaseGame(full_shoe(settings), rules_of(settings))
    return exact_value(base, best_plan(base, base.solve()))


def test_every_engine_counts_the_same_on_a_cluster(tmp_path, monkeypatch):
    monkeypatch.setattr(solver, "FIRST", 60)
    monkeypatch.setattr(solver, "SHARES", ((1.0, 0.5), (0.5,)))
    poker = hw.game("chinese-poker")
    works = {
        "sweep": lambda _: counts(way("document"), 0, deck=SMALL),
        "census": lambda _: census.chan_chu_patterns.__wrapped__(SMALL),
        "dealers": lambda _: census.dealer_counts.__wrapped__(0, SMALL),
        "blackjack": lambda _: blackjack(),
        "solver": lambda folder: dict(poker.solve("2-4", folder, seed=3, hands=60, fresh=400)),
    }
    here = {name: work(tmp_path / "here") for name, work in works.items()}
    with cluster(tmp_path) as address, elsewhere(on_cluster(address)):
        there = {name: work(tmp_path / "there") for name, work in works.items()}
    assert here.pop("solver")["exploitability"]["gain"] == pytest.approx(
        there.pop("solver")["exploitability"]["gain"], rel=1e-12
    )
    assert there == here


def test_a_worker_that_is_killed_takes_no_slice_with_it(tmp_path):
    told = []
    with cluster(tmp_path) as address, elsewhere(on_cluster(address)):
        done = list(spread(squared, (70, str(tmp_path / "killed")), range(100), told.append))
    assert sorted(done) == [part * part for part in range(100)]
    assert (tmp_path / "killed").exists()
    assert told[-1] == 1.0


def test_here_is_threads_again_after_elsewhere():
    def place(function, given, parts):
        yield from (-function(given, part) for part in parts)

    def times(given, part):
        return given * part

    with elsewhere(place):
        assert list(spread(times, 3, [1, 2])) == [-3, -6]
        with elsewhere(None):
            assert sorted(spread(times, 3, [1, 2])) == [3, 6]
    assert sorted(spread(times, 3, [1, 2])) == [3, 6]


def test_a_wrong_address_is_told_where_nothing_would_be_spread_too():
    done = CliRunner().invoke(app, ["odds", "super-pan-9", "tie", "--cluster", "nonsense://nowhere"])
    assert isinstance(done.exception, HousewayError)
    assert "no cluster answers at nonsense" in str(done.exception)


def test_what_each_thread_has_does_not_travel():
    mine = Each(list)
    mine().append(1)
    assert mine() == [1]
    assert pickle.loads(pickle.dumps(mine))() == []


def test_every_slice_is_in_one_task():
    for many, workers in ((1, 4), (100, 2), (5000, 3), (5000, 0)):
        tasks = tasks_of(range(many), workers)
        assert [part for task in tasks for part in task] == list(range(many))
        assert all(len(task) <= 64 for task in tasks)


def test_arrays_come_back_in_their_places():
    hands = np.array([mask(parse_cards(cards)) for cards in ("As Ks Qs Js Ts 9s 8s", "Ah Ad Ac As 2s 3s 4s")])
    again = census.fronts_of(np.repeat(hands, 1 << 17), way("document"), 0)
    one = census.fronts_of(hands, way("document"), 0)
    assert np.array_equal(again.fronts, np.repeat(one.fronts, 1 << 17))
    assert again.faults == one.faults << 17
