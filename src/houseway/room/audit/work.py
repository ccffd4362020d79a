"""Tables are audited each for itself: by this process, or by several that read the same frozen room."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, create_engine, func, select

from houseway.room.audit.chain import ChainRead, Chains, Covered, Period, Trust, chain_name
from houseway.room.audit.mark import Mark
from houseway.room.audit.people import People
from houseway.room.audit.read import Known, TableRead
from houseway.room.audit.table import read_table
from houseway.room.errors import SPOILT
from houseway.room.store.archived import Gone
from houseway.room.store.journal import ROOM, START
from houseway.room.store.keyring import Keyring
from houseway.room.store.keys import url_of
from houseway.room.store.schema import JOURNAL

WORTH_IT = 20_000
"""Entries of a room from which on a process of one's own saves more than its start costs."""

Read = tuple[ChainRead, TableRead | None]


class Work(NamedTuple):
    """What a process needs to know to audit any table of a room."""

    database: str
    key: Path | None
    people: People
    desk: Mapping[int, Counter[str]]
    periods: Sequence[Period]
    wanted: Mapping[int, set[int]]
    opened: frozenset[int]
    mark: Mark | None
    gone: Mapping[int, Gone]

    def one(self, connection: Connection, chains: Chains, chain: int) -> Read:
        """One chain, and the table that it is of."""
        covered = self.mark.chains.get(chain) if self.mark is not None else None
        try:
            read = chains.read(chain, self.wanted.get(chain, set()), covered)
        except SPOILT as fault:
            told = [(chain_name(chain), f"cannot be checked: {fault!r}")]
            read = ChainRead(chain, (0, START), Covered(0, START), 0, {}, told)
        if chain not in self.opened:
            return read, None
        known = Known(connection, chains.trust.keys, self.people, self.desk, chains.gone)
        done = self.mark.tables.get(chain) if self.mark is not None else None
        try:
            return read, read_table(known, chain, done)
        except SPOILT as fault:
            table = TableRead(chain)
            table.found(f"table {chain}", f"cannot be checked: {fault!r}")
            return read, table


def all_of(work: Work, chains: Chains, workers: int) -> Iterator[Read]:
    """Every chain in its order, with its table where it is one."""
    numbers = sorted({*chains.numbers(), *work.opened} - {ROOM})
    size = chains.connection.execute(select(func.count()).select_from(JOURNAL)).scalar_one()
    if workers < 2 or size < WORTH_IT or len(numbers) < 2:
        yield from (work.one(chains.connection, chains, number) for number in numbers)
        return
    where = (str(chains.connection.engine.url.render_as_string(hide_password=False)), _shared(chains.connection))
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (work, *where)) as pool:
        yield from pool.map(_one, numbers, chunksize=max(1, len(numbers) // (8 * workers)))


def _shared(connection: Connection) -> str:
    """What other connections name to see the database as this one does."""
    if connection.dialect.name != "postgresql":
        return ""
    return str(connection.exec_driver_sql("SELECT pg_export_snapshot()").scalar_one())


class _Here:
    """What this process reads with; made when it begins."""

    work: Work
    chains: Chains
    open = ExitStack()


def _begin(work: Work, url: str, shared: str) -> None:
    parsed = url_of(url)
    if parsed.get_backend_name() == "sqlite":
        engine = create_engine(f"sqlite:///file:{parsed.database}?mode=ro&uri=true", hide_parameters=True)
    else:
        engine = create_engine(parsed, isolation_level="REPEATABLE READ", hide_parameters=True)
    connection = _Here.open.enter_context(engine.connect())
    if shared:
        connection.exec_driver_sql(f"SET TRANSACTION SNAPSHOT '{shared}'")
    trust = Trust(Keyring.of(work.database, work.key))
    _Here.work, _Here.chains = work, Chains(connection, trust, periods=list(work.periods), gone=dict(work.gone))


def _one(chain: int) -> Read:
    return _Here.work.one(_Here.chains.connection, _Here.chains, chain)
