"""Players' money of jackpots that have ended: what each promotion still has to give back."""

from sqlalchemy import select

from houseway.room.store import ledger
from houseway.room.store.database import Store
from houseway.room.store.schema import JACKPOTS

PREFIX = "promotion:"

PRACTICE = "promotion:practice"
"""Where what practice tables hold goes as they are closed."""


def promotion_of(jackpot: str) -> str:
    """The account of a promotion that returns what a jackpot held."""
    return f"{PREFIX}{jackpot}"[:60]


def promotions(store: Store) -> dict[str, int]:
    """The cents that are still to be given to players, by the jackpot that they came from."""
    with store.reading() as connection:
        ids = connection.execute(select(JACKPOTS.c.id).order_by(JACKPOTS.c.id)).scalars().all()
        held = ledger.balances(connection, [promotion_of(id_) for id_ in ids])
    return {id_: held[promotion_of(id_)] for id_ in ids if held[promotion_of(id_)]}
