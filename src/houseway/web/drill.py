"""The drill: decisions of one kind, dealt one after the other, each judged by its exact cost. No table, no money."""

import secrets
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway.academy import Item, Progress
from houseway.academy.course import deciding
from houseway.academy.decisions import ANY, Dealt, about, dealt_by, kinds, setup_of
from houseway.errors import UnknownName
from houseway.games import game as find
from houseway.room import Person, Room
from houseway.room.drills import Score
from houseway.round import Answer, Arrange, Choose, Driver, Wager
from houseway.round.codec import read_answer, read_entry
from houseway.web.guard import OurScript
from houseway.web.hands import said_of
from houseway.web.lobby import GameId, advised, who_asks, work_of
from houseway.web.pages import page
from houseway.web.people import Player, TheRoom, Viewer
from houseway.web.trainer import judged
from houseway.web.wire import FAULTS, DrillAnswer, DrillKind, DrillScore, DrillScores, Piles, Said

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", responses=FAULTS, tags=["drill"])


def found(room: Room, token: str) -> tuple[Item, Dealt]:
    """A decision that waits, whichever process dealt it."""
    item, entries = room.drills.dealt(token)
    game = find(item.game)
    setup = setup_of(game)
    driver = Driver(game.round, setup)
    for given in entries:
        driver.enter(read_entry(given, driver.standing.asked))
    return item, Dealt(game, driver, setup)


Token = Annotated[str, Path(max_length=40)]


@pages.get("/drill/{game}")
def drill_page(
    request: Request, viewer: Viewer, game: GameId, kind: Annotated[str, Query(max_length=80)] = ANY
) -> Response:
    drilled = find(game)
    return page(request, "drill.html", viewer=viewer, game=drilled, kinds=kinds(drilled), chosen=kind)


@api.post("/games/{game}/drill", dependencies=[OurScript])
async def deal_one(request: Request, room: TheRoom, viewer: Viewer, game: GameId, wanted: DrillKind) -> dict[str, Any]:
    """Deal a decision of a kind: a mistake that is due, or a fresh one."""
    item, returns = await run_in_threadpool(
        _next, room, viewer, Item(game, deciding(wanted.kind), secrets.randbits(31))
    )
    args = find(game), item.about, item.seed
    dealt: Dealt = await work_of(request).advice.answer(who_asks(request, viewer), dealt_by, *args)
    token = await run_in_threadpool(_kept, room, viewer, item, dealt)
    return {"drill": token, "returns": returns, **dealt.json()}


def _next(room: Room, viewer: Person | None, fresh: Item) -> tuple[Item, bool]:
    """The decision to deal, and whether it was decided wrongly before."""
    progress = Progress() if viewer is None else room.academy.progress(viewer)
    item = progress.next(fresh.game, (fresh.kind,), fresh).asked or fresh
    return item, progress.returns(item)


def _kept(room: Room, viewer: Person | None, item: Item, dealt: Dealt) -> str:
    """The token of a decision that was dealt; who has a name is asked it."""
    if viewer is not None:
        room.academy.change(viewer, lambda before: before.ask(item))
    return room.drills.keep(item, dealt.entries)


@api.get("/games/{game}/drill/scores")
def scores(room: TheRoom, viewer: Viewer, game: GameId) -> DrillScores:
    """What the decisions so far have cost, by what they were about, and how many mistakes are to come back."""
    if viewer is None:
        return DrillScores(kept=False, scores=[], waiting=0)
    kept = room.drills.scores(viewer.id, find(game).id)
    waiting = room.academy.progress(viewer).to_come_back(game, players=True)
    return DrillScores(kept=True, scores=[_score(each) for each in kept], waiting=waiting)


def _score(score: Score) -> DrillScore:
    exact = f"{score.cost.numerator}/{score.cost.denominator}" if not score.estimated else ""
    units = float(score.cost) + score.estimated
    return DrillScore(kind=score.kind, decided=score.decided, right=score.right, units=units, exact=exact)


@api.post("/games/{game}/drill/forget", dependencies=[OurScript])
def forget(room: TheRoom, player: Player, game: GameId) -> DrillScores:
    """Begin the scores at a game anew; its mistakes come back no more."""
    room.drills.forget(player.id, find(game).id)
    room.academy.change(player, lambda before: before.without_decisions(game))
    return DrillScores(kept=True, scores=[], waiting=0)


@api.post("/drill/{token}/hand", dependencies=[OurScript])
def drill_hand(room: TheRoom, token: Token, proposed: Piles) -> Said:
    """What the dealt hand would make if it were set so, and whether that is a foul."""
    _, dealt = found(room, token)
    if not isinstance(dealt.question, Arrange):
        raise UnknownName("this decision sets no hand")
    return said_of(dealt.game, dealt.question, proposed, dealt.setup)


@api.post("/drill/{token}/answer", dependencies=[OurScript])
async def judge(request: Request, room: TheRoom, viewer: Viewer, token: Token, given: DrillAnswer) -> dict[str, Any]:
    """What an answer costs against the best, exactly; the first answer to a decision counts in the score."""
    item, dealt = await run_in_threadpool(found, room, token)
    if not isinstance(dealt.question, Choose | Arrange | Wager):
        raise UnknownName(UNKNOWN)
    answer = read_answer(dealt.question, given.answer)
    dealt.question.check(answer)
    line = await advised(request, viewer, dealt.game, judgement, dealt, answer)
    return await run_in_threadpool(_counted, room, viewer, (token, item), dealt, line)


UNKNOWN = "nothing is known about this decision: deal another"


def judgement(dealt: Dealt, answer: Answer) -> dict[str, Any]:
    """What an answer to a decision costs."""
    assert isinstance(dealt.question, Choose | Arrange | Wager)
    for line in judged(dealt.game, dealt.question, dealt.standing, dealt.setup, answer):
        return line
    raise UnknownName(UNKNOWN)


def _counted(
    room: Room, viewer: Person | None, asked: tuple[str, Item], dealt: Dealt, line: dict[str, Any]
) -> dict[str, Any]:
    """The same, and whether it counts in somebody's score; a mistake comes back later."""
    token, item = asked
    line |= {"about": about(dealt.question), "counts": room.drills.first(token)}
    if viewer is not None and line["counts"]:
        spent = line["cost"]
        cost = Fraction(spent["exact"]) if spent["exact"] else spent["units"]
        room.drills.count(viewer.id, dealt.game.id, line["about"], cost)
        room.academy.change(viewer, lambda before: before.answer(item, right=line["right"]))
    return line
