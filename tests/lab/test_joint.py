"""Joint risk: each wager alone is as its odds tell, and the sum is the sum over one deal."""

from fractions import Fraction

import pytest
from typer.testing import CliRunner

import houseway as hw
from houseway.cli import app
from houseway.errors import HousewayError, IllegalBet, UnknownName
from houseway.lab import law as laws
from houseway.lab.joint import joint
from houseway.simulate.together import measured

ONE = Fraction(1)


@pytest.mark.parametrize(
    "id_, wagers",
    [
        ("super-pan-9", ("main", "tie")),
        ("supreme-99", ("main", "pair-fortunes")),
        ("super-pairs", ("super-pairs", "21-plus-3", "lucky-ladies")),
    ],
)
def test_each_wager_alone_is_as_its_odds_tell(id_, wagers):
    game = hw.game(id_)
    told = joint(game, dict.fromkeys(wagers, ONE), game.configure())
    for wager in wagers:
        assert told.alone[wager] == game.odds(wager).law
    assert laws.mean(told.law) == sum(laws.mean(each) for each in told.alone.values())
    assert told.variance == sum(told.covariance.values())
    assert told.edge == sum(game.odds(wager).edge for wager in wagers) / len(wagers)


def test_a_title_calls_wagers_by_their_names():
    game = hw.game("super-pairs")
    told = joint(game, {"super-pairs": ONE, "21-plus-3": Fraction(1, 2)}, game.configure())
    assert told.title == "Super Pairs, 1 on Super Pairs and 1/2 on 21+3"


def test_super_pan_9_main_and_tie_are_one_result():
    pan = hw.game("super-pan-9")
    told = joint(pan, {"main": ONE, "tie": Fraction(1, 5)}, pan.configure())
    assert sorted(told.law) == [Fraction(-6, 5), Fraction(3, 4), Fraction(8, 5)]
    assert told.session(100, bankroll=20).ruin.low > 0
    assert told.sd != told.as_if_independent


def test_what_a_seat_wins_together_is_what_the_table_pays():
    """Rounds at the table, dealt by chance: the two wagers' payouts sum to one of the law's amounts."""
    pan = hw.game("super-pan-9")
    law = joint(pan, {"main": ONE, "tie": ONE}, pan.configure()).law
    paid = set()
    for seed in range(60):
        table = hw.deal("super-pan-9", {1: {"main": 2000, "tie": 2000}}, seed=seed)
        table.bots()
        paid.add(Fraction(sum(payout.net for payout in table.ruling), 2000))
    assert len(paid) == len(law)
    assert paid == set(law)


def test_one_wager_is_its_own_law_and_what_is_not_counted_together_is_refused():
    pairs = hw.game("super-pairs")
    assert joint(pairs, {"super-pairs": ONE}, pairs.configure()).law == pairs.odds("super-pairs").law
    with pytest.raises(UnknownName, match="how hands are played out"):
        joint(pairs, {"super-pairs": ONE, "bust-bonus": ONE}, pairs.configure())
    pai_gow = hw.game("dealer-open-pai-gow")
    with pytest.raises(UnknownName, match="does not count main and chan-chu together"):
        joint(pai_gow, {"main": ONE, "chan-chu": ONE}, pai_gow.configure())
    with pytest.raises(HousewayError, match="more than nothing"):
        joint(pairs, {"super-pairs": Fraction(0)}, pairs.configure())
    told = joint(pairs, {"super-pairs": ONE, "21-plus-3": ONE}, pairs.configure())
    assert told.json()["correlations"]["super-pairs, 21-plus-3"] == pytest.approx(0.0460, abs=1e-4)
    assert "correlation" in str(told)


ONCE = {"decks": 2, "split_hands": 2, "double_after_split": "no", "split_rounds": 0}


@pytest.mark.compiled
def test_blackjack_with_bonuses_is_a_sum_over_starts():
    """Each alone is as its own odds tell, counted another way; together they fall as rounds dealt by chance do."""
    pairs = hw.game("super-pairs")
    stakes = {"blackjack": ONE, "super-pairs": Fraction(1, 2), "lucky-ladies": Fraction(1, 2)}
    settings = pairs.configure(**ONCE)
    told = joint(pairs, stakes, settings)
    for wager, units in stakes.items():
        alone = {units * pays: chance for pays, chance in pairs.odds_of(pairs.ask(wager, settings)).law.items()}
        assert told.alone[wager] == alone
    assert told.variance == sum(told.covariance.values())
    assert told.bounds[0] < told.sd < told.bounds[1]
    seen = measured(pairs, stakes, settings, 300_000, seed=11)
    assert set(seen.law) <= set(told.law)
    for pays, chance in told.law.items():
        spread = (chance * (1 - chance) / 300_000) ** 0.5
        assert abs(float(seen.law.get(pays, 0) - chance)) < 5 * spread + 1e-5, pays
    assert any("not counted" in note for note in seen.notes())
    assert seen.json()["method"] == "measured"
    assert joint(pairs, {"blackjack": ONE}, settings).law == pairs.odds("blackjack", **ONCE).law


@pytest.mark.compiled
def test_what_is_not_counted_together_is_measured():
    pairs = hw.game("super-pairs")
    told = measured(pairs, {"blackjack": ONE, "bust-bonus": ONE}, pairs.configure(**ONCE), 50_000)
    assert told.correlation("blackjack", "bust-bonus") > 0, "who bets on the dealer's bust wins twice"


@pytest.mark.parametrize(
    "words, says",
    [
        (["super-pan-9", "main=1", "main=2"], "main stands there twice"),
        (["super-pan-9", "main=1", "tie=1", "--rounds", "0"], "between 1 and 1,000,000 rounds, not 0"),
        (["super-pan-9", "main=1", "tie=1", "--bankroll", "5"], "say of how many rounds, with --rounds"),
        (["super-pan-9", "main=1", "tie=1", "--chart", "x.svg"], "say of how many rounds, with --rounds"),
        (["super-pairs", "top-3=1"], "Top 3 is made only together with 21+3 (clause C.6)"),
        (["super-pairs", "top-3=1", "blackjack=1", "--measure", "9"], "together with 21+3 (clause C.6)"),
        (["super-pan-9", "main=1000000000"], "at most 999,999 units"),
    ],
)
def test_what_is_asked_wrongly_is_refused_and_nothing_is_ignored(words, says):
    done = CliRunner().invoke(app, ["joint", *words])
    assert isinstance(done.exception, HousewayError), done.stdout
    assert says in str(done.exception)


def test_a_wager_that_needs_another_is_counted_with_it():
    pairs = hw.game("super-pairs")
    assert joint(pairs, {"21-plus-3": ONE, "top-3": ONE}, pairs.configure()).law
    with pytest.raises(IllegalBet, match=r"Top 3 is made only together with 21\+3") as refused:
        joint(pairs, {"super-pairs": ONE, "top-3": ONE}, pairs.configure())
    assert refused.value.clause == "C.6"


def test_notes_call_wagers_by_their_names_and_json_by_their_ids():
    game = hw.game("super-pan-9")
    found = joint(game, {"main": ONE, "tie": ONE}, game.configure())
    assert next(iter(found.notes())).startswith("main wager and Tie Bet: correlation")
    assert list(found.json()["correlations"]) == ["main, tie"]
