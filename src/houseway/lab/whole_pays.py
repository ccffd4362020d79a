"""Whole-number pays by an integer solver (OR-Tools CP-SAT), exact whatever the counts come to.

The solver adds in 64 bits. Where counts are longer it is asked a wider question: they are divided, the rests left out,
and every bound moved by as much as the rests can come to, so that no table is lost. What it finds is then summed in
Python's integers. It goes on, each time without what it has found, until nothing that is left could be better.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.errors import IllegalAnswer
from houseway.extras import extras_named

if TYPE_CHECKING:
    from houseway.lab.design import Wish

LARGEST = 1 << 62
"""What the solver's sums may come to: int64, with room."""

SECONDS = 60.0
"""For one answer of the solver; what is not proved by then is told as not proved."""

MOST_ASKED = 200
"""Questions to the solver for one answer."""


class Line(NamedTuple):
    """A row as the solver sees it: a pay of p wins `slope * p + shift`, in parts of a unit, in so many ways."""

    award: str
    ways: int
    slope: int
    shift: int
    least: int
    most: int

    def won(self, pay: int) -> int:
        return self.slope * pay + self.shift

    @property
    def largest(self) -> int:
        """The greatest square of what it may win."""
        return max(self.won(self.least) ** 2, self.won(self.most) ** 2)

    def up_to(self, won: int) -> "Line":
        """The same where it cannot win more than so much; its least pay stays."""
        return self._replace(most=max(self.least, min(self.most, (won - self.shift) // self.slope)))


class Problem(NamedTuple):
    """A wager in integers: rows to choose, and what the other ends come to; `parts` are those of a unit."""

    lines: tuple[Line, ...]
    parts: int
    total: int
    fixed: int
    fixed_square: int
    fixed_hits: int

    def window(self, wish: "Wish") -> tuple[int, int]:
        """What the rows may give back together, in parts."""
        scale = self.total * self.parts
        return ceil(-wish.high * scale) - self.fixed, floor(-wish.low * scale) - self.fixed

    def back(self, pays: Mapping[str, int]) -> int:
        return sum(line.ways * line.won(pays[line.award]) for line in self.lines)

    def square(self, pays: Mapping[str, int]) -> int:
        return sum(line.ways * line.won(pays[line.award]) ** 2 for line in self.lines)

    def hits(self, pays: Mapping[str, int]) -> int:
        return sum(line.ways for line in self.lines if line.won(pays[line.award]) > 0) + self.fixed_hits


class Answer(NamedTuple):
    """What was found: pays, ways that win, and whether nothing better exists."""

    pays: Mapping[str, int]
    hits: int
    proved: bool


def solved(problem: Problem, wish: "Wish", hits: int) -> Answer | None:
    """The pays of the least mean square that win at least so often; of several those that win most often."""
    first = _Search(problem, wish, hits).run()
    if first is None or all(line.won(line.least) > 0 for line in problem.lines):
        return first
    second = _Search(problem, wish, first.hits, problem.square(first.pays)).run()
    return first if second is None else Answer(second.pays, second.hits, first.proved and second.proved)


class _Search:
    """The least mean square, or, where that is given, the most ways to win.

    `worth` is what is to be small: of each candidate it is summed exactly.
    """

    def __init__(self, problem: Problem, wish: "Wish", hits: int, squares: int | None = None) -> None:
        self.problem, self.wish, self.hits, self.squares = problem, wish, hits, squares
        self.pays: Mapping[str, int] | None = None
        self.worth = 0
        self.tried: list[tuple[int, ...]] = []

    def run(self) -> Answer | None:
        for _ in range(MOST_ASKED):
            question = _Question(self, self._narrowed())
            found = question.answered()
            if found is None:
                return self._answer(proved=True)
            self._judge(found.pays)
            if not found.best:
                break
            if self.pays is not None and question.at_least(found.value) >= self.worth:
                return self._answer(proved=True)
        if self.pays is None:
            raise IllegalAnswer("the solver came to no answer in time: narrow the bounds of the rows")
        return self._answer(proved=False)

    def _answer(self, proved: bool) -> Answer | None:
        return None if self.pays is None else Answer(self.pays, self.problem.hits(self.pays), proved)

    def _judge(self, pays: Mapping[str, int]) -> None:
        """Keep a candidate that holds in whole numbers and is better; none is asked for twice."""
        self.tried.append(tuple(pays.values()))
        low, high = self.problem.window(self.wish)
        square, hits = self.problem.square(pays), self.problem.hits(pays)
        if not low <= self.problem.back(pays) <= high or hits < self.hits or self.squares not in (None, square):
            return
        worth = -hits if self.squares is not None else -square if self.wish.lively else square
        if self.pays is None or worth < self.worth:
            self.pays, self.worth = pays, worth

    def _narrowed(self) -> tuple[Line, ...]:
        """The rows without pays that no table can have: it would give too much back, or swing more than the best."""
        lines, (_, high) = self.problem.lines, self.problem.window(self.wish)
        least = sum(line.ways * line.won(line.least) for line in lines)
        calm = self.pays is not None and self.squares is None and not self.wish.lively
        narrowed = []
        for line in lines:
            if line.ways:
                line = line.up_to((high - least) // line.ways + line.won(line.least))
                line = line.up_to(isqrt(self.worth // line.ways)) if calm else line
            narrowed.append(line)
        return tuple(narrowed)


class _Found(NamedTuple):
    """A candidate, what it comes to in the solver's numbers, and whether no other comes to less there."""

    pays: Mapping[str, int]
    value: int
    best: bool


class _Question:
    """What the solver is asked: counts divided by `by`, the rests in the bounds."""

    def __init__(self, search: _Search, lines: Sequence[Line]) -> None:
        self.search, self.lines, problem = search, lines, search.problem
        largest = max(sum(line.ways * line.largest for line in lines), problem.total * problem.parts)
        self.by = -(-largest // LARGEST)
        self.whole = [line.ways // self.by for line in lines]
        self.rest = [line.ways % self.by for line in lines]
        self.rest_of_squares = sum(rest * line.largest for rest, line in zip(self.rest, lines, strict=True))

    @property
    def slack(self) -> int:
        """By how much what is to be small may be less than the solver's value, times `by`."""
        if self.search.squares is not None:
            return sum(self.rest)
        return self.rest_of_squares if self.search.wish.lively else 0

    def at_least(self, value: int) -> int:
        """What everything of this value or more comes to at the least."""
        return self.by * value - self.slack

    def answered(self) -> _Found | None:
        """A candidate that may better what is known; None where there is none."""
        with extras_named():
            from ortools.sat.python import cp_model
        model = cp_model.CpModel()
        pays, goal = self._model(model)
        model.minimize(goal)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1  # the same answer every time
        solver.parameters.random_seed = 1
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            if self.search.pays is None:
                raise IllegalAnswer("the solver came to no answer in time: narrow the bounds of the rows")
            return _Found(self.search.pays, 0, False)
        found = {line.award: int(solver.value(pay)) for line, pay in zip(self.lines, pays, strict=True)}
        return _Found(found, int(solver.value(goal)), status == cp_model.OPTIMAL)

    def _model(self, model: Any) -> tuple[list[Any], Any]:
        """The rows in the solver's words: their pays, and the sum that is to be small."""
        pays, wins, squares = [], [], []
        for line in self.lines:
            pay = model.new_int_var(line.least, line.most, line.award)
            won = model.new_int_var(line.won(line.least), line.won(line.most), f"{line.award} wins")
            square, hit = model.new_int_var(0, line.largest, "squared"), model.new_bool_var("hits")
            model.add(won == line.slope * pay + line.shift)
            model.add_multiplication_equality(square, [won, won])
            model.add(won >= 1).only_enforce_if(hit)
            model.add(won <= 0).only_enforce_if(~hit)
            pays.append(pay)
            wins.append(hit)
            squares.append(square)
        self._bound(model, pays, self._sum(wins))
        return pays, self._goal(model, self._sum(squares), self._sum(wins))

    def _sum(self, each: Sequence[Any]) -> Any:
        return sum(ways * value for ways, value in zip(self.whole, each, strict=True))

    def _bound(self, model: Any, pays: Sequence[Any], ways: Any) -> None:
        """The window of the edge, how often it wins, the order of the rows, and nothing that was tried."""
        search, by = self.search, self.by
        low, high = search.problem.window(search.wish)
        rests = [
            (rest * line.won(line.least), rest * line.won(line.most))
            for rest, line in zip(self.rest, self.lines, strict=True)
        ]
        fewest, most = (sum(each) for each in zip(*rests, strict=True))
        back = self._sum([line.slope * pay + line.shift for line, pay in zip(self.lines, pays, strict=True)])
        model.add_linear_constraint(back, -((most - low) // by), (high - fewest) // by)
        model.add(ways >= -((search.problem.fixed_hits + sum(self.rest) - search.hits) // by))
        if search.wish.gap is not None:
            for above, below in pairwise(pays):
                model.add(above >= below + search.wish.gap)
        inside = [tried for tried in search.tried if all(map(_may_pay, self.lines, tried))]
        if inside:
            model.add_forbidden_assignments(pays, inside)

    def _goal(self, model: Any, squares: Any, ways: Any) -> Any:
        """What is to be small; better than the best that is known."""
        search = self.search
        if search.squares is not None:
            low = -((self.rest_of_squares - search.squares) // self.by)
            model.add_linear_constraint(squares, low, search.squares // self.by)
        goal = -ways if search.squares is not None else -squares if search.wish.lively else squares
        if search.pays is not None:
            model.add(goal <= (search.worth - 1 + self.slack) // self.by)
        return goal


def _may_pay(line: Line, pay: int) -> bool:
    return line.least <= pay <= line.most
