"""Slices of work on threads of this process, and how Ctrl-C ends them.

`over` spreads slices over threads (kernels release the interpreter's lock) and shows progress. Who presses Ctrl-C waits
for the slice at hand: an exception that breaks into a pool, or into the end of its threads, leaves their locks closed,
and the process hangs.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import TypeVar

Part = TypeVar("Part")
Partial = TypeVar("Partial")

INSISTS = 5.0
"""Seconds after which who interrupts again need not wait for the slice."""


def over(
    work: Callable[[Part], Partial],
    parts: Sequence[Part],
    progress: Callable[[float], None] | None = None,
    threads: int = 0,
) -> Iterator[Partial]:
    """The results of `work` on each part, as they come; an interrupt cancels what has not begun."""
    with interrupts() as interrupted, ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        waiting = {pool.submit(work, part) for part in parts}
        done_before = 0
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                done_before += len(done)
                if progress is not None:
                    progress(done_before / len(parts))
                if interrupted():
                    raise KeyboardInterrupt
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; it waits for the slice, since one that breaks into a pool leaves its locks closed.

    Whoever is within another such context leaves it to that one, and so does a thread that is told of no signals.
    """
    came: list[float] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(monotonic())
        if came[-1] - came[0] > INSISTS:
            signal.default_int_handler(number, frame)

    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(came)
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
