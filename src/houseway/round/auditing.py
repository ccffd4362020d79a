"""What was paid beside what should have been, compared as money: the audit of a single record."""

from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.money import signed
from houseway.round.meters import displayed_in
from houseway.round.record import Record, Settled, read, settle
from houseway.round.ruling import Payout, postings
from houseway.round.shuffle import pack_of


class Finding(NamedTuple):
    """Something that does not hold, and where."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Said(NamedTuple):
    """What somebody says became of a seat's wager: the cents that it gained and, where they are told, its payouts."""

    cents: Any
    lines: tuple[tuple[Any, ...], ...] | None = None
    """Of each payout the award and its amounts; None for one that is not told."""


AMOUNTS = (
    "award",
    "cents",
    "commission_cents",
    "stake_cents",
    "returned_cents",
    "meter_cents",
    "seeded_cents",
)
"""What a payout tells that is compared."""

KINDS = {
    "overpaid": "a winner was paid too much",
    "underpaid": "a winner was paid too little",
    "commission-not-taken": "a winner was paid without the commission",
    "winner-not-paid": "a winner was only given its stake",
    "winner-taken": "a winner's stake was taken",
    "push-paid": "a push was paid",
    "push-taken": "the stake of a push was taken",
    "loser-paid": "a loser was paid",
    "loser-pushed": "a loser was given its stake",
    "took-too-much": "more than the stake that is lost was taken",
    "took-too-little": "less than the stake that is lost was taken",
    "not-stated": "nothing is said of a wager that was ruled upon",
    "not-ruled": "something is said of a wager that the round does not have",
    "award": "the money is right, and the award, stake, commission or share of a meter that is said is not",
    "books": "the postings, meters, pack or display that are said are not those of the ruling and its document",
    "document": "the hash by which the round names its document is not known here: ours of that title has ruled",
    "no-payouts": "the round does not say what was paid",
    "out-of-range": "whatever the card was that nobody saw, it was not so",
    "impossible": "the round cannot have happened so",
    "unreadable": "the round cannot be read",
    "fault": "houseway itself failed: please report it",
}
"""Every kind of error, in words."""


class Gap(NamedTuple):
    """A wager that was not paid as it should have been; cents are what the seat gains, None where there are none."""

    seat: Any
    wager: Any
    kind: str
    paid: Any
    due: int | None
    clause: str
    why: str

    def __str__(self) -> str:
        said = "nothing" if self.paid is None else signed(self.paid) if type(self.paid) is int else repr(self.paid)
        ruled = "nothing" if self.due is None else signed(self.due)
        because = f" (clause {self.clause}): {self.why}" if self.clause else f": {self.why}"
        return f"{self.wager} of seat {self.seat}: {said} in the record, and it is not ruled so: {ruled}{because}"


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
        return [Finding(where, "no payouts are told to compare with: `houseway settle --json` gives them")]
    found = [Finding(where, str(gap)) for gap in gaps(said_by(record.payouts), settled)]
    told = (*books(record, settled), *([record.remark] if record.remark else []))
    return [*found, *(Finding(where, what) for what in told)]


def books(record: Record, settled: Settled) -> Iterator[str]:
    """What a record tells of postings, meters, pack and display otherwise than its ruling and settings have them."""
    more, game, settings = record.more, record.game, record.setup.settings
    if "pack" in more and more["pack"] != pack_of(game, settings):
        yield "the pack is not the one that the document has"
    if "displayed" in more and more["displayed"] != displayed_in(game, settings):
        yield "displayed names other settings than those that tell what meters display"
    due = {
        "postings": [{"account": line.account, "cents": line.cents} for line in postings(settled.ruling)],
        "meters": {each.wager: each.json() for each in settled.meters},
    }
    for field, value in due.items():
        if field in more and more[field] != value:
            yield f"the {field} of the record are not those of its ruling"


def said_by(payouts: Iterable[Mapping[str, Any]]) -> dict[tuple[Any, Any], Said]:
    """The payouts that a record of houseway tells, by seat and wager; a hand that was split has several."""
    found: dict[tuple[Any, Any], Said] = {}
    for each in payouts:
        key, cents = (plain(each.get("seat")), plain(each.get("wager"))), plain(each.get("cents"))
        line = tuple(plain(each[field]) if field in each else None for field in AMOUNTS)
        before = found.get(key, Said(0, ()))
        added = before.cents + cents if type(before.cents) is type(cents) is int else cents
        found[key] = Said(added, (*(before.lines or ()), line))
    return found


def plain(value: Any) -> Any:
    """A value that can be compared; one of a wrong type by how it looks."""
    return value if type(value) in (int, str) else repr(value)


def gaps(told: Mapping[tuple[Any, Any], Said], ruling: Iterable[Payout]) -> Iterator[Gap]:
    """Every wager of which something else is told than is ruled."""
    ruled: dict[tuple[Any, Any], list[Payout]] = {}
    for payout in ruling:
        ruled.setdefault((payout.seat, payout.wager), []).append(payout)
    for key, lines in ruled.items():
        due, why = sum(each.net for each in lines), "; ".join(each.why for each in lines)
        if key not in told:
            if due or any(each.stake for each in lines):
                yield Gap(*key, "not-stated", None, due, lines[0].clause, why)
        elif kind := _kind(told[key], due, lines):
            yield Gap(*key, kind, told[key].cents, due, lines[0].clause, why)
    yield from not_ruled(told, ruled)


def not_ruled(told: Mapping[tuple[Any, Any], Said], ruled: Container[tuple[Any, Any]]) -> Iterator[Gap]:
    """Every wager that is told and that the round does not have: a payout whatever its cents, since it has a stake and
    moves a meter; what somebody else says was paid where it is not nothing, which a column may say of any seat."""
    for key, said in told.items():
        if key not in ruled and (said.lines is not None or said.cents != 0):
            yield Gap(*key, "not-ruled", said.cents, None, "", "the round has no such wager")


def _kind(told: Said, due: int, lines: list[Payout]) -> str:
    """The kind of error; "" where there is none."""
    if type(told.cents) is not int:
        return "unreadable"
    if told.cents == due:
        return "award" if told.lines is not None and not _alike(told.lines, lines) else ""
    if due > 0:
        return _of_winner(told.cents, due, sum(each.commission for each in lines))
    if due == 0:
        return "push-paid" if told.cents > 0 else "push-taken"
    if told.cents >= 0:
        return "loser-paid" if told.cents else "loser-pushed"
    return "took-too-much" if told.cents < due else "took-too-little"


def _alike(told: Iterable[tuple[Any, ...]], lines: Iterable[Payout]) -> bool:
    """Whether the payouts of a wager are told as they are, in any order; what is not told is not compared."""
    left = [
        (each.award, each.net, each.commission, each.stake, each.returned, each.metered, each.seeded) for each in lines
    ]
    for line in told:
        same = [each for each in left if all(a in (None, b) for a, b in zip(line, each, strict=True))]
        if not same:
            return False
        left.remove(same[0])
    return not left


def _of_winner(paid: int, due: int, commission: int) -> str:
    if paid <= 0:
        return "winner-taken" if paid else "winner-not-paid"
    if paid == due + commission:
        return "commission-not-taken"
    return "overpaid" if paid > due else "underpaid"
