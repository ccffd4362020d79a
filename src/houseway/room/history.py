"""A round that has ended, as the journal tells it: its page, and a record to settle again."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from houseway.room.errors import Broken, Forbidden, legible
from houseway.room.explaining import payouts_of
from houseway.room.fairness.commitments import Commitment
from houseway.room.fairness.receipts import Source, answers_of, bets_of
from houseway.room.people.people import SURVEILLANCE, Person
from houseway.room.store import archived, shoes, trusted
from houseway.room.store.meters import STATED
from houseway.room.store.schema import ROUNDS, TRANSACTIONS
from houseway.room.store.transaction import standing_at
from houseway.room.table.answering import HOUSE
from houseway.room.table.entry import HOUSES, UNCOVERED
from houseway.room.table.pending import AMENDMENTS, Pending
from houseway.room.table.state import LiveTable, Sources
from houseway.room.table.turn import Turn, turn
from houseway.room.table.view import Eyes, View, hands_of
from houseway.round import DEALER, Deal, Draw, Standing
from houseway.round.meters import displayed_in
from houseway.round.record import written
from houseway.round.shuffle import pack_of


class Played(NamedTuple):
    """A table as it stood when a round ended, and when the round began and ended."""

    table: LiveTable
    started: str
    ended: str
    sources: Sequence[Source] = ()
    """Where in the journal each line of the round stands."""

    times: Mapping[int, str] = {}
    """When each entry since the round before was written."""


class Gathered(NamedTuple):
    """What a round that has ended rests on, read in one go: it is looked at and replayed when nobody waits for the
    database.

    The row says where its entries are; what it tells besides must be what they make of it.
    """

    row: Row[Any]
    before: LiveTable
    entries: trusted.Taken
    over: bool
    amended: Sequence[dict[str, Any]]

    def played(self, sources: Sources) -> Played:
        """The table as it stood when the round ended; once."""
        table, row, times = self.before, self.row, {}
        table.sources = sources
        lines: list[Source] = []
        asked: tuple[Turn, str] | None = None
        ended: int | None = None
        for seq, body in self.entries.entries():
            entry = table.replay(seq, body)
            times[seq] = entry.at
            if entry.start is not None:
                lines = []
            since = entry.at if asked is None else asked[1]
            lines += [Source(seq, entry, since)] * (len(table.by) - len(lines))
            if asked is None or turn(table) != asked[0]:
                asked = turn(table), entry.at
            ended = seq if entry.end is not None else None
        if table.ruling is None:
            raise Broken(f"round {row.id} has not ended")
        if row != (table.last, table.id, table.first_shoe, table.first_card, table.started, ended):
            raise Broken(f"round {row.id} is listed otherwise than its entries tell it")
        return Played(table, times.get(row.started, ""), times.get(row.ended, ""), lines, times)


def gathered(connection: Connection, row: Row[Any], sources: Sources) -> Gathered:
    """What this round rests on."""
    with legible(f"round {row.id}"):
        return _gathered(connection, row, sources)


def _gathered(connection: Connection, row: Row[Any], sources: Sources) -> Gathered:
    archived.check_round(connection, row)
    before = select(ROUNDS.c.ended).where(ROUNDS.c.chain == row.chain, ROUNDS.c.id < row.id)
    last = connection.execute(before.order_by(ROUNDS.c.id.desc()).limit(1)).scalar()
    table = standing_at(connection, row.chain, last, sources)
    (entries,) = trusted.stretches(connection, row.chain, [(table.version, row.ended)])
    shoe = table.shoe if last is not None else json.loads(entries.rows[0].body)["data"]["shoe"]["id"]
    if shoe != row.shoe:
        raise Broken(f"round {row.id} was not dealt from shoe {row.shoe}")
    over = shoes.lies_open(connection, row.shoe, sources.shoe(row.shoe).root)
    return Gathered(row, table, entries, over, amendments(connection, row.id))


def played(connection: Connection, row: Row[Any], sources: Sources) -> Played:
    """The table as it stood when this round ended, for who has the database anyway."""
    return gathered(connection, row, sources).played(sources)


def page(found: Gathered, viewer: Person | None, sources: Sources) -> View:
    """What a viewer may see of a round that has ended."""
    row, (table, started, ended, *_) = found.row, found.played(sources)
    eyes = eyes_of(table, viewer)
    assert table.driver is not None
    seats = [
        {
            "number": seat.number,
            "wagers": dict(seat.wagers),
            "cards": eyes.cards(seat.number),
            "hands": hands_of(table.game, table.standing, seat.number, table.setup)
            if eyes.sees_all_of(seat.number)
            else None,
            "piles": eyes.piles(seat.number),
        }
        for seat in table.setup.seats
    ]
    drawn = [{"what": q.what, "number": answer} for q, answer in table.standing.events if isinstance(q, Draw)]
    return View(
        {
            "round": row.id,
            "table": table.id,
            "game": table.game.id,
            "name": table.name,
            "settings": table.settings.titles(),
            "started": started,
            "ended": ended,
            "shoe": {"id": row.shoe, "root": sources.shoe(row.shoe).root, "ended": found.over},
            "dealer": {"cards": eyes.cards(DEALER)},
            "seats": seats,
            "drawn": drawn,
            "house_acts": [
                entry.seat for (_, entry), by in zip(table.driver.answered, table.by, strict=True) if by == HOUSE
            ],
            "ruling": payouts_of(table, eyes),
            "calls": table.calls,
            "amended": found.amended,
            "record_waits": withheld(found, table.standing, viewer),
        }
    )


def eyes_of(table: LiveTable, viewer: Person | None) -> Eyes:
    """What somebody may see of a round that has ended: what the rules showed; surveillance everything."""
    seat = None if viewer is None else table.seat_in_round(viewer.id)
    return Eyes(table.standing, seat, everything=viewer is not None and viewer.role == SURVEILLANCE)


def amendments(connection: Connection, round_: int) -> list[dict[str, Any]]:
    """The voids and corrections of a round that two supervisors have agreed on, in their order."""
    found = (amendment(connection, *entry) for entry in amended_by(connection, [round_]))
    return [told for told in found if told is not None]


def amended_by(connection: Connection, rounds: Sequence[int]) -> list[tuple[int, int, int]]:
    """The entries that may have amended these rounds, in their order: round, chain and number."""
    query = select(TRANSACTIONS).where(TRANSACTIONS.c.round.in_(rounds), TRANSACTIONS.c.what.in_(AMENDMENTS))
    rows = {(row.chain, row.seq): row for row in connection.execute(query.order_by(TRANSACTIONS.c.id))}
    return [(row.round, row.chain, row.seq) for row in rows.values()]


def amendment(connection: Connection, round_: int, chain: int, seq: int) -> dict[str, Any] | None:
    """What everybody is told of an amendment; a hand that was void in play takes back what it fed a jackpot, which is
    none."""
    approved = trusted.entry(connection, chain, seq)
    if approved["kind"] != "approve":
        return None
    asked = trusted.entry(connection, chain, approved["data"]["request"])
    told = Pending.read(asked["data"] | {"by": asked["by"]})
    if told.round != round_:
        raise Broken(f"the {told.what} of round {told.round} is listed with round {round_}")
    return told.amendment | {"at": approved.get("at", "")}


def record(found: Gathered, viewer: Person | None, sources: Sources) -> dict[str, Any]:
    """A round that has ended, for `houseway settle`. It tells every card, so while cards of the round are unseen and
    the shoe goes on it is for surveillance only."""
    row, (table, started, ended, lines, times) = found.row, found.played(sources)
    if why := withheld(found, table.standing, viewer):
        raise Forbidden(why)
    where = {"round": row.id, "table": row.chain, "shoe": row.shoe, "position": row.position}
    told = record_of(table) | where | chance_of(table, sources.shoe(row.shoe)) | {"started": started, "ended": ended}
    if table.first_form <= UNCOVERED:
        return told
    told |= {"answers": answers_of(table, lines)}
    return told if table.first_form < STATED else told | {"after": table.before, "bets": bets_of(table, times)}


def withheld(found: Gathered, standing: Standing, viewer: Person | None) -> str:
    """Why a viewer may not read the record of a round yet; nothing where they may."""
    if found.over or whole(standing) or (viewer is not None and viewer.role == SURVEILLANCE):
        return ""
    return "this round has cards that were not shown: its record comes when the shoe has ended"


def whole(standing: Standing) -> bool:
    """Whether everybody has seen every hand: then the record is for everybody, with what was burnt."""
    return all(Eyes(standing, None, everything=False).sees_all_of(place) for place in (DEALER, *dealt_to(standing)))


def record_of(table: LiveTable) -> dict[str, Any]:
    """The round that has just ended at a table, whole."""
    assert table.driver is not None
    return written(table.game, table.setup, table.standing, tuple(table.driver.answered))


def chance_of(table: LiveTable, shoe: Commitment) -> dict[str, Any]:
    """Where the cards and the numbers of the round that has just ended came from; older numbers came from nowhere."""
    told = {"root": shoe.root, "cut": table.first_cut, "pack": pack_of(table.game, table.settings)}
    if table.first_form <= UNCOVERED:
        return told
    told |= {"draws": [{**draw.question._asdict(), "number": draw.number} for draw in table.draws]}
    if table.first_form <= HOUSES:
        return told
    before = set(range(len(shoe))) - set(table.coming)
    seals = [{"seat": seat, **sealed.json()} for seat, sealed in sorted(table.numbers.items())]
    told |= {"turns": table.turns if seals else 0, "seals": seals}
    told |= {"displayed": displayed_in(table.game, table.settings)}
    as_they_lie = set(shoe.rest(table.first_cut, ())[: len(before)])
    return told if before == as_they_lie else told | {"gone": sorted(before)}


def dealt_to(standing: Standing) -> set[int]:
    return {question.to for question, _ in standing.events if isinstance(question, Deal)}
