"""A room never goes back to an older form: a house with the key that writes as an older houseway did is found out."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.room import Person, Room
from houseway.room.audit import forms
from houseway.room.audit.forms import Reached, Span, form_faults, spans
from houseway.room.audit.room import BY_ITSELF, How, audit, report
from houseway.room.commands import command
from houseway.room.people.people import issue
from houseway.room.store import journal, ledger
from houseway.room.store.backup import restore
from houseway.room.store.meters import HELD, METERED, STATED
from houseway.room.table import entry as entries
from houseway.room.table.entry import VERSION
from houseway.room.table.rounds import starting
from houseway.room.table.state import LiveTable

DATA = Path(__file__).with_name("data")
Older = Callable[[int], AbstractContextManager[pytest.MonkeyPatch]]
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)


def said(database: str, how: How = BY_ITSELF) -> str:
    return "\n".join(map(str, audit(database, how)))


@pytest.fixture
def room(sqlite: str, opened: Callable[..., Room]) -> Room:
    return opened(sqlite)


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Older:
    """Tables write entries of an older version meanwhile."""

    @contextmanager
    def writing(form: int) -> Iterator[pytest.MonkeyPatch]:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(entries, "VERSION", form)
            yield meanwhile

    return writing


def plant(room: Room, body: dict[str, Any], cents: int = 0) -> None:
    """An entry of the room's own journal, signed with its key, and chips for whom it is about."""
    with room.store.transaction() as connection:
        head = journal.head(connection, journal.ROOM, lock=True)
        assert head is not None
        new = journal.append(connection, journal.ROOM, head, body)
        if cents:
            ledger.post(connection, [issue(body["id"], cents)], journal.ROOM, new.seq)


# ---------------------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize("form", [1, 2, 3, 4, 5])
def test_a_table_is_not_opened_in_an_older_version_than_one_before_it(
    form: int, sqlite: str, room: Room, sitting: Any, older: Older
) -> None:
    sitting(room, "super-pan-9")
    assert audit(sqlite) == []
    with older(form):
        sitting(room, "super-pan-9")
    assert f"table 2 is opened in version {form}, and the room had come to version {VERSION}" in said(sqlite)


@pytest.mark.usefixtures("of_before")
@pytest.mark.parametrize(("form", "found"), [(2, True), (3, True), (4, False), (5, False)])
def test_a_room_that_signs_opens_no_table_from_before_it_signed(
    form: int, found: bool, sqlite: str, room: Room, sitting: Any, older: Older
) -> None:
    """Without any other table; what is of version 4 or 5 throughout is judged as such, and the auditor is told."""
    with older(form):
        sitting(room, "super-pan-9")
    assert (f"table 1 is opened in version {form}, and the room had come to version 4" in said(sqlite)) is found
    notes = [each for each in report(sqlite).notes if "what the room refuses since then is not judged" in each.what]
    assert [each.where for each in notes] == ([] if found else ["table 1, entry 3"])


@pytest.mark.parametrize("form", [2, 3, 4, 5])
def test_a_room_of_today_opens_no_older_table_from_its_first_on(
    form: int, sqlite: str, room: Room, sitting: Any, older: Older
) -> None:
    """Its first entry tells of which version the houseway was that has made it."""
    with older(form):
        sitting(room, "super-pan-9")
    assert f"table 1 is opened in version {form}, and the room had come to version {VERSION}" in said(sqlite)


def test_numbers_are_not_picked_by_an_older_table(sqlite: str, room: Room, sitting: Any, older: Older) -> None:
    sitting(room, "super-pan-9").play_round()
    with older(2) as cheat:
        cheat.setattr(LiveTable, "next_number", lambda _table, question: question.least)
        sitting(room, "supreme-99").play_round()
    assert f"is of version 2, and the room had written version {VERSION} before" in said(sqlite)


def test_stakes_are_not_changed_by_an_older_table(sqlite: str, room: Room, sitting: Any, older: Older) -> None:
    """Five dollars are laid at seat 1, and 400 are taken."""
    sitting(room, "super-pan-9", decks="8").play_round()

    def more(*given: Any) -> Any:
        found = starting(*given)
        return found and found._replace(wagers={**found.wagers, 1: {"main": 400_00}})

    with older(4) as cheat:
        cheat.setattr(command, "starting", more)
        sitting(room, "super-pan-9", decks="8").play_round()
    assert f"is of version 4, and the room had written version {VERSION} before" in said(sqlite)


@pytest.mark.usefixtures("of_before")
def test_an_older_table_goes_on_in_the_newest_version_and_never_back(
    sqlite: str, room: Room, sitting: Any, older: Older
) -> None:
    """A room that came to the newest version with two tables of version 4: one plays on, the other one goes back."""
    with older(4):
        first, second = sitting(room, "super-pan-9"), sitting(room, "super-pan-9")
        first.play_round()
        second.play_round()
    first.play_round()
    assert audit(sqlite) == []
    with older(4):
        second.play_round()
    assert f"table 2, entry {second.view()['version']}: is of version 4, and the room had" in said(sqlite)


@pytest.mark.usefixtures("of_before")
def test_a_table_does_not_go_back_after_a_mark(
    sqlite: str, folder: Path, room: Room, sitting: Any, older: Older
) -> None:
    """It was opened in version 4, and the audit before has seen it play on in the newest."""
    with older(4):
        table = sitting(room, "super-pan-9")
    table.play_round()
    marked = How(mark=folder / "audit.mark")
    assert audit(sqlite, marked) == []
    with older(4):
        table.bet(table.people[0])
    assert f"an entry of version 4 after one of version {VERSION}" in said(sqlite, marked)


def test_a_table_from_before_the_room_signed_does_not_go_on_as_it_was(
    sqlite: str, opened: Callable[..., Room], sitting: Any, older: Older
) -> None:
    restore(DATA / "room-of-version-3.gz", sqlite)
    room = opened(sqlite)
    assert audit(sqlite) == []
    ann = Person(2, "Ann", "player", 0)
    with older(3):
        sitting.back(room, 1, [ann], 7).do(ann, "leave")
    assert "is of version 3, and none before version 4 was ever signed" in said(sqlite)


def entry(form: int | None, seconds: float | None = None, round_: int | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {} if form is None else {"v": form}
    told |= {} if seconds is None else {"at": (NOON + timedelta(seconds=seconds)).isoformat()}
    return told | ({} if round_ is None else {"start": {"round": round_}})


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (entry(4, 5), entry(5, 0), False),
        (entry(4, 5.001), entry(5, 0), True),
        (entry(4, 0, 7), entry(5, 9, 8), False),
        (entry(4, 0, 8), entry(5, 9, 7), True),
        (entry(None, 9), entry(2, 0), True),
        (entry(4), entry(5, 0), False),
        (entry(4, 9), entry(VERSION + 1, 0), False),
        (entry(4, 9), entry(True, 0), False),
    ],
    ids=["five seconds", "more", "round after", "round before", "none", "undated", "unknown", "no number"],
)
def test_what_was_written_before_is_told_by_rounds_and_times(
    old: dict[str, Any], new: dict[str, Any], found: bool
) -> None:
    tables = {1: spans([(1, old)]), 2: spans([(1, new)])}
    signed = {id_ for id_, of in tables.items() if max(of, default=0) >= HELD}
    faults = list(form_faults(tables, lambda table, _: table in signed, []))
    assert [where for where, _ in faults] == (["table 1, entry 1"] if found else [])


@pytest.mark.parametrize(
    ("form", "found"), [(METERED, []), (HELD, ["table 7, entry 2"]), (STATED, ["table 7, entry 2"])]
)
def test_no_entry_of_a_version_that_rooms_sign_is_without_a_signature(form: int, found: list[str]) -> None:
    """A key that is brought late would have everything before it pass for what older rooms have written."""
    of = {7: spans([(2, entry(form, 0, 4)), (3, entry(form, 8)), (4, entry(form, 9))])}
    assert [where for where, _ in form_faults(of, lambda _, seq: seq > 2, [])] == found


def test_the_last_entry_of_a_version_is_named() -> None:
    read = spans([(1, entry(3, 0, 4)), (2, entry(3, 8)), (3, entry(3, 4, 9)), (4, entry(5, 9))])
    times = NOON, NOON + timedelta(seconds=8)
    assert read == {3: Span(1, 3, (4, 9), times), 5: Span(4, 4, (), (NOON + timedelta(seconds=9),) * 2)}


# ---------------------------------------------------------------------------------------------------- the room's own


def test_what_the_room_tells_in_its_version_is_not_left_out() -> None:
    reached = Reached({1: 3, 2: 5, 3: 6})
    assert reached.left_out("chips", {}) == ""
    assert list(reached.opens({"id": 1})) == []
    assert reached.left_out("chips", {}) == ""
    reached.signs()
    assert reached.left_out("chips", {}) == "had"
    assert (reached.left_out("session", {}), reached.left_out("award", {})) == ("", "")
    assert list(reached.opens({"id": 2})) == []
    assert reached.left_out("chips", {}) == "had and held"
    assert (reached.left_out("session", {}), reached.left_out("award", {})) == ("password", "")
    assert list(reached.opens({"id": 3})) == []
    assert (reached.left_out("award", {}), reached.left_out("transfer", {})) == ("of", "stood")


@pytest.mark.parametrize(("openings", "stated"), [({}, True), ({1: 6}, True), ({1: 5, 2: 6}, False), ({1: 4}, False)])
def test_a_room_is_of_today_from_its_beginning_where_no_table_was_older(openings: dict[int, int], stated: bool) -> None:
    reached = Reached(openings)
    assert reached.stated is stated
    for id_ in openings:
        list(reached.opens({"id": id_}))
    assert reached.stated is (6 in openings.values() or not openings)


@pytest.mark.parametrize(("seconds", "found"), [(5, ""), (5.001, "held")])
def test_an_older_table_that_is_gone_on_with_tells_what_the_room_has_come_to(seconds: float, found: str) -> None:
    reached = Reached({2: 4}, {5: NOON})
    body = entry(None, seconds) | {"id": 2, "had": 0}
    assert reached.left_out("chips", body) == found
    assert bool(list(reached.opens(body))) is bool(found)


def test_chips_are_not_given_in_an_older_form_after_an_older_table_was_gone_on_with(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No table was opened since, and nobody was given any chips in the newest form."""
    restore(DATA / "room-of-version-3.gz", sqlite)
    room, ann = opened(sqlite), Person(2, "Ann", "player", 0)
    sitting.back(room, 1, [ann], 7).do(ann, "leave")
    monkeypatch.setattr(forms, "SKEW", -timedelta(hours=1))
    assert audit(sqlite) == []
    plant(room, {"kind": "chips", "id": 2, "chips": 900_00, "had": 100_00, "at": journal.stamp()}, 900_00)
    assert "a chips of person 2 leaves out held" in said(sqlite)


def test_what_one_entry_has_told_the_next_tell_too() -> None:
    reached = Reached()
    assert reached.left_out("award", {"of": {}}) == ""
    assert reached.left_out("award", {}) == "of"
    assert reached.left_out("states", {}) == ""


def test_more_chips_are_not_given_in_an_older_form(sqlite: str, room: Room, sitting: Any) -> None:
    ann = sitting(room, "super-pan-9").people[0]
    assert audit(sqlite) == []
    plant(room, {"kind": "chips", "id": ann.id, "chips": 900_00, "at": journal.stamp()}, 900_00)
    assert f"a chips of person {ann.id} leaves out had and held" in said(sqlite)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"kind": "role", "role": "surveillance"}, "a role of person 3 leaves out ends"),
        ({"kind": "factor", "factor": "f", "by": 3}, "a factor of person 3 leaves out ends"),
        ({"kind": "session", "session": "s", "until": 0.0, "stage": None, "by": 3}, "no word of what they came in by"),
        (
            {"kind": "person", "id": 4, "name": "Eve", "role": "dealer", "guest": False, "chips": 0},
            "person 4 is made, and the entry leaves out password and provisional",
        ),
    ],
    ids=["role", "factor", "session", "person"],
)
def test_entries_on_people_leave_out_nothing(
    body: dict[str, Any], says: str, sqlite: str, room: Room, sitting: Any
) -> None:
    sitting(room, "super-pan-9", people=1)
    dora = room.people.add("Dora", "dealer", "no hash", by="command: tests")
    assert (dora.id, audit(sqlite)) == (3, [])
    plant(room, {"id": 3, "by": "command: tests", "at": journal.stamp(), **body})
    assert says in said(sqlite)


def test_the_desk_tells_what_a_state_is_given_out_with(sqlite: str, room: Room, sitting: Any) -> None:
    sitting(room, "super-pan-9")
    plant(room, {"kind": "jackpot", "act": "reviewed", "by": "command: tests", "at": journal.stamp(), "states": {}})
    assert "the reviewed of a jackpot leaves out notices" in said(sqlite)


def test_nobody_is_made_a_manager_at_no_time(sqlite: str, room: Room) -> None:
    """Entries from before they told a time are not judged by who was a manager then."""
    ann = room.people.guest("Ann")
    body = {"kind": "person", "id": 9, "name": "Eve", "role": "manager", "guest": False, "chips": 0, "by": ann.id}
    plant(room, body | {"password": "p", "provisional": False})
    assert "tells no time, and every signed entry does" in said(sqlite)
