"""The games, from three places that are all the same to the rest: the five here, installed packages, a folder.

A package announces its games as entry points of the group `houseway.games`: the name is the game's id, and it points to
the game. A folder holds such packages unpacked; `houseway.games.folder` reads one.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from houseway.document import Document
from houseway.errors import UnknownName, meant
from houseway.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OWN = ("super-pan-9", "supreme-99", "chinese-poker", "dealer-open-pai-gow", "super-pairs")
GROUP = "houseway.games"

_ADDED: dict[str, Game] = {}


def game(id_: str) -> Game:
    """The game of this id."""
    if id_ in _ADDED:
        return _ADDED[id_]
    if id_ in OWN:
        return _own(id_)
    announced = _announced()
    if id_ in announced:
        return _from(announced[id_])
    known, near = ", ".join(ids()), meant(str(id_), ids())
    own = "one of your own comes with --games FOLDER"
    raise UnknownName(f"there is no game {id_!r}; the games are {known}; {own}{near}")


def shipped(id_: str) -> Document | None:
    """The document that the game of this id comes with; None where nobody knows the game."""
    return game(id_).document if id_ in ids() else None


def ids() -> tuple[str, ...]:
    """The ids of all games, our own first."""
    return tuple(dict.fromkeys((*OWN, *sorted(_announced()), *_ADDED)))


def games() -> tuple[Game, ...]:
    """All games that can be loaded; those of packages that cannot are named by `broken`."""
    return tuple(game(id_) for id_ in ids() if id_ not in broken())


def broken() -> dict[str, str]:
    """Games of installed packages that cannot be loaded, each with a sentence that says why; the others play on."""
    found = {}
    for id_ in _announced():
        try:
            game(id_)
        except UnknownName as fault:
            found[id_] = str(fault)
    return found


def add(found: Game) -> Game:
    """Make a game known under its id; one of our own, or of another package, is not replaced."""
    known = _ADDED.get(found.id)
    if found.id in OWN or found.id in _announced() or (known is not None and known != found):
        raise UnknownName(f"there is a game {found.id!r} already: give yours an id of its own")
    _ADDED[found.id] = found
    return found


@cache
def _own(id_: str) -> Game:
    found: Game = import_module(f"houseway.games.{id_.replace('-', '_')}.game").GAME
    return found


@cache
def _announced() -> "dict[str, EntryPoint]":
    """The games of installed packages; ours cannot be taken over."""
    from importlib.metadata import entry_points

    return {each.name: each for each in entry_points(group=GROUP) if each.name not in OWN}


@cache
def _from(entry: "EntryPoint") -> Game:
    try:
        found = entry.load()
    except Exception as fault:  # noqa: BLE001  # whatever another package does wrong is its own fault
        raise UnknownName(f"the game {entry.name!r} cannot be loaded from {entry.value}: {fault!r}") from None
    if not isinstance(found, Game) or found.id != entry.name:
        raise UnknownName(f"the package behind {entry.name!r} announces {entry.value}, which is no game of that id")
    return found
