"""Documents by a word of the command line: `GAME`, `GAME@HASH`, `GAME@2023-09-30`, or a file."""

import re

from houseway.document.model import Document
from houseway.document.reader import toml_from
from houseway.errors import UnknownName
from houseway.games import ids, shipped
from houseway.games.documents import document_from
from houseway.round.versions import day_of

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def document_named(word: str, text: str | None = None) -> Document:
    """The document that a word names; `text` is that of the file, where the word is one's name."""
    if text is not None:
        return document_from(toml_from(text, word), word)
    id_, at, which = word.partition("@")
    newest = shipped(id_)
    if newest is None:
        raise UnknownName(
            f"{word!r} is neither a file nor a game: name a document's file, GAME, GAME@HASH or GAME@DATE; "
            f"the games are {', '.join(ids())}"
        )
    if not at:
        return newest
    if not which:
        raise UnknownName(f"{word!r}: say which version, as in {id_}@{newest.hash[:12]} or {id_}@2023-09-30")
    return newest.in_force_on(day_of(which)) if DAY.fullmatch(which) else newest.version(which)
