"""A house way on the workshop's bench: its lines and those of other ways, counted over every deal.

What the lines of the ways that ship come to is kept by itself, some two hundred groups of hands, and comes with the
package: a way made of them, in any order, is counted at once. Any other line needs the groups of all placements.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from houseway.document.fields import SENT_DOTS
from houseway.document.reader import toml_from
from houseway.document.settings import Settings
from houseway.games.dealer_open_pai_gow.count.bench import bench, cached_groups
from houseway.games.dealer_open_pai_gow.count.costs import stakes
from houseway.games.dealer_open_pai_gow.count.deals import PACKAGE
from houseway.games.dealer_open_pai_gow.count.exact import rules_of
from houseway.games.dealer_open_pai_gow.rules.piles import wheel_of
from houseway.games.dealer_open_pai_gow.rules.way_table import FACTS, PLACES
from houseway.games.dealer_open_pai_gow.rules.ways import CONTENT, SHIPPED, Line, way, written
from houseway.games.dealer_open_pai_gow.terms import MAIN, main_units
from houseway.lab.cache import Rows, cached
from houseway.lab.workshop import Bench, Workshop

Tell = Callable[[float], None] | None
Code = tuple[int, int, int]
"""A line without its words: least, most, place."""


def workshop(settings: Settings, others: Sequence[str] = (), progress: Tell = None) -> Workshop:
    """The house way of the settings; at hand are its lines and those of other ways, by name or content."""
    own = settings.text("house-way")
    found: dict[Code, tuple[Line, dict[str, Any]]] = {}
    order = []
    for text in (own, *others):
        for line, given in zip(way(text).lines, _given(text), strict=True):
            key = _code(line)
            found.setdefault(key, (line, given))
            if text is own and list(found).index(key) not in order:
                order.append(list(found).index(key))
    return Workshop(
        way(own).title or way(own).name,
        [given for _, given in found.values()],
        counted(settings, tuple(line for line, _ in found.values()), progress),
        tuple(order),
    )


def _code(line: Line) -> Code:
    return line.least, line.most, line.place


@cache
def pool() -> dict[Code, Line]:
    """The lines of every way that ships, each once."""
    return {_code(line): line for name in SHIPPED for line in way(name).lines}


def counted(settings: Settings, lines: tuple[Line, ...], progress: Tell = None) -> Bench:
    """What these lines do with all hands."""
    known = list(pool())
    if all(_code(line) in known for line in lines):
        return _cached_bench(settings, tuple(pool().values()), progress).of(
            [known.index(_code(line)) for line in lines]
        )
    return _bench(settings, lines, progress)


def _bench(settings: Settings, lines: tuple[Line, ...], progress: Tell) -> Bench:
    units = main_units(settings.in_force(MAIN))
    groups = cached_groups(wheel_of(settings), stakes(units), progress)
    return bench(groups, lines, rules_of(settings), units, stakes(units)).joined


def _cached_bench(settings: Settings, lines: tuple[Line, ...], progress: Tell) -> Bench:
    """The bench of the ways that ship, counted once for each set of rules."""
    units, codes = main_units(settings.in_force(MAIN)), tuple(map(_code, lines))
    key = ("lists", wheel_of(settings), units, rules_of(settings), codes, FACTS, PLACES)
    (numerator, denominator, unit, deals), *rows = cached(
        PACKAGE, key, lambda: _kept(_bench(settings, lines, progress))
    )
    table = np.array(rows, dtype=np.int64)
    applies = (table[:, 1:2] >> np.arange(len(lines)) & 1).astype(np.bool_)
    return Bench(table[:, 0], applies, table[:, 2:], Fraction(numerator, denominator), unit, deals)


def _kept(found: Bench) -> Rows:
    """A row for each group: hands, a bit for each line that may fire (under 63 of them), what each line earns."""
    masks = found.applies @ (1 << np.arange(found.applies.shape[1]))
    rows = np.column_stack([found.hands, masks, np.where(found.applies, found.earned, 0)])
    return [[found.fixed.numerator, found.fixed.denominator, found.unit, found.deals], *rows.tolist()]


def _given(text: str) -> list[dict[str, Any]]:
    """The lines of a way as its file has them."""
    content = toml_from(text if "\n" in text else written(text), CONTENT, SENT_DOTS)
    return list(content["line"])
