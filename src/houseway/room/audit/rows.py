"""The rows that find what the journal tells, each compared with what the entries make of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection, inspect, select

from houseway.room.audit.chain import Told, chain_name
from houseway.room.audit.read import TableRead, entries
from houseway.room.audit.table import order
from houseway.room.commands.command import known_by
from houseway.room.errors import Broken
from houseway.room.evidence.log import CHAIN as LOG
from houseway.room.evidence.log import grown
from houseway.room.store import archived
from houseway.room.store.archived import Gone
from houseway.room.store.documents import genuine
from houseway.room.store.journal import ROOM
from houseway.room.store.keyring import Keyring
from houseway.room.store.lines import Line
from houseway.room.store.migrations import FINDS_AT_ONCE, LISTS_PLAYED, NOTES
from houseway.room.store.schema import (
    ARCHIVED,
    COMMANDS,
    DOCUMENTS,
    LOBBY,
    LOG_NODES,
    NOTED,
    NOTED_KINDS,
    PLAYED,
    REQUESTS,
    ROUNDS,
    SHOES,
    TABLES,
    VERSION,
    columns_of,
)
from houseway.round.auditing import Finding

Tables = Mapping[int, TableRead]


def table_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """Every table is listed by the game, the name and the state that its journal has."""
    rows = {row.id: row for row in connection.execute(select(TABLES))}
    for id_ in sorted(rows.keys() | read.keys()):
        row, told = rows.get(id_), read.get(id_)
        if row is None or told is None:
            yield f"table {id_}", "is gone" if row is None else "was not opened by the journal"
        elif told.game and (row.game, row.name, row.closed) != (told.game, told.name, told.closed):
            says = f"{told.game} {told.name!r}, {'closed' if told.closed else 'open'}"
            yield f"table {id_}", f"is not listed as its journal has it: {says}"


def lobby_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """What the lobby shows of a table is so; one that it does not show yet gets its row when it is first looked at."""
    if not inspect(connection).has_table(LOBBY.name) or LOBBY.c.unseen.name not in columns_of(connection, LOBBY.name):
        return
    for row in connection.execute(select(LOBBY)):
        told = read.get(row.table)
        if told is None or (told.game and told.outside is None):
            yield f"table {row.table}", "is in the lobby, and is not open"
        elif told.outside is not None:
            wrong = sorted(key for key, value in told.outside.items() if row._mapping[key] != value)
            if wrong:
                yield f"table {row.table}", f"the lobby shows another {', '.join(wrong)} than its journal has"


def document_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """Every document is the one that its hash names, and every table's is there."""
    listed = inspect(connection).has_table(DOCUMENTS.name)  # else nobody has opened the room since
    rows = connection.execute(select(DOCUMENTS)).all() if listed else []
    for row in rows:
        if not genuine(row.hash, row.content):
            yield f"document {row.hash[:12]}", "is not the one that its hash names"
    used = {hash_ for told in read.values() for hash_ in told.documents}
    for hash_ in sorted(used - {row.hash for row in rows}):
        yield f"document {hash_[:12]}", "is gone"


def round_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """Rounds are listed as they were played."""
    told = {id_: round_ for each in read.values() for id_, round_ in each.rounds.items()}
    listed = {r.id: (r.chain, r.shoe, r.position, r.started, r.ended) for r in connection.execute(select(ROUNDS))}
    for id_ in sorted(listed.keys() | told.keys()):
        if listed.get(id_) != told.get(id_):
            yield f"round {id_}", f"is listed as {listed.get(id_)}, and was {told.get(id_)}"


def archive_faults(connection: Connection, told: Iterable[Gone]) -> Iterator[Told]:
    """What lies in archives is listed as the room's journal tells it."""
    rows = connection.execute(select(ARCHIVED)).all() if archived.known(connection) else []
    listed = {(row.chain, row.first, row.last, row.entry) for row in rows}
    for chain, first, last, entry in sorted(
        listed ^ {(each.chain, each.first, each.last, each.entry) for each in told}
    ):
        yield (
            f"{chain_name(chain)}, entries {first} to {last}",
            f"are not listed as archived by entry {entry} of the room",
        )


def played_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """The rounds of each person are listed as the tables have them, one after the other, with their sums."""
    if connection.execute(select(VERSION.c.number)).scalar_one() < LISTS_PLAYED:
        return  # nobody has opened the room since
    told = {(id_, person): _of(each.played, person) for id_, each in read.items() for person in _people(each)}
    of_round = {round_: id_ for id_, each in read.items() for round_ in each.rounds}
    listed: dict[tuple[int, int], list[Line]] = defaultdict(list)
    last: dict[int, tuple[int, int, int]] = {}
    for row in connection.execute(select(PLAYED).order_by(PLAYED.c.person, PLAYED.c.number)):
        line = Line(*(row._mapping[name] for name in Line._fields))
        listed[of_round.get(row.round, 0), row.person].append(line)
        number, wagered, total = last.get(row.person, (0, 0, 0))
        last[row.person] = number + 1, wagered + line.staked, total + line.cents
        if last[row.person] != (row.number, row.wagered, row.total):
            yield f"person {row.person}, line {row.number}", "does not follow from the lines before it"
            last[row.person] = (row.number, row.wagered, row.total)
    for id_, person in sorted(listed.keys() | told.keys()):
        if listed.get((id_, person), []) != told.get((id_, person), []):
            where = f"{chain_name(id_)}, person {person}" if id_ else f"person {person}"
            yield where, "the rounds of this person are not listed as the journal has them"


def _people(read: TableRead) -> set[int]:
    return {line.person for line in read.played}


def _of(lines: Iterable[Line], person: int) -> list[Line]:
    return [line for line in lines if line.person == person]


def shoe_faults(connection: Connection, read: Tables, keys: Keyring, notes: list[Finding]) -> Iterator[Told]:
    """Shoes are listed as the journal has them; every one opens to its root and holds its pack."""
    told = {id_: shoe for each in read.values() for id_, shoe in each.shoes.items()}
    yield from _twice(read)
    there: set[int] = set()
    for row in connection.execute(select(SHOES)):
        there.add(row.id)
        where = f"shoe {row.id}"
        if told.get(row.id) != (row.chain, row.root, row.cut, row.ended):
            yield where, "is not listed as the journal has it"
        gone = read[row.chain].gone if row.chain in read else None
        if gone is not None and row.id < gone.shoe and not row.cards and row.ended:
            continue
        try:
            shoe = order(row, keys, notes)
        except (ValueError, Broken):
            yield where, "its cards and salts do not open to its root"
            continue
        if not shoe.known:
            continue
        if shoe.root != row.root:
            yield where, "its cards and salts do not open to its root"
        pack = read[row.chain].pack if row.chain in read else ()
        if pack and tuple(sorted(shoe.order)) != pack:
            yield where, "does not hold the cards of its game"
    for id_ in sorted(told.keys() - there):
        yield f"shoe {id_}", "is gone"


def _twice(read: Tables) -> Iterator[Told]:
    """Every shoe is one table's and has a root of its own: who knows an order from before would know it again."""
    whose: dict[int, int] = {}
    first: dict[str, int] = {}
    for table, each in sorted(read.items()):
        for id_, (_, root, _, _) in sorted(each.shoes.items()):
            if whose.setdefault(id_, table) != table:
                yield f"shoe {id_}", f"is dealt from at table {table}, and is that of table {whose[id_]}"
            elif first.setdefault(root, id_) != id_:
                yield f"shoe {id_}", f"has the root of shoe {first[root]}: its order was known before"
        for id_ in sorted(each.again):
            yield f"shoe {id_}", f"is begun once more at table {table}"


def noted_faults(connection: Connection, found: list[Finding]) -> Iterator[Told]:
    """Entries of the room that are looked for by their kind are noted, and no others."""
    if connection.execute(select(VERSION.c.number)).scalar_one() < NOTES:
        return  # nobody has opened the room since
    bodies = entries(connection, ROOM, lambda where, what: found.append(Finding(where, what)))
    told = {(body["kind"], seq) for seq, body in bodies if body.get("kind") in NOTED_KINDS}
    listed = {(row.kind, row.seq) for row in connection.execute(select(NOTED))}
    for kind, seq in sorted(told ^ listed):
        yield f"the room's journal, entry {seq}", f"is not noted among the entries of kind {kind}, or is none of them"


def node_faults(connection: Connection, found: list[Finding]) -> Iterator[Told]:
    """The tree over the log of roots is the one that its entries give."""
    if connection.execute(select(VERSION.c.number)).scalar_one() < FINDS_AT_ONCE:
        return
    told: dict[tuple[int, int], tuple[str, int | None]] = {}
    peaks: list[str] = []
    for seq, body in entries(connection, LOG, lambda where, what: found.append(Finding(where, what))):
        peaks, nodes = grown(peaks, seq - 1, body)
        told |= {(node.level, node.place): (node.hash, node.shoe) for node in nodes}
        if body.get("peaks", peaks) != peaks:
            yield f"the log of roots, entry {seq}", "tells other hashes over the log than its entries give"
    listed = {(row.level, row.place): (row.hash, row.shoe) for row in connection.execute(select(LOG_NODES))}
    for level, place in sorted(key for key in told.keys() | listed.keys() if told.get(key) != listed.get(key)):
        yield f"the log of roots, node {place} of level {level}", "is not the hash over its entries"


def log_faults(connection: Connection, read: Tables, found: list[Finding]) -> Iterator[Told]:
    """The log holds every shoe that was committed to, once, and nothing else."""
    told = {id_: shoe[:2] for each in read.values() for id_, shoe in each.shoes.items()}
    committed = {id_: at for each in read.values() for id_, at in each.committed.items()}
    sizes = {id_: size for each in read.values() for id_, size in each.sizes.items()}
    before, first = _rounds_around(read)
    logged: set[int] = set()
    since = False
    listed = list(entries(connection, LOG, lambda where, what: found.append(Finding(where, what))))
    for seq, body in listed:
        where = f"the log of roots, entry {seq}"
        if body["shoe"] in logged:
            yield where, f"tells shoe {body['shoe']} once more"
        elif told.get(body["shoe"]) != (body["table"], body["root"]):
            yield where, f"tells of shoe {body['shoe']} what the journal of its table does not"
        elif committed.get(body["shoe"], body["at"]) != body["at"]:
            yield where, f"is not from when the room committed to shoe {body['shoe']}: the log was written anew"
        elif "after" in body and sizes.get(body["shoe"], body["size"]) != body["size"]:
            yield where, f"tells of shoe {body['shoe']} another number of cards than the journal of its table"
        elif "after" in body and not before.get(body["shoe"], 0) <= body["after"] < first.get(body["shoe"], ENDLESS):
            yield where, f"tells of shoe {body['shoe']} another round to come before it than its table has dealt"
        elif "after" not in body and since:
            yield where, f"does not tell after which round shoe {body['shoe']} was begun, as entries before it do"
        since = since or "after" in body
        logged.add(body["shoe"])
    for id_ in sorted((told.keys() if listed else committed.keys()) - logged):
        yield f"shoe {id_}", "is not in the log of roots"


ENDLESS = 2**63
"""More than any round's number."""


def _rounds_around(read: Tables) -> tuple[dict[int, int], dict[int, int]]:
    """By shoe: the last round that its table has dealt from the shoes before it, and the first from itself."""
    before: dict[int, int] = {}
    first: dict[int, int] = {}
    for table in read.values():
        last: dict[int, int] = {}
        for round_, told in sorted(table.rounds.items()):
            first.setdefault(told[1], round_)
            last[told[1]] = round_
        latest = 0
        for shoe in sorted(table.shoes):
            before[shoe] = latest
            latest = max(latest, last.get(shoe, 0))
    return before, first


def request_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """What waits for a second person is listed as the tables have it."""
    if not inspect(connection).has_table(REQUESTS.name):
        return
    listed = {(row.chain, row.seq) for row in connection.execute(select(REQUESTS))}
    told = {(id_, number) for id_, each in read.items() for number in each.requests}
    for chain, seq in sorted(listed ^ told):
        says = "is listed as waiting and is not" if (chain, seq) in listed else "waits and is not listed"
        yield f"{chain_name(chain)}, entry {seq}", says


def command_faults(connection: Connection, read: Tables) -> Iterator[Told]:
    """Every command that was answered is the one that its entry came of, and every entry's is known."""
    rows: Counter[tuple[int, int]] = Counter()
    for row in connection.execute(select(COMMANDS)):
        where = f"{chain_name(row.chain)}, entry {row.version}"
        rows[row.chain, row.version] += 1
        told = read[row.chain].commands.get(row.version) if row.chain in read else None
        if told is None:
            yield where, "was acknowledged and is not there"
        elif told[0] != row.person or (told[1] and told[1] != known_by(row.person, row.key, row.digest)):
            yield where, f"is remembered as a command of person {row.person}, which is not the one that it came of"
        elif rows[row.chain, row.version] > 1:
            yield where, "is remembered for two commands"
    for id_, each in read.items():
        for seq, (_, command) in each.commands.items():
            if command and (id_, seq) not in rows:
                yield f"{chain_name(id_)}, entry {seq}", "its command is forgotten: it could be done twice"
