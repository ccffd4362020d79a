"""Chips that were handed out again, against the ledger: what their player had then, in hand and on the tables."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.money import dollars
from houseway.room.audit.money import Later, dated
from houseway.room.store import journal
from houseway.room.store.ledger import HOLD, SETTLE
from houseway.room.store.schema import JOURNAL, POSTINGS, TRANSACTIONS


def chips_faults(connection: Connection) -> Iterator[tuple[str, str]]:
    """Where an entry tells less than its player had. What is told of rounds being played may be more: one in which
    nothing comes back ends without the player's account."""
    about = JOURNAL.c.body.like('%"kind":"chips"%')
    rows = connection.execute(select(JOURNAL.c.seq, JOURNAL.c.body).where(JOURNAL.c.chain == journal.ROOM, about))
    told = {row.seq: body for row in rows if "held" in (body := json.loads(row.body)) and body["kind"] == "chips"}
    if not told:
        return
    has: Counter[str] = Counter()
    staked: dict[int, Counter[str]] = {}
    times, later = dated(connection), Later()
    for row, lines in _transactions(connection):
        at = times.get((row.chain, row.seq))
        body = told.get(row.seq) if row.chain == journal.ROOM else None
        if body is not None and (mine := f"person:{body['id']}") in lines:
            held = sum(each[mine] for each in staked.values())
            had = has[mine] - later.than(at, mine)
            if body["had"] != had or body["held"] < held:
                says = f"had {dollars(had)}, and {dollars(held)} on the tables, when more chips were given"
                yield f"person {body['id']}", f"{says}; entry {row.seq} of the room's journal says otherwise"
        has.update(lines)
        for account, cents in lines.items():
            later.note(account, cents, at)
        if row.what == HOLD:
            staked.setdefault(row.round, Counter()).subtract(lines)
        elif row.what == SETTLE:
            staked.pop(row.round, None)


def _transactions(connection: Connection) -> Iterator[tuple[Row[Any], dict[str, int]]]:
    """Everything that has moved in its order, with what people gained by it."""
    lines: dict[int, dict[str, int]] = {}
    for each in connection.execute(select(POSTINGS).where(POSTINGS.c.account.like("person:%"))):
        lines.setdefault(each.transaction, {})[each.account] = each.cents
    for row in connection.execute(select(TRANSACTIONS).order_by(TRANSACTIONS.c.id)):
        yield row, lines.pop(row.id, {})
