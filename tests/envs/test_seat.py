"""One seat as a Gymnasium environment: the library's own checker, the rules' own rewards, nothing that is hidden."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import houseway as hw
import houseway.envs
from envs.learned import at_random, away, played
from houseway.cards import in_order
from houseway.envs import id_of
from houseway.errors import HousewayError, IllegalAnswer, UnknownName
from houseway.round import DEALER, Arrange
from houseway.simulate.model import Plan
from houseway.simulate.work import codes_of

GAMES = ("super-pan-9", "supreme-99", "dealer-open-pai-gow", "super-pairs")
FAR = 4.5
"""Standard errors that chance does not bring, once in 147,000 times."""


def made(game, **asked):
    return gymnasium.make(id_of(game), **asked).unwrapped


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_s_own_checker_passes(game):
    check_env(made(game))


def test_every_game_against_the_house_is_registered():
    assert {name for name in gymnasium.registry if name.startswith("houseway/")} >= {id_of(game) for game in GAMES}
    assert id_of("chinese-poker") not in gymnasium.registry


@pytest.mark.parametrize("game", ("super-pan-9", "supreme-99"))
def test_a_random_policy_wins_what_is_exactly_counted(game):
    plan = Plan(hw.game(game).configure(), ("main",), "random")
    exact = hw.game(game).simulation(plan).exact("main")
    won = played(made(game), at_random(3), 1500, 11)
    assert abs(away(won, -exact)) < FAR
    assert abs(away(won + 0.15, -exact)) > FAR  # a reward that is off by that much would be seen


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game, wager, asked, rounds",
    (("super-pairs", "blackjack", {"offers": (), "even_money": False}, 1500), ("dealer-open-pai-gow", "main", {}, 700)),
)
def test_a_random_policy_wins_what_the_kernel_has_simulated(game, wager, asked, rounds):
    settings = {name: value for name, value in asked.items() if name != "offers"}
    simulated = hw.game(game).simulate(wager, strategy="random", rounds=200_000, seed=5, **settings)
    won = played(made(game, **asked), at_random(3), rounds, 11)
    assert abs(away(won, -simulated[wager].edge)) < FAR


@pytest.mark.compiled
@pytest.mark.parametrize("game, wager", (("super-pan-9", "main"), ("super-pairs", "blackjack")))
def test_round_by_round_the_rewards_are_the_kernel_s(game, wager):
    """The same rounds of a seed by the same strategy: environment and kernel share rules and nothing else."""
    env = made(game, offers=())
    simulation = hw.game(game).simulation(Plan(env.table.settings, (wager,), "house-way"))
    worths = simulation.wagers[0].worths()
    codes = codes_of(simulation, 42, 300)[:, 0]

    def policy(env, mask):
        table = env.table
        if table.question is None:
            return 0
        answer = simulation.answer(table.question, table.standing, table.setup, None)
        return env.actions.action(table.question, answer)

    assert played(env, policy, 300, 42).tolist() == [float(worths[code]) for code in codes]


def test_all_of_blackjack_s_decisions_come_up():
    env = made("super-pairs", surrender="late", even_money=True)
    seen = set()
    for number in range(400):
        _, info = env.reset(seed=7 if number == 0 else None)
        ended = False
        while not ended:
            seen |= {env.actions.told(at) for at in np.flatnonzero(info["action_mask"])}
            mask = info["action_mask"]
            split = env.actions.words.index("split")
            _, _, ended, _, info = env.step(split if mask[split] else int(np.flatnonzero(mask)[0]))
    wanted = {"stand", "hit", "double", "split", "surrender", "even-money", "decline", "insurance", "no wager"}
    assert seen == wanted | {"bust-bonus", "go on"}


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_answers_are_each_other_s(game):
    env = made(game)
    for number in range(12):
        env.reset(seed=number)
        question = env.table.question
        if question is None:
            continue
        allowed = np.flatnonzero(env.actions.mask(question))
        answers = [env.actions.answer(question, int(at)) for at in allowed]
        assert len(set(answers)) == len(answers) > 1
        for at, answer in zip(allowed, answers, strict=True):
            question.check(answer)
            assert env.actions.action(question, answer) == at


def test_a_setting_of_a_hand_is_told_by_the_places_of_its_cards():
    env = made("dealer-open-pai-gow")
    env.reset(seed=1)
    question = env.table.question
    assert isinstance(question, Arrange)
    first = len(env.actions.words)
    assert env.actions.told(first) == "front 1-2, back 3-4-5-6-7"
    front, _ = env.actions.answer(question, first)
    assert front == sum(1 << card for card in in_order(question.cards)[:2])


def test_an_observation_has_what_the_seat_may_see_and_no_hole_card():
    env = made("super-pairs", offers=())
    for number in range(40):
        seen, info = env.reset(seed=3 if number == 0 else None)
        if env.table.question is not None:
            assert seen["dealer"].sum() == 1
            assert seen["hand"].sum() == 2
            assert np.flatnonzero(seen["dealer"]).tolist() == list(env.table.standing.shown(DEALER))
            assert info["round"] == number


def test_a_round_that_asks_nothing_is_an_episode_all_the_same():
    """Else the rounds that a natural or two jacks end would be missing from what is won on average."""
    env = made("dealer-open-pai-gow")
    for number in range(400):
        _, info = env.reset(seed=0, options={"round": number})
        if np.flatnonzero(info["action_mask"]).tolist() == [0]:
            _, _, ended, _, _ = env.step(0)
            assert ended
            break
    else:
        pytest.fail("no round of 400 was decided without the seat")


def test_an_action_that_is_no_answer_is_played_as_for_a_seat_that_has_left():
    env = made("super-pan-9")
    env.reset(seed=1)
    _, won, ended, _, info = env.step(0)
    env.reset(seed=1)
    default = env.actions.action(env.table.question, env.table.question.default)
    assert (won, ended) == env.step(default)[1:3]
    assert not info["legal"]


def test_what_cannot_be_is_refused():
    with pytest.raises(UnknownName, match="offers no 'ties' in mid-round; it offers nothing"):
        made("super-pan-9", offers=["ties"])
    with pytest.raises(HousewayError, match="decks lies between"):
        made("super-pan-9", decks=99)
    env = made("super-pan-9")
    with pytest.raises(HousewayError, match="a seed lies between"):
        env.reset(seed=1 << 63)
    env.reset(seed=1)
    env.step(1)
    with pytest.raises(IllegalAnswer, match="the round has ended"):
        env.step(1)


def test_a_game_that_asks_what_its_choices_do_not_name_is_told(monkeypatch):
    monkeypatch.setattr(type(hw.game("super-pan-9")), "choices", ("stand",))
    with pytest.raises(UnknownName, match="Super Pan 9 asks whether to draw, which its `choices` do not name"):
        made("super-pan-9").reset(seed=1)


def test_a_table_is_drawn_in_a_line():
    env = gymnasium.make(id_of("super-pan-9"), render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("Super Pan 9, dealer ")
    assert env.render().endswith(": stand, draw")
