"""At most once: what is sent again, at once, later, elsewhere or after a restart, has one effect and one answer."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from typing import Any

import pytest
from sqlalchemy import func, select

from houseway.errors import HousewayError
from houseway.room import Command, Done, Person, Room
from houseway.room.audit.room import audit
from houseway.room.commands import doing
from houseway.room.store.schema import COMMANDS, JOURNAL

STRETCH = 500
"""Actions after which both rooms are closed and opened again."""

REMEMBERED = 40
"""How many actions back a late duplicate may come from."""


def play(at: Room, person: Person) -> Iterator[Command]:
    """What somebody alone at the first table does next, without end: wagers, changes of mind, rounds."""
    for number in range(10**9):
        table = at._live[1]
        if table.standing.asked and table.phase == "playing":
            yield Command(1, person.id, "", None, "answer", {"answer": ("draw", "stand")[number % 2]})
        elif table.phase == "ended" or not table.places[1].wagers:
            yield Command(1, person.id, "", None, "bet", {"wagers": {"main": 500}})
        elif number % 5 == 0:
            yield Command(1, person.id, "", None, "clear", {})
        else:
            yield Command(1, person.id, "", None, "ready", {})


def sent(command: Command, rooms: list[Room], source: random.Random, pool: ThreadPoolExecutor) -> list[Done]:
    """One command, sent two to four times: one after the other, or at once from several threads, to either room."""
    copies = source.randrange(2, 5)
    to = [rooms[0], *(rooms[source.random() < 0.2] for _ in range(copies - 1))]
    if source.random() < 0.05:
        return list(pool.map(lambda each: each.do(command), to))
    return [each.do(command) for each in to]


def repeat(database: str, person: Person, actions: int, seed: int) -> list[str]:
    """Send so many actions, each several times; what was not answered as one command is. A refusal ends it."""
    source = random.Random(seed)
    told: list[tuple[Command, int]] = []
    wrong: list[str] = []
    with ThreadPoolExecutor(4) as pool:
        for done in range(0, actions, STRETCH):
            with ExitStack() as open_:
                draw = random.Random(seed + done).randrange
                rooms = [open_.enter_context(closing(Room.open(database, draw=draw))) for _ in range(2)]
                version = rooms[0].view(1, person).json()["version"]
                steps = play(rooms[0], person)
                for number in range(done, min(actions, done + STRETCH)):
                    if number % 20 == 0:
                        with suppress(HousewayError):
                            rooms[0].people.more_chips(person)
                    command, version = next(steps)._replace(key=f"{seed}-{number}"), version + 1
                    try:
                        answers = sent(command, rooms, source, pool)
                    except HousewayError as fault:
                        return [*wrong, f"{command} was refused: {fault}"]
                    once = [(version, False), *[(version, True)] * (len(answers) - 1)]
                    if sorted(each[:2] for each in answers) != once or any(e.said != answers[0].said for e in answers):
                        wrong.append(f"{command} was answered {answers}")
                    told = [*told, (command, version)][-REMEMBERED:]
                    late, then = source.choice(told)
                    if (answer := rooms[source.random() < 0.1].do(late))[:2] != (then, True):
                        wrong.append(f"{late}, sent late, was answered {answer}")
    return wrong


def sat_down(database: str, sitting: Any, opened: Callable[..., Room]) -> tuple[Person, int]:
    """Somebody at a table, and how many entries it has."""
    table = sitting(opened(database), "super-pan-9", people=1)
    version: int = table.view()["version"]
    table.room.close()
    return table.people[0], version


def test_whatever_is_sent_again_has_one_effect(
    database: str, sitting: Any, opened: Callable[..., Room], turns: Callable[[str, int], int], luck: int
) -> None:
    person, before = sat_down(database, sitting, opened)
    actions = turns("HOUSEWAY_ACTIONS", 60)
    assert repeat(database, person, actions, 1 + luck) == []
    with closing(Room.open(database)) as again, again.store.transaction() as connection:
        entries = select(func.count()).select_from(JOURNAL).where(JOURNAL.c.chain == 1)
        assert connection.execute(entries).scalar() == before + actions
        assert connection.execute(select(func.count()).select_from(COMMANDS)).scalar() == 1 + actions
    assert audit(database) == []


def test_a_room_that_forgets_keys_is_caught(
    sqlite: str, sitting: Any, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, _ = sat_down(sqlite, sitting, opened)
    monkeypatch.setattr(doing, "remember", lambda *_given: None)
    assert repeat(sqlite, person, 5, 1) != []
