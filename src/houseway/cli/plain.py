"""A question at a time is answered by the rules as they are written: the compiler would be waited for longer."""

import os
import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.game import Game

OWN_PROCESS: ContextVar[bool] = ContextVar("own process", default=False)
"""Whether this process does nothing but one command: what it decides on the compiler is for all of it."""


def plainly(game: "Game") -> None:
    """Leave the compiler out where advice on the game would wait for it; NUMBA_DISABLE_JIT=0 wants it all the same.

    Thirteen cards compile for twelve seconds, and are then set in a hundredth of one; as it is written it is a third.
    """
    if OWN_PROCESS.get() and game.advice_compiles_long and "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
