"""Figures of one's own on the command line: paytables, pays, documents, contents, games from a folder, stdin."""

import json
import os
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.errors import Faulty
from houseway.games import _ADDED, game

PAN = game("super-pan-9")

RECORD = """
game = "super-pan-9"
dealer = { cards = "Kd 2c 4h" }
[[seat]]
number = 1
cards = "5h Qc As"
wagers = { main = "25.00", tie = "5.00" }
"""

TIE_NINE = """
wager = "tie"
rows = [{ award = "tie", label = "Equal totals", pays = 9 }]
"""


@pytest.fixture
def forgotten():
    """Games that a test adds are gone after it."""
    before = dict(_ADDED)
    yield
    _ADDED.clear()
    _ADDED.update(before)


@pytest.fixture
def file(tmp_path):
    """A file of this text."""

    def made(text, name="own.toml"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return made


@pytest.fixture
def document(file):
    """A document of one's own for Super Pan 9: the Tie Bet pays nine."""
    source = Path(sys.modules["houseway.games.super_pan_9.game"].__file__).with_name("document.toml").read_text()
    return file(source.replace('label = "Equal totals", pays = 8', 'label = "Equal totals", pays = 9'), "document.toml")


def edge(houseway, *args):
    code, out, err = houseway("odds", "super-pan-9", "tie", "--decks", "2", "--json", *args)
    assert (code, err) == (0, "")
    return Fraction(json.loads(out)["edge"]["exact"])


def tie_wins(houseway, record, *args):
    code, out, err = houseway("settle", record, "--json", *args)
    assert (code, err) == (0, "")
    return next(each["cents"] for each in json.loads(out)["payouts"] if each["wager"] == "tie")


def test_a_paytable_a_pay_and_a_document_of_ones_own_say_the_same(houseway, file, document, typed):
    nine = PAN.odds("tie", decks=2, pays={"tie": 9}).edge
    assert edge(houseway) != nine
    assert edge(houseway, "--paytable", file(TIE_NINE)) == nine
    assert edge(houseway, "--pay", "tie=9") == nine
    assert edge(houseway, "--pay", "tie:tie=9") == nine
    assert edge(houseway, "--document", document) == nine
    typed(TIE_NINE)
    assert edge(houseway, "--paytable", "-") == nine
    typed(Path(document).read_text())
    assert edge(houseway, "--document", "-") == nine


def test_a_printed_paytable_may_have_another_pay(houseway):
    nine = PAN.odds("tie", decks=2, pays={"tie": 9}).edge
    assert edge(houseway, "--paytable", "tie-8", "--pay", "tie=9") == nine


def test_a_round_is_ruled_by_them_too(houseway, file, document):
    record = file(RECORD, "round.toml")
    assert tie_wins(houseway, record) == 40_00
    assert tie_wins(houseway, record, "--paytable", file(TIE_NINE)) == 45_00
    assert tie_wins(houseway, record, "--pay", "tie=9") == 45_00
    assert tie_wins(houseway, record, "--document", document) == 45_00
    assert tie_wins(houseway, record, "--set", "tie-commission=yes") == 38_00
    assert tie_wins(houseway, record, "--pay", "tie=9", "--set", "tie-commission=yes") == 42_75


def test_what_options_made_of_a_round_is_in_its_record(houseway, file, typed):
    record = houseway("settle", file(RECORD, "round.toml"), "--json", "--pay", "tie=9")[1]
    typed(record)
    assert tie_wins(houseway, "-") == 45_00
    typed(record)
    assert houseway("audit", "-")[0] == 0
    typed(record)
    assert tie_wins(houseway, "-", "--pay", "tie=10") == 50_00


def test_settle_and_audit_in_a_pipe(houseway, file, typed):
    record = json.loads(houseway("settle", file(RECORD, "round.toml"), "--json")[1])
    typed(json.dumps(record))
    assert houseway("audit", "-")[0] == 0
    record["payouts"][1]["cents"] += 100
    typed(json.dumps(record))
    code, out, _ = houseway("audit", "-")
    assert code == 1
    assert "+$40.00" in out
    assert "+$41.00" in out
    assert houseway("audit", file(RECORD, "bare.toml"))[0] == 1


def test_strategy_and_play_take_them(houseway, file, monkeypatch):
    told = json.loads(houseway("strategy", "super-pan-9", "tie", "--decks", "1", "--pay", "tie=0", "--json")[1])
    assert max(Fraction(option["value"]) for option in told["parts"][0]["situations"][0]["options"]) < 0
    from houseway.cli import show

    lines = iter(["25", "5", "s"])
    monkeypatch.setattr(show.out, "input", lambda prompt="", **_: next(lines))
    monkeypatch.setattr("houseway.cli.terminal.Terminal._after", lambda self: (_ for _ in ()).throw(EOFError))
    paytable = file('wager = "main"\nrows = [{ award = "win", pays = 3 }, { award = "push", pays = 2 }]')
    played = [
        " ".join(houseway("play", "super-pan-9", "--seed", str(seed), "--paytable", paytable)[1].split())
        for seed in range(4)
        if (lines := iter(["25", "5", "s"]))
    ]
    assert any("pays 3 to 1" in screen for screen in played)


@pytest.mark.compiled
def test_a_content_is_a_file(houseway, file):
    pai_gow = game("dealer-open-pai-gow")
    spec = next(spec for spec in pai_gow.document.settings if spec.type == "content")
    code, _, err = houseway("set", pai_gow.id, "As Ks Qs Js Ts 9d Jk", "--set", f"{spec.id}=absent.toml")
    assert code == 2
    assert f"{spec.id} is {', '.join(spec.choices)}, or a file; absent.toml: No such file" in err


BAD = [
    (("odds", "super-pan-9", "tie", "--paytable", "absent.toml"), "absent.toml: 1 fault\n  file: No such file"),
    (("odds", "super-pan-9", "tie", "--document", "absent.toml"), "absent.toml: 1 fault\n  file: No such file"),
    (("odds", "super-pan-9", "tie", "--pay", "tie"), "--pay takes AWARD=PAY, as in --pay tie=9, not 'tie'"),
    (("odds", "super-pan-9", "tie", "--pay", "=9"), "--pay takes AWARD=PAY"),
    (("odds", "super-pan-9", "tie", "--pay", "tie=much"), "the pay of tie is a number"),
    (("odds", "super-pan-9", "tie", "--pay", "tie=-3"), "the pay of tie is a number"),
    (("odds", "super-pan-9", "tie", "--pay", "win=3"), "tie-8 has no row 'win'; its rows are: tie"),
    (("odds", "super-pan-9", "tie", "--pay", "tie=1", "--pay", "tie=2"), "tie stands there twice: say it once"),
    (("odds", "chinese-poker", "main", "--pay", "a=1", "--pay", "b"), "--pay: 2 faults"),
    (("odds", "super-pan-9", "tie", "--stake", "much"), "is not an amount"),
    (("odds", "super-pan-9", "--all", "--pay", "tie=9"), "--all asks for every paytable"),
    (("settle", "-"), "standard input: 1 fault\n  file: holds nothing"),
    (("--games", "absent", "games"), "there is no folder 'absent' to take games from"),
    (("conform", "absent"), "there is no folder and no game 'absent'"),
    (("schema", "absent"), "there is no schema 'absent'; the schemas are "),
    (("new", "game", "Lucky Nine"), "'Lucky Nine' cannot be a game's name"),
    (("new", "game", "json"), "Python has a module or a word json already"),
    (("new", "game", "super-pairs"), "there is a game 'super-pairs' already"),
    (("set", "supreme-99", "As Kd 2c 3c", "--scoring", "2-4"), "No such option: --scoring"),
]


@pytest.mark.parametrize("args, words", BAD, ids=[" ".join(args)[:60] for args, _ in BAD])
def test_what_is_wrong_is_said_in_a_sentence(houseway, typed, args, words):
    typed("")
    code, out, err = houseway(*args)
    assert (code, out) == (2, "")
    assert err.startswith("houseway: ")
    assert words in err


FILES = [
    ('wager = "luck"\nrows = [{ award = "tie", pays = 9 }]', "wager: is one of main, tie, not 'luck'"),
    ('wager = "tie"\nrows = [{ award = "joy", pays = 9 }]', "rows.joy: is no award of tie: it knows tie"),
    ('wager = "tie"\nrows = [{ award = "tie", pays = "lots" }]', "rows 1.pays: is a number"),
    ('wager = "tie"\ncolour = "red"\nrows = [{ award = "tie", pays = 9 }]', "colour: is not a field that belongs here"),
    ('wager = "main"\nrows = [{ award = "win", pays = 9 }]', "is a paytable of main, not of tie"),
    ("wager = ", "file: "),
]


@pytest.mark.parametrize("text, words", FILES, ids=[words[:30] for _, words in FILES])
def test_every_fault_of_a_file_with_its_place(houseway, file, text, words):
    code, out, err = houseway("odds", "super-pan-9", "tie", "--paytable", file(text))
    assert (code, out) == (2, "")
    assert words in err


def test_all_that_is_wrong_with_pays_is_told_at_once(houseway):
    pays = ["pair-of-blue-aces=3", "any-pear=2", "any-pair=lots", "nonsense"]
    options = [word for each in pays for word in ("--pay", each)]
    code, _, err = houseway("odds", "super-pairs", "super-pairs", *options)
    assert (code, err.splitlines()[0]) == (2, "houseway: --pay: 4 faults")
    for says in ("no row 'pair-of-blue-aces'", "did you mean any-pair?", "not 'lots'", "takes AWARD=PAY"):
        assert says in err


def test_pays_of_several_wagers_are_in_force_together(houseway):
    words = ("odds", "super-pan-9", "tie", "--json", "--pay", "main:win=1/2", "--pay", "tie=9")
    assert json.loads(houseway(*words)[1])["paytable"] == "tie-8 with tie=9"


def test_an_award_that_several_wagers_have_wants_its_wager(houseway, file):
    record = file(RECORD, "round.toml")
    paytable = file('wager = "tie"\nid = "t"\nrows = [{ award = "tie", pays = 9 }]')
    assert houseway("settle", record, "--pay", "never=3")[2] == (
        "houseway: --pay: 1 fault\n  never=3: no paytable in force has a row of that award\n"
    )
    assert tie_wins(houseway, record, "--paytable", paytable, "--pay", "tie:tie=10") == 50_00


def test_a_document_of_another_game_is_refused(houseway, file):
    other = type(game("supreme-99")).__module__
    text = Path(sys.modules[other].__file__).with_name("document.toml").read_text()
    code, _, err = houseway("odds", "super-pan-9", "tie", "--document", file(text, "other.toml"))
    assert code == 2
    assert "other.toml: 1 fault\n  game: is super-pan-9 here, not 'supreme-99': choose its game" in err


@pytest.mark.parametrize(
    "args",
    [
        ("odds", "super-pan-9", "tie", "--document"),
        ("submit", "super-pan-9", "tie", "-o", "pack.zip", "--document"),
        ("check", "super-pan-9", "--document"),
        ("diff", "super-pan-9"),
    ],
    ids=lambda args: args[0],
)
def test_an_award_that_no_wager_knows_is_a_fault_of_a_document(houseway, document, args, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = Path(document)
    path.write_text(path.read_text().replace('award = "tie"', 'award = "royal"'))
    code, out, err = houseway(*args, "document.toml")
    told = " ".join((out + err).split())
    assert code in (1, 2)
    assert "document.toml" in told
    assert "paytable tie-8.rows.royal: is no award of tie: it knows tie" in told
    assert not (tmp_path / "pack.zip").exists()


def test_faults_of_a_house_way_call_its_file_by_its_name(houseway, file, typed):
    text = "name = 'ours'\ncolour = 3\n[[line]]\nname = 'any'\nplace = 'nowhere'\nsays = 'x'\n"
    own = file(text, "ours.toml")
    for args in (
        ("way", own),
        ("way", "document", "--with", own),
        ("odds", "dealer-open-pai-gow", "main", "--set", f"house-way={own}"),
    ):
        code, _, err = houseway(*args)
        assert code == 2
        assert err.startswith(f"houseway: {own}: 3 faults\n  line 1.place: "), args
    typed(text)
    assert houseway("way", "-")[2].startswith("houseway: standard input: 3 faults\n")
    with pytest.raises(Faulty, match=r"ours\.toml: 3 faults"):
        game("dealer-open-pai-gow").configure(house_way=Path(own))


# ------------------------------------------------------------------------------------------ games from elsewhere


def test_a_new_game_plays_at_once_and_its_tests_pass(houseway, tmp_path, forgotten):
    code, out, err = houseway("new", "game", "lucky-seven", "--into", str(tmp_path))
    assert (code, err) == (0, "")
    assert "houseway conform" in out
    package = tmp_path / "lucky-seven"
    assert {path.name for path in (package / "src" / "lucky_seven").iterdir()} == {
        *(
            "__init__.py",
            "document.toml",
            "game.py",
            "rules.py",
            "play.py",
            "terms.py",
            "record.py",
            "bot.py",
            "odds.py",
        )
    }
    assert tomllib.loads((package / "pyproject.toml").read_text())["project"]["entry-points"] == {
        "houseway.games": {"lucky-seven": "lucky_seven.game:GAME"}
    }
    told = json.loads(houseway("--games", str(package), "odds", "lucky-seven", "main", "--json")[1])
    assert Fraction(told["edge"]["exact"]) == Fraction(8611, 162435)
    assert "lucky-seven" in houseway("--games", str(tmp_path), "games")[1]
    code, _, err = houseway("new", "game", "lucky-seven", "--into", str(tmp_path))
    assert code == 2
    assert "there is a game 'lucky-seven' already" in err
    _ADDED.clear()
    code, _, err = houseway("new", "game", "lucky-eight", "--into", str(tmp_path / "a" / "b"))
    assert (code, err) == (0, "")
    code, _, err = houseway("new", "game", "lucky-eight", "--into", str(tmp_path / "a" / "b"))
    assert (code, "exists already" in err) == (2, True)


@pytest.mark.compiled
def test_the_tests_of_a_new_game_pass(houseway, tmp_path):
    houseway("new", "game", "lucky-nine", "--into", str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=tmp_path / "lucky-nine",
        env={**os.environ, "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.compiled
def test_conform_says_what_is_missing(houseway, tmp_path, forgotten):
    houseway("new", "game", "lucky-ten", "--into", str(tmp_path))
    package = tmp_path / "lucky-ten" / "src" / "lucky_ten"
    assert houseway("conform", str(tmp_path / "lucky-ten"))[0] == 0
    _ADDED.clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "lucky_ten"]:
        del sys.modules[name]
    terms = package / "terms.py"
    literal = 'return award_terms(settings.in_force("main"), "win")._replace(pays=1) if won else lost("5")'
    terms.write_text(
        terms.read_text().replace('return award_terms(settings.in_force("main"), "win") if won else lost("5")', literal)
    )
    from houseway.document import load

    load.cache_clear()
    code, out, _ = houseway("conform", str(tmp_path / "lucky-ten"), "--json")
    assert code == 1
    wrong = {each["check"]: each["findings"] for each in json.loads(out) if each["findings"]}
    assert list(wrong) == ["a changed pay moves ruling, odds and posted paytable"]
    assert any("the row win pays 2, and the ruling on" in sentence for sentence in wrong.popitem()[1])


BROKEN = [
    ("x = (", "cannot be imported: SyntaxError"),
    ("GAME = 1", "has no GAME"),
    ("import nowhere", "cannot be imported: ModuleNotFoundError"),
]


@pytest.mark.parametrize("source, words", BROKEN, ids=[words for _, words in BROKEN])
def test_a_folder_with_a_broken_game_is_refused_in_a_sentence(houseway, tmp_path, source, words):
    package = tmp_path / f"broken_{abs(hash(source)) % 10**6}"
    package.mkdir()
    (package / "game.py").write_text(source)
    (package / "document.toml").write_text("")
    code, out, err = houseway("--games", str(tmp_path), "games")
    assert (code, out) == (2, "")
    assert words in err


def test_an_empty_folder_holds_no_game(houseway, tmp_path):
    assert "holds no game" in houseway("--games", str(tmp_path), "games")[2]


def test_the_environment_names_folders_too(houseway, tmp_path, monkeypatch, forgotten):
    houseway("new", "game", "lucky-six", "--into", str(tmp_path))
    monkeypatch.setenv("HOUSEWAY_GAMES", str(tmp_path))
    assert "lucky-six" in houseway("games")[1]


def test_schemas_are_printed(houseway):
    names = houseway("schema")[1].split()
    assert "record" in names
    for name in names:
        assert json.loads(houseway("schema", name)[1])["$schema"].startswith("https://json-schema.org/")


def test_the_room_takes_a_folder_of_games(houseway, tmp_path, monkeypatch, forgotten, free_port):
    houseway("new", "game", "lucky-five", "--into", str(tmp_path / "games"))
    opened = []
    monkeypatch.setattr("houseway.web.serve", lambda room, *_: opened.append(room))
    database = f"sqlite:///{tmp_path}/room.db"
    code, out, err = houseway("room", "--games", str(tmp_path / "games"), "--database", database, "--port", free_port)
    assert (code, err) == (0, "")
    assert "The card room is open at" in out
    (room,) = opened
    table = room.open_table(room.people.guest("Ann"), "lucky-five", {}, "a table")
    assert room.view(table, None).json()["game"]
    room.store.close()


def test_a_file_of_a_room_that_is_not_there_is_told_in_words(houseway):
    code, out, _ = houseway("check", "absent.toml")
    assert (code, out.split("\n")[0]) == (1, "✗ file: No such file or directory")
