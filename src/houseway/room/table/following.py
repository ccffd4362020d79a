"""What a change of a jackpot does to a table: the money moves, the meter shows it, and winners are ruled upon by it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room.errors import Broken
from houseway.room.jackpots.account import ADOPTED, CONTRIBUTION
from houseway.room.jackpots.changes import Part, taken_over
from houseway.room.jackpots.event import Event
from houseway.room.jackpots.plan import practice_plan
from houseway.room.store.meters import HELD, WON
from houseway.round import Driver
from houseway.round.meters import VOIDED
from houseway.round.ruling import Payout

if TYPE_CHECKING:
    from houseway.room.table.entry import JournalEntry, Start
    from houseway.room.table.state import LiveTable

ADDING = (ADOPTED, CONTRIBUTION)
"""The changes of a jackpot that come before the cards."""


def stakes_on(table: "LiveTable", start: "Start") -> dict[str, dict[int, int]]:
    """The wagers of a round that feed a meter, each with its stakes by seat."""
    metered = table.game.seeds(table.settings)
    found = {wager: {seat: bets[wager] for seat, bets in start.wagers.items() if wager in bets} for wager in metered}
    return {wager: stakes for wager, stakes in found.items() if stakes}


def void_parts(table: "LiveTable") -> dict[str, dict[int, Part]]:
    """What the wagers that the ruling voids have added to meters, by wager and seat."""
    void = {(payout.seat, payout.wager) for payout in table.ruling or () if payout.award == "void"}
    found = {
        wager: {seat: part for seat, part in parts.items() if (seat, wager) in void}
        for wager, parts in table.parts.items()
    }
    return {wager: parts for wager, parts in found.items() if parts}


def follow_all(table: "LiveTable", entry: "JournalEntry", kinds: tuple[str, ...]) -> None:
    """What an entry changed of jackpots: for these reasons, or for all that are neither added nor won."""
    for event in entry.jackpots:
        if (event.what in kinds) if kinds else (event.what not in (*ADDING, WON)):
            follow(table, event)


def follow(table: "LiveTable", event: Event) -> None:
    """A change of a jackpot: the money moves, and the table shows it."""
    if event.what == ADOPTED and not _showed(table, event):
        raise Broken(f"table {table.id}: the jackpot {event.meter} takes over what no meter of the table showed")
    if event.meter == table.jackpot_of(event.wager) and event.wager in table.game.seeds(table.settings):
        table.loose = True
        table.meters.exact[event.wager] = event.left
    if event.what == CONTRIBUTION:
        table.parts[event.wager] = event.parts
    if event.what == WON:
        if event.wager in table.meters.exact:
            display(table, {event.wager: event.shown})
        due = undrawn(table).get(event.wager, ())
        if not due:
            raise Broken(f"round {table.round}: nothing is won of the {event.wager}, or it is held apart already")
        if {each.seat: held(table, each) for each in due} != event.awards or sum(e.seeded for e in due) != event.seeded:
            raise Broken(f"round {table.round}: what was drawn of the {event.wager} is not what the rules say")
        table.drawn[event.wager] = event.awards
        if event.reason:
            name = table.game.document.wager(event.wager).name
            table.say(f"the {name} is won at {_seats(event.awards)}: {event.reason}")
    if event.what == VOIDED and event.parts and not _void(table, event):
        raise Broken(f"round {table.round}: wagers that are not void were taken off the {event.wager}")
    table.moves.append(event.movement())


def _showed(table: "LiveTable", event: Event) -> bool:
    """Whether a jackpot takes over the meter that a table had before there were accounts, as it stands."""
    shows = table.meters.exact.get(event.wager)
    if shows is None or event.wager in table.linked:
        return False
    plan = practice_plan(table.game, table.settings, event.wager)
    return event.by == taken_over(plan, shows) and event.plan == plan.json()


def _void(table: "LiveTable", event: Event) -> bool:
    """Whether all these wagers are void."""
    void = {each.seat for each in table.ruling or () if (each.wager, each.award) == (event.wager, "void")}
    return void.issuperset(event.parts) and table.round == event.round


def undrawn(table: "LiveTable") -> dict[str, list[Payout]]:
    """What is won of jackpots by now and has not been held apart, by wager."""
    assert table.driver is not None
    found: dict[str, list[Payout]] = {}
    for payout in table.ruling if table.ruling is not None else table.driver.reconciled:
        if (held(table, payout) or payout.seeded) and payout.wager not in table.drawn:
            found.setdefault(payout.wager, []).append(payout)
    return found


def held(table: "LiveTable", payout: Payout) -> int:
    """What of a payout its jackpot holds until it is paid."""
    return held_of(payout, table.linked, (table.game, table.settings), table.form)


def held_of(payout: Payout, linked: Mapping[str, str], of: tuple[Game, Settings], form: int) -> int:
    """The same by the jackpots and the settings of a table, and by the version of the entry.

    It comes off a meter, or it is the share of a house jackpot of the room's that the house pays.
    """
    game, settings = of
    if payout.metered or form < HELD or payout.wager not in linked or payout.wager not in game.prizes(settings):
        return payout.metered
    row = settings.in_force(payout.wager).row(payout.award)
    return payout.returned if row is not None and row.pay.kind == "percent" else 0


def check_drawn(table: "LiveTable") -> None:
    """Whatever the ruling pays of a jackpot was held apart for it."""
    if due := undrawn(table):
        raise Broken(f"round {table.round}: {', '.join(due)} is paid of a jackpot that holds nothing for it")


def display(table: "LiveTable", amounts: Mapping[str, int]) -> None:
    """Rule by what meters show now: others may have fed or won them since the cards were dealt."""
    assert table.driver is not None
    shown = table.game.displayed(table.setup.settings)
    new = {wager: cents for wager, cents in amounts.items() if shown.get(wager) != cents}
    if not new:
        return
    table.loose = True
    table.setup = replace(table.setup, settings=table.game.displaying(table.setup.settings, new))
    again = Driver(table.game.round, table.setup)
    for entry in table.driver.entries:
        again.enter(entry)
    table.driver, table.standing = again, again.standing


def _seats(awards: Mapping[int, int]) -> str:
    return " and ".join(f"seat {seat}" for seat in sorted(awards))
