"""Whoever edits, drops, truncates or reorders is found out; each case is a fault planted in a clean room."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from houseway.errors import HousewayError, UnknownName
from houseway.room import Room
from houseway.room.audit.room import How, audit
from houseway.room.errors import Refused
from houseway.room.store import checkpoints, shape
from houseway.room.store.journal import link
from houseway.room.store.migrations import migrate
from houseway.room.table.entry import VERSION

Change = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def clean(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a room where three rounds were played and nobody cheated."""
    folder = tmp_path_factory.mktemp("clean")
    room = Room.open(f"sqlite:///{folder}/room.db", draw=random.Random(8).randrange)
    table = sitting(room, "super-pan-9")
    for _ in range(3):
        table.play_round()
    room.close()
    assert audit(f"sqlite:///{folder}/room.db") == []
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def played(clean: dict[str, bytes], sqlite: str, folder: Path) -> Callable[[Change], list[str]]:
    """Change a room behind its back; what the audit says then."""
    for name, content in clean.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)

    def tamper(change: Change) -> list[str]:
        connection = sqlite3.connect(folder / "room.db")
        with connection:
            change(connection)
        connection.close()
        return [str(finding) for finding in audit(sqlite)]

    return tamper


def rewritten(connection: sqlite3.Connection, chain: int) -> None:
    """Forge every hash of a chain and its head, as somebody with the code can."""
    before, seq = "0" * 64, 0
    rows = connection.execute("SELECT seq, body FROM journal WHERE chain = ? ORDER BY seq", (chain,)).fetchall()
    for seq, body in rows:
        before = link(before, chain, seq, body)
        connection.execute("UPDATE journal SET hash = ? WHERE chain = ? AND seq = ?", (before, chain, seq))
    connection.execute("UPDATE chains SET seq = ?, hash = ? WHERE chain = ?", (seq, before, chain))


def edit(connection: sqlite3.Connection, *, forge: bool) -> None:
    """One cent more in the first ruling on record."""
    query = "SELECT seq, body FROM journal WHERE chain = 1 AND body LIKE '%\"payouts\":%' ORDER BY seq LIMIT 1"
    seq, text = connection.execute(query).fetchone()
    body = json.loads(text)
    body["end"]["payouts"][0]["returned_cents"] += 1
    changed = json.dumps(body, sort_keys=True, separators=(",", ":"))
    connection.execute("UPDATE journal SET body = ? WHERE chain = 1 AND seq = ?", (changed, seq))
    if forge:
        rewritten(connection, 1)


def swap(connection: sqlite3.Connection) -> None:
    for old, new in ((4, -4), (5, 4), (-4, 5)):
        connection.execute("UPDATE journal SET seq = ? WHERE chain = 1 AND seq = ?", (new, old))


def truncate(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM journal WHERE chain = 1 AND seq = (SELECT max(seq) FROM journal WHERE chain = 1)")


def sql(statement: str) -> Change:
    return lambda connection: connection.execute(statement)


def forged_cut(connection: sqlite3.Connection) -> None:
    """The last entry gone without a trace in the database: only the signed checkpoints know."""
    for table in ("commands", "transactions"):
        column = {"commands": "version", "transactions": "seq"}[table]
        connection.execute(f"DELETE FROM {table} WHERE chain = 1 AND {column} >= 14")
    connection.execute('DELETE FROM postings WHERE "transaction" NOT IN (SELECT id FROM transactions)')
    connection.execute("DELETE FROM journal WHERE chain = 1 AND seq >= 14")
    rewritten(connection, 1)


def anew(table: str, old: str, new: str, twin: str = "") -> Change:
    """Make a table anew by another statement, and put this row before the others."""

    def change(connection: sqlite3.Connection) -> None:
        (made,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        assert old in made
        connection.execute("PRAGMA legacy_alter_table = ON")
        connection.execute(f"ALTER TABLE {table} RENAME TO kept")
        connection.execute(made.replace(old, new))
        for row in (twin, f"INSERT INTO {table} SELECT * FROM kept", "DROP TABLE kept"):
            connection.execute(row)

    return change


CASES: dict[str, tuple[Change, str]] = {
    "edit": (lambda connection: edit(connection, forge=False), "its hash does not cover"),
    "edit and forge the chain": (lambda connection: edit(connection, forge=True), "the ruling on record is not"),
    "drop": (sql("DELETE FROM journal WHERE chain = 1 AND seq = 5"), "entries are missing"),
    "drop of the first": (sql("DELETE FROM journal WHERE chain = 1 AND seq = 1"), "entries are missing"),
    "truncate": (truncate, "and its head says"),
    "truncate and forge": (forged_cut, "the journal was cut or rewritten"),
    "reorder": (swap, "its hash does not cover"),
    "a whole chain": (sql("DELETE FROM journal WHERE chain = 1"), "and its head says"),
    "a cent to a person": (sql("UPDATE accounts SET balance = balance + 1 WHERE id = 'person:2'"), "account person:2"),
    "a cent in a posting": (
        sql(
            "UPDATE postings SET cents = cents + 1 WHERE account = 'house:1' AND \"transaction\" ="
            " (SELECT max(\"transaction\") FROM postings WHERE account = 'house:1')"
        ),
        ": the ledger is off: house:1 $0.01",
    ),
    "a posting gone": (
        sql('DELETE FROM postings WHERE "transaction" = (SELECT max(id) FROM transactions)'),
        "the ledger is off",
    ),
    "a transaction twice": (
        sql("INSERT INTO transactions (chain, seq, what) VALUES (1, 3, 'settle')"),
        "the ledger does not book it",
    ),
    "a card of a shoe": (sql("UPDATE shoes SET cards = zeroblob(288) WHERE id = 1"), "do not open to its root"),
    "another root": (sql("UPDATE shoes SET root = substr(root, 3) || 'ab' WHERE id = 1"), "shoe 1"),
    "a round of another shoe": (sql("UPDATE rounds SET position = 3 WHERE id = 1"), "round 1"),
    "a round gone": (sql("DELETE FROM rounds WHERE id = 2"), "round 2"),
    "a role": (sql("UPDATE people SET role = 'manager' WHERE id = 2"), "person 2"),
    "somebody new": (
        sql("INSERT INTO people SELECT 99, 'Eve', 'eve', 'manager', 0, NULL, 0, 0, 0, '', 1, '' FROM people LIMIT 1"),
        "person 99",
    ),
    "an overdraft": (sql("UPDATE accounts SET open_ended = 1 WHERE id = 'person:2'"), "may go below zero"),
    "a signature": (sql("UPDATE checkpoints SET signature = 'no'"), "not signed with the room's key"),
    "a table": (sql("DELETE FROM tables"), "table 1: is gone"),
    "a document": (
        sql("UPDATE documents SET content = replace(content, 'Super Pan 9', 'Super Pan 8')"),
        "is not the one that its hash names",
    ),
    "a document gone": (sql("DELETE FROM documents"), "is gone"),
    "another version": (
        sql(f"UPDATE journal SET body = replace(body, '\"v\":{VERSION}', '\"v\":{VERSION + 1}')"),
        "use a newer houseway",
    ),
    "a view in a table's place": (
        lambda connection: connection.executescript(
            "ALTER TABLE accounts RENAME TO kept; CREATE VIEW accounts AS SELECT * FROM kept"
        ),
        "accounts: is a view",
    ),
    "a trigger": (
        sql("CREATE TRIGGER t AFTER INSERT ON journal BEGIN UPDATE accounts SET balance = 0; END"),
        "is a trigger",
    ),
    "a column more": (sql("ALTER TABLE accounts ADD COLUMN x"), "a column 'x'"),
    "a twin of a person": (
        anew(
            "people",
            'PRIMARY KEY (id), \n\tUNIQUE ("key")',
            "CHECK (1)",
            "INSERT INTO people SELECT id, name, key, 'manager', guest, password, provisional, failures, locked_until, "
            "factor, since, seal FROM kept LIMIT 1",
        ),
        "people: its primary key is not id: a row may stand there twice",
    ),
    "a twin of a head": (
        anew("chains", "PRIMARY KEY (chain)", "CHECK (1)", "INSERT INTO chains SELECT chain, 1, hash, key FROM kept"),
        "chains: its primary key is not chain: a row may stand there twice",
    ),
    "a column that is computed": (
        lambda connection: connection.executescript(
            "ALTER TABLE people DROP COLUMN failures; ALTER TABLE people ADD COLUMN failures INTEGER AS (0)"
        ),
        "is computed, and not kept",
    ),
    "a field too many": (
        sql('UPDATE journal SET body = replace(body, \'"kind":"ready"\', \'"kind":"ready","luck":1\')'),
        "luck",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_every_tampering_is_found(case: str, played: Callable[[Change], list[str]]) -> None:
    change, says = CASES[case]
    found = played(change)
    assert any(says in finding for finding in found), found


def test_a_checkpoint_kept_elsewhere_finds_a_room_put_back_with_its_files(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    """Database, key and checkpoint file all set back to yesterday: what was signed today, kept elsewhere, says so."""
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    room.close()
    old = {file: file.read_bytes() for file in folder.iterdir()}
    room = opened(sqlite)
    table.room = room
    table.play_round()
    room.close()
    kept = checkpoints.written(folder / "room.db.checkpoints")
    for file, content in old.items():
        file.write_bytes(content)
    assert audit(sqlite) == []
    assert any("it was set back, cut or rewritten" in str(finding) for finding in audit(sqlite, How(kept[-1:])))


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (
            "ALTER TABLE accounts RENAME TO kept; CREATE VIEW accounts AS SELECT * FROM kept",
            "accounts: is not an ordinary",
        ),
        ("CREATE TABLE more () INHERITS (accounts)", "accounts: is not an ordinary"),
        ("CREATE RULE r AS ON DELETE TO postings DO INSTEAD NOTHING", "postings: has a rule"),
        ("ALTER TABLE journal ENABLE ROW LEVEL SECURITY", "journal: has a policy"),
        ("CREATE INDEX i ON people (lower(name))", "people: has an index over a function"),
        ("ALTER TABLE people ADD COLUMN x integer", "people: has a column 'x'"),
        (
            "ALTER TABLE sessions DROP CONSTRAINT sessions_person_fkey, "
            "ADD FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE",
            "sessions: its column 'person' follows people (id) ON DELETE CASCADE",
        ),
        ("ALTER TABLE sessions DROP CONSTRAINT sessions_person_fkey", "'person' may name what is not in people"),
    ],
)
def test_what_shows_or_does_otherwise_in_postgresql_is_found_and_refused(
    made: str, says: str, postgresql: str, opened: Callable[..., Room]
) -> None:
    opened(postgresql).close()
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(made)
    engine.dispose()
    assert any(says in str(finding) for finding in audit(postgresql))
    engine = create_engine(postgresql)
    with engine.begin() as connection, pytest.raises(HousewayError, match="is not as it was made"):
        shape.check(connection)
    engine.dispose()


LOST = {
    "people_pkey CASCADE": "people: its primary key is not id",
    "people_key_key": "people: its key is not unique",
    "covered": "accounts: does not check open_ended OR balance >= 0",
}
"""Constraints of PostgreSQL, and what is said without each."""


def test_what_keeps_a_row_from_standing_twice_in_postgresql_is_not_dropped_in_silence(
    postgresql: str, opened: Callable[..., Room]
) -> None:
    opened(postgresql).close()
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        assert list(shape.faults(connection)) == []
        for constraint, says in LOST.items():
            connection.exec_driver_sql(f"ALTER TABLE {says.split(':')[0]} DROP CONSTRAINT {constraint}")
        connection.exec_driver_sql("ALTER TABLE journal ALTER COLUMN body DROP NOT NULL")
        connection.exec_driver_sql("DROP INDEX transactions_by_round")
        connection.exec_driver_sql("CREATE UNIQUE INDEX once ON rounds (shoe)")
        connection.exec_driver_sql("CREATE INDEX quicker ON rounds (started)")
        found = "\n".join(": ".join(each) for each in shape.faults(connection))
        with pytest.raises(HousewayError, match="its primary key is not id"):
            shape.check(connection)
    engine.dispose()
    for says in (*LOST.values(), "journal: its column 'body' may be empty", "transactions: has no index", "index once"):
        assert says in found
    assert "quicker" not in found
    assert "people: its primary key is not id" in "\n".join(map(str, audit(postgresql)))


OTHERWISE = {
    "journal": ("PRIMARY KEY (chain, seq)", "UNIQUE (chain, seq)", "its primary key is not chain, seq"),
    "academy_exams": ("UNIQUE (token)", "CHECK (1)", "its token is not unique"),
    "accounts": ("CHECK (open_ended", "CHECK (1 OR open_ended", "does not check open_ended OR balance >= 0"),
    "postings": ("cents BIGINT NOT NULL", "cents BIGINT", "its column 'cents' may be empty"),
    "sealed": ("chain INTEGER", "chain BLOB", "its column 'chain' is of type BLOB"),
    "chains": ("PRIMARY KEY (chain)", "PRIMARY KEY (chain) ON CONFLICT REPLACE", "PRIMARY KEY ( chain ) ON CONFLICT"),
    "room_keys": ("PRIMARY KEY (seq)", "PRIMARY KEY (seq), UNIQUE (public)", "that lets no row stand beside another"),
    "documents": ("hash VARCHAR(64)", "hash VARCHAR(64) COLLATE NOCASE", "that lets no row stand beside another"),
    "transactions": ("what VARCHAR", "what VARCHAR", "has no index transactions_by_entry over chain, seq"),
    "sessions": ("people (id)", "people (id) ON DELETE CASCADE", "'person' follows people (id) ON DELETE CASCADE"),
    "rounds": (", \n\tFOREIGN KEY(shoe) REFERENCES shoes (id)", "", "'shoe' may name what is not in shoes"),
    "people": ("since INTEGER", "since INTEGER DEFAULT 7", "its column 'since' fills itself with 7"),
    "awards": ("said TEXT", "said TEXT COLLATE NOCASE", "is made with said TEXT COLLATE NOCASE"),
}
"""Of a table's statement: what it is made anew without, with what, and what is said."""


@pytest.mark.parametrize("table", OTHERWISE)
def test_a_table_holds_to_all_that_the_schema_says(table: str) -> None:
    old, new, says = OTHERWISE[table]
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        assert list(shape.faults(connection)) == []
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        anew(table, old, new)(raw)
        assert any(where == f"the database, {table}" and says in what for where, what in shape.faults(connection))
    engine.dispose()


def test_what_only_looks_like_a_check_is_none() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        check = "CONSTRAINT covered CHECK (open_ended OR balance >= 0)"
        anew("accounts", check, f"CHECK (balance <> '{check}') /* {check} */")(raw)
        found = [what for _, what in shape.faults(connection)]
        assert found[0] == "does not check open_ended OR balance >= 0"
        assert "is made with CHECK ( balance <> 'CONSTRAINT" in found[1]
    engine.dispose()


def test_a_text_of_a_table_that_ends_in_its_middle_is_not_read_to_its_end(sqlite: str, folder: Path) -> None:
    """SQLite reads up to the zero, and whoever compares texts found the check behind it."""
    engine = create_engine(sqlite)
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    check = "CHECK (open_ended OR balance >= 0)"
    with sqlite3.connect(folder / "room.db") as raw:
        (made,) = raw.execute("SELECT sql FROM sqlite_master WHERE name = 'accounts'").fetchone()
        dead = made.replace(check, check.replace("(open", "(1 OR open")) + f"\0 {check}"
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = 'accounts'", (dead,))
    raw.close()
    with engine.connect() as connection:
        connection.exec_driver_sql("INSERT INTO accounts (id, open_ended, balance) VALUES ('person:1', 0, -5)")
        assert "text that ends in its middle" in dict(shape.faults(connection))["the database, accounts"]
    engine.dispose()


def test_a_room_is_not_opened_on_a_database_that_shows_it_other_rows(
    clean: dict[str, bytes], played: Callable[[Change], list[str]], sqlite: str, opened: Callable[..., Room]
) -> None:
    played(CASES["a twin of a head"][0])
    with pytest.raises(HousewayError, match="chains: its primary key is not chain"):
        opened(sqlite)
    played(CASES["a view in a table's place"][0])
    with pytest.raises(HousewayError, match="accounts: is a view"):
        opened(sqlite)


def test_an_index_that_does_not_fit_its_table_is_the_audits_to_find(
    clean: dict[str, bytes], played: Callable[[Change], list[str]], sqlite: str, folder: Path
) -> None:
    """To compare them takes longer the longer the history, and a start does not."""
    file, of = folder / "room.db", "WHERE name = 'transactions_by_round'"

    def schema(*statement: Any) -> None:
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(*statement)
        connection.close()

    with sqlite3.connect(file) as connection:
        row = connection.execute(f"SELECT * FROM sqlite_master {of}").fetchone()
    connection.close()
    schema(f"DELETE FROM sqlite_master {of}")
    schema("UPDATE transactions SET round = 1 WHERE round = 2")
    schema("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
    engine = create_engine(sqlite)
    with engine.connect() as connection_:
        shape.check(connection_)
    engine.dispose()
    assert "the database: is damaged" in str(audit(sqlite)[0])
    assert "transactions_by_round" in str(audit(sqlite)[0])


def test_a_room_of_a_newer_houseway_is_said_to_be_one_and_of_nothing_else(
    database: str, opened: Callable[..., Room]
) -> None:
    opened(database).close()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET number = 99")
        connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN colour VARCHAR(10)")
    engine.dispose()
    with pytest.raises(HousewayError, match=r"not opened: its database is at version 99, .* use a newer one$"):
        opened(database)
    found = [str(each) for each in audit(database)]
    assert found[0].startswith("the database: is at version 99")
    assert not any("colour" in each for each in found)


def test_what_is_no_room_is_said_to_be_none(sqlite: str, folder: Path, postgresql: str) -> None:
    for database in (sqlite, postgresql):
        with pytest.raises(UnknownName, match="there is no room"):
            audit(database)
    (folder / "room.db").write_bytes(b"this is no database, whatever it is" * 100)
    assert "cannot be read" in str(audit(sqlite)[0])
    sqlite3.connect(folder / "empty.db").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(UnknownName, match="there is no room"):
        audit(f"sqlite:///{folder}/empty.db")


def test_a_table_whose_journal_does_not_hold_is_refused_and_the_others_play_on(
    sqlite: str, folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    table.ready()
    table.room.close()
    connection = sqlite3.connect(folder / "room.db")
    with connection:
        connection.execute("UPDATE shoes SET cards = CAST(substr(cards, 2) || substr(cards, 1, 1) AS BLOB)")
    connection.close()
    room = opened(sqlite)
    other = sitting(room, "super-pan-9")
    for _ in range(2):
        with pytest.raises(Refused, match="table 1 is refused: what is on disk of it does not hold; houseway audit"):
            room.view(table.table, None)
        room.tick()
    assert [card.id for card in room.tables()] == [other.table]
    other.play_round()
    assert not room.stopped
