"""The log of roots: that a shoe is in it, that it has only grown, and that its head is signed (RFC 6962, RFC 8032)."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from .ed25519 import signed
from .hashes import Json, canonical, digest
from .signing import key_faults

LEAF = ("after", "root", "shoe", "size", "table")
"""What a leaf holds of an entry: `after` is the last round of the table before the shoe. Older ones do not tell it."""

Head = tuple[int, str]
"""A head of the log in short: how many entries, and the root over them."""


def head_of(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf of the log and what stands beside it lead to; None where the path has another length."""
    at, last, steps = index, size - 1, list(path)
    while last:
        if at % 2 or at == last:
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
            if at:
                leaf = digest(1, steps.pop(0), leaf) if steps else b""
        else:
            leaf = digest(1, leaf, steps.pop(0)) if steps else b""
        if not leaf:
            return None
        at, last = at // 2, last // 2
    return None if steps else leaf


def grown(first: int, second: int, old: bytes, path: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The roots of both sizes that a proof of growth leads to; None where it has another length."""
    steps = list(path) if first & (first - 1) else [old, *path]
    at, last = first - 1, second - 1
    while at % 2:
        at, last = at // 2, last // 2
    if not steps:
        return None
    before = after = steps.pop(0)
    while last:
        if not steps and (at % 2 or at < last):
            return None
        if at % 2 or at == last:
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
            if at:
                if not steps:
                    return None
                beside = steps.pop(0)
                before, after = digest(1, beside, before), digest(1, beside, after)
        else:
            after = digest(1, after, steps.pop(0))
        at, last = at // 2, last // 2
    return None if steps else (before, after)


def log_faults(proof: Json, known: Collection[str] = ()) -> Iterator[str]:
    """Whether the shoe is in the log that the proof names, signed with one of these keys where somebody knows them."""
    told = proof["log"]
    leaf = leaf_of({key: told[key] if key == "after" else proof[key] for key in LEAF if key != "after" or key in told})
    head, path = told["head"], [bytes.fromhex(each) for each in told["path"]]
    if not 0 <= told["index"] < head["size"]:
        yield "the log is not so long"
    elif head_of(leaf, told["index"], head["size"], path) != bytes.fromhex(head["root"]):
        yield "the shoe is not in the log of roots that the proof names"
    yield from signature_faults(head, known)


def leaf_of(entry: Json) -> bytes:
    """The leaf of an entry of the log."""
    return digest(0, canonical({key: entry[key] for key in LEAF if key in entry}).encode())


def after_faults(record: Json, proof: Json) -> Iterator[str]:
    """Whether the shoe of a round was begun before it, by the log, and the first round of it with all cards."""
    after = proof.get("log", {}).get("after")
    if after is not None and record["round"] <= after:
        yield f"the log tells that shoe {proof['shoe']} was begun after round {after}"
    if after is not None and record["round"] == after + 1 and record["position"]:
        yield f"it is the first of shoe {proof['shoe']}, by the log, and tells {record['position']} cards that are gone"


def turn_faults(entries: Sequence[Json], records: Sequence[Json] = ()) -> Iterator[str]:
    """Whether each table has one shoe at a time: no round can be of two, and each is of the one that it tells."""
    last: dict[int, int] = {}
    since = False
    for each in entries:
        after, table = each.get("after"), each["table"]
        if (after is None and since) or (after is not None and after <= last.get(table, -1)):
            yield f"by the log shoe {each['shoe']} of table {table} came after no round of the one before it"
        if after is not None:
            last[table], since = after, True
    for record in records:
        later = [each for each in entries if each["table"] == record["table"] and "after" in each]
        begun = [each["shoe"] for each in later if each["after"] < record["round"]]
        if begun and begun[-1] != record["shoe"]:
            yield f"round {record['round']} is of shoe {begun[-1]}, by the log, and the record tells {record['shoe']}"


def untold_faults(entries: Sequence[Json], proof: Json) -> Iterator[str]:
    """Where an older log does not tell which of several shoes of a table a round was dealt from."""
    beside = [each for each in entries if each["table"] == proof["table"]]
    if len(beside) > 1 and any("after" not in each for each in beside if each["shoe"] == proof["shoe"]):
        yield f"the log has {len(beside)} shoes of table {proof['table']} and does not tell of which a round was"


def entry_faults(
    entries: Sequence[Json], proof: Json, records: Sequence[Json] = (), *, older: bool = False
) -> Iterator[str]:
    """Whether entries are the log under the head of a proof, tell no shoe and no root twice and no round as of two:
    inclusion would prove each."""
    size, root = head_in(proof)
    if len(entries) < size:
        yield f"of {counted(size)} under the head that the shoe is in {len(entries)} are given: take them all"
        return
    under = entries[:size]
    if tree_of([leaf_of(each) for each in under]).hex() != root:
        yield "the entries are not those of the log whose head the proof names"
    told = Counter(each["shoe"] for each in under)
    for shoe in [shoe for shoe, times in told.items() if times > 1]:
        yield f"the log tells shoe {shoe} {told[shoe]} times: one person may have been shown another root than the next"
    first: dict[object, object] = {}
    for each in under:
        if first.setdefault(each["root"], each["shoe"]) != each["shoe"]:
            says = "who has seen the order of the one knows the other's"
            yield f"the log tells shoe {each['shoe']} with the root of shoe {first[each['root']]}: {says}"
    yield from turn_faults(under, records)
    if not older:
        yield from (f"{each}: --older checks the rest" for each in untold_faults(under, proof))


def tree_of(leaves: Sequence[bytes]) -> bytes:
    """The root of the tree over these leaves: where a row has one without a neighbour, it rises unchanged."""
    row = list(leaves)
    while len(row) > 1:
        pairs = [digest(1, row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        row = [*pairs, *row[len(row) & ~1 :]]
    return row[0] if row else b""


def counted(many: int) -> str:
    """So many entries, in words."""
    return "1 entry" if many == 1 else f"{many} entries"


def noted_faults(noted: Head, proof: Json) -> Iterator[str]:
    """What a head that somebody kept says of the proof's by itself, without a proof of growth."""
    size, root = head_in(proof)
    if noted[0] > size:
        yield f"the log had {counted(noted[0])} when you noted its head, and the proof's has {size}: take a newer proof"
    elif noted[0] == size and noted[1] != root:
        yield "there are two logs: one of the same size has another root than the head that you noted"
    elif noted[0] < size:
        yield "name the proof of growth since the head that you noted: --growth FILE"


def growth_faults(
    growth: Json, noted: Head | None = None, proof: Json | None = None, known: Collection[str] = ()
) -> Iterator[str]:
    """Whether a head of the log only adds to an earlier one: the one noted, and up to the one of the proof."""
    first, second = growth["first"], growth["second"]
    if noted is not None and noted != (first["size"], first["root"]):
        yield f"the proof of growth begins at a head of {counted(first['size'])}, which is not the one you noted"
    if proof is not None and (second["size"], second["root"]) != head_in(proof):
        yield "the proof of growth ends at another head than the one that the shoe is in"
    old, new = bytes.fromhex(first["root"]), bytes.fromhex(second["root"])
    path = [bytes.fromhex(each) for each in growth["path"]]
    same = first["size"] == second["size"]
    if not 0 < first["size"] <= second["size"] or (same and (path or old != new)):
        yield "the log did not grow: another one is shown"
    elif not same and grown(first["size"], second["size"], old, path) != (old, new):
        yield "the log was changed since the head that you noted: it does not go on from it"
    yield from signature_faults(second, known)


def head_in(proof: Json) -> Head:
    """The head of the log that a proof names, in short."""
    head = proof["log"]["head"]
    return head["size"], head["root"]


def signature_faults(head: Json, known: Collection[str] = ()) -> Iterator[str]:
    """Whether the head of a log is signed with the key that it names, and that is one that somebody knows."""
    yield from key_faults("the head of the log", head, known)
    told = canonical({key: head[key] for key in ("at", "root", "size")})
    if not signed(bytes.fromhex(head["key"]), b"houseway log\n" + told.encode(), bytes.fromhex(head["signature"])):
        yield "the head of the log is not signed with the key that it names"
