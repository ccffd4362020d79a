"""Handle the irregularity: what follows by the house's written controls, at that stage and on that place."""

from collections.abc import Callable
from random import Random

from houseway.academy.fields import Choice, Option
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import Hand, Scene, hands_of, who
from houseway.academy.tables import Table, played, seated, tried
from houseway.document.controls import (
    CONTROLS,
    FITTING,
    IN_WORDS,
    IRREGULARITIES,
    NONE,
    STAGE_IN_WORDS,
    STAGES,
    Control,
)
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game
from houseway.round.irregularities import Followed, stage_of
from houseway.round.questions import CHANCE, DEALER, Entry, Irregularity, Standing

SEATS, MORE, TRIES = 3, 1, 12
WRITTEN = 0.6
"""How often the house has written its controls stage by stage."""


def fits(game: Game, settings: Settings | None) -> bool:
    return bool((settings or game.configure()).controls)


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    for each in tried(luck, TRIES):
        ruled = written(settings, each) if each.random() < WRITTEN and unwritten(settings) else settings
        stage, count = each.choice(STAGES), each.randint(1, 12)
        table = played(game, seated(game, ruled, each, SEATS, MORE), each, stop=_at(stage, count))
        before = hands_of(game, table.standing, table.setup, open_=False)
        kind, place = each.choice(sorted(ruled.controls)), each.choice((DEALER, *table.setup.numbers))
        followed = called(table, kind, place)
        if followed is not None and not followed.already:
            return about(table, followed, before)
    return None


def _at(stage: str, count: int) -> Callable[[Standing], bool]:
    """Stops a round at the so many-th question of a stage."""
    seen: list[str] = []

    def stop(standing: Standing) -> bool:
        seen.append(stage_of(standing))
        return seen.count(stage) >= count

    return stop


def called(table: Table, kind: str, place: int) -> Followed | None:
    """What follows from a call in this round; None where it is refused."""
    if table.standing.ruling is not None:
        return None
    try:
        table.driver.enter(Entry(CHANCE, Irregularity(kind, place)))
    except HousewayError:
        return None
    return table.driver.followed[-1]


def about(table: Table, followed: Followed, before: tuple[Hand, ...]) -> Question:
    """The question what follows from a call in a round where these hands lay."""
    control, call, stage = followed.control, followed.call, followed.stage
    options = tuple(Option(word, _sentence(IN_WORDS[word])) for word in _allowed(table, call.seat))
    field = Choice("then", "What follows", options)
    on = who(call.seat) if call.seat else "the dealer or the round"
    says = f"{_sentence(STAGE_IN_WORDS[stage])}, {control.name} is called on {on}. What follows?"
    rule = Mistake(
        f"{_sentence(control.name)} on {on}, {STAGE_IN_WORDS[stage]}: {IN_WORDS[followed.then]}.", control.clause
    )

    def judge(given: Values) -> list[Mistake]:
        if given["then"] == followed.then:
            return []
        said = f"It does not follow that {IN_WORDS[given['then']]}. By the written control {IN_WORDS[followed.then]}."
        return [Mistake(said, control.clause)]

    scene = Scene(before, _sheet(table.setup.settings, control))
    return Question(table.game.document, says, scene, (field,), {"then": followed.then}, (rule,), judge)


def _sheet(settings: Settings, control: Control) -> tuple[str, ...]:
    """The house's own control of this kind, or that the document's stands."""
    if unwritten(settings):
        return ("The house has written no controls of its own: the settings that the document begins with stand.",)
    lines = [f"The house has written of the kind {control.name}:"]
    for whom, follows in (("a seat", control.seat), ("the dealer", control.dealer), ("the round", control.round)):
        if follows:
            told = "; ".join(f"{STAGE_IN_WORDS[stage]}, {IN_WORDS[then]}" for stage, then in follows)
            lines.append(f"On {whom}: {told}.")
    return tuple(lines)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _allowed(table: Table, place: int) -> tuple[str, ...]:
    """What a control of this game may prescribe on a place."""
    specs = [spec for spec in table.setup.settings.specs if spec.type == "control"]
    named = {choice for spec in specs for choice in spec.choices}
    fitting = FITTING["seat"] if place else FITTING["dealer"]
    return tuple(each for each in CONTROLS if each in named and each in fitting)


def unwritten(settings: Settings) -> bool:
    """Whether the house has left all controls as the document begins with them."""
    controls = [spec for spec in settings.specs if spec.type == "control"]
    own = IRREGULARITIES in settings and settings.text(IRREGULARITIES) != NONE
    return not own and all(settings[spec.id] == spec.default for spec in controls)


def written(settings: Settings, luck: Random) -> Settings:
    """The settings with controls of the house's own, by stage and by whom, for what no clause fixes."""
    house = [spec for spec in settings.specs if spec.type == "control" and spec.layer == "house"]
    if not house or IRREGULARITIES not in settings:
        return settings
    allowed = {choice for spec in house for choice in spec.choices}
    text = "".join(_text(settings.controls[spec.id], allowed, luck) for spec in house)
    return settings.but(**{IRREGULARITIES: text})


def _text(control: Control, allowed: set[str], luck: Random) -> str:
    lines = [f'[[irregularity]]\nkind = "{control.kind}"\nsays = "{control.says}"\n']
    for whom in ("seat", "dealer"):
        fitting = sorted(allowed.intersection(FITTING[whom]))
        stages = ", ".join(f'{{ stage = "{stage}", then = "{luck.choice(fitting)}" }}' for stage in STAGES)
        lines.append(f"{whom} = [{stages}]\n")
    return "".join(lines)


KIND = Kind(
    "irregularity",
    "Handle the irregularity",
    "What follows from a call by the house's written controls, at that stage and on that place.",
    fits,
    make,
)
