"""The drill: decisions of one kind, dealt one after the other, each judged by its exact cost. No table, no money."""

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from houseway.cards import mask, name, parse_card
from houseway.errors import HousewayError, UnknownName
from houseway.flow import DEALER, Answer, Arrange, Choose, Deal, Draw, Entry, Question, Standing, Table, Wager
from houseway.game import Game
from houseway.games import game as find
from houseway.room.drills import Score
from houseway.ruling import Setup
from houseway.shoe import Shoe, shuffled
from houseway.web import hands
from houseway.web.guard import OurScript
from houseway.web.lobby import GameId, preparing
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

    def __init__(self, game: Game, question: Question, standing: Standing, setup: Setup) -> None:
        self.game = game
        self.question = question
        self.standing = standing
        self.setup = setup
        self.judged = False

    def json(self) -> dict[str, Any]:
        """What its player sees."""
        asked: dict[str, Any] = {"kind": type(self.question).__name__.lower()}
        if isinstance(self.question, Choose):
            asked["options"] = list(self.question.options)
        elif isinstance(self.question, Arrange):
            cards = [name(card) for card in self.question.cards]
            asked |= {"cards": cards, "piles": list(self.question.piles), "sizes": list(self.question.sizes)}
        elif isinstance(self.question, Wager):
            asked |= {"wager": self.question.wager, "least": self.question.least, "most": self.question.most}
        own = [name(card) for card in self.standing.cards(SEAT)]
        shown = self.standing.shown(DEALER)
        hidden = len(self.standing.cards(DEALER)) - len(shown)
        return {"asked": asked, "cards": own, "dealer": [name(card) for card in shown], "hidden": hidden}


class Drills:
    """The decisions that wait for an answer; the oldest are forgotten."""

    MOST = 2_000

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, Dealt] = OrderedDict()
        self._lock = Lock()

    def keep(self, dealt: Dealt) -> str:
        token = secrets.token_urlsafe(12)
        with self._lock:
            self._waiting[token] = dealt
            while len(self._waiting) > self.MOST:
                self._waiting.popitem(last=False)
        return token

    def first(self, dealt: Dealt) -> bool:
        """Whether this decision is judged for the first time: only that counts."""
        with self._lock:
            first, dealt.judged = not dealt.judged, True
        return first

    def of(self, token: str) -> Dealt:
        with self._lock:
            if token not in self._waiting:
                raise UnknownName("this decision is no longer waiting: deal another")
            return self._waiting[token]


DRILLS = Drills()
Token = Annotated[str, Path(max_length=40)]


@cache
def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of decision that a few dealt rounds show; `any` is all of them."""
    seen: dict[str, None] = {ANY: None}
    for _ in range(SURVEY):
        for question, _ in _questions(game):
            seen |= dict.fromkeys(kinds_of(question))
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
        for question, dealt in _questions(game):
            if kind in (ANY, *kinds_of(question)):
                return dealt
    raise UnknownName(f"no decision {kind!r} comes up in {game.name}: it is one of {', '.join(kinds(game))}")


def _questions(game: Game) -> Iterator[tuple[Question, Dealt]]:
    """The questions to the seat in one round, which goes on at random."""
    settings = game.document.configure({})
    least = {w.id: settings.integer(w.least) if w.least else 100 for w in game.document.wagers if w.required}
    try:
        setup = game.setup(settings, {SEAT: least})
    except HousewayError:  # a game that needs two
        setup = game.setup(settings, {SEAT: least, SEAT + 1: least})
    shoe = Shoe(shuffled(game.table.pack(settings)))
    table = Table(game.table.play, setup)
    while table.standing.ruling is None:
        standing = table.standing
        question = standing.asked[0]
        if question.seat == SEAT:
            yield question, Dealt(game, question, standing, setup)
        table.enter(Entry(question.seat, _answer(question, shoe)))


def _answer(question: Question, shoe: Shoe) -> Answer:
    if isinstance(question, Deal):
        return shoe.deal()
    if isinstance(question, Draw):
        return question.least + secrets.randbelow(question.most - question.least + 1)
    return secrets.choice(question.options) if isinstance(question, Choose) else question.default


@pages.get("/drill/{game}")
def drill_page(request: Request, viewer: Viewer, game: GameId) -> Response:
    found = find(game)
    return page(request, "drill.html", viewer=viewer, game=found, kinds=kinds(found))


@api.post("/games/{game}/drill", dependencies=[OurScript])
def deal_one(game: GameId, wanted: DrillKind) -> dict[str, Any]:
    """Deal a decision of a kind."""
    dealt = deal(find(game), wanted.kind)
    return {"drill": DRILLS.keep(dealt), **dealt.json()}


@api.get("/games/{game}/drill/scores")
def scores(room: TheRoom, viewer: Viewer, game: GameId) -> DrillScores:
    """What the decisions so far have cost, by what they were about."""
    kept = [] if viewer is None else room.people.drills(viewer.id, find(game).id)
    return DrillScores(kept=viewer is not None, scores=[_score(each) for each in kept])


def _score(score: Score) -> DrillScore:
    exact = f"{score.cost.numerator}/{score.cost.denominator}" if not score.estimated else ""
    units = float(score.cost) + score.estimated
    return DrillScore(kind=score.kind, decided=score.decided, right=score.right, units=units, exact=exact)


@api.post("/games/{game}/drill/forget", dependencies=[OurScript])
def forget(room: TheRoom, player: Player, game: GameId) -> DrillScores:
    """Begin the scores at a game anew."""
    room.people.forget_drills(player.id, find(game).id)
    return DrillScores(kept=True, scores=[])


@api.post("/drill/{token}/hand", dependencies=[OurScript])
def drill_hand(token: Token, proposed: Piles) -> Said:
    """What the dealt hand would make if it were set so, and whether that is a foul."""
    dealt = DRILLS.of(token)
    if not isinstance(dealt.question, Arrange):
        raise UnknownName("this decision sets no hand")
    piles = [tuple(parse_card(card) for card in pile) for pile in proposed.piles]
    words = hands.described(dealt.game, dealt.question, piles, dealt.setup.settings)
    return Said(says=list(words.says), foul=words.foul)


@api.post("/drill/{token}/answer", dependencies=[OurScript])
def judge(request: Request, room: TheRoom, viewer: Viewer, token: Token, given: DrillAnswer) -> dict[str, Any]:
    """What an answer costs against the best, exactly; the first answer to a decision counts in the score."""
    dealt = DRILLS.of(token)
    answer: Answer = given.answer if given.answer is not None else ()
    if given.piles is not None:
        answer = tuple(mask({parse_card(card) for card in pile}) for pile in given.piles)
    if isinstance(dealt.question, Choose | Arrange | Wager):
        dealt.question.check(answer)
        if waits := preparing(request, dealt.game):
            return waits
        for line in judged(dealt.game, dealt.question, dealt.standing, dealt.setup, answer):
            line |= {"about": about(dealt.question), "counts": DRILLS.first(dealt)}
            if viewer is not None and line["counts"]:
                told = line["cost"]
                cost = Fraction(told["exact"]) if told["exact"] else told["units"]
                room.people.drilled(viewer.id, dealt.game.id, line["about"], cost)
            return line
    raise UnknownName("nothing is known about this decision: deal another")
