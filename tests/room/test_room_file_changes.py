"""A room's file is changed while its tables are open: applied between rounds and told, or said why not."""

import re
import threading
import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from houseway.errors import Faulty, HousewayError, IllegalSetting
from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.books import reading
from houseway.room.books.period import Period
from houseway.room.books.posting import posting_sheet
from houseway.room.books.tables import tables_set
from houseway.room.controls import running as in_force
from houseway.room.controls.file import Controls, controls_from
from houseway.room.errors import Broken, Forbidden
from houseway.room.evidence import log
from houseway.room.store import journal
from houseway.room.store.jackpots import Book
from houseway.room.store.schema import NOTED
from run_by_file import EXAMPLE, TEXT, boss

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
    found.put_in_force(read(TEXT), "command: tests", "the first day")
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
    outcome = room.put_in_force(less, boss(room), "the new sheet of odds")
    assert "a wager lies on the table" in outcome.waiting["Pairs 1"]
    assert pays(room, table, "super-pairs", "suited-pair") == "24"
    room.do(Command(table, ann.id, "clear", None, "clear", {}))
    room.tick()
    assert pays(room, table, "super-pairs", "suited-pair") == "23"
    told = [line for line in room.view(table, None).json()["log"] if line.startswith("from now on")]
    assert told == ["from now on Super Pairs pays by other odds: the new sheet of odds"]
    assert room.put_in_force(less, boss(room), "again")[:3] == ((), (), {}), "nothing twice"
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
    room.put_in_force(read(altered(("pays = 24", "pays = 23"))), boss(room), "the new sheet of odds")
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
    room.put_in_force(read(without), boss(room), "as printed")
    assert room.set_at(table).settings.in_force("super-pairs").id != "house-pairs"
    room.put_in_force(read(altered(("pays = 24", "pays = 22"))), boss(room), "our own again")
    assert pays(room, table, "super-pairs", "suited-pair") == "22"
    assert audit(sqlite) == []


def test_a_house_way_and_written_controls_are_changed_and_told(sqlite: str, room: Room) -> None:
    table = ids(room)["Pai Gow"]
    said = altered(
        ("Somebody uses a telephone", "Anybody uses a telephone"), ('{ file = "room-house-way.toml" }', '"document"')
    )
    assert room.put_in_force(read(said), boss(room), "a new week").changed == ("Pai Gow",)
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
    outcome = room.put_in_force(read(altered(change)), boss(room), "a new week")
    assert (outcome.opened, outcome.changed, dict(outcome.waiting)) == ((), (), {})
    assert re.search(says, outcome.stays[table])
    assert {card.name: room.settings_at(card.id) for card in room.tables()} == before, "nothing half done"
    assert audit(sqlite) == []


MORE = '\n[[table]]\nname = "{}"\ngame = "super-pairs"\nsettings = {{ decks = 6 }}\njackpots = {{ {} = "{}" }}\n'
PAN = '\n[[table]]\nname = "Pan 10"\ngame = "super-pan-9"\n'


def test_a_new_table_joins_a_jackpot_as_it_runs(sqlite: str, room: Room) -> None:
    text = altered(('maximum = "25,000.00"', 'maximum = "24,000.00"'))
    outcome = room.put_in_force(
        read(text + MORE.format("Pairs 4", "super-pairs-jackpot", "aces")), boss(room), "one more"
    )
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
    room.put_in_force(read(altered(*stricter)), "command: tests", "guests open nothing")
    with pytest.raises(Forbidden, match="guests open no table"):
        other.open_table(guest, "super-pan-9", {}, "mine")
    third = opened(sqlite)
    room.put_in_force(read(altered(*stricter, ('"1.00"', '"2.00"'))), "command: tests", "a dollar more")
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
    outcome = room.put_in_force(read(text[:gone]), boss(room), "a new week")
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


# ---------------------------------------------------------------------------------------------------- file after file

LESS, LESSER = ('maximum = "300.00"', 'maximum = "250.00"'), ('maximum = "100.00"', 'maximum = "90.00"')
"""Other limits of the tables Pairs 1 and Pairs 2."""


def bet_at(room: Room, *names: str) -> Callable[[], None]:
    """Somebody bets at these tables; what takes the wagers off again."""
    ann = room.people.guest("Ann")
    for name in names:
        room.do(Command(ids(room)[name], ann.id, f"sit {name}", None, "sit", {"seat": 1}))
        room.do(Command(ids(room)[name], ann.id, f"bet {name}", None, "bet", {"wagers": {"blackjack": 1000}}))

    def cleared() -> None:
        for name in names:
            room.do(Command(ids(room)[name], ann.id, f"clear {name}", None, "clear", {}))

    return cleared


def maximum(room: Room, name: str) -> str:
    return room.settings_at(ids(room)[name])["maximum"]


def test_what_an_earlier_file_had_wait_is_not_done_once_a_later_one_is_in_force(
    database: str, opened: Callable[..., Room]
) -> None:
    """Nor where the clock of another process has read before that it waits."""
    room, other = opened(database), opened(database)
    room.put_in_force(read(TEXT), "command: tests", "the first day")
    cleared = bet_at(room, "Pairs 1", "Pairs 2")
    assert len(room.put_in_force(read(altered(LESS, LESSER)), "command: tests", "on Monday").waiting) == 2
    cleared()
    tuesday = read(altered(LESS))
    stop = room.watch(ids(room)["Pairs 1"], lambda _: other.put_in_force(tuesday, "command: tests", "on Tuesday"))
    room.tick()
    stop()
    assert (maximum(room, "Pairs 1"), maximum(room, "Pairs 2")) == ("$250.00", "$100.00")
    assert room.pending.listed() == []
    assert audit(database) == []


class Killed(BaseException):
    """The process ends here."""


def killed(room: Room, monkeypatch: pytest.MonkeyPatch, controls: Controls) -> None:
    """Put a file in force in a process that ends as soon as it is recorded."""

    def ends(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(in_force, "bring", ends)
        with pytest.raises(Killed):
            room.put_in_force(controls, "command: tests", "on Tuesday")


def test_a_file_that_is_recorded_is_brought_to_its_tables_whatever_becomes_of_the_process(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by a process that is started without it, and one table is closed."""
    room = opened(sqlite)
    room.put_in_force(read(TEXT), "command: tests", "the first day")
    killed(room, monkeypatch, read(altered(LESS)[: altered(LESS).index('[[table]]\nname = "Pan 9"')]))
    assert (maximum(room, "Pairs 1"), "Pan 9" in ids(room)) == ("$300.00", True)
    room.close()
    again = opened(sqlite)
    assert {each.table for each in again.pending.listed()} == {"Pairs 1", "Pan 9"}
    again.tick()
    assert (maximum(again, "Pairs 1"), "Pan 9" in ids(again)) == ("$250.00", False)
    assert again.pending.listed() == []
    assert audit(sqlite) == []


def test_what_an_earlier_file_had_wait_ends_as_a_later_one_is_recorded(
    sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite)
    room.put_in_force(read(TEXT), "command: tests", "the first day")
    cleared = bet_at(room, "Pairs 1", "Pairs 2")
    room.put_in_force(read(altered(LESS, LESSER)), "command: tests", "on Monday")
    killed(room, monkeypatch, read(altered(LESSER)))
    cleared()
    for _ in range(3):
        room.tick()
    assert (maximum(room, "Pairs 1"), maximum(room, "Pairs 2")) == ("$300.00", "$90.00")
    assert audit(sqlite) == []


@pytest.mark.parametrize("later", [(), (LESSER,)], ids=["as before", "otherwise"])
def test_of_two_files_that_are_put_in_force_at_once_the_later_stands_at_every_table(
    database: str,
    opened: Callable[..., Room],
    later: tuple[tuple[str, str], ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The later is recorded and done after the earlier is recorded, and before that is done."""
    room, other = opened(database), opened(database)
    room.put_in_force(read(TEXT), "command: tests", "the first day")
    last, bring, told = read(altered(*later) + "# the later\n"), in_force.bring, list[in_force.Outcome]()

    def late(*given: Any) -> in_force.Outcome:
        monkeypatch.setattr(in_force, "bring", bring)
        told.append(other.put_in_force(last, "command: tests", "the later"))
        return bring(*given)

    monkeypatch.setattr(in_force, "bring", late)
    told.append(room.put_in_force(read(altered(LESS)), "command: tests", "the earlier"))
    assert (maximum(room, "Pairs 1"), maximum(room, "Pairs 2")) == ("$300.00", "$90.00" if later else "$100.00")
    assert [each.changed for each in told] == [("Pairs 2",) if later else (), ()]
    assert told[1].stays == {"Pairs 1": "the room's file was put in force anew"}
    assert room.pending.listed() == []
    assert audit(database) == []


def test_a_table_that_does_not_hold_stays_as_it_is_and_the_others_are_changed(
    sqlite: str, opened: Callable[..., Room], room: Room
) -> None:
    """It is refused, and nothing waits there: once it is put right nobody wants it closed."""
    pan, respell = ids(room)["Pan 9"], "UPDATE journal SET body = replace(body, '{}', '{}') WHERE chain = {}"
    with room.store.transaction() as connection:
        connection.exec_driver_sql(respell.format('"by":0', '"by": 0', pan))
    other = opened(sqlite)
    told = other.put_in_force(read(altered(LESS)), boss(room), "a new week")
    assert (told.changed, dict(told.waiting)) == (("Pairs 1",), {})
    assert told.stays == {
        "Pan 9": f"table {pan} is refused: what is on disk of it does not hold; houseway audit says why"
    }
    with room.store.transaction() as connection:
        connection.exec_driver_sql(respell.format('"by": 0', '"by":0', pan))
    opened(sqlite).tick()
    assert "Pan 9" in ids(opened(sqlite))
    assert audit(sqlite) == []


FOLDERS = "the room was opened with /srv/" + "a-long-folder/" * 20 + "room.toml"


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (FOLDERS, FOLDERS[:200]),
        ("x" * 199 + "  y", "x" * 199),
        ("no", "the room's file says so"),
        ("", "the room's file says so"),
        ("less on\n Sundays\x07", "less on Sundays"),
        ("yes", "yes"),
    ],
)
def test_a_file_is_put_in_force_whatever_reason_is_given(sqlite: str, room: Room, why: str, told: str) -> None:
    outcome = room.put_in_force(read(altered(LESS)), boss(room), why)
    assert (outcome.changed, dict(outcome.waiting)) == (("Pairs 1",), {})
    assert room.view(ids(room)["Pairs 1"], None).json()["log"] == [f"from now on maximum is $250.00: {told}"]
    with room.store.reading() as connection:
        (number,) = journal.noted(connection, "controls")[:1]
        assert journal.entry(connection, journal.ROOM, number)["why"] == told
    assert audit(sqlite) == []


WAITS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '0.2 seconds'"
)


def test_a_file_waits_for_nobody_at_a_table_that_it_does_not_change(
    postgresql: str, opened: Callable[..., Room]
) -> None:
    """Where something of a manager's waits, and another process is."""
    room, engine, told = opened(postgresql), create_engine(postgresql), list[tuple[str, ...]]()
    room.put_in_force(read(TEXT), "command: tests", "the first day")
    less = {"settings": {"maximum": "200.00"}, "reason": "less on Sundays", "paytables": []}
    room.pending.add(boss(room), ids(room)["Pan 9"], "change", less, "a round")
    file = read(altered(LESS))
    putting = threading.Thread(target=lambda: told.append(room.put_in_force(file, "command: tests", "a week").changed))
    with engine.begin() as elsewhere:
        assert journal.head(elsewhere, ids(room)["Pan 9"], lock=True) is not None
        putting.start()
        putting.join(60)
        assert told == [("Pairs 1",)]
    engine.dispose()
    room.tick()
    assert maximum(room, "Pan 9") == "$200.00"
    assert audit(postgresql) == []


def test_who_opens_the_tables_of_a_file_waits_for_jackpots_before_holding_the_log(
    postgresql: str, opened: Callable[..., Room]
) -> None:
    """A round holds its jackpot, and then the log for a new shoe: neither waits for what the other has."""
    room, engine, told = opened(postgresql), create_engine(postgresql), list[tuple[str, ...]]()
    room.put_in_force(read(TEXT), "command: tests", "the first day")
    more = read(TEXT + PAN + MORE.format("Pairs 4", "super-pairs-jackpot", "aces"))
    putting = threading.Thread(target=lambda: told.append(room.put_in_force(more, "command: tests", "two more").opened))
    with engine.begin() as round_:
        assert Book(round_, 1, 1).locked(["aces"])
        putting.start()
        end = time.monotonic() + 60
        while not round_.execute(WAITS).scalar_one():
            assert time.monotonic() < end, "it never waited"
            time.sleep(0.02)
        assert journal.head(round_, log.CHAIN, lock=True, wait=False) is not None
    putting.join(60)
    engine.dispose()
    assert told == [("Pan 10", "Pairs 4")]
    assert audit(postgresql) == []
