"""Finds, measures and stores one strategy: what `houseway solve chinese-poker` runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.errors import UnknownName
from houseway.games.chinese_poker.facts import FRESH, facts
from houseway.games.chinese_poker.quick import DATA
from houseway.games.chinese_poker.solver import solve
from houseway.games.chinese_poker.strategies import NAMES, store, terms_for

SIZE = 20_000
SEED = 20261115
FRESH_SEED = 4052026


def strategy(
    name: str,
    folder: Path = DATA,
    checkpoint: Path | None = None,
    *,
    seed: int = SEED,
    size: int = SIZE,
    fresh: int = FRESH,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    """Solve from the checkpoint, if there is one, measure on fresh hands, and store; what is now known of it.

    Progress runs to a half while solving, and on to the whole while measuring. All strategies of one folder share
    their hands, so they are found with one seed and one size.
    """
    if name not in NAMES:
        raise UnknownName(f"there is no strategy {name!r}: the strategies are {', '.join(NAMES)}")
    folder.mkdir(parents=True, exist_ok=True)

    def part(first: float, last: float) -> Callable[[float], None] | None:
        return None if progress is None else lambda share: progress(first + share * (last - first))

    terms = terms_for(name)
    state = solve(terms, size, seed, checkpoint, part(0.0, 0.4))
    told = {
        "command": command(name, seed, size),
        "seed": seed,
        "hands": size,
        "passes": state.passes,
        **facts(state.population, terms, FRESH_SEED, fresh, progress=part(0.4, 1.0)),
    }
    store(name, state.population, told, folder)
    return told


def command(name: str, seed: int, size: int) -> str:
    """The command that makes a strategy."""
    bonuses = " --bonuses" if name.endswith("-bonuses") else ""
    return (
        f"houseway solve chinese-poker --scoring {name.removesuffix('-bonuses')}{bonuses} --seed {seed} --hands {size}"
    )
