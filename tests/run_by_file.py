"""A room that is run by its file: the example's, and the manager who puts it in force."""

from pathlib import Path

from houseway.room import Person, Room

EXAMPLE = Path(__file__).parents[1] / "examples" / "room.toml"
TEXT = EXAMPLE.read_text()


def boss(room: Room) -> Person:
    """A manager who has a password of their own; made once."""
    with room.store.transaction() as connection:
        row = connection.exec_driver_sql("SELECT id FROM people WHERE name = 'Mia'").first()
    if row is not None:
        return Person(row.id, "Mia", "manager", 0)
    return room.people.add("Mia", "manager", "no hash", by="command: tests")
