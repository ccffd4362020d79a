"""Progressive meters: they grow with each wager, fall only for a lawful reason, and a ruling says what it did to them.

Which wagers feed a meter, from what it starts and what a wager adds, the game says (`seeds`, `accrual`); what comes off
it, its payouts say. The exact amount is a fraction of a cent: whole cents are displayed, and the rest is carried.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from houseway.document.model import Document
from houseway.document.settings import Settings
from houseway.errors import IllegalRound
from houseway.money import dollars
from houseway.round.ruling import Ruling, Setup

if TYPE_CHECKING:
    from houseway.hooks import Hooks

SEED, ACCRUAL = "seed", "accrual"
WON, MALFUNCTION, MAXIMUM, NOT_DISPLAYED, RECOVERED = REDUCTIONS = (
    "won",
    "malfunction",
    "maximum",
    "not displayed",
    "seed recovered",
)
"""The only reasons for which a meter is reduced (WAC 230-15-695)."""

VOIDED, CORRECTED = REVERSALS = ("void", "correction")
"""What takes back what a round did to a meter."""


class Change(NamedTuple):
    """A change of a meter: its wager, the whole cents that the display moved by, and why."""

    wager: str
    cents: int
    what: str


class Meters:
    """The meters of one table: exact amounts by wager."""

    fault: ClassVar[type[Exception]] = IllegalRound
    """What is raised where a meter would move as it may not."""

    def __init__(self, game: "Hooks", exact: Mapping[str, Fraction]) -> None:
        self._game = game
        self.exact = dict(exact)

    @property
    def displayed(self) -> dict[str, int]:
        """Whole cents, as displayed."""
        return {wager: int(amount) for wager, amount in self.exact.items()}

    def settings(self, settings: Settings) -> Settings:
        """The settings of a round that begins with the amounts that are displayed now."""
        return self._game.displaying(settings, self.displayed) if self.exact else settings

    def change(self, wager: str, amount: Fraction, what: str) -> Change:
        """Change a meter, for a lawful reason."""
        if amount < 0 and what not in (*REDUCTIONS, VOIDED):
            raise self.fault(f"a meter does not fall for {what!r}: only for {', '.join(REDUCTIONS)}")
        before = self.exact.get(wager, Fraction(0))
        after = before + amount
        if after < 0:
            raise self.fault(f"the meter of {wager} cannot fall below nothing")
        self.exact[wager] = after
        return Change(wager, int(after) - int(before), what)

    def feed(self, wagers: Iterable[Mapping[str, int]], settings: Settings) -> list[Change]:
        """Each wager of a round adds its share."""
        return [
            self.change(wager, self._game.accrual(wager, bets[wager], settings), ACCRUAL)
            for bets in wagers
            for wager in tuple(self.exact)
            if wager in bets
        ]

    def paid(self, ruling: Ruling) -> None:
        """What the payouts take off the meters, less what the meters are given anew for it; a broken cent stays."""
        off: Counter[str] = Counter()
        for payout in ruling:
            if payout.metered or payout.seeded:
                off[payout.wager] += payout.metered - payout.seeded
        for wager, cents in off.items():
            if wager not in self.exact:
                raise self.fault(f"{wager} is paid from a meter that this table does not have")
            self.change(wager, Fraction(-cents), WON)

    def take_back(self, ruling: Ruling, settings: Settings) -> list[Change]:
        """What the wagers of void hands had added, as far as it is above the seed.

        What winners of the round were shown, and took, is theirs: the house makes it good, and no meter falls below
        its seed for it.
        """
        changes, seeds = [], self._game.seeds(settings)
        for wager, stake in [(p.wager, p.stake) for p in ruling if p.award == "void" and p.wager in self.exact]:
            spare = max(Fraction(0), self.exact[wager] - seeds.get(wager, 0))
            added = self._game.accrual(wager, stake, settings)
            changes.append(self.change(wager, -min(added, spare), VOIDED))
        return changes


def started(game: "Hooks", settings: Settings, given: Container[str] = ()) -> Meters:
    """The meters of a new table: each shows what is set for it, or else its seed; `given` are the settings chosen."""
    shown = game.displayed(settings)
    seeds = game.seeds(settings)
    keys = {wager: f"{wager}-meter" for wager in shown}
    unset = {wager for wager, key in keys.items() if key not in given and settings[key] == settings.spec(key).default}
    return Meters(game, {wager: Fraction((seeds if wager in unset else shown)[wager]) for wager in shown})


class Moved(NamedTuple):
    """What a round did to a meter, in cents.

    `displayed` is what it showed with the wagers of the round, `off` what winners took, `seeded` what it was given anew
    for it, `taken_back` what the wagers of void hands had added, and `after` what it shows after the round.
    """

    wager: str
    displayed: int
    off: int
    seeded: int
    taken_back: int
    after: int

    def in_words(self, document: Document) -> str:
        """The same as a sentence."""
        spec = document.wager(self.wager)
        parts = [f"{dollars(self.off)} came off it" if self.off else "nothing came off it"]
        if self.seeded:
            parts.append(f"it was seeded with {dollars(self.seeded)}")
        if self.taken_back:
            parts.append(f"{dollars(self.taken_back)} that void wagers had added was taken back")
        *most, last = parts
        told = f"{', '.join(most)} and {last}" if most else last
        shows = f"The meter of the {spec.name} showed {dollars(self.displayed)}"
        return f"{shows}; {told}. After the round it shows {dollars(self.after)} (clause {spec.clause})."

    def json(self) -> dict[str, int]:
        """The one JSON form, without the wager."""
        return {f"{key}_cents": cents for key, cents in self._asdict().items() if key != "wager"}


def moved(game: "Hooks", setup: Setup, ruling: Ruling) -> Iterator[Moved]:
    """What a round did to each progressive meter of its table.

    A record tells whole cents: what a meter carried beyond them shows in no figure here.
    """
    meters = Meters(game, {wager: Fraction(cents) for wager, cents in game.displayed(setup.settings).items()})
    before = meters.displayed
    meters.paid(ruling)
    paid = meters.displayed
    meters.take_back(ruling, setup.settings)
    for wager, after in meters.displayed.items():
        own = [payout for payout in ruling if payout.wager == wager]
        off, seeded = sum(payout.metered for payout in own), sum(payout.seeded for payout in own)
        yield Moved(wager, before[wager], off, seeded, paid[wager] - after, after)


def displayed_in(game: "Hooks", settings: Settings) -> list[str]:
    """The settings that tell what meters display: others may feed or win these while a round is played."""
    told = game.displayed(settings)
    if not told:
        return []
    before, after = settings.show(), game.displaying(settings, {w: cents + 1 for w, cents in told.items()}).show()
    return sorted(key for key in before if before[key] != after[key])
