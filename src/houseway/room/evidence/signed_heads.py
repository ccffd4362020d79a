"""The checkpoints that a running room signs: beside its key, and with its witnesses."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

from houseway.room.errors import Broken, Refused
from houseway.room.evidence.signing import Signer
from houseway.room.evidence.witness import Witnesses
from houseway.room.store import checkpointing, checkpoints, covered
from houseway.room.store.database import LOG, Store
from houseway.room.store.keyring import Keyring

EVERY = 60.0
"""Seconds after which what has moved is signed."""

MOST = 20
"""Doubts that are told."""


class SignedHeads:
    """Signs how far the chains have come, after the checkpoint of this number; `versions` is what this process has
    read of them, and `look` stops one whose key the room has left."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        keys: Keyring,
        witnesses: Witnesses,
        *,
        number: int,
        versions: Callable[[], Mapping[int, int]],
        look: Callable[[Connection], None],
    ) -> None:
        self._store, self._signer, self._keys, self._witnesses = store, signer, keys, witnesses
        self._number, self._versions, self._look = number, versions, look
        self._at, self._award = -EVERY, 0
        self._furthest: dict[int, int] = {}
        """How far each chain was ever read, as far as it was known when something was signed."""

        self._doubts: dict[str, None] = {}
        self._more = True

    @property
    def doubts(self) -> list[str]:
        """Why no checkpoint was signed, and what was left out of one, a sentence each: for the desk."""
        return list(self._doubts)

    def _tell(self, says: str) -> None:
        LOG.error("%s", says)
        self._doubts[says] = None
        while len(self._doubts) > MOST:
            del self._doubts[next(iter(self._doubts))]

    def when_due(self, at: float, award: int) -> None:
        """Sign after a while, and as soon as there is another newest award."""
        self._read_on()
        if at - self._at >= EVERY or award != self._award:
            self.sign()
            self._at, self._award = at, award

    def _read_on(self) -> None:
        """Read some of the checkpoints from before this process, until it knows how far each chain was covered."""
        if self._more:
            try:
                with self._store.reading() as connection:
                    self._more = covered.read_on(connection)
            except Broken as fault:
                self._more = False
                self._tell(f"how far checkpoints cover the journals was not read to the first: {fault}")

    def sign(self) -> None:
        """Sign what has moved in all chains, if anything has."""
        for chain, seq in self._versions().items():
            self._furthest[chain] = max(seq, self._furthest.get(chain, 0))
        versions = dict(self._furthest)
        with self._store.reading() as connection:
            self._look(connection)
            known = checkpointing.Known(versions, self._number, checkpointing.looked_at(connection), self._tell)
        try:
            with self._store.transaction() as connection:
                line = checkpointing.checkpoint(connection, self._signer, known)
        except Refused as fault:
            self._tell(f"no checkpoint was signed: {fault}")
            return
        if line is None:
            return
        self._number = line.told["number"]
        if self._keys.path is not None:
            with self._store.guarded():
                checkpoints.write(self._keys.checkpoints, line)
        self._witnesses.tell(line)
