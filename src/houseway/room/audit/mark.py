"""How far an audit has come, signed by whoever audits: a later one begins there, and says so.

A mark is one line, `signature body`, in a file of the auditor's; the key that signs it lies beside it. It holds for
each chain a hash over all that was read of it, and for each table the last entry that ended a round, with a hash over
all money that had moved by then. What it covers is read again and must hash to the same; it is not replayed, and its
signatures are not verified again.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.room.audit.chain import Covered
from houseway.room.errors import SPOILT
from houseway.room.evidence.signing import Signer, verify
from houseway.room.store import ledger, private
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.journal import canonical
from houseway.room.store.keyring import Keyring
from houseway.version import __version__

MESSAGE = b"houseway audit\n"
"""What the message begins with that is signed for a mark; its body follows."""


class Done(NamedTuple):
    """Of one table: the last entry that ended a round, and a hash over all money that had moved by then."""

    end: int
    moves: str


class Mark(NamedTuple):
    """How far an audit has come."""

    at: str
    room: str
    chains: Mapping[int, Covered]
    tables: Mapping[int, Done]
    engine: str = __version__

    @property
    def entries(self) -> int:
        """How many entries it covers."""
        return sum(covered.seq for covered in self.chains.values())

    def body(self) -> str:
        told = {"at": self.at, "room": self.room, "engine": self.engine, "chains": dict(self.chains)}
        return canonical(told | {"tables": dict(self.tables)})

    @classmethod
    def read(cls, body: str) -> "Mark":
        told = json.loads(body)
        chains = {int(chain): Covered(*covered) for chain, covered in told["chains"].items()}
        tables = {int(table): Done(*done) for table, done in told["tables"].items()}
        return cls(told["at"], told["room"], chains, tables, told["engine"])


def moved(moves: Mapping[int, Iterable[ledger.Movement]], end: int) -> str:
    """A hash over all money that moved at a table up to an entry."""
    told = [[seq, sorted(map(str, moves[seq]))] for seq in sorted(moves) if seq <= end and moves[seq]]
    return hash_of(canonical(told))


def last(file: Path) -> Mark | None:
    """The mark in a file, signed with the key beside it; none where there is none, or of another houseway."""
    if not file.exists():
        return None
    try:
        signature, _, body = file.read_text(encoding="ascii").strip().partition(" ")
        signed = any(
            verify(each.public, MESSAGE + body.encode(), bytes.fromhex(signature)) for each in _keys(file).signers
        )
        mark = Mark.read(body)
    except (*SPOILT, OSError) as fault:
        raise HousewayError(f"{file} holds no mark of an audit ({fault}): name another file, or remove it") from None
    if not signed:
        raise HousewayError(f"the mark in {file} is not signed with the key beside it: remove it, audit the whole room")
    return mark


def write(file: Path, mark: Mark) -> None:
    """Sign a mark and put it in the place of the one before."""
    keys = _keys(file)
    signer: Signer = keys.signers[-1] if keys.signers else keys.make()
    body = mark.body()
    with private.replacing(file) as out:
        out.write(f"{signer.sign(MESSAGE + body.encode()).hex()} {body}\n".encode("ascii"))


def _keys(file: Path) -> Keyring:
    return Keyring.at(file.with_name(f"{file.name}.key"))
