"""A game is a value: its document, and what it says of itself in `houseway.hooks`.

`replace(game, document=ours)` is a variant. What anybody may ask of a game stands here, and is checked here once:

    pan = houseway.game("super-pan-9")
    pan.odds("tie", decks=8).edge
    pan.settle("round.toml")
    pan.deal({1: {"main": 2500}}, seed=7)
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.cards import parse_cards
from houseway.document.files import FileText, content_of
from houseway.document.fitting import Fault, Fits, misfits
from houseway.document.model import Document, WagerSpec
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.document.washington import limit_in_words
from houseway.errors import Faulty, HousewayError, IllegalBet, IllegalSetting, UnknownName, cited
from houseway.hooks import Hooks
from houseway.money import dollars, parse_cents
from houseway.round.bonus import with_bonuses
from houseway.round.questions import Round
from houseway.round.ruling import Seat, Setup
from houseway.rule import Rule, carriers_of, rules_of

if TYPE_CHECKING:
    from houseway.dealt import DealtRound
    from houseway.lab.result import Arrangement, Ask, Odds, Strategy
    from houseway.lab.verify import Check
    from houseway.round.record import Settled
    from houseway.simulate.model import Answers, Shoe
    from houseway.simulate.result import Result
    from houseway.simulate.run import Told

Progress = Callable[[float], None] | None
Amount = int | str
"""Cents as a number, or dollars as text."""


class Game(Hooks):
    """A game of cards: what can be asked of any of them. A subclass says what only it knows."""

    @property
    def id(self) -> str:
        return self.document.game

    @property
    def name(self) -> str:
        return self.document.name

    def __repr__(self) -> str:
        return f"<{self.name} ({self.id}): {', '.join(wager.id for wager in self.document.wagers)}>"

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """The packages that the game stands in: its own and, of a variant, those that it builds on."""
        own = [each for each in type(self).__mro__ if issubclass(each, Game) and each is not Game]
        return tuple(dict.fromkeys(each.__module__.rpartition(".")[0] or each.__module__ for each in own))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The functions that compute by a clause."""
        return rules_of(*self.packages)

    @property
    def carriers(self) -> tuple[Rule, ...]:
        """Every function that carries a clause."""
        return carriers_of(*self.packages)

    # ------------------------------------------------------------------------------------------------ variants

    def read_document(self, content: Mapping[str, Any], file: str, fits: Fits | None = None) -> Document:
        """A document that somebody brings to this game, checked whole with the awards that its wagers know.

        `fits` may say what else does not fit.
        """
        from houseway.document.reader import document_from

        def unfit(document: Document) -> Iterator[Fault]:
            yield from misfits(document, self.id, self.awards)
            yield from fits(document) if fits else ()

        return document_from(content, file, unfit)

    def with_document(self, document: Document) -> "Game":
        """The same game by another document."""
        if document.game != self.id:
            raise IllegalSetting(f"this is a document of {document.game!r}, not of {self.id!r}")
        return replace(self, document=document)

    def with_paytable(self, paytable: "Paytable | Path | Mapping[str, Any]") -> "Game":
        """The same game with a paytable of one's own in force: a file, its content, or a paytable."""
        from houseway.document.variants import with_paytable

        if not isinstance(paytable, Paytable):
            paytable = self.read_paytable(paytable)
        return replace(self, document=with_paytable(self.document, paytable))

    def read_paytable(self, paytable: "Path | Mapping[str, Any]") -> Paytable:
        """A paytable of one's own for this game, a file or its content, checked by itself."""
        from houseway.document.paytable_reader import paytable_from
        from houseway.document.reader import read_toml

        content = read_toml(paytable) if isinstance(paytable, Path) else dict(paytable)
        file = paytable.name if isinstance(paytable, Path) else "paytable"
        return paytable_from(content, file, self.document, self.awards(str(content.get("wager"))))

    def with_paytables(self, paytables: Sequence[Paytable]) -> "Game | None":
        """The same game with all of these in force, its document read once; None where one by one tells more."""
        from houseway.document.variants import meet, with_paytables

        if not paytables:
            return self
        if meet(self.document, paytables):
            return None
        try:
            return replace(self, document=with_paytables(self.document, tuple(paytables)))
        except (TypeError, ValueError):
            return None

    def with_pays(self, wager: str, pays: Mapping[str, object], **settings: object) -> "Game":
        """The same game with some pays of the paytable in force changed, by award."""
        from houseway.document.variants import with_pays

        self.document.wager(wager)
        return replace(self, document=with_pays(self.configure(**settings), wager, pays))

    # ------------------------------------------------------------------------------------------------ a round

    def configure(self, given: Mapping[str, object] | None = None, /, **settings: object) -> Settings:
        """The settings with these choices, checked; `tie_bet=True` chooses `tie-bet`. A path stands for its content."""
        chosen = {key.replace("_", "-"): value for key, value in settings.items()}
        values = {
            key: FileText(content_of(value), str(value)) if isinstance(value, Path) else value
            for key, value in {**(given or {}), **chosen}.items()
        }
        try:
            return self._configured(values)
        except Faulty as fault:
            files = {key: value.file for key, value in values.items() if isinstance(value, FileText)}
            raise fault.called(files) from None

    def _configured(self, values: Mapping[str, object]) -> Settings:
        configured = self.document.configure(values)
        for spec in self.document.settings:
            if spec.type == "content" and "\n" in configured.text(spec.id):
                self.read_content(spec.id, configured)
        return configured

    def round(self, setup: Setup) -> Round:
        """The order of play with every wager of the game ruled upon: what drivers drive."""
        return with_bonuses(self.play, self.bonuses)(setup) if self.bonuses else self.play(setup)

    def setup(self, settings: Settings, wagers: Mapping[int, Mapping[str, int]]) -> Setup:
        """Check every seat's wagers (cents by wager id, by seat number); every fault in one sentence."""
        faults = [fault for number, bets in wagers.items() for fault in self.faults(settings, number, bets)]
        most = settings.integer("seats") if "seats" in settings else len(wagers)
        faults += [f"seat {n}: the seats are numbered 1 to {most}" for n in wagers if not 1 <= n <= most]
        if not wagers:
            faults.append("nobody has made a wager")
        setup = setup_of(settings, wagers)
        faults += [] if faults else self.check(setup)
        faults += [] if faults else self._unpaid(setup)
        if faults:
            raise IllegalBet("; ".join(faults))
        return setup

    def _unpaid(self, setup: Setup) -> Iterable[str]:
        """Wagers that none of their paytables allows at this table."""
        for wager in dict.fromkeys(wager for seat in setup.seats for wager in seat.wagers):
            if self.document.paytables_of(wager):
                try:
                    setup.settings.in_force(wager)
                except IllegalSetting as fault:
                    yield str(fault)

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
        for wager, sentence in self.lacking(bets):
            yield f"seat {number}: {cited(sentence, wager.clause)}"

    def lacking(self, wagers: Collection[str]) -> Iterator[tuple[WagerSpec, str]]:
        """What is made only together with others, and is made without them here: each with a sentence."""
        names = {each.id: each.name for each in self.document.wagers}
        for wager in self.document.wagers:
            if wager.id in wagers and wager.needs and not any(other in wagers for other in wager.needs):
                others = " or ".join(names[other] for other in wager.needs)
                yield wager, f"{wager.name} is made only together with {others}"

    def unplayable(self, settings: Settings, number: int, bets: Mapping[str, int]) -> str:
        """Why wagers of a seat, each of them right, can be played in no company: as one that could play with the least
        wagers tells it; nothing where they can be played, or where there is no such company."""
        least, says = least_wagers(self, settings), ""
        seats = settings.integer("seats") if "seats" in settings else 1
        company = {number: bets}
        for other in (0, *range(1, seats + 1)):
            if other == number:
                continue
            company |= {other: least} if other else {}
            try:
                self.setup(settings, company)
            except HousewayError as fault:
                says = says or ("" if self._refuses(settings, {**company, number: least}) else str(fault))
            else:
                return ""
        return says

    def _refuses(self, settings: Settings, wagers: Mapping[int, Mapping[str, int]]) -> bool:
        try:
            self.setup(settings, wagers)
        except HousewayError:
            return True
        return False

    def full_table(self, settings: Settings) -> Setup:
        """Every seat with the least wagers that it must make: what a table has to be able to play. Refused if not."""
        least = least_wagers(self, settings)
        seats = settings.integer("seats") if "seats" in settings else 1
        try:
            return self.setup(settings, dict.fromkeys(range(1, seats + 1), least))
        except HousewayError as fault:
            raise IllegalSetting(str(fault)) from None

    def deal(
        self, wagers: Mapping[int, Mapping[str, Amount]], *, seed: int | None = None, **settings: object
    ) -> "DealtRound":
        """A round to play: from the system's entropy, or the same again from a seed."""
        from houseway.dealt import DealtRound

        cents = {seat: {wager: cents_of(each) for wager, each in bets.items()} for seat, bets in wagers.items()}
        return DealtRound(self, self.setup(self.configure(**settings), cents), seed)

    def settle(self, record: "Path | str | Mapping[str, Any]") -> "Settled":
        """The ruling on a dealt round: its file, its text or its fields."""
        from houseway.round.record import read, settle

        found = read(record, self)
        if found.game.id != self.id:
            raise IllegalBet(f"this is a round of {found.game.name}, not of {self.name}")
        return settle(found)

    # ------------------------------------------------------------------------------------------------ the lab

    def ask(
        self,
        wager: str,
        settings: Settings,
        *,
        paytable: str = "",
        meter: Amount | None = None,
        stake: Amount | None = None,
        hypothetical: bool = False,
        progress: Progress = None,
    ) -> "Ask":
        """A checked question to the lab."""
        from houseway.lab.result import Ask

        if wager:
            spec = self.document.wager(wager)
            if not spec.analysed and not (spec.offered and settings.flag(spec.offered)):
                raise UnknownName(f"{spec.name} has no odds of its own where it is not offered (clause {spec.clause})")
        if paytable and wager and (table := self.document.paytable(paytable)).wager != wager:
            fitting = ", ".join(each.id for each in self.document.paytables_of(wager)) or "none"
            raise UnknownName(f"{paytable} is a paytable of {table.wager}; those of {wager} are: {fitting}")
        return Ask(
            wager,
            settings,
            paytable,
            None if meter is None else cents_of(meter),
            0 if stake is None else cents_of(stake),
            hypothetical,
            progress,
        )

    def odds(
        self,
        wager: str = "",
        *,
        paytable: "str | Path | Mapping[str, Any] | Paytable" = "",
        pays: Mapping[str, object] | None = None,
        meter: Amount | None = None,
        stake: Amount | None = None,
        hypothetical: bool = False,
        progress: Progress = None,
        **settings: object,
    ) -> "Odds":
        """The exact return of a wager, by a printed paytable or one's own, with pays of one's own."""
        asked: dict[str, Any] = {"meter": meter, "stake": stake, "hypothetical": hypothetical, "progress": progress}
        game, ask = self.asking(wager, paytable=paytable, pays=pays, asked=asked, **settings)
        return game.odds_of(ask)

    def asking(
        self,
        wager: str = "",
        *,
        paytable: "str | Path | Mapping[str, Any] | Paytable" = "",
        pays: Mapping[str, object] | None = None,
        asked: Mapping[str, Any] | None = None,
        **settings: object,
    ) -> tuple["Game", "Ask"]:
        """What `odds` asks for, checked and not counted: the game with these pays in force, and the question."""
        game = self
        if not wager:
            raise UnknownName(f"say which wager of {self.name}: {', '.join(each.id for each in self.document.wagers)}")
        if not isinstance(paytable, str):
            game, paytable = self.with_paytable(paytable), ""
        if pays:
            if paytable:
                self.ask(wager, game.configure(**settings), paytable=paytable)  # refused where it is another wager's
                game, paytable = game.with_paytable(game.document.paytable(paytable)), ""
                settings = _but_paytable(settings, wager)
            game, settings = game.with_pays(wager, pays, **settings), _but_paytable(settings, wager)
        return game, game.ask(wager, game.configure(**settings), paytable=paytable, **(asked or {}))

    def odds_of(self, ask: "Ask") -> "Odds":
        """The exact return that is asked for, a bonus wager's counted over all deals of its cards."""
        from houseway.extras import extras_named

        with extras_named():
            for bonus in self.bonuses:
                if bonus.wager == ask.wager:
                    from houseway.lab.deals import bonus_odds

                    return bonus_odds(self.id, bonus, self.pack(ask.settings), ask)
            return self.count(ask)

    def every_odds(self, settings: Settings, progress: Progress = None) -> list["Odds"]:
        """Every paytable at every deck count that it allows; of a wager without paytables, the wager itself."""
        asks = [
            self.ask(wager.id, settings.but(decks=decks) if decks else settings, paytable=paytable)
            for wager in self.document.wagers
            if wager.analysed
            for paytable, decks in self._tables(wager, settings)
        ]
        results = []
        for number, ask in enumerate(asks, 1):
            results.append(self.odds_of(ask))
            if progress is not None:
                progress(number / len(asks))
        return results

    def _tables(self, wager: WagerSpec, settings: Settings) -> Iterator[tuple[str, int]]:
        """The paytables of a wager, each with every deck count it allows (0 in a game without decks)."""
        spec = next((spec for spec in settings.specs if spec.id == "decks"), None)
        full = (int(spec.least or 1), int(spec.most or 1)) if spec else (0, 0)
        tables = self.document.paytables_of(wager.id)
        for id_, span in [(table.id, table.decks or full) for table in tables] or [("", full)]:
            for decks in range(span[0], span[1] + 1):
                yield id_, decks

    def strategy(
        self, wager: str = "", *, paytable: str = "", progress: Progress = None, **settings: object
    ) -> "Strategy":
        """The best decision for every situation, and what each alternative costs."""
        from houseway.extras import extras_named

        with extras_named():
            return self.plan(self.ask(wager, self.configure(**settings), paytable=paytable, progress=progress))

    def set(self, cards: str, dealer: str = "", *, top: int = 5, **settings: object) -> "Arrangement":
        """How to set a hand: the house's way and the best ways, the best first."""
        from houseway.extras import extras_named

        with extras_named():
            return self.arrange(parse_cards(cards), self.configure(**settings), parse_cards(dealer), top)

    def simulate(
        self,
        *wagers: str,
        strategy: "str | Path | Answers" = "best",
        rounds: int = 0,
        until_error: float = 0.0,
        seats: int = 0,
        shoe: "Shoe | None" = None,
        seed: int | None = None,
        resume: Path | None = None,
        tell: "Callable[[Told], None] | None" = None,
        **settings: object,
    ) -> "Result":
        """Rounds dealt by chance: the edge of each wager with its error, beside the exact figure."""
        from houseway.extras import extras_named

        with extras_named():
            from houseway.simulate import simulate

            return simulate(
                self,
                self.configure(**settings),
                wagers=wagers,
                strategy=strategy,
                rounds=rounds,
                until_error=until_error,
                seats=seats,
                shoe=shoe,
                seed=seed,
                resume=resume,
                tell=tell,
            )

    def verify(self, progress: Progress = None) -> list["Check"]:
        """Every figure that the document prints, computed."""
        from houseway.extras import extras_named

        with extras_named():
            from houseway.lab.verify import checks

            return list(checks(self, progress))


def _but_paytable(settings: Mapping[str, object], wager: str) -> dict[str, object]:
    """Settings without the choice of a wager's paytable: another one stands in its place, in force by default."""
    return {key: value for key, value in settings.items() if key.replace("_", "-") != f"{wager}-paytable"}


def cents_of(amount: Amount) -> int:
    """Cents: a number is cents already, text is dollars."""
    if isinstance(amount, bool) or not isinstance(amount, int | str):
        raise IllegalBet(f'{amount!r} is no amount: write cents as a number, or dollars as text, as in "25.00"')
    return amount if isinstance(amount, int) else parse_cents(amount)


def least_wagers(game: Game, settings: Settings) -> dict[str, int]:
    """The least wagers with which a seat plays: those that it must make or, where none is, the first on offer."""
    before = [each for each in game.document.wagers if each.before_deal]
    offered = [each for each in before if not each.needs and each.on_offer(settings)]
    least = [each for each in before if each.required] or offered[:1]
    return {wager.id: settings.integer(wager.least) if wager.least else 1_00 for wager in least}


def unit_of(game: Game, setup: Setup, seat: int) -> int:
    """The cents that advice counts in: the table's unit, else the wager that a seat must make, else its first."""
    if "unit" in setup.settings:
        return setup.settings.integer("unit")
    wagers = next(each.wagers for each in setup.seats if each.number == seat)
    made = sorted((each for each in game.document.wagers if each.id in wagers), key=lambda each: not each.required)
    return wagers[made[0].id]


def setup_of(settings: Settings, wagers: Mapping[int, Mapping[str, int]]) -> Setup:
    """A round with these wagers, which were checked when they were made: what is on record is not judged again."""
    return Setup(settings, tuple(Seat(number, dict(bets)) for number, bets in sorted(wagers.items())))


def wager_fault(wager: WagerSpec, settings: Settings, cents: int) -> str:
    """What is wrong with this amount on this wager; nothing if it may be made."""
    if not wager.on_offer(settings):
        chosen = wager.offered
        return f"{wager.name} is not offered at this table (setting {chosen}, clause {wager.clause})"
    least = settings.integer(wager.least) if wager.least else 1
    if wager.least and wager.least == wager.most and cents != least:
        chosen = wager.least
        return f"{wager.name} is a fixed wager of {dollars(least)}, not {dollars(cents)} (setting {chosen})"
    if cents < least:
        return f"{wager.name} of {dollars(cents)} is below the limit of {dollars(least)}"
    most = settings.integer(wager.most) if wager.most else cents
    if cents > most:
        return f"{wager.name} of {dollars(cents)} is over {limit_in_words(settings, wager.most)}"
    return ""
