"""How a wager ends: what the table pays and what the lab counts come of the same value."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.document.paytables import Pay, Paytable, Row
from houseway.errors import IllegalBet
from houseway.round import Bet, Terms
from houseway.round.terms import Drawn, award_terms, lost, pushed, row_terms

BET = Bet(2, "main", 25_00)
HALF, TWENTIETH = Fraction(1, 2), Fraction(1, 20)


def table(basis="to 1", limit=0, **pays):
    rows = tuple(Row(award, award.title(), pay) for award, pay in pays.items())
    return Paytable("T", "main", "8", basis, None, rows, limit)


def ratio(amount):
    return Pay("ratio", Fraction(amount))


def test_a_row_pays_to_1_or_for_1():
    to, for_ = (award_terms(table(basis, win=ratio(8)), "win") for basis in ("to 1", "for 1"))
    assert (to.pays, for_.pays) == (8, 7)
    assert to.payout(BET, "it won")[:7] == (2, "main", 25_00, 225_00, "win", "8", "it won: pays 8 to 1")
    assert for_.payout(BET, "it won").returned == 200_00
    assert for_.payout(BET, "it won").why == "it won: pays 8 for 1, $200.00; the wager is not returned"
    assert to.payout(BET, "it won").paytable == "T"


def test_no_row_and_a_row_that_loses_lose():
    for ends in (award_terms(table(win=ratio(8)), "other"), row_terms(table(other=Pay("lose", Fraction(0))), None)):
        assert (ends.award, ends.pays, ends.unit()) == ("lose", -1, -1)
    assert lost("4").payout(BET, "it lost")[2:7] == (25_00, 0, "lose", "4", "it lost: the wager is lost")


def test_a_push_returns_the_wager():
    for ends in (pushed("9"), award_terms(table(push=Pay("push", Fraction(0))), "push", clause="9")):
        assert ends.unit() == 0
        assert ends.payout(BET, "equal")[2:7] == (25_00, 25_00, "push", "9", "equal: a push, the wager is returned")


def test_commission_is_taken_of_what_is_won_and_never_of_the_stake():
    ends = award_terms(table(win=ratio(1)), "win", rate=Fraction(1, 20))
    assert ends.unit() == Fraction(19, 20)
    paid = ends.payout(BET, "it won")
    assert (paid.returned, paid.commission) == (48_75, 1_25)
    assert paid.why == "it won: pays 1 to 1 less 5 % commission of $1.25"
    assert lost("4")._replace(commission=Fraction(1, 20)).payout(BET, "it lost").commission == 0


@pytest.mark.parametrize("rounding, most, fee", [("down", None, 56), ("up", None, 57), ("up", TWENTIETH, 56)])
def test_commission_is_rounded_as_told_and_never_above_the_greatest_rate(rounding, most, fee):
    ends = Terms("win", Fraction(1), "8", TWENTIETH)
    assert ends.payout(Bet(1, "main", 11_30), "it won", rounding=rounding, most=most).commission == fee


def test_commission_is_taken_of_nothing_that_is_not_won():
    for pays in (Fraction(0), -HALF, Fraction(-1)):
        assert Terms("it", pays, "8", HALF).payout(BET, "so", rounding="up").commission == 0


def test_commission_is_taken_of_a_cent_too():
    assert Terms("win", Fraction(1), "8", HALF).payout(Bet(1, "main", 1), "it won", rounding="up").commission == 1


def test_a_part_of_the_wager_comes_back_a_broken_cent_to_the_house():
    ends = Terms("surrender", -HALF, "s")
    assert ends.payout(Bet(1, "main", 25_01), "given up").returned == 12_50
    assert ends.unit() == -HALF
    assert ends.payout(BET, "given up").why == "given up: $12.50 is returned"


def test_a_share_of_a_meter_is_counted_at_a_meter_and_a_stake():
    ends = award_terms(table("for 1", all=Pay("percent", Fraction(1))), "all")
    assert ends.unit() is None
    assert ends.unit(meter=1000_00) is None
    assert ends.unit(1000_00, 1_00) == 999
    paid = ends.payout(Bet(1, "jackpot", 1_00), "three aces", drawn=Drawn(1000_00, 500_00))
    assert (paid.returned, paid.metered, paid.seeded) == (1000_00, 1000_00, 500_00)
    assert paid.why.startswith("three aces: takes 100 % of the jackpot, $1,000.00")


@pytest.mark.parametrize(("meter", "won"), [(0, 3), (1, Fraction(61, 20)), (100_00, 503)])
def test_a_share_and_a_fixed_prize_add_up(meter: int, won: Fraction) -> None:
    assert Terms("both", Fraction(1), "1", share=Fraction(1, 2), prize=20).unit(meter, stake=10) == won


def test_a_fixed_prize_needs_no_stake_and_is_counted_at_one():
    ends = award_terms(table("dollars", envy=Pay("dollars", Fraction(250))), "envy")
    assert ends.unit() is None
    assert ends.unit(stake=5_00) == 50
    assert ends.payout(Bet(3, "envy", 0), "seat 1 has it").returned == 250_00


def test_a_limit_caps_what_is_won_at_the_table_and_in_the_lab():
    ends = award_terms(table(limit=100_00, win=ratio(8)), "win")
    assert ends.payout(BET, "it won").net == 100_00
    assert ends.payout(Bet(1, "main", 5_00), "it won").net == 40_00
    assert ends.unit() == 8
    assert ends.unit(stake=25_00) == 4
    assert ends.unit(stake=5_00) == 8


PAYS = st.fractions(-1, 1000, max_denominator=20)


@given(PAYS, st.fractions(0, Fraction(1, 20), max_denominator=200), st.integers(1, 10**7), st.integers(0, 10**7))
def test_table_and_lab_differ_by_broken_cents_alone(pays, rate, stake, limit):
    ends = Terms("it", pays, "1", commission=rate, limit=limit)
    paid = ends.payout(Bet(1, "main", stake), "so")
    assert paid.returned >= 0
    exact = ends.unit(stake=stake) * stake
    assert -1 < paid.net - exact < 1 + rate


@given(PAYS, PAYS, st.integers(1, 10**5))
def test_a_pay_that_moves_moves_both_alike(one, other, stake):
    a, b = (Terms("it", pays, "1") for pays in (one, other))
    assert b.unit() - a.unit() == other - one
    moved = b.payout(Bet(1, "m", stake * 20), "").net - a.payout(Bet(1, "m", stake * 20), "").net
    assert abs(moved - (other - one) * stake * 20) < 2


ROWS = {"win": ratio(8), "push": Pay("push", Fraction(0)), "all": Pay("percent", HALF), "out": Pay("lose", Fraction(0))}


@pytest.mark.parametrize("clause, cited", [("", "8"), ("7.i", "7.i")])
@pytest.mark.parametrize(
    "basis, award, ends",
    [
        ("to 1", "win", Terms("win", Fraction(8), "", TWENTIETH, label="Win")),
        ("for 1", "win", Terms("win", Fraction(7), "", TWENTIETH, label="Win", basis="for 1")),
        ("dollars", "win", Terms("win", Fraction(0), "", prize=8_00, label="Win")),
        ("to 1", "push", Terms("push", Fraction(0), "", label="Push")),
        ("for 1", "push", Terms("push", Fraction(0), "", label="Push")),
        ("to 1", "all", Terms("all", Fraction(-1), "", share=HALF, label="All")),
        ("to 1", "out", Terms("lose", Fraction(-1), "", label="Out")),
        ("to 1", "none", Terms("lose", Fraction(-1), "", label="no row of the paytable")),
    ],
)
def test_every_kind_of_row_says_all_of_itself(clause, cited, basis, award, ends):
    limit = 0 if ends.award == "lose" else 100_00
    found = award_terms(table(basis, limit=100_00, **ROWS), award, clause=clause, rate=TWENTIETH)
    assert found == ends._replace(clause=cited, limit=limit, paytable="T")
    if not clause:
        rows = table(basis, limit=100_00, **ROWS)
        assert row_terms(rows, rows.row(award), rate=TWENTIETH) == found


def test_a_wager_that_is_lost_or_pushed_says_no_more_than_it_is_told():
    assert lost("4") == Terms("lose", Fraction(-1), "4")
    assert lost("7", "foul", "a foul") == Terms("foul", Fraction(-1), "7", label="a foul")
    assert pushed("9") == Terms("push", Fraction(0), "9")
    assert pushed("6", "settled", "even") == Terms("settled", Fraction(0), "6", label="even")


def test_an_empty_meter_gives_nothing_and_the_wager_is_gone():
    ends = award_terms(table("for 1", all=ROWS["all"]), "all")
    assert (ends.unit(0, 1_00), ends.unit(2_00, 1_00)) == (-1, 0)


def test_what_is_weighed_must_be_known():
    share, prize = (award_terms(table("dollars", **ROWS), award) for award in ("all", "win"))
    assert (share.worth(10_00, 1_00), prize.worth(stake=2_00), lost("4").worth()) == (4, 4, -1)
    said = "pays by the meter or in dollars: say the meter and the stake"
    with pytest.raises(IllegalBet, match=f"^All {said}$"):
        share.worth(stake=1_00)
    with pytest.raises(IllegalBet, match=f"^envy {said}$"):
        prize._replace(award="envy", label="").worth()


def test_a_prize_of_the_house_comes_off_no_meter():
    ends = award_terms(table("for 1", all=ROWS["all"]), "all")
    paid = ends.payout(Bet(1, "jackpot", 1_00), "aces", drawn=Drawn(500_00, by_house=True))
    assert (paid.returned, paid.metered, paid.seeded) == (500_00, 0, 0)


@pytest.mark.parametrize(
    "drawn, why",
    [
        (Drawn(), "50 % of what the jackpot shows is less than a cent"),
        (Drawn(3_00), "takes 50 % of the jackpot, $3.00"),
        (Drawn(3_00, among=2), "takes 50 % of the jackpot, divided among 2 winners, $3.00"),
    ],
)
def test_a_share_is_told_with_what_it_came_to(drawn, why):
    ends = award_terms(table("for 1", all=ROWS["all"]), "all")
    assert ends.payout(BET, "aces", drawn=drawn).why == f"aces: {why}; the wager is not returned"


@pytest.mark.parametrize(
    "ends, why",
    [
        (Terms("win", Fraction(3, 2), "1"), "pays 3 to 2"),
        (Terms("win", Fraction(8), "1", limit=100_00), "pays 8 to 1, at most $100.00"),
        (
            Terms("win", Fraction(8), "1", HALF, limit=100_00),
            "pays 8 to 1, at most $100.00 less 50 % commission of $50.00",
        ),
        (Terms("envy", Fraction(0), "1", prize=250_00), "pays $250.00"),
        (Terms("half", -HALF, "1"), "$12.50 is returned"),
    ],
)
def test_an_end_in_words(ends, why):
    assert ends.payout(BET, "so").why == f"so: {why}"
    assert ends.payout(BET, "so", ends="as agreed").why == "so: as agreed"


def test_terms_are_values():
    assert lost("4") == lost("4")
    with pytest.raises(AttributeError):
        lost("4").pays = Fraction(0)
