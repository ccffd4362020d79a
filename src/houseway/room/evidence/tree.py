"""The Merkle tree of the log of roots (RFC 9162, section 2.1).

A leaf is SHA-256(00 | its text), a node SHA-256(01 | left | right), left being the greatest power of two.
"""

import hashlib
from collections.abc import Sequence


class Tree:
    """A Merkle tree that grows; whole parts of it are hashed once."""

    def __init__(self, leaves: Sequence[str] = ()) -> None:
        self._leaves: list[bytes] = []
        self._whole: dict[tuple[int, int], bytes] = {}
        for leaf in leaves:
            self.add(leaf)

    def __len__(self) -> int:
        return len(self._leaves)

    def add(self, leaf: str) -> None:
        self._leaves.append(hashlib.sha256(b"\x00" + leaf.encode()).digest())

    def root(self, size: int) -> str:
        """The hash over the first so many leaves."""
        return (self._hash(0, size) if size else hashlib.sha256().digest()).hex()

    def peaks(self, size: int) -> list[str]:
        """The hashes over the whole parts that the first so many leaves are made of, the largest first."""
        found, low = [], 0
        for part in (1 << level for level in reversed(range(size.bit_length())) if size >> level & 1):
            found.append(self._hash(low, low + part).hex())
            low += part
        return found

    def inclusion(self, index: int, size: int) -> list[str]:
        """What leads from a leaf to the root of the first so many."""
        return [each.hex() for each in self._path(index, 0, size)]

    def consistency(self, first: int, second: int) -> list[str]:
        """What shows that the first so many leaves are the beginning of more."""
        return [each.hex() for each in self._growth(first, 0, second, whole=True)] if 0 < first < second else []

    def _hash(self, low: int, high: int) -> bytes:
        if high - low == 1:
            return self._leaves[low]
        if (low, high) in self._whole:
            return self._whole[low, high]
        middle = low + _left(high - low)
        found = hashlib.sha256(b"\x01" + self._hash(low, middle) + self._hash(middle, high)).digest()
        if (high - low) & (high - low - 1) == 0:
            self._whole[low, high] = found
        return found

    def _path(self, index: int, low: int, high: int) -> list[bytes]:
        if high - low == 1:
            return []
        middle = low + _left(high - low)
        if index < middle:
            return [*self._path(index, low, middle), self._hash(middle, high)]
        return [*self._path(index, middle, high), self._hash(low, middle)]

    def _growth(self, first: int, low: int, high: int, *, whole: bool) -> list[bytes]:
        if first == high:
            return [] if whole else [self._hash(low, high)]
        middle = low + _left(high - low)
        if first <= middle:
            return [*self._growth(first, low, middle, whole=whole), self._hash(middle, high)]
        return [*self._growth(first, middle, high, whole=False), self._hash(low, middle)]


def _left(size: int) -> int:
    """The greatest power of two below a size."""
    return int(1 << (size - 1).bit_length() - 1)
