"""Cards as small integers, hands of one deck as 53-bit masks, and their names.

A card is `13 * suit + rank`: ranks run from 0 (deuce) to 12 (ace), suits from 0 (clubs) to 3 (spades); the joker is 52.
A hand drawn from one deck is the mask with bit `card` set for each of its cards.
Names are a rank and a suit, as in `Th` or `As`, and `Jk` for the joker.
"""

from collections.abc import Iterable

from houseway.errors import IllegalCards
from houseway.rule import common

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"
RANK_WORDS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)

JOKER = 52
DECK = tuple(range(52))
DECK_WITH_JOKER = tuple(range(53))

_JOKER_NAME = "Jk"
_NAMES = (*(r + s for s in SUITS for r in RANKS), _JOKER_NAME)
_CARDS = (
    {name.lower(): card for card, name in enumerate(_NAMES)}
    | {"10" + s: 13 * i + TEN for i, s in enumerate(SUITS)}
    | {"joker": JOKER}
)


@common
def rank(card: int) -> int:
    """0 for a deuce to 12 for an ace; the joker answers 0 and is asked for by name where it matters."""
    return card % 13


@common
def suit(card: int) -> int:
    """0 to 3 for clubs, diamonds, hearts and spades; 4 for the joker."""
    return card // 13


@common
def size(hand: int) -> int:
    """How many cards are in a hand."""
    count = 0
    while hand != 0:
        hand &= hand - 1
        count += 1
    return count


def mask(cards: Iterable[int]) -> int:
    """The hand of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a hand, lowest number first."""
    return tuple(card for card in range(53) if hand >> card & 1)


def parse_card(text: str) -> int:
    """The card that `text` names: `Kd`, `10h`, `K♦`, `Jk`."""
    key = text.strip().lower()
    for letter, symbol in zip(SUITS, SYMBOLS, strict=True):
        key = key.replace(symbol, letter)
    if key not in _CARDS:
        raise IllegalCards(
            f"{text.strip()!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in Th; the joker is Jk"
        )
    return _CARDS[key]


def parse_cards(text: str) -> tuple[int, ...]:
    """The cards that `text` names, in its order, apart by spaces or commas."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def name(card: int) -> str:
    """`Th`, `As`, `Jk`: what `parse_card` reads."""
    return _NAMES[card]


def names(cards: Iterable[int]) -> str:
    """Several names in one line: what `parse_cards` reads."""
    return " ".join(_NAMES[card] for card in cards)


def symbol(card: int) -> str:
    """`T♥`, `A♠`, `Jk`: for people."""
    return _JOKER_NAME if card == JOKER else RANKS[rank(card)] + SYMBOLS[suit(card)]


def symbols(cards: Iterable[int]) -> str:
    """Several symbols in one line."""
    return " ".join(symbol(card) for card in cards)


def in_order(cards: Iterable[int]) -> tuple[int, ...]:
    """For show: the joker first, then by rank from the ace down."""
    return tuple(sorted(cards, key=lambda card: (card == JOKER, rank(card), suit(card)), reverse=True))
