"""Who may answer what is asked in a round: one rule for a table that is played and for a journal that is read."""

from typing import TYPE_CHECKING

from houseway.room.acts.act import Act, By
from houseway.room.acts.play import Answer, Call, Timeout
from houseway.room.errors import Broken
from houseway.round.questions import OUT_OF_CARDS, Deal, Draw, Entry, Irregularity, default_of

if TYPE_CHECKING:
    from houseway.room.table.state import LiveTable

CHANCE, BOT, HOUSE = "chance", "bot", "house"
"""Who made an entry, where it was no person."""


def check_answerer(table: "LiveTable", entry: Entry, by: By, act: Act | None) -> None:
    """Refuse an entry that is not for whoever made it, by the act that it stands under or after.

    People answer for their own seat; bots for bots; chance where it is asked; the house as the question prescribes, for
    who has left or has run out of time; and a call is the one that was made.
    """
    fault = _fault(table, entry, by, act)
    if fault:
        raise Broken(f"round {table.round}: {fault}")


def _fault(table: "LiveTable", entry: Entry, by: By, act: Act | None) -> str:
    if isinstance(entry.answer, Irregularity):
        return _of_call(entry.answer, by, act)
    asked = next((question for question in table.standing.asked if question.seat == entry.seat), None)
    if by == CHANCE or isinstance(asked, Deal | Draw):
        chances = by == CHANCE and isinstance(asked, Deal | Draw)
        return "" if chances else f"{by} has answered for {_whose(entry)}: chance deals and draws, and nothing else"
    place = table.places.get(entry.seat)
    if by == BOT:
        told = "is no bot's, and a bot has answered for it"
        return "" if place is not None and place.bot else f"seat {entry.seat} {told}"
    if by == HOUSE:
        late = isinstance(act, Timeout) and entry.seat in act.seats
        if place is None or not (place.left or late):
            return f"the house has answered for seat {entry.seat}, which has neither left nor run out of time"
        if asked is not None and entry.answer != default_of(asked):
            return f"the house has answered for seat {entry.seat}, and not as is prescribed for it"
        return ""
    own = isinstance(by, int) and isinstance(act, Answer) and place is not None and place == table.place_of(by)
    return "" if own else f"{by!r} has answered for seat {entry.seat}, which is somebody else's"


def _of_call(call: Irregularity, by: By, act: Act | None) -> str:
    """What is wrong with a call: the shoe makes its own, and every other is what an act has called."""
    if call == OUT_OF_CARDS:
        return "" if by == CHANCE else f"{by!r} has called that the shoe ran out, which it does itself"
    called = isinstance(act, Call) and (act.kind, act.seat) == (call.kind, call.seat)
    return "" if called else f"a call stands in the round that nobody has made: {call.kind}"


def _whose(entry: Entry) -> str:
    return f"seat {entry.seat}" if entry.seat > 0 else "chance"
