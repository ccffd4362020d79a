"""A run of a seed is the same run: on any number of threads, cut short and resumed, or in one go."""

import json
import signal

import numpy as np
import pytest

import houseway as hw
from houseway.errors import Faulty, IllegalAnswer, IllegalBet, IllegalSetting, UnknownName
from houseway.simulate import plan_of, simulate, simulation_of
from houseway.simulate.counts import Counts
from houseway.simulate.loop import Part
from houseway.simulate.work import count, threads

PAN = hw.game("super-pan-9")
ROUNDS = 200_000


def pan(**asked):
    return simulate(PAN, PAN.configure(), seed=42, **asked)


def test_any_number_of_threads_counts_the_same():
    one, many = (pan(rounds=ROUNDS, workers=threads(number)) for number in (1, 3))
    assert one.rounds == many.rounds == ROUNDS
    assert one.run.counts.ends == many.run.counts.ends
    assert one.json()["wagers"] == many.json()["wagers"]


def test_any_cut_into_slices_counts_the_same():
    simulation = simulation_of(PAN, plan_of(PAN, PAN.configure()))
    whole = count(simulation, Part(0, 5000, 7)).ends
    parts = [count(simulation, Part(first, many, 7)).ends for first, many in ((3000, 2000), (0, 1), (1, 2999))]
    assert (whole == sum(parts)).all()


def test_an_interrupt_keeps_what_was_done_and_the_run_goes_on(tmp_path):
    file = tmp_path / "run.json"

    def tired(told):
        if told.rounds > ROUNDS // 3:
            raise KeyboardInterrupt

    cut = pan(rounds=ROUNDS, resume=file, tell=tired, workers=threads(1))
    assert cut.json()["cancelled"]
    assert ROUNDS // 3 < cut.rounds < ROUNDS
    on = pan(rounds=ROUNDS, resume=file)
    assert on.rounds == ROUNDS
    assert on.run.counts.ends == pan(rounds=ROUNDS).run.counts.ends
    longer = pan(rounds=2 * ROUNDS, resume=file)
    assert longer.run.counts.ends == pan(rounds=2 * ROUNDS).run.counts.ends


def test_whoever_presses_twice_waits_for_the_slice_and_no_lock_stays_closed(tmp_path):
    def pressed(simulation, parts):
        for part in parts:
            for _ in range(2):
                signal.raise_signal(signal.SIGINT)
            yield count(simulation, part)

    cut = pan(rounds=ROUNDS, resume=tmp_path / "run.json", workers=pressed)
    assert cut.json()["cancelled"]
    assert 0 < cut.rounds < ROUNDS
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    on = pan(rounds=ROUNDS, resume=tmp_path / "run.json")
    assert on.run.counts.ends == pan(rounds=ROUNDS).run.counts.ends


def test_of_a_single_round_nothing_is_told_of_an_error():
    one = pan(rounds=1)
    assert "±" not in repr(one)
    assert not one["main"].known
    assert pan(rounds=2)["main"].known


def test_another_run_is_not_resumed(tmp_path):
    file = tmp_path / "run.json"
    pan(rounds=1000, resume=file)
    with pytest.raises(IllegalSetting, match="other seed"):
        simulate(PAN, PAN.configure(), rounds=1000, seed=43, resume=file)
    with pytest.raises(IllegalSetting, match="other settings"):
        simulate(PAN, PAN.configure(decks=6), rounds=1000, seed=42, resume=file)


def test_without_a_seed_a_run_goes_on_with_that_of_its_file(tmp_path):
    """It took a seed by chance, and then was of another run."""
    file = tmp_path / "run.json"
    first = simulate(PAN, PAN.configure(), rounds=1000, resume=file)
    on = simulate(PAN, PAN.configure(), rounds=2000, resume=file)
    assert (on.seed, on.rounds) == (first.seed, 2000)
    assert on.run.counts.ends == simulate(PAN, PAN.configure(), rounds=2000, seed=first.seed).run.counts.ends


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "it is no JSON: line 1, character 2"),
        ("[]", "it has no run and no seconds and no counts"),
        ("{}", "it has no run and no seconds and no counts"),
        ('{"run": {}, "seconds": 1}', "it has no counts"),
        ('{"run": {}, "seconds": 1, "counts": {}}', "its run has no seed"),
    ],
)
def test_what_a_file_lacks_to_be_resumed_from_is_named(tmp_path, content, says):
    file = tmp_path / "run.json"
    file.write_text(content)
    with pytest.raises(Faulty, match=f"run.json: .*\n.*cannot be resumed from: {says}; give a file that --resume"):
        simulate(PAN, PAN.configure(), rounds=1000, resume=file)


def test_what_the_counts_of_a_file_lack_is_named(tmp_path):
    file = tmp_path / "run.json"
    pan(rounds=1000, resume=file)
    content = json.loads(file.read_text())
    for counts, says in (({}, "its counts have no 'rounds'"), (content["counts"] | {"done": 7}, "not as a run writes")):
        file.write_text(json.dumps(content | {"counts": counts}))
        with pytest.raises(Faulty, match=f"cannot be resumed from: .*{says}"):
            pan(rounds=1000, resume=file)


def test_until_an_error_is_reached():
    result = pan(until_error=0.004)
    assert all(each.error <= 0.004 for each in result.wagers.values())
    assert result.run.counts.ends == pan(until_error=0.004, workers=threads(1)).run.counts.ends


def test_few_rounds_of_several_seats_have_an_error_too():
    few = pan(rounds=3000, seats=3)
    assert (few.rounds, few["main"].made) == (3000, 9000)
    assert 0.5 < few["main"].error / pan(rounds=9000)["main"].error < 2
    assert few["main"].z is not None


def test_what_has_no_error_is_no_number_in_json():
    one = pan(rounds=1, seats=2)
    told = json.loads(json.dumps(one.json(), allow_nan=False))["wagers"]["main"]
    assert (told["edge"]["error"], told["interval"], told["z"]) == (None, None, None)
    assert "inf" not in str(one)


def test_no_slice_is_counted_twice():
    simulation = simulation_of(PAN, plan_of(PAN, PAN.configure()))
    counts = Counts.of(simulation)
    done = count(simulation, Part(10, 5, 1))
    counts.add(10, 5, done.rounds, done.ends)
    with pytest.raises(IllegalSetting, match="counted already"):
        counts.add(14, 5, done.rounds, done.ends)
    assert counts.done == [(10, 15)]


def test_the_error_is_that_of_the_counts():
    """One seat: the sample's own; several: from slices, as their wagers share a dealer's hand."""
    result = pan(rounds=100_000)
    for each in result.wagers.values():
        pays, counts = each.arrays
        mean = (pays * counts).sum() / counts.sum()
        error = np.sqrt(((pays - mean) ** 2 * counts).sum() / (counts.sum() - 1) / counts.sum())
        assert float(-each.edge) == pytest.approx(mean)
        assert each.error == pytest.approx(error)
        low, high = each.interval()
        assert high - low == pytest.approx(2 * 1.959964 * error, rel=1e-5)
    seats = pan(rounds=400_000, seats=6)
    alone = seats["main"]
    naive = float(np.std(np.repeat(*[alone.arrays.pays, alone.arrays.counts])) / np.sqrt(alone.made))
    assert naive * 1.1 < alone.error < naive * 2.5
    assert abs(alone.z) < 4.5


def test_the_json_says_what_was_asked_for():
    found = json.loads(json.dumps(pan(rounds=1000).json()))
    assert found["rounds"] == 1000
    assert found["seed"] == 42
    assert found["rate"] > 0
    assert set(found["wagers"]) == {"main", "tie"}
    main = found["wagers"]["main"]
    assert set(main["edge"]) == {"percent", "error"}
    assert main["exact"]["percent"] == pytest.approx(2.2017, abs=1e-4)
    assert main["z"] == pytest.approx((main["edge"]["percent"] - main["exact"]["percent"]) / main["edge"]["error"])
    assert sum(each["count"] for each in main["distribution"]) == 1000


def test_the_ends_of_single_rounds_as_an_array():
    result = pan(rounds=1000)
    codes = result.codes(1000)
    assert codes.shape == (1000, 2)
    assert np.bincount(codes[:, 0], minlength=4).tolist() == list(result.run.counts.ends_of(0))


@pytest.mark.parametrize(
    ("asked", "fault", "says"),
    [
        ({"rounds": 10, "until_error": 0.1}, IllegalSetting, "two goals"),
        ({"rounds": -1}, IllegalSetting, "above zero"),
        ({"rounds": 1.5}, IllegalSetting, "rounds is a whole number, not 1.5"),
        ({"rounds": "10"}, IllegalSetting, "rounds is a whole number, not '10'"),
        ({"seats": 2.0}, IllegalSetting, "seats is a whole number, not 2.0"),
        ({"strategy": "worst"}, UnknownName, "no strategy"),
        ({"wagers": ["bonus"]}, UnknownName, "bonus"),
        ({"seats": 10}, IllegalSetting, "9 seats"),
        ({"seats": -1}, IllegalSetting, "at least one seat"),
    ],
)
def test_what_is_wrong_is_said(asked, fault, says):
    with pytest.raises(fault, match=says):
        pan(**asked)


def test_a_number_of_numpy_is_a_number():
    assert pan(rounds=np.int64(10), seats=np.int64(1)).rounds == 10


def test_a_table_that_may_not_be_played_is_not_simulated():
    with pytest.raises(IllegalBet, match="may need 40 cards"):
        simulate(PAN, PAN.configure(decks=1), seats=9, rounds=10)
    with pytest.raises(IllegalSetting, match="a seed lies between"):
        simulate(PAN, PAN.configure(), seed=-1, rounds=10)
    with pytest.raises(UnknownName, match="not offered"):
        simulate(PAN, PAN.configure(tie_bet=False), wagers=["tie"], rounds=10)


def test_a_strategy_from_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    lines = [f'{total} = "{"draw" if total <= 5 else "stand"}"' for total in range(10)]
    file.write_text("\n".join(["[draw]", *lines, '"2-A-0" = "stand"']))
    mine = pan(rounds=20_000, strategy=file)
    house = pan(rounds=20_000, strategy="house-way")
    assert mine["main"].exact is not None
    assert mine["main"].exact != house["main"].exact
    assert abs(mine["main"].z) < 4.5
    file.write_text('[draw]\n0 = "perhaps"\n11 = "draw"')
    with pytest.raises(Faulty, match="perhaps") as fault:
        pan(strategy=file)
    assert "'11' is neither a total" in str(fault.value)
    assert str(fault.value).startswith(f"{file}: ")
    assert "no decision for a total of 1, 2, 3" in str(fault.value)


@pytest.mark.parametrize("game", ["super-pan-9", "supreme-99", "super-pairs", "dealer-open-pai-gow"])
@pytest.mark.parametrize("content", ["[nonsense]\na = 1\n", "[nonsense\n"])
def test_faults_of_a_strategy_file_name_the_file(tmp_path, game, content):
    """They said `strategy: 1 fault`, or `house-way`."""
    (file := tmp_path / "mine.toml").write_text(content)
    with pytest.raises(Faulty) as fault:
        hw.game(game).simulate(strategy=file, rounds=10, seed=1)
    assert str(fault.value).startswith(f"{file}: ")


def test_a_game_without_a_kernel_takes_no_strategy_file(monkeypatch):
    """It was played by the game's bot, without a word."""
    monkeypatch.setattr(type(PAN), "simulation", lambda game, plan: None)
    with pytest.raises(IllegalSetting, match="Super Pan 9 has no kernel, which is what reads a strategy file"):
        pan(rounds=10, strategy='[draw]\n5 = "draw"\n')
    assert pan(rounds=10, strategy="house-way").rounds == 10


def test_where_a_shoe_has_no_paytable_for_a_wager_the_others_are_named():
    pairs = hw.game("super-pairs")
    settings = pairs.configure(decks=2)
    with pytest.raises(IllegalSetting, match=r"Top 3.* no paytable with 2 decks; .* --wagers \S+ \(clause") as fault:
        simulate(pairs, settings, rounds=10, seed=1)
    others = str(fault.value).split("--wagers ")[1].split()[0].split(",")
    assert "top-3" not in others
    assert simulate(pairs, settings, wagers=others, strategy="random", rounds=10, seed=1).rounds == 10


def test_one_round_is_no_rounds():
    assert ": 1 round, seed 42" in str(pan(rounds=1))
    assert "<1 round of super-pan-9" in repr(pan(rounds=1))
    assert "<2 rounds of super-pan-9" in repr(pan(rounds=2))


def test_a_python_function_plays_by_the_order_of_play_itself():
    """Slow, and it says so; a seed gives the same cards as to the kernel."""
    stands = simulate(PAN, PAN.configure(), rounds=600, seed=42, strategy=lambda *asked: "stand")
    assert stands.run.where == "the order of play"
    assert stands["main"].exact is None
    assert "order of play" in stands.json()["notes"][0]
    content = "\n".join(["[draw]", *(f'{total} = "stand"' for total in range(10)), ""])
    kernel = simulate(PAN, PAN.configure(), rounds=600, seed=42, strategy=content)
    assert stands["main"].edge == kernel["main"].edge


@pytest.mark.parametrize("wrong", ["Draw", "fly", None, 7])
def test_an_answer_of_a_function_that_the_question_does_not_allow_is_refused(wrong):
    """It was played as if it were another: in Super Pan 9 as stand, in blackjack as hit."""
    for game in (PAN, hw.game("super-pairs")):
        with pytest.raises(IllegalAnswer, match=rf"strategy's answer .* stand.* not {wrong!r}"):
            simulate(game, game.configure(), rounds=300, seed=1, strategy=lambda *asked: wrong)


def test_a_hand_that_a_function_sets_wrong_is_refused():
    pai_gow = hw.game("dealer-open-pai-gow")
    with pytest.raises(IllegalAnswer, match=r"sets all 7 cards, .*, not \(3, 4\)"):
        simulate(pai_gow, pai_gow.configure(), wagers=["main"], rounds=3, seed=1, strategy=lambda *asked: (3, 4))
