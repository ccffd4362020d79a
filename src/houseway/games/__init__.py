"""The games, in one tuple. To add one: a folder here, and its id below."""

from houseway.errors import UnknownName
from houseway.game import Game

GAMES = (
    Game("super-pan-9"),
    Game("supreme-99"),
    Game("chinese-poker"),
    Game("dealer-open-pai-gow"),
    Game("super-pairs"),
)


def game(id_: str) -> Game:
    """The game of this id."""
    for each in GAMES:
        if each.id == id_:
            return each
    raise UnknownName(f"there is no game {id_!r}; the games are {', '.join(each.id for each in GAMES)}")
