"""What tables hold to in PostgreSQL, as its catalogues tell."""

import re
from collections import defaultdict

from sqlalchemy import Connection, text

from houseway.room.store.held import SEQUENCE, Held, Index, Reference, plain
from houseway.room.store.schema import META


def tables(connection: Connection) -> dict[str, Held]:
    """What each of the room's tables that are there holds to."""
    found: dict[str, Held] = defaultdict(Held)
    names = {"names": list(META.tables)}
    for table, column, filled, type_, default in connection.execute(text(_COLUMNS), {**names, "own": SEQUENCE}):
        held = found[table]
        found[table] = held._replace(
            filled=held.filled | ({column} if filled else set()),
            kinds=held.kinds | {(column, type_.upper())},
            fills=held.fills | ({(column, default.removesuffix("::text"))} if default is not None else set()),
        )
    for table, says in connection.execute(text(_HOLDS), names):
        found[table] = _with(found[table], says.replace('"', ""))
    for table, name, columns, unique, partial in connection.execute(text(_INDEXES), names):
        index = Index(name, frozenset(columns), unique, partial)
        found[table] = found[table]._replace(indexes=found[table].indexes | {index})
    return found


def _with(held: Held, says: str) -> Held:
    """A constraint more, by its definition."""
    if key := _KEY.fullmatch(says):
        columns = frozenset(key["columns"].split(", "))
        return held._replace(key=columns) if key["primary"] else held._replace(unique=held.unique | {columns})
    if reference := _REFERENCE.fullmatch(says):
        refers = Reference(reference["column"], reference["table"], reference["to"], reference["how"].strip())
        return held._replace(refers=held.refers | {refers})
    if says.startswith("CHECK "):
        return held._replace(checks=held.checks | {plain(says.removeprefix("CHECK"))})
    return held._replace(odd=held.odd | {says})


_KEY = re.compile(r"((?P<primary>PRIMARY KEY)|UNIQUE) \((?P<columns>[^()]*)\)")
_REFERENCE = re.compile(r"FOREIGN KEY \((?P<column>\w+)\) REFERENCES (?P<table>[\w.]+)\((?P<to>\w+)\)(?P<how>.*)")
_COLUMNS = """
SELECT c.relname, a.attname, a.attnotnull,
  replace(replace(format_type(a.atttypid, a.atttypmod), 'character varying', 'varchar'), 'double precision', 'float')
    || CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || l.collname ELSE '' END,
  CASE WHEN pg_get_expr(d.adbin, d.adrelid) = format('nextval(%L::regclass)',
      pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass::text)
    THEN :own ELSE pg_get_expr(d.adbin, d.adrelid) END
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation l ON l.oid = a.attcollation
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid) AND a.attnum > 0 AND NOT a.attisdropped
"""
_HOLDS = """
SELECT c.relname, pg_get_constraintdef(n.oid)
FROM pg_class c JOIN pg_constraint n ON n.conrelid = c.oid LEFT JOIN pg_index x ON x.indexrelid = n.conindid
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid)
  AND (n.contype IN ('c', 'f', 'x') OR n.contype IN ('p', 'u') AND x.indisvalid AND x.indisunique)
"""
_INDEXES = """
SELECT c.relname, i.relname,
  ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY(x.indkey)),
  x.indisunique, x.indpred IS NOT NULL
FROM pg_class c JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid
WHERE c.relname = ANY(:names) AND pg_table_is_visible(c.oid) AND x.indisvalid
"""
