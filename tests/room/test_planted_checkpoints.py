"""What somebody writes beside the checkpoints keeps no head out of them and stops none: desk and audit tell it."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from every_kind import another_key
from houseway.cli import app
from houseway.room import Person, Room
from houseway.room.audit.room import How, audit
from houseway.room.evidence.witness import Witness
from houseway.room.store import checkpointing, covered, trusted
from houseway.room.store.backup import restore
from planting import House

MANAGER = Person(1, "manager", "manager", 0)
OLD_FORM = json.dumps({"at": "2020-01-01T00:00:00.000+00:00", "heads": {}})


@pytest.fixture
def house(folder: Path, opened: Callable[..., Room]) -> House:
    return House(folder / "room.db", opened)


def stands(house: House, chain: int) -> int:
    return int(house.sql("SELECT seq FROM chains WHERE chain = ?", chain)[0][0])


def signed_to(house: House, chain: int) -> int:
    """How far the checkpoints tell of a chain."""
    told = [json.loads(heads) for (heads,) in house.sql("SELECT heads FROM checkpoints WHERE heads IS NOT NULL")]
    return max(heads.get(str(chain), [0])[0] for heads in told)


def said(house: House) -> str:
    return "\n".join(house.room.doubts(MANAGER))


def as_if_covered(house: House) -> None:
    house.sql("DELETE FROM sealed")
    house.sql("INSERT INTO sealed SELECT chain, seq FROM chains WHERE seq > 0")


@pytest.mark.parametrize("chain", [0, 1, -1])
def test_a_head_is_in_the_next_checkpoint_whatever_rows_list_it_as_covered(
    chain: int, house: House, sitting: Any
) -> None:
    """Such rows, kept at the heads, kept each head out of every checkpoint, and nobody was told."""
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    for _ in range(2):
        table.play_round()
        sitting(house.room, "super-pan-9", decks="8")
        house.room.people.guest("Zoe")
        as_if_covered(house)
        house.room.checkpoint()
        assert signed_to(house, chain) == stands(house, chain)
    assert house.audit() == ""


def test_the_same_on_each_database(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database)
    table = sitting(room, "super-pan-9", decks="8")
    room.checkpoint()
    table.play_round()
    with room.store.transaction() as connection:
        query = "UPDATE sealed SET seq = (SELECT seq FROM chains WHERE chains.chain = sealed.chain)"
        connection.exec_driver_sql(query)
    room.checkpoint()
    stands = table.view()["version"]
    with room.store.reading() as connection:
        assert covered.covered(connection, [table.table]) == {table.table: stands}
    room.close()
    assert audit(database) == []


def test_a_head_that_is_put_back_as_a_checkpoint_is_signed_is_told_and_is_in_the_next(
    house: House, sitting: Any
) -> None:
    """Put back to where the last checkpoint had it, it was taken for one that had not moved."""
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    (was,) = house.sql("SELECT seq, hash FROM chains WHERE chain = 1")
    table.play_round()
    (now,) = house.sql("SELECT seq, hash FROM chains WHERE chain = 1")
    house.sql("UPDATE chains SET seq = ?, hash = ? WHERE chain = 1", *was)
    house.room.checkpoint()
    house.sql("UPDATE chains SET seq = ?, hash = ? WHERE chain = 1", *now)
    assert f"journal 1 ends at entry {was[0]}, and had entry {now[0]}: it was set back" in said(house)
    house.room.checkpoint()
    assert signed_to(house, 1) == now[0]
    assert house.audit() == ""


def test_a_chain_that_is_gone_as_a_checkpoint_is_signed_is_told(house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    row = house.row("chains", "chain", 1)
    house.sql("PRAGMA foreign_keys = off")
    house.sql("DELETE FROM chains WHERE chain = 1")
    house.room.checkpoint()
    house.put("chains", row)
    assert "journal 1 had entry 3, and is gone" in said(house)
    assert house.audit() == ""


def test_a_head_that_is_no_number_stops_no_checkpoint_of_the_others(house: House, sitting: Any) -> None:
    """Nor does a row that lists a journal which never was accuse anybody of having lost it."""
    sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    house.sql("INSERT INTO sealed VALUES (777, 9)")
    house.room.people.guest("Zoe")
    with house.planted("chains.seq", "chain", 1, "x"):
        house.again()
        assert "a head was left out of a checkpoint: " in said(house)
        house.room.people.guest("Yan")
        house.room.checkpoint()
    assert signed_to(house, 0) == stands(house, 0)
    assert "777" not in said(house)
    house.sql("DELETE FROM sealed WHERE chain = 777")
    house.room.checkpoint()
    assert house.audit() == ""


@pytest.mark.parametrize("column", ["seated", "active"])
def test_a_row_of_the_lobby_that_nobody_can_read_keeps_no_head_out_of_a_checkpoint(
    column: str, house: House, sitting: Any
) -> None:
    """The clock ended its look there, each second, before it came to the checkpoint."""
    table = sitting(house.room, "super-pan-9", decks="8")
    house.again()
    table.room = house.room
    table.play_round()
    with house.planted(f"lobby.{column}", "table", 1, "x"):
        house.room.tick(1_000.0)
    assert signed_to(house, 1) == stands(house, 1)
    assert house.audit() == ""


def test_what_was_listed_as_covered_before_a_process_began_is_in_a_checkpoint_once_it_has_read_them_all(
    house: House, sitting: Any, opened: Callable[..., Room]
) -> None:
    """It takes the rows at their word as it begins, so that a start stays quick, and reads on by the clock."""
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()  # the newest, which is read at once, tells nothing of the first table
    table.play_round()
    as_if_covered(house)
    house.room.store.close()  # cut off: nothing is signed at the end
    house.room = opened(house.url, now=lambda: 0.0)
    assert signed_to(house, 1) < stands(house, 1)
    was = stands(house, 1)
    house.room.tick(0.0)
    house.room.tick(0.0)
    house.room.checkpoint()
    assert signed_to(house, 1) == stands(house, 1) == was
    house.room.close()
    assert house.audit() == ""


def test_a_checkpoint_by_command_has_every_head(house: House, sitting: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    table.play_round()
    house.room.store.close()
    as_if_covered(house)
    app(["checkpoint", "--database", house.url], standalone_mode=False)
    assert signed_to(house, 1) == stands(house, 1)
    assert house.audit() == ""


def test_a_line_that_is_printed_for_witnesses_is_the_rooms(
    house: House, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With nothing to sign it was whatever row came last, and a witness that kept it convicted the room."""
    house.room.close()
    house.sql("INSERT INTO checkpoints (body, signature, heads) VALUES (?, '00', '{}')", '{"number":99,"room":"ab"}')
    witness = folder / "witness"
    capsys.readouterr()
    app(["checkpoint", "--database", house.url, "--witness", str(witness)], standalone_mode=False)
    assert '"number":99' not in witness.read_text() + capsys.readouterr().out
    house.sql("DELETE FROM checkpoints WHERE signature = '00'")
    assert audit(house.url, How(Witness(str(witness)).lines())) == []


def test_a_database_from_before_a_checkpoint_beside_the_key_is_told_as_it_is_opened(
    house: House, folder: Path, opened: Callable[..., Room]
) -> None:
    """Also from before a change of keys, and where nothing has moved that would be signed."""
    house.room.close()
    before = (folder / "room.db").read_bytes()
    another_key(house.url)
    house.again()
    house.account("Eve", "dealer")
    house.room.close()
    (folder / "room.db").write_bytes(before)
    house.room = opened(house.url)
    assert "they were set back" in said(house)


def test_rows_that_list_another_cover_are_put_right_and_told(house: House, sitting: Any) -> None:
    sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    house.sql("UPDATE sealed SET seq = 1 WHERE chain = 1")
    assert "is listed as covered by checkpoints to entry 1" in house.audit()
    house.room.checkpoint()
    assert "1 rows that list how far checkpoints cover a journal were others, and are put right" in said(house)
    assert house.audit() == ""


@pytest.mark.parametrize(
    "planted",
    [
        (OLD_FORM, "00", None),
        (OLD_FORM, "00", "{}"),
        ("no JSON", "00", None),
        ('{"at":"2020-01-01T00:00:00.000+00:00","number":99}', "00", "{}"),
        ('{"at":"2020-01-01T00:00:00.000+00:00","number":[]}', "00", "{}"),
    ],
    ids=["old form", "old form with heads", "no JSON", "not signed", "no number"],
)
def test_a_row_that_the_room_has_not_signed_stops_no_checkpoint_and_is_found(
    planted: tuple[Any, ...], house: House, folder: Path, sitting: Any, opened: Callable[..., Room]
) -> None:
    """One row in the form of before entries were signed ended all signing, and the audit found nothing."""
    house.room.close()
    witness = folder / "witness"
    house.room = opened(house.url, witnesses=[str(witness)])
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    house.sql("INSERT INTO checkpoints (body, signature, heads) VALUES (?, ?, ?)", *planted)
    (row,) = house.sql("SELECT max(id) FROM checkpoints")[0]
    for _ in range(2):
        table.play_round()
        house.room.checkpoint()
        assert signed_to(house, 1) == stands(house, 1)
    assert "rows after the last checkpoint are not signed with the room's key: they are passed over" in said(house)
    house.room.close()
    kept = How(Witness(str(witness)).lines())
    (finding,) = audit(house.url, kept)
    assert finding.where == f"checkpoints, row {row}"
    house.again()
    table.room = house.room
    table.play_round()
    house.room.close()
    assert signed_to(house, 1) == stands(house, 1)
    house.sql("DELETE FROM checkpoints WHERE id = ?", row)
    assert audit(house.url, kept) == []


def test_a_copy_of_an_earlier_checkpoint_is_not_followed(house: House, sitting: Any) -> None:
    table = sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    house.sql("INSERT INTO checkpoints (body, signature, heads) SELECT body, signature, heads FROM checkpoints LIMIT 1")
    (row,) = house.sql("SELECT max(id) FROM checkpoints")[0]
    for _ in range(2):
        table.play_round()
        house.room.checkpoint()
        house.again()
        table.room = house.room
    assert signed_to(house, 1) == stands(house, 1)
    assert "does not follow the one before" in house.audit()
    house.sql("DELETE FROM checkpoints WHERE id = ?", row)
    assert house.audit() == ""


def test_the_desk_is_told_when_no_checkpoint_can_be_signed(house: House, sitting: Any) -> None:
    """The log alone said so."""
    sitting(house.room, "super-pan-9", decks="8")
    house.room.checkpoint()
    row = house.sql("SELECT * FROM checkpoints ORDER BY id DESC LIMIT 1")[0]
    house.sql("DELETE FROM checkpoints WHERE id = ?", row[0])
    house.room.people.guest("Zoe")
    house.room.checkpoint()
    house.put("checkpoints", row)
    assert "no checkpoint was signed: " in said(house)
    house.room.checkpoint()
    assert signed_to(house, 0) == stands(house, 0)
    assert house.audit() == ""


def test_rows_that_a_process_took_at_their_word_are_not_written_again(house: House, sitting: Any) -> None:
    """Put back, they were "put right" to what had been planted, for as long as no process had read all checkpoints."""
    table = sitting(house.room, "supreme-99")
    house.room.checkpoint()
    size = stands(house, -1)
    while stands(house, -1) == size:  # so that a start reads no further back than the last checkpoint
        table.play_round()
    house.room.checkpoint()
    house.room.people.guest("Zoe")
    house.room.store.close()
    with house.planted("sealed.seq", "chain", 0, stands(house, 0)):
        house.room = house._open(house.url)
    for _ in range(2):
        house.again()
    assert "put right" not in said(house)
    assert house.audit() == ""


def test_a_journal_that_another_process_adds_to_meanwhile_accuses_nobody(
    postgresql: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desk was told that somebody had written rows, at one checkpoint in some ten of a busy room."""
    one, two = opened(postgresql), opened(postgresql)
    first, second = (sitting(room, "super-pan-9", decks="8", seed=seed) for room, seed in ((one, 3), (two, 4)))
    one.checkpoint()
    first.play_round()
    holding, looks = checkpointing._holding, list[int]()

    def meanwhile(*given: Any) -> Any:
        found = holding(*given)
        looks.append(1)
        if len(looks) == 2:  # as it signs
            second.play_round()
        return found

    monkeypatch.setattr(checkpointing, "_holding", meanwhile)
    one.checkpoint()
    assert one.doubts(MANAGER) == []
    one.checkpoint()
    for room in (one, two):
        room.close()
    assert audit(postgresql) == []


def test_an_older_room_that_is_shown_rows_without_a_number_as_it_starts_signs_on_without_them(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """It kept to the planted one for that process's life, and signed none."""
    restore(Path(__file__).with_name("data") / "older-room.gz", sqlite)
    opened(sqlite).close()
    planted = [('{"at":"2020-01-01T00:00:00.000+00:00","heads":{"1":[9999,"x"]}}', "00")] * (covered.PASSED + 1)
    file = sqlite3.connect(folder / "room.db", isolation_level=None)
    file.executemany("INSERT INTO checkpoints (body, signature) VALUES (?, ?)", planted)
    room = opened(sqlite)
    file.execute("DELETE FROM checkpoints WHERE signature = '00'")
    room.people.guest("Zoe")
    room.checkpoint()
    (seq,) = file.execute("SELECT seq FROM chains WHERE chain = 0").fetchone()
    (heads,) = file.execute("SELECT heads FROM checkpoints ORDER BY id DESC LIMIT 1").fetchone()
    file.close()
    assert json.loads(heads)["0"][0] == seq
    assert covered._READ[room.store.engine]._heads.get(1, 0) < 9999
    room.close()
    assert audit(sqlite) == []


def test_a_head_that_moves_at_each_look_is_signed_and_told_by_nobody(
    postgresql: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "Is another at each look": the desk of a busy room was told so of a table where nothing was wrong."""
    one, two = opened(postgresql), opened(postgresql)
    sitting(one, "super-pan-9", decks="8", seed=3)
    table = sitting(two, "super-pan-9", decks="8", seed=4)
    one.checkpoint()
    follows = trusted.follows

    def meanwhile(connection: Any, chain: int, head: Any) -> bool:
        if chain == table.table:
            table.step()
        return follows(connection, chain, head)

    table.step()
    with monkeypatch.context() as busy:
        busy.setattr(trusted, "follows", meanwhile)
        busy.setattr(checkpointing, "looked_at", lambda _: {})
        one.checkpoint()
    assert one.doubts(MANAGER) == []
    for room in (one, two):
        room.close()
    assert audit(postgresql) == []
