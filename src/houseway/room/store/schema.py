"""The tables of the database. `migrations` has the steps from one version of them to the next."""

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
    text,
)

META = MetaData()

NOTED_KINDS = ("controls", "database", "reset")
"""The kinds of entries of the room's own chain that are looked for."""

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
    Column("factor", String(64)),
    Column("since", Integer),
    Column("seal", String(64)),
)
"""`factor` is what the journal knows the second factor by, `since` the entry before which no session is good: see
`seals`."""

SESSIONS = Table(
    "sessions",
    META,
    Column("token", String(64), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("expires", Float, nullable=False),
    Column("stage", String(8)),
    Column("entry", Integer),
    Column("seal", String(64)),
)
"""`stage` is what a session still lacks before it opens anything: a code, or a second factor at all; `entry` is the
one of the room's journal that tells of it."""

CHAINS = Table(
    "chains",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("key", String(16)),
)
"""The head of each chain: 0 is the room's own, the others are tables by their id; and the key that signs it now."""

JOURNAL = Table(
    "journal",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("signature", Text),
)

ROOM_KEYS = Table(
    "room_keys",
    META,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("public", String(64), nullable=False),
)
"""The public keys that the room has signed with, by the entry of its own chain that brought each."""

CHECKPOINTS = Table(
    "checkpoints",
    META,
    Column("id", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("heads", Text),
)
"""What was signed at a time. Since entries are signed, the heads that had moved stand beside it, their hash in it."""

SEALED = Table(
    "sealed",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
)
"""How far each chain is covered by checkpoints."""

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

LOBBY = Table(
    "lobby",
    META,
    Column("table", ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("opened_by", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("free", Integer, nullable=False),
    Column("seated", Text, nullable=False),
    Column("least", BigInteger, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("waits", Boolean, nullable=False),
    Column("active", Float, nullable=False),
    Column("unseen", Text, nullable=False, server_default=""),
    Index("lobby_unseen", "table", sqlite_where=text("unseen <> ''"), postgresql_where=text("unseen <> ''")),
    Index("lobby_by_waits", "waits"),
    Index("lobby_by_opener", "opened_by"),
    Index("lobby_by_active", "active"),
)
"""A table from outside: who opened it, how many sit there, `seated` the people among them by number (`,3,7,`), the
`least` cents of a round, whether it waits for somebody, when it was last acted at. `unseen` is what people have wagered
there in answer to what others are asked with them, by person (`,3:500,`): nobody else knows of it yet."""

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
    Index("shoes_by_ended", "ended"),
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
    Index("rounds_running", "id", sqlite_where=text("ended IS NULL"), postgresql_where=text("ended IS NULL")),
)

NOTED = Table(
    "room_noted",
    META,
    Column("kind", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
)
"""The entries of the room's own chain that are looked for by their kind, however many there are of others."""

LOG_NODES = Table(
    "log_nodes",
    META,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("hash", String(64), nullable=False),
    Column("shoe", Integer),
    Index("log_nodes_by_shoe", "shoe"),
)
"""The Merkle tree over the log of roots: the hash over each whole part of it, and at level 0 the shoe of the leaf."""

ARCHIVED = Table(
    "archived",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("last", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("entry", Integer, nullable=False),
)
"""The entries of tables that lie in archives, from the first to the last, by the entry of the room that tells of it."""

PLAYED = Table(
    "played",
    META,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("what", String(12), nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("wagered", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Index("played_by_round", "round"),
    Index("played_amended", "person", sqlite_where=text("what <> 'round'"), postgresql_where=text("what <> 'round'")),
)
"""What rounds have brought each person, in the order in which they ended: a line for a round, and one for each void or
correction of it since. `wagered` and `total` are the sums of `staked` and `cents` up to it."""

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

PROGRESS = Table(
    "academy_progress",
    META,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("body", Text, nullable=False),
)
"""What a person has practised in the academy, and the mistakes that come back."""

EXAMS = Table(
    "academy_exams",
    META,
    Column("id", Integer, primary_key=True),
    Column("token", String(40), nullable=False, unique=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("body", Text, nullable=False),
    Column("certificate", Text),
    Index("academy_exams_by_person", "person"),
)
"""Exams that people sit or have sat: plan, seed and answers, and the certificate once it is over."""


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
    Column("own_password", Boolean),
    Index("identities_by_skeleton", "skeleton"),
)
"""What a person's name looks like, who made the account, who last gave it a one-time password, and whether its person
has chosen one since."""

FACTORS = Table(
    "factors",
    META,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("step", BigInteger, nullable=False),
)
"""The secrets of second factors, sealed under the room's key, and the last step of time whose code was used."""

ROOM_SETTINGS = Table(
    "room_settings",
    META,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What a manager has set for the whole room."""

REQUESTS = Table(
    "requests",
    META,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
)
"""What waits for a second person, by the entry that asked for it."""

TRIES = Table(
    "tries",
    META,
    Column("key", String(60), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("since", Float, nullable=False),
    Column("known", Boolean, nullable=False),
)
"""How often a door was tried, by hashes of name and address; `known` where the right password has come from."""


JACKPOTS = Table(
    "jackpots",
    META,
    Column("id", String(50), primary_key=True),
    Column("wager", String(40), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("state", String(12), nullable=False),
    Column("plan", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("notice", Text, nullable=False),
)
"""The jackpots of the room, each with its account after so many changes."""

JACKPOT_CHANGES = Table(
    "jackpot_changes",
    META,
    Column("jackpot", ForeignKey("jackpots.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("chain", Integer, nullable=False),
    Column("entry", Integer, nullable=False),
    Column("round", Integer),
    Column("what", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Index("jackpot_changes_by_round", "jackpot", "round"),
)
"""Every change of a jackpot in its order, and the journal entry that made it."""

AWARDS = Table(
    "awards",
    META,
    Column("id", Integer, primary_key=True),
    Column("jackpot", ForeignKey("jackpots.id"), nullable=False),
    Column("chain", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("wager", String(40), nullable=False),
    Column("account", String(60), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("state", String(12), nullable=False),
    Column("said", Text, nullable=False),
    Index("awards_by_round", "round"),
)
"""What was won of a jackpot and is verified, approved and paid by people; `said` is what they have done so far."""


JACKPOT_REQUESTS = Table(
    "jackpot_requests",
    META,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
"""What one person has asked for of a jackpot and another approves, by the entry of the room's journal that asked."""


def columns_of(connection: Connection, table: str) -> set[str]:
    """The columns that a table has in this database, which may be older than this houseway."""
    return {each["name"] for each in inspect(connection).get_columns(table)}
