"""The threads that requests are worked on in are the room's own, whatever the libraries call what gives them out."""

import asyncio

import anyio.to_thread
import pytest
from anyio._backends import _asyncio as backend
from starlette.concurrency import run_in_threadpool

from houseway.web.turns import Threads


def test_a_route_that_asks_for_no_threads_in_particular_has_the_rooms() -> None:
    """By what anyio has for everybody to ask, and by what Starlette does with a route that is no coroutine."""

    async def asked() -> tuple[bool, int, float]:
        threads = Threads(3)
        threads.serve()
        borrowed = await run_in_threadpool(lambda: threads.borrowed_tokens)
        return anyio.to_thread.current_default_thread_limiter() is threads, borrowed, threads.borrowed_tokens

    assert asyncio.run(asked()) == (True, 1, 0)


@pytest.mark.parametrize("gone", [True, False])
def test_an_anyio_that_gives_its_threads_out_otherwise_is_refused_in_words(
    gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the name is gone, or stands there and nobody looks at it."""
    if gone:
        monkeypatch.delattr(backend, "_default_thread_limiter")
    else:
        monkeypatch.setattr(anyio.to_thread, "current_default_thread_limiter", lambda: None)

    async def served() -> None:
        Threads(3).serve()

    with pytest.raises(RuntimeError, match=r"anyio .* gives out its threads in another way: install the one"):
        asyncio.run(served())
