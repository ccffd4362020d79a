"""The end of a round at a table: every hold is paid out or lost, and the seats are free for the next."""

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.money import dollars
from houseway.room.errors import Broken
from houseway.room.store import ledger
from houseway.room.store.meters import HELD, METERED, SEED, WON
from houseway.room.table import older
from houseway.room.table.entry import NewShoe
from houseway.room.table.following import check_drawn, held
from houseway.room.table.seats import ENDED, Place
from houseway.round import OUT_OF_CARDS
from houseway.round.ruling import Payout, Ruling

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable


def settle(table: "LiveTable", shoe: NewShoe | None, version: int) -> None:
    """Every hold is paid out or lost, exactly once; seats that were left become free."""
    assert table.driver is not None
    assert table.ruling is not None
    if version >= HELD and (shoe is not None) != spent(table):
        why = "has ended before it was as low as the table is set to" if shoe is not None else "is low, and is dealt on"
        raise Broken(f"round {table.round}: its shoe {why}")
    through_house = version == older.VERSION
    if version >= METERED:
        check_drawn(table)
        table.moves.append(settlement(table, tuple(_apart(table, payout) for payout in table.ruling)))
    else:
        table.moves.append(settlement(table, table.ruling, through_house=through_house))
    if through_house:
        for wager, off, anew in older.through_the_house(table.ruling):
            table.moves.append(table.meters.add(wager, Fraction(-off), WON, table.round))
            table.moves.append(table.meters.add(wager, Fraction(anew), SEED, table.round))
    elif version < METERED:
        table.meters.paid(table.ruling)
    if version < METERED:
        table.moves += table.meters.taken_back(table.ruling, table.settings, table.round)
    for place in table.places.values():
        place.clear()
        if place.left:
            table.places[place.number] = Place(place.number)
    table.phase = ENDED
    ran_out = any(entry.answer == OUT_OF_CARDS for _, entry in table.driver.answered)
    table.say(f"round {table.round} has ended" + (": the shoe ran out" if ran_out else ""))
    if shoe is not None:
        table.take_shoe(shoe.id, shoe.root)
        table.say("a new shoe is committed to")


def spent(table: "LiveTable") -> bool:
    """Whether the next round wants a fresh shoe: always in a game of one deck, else when this one runs low.

    A salt that has given numbers gives none to another round: where no card was dealt after them, the shoe has ended.
    """
    if "decks" not in table.settings or any(draw.position == table.position for draw in table.draws):
        return True
    reached = table.settings.fraction("penetration") if "penetration" in table.settings else 3 / 4
    return table.left < (1 - reached) * len(table.commitment) or table.left < 8 * (len(table.places) + 1)


def settlement(table: "LiveTable", ruling: Ruling, *, through_house: bool = False) -> ledger.Movement:
    """A ruling as one movement out of the hold and the meters."""
    staked: Counter[int] = Counter()
    for payout in ruling:
        staked[payout.seat] += payout.stake
    if +staked != +table.held:
        told = ", ".join(f"seat {n}: held {dollars(table.held[n])}, ruled on {dollars(staked[n])}" for n in table.held)
        raise Broken(f"round {table.round}: the ruling does not settle what is held ({told})")
    apart = [payout._replace(metered=0, seeded=0) for payout in ruling] if through_house else ruling
    return ledger.movement("settle", [line for payout in apart for line in _lines(table, payout)], table.round)


def _lines(table: "LiveTable", payout: Payout) -> list[tuple[str, int]]:
    from_meter = payout.metered - payout.seeded
    return [
        (f"hold:{table.id}", -payout.stake),
        (table.account(payout.seat), payout.returned),
        (f"commission:{table.id}", payout.commission),
        (table.meters.account(payout.wager), -from_meter),
        (f"house:{table.id}", payout.stake + from_meter - payout.returned - payout.commission),
    ]


def _apart(table: "LiveTable", payout: Payout) -> Payout:
    """A payout without what its jackpot holds, which moves with the jackpot's own changes."""
    return payout._replace(returned=payout.returned - held(table, payout), metered=0, seeded=0)
