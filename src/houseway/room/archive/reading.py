"""What lies in an archive, as if the room still had it: a round, the proof of its shoe, and the days of the books."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.room.archive.whole import whole
from houseway.room.people.people import SURVEILLANCE, Person
from houseway.room.room import Room
from houseway.room.store.keyring import Keyring
from houseway.room.store.schema import ARCHIVED

READER = Person(0, "whoever keeps the archive", SURVEILLANCE, 0)


def record_and_proof(
    database: str, archives: Sequence[Path], round_: int, key: Path | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record of a round and the proof of its shoe, from a copy of the room with its archives put back."""
    with room_with(database, archives, key) as room:
        record = room.record(round_, READER)
        return record, room.proof(record["shoe"], READER).json()


@contextmanager
def room_with(database: str, archives: Sequence[Path], key: Path | None = None) -> Iterator[Room]:
    """A copy of the room with its archives put back, to read in; a file that is not as it was written is refused."""
    with whole(database, archives) as (engine, faults):
        if faults:
            raise HousewayError("; ".join(f"{where} {what}" for where, what in faults))
        with engine.begin() as connection:
            connection.execute(ARCHIVED.delete())  # in this copy nothing is
        room = Room(engine, Keyring.of(database, key))
        try:
            yield room
        finally:
            room.store.close()
