"""What follows from an act: a round that starts, the answers that no person gives, the end of a round."""

from collections.abc import Iterable

from houseway.errors import HousewayError
from houseway.room.acts.act import Act, Resources
from houseway.room.acts.play import Timeout
from houseway.room.acts.seats import Free, Leave
from houseway.room.acts.wagers import Ready, Seal
from houseway.room.fairness.nonces import TURNS as TURNS
from houseway.room.people.people import Person
from houseway.room.table import beginning, metering
from houseway.room.table.answering import BOT, CHANCE, HOUSE
from houseway.room.table.beginning import bot_wagers, may_begin
from houseway.room.table.entry import VERSION, End, Made, Start
from houseway.room.table.seats import BETTING, PLAYING, SEALING, Place
from houseway.room.table.settling import settle, spent
from houseway.room.table.state import LiveTable
from houseway.round import OUT_OF_CARDS, Deal, Draw, Entry, Question
from houseway.round.questions import default_of


def closing(table: LiveTable, act: Act, room: Resources) -> int | None:
    """Whether bets are closed now, for players to seal their numbers: everybody is ready, or time has run out."""
    owed = any(table.places[seat].owes_seal for seat in _agreed(table, act, room))
    return TURNS if table.phase == BETTING and owed else None


def starting(table: LiveTable, act: Act, room: Resources) -> Start | None:
    """A round that starts now: bets are closed and every number is sealed that was committed to. None if none does."""
    wagers = _agreed(table, act, room)
    if not wagers or any(table.places[seat].owes_seal for seat in wagers):
        return None
    return Start(room.new_round(table), wagers, {seat: table.account(seat) for seat in wagers})


def _agreed(table: LiveTable, act: Act, room: Resources) -> dict[int, dict[str, int]]:
    """The wagers of a round that may start with this act; none where it may not."""
    if not may_begin(table, act):
        return {}
    try:
        wagers = wagers_of(table, table.people, room)
    except HousewayError:
        if not isinstance(act, Leave | Free):
            raise
        return {}  # nobody stays because the others cannot play without them
    return metering.accepted(table, wagers, room)


def check_start(table: LiveTable, act: Act, by: Person, room: Resources) -> None:
    """Refuse an act with which a round would begin that the game does not allow, before the act has changed anything.

    Who gets up begins none then; and when time is over, `sitting_out` finds who can play.
    """
    if table.paused:
        return
    others = [place for place in table.people if place.person != by.id]
    ready = isinstance(act, Ready) and all(place.ready for place in others)
    late = isinstance(act, Timeout) and not sitting_out(table, room)
    sealed = isinstance(act, Seal) and not any(place.owes_seal for place in others)
    if (table.phase == BETTING and (ready or late)) or (table.phase == SEALING and sealed):
        wagers = wagers_of(table, table.people, room)
        if late and not wagers:
            raise HousewayError("nobody has laid what their money covers: no round begins")


def sitting_out(table: LiveTable, room: Resources) -> list[int]:
    """Who sits out now that time is over."""
    covered = [place.number for place in table.people if place.wagers and _covered(table, place, room)]
    return beginning.sitting_out(table, covered)


def wagers_of(table: LiveTable, seated: Iterable[Place], room: Resources) -> dict[int, dict[str, int]]:
    """The wagers of these people that their money covers, and with them those of the bots, by seat."""
    wagers = {p.number: p.wagers for p in seated if p.wagers and _covered(table, p, room)}
    everyone = wagers | bot_wagers(table, wagers) if wagers else {}
    return {seat: dict(bets) for seat, bets in sorted(everyone.items())}


def _covered(table: LiveTable, place: Place, room: Resources) -> bool:
    return sum(place.wagers.values()) <= room.balance(table.account(place.number))


def drive(table: LiveTable, room: Resources) -> list[Made]:
    """Let chance, bots and the house answer until a person is asked or the round has ended."""
    made: list[Made] = []
    while table.phase == PLAYING and table.ruling is None and not table.unopened:
        step = next((s for q in table.standing.asked if (s := _automatic(table, q, room)) is not None), None)
        if step is None:
            break
        made.append(table.enter(*step))
    return made


def _automatic(table: LiveTable, question: Question, room: Resources) -> tuple[Entry, str] | None:
    """The answer to a question that no person is asked; an empty shoe says so."""
    if isinstance(question, Deal):
        return Entry(question.seat, table.next_card() if table.left else OUT_OF_CARDS), CHANCE
    if isinstance(question, Draw):
        return Entry(question.seat, table.next_number(question)), CHANCE
    place = table.places[question.seat]
    if place.bot and table.game.bots_think and room.bots_apart:
        return None
    if place.bot:
        return Entry(question.seat, table.game.bot(question, table.standing, table.setup)), BOT
    return (Entry(question.seat, default_of(question)), HOUSE) if place.left else None


def ended(table: LiveTable, room: Resources) -> End:
    """Settle, and commit to the next shoe if this one is low: its root is known before anybody can bet on it."""
    assert table.ruling is not None
    shoe = room.new_shoe(table) if spent(table) else None
    settle(table, shoe, VERSION)
    metering.settled(table, room)
    return End(table.ruling, shoe, table.carried())
