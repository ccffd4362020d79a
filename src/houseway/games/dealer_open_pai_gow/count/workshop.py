"""A house way on the workshop's bench: its lines and those of other ways, counted over every deal."""

from collections.abc import Callable, Sequence
from typing import Any

from houseway.document.fields import SENT_DOTS
from houseway.document.reader import toml_from
from houseway.document.settings import Settings
from houseway.games.dealer_open_pai_gow.count.bench import bench, cached_groups
from houseway.games.dealer_open_pai_gow.count.costs import stakes
from houseway.games.dealer_open_pai_gow.count.exact import rules_of
from houseway.games.dealer_open_pai_gow.rules.piles import wheel_of
from houseway.games.dealer_open_pai_gow.rules.ways import CONTENT, Line, way, written
from houseway.games.dealer_open_pai_gow.terms import MAIN, main_units
from houseway.lab.workshop import Workshop


def workshop(
    settings: Settings, others: Sequence[str] = (), progress: Callable[[float], None] | None = None
) -> Workshop:
    """The house way of the settings; at hand are its lines and those of other ways, by name or content."""
    own = settings.text("house-way")
    found: dict[tuple[int, int, int], tuple[Line, dict[str, Any]]] = {}
    order = []
    for text in (own, *others):
        for line, given in zip(way(text).lines, _given(text), strict=True):
            key = line.least, line.most, line.place
            found.setdefault(key, (line, given))
            if text is own and list(found).index(key) not in order:
                order.append(list(found).index(key))
    units = main_units(settings.in_force(MAIN))
    worth = stakes(units)
    groups = cached_groups(wheel_of(settings), worth, progress)
    lines = tuple(line for line, _ in found.values())
    return Workshop(
        way(own).title or way(own).name,
        [given for _, given in found.values()],
        bench(groups, lines, rules_of(settings), units, worth),
        tuple(order),
    )


def _given(text: str) -> list[dict[str, Any]]:
    """The lines of a way as its file has them."""
    content = toml_from(text if "\n" in text else written(text), CONTENT, SENT_DOTS)
    return list(content["line"])
