"""The one hash of the scheme, one text for one value, and how a text of somebody else's is shown."""

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]


def digest(tag: int, *pieces: bytes) -> bytes:
    """SHA-256 over a byte that says what is hashed, and what it is."""
    return hashlib.sha256(bytes([tag]) + b"".join(pieces)).digest()


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def plain(text: str) -> str:
    """A text with escapes where it holds what cannot be printed: no file moves a terminal's cursor or hides a line."""
    return "".join(
        each if each.isprintable() or unicodedata.category(each) == "Zs" else ascii(each)[1:-1] for each in text
    )
