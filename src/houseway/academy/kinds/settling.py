"""Settle a full table: every wager, in the order of the document, to the cent."""

from random import Random

from houseway.academy.fields import Settling, outcome, result
from houseway.academy.kinds.bets import Settled, plain, settled
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import Scene, chosen_at, hands_of, posted_for
from houseway.academy.tables import Table, played, seated
from houseway.document.settings import Settings
from houseway.game import Game

FULL, MORE = 9, 3
"""Seats of a full table, and wagers beside those that every seat makes."""


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    most = settings.integer("seats") if "seats" in settings else FULL
    setup = seated(game, settings, luck, min(most, FULL), MORE)
    table = played(game, setup, luck)
    if not table.ruling or not all(plain(each) for each in table.ruling):
        return None
    return about(table)


def about(table: Table) -> Question:
    """The question how a round is settled."""
    order = settled(table)
    shown = sorted(order, key=lambda each: (each.payout.seat, each.bet.id))
    field = Settling("settled", "Every wager in the order of settling", tuple(each.bet for each in shown))
    right = tuple((each.bet.id, each.payout.net) for each in order)
    wagers = [each.payout.wager for each in order]
    scene = Scene(
        hands_of(table.game, table.standing, table.setup),
        _order_in_words(table.game),
        posted_for(table.game, table.setup, wagers),
        chosen_at(table.game, table.setup.settings, wagers),
    )
    says = "Settle the table: what does every wager gain or lose, in the order in which you settle them?"
    return Question(
        table.game.document,
        says,
        scene,
        (field,),
        {"settled": right},
        tuple(each.rests_on for each in order),
        lambda given: mistakes(table.game, order, given),
    )


def _order_in_words(game: Game) -> tuple[str, ...]:
    """What is left to the dealer."""
    if game.seats_settled_by:
        return ("Seats are settled in the document's order; the wagers of one seat in any.",)
    if game.reconciled_by:
        return ("Wagers that are reconciled before play goes on come first, those of one moment in any order.",)
    return ("The document leaves the order to the house: any is right.",)


def mistakes(game: Game, order: list[Settled], given: Values) -> list[Mistake]:
    """Each wrong amount, and the first wager out of its turn."""
    known = {each.bet.id: each for each in order}
    found = [
        Mistake(
            f"{known[id_].bet.says} {result(known[id_].payout.net)}, not {outcome(cents)}: {known[id_].payout.why}",
            clause,
        )
        for id_, cents in given["settled"]
        if cents != known[id_].payout.net
        for clause in [known[id_].payout.clause]
    ]
    return found + _out_of_turn(game, [known[id_] for id_, _ in given["settled"]])


def _out_of_turn(game: Game, given: list[Settled]) -> list[Mistake]:
    for at, each in enumerate(given):
        earlier = [other for other in given[at + 1 :] if other.turn < each.turn]
        if earlier:
            first = min(earlier, key=lambda other: other.turn)
            reconciled = first.turn[0] < each.turn[0]
            clause = game.reconciled_by if reconciled else game.seats_settled_by
            return [Mistake(f"{first.bet.says} is settled before {each.bet.says}.", clause)]
    return []


KIND = Kind(
    "settle",
    "Settle the table",
    "Every wager of a full table, in the order of settling, to the cent.",
    lambda game, settings: True,
    make,
)
