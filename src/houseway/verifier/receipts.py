"""Receipts that players keep, for their bets and their answers: the room has signed them, and the records too."""

from collections.abc import Collection, Iterator, Sequence

from . import answers, bets
from .hashes import Json
from .signing import WHOSE, is_signed, key_faults


def receipt_faults(
    receipts: Sequence[Json], records: Sequence[Json], known: Collection[str] = (), keys: Collection[str] = ()
) -> Iterator[str]:
    """What receipts say against the records of their rounds: the room has signed both, where the key of both is among
    these, which are known to be its own."""
    for each in receipts:
        where = f"the receipt for entry {each['entry']} of table {each['table']}"
        where += "" if known or each["key"] in keys else f" (of the key {each['key']}, {WHOSE})"
        told = {name: value for name, value in each.items() if name not in ("key", "signature")}
        yield from key_faults(where, each, known)
        if not is_signed("receipt", told, each):
            yield f"{where} is not signed with the key that it names: it proves nothing"
            continue
        if "bet" not in each and "answer" not in each:
            yield f"{where}: it is for no bet and no answer"
            continue
        of = bets if "bet" in each else answers
        yield from (f"{where}: {fault}" for fault in of.receipt_faults(each, records))


def receipts_said(receipts: Sequence[Json], keys: Collection[str] = ()) -> list[str]:
    """Receipts that are signed with another key than these, in sentences: anybody has one."""
    return [
        f"Receipt for entry {each['entry']} of table {each['table']}: it is signed with the key {each['key']}, {WHOSE}."
        for each in receipts
        if each["key"] not in keys
    ]
