"""What the command line does with a room: audit, backup, restore."""

from pathlib import Path

from houseway.room import copies
from houseway.room.audit import Finding
from houseway.room.audit import audit as findings_in

DEFAULT = "sqlite:///houseway-room.db"


def audit(database: str = DEFAULT) -> list[Finding]:
    """Every finding; empty if all holds."""
    return findings_in(database)


def backup(database: str, target: Path) -> int:
    """Write a backup; how many rows it holds."""
    return copies.backup(database, target)


def restore(source: Path, database: str) -> list[Finding]:
    """Fill an empty database from a backup, and audit it."""
    copies.restore(source, database)
    return findings_in(database)
