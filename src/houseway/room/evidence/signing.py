"""A room's private key: it signs entries and checkpoints (Ed25519, RFC 8032), and seals what a database must not tell.

>>> signer = Signer(bytes(32))
>>> verify(signer.public, b"a head", signer.sign(b"a head"))
True
"""

import hashlib
import hmac
import secrets

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from houseway.room.errors import Broken

SIZE = 32
"""Bytes of a private key, and of a public one."""

NONCE = 12


class Signer:
    """One private key. Who signs several kinds of things begins each with words of its own."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw()
        self._tags: dict[str, bytes] = {}

    @classmethod
    def fresh(cls) -> "Signer":
        return cls(secrets.token_bytes(SIZE))

    @property
    def secret(self) -> bytes:
        """The private key, for the file that keeps it."""
        return self._secret

    @property
    def name(self) -> str:
        return name_of(self.public)

    def sign(self, message: bytes) -> bytes:
        """64 bytes that only this key can make of this message."""
        return self._key.sign(message)

    def tag(self, purpose: str, text: str) -> str:
        """What only this key makes of a text for this purpose: HMAC-SHA256, where nobody outside has to check it."""
        key = self._tags.get(purpose)
        if key is None:
            key = self._tags[purpose] = self._derived(purpose)
        return hmac.digest(key, text.encode(), hashlib.sha256).hex()

    def seal(self, purpose: str, plain: bytes) -> bytes:
        """What only this key reads again, and for this purpose: AES-256-GCM under a key of the purpose's own."""
        nonce = secrets.token_bytes(NONCE)
        return nonce + AESGCM(self._derived(purpose)).encrypt(nonce, plain, purpose.encode())

    def unseal(self, purpose: str, sealed: bytes) -> bytes:
        """What was sealed; anything else is refused."""
        try:
            return AESGCM(self._derived(purpose)).decrypt(sealed[:NONCE], sealed[NONCE:], purpose.encode())
        except (InvalidTag, ValueError, TypeError):
            raise Broken(f"what is sealed for {purpose!r} was changed, or is another key's") from None

    def _derived(self, purpose: str) -> bytes:
        return HKDF(SHA256(), SIZE, salt=None, info=f"houseway {purpose}".encode()).derive(self._secret)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of this public key has signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def name_of(public: bytes) -> str:
    """A public key in short, to tell keys apart."""
    return hashlib.sha256(public).hexdigest()[:16]
