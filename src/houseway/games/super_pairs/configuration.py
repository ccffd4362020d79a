"""A table's configuration checked whole against the document, and each seat's wagers against the configuration.

That all jackpots of a table are of one kind, and that a sensor serves one game, needs no check: one setting names the
kind for all, and each jackpot that is offered has a sensor of its own.
"""

from collections.abc import Iterable, Iterator, Mapping

from houseway.document import Paytable
from houseway.games.super_pairs.bonuses import suited_three_barred
from houseway.games.super_pairs.jackpots import JACKPOTS
from houseway.games.super_pairs.paying import DOCUMENT, FELT, SENSORS, allows, meters_of, paytable_of, paytables_of
from houseway.rule import enforces
from houseway.round.ruling import Seat, Setup
from houseway.document.settings import Settings
from houseway.document.washington import games_faults

BONUSES = (*FELT, "bust-bonus")


def check(setup: Setup) -> Iterator[str]:
    """Everything that is wrong with a table's configuration and with the wagers of its seats."""
    yield from faults(setup.settings)
    for seat in setup.seats:
        yield from wager_faults(seat, setup.settings)


def faults(settings: Settings) -> Iterator[str]:
    """Everything that is wrong with a configuration, each with its note."""
    for wager in (*offered(settings), *meters_of(settings)):
        yield from _deck_faults(wager, settings)
    yield from _top_3_faults(settings)
    yield from _jackpot_faults(settings)
    if settings.text("games-counted") == "offered":
        games = {"blackjack": settings.integer("maximum")}
        games |= dict.fromkeys(offered(settings), settings.integer("bonus-maximum"))
        games |= dict.fromkeys(meters_of(settings), settings.integer("jackpot-wager"))
        yield from _games_faults("the table offers", games, settings)


def offered(settings: Settings) -> tuple[str, ...]:
    """The bonus wagers on the felt that the table offers."""
    return tuple(wager for wager in BONUSES if settings.flag(f"offer-{wager}"))


def deck_note(paytable: Paytable) -> str:
    """The clause that says for how many decks a paytable is."""
    if paytable.wager == "21-plus-3":
        return "C.3" if paytable.id == "PT-FLT-213-03" else "C.4"
    notes = {"top-3": "C.5", "bust-bonus": "description", "super-pairs-jackpot": "E.2", "21-plus-3-jackpot": "G.3"}
    return notes.get(paytable.wager, paytable.clause)


@enforces("E.2", "G.3", "C.3", "C.4", "C.5")
def deck_fault(paytable: Paytable, decks: int) -> str:
    """Why a paytable may not be used with this number of decks; nothing if it may."""
    if allows(paytable, decks) or paytable.decks is None:
        return ""
    least, most = paytable.decks
    range_ = f"{least} to {most} decks" if least < most else many(most)
    others = [other.id for other in paytables_of(paytable.wager) if allows(other, decks)]
    instead = f"use {' or '.join(others)}" if others else "no paytable of this wager is"
    barred = "suited three of a kind is barred with 1 or 2 decks; " if _barred(paytable, decks) else ""
    return f"{paytable.id} is for {range_}, not {decks}: {barred}{instead} (clause {deck_note(paytable)})"


def _barred(paytable: Paytable, decks: int) -> bool:
    """Whether it is for its suited three of a kind that a paytable of 21+3 may not be used."""
    suited = any(row.award == "suited-three-of-a-kind" for row in paytable.rows)
    return paytable.wager == "21-plus-3" and suited and suited_three_barred(decks)


def many(decks: int) -> str:
    """So many decks, in words."""
    return "1 deck" if decks == 1 else f"{decks} decks"


def missing(wager: str, decks: int) -> str:
    """Why a wager cannot be offered with this number of decks, none of its paytables being for it."""
    tables = paytables_of(wager)
    least = min(table.decks[0] for table in tables if table.decks)
    name = DOCUMENT.wager(wager).name
    return f"{name} has no paytable for {many(decks)}: they begin with {least} (clause {deck_note(tables[0])})"


def _deck_faults(wager: str, settings: Settings) -> Iterator[str]:
    """A paytable that is set must allow the decks; so must some paytable of a jackpot that is set."""
    decks = settings.integer("decks")
    paytable = paytable_of(wager, settings)
    if paytable is not None and (fault := deck_fault(paytable, decks)):
        yield fault
    if paytable is None and wager in JACKPOTS:
        yield missing(wager, decks)


@enforces("C.5")
def _top_3_faults(settings: Settings) -> Iterator[str]:
    if settings.flag("offer-top-3") and not settings.flag("offer-21-plus-3"):
        yield "Top 3 is offered only beside 21+3: offer 21+3, or set offer-top-3=no (clause C.5)"


@enforces("jackpots.1", "jackpots.3", "jackpots.4", "jackpots.5")
def _jackpot_faults(settings: Settings) -> Iterator[str]:
    games = [DOCUMENT.wager(wager).name for wager in meters_of(settings)]
    if len(games) > SENSORS:
        yield f"{' and '.join(games)} need {len(games)} sensors, and a layout has at most {SENSORS} (clause jackpots.1)"
    kind, link = settings.text("jackpot-kind"), settings.text("jackpot-link")
    if link not in ("none", kind):
        yield f"a {kind} jackpot is never linked with a {link} jackpot (clause jackpots.3)"


@enforces("washington.games", "jackpots.2")
def _games_faults(who: str, games: Mapping[str, int], settings: Settings) -> Iterator[str]:
    """The state's count of games on one hand: the main wager, each bonus and each jackpot sensor."""
    yield from games_faults(who, games, DOCUMENT, settings)


@enforces("washington.games")
def wager_faults(seat: Seat, settings: Settings) -> Iterator[str]:
    """What is wrong with a seat's wagers, beyond their limits and needs, which every game checks alike."""
    who = f"seat {seat.number}"
    for wager in seat.wagers:
        if wager in BONUSES and paytable_of(wager, settings) is None:
            yield f"{who}: {missing(wager, settings.integer('decks'))}"
    if settings.text("games-counted") == "wagered":
        yield from _games_faults(f"{who} wagers on", seat.wagers, settings)


def most_in_round(wager: str, made: Mapping[str, int], settings: Settings) -> int:
    """The most that a seat with these wagers may add on a wager in mid-round; 0 if none."""
    spec = DOCUMENT.wager(wager)
    if paytable_of(wager, settings) is None or (spec.offered and not settings.flag(spec.offered)):
        return 0
    most = settings.integer(spec.most)
    small = settings.integer("games-small-wager")
    for cents in (most, min(most, small)):
        if cents >= settings.integer(spec.least) and not _too_many({**made, wager: cents}, settings):
            return cents
    return 0


def _too_many(games: Mapping[str, int], settings: Settings) -> bool:
    faults_: Iterable[str] = _games_faults("", games, settings)
    return settings.text("games-counted") == "wagered" and any(faults_)
