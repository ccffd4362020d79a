"""Who looks at the latest rounds and at the log keeps nobody from playing: little is read, once, and checked apart."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from houseway.room import Room
from houseway.room.evidence import log
from houseway.room.evidence.tree import Tree
from houseway.room.store import journal, trusted
from houseway.room.store.prepared import Sent
from houseway.room.table.entry import NewShoe


class Looked(NamedTuple):
    """The entries whose hashes were computed, by chain and number; those while others waited; and the entries read."""

    entries: list[tuple[int, int]]
    held: list[tuple[int, int]]
    rows: list[int]

    def forget(self) -> None:
        for each in self:
            each.clear()


Looking = Callable[[Room], Looked]


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> Looking:
    """Notes what is read of journals from now on."""

    def begin(room: Room) -> Looked:
        looked, link, rows = Looked([], [], []), trusted.link, Sent.rows

        def noted(before: str, chain: int, seq: int, body: str) -> str:
            looked.entries.append((chain, seq))
            if room.store._lock.locked():
                looked.held.append((chain, seq))
            return link(before, chain, seq, body)

        def counted(sent: Sent) -> Any:
            found = rows(sent)
            looked.rows.append(sum(len(row) == len(trusted.Signed._fields) for row in found))
            return found

        monkeypatch.setattr(trusted, "link", noted)
        monkeypatch.setattr(Sent, "rows", counted)
        return looked

    return begin


def of_rounds(room: Room, table: int) -> list[tuple[int, int]]:
    """The entries of the rounds of a table, from the first of each to its last."""
    with room.store.reading() as connection:
        rows = connection.exec_driver_sql(f"SELECT started, ended FROM rounds WHERE chain = {table} ORDER BY id").all()
    return [(table, seq) for started, ended in rows for seq in range(started, ended + 1)]


def test_of_the_latest_rounds_their_own_entries_are_read_and_once(
    sqlite: str, opened: Callable[..., Room], sitting: Any, looking: Looking
) -> None:
    """Not what was done between them, and nothing is looked at while others wait for the database."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=2)
    for _ in range(3):
        for _ in range(10):
            table.bet(table.people[0])
        table.play_round()
    looked = looking(room)
    told = room.history(table.table)
    assert [each["round"] for each in told] == [3, 2, 1]
    assert sorted(looked.entries) == of_rounds(room, table.table)
    assert looked.held == []
    looked.forget()
    assert room.history(table.table) == told
    assert room.history(table.table, 3) == told[1:]
    assert (looked.entries, sum(looked.rows)) == ([], 0)
    before = len(of_rounds(room, table.table))
    table.play_round()
    looked.forget()
    assert room.history(table.table)[1:] == told
    assert looked.entries == of_rounds(room, table.table)[before:]


def test_of_a_round_whose_shoe_ended_what_was_done_before_it_is_read_too_and_once(
    sqlite: str, opened: Callable[..., Room], sitting: Any, looking: Looking
) -> None:
    """Its own end tells of the next shoe: whence it was dealt the end before it tells, or the opening."""
    room = opened(sqlite)
    table = sitting(room, "dealer-open-pai-gow")
    for _ in range(3):
        table.play_round()
    own = of_rounds(room, table.table)
    between = [(table.table, seq) for seq in range(1, own[-1][1]) if (table.table, seq) not in own]
    looked = looking(room)
    told = room.history(table.table)
    assert {each["shoe"] for each in told} == {1, 2, 3}
    assert {*looked.entries} == {*own, *between}
    assert max(looked.entries.count(each) for each in between) == 1
    assert looked.held == []
    looked.forget()
    assert room.history(table.table) == told
    assert looked.entries == []


def test_a_round_that_is_remembered_is_told_as_it_was_amended_since(
    sqlite: str, opened: Callable[..., Room], sitting: Any, looking: Looking
) -> None:
    room = opened(sqlite)
    mia, max_ = (room.people.add(name, "manager", "no hash", by="command: tests") for name in ("Mia", "Max"))
    table = sitting(room, "super-pan-9")
    table.play_round()
    (told,) = room.history(table.table)
    asked = table.do(mia, "request", round=1, what="void", reason="a misdeal").version
    assert room.history(table.table) == [told]
    table.do(max_, "approve", request=asked)
    (amended,) = room.history(table.table)
    assert [each["reason"] for each in amended["amended"]] == ["a misdeal"]
    assert amended | {"amended": []} == told
    looked = looking(room)
    assert room.history(table.table) == [amended]
    assert looked.entries == []


def test_of_a_round_nothing_is_hashed_but_what_it_begins_from_while_others_wait(
    sqlite: str, opened: Callable[..., Room], sitting: Any, looking: Looking
) -> None:
    """However much was done before it."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9", people=2)
    held = []
    for number, times in ((1, 0), (2, 1), (3, 40)):
        for _ in range(times):
            table.bet(table.people[0])
        table.play_round()
        looked = looking(room)
        assert room.round(number, None).json()["round"] == number
        held.append(len(looked.held))
    assert held[2] == held[1]


def longer(room: Room, entries: int) -> None:
    """A log that is longer by so many shoes."""
    with room.store.transaction() as connection:
        size = room_size(connection)
        for number in range(size + 1, size + 1 + entries):
            log.append(connection, 1, NewShoe(number, f"{number:064x}", 52), journal.stamp())


def room_size(connection: Any) -> int:
    head = journal.head(connection, log.CHAIN, lock=False)
    assert head is not None
    return head.seq


def test_of_the_log_every_entry_is_read_once_whoever_asks(
    sqlite: str, opened: Callable[..., Room], sitting: Any, looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever order parts are asked for; while others wait only its last entry is looked at."""
    monkeypatch.setattr(log, "MOST", 10)
    room = opened(sqlite)
    sitting(room, "super-pan-9")
    longer(room, 34)
    looked = looking(room)
    for start in (25, 3, 0, 14, 9, 34):
        told = [each["shoe"] for each in room.log.entries(start)]
        assert told == list(range(start + 1, min(start + 10, 35) + 1))
    assert room.log.entries(35) == []
    last = (log.CHAIN, 35)
    assert set(looked.held) == {last}
    assert sorted(each for each in looked.entries if each != last) == [(log.CHAIN, at) for at in range(1, 35)]
    longer(room, 2)
    looked.forget()
    assert [each["shoe"] for each in room.log.entries(30)] == list(range(31, 38))
    assert sorted({*looked.entries}) == [(log.CHAIN, 36), (log.CHAIN, 37)]
    monkeypatch.setattr(room.log._told, "_most", 0)
    assert len(room.log.entries(0)) == 10, "what is forgotten is read again"


def test_an_older_part_of_the_log_is_read_once_for_its_roots(
    sqlite: str, opened: Callable[..., Room], sitting: Any, looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries that do not tell the hashes over the log before them; whoever asks for growth asked for all of them."""
    append = journal.append

    def older(connection: Any, chain: int, at: Any, body: Any) -> Any:
        return append(connection, chain, at, {key: value for key, value in body.items() if key != "peaks"})

    room = opened(sqlite)
    monkeypatch.setattr(journal, "append", older)
    sitting(room, "super-pan-9")
    longer(room, 20)
    monkeypatch.setattr(journal, "append", append)
    longer(room, 3)
    entries = room.log.entries()
    tree = Tree([log.leaf_of(each) for each in entries])
    looked = looking(room)
    assert [room.log.head(size)["root"] for size in (5, 21, 13)] == [tree.root(size) for size in (5, 21, 13)]
    looked.forget()
    assert room.log.growth(9)["first"]["root"] == tree.root(9)
    assert {seq for _, seq in looked.entries} == {9, 24}
