"""Old rounds and shoes go into a file, and nothing is lost by it: the audit and the verifier hold, and play goes on."""

import gzip
import hashlib
import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from honest import TURNS, Honest
from houseway.errors import Faulty, HousewayError
from houseway.room import Room
from houseway.room.archive import file, writing
from houseway.room.archive.reading import record_and_proof
from houseway.room.archive.writing import archive
from houseway.room.audit import chain
from houseway.room.audit import mark as audit_mark
from houseway.room.audit.room import Finding, How, audit, report
from houseway.room.books.own import wagers_of
from houseway.room.books.period import Period
from houseway.room.books.reading import read
from houseway.room.errors import Archived
from houseway.room.people import people
from houseway.room.store import archived, journal
from houseway.room.store.keyring import Keyring
from houseway.room.store.schema import ACCOUNTS, JOURNAL, PLAYED, POSTINGS, ROUNDS, SHOES, TRANSACTIONS
from houseway.room.store.signatures import open_store, rotate
from houseway.room.table import rounds
from houseway.verifier import checked

GAME = "supreme-99"
"""A new shoe every round."""

LATER = "9999-01-01"


@pytest.fixture(autouse=True)
def quick_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


@pytest.fixture
def played(database: str, opened: Callable[..., Room], sitting: Any) -> tuple[Room, Any]:
    """A room with four rounds at one table."""
    room = opened(database)
    table = sitting(room, GAME)
    for _ in range(4):
        Honest(table).play_round()
    room.checkpoint()
    return room, table


def count(room: Room, table: Any) -> int:
    with room.store.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def test_an_archived_room_holds_with_its_archive_and_without(
    database: str, played: tuple[Room, Any], folder: Path
) -> None:
    room, table = played
    before, target = count(room, JOURNAL), folder / "old.archive"
    proof, record = room.proof(2).json(), room.record(2)
    done = archive(room.store, target, LATER, "command: tests")
    assert (done.tables, done.rounds, done.shoes) == (1, 3, 2)
    assert count(room, JOURNAL) == before - done.entries + 1
    found = report(database)
    assert found.findings == []
    (note,) = found.notes
    assert f"entries 2 to {done.entries + 1} lie in archives, the last of them in old.archive" in note.what
    assert report(database, How(archives=[target])) == ([], [])
    assert [(each["round"], each.get("archived")) for each in room.history(table.table)] == [
        (4, None),
        (3, "old.archive"),
        (2, "old.archive"),
        (1, "old.archive"),
    ]
    for look in (lambda: room.round(2, None), lambda: room.record(1), lambda: room.proof(1)):
        with pytest.raises(Archived, match=r"lies in the archive old\.archive"):
            look()
    assert room.round(4, None).json()["round"] == 4
    found_again, put_back = record_and_proof(database, [target], 2)
    assert (found_again, put_back["openings"]) == (record, proof["openings"])
    wrong, right = checked([found_again], put_back, proof["root"], None, turns=TURNS)
    assert wrong == []
    assert right


def test_play_goes_on_and_is_archived_again(
    database: str, played: tuple[Room, Any], folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    room, table = played
    first, second = folder / "first", folder / "second"
    archive(room.store, first, LATER, "command: tests")
    for _ in range(2):
        Honest(table).play_round()
    room.close()
    again = opened(database)
    back = sitting.back(again, table.table, table.people, 9)
    Honest(back).play_round()
    assert audit(database) == []
    done = archive(again.store, second, LATER, "command: tests")
    assert done.rounds == 3
    Honest(back).play_round()
    assert audit(database) == []
    assert audit(database, How(archives=[first, second])) == []
    with pytest.raises(HousewayError, match="give all archives of the room, or none: first is missing"):
        audit(database, How(archives=[second]))
    assert record_and_proof(database, [first, second], 2)[0]["round"] == 2
    again.close()


def three_rounds(room: Room, sitting: Any, folder: Path) -> Path:
    """The file that three rounds of a room lie in."""
    table = sitting(room, GAME)
    for _ in range(3):
        Honest(table).play_round()
    target = folder / "old"
    archive(room.store, target, LATER, "command: tests")
    return target


def test_a_changed_byte_of_an_archive_is_found(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path
) -> None:
    room = opened(sqlite)
    target = three_rounds(room, sitting, folder)
    room.close()
    content = target.read_bytes()
    for place in (0, 9, len(content) // 2, len(content) - 1):
        target.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert [finding.where for finding in audit(sqlite, How(archives=[target]))] == ["archive old"], place
    target.write_bytes(content)
    assert audit(sqlite, How(archives=[target])) == []


def test_no_changed_byte_of_an_archive_is_told_other_than_in_words(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path
) -> None:
    """Wherever it lies: in a code of the compression, too."""
    target = three_rounds(opened(sqlite), sitting, folder)
    content, whole = target.read_bytes(), file.read(target)
    for place in range(10, len(content), 7):
        target.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with suppress(HousewayError):
            found = file.read(target)  # a bit that the compression does not use: it holds the same, and is not the file
            assert found.rows == whole.rows
            assert found.sha256 != whole.sha256


HEAD = b'{"format": "houseway-archive-1"}\n'
EMPTY = b'["journal", [1, 2, "", "", ""]]\n'


def test_a_file_that_the_room_does_not_name_is_not_unpacked(
    sqlite: str, opened: Callable[..., Room], folder: Path
) -> None:
    """Its hash tells: 64 MB of nothing in 64 KB were unpacked to find that they are no archive."""
    opened(sqlite).close()
    bomb = folder / "bomb"
    bomb.write_bytes(gzip.compress(HEAD + b" " * 2**26))
    (found,) = audit(sqlite, How(archives=[bomb]))
    assert (found.where, found.what) == (
        "archive bomb",
        "is not a file that this room has written, or a byte of it was changed: its SHA-256 is "
        + hashlib.sha256(bomb.read_bytes()).hexdigest(),
    )


@pytest.mark.parametrize("lines", [b" " * 2**24 + b"\n", EMPTY * 30_000], ids=["a line", "rows"])
def test_no_archive_unpacks_to_more_than_its_size_can_hold(lines: bytes, folder: Path) -> None:
    """Whoever writes the room's journal can name a bomb there, too; that of rows was whole, and was taken."""
    bomb = folder / "bomb"
    bomb.write_bytes(gzip.compress(HEAD + lines + json.dumps({"rows": lines.count(b"[1")}).encode()))
    with pytest.raises(Faulty, match="is no whole archive: it unpacks to more than an archive of its size can hold"):
        file.read(bomb)


def test_an_archive_is_far_from_what_its_size_can_hold(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path
) -> None:
    target = three_rounds(opened(sqlite), sitting, folder)
    size, found = target.stat().st_size, file.read(target)
    assert size > 4 * file.LEAST * len(found.rows)
    assert len(gzip.decompress(target.read_bytes())) < size * file.RATIO / 10


def test_an_archive_that_does_not_fit_into_the_memory_is_refused_in_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Any) -> None:
        raise MemoryError

    (folder / "large").write_bytes(gzip.compress(HEAD + b'{"rows": 0}\n'))
    assert file.read(folder / "large").rows == []
    monkeypatch.setattr(json, "loads", full)
    with pytest.raises(Faulty, match="it does not fit into the memory"):
        file.read(folder / "large")


@pytest.mark.parametrize(
    "lines",
    [
        b"",
        b'{"rows": 0}\n',
        HEAD,
        HEAD + b'{"rows": 1}\n',
        HEAD + b'{"rows": 0}\nnull\n',
        HEAD + b'["journal", [1, 2, "", ""]]\n{"rows": 1}\n',
        HEAD + b'["people", [1, 2, 3]]\n{"rows": 1}\n',
    ],
)
def test_what_is_no_whole_archive_is_refused(lines: bytes, folder: Path) -> None:
    (folder / "none").write_bytes(gzip.compress(lines))
    with pytest.raises(Faulty, match="is no whole archive"):
        file.read(folder / "none")


def test_rows_that_archived_entries_have_made_stay_as_they_were(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path
) -> None:
    room = opened(sqlite)
    table = sitting(room, GAME)
    for _ in range(3):
        Honest(table).play_round()
    archive(room.store, folder / "old", LATER, "command: tests")
    for change in (
        update(PLAYED).where(PLAYED.c.round == 1).values(seat=PLAYED.c.seat + 1),
        update(ROUNDS).where(ROUNDS.c.id == 1).values(position=1),
        update(SHOES).where(SHOES.c.id == 1).values(root="0" * 64),
    ):
        with room.store.transaction() as connection:
            connection.execute(change)
        says = [finding.what for finding in audit(sqlite)]
        assert any("is not listed as it was when they went into the archive old" in each for each in says), change
    room.close()


class Lost(Exception):
    """The process ends here."""


@pytest.mark.parametrize("at", ["write", "_check_back", "_take_out"])
def test_a_crash_in_between_loses_nothing(
    at: str, sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was reached, the database is whole; a file that is left holds a second copy, and is not written over."""
    room = opened(sqlite)
    table = sitting(room, GAME)
    for _ in range(3):
        Honest(table).play_round()
    before, target = count(room, JOURNAL), folder / "old"
    where: Any = file if at == "write" else writing
    real = vars(where)[at]

    def dies(*given: Any) -> None:
        real(*given)
        raise Lost

    with monkeypatch.context() as deadly:
        deadly.setattr(where, at, dies)
        with pytest.raises(Lost):
            archive(room.store, target, LATER, "command: tests")
    assert count(room, JOURNAL) == before
    assert report(sqlite) == ([], [])
    assert room.round(1, None).json()["round"] == 1
    with pytest.raises(HousewayError, match="is there already"):
        archive(room.store, target, LATER, "command: tests")
    archive(room.store, folder / "new", LATER, "command: tests")
    assert audit(sqlite, How(archives=[folder / "new"])) == []
    room.close()


def test_nothing_goes_before_the_file_holds_it(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that writes something else than it was given is found when the file is read back."""
    room = opened(sqlite)
    table = sitting(room, GAME)
    for _ in range(3):
        Honest(table).play_round()
    before = count(room, JOURNAL)
    real = file.write

    def spoils(path: Path, head: dict[str, Any], rows: list[file.Row]) -> str:
        return real(path, head, rows[:-1])

    monkeypatch.setattr(file, "write", spoils)
    with pytest.raises(HousewayError, match="does not hold what was written to it: nothing was taken out"):
        archive(room.store, folder / "old", LATER, "command: tests")
    assert count(room, JOURNAL) == before
    room.close()


def test_what_is_amended_later_or_too_new_stays(
    sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path
) -> None:
    room = opened(sqlite)
    table = sitting(room, GAME)
    for _ in range(4):
        Honest(table).play_round()
    with pytest.raises(HousewayError, match="nothing from before 1999-01-01 can be archived"):
        archive(room.store, folder / "none", "1999-01-01", "command: tests")
    staff = [
        room.people.add(name, "dealer", people.HASHER.hash("a long password"), by="command: tests")
        for name in ("Di", "Do")
    ]
    asked = table.do(staff[0], "request", round=3, what="void", reason="a misdeal").version
    assert archive(room.store, folder / "two", LATER, "command: tests").rounds == 2
    with pytest.raises(Archived, match="round 2 lies in the archive two"):
        table.do(staff[0], "request", round=2, what="void", reason="a misdeal")
    table.do(staff[1], "approve", request=asked)
    assert audit(sqlite) == []
    assert audit(sqlite, How(archives=[folder / "two"])) == []
    with pytest.raises(Archived, match="ask for days after that"):
        read(room.store, Period.read())
    assert wagers_of(room.store, table.people[0]).rounds == 1
    told = json.dumps(room.history(table.table))
    assert '"archived": "two"' in told
    room.close()


def paid_more(connection: Connection) -> None:
    """The first round pays somebody ten million more, in every row that tells of it."""
    settled = select(TRANSACTIONS.c.id).where(TRANSACTIONS.c.round == 1, TRANSACTIONS.c.what == "settle")
    id_ = connection.execute(settled).scalars().all()[-1]
    person, more = connection.execute(select(PLAYED.c.person).where(PLAYED.c.round == 1)).scalars().all()[0], 10**9
    for account, cents in ((f"person:{person}", more), ("house:1", -more)):
        line = (POSTINGS.c.transaction == id_) & (POSTINGS.c.account == account)
        if not connection.execute(update(POSTINGS).where(line).values(cents=POSTINGS.c.cents + cents)).rowcount:
            connection.execute(insert(POSTINGS).values(transaction=id_, account=account, cents=cents))
        has = update(ACCOUNTS).where(ACCOUNTS.c.id == account)
        connection.execute(has.values(balance=ACCOUNTS.c.balance + cents))
    own = update(PLAYED).where(PLAYED.c.person == person)
    connection.execute(own.where(PLAYED.c.round == 1).values(cents=PLAYED.c.cents + more))
    connection.execute(own.values(total=PLAYED.c.total + more))


def other_entries(connection: Connection) -> None:
    body = '{"at":"2026-01-01","by":1}'
    connection.execute(update(JOURNAL).where(JOURNAL.c.chain == 1, JOURNAL.c.seq.between(3, 12)).values(body=body))


def other_cards(connection: Connection) -> None:
    connection.execute(update(SHOES).where(SHOES.c.id == 2).values(cards=b"0", salts=b"0"))


@pytest.fixture
def short(sqlite: str, opened: Callable[..., Room], sitting: Any) -> tuple[Room, Any]:
    """A room with three rounds of one person at one table."""
    room = opened(sqlite)
    table = sitting(room, GAME, people=1)
    for _ in range(3):
        Honest(table).play_round()
    return room, table


def staff_of(room: Room) -> list[people.Person]:
    return [
        room.people.add(name, "dealer", people.HASHER.hash("a long password"), by="command: tests")
        for name in ("Di", "Do")
    ]


def test_what_does_not_hold_is_not_archived(
    sqlite: str, short: tuple[Room, Any], folder: Path, opened: Callable[..., Room]
) -> None:
    """An archive would hide it: without its file nobody could find it."""
    file_ = Path(str(short[0].store.engine.url.database))
    short[0].close()
    content = file_.read_bytes()
    for change in (paid_more, other_entries, other_cards):
        file_.write_bytes(content)
        room = opened(sqlite)
        with room.store.transaction() as connection:
            change(connection)
        before, first = count(room, JOURNAL), audit(sqlite)[0]
        with pytest.raises(HousewayError, match="nothing was archived") as refused:
            archive(room.store, folder / "old", LATER, "command: tests")
        assert f"{first.where}: {first.what}" in str(refused.value)
        assert count(room, JOURNAL) == before
        assert not (folder / "old").exists()
        room.close()


def test_a_mark_from_before_knows_the_money_of_archived_rounds(
    sqlite: str, short: tuple[Room, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs the room could leave the check out; the auditor's own mark still tells."""
    room, _ = short
    assert audit(sqlite, How(mark=folder / "mark")) == []
    with room.store.transaction() as connection:
        paid_more(connection)
    monkeypatch.setattr(writing, "_check_sound", lambda _: None)
    archive(room.store, folder / "old", LATER, "command: tests")
    (found,) = audit(sqlite, How(mark=folder / "mark"))
    assert "the ledger does not book them as an earlier audit has seen it" in found.what


@pytest.mark.parametrize(("every", "compared"), [(2, True), (1000, False)])
def test_a_mark_from_before_knows_the_entries_that_were_archived(
    sqlite: str, short: tuple[Room, Any], folder: Path, monkeypatch: pytest.MonkeyPatch, every: int, compared: bool
) -> None:
    """Whoever has the room's key writes an entry anew after the audit, and archives it: the mark lies in the gap."""
    room, table = short
    for module in (archived, chain):
        monkeypatch.setattr(module, "EVERY", every)
    mark, forged = folder / "mark", folder / "forged"
    assert audit(sqlite, How(mark=mark, workers=1)) == []
    for _ in range(3):
        Honest(table).play_round()
    shutil.copy(mark.with_name("mark.key"), forged.with_name("forged.key"))
    found = audit_mark.last(mark)
    assert found is not None
    seen = {1: found.chains[1]._replace(seal="0" * 64, step_seal="0" * 64)}  # as if it had seen another entry there
    audit_mark.write(forged, found._replace(chains={**found.chains, **seen}))
    archive(room.store, folder / "old", LATER, "command: tests")
    assert writing.archived.last_of(room.store.engine.connect(), 1) > found.chains[1].seq
    right = report(sqlite, How(mark=mark, workers=1))
    assert right.findings == []
    assert any("is not compared" in each.what for each in right.notes) is not (
        compared and found.chains[1].seq % 2 == 0
    )
    if compared:
        assert (
            "was archived, and is not what an earlier audit has seen"
            in audit(sqlite, How(mark=forged, workers=1))[0].what
        )


def test_what_the_room_tells_of_its_archive_is_compared_with_it(
    sqlite: str, short: tuple[Room, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seal that later audits go on from is that of the file."""
    room, _ = short
    whole = writing._sealed
    monkeypatch.setattr(writing, "_sealed", lambda *asked: ("0" * 64, whole(*asked)[1]))
    archive(room.store, folder / "old", LATER, "command: tests")
    assert audit(sqlite) == []
    found = [each.what for each in audit(sqlite, How(archives=[folder / "old"]))]
    assert "is not what the room has archived, or something before it is not" in found


@pytest.mark.parametrize(
    ("findings", "says"), [(1, ": b;"), (2, ": b, and 1 more finding;"), (3, "and 2 more findings;")]
)
def test_a_refusal_counts_what_was_found(findings: int, says: str) -> None:
    replay = SimpleNamespace(findings=[Finding("a", "b")] * findings)
    with pytest.raises(HousewayError, match=says):
        writing._check_sound(replay)  # type: ignore[arg-type]


def test_what_waits_for_a_second_person_is_not_archived(sqlite: str, short: tuple[Room, Any], folder: Path) -> None:
    room, table = short
    asks, approves = staff_of(room)
    asked = table.do(asks, "request", round=2, what="void", reason="a misdeal").version
    Honest(table).play_round()
    done = archive(room.store, folder / "one", LATER, "command: tests")
    (kept,) = done.kept
    assert (done.rounds, "waits for a second person" in kept) == (1, True)
    with pytest.raises(HousewayError, match="can be archived: table 1 has a void or a correction that waits"):
        archive(room.store, folder / "none", LATER, "command: tests")
    table.do(approves, "approve", request=asked)
    for _ in range(2):
        Honest(table).play_round()
    assert archive(room.store, folder / "two", LATER, "command: tests").kept == ()
    assert audit(sqlite) == []
    assert audit(sqlite, How(archives=[folder / "one", folder / "two"])) == []


def test_what_was_judged_is_what_is_taken_out(
    short: tuple[Room, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A void that is asked for, or money that is moved, while the file is written: the archive is tried again."""
    room, table = short
    asks, declines = staff_of(room)
    before = count(room, SHOES)

    def asked(*_: Any) -> None:
        seq = table.do(asks, "request", round=2, what="void", reason="a misdeal").version
        waits.append(seq)

    def moved(*_: Any) -> None:
        with room.store.transaction() as connection:
            paid_more(connection)

    waits: list[int] = []
    for name, meanwhile in (("asked", asked), ("moved", moved)):
        monkeypatch.setattr(writing, "_check_back", meanwhile)
        with pytest.raises(HousewayError, match="nothing was taken out; try again"):
            archive(room.store, folder / name, LATER, "command: tests")
        while waits:
            table.do(declines, "decline", request=waits.pop(), reason="a mistake")
    assert count(room, SHOES) == before
    assert room.round(1, None).json()["round"] == 1


def test_a_room_that_has_changed_its_key_is_archived(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    table = sitting(room, GAME)
    for _ in range(2):
        Honest(table).play_round()
    first = room.signer.public.hex()
    room.close()
    store = open_store(sqlite)
    with store.transaction() as connection:
        rotate(connection, Keyring.of(sqlite), journal.stamp(), "command: tests")
    store.close()
    room = opened(sqlite)
    Honest(sitting.back(room, table.table, table.people, 2)).play_round()
    path = Path(str(room.store.engine.url.database)).with_name("old")
    assert archive(room.store, path, LATER, "command: tests").rounds > 0
    assert file.read(path).head["room"] == first, "it is the same room"
    assert audit(sqlite) == []
    assert audit(sqlite, How(archives=[path])) == []
