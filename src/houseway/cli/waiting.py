"""What is shown to who waits: how far the work is and, before it can say so, what is being compiled for it."""

import sys
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

SOON = 0.5
"""Seconds after which work that has not told of itself is shown all the same."""


class Waiting(Progress):
    """One line: what is done, how much of it, since when and how long still; gone when it is done."""

    def __init__(self, says: str, console: Console) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(20), TaskProgressColumn(), TimeElapsedColumn())
        super().__init__(*columns, TimeRemainingColumn(), console=console, transient=True)
        self.says = says
        self.task = self.add_task(says, total=None, visible=False)

    def tell(self, share: float) -> None:
        """So much is done."""
        self.update(self.task, completed=share, total=1.0, visible=True)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The line as it is now: asked for ten times a second, whatever the work is at."""
        for each in self.tasks:
            each.visible = each.visible or (each.elapsed or 0.0) >= SOON
            name = compiled_now()
            each.description = f"{self.says}: compiling {name}, once" if name else self.says
        return super().get_renderables()


def compiled_now() -> str:
    """The function that is being compiled; nothing where none is, or the compiler is not even called for."""
    if not hasattr(sys.modules.get("houseway.lab.kernel"), "kernel"):  # or is still on its way
        return ""
    from houseway.lab.compiling import compiling, watch

    watch()
    return compiling()
