"""Games from a folder: every sub-folder, a few levels down, that holds a `game.py` and a `document.toml`.

Such a sub-folder is a package, imported by its own name; its `game.py` has the game as `GAME`.
"""

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from houseway.errors import HousewayError
from houseway.game import Game
from houseway.games import add

LEVELS = 4
"""How deep a package may lie: FOLDER/baccarat/src/baccarat is three levels down."""

PASSED_OVER = ("build", "dist", "tests", "node_modules", "site-packages")
VARIABLE = "HOUSEWAY_GAMES"


def add_games(folder: Path) -> tuple[Game, ...]:
    """Make the games of a folder known; a folder without one is refused."""
    return tuple(add(game) for game in games_in(folder))


def add_named(variable: str = VARIABLE) -> tuple[Game, ...]:
    """Make the games known of the folders that the environment names, apart as paths are."""
    folders = [part for part in os.environ.get(variable, "").split(os.pathsep) if part]
    return tuple(game for folder in folders for game in add_games(Path(folder)))


def games_in(folder: Path) -> tuple[Game, ...]:
    """The games of a folder, imported."""
    if not folder.is_dir():
        raise HousewayError(f"there is no folder {str(folder)!r} to take games from")
    packages = list(packages_in(folder.resolve()))
    if not packages:
        raise HousewayError(f"{folder} holds no game: a game is a folder with game.py and document.toml")
    return tuple(load_game(package) for package in packages)


def packages_in(folder: Path, levels: int = LEVELS) -> Iterator[Path]:
    """The folders that hold a game, this one or those below it."""
    if (folder / "game.py").is_file() and (folder / "document.toml").is_file():
        yield folder
    elif levels:
        for below in sorted(each for each in folder.iterdir() if each.is_dir()):
            if not below.name.startswith((".", "_")) and below.name not in PASSED_OVER:
                yield from packages_in(below, levels - 1)


def load_game(package: Path) -> Game:
    """The game of one package, whose parent folder joins the path that Python imports from."""
    if not package.name.isidentifier():
        raise HousewayError(f"{package} cannot be imported: a package's name has letters, digits and underscores")
    if str(package.parent) not in sys.path:
        sys.path.append(str(package.parent))
    try:
        importlib.invalidate_caches()
        module = importlib.import_module(f"{package.name}.game")
    except HousewayError:
        raise
    except Exception as fault:
        raise HousewayError(f"{package}/game.py cannot be imported: {type(fault).__name__}: {fault}") from fault
    if Path(module.__file__ or "").resolve().parent != package:
        raise HousewayError(f"{package} cannot be imported: {module.__file__} has the same name")
    found = vars(module).get("GAME")
    if not isinstance(found, Game):
        raise HousewayError(f"{package}/game.py has no GAME: it is the game, as in GAME = MyGame(load(...))")
    return found
