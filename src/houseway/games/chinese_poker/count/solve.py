"""Finds, measures and stores one strategy: what `houseway solve chinese-poker` runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.document import Document
from houseway.errors import UnknownName
from houseway.games.chinese_poker.count.facts import facts
from houseway.games.chinese_poker.count.solver import solve
from houseway.games.chinese_poker.count.strategies import NAMES, settings_for, store
from houseway.games.chinese_poker.rules.posted import scoring_of

FRESH_SEED = 4052026


def strategy(
    name: str,
    document: Document,
    folder: Path,
    *,
    seed: int,
    size: int,
    fresh: int,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    """Solve, from the folder's checkpoint if it has one, measure on fresh hands, and store; what is now known of it.

    Progress runs to two fifths while solving, and on to the whole while measuring. All strategies of one folder share
    their hands, so they are found with one seed and one size.
    """
    if name not in NAMES:
        raise UnknownName(f"there is no strategy {name!r}: the strategies are {', '.join(NAMES)}")
    folder.mkdir(parents=True, exist_ok=True)

    def part(first: float, last: float) -> Callable[[float], None] | None:
        return None if progress is None else lambda share: progress(first + share * (last - first))

    scoring = scoring_of(settings_for(name, document))
    state = solve(scoring, size, seed, folder / f"{name}.checkpoint.npz", part(0.0, 0.4))
    known = {
        "command": command(name, seed, size),
        "seed": seed,
        "hands": size,
        "passes": state.passes,
        **facts(state.population, scoring, FRESH_SEED, fresh, progress=part(0.4, 1.0)),
    }
    store(name, state.population, known, folder)
    return known


def command(name: str, seed: int, size: int) -> str:
    """The command that makes a strategy."""
    return f"houseway solve chinese-poker --variant {name} --seed {seed} --hands {size}"
