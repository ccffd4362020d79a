"""`houseway simulate`: what it prints, what it refuses, and that a run goes on."""

import json
import sys

import pytest

from houseway.cli import main


def simulated(capsys, *args: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(["simulate", *args])
    out, err = capsys.readouterr()
    assert end.value.code == 0, err
    return out


def refused(capsys, *args: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(["simulate", *args])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def test_json_and_words(capsys):
    found = json.loads(simulated(capsys, "super-pan-9", "--rounds", "2e4", "--seed", "7", "--json"))
    assert (found["rounds"], found["seed"]) == (20000, 7)
    assert abs(found["wagers"]["tie"]["z"]) < 4.5
    told = simulated(capsys, "super-pan-9", "--rounds", "2000", "--seed", "7", "--wagers", "tie", "--decks", "6")
    assert "2,000 rounds, seed 7" in told
    assert "main" not in told


@pytest.mark.parametrize("strategy", ["best", "random"])
def test_a_single_round_has_no_error(capsys, strategy):
    asked = ("super-pan-9", "--rounds", "1", "--seed", "7", "--strategy", strategy)
    main_wager = json.loads(simulated(capsys, *asked, "--json"))["wagers"]["main"]
    assert (main_wager["edge"]["error"], main_wager["interval"], main_wager["z"]) == (None, None, None)
    told = simulated(capsys, *asked)
    assert " 0.0000  " not in told
    assert "inf" not in told


def test_the_last_counts_of_a_counter_say_that_those_beyond_are_with_them(capsys):
    asked = (
        "super-pan-9",
        "--decks",
        "2",
        "--penetration",
        "95%",
        "--count",
        "A=9,2=-9",
        "--rounds",
        "3000",
        "--seed",
        "1",
    )
    said = simulated(capsys, *asked, "--spread", "10:20")
    assert "+10" in said
    assert "+10 means 10 or more, -10 means -10 or less." in said
    assert "0.000; 0.0 are wagered" not in said
    assert "or more" not in simulated(capsys, *asked[:-5], "A=0", *asked[-4:])


def test_a_run_goes_on(capsys, tmp_path):
    file = str(tmp_path / "run.json")
    simulated(capsys, "super-pan-9", "--rounds", "5000", "--seed", "7", "--resume", file)
    on = json.loads(simulated(capsys, "super-pan-9", "--rounds", "9000", "--seed", "7", "--resume", file, "--json"))
    whole = json.loads(simulated(capsys, "super-pan-9", "--rounds", "9000", "--seed", "7", "--threads", "1", "--json"))
    assert on["wagers"] == whole["wagers"]


def test_a_counter(capsys):
    asked = ("--penetration", "75%", "--count", "A=1,6=-1", "--spread", "0:1,1:5", "--rounds", "3000", "--seed", "1")
    found = json.loads(simulated(capsys, "super-pan-9", *asked, "--json"))
    assert found["shoe"]["penetration"] == 75
    assert sum(each["made"] for each in found["count"]["by_count"]) == found["rounds"] >= 3000
    assert list(found["counts"]) == ["main", "tie"]
    assert found["counts"]["main"] == found["count"] != found["counts"]["tie"]
    said = simulated(capsys, "super-pan-9", *asked)
    assert [f"{wager} by the true count" in said for wager in ("main", "tie")] == [True, True]


COUNTER = ("super-pan-9", "--penetration", "75%", "--count", "hi-lo")
SPREADS = ("1:-1", "1", "2:x", "1:1e9", "1:1e99999999", "1:1/0", "12:20", "-11:1")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "say which game"),
        (("nothing",), "nothing"),
        (("super-pan-9", "--all"), "name neither"),
        (("--all", "--seats", "3"), "--rounds and --seed go with it"),
        (("--all", "--resume", "run.json"), "--rounds and --seed go with it"),
        (("super-pan-9", "--rounds", "some"), "--rounds is a whole number"),
        (("super-pan-9", "--rounds", "1.5"), "--rounds is a whole number"),
        (("super-pan-9", "--rounds", "1e999999999"), "--rounds is a whole number"),
        ((*COUNTER[:-1], "A=+-1"), "a count is hi-lo, or tags by rank"),
        (("super-pan-9", "--until-error", "much"), "--until-error is a percentage"),
        (("super-pan-9", "--rounds", "5", "--until-error", "1%"), "two goals"),
        (("super-pan-9", "--seed", "-1"), "--seed is a whole number"),
        (("super-pan-9", "--strategy", "clever"), "no strategy"),
        (("super-pan-9", "--burn", "1"), "say --penetration too"),
        (("super-pan-9", "--count", "hi-lo"), "say --penetration too"),
        (("super-pan-9", "--spread", "1:1"), "say what the cards count"),
        (("super-pan-9", "--gpu", "--cluster", "here"), "two places"),
        (("super-pan-9", "--penetration", "200%"), "--penetration is a percentage above 0 and up to 100, as in 75%"),
        (("super-pan-9", "--threads", "-1"), "threads are 1 to 1024, not -1"),
        (("super-pan-9", "--threads", "0", "--rounds", "1e18"), "--threads is a whole number above zero"),
        (("super-pan-9", "--seats", "0", "--rounds", "1e18"), "--seats is a whole number above zero"),
        (("--all", "--seats", "0"), "--rounds and --seed go with it"),
        (("super-pan-9", "--resume", "/nowhere/run.json"), "cannot be written"),
        *(((*COUNTER, "--spread", bets, "--rounds", "1e18"), "a spread reads as") for bets in SPREADS),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(capsys, args, says):
    assert says in refused(capsys, *args)


def test_a_gpu_without_its_library_is_said(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    assert "pip install 'houseway[cuda]'" in refused(capsys, "super-pan-9", "--gpu", "--rounds", "10")


def test_a_cluster_without_its_library_is_said(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    asked = ("--cluster", "tcp://127.0.0.1:1", "--rounds", "10")
    assert "pip install 'houseway[cluster]'" in refused(capsys, "super-pan-9", *asked)


@pytest.mark.parametrize(
    ("command", "extras"), [("simulate", ("cuda", "cluster")), ("odds", ("cluster",)), ("solve", ("cluster",))]
)
def test_the_help_names_the_extra_that_an_option_needs(capsys, monkeypatch, command, extras):
    """A name in brackets was taken for markup and left out."""
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    said = capsys.readouterr().out
    assert [f"needs houseway[{extra}]." in said for extra in extras] == [True] * len(extras)
