"""What a process has loaded before it serves stays: the garbage collector does not look through it again and again.

A full collection looks at all that there is and holds up every thread meanwhile: a tenth of a second with what a room
has loaded, three where the machine is busy, and some commands of each hundred would wait for it.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def settled() -> Iterator[None]:
    """Leave out of every collection what there is now, until the end of the block."""
    gc.collect()  # what is garbage already would stay, too
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
