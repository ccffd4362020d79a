"""A card on a page that the server writes, by the sprite that the browser has."""

from html import escape

from markupsafe import Markup

from houseway.cards import name
from houseway.faces import HEIGHT, WIDTH, letter_of, spoken


def card_svg(card: int) -> Markup:
    """A card of the sprite `/faces.svg`, with its name for people who listen."""
    return Markup(  # a card's own name
        f'<svg class="card suit-{letter_of(card)}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(spoken(card))}"><use href="/faces.svg#{name(card)}"/></svg>'
    )
