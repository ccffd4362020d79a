"""The command line as a user meets it: output, JSON, errors on stderr with exit code 2."""

import csv
import io
import json
import sys
from fractions import Fraction

import pytest

from houseway import __version__
from houseway.document import document_from
from houseway.games import game, games

RECORD = """
game = "super-pan-9"
settings = { decks = 8, commission = "5%" }
dealer = { cards = "Kd 2c 3h 4s" }
[[seat]]
number = 1
cards = "6h Qc As"
wagers = { main = "25.00", tie = "5.00" }
"""


def test_games(houseway):
    code, out, err = houseway("games")
    assert (code, err) == (0, "")
    assert all(each.id in out for each in games())
    listed = json.loads(houseway("games", "--json")[1])
    assert [each["id"] for each in listed] == [each.id for each in games()]


def test_rules_shows_clauses_with_the_functions_that_carry_them(houseway):
    code, out, _ = houseway("rules", "super-pan-9")
    assert code == 0
    for part in (
        "dealer_draws",
        "games/super_pan_9/rules.py:",
        "commission",
        "WAC 230-15-140",
        "tie-8",
        "cards-a-deck",
    ):
        assert part in out
    one = json.loads(houseway("rules", "super-pan-9", "7.i", "--json")[1])
    assert [clause["id"] for clause in one["clauses"]] == ["7.i"]
    assert [rule["name"] for rule in one["clauses"][0]["rules"]] == ["dealer_draws"]


def test_odds_json_is_the_contract(houseway):
    code, out, err = houseway("odds", "super-pan-9", "tie", "--decks", "2", "--set", "commission=2%", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    first = ["game", "wager", "paytable", "decks", "settings", "document", "method", "total", "outcomes"]
    assert list(told)[:9] == first
    assert (told["game"], told["wager"], told["paytable"], told["decks"], told["method"]) == (
        "super-pan-9",
        "tie",
        "tie-8",
        2,
        "exact",
    )
    assert told["settings"]["commission"] == "2%"
    assert told["version"] == __version__
    total = int(told["total"])
    assert total == sum(int(each["combinations"]) for each in told["outcomes"])
    for each in told["outcomes"]:
        assert Fraction(each["probability"]) == Fraction(int(each["combinations"]), total)
    edge = -sum(Fraction(each["probability"]) * Fraction(each["pays"]) for each in told["outcomes"])
    assert Fraction(told["edge"]["exact"]) == edge
    assert told["edge"]["percent"] == pytest.approx(float(100 * edge), abs=1e-12)
    assert set(told["edge_by_play"]) == {"main", "tie", "both"}
    assert told["standard_deviation"] > 0


def test_odds_in_words_say_who_is_favoured(houseway):
    assert "The player is favoured" in houseway("odds", "super-pan-9", "tie", "--decks", "1")[1]
    assert "The house is favoured" in houseway("odds", "super-pan-9", "main", "--decks", "1")[1]
    assert "A fair wager" in houseway("odds", "super-pan-9", "main", "--decks", "1", "--set", "commission=0%")[1]


def test_odds_csv(houseway):
    rows = list(csv.DictReader(io.StringIO(houseway("odds", "super-pan-9", "main", "--decks", "1", "--csv")[1])))
    assert [row["award"] for row in rows] == ["win", "push", "lose"]
    assert sum(Fraction(row["probability"]) for row in rows) == 1


def test_odds_of_everything(houseway):
    rows = list(csv.DictReader(io.StringIO(houseway("odds", "super-pan-9", "--all", "--csv")[1])))
    assert [(row["paytable"], int(row["decks"])) for row in rows] == [
        (table, decks) for table in ("even-money", "tie-8") for decks in range(1, 9)
    ]


def test_edges_are_drawn(houseway, tmp_path):
    drawn = tmp_path / "edges.svg"
    assert houseway("odds", "super-pan-9", "--all", "--chart", str(drawn))[0] == 0
    assert "tie, tie-8" in drawn.read_text()
    code, _, err = houseway("odds", "super-pan-9", "--all", "--chart", str(tmp_path / "edges.gif"))
    assert code == 2
    assert "a chart is written as .svg, .png, .html or .json" in err


def test_strategy(houseway):
    code, out, _ = houseway("strategy", "super-pan-9", "--decks", "1")
    assert code == 0
    assert "total 5" in out
    told = json.loads(houseway("strategy", "super-pan-9", "tie", "--decks", "1", "--json")[1])
    assert told["wager"] == "tie"
    assert [part["title"] for part in told["parts"]] == ["By total", "By composition (0 is a picture)"]
    first = told["parts"][0]["situations"][0]
    assert first["best"] == "draw"
    assert Fraction(first["options"][1]["cost"]) > 0


@pytest.mark.parametrize("form", ["toml", "json"])
def test_settle(houseway, tmp_path, form):
    path = tmp_path / f"round.{form}"
    import tomllib

    path.write_text(RECORD if form == "toml" else json.dumps(tomllib.loads(RECORD)))
    code, out, _ = houseway("settle", str(path))
    assert code == 0
    assert "The house: +$30.00" in out
    told = json.loads(houseway("settle", str(path), "--json")[1])
    assert (told["format"], told["game"], told["engine"]) == ("houseway-record/2", "super-pan-9", __version__)
    assert told["document"]["hash"] == game("super-pan-9").document.hash
    assert [(each["wager"], each["cents"], each["clause"]) for each in told["payouts"]] == [
        ("main", -2500, "4"),
        ("tie", -500, "9"),
    ]
    assert sum(line["cents"] for line in told["postings"]) == 0


def test_settle_a_round_whose_shoe_ran_out(houseway, tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(
        """
        game = "super-pairs"
        settings = { decks = 1 }
        dealer = { cards = "6h Th" }
        irregularity = [{ kind = "out-of-cards" }]
        [[seat]]
        number = 1
        cards = "5s 6d"
        play = "double"
        wagers = { blackjack = "10.00" }
        """
    )
    code, out, _ = houseway("settle", str(path))
    assert code == 0
    assert "$20.00 is returned" in " ".join(out.split())
    told = json.loads(houseway("settle", str(path), "--json")[1])
    assert [(each["award"], each["cents"], each["clause"]) for each in told["payouts"]] == [
        ("void", 0, "irregularities")
    ]
    assert told["postings"] == []
    said = " ".join(houseway("rules", "super-pairs")[1].split())
    assert "shoe-runs-out" in said
    assert "out-of-cards" in said


def test_verify(houseway):
    code, out, _ = houseway("verify", "super-pan-9")
    assert code == 0
    assert "2 of 2 printed figures agree" in out
    told = json.loads(houseway("verify", "super-pan-9", "--json")[1])
    assert all(each["agrees"] for each in told)


def test_verify_fails_where_a_figure_disagrees(houseway, monkeypatch):
    pan = game("super-pan-9")
    content = dict(pan.document.content)
    content["figure"] = [{**content["figure"][0], "printed": "4"}]
    wrong = pan.with_document(document_from(content, "wrong"))
    monkeypatch.setattr(sys.modules["houseway.games"], "game", lambda id_: wrong)
    code, out, _ = houseway("verify", "super-pan-9")
    assert code == 1
    assert "disagrees" in out


@pytest.mark.parametrize(
    "args, words",
    [
        (("odds", "faro", "main"), "there is no game 'faro'; the games are"),
        (("odds", "super-pan-9", "lucky"), "its wagers are: main, tie"),
        (("odds", "super-pan-9"), "say which wager of Super Pan 9: main, tie"),
        (("odds", "super-pan-9", "tie", "--paytable", "even-money"), "even-money is a paytable of main"),
        (("odds", "super-pan-9", "tie", "--paytable", "x"), "has no paytable 'x'"),
        (("odds", "super-pan-9", "tie", "--decks", "9"), "decks lies between 1 and 8, not 9 (clause 1)"),
        (("odds", "super-pan-9", "tie", "--decks", "two"), "--decks is a whole number: short for --set decks=N."),
        (("room", "--port", "70000"), "--port is at most 65535: the port"),
        (("posting", "nope"), "TABLE is a whole number: the table by its number"),
        (("restore", "absent.backup"), "absent.backup: 1 fault\n  file: is not there"),
        (("restore", "/dev/null"), "/dev/null: 1 fault\n  file: is no file: name a backup"),
        (("odds", "super-pairs", "--all", "--chart", "edges.bmp"), "a chart is written as .svg, .png, .html or .json"),
        (("odds", "super-pairs", "--all", "--chart", "absent/edges.svg"), "there is no folder absent: make it first"),
        (("submit", "super-pairs", "-o", "absent/pack.zip"), "there is no folder absent: make it first"),
        (("books", "-o", "absent/day.pdf"), "there is no folder absent: make it first"),
        (("books", "-o", "day.doc"), "the ending says which kind of file it is: .csv, .xlsx, .pdf"),
        (("luck", "-o", "tests"), "the ending says which kind"),
        (("packet", "round.toml", "-o", "absent/packet.pdf"), "there is no folder absent: make it first"),
        (("odds", "super-pan-9", "tie", "--set", "commission"), "--set takes NAME=VALUE"),
        (("odds", "super-pan-9", "tie", "--set", "colour=red"), "there is no setting 'colour'"),
        (("odds", "super-pan-9", "tie", "--meter", "much"), "is not an amount"),
        (("rules", "super-pan-9", "99"), "has no clause '99'"),
        (("settle", "absent.toml"), "absent.toml: 1 fault"),
        (("set", "super-pan-9", "As Kd"), "hands are not set in Super Pan 9"),
        (("set", "supreme-99", "As Kd 2c"), "a hand of Supreme 99 is four cards, not 3 (clause 5)"),
        (("solve", "super-pan-9"), "Super Pan 9 is played against the house"),
        (("solve", "chinese-poker", "--variant", "7-7"), "there is no strategy '7-7'"),
        (("odds", "super-pairs", "lucky-ladies", "--paytable", "PT-FLT-LL-03", "--decks", "2"), "is for 6 to 8 decks"),
        (("shuffle",), "No such command 'shuffle'"),
        (("odds",), "Missing argument 'GAME'"),
    ],
)
def test_errors_are_a_sentence_on_stderr_and_exit_2(houseway, args, words):
    code, out, err = houseway(*args)
    assert (code, out) == (2, "")
    assert words in err
    assert err.startswith("houseway: ")
    assert "Traceback" not in err


def test_a_faulty_record_lists_its_faults(houseway, tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(RECORD.replace("6h Qc As", "6h Qc 1x").replace('"25.00"', '"lots"'))
    code, _, err = houseway("settle", str(path))
    assert code == 2
    assert "seat 1.cards" in err
    assert "seat 1.wagers.main" in err


def test_help_and_version(houseway):
    assert "verify" in houseway("--help")[1]
    assert houseway("--version")[1].strip() == f"houseway {__version__}"
    assert "Usage" in houseway()[1]


def test_a_missing_extra_is_named(houseway, monkeypatch):
    def without_numba(self, ask):
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(type(game("super-pan-9")), "count", without_numba)
    code, _, err = houseway("odds", "super-pan-9", "main")
    assert code == 2
    assert "pip install 'houseway[lab]'" in err
    assert "in a checkout: .venv/bin/pip install -c constraints.txt -e '.[lab]'" in err


@pytest.mark.parametrize("group", ["people", "key", "jackpots", "academy"])
def test_a_group_without_a_command_tells_its_commands_and_what_is_missing(houseway, group):
    code, out, err = houseway(group)
    assert (code, err) == (2, "houseway: say which of these\n")
    assert "Commands" in out


def test_a_backup_into_a_folder_that_is_not_there_is_told_in_a_sentence(houseway, tmp_path):
    from houseway.room import Room

    database = f"sqlite:///{tmp_path}/room.db"
    Room.open(database).close()
    code, _, err = houseway("backup", str(tmp_path / "absent" / "room.backup"), "--database", database)
    assert (code, f"there is no folder {tmp_path}/absent: make it first" in err) == (2, True)
    code, _, err = houseway("backup", str(tmp_path), "--database", database)
    assert (code, "is a folder: name a file in it" in err) == (2, True)


def test_a_backup_of_a_room_with_a_key_elsewhere_names_the_key_and_so_does_its_restore(houseway, tmp_path):
    from houseway.room import Room

    database, other = (f"sqlite:///{tmp_path}/{name}.db" for name in ("room", "other"))
    key, file = tmp_path / "keys" / "room.key", str(tmp_path / "room.backup")
    Room.open(database, key=key).close()
    code, out, err = houseway("backup", file, "--database", database)
    assert (code, out, "name its file by --key or HOUSEWAY_KEY" in err) == (2, "", True)
    assert houseway("backup", file, "--database", database, "--key", str(key))[0] == 0
    code, out, _ = houseway("restore", file, "--database", other, "--key", str(tmp_path / "other.key"))
    assert (code, "everything in it holds" in " ".join(out.split())) == (0, True)
    assert (tmp_path / "other.key").read_text() == key.read_text()


def test_a_packet_of_a_number_or_without_a_file_to_write_says_what_to_do(houseway, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for more in ((), ("-o", "packet.html")):
        code, out, err = houseway("packet", "17", *more)
        assert (code, out) == (2, "")
        assert "17 is the number of a round, and a packet is made of its record" in err
        assert "/rounds/17, then houseway packet round-17.json -o packet.html" in err
    code, out, err = houseway("packet", "pan9 8d: Kd2c4h | 25+5: 6h2dAs")
    assert (code, out) == (2, "")
    assert "name the file to write: add -o packet.html, packet.pdf or packet.json" in err
    assert list(tmp_path.iterdir()) == []


def test_a_packet_takes_a_round_in_a_line_as_settle_does(houseway, tmp_path):
    target = tmp_path / "packet.json"
    code, out, err = houseway("packet", "pan9 8d: Kd2c4h | 25+5: 6h2dAs", "-o", str(target))
    assert (code, err) == (0, "")
    assert out == f"{target}: A round of Super Pan 9, 2 wagers ruled upon.\n"
    assert "9 beats the dealer's 6" in target.read_text()
