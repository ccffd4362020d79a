"""The steps from one version of the database to the next."""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Connection, inspect, or_, select, update
from sqlalchemy.schema import CreateColumn

from houseway.errors import HousewayError
from houseway.room.people.names import skeleton
from houseway.room.store.lines import Line, Lines
from houseway.room.store.schema import (
    ARCHIVED,
    AWARDS,
    CHAINS,
    CHECKPOINTS,
    DEALT,
    DOCUMENTS,
    DRILLS,
    EXAMS,
    FACTORS,
    IDENTITIES,
    JACKPOT_CHANGES,
    JACKPOT_REQUESTS,
    JACKPOTS,
    JOURNAL,
    LOBBY,
    LOG_NODES,
    META,
    NOTED,
    NOTED_KINDS,
    PEOPLE,
    PLAYED,
    PROGRESS,
    REQUESTS,
    ROOM_KEYS,
    ROOM_SETTINGS,
    ROUNDS,
    SEALED,
    SESSIONS,
    SHOES,
    TRANSACTIONS,
    TRIES,
    VERSION,
    columns_of,
)


def _first(connection: Connection) -> None:
    """All tables, as they are today."""
    META.create_all(connection)


def _drills_kept(connection: Connection) -> None:
    """Scores of the drill; voids and corrections of a round are found by the round."""
    DRILLS.create(connection, checkfirst=True)
    by_round = next(index for index in TRANSACTIONS.indexes if index.name == "transactions_by_round")
    by_round.create(connection, checkfirst=True)


def _drills_dealt(connection: Connection) -> None:
    """Decisions of the drill that wait."""
    DEALT.create(connection, checkfirst=True)


def _documents(connection: Connection) -> None:
    """Documents by content."""
    DOCUMENTS.create(connection, checkfirst=True)


def _identities(connection: Connection) -> None:
    """Who made whom, from the journal, and what names look like."""
    for table in (IDENTITIES, TRIES):
        table.create(connection, checkfirst=True)
    entries = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == 0)).scalars()
    bodies = [json.loads(body) for body in entries]
    makers = {body["id"]: body.get("by") for body in bodies if body.get("kind") == "person"}
    there = select(IDENTITIES.c.person)
    for row in connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.not_in(there))).all():
        values = {"person": row.id, "skeleton": skeleton(row.name), "made_by": makers.get(row.id)}
        connection.execute(IDENTITIES.insert().values(**values))


def _signed(connection: Connection) -> None:
    """Signatures of entries, the keys that made them, second factors, and what waits at the desk."""
    for table in (ROOM_KEYS, SEALED, FACTORS, ROOM_SETTINGS, REQUESTS):
        table.create(connection, checkfirst=True)
    for column in (
        CHAINS.c.key,
        JOURNAL.c.signature,
        CHECKPOINTS.c.heads,
        SESSIONS.c.stage,
        IDENTITIES.c.own_password,
    ):
        _added(connection, column)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ALTER TABLE checkpoints ALTER COLUMN signature TYPE TEXT")
    _requests(connection)
    _own_passwords(connection)


def _own_passwords(connection: Connection) -> None:
    """Whose password is their own choice, as far as the journal tells."""
    own: dict[int, bool] = {}
    for body in map(
        json.loads,
        connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == 0).order_by(JOURNAL.c.seq)).scalars(),
    ):
        if body.get("kind") == "person":
            own[body["id"]] = body.get("by") is None and body["role"] == "player" and not body["guest"]
        elif body.get("kind") in ("password", "reset"):
            own[body["id"]] = body["kind"] == "password"
    for person, is_own in own.items():
        connection.execute(update(IDENTITIES).where(IDENTITIES.c.person == person).values(own_password=is_own))


def _requests(connection: Connection) -> None:
    """What waits for a second person, from the journals."""
    kinds = ('%"kind":"request"%', '%"kind":"approve"%')
    told = or_(*(JOURNAL.c.body.like(each) for each in kinds))
    entries = select(JOURNAL.c.chain, JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain > 0, told)
    waiting: set[tuple[int, int]] = set()
    for row in connection.execute(entries.order_by(JOURNAL.c.chain, JOURNAL.c.seq)):
        body = json.loads(row.body)
        if body["kind"] == "request":
            waiting.add((row.chain, row.seq))
        elif body["kind"] == "approve":
            waiting.discard((row.chain, body["data"]["request"]))
    connection.execute(REQUESTS.delete())
    for chain, seq in sorted(waiting):
        connection.execute(REQUESTS.insert().values(chain=chain, seq=seq))


def _added(connection: Connection, column: Column[Any]) -> None:
    """A column more, where it is not there yet."""
    if column.name not in columns_of(connection, column.table.name):
        form = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {column.table.name} ADD COLUMN {form}")


def _jackpots(connection: Connection) -> None:
    """Jackpots with accounts of their own."""
    for table in (JACKPOTS, JACKPOT_CHANGES, AWARDS, JACKPOT_REQUESTS):
        table.create(connection, checkfirst=True)


def _lobby(connection: Connection) -> None:
    """Tables from outside; older ones get their rows when they are first read."""
    LOBBY.create(connection, checkfirst=True)


def _academy(connection: Connection) -> None:
    """What people practise, and their exams."""
    for table in (PROGRESS, EXAMS):
        table.create(connection, checkfirst=True)


def _short_rows(connection: Connection) -> None:
    """The lobby tells of a content of one's own its name alone, and what is wagered unseen: rows that lack it, or have
    more, are made anew when they are read. Rounds that are being played are found at once."""
    _added(connection, LOBBY.c.unseen)
    outdated = LOBBY.c.settings.contains("\\n", autoescape=True) | (LOBBY.c.phase == "playing")
    connection.execute(LOBBY.delete().where(outdated))
    for index in (*ROUNDS.indexes, *LOBBY.indexes):
        index.create(connection, checkfirst=True)


def _shoes_in_use(connection: Connection) -> None:
    """A start finds the shoes in use however many have ended."""
    for index in SHOES.indexes:
        index.create(connection, checkfirst=True)


def _played(connection: Connection) -> None:
    """The rounds of each person, from the journals, by the time of their entries."""
    PLAYED.create(connection, checkfirst=True)
    connection.execute(PLAYED.delete())
    told: list[tuple[str, int, int, Line]] = []
    query = select(JOURNAL.c.chain, JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain > 0)
    tables: dict[int, Lines] = {}
    for row in connection.execute(query.order_by(JOURNAL.c.chain, JOURNAL.c.seq)):
        body = json.loads(row.body)
        lines = tables.setdefault(row.chain, Lines()).enter(row.seq, body)
        told += [(body.get("at", ""), line.round, row.seq, line) for line in lines]
    sums: dict[int, tuple[int, int, int]] = {}
    for *_, line in sorted(told):
        number, wagered, total = sums.get(line.person, (0, 0, 0))
        sums[line.person] = number, wagered, total = number + 1, wagered + line.staked, total + line.cents
        row_of = {**line._asdict(), "number": number, "wagered": wagered, "total": total}
        connection.execute(PLAYED.insert().values(**row_of))


def _sealed_rows(connection: Connection) -> None:
    """People and sessions are sealed under the room's key; who opens the room next seals what the journal bears out."""
    for column in (PEOPLE.c.factor, PEOPLE.c.since, PEOPLE.c.seal, SESSIONS.c.entry, SESSIONS.c.seal):
        _added(connection, column)


def _archived(connection: Connection) -> None:
    """What lies in archives."""
    ARCHIVED.create(connection, checkfirst=True)


def _found_at_once(connection: Connection) -> None:
    """What a start and a proof look for is found however long the history; the log's nodes come when it is opened."""
    for table in (NOTED, LOG_NODES):
        table.create(connection, checkfirst=True)
    _noted(connection)


def _noted(connection: Connection) -> None:
    """Entries of the room are noted by their kind, those of resets too: whoever reset an account is tied to it."""
    connection.execute(NOTED.delete())
    for kind in NOTED_KINDS:
        of = (JOURNAL.c.chain == 0) & JOURNAL.c.body.like(f'%"kind":"{kind}"%')
        for row in connection.execute(select(JOURNAL.c.seq, JOURNAL.c.body).where(of)).all():
            if json.loads(row.body)["kind"] == kind:
                connection.execute(NOTED.insert().values(kind=kind, seq=row.seq))


def _names_by_their_vowels(connection: Connection) -> None:
    """What names look like, where marks are vowels."""
    _look_again(connection)


def _names_by_their_shapes(connection: Connection) -> None:
    """What names look like, where a letter has another's shape."""
    _look_again(connection)


def _look_again(connection: Connection) -> None:
    names = IDENTITIES.join(PEOPLE, PEOPLE.c.id == IDENTITIES.c.person)
    wanted = select(IDENTITIES.c.person, IDENTITIES.c.skeleton, PEOPLE.c.name).select_from(names)
    for row in connection.execute(wanted).all():
        if (now := skeleton(row.name)) != row.skeleton:
            connection.execute(update(IDENTITIES).where(IDENTITIES.c.person == row.person).values(skeleton=now))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _first,
    _drills_kept,
    _drills_dealt,
    _documents,
    _identities,
    _signed,
    _jackpots,
    _lobby,
    _academy,
    _short_rows,
    _shoes_in_use,
    _played,
    _sealed_rows,
    _archived,
    _found_at_once,
    _noted,
    _names_by_their_vowels,
    _names_by_their_shapes,
)
"""Step n leads from version n to version n + 1. Never edit one that has been released: add another."""

FINDS_AT_ONCE = 1 + MIGRATIONS.index(_found_at_once)
"""The version since which the log has its nodes."""

NOTES = 1 + MIGRATIONS.index(_noted)
"""The version since which entries of today's kinds are noted."""

LOOKS_AT_SHAPES = 1 + MIGRATIONS.index(_names_by_their_shapes)
"""The version since which what names look like is told as it is now."""

LISTS_PLAYED = 1 + MIGRATIONS.index(_played)
"""The version since which the rounds of each person are listed."""


def newest(connection: Connection) -> bool:
    """Whether a database needs no step, and has all that this houseway makes."""
    return version_of(connection) == len(MIGRATIONS)


def version_of(connection: Connection) -> int | None:
    """The version that a database tells; none where it is empty, or tells something else."""
    if not inspect(connection).has_table(VERSION.name):
        return None
    at = connection.execute(select(VERSION.c.number)).scalar()
    return at if isinstance(at, int) else None


def newer(connection: Connection) -> str:
    """What is said of a database that a newer houseway has made; nothing of others."""
    at = version_of(connection)
    if at is None or at <= len(MIGRATIONS):
        return ""
    return f"is at version {at}, and this houseway knows {len(MIGRATIONS)}: use a newer one"


def migrate(connection: Connection) -> None:
    """Bring the database to the newest version, step by step; an empty one at once."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(99)")
    if says := newer(connection):
        raise HousewayError(f"the room is not opened: its database {says}")
    known = inspect(connection).has_table(VERSION.name)
    empty = not known and not inspect(connection).get_table_names()
    at = connection.execute(select(VERSION.c.number)).scalar() if known else 0
    if not isinstance(at, int):
        raise HousewayError("the room is not opened: its database tells no version; houseway audit says more")
    if empty:
        META.create_all(connection, checkfirst=False)  # no step has anything to add
    for step in () if empty else MIGRATIONS[at:]:
        step(connection)
    if at < len(MIGRATIONS):
        connection.execute(VERSION.delete())
        connection.execute(VERSION.insert().values(number=len(MIGRATIONS)))
