"""What comes from outside may be anything: it is refused with a sentence, changes nothing, and never stops the room."""

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.errors import HousewayError
from houseway.room import Command, Room
from houseway.room.audit import audit
from houseway.room.deeds import DEEDS

EXAMPLES = int(os.environ.get("HOUSEWAY_FUZZ", "60"))
"""The long form sets it to a hundred thousand."""

PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(["\x00", "\ud800", 2**70])
ANYTHING = st.recursive(
    PLAIN, lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=3), each), max_leaves=6
)
FIELDS = ("seat", "wagers", "answer", "position", "kind", "reason", "round", "what", "cents", "request")


@given(
    kind=st.sampled_from([*DEEDS, "opened", "", "\x00"]) | PLAIN,
    data=st.dictionaries(st.sampled_from(FIELDS), ANYTHING | st.fixed_dictionaries({"main": PLAIN})) | PLAIN,
    key=st.text(min_size=1, max_size=8) | PLAIN,
    version=st.none() | st.integers(0, 5),
)
@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def fuzz(room: Room, who: int, kind: Any, data: Any, key: Any, version: Any) -> None:
    before = room.view(1, None).text()
    try:
        done = room.do(Command(1, who, key, version, kind, data))
    except HousewayError:
        assert room.view(1, None).text() == before
    else:
        assert done.version > 0


def test_commands_of_any_kind_are_refused_or_done(database: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(database, now=lambda: 0.0)
    manager = room.set_password(room.sign_in("manager", room.first_password), room.first_password, "a long password")
    dealer = room.register("Dora", "a long password", "dealer", by=manager)
    table = sitting(room, "super-pan-9")
    table.play_round()
    fuzz(room=room, who=table.people[0].id)
    fuzz(room=room, who=dealer.id)
    assert not room.stopped
    assert audit(database) == []


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**63, 2**70, "1", None, 1.5, True])
def test_numbers_of_nothing_are_unknown(number: Any, database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.guest("Ann")
    attempts: list[Callable[[], object]] = [
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
    ann = room.guest("Ann")
    attempts: list[Callable[[], object]] = [
        lambda: room.guest(text),
        lambda: room.register(text, "a long password"),
        lambda: room.register("Bob", text * 8),
        lambda: room.sign_in(text, text),
        lambda: room.sign_in("manager", text),
        lambda: room.person(text),
        lambda: room.end_session(text),
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
    ann = rooms[0].guest("Ann")
    tables = [rooms[0].open_table(ann, "super-pan-9", {}, "t") for _ in range(4)]
    names: list[str] = []
    done: list[int] = []
    gate = threading.Barrier(4)

    def race(number: int) -> None:
        gate.wait()
        names.append(rooms[number % 2].guest("Bob").name)
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
