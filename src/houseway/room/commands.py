"""What the command line does with a room: audit, backup, restore; and an audit of a single round's record."""

from pathlib import Path

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.round.record import read_record, settle
from houseway.room.store import backup as copies
from houseway.room.audit import Finding
from houseway.room.audit import audit as findings_in
from houseway.room.table.view import payouts

DEFAULT = "sqlite:///houseway-room.db"


def audit(database: str = DEFAULT) -> list[Finding]:
    """Every finding; empty if all holds."""
    return findings_in(database)


def audit_record(path: Path) -> list[Finding]:
    """A round's record against the rules: what it says of every wager must be what they say."""
    record = read_record(path)
    where = f"{path.name}, round {record.more.get('round', '?')}"
    try:
        ruling, _ = settle(record)
    except HousewayError as fault:
        return [Finding(where, str(fault))]
    told = record.more.get("ruling")
    if told is None:
        return [Finding(where, "tells no ruling to compare with: `houseway settle` gives one")]
    want = payouts(ruling)
    gaps = [f"{each['wager']} of seat {each['seat']}: {dollars(each['net'])}" for each in want if each not in told]
    gaps += [f"{each!r} is not ruled so" for each in told if each not in want]
    return [Finding(where, gap) for gap in gaps]


def backup(database: str, target: Path) -> int:
    """Write a backup; how many rows it holds."""
    return copies.backup(database, target)


def restore(source: Path, database: str) -> list[Finding]:
    """Fill an empty database from a backup, and audit it."""
    copies.restore(source, database)
    return findings_in(database)
