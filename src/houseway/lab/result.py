"""What an analysis answers: odds, a strategy, advice at the table.

Integers and fractions; floats only to print, and where something could not be counted.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from houseway.cards import cards_of, in_order, names
from houseway.document.model import WagerSpec
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.document.variants import with_paytable
from houseway.errors import UnknownName
from houseway.extras import extras_named
from houseway.lab.law import Law, law_of, n_zero, skewness
from houseway.round.codec import hand_json
from houseway.round.terms import Terms
from houseway.tabular import Rows, Tabular
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.lab.session import Session
    from houseway.lab.whatif import WhatIf


class Ask(NamedTuple):
    """What is asked of a game's odds, made and checked by `Game.ask`. `meter` and `stake` are cents.

    `progress` is told the share that is done, for what takes long.
    """

    wager: str
    settings: Settings
    paytable: str = ""
    meter: int | None = None
    stake: int = 0
    hypothetical: bool = False
    progress: Callable[[float], None] | None = None

    def table(self) -> Paytable | None:
        """The paytable that is asked for, or the one in force."""
        if self.paytable:
            return self.settings.document.paytable(self.paytable)
        return self.settings.paytable(self.wager)

    def in_force(self) -> Settings:
        """The settings with the paytable that is asked for in force: what terms are read from."""
        key, table = f"{self.wager}-paytable", self.table()
        if table is None or table == self.settings.paytable(self.wager):
            return self.settings
        if key in self.settings:
            return self.settings.but(**{key: table.id})
        return Settings(with_paytable(self.settings.document, table), self.settings)


Parts: TypeAlias = tuple[tuple[Terms, Fraction], ...]
"""Terms, and how many units end on them."""


class Outcome(NamedTuple):
    """One end of a wager, its terms, in how many ways; `meter` and `stake` are the cents that it is valued at.

    `parts` are the terms of its units, where it is made of several: see `combined`.
    """

    terms: Terms
    combinations: int
    meter: int | None = None
    stake: int = 0
    parts: Parts = ()

    @property
    def award(self) -> str:
        return self.terms.award

    @property
    def pays(self) -> Fraction | None:
        """What it wins per unit, below zero if it loses; None where it rests on a meter that was not given."""
        return self.terms.unit(self.meter, self.stake)


def combined(award: str, clause: str, parts: Parts, combinations: int) -> Outcome:
    """An end in which several units end on terms of their own: a double, or the average of many splits."""
    pays = sum((units * terms.worth() for terms, units in parts), Fraction(0))
    return Outcome(Terms(award, pays, clause), combinations, parts=parts)


def outcomes_of(ends: Iterable[tuple[Terms, int]], meter: int | None = None, stake: int = 0) -> tuple[Outcome, ...]:
    """Ends of a wager with their ways, in their order; those of one award and pay together."""
    found: dict[tuple[str, tuple[int, int] | None], Outcome] = {}
    for terms, ways in ends:
        end = Outcome(terms, ways, meter, stake)
        pays = end.pays
        key = end.award, None if pays is None else pays.as_integer_ratio()
        before = found.get(key)
        found[key] = end if before is None else before._replace(combinations=before.combinations + ways)
    return tuple(found.values())


def on_offer(wager: WagerSpec, settings: Settings) -> bool:
    """Whether a table of these settings offers a wager, and a paytable pays it with these decks."""
    unpaid = settings.document.paytables_of(wager.id) and settings.paytable(wager.id) is None
    return wager.on_offer(settings) and not unpaid


def ratio(value: Fraction) -> str:
    """`p/q`, always with its denominator."""
    return f"{value.numerator}/{value.denominator}"


def _decks(decks: int | None) -> list[str]:
    return [] if decks is None else [f"{decks} deck{'s' if decks != 1 else ''}"]


def percent(value: Fraction | float, digits: int = 4) -> str:
    """A fraction as a percentage."""
    return f"{float(100 * value):.{digits}f} %"


def exact(value: Fraction | float) -> dict[str, Any]:
    """A fraction for a program and for a person; `exact` is None where the value was drawn and not counted."""
    return {"exact": ratio(value) if isinstance(value, Fraction) else None, "percent": float(100 * value)}


@dataclass(frozen=True)
class Odds(Tabular):
    """The return of one wager. `more` holds what only this wager has to tell, ready for JSON.

    `apart` says whether the outcomes stand apart, each with its own pay: if not, they tell no spread.
    """

    game: str
    wager: str
    settings: Settings
    outcomes: tuple[Outcome, ...]
    paytable: str | None = None
    decks: int | None = None
    method: str = "exact"
    notes: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    apart: bool = True

    def __repr__(self) -> str:
        of = ", ".join([self.game, self.wager, *([self.paytable] if self.paytable else []), *_decks(self.decks)])
        edge = "depends on the meter" if self.edge is None else percent(self.edge)
        return f"<odds of {of}: house edge {edge}>"

    def tabulated(self) -> Rows:
        rows = [
            (
                o.award,
                o.pays,
                o.combinations,
                self.probability(o),
                None if o.pays is None else self.probability(o) * o.pays,
            )
            for o in self.outcomes
        ]
        columns = ("award", "pays", "combinations", "probability", "return")
        return Rows(repr(self).strip("<>"), columns, rows, self.notes)

    def chart(self, word: Callable[[str], str] = str) -> Any:
        """What each award gives back of a unit; `word` says its texts in another language."""
        from houseway.lab.chart import contributions

        return contributions(self, word)

    @property
    def total(self) -> int:
        return sum(outcome.combinations for outcome in self.outcomes)

    def probability(self, outcome: Outcome) -> Fraction:
        return Fraction(outcome.combinations, self.total)

    @property
    def edge(self) -> Fraction | None:
        """What the house keeps of a unit wagered; below zero where the player is favoured. None without a meter."""
        total = Fraction(0)
        for outcome in self.outcomes:
            if outcome.pays is None:
                return None
            total += outcome.combinations * outcome.pays
        return -total / self.total

    @property
    def hit_frequency(self) -> Fraction | float | None:
        """How often the wager wins something; None where the outcomes do not stand apart."""
        if not self.apart:
            return None
        hits = sum(o.combinations for o in self.outcomes if o.pays is None or o.pays > 0)
        return Fraction(hits, self.total)

    @property
    def variance(self) -> Fraction | float | None:
        """Of what one unit wins; None without a meter, and where the outcomes do not stand apart."""
        edge = self.edge
        if edge is None or not self.apart:
            return None
        squares = sum((o.combinations * o.pays**2 for o in self.outcomes if o.pays is not None), Fraction(0))
        return squares / self.total - edge**2

    @property
    def stands_apart(self) -> bool:
        """Whether every outcome is one end with one pay, so that counts and pays alone give how far results spread."""
        return self.apart and all(len(each.parts) <= 1 and each.pays is not None for each in self.outcomes)

    @property
    def law(self) -> "Law | None":
        """What one unit wins, each amount with its chance; None without a meter, and where ends do not stand apart."""
        ways = [(each.pays, each.combinations) for each in self.outcomes if each.pays is not None]
        return law_of(ways) if self.stands_apart else None

    @property
    def skewness(self) -> float | None:
        """How lopsided it is: far above zero where a rare award pays much."""
        return None if self.law is None else skewness(self.law)

    @property
    def n_zero(self) -> Fraction | float | None:
        """N0: after how many rounds the edge has won as much as one standard deviation; None where it never does."""
        edge, variance = self.edge, self.variance
        return None if edge is None or variance is None else n_zero(edge, variance)

    def session(self, rounds: int, bankroll: int | None = None) -> "Session":
        """What so many rounds of one unit win together, and how often a bankroll of so many units does not last."""
        law = self.law
        if law is None:
            wager = self.settings.document.wager(self.wager).name
            raise UnknownName(f"{wager}: its ends do not stand apart, each with its own pay: there is no session")
        with extras_named():
            from houseway.lab.session import session_of
        return session_of(law, rounds, self._named(), bankroll)

    def _named(self) -> str:
        """The game and the wager by their names, the paytable where there are several, and the decks."""
        document = self.settings.document
        several = len(document.paytables_of(self.wager)) > 1
        tables = [self.paytable] if self.paytable and several else []
        return ", ".join([document.name, document.wager(self.wager).name, *tables, *_decks(self.decks)])

    def whatif(self, **pays: object) -> "WhatIf":
        """The same ends with other pays, by award, with underscores for hyphens: the play stays as it is."""
        from houseway.lab.whatif import whatif

        return whatif(self, pays)

    def json(self) -> dict[str, Any]:
        """As `houseway odds --json` prints it."""
        edge, variance, hits = self.edge, self.variance, self.hit_frequency
        return {
            "game": self.game,
            "wager": self.wager,
            "paytable": self.paytable,
            "decks": self.decks,
            "settings": self.settings.show(),
            "document": self.settings.document.hash,
            "method": self.method,
            "total": str(self.total),
            "outcomes": [
                {
                    "award": outcome.award,
                    "pays": None if outcome.pays is None else str(outcome.pays),
                    "combinations": str(outcome.combinations),
                    "probability": ratio(self.probability(outcome)),
                }
                for outcome in self.outcomes
            ],
            "edge": None if edge is None else exact(edge),
            "hit_frequency": None if hits is None else exact(hits),
            "standard_deviation": None if variance is None else sqrt(variance),
            "skewness": self.skewness,
            "n0": None if self.n_zero is None else float(self.n_zero),
            **self.more,
            "notes": list(self.notes),
            "version": __version__,
        }


class Option(NamedTuple):
    """An answer and what it is worth, in units won per unit wagered."""

    answer: Any
    says: str
    value: Fraction | float


class Advice(NamedTuple):
    """The options of one decision, the best first."""

    options: tuple[Option, ...]

    @property
    def best(self) -> Option:
        return self.options[0]

    def taken(self, answer: Any) -> Option | None:
        """The option that an answer takes, if it is among them; any amount put on a wager is the wager made."""
        made = isinstance(answer, int) and answer > 0
        for option in self.options:
            if option.answer == answer or (made and isinstance(option.answer, int) and option.answer > 0):
                return option
        return None

    def cost(self, answer: Any) -> Fraction | float:
        """What an answer gives away against the best, per unit wagered."""
        option = self.taken(answer)
        if option is None:
            raise UnknownName(f"nothing is known about the answer {answer!r}")
        return self.best.value - option.value


class Way(NamedTuple):
    """One way to set a hand: a mask for each pile, what it is worth (units, exact or estimated), and what it makes."""

    piles: tuple[int, ...]
    value: Fraction | float | None
    says: str


@dataclass(frozen=True)
class Arrangement(Tabular):
    """How to set a hand: the house's way with the rule that fired, and the best ways first with their values."""

    game: str
    cards: tuple[int, ...]
    settings: Settings
    piles: tuple[str, ...]
    ways: tuple[Way, ...]
    house: Way | None = None
    rule: str = ""
    clause: str = ""
    why: str = ""
    notes: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<{self.game}: how to set {names(self.cards)}, {len(self.ways)} ways>"

    def tabulated(self) -> Rows:
        rows = [(*(names(in_order(cards_of(hand))) for hand in way.piles), way.value, way.says) for way in self.ways]
        return Rows(repr(self).strip("<>"), (*self.piles, "worth", "makes"), rows, self.notes)

    def json(self) -> dict[str, Any]:
        """As `houseway set --json` prints it."""
        return {
            "game": self.game,
            "cards": hand_json(self.cards),
            "settings": self.settings.show(),
            "house": None
            if self.house is None
            else {**self._way(self.house), "rule": self.rule, "clause": self.clause, "why": self.why},
            "ways": [self._way(way) for way in self.ways],
            **self.more,
            "notes": list(self.notes),
            "version": __version__,
        }

    def _way(self, way: Way) -> dict[str, Any]:
        piles = {pile: hand_json(in_order(cards_of(hand))) for pile, hand in zip(self.piles, way.piles, strict=True)}
        return {"piles": piles, "value": None if way.value is None else _number(way.value), "says": way.says}


class Situation(NamedTuple):
    """One line of a strategy: the situation, how often it comes up, and its options, the best first."""

    situation: str
    frequency: Fraction
    advice: Advice


@dataclass(frozen=True)
class Strategy(Tabular):
    """The best decision for every situation; `parts` are titled lists, the coarsest first."""

    game: str
    wager: str
    settings: Settings
    parts: tuple[tuple[str, tuple[Situation, ...]], ...]
    notes: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        lines = sum(len(situations) for _, situations in self.parts)
        return f"<strategy of {self.game}{', ' + self.wager if self.wager else ''}: {lines} situations>"

    def tabulated(self) -> Rows:
        rows = [
            (title, each.situation, each.frequency, each.advice.best.says, each.advice.best.value)
            for title, situations in self.parts
            for each in situations
        ]
        return Rows(repr(self).strip("<>"), ("part", "situation", "frequency", "best", "worth"), rows, self.notes)

    def json(self) -> dict[str, Any]:
        """As `houseway strategy --json` prints it."""
        return {
            "game": self.game,
            "wager": self.wager,
            "settings": self.settings.show(),
            "parts": [
                {"title": title, "situations": [_situation(each) for each in situations]}
                for title, situations in self.parts
            ],
            **self.more,
            "notes": list(self.notes),
            "version": __version__,
        }


def in_letters(decision: str) -> str:
    """A decision as a chart has it: H, S, SP and SU; Ds is double, else stand."""
    best, _, instead = decision.partition(", else ")
    return (best[:2] if best.startswith(("sp", "su")) else best[:1]).upper() + instead[:1]


def _situation(each: Situation) -> dict[str, Any]:
    advice = each.advice
    return {
        "situation": each.situation,
        "frequency": ratio(each.frequency),
        "best": advice.best.says,
        "options": [
            {"decision": o.says, "value": _number(o.value), "cost": _number(advice.best.value - o.value)}
            for o in advice.options
        ],
    }


def _number(value: Fraction | float) -> str | float:
    return ratio(value) if isinstance(value, Fraction) else value
