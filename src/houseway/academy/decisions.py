"""Players' decisions: rounds dealt up to one, which kinds there are, and one as a question judged by its exact cost.

What an answer costs the lab says, where a question is made; dealing decisions and naming their kinds needs no compiler.
"""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate
from typing import Any

from houseway.academy.fields import Choice, Field, Option, Piles
from houseway.academy.question import Mistake, Question, Values
from houseway.academy.scene import Hand, Pile, Scene
from houseway.cards import cards_of, in_order, mask, name
from houseway.errors import HousewayError, UnknownName
from houseway.extras import extras_named
from houseway.game import Game, least_wagers
from houseway.money import dollars
from houseway.round import DEALER, Answer, Arrange, Choose, Deal, Draw, Driver, Entry, Wager
from houseway.round import Question as Asked
from houseway.round.codec import entry_json, hand_json, question_json
from houseway.round.questions import default_of
from houseway.round.ruling import Setup
from houseway.shoe import Shoe

SEAT, ANY = 1, "any"
DECIDE = "decide"
"""The kind of question that a player's decision is; `decide:split` is one about splitting."""

SURVEY, TRIES = 400, 4_000
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


@cache
def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of decision that some rounds show, the same in every process; `any` is all of them."""
    seen: dict[str, None] = {ANY: None}
    for seed in range(SURVEY):
        for dealt in _decisions(game, random.Random(seed)):
            seen |= dict.fromkeys(kinds_of(dealt.question))
    return tuple(seen)


def kinds_of(question: Asked) -> list[str]:
    """What a question is a decision of: each of its options, the wager, or the setting of a hand."""
    if isinstance(question, Choose):
        return list(question.options)
    return [question.wager] if isinstance(question, Wager) else ["set"]


def about(question: Asked) -> str:
    """What a decision is about, for the score: what could be chosen, the wager, or the setting of a hand."""
    return " or ".join(kinds_of(question))[:80]


def deal(game: Game, kind: str, luck: random.Random | None = None) -> Dealt:
    """Deal until the seat is asked for a decision of this kind; by chance, or from a generator of numbers.

    Of `any`, each kind comes up as often as the others: the first question of a round would always be the same.
    """
    luck = luck or random.SystemRandom()
    wanted = luck.choice(kinds(game)[1:]) if kind == ANY else kind
    for _ in range(TRIES if kind in kinds(game) else 0):
        for dealt in _decisions(game, luck):
            if wanted in kinds_of(dealt.question):
                return dealt
    raise UnknownName(f"no decision {kind!r} comes up in {game.name}: it is one of {', '.join(kinds(game))}")


def dealt_by(game: Game, kind: str, seed: int, at: int = 0) -> Dealt:
    """The decision of a seed, the same every time; `at` counts those that were passed over."""
    return deal(game, kind, random.Random(f"houseway {game.id} decide {kind} {seed} {at}"))


def setup_of(game: Game) -> Setup:
    """The least wager at the game's own settings."""
    settings = game.configure()
    least = least_wagers(game, settings)
    try:
        return game.setup(settings, {SEAT: least})
    except HousewayError:  # a game that needs two
        return game.setup(settings, {SEAT: least, SEAT + 1: least})


def _decisions(game: Game, luck: random.Random) -> Iterator[Dealt]:
    """The questions to the seat in one round, which goes on at random."""
    setup = setup_of(game)
    cards = list(game.pack(setup.settings))
    luck.shuffle(cards)
    shoe, driver = Shoe(cards), Driver(game.round, setup)
    while driver.standing.ruling is None:
        question = driver.standing.asked[0]
        if question.seat == SEAT:
            yield Dealt(game, driver, setup)
        driver.enter(Entry(question.seat, _answer(question, shoe, luck)))


def _answer(question: Asked, shoe: Shoe, luck: random.Random) -> Answer:
    if isinstance(question, Deal):
        return shoe.deal()
    if isinstance(question, Draw):
        return luck.randint(question.least, question.most)
    if isinstance(question, Arrange):  # how well does not matter here, and to set thirteen cards well takes long
        ends = list(accumulate(question.sizes))
        return tuple(mask(question.cards[end - size : end]) for end, size in zip(ends, question.sizes, strict=True))
    return luck.choice(question.options) if isinstance(question, Choose) else default_of(question)


# ---------------------------------------------------------------------------------------------------- as a question


def decision(game: Game, kind: str, seed: int) -> Question:
    """A player's decision as a question: right is what costs nothing."""
    for at in range(TRIES):
        dealt = dealt_by(game, kind, seed, at)
        with extras_named():
            advice = game.advise(dealt.question, dealt.standing, dealt.setup)
        if advice is not None:
            break
    else:
        raise UnknownName(f"nothing is known about decisions {kind!r} in {game.name}: choose another kind")
    question = dealt.question
    assert isinstance(question, Choose | Arrange | Wager)
    field = _field(game, question)

    def judge(given: Values) -> list[Mistake]:
        cost = advice.cost(_read(question, given["decision"]))
        if not cost:
            return []
        says = f"{field.says(given['decision'])} costs {float(cost):.4f} units; the best is {advice.best.says}."
        return [Mistake(says, question.clause)]

    worth = tuple(Mistake(f"{each.says}: worth {float(each.value):+.4f} units", "") for each in advice.options[:5])
    scene = Scene(_seen(dealt))
    right = {"decision": _written(question, advice.best.answer)}
    return Question(game.document, "What is the best play?", scene, (field,), right, worth, judge)


def _seen(dealt: Dealt) -> tuple[Hand, ...]:
    """The dealer's hand as all see it, and one's own open."""
    standing = dealt.standing
    shown = standing.shown(DEALER)
    hidden = len(standing.cards(DEALER)) - len(shown)
    dealer = (Hand("Dealer", (Pile("", shown, hidden),)),) if standing.cards(DEALER) else ()
    return (*dealer, Hand("You", (Pile("", standing.cards(SEAT)),)))


def _field(game: Game, question: Choose | Arrange | Wager) -> Field:
    if isinstance(question, Arrange):
        return Piles("decision", "Your hand", question.cards, question.piles, question.sizes)
    if isinstance(question, Wager):
        name_ = game.document.wager(question.wager).name
        options = (Option("0", f"No {name_}"), Option(str(question.least), f"{name_} of {dollars(question.least)}"))
        return Choice("decision", "Your decision", options)
    words: Mapping[str, str] = game.options_in_words
    return Choice("decision", "Your decision", tuple(Option(each, words.get(each, each)) for each in question.options))


def _read(question: Choose | Arrange | Wager, value: Any) -> Answer:
    if isinstance(question, Arrange):
        return tuple(mask(pile) for pile in value)
    return int(value) if isinstance(question, Wager) else str(value)


def _written(question: Choose | Arrange | Wager, answer: Answer) -> Any:
    if isinstance(question, Arrange) and isinstance(answer, tuple):
        return tuple(in_order(cards_of(pile)) for pile in answer)
    if isinstance(question, Wager):
        return str(question.least if answer else 0)
    return answer
