"""No hidden card leaks: two worlds that differ only in cards a viewer may not see give the same bytes."""

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from houseway.flow import Arrange, Choose, Deal, Question, Reveal, Wager
from houseway.games import GAMES
from houseway.games import game as find_game
from houseway.room import Room, view
from houseway.room.deeds import perform
from houseway.room.desk import Command
from houseway.room.errors import Broken
from houseway.room.fairness import Commitment
from houseway.room.live import Live
from houseway.room.people import Person
from houseway.room.place import PLAYING
from houseway.room.view import Eyes, view_of

WORLDS = int(os.environ.get("HOUSEWAY_WORLDS", "100"))
"""Pairs of worlds for each game; the long form sets it to ten thousand."""

ANN, BOB = Person(11, "Ann", "player", 0), Person(12, "Bob", "player", 0)
SUE = Person(13, "Sue", "surveillance", 0)
VIEWERS = (ANN, BOB, SUE, None)


class Sealed(Commitment):
    """A commitment hides its order, so two worlds may show one root."""

    @property
    def root(self) -> str:
        return "root"


class Desk:
    """A room without a database: the same numbers are drawn in both worlds."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def draw(self, bound: int) -> int:
        return self._random.randrange(bound)

    def new_round(self, live: Live) -> int:
        return 1

    def new_shoe(self, live: Live) -> dict[str, Any]:
        return {"id": 2, "root": "root", "size": len(live.commitment)}

    def balance(self, account: str) -> int:
        return 10**9

    def of_round(self, round_: int) -> dict[str, int]:
        return {}

    def account_in(self, live: Live, round_: int, seat: int) -> str:
        return ""


def some(question: Question, source: random.Random) -> Any:
    """An answer that depends on the places of cards and never on what they are."""
    if isinstance(question, Choose):
        return source.choice(question.options)
    if isinstance(question, Wager):
        return source.choice([0, question.least])
    assert isinstance(question, Arrange)
    cards = source.sample(question.cards, len(question.cards))
    return [[cards.pop() for _ in range(size)] for size in question.sizes]


SETTINGS = {"chinese-poker": {"naturals": "yes"}}
"""Settings that make more to hide: who holds a natural may choose what others may not."""


def world(game: str, order: tuple[int, ...], seed: int) -> Iterator[Live]:
    """A round that two people play with this shoe: the table after the wagers and after every answer."""
    shoe = Sealed(order, [bytes(16)] * len(order))
    live = Live(1, lambda _id: shoe)
    data = {"game": game, "name": "t", "settings": SETTINGS.get(game, {}), "seats": 2, "shoe": {"id": 1}}
    live.apply(1, {"kind": "opened", "data": data})
    desk, source = Desk(seed), random.Random(seed)
    wagers = [w for w in live.game.document.wagers if w.required and w.before_deal]
    bets = {w.id: live.settings.integer(w.most or w.least) for w in wagers}

    def do(person: Person, kind: str, **data: Any) -> None:
        perform(live, Command(1, person.id, "", None, kind, data), person, desk)
        live.version += 1

    for seat, person in ((1, ANN), (2, BOB)):
        do(person, "sit", seat=seat)
        do(person, "bet", wagers=bets)
    for person in (ANN, BOB):
        do(person, "ready")
    yield live
    while live.phase == PLAYING:
        question = live.standing.asked[0]
        answer = some(question, source)
        if isinstance(question, Arrange):
            answer = [sum(1 << card for card in pile) for pile in answer]
        do(ANN if question.seat == 1 else BOB, "answer", answer=answer)
        yield live


def course(live: Live) -> list[Any]:
    """What all can hear and see but cards: who was dealt to, what was turned and staked, what was chosen aloud."""
    heard: list[Any] = []
    for event, answer in live.standing.events:
        if isinstance(event, Choose):
            heard.append((event.seat, answer))
        elif hasattr(event, "to") or hasattr(event, "of"):
            heard.append(tuple(event)[:2])
        else:
            heard.append(type(event).__name__)
    return heard


def shown(live: Live) -> list[tuple[int, ...]]:
    return [live.standing.shown(place) for place in range(3)]


def may_see(live: Live, seat: int | None) -> set[int]:
    """Positions of the cards that the rules let a seat see, worked out apart from the view: the oracle of this test."""
    dealt: list[tuple[int, bool]] = []
    for event, _ in live.standing.events:
        if isinstance(event, Deal):
            dealt.append((event.to, event.face_up or event.to == seat))
        elif isinstance(event, Reveal):
            dealt = [(to, seen or to == event.of) for to, seen in dealt]
    return {position for position, (_, seen) in enumerate(dealt) if seen}


def other_world(game: str, order: tuple[int, ...], live: Live, viewer: Person | None, seed: int) -> tuple[int, ...]:
    """The same shoe with the cards that this viewer has not seen in another order."""
    place = None if viewer is None else live.place_of(viewer.id)
    seen = may_see(live, place.number if place else None)
    hidden = [position for position in range(len(order)) if position not in seen]
    changed = list(order)
    for position, other in zip(hidden, random.Random(seed).sample(hidden, len(hidden)), strict=True):
        changed[position] = order[other]
    return tuple(changed)


def leaks(game: str, seeds: range, enough: int | None = None) -> tuple[int, int]:
    """How many pairs of worlds were compared, and in how many a viewer could tell them apart."""
    pack = find_game(game).table.pack(find_game(game).document.configure({}))
    compared = told_apart = 0
    for seed in seeds:
        if enough is not None and compared >= enough:
            break
        order = tuple(random.Random(seed).sample(pack, len(pack)))
        for step, live in enumerate(world(game, order, seed)):
            if live.phase != PLAYING:
                break
            for viewer in VIEWERS:
                try:
                    other = nth(world(game, other_world(game, order, live, viewer, seed + step), seed), step)
                except (Broken, ValueError):
                    continue  # the other world's round took another course
                if other is None or course(other) != course(live) or shown(other) != shown(live):
                    continue
                compared += 1
                told_apart += view_of(live, viewer, {}, None).text() != view_of(other, viewer, {}, None).text()
    return compared, told_apart


def nth(steps: Iterator[Live], number: int) -> Live | None:
    for at, live in enumerate(steps):
        if at == number:
            return live
    return None


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_two_worlds_look_the_same_to_whoever_may_not_see_the_difference(game: str, luck: int) -> None:
    """A round gives two pairs at the least, and most give more."""
    first = 1_000_000 * luck
    compared, told_apart = leaks(game, range(first, first + WORLDS // 2), enough=WORLDS)
    assert compared >= WORLDS
    assert told_apart == 0


def all_cards(eyes: Eyes, place: int) -> list[dict[str, Any]]:
    return [{"card": str(card)} for card in eyes.standing.cards(place)]


def all_of_them(eyes: Eyes, place: int) -> bool:
    return True


def told_options(question: Question, seat: int | None) -> dict[str, Any]:
    return {"seat": question.seat, "question": str(question)}


@pytest.mark.parametrize(
    "where, name, leak",
    [(Eyes, "cards", all_cards), (Eyes, "sees_all_of", all_of_them)],
)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_planted_leaks_are_seen(
    game: str, where: Any, name: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, leak)
    assert leaks(game, range(4))[1] > 0


def test_a_leak_in_a_question_to_another_seat_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    arranging = [game.id for game in GAMES if game.id != "super-pan-9"]
    monkeypatch.setattr(view, "_asked", told_options)
    assert not arranging or leaks(arranging[0], range(4))[1] > 0


def test_only_a_view_can_be_serialised_and_it_hides_a_card_as_nothing_else(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.ready()
    seen = table.view()
    assert {tuple(card.items()) for seat in seen["seats"] for card in seat["cards"]} == {(("card", None),)}
    assert [question["yours"] for question in seen["asked"]] == [False, False]
    assert all(set(question) == {"seat", "kind", "yours"} for question in seen["asked"])
    own = table.view(table.people[0])
    assert all(card["card"] for card in own["seats"][0]["cards"])
    assert not any(card["card"] for card in own["seats"][1]["cards"])


def test_surveillance_sees_what_was_shown_live_and_everything_when_the_round_has_ended() -> None:
    order = tuple(find_game("super-pan-9").table.pack(find_game("super-pan-9").document.configure({})))
    for live in world("super-pan-9", order, 1):
        everything = Eyes(live.standing, None, everything=live.phase != PLAYING)
        cards = view_of(live, SUE, {}, None).json()["seats"][0]["cards"]
        assert cards == everything.cards(1)
        assert all(card["card"] for card in cards) == (live.phase != PLAYING)


def test_who_sits_down_at_a_seat_that_was_dealt_to_does_not_see_its_cards(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Supreme 99 deals packets to empty seats, and a seat is free again when a round has ended."""
    room = opened(sqlite)
    table = sitting(room, "supreme-99", people=1)
    eve = room.guest("Eve")
    table.ready()
    table.do(eve, "sit", seat=4)
    seat = table.view(eve)["seats"][3]
    assert seat["you"]
    assert seat["cards"] == [{"card": None}] * 4
    assert room.proof(1, eve).json()["openings"] == []
    assert all(card["card"] for card in table.view(table.people[0])["seats"][0]["cards"])
