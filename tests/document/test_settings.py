from fractions import Fraction

import pytest

from houseway.document.settings import Setting, parse_value, show_value
from houseway.errors import IllegalSetting
from houseway.games import game

PAN = game("super-pan-9").document


@pytest.mark.parametrize(
    "type_, text, value",
    [
        ("integer", "8", 8),
        ("percent", "5%", Fraction(1, 20)),
        ("percent", "2.5", Fraction(1, 40)),
        ("ratio", "3:2", Fraction(3, 2)),
        ("ratio", "6 to 5", Fraction(6, 5)),
        ("flag", "Yes", True),
        ("flag", False, False),
        ("money", "400.00", 400_00),
        ("choice", "stand", "stand"),
    ],
)
def test_values_are_read_and_shown(type_, text, value):
    read = parse_value(type_, text, "it")
    assert read == value
    assert parse_value(type_, show_value(type_, read), "it") == value


@pytest.mark.parametrize(
    "type_, text",
    [("integer", "eight"), ("percent", "-5%"), ("ratio", "3:0"), ("flag", "perhaps"), ("money", "x"), ("name", "")],
)
def test_what_is_no_value_is_refused_with_an_example(type_, text):
    with pytest.raises(IllegalSetting, match="it"):
        parse_value(type_, text, "it")


def test_both_ends_of_the_bounds():
    assert [PAN.configure({"decks": n}).integer("decks") for n in (1, 8)] == [1, 8]
    for out in (0, 9):
        with pytest.raises(IllegalSetting, match=r"decks lies between 1 and 8, not \d \(clause 1\)"):
            PAN.configure({"decks": out})
    with pytest.raises(IllegalSetting, match=r"commission lies between 0% and 5%, not 5\.01%"):
        PAN.configure({"commission": "5.01%"})


def test_every_fault_is_told_at_once():
    with pytest.raises(IllegalSetting) as refused:
        PAN.configure({"decks": 9, "misdeal": "shrug", "colour": "red"})
    for part in (
        "decks lies",
        "misdeal is one of play-on, void-hand, void-round, forfeit-hand, ",
        "no setting 'colour'",
    ):
        assert part in str(refused.value)


def test_a_minimum_above_its_maximum_is_refused():
    with pytest.raises(IllegalSetting, match=r"minimum \(\$50.00\) is above maximum"):
        PAN.configure({"minimum": "50", "maximum": "40"})


def test_settings_are_values():
    base = PAN.configure({})
    assert base == PAN.configure({"decks": 8})
    assert hash(base) == hash(PAN.configure({}))
    assert base.but(tie_bet=False) != base
    assert base.show()["maximum"] == "$400.00"
    assert len(base) == len(PAN.settings)


def test_bounds_in_words():
    def bounds(type_="integer", **more):
        return Setting("it", type_, 0, "", "", "house", **more).bounds

    assert bounds(least=1) == "is at least 1"
    assert bounds(most=3) == "is at most 3"
    assert bounds(type_="flag") == "is yes or no"
    assert bounds() == "is any integer"
    assert PAN.configure({}) == PAN.configure({})


def test_a_setting_follows_another_until_it_is_set_itself():
    pairs = game("super-pairs").document
    settings = pairs.configure({"bonus-minimum": "2.00", "top-3-minimum": "3.00"})
    assert [settings.integer(f"{wager}-minimum") for wager in ("super-pairs", "top-3")] == [2_00, 3_00]
    changed = settings.but(bonus_minimum=4_00)
    assert [changed.integer(f"{wager}-minimum") for wager in ("super-pairs", "top-3")] == [4_00, 3_00]
    assert repr(changed) == "<settings of super-pairs: bonus-minimum=$4.00, top-3-minimum=$3.00>"
    again = changed.but(top_3_minimum="bonus-minimum", bonus_minimum=5_00)
    assert again.integer("top-3-minimum") == 5_00


def test_a_setting_that_follows_is_written_as_the_name_of_the_other_and_read_again_so():
    pairs = game("super-pairs").document
    settings = pairs.configure({"suit": "clubs", "lucky-ladies-jackpot-suit": "spades"})
    shown = settings.show()
    assert (shown["super-pairs-jackpot-suit"], shown["lucky-ladies-jackpot-suit"]) == ("suit", "spades")
    again = pairs.configure(shown)
    assert again == settings
    assert again.but(suit="diamonds").text("super-pairs-jackpot-suit") == "diamonds"
    assert pairs.configure({}).spec("top-3-minimum").bounds == "is at least $0.01, or bonus-minimum"
    with pytest.raises(IllegalSetting, match="is not an amount"):
        pairs.configure({"top-3-minimum": "bonus-maximum"})


def test_a_percentage_is_kept_to_the_last_digit():
    """What a table was opened with is written down as people write it, and read again."""
    pairs = game("super-pairs")
    chosen = pairs.configure({"lucky-ladies-jackpot-increment": "12.3456789%"})
    assert chosen.show()["lucky-ladies-jackpot-increment"] == "12.3456789%"
    assert pairs.configure(chosen.show()) == chosen
    assert pairs.configure().show()["lucky-ladies-jackpot-increment"] == "20%"
