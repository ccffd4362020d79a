"""What a table is set to, as one hash: it is part of the closing of a round, so that nobody tells it otherwise after.

SHA-256(08 | canonical JSON of the game, the document's hash, every setting by content, and which settings are amounts
that are displayed and move while a round is played: their values are left out).
"""

import hashlib

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room.store.journal import canonical


def displayed_in(game: Game, settings: Settings) -> list[str]:
    """The settings that tell what meters display: others may feed or win these while a round is played."""
    told = game.displayed(settings)
    if not told:
        return []
    before, after = settings.show(), game.displaying(settings, {w: cents + 1 for w, cents in told.items()}).show()
    return sorted(key for key in before if before[key] != after[key])


def settings_hash(game: Game, settings: Settings) -> str:
    """What a table is set to."""
    moving = displayed_in(game, settings)
    fixed = {key: value for key, value in settings.show().items() if key not in moving}
    told = {"displayed": moving, "document": game.document.hash, "game": game.id, "settings": fixed}
    return hashlib.sha256(b"\x08" + canonical(told).encode()).hexdigest()
