"""What is being compiled, for who waits for it: the compiler tells of every function that it begins and ends."""

from functools import cache
from typing import Any

from numba.core import event

_NOW: list[str] = []
"""The functions under way, the outermost first: the compiler does one at a time, and those that it calls within it."""


class _Watch(event.Listener):
    """Keeps what the compiler is at."""

    def on_start(self, event: Any) -> None:
        _NOW.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        del event
        if _NOW:  # else it was begun before anybody watched
            _NOW.pop()


@cache
def watch() -> None:
    """Know from now on what is compiled."""
    event.register("numba:compile", _Watch())  # type: ignore[no-untyped-call]


def compiling() -> str:
    """The outermost function that is being compiled; nothing where none is."""
    return next(iter(_NOW), "")
