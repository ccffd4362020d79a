"""Evidence of blackjack with every round counted: a split is one line, and the law of a round tells the spread."""

import json
import subprocess
import sys
import zipfile
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import sqrt

import pytest

import houseway as hw
from houseway.errors import UnknownName
from houseway.lab import law as laws
from houseway.lab.design import Wish, frontier
from houseway.lab.evidence.check import faults
from houseway.lab.evidence.pack import package, signed, zipped
from houseway.lab.evidence.report import content
from houseway.lab.evidence.spreadsheet import sheets_of
from houseway.lab.evidence.tables import tables_of

pytestmark = pytest.mark.compiled

PAIRS = hw.game("super-pairs")
ONCE = {"split_hands": 2, "double_after_split": "no", "split_rounds": 0}
RULES = [
    {"decks": 1, **ONCE},
    {"decks": 1, **ONCE, "soft_17": "hit", "surrender": "late", "blackjack_pays": "6:5"},
    {"decks": 2, **ONCE},
    {"decks": 6, "split_hands": 1, "split_rounds": 0},
    {"decks": 1, **ONCE, "split_rounds": 1000},
]


@cache
def packed(at):
    settings = PAIRS.configure(**RULES[at])
    tables = tables_of(PAIRS, settings, ["blackjack"])
    return settings, tables, signed(package(PAIRS, settings, tables, ()), PAIRS, None)


@pytest.mark.parametrize("at", range(len(RULES)))
def test_a_package_of_blackjack_holds_however_its_rounds_are_come_by(at, tmp_path):
    files = packed(at)[2]
    (tmp_path / "pack.zip").write_bytes(zipped(files))
    (tmp_path / "check.py").write_bytes(files["check.py"])
    command = [sys.executable, "-I", "-S", "check.py", "pack.zip"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("at", range(len(RULES)))
def test_counts_report_and_spreadsheet_tell_the_same_of_blackjack(at):
    settings, (table,), files = packed(at)
    (told,) = json.loads(files["counts.json"])["tables"]
    figures = dict(content(PAIRS, settings, [table], (), {})["tables"][0]["figures"])
    with zipfile.ZipFile(BytesIO(files["tables.xlsx"])) as book:
        cells = dict(sheets_of({name: book.read(name) for name in book.namelist()}))[told["id"]]
    named = {text: cells.get(f"B{where[1:]}") for where, (_, text) in cells.items() if where[0] == "A"}
    split = any(each["award"] == "split" for each in told["outcomes"])
    assert told["stands_apart"] is not split
    assert (told["law"] is not None) == (split and settings.integer("split-rounds") == 0)
    assert told["edge"] in figures["House edge"]
    assert named["house edge"][1] == pytest.approx(float(Fraction(told["edge"])))
    assert figures["Standard deviation"] == f"{told['standard_deviation']:.4f}"
    if told["variance"] is None:
        assert "Variance" not in figures
    else:
        assert figures["Variance"].startswith(f"{float(Fraction(told['variance'])):.8f}")
        assert figures["Hit frequency"] == f"{float(100 * Fraction(told['hit_frequency'])):.2f} %"
    for name in ("hit frequency", "standard deviation"):
        assert (name in named) == told["stands_apart"], "awards alone do not give it where a split is one line"


def test_the_law_of_a_round_is_told_and_is_that_of_the_odds():
    _, (table,), files = packed(0)
    (told,) = json.loads(files["counts.json"])["tables"]
    law = {Fraction(pays): Fraction(chance) for pays, chance in told["law"]}
    assert law == table.odds.law
    assert laws.central(law, 2) == Fraction(told["variance"]) == table.odds.variance
    assert told["standard_deviation"] == sqrt(table.odds.variance)


PLANTED = {
    "a chance": (lambda table: table["law"][0].__setitem__(1, "1/2"), "add up to"),
    "a chance below zero": (lambda table: table["law"][0].__setitem__(1, "-1/2"), "below zero"),
    "what is won": (lambda table: table["law"][0].__setitem__(0, "-9"), "the law of a round gives an edge of"),
    "a variance": (lambda table: table.__setitem__("variance", "5/4"), "a variance of"),
    "a hit frequency": (lambda table: table.__setitem__("hit_frequency", "2/5"), "win"),
    "a skewness": (lambda table: table.__setitem__("skewness", 0.5), "the skewness"),
    "no law": (lambda table: table.__setitem__("law", None), "it tells what only such have"),
    "ends apart": (lambda table: table.__setitem__("stands_apart", True), "its counts give its law"),
    "without end": (lambda table: table.__setitem__("law", table["law"] * 99), "more than 200"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_planted_in_the_law_of_a_round_is_caught(name):
    plant, says = PLANTED[name]
    files = dict(packed(0)[2])
    counts = json.loads(files["counts.json"])
    plant(counts["tables"][0])
    files["counts.json"] = json.dumps(counts).encode()
    kept = {each: text for each, text in files.items() if each != "manifest.json"}
    found = [each for _, wrong in faults(signed(kept, PAIRS, None)) for each in wrong]
    assert any(says in each for each in found), found


def test_a_package_of_all_wagers_leaves_out_what_no_paytable_pays_with_these_decks():
    tables = tables_of(PAIRS, PAIRS.configure(decks=2, offer_bust_bonus="no", insurance="no", split_hands=1))
    assert {each.odds.wager for each in tables} >= {"super-pairs", "lucky-ladies", "21-plus-3"}
    assert "top-3" not in {each.odds.wager for each in tables}


def test_nothing_is_designed_where_a_split_is_one_line():
    with pytest.raises(UnknownName, match="nothing to design"):
        next(iter(frontier(PAIRS, "blackjack", Wish(Fraction(0), Fraction(1, 10)), **RULES[0]).designs))
