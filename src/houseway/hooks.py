"""What a game says of itself: every hook, typed, with what holds where a game says nothing.

A game is a subclass of `houseway.game.Game`, which inherits these. `pack` and `play` every game must have; the rest has
a default. What belongs to the lab (`count` and below) imports it when it is called: a table needs no compiler.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from houseway.cards import mask
from houseway.document.model import Document
from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.errors import IllegalRound, UnknownName
from houseway.poker import describe, value
from houseway.round.bonus import Bonus
from houseway.round.explanation import Reason
from houseway.round.questions import Answer, Irregularity, Question, Round, Standing, default_of
from houseway.round.ruling import Payout, Setup

if TYPE_CHECKING:
    from houseway.lab.deals import Deals
    from houseway.lab.joint import Ends
    from houseway.lab.result import Advice, Arrangement, Ask, Odds, Strategy
    from houseway.lab.workshop import Workshop
    from houseway.round.record import Hand, Record
    from houseway.simulate.model import Plan, Simulation


class PilesInWords(NamedTuple):
    """What each pile of a hand makes while it is being set, and why the setting is a foul; "" where it is none."""

    says: tuple[str, ...]
    foul: str


class HouseWay(NamedTuple):
    """What the house does with its own cards: sets them into piles or, where it sets none, draws or stands; and why."""

    piles: Mapping[str, tuple[int, ...]]
    draws: bool
    why: str
    clause: str


class Score(NamedTuple):
    """What is scored for what, in units of the table, and the clause."""

    label: str
    units: int
    clause: str


class HandInPlay(NamedTuple):
    """One of the hands that a seat has split into: what it amounts to, the cents on it, whether it is played now."""

    cards: tuple[int, ...]
    note: str
    stake: int
    playing: bool


@dataclass(frozen=True)
class Hooks:
    """The document, and what only this game knows."""

    document: Document

    how_to_play: ClassVar[tuple[str, ...]] = ()
    """The game in a few sentences for who has never played it."""

    dealer_plays: ClassVar[bool] = True
    """Whether the dealer has a hand of its own, or the players meet only each other."""

    bots_think: ClassVar[bool] = False
    """Whether `bot` takes its time: a card room that is served has it think in a process of its own."""

    advice_compiles_long: ClassVar[bool] = False
    """Whether the code behind `advise` compiles for ten seconds or more: other games do not wait for it."""

    played_out: ClassVar[tuple[str, ...]] = ()
    """Wagers that no fixed number of cards decides: the lab counts nothing of what the cards that are gone change."""

    in_parts: ClassVar[tuple[str, ...]] = ()
    """Wagers with paytables whose ends do not stand apart, each with its own pay: none is looked for."""

    advised_too: ClassVar[tuple[str, ...]] = ()
    """The wagers that `advise` counts besides the one that a seat must make; pages say what it leaves out."""

    slow_odds: ClassVar[tuple[str, ...]] = ()
    """The wagers whose exact return takes minutes: they are computed where somebody asks for them."""

    options_in_words: ClassVar[Mapping[str, str]] = {}
    """What a person reads for an option that they may choose, where its own word says too little."""

    choices: ClassVar[tuple[str, ...]] = ()
    """Every option that a seat may be asked to choose, in an order that stays: a learner's actions."""

    bonuses: ClassVar[tuple[Bonus, ...]] = ()
    """Wagers that a few dealt cards decide, ruled upon and counted beside those of `play`."""

    seats_settled_by: ClassVar[str] = ""
    """The clause that says in which order seats are settled, which is that of the ruling; "" where none does."""

    reconciled_by: ClassVar[str] = ""
    """The clause by which wagers that are reconciled in mid-round are settled before the others; "" where none are."""

    seat_fields: ClassVar[Mapping[str, str]] = {}
    dealer_fields: ClassVar[Mapping[str, str]] = {}
    round_fields: ClassVar[Mapping[str, str]] = {}
    """What a record may tell of a seat, of the dealer and of the round beyond cards and wagers, each with its kind:
    `cards`, `flag`, `money`, `words` or `integer`."""

    def __post_init__(self) -> None:
        """A bonus is one of the document's wagers."""
        for bonus in self.bonuses:
            self.document.wager(bonus.wager)

    def content(self, setting: str, value: str) -> str:
        """The file that a named value of a setting of content stands for, to start one's own from; "" for none."""
        del setting, value
        return ""

    # ------------------------------------------------------------------------------------------------ at the table

    def pack(self, settings: Settings) -> tuple[int, ...]:
        """All cards of the shoe, in the order of a new pack."""
        raise NotImplementedError

    def play(self, setup: Setup) -> Round:
        """The order of play."""
        raise NotImplementedError

    def check(self, setup: Setup) -> Iterable[str]:
        """What is wrong with this combination of settings and seats; nothing if it can be played."""
        del setup
        return ()

    def bot(self, question: Question, standing: Standing, setup: Setup) -> Answer:
        """Sensible play for a seat that nobody sits at: quick, and from what that seat may see."""
        del standing, setup
        return default_of(question)

    def posted(self, settings: Settings) -> Mapping[str, Paytable]:
        """The paytables that hang on the wall: of each wager the one in force."""
        tables = {wager.id: settings.paytable(wager.id) for wager in self.document.wagers}
        return {wager: table for wager, table in tables.items() if table is not None}

    def scores(self, settings: Settings) -> Sequence[Score]:
        """The scoring that hangs on the wall, where players score in units of the setting `unit`."""
        del settings
        return ()

    def commission(self, wager: str, settings: Settings) -> Fraction:
        """What the house keeps of the winnings of a wager, by the terms on which it ends."""
        del wager, settings
        return Fraction(0)

    def read_content(self, setting: str, settings: Settings) -> None:
        """Read the content of one's own that a setting has; refused with all its faults. Nothing where none is read."""

    def awards(self, wager: str) -> tuple[str, ...]:
        """The awards that a paytable of this wager may have rows for: those of the document, in any version of it."""
        tables = [table for each in self.document.versions for table in each.paytables_of(wager)]
        return tuple(dict.fromkeys(row.award for table in tables for row in table.rows))

    # ------------------------------------------------------------------------------------------------ jackpot meters

    def seeds(self, settings: Settings) -> Mapping[str, int]:
        """The wagers that feed a progressive meter at this table, each with the cents that its meter starts from."""
        del settings
        return {}

    def accrual(self, wager: str, stake: int, settings: Settings) -> Fraction:
        """The cents, broken ones too, that a wager adds to its meter."""
        del wager, stake, settings
        return Fraction(0)

    def displaying(self, settings: Settings, meters: Mapping[str, int]) -> Settings:
        """The settings of a round that begins with these amounts on the meters."""
        return settings.but(**{f"{wager}-meter": cents for wager, cents in meters.items()})

    def displayed(self, settings: Settings) -> Mapping[str, int]:
        """The amounts on the meters when the round began, its wagers included: what `displaying` has put there."""
        return {wager: settings.integer(f"{wager}-meter") for wager in self.seeds(settings)}

    # ------------------------------------------------------------------------------------------------ what is shown

    def note(self, place: int, cards: Sequence[int], setup: Setup) -> str:
        """What the cards of a place amount to, in a word or two."""
        del place, cards, setup
        return ""

    def prizes(self, settings: Settings) -> Mapping[str, int]:
        """Prizes that are displayed at the table and fed by no wager: cents by wager."""
        del settings
        return {}

    def notice(self, settings: Settings) -> str:
        """What must be displayed beside the prizes."""
        del settings
        return ""

    def dealer_piles(self, cards: Sequence[int], setup: Setup) -> Mapping[str, Sequence[int]] | None:
        """How the dealer sets these cards; None where they are not set."""
        del cards, setup
        return None

    def house_way(self, cards: Sequence[int], settings: Settings) -> HouseWay | None:
        """What the house's fixed way does with these cards of the dealer; None where they leave it nothing to do."""
        del cards, settings
        return None

    def hands(self, standing: Standing, seat: int, setup: Setup) -> Sequence[HandInPlay]:
        """The hands of a seat that has split; nothing where it has one."""
        del standing, seat, setup
        return ()

    def piles_in_words(self, piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
        """What piles make while they are being set: poker's names where the game has no others."""
        del settings
        return PilesInWords(tuple(describe(value(mask(p), 0)) if 0 < len(p) <= 5 else "" for p in piles), "")

    def reasons(self, payout: Payout, standing: Standing, setup: Setup) -> Iterable[Reason]:
        """What was compared to come to this payout, from the round as it ended; never of a void hand."""
        del payout, standing, setup
        return ()

    # ------------------------------------------------------------------------------------------------ records

    def recorded(self, question: Question, hand: "Hand") -> Answer:
        """How the record of a dealt round answers a question to a seat."""
        raise IllegalRound(f"{hand.who}: a record of {self.document.name} does not answer {question}")

    def impossible(self, hands: "Mapping[int, Hand]") -> Iterable[str]:
        """What the rules forbid in a record of dealt hands, beyond what playing it through would show."""
        del hands
        return ()

    def irregular(self, hands: "Mapping[int, Hand]") -> Iterable[Irregularity]:
        """The irregularities that recorded cards show by themselves, such as a short hand."""
        del hands
        return ()

    def remarks(self, record: "Record") -> Iterable[str]:
        """What there is to say of a record besides its ruling, such as that the house's hand was misset."""
        del record
        return ()

    def examples(self) -> Iterable[Mapping[str, Any]]:
        """Records of rounds that reach rows which random play does not: `houseway conform` asks for them."""
        return ()

    # ------------------------------------------------------------------------------------------------ the lab

    def count(self, ask: "Ask") -> "Odds":
        """The exact return of a wager; `Game.odds` has checked what is asked."""
        raise UnknownName(f"{self.document.name} has no analysis of {ask.wager!r}")

    def plan(self, ask: "Ask") -> "Strategy":
        """The best decision for every situation, and what each alternative costs; all wagers where none is named."""
        raise UnknownName(f"{self.document.name} has no strategy to show for {ask.wager or 'any wager'}")

    def advise(self, question: Question, standing: Standing, setup: Setup) -> "Advice | None":
        """What each answer to this question is worth to the seat that is asked."""
        del question, standing, setup
        return None

    def arrange(
        self, cards: Sequence[int], settings: Settings, dealer: Sequence[int] = (), top: int = 5
    ) -> "Arrangement":
        """How to set a hand: the house's way and the best ways."""
        del cards, settings, dealer, top
        raise UnknownName(f"hands are not set in {self.document.name}: there is nothing to arrange")

    def solve(
        self,
        name: str,
        into: Path,
        *,
        seed: int,
        hands: int,
        fresh: int,
        progress: Callable[[float], None] | None = None,
    ) -> Mapping[str, Any]:
        """Find a strategy of this name for a game without a house, measure it and store it; "" names the usual one.

        What is known of it, ready for JSON: its `name`, `passes`, and the `exploitability` (`gain`, `low` and `high`
        in units a hand, on so many fresh `hands`).
        """
        del name, into, seed, hands, fresh, progress
        raise UnknownName(
            f"{self.document.name} is played against the house: ask `houseway strategy {self.document.game}`"
        )

    def simulation(self, plan: "Plan") -> "Simulation | None":
        """How rounds are drawn in millions: a kernel around the rules; None where the order of play is gone through."""
        del plan
        return None

    def simulated_wagers(self, settings: Settings) -> tuple[str, ...]:
        """The wagers that a simulation makes where none is named: all that are offered and analysed."""
        wagers = (wager for wager in self.document.wagers if wager.analysed)
        return tuple(wager.id for wager in wagers if wager.on_offer(settings))

    def simulated_seats(self, wagers: Sequence[str], settings: Settings) -> int:
        """How many seats a simulation of these wagers has where nobody says."""
        del wagers, settings
        return 1

    def deals(self, ask: "Ask") -> "Deals":
        """Every deal that decides a wager, by the kinds of its cards: what counting cards that are gone rests on."""
        from houseway.lab.deals import bonus_deals

        for bonus in self.bonuses:
            if bonus.wager == ask.wager:
                return bonus_deals(bonus, self.pack(ask.settings), ask)
        raise UnknownName(
            f"{self.document.name}: no fixed number of cards from a shoe that is dealt on decides {ask.wager}, "
            "so there is nothing to count"
        )

    def read_otherwise(self, ask: "Ask", ruling: str, reading: str) -> "Odds | None":
        """The return of a wager with one clause read as no setting says; None where that is not counted."""
        del ask, ruling, reading
        return None

    def readings_part(self, ruling: str) -> Mapping[str, object]:
        """The settings at which the readings of a ruling come to different ends, where the default ones hide it."""
        del ruling
        return {}

    def together(
        self, wagers: Sequence[str], settings: Settings, progress: Callable[[float], None] | None = None
    ) -> "Ends":
        """How several wagers of one seat end together, and in how many ways."""
        del settings, progress
        raise UnknownName(f"{self.document.name} does not count {' and '.join(wagers)} together")

    def workshop(
        self, settings: Settings, others: Sequence[str] = (), progress: Callable[[float], None] | None = None
    ) -> "Workshop":
        """The house way of the settings line by line, with the lines of other ways at hand, by name or content."""
        del settings, others, progress
        raise UnknownName(f"{self.document.name} has no house way that is a list of lines")

    def figure(self, quantity: str, given: str, ask: "Ask") -> Any:
        """A quantity that a document prints, other than an edge: exact, a Fraction or an integer."""
        del given, ask
        raise UnknownName(f"{self.document.name} has no quantity {quantity!r}")
