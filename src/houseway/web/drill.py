"""The drill: decisions of one kind, dealt one after the other, each judged by its exact cost. No table, no money."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.cards import name
from houseway.errors import HousewayError, UnknownName
from houseway.game import Game, least_wagers
from houseway.games import game as find
from houseway.room import Person, Room
from houseway.room.drills import Score
from houseway.round import DEALER, Answer, Arrange, Choose, Deal, Draw, Driver, Entry, Question, Wager
from houseway.round.codec import entry_json, hand_json, question_json, read_answer, read_entry
from houseway.round.questions import default_of
from houseway.round.ruling import Setup
from houseway.shoe import Shoe
from houseway.web.guard import OurScript
from houseway.web.hands import said_of
from houseway.web.lobby import GameId, preparing, who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, Viewer
from houseway.web.trainer import judged
from houseway.web.wire import FAULTS, DrillAnswer, DrillKind, DrillScore, DrillScores, Piles, Said

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["drill"])

SEAT, ANY = 1, "any"
SURVEY, TRIES = 60, 1_000
"""Rounds dealt to see which kinds of decision there are, and in search of one of a kind."""


class Dealt:
    """A decision that has been dealt: the question, and the round up to it."""

    def __init__(self, game: Game, driver: Driver, setup: Setup) -> None:
        self.game = game
        self.standing = driver.standing
        self.question = self.standing.asked[0]
        self.setup = setup
        self.entries = [entry_json(question, entry) for question, entry in driver.answered]

    def json(self) -> dict[str, Any]:
        """What its player sees; a card of the dealer that is not shown is null."""
        dealer = [name(card) if face_up else None for card, face_up in self.standing.dealt_to(DEALER)]
        own = hand_json(self.standing.cards(SEAT))
        return {"asked": question_json(self.question), "cards": own, "dealer": dealer}


def found(room: Room, token: str) -> Dealt:
    """A decision that waits, whichever process dealt it."""
    id_, entries = room.drills.dealt(token)
    game = find(id_)
    setup = _setup(game)
    driver = Driver(game.round, setup)
    for given in entries:
        driver.enter(read_entry(given, driver.standing.asked))
    return Dealt(game, driver, setup)


Token = Annotated[str, Path(max_length=40)]


@cache
def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of decision that some rounds show, the same in every process; `any` is all of them."""
    seen: dict[str, None] = {ANY: None}
    for seed in range(SURVEY):
        for dealt in _decisions(game, random.Random(seed)):
            seen |= dict.fromkeys(kinds_of(dealt.question))
    return tuple(seen)


def kinds_of(question: Question) -> list[str]:
    """What a question is a decision of: each of its options, the wager, or the setting of a hand."""
    if isinstance(question, Choose):
        return list(question.options)
    return [question.wager] if isinstance(question, Wager) else ["set"]


def about(question: Question) -> str:
    """What a decision is about, for the score: what could be chosen, the wager, or the setting of a hand."""
    return " or ".join(kinds_of(question))[:80]


def deal(game: Game, kind: str) -> Dealt:
    """Deal until the seat is asked for a decision of this kind."""
    for _ in range(TRIES if kind in kinds(game) else 0):
        for dealt in _decisions(game, random.SystemRandom()):
            if kind in (ANY, *kinds_of(dealt.question)):
                return dealt
    raise UnknownName(f"no decision {kind!r} comes up in {game.name}: it is one of {', '.join(kinds(game))}")


def _setup(game: Game) -> Setup:
    """The least wager at the game's own settings."""
    settings = game.configure()
    least = least_wagers(game, settings)
    try:
        return game.setup(settings, {SEAT: least})
    except HousewayError:  # a game that needs two
        return game.setup(settings, {SEAT: least, SEAT + 1: least})


def _decisions(game: Game, luck: random.Random) -> Iterator[Dealt]:
    """The questions to the seat in one round, which goes on at random."""
    setup = _setup(game)
    cards = list(game.pack(setup.settings))
    luck.shuffle(cards)
    shoe, driver = Shoe(cards), Driver(game.round, setup)
    while driver.standing.ruling is None:
        question = driver.standing.asked[0]
        if question.seat == SEAT:
            yield Dealt(game, driver, setup)
        driver.enter(Entry(question.seat, _answer(question, shoe, luck)))


def _answer(question: Question, shoe: Shoe, luck: random.Random) -> Answer:
    if isinstance(question, Deal):
        return shoe.deal()
    if isinstance(question, Draw):
        return luck.randint(question.least, question.most)
    return luck.choice(question.options) if isinstance(question, Choose) else default_of(question)


@pages.get("/drill/{game}")
def drill_page(request: Request, viewer: Viewer, game: GameId) -> Response:
    drilled = find(game)
    return page(request, "drill.html", viewer=viewer, game=drilled, kinds=kinds(drilled))


@api.post("/games/{game}/drill", dependencies=[OurScript])
async def deal_one(request: Request, room: TheRoom, viewer: Viewer, game: GameId, wanted: DrillKind) -> dict[str, Any]:
    """Deal a decision of a kind."""
    dealt = await work_of(request).advice.answer(who_asks(request, viewer), deal, find(game), wanted.kind)
    token = await run_in_threadpool(room.drills.keep, dealt.game.id, dealt.entries)
    return {"drill": token, **dealt.json()}


@api.get("/games/{game}/drill/scores")
def scores(room: TheRoom, viewer: Viewer, game: GameId) -> DrillScores:
    """What the decisions so far have cost, by what they were about."""
    kept = [] if viewer is None else room.drills.scores(viewer.id, find(game).id)
    return DrillScores(kept=viewer is not None, scores=[_score(each) for each in kept])


def _score(score: Score) -> DrillScore:
    exact = f"{score.cost.numerator}/{score.cost.denominator}" if not score.estimated else ""
    units = float(score.cost) + score.estimated
    return DrillScore(kind=score.kind, decided=score.decided, right=score.right, units=units, exact=exact)


@api.post("/games/{game}/drill/forget", dependencies=[OurScript])
def forget(room: TheRoom, player: Player, game: GameId) -> DrillScores:
    """Begin the scores at a game anew."""
    room.drills.forget(player.id, find(game).id)
    return DrillScores(kept=True, scores=[])


@api.post("/drill/{token}/hand", dependencies=[OurScript])
def drill_hand(room: TheRoom, token: Token, proposed: Piles) -> Said:
    """What the dealt hand would make if it were set so, and whether that is a foul."""
    dealt = found(room, token)
    if not isinstance(dealt.question, Arrange):
        raise UnknownName("this decision sets no hand")
    return said_of(dealt.game, dealt.question, proposed, dealt.setup)


@api.post("/drill/{token}/answer", dependencies=[OurScript])
async def judge(request: Request, room: TheRoom, viewer: Viewer, token: Token, given: DrillAnswer) -> dict[str, Any]:
    """What an answer costs against the best, exactly; the first answer to a decision counts in the score."""
    dealt = await run_in_threadpool(found, room, token)
    if not isinstance(dealt.question, Choose | Arrange | Wager):
        raise UnknownName(UNKNOWN)
    answer = read_answer(dealt.question, given.answer)
    dealt.question.check(answer)
    if waits := preparing(request, dealt.game):
        return waits
    line = await work_of(request).advice.answer(who_asks(request, viewer), judgement, dealt, answer)
    return await run_in_threadpool(_counted, room, viewer, token, dealt, line)


UNKNOWN = "nothing is known about this decision: deal another"


def judgement(dealt: Dealt, answer: Answer) -> dict[str, Any]:
    """What an answer to a decision costs."""
    assert isinstance(dealt.question, Choose | Arrange | Wager)
    for line in judged(dealt.game, dealt.question, dealt.standing, dealt.setup, answer):
        return line
    raise UnknownName(UNKNOWN)


def _counted(room: Room, viewer: Person | None, token: str, dealt: Dealt, line: dict[str, Any]) -> dict[str, Any]:
    """The same, and whether it counts in somebody's score."""
    line |= {"about": about(dealt.question), "counts": room.drills.first(token)}
    if viewer is not None and line["counts"]:
        spent = line["cost"]
        cost = Fraction(spent["exact"]) if spent["exact"] else spent["units"]
        room.drills.count(viewer.id, dealt.game.id, line["about"], cost)
    return line
