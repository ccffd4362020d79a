"""The room as a file: the example uses everything, and each line broken in turn gives its fault."""

import getpass
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.cli.room import put_in_force as by_command
from houseway.errors import Faulty, HousewayError, IllegalBet, IllegalSetting
from houseway.room import Command, Forbidden, Room
from houseway.room.audit.room import audit
from houseway.room.books.day import day_report
from houseway.room.books.forecast import fixed_prizes
from houseway.room.books.period import Period
from houseway.room.books.theory import Theory
from houseway.room.controls.file import Controls, controls_from, read_controls
from houseway.room.controls.running import running
from houseway.room.store import journal, trusted
from run_by_file import EXAMPLE, TEXT, boss


def read(text: str) -> Controls:
    return controls_from(text, "room.toml", EXAMPLE.parent)


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as fault:
        read(text)
    return list(fault.value.faults)


def test_the_example_is_sound_and_uses_everything() -> None:
    controls = read_controls(EXAMPLE)
    assert [table.name for table in controls.tables] == ["Pairs 1", "Pairs 2", "Pairs 3", "Pai Gow", "Pan 9"]
    assert controls.reminders == ()
    assert controls.jackpots["ladies"].plan.seed == 2500_00, "scaled with its fixed wager of five dollars"
    pairs = controls.tables[0].settings
    assert (pairs.integer("lucky-ladies-jackpot-wager"), pairs.text("jackpot-kind")) == (5_00, "progressive")
    assert controls.tables[2].game.prizes(controls.tables[2].settings) == {"21-plus-3-jackpot": 2500_00}
    assert "Player wagers do not accrue" in controls.tables[2].game.notice(controls.tables[2].settings)


LINES: dict[str, tuple[str, str, str]] = {
    'name = "The Silver Room"': ("name = 3", "name", "is a text, not 3"),
    'open = ["super-pan-9", "supreme-99"]': ('open = ["poker"]', "guests.open", "'poker' is no game here"),
    "manager = 2": ("manager = 1", "staff.manager", "is at least 2 where the house runs jackpots"),
    "dealer = 4": ("dealer = -4", "staff.dealer", "is how many accounts there are at least"),
    "surveillance = 1": ("surveilance = 1", "staff.surveilance", "is not a field that belongs here"),
    'cover-above = "25,000.00"': ('cover-above = "25,000.01"', "prizes.cover-above", "WAC 230-15-455"),
    'verify-above = "3,000.00"': ('verify-above = "lots"', "prizes.verify-above", "lots"),
    'restrictions = ["Nobody under 21 plays here.", "Telephones stay off the table."]': (
        "restrictions = [21]",
        "posting.restrictions",
        "is a list of texts",
    ),
    "disputes = [": ("dispute = [", "posting.dispute", "is not a field that belongs here"),
    '"Tell the dealer before the next round is dealt; the table stops.",': (
        '"",',
        "posting.disputes",
        "are sentences of 3 to 400 printable characters",
    ),
    '"The floor supervisor rules by the posted rules; the shift manager looks at the round\'s record on request.",': (
        r'"a\u0007bell",',
        "posting.disputes",
        "are sentences of 3 to 400 printable characters",
    ),
    'id = "aces"': ('id = "Aces!"', "jackpot Aces!.id", "is small letters"),
    'kind = "progressive"': ('kind = "random"', "jackpot aces.kind", "is one of house, progressive"),
    'wager = "1.00"': ('wager = "one"', "jackpot aces.wager", "one"),
    'seed = "1,000.00"': ('seed = "25,000.00"', "jackpot aces.maximum", "leaves it nothing to grow"),
    'increment = "20%"': ('increment = "0%"', "jackpot aces.increment", "cannot grow is not one"),
    'reserve = "5%"': ('reserve = "81%"', "jackpot aces.increment", "together are more than the wager"),
    'maximum = "25,000.00"': ('maximum = "999.00"', "jackpot aces.maximum", "leaves it nothing to grow"),
    'order = "last-seat-first"': ('order = "by-age"', "table Pairs 1.settings.jackpot-order", "is one of"),
    'sharing = "in-turn"': ('sharing = "no"', "table Pairs 1.settings.jackpot-sharing", "is one of"),
    'reseed = "at-once"': ('reseed = "never"', "table Pairs 1.settings.jackpot-reseed", "is one of"),
    'id = "ladies"': ('id = "aces"', "jackpot aces.id", "stands there more than once"),
    'wager = "5.00"': ('wager = "500.00"', "table Pairs 1.settings.lucky-ladies-jackpot-wager", "and $400.00"),
    'seed = "500.00"': ('seed = "-500.00"', "jackpot ladies.seed", "-500.00"),
    "scale-seed = true": ('scale-seed = "yes"', "jackpot ladies.scale-seed", "is true or false"),
    'increment = "15%"': ('increment = "0.15"', "jackpot ladies.increment", "is a percentage"),
    'id = "bonus"': ('id = "bonus-2"', "table Pairs 3.jackpots.21-plus-3-jackpot", "there is no jackpot 'bonus'"),
    'kind = "house"': ('kind = "progressive"', "jackpot bonus.amount", "is a house jackpot's"),
    'amount = "2,500.00"': ('amount = "0.00"', "jackpot bonus.amount", "pays a fixed amount (clause house-jackpot)"),
    'name = "Pairs 1"': ('name = "Pairs 2"', "table", "'Pairs 2' stands there more than once"),
    'game = "super-pairs"': ('game = "super-pear"', "table Pairs 1.game", "super-pear"),
    "decks = 6": ("decks = 9", "table Pairs 1.settings.decks", "9"),
    "seats = 6": ("seats = 10", "table Pairs 1.settings.seats", "10"),
    'minimum = "10.00"': ('minimum = "500.00"', "table Pairs 1.settings", "minimum ($500.00) is above"),
    'maximum = "300.00"': ('maximum = "401.00"', "table Pairs 1.settings.maximum", "and $400.00, not $401.00"),
    "offer-super-pairs = true": ('offer-super-pairs = "maybe"', "table Pairs 1.settings.offer-super-pairs", "maybe"),
    "offer-bust-bonus = true": (
        "offer-bust-bonu = true",
        "table Pairs 1.settings.offer-bust-bonu",
        "no setting 'offer-bust-bonu'; did you mean offer-bust-bonus?",
    ),
    'super-pairs-maximum = "25.00"': (
        'super-pairs-maximum = "0.25"',
        "table Pairs 1.settings",
        "above",
    ),
    'bust-bonus-paytable = "PT-FLT-BB-01"': (
        'bust-bonus-paytable = "PT-FLT-BB-09"',
        "table Pairs 1.settings.bust-bonus-paytable",
        "PT-FLT-BB-09",
    ),
    'suit = "hearts"': ('suit = "swords"', "table Pairs 1.settings.suit", "is one of"),
    'misdeal = "void-round"': ('misdeal = "pray"', "table Pairs 1.settings.misdeal", "pray"),
    'super-pairs-jackpot = "aces"\n': (
        'super-pear-jackpot = "aces"\n',
        "table Pairs 1.jackpots.super-pear-jackpot",
        "has no jackpot of this name",
    ),
    'lucky-ladies-jackpot = "ladies"': (
        'lucky-ladies-jackpot = "bonus"',
        "table Pairs 1.jackpots",
        "are of one (clause jackpots.4)",
    ),
    'id = "house-pairs"': ("id = 7", "table Pairs 1.paytable", "id"),
    'wager = "super-pairs"': ('wager = "pears"', "table Pairs 1.paytable", "pears"),
    'clause = "A"': ('clause = "Z.9"', "table Pairs 1.paytable", "Z.9"),
    'basis = "to 1"': ('basis = "to 2"', "table Pairs 1.paytable", "to 2"),
    '  { award = "suited-pair", label = "Suited pair", pays = 24 },': (
        '  { award = "suited-pear", label = "Suited pair", pays = 24 },',
        "table Pairs 1.paytable",
        "suited-pear",
    ),
    'settings = { decks = 6, seats = 6, minimum = "5.00", maximum = "100.00" }': (
        'settings = { decks = 4, seats = 6, minimum = "5.00", maximum = "100.00" }',
        "table Pairs 2.jackpots.super-pairs-jackpot",
        "another probability",
    ),
    'jackpots = { super-pairs-jackpot = "aces" }': (
        'jackpots = { super-pairs-jackpot = "kings" }',
        "table Pairs 2.jackpots.super-pairs-jackpot",
        "there is no jackpot 'kings'; the file has aces, ladies, bonus",
    ),
    "settings = { decks = 6 }": (
        'settings = { decks = 6, jackpot-kind = "progressive" }',
        "table Pairs 3.settings.jackpot-kind",
        "is house by the jackpot",
    ),
    'house-way = { file = "room-house-way.toml" }': (
        'house-way = { file = "gone.toml" }',
        "table Pai Gow.settings.house-way",
        "gone.toml",
    ),
    'kind = "phone-at-the-table"': ('kind = "too-few-cards"', "table Pai Gow.settings", "fixes what follows"),
    'seat = "void-hand"': ('seat = "shoot"', "table Pai Gow.settings", "shoot"),
    'commission-rounding = "up"': ('commission-rounding = "away"', "table Pan 9.settings.commission-rounding", "away"),
}
"""A line of the example, how it is broken, and the place and words of the fault."""


@pytest.mark.parametrize("line", LINES)
def test_each_line_broken_in_turn_gives_its_fault(line: str) -> None:
    broken, place, says = LINES[line]
    assert line in TEXT
    found = faults(TEXT.replace(line, broken, 1))
    assert any(at == place and says in what for at, what in found), found


def test_no_line_of_the_example_is_left_out() -> None:
    """Every line that says something is broken by a test, but for the headings of tables and lines that repeat one."""
    told = "\n".join(LINES)
    for line in TEXT.splitlines():
        bare = line.strip()
        if not bare or bare.startswith(("#", "[", "]", "rows", '"""', "irregularities", "says", "supervisor")):
            continue
        assert bare in told or bare.startswith(
            ("{ award", 'name = "Pa', "game =", "jackpots =", "minimum", "maximum")
        ), bare


def test_every_fault_is_told_at_once_and_a_file_that_is_no_toml_has_one() -> None:
    text = TEXT.replace("decks = 6\n", "decks = 99\n").replace('increment = "20%"', 'increment = "0%"')
    assert len(faults(text)) >= 2
    stands_still = faults(TEXT.replace('increment = "20%"', 'increment = "0%"'))
    assert [at for at, _ in stands_still] == ["jackpot aces.increment"], "once, and not of each table that has it"
    assert faults("name = ")[0][0] == "file"
    nameless = faults(TEXT.replace('id = "aces"\n', "", 1))
    assert ("jackpot 1.id", "is missing") in nameless
    assert any(says == "there is no jackpot 'aces'; the file has ladies, bonus" for _, says in nameless), nameless
    assert {at for at, _ in faults("")} == {"name", "table"}


def test_the_seed_is_reminded_of_where_the_fixed_wager_is_not_a_dollar() -> None:
    (reminder,) = read(TEXT.replace("scale-seed = true\n", "")).reminders
    assert "multiplied by the fixed wager of 5.00" in reminder
    assert "E.8" in reminder


def test_the_check_tells_departures_with_clause_layer_and_what_to_do(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["check", str(EXAMPLE), "--json"])
    assert told.exit_code == 0
    said = json.loads(told.stdout)
    assert said["faults"] == []
    paytable = next(each for each in said["departures"] if each["setting"] == "paytable super-pairs")
    assert (paytable["table"], paytable["layer"], paytable["clause"]) == ("Pairs 1", "game", "A")
    assert "use one that is printed" in paytable["instead"]
    assert CliRunner().invoke(app, ["check", str(EXAMPLE), "--strict"]).exit_code == 1
    file = tmp_path / "room.toml"
    file.write_text(
        TEXT.replace("manager = 2", "manager = 1").replace('cover-above = "25,000.00"', 'cover-above = "1e9"')
    )
    broken = CliRunner().invoke(app, ["check", str(file), "--json"])
    assert broken.exit_code == 1
    assert {each["place"] for each in json.loads(broken.stdout)["faults"]} >= {"staff.manager", "prizes.cover-above"}


@pytest.mark.parametrize("strict", [(), ("--strict",)], ids=["departures-allowed", "strict"])
@pytest.mark.parametrize("what", [(str(EXAMPLE),), ("dealer-open-pai-gow", "--set", "two-jacks-lose=no")], ids=len)
def test_the_check_says_ok_where_it_ends_with_0(what: tuple[str, ...], strict: tuple[str, ...]) -> None:
    """A departure is no fault, unless it is asked for strictly."""
    told = CliRunner().invoke(app, ["check", *what, "--json", *strict])
    said = json.loads(told.stdout)
    assert said["departures"]
    assert (said["ok"], told.exit_code) == ((False, 1) if strict else (True, 0))


RESTING = [
    ("manager = 2", "manager = 1", "", "house"),
    ('cover-above = "25,000.00"', 'cover-above = "25,000.01"', "WAC 230-15-455", "state"),
    ('verify-above = "3,000.00"', 'verify-above = "3,000.01"', "WAC 230-15-320", "state"),
    ('increment = "20%"', 'increment = "0%"', "progressive-jackpot", "game"),
    ('amount = "2,500.00"', 'amount = "0.00"', "house-jackpot", "game"),
    ('maximum = "300.00"', 'maximum = "401.00"', "description", "game"),
    ('kind = "phone-at-the-table"', 'kind = "too-few-cards"', "3", "game"),
]


@pytest.mark.parametrize(("line", "broken", "clause", "layer"), RESTING)
def test_a_fault_tells_the_clause_that_it_rests_on_and_whose_it_is(
    tmp_path: Path, line: str, broken: str, clause: str, layer: str
) -> None:
    for each in EXAMPLE.parent.glob("*.toml"):
        (tmp_path / each.name).write_text(each.read_text())
    names = [each for each in tmp_path.glob("*.toml") if line in each.read_text()]
    for each in names:
        each.write_text(each.read_text().replace(line, broken, 1))
    told = CliRunner().invoke(app, ["check", str(tmp_path / "room.toml"), "--json"])
    fault, *_ = json.loads(told.stdout)["faults"]
    assert (fault["clause"], fault["layer"]) == (clause, layer), fault


@pytest.fixture
def small() -> str:
    """A file of two tables that share a jackpot, and one without."""
    head = TEXT[: TEXT.index("[[table]]")]
    one = '[[table]]\nname = "{}"\ngame = "super-pairs"\nsettings = {{ decks = 6, maximum = "{}" }}\n'
    linked = 'jackpots = { super-pairs-jackpot = "aces" }\n'
    return head + one.format("Pairs 1", "300.00") + linked + one.format("Pairs 2", "200.00") + linked


def test_a_room_starts_from_its_file_and_a_change_is_recorded_and_told_at_the_tables(
    sqlite: str, opened: Callable[..., Room], small: str
) -> None:
    room = opened(sqlite)
    first = room.put_in_force(read(small), "command: tests", "the first day")
    assert first.opened == ("Pairs 1", "Pairs 2")
    assert "accounts of the role manager: the file wants 2, and there is 1" in first.lacking
    assert room.put_in_force(read(small), "command: tests", "again")[:3] == ((), (), {}), "nothing twice"
    by_command(room, read(f"{small}# another line\n"), "by whoever starts it")
    with room.store.transaction() as connection:
        told = trusted.entry(connection, journal.ROOM, next(iter(journal.noted(connection, "controls"))))
    assert (told["by"], told["why"]) == (f"command: {getpass.getuser()}", "by whoever starts it")
    assert room.jackpots.one("aces").shown_cents == 1000_00
    tables = {card.name: card.id for card in room.tables()}
    changed = read(small.replace('"300.00"', '"250.00"'))
    outcome = room.put_in_force(changed, boss(room), "less on Sundays")
    assert (outcome.opened, outcome.changed, dict(outcome.waiting)) == ((), ("Pairs 1",), {})
    view = room.view(tables["Pairs 1"], None).json()
    assert view["settings"]["maximum"] == "$250.00"
    assert "from now on maximum is $250.00: less on Sundays" in view["log"]
    with room.store.transaction() as connection:
        (number,) = journal.noted(connection, "controls")[:1]
        told, *then = [body for _, body in journal.entries(connection, journal.ROOM, number - 1)]
        assert running(connection) is not None
    assert (told["kind"], told["by"], told["why"], told["hash"]) == (
        "controls",
        boss(room).id,
        "less on Sundays",
        changed.hash,
    )
    assert [(body["kind"], body["by"]) for body in then] == [(each, "the room's file") for each in ("waits", "waited")]
    room.close()
    again = opened(sqlite)
    assert again.view(tables["Pairs 1"], None).json()["settings"]["maximum"] == "$250.00"
    assert audit(sqlite) == []


def test_a_change_waits_for_the_end_of_a_round(sqlite: str, opened: Callable[..., Room], small: str) -> None:
    room = opened(sqlite)
    room.put_in_force(read(small), "command: tests", "the first day")
    (table, *_), ann = [card.id for card in room.tables()], room.people.guest("Ann")

    def do(kind: str, **data: Any) -> None:
        room.do(Command(table, ann.id, f"{kind}-{len(room.history(table))}-{data}", None, kind, data))

    do("sit", seat=1)
    do("bet", wagers={"blackjack": 500})
    outcome = room.put_in_force(read(small.replace('"300.00"', '"250.00"')), boss(room), "less on Sundays")
    assert "a wager lies on the table" in outcome.waiting["Pairs 1"]
    assert room.settings_at(table)["maximum"] == "$300.00"
    do("clear")
    room.tick()
    assert room.settings_at(table)["maximum"] == "$250.00"
    assert audit(sqlite) == []


def test_a_table_that_the_file_no_longer_has_is_closed_and_strands_nothing(
    sqlite: str, opened: Callable[..., Room], small: str
) -> None:
    room = opened(sqlite)
    room.put_in_force(read(small), "command: tests", "the first day")
    head, first, second = small.partition('[[table]]\nname = "Pairs 2"')
    outcome = room.put_in_force(read(head), boss(room), "one table is enough")
    assert outcome.changed == ("Pairs 2",)
    assert [card.name for card in room.tables()] == ["Pairs 1"]
    alone = head[: head.index("[[table]]")] + '[[table]]\nname = "Pan"\ngame = "super-pan-9"\n'
    outcome = room.put_in_force(read(alone), boss(room), "no pairs any more")
    assert "holds $1,000.00 for players" in outcome.waiting["Pairs 1"]
    assert first
    assert second
    assert audit(sqlite) == []


def test_guests_open_what_the_file_says(sqlite: str, opened: Callable[..., Room], small: str) -> None:
    room = opened(sqlite)
    room.put_in_force(read(small), "command: tests", "the first day")
    ann = room.people.guest("Ann")
    room.open_table(ann, "super-pan-9", {}, "practice")
    with pytest.raises(Forbidden, match="guests open no table of Super Pairs"):
        room.open_table(ann, "super-pairs", {}, "practice")
    with pytest.raises(Forbidden, match="a manager's"):
        room.put_in_force(read(small), ann, "why not")


def test_the_prize_of_a_house_jackpot_is_changed_between_rounds_and_recorded(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    settings = {"offer-21-plus-3-jackpot": "yes", "jackpot-kind": "house", "21-plus-3-jackpot-meter": "2,500.00"}
    table = room.open_table(boss(room), "super-pairs", settings, "t")

    def change(key: str, **given: str) -> None:
        data = {"settings": {name.replace("_", "-"): value for name, value in given.items()}, "reason": "a new week"}
        room.do(Command(table, manager.id, key, None, "change", data))

    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    change("more", **{"21_plus_3_jackpot_meter": "3,000.00"})
    assert room.game_at(table).prizes(room._live[table].settings) == {"21-plus-3-jackpot": 3000_00}
    for wrong in ({"decks": "8"}, {"jackpot_kind": "progressive"}, {"seats": "2"}, {"offer_21_plus_3_jackpot": "no"}):
        with pytest.raises(IllegalSetting):
            change(f"wrong {wrong}", **wrong)
    with pytest.raises(HousewayError, match="set already"):
        change("same", **{"21_plus_3_jackpot_meter": "$3,000.00"})
    ann = room.people.guest("Ann")
    with pytest.raises(Forbidden, match="a manager's"):
        room.do(Command(table, ann.id, "x", None, "change", {"settings": {"maximum": "5.00"}, "reason": "mine"}))
    assert audit(sqlite) == []


def test_a_house_jackpot_that_is_frozen_takes_no_wager_and_pays_every_winner_in_full(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    head = TEXT[: TEXT.index("[[table]]")]
    table = '[[table]]\nname = "Bonus"\ngame = "super-pairs"\njackpots = { 21-plus-3-jackpot = "bonus" }\n'
    room.put_in_force(read(head + table), "command: tests", "the first day")
    (card,), ann = room.tables(), room.people.guest("Ann")
    mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
    assert room.jackpots.one("bonus").kind == "house"
    assert fixed_prizes(room.store) == {"bonus": 2500_00}
    bets = {"wagers": {"blackjack": 500, "21-plus-3-jackpot": 100}}
    room.do(Command(card.id, ann.id, "sit", None, "sit", {"seat": 1}))
    room.jackpots.freeze(mia, "bonus", "the prize is being changed")
    with pytest.raises(IllegalBet, match="it is frozen"):
        room.do(Command(card.id, ann.id, "bet", None, "bet", bets))
    assert room.view(card.id, ann).json()["jackpots_say"] == {"21-plus-3-jackpot": "frozen: the prize is being changed"}
    room.jackpots.thaw(mia, "bonus", "the prize is changed")
    assert room.jackpots.one("bonus").state == "suspended", "the prize account is empty"
    room.jackpots.deposit(mia, room.jackpots.funds().required, "the first week")
    room.do(Command(card.id, ann.id, "bet-2", None, "bet", bets))
    today = Period(date.today() - timedelta(days=1), date.today() + timedelta(days=1))
    report = day_report(room.store, today, lambda *_: Theory(says="not now"))
    assert ([each.name for each in report.tables], report.jackpots) == (["Bonus"], ()), "no progressive, no adjustment"
    assert audit(sqlite) == []


def test_the_jackpots_of_a_room_by_command(sqlite: str, opened: Callable[..., Room], small: str) -> None:
    room = opened(sqlite)
    room.put_in_force(read(small), "command: tests", "the first day")
    assert room.jackpots.one("aces").state == "suspended"
    room.close()

    def run(*words: str) -> Any:
        done = CliRunner().invoke(app, ["jackpots", *words, "--database", sqlite], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    funds = json.loads(run("funds", "--json"))
    assert funds["short_cents"] == funds["required_cents"] > 25_000_00
    run("deposit", f"{funds['required_cents'] / 100:.2f}", "--why", "the first week")
    (aces,) = json.loads(run("list", "--json"))
    assert (aces["id"], aces["state"], aces["shown_cents"]) == ("aces", "open", 1000_00)
    assert [each["what"] for each in json.loads(run("history", "aces", "--json"))] == ["seed", "joined"]
    assert "aces" in run("list")
    assert "nothing is missing" in run("funds")
    assert "seed" in run("history", "aces")
    assert audit(sqlite) == []
