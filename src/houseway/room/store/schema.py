"""The tables of the database, and the steps from one version of them to the next."""

import json
from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
)

from houseway.room.errors import Broken
from houseway.room.names import skeleton

META = MetaData()

VERSION = Table("schema_version", META, Column("number", Integer, primary_key=True))

PEOPLE = Table(
    "people",
    META,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(80), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("guest", Boolean, nullable=False),
    Column("password", Text),
    Column("provisional", Boolean, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("locked_until", Float, nullable=False),
)

SESSIONS = Table(
    "sessions",
    META,
    Column("token", String(64), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("expires", Float, nullable=False),
)

CHAINS = Table(
    "chains",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)
"""The head of each chain: 0 is the room's own, the others are tables by their id."""

JOURNAL = Table(
    "journal",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)

CHECKPOINTS = Table(
    "checkpoints",
    META,
    Column("id", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("signature", String(64), nullable=False),
)

COMMANDS = Table(
    "commands",
    META,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("key", String(80), primary_key=True),
    Column("chain", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("version", Integer, nullable=False),
)

ACCOUNTS = Table(
    "accounts",
    META,
    Column("id", String(60), primary_key=True),
    Column("open_ended", Boolean, nullable=False),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("open_ended OR balance >= 0", name="covered"),
)

TRANSACTIONS = Table(
    "transactions",
    META,
    Column("id", Integer, primary_key=True),
    Column("chain", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("what", String(20), nullable=False),
    Column("round", Integer),
    Index("transactions_by_entry", "chain", "seq"),
    Index("transactions_by_round", "round"),
)

POSTINGS = Table(
    "postings",
    META,
    Column("transaction", ForeignKey("transactions.id"), primary_key=True),
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("cents", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    META,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("closed", Boolean, nullable=False),
)

SHOES = Table(
    "shoes",
    META,
    Column("id", Integer, primary_key=True),
    Column("chain", Integer, nullable=False),
    Column("root", String(64), nullable=False),
    Column("cards", LargeBinary, nullable=False),
    Column("salts", LargeBinary, nullable=False),
    Column("cut", Integer),
    Column("ended", Boolean, nullable=False),
)

ROUNDS = Table(
    "rounds",
    META,
    Column("id", Integer, primary_key=True),
    Column("chain", Integer, nullable=False),
    Column("shoe", ForeignKey("shoes.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("started", Integer, nullable=False),
    Column("ended", Integer),
    Index("rounds_by_table", "chain", "id"),
)

DRILLS = Table(
    "drills",
    META,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("kind", String(80), primary_key=True),
    Column("decided", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("cost", Text, nullable=False),
    Column("estimated", Float, nullable=False),
)
"""What a person's decisions in the drill have cost, in units: a fraction where that is exact, and a float where not."""

DEALT = Table(
    "drills_dealt",
    META,
    Column("id", Integer, primary_key=True),
    Column("token", String(40), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("entries", Text, nullable=False),
    Column("judged", Boolean, nullable=False),
)
"""Decisions of the drill that wait for an answer: the round up to each, for whichever process is asked next."""


DOCUMENTS = Table(
    "documents",
    META,
    Column("hash", String(64), primary_key=True),
    Column("content", Text, nullable=False),
)
"""The documents that tables were opened by, by content."""

IDENTITIES = Table(
    "identities",
    META,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("skeleton", String(80), nullable=False),
    Column("made_by", Integer),
    Column("reset_by", Integer),
    Index("identities_by_skeleton", "skeleton"),
)
"""What a person's name looks like, who made the account, and who last gave it a one-time password."""

TRIES = Table(
    "tries",
    META,
    Column("key", String(60), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("since", Float, nullable=False),
    Column("known", Boolean, nullable=False),
)
"""How often a door was tried, by hashes of name and address; `known` where the right password has come from."""


def _first(connection: Connection) -> None:
    META.create_all(connection)


def _drills_kept(connection: Connection) -> None:
    """Scores of the drill; voids and corrections of a round are found by the round."""
    DRILLS.create(connection, checkfirst=True)
    by_round = next(index for index in TRANSACTIONS.indexes if index.name == "transactions_by_round")
    by_round.create(connection, checkfirst=True)


def _drills_dealt(connection: Connection) -> None:
    """Decisions of the drill that wait."""
    DEALT.create(connection, checkfirst=True)


def _documents(connection: Connection) -> None:
    """Documents by content."""
    DOCUMENTS.create(connection, checkfirst=True)


def _identities(connection: Connection) -> None:
    """Who made whom, from the journal, and what names look like."""
    for table in (IDENTITIES, TRIES):
        table.create(connection, checkfirst=True)
    entries = connection.execute(select(JOURNAL.c.body).where(JOURNAL.c.chain == 0)).scalars()
    bodies = [json.loads(body) for body in entries]
    makers = {body["id"]: body.get("by") for body in bodies if body.get("kind") == "person"}
    there = select(IDENTITIES.c.person)
    for row in connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.not_in(there))).all():
        values = {"person": row.id, "skeleton": skeleton(row.name), "made_by": makers.get(row.id)}
        connection.execute(IDENTITIES.insert().values(**values))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first, _drills_kept, _drills_dealt, _documents, _identities)
"""Step n leads from version n to version n + 1. Never edit one that has been released: add another."""


def migrate(connection: Connection) -> None:
    """Bring the database to the newest version, step by step."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(99)")
    known = inspect(connection).has_table(VERSION.name)
    at = connection.execute(select(VERSION.c.number)).scalar_one() if known else 0
    if at > len(MIGRATIONS):
        raise Broken(f"the database is at version {at}, and this houseway knows {len(MIGRATIONS)}: use a newer one")
    for step in MIGRATIONS[at:]:
        step(connection)
    if at < len(MIGRATIONS):
        connection.execute(VERSION.delete())
        connection.execute(VERSION.insert().values(number=len(MIGRATIONS)))
