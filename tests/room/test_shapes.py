"""Whatever a database is made of otherwise than a room's is found by the audit, and no room is opened on it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine

from houseway.errors import HousewayError
from houseway.room import Person, Room
from houseway.room.audit.room import audit
from houseway.room.store import shape
from houseway.room.store.backup import backup, restore

KEY = "PRIMARY KEY (id)"
SQLITE = {
    "counted on": (
        "rounds",
        "id INTEGER NOT NULL",
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "PRIMARY KEY AUTOINCREMENT",
    ),
    "backwards": ("rounds", "id INTEGER NOT NULL", "id INTEGER PRIMARY KEY DESC", "PRIMARY KEY DESC"),
    "a key backwards": ("rounds", KEY, "PRIMARY KEY (id DESC)", "PRIMARY KEY ( id DESC )"),
    "strict": ("room_settings", "VARCHAR(40)", "TEXT", "is made with STRICT"),
    "no number of its own": ("rounds", "", "", "is made with WITHOUT ROWID"),
    "deferred": (
        "sessions",
        "people (id)",
        "people (id) DEFERRABLE INITIALLY DEFERRED",
        "DEFERRABLE INITIALLY DEFERRED",
    ),
    "to another column": ("sessions", "people (id)", "people (since)", "'person' follows people (since)"),
    "one check more": ("sessions", "FOREIGN", "CHECK (expires > 0), FOREIGN", "checks expires > 0"),
    "a check that calls": ("sessions", "FOREIGN", "CHECK (length(token) > 0), FOREIGN", "is made with CHECK ( length"),
    "a long text": ("sessions", "token VARCHAR(64)", "token CLOB", "'token' is of type CLOB"),
    "a number": ("accounts", "balance BIGINT", "balance NUMERIC", "'balance' is of type NUMERIC"),
    "letters": ("sessions", "token VARCHAR(64)", "token VARCHAR(64) /* ' */ COLLATE /* ' */ NOCASE", "COLLATE NOCASE"),
    "commas": ("sessions", "stage VARCHAR(8)", "stage VARCHAR(8) DEFAULT ('a, b')", "DEFAULT ( 'a, b' )"),
}
"""Of a table's statement: what is another there, with what, and what is said."""


@pytest.mark.parametrize("case", SQLITE)
def test_a_table_of_sqlite_is_made_as_a_rooms_is(
    case: str, sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    table, old, new, says = SQLITE[case]
    opened(sqlite).close()
    with closing(sqlite3.connect(folder / "room.db", isolation_level=None)) as connection:
        (made,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        assert old in made
        behind = {"strict": " STRICT", "no number of its own": " WITHOUT ROWID"}.get(case, "")
        statement = made.replace(old, new) + behind if old else made + behind
        if "id INTEGER PRIMARY KEY" in statement:
            statement = statement.replace(f", \n\t{KEY}", "")
        for each in ("PRAGMA foreign_keys = off", "PRAGMA legacy_alter_table = on", "BEGIN"):
            connection.execute(each)
        indexes = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql <> ''", (table,)
        ).fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        for each in (f"ALTER TABLE {table} RENAME TO kept", statement, f"INSERT INTO {table} SELECT * FROM kept"):
            connection.execute(each)
        for each in ("DROP TABLE kept", *(sql for _, sql in indexes), "COMMIT"):
            connection.execute(each)
    with pytest.raises(HousewayError, match="not opened, since its database is not as it was made"):
        opened(sqlite)
    found = [str(each) for each in audit(sqlite)]
    assert any(each.startswith(f"the database, {table}: ") and says in each for each in found), found


@pytest.mark.parametrize(
    "statement",
    [
        'create table "room_settings" ([name] varchar(40) not null, `value` text NOT NULL, -- a name, a value\n'
        "primary key (name))",
        'CREATE TABLE room_settings(name VARCHAR (40) NOT NULL,"value" TEXT /* a, b) */ NOT NULL,PRIMARY KEY("name"))',
    ],
)
def test_how_a_statement_is_spelled_is_nothing(
    statement: str, sqlite: str, folder: Path, opened: Callable[..., Room]
) -> None:
    """As another tool writes it that has copied the table."""
    opened(sqlite).close()
    with closing(sqlite3.connect(folder / "room.db")) as connection:
        connection.execute("DROP TABLE room_settings")
        connection.execute(statement)
        connection.commit()
    opened(sqlite).close()
    assert audit(sqlite) == []


EVIL = """
CREATE SCHEMA aside;
CREATE FUNCTION aside.evil(integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
CREATE FUNCTION aside.number() RETURNS integer LANGUAGE sql AS 'SELECT 0'
"""
"""Functions where no name is looked up."""

SAME = "CREATE FUNCTION same(varchar, varchar) RETURNS boolean LANGUAGE sql AS 'SELECT true'"
POSTGRESQL = {
    SAME: "has a function same(character varying,character varying)",
    f"{SAME}; CREATE OPERATOR = (leftarg = varchar, rightarg = varchar, function = same)": "has an operator =(",
    f"{SAME}; CREATE CAST (varchar AS boolean) WITH INOUT AS IMPLICIT": "has a cast of character varying to boolean",
    "CREATE OPERATOR CLASS aside.o DEFAULT FOR TYPE varchar USING btree AS FUNCTION 1 bttextcmp(text, text)": (
        "has an order of its own for character varying"
    ),
    "CREATE DOMAIN amount AS bigint": "has a type amount",
    "CREATE TYPE mood AS ENUM ('sad', 'happy')": "has a type mood",
    'CREATE COLLATION ours FROM "C"': "has a collation ours",
    "ALTER TABLE sessions ADD CHECK (aside.evil(entry))": "sessions: rests on function aside.evil(integer)",
    "ALTER TABLE sessions ADD CHECK (entry > 0)": "sessions: checks entry > 0",
    "CREATE INDEX x ON sessions (entry) WHERE aside.evil(entry)": "sessions: has an index over a function",
    "CREATE INDEX x ON sessions (entry) WHERE abs(entry) > 3": "sessions: has an index over a function",
    "ALTER TABLE people ALTER failures SET DEFAULT aside.number()": "'failures' fills itself with aside.number()",
    "ALTER TABLE people ALTER failures SET DEFAULT 0": "people: its column 'failures' fills itself with 0",
    "ALTER TABLE rounds ALTER id SET DEFAULT nextval('rounds_id_seq') + 7": "rounds: its column 'id' fills itself",
    "ALTER TABLE rounds ALTER id SET DEFAULT nextval('people_id_seq')": "rounds: its column 'id' fills itself",
    "ALTER TABLE people ALTER failures ADD GENERATED ALWAYS AS IDENTITY": "'failures' is computed, and not kept",
    'ALTER TABLE people ALTER name TYPE varchar(40) COLLATE "C"': "'name' is of type VARCHAR(40) COLLATE",
    "ALTER TABLE people ALTER name TYPE text": "people: its column 'name' is of type TEXT",
    "ALTER TABLE accounts ALTER balance TYPE numeric(20)": "accounts: its column 'balance' is of type NUMERIC(20,0)",
    "ALTER TABLE postings DROP CONSTRAINT postings_account_fkey; "
    "ALTER TABLE postings ADD FOREIGN KEY (account) REFERENCES accounts (id) NOT VALID": "accounts (id) NOT VALID",
    "ALTER TABLE postings ALTER CONSTRAINT postings_account_fkey DEFERRABLE": "accounts (id) DEFERRABLE",
    "ALTER TABLE postings DISABLE TRIGGER ALL": "postings: has a reference that is not looked at",
    "ALTER TABLE people DROP CONSTRAINT people_key_key; "
    "ALTER TABLE people ADD UNIQUE (key) DEFERRABLE": "people: its key is not unique",
    "ALTER TABLE sessions ADD EXCLUDE USING btree (entry WITH =)": "sessions: is made with EXCLUDE USING btree",
    "ALTER TABLE tries SET UNLOGGED": "tries: is not an ordinary table",
}
"""What somebody makes in a room's database, and what is said of it."""


@pytest.mark.parametrize("made", POSTGRESQL)
def test_postgresql_has_nothing_that_gives_a_rooms_statements_another_meaning(
    made: str, postgresql: str, opened: Callable[..., Room]
) -> None:
    opened(postgresql).close()
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            for each in (*EVIL.split(";\n"), *made.split("; ")):
                connection.exec_driver_sql(each)
        with pytest.raises(HousewayError, match="not opened, since its database is not as it was made"):
            opened(postgresql)
        found = [str(each) for each in audit(postgresql)]
        assert any(POSTGRESQL[made] in each for each in found), found
    finally:
        with engine.connect() as connection:
            connection.exec_driver_sql("DROP CAST IF EXISTS (varchar AS boolean)")
            connection.exec_driver_sql("DROP SCHEMA aside CASCADE")
        engine.dispose()


def test_postgresql_may_have_extensions_and_indexes_for_speed(postgresql: str, opened: Callable[..., Room]) -> None:
    """As a managed server brings them; functions aside are nothing to a room that does not call them."""
    opened(postgresql).close()
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    made = (*EVIL.split(";\n"), "CREATE FUNCTION reset(oid) RETURNS void LANGUAGE sql AS ''")
    try:
        with engine.connect() as connection:
            for each in (*made, "ALTER EXTENSION plpgsql ADD FUNCTION reset(oid)"):
                connection.exec_driver_sql(each)
            connection.exec_driver_sql("CREATE TABLE theirs (n integer PRIMARY KEY, mood text)")
            connection.exec_driver_sql("CREATE INDEX quicker ON sessions (entry) WHERE entry > 3")
            connection.exec_driver_sql("CREATE INDEX ends ON people (name text_pattern_ops)")
        opened(postgresql).close()
        assert audit(postgresql) == []
        with engine.connect() as connection:
            for each in (SAME, "CREATE OPERATOR = (leftarg = varchar, rightarg = varchar, function = same)"):
                connection.exec_driver_sql(each)
            connection.exec_driver_sql("ALTER EXTENSION plpgsql ADD FUNCTION same(varchar, varchar)")
            connection.exec_driver_sql("ALTER EXTENSION plpgsql ADD OPERATOR = (varchar, varchar)")
            assert [what for _, what in shape.faults(connection)] == [
                "has an operator =(character varying,character varying), and a room has none"
            ]
    finally:
        with engine.connect() as connection:
            for each in ("FUNCTION reset(oid)", "OPERATOR = (varchar, varchar)", "FUNCTION same(varchar, varchar)"):
                connection.exec_driver_sql(f"ALTER EXTENSION plpgsql DROP {each}")
            connection.exec_driver_sql("DROP SCHEMA aside CASCADE")
        engine.dispose()


@pytest.fixture
def schemas(postgresql: str) -> Iterator[Engine]:
    """A connection that makes schemas besides, which are gone afterwards, as is where names are looked up."""
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for each in ("clean", "crm"):
            connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {each} CASCADE")
            connection.exec_driver_sql(f"CREATE SCHEMA {each}")
    yield engine
    with engine.connect() as connection:
        connection.exec_driver_sql("ALTER DATABASE postgres RESET search_path")
        connection.exec_driver_sql("ALTER ROLE houseway RESET search_path")
        for each in ("clean", "crm"):
            connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {each} CASCADE")
    engine.dispose()


@pytest.mark.parametrize("of", ["DATABASE postgres", "ROLE houseway"])
def test_no_other_room_is_shown_to_an_auditor_by_where_postgresql_looks(
    of: str, postgresql: str, folder: Path, opened: Callable[..., Room], schemas: Engine
) -> None:
    """A copy from before, in another schema, to which new connections were led; the room went on in its own."""
    clock = [1000.0]
    room = opened(postgresql, now=lambda: clock[0])
    room.people.guest("Ann")
    room.checkpoint()
    backup(postgresql, folder / "room.backup")
    restore(folder / "room.backup", f"{postgresql}&options=-csearch_path%3Dclean")
    with schemas.connect() as connection:
        connection.exec_driver_sql(f"ALTER {of} SET search_path TO clean")
        connection.exec_driver_sql("UPDATE public.people SET name = 'Eve' WHERE name = 'Ann'")
    says = "has tables of a room in the schema {} besides (academy_exams, academy_progress, accounts, …)"
    assert any(says.format("public") in str(each) for each in audit(postgresql))
    clock[0] += 6
    room.tick()
    assert says.format("clean") in str(room.doubts(Person(1, "manager", "manager", 0)))
    with pytest.raises(HousewayError, match="not opened, since its database is not as it was made"):
        opened(postgresql)


def test_a_room_in_a_schema_of_its_own_beside_another_programs_tables_is_one(
    postgresql: str, opened: Callable[..., Room], schemas: Engine
) -> None:
    with schemas.connect() as connection:
        connection.exec_driver_sql("ALTER ROLE houseway SET search_path TO clean, public")
        tables = ["people (id integer, name text)", "accounts (id text, owner text)", "sessions (token text)"]
        tables += ["schema_version (number integer, name text, applied_at timestamptz)"]  # all columns of the room's
        for each in tables:
            connection.exec_driver_sql(f"CREATE TABLE crm.{each}")
    opened(postgresql).close()
    with schemas.connect() as connection:
        schema = "SELECT schemaname FROM pg_tables WHERE tablename = 'journal'"
        assert connection.exec_driver_sql(schema).scalars().all() == ["clean"]
        connection.exec_driver_sql("CREATE TEMPORARY TABLE lobby AS SELECT * FROM clean.lobby")
        assert audit(postgresql) == []
        opened(postgresql).close()
