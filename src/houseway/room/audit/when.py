"""Whether what was done at a table could be done then: the room's own refusals, asked again of the table as it stood.

Money is judged elsewhere. Here it is what must be frozen when: wagers, commitments, the cut, seats and bots once bets
are closed, or somebody is ready; that no table is closed, or paused, in the middle of something; and its limits.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from houseway.errors import HousewayError
from houseway.game import wager_fault
from houseway.room.acts import ACTS
from houseway.room.acts.act import Act, Resources
from houseway.room.acts.bound import check_bound, check_signed, taken_back
from houseway.room.acts.change import Change, check_changed, check_unplayed
from houseway.room.acts.desk import Close, Expire, Pause, Resume
from houseway.room.acts.play import Answer, Bots, Timeout
from houseway.room.acts.seats import AddBot, Free, Leave, RemoveBot, Sit
from houseway.room.acts.wagers import Bet, Clear, Cut, Open, Ready, Seal, between_rounds, laying
from houseway.room.audit.chain import SKEW, moment_of
from houseway.room.errors import UNREADABLE
from houseway.room.fairness.signed_bets import BOUND
from houseway.room.idle import ALONE, FULL, PLAYING, WITH_OTHERS
from houseway.room.lobby import ABANDONED, IDLE
from houseway.room.people.people import DEALER, PLAYER, Person
from houseway.room.store.meters import HELD, STATED
from houseway.room.table.seats import SEALING
from houseway.room.table.state import LiveTable

WHOLE = (Sit, Leave, Free, AddBot, RemoveBot, Cut, Seal, Pause, Resume)
"""Acts that are refused for how the table stands, and for nothing else."""

STILL = tuple(round(seconds / 60) for seconds in (FULL, WITH_OTHERS, ALONE))
"""The minutes for which nothing was done at a seat that is freed."""

SEALS = 6.0
"""Seconds for which every room has waited for seals, since entries tell when."""

TAKES_NOTHING = "what is taken back was signed by a key that had laid nothing there"

NOTHING = cast(Resources, None)
"""Nearly all of these ask the room for nothing."""


class Waits(NamedTuple):
    """What some of them ask: for how long a bet had lain there, or nothing was done, at the moment of an entry."""

    last: "Last"
    at: datetime | None

    def waited(self, table: int, entry: int) -> float:
        """The seconds since this entry; as long as a bet binds, where it was not read."""
        del table
        return self.last.waited(entry, self.at)


class Last:
    """When each person has last played at a table, and when anything was done there, as far as it was read."""

    def __init__(self) -> None:
        self._at: dict[int, datetime] = {}
        self._anything: datetime | None = None
        self._latest = 0
        self._closed: datetime | None = None
        self._signed: dict[int, datetime] = {}
        """When the bets that bind seats now were laid, by their entry."""

    def skip(self, table: LiveTable, bodies: Iterable[Mapping[str, Any]]) -> None:
        """Entries that are not replayed, after which the table stands as it does."""
        accounts: Mapping[Any, str] = table.accounts
        for body in bodies:
            start = body.get("start")
            accounts = start["accounts"] if start is not None else accounts
            self._note(body, accounts)

    def note(self, table: LiveTable, body: Mapping[str, Any]) -> None:
        """An entry that was replayed."""
        self._note(body, table.accounts)
        self._latest = table.version
        bound = {slip.entry for seat in table.slips if (slip := table.binding(seat)) is not None}
        at = moment_of(body.get("at"))
        known = self._signed if at is None else {**self._signed, table.version: at}
        self._signed = {entry: when for entry, when in known.items() if entry in bound}

    def waited(self, entry: int, at: datetime | None) -> float:
        """The seconds for which a bet had surely not lain there longer, that this entry has laid, or for which surely
        nothing was done any longer, where it is the latest."""
        laid = self._signed.get(entry, self._anything if entry == self._latest else None)
        return BOUND if laid is None or at is None else (at - laid + SKEW).total_seconds()

    def _note(self, body: Mapping[str, Any], accounts: Mapping[Any, str]) -> None:
        at, by = moment_of(body.get("at")), body.get("by")
        if at is None:
            return
        self._anything = at
        if body.get("close") is not None:
            self._closed = at
        if type(by) is int and body["kind"] in PLAYING:
            self._at[by] = at
        if "end" in body:
            self._at |= {int(each[7:]): at for each in accounts.values() if each.startswith("person:")}

    def since(self, at: datetime | None) -> float | None:
        """The seconds for which nothing was done at the table."""
        return None if at is None or self._anything is None else (at - self._anything + SKEW).total_seconds()

    def sealing(self, at: datetime | None) -> bool:
        """Whether bets were closed so shortly before that seals are waited for."""
        return at is not None and self._closed is not None and at - self._closed < timedelta(seconds=SEALS) - SKEW

    def too_soon(self, person: int | None, at: datetime | None, wait: float) -> bool:
        """Whether somebody had played so shortly before that their seat was theirs."""
        last = self._at.get(person or 0)
        return at is not None and last is not None and at - last < timedelta(seconds=wait) - SKEW


def refusal(table: LiveTable, body: Mapping[str, Any], last: Last) -> str:
    """Why the room refuses this entry at the table as it stands before it; nothing where it does not."""
    if not table.places or body.get("v", 0) < HELD:
        return ""
    try:
        act = ACTS[body["kind"]].read(body["data"])
        return _refusal(table, act, body, last)
    except HousewayError as fault:
        return str(fault)
    except UNREADABLE:
        return ""  # whoever replays it says more


def _refusal(table: LiveTable, act: Act, body: Mapping[str, Any], last: Last) -> str:
    if table.closed:
        return "this table is closed"
    if isinstance(act, Bet | Clear | Ready):
        (between_rounds if isinstance(act, Clear) else laying)(table)
        if not isinstance(act, Ready):
            return _signed(table, act, body, last)
    elif isinstance(act, Change):
        check_unplayed(table)
        if body["v"] >= STATED:
            own = table.game.with_document(table.sources.document(act.document)) if act.document else table.game
            check_changed(table.game, table.settings, table.linked, own, act.settings)
    elif isinstance(act, Close):
        act.check_settled(table)
        judged = isinstance(act, Expire) and body["v"] >= STATED  # until then the room itself has closed so
        return _early(table, last.since(moment_of(body.get("at")))) if judged else ""
    elif isinstance(act, Answer | Bots):
        return "the table is paused" if table.paused else ""
    elif isinstance(act, Timeout):
        return _found(table, act) or (_late(table, act, body, last) if body["v"] >= STATED else "")
    elif isinstance(act, Open):
        seat = table.seated(body["by"]).number
        return "" if seat in table.unopened else f"the number of seat {seat} is open"
    elif isinstance(act, WHOLE):
        by = body["by"] if type(body["by"]) is int else 0
        role = PLAYER if isinstance(act, Sit) else DEALER  # whose it was is judged elsewhere
        asked = cast(Resources, Waits(last, moment_of(body.get("at"))))
        right = act.check(table, Person(by, "", role, 0), asked)
        if isinstance(act, Leave) and isinstance(right, Leave) and right != act:
            elsewhere = f"who gets up sits elsewhere than at seat {act.seat}"
            return elsewhere if right.seat != act.seat else TAKES_NOTHING
        if isinstance(act, Free) and isinstance(right, Free):
            return _freed(table, act, right, moment_of(body.get("at")), last, stated=body["v"] >= STATED)
    return ""


def beyond_limits(table: LiveTable) -> Iterator[str]:
    """Wagers of the round that the table did not offer, or not so high or low, by its own document as it was set then.

    What else its game refuses was judged when they were laid: the rules of today are not those of a round on record.
    """
    for seat in table.setup.seats:
        for wager, cents in seat.wagers.items():
            if fault := wager_fault(table.game.document.wager(wager), table.settings, cents):
                yield f"seat {seat.number}: {fault}"


def _early(table: LiveTable, since: float | None) -> str:
    """A table is closed by the house when nothing was done there for long; where people sit, for a day."""
    wait = ABANDONED if any(not place.free for place in table.places.values()) else IDLE
    early = since is not None and since < wait
    return f"something was done there less than {round(wait / 60)} minutes before" if early else ""


def _signed(table: LiveTable, act: Bet | Clear, body: Mapping[str, Any], last: Last) -> str:
    """What a player's browser has not signed so, and a bet of another's in the place of one that it has."""
    place = table.place_of(body["by"]) if isinstance(body["by"], int) else None
    if place is None:
        return ""  # whoever replays it says more
    seat = place.number
    if isinstance(act, Clear):
        check_signed(table, seat, act.signed, {})
        return TAKES_NOTHING if taken_back(table, seat, act.signed) != act.signed else ""
    at = moment_of(body.get("at"))
    check_signed(table, seat, act.signed, act.bets, act.commit or "")
    check_bound(table, seat, act.signed, lambda entry: last.waited(entry, at))
    return ""


def _found(table: LiveTable, act: Timeout) -> str:
    """Only a number that is sealed and not open is found, and then time brings nothing else."""
    found = {int(seat) for seat in act.found or {}}
    if known := found - table.unopened.keys():
        return f"the number of seat {min(known)} is open, or was never sealed"
    return "numbers that were sealed are not open" if table.unopened.keys() - found else ""


def _late(table: LiveTable, act: Timeout, body: Mapping[str, Any], last: Last) -> str:
    """Time runs out for everybody at once, and not before seals were waited for."""
    right = act.check(table, Person(0, "", DEALER, 0), NOTHING)
    if list(right.seats) != list(act.seats):
        return "time runs out for all who are asked, and for nobody else"
    if table.phase == SEALING and last.sealing(moment_of(body.get("at"))):
        return f"seals are waited for {SEALS:.0f} seconds, and bets were closed a moment before"
    return ""


def _freed(table: LiveTable, act: Free, right: Free, at: datetime | None, last: Last, *, stated: bool) -> str:
    if ready := set(act.seats) - set(right.seats):
        return f"seat {min(ready)} is ready, or nobody sits there"
    if stated and (list(act.seats) != list(right.seats) or act.minutes not in STILL):
        return f"seats are freed after {', '.join(map(str, STILL))} minutes, and each once"
    wait = 60.0 * act.minutes if stated else FULL
    soon = [seat for seat in act.seats if last.too_soon(table.places[seat].person, at, wait)]
    return f"something was done at seat {soon[0]} less than {round(wait / 60)} minutes before" if soon else ""
