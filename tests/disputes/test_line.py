"""A round in one line: every game by its short names, wagers, piles and choices; what is wrong is pointed at."""

import contextlib
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway as hw
from houseway.cli import main
from houseway.disputes.example import example
from houseway.disputes.line import Unclear, is_line, record_of, spaced
from houseway.disputes.names import matching
from houseway.errors import HousewayError
from houseway.games import games
from houseway.games.folder import games_in

HIGH_CARD = Path(hw.__file__).parent / "scaffold" / "high-card"


def nets(text):
    return {(each.seat, each.wager): each.net for each in hw.settle(text)}


def test_the_line_of_the_issue():
    assert nets("pan9 8d: Kd2c4h | 25+5: 6h2dAs") == {(1, "main"): 2375, (1, "tie"): -500}
    assert record_of("pan9 8d: Kd2c4h | 25+5: 6h2dAs") == {
        "game": "super-pan-9",
        "settings": {"decks": "8"},
        "dealer": {"cards": "Kd 2c 4h"},
        "seat": [{"number": 1, "wagers": {"main": "25", "tie": "5"}, "cards": "6h 2d As"}],
    }


@pytest.mark.parametrize(
    ("word", "id_"),
    [
        ("super-pan-9", "super-pan-9"),
        ("SP9", "super-pan-9"),
        ("pan", "super-pan-9"),
        ("99", "supreme-99"),
        ("supr", "supreme-99"),
        ("chinese", "chinese-poker"),
        ("paigow", "dealer-open-pai-gow"),
        ("DOPG", "dealer-open-pai-gow"),
        ("pairs", "super-pairs"),
    ],
)
def test_games_have_short_names_that_follow_from_their_ids(word, id_):
    assert matching(word, {each.id: (each.name,) for each in games()}) == (id_,)


def test_a_short_name_of_two_games_is_refused():
    with pytest.raises(Unclear, match="'super' may be super-pan-9 or super-pairs"):
        record_of("super: Kd2c4h | 25: 6h2dAs")


def test_wagers_stand_in_the_order_that_the_table_offers_or_by_name():
    plain = record_of("pan9: Kd2c4h | 25+5: 6h2dAs")["seat"]
    assert record_of("pan9: Kd2c4h | 25 tie=5: 6h2dAs")["seat"] == plain
    assert record_of("pan9: Kd2c4h | tie=5+25: 6h 2d As")["seat"][0]["wagers"] == {"tie": "5", "main": "25"}
    assert record_of("pairs: 7d6d6c | 25+0+5: 5d5sTh hit stand")["seat"][0]["wagers"] == {
        "blackjack": "25",
        "lucky-ladies": "5",
    }
    closed = "pairs offer-super-pairs=no: 7d6d6c | 25+5: 5d5sTh hit stand"
    assert record_of(closed)["seat"][0]["wagers"] == {"blackjack": "25", "lucky-ladies": "5"}


def test_settings_and_ratios_stand_before_the_colon():
    told = record_of("pairs 6d set blackjack-pays=6:5 soft=hit: As7d | 25: AcTd")
    assert told["settings"] == {"decks": "6", "blackjack-pays": "6:5", "soft-17": "hit"}
    assert nets("pairs 6d blackjack-pays=6:5: 9s8d | 25: AcTd") == {(1, "blackjack"): 3000}
    assert nets("pai order=dice drawn=7: Kd4s6h4h7h9c5d | 25: KcJc/AhAd8d7d4c") == {(1, "main"): 2500}


def test_piles_stand_apart_by_a_slash():
    seat = record_of("99: 5c5d3h4d | 25: 9c9d / Kc4h")["seat"][0]
    assert (seat["cards"], seat["high"], seat["low"]) == ("9c 9d Kc 4h", "9c 9d", "Kc 4h")
    dealer = record_of("99: 5c5d / 3h4d | 25: high=9c9d 9c9dKc4h")["dealer"]
    assert (dealer["high"], dealer["low"]) == ("5c 5d", "3h 4d")


def test_choices_flags_money_and_calls_follow_the_cards():
    seat = record_of("pairs: As7d | 25: 5d5sTh hit stand insurance=12.50")["seat"][0]
    assert (seat["play"], seat["insurance"]) == ("hit stand", "12.50")
    told = record_of("chinese surrender=yes: 60: KhKcQs8d7c6s5h4cAsAhJhJdJc surr | 60: Ac8h2h/KsTs9s3s2s/AdQdTd9d4d")
    assert told["seat"][0]["surrendered"] is True
    called = record_of("pan9: Kd2c4h call=misdeal | #4 25: 6h2dAs call=exposed")
    assert called["irregularity"] == [{"kind": "misdeal", "seat": 0}, {"kind": "exposed-card", "seat": 4}]
    assert nets("pan9: Kd2c4h | #4 25: 6h2dAs call=misdeal") == {(4, "main"): 0}


def test_seats_are_numbered_in_their_order_or_by_name():
    told = record_of("pan9: Kd2c4h | 25: 6h2dAs | #5 10: AcAdAh2c | 10: KcKh9c")
    assert [seat["number"] for seat in told["seat"]] == [1, 5, 6]


def test_a_game_without_a_dealer_begins_with_its_seats():
    line = "60: KhKcQs/8d7c6s5h4c/AsAhJhJdJc | 60: Ac8h2h/KsTs9s3s2s/AdQdTd9d4d"
    assert nets(f"chinese: {line}") == nets(f"chinese: | {line}") == {(1, "main"): 100, (2, "main"): -100}


@pytest.mark.parametrize("game", games(), ids=[each.id for each in games()])
def test_every_game_has_an_example_that_is_ruled_upon(game):
    line = example(game)
    assert is_line(line)
    assert line.startswith(game.id)
    assert "…" not in line
    assert hw.settle(line).record.game == game


def test_a_sixth_game_has_lines_too(monkeypatch):
    monkeypatch.setattr(sys.modules["houseway.games"], "_ADDED", {})
    (sixth,) = games_in(HIGH_CARD)
    hw.add(sixth)
    line = example(sixth)
    assert "…" not in line
    assert hw.settle(line.replace("high-card", "hc", 1)).record.game == sixth
    with pytest.raises(Unclear, match="For example: high-card"):
        record_of("hc: Kx | 5: Ac")


@pytest.mark.parametrize(
    ("line", "sentence", "word"),
    [
        ("", "begins with a game", ""),
        (": Kd | 5: 2c", "begins with a game", ":"),
        ("nope: Kd | 5: 2c", "'nope' is no game", "nope"),
        ("pan9 Kd2c4h | 25: 6h2dAs", "is not understood before the colon", "Kd2c4h"),
        ("99 8d: 5c5d3h4d | 5: 9c9d/Kc4h", "'8d' is not understood", "8d"),
        ("pan9 deck=3 c=5%: Kd2c4h | 25: 6h2dAs", "'c' may be commission or", "c=5%"),
        ("pan9 vig=3: Kd2c4h | 25: 6h2dAs", "'vig' is no setting", "vig=3"),
        ("pan9 99d: Kd2c4h | 25: 6h2dAs", "decks lies between 1 and 8", "pan9"),
        ("pan9 8d", "a colon stands after the game", ""),
        ("pan9: Kd2c4h", "no seat follows", ""),
        ("pan9: Kd2c4h | 6h2dAs", "a seat is its wagers, a colon and its cards", "6h2dAs"),
        ("pan9: Kd2c4x | 25: 6h2dAs", "'4x' is not a card", "4x"),
        ("pan9: Kd2c4h | 25: 6h2d1s", "'1s' is not a card", "1s"),
        ("pan9: Kd2c4h | 25+5+5: 6h2dAs", "one wager too many", "5"),
        ("pan9: Kd2c4h | 25 m=5: 6h2dAs", "main stands there twice", "m=5"),
        ("pan9: Kd2c4h | 25 lucky=5: 6h2dAs", "'lucky' is no wager", "lucky=5"),
        ("pan9: Kd2c4h | 25.5: 6h2dAs", "is not an amount", "25.5"),
        ("pan9: Kd2c4h | -5: 6h2dAs", "is not an amount", "-5"),
        ("pan9: Kd2c4h | #0x 25: 6h2dAs", "is no seat", "#0x"),
        ("pan9: Kd2c4h | #1 25: 6h2dAs | #1 5: 2h3h4h", "each seat once", "#1"),
        ("pan9: Kd2c4h | 25: 6h2dAs stand", "'stand' is not understood", "stand"),
        ("pan9: Kd2c4h | 25: 6h2d/As", "its hands are not set", "/"),
        ("99: 5c5d3h4d | 5: 9c/9d/Kc4h", "3 piles, and Supreme 99 sets high / low", "/"),
        ("99: 5c5d3h4d | 5: 9c9d/Kc4h middle=Kc", "'middle' is no field", "middle=Kc"),
        ("99: 5c5d3h4d | 5: 9c9d/Kc4h call=fire", "'fire' is no call", "call=fire"),
        ("chinese: 60: KhKc declared=maybe", "declared is yes or no", "declared=maybe"),
    ],
)
def test_a_wrong_line_is_pointed_at(line, sentence, word):
    with pytest.raises(Unclear) as refused:
        record_of(line)
    told, text, pointer, example_ = str(refused.value).split("\n")
    assert sentence in told
    assert text == f"  {line}"
    at = pointer.index("^") - 2
    assert line[at : at + pointer.count("^")] == word or not word
    assert "For example: " in example_ or "as in pan9" in example_


def test_a_line_that_is_understood_may_still_be_refused_by_the_rules():
    with pytest.raises(HousewayError, match="clause 7"):
        hw.settle("pan9: Kd2c4h5h | 25: 6h2dAs")
    with pytest.raises(HousewayError, match="'jump' in play"):
        hw.settle("pairs: 7d6d6c | 25: 5d5sTh jump")


@pytest.mark.parametrize("text", ["round.toml", "x:\n", '{"game": "x"}', "C:round.json", "x" * 5000 + ":", "no colon"])
def test_records_and_files_are_no_lines(text):
    assert not is_line(text)


def test_a_file_whose_name_has_a_colon_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pan9: x").write_text('game = "super-pan-9"\ndealer = { cards = "Kd 2c 4h" }\n')
    assert not is_line("pan9: x")


def test_glued_cards_are_parted_and_other_text_is_left():
    assert spaced("Kd10h K♦ jk") == "Kd 10h K♦ jk"
    assert spaced("Kd2x") == "Kd2x"
    assert spaced("") == ""


@given(st.text("pan9 8d:|/#+=?5Kc2h\tx", max_size=60))
def test_no_line_ends_in_a_traceback(text):
    with contextlib.suppress(HousewayError):
        record_of(f"pan9: {text}")


def settle_command(capsys, *args):
    with pytest.raises(SystemExit) as end:
        main(["settle", *args])
    return end.value.code, *capsys.readouterr()


def test_the_command_takes_a_line(capsys):
    code, out, _ = settle_command(capsys, "pan9 8d: Kd2c4h | 25+5: 6h2dAs")
    assert code == 0
    assert "The house: -$18.75" in out
    code, out, _ = settle_command(capsys, "pan9 8d: Kd2c4h | 25+5: 6h2dAs", "--set", "commission=0%")
    assert "The house: -$20.00" in out
    code, _, err = settle_command(capsys, "pan9 8d: Kd2c4x | 25+5: 6h2dAs")
    assert code == 2
    assert "^^" in err


def test_the_help_shows_a_line_of_each_game_that_is_ruled_upon():
    from houseway.cli.settle import settle

    lines = [line.split('"')[1] for line in (settle.__doc__ or "").splitlines() if 'settle "' in line]
    assert {hw.settle(line).record.game.id for line in lines} == {each.id for each in games()}
