"""Evidence packages: the same bytes again, every figure by its command, and a checker that misses nothing planted."""

import hashlib
import json
import re
import shlex
import subprocess
import sys
import zipfile
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import sqrt

import pytest
from typer.testing import CliRunner

import houseway as hw
from houseway.cli import app
from houseway.errors import UnknownName
from houseway.lab.evidence.check import faults, files_of, main
from houseway.lab.evidence.pack import Signature, pack, package, signed, zipped
from houseway.lab.evidence.report import content
from houseway.lab.evidence.tables import Scope, scope_of, tables_of, worths_of
from houseway.lab.whatif import switches
from houseway.room.evidence.signing import Signer

PAIRS, NINES = hw.game("super-pairs"), hw.game("supreme-99")
SIGNER = Signer(bytes(range(32)))
KEY = Signature(SIGNER.public, SIGNER.sign)


@cache
def made():
    return pack(PAIRS, PAIRS.configure(decks=2), ("super-pairs",), signature=KEY)


def files():
    with zipfile.ZipFile(BytesIO(made())) as package:
        return {name: package.read(name) for name in package.namelist()}


def found(files, key=""):
    return [each for _, faults_ in faults(files, key) for each in faults_]


def sealed(files):
    """The files with a manifest and a signature of what they are now: only what they say can be wrong."""
    kept = {name: text for name, text in files.items() if name not in ("manifest.json", "signature.json")}
    return signed(kept, PAIRS, KEY)


def changed(files, name, old, new):
    assert old in files[name]
    return files | {name: files[name].replace(old, new, 1)}


def test_a_package_is_the_same_when_it_is_built_again():
    assert pack(PAIRS, PAIRS.configure(decks=2), ("super-pairs",), signature=KEY) == made()
    assert zipped(files()) == made()


def test_the_checker_needs_nothing_but_python(tmp_path):
    (tmp_path / "pack.zip").write_bytes(made())
    (tmp_path / "check.py").write_bytes(files()["check.py"])
    done = subprocess.run(
        [sys.executable, "-I", "-S", "check.py", "pack.zip"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"holds  the signature, key {SIGNER.public.hex()}" in done.stdout
    assert b"houseway." not in files()["check.py"], "it is the file alone"
    assert "counted again from its deals" in done.stdout
    spoilt = json.loads(files()["counts.json"])
    spoilt["tables"][0]["outcomes"][0]["combinations"] = "99"
    (tmp_path / "pack.zip").write_bytes(zipped(sealed(files() | {"counts.json": json.dumps(spoilt).encode()})))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "check.py", "pack.zip"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "the combinations add up to" in done.stdout


def test_a_package_holds(tmp_path):
    (tmp_path / "pack.zip").write_bytes(made())
    assert found(files_of(tmp_path / "pack.zip")) == []


def planted(counted, moved):
    """Combinations moved between the rows, and every figure made to fit: only a recount can see."""
    told = json.loads(counted["counts.json"])
    (table,) = told["tables"]
    for each, more in zip(
        table["outcomes"], moved([Fraction(each["pays"]) for each in table["outcomes"]]), strict=True
    ):
        each["combinations"] = str(int(each["combinations"]) + more)
    rows = [(Fraction(each["pays"]), int(each["combinations"])) for each in table["outcomes"]]
    total = sum(ways for _, ways in rows)
    edge = -sum(pays * ways for pays, ways in rows) / total
    table["edge"] = str(edge)
    table["hit_frequency"] = str(Fraction(sum(ways for pays, ways in rows if pays > 0), total))
    variance, third = (sum((pays + edge) ** power * ways for pays, ways in rows) / total for power in (2, 3))
    table |= {"variance": str(variance), "standard_deviation": sqrt(variance), "n0": float(variance / edge**2)}
    table["skewness"] = float(third) / sqrt(variance) ** 3
    text = "award,pays,combinations\n" + "".join(
        f"{each['award']},{each['pays']},{each['combinations']}\n" for each in table["outcomes"]
    )
    return counted | {"counts.json": json.dumps(told).encode(), f"counts/{table['id']}.csv": text.encode()}


def one_more(pays):
    """One from the loss to the first award."""
    return [1, *[0] * (len(pays) - 2), -1]


def edge_as_before(pays):
    """Among the first three awards, so that total and edge stay what they were."""
    first, second, third, *others = (int(each) for each in pays)
    return [second - third, third - first, first - second, *[0] * len(others)]


def another_pay(counted):
    """A dollar more for the first award, and every figure and cell made to fit."""
    told = json.loads(counted["counts.json"])
    first = told["tables"][0]["outcomes"][0]
    first["pays"] = str(Fraction(first["pays"]) + 1)
    return planted(counted | {"counts.json": json.dumps(told).encode()}, lambda pays: [0] * len(pays))


def another_cell(counted, old, new, part="xl/worksheets/sheet2.xml"):
    """The spreadsheet with one text changed."""
    with zipfile.ZipFile(BytesIO(counted["tables.xlsx"])) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    return counted | {"tables.xlsx": zipped(changed(parts, part, old, new))}


PLANTED = {
    "a pay, with every figure made to fit": (another_pay, "by the paytable of the document"),
    "a figure of the spreadsheet": (lambda f: another_cell(f, b"<v>-1</v>", b"<v>-2</v>"), "the counts give -1"),
    "a formula": (lambda f: another_cell(f, b"-SUM(E5", b"-SUM(F5"), "and the counts give =-SUM(E5"),
    "its summary": (
        lambda f: another_cell(f, b"<f>'super-pairs", b"<f>7+'super-pairs", "xl/worksheets/sheet1.xml"),
        "Summary, cell D4: =7+",
    ),
    "a word of the spreadsheet": (lambda f: another_cell(f, b"lose", b"win", "xl/sharedStrings.xml"), "cell A"),
    "a cell more": (
        lambda f: another_cell(f, b"</row></sheetData>", b'<c r="H9"><v>7</v></c></row></sheetData>'),
        "cell H9: 7.0, and the counts give nothing",
    ),
    "a sheet of another name": (
        lambda f: another_cell(f, b'name="super-pairs', b'name="super-fairs', "xl/workbook.xml"),
        "it has other sheets",
    ),
    "words of its own in the spreadsheet": (
        lambda f: another_cell(f, b"<sst ", b'<!DOCTYPE a [<!ENTITY b "c">]><sst ', "xl/sharedStrings.xml"),
        "it defines words of its own",
    ),
    "no spreadsheet": (lambda f: f | {"tables.xlsx": b"none"}, "cannot be read: BadZipFile"),
    "a count, with every figure made to fit": (lambda f: planted(f, one_more), "the deals give"),
    "counts that leave the edge as it was": (lambda f: planted(f, edge_as_before), "the deals give"),
    "a count in the CSV": (
        lambda f: f | {n: t.replace(b"lose", b"loose") for n, t in f.items() if n.endswith(".csv")},
        "its CSV tells other counts",
    ),
    "the edge": (lambda f: changed(f, "counts.json", b'"edge": "', b'"edge": "1'), "these counts give an edge"),
    "the document": (lambda f: changed(f, "document.json", b"deck", b"dock"), "is not the document"),
    "a deal": (
        lambda f: f | {n: t.replace(b'"lose": 2', b'"lose": 1', 1) for n, t in f.items() if n.startswith("deals/")},
        "the deals give lose a chance of",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_planted_is_caught_though_it_is_signed_again(name):
    plant, says = PLANTED[name]
    spoilt = plant(files())
    assert spoilt != files()
    assert any(says in each for each in found(sealed(spoilt)))
    assert any("has another hash" in each for each in found(spoilt))


def test_what_the_checker_does_not_compare_it_says(tmp_path, capsys):
    """The report is for people, a commission is the settings' to tell, and dollars are no ratio."""
    (tmp_path / "pack.zip").write_bytes(made())
    assert main([str(tmp_path / "pack.zip")]) == 0
    said = capsys.readouterr().out
    assert "NOTE   NOT checked: report.pdf, README.txt, and in counts.json settings, " in said
    assert re.search(r"holds  super-pairs-pt-flt-\S+: its counts and figures\n", said)
    game = hw.game("super-pan-9")
    tables = tables_of(game, game.configure(), ("main",))
    whole = signed(package(game, game.configure(), tables, ()), game, None)
    assert any("its counts and figures, pays after a commission of 5 %" in what for what, _ in faults(whole))
    assert found(whole) == []
    taken = json.loads(whole["counts.json"])
    taken["settings"]["commission"] = "4%"
    wrong = found(whole | {"counts.json": json.dumps(taken).encode()})
    assert "main-even-money: win pays 19/20, and by the paytable of the document 1" in wrong


def test_the_main_wager_of_blackjack_holds_in_a_package_though_its_deals_are_too_many():
    """What splits win is a mean of many hands: pays of long fractions."""
    tables = tables_of(PAIRS, PAIRS.configure(decks=2), ("blackjack",))
    whole = signed(package(PAIRS, PAIRS.configure(decks=2), tables, ()), PAIRS, None)
    assert max(len(each["pays"]) for each in json.loads(whole["counts.json"])["tables"][0]["outcomes"]) > 30
    assert [what for what, wrong in faults(whole) if wrong] == []
    assert any("NOT counted again" in what for what, _ in faults(whole))


def test_a_file_more_or_less_and_another_key_are_caught(tmp_path, capsys):
    assert found(files() | {"more.txt": b""}) == ["more.txt is not in the manifest"]
    assert found({name: text for name, text in files().items() if name != "README.txt"}) == ["README.txt is missing"]
    other = json.dumps(json.loads(files()["signature.json"]) | {"public_key": Signer(bytes(32)).public.hex()})
    assert found(files() | {"signature.json": other.encode()}) == [
        "the manifest is not signed with the key that signature.json names"
    ]
    unsigned = {name: text for name, text in files().items() if name != "signature.json"}
    assert found(unsigned) == []
    file = tmp_path / "pack.zip"
    file.write_bytes(zipped(unsigned))
    assert main([str(file)]) == 0
    assert "NOTE   the package is not signed: it does not show who vouches for it\n" in capsys.readouterr().out
    assert found(unsigned, SIGNER.public.hex()) == [
        f"the package is not signed: a signature of {SIGNER.public.hex()} was expected"
    ]
    assert found(files(), SIGNER.public.hex().upper()) == []
    other = f"is signed with another key: {SIGNER.public.hex()} signed it, {'00' * 32} was expected"
    assert other in found(files(), "00" * 32)[0]


def test_a_package_cannot_bring_the_arithmetic_by_which_it_is_judged():
    """Counts of one's own under a signature that is none, and an ed25519.py that says yes to it."""
    told = json.loads(files()["signature.json"]) | {"signature": "00" * 64}
    forged = {"ed25519.py": b"signed = lambda *given: True\n", "signature.json": json.dumps(told).encode()}
    whole = signed({n: t for n, t in files().items() if n != "manifest.json"} | forged, PAIRS, None)
    assert "the manifest is not signed with the key that signature.json names" in found(whole)


def test_what_cannot_be_read_is_told_and_nothing_is_in_a_package_twice(tmp_path):
    (file := tmp_path / "pack.zip").write_bytes(made())
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as package:
        package.writestr("counts.json", "{}")
    with pytest.raises(zipfile.BadZipFile, match="is in it twice"):
        files_of(file)
    for spoilt in (b"{}", b"[1]", b"no json", json.dumps({"document": "", "tables": [{"id": "a"}]}).encode()):
        assert any("cannot be read" in each for each in found(sealed(files() | {"counts.json": spoilt})))
    assert main([str(tmp_path / "none.zip")]) == 1
    assert main([]) == 2


def toss(deals, **other):
    """A package of one wager on which of two cards comes first, with these deals or none."""
    rows = [{"award": "win", "pays": "1", "combinations": "1"}, {"award": "lose", "pays": "-1", "combinations": "1"}]
    table = {"id": "t", "outcomes": rows, "total": "2", "edge": "0", "stands_apart": True}
    table |= {"hit_frequency": "1/2", "variance": "1"} | other
    text = "".join(f"{each['award']},{each['pays']},{each['combinations']}\n" for each in table["outcomes"])
    told = {"document": hashlib.sha256(b"{}").hexdigest(), "tables": [table]}
    made = {"document.json": b"{}", "counts.json": json.dumps(told).encode()}
    made["counts/t.csv"] = f"a,p,c\n{text}".encode(errors="backslashreplace")
    if deals is not None:
        shoe = {"counts": [1, 1], "deals": deals}
        made["deals/t.json"] = deals if isinstance(deals, bytes) else json.dumps(shoe).encode()
    return sealed(made)


ON_TRUST = {
    "no ends apart": ({"stands_apart": False}, "it tells what only such have: hit_frequency, variance"),
    "a spread that no counts give": (
        {"stands_apart": False, "hit_frequency": None, "variance": None, "standard_deviation": 1, "n0": 7, "edge": "0"},
        "its n0 is not its standard deviation squared",
    ),
    "neither": ({"stands_apart": "no"}, "neither true nor false"),
    "a standard deviation": ({"standard_deviation": 1.01}, "give the standard_deviation 1.0, not 1.01"),
    "a skewness": ({"skewness": None}, "give the skewness 0.0, not None"),
    "n0": ({"n0": 5}, "give the n0 None, not 5"),
}


@pytest.mark.parametrize("name", ON_TRUST)
def test_no_figure_is_taken_on_trust_and_what_nothing_gives_is_said(name):
    assert found(toss(None)) == []
    other, says = ON_TRUST[name]
    assert any(says in each for each in found(toss(None, **other)))
    spread = {"stands_apart": False, "hit_frequency": None, "variance": None, "standard_deviation": 1.5, "n0": None}
    assert any("NOT checked: standard_deviation" in what for what, wrong in faults(toss(None, **spread)) if not wrong)


@pytest.mark.parametrize(
    "counts",
    [b'{"document": "%s", "tables": []}', b'{"document": "x", "document": "%s", "tables": [{"id": "t"}]}'],
    ids=["none", "twice"],
)
def test_a_package_tells_a_table_and_nothing_twice(counts):
    spoilt = toss(None) | {"counts.json": counts % hashlib.sha256(b"{}").hexdigest().encode()}
    assert [each for each in found(sealed(spoilt)) if "there is none" in each or "a field is told twice" in each]


TOSSES = {
    "told twice, the other left out": ([[[0], {"win": 1}], [[0], {"lose": 1}]], "the deal [0] is told twice"),
    "told twice in other orders": ([[[0, 1], {"win": 1}], [[1, 0], {"lose": 1}]], "the deal [1, 0] is told twice"),
    "negative orders": ([[[0], {"win": 3}], [[1], {"win": -2, "lose": 1}]], "the deal [1] ends in what is no whole"),
    "half an order": ([[[0], {"win": 0.5, "lose": 0.5}], [[1], {"win": 1}]], "the deal [0] ends in what is no whole"),
    "one left out": ([[[0], {"win": 1}]], "the deal [1] or one that begins with it is left out"),
    "too often": ([[[0], {"win": 1, "lose": 1}], [[1], {"lose": 1}]], "the deal [0] ends in 2 orders, and comes in 1"),
    "after the end": ([[[0], {"win": 1}], [[1], {"lose": 1}], [[0, 1], {"win": 1}]], "have ended before it comes"),
    "a card from the end": ([[[0], {"win": 1}], [[-1], {"lose": 1}]], "the deal [-1] has cards that the shoe"),
    "a card of none": ([[[7], {"win": 1}]], "the deal [7] has cards that the shoe"),
    "no ends": ([[[0], [1]]], "cannot be read: AttributeError"),
    "too deep": (b"[" * 100_000, "cannot be read: RecursionError"),
    "no shoe": (b'{"counts": [-1, 3], "deals": []}', "the shoe holds what is no whole number of cards"),
}


@pytest.mark.parametrize("name", TOSSES)
def test_every_order_of_cards_ends_once_in_the_deals(name):
    deals, says = TOSSES[name]
    assert any(says in each for each in found(toss(deals))), found(toss(deals))


def test_deals_may_be_of_several_lengths_and_missing_ones_are_told(tmp_path, capsys):
    for deals in ([[[0], {"win": 1}], [[1], {"lose": 1}]], [[[0], {"win": 1}], [[1, 0], {"lose": 1}]]):
        assert found(toss(deals)) == []
    (tmp_path / "pack.zip").write_bytes(zipped(toss(None)))
    assert main([str(tmp_path / "pack.zip")]) == 0
    assert (
        "t: its counts and figures, NOT checked: what is paid, NOT counted again: its deals are"
        in capsys.readouterr().out
    )
    row = {"award": "\ud800", "pays": "1", "combinations": "-1"}
    less = toss([[[0], {"win": 1}], [[1], {"lose": 1}]], outcomes=[row, row | {"combinations": "3"}])
    (tmp_path / "pack.zip").write_bytes(zipped(less | {"counts/t.csv": b'a\n"' + b"x" * 200_000}))
    assert main([str(tmp_path / "pack.zip")]) == 1
    said = capsys.readouterr().out
    assert "an award has fewer combinations than none" in found(less)[0]
    assert "cannot be read: Error field larger" in said
    assert "the deals give \\ud800 a chance of 0" in said


def zip_of(name="counts.json", content=b"{}", kind=zipfile.ZIP_DEFLATED):
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", kind) as package:
        package.writestr(name, content)
    return whole.getvalue()


def with_flag(whole):
    """The same zip file that says it is encrypted, in both places."""
    local, central = whole.index(b"PK\3\4") + 6, whole.index(b"PK\1\2") + 8
    marked = bytearray(whole)
    marked[local] |= 1
    marked[central] |= 1
    return bytes(marked)


def shrunk(whole, says=100):
    """The same zip file that says of its one file that it has so many bytes."""
    local, central = whole.index(b"PK\3\4") + 22, whole.index(b"PK\1\2") + 24
    size = says.to_bytes(4, "little")
    return whole[:local] + size + whole[local + 4 : central] + size + whole[central + 4 :]


SPOILT = {
    "empty": (lambda: b"", "File is not a zip file"),
    "truncated": (lambda: made()[: len(made()) // 2], "File is not a zip file"),
    "spoilt inside": (lambda: made().replace(made()[60:70], b"\xff" * 10, 1), "rror"),
    "another sum": (lambda: zip_of(kind=zipfile.ZIP_STORED).replace(b"{}", b"[]", 1), "Bad CRC-32 for file"),
    "cut off": (lambda: shrunk(zip_of(content=b"abc", kind=zipfile.ZIP_STORED), 40), "cannot be read"),
    "encrypted": (lambda: with_flag(zip_of()), "counts.json is encrypted"),
    "packed otherwise": (lambda: zip_of(kind=zipfile.ZIP_LZMA), "counts.json is packed in another way than packages"),
    "enormous": (lambda: zip_of(content=bytes(2**25 + 1)), "unpacked it has more files or bytes than any package"),
    "more than it says": (lambda: shrunk(zip_of(content=bytes(2**22))), "cannot be read"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_is_no_zip_file_ends_with_a_sentence(name, tmp_path, capsys):
    make, says = SPOILT[name]
    (file := tmp_path / "pack.zip").write_bytes(make())
    assert main([str(file)]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"FAILS  {file} cannot be read: ")
    assert says in said
    assert said.count("\n") == 1


def test_a_zip_file_with_any_byte_changed_or_cut_anywhere_ends_with_a_sentence(tmp_path, capsys):
    told = toss([[[0], {"win": 1}], [[1], {"lose": 1}]])
    whole = zipped({name: text for name, text in told.items() if name != "signature.json"})
    file = tmp_path / "pack.zip"
    for at in range(0, len(whole), 11):
        for spoilt in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]):
            file.write_bytes(spoilt)
            assert main([str(file)]) in (0, 1)  # a date in a header is looked at by nobody
            assert capsys.readouterr().out.startswith(("FAILS", "holds"))


def test_a_folder_and_a_file_that_no_package_fills_are_not_read(tmp_path, capsys):
    assert main([str(tmp_path)]) == 1
    assert "there is no such file" in capsys.readouterr().out
    with (tmp_path / "large.zip").open("wb") as file:
        file.truncate(2**25 + 1)
    assert main([str(tmp_path / "large.zip")]) == 1
    assert "which no package has" in capsys.readouterr().out


ENDLESS = {
    "a power": (toss, {"edge": "1e999999999"}, "'1e999999999' is no fraction"),
    "a pay": (toss, {"outcomes": [{"award": "win", "pays": "1E999999999", "combinations": "1"}]}, "is no fraction"),
    "rows": (toss, {"outcomes": [{"award": "win", "pays": "1", "combinations": "1"}] * 201}, "more than 200 rows"),
}
LARGE = {
    "kinds": ({"counts": [1] * 65, "deals": []}, "more than 64 kinds or 2000 cards"),
    "cards": ({"counts": [1, 10**4000], "deals": []}, "more than 64 kinds or 2000 cards"),
    "a long deal": ({"counts": [2000], "deals": [[[0] * 13, {"win": 1}]]}, "a deal has 13 cards"),
    "no end": ({"counts": [1000, 1000], "deals": [[[0, 0, 1], {"win": n}] for n in (1, 2)]}, "is told twice"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_no_figure_keeps_the_checker_busy_for_ever(name):
    make, told, says = ENDLESS[name]
    assert any(says in each for each in found(make(None, **told)))


@pytest.mark.parametrize("name", LARGE)
def test_no_shoe_keeps_the_checker_busy_for_ever(name):
    deals, says = LARGE[name]
    assert any(says in each for each in found(toss(json.dumps(deals).encode())))


def test_a_package_cannot_print_a_line_of_the_checkers_own(tmp_path, capsys):
    spoilt = toss(None, id="t\nholds  all of it\x1b[2J")
    (tmp_path / "pack.zip").write_bytes(zipped(spoilt))
    assert main([str(tmp_path / "pack.zip")]) == 1
    said = capsys.readouterr().out
    assert "\nholds  all of it" not in said
    assert "\x1b" not in said


def test_every_table_is_what_its_command_gives():
    told = json.loads(files()["counts.json"])
    for table in told["tables"]:
        program, *words = shlex.split(table["command"])
        assert program == "houseway"
        done = CliRunner().invoke(app, words, catch_exceptions=False)
        given = json.loads(done.stdout)
        assert given["edge"]["exact"] == table["edge"]
        assert [each["combinations"] for each in given["outcomes"]] == [
            each["combinations"] for each in table["outcomes"]
        ]
    assert told["document"] == PAIRS.document.hash == hashlib.sha256(files()["document.json"]).hexdigest()


def test_the_spreadsheet_has_formulas_and_what_they_come_to():
    with zipfile.ZipFile(BytesIO(files()["tables.xlsx"])) as book:
        sheet = book.read("xl/worksheets/sheet2.xml").decode()
    formulas = re.findall(r"<f>([^<]*)</f><v>([^<]*)</v>", sheet)
    odds = PAIRS.odds("super-pairs", decks=2)
    assert ("=" + formulas[-3][0]).startswith("=-SUM(E5:E")
    assert float(formulas[-3][1]) == pytest.approx(float(odds.edge))
    assert float(formulas[-2][1]) == pytest.approx(float(odds.hit_frequency))
    assert float(formulas[-1][1]) ** 2 == pytest.approx(float(odds.variance))


def test_the_report_has_the_form_that_labs_use():
    assert files()["report.pdf"].startswith(b"%PDF")
    settings = NINES.configure()
    tables = tables_of(NINES, settings, ("pair-fortunes",))
    told = content(NINES, settings, tables, NINES.verify(), {}, [worths_of(NINES, tables[0])])
    (worths,) = told["worths"]
    assert worths["command"] == "houseway what-if supreme-99 pair-fortunes --each"
    each = switches(NINES, "pair-fortunes", {})
    assert worths["rows"] == [(str(one.change), f"{float(100 * one.in_turn):+.6f} %") for one in each]
    assert each
    assert any(name == "Variance" and "exactly" in text for name, text in told["tables"][0]["figures"])
    assert told["tables"][0]["command"] == "houseway odds supreme-99 pair-fortunes --paytable pair-fortunes --json"
    assert [each[2:] for each in told["printed"]] == [("4.70%", "4.70%", "agrees")]
    assert len(told["clauses"]) == len(NINES.document.clauses)
    assert len(told["rulings"]) == len(NINES.document.rulings)
    assert len(told["settings"]) == len(NINES.document.settings)


def test_the_report_leaves_out_what_is_empty():
    poker = hw.game("chinese-poker")
    told = content(poker, poker.configure(), tables_of(poker, poker.configure(), ("main",)), [], {})
    figures = [*told["about"], *told["tables"][0]["figures"]]
    assert "Submission" not in dict(told["about"])
    assert "Hit frequency" not in dict(told["tables"][0]["figures"])
    assert all(text for _, text in figures), figures
    assert dict(content(PAIRS, PAIRS.configure(), [], [], {})["about"])["Submission"]


def test_the_command_writes_a_package_or_says_what_is_wrong(tmp_path):
    run = CliRunner().invoke
    (tmp_path / "key").write_text("00" * 32)
    words = ["submit", "super-pan-9", "tie", "--decks", "2", "-o", str(tmp_path / "pack.zip")]
    done = run(app, [*words, "--key", str(tmp_path / "key")], catch_exceptions=False)
    assert f"signed with the key {Signer(bytes(32)).public.hex()}" in done.stdout
    assert found(files_of(tmp_path / "pack.zip")) == []
    (tmp_path / "key").write_text("secret")
    assert "64 hexadecimal digits" in str(run(app, [*words, "--key", str(tmp_path / "key")]).exception)
    assert "is a zip file" in str(run(app, ["submit", "super-pan-9", "-o", "pack.pdf"]).exception)
    with pytest.raises(UnknownName, match="has no wager 'ties'"):
        pack(hw.game("super-pan-9"), hw.game("super-pan-9").configure(), ("ties",))


def test_what_is_left_out_of_a_package_is_told_with_its_reason_and_remedy(tmp_path):
    target = tmp_path / "pack.zip"
    done = CliRunner().invoke(app, ["submit", "super-pairs", "-o", str(target)], catch_exceptions=False)
    assert "Left out: blackjack: it takes minutes to count; name it, or give --slow" in " ".join(done.stdout.split())
    readme = files_of(target)["README.txt"].decode()
    assert "Left out:\n  blackjack: it takes minutes to count; name it, or give --slow\n" in readme
    assert "Left out" not in files()["README.txt"].decode(), "what is named is all that was asked for"
    again = tmp_path / "again.zip"
    CliRunner().invoke(app, ["submit", "super-pairs", "-o", str(again)], catch_exceptions=False)
    assert again.read_bytes() == target.read_bytes()


def test_where_nothing_else_is_left_slow_wagers_are_taken():
    poker = hw.game("chinese-poker")
    assert [each.odds.wager for each in tables_of(poker, poker.configure())] == ["main"]
    assert scope_of(poker, poker.configure()) == Scope(("main",), {})
    pai_gow = hw.game("dealer-open-pai-gow")
    scope = scope_of(pai_gow, pai_gow.configure())
    assert "main" not in scope.wagers
    assert "--slow" in scope.left["main"]
    assert scope_of(pai_gow, pai_gow.configure(), slow=True).wagers[0] == "main"
    off = scope_of(PAIRS, PAIRS.configure(offer_top_3="no"))
    assert off.left["top-3"] == "it is not on offer at these settings"
