"""The return tables of a package: each with its counts, its figures, and the command that gives them."""

import csv
import io
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from houseway.document.settings import Settings
from houseway.errors import HousewayError, IllegalSetting, UnknownName
from houseway.game import Game, Progress
from houseway.lab.deals import Deals
from houseway.lab.readings import takes_long
from houseway.lab.result import Odds, on_offer, ratio
from houseway.lab.whatif import Worth, switches


class ReturnTable(NamedTuple):
    """One wager by one paytable at one number of decks; `deals` where a few cards decide it."""

    id: str
    name: str
    odds: Odds
    command: str
    deals: Deals | None

    def json(self) -> dict[str, Any]:
        """As `counts.json` tells it: exact, every fraction as `p/q`."""
        odds = self.odds
        hits, variance = odds.hit_frequency, odds.variance
        return {
            "id": self.id,
            "name": self.name,
            "wager": odds.wager,
            "paytable": odds.paytable,
            "decks": odds.decks,
            "command": self.command,
            "method": odds.method,
            "total": str(odds.total),
            "outcomes": [
                {"award": each.award, "pays": _exact(each.pays), "combinations": str(each.combinations)}
                for each in odds.outcomes
            ],
            "edge": _exact(odds.edge),
            "stands_apart": odds.stands_apart,
            "law": _law(odds),
            "hit_frequency": _exact(hits) if odds.law is not None else None,
            "variance": _exact(variance) if odds.law is not None else None,
            "standard_deviation": None if variance is None else sqrt(variance),
            "skewness": odds.skewness,
            "n0": None if odds.n_zero is None else float(odds.n_zero),
            "notes": list(odds.notes),
        }

    def csv(self) -> str:
        """The same rows, for whoever has no use for JSON."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["award", "pays", "combinations"])
        for each in self.odds.outcomes:
            writer.writerow([each.award, _exact(each.pays), each.combinations])
        return text.getvalue()


def _exact(value: Fraction | float | None) -> str | None:
    return ratio(value) if isinstance(value, Fraction) else None


def _law(odds: Odds) -> list[list[str]] | None:
    """What one unit wins in a round, each amount with its chance, where that is counted and the outcomes do not say."""
    if odds.stands_apart or odds.law is None:
        return None
    return [[ratio(pays), ratio(chance)] for pays, chance in odds.law.items()]


def deals_json(deals: Deals) -> dict[str, Any]:
    """Every deal that decides a wager, for a recount: kinds, how many the shoe holds, each set's orders by award."""
    return {
        "kinds": list(deals.kinds),
        "counts": list(deals.counts),
        "deals": [[list(cards), dict(sorted(ends.items()))] for cards, ends in sorted(deals.ends.items())],
    }


class Scope(NamedTuple):
    """The wagers that a package is about, and those of the game that it leaves out, each with the reason."""

    wagers: tuple[str, ...]
    left: Mapping[str, str]


def scope_of(game: Game, settings: Settings, wagers: Sequence[str] = (), *, slow: bool = False) -> Scope:
    """The wagers that are named; or all that are offered but for the slow ones, unless these are all there is."""
    for wager in wagers:
        game.document.wager(wager)
    if wagers:
        return Scope(tuple(wagers), {})
    left = {each.id: NOT_OFFERED for each in game.document.wagers if not (each.analysed and on_offer(each, settings))}
    offered = [each.id for each in game.document.wagers if each.id not in left]
    late = [] if slow else [wager for wager in offered if takes_long(game, wager)]
    if len(late) < len(offered):
        left |= dict.fromkeys(late, TAKES_LONG)
    chosen = tuple(wager for wager in offered if wager not in left)
    if not chosen:
        raise UnknownName(f"{game.name} has no wager on offer at these settings: name one to report on")
    return Scope(chosen, {each.id: left[each.id] for each in game.document.wagers if each.id in left})


TAKES_LONG = "it takes minutes to count; name it, or give --slow"
NOT_OFFERED = "it is not on offer at these settings"


def tables_of(
    game: Game,
    settings: Settings,
    wagers: Sequence[str] = (),
    *,
    every: bool = False,
    slow: bool = False,
    progress: Progress = None,
) -> list[ReturnTable]:
    """The wagers of the scope, by the paytable in force or by all."""
    chosen = scope_of(game, settings, wagers, slow=slow).wagers
    asks = [(wager, paytable) for wager in chosen for paytable in _paytables(game, settings, wager, every)]
    found = []
    for number, (wager, paytable) in enumerate(asks, 1):
        found.append(_table(game, settings, wager, paytable))
        if progress is not None:
            progress(number / len(asks))
    return found


def _paytables(game: Game, settings: Settings, wager: str, every: bool) -> Iterator[str]:
    tables = [table.id for table in game.document.paytables_of(wager) if table.allows(settings.decks)]
    yield from tables if every and tables else [""]


def _table(game: Game, settings: Settings, wager: str, paytable: str) -> ReturnTable:
    ask = game.ask(wager, settings, paytable=paytable)
    odds = game.odds_of(ask)
    if odds.edge is None:
        raise IllegalSetting(f"{wager}: its edge depends on the meter; set one")
    name = game.document.wager(wager).name
    id_ = re.sub(r"[^a-z0-9]+", "-", f"{wager} {odds.paytable or ''}".lower()).strip("-")
    return ReturnTable(id_, name, odds, command_of(settings, odds), _deals(game, ask, odds))


def _deals(game: Game, ask: Any, odds: Odds) -> Deals | None:
    """The deals behind a wager; nothing where none are counted so, or where they are of another question."""
    try:
        deals = game.deals(ask)
    except HousewayError:
        return None
    return deals if -deals.value(deals.counts) == odds.edge else None


class Worths(NamedTuple):
    """What every other rule is worth to a wager, and the command that tells it."""

    name: str
    worths: Sequence[Worth]
    command: str


def worths_of(game: Game, table: ReturnTable, progress: Progress = None) -> Worths:
    """The rules as switches, at the settings of a table."""
    odds = table.odds
    base = dict(_chosen(odds.settings))
    words = ["houseway", "what-if", odds.game, odds.wager]
    words += [word for key, value in base.items() for word in ("--from", f"{key}={value}")]
    return Worths(table.name, switches(game, odds.wager, base, progress), shlex.join([*words, "--each"]))


def command_of(settings: Settings, odds: Odds) -> str:
    """The command that gives a table."""
    known = {table.id for table in settings.document.paytables}
    words = ["houseway", "odds", settings.document.game, odds.wager]
    words += ["--paytable", odds.paytable] if odds.paytable in known and odds.paytable else []
    sets = [word for key, value in _chosen(settings) for word in ("--set", f"{key}={value}")]
    return shlex.join([*words, *sets, "--json"])


def _chosen(settings: Settings) -> Iterator[tuple[str, str]]:
    """The settings that are not the document's own."""
    shown: Mapping[str, str] = settings.show()
    for spec in settings.specs:
        if settings[spec.id] != spec.default and shown[spec.id] != spec.follows:
            yield spec.id, shown[spec.id]
