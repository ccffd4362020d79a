"""What the state asks of every house-banked game alike; the numbers are settings of each game's document."""

from collections.abc import Iterator, Mapping

from houseway.document.model import Document
from houseway.document.settings import Settings
from houseway.money import dollars


def games_faults(who: str, games: Mapping[str, int], document: Document, settings: Settings) -> Iterator[str]:
    """The state's count of separate games on one hand; `games` are amounts by wager."""
    most, few, small = (settings.integer(key) for key in ("games-per-hand", "games-above", "games-small-wager"))
    if len(games) > most:
        whose = whose_limit(settings, "games-per-hand")
        yield f"{who} {len(games)} games on one hand, at most {most} are allowed ({whose}; clause washington.games)"
    above = [document.wager(wager).name for wager, cents in games.items() if cents > small]
    if len(above) > few:
        yield (
            f"{who} {len(above)} games above {dollars(small)} ({', '.join(above)}), at most {few} are allowed "
            f"({whose_limit(settings, 'games-above')}; clause washington.games)"
        )


def limit_in_words(settings: Settings, id_: str) -> str:
    """A limit for a sentence: the state's is "the limit", one that the house has set is "this table's limit"."""
    spec = settings.spec(id_)
    whose = "the" if spec.layer == "state" and settings[id_] == spec.allowed.most else "this table's"
    return f"{whose} limit of {spec.show(settings[id_])} ({whose_limit(settings, id_)})"


def whose_limit(settings: Settings, id_: str) -> str:
    """Whose the limit is that a setting puts: the state's only where it is the most that the state allows."""
    spec, most = settings.spec(id_), settings.spec(id_).allowed.most
    if spec.layer != "state" or most is None:
        return f"the house's, setting {id_}"
    if settings[id_] == most:
        return spec.source
    return f"the house's; the state allows {spec.show(most)}, {spec.source}"
