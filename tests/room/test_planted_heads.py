"""A head, a checkpoint or a time that was planted for a moment accuses nobody once it is taken away."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from every_kind import another_key
from houseway.academy import Plan, Section
from houseway.errors import HousewayError
from houseway.room import Person, Room
from houseway.room.errors import Broken, Stopped
from houseway.room.store import journal
from houseway.room.store.checkpoints import MESSAGE
from houseway.room.store.journal import stamp
from houseway.room.store.keyring import Keyring
from houseway.room.store.signatures import open_store, rotate
from planting import COMMAND, House

FAR, NOWHERE = 100, "ab" * 32


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def head_of(house: House, chain: int) -> Any:
    return house.sql("SELECT seq, hash FROM chains WHERE chain = ?", chain)[0]


def set_head(house: House, chain: int, seq: int, hash_: str) -> None:
    house.sql("UPDATE chains SET seq = ?, hash = ? WHERE chain = ?", seq, hash_, chain)


def test_a_head_of_the_log_that_the_room_has_not_signed_is_not_remembered(house: House, sitting: Any) -> None:
    """Every shoe was refused from then on: the log had 101 entries, and was set back."""
    sitting(house.room, "super-pan-9", decks="8")
    seq, hash_ = head_of(house, -1)
    set_head(house, -1, seq + FAR, NOWHERE)
    with pytest.raises((HousewayError, Broken)):
        sitting(house.room, "super-pan-9", decks="8")
    set_head(house, -1, seq, hash_)
    sitting(house.room, "super-pan-9", decks="8").play_round()
    assert house.room.log.head()["size"] == 2
    assert house.audit() == ""


def test_the_first_head_of_the_rooms_journal_that_a_process_reads_is_looked_at(house: House) -> None:
    """Nobody came in any more, and the desk was told that the journal was set back."""
    token = house.room.people.session(house.room.people.guest("Ann"))
    house.again()
    seq, hash_ = head_of(house, 0)
    set_head(house, 0, seq + FAR, NOWHERE)
    assert house.room.people.of_session(token) is None
    set_head(house, 0, seq, hash_)
    assert house.room.people.of_session(token) is not None
    assert house.room.people.of_session(house.room.people.session(house.room.people.guest("Ben"))) is not None
    assert house.audit() == ""


def test_a_checkpoint_of_an_older_room_is_none_of_one_that_was_begun_since(house: House, sitting: Any) -> None:
    """No checkpoint was signed any more, long after it was gone."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    house.room.close()
    told = {"at": "2020-01-01T00:00:00+00:00", "heads": {"0": [99_999, "ab"], "1": [99_999, "ab"]}}
    house.sql("INSERT INTO checkpoints VALUES (9999, ?, 'ab', NULL)", json.dumps(told))
    with suppress(HousewayError):
        house.again()
        house.room.checkpoint()
    house.sql("DELETE FROM checkpoints WHERE id = 9999")
    (before,) = house.sql("SELECT COUNT(*) FROM checkpoints")[0]
    house.room.people.guest("Zoe")
    house.room.checkpoint()
    assert house.sql("SELECT COUNT(*) FROM checkpoints")[0] == (before + 1,)
    assert house.audit() == ""


def test_an_entry_that_was_never_written_so_moves_no_clock(
    house: House, sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time was taken before anybody had looked whether the room had signed it."""
    back = timedelta(0)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) - back

    monkeypatch.setattr(journal, "datetime", Clock)
    table = sitting(house.room, "super-pan-9", decks="8")
    token = house.room.people.session(table.people[0])
    ((seq, body),) = house.sql("SELECT seq, body FROM journal WHERE chain = 0 ORDER BY seq DESC LIMIT 1")
    at = (datetime.now(UTC) + timedelta(seconds=4.9)).isoformat(timespec="milliseconds")
    house.sql("UPDATE journal SET body = ? WHERE chain = 0 AND seq = ?", json.dumps(json.loads(body) | {"at": at}), seq)
    house.room.people.of_session(token)
    house.sql("UPDATE journal SET body = ? WHERE chain = 0 AND seq = ?", body, seq)
    assert house.room.people.of_session(token) is not None
    assert stamp() < at
    table.play_round()
    back = timedelta(seconds=0.3)
    table.play_round()
    assert house.audit() == ""


def test_a_process_that_read_no_table_before_the_key_changed_says_so(house: House, sitting: Any) -> None:
    """It said that what is on disk of the table does not hold."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    house.again()
    store = open_store(house.url)
    with store.transaction() as connection:
        rotate(connection, Keyring.of(house.url), stamp(), COMMAND)
    store.close()
    with pytest.raises(Stopped, match="signs with another key"):
        house.room.view(table.table, None)
    house.again()
    assert house.room.view(table.table, None).json()["phase"] == "ended"
    assert house.audit() == ""


def test_a_head_that_was_left_out_as_a_new_key_first_signs_accuses_nobody(house: House, sitting: Any) -> None:
    """A row that listed the room's journal as covered, for one start: the audit knew the new key of no checkpoint."""
    table = sitting(house.room, "supreme-99")
    house.room.checkpoint()
    size = head_of(house, -1)
    while head_of(house, -1) == size:  # so that a start reads no further back than the last checkpoint
        table.play_round()
    house.room.checkpoint()
    table.play_round()
    house.room.store.close()
    another_key(house.url)
    with house.planted("sealed.seq", "chain", 0, head_of(house, 0)[0]):
        house.room = house._open(house.url)
    (heads,) = house.sql("SELECT heads FROM checkpoints ORDER BY id DESC LIMIT 1")[0]
    assert "0" not in json.loads(heads)
    for _ in range(2):
        house.again()
        assert house.audit() == ""


def test_an_older_key_signs_no_checkpoint_after_a_later_one(house: House, folder: Path, sitting: Any) -> None:
    sitting(house.room, "super-pan-9", decks="8")
    house.room.close()
    another_key(house.url)
    house.again()
    house.room.close()
    first = Keyring.of(house.url).signers[0]
    body, heads = house.sql("SELECT body, heads FROM checkpoints ORDER BY id DESC LIMIT 1")[0]
    told = json.loads(body) | {"key": first.public.hex()}
    assert "0" in json.loads(heads)
    text = journal.canonical(told)
    house.sql(
        "UPDATE checkpoints SET body = ?, signature = ? WHERE id = (SELECT max(id) FROM checkpoints)",
        text,
        first.sign(MESSAGE + text.encode()).hex(),
    )
    assert "is not signed with the room's key" in house.audit()


@pytest.mark.parametrize("chain", [1, -1])
@pytest.mark.parametrize("gone", [True, False], ids=["gone", "empty"])
def test_a_key_is_not_changed_while_a_head_is_away(chain: int, gone: bool, house: House, sitting: Any) -> None:
    """The new key did not vouch for it, and the audit asked that key for every entry of the table, for ever."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    house.room.close()
    row = house.row("chains", "chain", chain)
    if gone:
        house.sql("DELETE FROM chains WHERE chain = ?", chain)
    else:
        set_head(house, chain, 0, journal.START)
    with pytest.raises(HousewayError, match=f"journal {chain} had entry {row[1]}, and is gone"):
        another_key(house.url)
    house.put("chains", row)
    another_key(house.url)
    house.again()
    table.room = house.room
    table.play_round()
    assert house.audit() == ""


def test_a_key_is_not_changed_while_a_head_is_away_that_no_checkpoint_covers(house: House, sitting: Any) -> None:
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    house.room.store.close()
    row = house.row("chains", "chain", 1)
    house.sql("DELETE FROM chains WHERE chain = 1")
    with pytest.raises(HousewayError, match="journal 1 had entry 1, and is gone"):
        another_key(house.url)
    house.put("chains", row)
    another_key(house.url)
    house.again()
    assert house.audit() == ""


OTHERWISE = (
    "UPDATE room_keys SET public = 'ab' WHERE seq = (SELECT max(seq) FROM room_keys)",
    "UPDATE room_keys SET seq = 999 WHERE seq = (SELECT max(seq) FROM room_keys)",
    "DELETE FROM room_keys",
)


@pytest.mark.parametrize("statement", OTHERWISE)
def test_no_checkpoint_is_signed_by_a_name_that_is_not_the_rooms(statement: str, house: House, sitting: Any) -> None:
    """It named the room by its second key, and was another room's to the audit for ever."""
    house.room.close()
    another_key(house.url)
    house.again()
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    table.play_round()
    rows = house.sql("SELECT * FROM room_keys")
    house.sql(statement)
    house.room.tick(1e4)
    table.play_round()
    assert "is not listed with the entry that brought it" in "\n".join(house.room.doubts(Person(1, "m", "manager", 0)))
    house.room.store.close()
    house.sql("DELETE FROM room_keys")
    for row in rows:
        house.put("room_keys", row)
    house.room = house._open(house.url)
    assert house.audit() == ""


@pytest.mark.parametrize("more", [False, True], ids=["last entry", "and more"])
@pytest.mark.parametrize("asked", ["tick", "checkpoint"])
def test_a_process_that_is_shown_the_rows_of_before_signs_nothing_for_the_house(
    asked: str, more: bool, house: House, sitting: Any
) -> None:
    """The clock went by rows alone, and signed acts of the house and checkpoints with the key that was left."""
    table = sitting(house.room, "super-pan-9", decks="8")
    table.play_round()
    before = {name: house.sql(f"SELECT * FROM {name}") for name in ("people", "sessions", "room_keys")}
    (key,) = house.sql("SELECT DISTINCT key FROM chains")[0]
    another_key(house.url)
    if more:
        other = house._open(house.url)
        other.people.guest("Zoe")
        other.store.close()
    after = {name: house.sql(f"SELECT * FROM {name}") for name in (*before, "chains")}
    signed = house.sql("SELECT count(*) FROM checkpoints")
    for name, rows in before.items():
        house.sql(f"DELETE FROM {name}")
        for row in rows:
            house.put(name, row)
    house.sql("UPDATE chains SET key = ?", key)
    acts: dict[str, Callable[[], None]] = {"tick": lambda: house.room.tick(1e4), "checkpoint": house.room.checkpoint}
    with pytest.raises(Stopped, match="signs with another key"):
        acts[asked]()
    assert house.sql("SELECT count(*) FROM checkpoints") == signed
    house.room.store.close()
    for name, rows in after.items():
        house.sql(f"DELETE FROM {name}")
        for row in rows:
            house.put(name, row)
    house.room = house._open(house.url)
    table.room = house.room
    table.play_round()
    assert house.audit() == ""


SPOILT = {
    "a head": "UPDATE chains SET seq = 'x' WHERE chain = 1",
    "a signature": "UPDATE journal SET signature = x'00' WHERE chain = 1",
}
"""What keeps a key from being changed."""


@pytest.mark.parametrize("which", SPOILT)
def test_a_key_is_not_changed_over_what_nobody_can_read(which: str, house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9", decks="8").play_round()
    house.room.close()
    house.sql(SPOILT[which])
    with pytest.raises(HousewayError, match="put it right, and change the key then"):
        another_key(house.url)


@pytest.mark.parametrize("value", ["x", 1.5])
@pytest.mark.parametrize("column", ["shoes.cards", "shoes.salts", "academy_exams.body", "factors.sealed"])
def test_a_key_is_changed_whatever_lies_in_what_it_seals(
    column: str, value: object, house: House, sitting: Any
) -> None:
    sitting(house.room, "super-pan-9", decks="8").play_round()
    house.enrol(house.mia)
    house.room.academy.begin(house.dan, Plan((Section("super-pan-9", "pay", 1),), 75, 10))
    house.room.close()
    table, _, name = column.partition(".")
    house.sql(f"UPDATE {table} SET {name} = ?", value)
    another_key(house.url)
    house.again()
    house.room.tick(1e4)
    assert house.room.stopped == ""
    assert bool(house.audit()) == (table != "academy_exams")  # one that is sat is no evidence yet
