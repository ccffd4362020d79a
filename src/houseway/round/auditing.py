"""The audit of a single record: what it says of every wager must be what the rules say."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.money import dollars, signed
from houseway.round import codec
from houseway.round.record import Record, read, settle


class Finding(NamedTuple):
    """Something that does not hold, and where."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


COMPARED = ("seat", "wager", "award", "cents", "commission_cents")
"""What two payouts must agree in; the sentence that says why may be worded anew."""


class Paid(NamedTuple):
    """A payout as money."""

    seat: Any
    wager: Any
    award: Any
    cents: Any
    commission_cents: Any

    def __str__(self) -> str:
        money = signed(self.cents) if isinstance(self.cents, int) else repr(self.cents)
        fee = self.commission_cents
        taken = f" with {dollars(fee) if isinstance(fee, int) else repr(fee)} commission" if fee else ""
        return f"{self.wager} of seat {self.seat}, {self.award}, {money}{taken}"


def audit_record(source: Path | str | Mapping[str, Any] | Record) -> list[Finding]:
    """A round's record, its file or text, against the rules; nothing where all of it holds."""
    try:
        record = source if isinstance(source, Record) else read(source)
    except HousewayError as fault:
        return [Finding(str(source) if isinstance(source, Path) else "record", str(fault))]
    where = f"{record.file}, round {record.more['round']}" if "round" in record.more else record.file
    try:
        settled = settle(record)
    except HousewayError as fault:
        return [Finding(where, str(fault))]
    if record.payouts is None:
        return [Finding(where, "tells no payouts to compare with: `houseway settle --json` gives them")]
    said = Counter(_paid(each) for each in record.payouts)
    ruled = Counter(_paid(codec.payout_json(payout)) for payout in settled)
    gaps = [f"by the rules: {each}; the record does not say so" for each in (ruled - said).elements()]
    gaps += [f"in the record: {each}; it is not ruled so" for each in (said - ruled).elements()]
    return [Finding(where, gap) for gap in gaps]


def _paid(payout: Mapping[str, Any]) -> Paid:
    """What is compared of a payout; a value of a wrong type is compared by how it looks."""
    values = [payout.get(field) for field in COMPARED]
    return Paid(*(each if isinstance(each, int | str) else repr(each) for each in values))
