"""The audit of rounds that somebody else has paid: compared as money, counted, and never stopped by one round."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import houseway as hw
from houseway.cli import main
from houseway.cli.audit import _safe
from houseway.disputes.columns import ROUND as ROUND_NAMES
from houseway.disputes.columns import Columns, cents_of, columns_from
from houseway.disputes.compare import BATCH, Difference, Plan, audit_round, audited, hour_of
from houseway.disputes.files import FORMATS, rounds_in
from houseway.disputes.source import Raw
from houseway.disputes.summary import MOST, OTHERS, Summary
from houseway.errors import HousewayError, IllegalMoney
from houseway.games import games
from houseway.round.auditing import KINDS, Said, audit_record, gaps

HIGH_CARD = Path(hw.__file__).parent / "scaffold" / "high-card"
HEADING = "round,game,dealer,table,time,dealer.cards,seat,cards,wagers.main,wagers.tie,paid.main,paid.tie\n"
NAMES = st.sampled_from(
    [
        "game",
        "settings",
        "dealer",
        "seat",
        "cards",
        "number",
        "wagers",
        "paid",
        "paid_cents",
        "main",
        "tie",
        "context",
        "entries",
        "payouts",
        "irregularity",
        "kind",
        "round",
        "table",
        "time",
        "decks",
        "format",
        "document",
        "paytables",
    ]
)
ROW = "{},super-pan-9,{},4,2026-11-15T{}:10,Kd2c4h,1,6h2dAs,25,5,{},{}\n"
"""9 beats 6: 25.00 less 5 % is +23.75, and the Tie Bet is lost."""


@pytest.fixture
def houseway(capsys):
    def command(*args):
        with pytest.raises(SystemExit) as end:
            main([str(each) for each in args])
        return end.value.code or 0, *capsys.readouterr()

    return command


def written(path, *rows):
    path.write_text(HEADING + "".join(ROW.format(*row) for row in rows))
    return path


def found_in(path, columns=None, paid="", workers=1, form=""):
    batches = list(audited(rounds_in(str(path), columns, form), Plan(paid), workers=workers))
    return [each for batch in batches for each in batch.differences]


# ---------------------------------------------------------------------------------------------------- as money


def ruled(line):
    return hw.settle(line).ruling


WON, PUSHED, LOST = "pan9: Kd2c4h | 25: 6h2dAs", "pan9: Kd2c4h | 25: 6h6dKs4c", "pan9: Kd2c4h | 25: 6h6d3s"


@pytest.mark.parametrize(
    ("line", "cents", "kind"),
    [
        (WON, 2375, None),
        (WON, 2500, "commission-not-taken"),
        (WON, 2501, "overpaid"),
        (WON, 2374, "underpaid"),
        (WON, 0, "winner-not-paid"),
        (WON, -2500, "winner-taken"),
        (PUSHED, 0, None),
        (PUSHED, 1, "push-paid"),
        (PUSHED, -2500, "push-taken"),
        (LOST, -2500, None),
        (LOST, 2375, "loser-paid"),
        (LOST, 0, "loser-pushed"),
        (LOST, -2501, "took-too-much"),
        (LOST, -2499, "took-too-little"),
        (LOST, "-2500", "unreadable"),
    ],
)
def test_every_kind_of_error_has_its_name(line, cents, kind):
    found = list(gaps({(1, "main"): Said(cents)}, ruled(line)))
    assert [gap.kind for gap in found] == ([kind] if kind else [])
    assert all(gap.kind in KINDS for gap in found)


def test_what_is_not_told_or_not_ruled_is_an_error():
    told = {(1, "tie"): Said(-500), (2, "main"): Said(0)}
    assert [(gap.wager, gap.kind) for gap in gaps(told, ruled(WON))] == [("main", "not-stated"), ("tie", "not-ruled")]


def test_a_record_of_our_own_is_compared_in_awards_and_commission_too():
    told = hw.settle(WON).json()
    assert audit_record(told) == []
    told["payouts"][0] |= {"why": "worded anew"}
    assert audit_record(told) == []
    for change in ({"award": "push"}, {"commission_cents": 0}, {"cents": None}, {"cents": [1]}, {"seat": {}}):
        other = json.loads(json.dumps(told))
        other["payouts"][0] |= change
        assert audit_record(other), change


@pytest.mark.parametrize("lines", [[0], [500, -500]], ids=["a push", "lines that cancel each other"])
def test_a_payout_of_a_wager_that_the_round_does_not_have_is_found_whatever_its_cents(tmp_path, lines):
    """It had a stake, and took 99.00 off a meter: nobody was told."""
    told = hw.settle(WON).json()
    taken = {"seat": 1, "wager": "tie", "award": "push", "stake_cents": 10000, "returned_cents": 10000, "clause": "9"}
    taken |= {"commission_cents": 0, "meter_cents": 9900, "seeded_cents": 0, "why": "the Tie Bet was returned"}
    told["payouts"] += [taken | {"cents": cents} for cents in lines]
    assert "the round has no such wager" in str(audit_record(told)[0])
    path = tmp_path / "a.json"
    path.write_text(json.dumps(told))
    assert [(each.wager, each.kind) for each in found_in(path)] == [("tie", "not-ruled")]


@pytest.mark.parametrize("cards", ["6h2dAs", "6h2d??"], ids=["seen", "unseen"])
def test_a_column_may_say_that_nothing_was_paid_on_a_wager_that_is_not_there(tmp_path, cards):
    """Whoever writes a column for every wager writes 0 where there is none; what was paid there is an error."""
    path = tmp_path / "a.csv"
    heading = "game,dealer.cards,cards,wagers.main,wagers.tie,paid.main,paid.tie\n"
    rows = [f"super-pan-9,Kd2c4h,{cards},25,{stake},23.75,{paid}\n" for stake, paid in (("", 0), (0, 0), ("", 40))]
    path.write_text(heading + "".join(rows))
    assert [(each.place, each.wager, each.kind) for each in found_in(path)] == [("line 4", "tie", "not-ruled")]
    assert [(each.place, each.wager) for each in found_in(path, paid="returned") if each.wager == "tie"] == [
        ("line 4", "tie")
    ]


@pytest.mark.parametrize("game", games(), ids=[each.id for each in games()])
def test_records_of_every_game_hold_and_a_cent_is_noticed(game, tmp_path):
    """Planted: one cent in one of twenty rounds."""
    from houseway.game import least_wagers

    wagers = dict.fromkeys((1, 2), least_wagers(game, game.configure()))
    rounds = [game.deal(wagers, seed=seed).bots().settled().json() for seed in range(20)]
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in rounds))
    assert found_in(path) == []
    rounds[7]["payouts"][0]["cents"] += 1
    path.write_text("\n".join(json.dumps(each) for each in rounds))
    assert [(each.place, each.difference_cents) for each in found_in(path)] == [("line 8", 1)]


# ---------------------------------------------------------------------------------------------------- CSV


def test_columns_that_bear_our_names_need_no_mapping(tmp_path):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, "23.75", -5), (2, "Bob", 21, 25, 5))
    found = found_in(path)
    assert [(each.round, each.dealer, each.wager, each.kind) for each in found] == [
        ("2", "Bob", "main", "commission-not-taken"),
        ("2", "Bob", "tie", "loser-paid"),
    ]
    assert [(each.paid_cents, each.due_cents, each.difference_cents) for each in found] == [
        (2500, 2375, 125),
        (500, -500, 1000),
    ]
    assert (found[0].clause, found[1].clause, found[0].place) == ("8", "9", "line 3")


MAPPING = """
game = "super-pan-9"
settings = { decks = 8, commission = "0%" }
money = "cents"
paid = "returned"
delimiter = ";"

[columns]
round = "Hand No"
seat = "Spot"
cards = "Player"
"dealer.cards" = "Bank"
"wagers.main" = "Bet"
"paid.main" = "Given"
dealer = "Croupier"
"""


def test_a_mapping_names_the_columns_and_constants(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "Hand No;Croupier;Spot;Player;Bank;Bet;Given;Notes\n"
        "7;Ann;3;6h 2d As;Kd 2c 4h;2500;5000;fine\n"
        "7;Ann;5;6h 2d 3s;Kd 2c 4h;1000;1000;not fine\n"
    )
    columns = columns_from(MAPPING, "mapping.toml")
    (found,) = found_in(path, columns)
    assert (found.seat, found.kind, found.paid_cents, found.due_cents) == (5, "loser-pushed", 0, -1000)
    (first, second) = found_in(path, columns, paid="net")
    assert (first.seat, first.paid_cents, second.paid_cents) == (3, 5000, 1000)


def test_one_row_a_round_with_numbered_columns(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "game,dealer.cards,seat1.cards,seat1.wagers.main,seat1.paid.main,seat2.cards,seat2.wagers.main,seat2.paid.main\n"
        "super-pan-9,Kd2c4h,6h2dAs,25,23.75,6h2d3s,25,-25\n"
        "super-pan-9,Kd2c4h,,,,6h2d3s,25,0\n"
    )
    (found,) = found_in(path)
    assert (found.place, found.seat, found.kind) == ("line 3", 2, "loser-pushed")
    path.write_text("Bank,P1 hand,P1 bet,P1 won,P2 hand,P2 bet,P2 won\nKd2c4h,6h2dAs,25,24,6h2d3s,25,-25\n")
    mapping = 'game = "super-pan-9"\n[columns]\n"dealer.cards" = "Bank"\ncards = "P{n} hand"\n'
    columns = columns_from(mapping + '"wagers.main" = "P{n} bet"\n"paid.main" = "P{n} won"', "m")
    (found,) = found_in(path, columns)
    assert (found.seat, found.kind, found.difference_cents) == (1, "overpaid", 25)


def test_set_hands_choices_flags_calls_and_mid_round_stakes_have_columns(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        "game,drawn,dealer.cards,cards,high,wagers.main,paid.main\nsupreme-99,3,5c5d3h4d,9c9dKc4h,9c 9d,25,0\n"
    )
    assert found_in(path) == []
    path.write_text(
        "game,dealer.cards,cards,play,insurance,wagers.blackjack,paid.blackjack,paid.insurance\n"
        "super-pairs,As7d,TcTd,stand,5,25,25,-5\nsuper-pairs,As7d,TcTd,stand,5,25,25,10\n"
    )
    assert [(each.place, each.wager, each.kind) for each in found_in(path)] == [("line 3", "insurance", "loser-paid")]
    path.write_text("game,dealer.cards,cards,call,wagers.main,paid.main\nsuper-pan-9,Kd2c4h,6h2dAs,misdeal,25,0\n")
    assert found_in(path) == []


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        ("1,super-pan-9,Kd2c4h,1,6h2dAx,25,23.75", "seat 1.cards: '6h2dAx' is not a card"),
        ("1,nope,Kd2c4h,1,6h2dAs,25,23.75", "there is no game 'nope'"),
        ("1,,Kd2c4h,1,6h2dAs,25,23.75", "says which game it is"),
        ("1,super-pan-9,Kd2c4h,one,6h2dAs,25,23.75", "not a seat's number"),
        ("1,super-pan-9,Kd2c4h,1,6h2dAs,lots,23.75", "'lots' is not an amount"),
        ("1,super-pan-9,Kd2c4h,1,6h2dAs,25,much", "'much' is not an amount"),
        ("1,super-pan-9,Kd2c4h,1,6h2dAs,-25,23.75", "is not an amount"),
        ("1,super-pan-9,Kd2c4h,1,6h2dAs,1,23.75", "below the limit"),
        ("1,super-pan-9,Kd2c4h5s,1,6h2dAs,25,23.75", "must stand (clause 7.ii)"),
        ("1,super-pan-9,????4h,1,6h2d??,25,23.75", "3 cards are unknown"),
        ("1,super-pan-9,Kd2c4h,1,6h2d??,25,", "does not say what was paid"),
        ("1,super-pan-9,Kd2c4h,1,6h2dAs,25,", "does not say what was paid"),
    ],
)
def test_a_round_that_cannot_be_ruled_upon_is_a_finding_and_the_rest_goes_on(tmp_path, cells, what):
    heading = "round,game,dealer.cards,seat,cards,wagers.main,paid.main\n"
    path = tmp_path / "a.csv"
    path.write_text(f"{heading}{cells}\n2,super-pan-9,Kd2c4h,1,6h2dAs,25,24\n")
    first, second = found_in(path)
    assert first.place == "line 2"
    assert first.kind in ("unreadable", "impossible", "no-payouts")
    assert what in first.what
    assert (second.place, second.kind) == ("line 3", "overpaid")


def test_cards_that_nobody_saw_leave_a_range_that_is_not_left(tmp_path):
    heading = "game,dealer.cards,cards,wagers.main,paid.main\n"
    path = tmp_path / "a.csv"
    rows = [f"super-pan-9,Kd2c4h,6h2d??,25,{paid}\n" for paid in ("-25", "23.75", "0", "25")]
    path.write_text(heading + "".join(rows))
    assert [(each.place, each.kind, each.due_cents) for each in found_in(path)] == [
        ("line 4", "out-of-range", 2375),
        ("line 5", "out-of-range", 2375),
    ]
    assert [each.place for each in found_in(path, paid="returned")] == ["line 2", "line 3", "line 5"]


def test_rows_of_one_round_must_agree(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(HEADING + ROW.format(1, "Ann", 20, 1, 1) + ROW.format(1, "Bob", 20, 1, 1))
    (found,) = found_in(path)
    assert "do not agree in dealer: 'Ann' and 'Bob'" in found.what


def test_a_column_that_nobody_knows_is_not_passed_over(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("game,dealer.cards,cards,wagers.main,paid.main,vig\nsuper-pan-9,Kd2c4h,6h2dAs,25,23.75,5%\n")
    (found,) = found_in(path)
    assert "vig: is not a field that belongs here" in found.what


@pytest.mark.parametrize(
    ("heading", "meant"),
    [("wager.main", "wagers.main"), ("wagers.mian", "wagers.main"), ("paid_main", "paid.main"), ("setting.decks", "")],
)
def test_a_heading_that_is_nearly_ours_is_suggested(tmp_path, heading, meant):
    path = tmp_path / "a.csv"
    path.write_text(f"game,dealer.cards,cards,wagers.main,paid.main,{heading}\nsuper-pan-9,Kd2c4h,6h2dAs,25,23.75,5\n")
    (found,) = found_in(path)
    assert f"{heading}: is not a field that belongs here" in found.what
    assert f"; did you mean {meant}?" in found.what or not meant


def test_rows_of_a_round_that_come_again_after_others_are_refused_with_both_lines(tmp_path):
    path = tmp_path / "a.csv"
    rows = [ROW.format(1, "Ann", 20, 1, 1), ROW.format(2, "Ann", 20, 1, 1), ROW.format(1, "Ann", 20, 2, 1)]
    path.write_text(HEADING + "".join(rows))
    again = [each for each in found_in(path) if "already" in each.what]
    assert [(each.place, each.kind) for each in again] == [("line 4", "unreadable")]
    assert "round 1 stands at line 2 already, with other rounds between" in again[0].what


def test_a_number_that_another_table_uses_too_is_another_round(tmp_path):
    path = tmp_path / "a.csv"
    rows = [ROW.format(1, "Ann", 20, 1, 1), ROW.format(2, "Ann", 20, 1, 1), ROW.format(1, "Bob", 20, 1, 1)]
    path.write_text(HEADING + "".join(rows))
    assert not [each for each in found_in(path) if "already" in each.what]


def test_a_mapping_of_columns_is_not_passed_over_in_silence(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(ROUND) + "\n")
    mapping = columns_from('game = "super-pan-9"\n[columns]\ncards = "Hand"\n', "mapping.toml")
    (raw,) = rounds_in(str(path), mapping)
    assert raw.fault == "is jsonl, and --columns is for CSV: leave it out, or say --format csv"


@pytest.mark.parametrize(
    ("text", "cents"),
    [("25", 2500), ("-25.5", -2550), ("$1,250.00", 125000), ("(25.00)", -2500), ("+3", 300), ("−1.25", -125)],
)
def test_amounts_as_ledgers_write_them(text, cents):
    assert cents_of(text) == cents


@pytest.mark.parametrize("text", ["", "1.234", "1,2", "٢٥", "1e3", "--1", "9" * 20])
def test_amounts_that_are_none(text):
    with pytest.raises(IllegalMoney):
        cents_of(text)
    with pytest.raises(IllegalMoney):
        cents_of("1.50", in_cents=True)


# ---------------------------------------------------------------------------------------------------- JSON and TOML

ROUND = {
    "game": "super-pan-9",
    "context": {"dealer": "Ann", "table": "4", "time": "20:10"},
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [{"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00"}, "paid": {"main": "24.00"}}],
}


def test_what_was_paid_and_by_whom_may_stand_in_a_record(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(
        json.dumps([ROUND, ROUND | {"seat": [ROUND["seat"][0] | {"paid_cents": {"main": 2375}, "paid": {}}]}])
    )
    (found,) = found_in(path)
    assert (found.place, found.dealer, found.kind, found.difference_cents) == ("record 1", "Ann", "overpaid", 25)
    toml = tmp_path / "a.toml"
    toml.write_text(
        'game = "super-pan-9"\ndealer = { cards = "Kd 2c 4h" }\n[[seat]]\nnumber = 1\ncards = "6h 2d As"\n'
        'wagers = { main = "25.00" }\npaid = { main = "-25.00" }\n'
    )
    assert [each.kind for each in found_in(toml)] == ["winner-taken"]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"context": {"dealr": "Ann"}}, "context has the fields dealer, table, time"),
        ({"context": 3}, "context has the fields"),
        ({"seat": 3}, "is a list of tables"),
        ({"seat": [3]}, "is a table of fields"),
        ({"seat": [ROUND["seat"][0] | {"paid": 3}]}, "paid is a table"),
        ({"seat": [ROUND["seat"][0] | {"paid": {"main": 2.5}}]}, "paid.main is an amount"),
        ({"setings": {}}, "setings: is not a field that belongs here"),
    ],
)
def test_wrong_fields_are_findings(change, what):
    _, (found,) = audit_round(Raw("f", "line 1", text=json.dumps(ROUND | change)), Plan())
    assert what in found.what
    assert found.kind == "unreadable"


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "{", '{"game": "x", "game": "y"}', "NaN", "[" * 5000])
def test_json_that_is_no_record_is_a_finding(text):
    _, (found,) = audit_round(Raw("f", "line 1", text=text), Plan())
    assert found.kind == "unreadable"


def test_a_fault_of_our_own_is_a_finding_too(monkeypatch):
    monkeypatch.setattr("houseway.disputes.compare.settle", lambda record: {}["planted"])
    _, (found,) = audit_round(Raw("f", "line 1", text=json.dumps(ROUND)), Plan())
    assert (found.kind, "KeyError" in found.what) == ("fault", True)


# ---------------------------------------------------------------------------------------------------- thousands


def test_several_processes_find_the_same_in_the_same_order(tmp_path):
    rows = [(number, "Ann", 20, "24.00" if number % 7 == 0 else "23.75", -5) for number in range(5 * BATCH)]
    path = written(tmp_path / "a.csv", *rows)
    alone = found_in(path)
    assert len(alone) == 72
    assert found_in(path, workers=2) == alone


def test_no_more_than_a_few_batches_wait(monkeypatch):
    """Planted: a pool that is given everything at once would have taken all rounds when the first batch comes back."""
    taken = []

    def rounds():
        for number in range(50 * BATCH):
            taken.append(number)
            yield Raw("f", f"line {number}", fault="planted")

    first = next(iter(audited(rounds(), workers=2)))
    assert first.rounds == BATCH
    assert len(taken) <= 8 * BATCH


def test_a_summary_counts_by_kind_clause_dealer_table_wager_and_hour(tmp_path):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, 24, -5), (2, "Ann", 21, 20, 5), (3, "Bob", 21, "23.75", -5))
    summary = Summary()
    for batch in audited(rounds_in(str(path))):
        summary.add(batch)
    told = summary.json()
    assert (told["rounds"], told["rounds_wrong"], told["differences"]) == (3, 2, 3)
    assert (told["over_cents"], told["under_cents"]) == (1025, -375)
    assert told["by"]["kind"] == {
        kind: {"count": 1, "over_cents": over, "under_cents": under}
        for kind, over, under in [("loser-paid", 1000, 0), ("overpaid", 25, 0), ("underpaid", 0, -375)]
    }
    assert {name: {key: each["count"] for key, each in told["by"][name].items()} for name in told["by"]} == {
        "kind": {"loser-paid": 1, "overpaid": 1, "underpaid": 1},
        "clause": {"8": 2, "9": 1},
        "dealer": {"Ann": 3},
        "table": {"4": 3},
        "wager": {"main": 2, "tie": 1},
        "hour": {"21": 2, "20": 1},
    }
    assert told["by"]["dealer"]["Ann"]["rounds"] == 2


def test_a_column_of_endless_names_does_not_fill_the_memory():
    from houseway.disputes.compare import Batch

    summary = Summary()
    for number in range(MOST + 5):
        wrong = Difference("f", "line 1", "", f"N{number}", "", "", 1, "main", "overpaid", "8", 1, 0, 1, "")
        summary.add(Batch(1, 0, "f", [wrong]))
    assert len(summary.by["dealer"]) == MOST + 1
    assert summary.by["dealer"][OTHERS].count == 5


@pytest.mark.parametrize(
    ("time", "hour"),
    [
        ("2026-11-15T20:10", "20"),
        ("11/15/2026 8:10:05 PM", "20"),
        ("12:05 a.m.", "00"),
        ("12:05pm", "12"),
        ("2026-11-15 9:10", "09"),
        ("07:00", "07"),
        ("", ""),
        ("noon", ""),
        ("99:10", ""),
        ("x:1", ""),
    ],
)
def test_the_hour_of_a_time(time, hour):
    assert hour_of(time) == hour


# ---------------------------------------------------------------------------------------------------- the command


def test_the_command_says_everything_holds(houseway, tmp_path):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, "23.75", -5))
    code, out, err = houseway("audit", path)
    assert (code, out.strip(), err) == (0, "1 round: everything holds.", "")


def test_the_command_lists_and_sums_what_differs(houseway, tmp_path):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, 24, -5), (2, "Ann", 20, "x", -5))
    code, out, _ = houseway("audit", path)
    assert code == 1
    assert "2 rounds: 2 errors in 2 rounds; $0.25 paid too much, $0.00 too little." in " ".join(out.split())
    for heading in ("By kind", "By clause", "By dealer", "By table", "By wager", "By hour"):
        assert heading in out


def test_json_is_one_value_with_a_line_a_difference(houseway, tmp_path):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, 24, -5), (2, "Bob", 20, 24, 5))
    code, out, _ = houseway("audit", path, "--json")
    told = json.loads(out)
    assert code == 1
    schema = json.loads((Path(hw.__file__).parent / "schemas" / "difference.json").read_text())
    for each in told["differences"]:
        jsonschema.validate(each, schema)
    assert len(told["differences"]) == len(out.splitlines()) - 2 == told["summary"]["differences"] == 3
    code, out, _ = houseway("audit", written(tmp_path / "b.csv", (1, "Ann", 20, "23.75", -5)), "--json")
    assert (code, json.loads(out)["differences"]) == (0, [])


def test_csv_is_a_row_a_difference_that_no_spreadsheet_computes(houseway, tmp_path):
    path = written(tmp_path / "a.csv", (1, "=1+1", 20, 24, -5))
    code, out, err = houseway("audit", path, "--csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert code == 1
    assert (row["dealer"], row["difference_cents"], row["kind"]) == ("'=1+1", "25", "overpaid")
    assert "1 error in 1 round" in " ".join(err.split())
    assert [_safe(cell) for cell in ("\t=1", "\r@a", "a", 7)] == ["'\t=1", "'\r@a", "a", 7]


def test_somebody_who_looks_on_sees_how_far_it_is(houseway, tmp_path, monkeypatch):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, "23.75", -5))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, out, _ = houseway("audit", path)
    assert (code, out.strip()) == (0, "1 round: everything holds.")


def test_more_errors_than_anybody_reads_are_counted(houseway, tmp_path):
    path = written(tmp_path / "a.csv", *[(number, "Ann", 20, 24, -5) for number in range(130)])
    code, out, _ = houseway("audit", path, "--workers", 1)
    assert code == 1
    assert "… and 30 more" in out


def test_what_houseway_settles_it_audits(houseway, tmp_path, monkeypatch):
    _, out, _ = houseway("settle", WON, "--json")

    class Stdin:
        buffer = io.BytesIO(out.encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    code, out, _ = houseway("audit", "-")
    assert (code, out.strip()) == (0, "1 round: everything holds.")


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("--csv",), "are for files of rounds"),
        (("a.csv", "--csv", "--json"), "choose one"),
        (("a.csv", "--format", "xls"), "--format is csv or jsonl or json or toml"),
        (("a.csv", "--paid", "all"), "--paid is net or returned"),
        (("-", "-"), "standard input can be read once"),
        (("a.csv", "--workers", "0"), "at least 1"),
        (("a.csv", "--columns", "absent.toml"), "No such file"),
    ],
)
def test_wrong_options_are_refused(houseway, args, what):
    code, _, err = houseway("audit", *args)
    assert code == 2
    assert what in err


def test_a_missing_file_is_a_finding_and_the_others_are_audited(houseway, tmp_path):
    path = written(tmp_path / "a.csv", (1, "Ann", 20, "23.75", -5))
    code, out, _ = houseway("audit", tmp_path / "absent.csv", path)
    assert code == 1
    assert "No such file or directory" in " ".join(out.split())
    assert "1 round: 1 file could not be read." in out, "what was not read is no round"


@pytest.mark.parametrize("made", ["absent", "empty", "folder"])
def test_a_file_that_cannot_be_read_is_no_round(houseway, tmp_path, made):
    path = tmp_path / "a.jsonl"
    if made == "empty":
        path.write_text("")
    elif made == "folder":
        path.mkdir()
    code, out, _ = houseway("audit", path)
    assert (code, out.strip().splitlines()[-1]) == (1, "0 rounds: 1 file could not be read.")
    code, out, _ = houseway("audit", path, "--json")
    told = json.loads(out)["summary"]
    assert (code, told["rounds"], told["rounds_wrong"], told["files_unread"], told["differences"]) == (1, 0, 0, 1, 1)


def test_processes_know_the_games_of_a_folder(tmp_path):
    """In processes of their own, as `spawn` starts them."""
    heading = "game,dealer.cards,cards,wagers.main,paid.main\n"
    path = tmp_path / "a.csv"
    path.write_text(heading + "high-card,Kc,2c,5,-5\n" * (3 * BATCH))
    command = [
        sys.executable,
        "-m",
        "houseway",
        "--games",
        str(HIGH_CARD),
        "audit",
        str(path),
        "--workers",
        "2",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = json.loads(done.stdout)
    assert (done.returncode, told["differences"], told["summary"]["rounds"]) == (0, [], 3 * BATCH), done.stderr


def test_a_process_that_dies_is_said(tmp_path, monkeypatch):
    from concurrent.futures.process import BrokenProcessPool

    class Dead:
        def __init__(self, *args, **given):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *args):
            return False

        def submit(self, *args):
            raise BrokenProcessPool

    monkeypatch.setattr("houseway.disputes.compare.ProcessPoolExecutor", Dead)
    rounds = [Raw("f", "line 1", fault="planted")] * (2 * BATCH)
    with pytest.raises(HousewayError, match="--workers 1"):
        list(audited(rounds, workers=2))


def test_the_documentation_names_every_kind_and_every_column():
    text = (Path(__file__).parents[2] / "docs" / "disputes.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
    assert [name for name in (*ROUND_NAMES, *Difference._fields) if f"`{name}`" not in text] == []


@given(st.binary(max_size=200), st.sampled_from(FORMATS))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_ends_in_a_traceback(tmp_path, content, form):
    path = tmp_path / "fuzz"
    path.write_bytes(content)
    assert all(each.kind in ("unreadable", "impossible", "no-payouts") for each in found_in(path, form=form))


VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("??") | st.just("Kd 2c 4h")
)
JSON = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4))


@given(st.dictionaries(NAMES, JSON), st.dictionaries(NAMES, JSON))
@settings(deadline=None)
def test_no_round_ends_in_a_fault_of_our_own(top, seat):
    record = ROUND | top | ({"seat": [ROUND["seat"][0] | seat]} if "seat" not in top else {})
    _, found = audit_round(Raw("f", "line 1", table=record), Plan())
    assert [each.what for each in found if each.kind == "fault"] == []


def test_columns_default_to_our_names():
    assert Columns().fit(["cards", "seat2.cards"]).seats == {"seat2.cards": ("cards", 2)}
