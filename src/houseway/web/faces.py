"""A card on a page that the server writes, by the sprite that the browser has."""

from html import escape

from markupsafe import Markup

from houseway.cards import name
from houseway.faces import HEIGHT, WIDTH, letter_of, spoken
from houseway.web.words import Language


def card_svg(card: int, speaks: Language) -> Markup:
    """A card of the sprite `/faces.svg`, with its name for people who listen."""
    return Markup(  # a card's own name
        f'<svg class="card suit-{letter_of(card)}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(_spoken(card, speaks))}"><use href="/faces.svg#{name(card)}"/></svg>'
    )


def _spoken(card: int, speaks: Language) -> str:
    rank, of, suit = spoken(card).partition(" of ")
    if not of:
        return speaks.word(rank)
    return speaks.texts.gettext("%(rank)s of %(suit)s") % {"rank": speaks.word(rank), "suit": speaks.word(suit)}
