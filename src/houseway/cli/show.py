"""What the commands share: JSON and tables on stdout, cards in colour, progress on stderr."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from houseway.cards import DIAMONDS, HEARTS, JOKER, suit, symbol
from houseway.verifier.hashes import plain


class Plain(NamedTuple):
    """Something to print, with escapes where a text of somebody else's holds what cannot be printed."""

    given: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self.given, options):
            yield Segment(text if control else "\n".join(map(plain, text.split("\n"))), style, control)


class Plainly(RenderHook):
    """Whatever is printed: no name or file of somebody else's moves the cursor, or hides what was printed before."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [Plain(each) for each in renderables]


def console(*, stderr: bool = False) -> Console:
    """Where commands print to."""
    made = Console(highlight=False, stderr=stderr)
    made.push_render_hook(Plainly())
    return made


out = console()


def print_json(value: Any) -> None:
    """One JSON value on stdout and nothing else."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def verdict(findings: int) -> str:
    """How an examination ended."""
    if not findings:
        return "[green]everything holds.[/]"
    return "1 finding." if findings == 1 else f"{findings:,} findings."


def counted(count: int, one: str, more: str = "") -> str:
    """So many of something; `more` is the word for several, where it is not the word for one with an s."""
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"


def table(*columns: str, title: str = "") -> Table:
    """An empty table; a column whose heading starts with ">" holds figures, set to the right."""
    made = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False)
    made.min_width = min(len(title), out.width) or None
    for column in columns:
        figures = column.startswith(">")
        made.add_column(column.lstrip(">"), justify="right" if figures else "left", no_wrap=figures, overflow="fold")
    return made


def cards_text(cards: Iterable[int], *, hidden: int = 0) -> Text:
    """Cards in their colours, and the backs of hidden ones."""
    text = Text()
    for card in cards:
        text.append(symbol(card), style="bold red" if card == JOKER or suit(card) in (DIAMONDS, HEARTS) else "bold")
        text.append(" ")
    text.append("▒▒ " * hidden, style="dim")
    return text


@contextmanager
def progress(says: str) -> Iterator[Callable[[float], None] | None]:
    """A progress bar on stderr where somebody looks on; it appears when the work tells of itself or takes a moment."""
    if not sys.stderr.isatty():
        yield None
        return
    from houseway.cli.waiting import Waiting

    with Waiting(says, Console(stderr=True)) as bar:
        yield bar.tell
