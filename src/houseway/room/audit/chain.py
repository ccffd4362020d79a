"""Are the chains whole, signed by the room and in the order of time, and do they hold what was signed before?"""

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Row, inspect, null, select

from houseway.room.audit.spelling import spelled
from houseway.room.evidence.log import CHAIN as LOG
from houseway.room.evidence.signing import Signer, name_of, verify
from houseway.room.store.archived import EVERY, Gone
from houseway.room.store.checkpoints import hash_of
from houseway.room.store.journal import ENTRY, ROOM, START, canonical, link
from houseway.room.store.keyring import Keyring
from houseway.room.store.schema import CHAINS, JOURNAL, ROOM_KEYS, columns_of
from houseway.room.store.signatures import BROUGHT, PROOF

SKEW = timedelta(seconds=5)
"""So far the clocks of a room's machines may differ."""

Told: TypeAlias = tuple[str, str]
"""Where, and what does not hold."""


class Period(NamedTuple):
    """A key of the room, and the last entry of each chain from before it."""

    public: str
    seq: int
    heads: Mapping[int, tuple[int, str]]
    database: int = 0
    """The version of the database as it was brought; 0 where an older entry does not tell."""


class Covered(NamedTuple):
    """How far an earlier audit has read a chain, and a hash over all hashes and signatures to there."""

    seq: int
    seal: str
    step: int = 0
    """The last entry before it where archives note the same hash, and the hash to there."""

    step_seal: str = START


class ChainRead(NamedTuple):
    """One chain as it was read: its head, and those entries that somebody asks for by number."""

    chain: int
    head: tuple[int, str]
    covered: Covered
    unsigned: int
    entries: dict[int, tuple[str, datetime | None]]
    findings: list[Told]


class Trust(NamedTuple):
    """Whom an auditor believes: the room's key file, or a public key that somebody else has told them."""

    keys: Keyring
    public: str = ""


@dataclass
class Chains:
    """What was read of all chains."""

    connection: Connection
    trust: Trust
    heads: dict[int, tuple[int, str]] = field(default_factory=dict)
    entries: dict[tuple[int, int], tuple[str, datetime | None]] = field(default_factory=dict)
    periods: list[Period] = field(default_factory=list)
    brought: int = 0
    """The version that the database was last brought up to, as an entry of its own tells it."""

    notes: list[Told] = field(default_factory=list)
    seals: dict[int, Covered] = field(default_factory=dict)
    gone: dict[int, Gone] = field(default_factory=dict)
    """What of each table lies in archives, as the room's journal tells it."""

    # ------------------------------------------------------------------------------------------------ keys

    def keys(self) -> Iterator[Told]:
        """The keys of the room, each brought by an entry that the one before has signed; to be read first."""
        for row in self._rows(ROOM):
            try:
                body = json.loads(row.body)
            except (ValueError, RecursionError):
                continue
            if isinstance(body, dict) and body.get("kind") == "key":
                yield from self._key(row, body)
            elif isinstance(body, dict) and body.get("kind") == BROUGHT:
                yield from self._brought(row, body)
        there = inspect(self.connection).has_table(ROOM_KEYS.name)
        rows = self.connection.execute(select(ROOM_KEYS).order_by(ROOM_KEYS.c.seq)).all() if there else []
        if [(row.seq, row.public) for row in rows] != [(each.seq, each.public) for each in self.periods]:
            yield "the room's keys", "are not listed as the journal has them"
        yield from self._trusted()

    def _key(self, row: Row[Any], body: Mapping[str, Any]) -> Iterator[Told]:
        where = f"the room's journal, entry {row.seq}"
        heads = {int(chain): (head[0], head[1]) for chain, head in body["heads"].items()}
        before = self.periods[-1].public if self.periods else None
        if body["before"] != before:
            yield where, f"brings a key after {body['before']}, and the key was {before}"
        said = {key: value for key, value in body.items() if key != "proof"}
        if not _signed(body["public"], PROOF + canonical(said).encode(), body["proof"]):
            yield where, "brings a key that has not agreed to it"
        self.periods.append(Period(body["public"], row.seq, heads, body.get("database", 0)))

    def _brought(self, row: Row[Any], body: Mapping[str, Any]) -> Iterator[Told]:
        """A database that was brought up to date: to no earlier version than it had. A room may have told one twice."""
        before, version = self.database, body.get("database")
        if type(version) is not int or version < before or body.keys() != {"kind", "database", "at", "by"}:
            where = f"the room's journal, entry {row.seq}"
            yield where, f"brings the database to version {version}, and it was at version {before}"
        elif body["by"] is not None:
            yield f"the room's journal, entry {row.seq}", f"brings the database up to date by {body['by']!r}"
        else:
            self.brought = version

    @property
    def database(self) -> int:
        """The version of the database that keys, and entries that brought it up to date, have told; 0 for none."""
        return max((self.brought, *(each.database for each in self.periods)))

    def _trusted(self) -> Iterator[Told]:
        """The key is the one that the auditor knows."""
        known, where = {each.public for each in self.periods}, "the room's keys"
        own = {each.public.hex() for each in self.trust.keys.signers}
        if self.trust.public:
            if self.trust.public not in known:
                yield where, f"{self.trust.public} is not among them: the journal is not the one that it signs"
        elif own:
            if not self.periods:
                yield where, f"the key in {self.trust.keys.path} signs, and the journal names none: it was rewritten"
            elif self.periods[-1].public not in own:
                yield where, f"the journal is signed with a key that is not in {self.trust.keys.path}"
        elif self.periods:
            gone = f"the key file {self.trust.keys.path} is not there"
            says = "the signatures are those of the key that the journal itself names: compare --public-key"
            self.notes.append((where, f"{gone}; {says} {self.periods[-1].public}"))
        if not self.periods and not own:
            self.notes.append((where, "there are none: nothing here is signed, and hashes alone vouch for it"))

    @property
    def signer(self) -> Signer | None:
        """The room's own key, where the auditor has its file."""
        return self.trust.keys.signer(self.periods[-1].public) if self.periods else None

    def _key_for(self, chain: int, seq: int) -> str | None:
        """The public key that signs this entry; none before signing began."""
        found = None
        for number, period in enumerate(self.periods):
            last = period.heads.get(chain, (0, ""))[0]
            if chain == ROOM:  # its own entry is signed by the key before, and the first by itself
                last = period.seq - 1 if number == 0 else period.seq
            if seq > last:
                found = period.public
        return found

    def signed(self, chain: int, seq: int) -> bool:
        """Whether an entry is one that a key of the room signs."""
        return self._key_for(chain, seq) is not None

    # ------------------------------------------------------------------------------------------------ entries

    def _rows(self, chain: int | None = None) -> Iterable[Row[Any]]:
        signed = "signature" in columns_of(self.connection, JOURNAL.name)
        signature = JOURNAL.c.signature if signed else null().label("signature")
        query = select(JOURNAL.c.chain, JOURNAL.c.seq, JOURNAL.c.body, JOURNAL.c.hash, signature)
        query = query.order_by(JOURNAL.c.chain, JOURNAL.c.seq)
        return self.connection.execute(query if chain is None else query.where(JOURNAL.c.chain == chain))

    def numbers(self) -> list[int]:
        """All chains that have entries."""
        return sorted(self.connection.execute(select(JOURNAL.c.chain).distinct()).scalars())

    def read(self, chain: int, wanted: Set[int], covered: Covered | None = None) -> ChainRead:
        """Each hash covers the one before and is signed; no entry is missing; time does not run backwards.

        What an earlier audit has covered was signed then: now it must be the same.
        """
        head, seal, unsigned = (0, START), START, 0
        step = (0, START)
        latest: datetime | None = None
        entries: dict[int, tuple[str, datetime | None]] = {}
        findings: list[Told] = []
        gone = self.gone.get(chain)
        for row in self._rows(chain):
            if gone is not None and (head[0], row.seq) == (1, gone.through):  # the signed entry of the room vouches
                findings += _over_gap(gone, head[1], covered)
                head, seal = (gone.last, gone.hash), gone.seal
                step = max((each for each in gone.seals.items() if each[0] % EVERY == 0), default=step)
            where, at = f"{chain_name(chain)}, entry {row.seq}", time_of(row.body)
            seal = hash_of(f"{seal} {row.hash} {row.signature}")
            public = self._key_for(chain, row.seq)
            unsigned = row.seq if public is None else unsigned
            known = covered is not None and row.seq <= covered.seq
            faults = (*_follows(row, head), *(() if known else _signed_by(row, public)), *_order(at, latest))
            faults += () if public is None or at is not None else ("tells no time, and every signed entry does",)
            faults += () if public is None or known or spelled(row.body) else ("is not spelled as the room spells",)
            findings += [(where, what) for what in faults]
            if covered is not None and row.seq == covered.seq and seal != covered.seal:
                findings.append((where, "is not what an earlier audit has seen, or something before it is not"))
            if gone is not None and gone.seals.get(row.seq, seal) != seal:
                findings.append((where, "is not what the room has archived, or something before it is not"))
            latest = max(filter(None, (at, latest)), default=None)
            head = (row.seq, row.hash)
            step = (row.seq, seal) if row.seq % EVERY == 0 else step
            if row.seq in wanted:
                entries[row.seq] = (row.hash, at)
        if covered is not None and head[0] < covered.seq:
            findings.append((chain_name(chain), f"ends before entry {covered.seq}, which an earlier audit has seen"))
        read = Covered(head[0], seal, *step)
        return ChainRead(chain, head, read, unsigned if self.periods else 0, entries, findings)

    def archived(self, chain: int, seq: int) -> bool:
        """Whether an entry lies in an archive and was not put back."""
        gone = self.gone.get(chain)
        return gone is not None and 1 < seq <= gone.last and (chain, seq) not in self.entries

    def take(self, read: ChainRead) -> Iterator[Told]:
        """Take in a chain that was read, here or by another process."""
        self.heads[read.chain] = read.head
        self.seals[read.chain] = read.covered
        self.entries |= {(read.chain, seq): entry for seq, entry in read.entries.items()}
        if read.unsigned:
            says = f"entries 1 to {read.unsigned} were written before the room signed: only their hashes vouch for them"
            self.notes.append((chain_name(read.chain), says))
        yield from read.findings

    def ends(self) -> Iterator[Told]:
        """The heads are those of the chains, once all were taken in."""
        keyed = CHAINS.c.key if "key" in columns_of(self.connection, CHAINS.name) else null().label("key")
        rows = self.connection.execute(select(CHAINS.c.chain, CHAINS.c.seq, CHAINS.c.hash, keyed)).all()
        heads = {row.chain: (row.seq, row.hash) for row in rows}
        for chain in sorted(heads.keys() | self.heads.keys()):
            if heads.get(chain) != self.heads.get(chain, (0, START)):
                told = heads.get(chain, (0, ""))[0]
                yield chain_name(chain), f"has {self.heads.get(chain, (0, ''))[0]} entries, and its head says {told}"
        signs = name_of(bytes.fromhex(self.periods[-1].public)) if self.periods else None
        for row in rows:
            if row.key != signs:
                yield chain_name(row.chain), f"is to be signed with the key {row.key}, and the room's is {signs}"
        for period in self.periods:
            for chain, (seq, hash_) in period.heads.items():
                if not self.archived(chain, seq) and self.entries.get((chain, seq), ("",))[0] != hash_:
                    yield f"{chain_name(chain)}, entry {seq}", "is not what it was when the room's key was brought"


def _over_gap(gone: Gone, opening: str, covered: Covered | None) -> Iterator[Told]:
    """The opening, and what an earlier audit has seen of archived entries, is what the room has archived, as far as it
    tells."""
    if gone.opening not in ("", opening):
        yield f"{chain_name(gone.chain)}, entry 1", "is not what the room has archived its table with"
    if covered is None:
        return
    for seq, seal in ((covered.seq, covered.seal), (covered.step, covered.step_seal)):
        if gone.seals.get(seq, seal) != seal:
            says = "was archived, and is not what an earlier audit has seen, or something before it is not"
            yield f"{chain_name(gone.chain)}, entry {seq}", says
            return


def _follows(row: Row[Any], head: tuple[int, str]) -> Iterator[str]:
    seq, before = head
    if row.seq != seq + 1:
        yield f"follows entry {seq}: entries are missing"
    if link(before, row.chain, row.seq, row.body) != row.hash:
        yield "its hash does not cover its text and the entry before"


def _signed_by(row: Row[Any], public: str | None) -> Iterator[str]:
    if (public is None) != (row.signature is None) or (
        public is not None and not _signed(public, ENTRY + row.hash.encode(), row.signature)
    ):
        yield "is not signed with the room's key: somebody else has written it"


def chain_name(chain: int) -> str:
    return {ROOM: "the room's journal", LOG: "the log of roots"}.get(chain, f"table {chain}")


def _signed(public: str, message: bytes, signature: object) -> bool:
    try:
        return isinstance(signature, str) and verify(bytes.fromhex(public), message, bytes.fromhex(signature))
    except ValueError:
        return False


def _order(at: datetime | None, latest: datetime | None) -> Iterator[str]:
    """What is wrong with the time of an entry."""
    if at is None:
        return
    if latest is not None and at < latest - SKEW:
        yield f"is dated {at.isoformat()}, before an entry that it follows ({latest.isoformat()}): time ran backwards"
    if at > datetime.now(UTC) + SKEW:
        yield f"is dated {at.isoformat()}, which is still to come"


def time_of(body: str) -> datetime | None:
    """When an entry says that it was written."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return moment_of(told.get("at")) if isinstance(told, dict) else None


def moment_of(at: object) -> datetime | None:
    try:
        return datetime.fromisoformat(at).astimezone(UTC) if isinstance(at, str) and at else None
    except ValueError:
        return None
