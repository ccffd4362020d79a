"""What in PostgreSQL gives a statement of the room another meaning: a function, an operator, a cast of somebody's own.

A comparison is looked up like a name: one of somebody's own that fits a column better than PostgreSQL's is taken. What
belongs to an extension that whoever runs the server has installed may be there, but for what would be taken so.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, text

from houseway.room.store.schema import META


def faults(connection: Connection) -> Iterator[tuple[str, str]]:
    """What no room has where its names are looked up, or in what its tables rest on."""
    for what in connection.execute(text(_OWN)).scalars():
        yield "the database", f"has {what}, and a room has none"
    for table, what in connection.execute(text(_RESTS), {"names": list(META.tables)}):
        yield f"the database, {table}", f"rests on {what}, and a room's does not"


_LOOKED_UP = """
SELECT oid FROM pg_namespace WHERE nspname = ANY(current_schemas(true)) AND nspname <> 'pg_catalog'
"""
_FIRST_OWN = 16384
"""The number from which a server counts what was made in it."""

_OWN = f"""
WITH path AS ({_LOOKED_UP}),
extension AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
plain AS (SELECT oid FROM pg_type WHERE oid < {_FIRST_OWN} AND typcategory <> 'A')
SELECT 'a function ' || p.oid::regprocedure FROM pg_proc p
WHERE p.pronamespace IN (SELECT oid FROM path) AND (
  ('pg_proc'::regclass, p.oid) NOT IN (SELECT classid, objid FROM extension)
  OR p.pronargs > 0 AND p.proname IN (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace)
    AND p.proargtypes::oid[] <@ ARRAY(SELECT oid FROM plain))
UNION ALL SELECT 'an operator ' || o.oid::regoperator FROM pg_operator o
WHERE o.oprnamespace IN (SELECT oid FROM path) AND (
  ('pg_operator'::regclass, o.oid) NOT IN (SELECT classid, objid FROM extension)
  OR o.oprright IN (SELECT oid FROM plain) AND (o.oprleft = 0 OR o.oprleft IN (SELECT oid FROM plain)))
UNION ALL SELECT 'an order of its own for ' || c.opcintype::regtype || ', ' || c.opcname FROM pg_opclass c
JOIN pg_am m ON m.oid = c.opcmethod
WHERE c.oid >= {_FIRST_OWN} AND m.amname IN ('btree', 'hash') AND c.opcintype IN (SELECT oid FROM plain)
UNION ALL SELECT 'a cast of ' || castsource::regtype || ' to ' || casttarget::regtype FROM pg_cast
WHERE oid >= {_FIRST_OWN} AND castsource IN (SELECT oid FROM plain) AND casttarget IN (SELECT oid FROM plain)
UNION ALL SELECT 'a type ' || t.oid::regtype FROM pg_type t
WHERE t.typnamespace IN (SELECT oid FROM path) AND t.typelem = 0
  AND (t.typtype <> 'c' OR EXISTS (SELECT 1 FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))
  AND ('pg_type'::regclass, t.oid) NOT IN (SELECT classid, objid FROM extension)
UNION ALL SELECT 'a collation ' || l.collname FROM pg_collation l
WHERE l.collnamespace IN (SELECT oid FROM path)
  AND ('pg_collation'::regclass, l.oid) NOT IN (SELECT classid, objid FROM extension)
ORDER BY 1
"""
_RESTS = """
WITH own AS (SELECT oid, relname FROM pg_class WHERE relname = ANY(:names) AND pg_table_is_visible(oid)),
parts AS (
  SELECT relname, 'pg_class'::regclass::oid AS class, oid FROM own
  UNION ALL SELECT relname, 'pg_class'::regclass, x.indexrelid FROM own JOIN pg_index x ON x.indrelid = own.oid
  UNION ALL SELECT relname, 'pg_constraint'::regclass, n.oid FROM own JOIN pg_constraint n ON n.conrelid = own.oid
  UNION ALL SELECT relname, 'pg_attrdef'::regclass, d.oid FROM own JOIN pg_attrdef d ON d.adrelid = own.oid)
SELECT DISTINCT relname, pg_describe_object(d.refclassid, d.refobjid, 0) FROM parts
JOIN pg_depend d ON d.classid = class AND d.objid = parts.oid
WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass, 'pg_type'::regclass)
ORDER BY 1, 2
"""
