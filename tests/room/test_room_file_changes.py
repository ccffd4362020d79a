"""A room's file is changed while its tables are open: applied between rounds and told, or said why not."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Faulty, HousewayError, IllegalSetting
from houseway.room import Command, Person, Room
from houseway.room.audit.room import audit
from houseway.room.books import reading
from houseway.room.books.period import Period
from houseway.room.books.posting import posting_sheet
from houseway.room.books.tables import tables_set
from houseway.room.controls.file import Controls, controls_from
from houseway.room.errors import Broken, Forbidden
from houseway.room.store import journal
from houseway.room.store.schema import NOTED

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"
TEXT = EXAMPLE.read_text()
MANAGER = Person(1, "manager", "manager", 0)
EVER = Period(date(2020, 1, 1), date(2100, 1, 1))
WAGERS = {"blackjack": 1000, "super-pairs": 500}


def read(text: str) -> Controls:
    return controls_from(text, "room.toml", EXAMPLE.parent)


def altered(*pairs: tuple[str, str]) -> str:
    """The example with some of its words changed, each of them there."""
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def room(sqlite: str, opened: Callable[..., Room]) -> Room:
    found = opened(sqlite)
    found.put_in_force(read(TEXT), "houseway room --room", "the first day")
    return found


def ids(room: Room) -> dict[str, int]:
    return {card.name: card.id for card in room.tables()}


def pays(room: Room, table: int, wager: str, award: str) -> str:
    paytable = room.set_at(table).settings.in_force(wager)
    return next(str(row.pay) for row in paytable.rows if row.award == award)


def round_at(sitting: Any) -> int:
    """A round with a wager on Super Pairs, to its end; its number."""
    (ann,) = sitting.people
    sitting.do(ann, "bet", wagers=WAGERS)
    sitting.do(ann, "ready")
    while sitting.answer():
        pass
    assert sitting.view()["phase"] == "ended"
    return int(sitting.room.history(sitting.table)[0]["round"])


def test_other_pays_of_a_paytable_are_in_force_after_the_round_told_and_audited(
    sqlite: str, opened: Callable[..., Room], room: Room
) -> None:
    table, ann = ids(room)["Pairs 1"], room.people.guest("Ann")
    room.do(Command(table, ann.id, "sit", None, "sit", {"seat": 1}))
    room.do(Command(table, ann.id, "first bet", None, "bet", {"wagers": WAGERS}))
    less = read(altered(("pays = 24", "pays = 23")))
    outcome = room.put_in_force(less, MANAGER, "the new sheet of odds")
    assert "a wager lies on the table" in outcome.waiting["Pairs 1"]
    assert pays(room, table, "super-pairs", "suited-pair") == "24"
    room.do(Command(table, ann.id, "clear", None, "clear", {}))
    room.tick()
    assert pays(room, table, "super-pairs", "suited-pair") == "23"
    told = [line for line in room.view(table, None).json()["log"] if line.startswith("from now on")]
    assert told == ["from now on Super Pairs pays by other odds: the new sheet of odds"]
    assert room.put_in_force(less, MANAGER, "again")[:3] == ((), (), {}), "nothing twice"
    sheet = str(posting_sheet(room.store, tables_set(room.store, table)[0]))
    assert ("'Suited pair', '23" in sheet, "'Suited pair', '24" in sheet) == (True, False), sheet
    room.close()
    again = opened(sqlite)
    assert pays(again, table, "super-pairs", "suited-pair") == "23"
    assert audit(sqlite) == []


def test_rounds_before_and_after_are_each_read_by_the_odds_of_their_time(
    sqlite: str, opened: Callable[..., Room], room: Room, sitting: Any
) -> None:
    table, ann = ids(room)["Pairs 1"], room.people.guest("Ann")
    room.do(Command(table, ann.id, "sit", None, "sit", {"seat": 1}))
    at = sitting.back(room, table, [ann], 1)
    first = round_at(at)
    room.put_in_force(read(altered(("pays = 24", "pays = 23"))), MANAGER, "the new sheet of odds")
    later = [round_at(at), round_at(at)]
    room.close()
    again = opened(sqlite)
    assert pays(again, table, "super-pairs", "suited-pair") == "23"
    (found,) = [each for each in reading.read(again.store, EVER).tables if each.id == table]
    by = {bet.round: found.settings[bet.setting].in_force("super-pairs") for bet in found.bets}
    suited = {number: str(paytable.rows[0].pay) for number, paytable in by.items()}
    assert suited == {first: "24", **dict.fromkeys(later, "23")}
    assert audit(sqlite) == []


def test_a_paytable_that_is_gone_gives_way_to_the_printed_one_and_comes_back(sqlite: str, room: Room) -> None:
    table = ids(room)["Pairs 1"]
    start = TEXT.index("[[table.paytable]]")
    without = TEXT[:start] + TEXT[TEXT.index("[[table]]", start) :]
    room.put_in_force(read(without), MANAGER, "as printed")
    assert room.set_at(table).settings.in_force("super-pairs").id != "house-pairs"
    room.put_in_force(read(altered(("pays = 24", "pays = 22"))), MANAGER, "our own again")
    assert pays(room, table, "super-pairs", "suited-pair") == "22"
    assert audit(sqlite) == []


def test_a_house_way_and_written_controls_are_changed_and_told(sqlite: str, room: Room) -> None:
    table = ids(room)["Pai Gow"]
    said = altered(
        ("Somebody uses a telephone", "Anybody uses a telephone"), ('{ file = "room-house-way.toml" }', '"document"')
    )
    assert room.put_in_force(read(said), MANAGER, "a new week").changed == ("Pai Gow",)
    assert room.settings_at(table)["house-way"] == "document"
    assert "Anybody uses a telephone" in room.settings_at(table)["irregularities"]
    log = room.view(table, None).json()["log"]
    assert log == ["from now on house-way is document, irregularities is new: a new week"]
    assert audit(sqlite) == []


@pytest.mark.parametrize(
    ("change", "table", "says"),
    [
        (
            (
                'name = "Pan 9"\ngame = "super-pan-9"\n\n[table.settings]\ncommission-rounding = "up"',
                'name = "Pan 9"\ngame = "supreme-99"\n\n[table.settings]',
            ),
            "Pan 9",
            "it deals Super Pan 9, and the file says Supreme 99: give the table of the file another name",
        ),
        (('"bonus"', '"prize"'), "Pairs 3", "its sensors are 21-plus-3-jackpot for bonus, and the file says"),
        (('\njackpots = { 21-plus-3-jackpot = "bonus" }', ""), "Pairs 3", "and the file says none"),
        (('lucky-ladies-jackpot = "ladies"\n', ""), "Pairs 1", "and the file says super-pairs-jackpot for aces"),
        (('reseed = "at-once"', 'reseed = "after-round"'), "Pairs 2", "how the running progressive aces is won"),
        (('increment = "20%"', 'increment = "10%"'), "jackpot aces", "runs with another increment than the file"),
        (('reserve = "5%"', 'reserve = "4%"'), "jackpot aces", "runs with another reserve than the file"),
        (('maximum = "25,000.00"', 'maximum = "9,000.00"'), "jackpot aces", "another maximum .* two managers change"),
    ],
)
def test_what_an_open_table_or_a_running_jackpot_cannot_take_is_said_with_what_to_do(
    sqlite: str, room: Room, change: tuple[str, str], table: str, says: str
) -> None:
    before = {card.name: room.settings_at(card.id) for card in room.tables()}
    outcome = room.put_in_force(read(altered(change)), MANAGER, "a new week")
    assert (outcome.opened, outcome.changed, dict(outcome.waiting)) == ((), (), {})
    assert re.search(says, outcome.stays[table])
    assert {card.name: room.settings_at(card.id) for card in room.tables()} == before, "nothing half done"
    assert audit(sqlite) == []


MORE = '\n[[table]]\nname = "{}"\ngame = "super-pairs"\nsettings = {{ decks = 6 }}\njackpots = {{ {} = "{}" }}\n'
PAN = '\n[[table]]\nname = "Pan 10"\ngame = "super-pan-9"\n'


def test_a_new_table_joins_a_jackpot_as_it_runs(sqlite: str, room: Room) -> None:
    text = altered(('maximum = "25,000.00"', 'maximum = "24,000.00"'))
    outcome = room.put_in_force(read(text + MORE.format("Pairs 4", "super-pairs-jackpot", "aces")), MANAGER, "one more")
    assert outcome.opened == ("Pairs 4",)
    assert "another maximum" in outcome.stays["jackpot aces"]
    assert room.set_at(ids(room)["Pairs 4"]).linked == {"super-pairs-jackpot": "aces"}
    assert room.jackpots.one("aces").maximum_cents == 25_000_00
    assert audit(sqlite) == []


def test_a_table_that_cannot_be_opened_keeps_no_other_closed_and_nothing_is_opened_twice(
    sqlite: str, room: Room
) -> None:
    mia, max_ = (room.people.add(name, "manager", "no hash", by="command: tests") for name in ("Mia", "Max"))
    room.jackpots.freeze(mia, "ladies", "it ends on Sunday")
    room.jackpots.approve(max_, room.jackpots.ask(mia, "transfer", "ladies", "to the aces", to="aces"))
    text = TEXT + MORE.format("Ladies", "lucky-ladies-jackpot", "ladies") + PAN
    outcome = room.put_in_force(read(text), mia, "two more")
    assert outcome.opened == ("Pan 10",)
    assert outcome.unopened == {"Ladies": "the jackpot ladies is closed: open another"}
    assert outcome.stays == {}
    assert room.put_in_force(read(text), mia, "again").opened == ()
    assert [card.name for card in room.tables()].count("Pan 10") == 1
    assert audit(sqlite) == []


def test_a_manager_changes_paytables_by_command_but_not_those_of_a_running_progressive(sqlite: str, room: Room) -> None:
    table = ids(room)["Pairs 1"]
    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    own = {"id": "house-pairs", "wager": "super-pairs", "clause": "A", "basis": "to 1"}
    rows = [
        {"award": row.award, "label": row.label, "pays": 7}
        for row in room.set_at(table).settings.in_force("super-pairs").rows
    ]

    def change(key: str, **data: Any) -> None:
        room.do(Command(table, manager.id, key, None, "change", {"reason": "a new week", "settings": {}, **data}))

    change("sevens", paytables=[own | {"rows": rows}])
    assert pays(room, table, "super-pairs", "suited-pair") == "7"
    with pytest.raises(HousewayError, match="set already"):
        change("same", paytables=[own | {"rows": rows}])
    with pytest.raises(IllegalSetting, match="paytable 1, rows"):
        change("wrong", paytables=[own | {"rows": [{"award": "suited-pair"}]}])
    with pytest.raises(HousewayError, match="paytables is a list of paytables"):
        change("no list", paytables="house-pairs")
    with pytest.raises(IllegalSetting, match="how the running progressive"):
        change("shared otherwise", settings={"jackpot-reseed": "after-round"})
    assert audit(sqlite) == []


def test_every_process_goes_by_the_file_that_another_has_put_in_force(
    sqlite: str, room: Room, opened: Callable[..., Room]
) -> None:
    """At each use, and for what is shown at the next look at the clock; not by a row that hides it for a while."""
    other, guest = opened(sqlite), room.people.guest("Gus")
    assert other.may_open(guest, "super-pan-9")
    stricter = [
        ('open = ["super-pan-9", "supreme-99"]', "open = []"),
        ('verify-above = "3,000.00"', 'verify-above = "1.00"'),
    ]
    room.put_in_force(read(altered(*stricter)), "houseway room --room", "guests open nothing")
    with pytest.raises(Forbidden, match="guests open no table"):
        other.open_table(guest, "super-pan-9", {}, "mine")
    third = opened(sqlite)
    room.put_in_force(read(altered(*stricter, ('"1.00"', '"2.00"'))), "houseway room --room", "a dollar more")
    other.jackpots.funds()
    third.tick()
    assert [each.jackpots.threshold for each in (room, other, third)] == [200, 200, 200]
    with other.store.transaction() as connection:
        (last,) = journal.noted(connection, "controls")[:1]
        connection.execute(NOTED.delete().where(NOTED.c.seq == last))
    other.tick()
    assert other.jackpots.threshold == 200
    with other.store.transaction() as connection:
        connection.execute(NOTED.insert().values(kind="controls", seq=last))
    assert audit(sqlite) == []


def test_two_sensors_of_one_table_serve_two_jackpots() -> None:
    both = 'jackpots = { 21-plus-3-jackpot = "bonus", super-pairs-jackpot = "bonus" }'
    with pytest.raises(Faulty) as fault:
        read(altered(('jackpots = { 21-plus-3-jackpot = "bonus" }', both)))
    says = "two sensors of a table serve the jackpot bonus: each is for one game (clause jackpots.1)"
    assert list(fault.value.faults) == [("table Pairs 3.jackpots", says)]


def test_what_waits_at_a_table_that_does_not_hold_stops_no_clock(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> bool:
        raise Broken("the ace of spades lies where it was not")

    room.pending.add("the room's file", ids(room)["Pan 9"], "close", {}, "a wager lies on the table")
    monkeypatch.setattr("houseway.room.controls.pending._done", broken)
    room.tick()
    (waits,) = room.pending.listed()
    assert waits.why == "what is on disk of it does not hold; houseway audit says why"


def test_what_waits_for_a_round_outlives_a_restart_without_the_file_and_is_told(
    sqlite: str, opened: Callable[..., Room], room: Room
) -> None:
    """Another limit and other pays of a table with a wager on it, and another table that is gone from the file."""
    at, ann = ids(room), room.people.guest("Ann")
    for name, wagers in (("Pairs 1", WAGERS), ("Pan 9", {"main": 1000})):
        room.do(Command(at[name], ann.id, f"sit {name}", None, "sit", {"seat": 1}))
        room.do(Command(at[name], ann.id, f"bet {name}", None, "bet", {"wagers": wagers}))
    room.do(Command(at["Pan 9"], ann.id, "ready", None, "ready", {}))
    text = altered(("pays = 24", "pays = 23"), ('maximum = "300.00"', 'maximum = "250.00"'))
    gone = text.index('[[table]]\nname = "Pan 9"')
    outcome = room.put_in_force(read(text[:gone]), MANAGER, "a new week")
    assert set(outcome.waiting) == {"Pairs 1", "Pan 9"}, outcome
    room.tick()
    room.close()

    again = opened(sqlite)
    told = {each.table: (each.waits.in_words, each.by) for each in again.pending.listed()}
    assert told["Pan 9"] == ("the table is closed", "the room's file")
    assert told["Pairs 1"][0].endswith("another paytable of super-pairs")
    again.tick()
    assert pays(again, at["Pairs 1"], "super-pairs", "suited-pair") == "24", "the wager still lies"
    assert "a wager lies on the table" in {each.table: each.why for each in again.pending.listed()}["Pairs 1"]
    again.do(Command(at["Pairs 1"], ann.id, "clear", None, "clear", {}))
    again.do(Command(at["Pan 9"], ann.id, "stand", None, "answer", {"answer": "stand"}))
    again.tick()
    assert (pays(again, at["Pairs 1"], "super-pairs", "suited-pair"), "Pan 9" in ids(again)) == ("23", False)
    assert "from now on" in again.view(at["Pairs 1"], None).json()["log"][-1]
    assert again.pending.listed() == []
    again.close()
    assert opened(sqlite).pending.listed() == []
    assert audit(sqlite) == []
