"""What an award is checked against before it is paid, and what the prize account must hold."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, select

from houseway.cards import names, parse_cards
from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room import history
from houseway.room.books.tables import sets_of
from houseway.room.jackpots import funds
from houseway.room.jackpots.desk import names_of
from houseway.room.jackpots.promotions import promotion_of
from houseway.room.live_tables import LiveTables
from houseway.room.store import index, journal, ledger
from houseway.room.store.jackpots import found
from houseway.room.store.schema import TRANSACTIONS
from houseway.round import DEALER


class Checks:
    """The rounds and tables of a room, as its jackpots need them."""

    def __init__(self, live: LiveTables) -> None:
        self._live = live
        self.threshold = funds.THRESHOLD

    def verified(self, connection: Connection, row: Row[Any], seen: Mapping[str, Any]) -> dict[str, Any]:
        """What somebody has seen, against the round played again from its shoe, card by card.

        Every card must be the committed one, and the ruling what the rules say: else the round cannot be read at all.
        """
        table = history.played(
            connection, index.ended_round(connection, row.round), self._live.sources(connection)
        ).table
        payout = next(p for p in table.ruling or () if (p.seat, p.wager) == (row.seat, row.wager))
        who = _person(row.account)
        player = names_of(connection, [who])[who] if who else "a bot"
        own, dealers = table.standing.cards(row.seat), table.standing.cards(DEALER)
        told = {"wager_cents": payout.stake, "payout_cents": row.cents, "player": player}
        for key, value in told.items():
            if seen.get(key) != value:
                raise HousewayError(
                    f"{_words(key)} is {_shown(value)} in the round as it was played, not {_shown(seen.get(key))}"
                )
        hand = Counter(parse_cards(str(seen.get("hand", ""))))
        if not hand or hand - Counter((*own, *dealers)) or not hand >= Counter(own[:2]):
            raise HousewayError(
                f"the hand is {names(own)} with the dealer's {names(dealers)}, not {seen.get('hand')!r}"
            )
        proof = {"root": table.commitment.root, "award": payout.award, "clause": payout.clause}
        return proof | {"cards": len(table.commitment)}

    def funds(self, connection: Connection) -> funds.Funds:
        """What the prize account holds, what is owed to players, and which prizes must be covered."""
        jackpots = [each for each in found(connection).values() if not each.plan.practice]
        promised = ledger.balances(connection, [promotion_of(each.id) for each in jackpots])
        owed = sum(int(sum(each.account.held)) for each in jackpots) + sum(promised.values())
        tables = (table for table in sets_of(connection, index.open_tables(connection)) if table.linked)
        prizes = [prize for table in tables for prize in funds.prizes(table.game, table.settings)]
        held = ledger.balances(connection, [funds.BANK])[funds.BANK]
        query = select(TRANSACTIONS.c.chain, TRANSACTIONS.c.seq).where(TRANSACTIONS.c.what == "deposit")
        last = connection.execute(query.order_by(TRANSACTIONS.c.id.desc()).limit(1)).first()
        # An entry is written after its money has moved: the deposit that is being made has none yet.
        bodies = {} if last is None else dict(journal.entries(connection, last.chain, last.seq - 1, last.seq))
        at = str(bodies[last.seq]["at"]) if last is not None and last.seq in bodies else ""
        return funds.Funds(held, owed, funds.cover(prizes, self.threshold), at)


def _person(account: str) -> int:
    kind, _, number = account.partition(":")
    return int(number) if kind == "person" else 0


def _words(key: str) -> str:
    return {"wager_cents": "the wager", "payout_cents": "the payout", "player": "the player"}[key]


def _shown(value: object) -> str:
    return dollars(value) if isinstance(value, int) else str(value)
