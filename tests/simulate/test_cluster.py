"""A cluster of processes: the same counts, also where a worker is killed in mid-run."""

import os
import signal
from importlib import import_module

import pytest

import houseway as hw
from houseway.cli import main
from houseway.errors import HousewayError
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
