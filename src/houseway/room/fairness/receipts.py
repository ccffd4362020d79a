"""What the room signs of a round: a receipt for who bets and who answers, and the record whole, with who staked and
answered what.

A room that has given a receipt and tells of the round otherwise has signed both. What a seat never had a receipt for it
cannot prove, nor can the room prove that a person, and not the room itself, has answered: nobody but the room signs.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from houseway.room.acts.play import Answer, Timeout
from houseway.room.acts.seats import Leave
from houseway.room.acts.wagers import Bet, Clear
from houseway.room.evidence.signing import Signer
from houseway.room.fairness.signed_bets import laid
from houseway.room.store.journal import canonical
from houseway.room.table.answering import BOT, CHANCE, HOUSE
from houseway.room.table.entry import JournalEntry
from houseway.room.table.state import LiveTable
from houseway.round.questions import Irregularity

RECEIPT, RECORD = b"houseway receipt\n", b"houseway record\n"
"""What the messages begin with that are signed; the canonical JSON follows."""

PLAYER = "player"
TIME, LEFT = "time", "left"
"""Why the house has answered for a seat."""

Json = Mapping[str, Any]


class Source(NamedTuple):
    """The entry of the table's journal that a line stands in, and since when seats were asked before it."""

    number: int
    entry: JournalEntry
    asked: str


def said_in(table: int, number: int, entry: JournalEntry) -> dict[str, Any] | None:
    """What an entry of a table's journal has of a person's own answer, or of what their browser has signed of a bet."""
    act = entry.act
    if isinstance(act, Bet | Clear | Leave) and act.signed is not None:
        bet = laid(act.signed, *((act.bets, act.commit or "") if isinstance(act, Bet) else ({}, "")))
        return {"table": table, "entry": number, "at": entry.at, "bet": bet}
    for made in entry.entries if isinstance(act, Answer) else ():
        if made.by == entry.by and isinstance(made.said, Mapping):
            return {"table": table, "entry": number, "at": entry.at, "answer": dict(made.said)}
    return None


def receipt(signer: Signer, said: Json) -> dict[str, Any]:
    """The room's signed word that this answer, or this bet, stands in its journal."""
    return {**said, **_signed(signer, RECEIPT, said)}


def answers_of(table: LiveTable, sources: Sequence[Source]) -> list[dict[str, Any]]:
    """Who answered each decision of the round that has just ended at a table, and when."""
    assert table.driver is not None
    lines = zip(table.driver.answered, table.by, sources, strict=True)
    return [
        {"line": at, "entry": source.number, "seat": entry.seat, "at": source.entry.at, **_who(by, entry.seat, source)}
        for at, ((_, entry), by, source) in enumerate(lines)
        if by != CHANCE and not isinstance(entry.answer, Irregularity)
    ]


def _who(by: object, seat: int, source: Source) -> dict[str, str]:
    if by != HOUSE:
        return {"by": BOT if by == BOT else PLAYER}
    act = source.entry.act
    if isinstance(act, Timeout) and seat in act.seats:
        return {"by": HOUSE, "why": TIME, "asked": source.asked}
    return {"by": HOUSE, "why": LEFT}


def bets_of(table: LiveTable, times: Mapping[int, str]) -> list[dict[str, Any]]:
    """How the bets of the round that has just ended were laid, by seat, each with the time of its entry."""
    return [slip.json(seat, times[slip.entry]) for seat in sorted(table.laid) for slip in table.laid[seat]]


def signed_record(signer: Signer, record: Json) -> dict[str, Any]:
    """A record with the room's signature over all that it tells: who staked, answered and was paid what, and when."""
    told = {key: value for key, value in record.items() if key != "signed"}
    return {**told, "signed": _signed(signer, RECORD, told)}


def _signed(signer: Signer, message: bytes, told: Json) -> dict[str, str]:
    return {"key": signer.public.hex(), "signature": signer.sign(message + canonical(told).encode()).hex()}
