"""No hidden card leaks: two worlds that differ only in cards a viewer may not see give the same bytes."""

import hashlib
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.cards import in_order, name, parse_cards
from houseway.games import game as find_game
from houseway.games import games
from houseway.hooks import HandInPlay
from houseway.room import Room
from houseway.room.acts import ACTS, parsed
from houseway.room.acts.opened import Opened
from houseway.room.commands.command import perform
from houseway.room.errors import Broken
from houseway.room.fairness.commitments import Commitment
from houseway.room.fairness.fixed import fixed_by, in_short, settings_hash
from houseway.room.people.people import Person
from houseway.room.table import view
from houseway.room.table.entry import JournalEntry, NewShoe
from houseway.room.table.pending import Pending
from houseway.room.table.seats import PLAYING, Place
from houseway.room.table.state import LiveTable, Sources
from houseway.room.table.view import Eyes, decision_of, insiders, spectator, view_of
from houseway.round import Arrange, Choose, Deal, Question, Reveal, Stake, Standing, Wager
from houseway.round.codec import payout_json
from houseway.round.ruling import Seat

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


class Apart:
    """A room without a database: the same numbers are drawn in both worlds."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def draw(self, bound: int) -> int:
        return self._random.randrange(bound)

    def new_round(self, table: LiveTable) -> int:
        return 1

    def new_shoe(self, table: LiveTable) -> NewShoe:
        return NewShoe(2, "root", len(table.commitment))

    def balance(self, account: str) -> int:
        return 10**9

    def of_round(self, round_: int) -> dict[str, int]:
        return {}

    def stands(self) -> int:
        return 1

    def account_in(self, table: int, round_: int, seat: int) -> str:
        return ""

    def book(self, table: LiveTable) -> Any:
        """No jackpot is fed here."""
        return SimpleNamespace(events=[])


def some(question: Question, source: random.Random) -> Any:
    """An answer that depends on the places of cards and never on what they are."""
    if isinstance(question, Choose):
        return source.choice(question.options)
    if isinstance(question, Wager):
        return source.choice([0, question.least])
    assert isinstance(question, Arrange)
    cards = [name(card) for card in source.sample(question.cards, len(question.cards))]
    return [[cards.pop() for _ in range(size)] for size in question.sizes]


SETTINGS = {"chinese-poker": {"naturals": "yes"}}
"""Settings that make more to hide: who holds a natural may choose what others may not."""


def open_table(game: str, order: tuple[int, ...], seats: int = 2) -> LiveTable:
    shoe = Sealed(order, [bytes(16)] * len(order))
    live = LiveTable(1, Sources(lambda _id: shoe, unwanted))
    live.replay(1, opened(game, seats, len(order)).json())
    return live


def opened(game: str, seats: int, size: int) -> JournalEntry:
    """The first entry of a table."""
    shoe = NewShoe(1, "root", size)._asdict()
    act = Opened(game, "t", SETTINGS.get(game, {}), seats, shoe, find_game(game).document.hash)
    return JournalEntry("opened", ANN.id, act)


def unwanted(_hash: str) -> Any:
    raise AssertionError("the document is the one that the game comes with")


def world(
    game: str, order: tuple[int, ...], seed: int, seats: int = 2, answers: tuple[Any, ...] = ()
) -> Iterator[LiveTable]:
    """A round that two people play with this shoe: the table after the wagers and after every answer."""
    live = open_table(game, order, seats)
    desk, source, given = Apart(seed), random.Random(seed), iter(answers)
    wagers = [w for w in live.game.document.wagers if w.required and w.before_deal]
    bets = {w.id: live.settings.integer(w.most or w.least) for w in wagers}

    def do(person: Person, kind: str, **data: Any) -> None:
        perform(live, kind, parsed(kind, data), person, desk)
        live.version += 1

    for seat, person in ((1, ANN), (2, BOB)):
        do(person, "sit", seat=seat)
        do(person, "bet", wagers=bets)
    for person in (ANN, BOB):
        do(person, "ready")
    yield live
    while live.phase == PLAYING:
        question = live.standing.asked[0]
        answer = next(given, None) if answers else some(question, source)
        do(ANN if question.seat == 1 else BOB, "answer", answer=answer)
        yield live


def heard_by_all(live: LiveTable) -> list[Any]:
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


def shown(live: LiveTable) -> list[tuple[int, ...]]:
    return [live.standing.shown(place) for place in range(3)]


def may_see(live: LiveTable, seat: int | None) -> set[int]:
    """Positions of the cards that the rules let a seat see, worked out apart from the view: the oracle of this test."""
    dealt: list[tuple[int, bool]] = []
    for event, _ in live.standing.events:
        if isinstance(event, Deal):
            dealt.append((event.to, event.face_up or event.to == seat))
        elif isinstance(event, Reveal):
            dealt = [(to, seen or to == event.of) for to, seen in dealt]
    return {position for position, (_, seen) in enumerate(dealt) if seen}


def other_world(
    game: str, order: tuple[int, ...], live: LiveTable, viewer: Person | None, seed: int
) -> tuple[int, ...]:
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
    pack = find_game(game).pack(find_game(game).document.configure({}))
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
                if other is None or heard_by_all(other) != heard_by_all(live) or shown(other) != shown(live):
                    continue
                compared += 1
                told_apart += view_of(live, viewer, {}, None).text() != view_of(other, viewer, {}, None).text()
    return compared, told_apart


def nth(steps: Iterator[LiveTable], number: int) -> LiveTable | None:
    for at, live in enumerate(steps):
        if at == number:
            return live
    return None


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_two_worlds_look_the_same_to_whoever_may_not_see_the_difference(game: str, luck: int) -> None:
    """A round gives two pairs at the least, and most give more."""
    first = 1_000_000 * luck
    compared, told_apart = leaks(game, range(first, first + WORLDS // 2), enough=WORLDS)
    assert compared >= WORLDS
    assert told_apart == 0


def all_cards(eyes: Eyes, place: int) -> list[str]:
    return [str(card) for card in eyes.standing.cards(place)]


def all_of_them(eyes: Eyes, place: int) -> bool:
    return True


def told_options(question: Question, seat: int | None) -> dict[str, Any]:
    return {"seat": question.seat, "question": str(question)}


@pytest.mark.parametrize(
    "where, method, leak",
    [(Eyes, "cards", all_cards), (Eyes, "sees_all_of", all_of_them)],
)
@pytest.mark.parametrize("game", [game.id for game in games()])
def test_planted_leaks_are_seen(
    game: str, where: Any, method: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, method, leak)
    assert leaks(game, range(4))[1] > 0


def test_a_leak_in_a_question_to_another_seat_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    arranging = [game.id for game in games() if game.id != "super-pan-9"]
    monkeypatch.setattr(view, "_asked", told_options)
    assert not arranging or leaks(arranging[0], range(4))[1] > 0


def test_only_a_view_can_be_serialised_and_it_hides_a_card_as_nothing_else(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    table.ready()
    seen = table.view()
    assert {card for seat in seen["seats"] for card in seat["cards"]} == {None}
    assert [question["yours"] for question in seen["asked"]] == [False, False]
    assert all(set(question) == {"seat", "kind", "yours"} for question in seen["asked"])
    own = table.view(table.people[0])
    assert all(card for card in own["seats"][0]["cards"])
    assert not any(card for card in own["seats"][1]["cards"])


def test_surveillance_sees_what_was_shown_live_and_everything_when_the_round_has_ended() -> None:
    order = tuple(find_game("super-pan-9").pack(find_game("super-pan-9").document.configure({})))
    for live in world("super-pan-9", order, 1):
        everything = Eyes(live.standing, None, everything=live.phase != PLAYING)
        cards = view_of(live, SUE, {}, None).json()["seats"][0]["cards"]
        assert cards == everything.cards(1)
        assert all(card for card in cards) == (live.phase != PLAYING)


def test_who_sits_down_at_a_seat_that_was_dealt_to_does_not_see_its_cards(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """Supreme 99 deals packets to empty seats, and a seat is free again when a round has ended."""
    room = opened(sqlite)
    table = sitting(room, "supreme-99", people=1)
    eve = room.people.guest("Eve")
    table.ready()
    table.do(eve, "sit", seat=4)
    seat = table.view(eve)["seats"][3]
    assert seat["you"]
    assert seat["cards"] == [None] * 4
    assert room.proof(1, eve).json()["openings"] == []
    assert all(card for card in table.view(table.people[0])["seats"][0]["cards"])


def shoe_of(game: str, first: str) -> tuple[int, ...]:
    """A shoe that begins with these cards, the rest in the order of the pack."""
    wanted = parse_cards(first)
    rest = list(find_game(game).pack(find_game(game).document.configure(SETTINGS.get(game, {}))))
    for card in wanted:
        rest.remove(card)
    return (*wanted, *rest)


def told(live: LiveTable, viewer: Person | None = None) -> dict[str, Any]:
    return view_of(live, viewer, {ANN.id: 500}, None).json()


def faces(*cards: str | None) -> list[str | None]:
    return list(cards)


def cards_and_piles(side: dict[str, Any]) -> tuple[Any, ...]:
    return side["cards"], side["piles"], side["note"]


PAN_9 = "2c 3c 4c 5c 6c 2d 3d 4d 6d 6s"
"""Packets of three: 9 for seat 1, 3 for seat 2, 3 for the dealer, who must draw and makes 9."""


def test_a_setting_whose_title_says_less_than_it_is_told_as_it_is_hashed() -> None:
    """Else nobody could hash what the table is set to; a long one by its hash, else each event would bring it."""
    own = '[[irregularity]]\nkind = "phone"\nsays = "A telephone ¡rings!"\nseat = "forfeit-hand"\n'
    settings = find_game("super-pan-9").configure(irregularities=own)
    fixed = fixed_by(find_game("super-pan-9"), settings)
    assert set(fixed.contents) == {"irregularities"}
    whole = settings.show()["irregularities"]
    assert fixed.contents["irregularities"] == f"sha256 {hashlib.sha256(whole.encode()).hexdigest()}"
    assert [in_short(64 * "a"), len(in_short(65 * "a")), len(in_short(22 * "¡¡"))] == [64 * "a", 71, 71]
    assert fixed.hash == settings_hash(find_game("super-pan-9"), settings)


def test_a_view_says_this_and_no_more() -> None:
    (live, *_) = islice(world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, seats=3), 1)
    seat = {"bot": False, "left": False, "you": False, "hands": None, "piles": None, "note": ""}
    assert view_of(live, ANN, {ANN.id: 500}, 12.6).json() == {
        "table": 1,
        "version": 7,
        "game": "super-pan-9",
        "name": "t",
        "settings": live.settings.show(),
        "settings_hash": settings_hash(live.game, live.settings),
        "displayed": [],
        "contents": {},
        "document": find_game("super-pan-9").document.hash,
        "after": 0,
        "phase": "playing",
        "paused": False,
        "closed": False,
        "deadline": 13,
        "shoe": {"id": 1, "root": "root", "size": 288, "left": 279, "cut": 0, "gone": "1ff", "ended": False},
        "wagers": [
            {
                "id": "main",
                "name": "main wager",
                "least_cents": 500,
                "most_cents": 40000,
                "required": True,
                "offered": True,
            }
            | {"before_deal": True, "needs": [], "clause": "5"},
            {
                "id": "tie",
                "name": "Tie Bet",
                "least_cents": 100,
                "most_cents": 10000,
                "required": False,
                "offered": True,
            }
            | {"before_deal": True, "needs": [], "clause": "9"},
        ],
        "dealer": {"plays": True, "cards": faces(None, None, None), "piles": None, "note": ""},
        "seats": [
            seat
            | {
                "number": 1,
                "name": "Ann",
                "you": True,
                "chips_cents": 500,
                "wagers": {"main": 40000},
                "note": "total 9",
            }
            | {"cards": faces("2c", "3c", "4c"), "acting": True, "ready": True, "commit": None},
            seat
            | {"number": 2, "name": "Bob", "chips_cents": 0, "wagers": {"main": 40000}, "acting": True}
            | {"ready": True, "commit": None}
            | {"cards": faces(None, None, None)},
            seat
            | {
                "number": 3,
                "name": None,
                "chips_cents": None,
                "wagers": {},
                "acting": False,
                "ready": False,
                "commit": None,
                "cards": [],
            },
        ],
        "asked": [
            {"seat": 1, "kind": "choose", "yours": True, "number": 9, "options": ["stand", "draw"], "clause": "6"},
            {"seat": 2, "kind": "choose", "yours": False},
        ],
        "numbers": None,
        "drawn": [],
        "ruling": None,
        "calls": [],
        "amended": [],
        "round": 1,
        "log": ["Ann sits down at seat 1", "Bob sits down at seat 2"],
        "requests": [],
        "meters_cents": {},
        "jackpots_say": {},
        "jackpots_closed": [],
    }
    assert "\n" not in view_of(live, ANN, {}, None).text()
    assert view_of(live, ANN, {}, None).text().startswith('{"table":1,"version":7,')
    assert view_of(live, ANN, {}, -3.2).json()["deadline"] == 0
    assert view_of(live, ANN, {}, None).json()["deadline"] is None


def test_what_has_ended_is_shown_with_its_ruling() -> None:
    *_, live = world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, answers=("stand", "stand"))
    seen = told(live)
    assert seen["phase"] == "ended"
    assert [cards_and_piles(side) for side in (*seen["seats"], seen["dealer"])] == [
        (["2c", "3c", "4c"], None, "total 9"),
        (["5c", "6c", "2d"], None, "total 3"),
        (["3d", "4d", "6d", "6s"], None, "total 9"),
    ]
    assert [(p["seat"], p["stake_cents"], p["returned_cents"], p["cents"], p["award"]) for p in seen["ruling"]] == [
        (1, 40000, 40000, 0, "push"),
        (2, 40000, 0, -40000, "lose"),
    ]
    assert seen["ruling"] == [payout_json(payout) for payout in live.ruling or ()]


def test_wagers_lie_on_the_layout_while_they_are_made_and_grow_with_a_split() -> None:
    """Seat 1 splits eights; the money of both hands is seen by all, and so are the hands."""
    first = "8c Tc 9s 8d Td 9d 2c 3c"
    answers = (100, 0, "split", "stand", "stand", "stand")
    rounds = world("super-pairs", shoe_of("super-pairs", first), 1, answers=answers)
    steps = [(live.phase, told(live, ANN), told(live)) for live in rounds]
    _, own, public = steps[0]
    wager = {"wager": "bust-bonus", "least_cents": 100, "most_cents": 10000, "clause": "bust-bonus"}
    assert own["asked"][0] == {"seat": 1, "kind": "wager", "yours": True, "number": 6} | wager
    assert public["asked"][0] == {"seat": 1, "kind": "wager", "yours": False}
    assert own["dealer"]["cards"] == faces("9s", None)
    _, own, public = steps[3]
    assert own["seats"][0]["wagers"] == public["seats"][0]["wagers"] == {"blackjack": 80000, "bust-bonus": 100}
    first, second = own["seats"][0]["hands"]
    assert own["seats"][0]["hands"] == public["seats"][0]["hands"]
    assert first == {"cards": faces("8c", "2c"), "note": "10", "stake_cents": 40000, "playing": True}
    assert second == {"cards": faces("8d"), "note": "8", "stake_cents": 40000, "playing": False}
    assert own["seats"][0]["note"] == ""  # the sum of both hands is no total
    assert public["seats"][1]["hands"] is None
    first, second = steps[4][1]["seats"][0]["hands"]
    assert (first["cards"], second["cards"]) == (faces("8c", "2c"), faces("8d", "3c"))
    assert (first["playing"], second["playing"]) == (False, True)
    assert not any(hand["playing"] for hand in steps[-1][1]["seats"][0]["hands"])
    phase, own, _ = steps[-1]
    assert (phase, own["dealer"]) == ("ended", {"plays": True, "cards": faces("9s", "9d"), "piles": None, "note": "18"})


def numbers_to(rounds: Iterator[LiveTable], viewer: Person) -> list[int]:
    """The number of the question to this viewer, at each step at which there is one."""
    asked = [each for live in rounds for each in told(live, viewer)["asked"]]
    return [each["number"] for each in asked if each["yours"]]


def test_a_question_has_a_number_that_no_later_one_has_in_the_same_words_too() -> None:
    """Seat 1 hits and hits again; each time it is asked whether it stands or hits."""
    shoe = shoe_of("super-pairs", "4c Tc 9s 3d Td 9d 2c 2d 2h")
    numbers = numbers_to(world("super-pairs", shoe, 1, answers=(0, 0, "hit", "hit", "hit", "stand", "stand")), ANN)
    assert numbers == sorted(numbers)
    assert len(set(numbers[-4:])) == 4


def test_the_number_of_a_question_stays_while_others_answer_theirs() -> None:
    """Seat 1 sets its hand before seat 2 has set its own."""
    numbers = numbers_to(world("supreme-99", shoe_of("supreme-99", S99), 1, seats=3), BOB)
    assert numbers == [29, 29]


def test_the_money_of_a_seat_is_what_it_bet_and_all_that_it_added() -> None:
    setup: Any = SimpleNamespace(seats=(Seat(1, {"a": 5}), Seat(2, {"a": 9})))
    added = (Stake(1, "a", 2), None), (Stake(1, "b", 7), None)
    made = (Wager(1, "c", 1, 9, ""), 3), (Wager(1, "c", 1, 9, ""), 4), (Wager(2, "d", 1, 9, ""), 0)
    assert view.stakes(setup, Standing((), (*added, *made), None)) == {1: {"a": 7, "b": 7, "c": 7}, 2: {"a": 9}}
    assert setup.seats[0].wagers == {"a": 5}


def test_wagers_before_the_round() -> None:
    live = open_table("super-pan-9", shoe_of("super-pan-9", PAN_9))
    live.change("sit", ACTS["sit"].read({"seat": 1, "name": "Ann"}), ANN.id)
    live.change("bet", ACTS["bet"].read({"wagers": {"main": 777}}), ANN.id)
    assert [seat["wagers"] for seat in told(live)["seats"]] == [{"main": 777}, {}]
    assert told(live)["phase"] == "betting"
    assert told(live)["dealer"] == {"plays": True, "cards": [], "piles": None, "note": ""}


S99 = "Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c 2c Ac Qd Jd Td 9d"


def test_how_a_hand_is_set_is_seen_by_its_seat_alone_until_it_is_shown() -> None:
    """Supreme 99 deals to an empty seat too: nobody but surveillance sees its cards, and not before the end."""
    rounds = world("supreme-99", shoe_of("supreme-99", S99), 1, seats=3)
    steps = [(told(live, ANN), told(live, BOB), told(live), told(live, SUE), live.phase) for live in rounds]
    own, other, *_ = steps[0]
    names = sorted(own["seats"][0]["cards"])
    asked = own["asked"][0]
    assert asked == {"seat": 1, "kind": "arrange", "yours": True, "cards": asked["cards"], "clause": "5"} | {
        "number": 29,
        "piles": ["high", "low"],
        "sizes": [2, 2],
    }
    assert sorted(asked["cards"]) == names
    assert asked["cards"] == [name(card) for card in in_order(parse_cards(" ".join(names)))]
    assert own["drawn"] == [{"what": "the random number that orders the packets", "number": 5, "dice": 0}]
    own, other, public, watched, _ = steps[1]
    piles = own["seats"][0]["piles"]
    assert {pile: len(cards) for pile, cards in piles.items()} == {"high": 2, "low": 2}
    assert sorted(card for cards in piles.values() for card in cards) == names
    assert [view["seats"][0]["piles"] for view in (other, public, watched)] == [None, None, None]
    own, other, public, watched, phase = steps[2]
    assert phase == "ended"
    assert [view["seats"][0]["piles"] for view in (other, public, watched)] == [piles] * 3
    assert set(public["dealer"]["piles"]) == {"high", "low"}
    assert sorted(card for cards in public["dealer"]["piles"].values() for card in cards) == sorted(
        public["dealer"]["cards"]
    )
    assert own["seats"][2]["cards"] == public["seats"][2]["cards"] == faces(None, None, None, None)
    assert all(card for card in watched["seats"][2]["cards"])


def test_requests_are_for_staff() -> None:
    live = open_table("super-pan-9", shoe_of("super-pan-9", PAN_9))
    live.requests[9] = Pending(1, "void", "the wrong shoe", 20)
    shown = {"request": 9, "what": "void", "round": 1, "reason": "the wrong shoe", "by": 20, "name": "", "at": ""}
    staff = [Person(20 + n, "Dan", role, 0) for n, role in enumerate(("dealer", "manager", "surveillance"))]
    seen = [told(live, person)["requests"] for person in staff]
    assert {len(each.pop("shown")) for (each,) in seen} == {64}, "what an approval is of"
    assert seen == [[{**shown, "yours": n == 0}] for n in range(3)]
    assert [told(live, person)["requests"] for person in (None, ANN)] == [[], []]


def test_who_sees_more_than_a_spectator() -> None:
    (live, *_) = islice(world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1), 1)
    eve = Person(14, "Eve", "player", 0)
    assert [spectator(person, insiders(live)) for person in (ANN, SUE, None, eve)] == [False, False, True, True]
    live.change("leave", ACTS["leave"].read({"seat": 1}), ANN.id)
    assert not spectator(ANN, insiders(live)), "who has left in mid-round still has cards"
    assert not told(live, ANN)["seats"][0]["you"]
    assert told(live, ANN)["seats"][0]["left"]
    waiting = open_table("super-pan-9", shoe_of("super-pan-9", PAN_9))
    waiting.change("sit", ACTS["sit"].read({"seat": 1, "name": "Ann"}), ANN.id)
    assert [spectator(person, insiders(waiting)) for person in (ANN, eve)] == [False, True]


def test_one_view_serves_every_spectator_and_nobody_who_sees_more() -> None:
    (live, *_) = islice(world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, seats=3), 1)
    live.places[3] = Place(3, bot=True)
    live.accounts = live.accounts | {3: "bots:1"}
    public = view.public_of(live, {ANN.id: 500}, 12.6)
    assert (public.version, public.insiders) == (live.version, {ANN.id, BOB.id})
    assert public.view.text() == view_of(live, None, {ANN.id: 500}, 12.6).text()
    assert [public.serves(person) for person in (None, Person(14, "Eve", "player", 0), ANN, SUE)] == [
        True,
        True,
        False,
        False,
    ]


def test_who_has_left_after_the_round_is_a_spectator_again() -> None:
    *_, live = world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, answers=("stand", "stand"))
    live.change("leave", ACTS["leave"].read({"seat": 1}), ANN.id)
    assert insiders(live) == {ANN.id, BOB.id}, "its cards are still on the table"
    live.change("bet", ACTS["bet"].read({"wagers": {"main": 500}}), BOB.id)
    assert insiders(live) == {BOB.id}


def test_advice_knows_what_the_seat_has_seen_and_no_answer_of_others() -> None:
    rounds = world("super-pairs", shoe_of("super-pairs", "5c Tc 9s 6d 4d 9d 2c 3c"), 1, answers=(100, 0, "hit", "hit"))
    decisions = [(decision_of(live, 1), decision_of(live, 2), live.setup) for live in islice(rounds, 4)]
    asked = [tuple(each and each.question.seat for each in pair[:2]) for pair in decisions]
    assert asked == [(1, 2), (None, 2), (1, None), (1, None)]
    advised, _, setup = decisions[3]
    assert advised is not None
    assert advised.setup == setup
    assert (advised.standing.asked, advised.standing.ruling) == ((advised.question,), None)
    assert [name(card) for card in advised.standing.cards(1)] == ["5c", "6d", "2c"]
    assert [name(card) for card in advised.standing.cards(2)] == ["Tc", "4d"], "dealt face up"
    assert [name(card) for card in advised.standing.cards(0)] == ["9s"], "not the card in the hole"
    answers = [(event.seat, answer) for event, answer in advised.standing.events if isinstance(event, Choose | Wager)]
    assert answers == [(1, 100), (1, "hit")]


def test_advice_does_not_know_how_another_seat_has_set_its_hand() -> None:
    *_, live = islice(world("supreme-99", shoe_of("supreme-99", S99), 1), 2)
    advised = decision_of(live, 2)
    assert advised is not None
    assert not any(isinstance(event, Arrange) for event, _ in advised.standing.events)
    assert [len(advised.standing.cards(place)) for place in range(3)] == [0, 0, 4]


def test_advice_knows_the_open_cards_of_a_place_between_hidden_ones() -> None:
    question = Choose(1, ("hit", "stand"), "stand", "")
    up = (True, False, False, True, True, False)
    dealt = tuple((Deal(2, face_up), card) for card, face_up in enumerate(up))
    setup: Any = object()
    live: Any = SimpleNamespace(standing=Standing((question,), dealt, None), setup=setup)
    advised = decision_of(live, 1)
    assert advised == (question, Standing((question,), (dealt[0], dealt[3], dealt[4]), None), setup)


def test_a_games_own_words_are_asked_with_the_cards_and_the_setup() -> None:
    """Where a game says nothing of its cards, neither does the view."""
    asked: list[Any] = []

    def words(*given: Any) -> Any:
        asked.append(given)
        return (
            {"high": (0, 51)}
            if len(given) == 2
            else [HandInPlay((0, 13), "4", 500, True), HandInPlay((26,), "2", 5, False)]
        )

    game = SimpleNamespace(dealer_piles=words, hands=words)
    live: Any = SimpleNamespace(game=game, setup="setup", standing=Standing((), (), None))
    assert view._dealer_piles(live, (0, 51)) == {"high": faces("2c", "As")}
    assert view.hands_of(live.game, live.standing, 2, live.setup) == [
        {"cards": faces("2c", "2d"), "note": "4", "stake_cents": 500, "playing": True},
        {"cards": faces("2h"), "note": "2", "stake_cents": 5, "playing": False},
    ]
    assert asked == [((0, 51), "setup"), (live.standing, 2, "setup")]
    plain: Any = SimpleNamespace(game=find_game("super-pan-9"), setup="setup", standing=live.standing)
    assert view._dealer_piles(plain, ()) is view.hands_of(plain.game, plain.standing, 2, plain.setup) is None


def test_a_table_after_a_restart_is_shown_without_the_round_that_it_forgot() -> None:
    *_, live = world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, answers=("stand", "stand"))
    again = LiveTable(1, Sources(lambda _id: live.commitment, unwanted))
    again.restore(opened("super-pan-9", 2, len(live.commitment)).json(), live.carried(), 9)
    seen = told(again)
    assert (seen["phase"], seen["ruling"], [seat["wagers"] for seat in seen["seats"]]) == ("ended", None, [{}, {}])


def test_no_ruling_is_told_before_the_round_has_ended() -> None:
    *_, live = world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, answers=("stand", "stand"))
    live.phase = PLAYING
    assert live.ruling is not None
    assert told(live)["ruling"] is None


def test_a_game_is_not_asked_for_words_on_cards_that_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    game = type(find_game("super-pan-9"))
    monkeypatch.setattr(game, "note", lambda _self, place, _cards, setup: f"place {place} of {len(setup.seats)} seats")
    seen = [told(live, ANN) for live in world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, answers=("stand",) * 2)]
    assert [seat["note"] for seat in seen[0]["seats"]] == ["place 1 of 2 seats", ""]
    ended = [side["note"] for side in (seen[-1]["dealer"], *seen[-1]["seats"])]
    assert ended == [f"place {place} of 2 seats" for place in range(3)]
    whole = "houseway.room.table.view.hands_of"
    monkeypatch.setattr(whole, lambda _game, standing, seat, _setup: [list(standing.cards(seat))])
    first = next(iter(world("super-pan-9", shoe_of("super-pan-9", PAN_9), 1, answers=("stand",) * 2)))
    seats = told(first, ANN)["seats"]
    assert [(seat["hands"], seat["note"]) for seat in seats] == [([[0, 1, 2]], ""), (None, "")]


def test_a_setting_with_a_pile_too_few_is_not_shown_as_if_it_were_whole() -> None:
    question = Arrange(1, (0, 1), ("high", "low"), (1, 1), (1, 2), "")
    with pytest.raises(ValueError, match="shorter"):
        Eyes(Standing((), ((question, (1,)),), None), 1, everything=False).piles(1)


def test_a_wager_without_bounds_is_of_a_cent_or_more_and_on_offer() -> None:
    live = open_table("super-pan-9", shoe_of("super-pan-9", PAN_9))
    spec = replace(live.game.document.wagers[1], least="", most="", offered="")
    assert {key: view._wager(spec, live)[key] for key in ("least_cents", "most_cents", "offered")} == {
        "least_cents": 1,
        "most_cents": None,
        "offered": True,
    }
