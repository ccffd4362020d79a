"""What of a table's journal lies in an archive, as the room's own journal tells it; and words for who asks for it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, inspect, select

from houseway.room.errors import Archived, Broken
from houseway.room.store import journal
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.schema import (
    ARCHIVED,
    AWARDS,
    COMMANDS,
    JACKPOT_CHANGES,
    PLAYED,
    POSTINGS,
    ROUNDS,
    SHOES,
    TRANSACTIONS,
)

KIND = "archive"

EVERY = 64
"""After so many entries of a table the seal over them is noted by who archives and by who audits, to be compared."""


class Gone(NamedTuple):
    """The entries 2 to `last` of a table lie in archives, the newest of them in `name`.

    Entry `last + 1` has ended a round and brought the shoe `shoe`: the table is read from there. `hash` is that of the
    last entry, `seal` goes over all hashes and signatures up to it, and `listed` over all rows that were found by them.
    `seals` are those on the way, by entry, and `opening` is the hash of entry 1; an older archive tells of neither.
    """

    chain: int
    first: int
    last: int
    hash: str
    seal: str
    listed: str
    shoe: int
    name: str
    sha256: str
    entry: int
    seals: Mapping[int, str] = {}
    opening: str = ""

    @property
    def through(self) -> int:
        """The entry that the table is read from; the round that it ended is archived."""
        return self.last + 1

    def json(self) -> dict[str, Any]:
        """What the entry tells of this table."""
        told = self._asdict()
        return {key: told[key] for key in ("first", "last", "hash", "seal", "listed", "shoe", "seals", "opening")}


def told_by(seq: int, body: Mapping[str, Any]) -> list[Gone]:
    """The tables of an entry of the room's journal that tells of an archive."""
    file = {"name": body["name"], "sha256": body["sha256"], "entry": seq}
    return [
        Gone(int(chain), **file, **{**each, "seals": {int(at): seal for at, seal in each.get("seals", {}).items()}})
        for chain, each in body["tables"].items()
    ]


def last_of(connection: Connection, chain: int) -> int:
    """The last entry of a table that lies in an archive; 0 where none does."""
    query = select(ARCHIVED.c.last).where(ARCHIVED.c.chain == chain).order_by(ARCHIVED.c.last.desc()).limit(1)
    return int(connection.execute(query).scalar() or 0)


def entry_of(connection: Connection, chain: int, seq: int) -> int | None:
    """The entry of the room's journal that tells in which archive an entry of a table lies."""
    query = select(ARCHIVED.c.entry).where(ARCHIVED.c.chain == chain, ARCHIVED.c.first <= seq, ARCHIVED.c.last >= seq)
    told = connection.execute(query).scalar()
    if told is not None and not isinstance(told, int):
        raise Broken(f"journal {chain}: nobody can read which entry tells of the archive of entry {seq}")
    return told


def where(connection: Connection, chain: int, seq: int) -> str:
    """The name of the archive that an entry lies in; nothing where it lies in none."""
    return name_of(connection, entry_of(connection, chain, seq))


def name_of(connection: Connection, entry: int | None) -> str:
    """The name of the archive that an entry of the room's journal tells of; nothing of none."""
    return "" if entry is None else str(journal.entry(connection, journal.ROOM, entry)["name"])


def check(connection: Connection, chain: int, seq: int, what: str) -> None:
    """Refuse what rests on an entry that lies in an archive, and say in which."""
    if (name := where(connection, chain, seq)) != "":
        raise Archived(f"{what} lies in the archive {name}: ask whoever keeps it; houseway archive round reads it")


def check_round(connection: Connection, row: Row[Any]) -> None:
    """Refuse a round that lies in an archive; what the one after it began from is not archived with it."""
    check(connection, row.chain, row.ended - 1, f"round {row.id}")


def check_shoe(connection: Connection, shoe: int) -> None:
    """Refuse a shoe whose cards lie in an archive."""
    of = select(ROUNDS.c.chain, ROUNDS.c.ended).where(ROUNDS.c.shoe == shoe).order_by(ROUNDS.c.id).limit(1)
    row = connection.execute(of.where(ROUNDS.c.ended.is_not(None))).first()
    if row is not None:
        check(connection, row.chain, row.ended - 1, f"shoe {shoe}")


def listed(connection: Connection, chain: int, through: int, shoe: int) -> str:
    """A hash over all rows that the archived entries of a table have made: they stay, and must stay as they are."""
    rounds = (ROUNDS.c.chain == chain) & (ROUNDS.c.ended <= through)
    within = (TRANSACTIONS.c.chain == chain) & (TRANSACTIONS.c.seq <= through)
    ids = select(TRANSACTIONS.c.id).where(within)
    queries = (
        select(ROUNDS).where(rounds).order_by(ROUNDS.c.id),
        select(SHOES.c.id, SHOES.c.root, SHOES.c.cut, SHOES.c.ended)
        .where(SHOES.c.chain == chain, SHOES.c.id < shoe)
        .order_by(SHOES.c.id),
        select(COMMANDS)
        .where(COMMANDS.c.chain == chain, COMMANDS.c.version <= through)
        .order_by(COMMANDS.c.version, COMMANDS.c.person, COMMANDS.c.key),
        select(TRANSACTIONS).where(within).order_by(TRANSACTIONS.c.id),
        select(POSTINGS).where(POSTINGS.c.transaction.in_(ids)).order_by(POSTINGS.c.transaction, POSTINGS.c.account),
        select(PLAYED)
        .where(PLAYED.c.round.in_(select(ROUNDS.c.id).where(rounds)))
        .order_by(PLAYED.c.person, PLAYED.c.number),
    )
    found = [[list(row) for row in connection.execute(query)] for query in queries]
    if fed := [list(row) for row in connection.execute(changes(chain, through))]:  # others are listed as they ever were
        won = connection.execute(awards(chain, through).order_by(AWARDS.c.id))
        found += [fed, [list(row) for row in won]]
    return hash_of(journal.canonical(found))


def changes(chain: int, through: int) -> Select[Any]:
    """What a table has done to jackpots up to an entry."""
    query = select(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.chain == chain, JACKPOT_CHANGES.c.entry <= through)
    return query.order_by(JACKPOT_CHANGES.c.jackpot, JACKPOT_CHANGES.c.number)


def awards(chain: int, through: int) -> Select[Any]:
    """What was won of jackpots at a table up to an entry, and by whom; how far it is paid the room's journal tells."""
    columns = [AWARDS.c[name] for name in ("id", "jackpot", "chain", "round", "seat", "wager", "account", "cents")]
    ended = select(ROUNDS.c.id).where(ROUNDS.c.chain == chain, ROUNDS.c.ended <= through)
    return select(*columns).where(AWARDS.c.chain == chain, AWARDS.c.round.in_(ended))


def known(connection: Connection) -> bool:
    """Whether this database has a list of archives; one that nobody has opened since has none."""
    return inspect(connection).has_table(ARCHIVED.name)
