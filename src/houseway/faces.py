"""Our own cards and chips, drawn: a face by itself, or all as one sprite of SVG symbols: `#Kd`, `#back`, `#chip-25`.

Ink is `currentColor`, so a page colours the suits (two colours or four) and a symbol is the same for both.
"""

from functools import cache

from houseway.cards import DECK, JOKER, RANK_WORDS, RANKS, SUITS, name, rank, suit

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
WIDTH, HEIGHT = 100, 140
INDEX, PIP = 13.5, 16
"""Where the corner indices stand, and the size of a pip."""

SUIT_PATHS = {
    "c": "M50 4a22 22 0 0 1 16 37a22.500 22.500 0 1 1-11 36c1 9 5 15 12 20H33c7-5 11-11 12-20"
    "a22.500 22.500 0 1 1-11-36A22 22 0 0 1 50 4Z",
    "d": "M50 3Q66 30 88 50Q66 70 50 97Q34 70 12 50Q34 30 50 3Z",
    "h": "M50 92C22 66 6 49 6 30C6 16 17 7 29 7C39 7 46 13 50 23C54 13 61 7 71 7C83 7 94 16 94 30C94 49 78 66 50 92Z",
    "s": "M50 3C68 29 94 42 94 64C94 78 84 86 73 86C64 86 57 81 54 74C54 84 58 92 66 97H34"
    "C42 92 46 84 46 74C43 81 36 86 27 86C16 86 6 78 6 64C6 42 32 29 50 3Z",
}

LEFT, MIDDLE, RIGHT = 38, 50, 62
"""The columns of pips, clear of the corner indices."""


def _pips(columns: tuple[int, ...], middle: tuple[int, ...] = ()) -> tuple[tuple[int, int], ...]:
    """Pips at these heights in both columns, and in the middle."""
    return tuple((x, y) for y in columns for x in (LEFT, RIGHT)) + tuple((MIDDLE, y) for y in middle)


PIPS = {
    2: _pips((), (32, 108)),
    3: _pips((), (32, 70, 108)),
    4: _pips((34, 106)),
    5: _pips((34, 106), (70,)),
    6: _pips((32, 70, 108)),
    7: _pips((32, 70, 108), (51,)),
    8: _pips((32, 70, 108), (51, 89)),
    9: _pips((27, 55, 85, 113), (70,)),
    10: _pips((27, 55, 85, 113), (41, 99)),
}

CROWNS = {
    "K": "M-20 12L-23-10L-11 1L0-17L11 1L23-10L20 12ZM-20 16H20V21H-20ZM-3-23H3V-20H6V-15H-6V-20H-3Z",
    "Q": "M-19 12Q-25-2-22-10Q-12-8-8 2Q-6-12 0-18Q6-12 8 2Q12-8 22-10Q25-2 19 12ZM-19 16H19V21H-19Z"
    "M0-26a4 4 0 1 1 0 8a4 4 0 1 1 0-8ZM-23-19a4 4 0 1 1 0 8a4 4 0 1 1 0-8ZM23-19a4 4 0 1 1 0 8a4 4 0 1 1 0-8Z",
    "J": "M-19 12Q-21-6-6-11Q10-15 19-4Q21 4 19 12ZM-19 16H19V21H-19ZM4-9Q6-26 24-25Q21-12 8-9Z",
}

HOUSE = "M0-17L18-1H13V15H-13V-1H-18ZM0-5L8 5L0 13L-8 5Z"
"""The house mark: a roof over a diamond (drawn with the even-odd rule)."""

CHIPS = {1: "#f4f1e8", 5: "#b3261e", 25: "#1f7a3d", 100: "#1c1f24", 500: "#5b3a8e"}
"""Face values in dollars and their usual colours."""


def spoken(card: int | str) -> str:
    """`king of diamonds`, for people who listen."""
    number = card if isinstance(card, int) else _number(card)
    return "joker" if number == JOKER else f"{RANK_WORDS[rank(number)]} of {SUIT_WORDS[suit(number)]}"


def letter_of(card: int) -> str:
    """The suit's letter, `j` for the joker: what a style colours it by."""
    return "j" if card == JOKER else SUITS[suit(card)]


def face(card: int) -> str:
    """A card by itself, as the elements of an SVG of WIDTH by HEIGHT."""
    if card == JOKER:
        return _joker_face()
    letter, of = RANKS[rank(card)], SUITS[suit(card)]
    index = _twice(_rank(letter, INDEX, 27, 27) + _suit(of, INDEX, 43, 15))
    return PAPER + index + _middle(letter, of, rank(card) + 2)


@cache
def sprite() -> str:
    """All symbols in one file."""
    cards = "".join(_full(card) + _small(card) for card in DECK)
    chips = "".join(_chip(value, colour) + _disc(value, colour) for value, colour in CHIPS.items())
    symbols = cards + _joker() + _back() + chips + _mark()
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


@cache
def _number(text: str) -> int:
    from houseway.cards import parse_card

    return parse_card(text)


def _symbol(id_: str, body: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    return f'<symbol id="{id_}" viewBox="{box}">{body}</symbol>'


PAPER = (
    f'<rect x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="8" fill="#fffefb" stroke="#b9b4a6" '
    'stroke-width="1.5"/>'
)


def _suit(letter: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """A suit of this size around a point."""
    scale = size / 100
    turn = " rotate(180)" if turned else ""
    return (
        f'<path transform="translate({x} {y}){turn} scale({scale:g}) translate(-50 -50)" '
        f'fill="currentColor" d="{SUIT_PATHS[letter]}"/>'
    )


def _rank(letter: str, x: float, y: float, size: float) -> str:
    shown = "10" if letter == "T" else letter
    tight = (
        f' letter-spacing="-3" textLength="{size * 0.85:g}" lengthAdjust="spacingAndGlyphs"' if shown == "10" else ""
    )
    return (
        f'<text x="{x}" y="{y}" font-family="Georgia, \'Times New Roman\', serif" font-weight="700" font-size="{size}" '
        f'text-anchor="middle" fill="currentColor"{tight}>{shown}</text>'
    )


def _twice(body: str) -> str:
    """Drawn upright and turned about the middle."""
    return f'{body}<g transform="rotate(180 50 70)">{body}</g>'


def _full(card: int) -> str:
    return _symbol(name(card), face(card))


def _middle(letter: str, of: str, points: int) -> str:
    if letter == "A":
        return _suit(of, 50, 70, 46)
    if letter in CROWNS:
        frame = (
            '<rect x="28" y="18" width="44" height="104" rx="5" fill="currentColor" fill-opacity=".07" '
            'stroke="currentColor" stroke-opacity=".55"/>'
        )
        crown = f'<path transform="translate(50 45) scale(.74)" fill="currentColor" d="{CROWNS[letter]}"/>'
        line = '<path d="M28 70H39M61 70H72" stroke="currentColor" stroke-opacity=".4"/>'
        return frame + _twice(crown) + line + _suit(of, 50, 70, 22)
    return "".join(_suit(of, x, y, PIP, y > HEIGHT / 2) for x, y in PIPS[points])


def _small(card: int) -> str:
    """For other seats: the rank and the suit as large as they can be."""
    letter, of = RANKS[rank(card)], SUITS[suit(card)]
    return _symbol(f"{name(card)}-small", PAPER + _rank(letter, 50, 66, 68) + _suit(of, 50, 104, 50))


STAR = "M50 40L58 60L80 61L63 75L69 96L50 84L31 96L37 75L20 61L42 60Z"


def _joker_face() -> str:
    word = '<text x="50" y="26" font-family="Georgia, serif" font-weight="700" font-size="21" text-anchor="middle" '
    body = PAPER + f'<path fill="currentColor" d="{STAR}"/>' + f'{word}fill="currentColor">JOKER</text>'
    return f'{body}<g transform="rotate(180 50 70)">{word}fill="currentColor">JOKER</text></g>'


def _joker() -> str:
    small = '<text x="50" y="44" font-family="Georgia, serif" font-weight="700" font-size="32" text-anchor="middle" '
    small += 'fill="currentColor">Jk</text>'
    big = f'<path transform="translate(0 16)" fill="currentColor" d="{STAR}"/>'
    return _symbol("Jk", _joker_face()) + _symbol("Jk-small", PAPER + small + big)


def _back() -> str:
    """A lattice and the house mark; nothing that differs from card to card."""
    lines = "".join(f"M{8 + 12 * i} 8L8 {8 + 12 * i}" for i in range(1, 8))
    lines += "".join(f"M92 {8 + 12 * i}L8 {92 + 12 * i}" for i in range(4))
    lines += "".join(f"M92 {56 + 12 * i}L{16 + 12 * i} 132" for i in range(7))
    lines += "".join(f"M{92 - 12 * i} 8L92 {8 + 12 * i}" for i in range(1, 8))
    lines += "".join(f"M8 {8 + 12 * i}L92 {92 + 12 * i}" for i in range(4))
    lines += "".join(f"M8 {56 + 12 * i}L{84 - 12 * i} 132" for i in range(7))
    body = (
        f'{PAPER}<rect x="6" y="6" width="88" height="128" rx="5" fill="#173a5e"/>'
        f'<path d="{lines}" stroke="#8fb1d1" stroke-width="1.1" stroke-opacity=".55" fill="none"/>'
        '<rect x="9.500" y="9.500" width="81" height="121" rx="3" fill="none" stroke="#e9dfc0" stroke-opacity=".8"/>'
        '<circle cx="50" cy="70" r="24" fill="#173a5e" stroke="#e9dfc0" stroke-width="1.5"/>'
        f'<path transform="translate(50 70.500) scale(.85)" fill="#e9dfc0" fill-rule="evenodd" d="{HOUSE}"/>'
    )
    return _symbol("back", body)


def _edges(colour: str) -> str:
    return "#b9b09a" if colour == CHIPS[1] else "#f4f1e8"


def _chip(value: int, colour: str) -> str:
    """A chip from above, as it lies in the tray."""
    ink = "#101418" if value == 1 else "#ffffff"
    marks = "".join(
        f'<path transform="rotate({60 * i} 30 30)" d="M25.500 2.400A28 28 0 0 1 34.500 2.400L33.300 9.500'
        f'A21 21 0 0 0 26.700 9.500Z" fill="{_edges(colour)}"/>'
        for i in range(6)
    )
    size = 19 if value < 100 else 16
    body = (
        f'<circle cx="30" cy="30" r="28.500" fill="{colour}" stroke="#0a0d10" stroke-opacity=".45"/>{marks}'
        f'<circle cx="30" cy="30" r="20" fill="none" stroke="{_edges(colour)}" stroke-opacity=".85" '
        'stroke-dasharray="2.500 2.300"/>'
        f'<text x="30" y="{30 + size * 0.35:g}" font-family="Georgia, serif" font-weight="700" font-size="{size}" '
        f'text-anchor="middle" fill="{ink}">{value}</text>'
    )
    return _symbol(f"chip-{value}", body, "0 0 60 60")


def _disc(value: int, colour: str) -> str:
    """A chip from the side, as it stands in a stack."""
    edge = _edges(colour)
    sides = "".join(f'<path d="M{x} {y}v6h7v-6Z" fill="{edge}"/>' for x, y in ((7, 17.5), (21.5, 20), (36, 17.5)))
    body = (
        f'<path d="M1 12v6a24 10 0 0 0 48 0v-6Z" fill="{colour}" stroke="#0a0d10" stroke-opacity=".5"/>{sides}'
        f'<ellipse cx="25" cy="12" rx="24" ry="10" fill="{colour}" stroke="#0a0d10" stroke-opacity=".5"/>'
        f'<ellipse cx="25" cy="12" rx="16" ry="6.300" fill="none" stroke="{edge}" stroke-dasharray="3 2.500"/>'
    )
    return _symbol(f"disc-{value}", body, "0 0 50 30")


def _mark() -> str:
    return _symbol("mark", f'<path fill="currentColor" fill-rule="evenodd" d="{HOUSE}"/>', "-20 -20 40 40")
