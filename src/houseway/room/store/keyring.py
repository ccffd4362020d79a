"""The private keys of a room, in a file outside its database that only its owner may read.

One line a key, the newest last: `ed25519` and 32 bytes in hex. A line without a word is the key of checkpoints from
before entries were signed.
"""

import hashlib
import hmac
import os
from collections.abc import Sequence
from pathlib import Path

from houseway.errors import HousewayError
from houseway.folders import exchanged
from houseway.room.evidence.signing import SIZE, Signer, name_of
from houseway.room.store import private
from houseway.room.store.checkpoints import last_number
from houseway.room.store.keys import key_file, older_key_file

KIND = "ed25519"


class Keyring:
    """The keys in one file; in memory alone for a room in memory."""

    def __init__(
        self, path: Path | None = None, signers: tuple[Signer, ...] = (), shared: bytes = b"", *, chosen: bool = False
    ) -> None:
        """`shared` signed older checkpoints; `chosen` where somebody named the file, which is then never set aside."""
        self.path = path
        self.signers = signers
        self._shared = shared
        self.chosen = chosen

    @classmethod
    def of(cls, database: str, key: Path | None = None) -> "Keyring":
        """The keys of the room in this database, as far as there are any: looking makes none."""
        named = key or (Path(os.environ["HOUSEWAY_KEY"]) if os.environ.get("HOUSEWAY_KEY") else None)
        path = named or key_file(database)
        older = older_key_file(database)
        if named is None and path is not None and older is not None and not path.exists() and older.exists():
            private.check(beside(path), "the file")
            return cls(path, (), cls.at(older)._shared)
        return cls.at(path, chosen=named is not None)

    @classmethod
    def at(cls, path: Path | None, *, chosen: bool = False) -> "Keyring":
        """The keys in this file, none where it is not there."""
        if path is None:
            return cls()
        if beside(path) == path:
            raise HousewayError(
                f"the key cannot be {path}: the room's checkpoints lie beside it by that name; choose another"
            )
        private.check(beside(path), "the file")
        try:
            if path.exists() and not path.is_file():
                raise HousewayError(f"the key {path} cannot be read: it is no file")
            mode, lines = path.stat().st_mode, path.read_text(encoding="ascii").splitlines()
        except FileNotFoundError:
            return cls(path, chosen=chosen)
        except (OSError, UnicodeDecodeError) as fault:
            raise HousewayError(f"the key {path} cannot be read ({type(fault).__name__})") from None
        if mode & private.OPEN_TO_OTHERS or private.of_another(path):
            raise HousewayError(f"others may read or change the key {path}: chmod 600 it, and start again")
        if (above := exchanged(path)) is not None:
            raise HousewayError(
                f"{above} is another user's, or everybody may write to it: they could put a key of theirs, or a link, "
                f"in the place of {path}; put the key into a folder that is yours all the way"
            )
        signers, shared = [], b""
        for number, line in enumerate(lines, 1):
            kind, _, secret = line.rpartition(" ")
            try:
                found = bytes.fromhex(secret)
            except ValueError:
                found = b""
            if len(found) != SIZE or kind not in ("", KIND):
                raise HousewayError(f"the key {path} cannot be read: line {number} is no key")
            if kind:
                signers.append(Signer(found))
            else:
                shared = found
        return cls(path, tuple(signers), shared, chosen=chosen)

    def signer(self, public: str) -> Signer | None:
        """The key with this public half."""
        return next((each for each in self.signers if each.public.hex() == public), None)

    def read_again(self) -> None:
        """Another process may have made the key since the file was read."""
        found = Keyring.at(self.path)
        self.signers, self._shared = found.signers, found._shared or self._shared

    def make(self) -> Signer:
        """One more key, on disk before it signs anything."""
        new = Signer.fresh()
        self.signers = (*self.signers, new)
        if self.path is not None:
            lines = [self._shared.hex()] if self._shared else []
            _write(self.path, [*lines, *(f"{KIND} {each.secret.hex()}" for each in self.signers)])
        return new

    def first(self, *, older: bool) -> Signer:
        """The first key of a room. What lies under the file's name is another room's: it is set aside, never shared.

        An `older` room, from before entries were signed, keeps the key of its checkpoints.
        """
        if older and self.signers:
            raise HousewayError(
                f"the key in {self.path} signs, and the journal names none: houseway audit says what was rewritten; "
                "if this is a room from before entries were signed, put that key elsewhere first"
            )
        if self.path is not None and self.path.exists() and not older:
            if self.chosen:
                raise HousewayError(
                    f"the key {self.path} is another room's: name a file that is not there yet; one that is left of a "
                    "first start which was cut off can be removed"
                )
            for file in (self.path, self.checkpoints):
                private.set_aside(file, self.name)
            self.signers, self._shared = (), b""
        return self.make()

    @property
    def name(self) -> str:
        """What these keys are called: as the first of them, or as the one from before entries were signed."""
        return self.signers[0].name if self.signers else name_of(self._shared)

    @property
    def checkpoints(self) -> Path:
        """Where checkpoints lie beside the key."""
        assert self.path is not None
        return beside(self.path)

    def last_checkpoint(self, known: Sequence[str]) -> int:
        """The number of the last checkpoint of the room that lies beside the key: it is named by its first key, which
        is here or `known` otherwise."""
        keys = [each.public.hex() for each in self.signers]
        return 0 if self.path is None else last_number(self.checkpoints, {*known, *keys}, keys)

    def signed_before(self, body: str, signature: str) -> bool | None:
        """Whether this is a checkpoint from before entries were signed; None where its key is gone."""
        if not self._shared:
            return None
        return hmac.compare_digest(hmac.new(self._shared, body.encode(), hashlib.sha256).hexdigest(), signature)


def beside(key: Path) -> Path:
    """Where checkpoints lie beside a key."""
    return key.with_suffix(".checkpoints")


def _write(path: Path, lines: list[str]) -> None:
    """All or nothing, for the owner alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write("".join(f"{line}\n" for line in lines))
        out.flush()
        os.fsync(out.fileno())
    part.replace(path)
    private.sync(path.parent)
