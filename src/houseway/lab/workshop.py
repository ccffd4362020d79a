"""Lists of lines of which the first that fires decides: what a list earns, what each line is worth, and the best list.

A bench is a count that was taken once. The search goes through lists line by line and leaves a beginning where even the
best line for every hand that is left could not better what is known; of two beginnings with the same lines only the
better one is followed. Where it comes to its end, no list of these lines and so many is better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from json import dumps
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.errors import IllegalAnswer
from houseway.game import Progress
from houseway.lab.result import exact, percent
from houseway.sheet import Listing, Section, Sheet, Words
from houseway.tabular import Rows, Tabular
from houseway.version import __version__

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_BEGINNINGS = 200_000
"""Beginnings of lists that a search follows at most."""

Order = tuple[int, ...]
"""Lines by number, in the order in which they are asked."""


class Found(NamedTuple):
    """A list, what the house keeps of a unit by it, and a bound on that of every list: equal where it is proved."""

    order: Order
    edge: Fraction
    bound: Fraction
    tried: int

    @property
    def proved(self) -> bool:
        return self.bound == self.edge


@dataclass(frozen=True)
class Bench:
    """Groups of hands: how many, which lines may fire for them, and what the house earns if one does, in parts.

    `fixed` is earned whatever the lines say; a unit is so many parts, and `deals` are all deals.
    """

    hands: Ints
    applies: Flags
    earned: Ints
    fixed: Fraction
    unit: int
    deals: int

    def taken(self, order: Order) -> Ints:
        """The line that sets each group, by number; the last line takes what is left."""
        found = np.full(len(self.hands), -1, np.int64)
        for line in order:
            found[(found < 0) & self.applies[:, line]] = line
        return found

    def edge(self, order: Order) -> Fraction:
        """What the house keeps of a unit under a list."""
        taken = self.taken(order)
        if (taken < 0).any():
            raise ValueError("a list ends with a line for every hand that is left")
        return self._edge(int(self.earned[np.arange(len(taken)), taken].sum()))

    def _edge(self, parts: int) -> Fraction:
        return (self.fixed + Fraction(parts, self.unit)) / self.deals

    def fired(self, order: Order) -> dict[int, int]:
        """How many hands each line sets."""
        taken = self.taken(order)
        return {line: int(self.hands[taken == line].sum()) for line in order}

    def without(self, order: Order) -> dict[int, Fraction]:
        """The edge without each line but the last, which has to stay."""
        return {line: self.edge(tuple(each for each in order if each != line)) for line in order[:-1]}

    @cached_property
    def joined(self) -> "Bench":
        """The same with groups together in which the same lines may fire."""
        packed = np.packbits(self.applies, axis=1)
        order = np.lexsort(packed.T)
        packed = packed[order]
        first = np.flatnonzero(np.append(True, (packed[1:] != packed[:-1]).any(axis=1)))
        hands, earned = (np.add.reduceat(each[order], first) for each in (self.hands, self.earned))
        return Bench(hands, self.applies[order[first]], earned, self.fixed, self.unit, self.deals)

    def of(self, columns: Sequence[int]) -> "Bench":
        """The same with these lines alone, by their numbers here."""
        some = list(columns)
        return replace(self, applies=self.applies[:, some], earned=self.earned[:, some]).joined

    def json(self) -> dict[str, Any]:
        """All that an edge rests on, for whoever sums it elsewhere: of each line the groups it may fire for.

        Whole numbers are texts: some are longer than a float is exact.
        """
        return {
            "hands": self.hands.tolist(),
            "lines": [
                {"groups": np.flatnonzero(fires).tolist(), "earned": list(map(str, earned[fires]))}
                for fires, earned in zip(self.applies.T, self.earned.T, strict=True)
            ],
            "fixed": [str(self.fixed.numerator), str(self.fixed.denominator)],
            "unit": str(self.unit),
            "deals": str(self.deals),
        }

    def best(self, most: int, last: int, progress: Progress = None) -> Found:
        """The best list of at most so many lines, the last of them given: it may always fire."""
        return _Search(self.joined, most, last).run(progress)


class _Beginning(NamedTuple):
    order: Order
    parts: int
    left: Flags


class _Search:
    """Lists by length; of each length the beginnings that may still become the best."""

    def __init__(self, bench: Bench, most: int, last: int) -> None:
        self.bench, self.most, self.last = bench, most, last
        at_best = np.where(bench.applies, bench.earned, np.iinfo(np.int64).min).max(axis=1)
        self.gain = at_best - bench.earned[:, last]
        self.more = np.where(bench.applies, bench.earned - bench.earned[:, [last]], 0)
        self.floor = int(bench.earned[:, last].sum())
        self.best, self.tried, self.cut = self.floor, 0, self.floor
        self.order: Order = (last,)

    def run(self, progress: Progress) -> Found:
        everything = np.ones(len(self.bench.hands), np.bool_)
        level = [_Beginning((), self.floor, everything)]
        for length in range(1, self.most):
            level = self._longer(level, self.most - length - 1)
            if progress is not None:
                progress(length / max(self.most - 1, 1))
        edge = self.bench._edge
        return Found(self.order, edge(self.best), edge(max(self.best, self.cut)), self.tried)

    def _longer(self, level: list[_Beginning], more: int) -> list[_Beginning]:
        """Every beginning with one line more, the better of those with the same lines; worse ones are left."""
        found: dict[tuple[frozenset[int], bytes], _Beginning] = {}
        for order, parts, left in level:
            for line in range(self.bench.applies.shape[1]):
                fires = left & self.bench.applies[:, line]
                if line == self.last or line in order or not fires.any():
                    continue
                self.tried += 1
                after = _Beginning((*order, line), parts + int(self.more[fires, line].sum()), left & ~fires)
                if after.parts > self.best:
                    self.best, self.order = after.parts, (*after.order, self.last)
                if more and self._bound(after, more) > self.best:
                    key = frozenset(after.order), np.packbits(after.left).tobytes()
                    known = found.get(key)
                    if known is None or known.parts < after.parts:
                        found[key] = after
        kept = [each for each in found.values() if self._bound(each, more) > self.best]
        kept.sort(key=lambda each: -each.parts)
        for each in kept[MOST_BEGINNINGS:]:
            self.cut = max(self.cut, self._bound(each, more))
        return kept[:MOST_BEGINNINGS]

    def _bound(self, beginning: _Beginning, more: int) -> int:
        """No list that begins so, with so many lines more, earns more than this.

        A line wins at most what it wins from the hands that are left, and all lines at most the best for each hand.
        """
        left = beginning.left
        alone = np.clip(self.more[left], 0, None).sum(axis=0)
        most = int(np.sort(alone)[-more:].sum()) if more else 0
        return beginning.parts + min(most, int(self.gain[left].sum()))


# ------------------------------------------------------------------------------------------------ a way of lines


class LineTold(NamedTuple):
    """A line of a way: how many hands it sets, the edge without it, and what it is worth to the house."""

    name: str
    says: str
    hands: int
    frequency: Fraction
    without: Fraction | None
    worth: Fraction | None


@dataclass(frozen=True)
class Workshop(Tabular):
    """A house way on the bench: its lines by number among all lines at hand, each as its file has it."""

    title: str
    lines: Sequence[Mapping[str, Any]]
    bench: Bench
    order: Order
    found: Found | None = None

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.order)} lines, house edge {percent(self.edge)}>"

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a unit by this way, against best play."""
        return self.bench.edge(self.order)

    @cached_property
    def told(self) -> tuple[LineTold, ...]:
        """Every line, in its order; the last one stays, whatever it is worth."""
        fired, without, edge = self.bench.fired(self.order), self.bench.without(self.order), self.edge
        every = int(self.bench.hands.sum())
        return tuple(
            LineTold(
                str(self.lines[line]["name"]),
                str(self.lines[line]["says"]),
                fired[line],
                Fraction(fired[line], every),
                without.get(line),
                edge - without[line] if line in without else None,
            )
            for line in self.order
        )

    def moved(self, line: int, to: int) -> "Workshop":
        """What if a line stood elsewhere? Both places are counted from 1; the last line stays where it is."""
        order = list(self.order)
        order.insert(self._place(to), order.pop(self._place(line)))
        return replace(self, order=tuple(order), found=None)

    def without(self, line: int) -> "Workshop":
        """What if a line were struck out, by its place from 1? The last one has to stay."""
        at = self._place(line)
        return replace(self, order=self.order[:at] + self.order[at + 1 :], found=None)

    def _place(self, line: int) -> int:
        last = len(self.order)
        if not 1 <= line < last:
            stays = "the last one, for every hand that is left, stays"
            raise IllegalAnswer(f"there is no line {line} to move or to leave out: say one of 1 to {last - 1}; {stays}")
        return line - 1

    def best(self, most: int, progress: Progress = None) -> "Workshop":
        """The best way of at most so many of the lines at hand; it ends with the same line as this one."""
        if most < 1:
            raise IllegalAnswer("a way has at least one line: the one for every hand that is left")
        found = self.bench.best(most, self.order[-1], progress)
        return replace(self, title=f"the best way of at most {most} lines", order=found.order, found=found)

    def toml(self) -> str:
        """This way as a file: to set a table by, to drill, to bring again."""
        parts = [f'name = "ours"\ntitle = {_text(self.title[:1].upper() + self.title[1:])}\n']
        for line in self.order:
            given = dict(self.lines[line])
            when = ", ".join(f"{key} = {_text(value)}" for key, value in given.pop("when", {}).items())
            rows = [f"{key} = {_text(value)}" for key, value in given.items()]
            rows.insert(1, f"when = {{ {when} }}") if when else None
            parts.append("\n[[line]]\n" + "\n".join(rows) + "\n")
        return "".join(parts)

    def tabulated(self) -> Rows:
        rows = [(each.name, each.hands, each.frequency, each.without, each.worth) for each in self.told]
        return Rows(repr(self).strip("<>"), ("line", "hands", "frequency", "without", "worth"), rows, self.notes)

    @property
    def notes(self) -> tuple[str, ...]:
        """How sure this is."""
        counted = "Every deal is counted, the player sets the best way against the open hand."
        if self.found is None:
            return (counted,)
        if self.found.proved:
            return counted, f"No way of as few of these lines is better: {self.found.tried:,} beginnings were followed."
        return counted, f"The search was cut short: no way of as few lines keeps more than {percent(self.found.bound)}."

    def sheet(self) -> Sheet:
        """To print."""
        rows = [
            (str(at), each.name, each.says, percent(each.frequency), _worth(each.worth))
            for at, each in enumerate(self.told, 1)
        ]
        heads = ("Place", "Line", "What it says", "How often", "Worth to the house")
        return Sheet(
            self.title[:1].upper() + self.title[1:],
            f"House edge {percent(self.edge)}",
            (),
            (
                Section("The first line that fits sets the hand", (Listing(heads, rows, (0, 3, 4)),)),
                Section("How it was counted", tuple(Words(note) for note in self.notes)),
            ),
        )

    def json(self) -> dict[str, Any]:
        """As `houseway way --json` prints it."""
        return {
            "title": self.title,
            "edge": exact(self.edge),
            "lines": [
                {
                    "name": each.name,
                    "says": each.says,
                    "hands": str(each.hands),
                    "frequency": exact(each.frequency),
                    "edge_without": None if each.without is None else exact(each.without),
                    "worth": None if each.worth is None else exact(each.worth),
                }
                for each in self.told
            ],
            "proved": None if self.found is None else self.found.proved,
            "bound": None if self.found is None else exact(self.found.bound),
            "way": self.toml(),
            "notes": list(self.notes),
            "version": __version__,
        }


def _text(value: object) -> str:
    return (
        str(value) if isinstance(value, int) and not isinstance(value, bool) else dumps(str(value), ensure_ascii=False)
    )


def _worth(worth: Fraction | None) -> str:
    return "" if worth is None else f"{float(100 * worth):+.4f} %"
