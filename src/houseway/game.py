"""A game: a folder with its document, its order of play and its odds, each loaded when it is first asked for."""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from houseway.document import Document, WagerSpec, load
from houseway.errors import IllegalBet
from houseway.extras import extras_named
from houseway.money import dollars
from houseway.ruling import Seat, Setup
from houseway.settings import Settings

if TYPE_CHECKING:
    from houseway.flow import Answer, Question, Round, Standing
    from houseway.lab.result import Advice, Ask, Odds, Strategy
    from houseway.record import Hand


class PlayModule(Protocol):
    """What a game's `play.py` holds.

    For the card room it may also hold `note(place, cards, setup)`, what a hand amounts to;
    `dealer_piles(cards, setup)`, how the dealer sets them;
    `hands(standing, seat, setup)`, the hands of a seat that has split;
    `jackpots_taken(setup, standing)`, what came off each meter and what it was seeded with again;
    `DEALER_PLAYS`, False where the dealer has no hand;
    `BOTS_THINK`, True where `bot` takes its time and remembers what it has answered.
    """

    def pack(self, settings: Settings) -> tuple[int, ...]:
        """All cards of the shoe, in the order of a new pack."""

    def check(self, setup: Setup) -> Iterable[str]:
        """What is wrong with this combination of settings and seats; nothing if it can be played."""

    def play(self, setup: Setup) -> "Round":
        """The order of play."""

    def bot(self, question: "Question", standing: "Standing", setup: Setup) -> "Answer":
        """Sensible play for a seat that nobody sits at: quick, and from what that seat may see."""

    def impossible(self, hands: "Mapping[int, Hand]") -> Iterable[str]:
        """What the rules forbid in a record of dealt hands, beyond what playing it through would show."""

    def recorded(self, question: "Question", hand: "Hand") -> "Answer":
        """How the record of a dealt round answers a question to a seat."""


class OddsModule(Protocol):
    """What a game's `odds.py` holds."""

    def odds(self, ask: "Ask") -> "Odds":
        """The exact return of a wager."""

    def strategy(self, ask: "Ask") -> "Strategy":
        """The best decision for every situation, and what each alternative costs; all wagers where none is named."""

    def advice(self, question: "Question", standing: "Standing", setup: Setup) -> "Advice | None":
        """What each answer to this question is worth to the seat that is asked."""

    def figure(self, quantity: str, given: str, ask: "Ask") -> Any:
        """A quantity that a document prints, other than an edge: exact, a Fraction or an integer."""


@dataclass(frozen=True)
class Game:
    """One of `GAMES`, by its id; its folder is `houseway/games/<id with underscores>`."""

    id: str

    @property
    def _package(self) -> str:
        return f"houseway.games.{self.id.replace('-', '_')}"

    @cached_property
    def document(self) -> Document:
        return load(Path(__file__).parent / "games" / self.id.replace("-", "_") / "document.toml")

    @property
    def name(self) -> str:
        return self.document.name

    @cached_property
    def table(self) -> PlayModule:
        return cast(PlayModule, importlib.import_module(f"{self._package}.play"))

    @property
    def dealer_plays(self) -> bool:
        """Whether the dealer has a hand of its own; a game in which players meet only each other says so."""
        return bool(getattr(self.table, "DEALER_PLAYS", True))

    @cached_property
    def odds(self) -> OddsModule:
        with extras_named():
            return cast(OddsModule, importlib.import_module(f"{self._package}.odds"))

    def every_odds(self, settings: Settings, progress: Callable[[float], None] | None = None) -> list["Odds"]:
        """Every paytable at every deck count that it allows; of a wager without paytables, the wager itself."""
        from houseway.lab.result import Ask

        asks = [
            Ask(wager.id, settings.but(decks=decks) if decks else settings, paytable)
            for wager in self.document.wagers
            if wager.analysed
            for paytable, decks in self._tables(wager, settings)
        ]
        results = []
        for number, ask in enumerate(asks, 1):
            results.append(self.odds.odds(ask))
            if progress is not None:
                progress(number / len(asks))
        return results

    def _tables(self, wager: WagerSpec, settings: Settings) -> Iterable[tuple[str, int]]:
        """The paytables of a wager, each with every deck count it allows (0 in a game without decks)."""
        spec = next((spec for spec in settings.specs if spec.id == "decks"), None)
        full = (int(spec.least or 1), int(spec.most or 1)) if spec else (0, 0)
        tables = [table for table in self.document.paytables if table.wager == wager.id]
        for id_, span in [(table.id, table.decks or full) for table in tables] or [("", full)]:
            for decks in range(span[0], span[1] + 1):
                yield id_, decks

    def setup(self, settings: Settings, wagers: Mapping[int, Mapping[str, int]]) -> Setup:
        """Check every seat's wagers (cents by wager id, by seat number); every fault in one sentence."""
        faults = [fault for number, bets in wagers.items() for fault in self.faults(settings, number, bets)]
        most = int(settings["seats"]) if "seats" in settings else len(wagers)
        faults += [f"seat {n}: the seats are numbered 1 to {most}" for n in wagers if not 1 <= n <= most]
        if not wagers:
            faults.append("nobody has made a wager")
        setup = Setup(settings, tuple(Seat(number, dict(bets)) for number, bets in sorted(wagers.items())))
        faults += [] if faults else self.table.check(setup)
        if faults:
            raise IllegalBet("; ".join(faults))
        return setup

    def faults(self, settings: Settings, number: int, bets: Mapping[str, int]) -> Iterable[str]:
        """What is wrong with the wagers of one seat."""
        known = {wager.id: wager for wager in self.document.wagers}
        for id_, cents in bets.items():
            if id_ not in known:
                yield f"seat {number}: {self.name} has no wager {id_!r}; its wagers are {', '.join(known)}"
            elif fault := wager_fault(known[id_], settings, cents):
                yield f"seat {number}: {fault}"
        for wager in known.values():
            if wager.required and wager.id not in bets:
                yield f"seat {number}: every player makes the {wager.name} (clause {wager.clause})"
            if wager.id in bets and wager.needs and not any(other in bets for other in wager.needs):
                others = " or ".join(known[other].name for other in wager.needs)
                yield f"seat {number}: {wager.name} needs {others} (clause {wager.clause})"


def wager_fault(wager: WagerSpec, settings: Settings, cents: int) -> str:
    """What is wrong with this amount on this wager; nothing if it may be made."""
    if wager.offered and not settings.flag(wager.offered):
        return f"{wager.name} is not offered at this table (setting {wager.offered}, clause {wager.clause})"
    least = settings.integer(wager.least) if wager.least else 1
    if wager.least and wager.least == wager.most and cents != least:
        return f"{wager.name} is a fixed wager of {dollars(least)}, not {dollars(cents)} (setting {wager.least})"
    if cents < least:
        return f"{wager.name} of {dollars(cents)} is below the limit of {dollars(least)}"
    most = settings.integer(wager.most) if wager.most else cents
    if cents > most:
        source = next((spec.source for spec in settings.specs if spec.id == wager.most), "")
        return f"{wager.name} of {dollars(cents)} is over the limit of {dollars(most)}" + (
            f" ({source})" if source else ""
        )
    return ""
