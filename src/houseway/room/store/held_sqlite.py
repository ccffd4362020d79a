"""What tables hold to in SQLite: as it tells, and as their statements do, of which it tells not all.

A table's statement is read part by part, and what is no part of a room's is told: how a key is kept or counted, when a
reference is looked at, how letters compare.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import Connection, text

from houseway.room.store.held import Held, Index, Reference, plain
from houseway.room.store.schema import META

STORED = "m.type = 'table' AND m.rootpage > 0"
"""What has rows of its own: SQLite says nothing of a view that reads from nowhere but that it cannot."""


def tables(connection: Connection) -> dict[str, Held]:
    """What each of the room's tables that are there holds to."""
    found: dict[str, Held] = defaultdict(Held)
    for table, column, type_, filled, key, default in connection.execute(text(_COLUMNS)):
        if table in META.tables:
            held = found[table]
            found[table] = held._replace(
                key=held.key | ({column} if key else set()),
                filled=held.filled | ({column} if filled else set()),
                kinds=held.kinds | {(column, type_.upper().replace(" ", ""))},
                fills=held.fills | ({(column, default)} if default is not None else set()),
            )
    for table, column, other, to, *happens in connection.execute(text(_REFERENCES)):
        if table in found:
            refers = found[table].refers | {Reference(column, other, str(to), _how(*happens))}
            found[table] = found[table]._replace(refers=refers)
    for table, index in _indexes(connection):
        if table in found:
            found[table] = _with(found[table], index)
    for table, sql in connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")):
        if table in found:
            checks, odd = _read(sql)
            found[table] = found[table]._replace(checks=checks, odd=odd)
    return found


def _how(on_update: str, on_delete: str) -> str:
    """What a change or an end of the other row does besides being refused."""
    told = {"ON UPDATE": on_update, "ON DELETE": on_delete}
    return " ".join(f"{on} {does}" for on, does in told.items() if does != "NO ACTION")


def _indexes(connection: Connection) -> Iterator[tuple[str, Index]]:
    """The indexes of each table; one that compares text otherwise than letter by letter keeps nothing unique."""
    parts: dict[tuple[str, str, bool, bool], set[str]] = defaultdict(set)
    for table, name, unique, partial, column, collation in connection.execute(text(_INDEXES)):
        parts[table, name, bool(unique), bool(partial)].add(str(column) if collation == "BINARY" else f"{column}?")
    for (table, name, unique, partial), columns in parts.items():
        yield table, Index(name, frozenset(columns), unique, partial)


def _with(held: Held, index: Index) -> Held:
    """An index more; SQLite keeps by it what is unique."""
    if index.unique and not index.partial:
        held = held._replace(unique=held.unique | {index.columns})
    return held._replace(indexes=held.indexes | {index})


def _read(sql: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a table's statement checks, and what in it no statement of a room has."""
    read, *_ = sql.split("\0")
    parts, behind = _parts(read)
    told = [(part, _LAWFUL.fullmatch(part)) for part in parts]
    checks = {plain(lawful["check"]) for _, lawful in told if lawful and lawful["check"]}
    odd = {part for part, lawful in told if not lawful} | ({behind} if behind else set())
    if read != sql:
        odd.add("a text that ends in its middle")
    return frozenset(checks), frozenset(odd)


def _parts(sql: str) -> tuple[list[str], str]:
    """What stands between the brackets of a statement, part by part, and what stands behind them."""
    parts, part, depth = list[str](), list[str](), 0
    for token in _tokens(sql):
        before, depth = depth, depth + (token == "(") - (token == ")")
        if before == 0 and depth == 1:
            part = []
        elif (before, depth) == (1, 0) or (depth == 1 and token == ","):
            parts.append(" ".join(part))
            part = []
        else:
            part.append(token)
    return parts, " ".join(part)


def _tokens(sql: str) -> Iterator[str]:
    """The words and signs of a statement; names without their quotes."""
    for found in _TOKEN.finditer(sql):
        if found["blank"] is None:
            name = found["name"]
            yield name[1:-1] if name and name[1:-1].isidentifier() else found[0]


_TOKEN = re.compile(
    r"""(?P<blank>\s+|--[^\n]*|/\*.*?(?:\*/|\Z))|'(?:[^']|'')*'|(?P<name>"[^"]*"|`[^`]*`|\[[^]]*\])|\w+|[<>=!|]+|.""",
    re.DOTALL,
)
_LAWFUL = re.compile(
    r"""\w+\ [a-z]+(\ \(\ \d+\ \))?(\ DEFAULT\ '[^']*')?(\ NOT\ NULL)?
    | (CONSTRAINT\ \w+\ )?(
        (PRIMARY\ KEY|UNIQUE)\ \(\ \w+(\ ,\ \w+)*\ \)
        | CHECK\ \(\ (?P<check>[^()]*)\ \)
        | FOREIGN\ KEY\ \(\ \w+\ \)\ REFERENCES\ \w+\ \(\ \w+\ \)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_COLUMNS = f"""
SELECT m.name, p.name, p.type, p."notnull", p.pk, p.dflt_value FROM sqlite_master m, pragma_table_xinfo(m.name) p
WHERE {STORED}
"""
_REFERENCES = f"""
SELECT m.name, f."from", f."table", f."to", f.on_update, f.on_delete
FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE {STORED}
"""
_INDEXES = f"""
SELECT m.name, l.name, l."unique", l.partial, x.name, x.coll
FROM sqlite_master m, pragma_index_list(m.name) l, pragma_index_xinfo(l.name) x WHERE {STORED} AND x.key
"""
