"""The academy in the browser: its page, and drills for dealers; exams and certificates are in `academy_exams`.

Questions are made and judged apart, where nobody at a table waits for them.
"""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from houseway.academy import Item, Progress, Verdict, kind_of, kinds_at
from houseway.academy.course import of_players
from houseway.academy.exam import EACH, MARK
from houseway.academy.fields import Piles as PilesField
from houseway.academy.house import DOCUMENTS, House, house_at
from houseway.errors import UnknownName
from houseway.games import game as find
from houseway.games import games
from houseway.room import Person, Room
from houseway.room.academy import Sitting
from houseway.round import Arrange
from houseway.round.ruling import Setup
from houseway.web.guard import OurScript
from houseway.web.hands import said_of
from houseway.web.lobby import GameId, who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import TheRoom, Viewer
from houseway.web.wire import FAULTS, Anything, Piles, Said, Sent, Short, few

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/academy", responses=FAULTS, tags=["academy"])

ALL = "all"
Seed = Annotated[int, Path(ge=0, lt=2**53)]
KindId = Annotated[str, Path(max_length=40, pattern="^[a-z-]+$")]


class Wanted(Sent):
    """Which questions are wanted: a kind, or all that the game has."""

    kind: str = Field(default=ALL, max_length=40)


class Given(Sent):
    """An answer: a value for each field of the question."""

    answer: Annotated[dict[Short, Anything], few(200)]


class Score(BaseModel):
    """What a person has answered of a game, and the mistakes of it that are to come back."""

    asked: int
    right: int
    waiting: int


class Asked(BaseModel):
    """A question, by what makes it; whether it was answered wrongly before, and the score where the room keeps one."""

    kind: str
    name: str
    seed: int
    returns: bool
    question: dict[str, Any]
    score: Score | None


class Judged(BaseModel):
    """The verdict on an answer, and the score after it."""

    verdict: dict[str, Any]
    score: Score | None


# ---------------------------------------------------------------------------------------------------- computed apart


def asked_json(item: Item, house: House) -> dict[str, Any]:
    """A question as it is sent."""
    return item.question(house).json()


def verdict_on(item: Item, house: House, answer: dict[str, Any]) -> Verdict:
    """The verdict on an answer."""
    return item.question(house).judged(answer)


def hand_said(item: Item, house: House, proposed: list[list[str]]) -> Said:
    """What the piles of a hand that is being set would make."""
    field = next((each for each in item.question(house).fields if isinstance(each, PilesField)), None)
    if field is None:
        raise UnknownName("this question sets no hand")
    game, settings = house.at(item.game)
    question = Arrange(1, field.cards, field.piles, field.sizes, (), "")
    return said_of(game, question, Piles(piles=proposed), Setup(settings, ()))


def house_of(room: Room, game: str) -> House:
    """How the room's file has set a game, at its first table of it; else as the document begins with."""
    for table in room.file_tables:
        if room.game_at(table).id == game:
            found = room.game_at(table)
            return house_at(found, found.configure(room.settings_at(table)))
    return DOCUMENTS


# ---------------------------------------------------------------------------------------------------- drills


def _score(progress: Progress, game: str) -> Score:
    mine = [each for each in progress.scores if each.game == game and not of_players(each.kind)]
    right = sum(each.right for each in mine)
    return Score(asked=sum(each.asked for each in mine), right=right, waiting=progress.to_come_back(game))


def _wanted(house: House, game: str, kind: str) -> tuple[str, ...]:
    """The kinds that are wanted, checked."""
    fitting = tuple(each.id for each in kinds_at(house, game))
    if kind == ALL:
        return fitting
    if kind_of(kind).id not in fitting:
        raise UnknownName(f"{find(game).name} has no questions of the kind {kind!r}; it has {', '.join(fitting)}")
    return (kind,)


def _next(room: Room, viewer: Person | None, game: str, kinds: tuple[str, ...]) -> tuple[Item, bool, Score | None]:
    """What is asked next, whether it comes back, and the score."""
    fresh = Item(game, secrets.choice(kinds), secrets.randbits(31))
    if viewer is None:
        return fresh, False, None
    progress = room.academy.change(viewer, lambda before: before.next(game, kinds, fresh))
    assert progress.asked is not None
    return progress.asked, progress.returns(progress.asked), _score(progress, game)


@api.post("/games/{game}/next", dependencies=[OurScript])
async def next_question(request: Request, room: TheRoom, viewer: Viewer, game: GameId, wanted: Wanted) -> Asked:
    """The next question: a mistake that is due, or a fresh one."""
    house = await run_in_threadpool(house_of, room, game)
    item, returns, score = await run_in_threadpool(_next, room, viewer, game, _wanted(house, game, wanted.kind))
    told = await work_of(request).advice.answer(who_asks(request, viewer), asked_json, item, house)
    name = kind_of(item.kind).name
    return Asked(kind=item.kind, name=name, seed=item.seed, returns=returns, question=told, score=score)


async def _item(room: Room, game: str, kind: str, seed: int) -> tuple[Item, House]:
    """A dealers' question and its house; refused where the game has none of the kind."""
    house = await run_in_threadpool(house_of, room, game)
    if kind == ALL:
        raise UnknownName("a question is of one kind")
    return Item(game, _wanted(house, game, kind)[0], seed), house


@api.post("/games/{game}/{kind}/{seed}/answer", dependencies=[OurScript])
async def judge(
    request: Request, room: TheRoom, viewer: Viewer, game: GameId, kind: KindId, seed: Seed, given: Given
) -> Judged:
    """The verdict on an answer; the first to a question that was asked counts."""
    item, house = await _item(room, game, kind, seed)
    verdict = await work_of(request).advice.answer(who_asks(request, viewer), verdict_on, item, house, given.answer)
    if viewer is None:
        return Judged(verdict=verdict.json(), score=None)
    change = lambda before: before.answer(item, right=verdict.right)  # noqa: E731
    after = await run_in_threadpool(room.academy.change, viewer, change)
    return Judged(verdict=verdict.json(), score=_score(after, game))


@api.post("/games/{game}/{kind}/{seed}/hand", dependencies=[OurScript])
async def drilled_hand(
    request: Request, room: TheRoom, viewer: Viewer, game: GameId, kind: KindId, seed: Seed, proposed: Piles
) -> Said:
    """What the hand of a question would make if it were set so."""
    item, house = await _item(room, game, kind, seed)
    asking = who_asks(request, viewer)
    found: Said = await work_of(request).advice.answer(asking, hand_said, item, house, proposed.piles)
    return found


@pages.get("/academy")
def academy_page(request: Request, room: TheRoom, viewer: Viewer) -> Response:
    """Every game with its kinds, what was practised, and the exams."""
    progress = room.academy.progress(viewer) if viewer is not None else Progress()
    scores = {(each.game, each.kind): each for each in progress.scores if not of_players(each.kind)}
    courses = [
        (game, [(kind, scores.get((game.id, kind.id))) for kind in kinds_at(house_of(room, game.id), game.id)])
        for game in games()
    ]
    total = {
        "asked": sum(each.asked for each in scores.values()),
        "right": sum(each.right for each in scores.values()),
        "waiting": progress.to_come_back(),
    }
    played = room.drills.totals(viewer.id) if viewer is not None else {}
    sat = [_told(each) for each in reversed(room.academy.sittings(viewer))] if viewer is not None else []
    exams = {"each": EACH, "mark": MARK}
    back = {game.id: progress.to_come_back(game.id, players=True) for game in games()}
    more: dict[str, Any] = {"played": played, "back": back}
    return page(request, "academy.html", viewer=viewer, courses=courses, total=total, sat=sat, exams=exams, **more)


def _told(sitting: Sitting) -> dict[str, Any]:
    """An exam for the list."""
    game = find(sitting.exam.plan.games[0]).name
    told = {"token": sitting.token, "game": game, "began": sitting.began.isoformat(), "over": bool(sitting.certificate)}
    return told | ({"body": _body(sitting)} if sitting.certificate else {})


def _body(sitting: Sitting) -> Any:
    from houseway.academy.certificate import read

    return read(sitting.certificate).body


@pages.get("/academy/drill/{game}")
def drill_page(
    request: Request, room: TheRoom, viewer: Viewer, game: GameId, kind: Annotated[str, Query(max_length=40)] = ALL
) -> Response:
    found = find(game)
    kinds = kinds_at(house_of(room, game), game)
    chosen = kind if kind in [each.id for each in kinds] else ALL
    return page(request, "academy_drill.html", viewer=viewer, game=found, kinds=kinds, chosen=chosen)
