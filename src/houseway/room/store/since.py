"""Since which version of the database each table and each column is there: what a database of a version must have.

The steps of `migrations` make them so. A room that nobody has opened since lacks the newest; what its own version has
and it has not, somebody has taken away.
"""

from functools import cache

from houseway.room.store.schema import META

TABLES = {
    "drills": 2,
    "drills_dealt": 3,
    "documents": 4,
    "identities": 5,
    "tries": 5,
    "room_keys": 6,
    "sealed": 6,
    "factors": 6,
    "room_settings": 6,
    "requests": 6,
    "jackpots": 7,
    "jackpot_changes": 7,
    "awards": 7,
    "jackpot_requests": 7,
    "lobby": 8,
    "academy_progress": 9,
    "academy_exams": 9,
    "played": 12,
    "archived": 14,
    "room_noted": 15,
    "log_nodes": 15,
}
"""The first version has the others."""

COLUMNS = {
    "chains.key": 6,
    "journal.signature": 6,
    "checkpoints.heads": 6,
    "sessions.stage": 6,
    "identities.own_password": 6,
    "lobby.unseen": 10,
    "people.factor": 13,
    "people.since": 13,
    "people.seal": 13,
    "sessions.entry": 13,
    "sessions.seal": 13,
}
"""Those that are younger than their table."""


@cache
def had_by(version: int) -> dict[str, frozenset[str]]:
    """The tables that a database of this version has, each with its columns."""
    return {
        name: frozenset(
            column.name for column in table.columns if COLUMNS.get(f"{name}.{column.name}", 1) <= max(version, 1)
        )
        for name, table in META.tables.items()
        if TABLES.get(name, 1) <= max(version, 1)
    }
