"""The rounds of each person in the order in which they ended, with the sums up to each: rows that follow journals."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, func, select, text

from houseway.room.store.lines import VOID, Line, brought, corrected, people_in, undone
from houseway.room.store.prepared import Prepared
from houseway.room.store.schema import ACCOUNTS, PLAYED
from houseway.round.ruling import Ruling


def _last(column: Any) -> Any:
    """A column of somebody's last line; nothing before their first."""
    last = select(column).where(PLAYED.c.person == bindparam("who")).order_by(PLAYED.c.number.desc()).limit(1)
    return func.coalesce(last.scalar_subquery(), 0)


_HOLD = Prepared(select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == bindparam("account")).with_for_update())
_WRITE = Prepared(
    PLAYED.insert().values(
        person=bindparam("who"),
        number=_last(PLAYED.c.number) + 1,
        round=bindparam("of"),
        seat=bindparam("at"),
        what=bindparam("kind"),
        staked=bindparam("stake"),
        cents=bindparam("net"),
        wagered=_last(PLAYED.c.wagered) + bindparam("stake"),
        total=_last(PLAYED.c.total) + bindparam("net"),
    )
)


def write(connection: Connection, lines: Iterable[Line]) -> None:
    """Add lines; two tables at which somebody's rounds end at once are written one after the other."""
    for line in sorted(lines):
        if connection.dialect.name == "postgresql":
            _HOLD.change(connection, account=f"person:{line.person}")
        values = {"who": line.person, "of": line.round, "at": line.seat, "kind": line.what}
        _WRITE.change(connection, **values, stake=line.staked, net=line.cents)


def ended(connection: Connection, round_: int, accounts: dict[int, str], ruling: Ruling) -> None:
    """A round has ended."""
    payouts = ((payout.seat, payout.stake, payout.net) for payout in ruling)
    write(connection, brought(round_, people_in(accounts), payouts))


def amended(connection: Connection, asked: dict[str, Any]) -> None:
    """A void or a correction that was asked for so is approved."""
    lines = [Line(*row) for row in connection.execute(_lines().where(PLAYED.c.round == asked["round"])).all()]
    if asked["what"] == VOID:
        write(connection, undone(lines))
    else:
        person = next((line.person for line in lines if line.seat == asked["seat"]), None)
        write(connection, corrected(asked["round"], asked["seat"], person, asked["cents"]))


def _lines() -> Select[Any]:
    """The columns of a line, in its order."""
    return select(*(PLAYED.c[name] for name in Line._fields)).order_by(PLAYED.c.person, PLAYED.c.number)


def lines_of(connection: Connection, person: int, numbers: Iterable[int]) -> list[Row[Any]]:
    """Somebody's lines of these numbers, in their order."""
    query = select(PLAYED).where(PLAYED.c.person == person, PLAYED.c.number.in_(list(numbers)))
    return list(connection.execute(query.order_by(PLAYED.c.number)).all())


def latest(connection: Connection, person: int, before: int | None, most: int) -> list[Row[Any]]:
    """Somebody's last lines, or those before a number, the newest first."""
    query = select(PLAYED).where(PLAYED.c.person == person)
    if before is not None:
        query = query.where(PLAYED.c.number < before)
    return list(connection.execute(query.order_by(PLAYED.c.number.desc()).limit(most)).all())


def amendments_of(connection: Connection, person: int) -> int:
    """How many of somebody's lines are no rounds; counted by an index that holds no other."""
    is_one = text("what <> 'round'")
    return connection.execute(
        select(func.count()).select_from(PLAYED).where(PLAYED.c.person == person, is_one)
    ).scalar_one()


def seat_in(connection: Connection, person: int, round_: int) -> int | None:
    """Where somebody sat in a round that has ended; nothing where they did not."""
    query = select(PLAYED.c.seat).where(PLAYED.c.round == round_, PLAYED.c.person == person)
    return connection.execute(query.limit(1)).scalar()
