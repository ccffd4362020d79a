"""How a round begins: when it may, and with whose wagers; one rule for who plays and for who reads a journal."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from houseway.errors import HousewayError
from houseway.game import least_wagers
from houseway.room.acts.act import Act
from houseway.room.acts.play import Timeout
from houseway.room.acts.wagers import Seal
from houseway.room.errors import Broken
from houseway.room.store.meters import STATED
from houseway.room.table.entry import Start
from houseway.room.table.seats import BETTING, SEALING

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable

Wagers = Mapping[int, Mapping[str, int]]


def may_begin(table: "LiveTable", act: Act) -> bool:
    """Whether a round may begin with an act: everybody is ready, or has sealed, or time has run out,
    which it does for who waits for the others."""
    if table.phase not in (BETTING, SEALING) or not act.begins or table.paused:
        return False
    if table.phase == SEALING:
        return isinstance(act, Timeout | Seal)
    ready = [place.ready for place in table.people]
    if isinstance(act, Timeout):
        return any(ready) or table.form < STATED
    return bool(ready) and all(ready)


def bot_wagers(table: "LiveTable", people: Wagers) -> dict[int, dict[str, int]]:
    """Bots make the required wagers, at the least; as high as the highest of the people where the least will not do."""
    bots = [place.number for place in table.places.values() if place.bot and not place.left]
    least = least_wagers(table.game, table.settings)
    for amounts in (least, {w: max([least[w], *(b.get(w, 0) for b in people.values())]) for w in least}):
        bets = {number: dict(amounts) for number in bots}
        try:
            table.game.setup(table.settings, {**people, **bets})
        except HousewayError:
            continue
        return bets
    table.game.setup(table.settings, people)
    return {}


def sitting_out(table: "LiveTable", covered: Collection[int]) -> list[int]:
    """Who sits out when time is over, where these seats have what they have laid: those that owe a seal, and all where
    the others cannot play without them; while wagers are made, those that are not ready with whom the others cannot."""
    laid = [place for place in table.people if place.wagers]
    if table.phase == SEALING:
        sealed = [place.number for place in laid if not place.owes_seal and place.number in covered]
        played = sealed if _plays(table, sealed) else []
        return [place.number for place in laid if place.number not in played]
    there = [place for place in laid if place.number in covered]
    if table.phase != BETTING or _plays(table, [place.number for place in there]):
        return []
    played = [place.number for place in there if place.ready]
    if not _plays(table, played):
        return []
    for place in there:
        if not place.ready and _plays(table, [*played, place.number]):
            played.append(place.number)
    return [place.number for place in there if place.number not in played]


def _plays(table: "LiveTable", seats: Collection[int]) -> bool:
    """Whether the game begins a round with what lies at these seats, and with the bots."""
    try:
        bot_wagers(table, {seat: table.places[seat].wagers for seat in sorted(seats)})
    except HousewayError:
        return False
    return True


def check_closed(table: "LiveTable", act: Act) -> None:
    """Refuse to close bets for seals that nobody owes, or before everybody is ready or time has run out."""
    owed = any(place.wagers and place.owes_seal for place in table.people)
    if not (owed and table.phase == BETTING and may_begin(table, act)):
        raise Broken(f"table {table.id}: bets are closed by what closes none, or before everybody was ready")


def check_begun(table: "LiveTable", act: Act, start: Start) -> None:
    """Refuse a round that nobody has agreed to, or with other stakes or other people's money than lie at the table."""
    if fault := _fault(table, act, start):
        raise Broken(f"round {start.round}: {fault}")


def _fault(table: "LiveTable", act: Act, start: Start) -> str:
    if not may_begin(table, act):
        return "it was begun by what begins none, or before everybody was ready"
    if table.last is not None and start.round <= table.last:
        return f"rounds are numbered as they begin, and round {table.last} had begun"
    if start.accounts.keys() != start.wagers.keys():
        return "it is told with the money of other seats than have wagers"
    if not any(table.places[seat].person for seat in start.wagers if seat in table.places):
        return "nobody plays it but bots"
    for seat in start.wagers:
        if fault := _of_seat(table, seat, start):
            return f"seat {seat} {fault}"
    staked = {wager for bets in start.wagers.values() for wager in bets}
    if apart := staked & returned(table, start.wagers):
        return f"{', '.join(sorted(apart))} is taken from one seat, and returned to another"
    people = {seat: table.places[seat].wagers for seat in start.wagers if not table.places[seat].bot}
    bots = {seat: bets for seat, bets in start.wagers.items() if seat not in people}
    bets = bot_wagers(table, people) if any(place.bot for place in table.places.values()) else {}
    return "" if bots == bets else f"bots have staked {bots}, and make these wagers: {bets}"


def returned(table: "LiveTable", wagers: Wagers) -> set[str]:
    """The wagers that lie at seats of a round and are not in it: their jackpot takes none."""
    return {wager for seat, bets in wagers.items() for wager in table.places[seat].wagers.keys() - bets.keys()}


def _of_seat(table: "LiveTable", seat: int, start: Start) -> str:
    place, staked = table.places.get(seat), start.wagers[seat]
    if place is None or place.free or place.left:
        return "is nobody's, and is in it"
    if start.accounts[seat] != table.account(seat):
        return f"plays with the money of {start.accounts[seat]}, and {table.account(seat)} sits there"
    if place.owes_seal:
        return "had not sealed its number"
    back = place.wagers.keys() - staked.keys()
    other = any(place.wagers.get(wager) != cents for wager, cents in staked.items())
    if not place.bot and (other or not back <= set(table.sensors)):
        return f"has staked {dict(staked)}, and had laid {place.wagers}"
    return ""
