"""Entries that only the room can write: whoever has the database and the code, but not the key, is found out.

Each attack forges hashes, heads, money and rows so that nothing but the signature is wrong.
"""

import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Room, Stopped
from houseway.room.audit import room as judged
from houseway.room.audit.room import How, audit, report
from houseway.room.evidence.signing import Signer, verify
from houseway.room.people import people
from houseway.room.people.accounts import Accounts
from houseway.room.people.passwords import fingerprint
from houseway.room.store import backup as copies
from houseway.room.store import checkpointing, checkpoints, journal, signatures
from houseway.room.store.backup import restore
from houseway.room.store.checkpoints import MESSAGE, Line
from houseway.room.store.database import engine_for
from houseway.room.store.journal import ENTRY, canonical, link
from houseway.room.store.keyring import Keyring
from houseway.room.store.signatures import PROOF

Change = Callable[[sqlite3.Connection], object]
UNSIGNED = "is not signed with the room's key: somebody else has written it"
OLDER = Path(__file__).with_name("data") / "older-room.gz"


@pytest.fixture(scope="module")
def clean(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a room with a manager, a dealer with a session, and two guests who played a round."""
    folder = tmp_path_factory.mktemp("clean")
    room = Room.open(f"sqlite:///{folder}/room.db", draw=random.Random(8).randrange)
    dora = room.people.add("Dora", "dealer", people.HASHER.hash("nine of hearts"), by="command: tests")
    room.people.session(dora)
    sitting(room, "super-pan-9").play_round()
    room.close()
    assert audit(f"sqlite:///{folder}/room.db") == []
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def attacked(clean: dict[str, bytes], sqlite: str, folder: Path) -> Callable[..., list[str]]:
    """Change a room behind its back, and leave its checkpoints behind; what the audit says then."""

    def attack(change: Change, **how: Any) -> list[str]:
        for name, content in clean.items():
            (folder / name).write_bytes(content)
            (folder / name).chmod(0o600)
        (folder / "room.db.checkpoints").unlink()  # who has these too is not helped: entries are signed one by one
        connection = sqlite3.connect(folder / "room.db")
        with connection:
            connection.execute("DELETE FROM checkpoints")
            connection.execute("DELETE FROM sealed")
            change(connection)
        connection.close()
        return [str(finding) for finding in audit(sqlite, How(**how))]

    return attack


def rows_of(connection: sqlite3.Connection, chain: int) -> list[tuple[int, str, str]]:
    query = "SELECT seq, body, signature FROM journal WHERE chain = ? ORDER BY seq"
    return connection.execute(query, (chain,)).fetchall()


def rewrite(connection: sqlite3.Connection, chain: int, bodies: list[tuple[str, str | None]]) -> None:
    """A chain anew from these bodies and signatures, each hash and the head right."""
    connection.execute("DELETE FROM journal WHERE chain = ?", (chain,))
    before, seq = journal.START, 0
    for seq, (body, signature) in enumerate(bodies, 1):
        before = link(before, chain, seq, body)
        row = (chain, seq, body, before, signature)
        connection.execute("INSERT INTO journal (chain, seq, body, hash, signature) VALUES (?, ?, ?, ?, ?)", row)
    connection.execute("UPDATE chains SET seq = ?, hash = ? WHERE chain = ?", (seq, before, chain))


def append(connection: sqlite3.Connection, body: dict[str, Any]) -> int:
    """An entry at the end of the room's chain under the signature of the one before; its number."""
    rows = [(text, signature) for _, text, signature in rows_of(connection, 0)]
    last = json.loads(rows[-1][0])
    rewrite(connection, 0, [*rows, (canonical({"at": last["at"], **body}), rows[-1][1])])
    return len(rows) + 1


def ten_million(connection: sqlite3.Connection) -> None:
    cents = 10_000_000_00
    seq = append(connection, {"kind": "chips", "id": 3, "chips": cents, "had": 0})
    number = connection.execute("INSERT INTO transactions (chain, seq, what) VALUES (0, ?, 'chips')", (seq,)).lastrowid
    for account, gain in (("person:3", cents), ("chips", -cents)):
        connection.execute(
            'INSERT INTO postings ("transaction", account, cents) VALUES (?, ?, ?)', (number, account, gain)
        )
        connection.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (gain, account))


def second_manager(connection: sqlite3.Connection) -> None:
    digest = people.HASHER.hash("an open door")
    told = {"kind": "person", "id": 99, "name": "Eve", "role": "manager", "guest": False, "by": 1, "chips": 0}
    append(connection, told | {"password": fingerprint(digest), "provisional": False})
    row = (99, "Eve", "eve", "manager", False, digest, False, 0, 0.0)
    connection.execute("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', 9, 'no seal')", row)
    connection.execute("INSERT INTO identities (person, skeleton, made_by, own_password) VALUES (99, 'eve', 1, 0)")


def planted_session(connection: sqlite3.Connection, *, told: bool) -> None:
    until = time.time() + 1e6
    connection.execute("INSERT INTO sessions (token, person, expires) VALUES ('planted', 1, ?)", (until,))
    if told:
        append(connection, signatures.session_entry(1, "planted", until, None) | {"by": 1})


def another_password(connection: sqlite3.Connection, *, told: bool) -> None:
    digest = people.HASHER.hash("an open door")
    connection.execute("UPDATE people SET password = ?, provisional = 0 WHERE id = 1", (digest,))
    connection.execute("UPDATE identities SET own_password = 1 WHERE person = 1")
    if told:
        append(connection, {"kind": "password", "id": 1, "password": fingerprint(digest), "by": 1})


def without_an_entry(connection: sqlite3.Connection) -> None:
    """Nobody ever got a bot away: one entry of a table gone, the rest moved up."""
    rows = rows_of(connection, 1)
    rewrite(connection, 1, [(body, signature) for seq, body, signature in rows if seq != 3])


def other_order(connection: sqlite3.Connection) -> None:
    rows = [(body, signature) for _, body, signature in rows_of(connection, 1)]
    rewrite(connection, 1, [rows[0], rows[2], rows[1], *rows[3:]])


def other_time(connection: sqlite3.Connection, at: str) -> None:
    rows = [(json.loads(body), signature) for _, body, signature in rows_of(connection, 1)]
    rows[2][0]["at"] = at
    rewrite(connection, 1, [(canonical(body), signature) for body, signature in rows])


def signatures_gone(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE journal SET signature = NULL")


def of_old(connection: sqlite3.Connection) -> None:
    """As if the room had never signed."""
    rows = [body for _, body, _ in rows_of(connection, 0) if json.loads(body)["kind"] != "key"]
    rewrite(connection, 0, [(body, None) for body in rows])
    connection.execute("UPDATE journal SET signature = NULL")
    connection.execute("DELETE FROM room_keys")


def own_key(connection: sqlite3.Connection) -> None:
    """All of it signed, with a key of the forger's."""
    forger = Signer.fresh()
    first = json.loads(rows_of(connection, 0)[0][1]) | {"public": forger.public.hex()}
    said = {key: value for key, value in first.items() if key != "proof"}
    first["proof"] = forger.sign(PROOF + canonical(said).encode()).hex()
    rest = [(body, signature) for _, body, signature in rows_of(connection, 0)[1:]]
    rewrite(connection, 0, [(canonical(first), ""), *rest])
    for chain, seq, hash_ in connection.execute("SELECT chain, seq, hash FROM journal").fetchall():
        signature = forger.sign(ENTRY + hash_.encode()).hex()
        connection.execute("UPDATE journal SET signature = ? WHERE chain = ? AND seq = ?", (signature, chain, seq))
    connection.execute("UPDATE room_keys SET public = ?", (forger.public.hex(),))
    connection.execute("UPDATE chains SET key = ?", (forger.name,))


ATTACKS: dict[str, tuple[Change, tuple[str, ...]]] = {
    "$10,000,000 of chips": (ten_million, (UNSIGNED, "was given $10,000,000.00")),
    "a second manager": (second_manager, (UNSIGNED,)),
    "a session": (lambda c: planted_session(c, told=False), ("person 1: has a session that no entry tells of",)),
    "a session with its entry": (lambda c: planted_session(c, told=True), (UNSIGNED,)),
    "a password": (lambda c: another_password(c, told=False), ("has another password",)),
    "a password with its entry": (lambda c: another_password(c, told=True), (UNSIGNED,)),
    "an entry gone": (without_an_entry, (UNSIGNED,)),
    "another order": (other_order, (UNSIGNED,)),
    "an earlier time": (
        lambda c: other_time(c, "2001-01-01T00:00:00.000+00:00"),
        (UNSIGNED, "table 1, entry 3: is dated 2001-01-01T00:00:00+00:00, before an entry that it follows"),
    ),
    "a later time": (lambda c: other_time(c, "2199-01-01T00:00:00.000+00:00"), (UNSIGNED, "which is still to come")),
    "no signatures": (signatures_gone, (UNSIGNED,)),
    "a room of old": (of_old, ("signs, and the journal names none: it was rewritten",)),
    "another key": (own_key, ("the journal is signed with a key that is not in",)),
    "a code that is not asked for": (
        lambda c: c.execute("UPDATE sessions SET stage = NULL, expires = expires + 1"),
        ("has a session until",),
    ),
    "a session gone": (lambda c: c.execute("DELETE FROM sessions"), ("has lost a session without an entry",)),
    "a second factor": (
        lambda c: c.execute("INSERT INTO factors (person, sealed, step) VALUES (2, x'00', 0)"),
        ("person 2: has a second factor by the database alone",),
    ),
    "a setting": (
        lambda c: c.execute("INSERT INTO room_settings VALUES ('second-factor', 'nobody')"),
        ("the room's settings: are",),
    ),
    "the list of keys": (lambda c: c.execute("DELETE FROM room_keys"), ("are not listed as the journal has them",)),
    "a one-time password for good": (
        lambda c: c.execute("UPDATE people SET provisional = 0"),
        ("has a one-time password by the journal alone",),
    ),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_written_without_the_key_is_found(attack: str, attacked: Callable[..., list[str]]) -> None:
    change, says = ATTACKS[attack]
    found = attacked(change)
    for each in says:
        assert any(each in finding for finding in found), found


def test_without_its_checkpoints_an_untouched_room_holds(attacked: Callable[..., list[str]]) -> None:
    assert attacked(lambda _: None) == []


def test_a_journal_that_was_made_to_look_older_is_not_opened_and_signed_anew(
    attacked: Callable[..., list[str]], sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    attacked(of_old)
    key = (folder / "room.db.key").read_bytes()
    with pytest.raises(HousewayError, match="signs, and the journal names none"):
        opened(sqlite)
    attacked(own_key)
    with pytest.raises(HousewayError, match="which is not in"):
        opened(sqlite)
    assert (folder / "room.db.key").read_bytes() == key


def test_who_has_no_key_file_checks_by_the_public_key(
    attacked: Callable[..., list[str]], folder: Path, sqlite: str
) -> None:
    assert attacked(lambda _: None) == []
    public = Keyring.at(folder / "room.db.key").signers[-1].public.hex()
    nowhere = folder / "nowhere.key"
    assert attacked(lambda _: None, key=nowhere, public=public) == []
    assert UNSIGNED in str(attacked(second_manager, key=nowhere, public=public))
    assert "is not among them" in str(attacked(own_key, key=nowhere, public=public))
    assert attacked(own_key, key=nowhere) == [], "a forger's own key is taken for the room's by who knows no other"
    notes = report(sqlite, How(key=nowhere)).notes
    assert any("compare --public-key" in note.what for note in notes), notes


def test_an_outsider_checks_an_entry_with_the_public_key_alone(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    with room.store.transaction() as connection:
        (hash_, signature), *_ = connection.exec_driver_sql("SELECT hash, signature FROM journal").all()
    assert verify(room.signer.public, b"houseway entry\n" + hash_.encode(), bytes.fromhex(signature))
    assert not verify(Signer.fresh().public, b"houseway entry\n" + hash_.encode(), bytes.fromhex(signature))


# ---------------------------------------------------------------------------------------------------- the key


def test_rfc_8032_section_7_1() -> None:
    """Test 2 of the RFC: one key, one byte, its signature."""
    signer = Signer(bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    assert signer.public.hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    assert signer.sign(b"\x72").hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )


def test_two_rooms_of_one_name_never_share_a_key(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    first = room.signer.public
    room.close()
    (folder / "room.db").unlink()
    again = opened(sqlite)
    assert again.signer.public != first
    kept = [file for file in folder.iterdir() if file.name.startswith("room.db.key.")]
    assert [Keyring.at(file).signers[0].public for file in kept] == [first], "the key before is set aside, not lost"
    again.close()
    assert audit(sqlite) == []
    with pytest.raises(HousewayError, match="another room's: name a file that is not there yet"):
        opened(f"sqlite:///{folder}/third.db", key=folder / "room.db.key")


def test_two_servers_with_a_database_of_one_name_have_two_keys(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    paths = {Keyring.of(f"postgresql+psycopg://{host}/room").path for host in ("a", "b", "a:5433", "a:5432")}
    assert len(paths) == 3


def test_the_key_is_for_its_owner_alone_and_a_room_without_it_does_not_open(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    opened(sqlite).close()
    file = folder / "room.db.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for mode in (0o644, 0o640, 0o604):
        file.chmod(mode)
        with pytest.raises(HousewayError, match="chmod 600"):
            Keyring.of(sqlite)
    with pytest.raises(HousewayError, match="it is no file"):
        Keyring.at(Path("/dev/zero"))
    file.chmod(0o644)
    with pytest.raises(HousewayError, match="chmod 600"):
        opened(sqlite)
    file.chmod(0o600)
    file.rename(folder / "elsewhere.key")
    with pytest.raises(HousewayError, match="name it by --key or HOUSEWAY_KEY") as fault:
        opened(sqlite)
    secret = (folder / "elsewhere.key").read_text().split()[1]
    assert secret not in str(fault.value)
    opened(sqlite, key=folder / "elsewhere.key").people.guest("Ann")
    file.write_text("no key at all\n")
    file.chmod(0o600)
    with pytest.raises(HousewayError, match="line 1 is no key"):
        opened(sqlite)


def test_a_key_of_another_user_is_none_of_the_rooms(
    sqlite: str, folder: Path, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(sqlite).close()
    of_another(folder / "room.db.key", monkeypatch)
    with pytest.raises(HousewayError, match=r"others may read or change the key .*room\.db\.key"):
        Keyring.of(sqlite)


@pytest.mark.parametrize("elsewhere", [True, False])
def test_the_lines_beside_a_key_are_its_owners_wherever_it_lies(
    elsewhere: bool, sqlite: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `--key`, and of a room on PostgreSQL."""
    url = sqlite if elsewhere else "postgresql+psycopg://nowhere/room"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    (folder / "houseway").mkdir()
    keys = Keyring.of(url, folder / "elsewhere.key" if elsewhere else None)
    keys.make()
    lines = keys.checkpoints
    for mode in (0o620, 0o602, 0o666):
        lines.touch()
        lines.chmod(mode)
        with pytest.raises(HousewayError, match=rf"others may change the file .*{lines.name}: chmod 600 it"):
            Keyring.at(keys.path)
    lines.chmod(0o644)
    assert [each.name for each in Keyring.at(keys.path).signers] == [each.name for each in keys.signers]
    assert stat.S_IMODE(lines.stat().st_mode) == 0o600
    of_another(lines, monkeypatch)
    with pytest.raises(HousewayError, match=f"the file .*{lines.name} is another user's"):
        Keyring.at(keys.path)


def of_another(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a file is said to be another user's."""
    own = Path.stat

    def told(path: Path, **more: Any) -> os.stat_result:
        found = own(path, **more)
        return os.stat_result((*found[:4], found.st_uid + 1, *found[5:])) if path == file else found

    monkeypatch.setattr(Path, "stat", told)


def test_a_line_that_the_room_has_not_signed_keeps_it_from_nothing_and_accuses_the_file_alone(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """One of another key, too; however many there are."""
    room = opened(sqlite)
    other, key = Signer.fresh(), room.signer.public.hex()
    (line,) = checkpoints.written(folder / "room.db.checkpoints")
    told = line.told | {"number": 10**6}
    by_other = canonical(told | {"key": other.public.hex()})
    strange = [
        Line("ab", canonical(told)),
        Line(line.signature, canonical({"number": 10**6, "room": key, "at": told["at"]})),
        Line(other.sign(MESSAGE + by_other.encode()).hex(), by_other),
        Line(other.sign(MESSAGE + canonical(told).encode()).hex(), canonical(told)),
    ]
    for each in strange * 40:
        checkpoints.write(folder / "room.db.checkpoints", each)
    for again in (False, True):
        room = opened(sqlite) if again else room
        room.people.guest("Ann")
        room.checkpoint()
        room.close()
        assert Keyring.of(sqlite).last_checkpoint([key]) == 2 + again
    found = report(sqlite)
    assert found.findings == []
    assert [str(each) for each in found.notes if "put them there" in str(each)] == [
        f"the file {folder}/room.db.checkpoints: has lines that none of the room's keys has signed (160): whoever can "
        "write to it has put them there, and nothing rests on them"
    ]
    with sqlite3.connect(folder / "room.db") as without_key:
        without_key.execute("DELETE FROM checkpoints WHERE id = 3")
    assert any("was set back" in str(each) for each in audit(sqlite)), "those that it has signed are held against it"


def test_a_process_that_looked_for_the_key_before_another_made_it_finds_it(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    early = Keyring.of(sqlite)
    assert early.signers == ()
    room = opened(sqlite)
    other = Room(engine_for(sqlite), early)
    assert other.signer.public == room.signer.public
    other.store.close()


def rotated(room: Room, keys: Keyring) -> None:
    with room.store.transaction() as connection:
        signatures.rotate(connection, keys, journal.stamp(), "command: tests")


@pytest.mark.parametrize("read", ["audit", "backup"])
def test_a_key_that_is_brought_while_the_room_is_copied_accuses_nobody(
    read: str, database: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """Just before the key file is read: an audit took the copy for another's, and a backup could not be opened."""
    room = opened(database)
    room.people.guest("Ann")
    room.close()

    def brought(module: Any, name: str) -> None:
        plain = getattr(module, name)

        def then(*given: Any) -> Any:
            monkeypatch.setattr(module, name, plain)
            store = signatures.open_store(database, None)
            with store.transaction() as connection:
                signatures.rotate(connection, Keyring.of(database), journal.stamp(), "command: tests")
            store.close()
            return plain(*given)

        monkeypatch.setattr(module, name, then)

    if read == "audit":
        brought(judged, "Trust")
        assert audit(database) == []
        assert audit(database) == []
        return
    brought(copies, "frozen")
    copies.backup(database, folder / "room.backup")
    (folder / "restored").mkdir()
    restored = f"sqlite:///{folder}/restored/room.db"
    restore(folder / "room.backup", restored)
    assert audit(restored) == []
    opened(restored).people.guest("Ben")


def test_another_key_is_brought_by_the_one_before_and_a_process_that_has_it_not_stops(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room, other = opened(database), opened(database)
    table = sitting(room, "super-pan-9")
    keys = Keyring.of(database)
    rotated(room, keys)
    for late in (room, other):
        for deed in (lambda late=late: late.people.guest("Late"), late.checkpoint):
            with pytest.raises(Stopped, match="another key"):
                deed()
    again = opened(database)
    assert again.signer.public == keys.signers[-1].public != room.signer.public
    table = sitting.back(again, table.table, table.people, 5)
    table.play_round()
    again.checkpoint()
    assert audit(database) == []
    for signer in keys.signers:
        assert audit(database, How(public=signer.public.hex(), key=Path("/nowhere"))) == []


def test_an_old_key_signs_nothing_after_another_was_brought(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    old = room.signer
    rotated(room, Keyring.of(sqlite))
    again = opened(sqlite)
    sitting.back(again, table.table, table.people, 5).play_round()
    again.close()
    assert audit(sqlite) == []
    connection = sqlite3.connect(folder / "room.db")
    with connection:
        seq, hash_ = connection.execute("SELECT seq, hash FROM chains WHERE chain = 1").fetchone()
        signature = old.sign(ENTRY + hash_.encode()).hex()
        connection.execute("UPDATE journal SET signature = ? WHERE chain = 1 AND seq = ?", (signature, seq))
        number, body = connection.execute("SELECT max(id), body FROM checkpoints").fetchone()
        forged = canonical(json.loads(body) | {"key": old.public.hex()})
        row = (forged, old.sign(checkpoints.MESSAGE + forged.encode()).hex(), number)
        connection.execute("UPDATE checkpoints SET body = ?, signature = ? WHERE id = ?", row)
    connection.close()
    (folder / "room.db.checkpoints").unlink()
    assert [UNSIGNED in each.what for each in audit(sqlite)] == [True, False]
    assert audit(sqlite)[1].what == "is not signed with the room's key"


# ---------------------------------------------------------------------------------------------------- rooms of old


def test_an_older_room_begins_to_sign_and_what_came_before_is_told_to_be_unsigned(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    restore(OLDER, sqlite)
    before = report(sqlite)
    assert before.findings == []
    assert any("nothing here is signed" in note.what for note in before.notes)
    room = opened(sqlite)
    room.people.guest("New Ned")
    room.close()
    after = report(sqlite)
    assert after.findings == []
    said = {note.where: note.what for note in after.notes}
    assert "were written before the room signed: only their hashes vouch for them" in said["the room's journal"]
    assert set(said) == {"the room's journal", *(f"table {n}" for n in range(1, 6))}
    connection = sqlite3.connect(folder / "room.db")
    with connection:
        rows = [(body, signature) for _, body, signature in rows_of(connection, 2)]
        told = json.loads(rows[4][0]) | {"luck": 1}
        rewrite(connection, 2, [*rows[:4], (canonical(told), None), *rows[5:]])
        connection.execute("DELETE FROM checkpoints")
    connection.close()
    (folder / "room.db.checkpoints").unlink()
    found = [str(finding) for finding in audit(sqlite)]
    assert any("is not what it was when the room's key was brought" in each for each in found), "frozen since then"


def test_sessions_of_an_older_room_stay_open_and_have_their_entries(
    sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    restore(OLDER, sqlite)
    connection = sqlite3.connect(folder / "room.db")
    token = people._hashed("a cookie")
    with connection:
        connection.execute("INSERT INTO sessions (token, person, expires) VALUES (?, 2, ?)", (token, time.time() + 1e5))
    connection.close()
    room = opened(sqlite)
    found = room.people.of_session("a cookie")
    assert found is not None
    assert found.id == 2
    assert audit(sqlite) == []


# ---------------------------------------------------------------------------------------------------- time


def test_times_that_run_backwards_are_told(sqlite: str, opened: Callable[..., Room]) -> None:
    """The room's own clock was set back: every signature is right, and the audit tells of it."""
    room = opened(sqlite)
    room.people._wall = lambda: time.time() - 3600
    room.people.guest("Ann")
    said = [finding.what for finding in audit(sqlite)]
    assert any("time ran backwards" in each for each in said), said
    assert any("and was not there at" in each for each in said), "nor does it fit the checkpoint before"


def test_an_entry_that_is_dated_otherwise_than_the_checkpoints_say_is_told(
    sqlite: str, opened: Callable[..., Room]
) -> None:
    room = opened(sqlite)
    room.people._wall = lambda: time.time() + 60
    room.people.guest("Ann")
    room.checkpoint()
    said = [finding.what for finding in audit(sqlite)]
    assert any("was signed at" in each and "already" in each for each in said), said


# ---------------------------------------------------------------------------------------------------- checkpoints


def test_checkpoints_follow_one_another_and_tell_only_what_has_moved(
    database: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(database)
    tables = [sitting(room, "super-pan-9") for _ in range(3)]
    room.checkpoint()
    tables[1].play_round()
    room.checkpoint()
    room.checkpoint()
    with room.store.transaction() as connection:
        rows = connection.exec_driver_sql("SELECT body, heads FROM checkpoints ORDER BY id").all()
    assert [json.loads(body)["number"] for body, _ in rows] == [1, 2, 3]
    assert list(json.loads(rows[-1][1])) == [str(tables[1].table)]
    assert len(rows[-1][0]) < 600
    assert audit(database) == []
    with room.store.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM checkpoints WHERE id = (SELECT min(id) FROM checkpoints)")
    assert "checkpoints are missing" in str(audit(database))


def test_a_checkpoint_line_is_verified_by_twelve_lines_of_python(sqlite: str, opened: Callable[..., Room]) -> None:
    """What docs/accounts.md shows an outsider, run apart from houseway."""
    room = opened(sqlite)
    with room.store.transaction() as connection:
        line = checkpointing.check_newest(connection, 1)
    code = (
        "import json, sys\n"
        "from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey\n"
        "signature, _, body = sys.stdin.read().strip().partition(' ')\n"
        "key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(sys.argv[1]))\n"
        "key.verify(bytes.fromhex(signature), b'houseway checkpoint\\n' + body.encode())\n"
        "print(json.loads(body)['number'])\n"
    )
    words = [sys.executable, "-c", code, room.signer.public.hex()]
    done = subprocess.run(words, input=str(line), capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_accounts_by_command_are_signed_too(sqlite: str, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    Accounts(room.store, room.people, "command: ann").add("Max", "manager")
    assert audit(sqlite) == []
