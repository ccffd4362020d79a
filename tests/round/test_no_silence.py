"""Money on the edges, and slips that nobody may pass over in silence."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway as hw
from houseway.errors import Faulty, HousewayError, IllegalAnswer, IllegalMoney, IllegalRound, IllegalSetting
from houseway.money import commission, parse_cents
from houseway.round.record import read

PAN = hw.game("super-pan-9")
FIVE = Fraction(1, 20)


def dealt(main="25.00", seat=1, **more):
    return {
        "game": "super-pan-9",
        "settings": {"minimum": "0.01", "commission-rounding": "up"},
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": seat, "cards": "6h 2d As", "wagers": {"main": main}}],
        **more,
    }


@pytest.mark.parametrize("won, fee", [("5.01", 25), ("0.01", 0), ("0.19", 0), ("0.20", 1), ("5.20", 26)])
def test_8_no_rounding_takes_more_than_five_percent_in_money(won, fee):
    assert hw.settle(dealt(won)).ruling[0].commission == fee


@given(st.integers(0, 10**6), st.sampled_from(["up", "down", "nearest"]), st.integers(0, 500))
def test_8_the_ceiling_holds_for_every_amount_rate_and_rounding(won, rounding, rate):
    fee = commission(won, Fraction(rate, 10_000), rounding, FIVE)
    assert 0 <= fee <= won * FIVE


def test_a_bare_fraction_is_no_percentage():
    for given_ in ("0.05", 0.05, ".05"):
        with pytest.raises(IllegalSetting, match="commission is a percent"):
            PAN.configure(commission=given_)
    assert PAN.configure(commission="0.05%").fraction("commission") == Fraction(5, 10_000)
    assert PAN.configure(commission=5).fraction("commission") == FIVE
    assert PAN.configure(commission=0).fraction("commission") == 0


@pytest.mark.parametrize("digits", ["٢٥", "２５", "²5", "2５.00", "1" * 5000, "1,0000", "25.0", "+25", "1e3", ""])
def test_an_amount_is_written_in_our_digits_and_no_more_of_them_than_can_be_held(digits):
    with pytest.raises(IllegalMoney, match=r"is not an amount|is too large an amount"):
        parse_cents(digits)


@pytest.mark.parametrize("digits", ["٨", "８", "1" * 5000, "8.0", "0x8"])
def test_a_whole_number_too(digits):
    with pytest.raises(IllegalSetting, match="decks is an integer"):
        PAN.configure(decks=digits)


@pytest.mark.parametrize(
    "text, words",
    [
        ("\ufeffgame = 'super-pan-9'\n", "byte-order mark"),
        ('\ufeff{"game": "super-pan-9"}\n', "byte-order mark"),
        ('{"game": "super-pan-9", "round": ' + "7" * 5000 + "}\n", "digits"),
        ("round = " + "7" * 5000 + "\n", "digits"),
        ("x = " + "[" * 5000 + "\n", "nested|recursion|depth|Invalid|Unclosed"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_fault(text, words):
    with pytest.raises(Faulty, match=words):
        read(text)


def test_a_call_names_a_seat_that_plays():
    with pytest.raises(IllegalAnswer, match="names a seat that plays, 1, or 0 for the dealer, not 77"):
        hw.settle(dealt(irregularity=[{"kind": "exposed-card", "seat": 77}]))


def test_an_irregularity_after_which_play_went_on_leaves_its_trace():
    ruled = hw.settle(dealt(irregularity=[{"kind": "exposed-card", "seat": 1}]))
    assert ruled.ruling[0].award == "win"
    assert ruled.remarks == (
        "A supervisor called exposed card on seat 1: play went on, by the written control exposed-card = play-on "
        "(clause irregularities).",
    )


def test_irregularities_beside_entries_must_be_the_calls_among_them():
    told = hw.settle(dealt(irregularity=[{"kind": "exposed-card", "seat": 1}])).json()
    assert hw.settle(told).remarks
    with pytest.raises(IllegalRound, match="are not the calls among its entries"):
        hw.settle({**told, "irregularity": [{"kind": "misdeal", "seat": 1}]})


def test_a_flag_is_true_or_false_and_no_word():
    hand = {"number": 1, "cards": "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "wagers": {"main": "500.00"}}
    with pytest.raises(HousewayError, match="is true or false, not 'no'"):
        hw.settle({"game": "chinese-poker", "seat": [{**hand, "surrendered": "no"}]})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"game": "super-pan-9", "round": ' + "9" * 5000 + "}", "holds a number of thousands of digits"),
        ('game = "super-pan-9"\nround = ' + "9" * 5000 + "\n", "holds a number of thousands of digits"),
        ('{"game": ' + "[" * 100_000 + "]" * 100_000 + "}", "is nested too deep"),
        ('game = "super-pan-9"\nx = ' + "[" * 1000 + "]" * 1000 + "\n", "is nested too deep"),
    ],
)
def test_what_no_reader_takes_is_told_in_words_and_not_in_pythons(text, says):
    with pytest.raises(Faulty) as fault:
        hw.settle(text)
    ((_, sentence),) = fault.value.faults
    assert says in sentence
    assert "sys." not in sentence
    assert "recursion" not in sentence
