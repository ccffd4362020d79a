"""An executable rulebook of casino card games: plays, rules, proves, verifies. This is its front door.

    import houseway as hw

    hw.games()                                            the games
    hw.game("super-pan-9").odds("tie", decks=8).edge      an exact figure
    hw.settle("round.toml")                               who is paid what, under which clause, and why
    hw.settle("pan9 8d: Kd2c4h | 25+5: 6h2dAs")           the same of a round in one line
    hw.deal("super-pan-9", {1: {"main": 2500}}, seed=7)   a round to play
    hw.poker.values(hands)                                what poker hands are worth, an array of them

Settings are keywords, with underscores for hyphens: `tie_bet=False`. Amounts are cents as numbers, dollars as text.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway import poker
from houseway.document import Document, Paytable, Settings
from houseway.errors import HousewayError
from houseway.game import Amount, Game, Progress
from houseway.games import add, game, games
from houseway.games.documents import document_from, load
from houseway.round.bonus import Bonus
from houseway.round.ruling import Payout, Ruling
from houseway.round.terms import Terms
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.dealt import DealtRound
    from houseway.lab.result import Arrangement, Odds, Strategy
    from houseway.lab.verify import Check
    from houseway.round.record import Settled

__all__ = [
    "Bonus",
    "Document",
    "Game",
    "HousewayError",
    "Payout",
    "Paytable",
    "Ruling",
    "Settings",
    "Terms",
    "__version__",
    "add",
    "deal",
    "document_from",
    "documents",
    "game",
    "games",
    "load",
    "odds",
    "poker",
    "set",
    "settle",
    "strategy",
    "verify",
]


def __dir__() -> list[str]:
    """What is meant for whoever imports it, and nothing else."""
    return sorted([*__all__, "__doc__"])


def documents() -> dict[str, Document]:
    """The document of every game, by its id."""
    return {each.id: each.document for each in games()}


def settle(record: Path | str | Mapping[str, Any]) -> "Settled":
    """The ruling on a dealt round of any game: its file, its text, its fields, or the round in one line."""
    from houseway.disputes.line import is_line, record_of
    from houseway.round.record import read
    from houseway.round.record import settle as ruled

    return ruled(read(record_of(record) if isinstance(record, str) and is_line(record) else record))


def deal(
    id_: str, wagers: Mapping[int, Mapping[str, Amount]], *, seed: int | None = None, **settings: object
) -> "DealtRound":
    """A round of a game to play."""
    return game(id_).deal(wagers, seed=seed, **settings)


def odds(id_: str, wager: str, **asked: Any) -> "Odds":
    """The exact return of a wager; see `Game.odds` for what may be asked."""
    return game(id_).odds(wager, **asked)


def strategy(id_: str, wager: str = "", **asked: Any) -> "Strategy":
    """The best decision for every situation of a game."""
    return game(id_).strategy(wager, **asked)


def set(id_: str, cards: str, dealer: str = "", **asked: Any) -> "Arrangement":
    """How to set a hand."""
    return game(id_).set(cards, dealer, **asked)


def verify(id_: str = "", progress: Progress = None) -> "list[Check]":
    """Every figure that a document prints, computed; of one game or of all."""
    chosen = (game(id_),) if id_ else games()
    return [check for each in chosen for check in each.verify(progress)]
