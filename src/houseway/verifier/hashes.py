"""The one hash of the scheme, and one text for one value."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]


def digest(tag: int, *pieces: bytes) -> bytes:
    """SHA-256 over a byte that says what is hashed, and what it is."""
    return hashlib.sha256(bytes([tag]) + b"".join(pieces)).digest()


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
