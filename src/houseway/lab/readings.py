"""Readings: every unclear clause with the figures that each reading gives, the printed ones beside them.

The other way round, a figure that somebody prints is looked for among all readings, paytables and numbers of decks.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from houseway.document.model import Interpretation, Reading
from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalAnswer
from houseway.game import Game, Progress
from houseway.lab.cache import only_kept
from houseway.lab.result import Odds, exact
from houseway.lab.verify import Check, as_printed, check
from houseway.proofs import no_figure
from houseway.tabular import Rows, Tabular

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


class Effect(NamedTuple):
    """The edge of one wager under each reading, by the reading's id; only where readings differ."""

    wager: str
    paytable: str
    edges: Mapping[str, Fraction]
    decks: int | None = None
    """Where the paytable is for another number of decks than is set by default."""
    settings: Mapping[str, str] = NO_SETTINGS
    """The settings at which the readings part, where the default ones hide it."""

    @property
    def where(self) -> str:
        """The paytable, or the wager that has none, the decks and settings that are not the default."""
        decks = "" if self.decks is None else f"{self.decks} deck{'s' if self.decks > 1 else ''}"
        given = [f"{setting}={value}" for setting, value in self.settings.items()]
        return ", ".join(filter(None, (self.paytable or self.wager, decks, *given)))


@dataclass(frozen=True)
class Question(Tabular):
    """An unclear clause: its readings, what each of them does to the wagers, and the figures that were printed."""

    game: str
    ruling: Interpretation
    effects: tuple[Effect, ...]
    printed: tuple[Check, ...]
    why: str = ""
    """Why there are no figures, where there are none."""
    same: int = 0
    """By how many paytables every reading was counted and gives the same."""

    def __repr__(self) -> str:
        clauses = ", ".join(self.ruling.clauses)
        return f"<{self.game}, {self.ruling.id} (clause {clauses}): {len(self.ruling.readings)} readings>"

    def tabulated(self) -> Rows:
        heads = tuple(f"{each.wager}, {each.where}" if each.paytable else each.where for each in self.effects)
        rows = [
            (reading.id, reading.id == self.ruling.choice, *(each.edges.get(reading.id) for each in self.effects))
            for reading in self.ruling.readings
        ]
        notes = tuple(filter(None, (self.ruling.evidence, self.alike, self.why)))
        return Rows(self.ruling.question, ("reading", "chosen", *heads), rows, notes)

    @property
    def alike(self) -> str:
        """That readings were counted and give the same, where no wager parts them."""
        if self.effects or not self.same:
            return ""
        return f"Counted: every reading gives the same edge ({self.same} paytable{'s' if self.same > 1 else ''})."

    def json(self) -> dict[str, Any]:
        """As `houseway readings --json` prints it."""
        return {
            "game": self.game,
            "ruling": self.ruling.id,
            "clauses": list(self.ruling.clauses),
            "question": self.ruling.question,
            "chosen": self.ruling.choice,
            "evidence": self.ruling.evidence,
            "readings": [
                {
                    "reading": reading.id,
                    "says": reading.says,
                    "settings": dict(reading.settings),
                    "edges": [
                        {
                            "wager": each.wager,
                            "paytable": each.paytable or None,
                            "decks": each.decks,
                            "settings": dict(each.settings),
                            "edge": exact(each.edges[reading.id]),
                        }
                        for each in self.effects
                        if reading.id in each.edges
                    ],
                }
                for reading in self.ruling.readings
            ],
            "printed": [each.json() for each in self.printed],
            "no_figure": self.why,
            "counted_the_same": self.same,
        }


class Place(NamedTuple):
    """A wager by one of its paytables; "" where it has none."""

    wager: str
    paytable: str


def places(game: Game) -> list[Place]:
    """Every wager by each of its paytables."""
    return [
        Place(wager.id, paytable)
        for wager in game.document.wagers
        for paytable in ([table.id for table in game.document.paytables_of(wager.id)] or [""])
    ]


def takes_long(game: Game, wager: str) -> bool:
    """Whether the exact return of a wager takes a minute or more."""
    return wager in game.slow_odds or (game.advice_compiles_long and game.document.wager(wager).required)


def odds_at(game: Game, place: Place, settings: Mapping[str, object]) -> Odds | None:
    """A wager under these settings; None where they do not allow it."""
    try:
        return _odds(game, place, game.document.configure(settings))
    except HousewayError:
        return None


@lru_cache(maxsize=2048)
def _odds(game: Game, place: Place, settings: Settings) -> Odds | None:
    """The same, counted once: many readings come to the same settings."""
    odds = game.odds_of(game.ask(place.wager, settings, paytable=place.paytable))
    return None if odds.edge is None else odds


def questions(game: Game, *, slow: bool = False, progress: Progress = None) -> Iterator[Question]:
    """Every unclear clause of a document."""
    rulings = game.document.rulings
    for number, ruling in enumerate(rulings, 1):
        effects, same = effects_of(game, ruling, places(game), slow=slow)
        figures = [figure for figure in game.document.figures if figure.ruling == ruling.id]
        why = "" if effects else no_figure(game.packages[0], ruling.id)
        yield Question(game.id, ruling, effects, tuple(check(game, figure) for figure in figures), why, same)
        if progress is not None:
            progress(number / len(rulings))


def effects_of(
    game: Game, ruling: Interpretation, where: Sequence[Place], *, slow: bool = False
) -> tuple[tuple[Effect, ...], int]:
    """The wagers whose edge the readings move, and how many all readings leave alike; not where one is not counted."""
    moved, same = [], 0
    part = {setting: _text(value) for setting, value in game.readings_part(ruling.id).items()}
    for place in where:
        decks = _other_decks(game, place)
        base = dict(part) if decks is None else {**part, "decks": decks}
        with _allowed(game, place, slow):
            found = {each.id: read_as(game, place, base, ruling, each) for each in ruling.readings}
        edges = {id_: odds.edge for id_, odds in found.items() if odds is not None and odds.edge is not None}
        if len(set(edges.values())) > 1:
            moved.append(Effect(*place, edges, decks, part))
        same += len(edges) == len(ruling.readings) > 1 == len(set(edges.values()))
    return tuple(moved), same


def _allowed(game: Game, place: Place, slow: bool) -> AbstractContextManager[None]:
    """In here a wager that takes minutes is read where it is kept or came with the package, and not counted."""
    return only_kept() if takes_long(game, place.wager) and not slow else nullcontext()


def _text(value: object) -> str:
    """A setting's value as one writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _other_decks(game: Game, place: Place) -> int | None:
    """The least number of decks that a paytable is for, where it is not for as many as are set by default."""
    span = game.document.paytable(place.paytable).decks if place.paytable else None
    default = game.document.specs["decks"].default if span else 0
    return None if span is None or span[0] <= int(str(default)) <= span[1] else span[0]


def read_as(
    game: Game, place: Place, base: Mapping[str, object], ruling: Interpretation, reading: Reading
) -> Odds | None:
    """A wager by one reading: by the settings that express it, or as the game reads it otherwise; None if neither."""
    if settled := expressed(ruling):
        told = len(settled) > 1 and reading in settled
        return odds_at(game, place, {**base, **reading.settings}) if told else None
    if reading.id == ruling.choice:
        return odds_at(game, place, base)
    try:
        return _otherwise(game, place, game.document.configure(base), ruling.id, reading.id)
    except HousewayError:
        return None


@lru_cache(maxsize=2048)
def _otherwise(game: Game, place: Place, settings: Settings, ruling: str, reading: str) -> Odds | None:
    return game.read_otherwise(game.ask(place.wager, settings, paytable=place.paytable), ruling, reading)


def expressed(ruling: Interpretation) -> tuple[Reading, ...]:
    """The readings that settings express."""
    return tuple(reading for reading in ruling.readings if reading.settings)


# ------------------------------------------------------------------------------------------------ somebody's figure


class Match(NamedTuple):
    """Where a figure comes from: a quantity of a wager, by a paytable, with so many decks, under these readings."""

    game: str
    wager: str
    paytable: str
    decks: int | None
    quantity: str
    value: Fraction
    readings: Mapping[str, str]
    chosen: bool

    def json(self) -> dict[str, Any]:
        return self._asdict() | {"value": exact(self.value), "readings": dict(self.readings)}


def search(
    game: Game, figure: str, *, wager: str = "", decks: int | None = None, slow: bool = False, progress: Progress = None
) -> list[Match]:
    """Every wager, paytable, number of decks and set of readings that gives a figure, rounded as it is printed."""
    wanted = _wanted(figure)
    if wager:
        game.document.wager(wager)
    where = [place for place in places(game) if not wager or place.wager == wager]
    found: list[Match] = []
    for number, place in enumerate(where, 1):
        with _allowed(game, place, slow or bool(wager)):
            found += _found_at(game, place, _decks(game, place, decks), wanted)
        if progress is not None:
            progress(number / len(where))
    return found


def _found_at(game: Game, place: Place, decks: Sequence[int | None], wanted: str) -> Iterator[Match]:
    """What gives a figure at one wager and paytable, with each number of decks."""
    moving: list[Interpretation] | None = None
    for count in decks:
        base: dict[str, object] = {} if count is None else {"decks": count}
        if moving is None:  # what a clause decides does not hang on the decks
            moving = [ruling for ruling in game.document.rulings if _moves(game, place, base, ruling)]
        yield from _matches(game, place, base, wanted, moving)
        yield from _read_matches(game, place, base, wanted)


def _wanted(figure: str) -> str:
    """The figure as it is printed; refused where it is none."""
    text = figure.replace(" ", "")
    try:
        as_printed(Fraction(0), text)
    except (ArithmeticError, ValueError):
        raise IllegalAnswer(f'{figure!r} is no figure: write it as it is printed, as in "4.70%" or "0.0470"') from None
    return text


def _decks(game: Game, place: Place, wanted: int | None) -> list[int | None]:
    """The numbers of decks to try: all that the paytable allows."""
    spec = game.document.specs.get("decks")
    if spec is None:
        return [None]
    if wanted is not None:
        return [wanted]
    table = game.document.paytable(place.paytable) if place.paytable else None
    span = table.decks if table is not None and table.decks else (int(spec.least or 1), int(spec.most or 1))
    return list(range(span[0], span[1] + 1))


def _matches(
    game: Game, place: Place, base: Mapping[str, object], wanted: str, moving: Sequence[Interpretation]
) -> Iterator[Match]:
    seen: set[tuple[tuple[str, object], ...]] = set()
    for chosen in product(*(expressed(ruling) for ruling in moving)):
        settings = {**base, **{key: value for reading in chosen for key, value in reading.settings.items()}}
        key = tuple(sorted(settings.items()))
        odds = None if key in seen else odds_at(game, place, settings)
        seen.add(key)
        if odds is None:
            continue
        readings = {ruling.id: reading.id for ruling, reading in zip(moving, chosen, strict=True)}
        ours = all(ruling.choice == readings[ruling.id] for ruling in moving)
        for quantity, value in quantities(odds).items():
            if as_printed(value, wanted) == wanted:
                yield Match(game.id, *place, odds.decks, quantity, value, readings, ours)


def _read_matches(game: Game, place: Place, base: Mapping[str, object], wanted: str) -> Iterator[Match]:
    """The same for readings that no setting expresses, one at a time; all else is read as we do."""
    for ruling in game.document.rulings:
        at = {**base, **game.readings_part(ruling.id)}
        for reading in () if expressed(ruling) else ruling.readings:
            odds = None if reading.id == ruling.choice else read_as(game, place, at, ruling, reading)
            ours = None if odds is None else odds_at(game, place, at)
            if odds is None or (ours is not None and odds.edge == ours.edge):
                continue
            for quantity, value in quantities(odds).items():
                if as_printed(value, wanted) == wanted:
                    yield Match(game.id, *place, odds.decks, quantity, value, {ruling.id: reading.id}, False)


def _moves(game: Game, place: Place, base: Mapping[str, object], ruling: Interpretation) -> bool:
    """Whether a reading of this ruling changes how the wager ends."""
    if len(expressed(ruling)) < 2:
        return False
    found = [odds_at(game, place, {**base, **reading.settings}) for reading in expressed(ruling)]
    laws = [odds.law or {} for odds in found if odds is not None]
    return any(law != laws[0] for law in laws)


def quantities(odds: Odds) -> dict[str, Fraction]:
    """What is printed of a wager: the edge, what it returns, and how often it wins."""
    edge, hits = odds.edge, odds.hit_frequency
    found = {} if edge is None else {"edge": edge, "return": 1 - edge}
    return found | ({"hit frequency": hits} if isinstance(hits, Fraction) else {})
