"""What the state asks of every house-banked game alike; the numbers are settings of each game's document."""

from collections.abc import Iterator, Mapping

from houseway.document.model import Document
from houseway.document.settings import Settings
from houseway.money import dollars


def games_faults(who: str, games: Mapping[str, int], document: Document, settings: Settings) -> Iterator[str]:
    """The state's count of separate games on one hand; `games` are amounts by wager."""
    most, few, small = (settings.integer(key) for key in ("games-per-hand", "games-above", "games-small-wager"))
    source = next(spec.source for spec in settings.specs if spec.id == "games-per-hand")
    if len(games) > most:
        yield f"{who} {len(games)} games on one hand, at most {most} are allowed ({source}; clause washington.games)"
    above = [document.wager(wager).name for wager, cents in games.items() if cents > small]
    if len(above) > few:
        yield (
            f"{who} {len(above)} games above {dollars(small)} ({', '.join(above)}), at most {few} are allowed "
            f"({source}; clause washington.games)"
        )
