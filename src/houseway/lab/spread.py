"""Where slices of exact work are done: on threads here, or elsewhere. A slice is a value, to be done anywhere, once.

    with elsewhere(on_cluster("tcp://10.0.0.1:8786")):
        game.odds("main")

What is spread is a function at the top of a module, which everybody who has houseway can find, what it is given, and
parts. It answers with a value and changes nothing else.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from threading import local
from typing import Any, Generic, Protocol, TypeVar

from houseway.lab.threads import over

Given = TypeVar("Given")
Part = TypeVar("Part")
Done = TypeVar("Done")
Thing = TypeVar("Thing")


class Place(Protocol):
    """Somewhere else; gives back the answer for each part once, in whatever order."""

    def __call__(
        self, function: Callable[[Given, Part], Done], given: Given, parts: Sequence[Part]
    ) -> Iterator[Done]: ...


_elsewhere: ContextVar[Place | None] = ContextVar("elsewhere", default=None)


@contextmanager
def elsewhere(place: Place | None) -> Iterator[None]:
    """Spread over this place what is computed here meanwhile; None is here."""
    token = _elsewhere.set(place)
    try:
        yield
    finally:
        _elsewhere.reset(token)


def spread(
    function: Callable[[Given, Part], Done],
    given: Given,
    parts: Sequence[Part],
    progress: Callable[[float], None] | None = None,
    threads: int = 0,
) -> Iterator[Done]:
    """What the function answers for each part, as it comes; an interrupt cancels what has not begun."""
    place = _elsewhere.get()
    if place is None:
        yield from over(partial(function, given), parts, progress, threads)
        return
    for number, done in enumerate(place(function, given, parts), 1):
        yield done
        if progress is not None:
            progress(number / len(parts))


class Each(Generic[Thing]):
    """One of a thing for each thread that asks for it; it travels without them."""

    def __init__(self, make: Callable[[], Thing]) -> None:
        self.make = make
        self._mine = local()

    def __call__(self) -> Thing:
        if not hasattr(self._mine, "thing"):
            self._mine.thing = self.make()
        thing: Thing = self._mine.thing
        return thing

    def __reduce__(self) -> tuple[Any, ...]:
        return Each, (self.make,)
