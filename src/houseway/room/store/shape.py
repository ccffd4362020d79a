"""What a database is made of: the room's tables, all of them, each an ordinary one, and nothing that shows or does
otherwise.

A view in a table's place can tell an auditor other rows than the room, and so can two rows under one key; a trigger, a
rule or a policy changes what is written or seen. The journal's signatures say nothing of these, so they are looked for.
"""

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import Connection, text

from houseway.errors import HousewayError
from houseway.room.store import besides, constraints, held_sqlite
from houseway.room.store.migrations import newer, newest, version_of
from houseway.room.store.schema import CHAINS, JOURNAL, META

OWN = "an ordinary table of the room's own"
UNKNOWN = "which a room does not have"


def faults(connection: Connection, *, whole: bool = False) -> Iterator[tuple[str, str]]:
    """What no houseway has made; `whole` has SQLite compare its indexes with its tables too.

    Of the columns of a newer houseway nothing is known but that it is newer.
    """
    later = newer(connection)
    if later:
        yield "the database", later
    found = _faults(connection, whole)
    yield from (each for each in found if not (later and each[1].endswith(UNKNOWN)))
    if not later:
        yield from constraints.faults(connection, version=version_of(connection), indexed=newest(connection))


def _faults(connection: Connection, whole: bool) -> Iterator[tuple[str, str]]:
    if connection.dialect.name == "sqlite":
        yield from _sqlite(connection, whole)
    else:
        yield from _postgresql(connection)


def check(connection: Connection) -> None:
    """Refuse a database that could show a room other rows than an auditor; one that is newer, in words of its own."""
    if says := newer(connection):
        raise HousewayError(f"the room is not opened: its database {says}")
    found = [f"{where}: {what}" for where, what in faults(connection)]
    if found:
        raise HousewayError(f"the room is not opened, since its database is not as it was made: {'; '.join(found)}")


def _sqlite(connection: Connection, whole: bool) -> Iterator[tuple[str, str]]:
    kinds = {row.name: row.type for row in connection.execute(text("SELECT name, type FROM pragma_table_list"))}
    for kind, name, sql in connection.execute(text("SELECT type, name, sql FROM sqlite_master ORDER BY name")):
        made = str(sql or "").split("(", 1)[0].upper().split()
        lawful = {"table": ["CREATE", "TABLE"], "index": ["CREATE", "INDEX"]}.get(kind)
        plain = [word for word in made[:3] if word != "UNIQUE"][:2]
        if lawful is None or (made and plain != lawful) or kinds.get(name, "table") != "table":
            yield f"the database, {name}", f"is a {' '.join(made[1:2]).lower() or kind}, and a room has none"
    columns = connection.execute(text(_SQLITE_COLUMNS))
    yield from _columns((table, column, bool(hidden)) for table, column, hidden in columns)
    if whole:
        for (says,) in connection.execute(text("PRAGMA integrity_check(10)")).all():
            if says != "ok":
                yield "the database", f"is damaged: {says}"


def _postgresql(connection: Connection) -> Iterator[tuple[str, str]]:
    names = {"names": list(META.tables)}
    for name, ordinary, does in connection.execute(text(_RELATIONS), names):
        if not ordinary:
            yield f"the database, {name}", f"is not {OWN}"
        if does:
            yield f"the database, {name}", f"has {does}, and a table of a room has none"
    yield from _elsewhere(connection)
    columns = connection.execute(text(_COLUMNS), names)
    yield from _columns((table, column, bool(made)) for table, column, made in columns)
    first = connection.execute(
        text("SELECT x FROM unnest(current_schemas(true)) x WHERE x NOT LIKE 'pg_temp%' LIMIT 1")
    )
    if first.scalar() != "pg_catalog":
        yield "the database", "looks for functions elsewhere first than in PostgreSQL's own (search_path)"
    yield from besides.faults(connection)


def _elsewhere(connection: Connection) -> Iterator[tuple[str, str]]:
    """Tables of a room in another schema than the one that is looked into: where names are looked up, whoever may set
    that for a database or a role decides which of the two an auditor is shown. Another program's may have the names."""
    found: dict[str, list[str]] = defaultdict(list)
    for schema, name, columns in connection.execute(text(_HIDDEN), {"names": list(META.tables)}):
        if set(META.tables[name].columns.keys()) <= set(columns):
            found[schema].append(name)
    for schema, tables in found.items():
        if not {CHAINS.name, JOURNAL.name} <= set(tables):
            continue
        names = f"{', '.join(tables[:3])}{', …' if len(tables) > 3 else ''}"
        yield (
            "the database",
            f"has tables of a room in the schema {schema} besides ({names}), and a room has one schema",
        )


def _columns(listed: Iterator[tuple[str, str, bool]]) -> Iterator[tuple[str, str]]:
    for table, column, computed in listed:
        if table not in META.tables:
            continue
        if column not in META.tables[table].columns:
            yield f"the database, {table}", f"has a column {column!r}, {UNKNOWN}"
        elif computed:
            yield f"the database, {table}", f"its column {column!r} is computed, and not kept"


_SQLITE_COLUMNS = f"""
SELECT m.name, p.name, p.hidden FROM sqlite_master m, pragma_table_xinfo(m.name) p WHERE {held_sqlite.STORED}
"""
_RELATIONS = """
SELECT c.relname, c.relkind = 'r' AND c.relpersistence = 'p'
    AND NOT EXISTS (SELECT 1 FROM pg_inherits i WHERE c.oid IN (i.inhparent, i.inhrelid)),
  concat_ws(', ',
    CASE WHEN EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) THEN 'a trigger' END,
    CASE WHEN EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgenabled <> 'O')
      THEN 'a reference that is not looked at' END,
    CASE WHEN EXISTS (SELECT 1 FROM pg_rewrite w WHERE w.ev_class = c.oid AND c.relkind = 'r') THEN 'a rule' END,
    CASE WHEN c.relrowsecurity OR EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid) THEN 'a policy' END,
    CASE WHEN EXISTS (SELECT 1 FROM pg_index x WHERE x.indrelid = c.oid
      AND (x.indexprs IS NOT NULL OR x.indpred::text LIKE '%{FUNCEXPR%'))
      THEN 'an index over a function' END)
FROM pg_class c WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid)
"""
_HIDDEN = """
SELECT n.nspname, c.relname, array_agg(a.attname::text)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relname = ANY(:names) AND NOT pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped
GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname
"""
"""What has the name of a room's table and is not what is found by it. What a session has for itself no other sees."""
_COLUMNS = """
SELECT c.relname, a.attname, a.attgenerated <> '' OR a.attidentity <> '' OR t.typtype <> 'b'
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid) AND a.attnum > 0 AND NOT a.attisdropped
"""
