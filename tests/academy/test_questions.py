"""Every kind of question of every game: made without end, judged by what pays, a clause for every mistake."""

import os
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from houseway.academy import KINDS, kinds_for, question
from houseway.academy.fields import CHIPS, fewest, worth
from houseway.academy.kinds import irregularity, settling
from houseway.academy.scene import posted_for
from houseway.academy.tables import offering, played, seated
from houseway.document.controls import STAGES
from houseway.errors import IllegalAnswer, UnknownName
from houseway.games import game as find
from houseway.games import games
from houseway.games.folder import games_in
from houseway.round.posted import amounts
from houseway.round.record import record_from, settle, written
from houseway.round.ruling import Setup
from wrong_answers import right_answer, wrong_answers

MANY = int(os.environ.get("HOUSEWAY_QUESTIONS", "100"))
VARIED = 100
"""Of so many questions nine in ten are different."""

EVERY = [(game, kind) for game in games() for kind in kinds_for(game)]
IDS = [f"{game.id}-{kind.id}" for game, kind in EVERY]


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_the_right_answer_is_accepted_and_every_planted_wrong_one_refused_with_a_clause(game, kind):
    clauses = {clause.id for clause in game.document.clauses}
    asked = set()
    for seed in range(MANY):
        made = question(game, kind, seed)
        if seed < VARIED:
            asked.add(repr(made.json()))
        told = made.judged(right_answer(made))
        assert told.right
        assert not told.mistakes
        assert {cited.clause for cited in told.why} <= clauses
        planted = list(wrong_answers(made))
        assert planted
        for field, answer in planted[:: max(1, len(planted) // 6)]:
            verdict = made.judged(answer)
            assert not verdict.right, (seed, field.id, answer)
            assert all(mistake.says and mistake.clause in clauses for mistake in verdict.mistakes)
            assert {mistake.clause for mistake in verdict.mistakes} <= {clause for clause, _ in verdict.clauses}
    assert len(asked) >= VARIED * 0.9


def test_which_kinds_each_game_has():
    """Hands are set by a house way or drawn to where the dealer plays; a bonus has a paytable; a jackpot a display."""
    common = ["settle", "pay", "mispay", "irregularity"]
    found = {game.id: [kind.id for kind in kinds_for(game)] for game in games()}
    assert {id_: sorted(kinds) for id_, kinds in found.items()} == {
        "super-pan-9": sorted(["house-way", "call", *common]),
        "supreme-99": sorted(["house-way", "call", *common]),
        "chinese-poker": sorted(common),
        "dealer-open-pai-gow": sorted(["house-way", "call", *common]),
        "super-pairs": sorted(["house-way", "call", "jackpot", *common]),
    }
    with pytest.raises(UnknownName, match="has no questions of the kind 'jackpot'"):
        question(find("super-pan-9"), KINDS[-1], 1)


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_a_seed_gives_the_same_question_again(game, kind):
    one, two, other = (question(game, kind, seed) for seed in (3, 3, 4))
    assert (one.json(), one.right, one.why) == (two.json(), two.right, two.why)
    assert one.json() != other.json()


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_a_table_is_settled_as_its_record_is(game):
    """What the question holds right is what `houseway settle` says of the same round."""
    for seed in range(10):
        luck = Random(seed)
        table = played(game, seated(game, offering(game, game.configure(), 0), luck, 4, 3), luck)
        record = written(game, table.setup, table.standing, tuple(table.driver.answered))
        ruled = Counter((p.seat, p.wager, p.net) for p in settle(record_from(record)))
        right = settling.about(table).right["settled"]
        assert Counter((int(id_.split(".")[0]), id_.split(".")[1], net) for id_, net in right) == ruled


def _orders(game, seed):
    made = question(find(game), settling.KIND, seed)
    return made, right_answer(made)["settled"]


def test_7_supreme_99_is_settled_from_the_dealers_right_and_another_order_is_refused():
    made, right = _orders("supreme-99", 5)
    seats = [int(bet.split(".")[0]) for bet, _ in right]
    assert seats == sorted(seats, reverse=True)
    told = made.judged({"settled": right[::-1]})
    assert [mistake.clause for mistake in told.mistakes] == ["7"]


def test_8_dealer_open_pai_gow_is_settled_seat_by_seat():
    made, right = _orders("dealer-open-pai-gow", 5)
    assert [mistake.clause for mistake in made.judged({"settled": right[::-1]}).mistakes] == ["8"]


def test_3_super_pairs_settles_the_bonuses_before_the_blackjack():
    for seed in range(20):
        made, right = _orders("super-pairs", seed)
        bonuses = [pair for pair in right if pair[0].split(".")[1] in ("super-pairs", "21-plus-3", "lucky-ladies")]
        if bonuses:
            late = [*(pair for pair in right if pair not in bonuses), *bonuses]
            assert {mistake.clause for mistake in made.judged({"settled": late}).mistakes} == {"3"}
            return
    raise AssertionError("no bonus was made in twenty rounds")


def test_where_the_document_is_silent_any_order_is_right():
    for game in ("super-pan-9", "chinese-poker"):
        made, right = _orders(game, 2)
        assert made.judged({"settled": right[::-1]}).right


def test_every_award_of_every_posted_bonus_comes_up():
    """Rare hands are not left to chance alone."""
    game = find("super-pairs")
    kind = next(kind for kind in KINDS if kind.id == "jackpot")
    seen = {question(game, kind, seed).right["award"] for seed in range(150)}
    assert {"three-suited-aces", "queens-of-hearts-with-blackjack", "three-suited-aces-or-kings", "lose"} <= seen


def test_a_whole_jackpot_takes_what_the_meter_shows_and_a_prize_in_dollars_nothing():
    game = find("super-pairs")
    kind = next(kind for kind in KINDS if kind.id == "jackpot")
    for seed in range(60):
        made = question(game, kind, seed)
        shows = int(made.scene.facts[0].split("$")[1].strip(".").replace(",", "").replace(".", ""))
        rows = {row[0]: row[1] for row in made.scene.posted[0].rows}
        label = made.fields[0].says(made.right["award"])
        assert made.right["meter"] == (shows if rows.get(label) == "pays 100 % of the jackpot" else 0)


def test_a_jackpot_of_a_greater_fixed_wager_is_posted_with_what_it_pays():
    """Pays in dollars are of one dollar: at five each is five times as much, as the sheet of the table says."""
    game = find("super-pairs")
    given = {"offer-lucky-ladies-jackpot": "yes", "lucky-ladies-jackpot-wager": "5.00"}
    five, one = game.configure(given), game.configure(given | {"lucky-ladies-jackpot-wager": "1.00"})
    (rows, single) = (dict(posted_for(game, Setup(each, ()), ["lucky-ladies-jackpot"])[0].rows) for each in (five, one))
    paytable = game.posted(five)["lucky-ladies-jackpot"]
    sheet = dict(zip(rows, amounts(paytable, 5_00, Fraction(0), five), strict=True))
    in_dollars = [label for label, pays in rows.items() if "$" in pays]
    assert len(in_dollars) > 2
    assert [rows[label] for label in in_dollars] == [f"pays {sheet[label]}" for label in in_dollars]
    assert all(rows[label] != single[label] for label in in_dollars)
    assert {rows[label] for label in rows if label not in in_dollars} == {"pays 100 % of the jackpot"}


def test_commission_and_odd_cents_come_up():
    made = [question(find("super-pan-9"), next(k for k in KINDS if k.id == "pay"), seed) for seed in range(40)]
    assert any(worth(each.right["chips"]) % 100 for each in made)
    fees = [each.right["commission"] for each in made]
    assert any(fees)
    assert not all(fees)


def test_irregularities_come_up_at_every_stage_on_seats_and_the_dealer():
    said = [question(find("super-pan-9"), irregularity.KIND, seed).says for seed in range(60)]
    begins = {"deal": "During the deal", "play": "In play", "reveal": "Once a hand is revealed"}
    for stage in STAGES:
        assert any(each.startswith(begins[stage]) for each in said)
    assert any("Seat" in each for each in said)
    assert any("the dealer" in each for each in said)


def test_any_chips_that_make_the_sum_are_right():
    made = question(find("super-pan-9"), next(k for k in KINDS if k.id == "pay"), 1)
    cents = worth(made.right["chips"])
    assert made.judged({**right_answer(made), "chips": {"1": cents}}).right
    assert sum(fewest(cents).values()) <= cents
    assert all(worth(fewest(amount)) == amount for amount in range(0, 30_000, 37))
    assert tuple(sorted(CHIPS, reverse=True)) == CHIPS


def test_a_house_way_in_other_suits_of_the_same_ranks_is_the_same():
    """Two pairs: which of the aces is in front is nobody's concern, which rank is."""
    game = find("supreme-99")
    for seed in range(60):
        made = question(game, KINDS[0], seed)
        (high, low) = right_answer(made)["piles"]
        swap = [(a, b) for a in range(2) for b in range(2) if high[a][0] == low[b][0]]
        if swap:
            a, b = swap[0]
            high[a], low[b] = low[b], high[a]
            assert made.judged({"piles": [high, low]}).right
            return
    raise AssertionError("no rank was in both piles")


def test_four_of_a_rank_are_no_question():
    """However they are set it is right, so that nothing would be learnt; 678 dealt them."""
    made = question(find("supreme-99"), KINDS[0], 678)
    assert list(wrong_answers(made))


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {},
        {"settled": []},
        {"settled": [["x", 1]]},
        {"settled": 5},
        {"other": 1},
        {"settled": [["1.main", "x"]]},
    ],
)
def test_an_answer_without_the_form_is_refused_in_a_sentence(given):
    made = question(find("super-pan-9"), settling.KIND, 1)
    with pytest.raises(IllegalAnswer):
        made.judged(given)
    bad = [("dealer-open-pai-gow", "house-way"), ("super-pan-9", "pay"), ("super-pairs", "jackpot")]
    for id_, kind in bad:
        made = question(find(id_), next(k for k in KINDS if k.id == kind), 1)
        for value in (given, "x", -(10**13), [["As"], ["As"]], {"7": 1}, {"100": -1}, 1.5, True):
            with pytest.raises(IllegalAnswer):
                made.judged({field.id: value for field in made.fields})


def test_a_question_shows_the_settings_that_its_answer_rests_on():
    """The suit of the jackpot that is asked about and of no other; the unit; the commission."""
    jackpot = next(kind for kind in KINDS if kind.id == "jackpot")
    for seed in range(8):
        made = question(find("super-pairs"), jackpot, seed)
        wager = made.scene.posted[0].wager
        suits = [each.id for each in made.scene.chosen if each.id.endswith("jackpot-suit")]
        assert suits == [next(each.id for each in find("super-pairs").document.wagers if each.name == wager) + "-suit"]
    chosen = {each.id: each.value for each in question(find("chinese-poker"), settling.KIND, 1).scene.chosen}
    assert (chosen["unit"], chosen["scoring"]) == ("$1.00", "1-a-hand")
    pay = question(find("super-pan-9"), next(k for k in KINDS if k.id == "pay"), 1)
    assert {"commission", "commission-rounding", "tie-commission"} <= {each.id for each in pay.scene.chosen}


def test_a_game_of_somebody_elses_has_its_kinds_without_a_word_of_its_own():
    """Minibaccarat of the examples knows nothing of an academy."""
    (baccarat,) = games_in(Path(__file__).parents[2] / "examples" / "baccarat")
    assert {"settle", "pay", "mispay", "irregularity"} <= {kind.id for kind in kinds_for(baccarat)}
    for kind in kinds_for(baccarat):
        for seed in range(10):
            made = question(baccarat, kind, seed)
            assert made.judged(right_answer(made)).right
            assert not made.judged(next(iter(wrong_answers(made)))[1]).right
