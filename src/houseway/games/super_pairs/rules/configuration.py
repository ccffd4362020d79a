"""A table's configuration checked whole against the document, and each seat's wagers against the configuration.

That all jackpots of a table are of one kind, and that a sensor serves one game, needs no check: one setting names the
kind for all, and each jackpot that is offered has a sensor of its own.
"""

from collections.abc import Iterable, Iterator, Mapping

from houseway.document.paytables import Paytable
from houseway.document.settings import Settings
from houseway.document.washington import games_faults
from houseway.games.super_pairs.rules.bonuses import FELT, suited_three_barred
from houseway.games.super_pairs.rules.jackpots import JACKPOTS, SENSORS
from houseway.round.ruling import Seat, Setup
from houseway.rule import enforces

BONUSES = (*FELT, "bust-bonus")

DECK_NOTES = {
    "PT-FLT-213-03": "C.3",
    "21-plus-3": "C.4",
    "top-3": "C.5",
    "bust-bonus": "description",
    "super-pairs-jackpot": "E.2",
    "21-plus-3-jackpot": "G.3",
}
"""The clause that says for how many decks a paytable is, by its id or its wager; else it is the table's own clause."""


def check(setup: Setup) -> Iterator[str]:
    """Everything that is wrong with a table's configuration and with the wagers of its seats."""
    yield from faults(setup.settings)
    for seat in setup.seats:
        yield from wager_faults(seat, setup.settings)


def faults(settings: Settings) -> Iterator[str]:
    """Everything that is wrong with a configuration, each with its note."""
    for wager in (*offered(settings), *jackpots_offered(settings)):
        yield from _deck_faults(wager, settings)
    for wager in (spec.id for spec in settings.document.wagers):
        yield from _pay_faults(wager, settings)
    yield from _top_3_faults(settings)
    yield from _jackpot_faults(settings)
    yield from _increment_faults(settings)
    if settings.text("games-counted") == "offered":
        games = {"blackjack": settings.integer("maximum")}
        wagers = (*offered(settings), *jackpots_offered(settings))
        games |= {wager: settings.integer(settings.document.wager(wager).most) for wager in wagers}
        yield from _games_faults("the table offers", games, settings)


def offered(settings: Settings) -> tuple[str, ...]:
    """The bonus wagers on the felt that the table offers."""
    return tuple(wager for wager in BONUSES if settings.flag(f"offer-{wager}"))


def jackpots_offered(settings: Settings) -> tuple[str, ...]:
    """The jackpots that the table offers."""
    return tuple(wager for wager in JACKPOTS if settings.flag(f"offer-{wager}"))


def deck_note(paytable: Paytable) -> str:
    """The clause that says for how many decks a paytable is."""
    return DECK_NOTES.get(paytable.id) or DECK_NOTES.get(paytable.wager, paytable.clause)


@enforces("A", "B", "C.3", "C.4", "C.5", "E.2", "F", "G.3")
def deck_fault(paytable: Paytable, settings: Settings) -> str:
    """Why a paytable may not be used with this number of decks; nothing if it may."""
    decks = settings.integer("decks")
    if _usable(paytable, decks):
        return ""
    others = [other.id for other in settings.document.paytables_of(paytable.wager) if _usable(other, decks)]
    instead = f"use {' or '.join(others)}" if others else "no paytable of this wager is"
    barred = "suited three of a kind is barred with 1 or 2 decks; " if _barred(paytable, decks) else ""
    return f"{_range(paytable, decks)}{barred}{instead} (clause {deck_note(paytable)})"


def _range(paytable: Paytable, decks: int) -> str:
    """For how many decks a paytable says that it is."""
    if paytable.decks is None or paytable.allows(decks):
        return f"{paytable.id} is not for {many(decks)}: "
    least, most = paytable.decks
    return f"{paytable.id} is for {f'{least} to {most} decks' if least < most else many(most)}, not {decks}: "


def _usable(paytable: Paytable, decks: int) -> bool:
    return paytable.allows(decks) and not _barred(paytable, decks)


def _barred(paytable: Paytable, decks: int) -> bool:
    """Whether it is for its suited three of a kind that a paytable of 21+3 may not be used."""
    suited = any(row.award == "suited-three-of-a-kind" for row in paytable.rows)
    return paytable.wager == "21-plus-3" and suited and suited_three_barred(decks)


def many(decks: int) -> str:
    """So many decks, in words."""
    return "1 deck" if decks == 1 else f"{decks} decks"


def missing(wager: str, settings: Settings) -> str:
    """Why a wager cannot be offered with this number of decks, none of its paytables being for it."""
    spec, tables = settings.document.wager(wager), settings.document.paytables_of(wager)
    ranges = [table.decks[0] for table in tables if table.decks]
    begin = f": they begin with {min(ranges)}" if ranges else ""
    note = deck_note(tables[0]) if tables else spec.clause
    return f"{spec.name} has no paytable for {many(settings.integer('decks'))}{begin} (clause {note})"


def _deck_faults(wager: str, settings: Settings) -> Iterator[str]:
    """A paytable that is set must allow the decks; so must some paytable of a jackpot that is set."""
    paytable = settings.paytable(wager)
    if paytable is not None and (fault := deck_fault(paytable, settings)):
        yield fault
    if paytable is None and wager in JACKPOTS:
        yield missing(wager, settings)


def _pay_faults(wager: str, settings: Settings) -> Iterator[str]:
    """Only a jackpot has a displayed amount of which a share could be paid."""
    paytable = settings.paytable(wager)
    if paytable is not None and wager not in JACKPOTS and any(row.pay.kind == "percent" for row in paytable.rows):
        name = settings.document.wager(wager).name
        yield f"{paytable.id} pays a share of a jackpot, and {name} has none (clause jackpots.1)"


@enforces("C.5")
def _top_3_faults(settings: Settings) -> Iterator[str]:
    if settings.flag("offer-top-3") and not settings.flag("offer-21-plus-3"):
        yield "Top 3 is offered only beside 21+3: offer 21+3, or set offer-top-3=no (clause C.5)"


@enforces("jackpots.1", "jackpots.3", "jackpots.4", "jackpots.5")
def _jackpot_faults(settings: Settings) -> Iterator[str]:
    games = [settings.document.wager(wager).name for wager in jackpots_offered(settings)]
    if len(games) > SENSORS:
        yield f"{' and '.join(games)} need {len(games)} sensors, and a layout has at most {SENSORS} (clause jackpots.1)"
    kind, link = settings.text("jackpot-kind"), settings.text("jackpot-link")
    if link not in ("none", kind):
        yield f"a {kind} jackpot is never linked with a {link} jackpot (clause jackpots.3)"


@enforces("progressive-jackpot")
def _increment_faults(settings: Settings) -> Iterator[str]:
    """The display of a progressive jackpot increments after each wager."""
    if settings.text("jackpot-kind") != "progressive":
        return
    for wager in jackpots_offered(settings):
        if not settings.fraction(f"{wager}-increment"):
            name = settings.document.wager(wager).name
            yield (
                f"a progressive that cannot grow is not one: set {wager}-increment of the {name} above 0%, or "
                "jackpot-kind=house (clause progressive-jackpot)"
            )


@enforces("washington.games", "jackpots.2")
def _games_faults(who: str, games: Mapping[str, int], settings: Settings) -> Iterator[str]:
    """The state's count of games on one hand: the main wager, each bonus and each jackpot sensor."""
    yield from games_faults(who, games, settings.document, settings)


_IN_MID_ROUND = {
    "bust-bonus": "the Bust Bonus is made after the deal and before the hole card is shown, not before the deal; in a "
    'record write  bust-bonus = "5.00"  beside the seat\'s cards (clause bust-bonus)',
    "insurance": 'insurance is made against an ace, not before the deal; in a record write  insurance = "5.00"  '
    "beside the seat's cards (clause blackjack.insurance)",
}
"""When wagers of mid-round are made."""


@enforces("washington.games")
def wager_faults(seat: Seat, settings: Settings) -> Iterator[str]:
    """What is wrong with a seat's wagers, beyond their limits and needs, which every game checks alike."""
    who = f"seat {seat.number}"
    for wager in seat.wagers:
        if wager in BONUSES and settings.paytable(wager) is None:
            yield f"{who}: {missing(wager, settings)}"
        if not settings.document.wager(wager).before_deal:
            yield f"{who}: {_IN_MID_ROUND[wager]}"
    if settings.text("games-counted") == "wagered":
        yield from _games_faults(f"{who} wagers on", seat.wagers, settings)


def most_in_round(wager: str, made: Mapping[str, int], settings: Settings) -> int:
    """The most that a seat with these wagers may add on a wager in mid-round; 0 if none."""
    spec = settings.document.wager(wager)
    if settings.paytable(wager) is None or not spec.on_offer(settings):
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
