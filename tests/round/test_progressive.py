"""What a ruling does to the progressive meters of its table, told by `settle` in figures and in words."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import IllegalRound
from houseway.games import game
from houseway.round.meters import Meters, Moved, started
from houseway.round.record import read, settle
from test_schemas import valid

PAIRS = game("super-pairs")
JACKPOT, OTHER = "super-pairs-jackpot", "21-plus-3-jackpot"
SETTINGS = {
    f"offer-{JACKPOT}": "yes",
    f"offer-{OTHER}": "yes",
    f"{JACKPOT}-meter": "5,000.15",
    f"{JACKPOT}-seed": "500.00",
    f"{JACKPOT}-increment": "7.5%",
}


WAGERS = {"wagers": {"blackjack": "10.00", JACKPOT: "1.00"}}


def settled(seat, dealer, **more):
    seat = {"number": 1, "cards": seat} | WAGERS
    return settle(
        read({"game": "super-pairs", "settings": SETTINGS, "dealer": {"cards": dealer}, "seat": [seat]} | more)
    )


def test_e_6_settle_says_what_each_meter_was_what_came_off_it_and_what_it_is_after_the_round():
    won = settled("As As", "As 9d")
    assert [tuple(each) for each in won.meters] == [
        (JACKPOT, 5_000_15, 5_000_15, 500_00, 0, 500_00),
        (OTHER, 1_000_00, 0, 0, 0, 1_000_00),
    ]
    assert won.remarks == (
        "The meter of the Super Pairs jackpot showed $5,000.15; $5,000.15 came off it and it was seeded with $500.00. "
        "After the round it shows $500.00 (clause jackpot-super-pairs).",
        "The meter of the 21+3 jackpot showed $1,000.00; nothing came off it. After the round it shows $1,000.00 "
        "(clause jackpot-21-plus-3).",
    )
    assert won.json()["meters"][JACKPOT] == {
        "displayed_cents": 5_000_15,
        "off_cents": 5_000_15,
        "seeded_cents": 500_00,
        "taken_back_cents": 0,
        "after_cents": 500_00,
    }


def test_the_percentage_comes_off_the_meters_account_and_the_new_seed_is_the_houses():
    lines = settled("As As", "As 9d").json()["postings"]
    assert {"account": f"meter {JACKPOT}", "cents": -4_500_15} in lines
    assert sum(line["cents"] for line in lines) == 0


def test_the_percentage_is_not_told_as_the_houses_loss(tmp_path):
    """The house pays the new seed of $500.00, and wins the jackpot wager's dollar and ten on the aces' 12."""
    won = settled("As As", "As 9d")
    assert won.house_cents == -500_00 + 1_00 + 10_00
    file = tmp_path / "round.json"
    file.write_text(json.dumps(won.json()))
    told = CliRunner().invoke(app, ["settle", str(file)]).stdout
    assert "The house: -$489.00" in told
    assert "$5,000.15 came off it" in " ".join(told.split())


def test_a_record_that_tells_its_meters_is_read_again_and_fits_the_schema():
    told = json.loads(json.dumps(settled("As As", "As 9d").json()))
    valid("record", told)
    assert settle(read(told)).json() == told


def test_a_void_round_takes_back_what_its_wager_had_added():
    settings = SETTINGS | {"reconciled-bonuses": "void-with-round"}
    void = settled("5s 6d", "6h Th", settings=settings, irregularity=[{"kind": "misdeal"}])
    (moved, _) = void.meters
    assert (moved.displayed, moved.off, moved.taken_back, moved.after) == (5_000_15, 0, 8, 5_000_07)
    assert "$0.08 that void wagers had added was taken back" in void.remarks[0]


def test_games_without_a_meter_tell_none():
    record = {
        "game": "super-pan-9",
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": 1, "cards": "6h Kc Qc", "wagers": {"main": "25.00"}}],
    }
    assert settle(read(record)).meters == ()
    assert "meters" not in settle(read(record)).json()


def test_meters_are_seeded_fed_paid_and_shown():
    settings = PAIRS.configure(SETTINGS)
    meters = started(PAIRS, PAIRS.configure({key: value for key, value in SETTINGS.items() if "meter" not in key}))
    assert meters.displayed == {JACKPOT: 500_00, OTHER: 1_000_00}
    assert [tuple(each) for each in meters.feed([{JACKPOT: 100}, {JACKPOT: 100}], settings)] == [
        (JACKPOT, 7, "accrual"),
        (JACKPOT, 8, "accrual"),
    ]
    assert meters.settings(settings).integer(f"{JACKPOT}-meter") == 500_15
    meters.paid(settled("As As", "As 9d", settings=SETTINGS | {f"{JACKPOT}-meter": "500.15"}).ruling)
    assert meters.displayed == {JACKPOT: 500_00, OTHER: 1_000_00}


def test_a_table_starts_from_the_meter_that_is_set_or_else_from_the_seed():
    assert started(PAIRS, PAIRS.configure(SETTINGS)).displayed == {JACKPOT: 5_000_15, OTHER: 1_000_00}
    assert started(PAIRS, PAIRS.configure(SETTINGS | {"jackpot-kind": "house"})).displayed == {}


def test_a_meter_falls_for_a_lawful_reason_and_never_below_nothing():
    meters = Meters(PAIRS, {JACKPOT: Fraction(10)})
    with pytest.raises(IllegalRound, match="a meter does not fall for 'accrual'"):
        meters.change(JACKPOT, Fraction(-1), "accrual")
    with pytest.raises(IllegalRound, match="cannot fall below nothing"):
        meters.change(JACKPOT, Fraction(-11), "won")
    with pytest.raises(IllegalRound, match="a meter that this table does not have"):
        Meters(PAIRS, {}).paid(settled("As As", "As 9d").ruling)


def test_all_that_happened_to_a_meter_is_one_sentence():
    moved = Moved(JACKPOT, 5_000_15, 5_000_15, 500_00, 8, 499_92)
    assert moved.in_words(PAIRS.document) == (
        "The meter of the Super Pairs jackpot showed $5,000.15; $5,000.15 came off it, it was seeded with $500.00 "
        "and $0.08 that void wagers had added was taken back. After the round it shows $499.92 "
        "(clause jackpot-super-pairs)."
    )
