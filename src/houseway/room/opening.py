"""Opening a table: what is refused, for whoever asks, and the first entry of its journal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalSetting
from houseway.game import Game
from houseway.games import game as find_game
from houseway.room.acts.opened import Opened
from houseway.room.allowed import setting_faults, table_faults
from houseway.room.controls.choices import check_opener
from houseway.room.errors import Forbidden
from houseway.room.evidence import log
from houseway.room.jackpots.plan import PROGRESSIVE, set_otherwise
from houseway.room.own_paytables import Fault, Paytables, with_paytables
from houseway.room.people.people import SURVEILLANCE, Person
from houseway.room.store import documents, journal, ledger, numbers
from houseway.room.store.journal import stamp
from houseway.room.store.schema import TABLES
from houseway.room.store.transaction import commit_to
from houseway.room.table import metering
from houseway.room.table.entry import JournalEntry, NewShoe
from houseway.version import __version__

MOST_NAME = 60
SEATS = 6
"""Where a game does not say how many."""


class Opening(NamedTuple):
    """A game and settings that a table can be opened with, or everything that is wrong with them."""

    game: Game
    settings: Settings | None
    faults: tuple[Fault, ...]


class Wanted(NamedTuple):
    """A table that can be opened."""

    game: Game
    settings: Settings
    title: str
    sensors: Mapping[str, metering.Sensor]


def opening(game: str, given: Mapping[str, Any], paytables: Paytables = ()) -> Opening:
    """Check what a table is to be opened with: every fault, at its setting where it has one."""
    found, faults = with_paytables(find_game(game), paytables)
    faults += setting_faults(found, given)
    if faults:
        return Opening(found, None, tuple(faults))
    try:
        settings = found.document.configure(given)
        found.full_table(settings)
    except HousewayError as fault:
        return Opening(found, None, (("", str(fault)),))
    faults += table_faults(found, settings)
    return Opening(found, settings, tuple(faults))


def sensor_faults(game: Game, settings: Settings, sensors: Mapping[str, metering.Sensor]) -> Iterator[str]:
    """What is wrong with the room's jackpots at a table: each sensor serves one on offer, of its kind, by itself."""
    grows, fixed = game.seeds(settings), game.prizes(settings)
    for wager, (id_, plan) in sensors.items():
        if wager not in {*grows, *fixed}:
            yield f"no jackpot {wager!r} is on offer at this table: it has {', '.join((*grows, *fixed)) or 'none'}"
        elif plan.practice:
            yield f"the jackpot {id_} is one of the room: its awards are verified, as no practice table's are"
        elif (plan.kind == PROGRESSIVE) != (wager in grows):
            yield f"the jackpot {id_} is {plan.kind}, and the {wager} of this table is not (clause jackpots.4)"
        elif wager in grows and (other := set_otherwise(plan, game, settings, wager)):
            yield f"the jackpot {id_}: {other}"
        yield from plan.faults(f"the jackpot {id_ or wager}")
    yield from twice(sensors)


def twice(sensors: Mapping[str, metering.Sensor]) -> Iterator[str]:
    """The jackpots that two sensors of one table serve."""
    ids = [sensor.id for sensor in sensors.values() if sensor.id]
    for id_ in sorted({each for each in ids if ids.count(each) > 1}):
        yield f"two sensors of a table serve the jackpot {id_}: each is for one game (clause jackpots.1)"


def title_of(name: str, game: Game) -> str:
    """The name of a table; its game's where it has none."""
    title = " ".join(name.split()) or game.name
    if len(title) > MOST_NAME or not title.isprintable():
        raise HousewayError(f"a table's name has at most {MOST_NAME} printable characters")
    return title


def seats_of(settings: Settings) -> int:
    """How many may sit at a table."""
    return settings.integer("seats") if "seats" in settings else SEATS


def wanted_table(
    by: Person,
    game: str,
    given: Mapping[str, Any],
    name: str,
    paytables: Paytables = (),
    sensors: Mapping[str, metering.Sensor] | None = None,
) -> Wanted:
    """What somebody wants a table to be opened with, if they may and it can be."""
    if by.role == SURVEILLANCE or by.provisional:
        raise Forbidden("players and supervisors open tables")
    found, settings, faults = opening(game, given, paytables)
    if settings is None or faults:
        raise IllegalSetting("; ".join(says for _, says in faults))
    check_opener(by, found, given, sensors)
    if of_jackpots := list(sensor_faults(found, settings, sensors or {})):
        raise IllegalSetting("; ".join(of_jackpots))
    return Wanted(found, settings, title_of(name, found), sensors or {})


def open_table(connection: Connection, by: int, wanted: Wanted, draw: Callable[[int], int]) -> int:
    """Write a new table: its document and settings by content, its first shoe, the seeds of its meters."""
    game, settings, title, sensors = wanted
    at = journal.head(connection, journal.ROOM, lock=True)
    assert at is not None
    id_ = numbers.following(connection, "table", TABLES)
    connection.execute(TABLES.insert().values(id=id_, game=game.id, name=title, closed=False))
    journal.append(connection, journal.ROOM, at, {"kind": "table", "id": id_, "by": by, "at": stamp()})
    journal.begin(connection, id_)
    act = Opened(
        game.id,
        title,
        settings.show(),
        seats_of(settings),
        commit_to(connection, id_, game.pack(settings), draw)._asdict(),
        documents.keep(connection, game.document),
        __version__,
        {wager: sensor.id or f"{id_}:{wager}" for wager, sensor in sensors.items()} or None,
    )
    events = metering.opened(connection, id_, game, settings, sensors)
    entry = JournalEntry("opened", by, act, at=stamp(), jackpots=events)
    new = journal.append(connection, id_, journal.Head(0, journal.START), entry.json())
    ledger.post(connection, [event.movement() for event in events], id_, new.seq)
    log.append(connection, id_, NewShoe(**act.shoe), entry.at, 0)
    return id_
