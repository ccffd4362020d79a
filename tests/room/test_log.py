"""The log of roots: its trees by their definition, and houses that show two people two logs."""

import hashlib
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.audit.room import How, audit, report
from houseway.room.errors import Broken
from houseway.room.evidence import log
from houseway.room.evidence.log import LEAF, MESSAGE, Log, leaf_of
from houseway.room.evidence.signing import Signer
from houseway.room.evidence.tree import Tree
from houseway.room.store import journal, trusted
from houseway.room.store.journal import canonical
from houseway.room.table.entry import NewShoe
from houseway.verifier import digest, grown, growth_faults, head_of, log_faults, main, signed
from houseway.verifier.log import after_faults, entry_faults, turn_faults


def root_of(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    left = max(2**power for power in range(20) if 2**power < len(leaves))
    return hashlib.sha256(b"\x01" + root_of(leaves[:left]) + root_of(leaves[left:])).digest()


LEAVES = [f"leaf {number}" for number in range(20)]
SIZES = range(1, len(LEAVES) + 1)
TREE = Tree(LEAVES)


def test_the_tree_is_the_one_of_the_rfc() -> None:
    """The roots of the reference tests of Certificate Transparency, and the definition."""
    known = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    assert root_of([bytes.fromhex(each) for each in known]).hex() == (
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    )
    for size in (0, *SIZES):
        assert TREE.root(size) == root_of([leaf.encode() for leaf in LEAVES[:size]]).hex()


def unhexed(path: list[str]) -> list[bytes]:
    return [bytes.fromhex(each) for each in path]


def test_every_leaf_is_proved_to_be_in_every_tree_and_no_other_leaf_is() -> None:
    for size in SIZES:
        root = bytes.fromhex(TREE.root(size))
        for index in range(size):
            leaf, path = digest(0, LEAVES[index].encode()), unhexed(TREE.inclusion(index, size))
            assert head_of(leaf, index, size, path) == root
            assert head_of(digest(0, b"another"), index, size, path) != root
            assert head_of(leaf, index, size, [*path, root]) != root
            assert not path or head_of(leaf, index, size, path[:-1]) != root
            assert size == 1 or head_of(leaf, (index + 1) % size, size, path) != root


def test_every_tree_is_proved_to_begin_every_greater_one() -> None:
    for second in SIZES:
        for first in range(1, second):
            old, new = bytes.fromhex(TREE.root(first)), bytes.fromhex(TREE.root(second))
            path = unhexed(TREE.consistency(first, second))
            assert grown(first, second, old, path) == (old, new)
            assert grown(first, second, new, path) != (old, new) or first & (first - 1)
            assert grown(first, second, old, path[:-1]) != (old, new)
            assert grown(first, second, old, [*path, new]) != (old, new)


def test_a_changed_past_is_found_out_whatever_was_changed() -> None:
    for changed in range(12):
        other = Tree([*LEAVES[:changed], "another", *LEAVES[changed + 1 :]])
        for first in range(changed + 1, 13):
            old, path = bytes.fromhex(TREE.root(first)), unhexed(other.consistency(first, 20))
            assert grown(first, 20, old, path) != (old, bytes.fromhex(other.root(20)))


def test_the_verifiers_own_ed25519_is_the_libraries() -> None:
    source = Random(1)
    for _ in range(4):
        signer, message = Signer(source.randbytes(32)), source.randbytes(50)
        signature = signer.sign(message)
        assert signed(signer.public, message, signature)
        assert not signed(signer.public, message + b".", signature)
        assert not signed(Signer(source.randbytes(32)).public, message, signature)
        assert not signed(signer.public, message, signature[:32] + bytes(32))
        assert not signed(signer.public, message, bytes(64))


def test_the_vector_of_rfc_8032() -> None:
    """Section 7.1, test 2."""
    key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert signed(bytes.fromhex(key), b"\x72", bytes.fromhex(signature))


# ---------------------------------------------------------------------------------------------------- in a room


def test_every_shoe_is_in_the_log_before_anybody_can_bet_on_it(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    table, other = sitting(room, "supreme-99"), sitting(room, "super-pan-9")
    seen = {table.view()["shoe"]["root"], other.view()["shoe"]["root"]}
    for _ in range(3):
        table.play_round()
        seen.add(table.view()["shoe"]["root"])
        assert room.log.entries()[-1]["root"] == table.view()["shoe"]["root"]
    assert {entry["root"] for entry in room.log.entries()} == seen
    assert [entry["shoe"] for entry in room.log.entries()] == sorted(entry["shoe"] for entry in room.log.entries())
    assert audit(database) == []
    again = opened(database)
    assert again.log.head() == room.log.head()


def test_processes_that_commit_to_shoes_at_once_write_one_log(
    postgresql: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Two rooms on one database, as two processes have them, and people who play at both."""
    tables = [sitting(opened(postgresql), "supreme-99") for _ in range(2)]

    def play(table: Any) -> None:
        for _ in range(4):
            table.play_round()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(play, table) for table in tables]:
            done.result(timeout=300)
    one, other = (table.room.log for table in tables)
    assert one.head() == other.head()
    assert sorted(entry["shoe"] for entry in one.entries()) == list(range(1, 11))
    assert audit(postgresql) == []


def test_who_reads_the_log_while_others_add_to_it_is_told_nothing_of_a_log_set_back(
    postgresql: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the head that a reader has read and what it was seen to be, two shoes and another reader come."""
    room = opened(postgresql)
    ann = room.people.guest("Ann")
    room.open_table(ann, "super-pan-9", {}, "one")
    real, grown_to = trusted.check, list[int]()

    def slow(*given: Any) -> None:
        monkeypatch.setattr(trusted, "check", real)
        with ThreadPoolExecutor(1) as pool:
            for name in ("two", "three"):
                pool.submit(room.open_table, ann, "super-pan-9", {}, name).result(timeout=300)
            grown_to.append(pool.submit(room.log.head).result(timeout=300)["size"])
        real(*given)

    monkeypatch.setattr(trusted, "check", slow)
    assert (room.log.head()["size"], grown_to) == (1, [3])
    with room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE chains SET seq = 2 WHERE chain = -1")
    with pytest.raises(Broken):
        room.log.head()


def test_a_proof_carries_its_place_in_the_log_and_the_log_its_growth(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    room = opened(sqlite)
    table = sitting(room, "supreme-99")
    noted = room.log.head()
    for _ in range(4):
        table.play_round()
    proof = room.proof(1).json()
    growth = room.log.growth(noted["size"])
    assert list(log_faults(proof)) == []
    assert list(growth_faults(growth, (noted["size"], noted["root"]), proof)) == []
    for name, content in (("proof", proof), ("growth", growth)):
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    files = [str(folder / "proof.json"), "--growth", str(folder / "growth.json"), "--head"]
    assert main([*files, f"{noted['size']}:{noted['root']}"]) == 0
    assert "its 5 entries begin with the 1 that was there before" in capsys.readouterr().out
    assert main([*files, f"{noted['size']}:{'0' * 64}"]) == 1
    assert main([files[0], "--head", f"{noted['size']}:{noted['root']}"]) == 1
    assert "--growth" in capsys.readouterr().out


def test_a_log_of_one_entry_is_told_of_in_the_singular(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    room = opened(sqlite)
    sitting(room, "super-pan-9")
    proof, entries = room.proof(1).json(), room.log.entries()
    given = {"proof": proof, "growth": room.log.growth(1), "entries": entries, "none": []}
    for name, content in given.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    files = [str(folder / "proof.json"), "--growth", str(folder / "growth.json"), "--entries"]
    assert main([*files, str(folder / "entries.json")]) == 0
    said = capsys.readouterr().out
    assert "Log: its 1 entry gives its head" in said
    assert "Log: its 1 entry begins with the 1 that was there before." in said
    assert main([*files, str(folder / "none.json")]) == 1
    assert "of 1 entry under the head that the shoe is in 0 are given" in capsys.readouterr().out


@pytest.mark.parametrize("bad", [0, -1, 7])
def test_heads_that_there_are_not_are_refused(bad: int, sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    sitting(room, "super-pan-9")
    for ask in (room.log.head, room.log.growth, lambda size: room.log.inclusion(1, size)):
        with pytest.raises(HousewayError):
            ask(bad)
    with pytest.raises(HousewayError):
        room.log.inclusion(99)


# ---------------------------------------------------------------------------------------------------- houses that cheat


class Forked:
    """Another log of the same house, whole in itself and signed: one shoe has another root."""

    def __init__(self, log: Log, shoe: int, root: str, signer: Signer) -> None:
        self._entries = [{**entry, "root": root} if entry["shoe"] == shoe else entry for entry in log.entries()]
        self._tree = Tree([leaf_of(each) for each in self._entries])
        self._signer = signer

    def head(self, size: int) -> dict[str, Any]:
        told = {"at": self._entries[size - 1]["at"], "root": self._tree.root(size), "size": size}
        signature = self._signer.sign(MESSAGE + canonical(told).encode()).hex()
        return {**told, "key": self._signer.public.hex(), "signature": signature}

    def inclusion(self, shoe: int) -> dict[str, Any]:
        index = [entry["shoe"] for entry in self._entries].index(shoe)
        size = len(self._entries)
        after = {"after": self._entries[index]["after"]}
        return {"index": index, "path": self._tree.inclusion(index, size), "head": self.head(size), **after}

    def growth(self, first: int) -> dict[str, Any]:
        size = len(self._entries)
        told = {"size": first, "root": self._tree.root(first)}
        return {"first": told, "second": self.head(size), "path": self._tree.consistency(first, size)}


def test_a_house_that_shows_two_people_two_logs_is_found_out_when_they_meet(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Each log is whole in itself. Neither goes on from the head of the other, and both are signed by one key."""
    room = opened(sqlite)
    table = sitting(room, "supreme-99")
    for _ in range(5):
        table.play_round()
    two = Forked(room.log, 2, "ab" * 32, room.signer)
    proof = room.proof(2).json()
    assert list(log_faults(proof)) == []
    shown = proof | {"root": "ab" * 32, "log": two.inclusion(2)}
    assert list(log_faults(shown)) == [], "in itself it holds"
    mine, theirs = room.log.head(4), two.head(4)
    for size in range(2, 6):
        growth = two.growth(size)
        assert list(growth_faults(growth)) == []
        assert list(growth_faults(growth, (mine["size"], mine["root"])))
        assert list(growth_faults(growth | {"first": {"size": size, "root": room.log.head(size)["root"]}}))
    assert list(log_faults(shown | {"log": proof["log"]})), "nor is the other root in the log of everybody else"
    for head in (mine, theirs):
        told = MESSAGE + canonical({key: head[key] for key in ("at", "root", "size")}).encode()
        assert signed(room.signer.public, told, bytes.fromhex(head["signature"])), "the house has signed both"
    assert (mine["size"], mine["root"]) != (theirs["size"], theirs["root"])


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM journal WHERE chain = -1 AND seq = 1", "entries are missing"),
        ("UPDATE journal SET body = replace(body, '\"shoe\":2', '\"shoe\":1') WHERE chain = -1", "once more"),
        ("DELETE FROM journal WHERE chain = -1 AND seq > 1", "is not in the log of roots"),
    ],
)
def test_a_log_that_was_changed_on_disk_is_found_out(
    statement: str, says: str, sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    sitting(room, "supreme-99").play_round()
    room.close()
    with sqlite3.connect(folder / "room.db") as connection:
        connection.execute(statement)
    connection.close()
    assert any(says in str(finding) for finding in audit(sqlite))


def test_a_log_tells_of_which_shoe_a_round_was(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    """Each entry tells after which round of its table it came; the record of another shoe is refused by it."""
    room = opened(sqlite)
    tables = [sitting(room, "supreme-99"), sitting(room, "super-pan-9")]
    for table in (*tables, *tables, tables[0]):
        table.play_round()
    entries = [{key: each[key] for key in LEAF} for each in room.log.entries()]
    assert [each["after"] for each in entries if each["table"] == 1] == [0, 1, 3, 5]
    records = [room.record(each["round"]) for table in tables for each in room.history(table.table)]
    for record in records:
        assert not list(entry_faults(entries, room.proof(record["shoe"]).json(), records))
    (third,) = [each for each in records if each["round"] == 3]
    assert list(turn_faults(entries, [third | {"shoe": third["shoe"] + 5}]))
    assert list(turn_faults(entries, [third | {"round": 5}])), "nor one that was dealt from the next shoe"
    proof = room.proof(third["shoe"]).json()
    assert not list(after_faults(third, proof))
    assert list(after_faults(third | {"round": 1}, proof)), "nor one before its shoe, without the entries too"
    assert list(log_faults(proof | {"log": proof["log"] | {"after": 0}})), "which nobody tells otherwise"


@pytest.mark.parametrize("after", [(6, 6), (6, 7), (7, 6), (6, None)])
def test_one_round_is_not_logged_as_of_two_shoes(after: tuple[int, int | None]) -> None:
    """Ann and Bob sit at one table in round 7, and are shown shoe 3 and shoe 4: the same entries refuse one of them."""
    told = [{"after": 0, "shoe": 1, "table": 1}]
    told += [{"shoe": 3 + at, "table": 1, **({} if each is None else {"after": each})} for at, each in enumerate(after)]
    faults = [list(turn_faults(told, [{"round": 7, "table": 1, "shoe": shoe}])) for shoe in (3, 4)]
    assert any(faults), faults


def test_the_audit_knows_of_which_shoe_a_round_was(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, plain = opened(sqlite), log.append
    table = sitting(room, "supreme-99")
    table.play_round()
    for lie in (lambda after: after - 1, lambda after: after + 1, lambda after: None):
        monkeypatch.setattr(log, "append", lambda *given, lie=lie: plain(*given[:4], lie(given[4])))
        table.play_round()
    monkeypatch.setattr(log, "append", plain)
    table.play_round()
    found = [str(finding) for finding in audit(sqlite)]
    assert [each.partition(": ")[0] for each in found] == [f"the log of roots, entry {at}" for at in (3, 4, 5)]


def test_a_log_that_is_gone_or_was_begun_anew_is_found(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any checkpoint has covered it; the room is not opened without, and what a house begins anew is found."""
    room = opened(sqlite)
    sitting(room, "supreme-99").play_round()
    with sqlite3.connect(folder / "room.db") as connection:
        for table in ("journal", "chains", "sealed"):
            connection.execute(f"DELETE FROM {table} WHERE chain = -1")
        connection.execute("DELETE FROM log_nodes")
    connection.close()
    assert "shoe 1: is not in the log of roots" in map(str, audit(sqlite))
    room.close()
    with pytest.raises(HousewayError, match="its log of roots has no entries, and tables were opened; put it back"):
        opened(sqlite)
    monkeypatch.setattr(log, "_check_not_behind", lambda *_: None)
    opened(sqlite).close()
    assert any("the log was written anew" in str(finding) for finding in audit(sqlite))


def test_a_log_that_is_set_back_is_not_added_to(database: str, opened: Callable[..., Room]) -> None:
    """A head that was told is not followed by another of its size."""
    room = opened(database)
    ann = room.people.guest("Ann")
    for name in ("one", "two"):
        room.open_table(ann, "super-pan-9", {}, name)
    assert room.log.head()["size"] == 2
    with room.store.transaction() as connection:
        (first,) = connection.exec_driver_sql("SELECT hash FROM journal WHERE chain = -1 AND seq = 1").one()
        connection.exec_driver_sql("DELETE FROM journal WHERE chain = -1 AND seq = 2")
        connection.exec_driver_sql(f"UPDATE chains SET seq = 1, hash = '{first}' WHERE chain = -1")
        connection.exec_driver_sql("DELETE FROM log_nodes WHERE place = 1 OR level = 1")
    for telling in (lambda: room.open_table(ann, "super-pan-9", {}, "three"), room.log.head):
        with pytest.raises(Broken, match="was set back or rewritten"):
            telling()


# ---------------------------------------------------------------------------------------------------- sealed orders


def rows_of(folder: Path) -> list[tuple[int, bytes, bytes, int]]:
    with sqlite3.connect(folder / "room.db") as connection:
        rows = connection.execute("SELECT id, cards, salts, ended FROM shoes ORDER BY id").fetchall()
    connection.close()
    return rows


def test_the_order_of_a_shoe_in_use_lies_sealed_in_the_database(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "supreme-99")
    table.ready()
    live = room._live[table.table].commitment
    on_disk = (folder / "room.db").read_bytes()
    assert bytes(live.order) not in on_disk
    assert not any(salt in on_disk for salt in live.salts)
    while table.answer():
        pass
    table.play_round()
    first, *_, last = rows_of(folder)
    assert (first[1], bool(first[2]), first[3]) == (bytes(live.order), True, 1), "open when it has ended"
    assert (last[2], last[3]) == (b"", 0)
    assert (folder / "room.db").stat().st_mode & 0o077 == 0
    room.close()
    assert audit(sqlite) == []


def test_an_order_under_another_key_or_changed_is_not_dealt_from(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.play_round()
    room.close()
    with sqlite3.connect(folder / "room.db") as connection:
        (cards,) = connection.execute("SELECT cards FROM shoes").fetchone()
        connection.execute("UPDATE shoes SET cards = ?", (cards[:40] + bytes([cards[40] ^ 1]) + cards[41:],))
    connection.close()
    with pytest.raises(HousewayError, match="table 1 is refused"):
        opened(sqlite).view(table.table, None)
    assert any("do not open to its root" in str(finding) for finding in audit(sqlite))


def test_who_audits_without_the_key_is_told_what_could_not_be_read(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    for _ in range(2):
        table.play_round()
    room.close()
    (folder / "room.db.key").rename(folder / "elsewhere")
    told = report(sqlite, How(public=room.signer.public.hex()))
    assert told.findings == []
    assert any("shoe 1" in str(note) and "sealed" in str(note) for note in told.notes)


def test_a_shoe_in_use_is_sealed_anew_under_a_new_key(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    from houseway.room.store.keyring import Keyring
    from houseway.room.store.signatures import rotate

    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.play_round()
    before = rows_of(folder)[0][1]
    with room.store.transaction() as connection:
        rotate(connection, Keyring.of(sqlite), "2026-01-01T00:00:00.000+00:00", "ops")
    room.store.close()
    assert rows_of(folder)[0][1] != before
    sitting.back(opened(sqlite), table.table, table.people, 3).play_round()


def test_what_the_database_keeps_is_the_tree_over_all_entries(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Heads, paths and growth for every size, as a tree that has read everything gives them."""
    room = opened(database)
    table = sitting(room, "supreme-99", people=1)
    for _ in range(7):
        table.play_round()
    entries = room.log.entries()
    tree = Tree([leaf_of(each) for each in entries])
    for size in range(1, len(entries) + 1):
        assert room.log.head(size)["root"] == tree.root(size)
        assert room.log.growth(size)["path"] == tree.consistency(size, len(entries))
        for index in range(size):
            assert room.log.inclusion(entries[index]["shoe"], size)["path"] == tree.inclusion(index, size)
    room.close()
    assert audit(database) == []


def _noted(statements: list[str], _connection: Any, _cursor: Any, statement: str, *_given: Any) -> None:
    statements.append(statement)


def test_a_proof_reads_no_more_of_a_long_log_than_of_a_short_one(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Rows that a fresh process asks for: they grow with the number of digits of the log's size, not with its size."""
    room = opened(sqlite)
    asked = []
    for shoes in (8, 64):
        size = room.log.head()["size"]
        with room.store.transaction() as connection:
            for number in range(1 + size, 1 + shoes):
                log.append(connection, 1, NewShoe(number, f"{number:064x}", 52), journal.stamp())
        statements: list[str] = []
        fresh = Log(room.store, room.signer)
        listening = partial(_noted, statements)
        event.listen(room.store.engine, "before_cursor_execute", listening)
        fresh.inclusion(3)
        event.remove(room.store.engine, "before_cursor_execute", listening)
        asked.append(len(statements))
    assert asked[1] <= asked[0] + 4
    room.store.close()


def test_a_line_of_the_log_tells_how_many_cards_its_shoe_has(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, plain = opened(sqlite), log.append

    def fewer(connection: Any, table: int, shoe: Any, *more: Any) -> None:
        plain(connection, table, shoe._replace(size=shoe.size - 1), *more)

    sitting(room, "super-pan-9")
    assert audit(sqlite) == []
    monkeypatch.setattr(log, "append", fewer)
    sitting(room, "super-pan-9")
    assert [each.what for each in audit(sqlite)] == [
        "tells of shoe 2 another number of cards than the journal of its table"
    ]
