"""What comes from outside may be anything: it is refused with a sentence, changes nothing, and never stops the room."""

import contextlib
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.errors import HousewayError
from houseway.room import Command, Room
from houseway.room.acts import COMMANDS
from houseway.room.audit.room import audit
from houseway.room.table.view import view_of

PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(["\x00", "\ud800", 2**70])
ANYTHING = st.recursive(
    PLAIN, lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=3), each), max_leaves=6
)
FIELDS = ("seat", "wagers", "answer", "position", "kind", "reason", "round", "what", "cents", "request")


@given(
    kind=st.sampled_from([*COMMANDS, "opened", "", "\x00"]) | PLAIN,
    data=st.dictionaries(st.sampled_from(FIELDS), ANYTHING | st.fixed_dictionaries({"main": PLAIN})) | PLAIN,
    key=st.text(min_size=1, max_size=8) | PLAIN,
    version=st.none() | st.integers(0, 5),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def fuzz(attempt: Callable[[Command], bool], who: int, kind: Any, data: Any, key: Any, version: Any) -> None:
    assert attempt(Command(1, who, key, version, kind, data))


class Watched:
    """A room of which a person at the table knows, after every command, whether a refusal has changed something."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.seen = self.look()

    def look(self) -> Any:
        """The table as it lies in memory, and what the person would see of it; made anew, not what is kept ready."""
        room, ann = self.table.room, self.table.people[0]
        if 1 not in room._live:
            room.view(1, None)
        live = room._live[1]
        return view_of(live, ann, {}, None).json(), live.version, live.by[:], live.carried()

    def attempt(self, command: Command) -> bool:
        """Whether the command was done, or refused and changed nothing."""
        before = self.seen
        try:
            done = self.table.room.do(command)
        except HousewayError:
            self.seen = self.look()
            return bool(self.seen == before)
        self.seen = self.look()
        return done.version > 0


def junk(source: random.Random, depth: int = 2) -> Any:
    """What JSON can say, and some of what it cannot."""
    which = source.randrange(8)
    if depth and which == 0:
        return [junk(source, depth - 1) for _ in range(source.randrange(4))]
    if depth and which == 1:
        return {source.choice(("main", "tie", "", "seat")): junk(source, depth - 1) for _ in range(source.randrange(3))}
    numbers = (0, 1, 2, 3, 5, -1, 500, 2**31, 2**53, 2**63, 2**70, -(2**70), 0.5, float("nan"), float("inf"), 1e300)
    words = ("", "main", "stand", "draw", "\x00", "\ud800", "\u202e", "x" * 300, "As Kd", "As", "misdeal", "void")
    plain = (None, True, False, b"bytes", (1, 2), {1, 2}, object, source.choice(numbers), source.choice(words))
    return source.choice((source.choice(plain), source.choice(numbers), source.choice(words)))


def sensible(table: Any, seen: dict[str, Any], person: Any, source: random.Random) -> tuple[str, dict[str, Any]]:
    """What this person would do next."""
    mine = [asked for asked in seen["asked"] if asked["yours"]]
    if person is table.people[0] and mine:
        return "answer", {"answer": table.some(mine[0])}
    if seen["phase"] == "playing":
        return "answer", {"answer": source.choice(("stand", "draw"))}
    return source.choice((("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {}), ("ready", {})))


def flood(watched: Watched, staff: int, number: int, seed: int) -> list[str]:
    """Commands that begin sensible and are spoilt in one place or two, or in none; those that were not taken well."""
    source = random.Random(seed)
    table, wrong = watched.table, []
    for count in range(number):
        person = source.choice(table.people)
        kind, data = sensible(table, watched.seen[0], person, source)
        command = Command(1, person.id, f"{seed}-{count}", None, kind, data)
        spoil = source.randrange(10)
        if spoil >= 3:
            command = command._replace(data=data | {source.choice(FIELDS): junk(source)})
        if spoil in (4, 5, 6):
            command = command._replace(kind=source.choice(sorted(COMMANDS.keys() - {"close", "pause"})))
        if spoil in (6, 7):
            command = command._replace(person=source.choice((staff, staff, 0, -1, 99, 2**70)))
        if spoil == 8:
            command = command._replace(**{source.choice(("kind", "data", "key", "version")): junk(source)})
        if spoil == 9:
            command = command._replace(version=source.choice((0, 1, 10**9, table.room._live[1].version)))
        if not watched.attempt(command):
            wrong.append(repr(command))
        if count % 20 == 0:
            for each in table.people:
                with contextlib.suppress(HousewayError):
                    table.room.people.more_chips(each)
            watched.seen = watched.look()
    return wrong


def prepared(database: str, opened: Callable[..., Room], sitting: Any) -> tuple[Watched, int]:
    """A room where a round has been played, with a supervisor."""
    room = opened(database, now=lambda: 0.0)
    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    dealer = room.people.register("Dora", "a long password", "dealer", by=manager)
    table = sitting(room, "super-pan-9")
    table.play_round()
    return Watched(table), dealer.id


def test_commands_of_any_kind_are_refused_or_done(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    watched, dealer = prepared(database, opened, sitting)
    fuzz(attempt=watched.attempt, who=watched.table.people[0].id)
    fuzz(attempt=watched.attempt, who=dealer)
    assert not watched.table.room.stopped
    assert audit(database) == []


def test_a_flood_of_spoilt_commands_is_refused_or_done(
    database: str, opened: Callable[..., Room], sitting: Any, turns: Callable[[str, int], int], luck: int
) -> None:
    watched, dealer = prepared(database, opened, sitting)
    assert flood(watched, dealer, turns("HOUSEWAY_FUZZ", 200), luck) == []
    assert not watched.table.room.stopped
    assert audit(database) == []


def test_an_act_that_changes_the_table_before_it_refuses_is_caught(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: the refusal comes after the change, and what is in memory stays."""

    def hasty(_self: Any, table: Any, _by: Any, _room: Any) -> Any:
        table.places[1].wagers = {"main": 700}
        raise HousewayError("refused")

    watched, dealer = prepared(sqlite, opened, sitting)
    monkeypatch.setattr(COMMANDS["bet"], "check", hasty)
    assert flood(watched, dealer, 60, 0) != []


@pytest.mark.parametrize(
    "kind, data, refusal",
    [
        ("sit", {"seat": "1"}, "sit: seat is a whole number, not '1'"),
        ("sit", {"seat": True}, "sit: seat is a whole number, not True"),
        ("sit", {}, "sit: seat is missing"),
        ("sit", {"seat": 3, "name": "Eve"}, "sit: 'name' is not a field that belongs here"),
        ("clear", {"seat": 3, "all": 1}, "clear: 'seat' is not a field that belongs here; 'all' is not"),
        ("bet", {"wagers": {"main": 5.0}}, "bet: wagers is whole cents by the id of the wager"),
        ("leave", {"seat": 2}, "leave: 'seat' is not a field that belongs here"),
        ("timeout", {}, "there is no command 'timeout'; the commands are add-bot, answer, approve"),
        ("opened", {}, "there is no command 'opened'"),
    ],
)
def test_what_arrives_is_read_strictly_and_each_fault_has_its_place(
    kind: str, data: dict[str, Any], refusal: str, sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    version = table.view()["version"]
    with pytest.raises(HousewayError) as refused:
        table.do(table.people[0], kind, **data)
    assert str(refused.value).startswith(refusal)
    assert table.view()["version"] == version


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63, 2**70, "1", None, 1.5, True])
def test_numbers_of_nothing_are_unknown(number: Any, database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "t")
    attempts: list[Callable[[], object]] = [
        lambda: room.do(Command(table, number, "k", None, "sit", {"seat": 1})),
        lambda: room.view(number, None),
        lambda: room.round(number, None),
        lambda: room.record(number),
        lambda: room.proof(number),
        lambda: room.do(Command(number, ann.id, "k", None, "sit", {"seat": 1})),
    ]
    for attempt in attempts:
        with pytest.raises(HousewayError):
            attempt()
    assert room.history(number, number) == []
    assert not room.stopped


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800", "x" * 10_000, "\u202e", "İ" * 300, "ﷺ" * 24])
def test_texts_of_any_kind_do_not_stop_the_room(text: str, database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
    attempts: list[Callable[[], object]] = [
        lambda: room.people.guest(text),
        lambda: room.people.register(text, "a long password"),
        lambda: room.people.register("Bob", text * 8),
        lambda: room.people.sign_in(text, text),
        lambda: room.people.sign_in("manager", text),
        lambda: room.people.of_session(text),
        lambda: room.people.end_session(text),
        lambda: room.open_table(ann, "super-pan-9", {"decks": text}, text),
        lambda: room.open_table(ann, "super-pan-9", {text: text}, "t"),
        lambda: room.open_table(ann, "super-pan-9", {}, text),
        lambda: room.open_table(ann, text, {}, "t"),
    ]
    for attempt in attempts:
        with contextlib.suppress(HousewayError):
            attempt()
    assert not room.stopped
    assert audit(database) == []


def test_one_key_at_two_tables_at_once_and_one_name_at_once_stop_nothing(
    database: str, opened: Callable[..., Room]
) -> None:
    rooms = [opened(database), opened(database)]
    ann = rooms[0].people.guest("Ann")
    tables = [rooms[0].open_table(ann, "super-pan-9", {}, "t") for _ in range(4)]
    names: list[str] = []
    done: list[int] = []
    gate = threading.Barrier(4)

    def race(number: int) -> None:
        gate.wait()
        names.append(rooms[number % 2].people.guest("Bob").name)
        gate.wait()
        with contextlib.suppress(HousewayError):
            rooms[number % 2].do(Command(tables[number], ann.id, "key", None, "sit", {"seat": 1}))
            done.append(number)

    threads = [threading.Thread(target=race, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names) == ["Bob", "Bob 2", "Bob 3", "Bob 4"]
    assert len(done) == 1
    assert [room.stopped for room in rooms] == ["", ""]
    assert audit(database) == []
