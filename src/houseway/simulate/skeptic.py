"""One command for a skeptic: every wager of every game dealt by chance, beside its exact figure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.lab.result import percent
from houseway.simulate import Told, simulate
from houseway.simulate.model import Simulation
from houseway.simulate.result import Simulated
from houseway.simulate.work import Workers
from houseway.tabular import Rows, Tabular

if TYPE_CHECKING:
    from houseway.game import Game

ROUNDS = 2_000_000
FAST = 1 << 15
"""The slice of a quick kernel; slower ones are dealt fewer rounds in its proportion."""

DOUBT = 4.5
"""Standard errors from the exact figure that chance reaches once in 147,000 wagers."""


@dataclass(frozen=True)
class Line:
    """A wager of a game, simulated."""

    game: str
    simulated: Simulated
    seed: int

    @property
    def confirmed(self) -> bool:
        """Within what chance explains; also where there is no exact figure to doubt."""
        z = self.simulated.z
        if z is None:
            return self.simulated.exact is None or self.simulated.edge == self.simulated.exact
        return abs(z) <= DOUBT

    def cells(self) -> tuple[str | int, ...]:
        each = self.simulated
        exact = "" if each.exact is None else percent(each.exact)
        z = "" if each.z is None else f"{each.z:+.2f}"
        says = "" if each.exact is None else "confirmed" if self.confirmed else "NOT CONFIRMED"
        return self.game, each.wager, each.made, percent(each.edge), each.in_points, exact, z, says

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.simulated.wager,
            "seed": self.seed,
            "confirmed": self.confirmed,
            **self.simulated.json(),
        }


@dataclass(frozen=True)
class Answer(Tabular):
    """What a skeptic is told: every wager, and whether all are confirmed."""

    lines: tuple[Line, ...]
    seed: int

    @property
    def doubted(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if not line.confirmed)

    def tabulated(self) -> Rows:
        said = f"{len(self.doubted)} of {len(self.lines)} are not" if self.doubted else f"All {len(self.lines)} are"
        columns = ("game", "wager", "made", "house edge", "±", "exact", "z", "")
        note = f"{said} within {DOUBT} standard errors of the exact figure."
        rows = [line.cells() for line in self.lines]
        return Rows(f"Every wager dealt by chance, seed {self.seed}", columns, rows, (note,))


def cases(game: "Game") -> Iterator[tuple[tuple[str, ...], dict[str, object]]]:
    """Wagers that are simulated together, with the settings that offer them: all at once, the others one by one."""
    first = game.simulated_wagers(game.configure())
    yield first, {}
    for wager in game.document.wagers:
        if wager.analysed and wager.id not in first:
            yield (wager.id,), {wager.offered: "yes"} if wager.offered else {}


def confirm(
    games: "Iterable[Game]",
    rounds: int,
    seed: int | None,
    workers: Workers | None = None,
    tell: "Callable[[Told], None] | None" = None,
) -> Iterator[Line]:
    """Every wager of these games that has an exact figure; so many rounds, fewer of slow games."""
    for game in games:
        for wagers, given in cases(game):
            settings = game.configure(given)
            many = max(rounds_for(game, rounds or ROUNDS, wagers, settings), 2)
            result = simulate(game, settings, wagers=wagers, rounds=many, seed=seed, tell=tell, workers=workers)
            yield from (Line(game.id, each, result.seed) for each in result.wagers.values())


def rounds_for(game: "Game", rounds: int, wagers: tuple[str, ...], settings: Any) -> int:
    """Fewer rounds of a game whose rounds take longer."""
    from houseway.simulate import plan_of

    found: Simulation | None = game.simulation(plan_of(game, settings, wagers=wagers))
    return rounds // 500 if found is None else rounds * min(found.slice, FAST) // FAST
