"""Who waits at a terminal is told for what, also before the work can say how far it is."""

from io import StringIO

import numba
import pytest
from numba.extending import overload
from rich.console import Console

from houseway.cli import waiting
from houseway.lab import compiling
from houseway.lab.compiling import watch


@pytest.fixture
def shown():
    """A line of work, and what of it is on the screen now."""
    screen = Console(file=StringIO(), force_terminal=True, width=120)
    bar = waiting.Waiting("Super Pairs blackjack", screen)

    def now():
        with screen.capture() as found:
            screen.print(*bar.get_renderables())
        return found.get()

    bar.now = now
    return bar


def test_work_that_says_nothing_is_shown_after_a_moment(shown, monkeypatch):
    assert "Super Pairs" not in shown.now(), "what is done at once is not shown at all"
    monkeypatch.setattr(waiting, "SOON", 0.0)
    assert "Super Pairs blackjack" in shown.now()


def test_it_says_what_is_being_compiled_and_then_how_far_it_is(shown, monkeypatch):
    monkeypatch.setattr(waiting, "SOON", 0.0)
    monkeypatch.setattr(compiling, "_NOW", ["split_value", "walk"])
    assert "compiling split_value, once" in shown.now()
    compiling._NOW.clear()
    shown.tell(0.25)
    assert "compiling" not in shown.now()
    assert "25%" in shown.now()


def to_be_compiled():
    """Stands for a rule."""


@pytest.mark.compiled
def test_the_compiler_tells_of_the_outermost_function_that_it_is_at():
    seen = []
    watch()

    @overload(to_be_compiled)
    def compiled():
        seen.append(compiling.compiling())
        return lambda: 7

    @numba.njit
    def inner():
        return to_be_compiled()

    @numba.njit
    def outer():
        return inner()

    assert outer() == 7
    assert set(seen) == {"outer"}
    assert compiling.compiling() == ""
