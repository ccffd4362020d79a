"""A journal is kept for years: what was written before is replayed by the rules that it was played by.

`data/older-room.gz` is the backup of a room as it was before journal entries had a version: all five games, a jackpot
won, a misdeal, a void and a correction, bots, tables in mid-round.
"""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from honest import TURNS, Honest
from houseway.document.variants import with_pays
from houseway.games import game
from houseway.room import Command, Person, Room
from houseway.room.archive.writing import archive
from houseway.room.audit.room import audit
from houseway.room.errors import Refused
from houseway.room.store.backup import restore
from houseway.room.store.journal import START, link
from houseway.room.table import rounds
from houseway.room.table.entry import VERSION, JournalEntry
from houseway.round.auditing import audit_record
from houseway.verifier import checked

OLDER = Path(__file__).with_name("data") / "older-room.gz"
GAMES = {1: "super-pairs", 2: "super-pan-9", 3: "supreme-99", 4: "dealer-open-pai-gow", 5: "chinese-poker"}
ANN, BOB = Person(2, "Ann", "player", 0), Person(3, "Bob", "player", 0)


@pytest.fixture
def older(sqlite: str, folder: Path) -> str:
    """The older room, with the tables that the database had then."""
    restore(OLDER, sqlite)
    with sqlite3.connect(folder / "room.db") as connection:
        connection.execute("DROP TABLE documents")
        assert connection.execute("SELECT number FROM schema_version").fetchone() == (3,)
    connection.close()
    return sqlite


def bodies(folder: Path, chain: int) -> list[dict[str, Any]]:
    with sqlite3.connect(folder / "room.db") as connection:
        rows = connection.execute("SELECT body FROM journal WHERE chain = ? ORDER BY seq", (chain,)).fetchall()
    connection.close()
    return [json.loads(body) for (body,) in rows]


def test_a_real_older_journal_holds_before_and_after_it_is_opened(
    older: str, folder: Path, opened: Callable[..., Room]
) -> None:
    assert all("v" not in body for chain in GAMES for body in bodies(folder, chain))
    assert audit(older) == []
    room = opened(older)
    assert {table.id: table.game for table in room.tables()} == GAMES
    assert audit(older) == []


@pytest.mark.parametrize("table", GAMES)
def test_play_goes_on_at_an_older_table(
    table: int, older: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    """A table in mid-round plays it to its end, and all play another; the journal goes on in today's words."""
    before = len(bodies(folder, table))
    room = opened(older)
    here = [place["name"] for place in room.view(table, None).json()["seats"] if not place["left"]]
    at = sitting.back(room, table, [each for each in (ANN, BOB) if each.name in here], 7)
    while at.answer():
        pass
    at.play_round()
    room.close()
    assert [body.get("v") for body in bodies(folder, table)[before:]] == [VERSION] * (
        len(bodies(folder, table)) - before
    )
    assert len(bodies(folder, table)) > before
    assert audit(older) == []


def test_older_rounds_have_their_pages_their_records_and_their_amendments(
    older: str, opened: Callable[..., Room]
) -> None:
    room = opened(older)
    for table in GAMES:
        for told in room.history(table):
            page = room.round(told["round"], None).json()
            nets = {str(seat["number"]): 0 for seat in page["seats"]}
            for payout in page["ruling"]:
                nets[str(payout["seat"])] += payout["cents"]
            assert told["nets"] == nets
            if game(GAMES[table]).dealer_plays:
                record = room.record(told["round"], Person(9, "Sue", "surveillance", 0))
                assert audit_record(json.dumps(record)) == []
    (amended,) = [told for told in room.history(2) if told["amended"]]
    assert [each["what"] for each in amended["amended"]] == ["void", "correction"]
    (called,) = [told for told in room.history(2) if told["calls"]]
    assert (called["calls"], set(called["nets"].values())) == (["misdeal"], {0})
    jackpot = next(p for p in room.round(1, None).json()["ruling"] if p["wager"] == "super-pairs-jackpot")
    assert (jackpot["meter_cents"], jackpot["seeded_cents"]) == (500_07, 500_00)


def test_what_an_archive_leaves_of_a_room_from_before_signing_is_read_and_its_openings_are_vouched_for(
    older: str, folder: Path, opened: Callable[..., Room]
) -> None:
    room = opened(older)
    archive(room.store, folder / "old.archive", "9999-01-01", "command: tests")
    told = {chain: room.history(chain) for chain in GAMES}
    cut = {chain: [each for each in rounds if "archived" not in each] for chain, rounds in told.items()}
    cut = {chain: left for chain, left in cut.items() if len(left) < len(told[chain])}
    assert len(cut) > 1
    for each in (each for left in cut.values() for each in left):
        assert room.round(each["round"], None).json()["ended"] == each["ended"]
    assert audit(older) == []
    opening = bodies(folder, chain := min(cut))[0] | {"at": "2020-01-01T00:00:00+00:00"}
    text = json.dumps(opening, sort_keys=True, separators=(",", ":"))
    with sqlite3.connect(folder / "room.db") as connection:
        changed = (text, link(START, chain, 1, text), chain)
        connection.execute("UPDATE journal SET body = ?, hash = ? WHERE chain = ? AND seq = 1", changed)
    connection.close()
    with pytest.raises(Refused, match="does not hold"):
        room.round(cut[chain][0]["round"], None)
    assert "is not what the room has archived its table with" in str(audit(older)[0])


@pytest.mark.parametrize("cents", [1, -1])
def test_a_cent_more_or_less_in_an_older_ruling_is_found(cents: int, older: str, folder: Path) -> None:
    for chain in GAMES:
        seq, body = next((seq, body) for seq, body in enumerate(bodies(folder, chain), 1) if "end" in body)
        body["end"]["ruling"][0][3] += cents
        with sqlite3.connect(folder / "room.db") as connection:
            text = json.dumps(body, sort_keys=True, separators=(",", ":"))
            connection.execute("UPDATE journal SET body = ? WHERE chain = ? AND seq = ?", (text, chain, seq))
        connection.close()
    found = [str(finding) for finding in audit(older)]
    for chain in GAMES:
        assert any(f"table {chain}, entry" in each and "the ruling on record is not" in each for each in found)


def test_an_entry_is_read_as_it_is_written(
    folder: Path, sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Today's entries, every field of them, come back from their JSON."""
    for seed, each in enumerate(("super-pan-9", "supreme-99", "super-pairs")):
        table = sitting(opened(f"sqlite:///{folder}/{each}.db"), each, seed=seed)
        for _ in range(2):
            table.play_round()
        with table.room.store.transaction() as connection:
            rows = connection.exec_driver_sql("SELECT body FROM journal WHERE chain = 1").scalars().all()
        told = [json.loads(row) for row in rows]
        assert [JournalEntry.read(body).json() for body in told] == told
        assert {body["v"] for body in told} == {VERSION}


def test_a_table_plays_on_by_the_document_that_it_was_opened_with(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite, draw=random.Random(3).randrange)
    table = sitting(room, "super-pan-9", commission="4%")
    for _ in range(3):
        table.play_round()
    pan = game("super-pan-9")
    other = with_pays(pan.document.configure({}), "main", {"win": "7"})
    monkeypatch.setitem(vars(pan), "document", other)
    room.close()
    again = opened(sqlite)
    assert again.game_at(table.table).document.hash != game("super-pan-9").document.hash == other.hash
    sitting.back(again, table.table, table.people, 5).play_round()
    assert again.game_at(sitting(again, "super-pan-9").table).document == other, "a new table plays by the new one"
    assert audit(sqlite) == []


def test_a_table_keeps_every_setting_that_it_was_opened_with(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path
) -> None:
    table = sitting(opened(sqlite), "super-pan-9", commission="4%")
    (first, *_) = bodies(folder, 1)
    assert first["data"]["settings"] == game("super-pan-9").configure(commission="4%").show()
    assert first["data"]["document"] == game("super-pan-9").document.hash
    assert first["data"]["engine"]
    assert table.view()["settings"] == first["data"]["settings"]


def test_wagers_on_record_are_not_judged_again(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite, draw=random.Random(4).randrange)
    table = sitting(room, "super-pan-9")
    for _ in range(3):
        table.play_round()
    room.close()
    monkeypatch.setattr(type(game("super-pan-9")), "faults", lambda *_: ["no wager is good enough today"])
    again = opened(sqlite)
    assert again.view(table.table, None).json()["phase"] == "ended"
    assert audit(sqlite) == []


def test_the_first_journals_say_less_and_are_read(older: str, folder: Path, opened: Callable[..., Room]) -> None:
    """As it was before tables wrote down their defaults and their last round."""
    connection = sqlite3.connect(folder / "room.db")
    for seq, body in enumerate(bodies(folder, 2), 1):
        body["data"].pop("defaults", None)
        body.get("end", {}).get("state", {}).pop("last", None)
        less = json.dumps(body, sort_keys=True, separators=(",", ":"))
        connection.execute("UPDATE journal SET body = ? WHERE chain = 2 AND seq = ?", (less, seq))
    connection.commit()
    connection.close()
    found = [str(each) for each in audit(older)]
    assert found
    assert all("hash" in each for each in found), "but for the hashes, which this test did not forge"
    connection = sqlite3.connect(folder / "room.db")
    before = START
    for seq, body in connection.execute("SELECT seq, body FROM journal WHERE chain = 2 ORDER BY seq").fetchall():
        before = link(before, 2, seq, body)
        connection.execute("UPDATE journal SET hash = ? WHERE chain = 2 AND seq = ?", (before, seq))
    connection.execute("UPDATE chains SET hash = ? WHERE chain = 2", (before,))
    connection.commit()
    connection.close()
    again = opened(older)
    assert again.view(2, None).json()["phase"] == "ended"
    again.do(Command(2, ANN.id, "a-key-of-today", None, "bet", {"wagers": {"main": 500}}))


# ---------------------------------------------------------------------------------------------------- version 3

LATER = Path(__file__).with_name("data") / "room-of-version-3.gz"
LATER_GAMES = {1: "super-pan-9", 2: "supreme-99", 3: "dealer-open-pai-gow"}


@pytest.fixture
def version_3(sqlite: str) -> str:
    """A room from before players brought numbers: nothing signed, no log, orders in the open."""
    restore(LATER, sqlite)
    return sqlite


def test_a_journal_of_version_3_holds_and_its_roots_come_into_the_log(
    version_3: str, folder: Path, opened: Callable[..., Room]
) -> None:
    assert {body["v"] for chain in LATER_GAMES for body in bodies(folder, chain)} == {3}
    assert audit(version_3) == []
    room = opened(version_3)
    assert {table.id: table.game for table in room.tables()} == LATER_GAMES
    with room.store.transaction() as connection:
        rows = connection.exec_driver_sql("SELECT id, root, ended, length(salts) FROM shoes ORDER BY id").all()
    assert [(entry["shoe"], entry["root"]) for entry in room.log.entries()] == [(row[0], row[1]) for row in rows]
    assert all(bool(row[3]) == bool(row[2]) for row in rows), "in use they are sealed now"
    assert audit(version_3) == []


@pytest.mark.parametrize("table", LATER_GAMES)
def test_a_shoe_of_version_3_is_dealt_on_with_numbers_and_every_round_of_it_is_verified(
    table: int, version_3: str, folder: Path, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round in progress goes on as it began; the next ones order anew what is left."""
    monkeypatch.setattr(rounds, "TURNS", TURNS)
    room = opened(version_3)
    at = sitting.back(room, table, [ANN, BOB], 7)
    while at.answer():
        pass
    people = Honest(at)
    for _ in range(2):
        people.play_round()
    sue = Person(9, "Sue", "surveillance", 0)
    told = [room.record(each["round"], sue) for each in reversed(room.history(table))]
    assert [bool(record.get("seals")) for record in told] == [False] * (len(told) - 2) + [True] * 2
    for shoe in {record["shoe"] for record in told}:
        proof, of_it = room.proof(shoe, sue).json(), [record for record in told if record["shoe"] == shoe]
        assert checked(of_it, proof, proof["root"], None, turns=TURNS)[0] == []
    assert {body["v"] for body in bodies(folder, table)} == {3, VERSION}
    assert audit(version_3) == []
