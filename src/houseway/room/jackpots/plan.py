"""How a jackpot is run: what it starts from, what a wager adds to the display and to the reserve, its maximum."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.money import dollars

OPEN, FROZEN, SUSPENDED, SEIZED, CLOSED = STATES = ("open", "frozen", "suspended", "seized", "closed")
"""Whether wagers are taken: only while it is open."""

CUSTOMS = ("jackpot-kind", "jackpot-order", "jackpot-sharing", "jackpot-reseed")
"""The settings that say how several winners are paid."""

HOUSE, PROGRESSIVE = KINDS = ("house", "progressive")


class Plan(NamedTuple):
    """The operator's choices for one jackpot; amounts in cents, rates of the wager."""

    kind: str = PROGRESSIVE
    seed: int = 0
    increment: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    """What a wager adds to the funds that are not displayed."""

    maximum: int = 0
    """The most that is displayed; what comes in beyond it goes to the reserve. 0 where there is none."""

    practice: bool = True
    """Of a practice table: awards are paid at once and nothing is verified."""

    link: str = ""
    """What tables that share the meter must have in common."""

    def json(self) -> dict[str, Any]:
        return self._asdict() | {"increment": str(self.increment), "reserve": str(self.reserve)}

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Plan":
        rates = {"increment": Fraction(given["increment"]), "reserve": Fraction(given["reserve"])}
        return cls(**{**given, **rates})

    def faults(self, name: str) -> list[str]:
        """What is wrong with it; nothing if it can be run."""
        found = []
        if self.kind == HOUSE and (self.increment or self.reserve or self.seed or self.maximum):
            found.append(f"{name}: a house jackpot never grows: leave out seed, increment, reserve and maximum")
        if self.kind == PROGRESSIVE and self.increment <= 0:
            found.append(f"{name}: a progressive that cannot grow is not one: set its increment above 0%")
        if self.maximum and self.maximum <= self.seed:
            found.append(
                f"{name}: its maximum of {dollars(self.maximum)} leaves it nothing to grow above its seed of "
                f"{dollars(self.seed)}"
            )
        if self.increment + self.reserve > 1:
            found.append(f"{name}: increment and reserve together are more than the wager")
        return found


def takes_more(plan: Plan, state: str) -> bool:
    """Whether players' money of another jackpot may come to one: a progressive of the house's that goes on."""
    return plan.kind != HOUSE and not plan.practice and state in (OPEN, SUSPENDED)


def practice_plan(game: Game, settings: Settings, wager: str) -> Plan:
    """The plan of a practice table's meter: what its settings say."""
    return Plan(seed=game.seeds(settings)[wager], increment=game.accrual(wager, 1, settings))


def set_otherwise(plan: Plan, game: Game, settings: Settings, wager: str) -> str:
    """Where a progressive starts from something else, or grows otherwise, than the settings of its table tell.

    A practice table's plan is all in them; a rate has nine digits there, as the room's file writes it.
    """
    if wager not in game.seeds(settings):
        return ""
    told = practice_plan(game, settings, wager)
    if plan.practice and plan != told:
        return "its plan is another than that of a practice table so set"
    says = [f"{dollars(each.seed)} and {float(100 * each.increment):.9g}%" for each in (plan, told)]
    return "" if says[0] == says[1] else f"seed and increment are {says[0]}, and the table is set to {says[1]}"


def link_key(game: Game, settings: Settings, wager: str) -> str:
    """What two tables must share to feed one meter: the game and all that the wager and its odds rest on."""
    paytable = settings.in_force(wager)
    rows = ", ".join(f"{row.award} {row.pay}" for row in paytable.rows)
    own = {key: value for key, value in settings.show().items() if _bears_on(key, wager)}
    return f"{game.id}; {wager}; {rows}; {'; '.join(f'{key}={value}' for key, value in own.items())}"


def odds_key(game: Game, settings: Settings, wager: str) -> str:
    """The hands that win of the meter, how likely each is, exactly, and what a wager and a winner's turn rest on."""
    stake = settings.integer(game.document.wager(wager).most)
    odds = game.odds_of(game.ask(wager, settings, meter=100_00, stake=stake))
    shares = [(each.terms.award, each.terms.share, Fraction(each.combinations, odds.total)) for each in odds.outcomes]
    won = "; ".join(f"{award} {share} {chance}" for award, share, chance in sorted(shares) if share)
    customs = "; ".join(settings.show().get(key, "") for key in CUSTOMS)
    return f"{stake}; {won}; {customs}"


def _bears_on(key: str, wager: str) -> bool:
    """Whether a setting may change how a jackpot is won, fed or paid."""
    own = key.startswith(f"{wager}-") and key not in (f"{wager}-meter", f"{wager}-paytable")
    return own or key in ("decks", *CUSTOMS)
