"""Rounds that have ended, as the journal tells them: pages, records to settle again, and proofs of their cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select

from houseway.cards import names
from houseway.errors import HousewayError, UnknownName
from houseway.round import DEALER, Deal, Draw, Irregularity, Standing
from houseway.money import dollars
from houseway.room.store import journal
from houseway.room.answers import encode
from houseway.room.acts.changes import amendment
from houseway.room.errors import Forbidden
from houseway.room.table.state import Live, Shoes
from houseway.room.people import SURVEILLANCE, Person
from houseway.room.store.schema import POSTINGS, ROUNDS, SHOES, TRANSACTIONS
from houseway.room.table.view import Eyes, View, payouts

AMENDMENTS = ("void", "correction")


def countable(number: object) -> bool:
    """Whether this may be the number of a table, a shoe or a round: what comes from outside may be anything."""
    return isinstance(number, int) and not isinstance(number, bool) and 0 < number < 2**31


def row_of(connection: Connection, round_id: int) -> Row[Any]:
    query = select(ROUNDS).where(ROUNDS.c.id == round_id)
    row = connection.execute(query).first() if countable(round_id) else None
    if row is None:
        raise UnknownName(f"there is no round {round_id}")
    if row.ended is None:
        raise HousewayError(f"round {round_id} is being played: its page comes when it has ended")
    return row


def played(connection: Connection, row: Row[Any], shoes: Shoes) -> Live:
    """The table as it stood when this round ended."""
    live = Live(row.chain, shoes)
    before = select(ROUNDS.c.ended).where(ROUNDS.c.chain == row.chain, ROUNDS.c.id < row.id)
    last = connection.execute(before.order_by(ROUNDS.c.id.desc()).limit(1)).scalar()
    if last is not None:
        ((_, opened),) = journal.entries(connection, row.chain, 0, 1)
        ((_, body),) = journal.entries(connection, row.chain, last - 1, last)
        live.restore(opened, body["end"]["state"], last)
    for seq, body in journal.entries(connection, row.chain, live.version, row.ended):
        live.seen.append((seq, body.get("at", "")))
        live.apply(seq, body)
    return live


def page(connection: Connection, round_id: int, viewer: Person | None, shoes: Shoes) -> View:
    """What a viewer may see of a round that has ended."""
    row = row_of(connection, round_id)
    live = played(connection, row, shoes)
    eyes = eyes_of(live, viewer)
    ended = connection.execute(select(SHOES.c.ended).where(SHOES.c.id == row.shoe)).scalar_one()
    seats = [
        {
            "number": seat.number,
            "wagers": dict(seat.wagers),
            "cards": eyes.cards(seat.number),
            "piles": eyes.piles(seat.number),
        }
        for seat in live.setup.seats
    ]
    drawn = [{"what": q.what, "number": answer} for q, answer in live.standing.events if isinstance(q, Draw)]
    assert live.ruling is not None
    return View(
        {
            "round": round_id,
            "table": live.id,
            "game": live.game.id,
            "name": live.name,
            "settings": live.settings.show(),
            "started": dict(live.seen).get(row.started, ""),
            "ended": dict(live.seen).get(row.ended, ""),
            "shoe": {"id": row.shoe, "root": shoes(row.shoe).root, "ended": ended},
            "dealer": {"cards": eyes.cards(DEALER)},
            "seats": seats,
            "drawn": drawn,
            "house_acts": [entry.seat for entry, by in zip(live.entries, live.by, strict=True) if by == "house"],
            "ruling": payouts(live.ruling),
            "calls": live.calls,
            "amended": amendments(connection, [round_id]).get(round_id, []),
        }
    )


def eyes_of(live: Live, viewer: Person | None) -> Eyes:
    """What somebody may see of a round that has ended: what the rules showed; surveillance everything."""
    seat = None if viewer is None else live.seat_in_round(viewer.id)
    return Eyes(live.standing, seat, everything=viewer is not None and viewer.role == SURVEILLANCE)


def latest(connection: Connection, table: int, before: int | None, most: int = 20) -> list[dict[str, Any]]:
    """The rounds of a table that have ended, the newest first: number, and every seat's result."""
    query = select(ROUNDS).where(ROUNDS.c.chain == table, ROUNDS.c.ended.is_not(None))
    if not countable(table):
        return []
    if before is not None and countable(before):
        query = query.where(ROUNDS.c.id < before)
    listed = []
    rows = connection.execute(query.order_by(ROUNDS.c.id.desc()).limit(most)).all()
    amended = amendments(connection, [row.id for row in rows])
    for row in rows:
        bodies = [body for _, body in journal.entries(connection, table, row.started - 1, row.ended)]
        body = bodies[-1]
        calls = [each["data"]["kind"] for each in bodies if each["kind"] == "irregularity"]
        nets: dict[str, int] = {}
        for seat, _, stake, returned, *_more in body["end"]["ruling"]:
            nets[str(seat)] = nets.get(str(seat), 0) + returned - stake
        told = {"round": row.id, "shoe": row.shoe, "ended": body.get("at", ""), "nets": nets}
        listed.append(told | {"calls": calls, "amended": amended.get(row.id, [])})
    return listed


def amendments(connection: Connection, rounds: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """The voids and corrections of rounds that two supervisors have agreed on, in their order."""
    query = select(TRANSACTIONS).where(TRANSACTIONS.c.round.in_(rounds), TRANSACTIONS.c.what.in_(AMENDMENTS))
    found: dict[int, list[dict[str, Any]]] = {}
    for row in connection.execute(query.order_by(TRANSACTIONS.c.id)).all():
        ((_, approved),) = journal.entries(connection, row.chain, row.seq - 1, row.seq)
        number = approved["data"]["request"]
        ((_, asked),) = journal.entries(connection, row.chain, number - 1, number)
        found.setdefault(row.round, []).append(amendment(asked["data"]) | {"at": approved.get("at", "")})
    return found


def record(connection: Connection, round_id: int, viewer: Person | None, shoes: Shoes) -> dict[str, Any]:
    """A round that has ended, for `houseway settle`. It tells every card, so while cards of the round are unseen and
    the shoe goes on it is for surveillance only."""
    row = row_of(connection, round_id)
    live = played(connection, row, shoes)
    ended = connection.execute(select(SHOES.c.ended).where(SHOES.c.id == row.shoe)).scalar_one()
    whole = all(Eyes(live.standing, None, everything=False).sees_all_of(n) for n in (DEALER, *dealt_to(live.standing)))
    if not (ended or whole or (viewer is not None and viewer.role == SURVEILLANCE)):
        raise Forbidden("this round has cards that were not shown: its record comes when the shoe has ended")
    return written(live, round_id)


def dealt_to(standing: Standing) -> set[int]:
    return {question.to for question, _ in standing.events if isinstance(question, Deal)}


def written(live: Live, round_id: int) -> dict[str, Any]:
    """The record: hands for people to read, entries to replay it by."""
    drawn = [answer for question, answer in live.standing.events if isinstance(question, Draw)]
    calls = [entry.answer for entry in live.entries if isinstance(entry.answer, Irregularity)]
    shown = live.setup.settings.show()
    told: dict[str, Any] = {
        "game": live.game.id,
        "settings": live.given | {key: shown[key] for key in shown if key.removesuffix("-meter") in live.meters.exact},
        "seat": [
            {
                "number": seat.number,
                "cards": names(live.standing.cards(seat.number)),
                "wagers": {wager: dollars(cents) for wager, cents in seat.wagers.items()},
            }
            for seat in live.setup.seats
        ],
        "round": round_id,
        "entries": [[entry.seat, encode(entry.answer)] for entry in live.entries],
        "ruling": [] if live.ruling is None else payouts(live.ruling),
    }
    if dealer := live.standing.cards(DEALER):
        told["dealer"] = {"cards": names(dealer)}
    if drawn:
        told["drawn"] = drawn[0]
    if calls:
        told["irregularity"] = [{"kind": call.kind, "seat": call.seat} for call in calls]
    return told


def proof(connection: Connection, shoe: int, viewer: Person | None, live: Live, shoes: Shoes) -> View:
    """The root of a shoe, and an opening of every card that this viewer may see."""
    row = connection.execute(select(SHOES.c.chain, SHOES.c.root, SHOES.c.cut, SHOES.c.ended).where(SHOES.c.id == shoe))
    chain, root, cut, ended = row.one()
    commitment = shoes(shoe)
    if ended:
        indexes: set[int] = set(range(len(commitment)))
    else:
        indexes = set(visible(connection, shoe, viewer, live, shoes))
    openings = [commitment.opening(index).json() for index in sorted(indexes)]
    cut = live.cut if live.shoe == shoe else cut  # the table knows of a cut before its first card is dealt
    told = {"shoe": shoe, "table": chain, "root": root, "size": len(commitment), "cut": cut, "ended": ended}
    return View(told | {"openings": openings})


def visible(connection: Connection, shoe: int, viewer: Person | None, live: Live, shoes: Shoes) -> Iterator[int]:
    """Places in the committed order of the cards that a viewer may see, of rounds ended and of the one being played."""
    query = select(ROUNDS).where(ROUNDS.c.shoe == shoe, ROUNDS.c.ended.is_not(None)).order_by(ROUNDS.c.id)
    size = len(shoes(shoe))
    for row in connection.execute(query).all():
        then = played(connection, row, shoes)
        yield from ((then.first_cut + at) % size for at in seen_in(then, eyes_of(then, viewer)))
    if live.shoe == shoe and live.table is not None and live.ruling is None:
        seat = None if viewer is None else live.seat_in_round(viewer.id)
        eyes = Eyes(live.standing, seat, everything=False)
        yield from (((live.cut or 0) + at) % size for at in seen_in(live, eyes))


def seen_in(live: Live, eyes: Eyes) -> Iterator[int]:
    """Positions in the deal of the cards of a round that these eyes see."""
    position = live.first_card
    counts: dict[int, int] = {}
    for question, _ in live.standing.events:
        if isinstance(question, Deal):
            at = counts.get(question.to, 0)
            if eyes.cards(question.to)[at]["card"] is not None:
                yield position
            counts[question.to] = at + 1
            position += 1


def money_of(connection: Connection, round_: int) -> Mapping[str, int]:
    """The sum of all movements of a round, by account."""
    query = (
        select(POSTINGS.c.account, func.sum(POSTINGS.c.cents).label("cents"))
        .join(TRANSACTIONS, TRANSACTIONS.c.id == POSTINGS.c.transaction)
        .where(TRANSACTIONS.c.round == round_)
        .group_by(POSTINGS.c.account)
    )
    return {row.account: int(row.cents) for row in connection.execute(query)}


def account_in(connection: Connection, table: int, round_: int, seat: int) -> str:
    """Whose money a seat played with in a round of this table; seat 0 only asks for the round."""
    row = row_of(connection, round_)
    if row.chain != table:
        raise UnknownName(f"round {round_} was not played at table {table}")
    ((_, body),) = journal.entries(connection, table, row.started - 1, row.started)
    accounts = body["start"]["accounts"]
    if seat and str(seat) not in accounts:
        raise UnknownName(f"seat {seat} was not in round {round_}")
    return str(accounts[str(seat)]) if seat else ""
