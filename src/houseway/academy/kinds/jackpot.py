"""Read the jackpot hand: whether it is a hit, which award, and what comes off the meter."""

from random import Random

from houseway.academy.fields import Choice, Money
from houseway.academy.kinds.bets import Settled, name
from houseway.academy.kinds.calling import award_field, judged_award, posted_beside, reached
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import who
from houseway.academy.tables import Table, offering
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.money import dollars

MOST_GROWN = 40_000_00
"""How far above its seed a meter stands at most, in cents."""


def jackpots(game: Game, settings: Settings) -> tuple[str, ...]:
    """The wagers with a prize on display, progressive or the house's."""
    posted = game.posted(settings)
    return tuple(wager for wager in (*game.seeds(settings), *game.prizes(settings)) if wager in posted)


def fits(game: Game, settings: Settings | None) -> bool:
    if settings is not None:
        return bool(jackpots(game, settings))
    return any(jackpots(game, offering(game, game.configure(), first)) for first in range(len(game.document.wagers)))


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    wagers = jackpots(game, settings)
    if not wagers:
        return None
    meters = {wager: seed + luck.randrange(MOST_GROWN) for wager, seed in game.seeds(settings).items()}
    shown = game.displaying(settings, meters) if meters else settings
    found = reached(game, shown, luck, wagers)
    if found is None or found[1].payout.award not in [option.id for option in award_field(*found).options]:
        return None
    return about(*found)


def about(table: Table, each: Settled) -> Question:
    """The question which award a jackpot hand is, and what it takes off the meter."""
    payout, settings, game = each.payout, table.setup.settings, table.game
    award, off = award_field(table, each), Money("meter", "Comes off the meter")
    shows = {**game.prizes(settings), **game.displayed(settings)}[payout.wager]
    scene = posted_beside(table, each)._replace(
        facts=(f"The jackpot shows {dollars(shows)}.", *_notice(game, settings))
    )
    wager = name(table, payout.wager)
    says = f"{who(payout.seat)} has {dollars(payout.stake)} on the {wager}. Is it a hit, and what comes off the meter?"
    right = {"award": payout.award, "meter": payout.metered}
    return Question(
        game.document,
        says,
        scene,
        (award, off),
        right,
        (each.rests_on, _metered(each)),
        lambda given: judged(table, each, award, given),
    )


def _notice(game: Game, settings: Settings) -> tuple[str, ...]:
    return (notice,) if (notice := game.notice(settings)) else ()


def _metered(each: Settled) -> Mistake:
    off = each.payout.metered
    return Mistake(
        f"{dollars(off)} comes off the meter." if off else "Nothing comes off the meter.", each.payout.clause
    )


def judged(table: Table, each: Settled, award: Choice, given: Values) -> list[Mistake]:
    """The award first, then the meter."""
    found = judged_award(table, each, award, given)
    if given["meter"] != each.payout.metered:
        found.append(
            Mistake(f"{dollars(given['meter'])} is not it. {_metered(each).says} {each.payout.why}", each.payout.clause)
        )
    return found


KIND = Kind("jackpot", "Read the jackpot hand", "Is it a hit, which award, and what comes off the meter?", fits, make)
