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
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, func, select, update

from houseway.errors import IllegalBet
from houseway.money import dollars
from houseway.room.errors import Broken, Refused
from houseway.room.store.numbered import next_in_line
from houseway.room.store.prepared import Prepared, inserting
from houseway.room.store.schema import ACCOUNTS, POSTINGS, ROUNDS, TRANSACTIONS

HOLD, SETTLE = "hold", "settle"
"""What money moves for when it is staked, and when its round has ended."""

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


@cache
def _balances(accounts: int, lock: bool) -> Prepared:
    """What so many accounts hold; locked, in one order for all writers, so that no two tables wait for each other."""
    names: list[BindParameter[str]] = [bindparam(f"account{number}") for number in range(accounts)]
    query = select(ACCOUNTS.c.id, ACCOUNTS.c.balance).where(ACCOUNTS.c.id.in_(names)).order_by(ACCOUNTS.c.id)
    return Prepared(query.with_for_update() if lock else query)


def in_play(connection: Connection, account: str) -> int:
    """What an account has staked in rounds that are being played; nothing moves there until the transaction ends."""
    _held(connection, [account], lock=True)
    line = (POSTINGS.c.transaction == TRANSACTIONS.c.id) & (POSTINGS.c.account == account)
    cents = select(POSTINGS.c.cents).where(line).scalar_subquery()  # row by row: the postings of all time are many
    running = TRANSACTIONS.c.round.in_(select(ROUNDS.c.id).where(ROUNDS.c.ended.is_(None)))
    staked = select(func.sum(cents)).where(TRANSACTIONS.c.what == HOLD, running)
    return -int(connection.execute(staked).scalar() or 0)


def _held(connection: Connection, accounts: Iterable[str], *, lock: bool = False) -> dict[str, int]:
    """What those of these accounts hold that exist."""
    wanted = {f"account{number}": account for number, account in enumerate(sorted(accounts))}
    if not wanted:
        return {}
    found: dict[str, int] = dict(_balances(len(wanted), lock).rows(connection, **wanted))
    for account, cents in found.items():
        if not isinstance(cents, int):
            raise Refused(f"what is on disk of the account {account} is no sum: houseway audit says more")
    return found


_CHANGE = Prepared(update(ACCOUNTS).where(ACCOUNTS.c.id == bindparam("of")).values(balance=bindparam("holds")))
_OPEN = inserting(ACCOUNTS, "id", "open_ended", "balance")
_WRITE = inserting(TRANSACTIONS, "chain", "seq", "what", "round")
_POST = inserting(POSTINGS, "transaction", "account", "cents")


def post(connection: Connection, moves: Iterable[Movement], chain: int, seq: int) -> dict[str, int]:
    """Write movements for a journal entry; refuse what an account cannot cover. What these accounts hold after it."""
    moving = [move for move in moves if move.cents]
    if not moving:
        return {}
    before = _held(connection, {account for move in moving for account, _ in move.cents}, lock=True)
    after = dict(before)
    for move in moving:
        _move(after, move)
    moved = {account: cents for account, cents in after.items() if before.get(account) != cents}
    _CHANGE.each(connection, [{"of": account, "holds": n} for account, n in moved.items() if account in before])
    new = [{"id": account, "balance": n} for account, n in moved.items() if account not in before]
    _OPEN.each(connection, [{**row, "open_ended": _open_ended(str(row["id"]))} for row in new])
    written = [_WRITE.send(connection, chain=chain, seq=seq, what=move.what, round=move.round) for move in moving]
    ids = [next_in_line(each.number()) for each in written]
    lines = [(id_, line) for id_, move in zip(ids, moving, strict=True) for line in move.cents]
    _POST.each(connection, [{"transaction": id_, "account": account, "cents": n} for id_, (account, n) in lines])
    return after


def _open_ended(account: str) -> bool:
    return account.split(":")[0] in OPEN_ENDED


def _move(held: dict[str, int], move: Movement) -> None:
    """Change what accounts hold by one movement."""
    for account, change in move.cents:
        there = held.get(account, 0)
        cover(account, -change, there)
        held[account] = there + change


def cover(account: str, cents: int, there: int) -> None:
    """Refuse to take more from an account than is there, but from one that may go below zero."""
    if there < cents and not _open_ended(account):
        raise IllegalBet(f"that takes {dollars(cents)}, and there is {dollars(there)}: wager less, or buy chips")
