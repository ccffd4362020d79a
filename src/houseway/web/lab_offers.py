"""What the lab can be asked of a game and of each of its wagers: no link leads to a form that only refuses."""

from houseway.document import WagerSpec
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.game import Game


def counts(game: Game, wager: WagerSpec) -> bool:
    """Whether counting cards could win anything on a wager."""
    if any(bonus.wager == wager.id for bonus in game.bonuses):
        return True
    return type(game).deals is not Game.deals and wager.analysed and wager.id not in game.played_out


def refused(game: Game, settings: Settings, wager: WagerSpec) -> str:
    """Why nothing is asked of a wager at these settings, as its odds are refused; "" where a paytable is in force."""
    if not game.document.paytables_of(wager.id) or settings.paytable(wager.id) is not None:
        return ""
    try:
        game.odds_of(game.ask(wager.id, settings))
    except HousewayError as fault:
        return str(fault)
    return ""


def counted(game: Game) -> bool:
    """Whether there is anything in a game that counting cards could win."""
    return any(counts(game, wager) for wager in game.document.wagers)


def designs(game: Game, wager: WagerSpec) -> bool:
    """Whether pays to 1 can be looked for: a paytable has some, and each end has its own."""
    tables = game.document.paytables_of(wager.id)
    pays = any(row.pay.kind == "ratio" for table in tables for row in table.rows)
    return pays and wager.id not in game.in_parts


def joins(game: Game, wager: WagerSpec) -> bool:
    """Whether a wager is counted together with others: those are that a seat makes before the deal."""
    return type(game).together is not Game.together and wager.analysed and wager.before_deal


def joined(game: Game) -> bool:
    """Whether a game has wagers to count together."""
    return sum(joins(game, wager) for wager in game.document.wagers) > 1
