"""What follows from a command: a round that starts, the answers that no person gives, the end of a round."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from houseway.errors import HousewayError
from houseway.round import OUT_OF_CARDS, Answer, Deal, Draw, Irregularity, Question
from houseway.room.answers import default_of, encode
from houseway.room.desk import Body, Desk
from houseway.room.table.state import BOT, CHANCE, HOUSE, Live
from houseway.room.table.seats import BETTING, PLAYING, Place

BEGINNING = ("ready", "timeout", "leave")
"""The commands that a round may start with."""


def starting(live: Live, kind: str, desk: Desk) -> dict[str, dict[str, int]]:
    """The wagers of a round that starts now: everybody is ready, or time has run out. Nothing if none starts."""
    if live.phase != BETTING or kind not in BEGINNING or live.paused:
        return {}
    seated = [p for p in live.places.values() if p.person is not None and not p.left]
    if kind != "timeout" and not (seated and all(p.ready for p in seated)):
        return {}
    return {str(seat): bets for seat, bets in wagers_of(live, seated, desk).items()}


def wagers_of(live: Live, seated: Iterable[Place], desk: Desk) -> dict[int, dict[str, int]]:
    """The wagers of these people that their money covers, and with them those of the bots, by seat."""
    wagers = {p.number: p.wagers for p in seated if p.wagers and _covered(live, p, desk)}
    everyone = wagers | bot_wagers(live, wagers) if wagers else {}
    return {seat: dict(bets) for seat, bets in sorted(everyone.items())}


def _covered(live: Live, place: Place, desk: Desk) -> bool:
    return sum(place.wagers.values()) <= desk.balance(live.account(place.number))


def bot_wagers(live: Live, people: Mapping[int, Mapping[str, int]]) -> dict[int, dict[str, int]]:
    """Bots make the required wagers, at the least; as high as the highest of the people where the least will not do."""
    bots = [p.number for p in live.places.values() if p.bot and not p.left]
    required = [w for w in live.game.document.wagers if w.required and w.before_deal]
    least = {w.id: live.settings.integer(w.least) if w.least else 1_00 for w in required}
    for amounts in (least, {w: max([least[w], *(b.get(w, 0) for b in people.values())]) for w in least}):
        bets = {number: dict(amounts) for number in bots}
        try:
            live.game.setup(live.settings, {**people, **bets})
        except HousewayError:
            continue
        return bets
    live.game.setup(live.settings, people)
    return {}


def accounts(live: Live, wagers: Mapping[str, Any]) -> dict[str, str]:
    return {seat: live.account(int(seat)) for seat in wagers}


def drive(live: Live, entries: list[list[Any]], desk: Desk) -> None:
    """Let chance, bots and the house answer until a person is asked or the round has ended."""
    while live.phase == PLAYING and live.ruling is None:
        step = next((s for q in live.standing.asked if (s := _automatic(live, q, desk)) is not None), None)
        if step is None:
            return
        seat, answer, by = step
        live.enter(seat, answer, by)
        entries.append([seat, encode(answer), by])


def _automatic(live: Live, question: Question, desk: Desk) -> tuple[int, Answer | Irregularity, str] | None:
    """The answer to a question that no person is asked; an empty shoe says so."""
    if isinstance(question, Deal):
        return question.seat, live.next_card() if live.left else OUT_OF_CARDS, CHANCE
    if isinstance(question, Draw):
        return question.seat, drawn(question, desk.draw), CHANCE
    place = live.places[question.seat]
    if place.bot:
        return question.seat, live.game.table.bot(question, live.standing, live.setup), BOT
    return (question.seat, default_of(question), HOUSE) if place.left else None


def drawn(question: Draw, draw: Callable[[int], int]) -> int:
    """A number between the bounds, or the sum of dice."""
    if question.dice:
        return sum(1 + draw(6) for _ in range(question.dice))
    return question.least + draw(question.most - question.least + 1)


def end(live: Live, desk: Desk) -> Body:
    """Settle, and commit to the next shoe if this one is low: its root is known before anybody can bet on it."""
    assert live.ruling is not None
    shoe = dict(desk.new_shoe(live)) if spent(live) else None
    end: Body = {"ruling": [list(each) for each in live.ruling], "shoe": shoe}
    live.end(end)
    end["state"] = live.snapshot()
    return end


def spent(live: Live) -> bool:
    """Whether the next round wants a fresh shoe: always in a game of one deck, else when this one runs low."""
    if "decks" not in live.settings:
        return True
    reached = live.settings.fraction("penetration") if "penetration" in live.settings else 3 / 4
    return live.left < (1 - reached) * len(live.commitment) or live.left < 8 * (len(live.places) + 1)
