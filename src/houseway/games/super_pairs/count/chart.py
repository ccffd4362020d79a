"""The basic-strategy chart: one decision for each total, or pair, against each up-card, whatever cards make it up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from houseway.games.super_pairs.count.base_game import BaseGame, Plan, Solved, Start
from houseway.games.super_pairs.count.dealer_tree import blackjack_chance, hand_index, hands, plus
from houseway.games.super_pairs.count.solver import DOUBLES, HITS, STANDS, Ints
from houseway.games.super_pairs.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER, soft, total
from houseway.lab.result import Advice, Option, Situation

HARD, SOFT, PAIR = "hard", "soft", "pair"

UPS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class Cell(NamedTuple):
    """A square of the chart: a total (or a pair's card, by value) against an up-card, by index."""

    kind: str
    number: int
    up: int

    def __str__(self) -> str:
        row = f"{UPS[self.number - 1]}-{UPS[self.number - 1]}" if self.kind == PAIR else f"{self.kind} {self.number}"
        return f"{row} against {UPS[self.up]}"


def total_cell(start: Start) -> Cell:
    """The square of a start's total."""
    hard, aces = start.first + start.second + 2, (start.first == 0) + (start.second == 0)
    return Cell(SOFT if soft(hard, aces) else HARD, total(hard, aces), start.up)


class Square(NamedTuple):
    """What the options of a square are worth on average over the cards that make it up, and how often it comes up."""

    frequency: Fraction
    values: Mapping[str, float]

    def advice(self) -> Advice:
        options = [Option(option, option, value) for option, value in self.values.items()]
        return Advice(tuple(sorted(options, key=lambda option: -option.value)))

    def best(self, *among: str) -> str:
        """The best option, or the best of a few."""
        allowed = [option for option in self.values if not among or option in among]
        return max(allowed, key=lambda option: self.values[option])

    def says(self) -> str:
        """The best option and, where that is for two cards alone, what to do with more or where it is not allowed."""
        best = self.best()
        return f"{best}, else {self.best(STAND, HIT)}" if best in (DOUBLE, SURRENDER) else best


class Costly(NamedTuple):
    """A hand that the chart plays otherwise than its cards ask for: how often, and what that loses of a unit in all."""

    name: str
    frequency: Fraction
    chart: str
    values: Mapping[str, float]
    cost: float

    @property
    def best(self) -> str:
        return max(self.values, key=lambda option: self.values[option])

    def situation(self) -> Situation:
        options = [Option(option, option, value) for option, value in self.values.items()]
        return Situation(
            f"{self.name} (chart: {self.chart}; {100 * self.cost:.7f} % of a unit)",
            self.frequency,
            Advice(tuple(sorted(options, key=lambda option: -option.value))),
        )

    def json(self) -> dict[str, Any]:
        frequency, cost = float(100 * self.frequency), 100 * self.cost
        return {"hand": self.name, "chart": self.chart, "best": self.best, "frequency": frequency, "cost": cost}


@dataclass(frozen=True)
class Chart:
    """The chart of a game that is solved."""

    game: BaseGame
    solved: Mapping[int, Solved]

    @cached_property
    def totals(self) -> dict[Cell, Square]:
        """The squares of totals: from hands that are no pairs where there are any, without the option to split."""
        plain: dict[Cell, list[Start]] = {}
        paired: dict[Cell, list[Start]] = {}
        for start in self._played:
            side = paired if self.game.splittable(start) else plain
            side.setdefault(total_cell(start), []).append(start)
        return {cell: self._square(found, split=False) for cell, found in sorted({**paired, **plain}.items())}

    @cached_property
    def pairs(self) -> dict[Cell, Square]:
        """The squares of pairs that may be split."""
        found: dict[Cell, list[Start]] = {}
        for start in self._played:
            if self.game.splittable(start):
                found.setdefault(Cell(PAIR, start.first + 1, start.up), []).append(start)
        return {cell: self._square(each, split=True) for cell, each in sorted(found.items())}

    @property
    def _played(self) -> Iterator[Start]:
        return (start for start in self.game.starts if not start.natural)

    def _square(self, found: list[Start], split: bool) -> Square:
        frequency, sums = Fraction(0), dict[str, float]()
        for start in found:
            frequency += start.chance * self.game.alive(start)
            for option, value in self.game.options(start, self.solved[start.up]).items():
                if split or option != SPLIT:
                    sums[option] = sums.get(option, 0.0) + float(start.chance) * value
        return Square(frequency, {option: value / float(frequency) for option, value in sums.items()})

    def choice(self, start: Start) -> str:
        """What the chart says at a start: split the pair, or play its total."""
        by_total = self.totals[total_cell(start)].best()
        if self.game.splittable(start):
            square = self.pairs[Cell(PAIR, start.first + 1, start.up)]
            if square.values[SPLIT] > square.values.get(by_total, square.values[STAND]):
                return SPLIT
        return by_total

    def moves(self, up: int, doubling: bool = True) -> Ints:
        """What the chart says for every hand against an up-card."""
        moves = np.full(len(hands().size), STANDS, dtype=np.int64)
        for cards, hand in hand_index().items():
            hard, aces = int(hands().hard[hand]), cards[0]
            square = self.totals.get(Cell(SOFT if soft(hard, aces) else HARD, total(hard, aces), up))
            if square is None or total(hard, aces) == 21:
                continue
            doubles = doubling and sum(cards) == 2 and square.best(STAND, HIT, DOUBLE) == DOUBLE
            moves[hand] = DOUBLES if doubles else HITS if square.best(STAND, HIT) == HIT else STANDS
        return moves

    def plan(self) -> Plan:
        """The chart as a way to play."""
        das = self.game.rules.hand.double_after_split
        moves = {up: self.moves(up) for up in self.solved}
        after_split = {up: self.moves(up, doubling=das) for up in self.solved}
        return Plan(
            {start: self.choice(start) for start in self._played},
            moves,
            {(up, *key): np.stack([after_split[up]] * 2) for up, each in self.solved.items() for key in each.splits},
        )

    def parts(self) -> tuple[tuple[str, tuple[Situation, ...]], ...]:
        """Hard totals, soft totals and pairs, with what every option is worth."""
        titles = {HARD: "Hard totals", SOFT: "Soft totals", PAIR: "Pairs"}
        squares = {**self.totals, **self.pairs}
        return tuple(
            (
                title,
                tuple(
                    Situation(str(cell), square.frequency, square.advice())
                    for cell, square in squares.items()
                    if cell.kind == kind
                ),
            )
            for kind, title in titles.items()
        )

    def exceptions(self) -> tuple[Situation, ...]:
        """First two cards that are better played otherwise than the chart says."""
        found = []
        for start in self._played:
            alive = self.game.alive(start)
            options = self.game.options(start, self.solved[start.up])
            square = Square(start.chance * alive, {o: value / float(alive) for o, value in options.items()})
            if square.values[square.best()] > square.values.get(self.choice(start), -np.inf):
                name = f"{UPS[start.first]}-{UPS[start.second]} against {UPS[start.up]}"
                found.append(Situation(f"{name} (chart: {self.choice(start)})", square.frequency, square.advice()))
        return tuple(found)

    def costs(self) -> tuple[Costly, ...]:
        """Every hand, split ones apart, that the chart plays otherwise than its cards ask for; the dearest first.

        What is given away at each hand that the chart comes to, with the best play afterwards, sums to what the chart
        gives away in all.
        """
        found: list[Costly] = []
        for start in self._played:
            options, choice = self.game.options(start, self.solved[start.up]), self.choice(start)
            name = f"{UPS[start.first]}-{UPS[start.second]} against {UPS[start.up]}"
            found += self._costly(name, choice, options, start.chance, self.game.alive(start))
        for up, solved in self.solved.items():
            moves, table = self.moves(up), hands()
            for hand, reached in self._reached(up, moves).items():
                options = {STAND: float(solved.stand[hand]), HIT: float(solved.hit[hand])}
                cards = [UPS[at] for at in range(10) for _ in range(int(table.cards[hand, at]))]
                choice = HIT if moves[hand] == HITS else STAND
                found += self._costly(f"{'-'.join(cards)} against {UPS[up]}", choice, options, *reached)
        return tuple(sorted(found, key=lambda each: -each.cost))

    def _costly(
        self, name: str, choice: str, options: Mapping[str, float], chance: Fraction, alive: Fraction
    ) -> Iterator[Costly]:
        """A hand, if the chart loses something by it; `chance` of its cards, and that it is then played on."""
        best = max(options.values())
        if alive and options.get(choice, best) < best:
            values = {option: value / float(alive) for option, value in options.items()}
            yield Costly(name, chance * alive, choice, values, float(chance) * (best - options[choice]))

    def _reached(self, up: int, moves: Ints) -> dict[int, tuple[Fraction, Fraction]]:
        """Hands of three cards and more at which the chart decides: the chance of their cards, and of no blackjack."""
        table, left_of = hands(), plus(self.game.shoe.values, up, -1)
        chance: dict[int, Fraction] = {}
        for start in self._played:
            if start.up == up and self.choice(start) == HIT:
                hand = start.hand
                chance[hand] = chance.get(hand, Fraction(0)) + start.chance
        found: dict[int, tuple[Fraction, Fraction]] = {}
        while chance:
            longer: dict[int, Fraction] = {}
            for hand, each in chance.items():
                left = tuple(a - int(b) for a, b in zip(left_of, table.cards[hand], strict=True))
                if table.size[hand] > 2 and table.total[hand] < 21:
                    looks = self.game.rules.hand.looks
                    found[hand] = each, 1 - blackjack_chance(left, up) if looks else Fraction(1)
                if table.size[hand] > 2 and moves[hand] != HITS:
                    continue
                for card in range(10):
                    after = int(table.after[hand, card])
                    if after >= 0 and left[card] > 0:
                        longer[after] = longer.get(after, Fraction(0)) + each * Fraction(left[card], sum(left))
            chance = longer
        return found

    def grid(self) -> dict[str, dict[str, str]]:
        """The chart as rows of decisions by up-card, 2 to ace."""
        rows: dict[str, dict[str, str]] = {}
        order = [*range(1, 10), 0]
        squares = {**self.totals, **self.pairs}
        for kind, number in dict.fromkeys((cell.kind, cell.number) for cell in squares):
            name = f"{UPS[number - 1]}-{UPS[number - 1]}" if kind == PAIR else f"{kind} {number}"
            cells = [Cell(kind, number, up) for up in order]
            rows[name] = {UPS[cell.up]: squares[cell].says() for cell in cells if cell in squares}
        return rows
