from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import IllegalMoney
from houseway.money import brief, commission, dollars, parse_cents, rounded, signed, winnings


@given(st.integers(0, 10**12))
def test_amounts_are_read_back_as_they_are_shown(cents):
    assert parse_cents(dollars(cents)) == cents


@pytest.mark.parametrize("text, cents", [("25", 2500), ("25.00", 2500), ("$1,250.50", 125050), (25, 2500), ("0.01", 1)])
def test_amounts(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.parametrize("text", ["", "25.5", "-5", "1,25", "five", "1e3", "25.001", True])
def test_what_is_no_amount_is_refused_in_words(text):
    with pytest.raises(IllegalMoney, match="is not an amount: write dollars and cents"):
        parse_cents(text)


@pytest.mark.parametrize(
    "text", ["$" + "1" * 20, "1000000000000000", "1" * 16 + ".25", "1,000,000,000,000,000", 10**20]
)
def test_an_amount_that_is_too_large_is_told_so(text):
    """It was told to be none."""
    with pytest.raises(IllegalMoney, match="is too large an amount: it may have 15 digits of dollars"):
        parse_cents(text)


@pytest.mark.parametrize(
    "amount, down, nearest, up",
    [
        (Fraction(5), 5, 5, 5),
        (Fraction(9, 2), 4, 5, 5),
        (Fraction(17, 4), 4, 4, 5),
        (Fraction(19, 4), 4, 5, 5),
        (Fraction(449, 100), 4, 4, 5),
        (Fraction(451, 100), 4, 5, 5),
    ],
)
def test_roundings(amount, down, nearest, up):
    assert [rounded(amount, way) for way in ("down", "nearest", "up")] == [down, nearest, up]
    assert rounded(amount) == down


@pytest.mark.parametrize("rounding", ["", "Down", "half", "neerest"])
def test_an_unknown_rounding_is_refused_rather_than_rounded_somehow(rounding):
    with pytest.raises(IllegalMoney, match='is not a rounding: write "down", "up" or "nearest"'):
        rounded(Fraction(9, 2), rounding)


def test_winnings_and_commission():
    assert winnings(2500, Fraction(3, 2)) == 3750
    assert winnings(5, Fraction(3, 2)) == 7
    assert commission(2500, Fraction(1, 20)) == 125


@pytest.mark.parametrize("rounding, kept", [("down", 1), ("nearest", 2), ("up", 2)])
def test_a_commission_is_rounded_as_named(rounding, kept):
    assert commission(30, Fraction(1, 20), rounding) == kept
    assert commission(30, Fraction(1, 20)) == 1


def test_signs():
    shown = ["+$8.00", "+$0.01", "$0.00", "-$0.01", "-$25.00"]
    assert [signed(cents) for cents in (800, 1, 0, -1, -2500)] == shown


def test_what_was_given_is_told_in_brief():
    assert brief("25x") == "'25x'"
    assert brief(25) == "25"
    assert brief("x" * 58) == repr("x" * 58)
    assert brief("x" * 59) == "'" + "x" * 49 + "… (61 characters)"
    with pytest.raises(IllegalMoney, match=r"^'2x' is not an amount: write dollars and cents, as in \"25.00\"$"):
        parse_cents("2x")


def test_no_rounding_takes_more_than_the_greatest_rate_in_whole_cents():
    five = Fraction(1, 20)
    assert commission(501, five, "up") == 26
    assert commission(501, five, "up", five) == 25
    assert commission(501, Fraction(1, 25), "up", five) == 21
    assert commission(520, five, "down", five) == 26
    assert commission(1, five, "up", five) == 0


@pytest.mark.parametrize("text, cents", [("1,234,567,890,123", 123456789012300), ("9" * 15, 10**17 - 100)])
def test_an_amount_of_up_to_fifteen_digits_is_read(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.parametrize("text", ["1,234,567,890,123,456", "9" * 16, "٢٥", "25.٠٠"])
def test_an_amount_that_no_ledger_holds_or_of_other_digits_is_refused(text):
    with pytest.raises(IllegalMoney):
        parse_cents(text)
