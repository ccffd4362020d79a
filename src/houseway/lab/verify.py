"""Printed figures against computed ones, under every reading that was considered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.document import Figure
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.lab.result import ratio
from houseway.tabular import Rows, Tabular


class Tried(NamedTuple):
    """A figure under one reading."""

    reading: str
    computed: Fraction
    shown: str
    agrees: bool


@dataclass(frozen=True)
class Check(Tabular):
    """A printed figure and what was computed for it; `reading` is the one that the ruling chose."""

    game: str
    figure: str
    clause: str
    says: str
    printed: str
    reading: str
    tried: tuple[Tried, ...]

    @property
    def chosen(self) -> Tried:
        return next(each for each in self.tried if each.reading == self.reading)

    @property
    def agrees(self) -> bool:
        return self.chosen.agrees

    def __repr__(self) -> str:
        verdict = "agrees" if self.agrees else "DISAGREES"
        return f"<{self.game} {self.figure}: printed {self.printed}, computed {self.chosen.shown}: {verdict}>"

    def tabulated(self) -> Rows:
        rows = [(each.reading or "as printed", self.printed, each.shown, each.agrees) for each in self.tried]
        return Rows(self.says, ("reading", "printed", "computed", "agrees"), rows)

    def json(self) -> dict[str, Any]:
        """As `houseway verify --json` prints it."""
        return {
            "game": self.game,
            "figure": self.figure,
            "clause": self.clause,
            "says": self.says,
            "printed": self.printed,
            "computed": self.chosen.shown,
            "exact": ratio(self.chosen.computed),
            "reading": self.reading or None,
            "agrees": self.agrees,
            "readings": [
                {
                    "reading": each.reading or None,
                    "computed": each.shown,
                    "exact": ratio(each.computed),
                    "agrees": each.agrees,
                }
                for each in self.tried
            ],
        }


def checks(game: Game, progress: Callable[[float], None] | None = None) -> Iterator[Check]:
    """Every printed figure of a game."""
    for figure in game.document.figures:
        yield check(game, figure, progress)


def check(game: Game, figure: Figure, progress: Callable[[float], None] | None = None) -> Check:
    """One printed figure, under the reading chosen and, where readings are settings, under the others."""
    tried = []
    choice = ""
    if figure.ruling:
        ruling = game.document.ruling(figure.ruling)
        choice = ruling.choice
        for reading in ruling.readings:
            if reading.settings or reading.id == choice:
                settings = game.document.configure({**figure.settings, **reading.settings})
                tried.append(_try(game, figure, settings, reading.id, progress))
    else:
        tried.append(_try(game, figure, game.document.configure(figure.settings), "", progress))
    return Check(game.id, figure.id, figure.clause, figure.says, figure.printed, choice, tuple(tried))


def _try(
    game: Game, figure: Figure, settings: Settings, reading: str, progress: Callable[[float], None] | None
) -> Tried:
    ask = game.ask(figure.wager, settings, paytable=figure.paytable, progress=progress)
    if figure.quantity == "edge":
        computed = game.odds_of(ask).edge or Fraction(0)
    else:
        computed = Fraction(game.figure(figure.quantity, figure.given, ask))
    shown = as_printed(computed, figure.printed)
    return Tried(reading, computed, shown, shown == figure.printed.replace(" ", ""))


def as_printed(value: Fraction, printed: str) -> str:
    """A value with as many places as the print, a half rounded away from zero; a percentage where the print is one."""
    percent = printed.rstrip().endswith("%")
    places = max(0, -int(Decimal(printed.strip(" %$").replace(",", "")).as_tuple().exponent))
    scaled = value * (100 if percent else 1) * 10**places
    sign = -1 if scaled < 0 else 1
    whole = sign * int(abs(scaled) + Fraction(1, 2))
    plus = "+" if whole > 0 and printed.lstrip().startswith("+") else ""
    text = plus + f"{Decimal(whole).scaleb(-places):.{places}f}"
    return text + ("%" if percent else "")
