from fractions import Fraction

import pytest

from houseway.errors import UnknownName
from houseway.games import game
from houseway.lab.result import Advice, Arrangement, Odds, Option, Outcome, Way
from houseway.lab.verify import as_printed, check
from houseway.round.terms import Terms, lost, pushed
from houseway.tabular import written

PAN = game("super-pan-9")
SETTINGS = PAN.document.configure({})


def coin(pays):
    won = Terms("win", pays, "8") if pays is not None else Terms("win", Fraction(-1), "8", share=Fraction(1))
    return Odds("super-pan-9", "main", SETTINGS, (Outcome(won, 1), Outcome(lost("4"), 1)))


def test_a_fair_coin():
    odds = coin(Fraction(1))
    assert (odds.edge, odds.variance, odds.hit_frequency, odds.total) == (0, 1, Fraction(1, 2), 2)
    assert odds.json()["outcomes"][0] == {"award": "win", "pays": "1", "combinations": "1", "probability": "1/2"}
    assert odds.json()["edge"] == {"exact": "0/1", "percent": 0.0}


def test_the_edge_is_positive_where_the_house_is_favoured():
    assert coin(Fraction(9, 10)).edge == Fraction(1, 20)
    assert coin(Fraction(2)).edge == Fraction(-1, 2)


def test_without_a_meter_there_is_no_edge():
    odds = coin(None)
    assert odds.edge is None
    assert odds.variance is None
    assert odds.json()["edge"] is None
    assert odds.hit_frequency == Fraction(1, 2)


def test_advice_knows_what_an_answer_costs():
    advice = Advice((Option("draw", "draw", Fraction(1, 2)), Option("stand", "stand", Fraction(1, 3))))
    assert (advice.cost("draw"), advice.cost("stand")) == (0, Fraction(1, 6))
    with pytest.raises(UnknownName, match="castle"):
        advice.cost("castle")


def test_any_amount_on_a_wager_is_the_wager_made():
    advice = Advice((Option(0, "no wager", Fraction(0)), Option(10_000, "make the wager", Fraction(-1, 9))))
    assert [advice.cost(cents) for cents in (0, 100, 10_000)] == [0, Fraction(1, 9), Fraction(1, 9)]


def test_arrangements_name_their_piles():
    way = Way((0b1, 0b110), Fraction(1, 3), "a pair behind")
    made = Arrangement("x", (0, 1, 2), SETTINGS, ("front", "back"), (way,), way, "Pair", "5", "because")
    told = made.json()
    assert told["ways"][0]["piles"] == {"front": ["2c"], "back": ["4c", "3c"]}
    assert told["house"]["rule"] == "Pair"


@pytest.mark.parametrize(
    "value, printed, shown",
    [
        (Fraction(47, 1000), "4.70%", "4.70%"),
        (Fraction(46949, 1000000), "4.70%", "4.69%"),
        (Fraction(46950, 1000000), "4.70%", "4.70%"),
        (Fraction(3), "3", "3"),
        (Fraction(-1, 200), "0.5%", "-0.5%"),
    ],
)
def test_computed_figures_are_shown_with_as_many_places_as_printed(value, printed, shown):
    assert as_printed(value, printed) == shown


def test_a_figure_that_does_not_agree_is_said_so():
    figure = PAN.document.figures[0]
    wrong = check(PAN, type(figure)(**{**vars(figure), "printed": "4"}))
    assert not wrong.agrees
    assert wrong.json()["computed"] == "3"


def test_outcomes_that_do_not_stand_apart_tell_no_spread():
    odds = Odds("any", "main", SETTINGS, (Outcome(pushed("6", "together"), 2),), apart=False)
    told = odds.json()
    assert (told["edge"]["exact"], told["hit_frequency"], told["standard_deviation"]) == ("0/1", None, None)


def test_a_count_that_would_fill_a_line_is_written_by_its_power_of_ten():
    assert written(10**27 - 1) == "999,999,999,999,999,999,999,999,999"
    assert written(1_278_238 * 10**36) == "1.278238 × 10⁴²"
    assert written(10**21, 10**21) == "1.000000 × 10²¹"
