"""Whether a document that somebody brings fits the game that it is brought to."""

from collections.abc import Callable, Collection, Iterable, Iterator

from houseway.document.model import Document
from houseway.document.paytable_reader import award_faults

Fault = tuple[str, str]
"""A place, and a sentence."""

Fits = Callable[[Document], Iterable[Fault]]
"""What in a document does not fit; asked of one with other faults too, as far as it could be read."""


def misfits(document: Document, game: str, awards: Callable[[str], Collection[str]]) -> Iterator[Fault]:
    """That it is of another game, and every row of an award that its wager does not know in the game."""
    if document.game != game:
        if document.game:
            yield "game", f"is {game} here, not {document.game!r}: choose its game, or write it so"
        return
    wagers = {wager.id for wager in document.wagers}
    for number, paytable in enumerate(document.paytables, 1):
        if paytable.wager in wagers:
            for place, says in award_faults(paytable, awards(paytable.wager)):
                yield f"paytable {paytable.id or number}.{place}", says
