"""Pay a wager: in chips and coins, commission apart."""

from random import Random

from houseway.academy.fields import Chips, Field, Money, fewest, worth
from houseway.academy.kinds.bets import Settled, collected, name, plain, settled
from houseway.academy.kinds.calling import bonuses, posted_beside, reached
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import who
from houseway.academy.tables import Table, played, seated, tried
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.money import dollars

TRIES = 12


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    wagers = bonuses(game, settings)
    for each in tried(luck, TRIES):
        found = reached(game, settings, each, wagers) if wagers and each.random() < 0.7 else _any(game, settings, each)
        if found is not None and found[1].payout.net > 0:
            return about(*found)
    return None


def _any(game: Game, settings: Settings, luck: Random) -> tuple[Table, Settled] | None:
    """A wager that wins, whichever it is."""
    table = played(game, seated(game, settings, luck, 1, 1), luck)
    won = [each for each in settled(table) if plain(each.payout) and each.payout.net > 0]
    return (table, luck.choice(won)) if won else None


def about(table: Table, each: Settled) -> Question:
    """The question what is paid for a wager that has won."""
    payout, taken = each.payout, collected(table, each.payout)
    due = payout.returned if taken else payout.net
    fields: tuple[Field, ...] = (Chips("chips", "Chips and coins"),)
    right: dict[str, object] = {"chips": fewest(due)}
    if "commission" in table.setup.settings:
        fields, right = (*fields, Money("commission", "Commission kept")), right | {"commission": payout.commission}
    lies = (
        "It has been collected: lay out all that it pays." if taken else "It stays where it lies: lay out what it wins."
    )
    kept = " What is laid out is after commission." if len(fields) > 1 else ""
    wager = name(table, payout.wager)
    says = f"{who(payout.seat)} has won with {dollars(payout.stake)} on the {wager}. {lies}{kept}"
    why = (each.rests_on,)
    return Question(
        table.game.document,
        says,
        posted_beside(table, each),
        fields,
        right,
        why,
        lambda given: _judged(each, due, given),
    )


def _judged(each: Settled, due: int, given: Values) -> list[Mistake]:
    """The sum is what counts: any chips that make it are right."""
    payout, found = each.payout, []
    laid = worth(given["chips"])
    if laid != due:
        off = f"{dollars(abs(laid - due))} too {'much' if laid > due else 'little'}"
        found.append(Mistake(f"{dollars(laid)} is {off}: {dollars(due)} is due. {payout.why}", payout.clause))
    if given.get("commission", payout.commission) != payout.commission:
        said = f"The commission is {dollars(payout.commission)}, not {dollars(given['commission'])}. {payout.why}"
        found.append(Mistake(said, payout.clause))
    return found


KIND = Kind(
    "pay",
    "Pay a winning wager",
    "What a winning wager is paid, in chips and coins, commission apart.",
    lambda game, settings: True,
    make,
)
