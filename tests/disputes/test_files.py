"""Rounds found in files: every format, by name or by how it begins, streamed; what cannot be read has its line."""

import io
import json
from pathlib import Path

import pytest

from houseway.disputes.columns import Columns, columns_from
from houseway.disputes.files import rounds_in, sniffed
from houseway.disputes.source import BLOCK, LONGEST, lines
from houseway.errors import Faulty

ROUND = {
    "game": "super-pan-9",
    "dealer": {"cards": "Kd 2c 4h"},
    "seat": [{"number": 1, "cards": "6h 2d As", "wagers": {"main": "25.00"}, "paid": {"main": "23.75"}}],
}
TOML = 'game = "super-pan-9"\n'
HEADING = "round,game,dealer.cards,seat,cards,wagers.main,paid.main\n"


def read(path, text, **given):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(rounds_in(str(path), **given))


def places(rounds):
    return [(each.place, bool(each.fault)) for each in rounds]


def test_json_of_one_record_and_of_a_list(tmp_path):
    (one,) = read(tmp_path / "a.json", json.dumps(ROUND, indent=2))
    assert (one.place, json.loads(one.text)) == ("file", ROUND)
    two = read(tmp_path / "b.json", json.dumps([ROUND, ROUND], indent=2))
    assert places(two) == [("record 1", False), ("record 2", False)]
    assert read(tmp_path / "c.json", "[]") == []


def test_json_lines_go_on_after_one_that_cannot_be_read(tmp_path):
    line = json.dumps(ROUND).encode()
    found = read(tmp_path / "a.jsonl", b"\n".join([line, b"\xff{}", b"", b"{", line]))
    assert places(found) == [("line 1", False), ("line 2", True), ("line 4", False), ("line 5", False)]
    assert found[1].fault == "is not text: write it as UTF-8"


def test_a_list_that_breaks_off_says_so(tmp_path):
    found = read(tmp_path / "a.json", f"[{json.dumps(ROUND)}, {{]")
    assert places(found) == [("record 1", False), ("record 2", True)]
    assert "one record a line (.jsonl) lets the rest go on" in found[1].fault
    assert "a comma is missing" in read(tmp_path / "d.json", "[{} {}]")[1].fault
    assert read(tmp_path / "e.json", "[{}] {}")[1].fault == read(tmp_path / "f.json", "{} ]")[1].fault
    found = read(tmp_path / "b.json", f"[{json.dumps(ROUND)}")
    assert found[-1].fault == "is missing: the list does not end"
    assert "nested too deep" in read(tmp_path / "c.json", "[" + "[" * 200_000)[-1].fault


def test_toml_of_one_record_and_of_several(tmp_path):
    assert [each.table for each in read(tmp_path / "a.toml", TOML)] == [{"game": "super-pan-9"}]
    several = read(tmp_path / "b.toml", f"[[round]]\n{TOML}[[round]]\n{TOML}")
    assert places(several) == [("round 1", False), ("round 2", False)]
    assert read(tmp_path / "c.toml", "game = = 3")[0].fault


def test_rows_of_one_round_stand_together(tmp_path):
    row = "{},super-pan-9,Kd2c4h,{},6h2dAs,25,23.75\n"
    rows = row.format(7, 1) + row.format(7, 2) + row.format(8, 1)
    found = read(tmp_path / "a.csv", HEADING + rows)
    assert [(each.place, len(each.rows)) for each in found] == [("lines 2 to 3", 2), ("line 4", 1)]
    assert places(read(tmp_path / "b.csv", "\ufeff" + HEADING + rows)) == places(found)


def test_rows_that_cannot_be_read_are_findings_and_spoil_only_their_round(tmp_path):
    row = "{},super-pan-9,Kd2c4h,{},6h2dAs,25,23.75\n"
    text = (
        HEADING
        + row.format(1, 1)
        + "1,short\n"
        + row.format(1, 2)
        + row.format(2, 1)
        + '3,"a"b,,,,,\n'
        + row.format(4, 1)
    )
    found = read(tmp_path / "a.csv", text)
    assert places(found) == [
        ("lines 2 to 4", True),
        ("line 3", True),
        ("line 5", False),
        ("line 6", True),
        ("line 7", False),
    ]
    assert "line 3, among its rows" in found[0].fault
    assert "has 2 cells, and there are 7 columns" in found[1].fault
    assert "cannot be read as CSV" in found[3].fault


def test_an_open_quote_does_not_swallow_a_long_file(tmp_path):
    row = "{},super-pan-9,Kd2c4h,1,6h2dAs,25,23.75\n"
    text = HEADING + '1,"open\n' + "".join(row.format(number) for number in range(2, 9000))
    found = read(tmp_path / "a.csv", text)
    assert found[0].fault
    assert sum(not each.fault for each in found) > 4000


@pytest.mark.parametrize(
    ("heading", "what"),
    [("a,a\n1,2\n", "'a' stands there twice"), ("a,b\n1,2\n", "no column is headed 'Hand'")],
)
def test_headings_that_do_not_fit_are_one_finding(tmp_path, heading, what):
    columns = columns_from('game = "super-pan-9"\n[columns]\ncards = "Hand"', "m")
    (found,) = read(tmp_path / "a.csv", heading, columns=columns)
    assert what in found.fault


@pytest.mark.parametrize("text", ["", " \n \n"])
def test_an_empty_file_is_a_finding(tmp_path, text):
    assert read(tmp_path / "a.csv", text)[0].fault == "holds nothing"
    assert read(tmp_path / "b.csv", ",,\n,,\n")[0].fault == "holds no headings"


def test_a_file_that_is_not_there_is_a_finding(tmp_path):
    (found,) = rounds_in(str(tmp_path / "absent.csv"))
    assert found.fault == "No such file or directory"


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [
        (json.dumps(ROUND) + "\n", "jsonl"),
        (json.dumps(ROUND, indent=1), "json"),
        ("[\n {", "json"),
        ("[]", "json"),
        ("[[round]]\n", "toml"),
        ("# a round\n", "toml"),
        (TOML, "toml"),
        (HEADING, "csv"),
        ("\ufeff" + HEADING, "csv"),
    ],
)
def test_a_beginning_tells_the_format(beginning, kind):
    assert sniffed(beginning) == kind


def test_standard_input_and_a_format_by_name(monkeypatch, tmp_path):
    class Stdin:
        buffer = io.BytesIO(json.dumps([ROUND]).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    (found,) = rounds_in("-")
    assert (found.file, found.place) == ("standard input", "record 1")
    assert places(read(tmp_path / "a.txt", json.dumps(ROUND), form="jsonl")) == [("line 1", False)]


def test_a_byte_order_mark_is_refused_but_in_csv(tmp_path):
    for name in ("a.json", "a.jsonl", "a.toml"):
        (found,) = read(tmp_path / name, "\ufeff" + (TOML if name.endswith("toml") else json.dumps(ROUND)))
        assert "byte-order mark" in found.fault


def test_a_line_longer_than_any_round_is_passed_over():
    assert list(lines(["a\n", "b" * (LONGEST + 1), "c\n", "d"])) == ["a\n", None, "d"]
    assert list(lines(["b" * (LONGEST + 1)])) == [None]


def test_files_are_streamed(tmp_path):
    """Planted: a reader that reads everything first would have read it all when the first round is there."""
    line = json.dumps(ROUND) + "\n"
    for name, text in (("a.jsonl", line * 5000), ("a.json", f"[{','.join([line] * 5000)}]")):
        path = tmp_path / name
        path.write_text(text)
        first = next(rounds_in(str(path)))
        assert first.read <= 2 * BLOCK < path.stat().st_size
    path = tmp_path / "a.csv"
    path.write_text(HEADING + "".join(f"{n},super-pan-9,Kd2c4h,1,6h2dAs,25,1\n" for n in range(20_000)))
    assert next(rounds_in(str(path))).read <= 2 * BLOCK < path.stat().st_size


def test_a_mapping_is_read_strictly():
    good = columns_from('game = "x"\nmoney = "cents"\npaid = "returned"\n[columns]\ncards = "Seat {n}"', "m")
    assert good == Columns("x", {}, "cents", "returned", ",", {"cards": "Seat {n}"})
    bad = """
money = "euro"
paid = "all"
delimiter = "x"
colums = 3
[columns]
cards = "Seat {n} {n}"
"wagers.main" = "Bet"
"""
    with pytest.raises(Faulty) as refused:
        columns_from(bad, "mapping.toml")
    told = {place for place, _ in refused.value.faults}
    assert told == {"money", "paid", "delimiter", "colums", "columns.cards", "columns.wagers.main"}
    with pytest.raises(Faulty, match="columns: is missing"):
        columns_from("", "m")


def test_an_unreadable_mapping_is_refused(tmp_path):
    from houseway.disputes.columns import columns_of

    with pytest.raises(Faulty, match="No such file"):
        columns_of(tmp_path / "m.toml")
    Path(tmp_path / "n.toml").write_bytes(b"\xff")
    with pytest.raises(Faulty, match="is not text"):
        columns_of(tmp_path / "n.toml")
    with pytest.raises(Faulty, match="has more than 67,108,864 characters"):
        columns_of(Path("/dev/zero"))
