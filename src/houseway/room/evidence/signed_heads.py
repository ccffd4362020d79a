"""The checkpoints that a running room signs: beside its key, and with its witnesses."""

from collections.abc import Callable, Mapping

from houseway.room.evidence.signing import Signer
from houseway.room.evidence.witness import Witnesses
from houseway.room.store import checkpointing, checkpoints
from houseway.room.store.database import Store
from houseway.room.store.journal import stamp
from houseway.room.store.keyring import Keyring

EVERY = 60.0
"""Seconds after which what has moved is signed."""


class SignedHeads:
    """Signs how far the chains have come, after the checkpoint of this number; `versions` is what this process has
    read of them."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        keys: Keyring,
        witnesses: Witnesses,
        *,
        number: int,
        versions: Callable[[], Mapping[int, int]],
    ) -> None:
        self._store, self._signer, self._keys, self._witnesses = store, signer, keys, witnesses
        self._number, self._versions = number, versions
        self._at, self._award = -EVERY, 0

    def when_due(self, at: float, award: int) -> None:
        """Sign after a while, and as soon as there is another newest award."""
        if at - self._at >= EVERY or award != self._award:
            self.sign()
            self._at, self._award = at, award

    def sign(self) -> None:
        """Sign what has moved in all chains, if anything has."""
        versions = self._versions()
        with self._store.reading() as connection:
            known = checkpointing.Known(versions, self._number, checkpointing.looked_at(connection))
        with self._store.transaction() as connection:
            line = checkpointing.checkpoint(connection, self._signer, stamp(), known)
        if line is None:
            return
        self._number = line.told["number"]
        if self._keys.path is not None:
            with self._store.guarded():
                checkpoints.write(self._keys.checkpoints, line)
        self._witnesses.tell(line)
