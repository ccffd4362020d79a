"""What never changes once it is there, remembered for whoever asks next."""

import threading
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Lasting(Generic[Key, Value]):
    """Values by what tells one from another; the oldest are forgotten when there are too many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[Key, Value] = {}
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        return self._known.get(key)

    def keep(self, key: Key, value: Value) -> None:
        with self._lock:
            self._known[key] = value
            if len(self._known) > self._most:
                del self._known[next(iter(self._known))]
