"""The stored strategies: for each scoring, with and without bonuses and naturals, a population of hands and settings.

`data/hands.npz` holds the hands, `data/<name>.npz` how each strategy sets them, `data/strategies.json` the command and
the seed that made each, and what was measured of it.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from houseway.document import Document
from houseway.document.settings import Settings
from houseway.games.chinese_poker.bot.stored import DATA, strategy_name
from houseway.games.chinese_poker.count.field import Field
from houseway.games.chinese_poker.count.solver import Population, field_of, kinds_for
from houseway.games.chinese_poker.count.ways import Array
from houseway.games.chinese_poker.rules.hands import pile_value
from houseway.games.chinese_poker.rules.posted import SCHEMES
from houseway.games.chinese_poker.rules.scoring import Scoring
from houseway.lab.kernel import kernel

NAMES = (*SCHEMES, *(f"{scheme}-bonuses" for scheme in SCHEMES))
QUICK_STEPS = 128


def settings_for(name: str, document: Document) -> Settings:
    """The settings that a strategy of this name is found for; the amounts are the document's."""
    paid = "yes" if name.endswith("-bonuses") else "no"
    scheme = name.removesuffix("-bonuses")
    return document.configure({"scoring": scheme, "bonuses": paid, "naturals": paid})


@kernel
def _values(hands: Array, piles: Array, wheel: int, values: Array) -> None:
    """The values of the three hands of each setting."""
    for at in range(len(hands)):
        front, middle, back, place = 0, 0, 0, 0
        for card in range(52):
            if hands[at] >> card & 1:
                if piles[at, 0] >> place & 1:
                    front |= 1 << card
                elif piles[at, 1] >> place & 1:
                    middle |= 1 << card
                else:
                    back |= 1 << card
                place += 1
        values[at, 0] = pile_value(front, wheel)
        values[at, 1] = pile_value(middle, wheel)
        values[at, 2] = pile_value(back, wheel)


def stored(name: str, scoring: Scoring) -> Population:
    """A stored strategy, its hands valued under this scoring. Naturals that are not paid here are none."""
    with np.load(DATA / "hands.npz") as file:
        hands = file["hands"]
    with np.load(DATA / f"{name}.npz") as file:
        piles = file["piles"].astype(np.int64)
    hands = hands[: len(piles)]
    values = np.zeros((len(hands), 3), np.int64)
    _values(hands, piles, scoring.wheel, values)
    return Population(hands, kinds_for(hands, scoring), piles, values)


@cache
def field_for(scoring: Scoring) -> Field:
    """The field that a table with this scoring is taken to face: the nearest stored strategy."""
    return field_of(stored(strategy_name(scoring), scoring), scoring)


@cache
def measured() -> dict[str, Any]:
    """How each strategy was made, and what was measured of it."""
    known: dict[str, Any] = json.loads((DATA / "strategies.json").read_text(encoding="utf-8"))
    return known


def store(name: str, population: Population, facts: dict[str, Any], folder: Path = DATA) -> None:
    """Keep a strategy, what is known of it, and its summary for tables without the lab."""
    np.savez_compressed(folder / "hands.npz", hands=population.hands)
    np.savez_compressed(folder / f"{name}.npz", piles=population.piles.astype(np.int16))
    _merge(folder / "strategies.json", name, facts)
    set_ = population.values[population.kinds == 0]
    at = ((np.arange(QUICK_STEPS) + 0.5) / QUICK_STEPS * len(set_)).astype(int)
    _merge(folder / "quick.json", name, [[int(each) for each in np.sort(set_[:, place])[at]] for place in range(3)])


def _merge(path: Path, name: str, value: Any) -> None:
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[name] = value
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(known[key])}" for key in sorted(known))
    path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
