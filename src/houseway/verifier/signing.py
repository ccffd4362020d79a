"""What the room has signed of a record: all of it, and of an older one who answered alone."""

import re
from collections.abc import Collection, Iterator

from .ed25519 import signed
from .hashes import Json, canonical

HEX = re.compile("(?:[0-9a-f]{2})+", re.ASCII | re.IGNORECASE)

WHOSE = "which did not sign the log: whose it is is NOT CHECKED (--key)"
"""Of a signature whose key is known from nowhere; that of a room that has changed its key since is one, too."""

OLDER = ("table", "round", "root", "entries", "answers")
"""What the signature of an older record covers."""

UNCOVERED = "who staked and was paid what, when the round began and ended, its cut and its position"


def record_faults(record: Json, known: Collection[str] = (), *, older: bool = False) -> Iterator[str]:
    """What is wrong with the room's signature; who knows its keys is content with an older one only as they say."""
    if "signed" in record:
        told = {name: value for name, value in record.items() if name != "signed"}
        yield from _faults("the record", "record", told, record["signed"], known)
        return
    if "answers_signed" in record:
        told = {name: record.get(name) for name in OLDER}
        yield from _faults("who answered", "answers", told, record["answers_signed"], known)
    elif "answers" in record:
        yield "who answered is told without the room's signature"
    if known and not older:
        yield f"the room's signature does not cover {UNCOVERED}: take the record anew, or --older checks the rest"


def _faults(what: str, message: str, told: Json, by: Json, known: Collection[str]) -> Iterator[str]:
    yield from key_faults(what, by, known)
    if not is_signed(message, told, by):
        yield f"{what} is not signed with the key that it names"


def key_faults(what: str, by: Json, known: Collection[str]) -> Iterator[str]:
    """Whether something is signed with a key that somebody knows to be the room's; who knows none takes any. A room
    that has changed its key has several."""
    if known and by["key"] not in known:
        yield f"{what} is signed with the key {by['key']}, not with the one that you know"


def signed_said(record: Json, keys: Collection[str] = ()) -> str:
    """Who has signed what was staked, in a sentence; the room signs with these keys."""
    if "signed" not in record:
        return f"as told: {UNCOVERED} are NOT CHECKED, for the record is older, or its signature was taken off"
    return f"who staked and was paid what, and when, is as {signer_of(record, keys)}"


def signer_of(record: Json, keys: Collection[str] = ()) -> str:
    """Who has signed a record, or who answered in it."""
    key = record.get("signed", record.get("answers_signed", {})).get("key")
    return "the room has signed it" if key in keys else f"the key {key} has signed it, {WHOSE}"


def is_signed(what: str, told: Json, by: Json) -> bool:
    """Whether this message is signed with the key that is named."""
    message = f"houseway {what}\n{canonical(told)}".encode()
    if not all(HEX.fullmatch(each) for each in (by["key"], by["signature"])):
        return False
    return signed(bytes.fromhex(by["key"]), message, bytes.fromhex(by["signature"]))
