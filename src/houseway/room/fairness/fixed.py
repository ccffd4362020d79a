"""What a table is set to, as one hash: it is part of the closing of a round, so that nobody tells it otherwise after.

SHA-256(08 | canonical JSON of the game, the document's hash, every setting by content, and which settings are amounts
that are displayed and move while a round is played: their values are left out). A long text counts by its own hash, so
that a view can tell all that is hashed without sending it.
"""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room.store.journal import canonical
from houseway.round.meters import displayed_in


class Fixed(NamedTuple):
    """What a table is set to: its hash, and what whoever hashes it anew needs beside the titles of the settings."""

    hash: str
    displayed: tuple[str, ...]
    contents: Mapping[str, str]
    """Settings whose title is not all that they say, as they are hashed."""


def fixed_by(game: Game, settings: Settings) -> Fixed:
    """What a table is set to, for everybody to hash."""
    titles = settings.titles()
    contents = {key: in_short(value) for key, value in settings.show().items() if titles[key] != value}
    return Fixed(settings_hash(game, settings), tuple(displayed_in(game, settings)), contents)


def settings_hash(game: Game, settings: Settings) -> str:
    """What a table is set to, in short."""
    moving = displayed_in(game, settings)
    fixed = {key: in_short(value) for key, value in settings.show().items() if key not in moving}
    told = {"displayed": moving, "document": game.document.hash, "game": game.id, "settings": fixed}
    return hashlib.sha256(b"\x08" + canonical(told).encode()).hexdigest()


LONGEST = 64
"""Bytes of a setting that is hashed as it stands; the hash of a longer one has more."""


def in_short(value: str) -> str:
    """A setting as it is hashed: itself, or by its hash where it is long."""
    text = value.encode()
    return value if len(text) <= LONGEST else f"sha256 {hashlib.sha256(text).hexdigest()}"
