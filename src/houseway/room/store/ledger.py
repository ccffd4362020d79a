"""Double entry. A movement is a set of postings that sums to zero; balances are kept in step and can be derived.

person:5      what a person has           never below zero
hold:3        wagers on table 3           never below zero, nothing between rounds
house:3       what table 3 has won        open-ended
commission:3  commissions of table 3      open-ended
bots:3        what bots at table 3 play with
meter:3:…     a progressive meter         never below zero: the house is its custodian only
reserve:3:…   its funds not displayed     never below zero
award:7:2:…   what seat 2 has won of a meter in round 7, until it is paid
promotion:…   players' money on its way back to players
bank:prizes   the prize account, apart from the house's money; what the cage has put in
chips         play chips handed out       open-ended
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from houseway.errors import IllegalBet
from houseway.money import dollars
from houseway.room.errors import Broken
from houseway.room.store.schema import ACCOUNTS, POSTINGS, TRANSACTIONS

OPEN_ENDED = ("house", "commission", "bots", "chips", "cage")
"""The kinds of account that may go below zero."""


class Movement(NamedTuple):
    """Money that moves at once: what for, and how many cents each account gains."""

    what: str
    cents: tuple[tuple[str, int], ...]
    round: int | None = None


def movement(what: str, lines: Iterable[tuple[str, int]], round_: int | None = None) -> Movement:
    """Lines of the same account together; they must sum to zero."""
    total: Counter[str] = Counter()
    for account, cents in lines:
        total[account] += cents
    if sum(total.values()) != 0:
        raise Broken(f"a movement for {what} is off by {dollars(sum(total.values()))}")
    return Movement(what, tuple(sorted((account, cents) for account, cents in total.items() if cents)), round_)


def balances(connection: Connection, accounts: Iterable[str]) -> dict[str, int]:
    """What these accounts hold; nothing where they do not exist yet."""
    wanted = list(accounts)
    return dict.fromkeys(wanted, 0) | _held(connection, wanted)


def of_round(connection: Connection, round_: int) -> Mapping[str, int]:
    """The sum of all movements of a round, by account."""
    query = (
        select(POSTINGS.c.account, func.sum(POSTINGS.c.cents).label("cents"))
        .join(TRANSACTIONS, TRANSACTIONS.c.id == POSTINGS.c.transaction)
        .where(TRANSACTIONS.c.round == round_)
        .group_by(POSTINGS.c.account)
    )
    return {row.account: int(row.cents) for row in connection.execute(query)}


def _held(connection: Connection, accounts: Iterable[str]) -> dict[str, int]:
    """What those of these accounts hold that exist."""
    rows = connection.execute(select(ACCOUNTS.c.id, ACCOUNTS.c.balance).where(ACCOUNTS.c.id.in_(list(accounts))))
    return {row.id: row.balance for row in rows}


def post(connection: Connection, moves: Iterable[Movement], chain: int, seq: int) -> None:
    """Write movements for a journal entry; refuse what an account cannot cover."""
    moving = [move for move in moves if move.cents]
    _lock(connection, {account for move in moving for account, _ in move.cents})
    for move in moving:
        _move(connection, dict(move.cents))
        written = connection.execute(
            TRANSACTIONS.insert().values(chain=chain, seq=seq, what=move.what, round=move.round)
        )
        (id_,) = written.inserted_primary_key or (None,)
        connection.execute(
            POSTINGS.insert(), [{"transaction": id_, "account": account, "cents": n} for account, n in move.cents]
        )


def _lock(connection: Connection, accounts: Collection[str]) -> None:
    """Take all accounts at once, in one order for all writers, so that no two tables wait for each other."""
    if accounts:
        query = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id.in_(accounts)).order_by(ACCOUNTS.c.id)
        connection.execute(query.with_for_update()).all()


def _move(connection: Connection, cents: Mapping[str, int]) -> None:
    """Change the balances of accounts that are locked."""
    held = _held(connection, cents)
    for account, change in sorted(cents.items()):
        open_ended = account.split(":")[0] in OPEN_ENDED
        after = held.get(account, 0) + change
        if after < 0 and not open_ended:
            raise IllegalBet(
                f"that takes {dollars(-change)}, and there is {dollars(held.get(account, 0))}: wager less, or buy chips"
            )
        if account in held:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(balance=after))
        else:
            connection.execute(ACCOUNTS.insert().values(id=account, open_ended=open_ended, balance=after))
