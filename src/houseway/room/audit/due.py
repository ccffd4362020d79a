"""What was due after an entry, and was not done: a room lets nothing wait that no person decides on.

Cards are dealt and numbers drawn at once, who has left is answered for, bots that need not think have answered, what is
won of a jackpot is held apart with the card that wins it, a round that is decided ends, and an act is in its round.
"""

from collections.abc import Iterator, Mapping

from houseway.room.acts.opened import Opened
from houseway.room.acts.play import Answer, Call, Timeout
from houseway.room.jackpots.account import CONTRIBUTION, JOINED, PROMOTION
from houseway.room.jackpots.plan import HOUSE as KIND_OF_HOUSE
from houseway.room.jackpots.plan import PROGRESSIVE, Plan, link_key, set_otherwise
from houseway.room.store.meters import STATED
from houseway.room.table.answering import HOUSE
from houseway.room.table.entry import JournalEntry
from houseway.room.table.following import undrawn
from houseway.room.table.seats import PLAYING
from houseway.room.table.state import LiveTable
from houseway.round.meters import SEED, WON
from houseway.round.questions import Deal, Draw, Question
from houseway.version import __version__

OF_THE_TABLE = (SEED, JOINED, CONTRIBUTION, WON)
"""What a table does to the jackpots that its wagers are on, and to no other."""

ENDS = ("close", "expire", "approve")
"""With what a table moves all of a jackpot's money: as it is closed, or as a round is undone for one that has ended."""


def due_faults(table: LiveTable, seq: int, entry: JournalEntry) -> Iterator[str]:
    """Everything that an entry has left undone, or has done to jackpots of which it is no matter of the table's."""
    if entry.version < STATED:
        return
    yield from _of_jackpots(table, seq, entry)
    if what := _undone(entry):
        yield f"tells of {what}, and it is not in the round"
    if table.phase != PLAYING or table.driver is None or table.unopened:
        return
    if table.ruling is not None:
        yield f"round {table.round} is decided, and is not ended"
    elif waits := [question for question in table.standing.asked if _at_once(table, question)]:
        yield f"round {table.round} waits for {_name(waits[0])}, which no person decides on"
    if won := undrawn(table):
        yield f"what is won of the {', '.join(sorted(won))} in round {table.round} is not held apart"


def _undone(entry: JournalEntry) -> str:
    """What an act does to a round, where it has not done it."""
    act, said = entry.act, [(made.by, made.said) for made in entry.entries if isinstance(made.said, Mapping)]
    if isinstance(act, Call) and (entry.by, {"call": act.kind, "seat": act.seat}) not in said:
        return f"the call {act.kind}"
    if isinstance(act, Answer) and all(by != entry.by for by, _ in said):
        return f"an answer of person {entry.by}"
    if isinstance(act, Timeout) and (late := set(act.seats) - {each.get("seat") for by, each in said if by == HOUSE}):
        return f"what the house answers for seat {min(late)}, whose time ran out"
    return ""


def _at_once(table: LiveTable, question: Question) -> bool:
    """Whether a question is answered at once, by nobody who would have to think."""
    if isinstance(question, Deal | Draw):
        return True
    place = table.places[question.seat]
    return not table.game.bots_think if place.bot else place.left


def _name(question: Question) -> str:
    if isinstance(question, Deal):
        return "a card"
    return "a number" if isinstance(question, Draw) else f"the answer of seat {question.seat}"


def _of_another_kind(table: LiveTable, wager: str, plan: Plan) -> bool:
    """Whether the jackpot of a wager is planned for another one: by its kind, and by what tables of it share.

    In which words that is told, only the version knows that has opened the table.
    """
    grows = wager in table.game.seeds(table.settings)
    link = "" if plan.practice else link_key(table.game, table.settings, wager)
    return plan.kind != (PROGRESSIVE if grows else KIND_OF_HOUSE) or plan.link not in (
        (link,) if table.engine == __version__ else (link, plan.link)
    )


def _of_jackpots(table: LiveTable, seq: int, entry: JournalEntry) -> Iterator[str]:
    for event in entry.jackpots:
        if event.what in OF_THE_TABLE and event.meter != table.jackpot_of(event.wager):
            yield f"changes the jackpot {event.meter} for {event.what}, and its {event.wager} is on another"
        if event.what in (SEED, JOINED) and (seq > 1 or not isinstance(entry.act, Opened)):
            yield f"the jackpot {event.meter} begins, or is joined, by another act than the opening of a table"
        if event.plan is not None and Plan.read(event.plan).practice == (event.wager in table.linked):
            whose = "the room's" if event.wager in table.linked else "a practice table's"
            yield f"the jackpot {event.meter} is {whose}, and its plan says otherwise"
        elif event.plan is not None and _of_another_kind(table, event.wager, Plan.read(event.plan)):
            yield f"the jackpot {event.meter} is not of the kind, or of the odds, of the {event.wager} of its table"
        elif event.plan is not None and (
            other := set_otherwise(Plan.read(event.plan), table.game, table.settings, event.wager)
        ):
            yield f"the jackpot {event.meter}: {other}"
        if event.what == PROMOTION and entry.kind not in ENDS:
            yield f"the jackpot {event.meter} is emptied by the act '{entry.kind}'"
