"""The tests that prove each clause of a game, as `tools/proofs.py` has collected them from the tests.

A test cites a clause in its name, `test_7_dealer_draws_0_to_5`, or by a mark, `@pytest.mark.clause("7.i")`. What is
collected lies with the game, so that whoever has the package alone can read it.
"""

import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

FILE = "data/proofs.json"
NOT_CARRIED = "data/not-carried.toml"
NO_FIGURE = "data/no-figure.toml"


class Proofs(NamedTuple):
    """The tests of a game: by the clause that they cite, and by the function of the game that they call."""

    by_clause: Mapping[str, tuple[str, ...]]
    by_function: Mapping[str, tuple[str, ...]]


def proofs(package: str) -> Proofs:
    """The tests of the game that stands in a package; none where nobody has collected them."""
    found = json.loads(_shipped(package, FILE) or '{"clauses": {}, "functions": {}}')
    clauses, functions = (
        {name: tuple(tests) for name, tests in found[kind].items()} for kind in ("clauses", "functions")
    )
    return Proofs(clauses, functions)


def not_carried(package: str) -> Mapping[str, str]:
    """Why the product does not carry the clauses that are the staff's to follow, by clause."""
    return tomllib.loads(_shipped(package, NOT_CARRIED))


def no_figure(package: str, ruling: str) -> str:
    """Why an unclear clause has no figures beside its readings; nothing where nobody says so."""
    told = tomllib.loads(_shipped(package, NO_FIGURE))
    return str(told.get(ruling) or told.get("*", ""))


def _shipped(package: str, name: str) -> str:
    """A file that lies with a game; nothing where there is none."""
    try:
        return files(package).joinpath(name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError, TypeError):
        return ""
