"""Documents that somebody brings, each read by the game that it is of: it knows the awards of its wagers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.document import Document, reader, versions
from houseway.errors import UnknownName
from houseway.game import Game
from houseway.games import game, ids


def document_from(content: Mapping[str, Any], file: str) -> Document:
    """Check a parsed document whole: all faults at once, each with its place."""
    found = _game_of(content)
    return reader.document_from(content, file) if found is None else found.read_document(content, file)


def load(path: Path) -> Document:
    """Read and check a document; a faulty one lists all its faults. Earlier versions lie beside it, in `versions/`."""
    return versions.load(path, document_from)


def _game_of(content: Mapping[str, Any]) -> Game | None:
    """The game that a document names; None where nobody knows it here, or it is just being loaded itself."""
    named = content.get("game")
    try:
        return game(str(named)) if named in ids() else None
    except UnknownName:
        return None
