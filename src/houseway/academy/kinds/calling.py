"""Call the bonus: which award of the posted paytable a hand is, or none."""

from collections.abc import Iterator
from random import Random

from houseway.academy.examples import Hands, hands_by_award
from houseway.academy.fields import Choice, Option
from houseway.academy.kinds.bets import Settled, name, plain, settled, table_of
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import Scene, chosen_at, hands_of, posted_for, who
from houseway.academy.tables import Luck, Table, beside, played, seated, tried
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.round.ruling import Setup

LOSE = "lose"
TRIES = 10


def bonuses(game: Game, settings: Settings) -> tuple[str, ...]:
    """The wagers with a posted paytable that are offered, and that nobody has to make."""
    posted = game.posted(settings)
    offered = [wager for wager in game.document.wagers if wager.offered and settings.flag(wager.offered)]
    return tuple(wager.id for wager in offered if wager.id in posted and not wager.required)


def fits(game: Game, settings: Settings | None) -> bool:
    return bool(bonuses(game, settings or game.configure()))


def reached(game: Game, settings: Settings, luck: Random, wagers: tuple[str, ...]) -> tuple[Table, Settled] | None:
    """A round with a wager that ends with an award drawn by lot, or else with one that came up on the way."""
    wager = luck.choice(wagers)
    table = game.posted(settings)[wager]
    wanted = luck.choice([*(row.award for row in table.rows if row.pay.kind != LOSE), LOSE])
    setup = seated(game, settings, luck, 1, 0, wager)
    known = hands_by_award(game).get((wager, wanted), ())
    found: tuple[Table, Settled] | None = None
    for at, each in enumerate(tried(luck, TRIES)):
        hands = luck.choice(known) if known and at >= TRIES // 2 else None
        for candidate in _with(game, setup, each, wager, hands):
            if candidate[1].payout.award == wanted:
                return candidate
            if found is None or found[1].payout.award == LOSE:
                found = candidate
    return found


def _with(
    game: Game, setup: Setup, numbers: Random, wager: str, hands: Hands | None
) -> Iterator[tuple[Table, Settled]]:
    """The wager as a round has ended it, with some luck or with the cards of an example."""
    seats = [seat.number for seat in setup.seats if wager in seat.wagers] or list(setup.numbers)
    lucky = beside(seats) if numbers.random() < 0.6 else tuple(seats)
    planted = hands.at(seats[0], numbers) if hands else {}
    luck = Luck(lucky if numbers.random() < 0.9 else (), planted, wager, stands=True)
    table = played(game, setup, numbers, luck)
    for each in settled(table):
        if each.payout.wager == wager and plain(each.payout):
            yield table, each


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    found = reached(game, settings, luck, bonuses(game, settings))
    if found is None:
        return None
    table, each = found
    field = award_field(table, each)
    if each.payout.award not in [option.id for option in field.options]:
        return None
    wager = name(table, each.payout.wager)
    says = f"{who(each.payout.seat)} has made the {wager}. Which award is it?"
    scene = posted_beside(table, each)._replace(posted=())  # the options are its rows
    return Question(
        game.document,
        says,
        scene,
        (field,),
        {"award": each.payout.award},
        (each.rests_on,),
        lambda given: judged_award(table, each, field, given),
    )


def award_field(table: Table, each: Settled) -> Choice:
    """The rows that pay, in their order, and that it is none."""
    posted = table_of(table, each.payout)
    assert posted is not None
    rows = [Option(row.award, row.label) for row in posted.rows if row.pay.kind != LOSE]
    return Choice("award", "The award", (*rows, Option(LOSE, "No award: the wager is lost")))


def judged_award(table: Table, each: Settled, field: Choice, given: Values) -> list[Mistake]:
    del table
    if given["award"] == each.payout.award:
        return []
    called = field.says(given["award"])
    return [Mistake(f'It is not "{called}". {each.payout.why}', each.payout.clause)]


def posted_beside(table: Table, each: Settled) -> Scene:
    """The hands, and the paytable and settings of the wager in question."""
    game, setup, wagers = table.game, table.setup, [each.payout.wager]
    posted, chosen = posted_for(game, setup, wagers), chosen_at(game, setup.settings, wagers)
    return Scene(hands_of(game, table.standing, setup), (), posted, chosen)


KIND = Kind("call", "Call the bonus", "Which award of the posted paytable a hand is, or none.", fits, make)
