"""A cluster of processes: the same counts, also where a worker is killed in mid-run."""

import os
import signal
import sys
from importlib import import_module

import pytest

import houseway as hw
from houseway.cli import main
from houseway.errors import HousewayError
from houseway.lab.cluster import on_cluster as place_at
from houseway.simulate import plan_of, simulate, simulation_of
from houseway.simulate.cluster import on_cluster
from houseway.simulate.loop import Part
from houseway.simulate.work import count

distributed = pytest.importorskip("distributed")  # an extra; `make test` installs it
PAN = hw.game("super-pan-9")


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_loses_nothing_and_nothing_is_counted_twice(tmp_path):
    here = simulate(PAN, PAN.configure(), rounds=1 << 20, seed=3)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(tmp_path)}
    with distributed.LocalCluster(processes=True, host="127.0.0.1", silence_logs=50, **options) as cluster:
        address = cluster.scheduler_address
        with distributed.Client(address) as client:
            pids = list(client.run(os.getpid).values())
        seen = []

        def kill(told):
            if not seen:
                os.kill(pids[0], signal.SIGKILL)
            seen.append(told.rounds)

        there = simulate(
            PAN, PAN.configure(), rounds=1 << 20, seed=3, workers=on_cluster(address), tell=kill, where="cluster"
        )
        assert pids[0] not in [worker.pid for worker in cluster.workers.values()] or len(seen) > 1
    assert len(pids) == 2
    assert there.rounds == here.rounds
    assert there.run.counts.ends == here.run.counts.ends
    assert there.run.counts.done == [(0, 1 << 20)]
    assert there.json()["where"] == "cluster"


def test_nobody_at_the_address_is_said():
    simulation = simulation_of(PAN, plan_of(PAN, PAN.configure()))
    with pytest.raises(HousewayError, match="no cluster answers at nonsense"):
        list(on_cluster("nonsense://nowhere")(simulation, [Part(0, 1, 1)]))
    assert count(simulation, Part(0, 1, 1)).rounds == 1


def test_an_address_where_nobody_is_is_told_before_anything_is_compiled(monkeypatch, capsys):
    monkeypatch.setattr("houseway.lab.cluster.ANSWERS", 0.1)
    monkeypatch.setattr(import_module("houseway.simulate.run"), "warm", lambda *given: pytest.fail("for nobody"))
    with pytest.raises(SystemExit) as end:
        main(["simulate", "super-pan-9", "--rounds", "10", "--cluster", "tcp://127.0.0.1:1"])
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert "no cluster answers at tcp://127.0.0.1:1 within 0.1 s" in told
    assert "`dask scheduler`" in told


def refused(capsys, *args):
    """What a command says that ends with 2."""
    with pytest.raises(SystemExit) as end:
        main([*args])
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("asked", [("simulate", "super-pan-9", "--rounds", "10"), ("odds", "super-pan-9", "main")])
def test_a_scheduler_without_workers_is_told_before_anything_is_compiled(asked, monkeypatch, capsys):
    """It came to a traceback of eighty lines, after half a minute."""
    monkeypatch.setattr("houseway.lab.cluster.ANSWERS", 1)
    monkeypatch.setattr(import_module("houseway.simulate.run"), "warm", lambda *given: pytest.fail("for nobody"))
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", silence_logs=50, dashboard_address=None) as empty:
        told = refused(capsys, *asked, "--cluster", empty.scheduler_address)
    assert f"{empty.scheduler_address} has no workers after 1 s: start some" in told


@pytest.mark.filterwarnings("ignore")
def test_a_game_that_the_workers_cannot_import_is_told(tmp_path, monkeypatch):
    """It came to a traceback that ends in ModuleNotFoundError."""
    (tmp_path / "only_here.py").write_text("class Lasting:\n    pass\n\n\ndef same(given, part):\n    return part\n")
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(tmp_path)}
    with distributed.LocalCluster(processes=True, host="127.0.0.1", silence_logs=50, **options) as cluster:
        monkeypatch.syspath_prepend(tmp_path)
        only_here = import_module("only_here")
        for function, given in ((count, only_here.Lasting()), (only_here.same, 1)):
            with pytest.raises(HousewayError, match="have no module 'only_here': install it where they run"):
                list(place_at(cluster.scheduler_address)(function, given, [1]))
    sys.modules.pop("only_here")
