"""Spot the mispay: a settled table with one payout that is wrong."""

from random import Random

from houseway.academy.fields import Choice, Option, outcome, result
from houseway.academy.kinds.bets import Settled, plain, settled, table_of
from houseway.academy.question import Kind, Mistake, Question, Values
from houseway.academy.scene import Scene, chosen_at, hands_of, posted_for
from houseway.academy.tables import Table, played, seated
from houseway.document.settings import Settings
from houseway.game import Game
from houseway.money import dollars
from houseway.round.ruling import Bet
from houseway.round.terms import row_terms

SEATS, MORE, NONE_WRONG, CLEAN = 4, 2, "none", 0.12


def wrong_nets(table: Table, each: Settled) -> list[int]:
    """What a dealer who errs might settle a wager with: another row, a commission forgotten, a loss for a push."""
    payout = each.payout
    bet = Bet(payout.seat, payout.wager, payout.stake)
    nets = {-payout.stake, 0, payout.stake, payout.net + payout.commission, payout.net - payout.commission}
    posted = table_of(table, payout)
    every = [row_terms(posted, row) for row in posted.rows] if posted is not None else []
    nets |= {terms.payout(bet, "").net for terms in every if not terms.share}
    nets |= {2 * payout.net, payout.net + payout.stake} if payout.net > 0 else set()
    return sorted(nets - {payout.net})


def make(game: Game, settings: Settings, luck: Random) -> Question | None:
    table = played(game, seated(game, settings, luck, SEATS, MORE), luck)
    if not table.ruling or not all(plain(each) for each in table.ruling):
        return None
    order = settled(table)
    wrong = luck.choice(order)
    paid = {each.bet.id: each.payout.net for each in order}
    if luck.random() >= CLEAN:
        paid[wrong.bet.id] = luck.choice(wrong_nets(table, wrong))
        return about(table, order, paid, wrong)
    return about(table, order, paid, None)


def about(table: Table, order: list[Settled], paid: dict[str, int], wrong: Settled | None) -> Question:
    """The question which wager of a settled table was settled wrongly."""
    options = [Option(e.bet.id, f"{e.bet.says}, {dollars(e.bet.stake)}: {result(paid[e.bet.id])}") for e in order]
    field = Choice(
        "wrong", "Settled wrongly", (*options, Option(NONE_WRONG, "Nothing: all are settled as they should be"))
    )
    right = NONE_WRONG if wrong is None else wrong.bet.id
    known = {each.bet.id: each for each in order}
    wagers = [each.payout.wager for each in order]
    scene = Scene(
        hands_of(table.game, table.standing, table.setup),
        ("Each amount is what the seat gains, or what it loses.",),
        posted_for(table.game, table.setup, wagers),
        chosen_at(table.game, table.setup.settings, wagers),
    )

    def judge(given: Values) -> list[Mistake]:
        if given["wrong"] == right:
            return []
        found = []
        if given["wrong"] != NONE_WRONG:
            picked = known[given["wrong"]]
            found.append(Mistake(f"{picked.bet.says} is settled rightly: {picked.payout.why}", picked.payout.clause))
        if wrong is not None:
            found.append(_missed(wrong, paid[wrong.bet.id]))
        return found

    why = tuple(each.rests_on for each in order) if wrong is None else (_missed(wrong, paid[wrong.bet.id]),)
    says = "The table has been settled. Which wager was settled wrongly?"
    return Question(table.game.document, says, scene, (field,), {"wrong": right}, why, judge)


def _missed(wrong: Settled, paid: int) -> Mistake:
    says = f"{wrong.bet.says} {result(wrong.payout.net)}, and was settled as {outcome(paid)}: {wrong.payout.why}"
    return Mistake(says, wrong.payout.clause)


KIND = Kind(
    "mispay", "Spot the mispay", "One payout of a settled table may be wrong: which?", lambda game, settings: True, make
)
