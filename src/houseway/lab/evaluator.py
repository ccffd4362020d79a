"""Poker values in bulk: tables that `poker.value` has filled, read in compiled code.

Of five, six or seven cards the value rests on two things: how often each rank is held, and the ranks of a suit that has
enough cards for a flush. Both are few. The rule is asked once for each, and the value of a hand is the greater of the
two answers. A hand's number is a sum over its cards, so that whoever goes through many hands adds one card to a sum
that is shared.

How often ranks are held is a number of base 5, the seven lower ranks apart from the six higher ones. Those with equally
many lower cards are a block of the table, a row for each lower part and a column for each higher one: no gap, and no
search for a hash. The joker is no rank: hands that hold it have a table of their own.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from houseway.cards import ACE, JOKER, mask, name, size
from houseway.errors import IllegalCards, IllegalSetting
from houseway.lab.kernel import cache_folder, kernel
from houseway.lab.threads import over
from houseway.poker import FIVE_ACES, LOWEST, SECOND_HIGHEST, value

Values = npt.NDArray[np.int32]
Cards = npt.NDArray[np.uint8]

SIZES = (5, 6, 7)
WHEELS = (LOWEST, SECOND_HIGHEST)

LOWER = 7
"""The ranks of the lower part: deuce to eight."""
LOWS, HIGHS = 5**LOWER, 5 ** (ACE + 1 - LOWER)
LOW_BITS, HIGH_BITS = 17, 14
SUITS = LOW_BITS + HIGH_BITS + 1
"""Where the counts of the suits begin, four bits each; three are lent to each, so that five cards reach its top bit."""
LENT = 0x3333 << SUITS
FLUSHES = 0x8888 << SUITS
WILD = 1 << SUITS + 16
"""The joker's bit, above the suits: it counts in each of them."""

NO_CARD = 1 << 56
"""What a byte that is no card adds: above everything that seven cards can."""

SLICE = 1 << 17
PIECES = 64
"""Hands of an array that are valued in one go, and parts of a count of all hands."""


class Tables(NamedTuple):
    """What is read for hands of so many cards: see the module.

    `lows` has where the row of a lower part begins, without and with the joker; `highs` the column of a higher part;
    `ranks` the values, those with the joker from `wild` on; `flushes` by the joker and the ranks of one suit.
    """

    cards: int
    keys: npt.NDArray[np.uint64]
    lows: npt.NDArray[np.uint16]
    highs: npt.NDArray[np.uint16]
    ranks: Values
    flushes: Values
    wild: int


# ------------------------------------------------------------------------------------------------ tables by the rule


def key(card: int) -> int:
    """What a card adds to the number of a hand."""
    if card == JOKER:
        return WILD | 0x1111 << SUITS
    rank, suit = card % 13, card // 13
    held = int(5**rank) if rank < LOWER else int(5 ** (rank - LOWER)) << LOW_BITS
    return held | 1 << SUITS + 4 * suit


def without_flush(ranks: tuple[int, ...]) -> int:
    """A hand of these ranks in which no suit has more than two cards: each rank takes the suits with the fewest."""
    held, hand = [0, 0, 0, 0], 0
    for rank in sorted(ranks, key=ranks.count, reverse=True):
        free = (suit for suit in range(4) if not hand >> 13 * suit + rank & 1)
        suit = min(free, key=lambda suit: held[suit])
        held[suit] += 1
        hand |= 1 << 13 * suit + rank
    return hand


def parts(ranks: range, cards: int) -> list[tuple[int, ...]]:
    """So many cards of some ranks, none more than four times."""
    every = combinations_with_replacement(ranks, cards)
    return [each for each in every if max(map(each.count, each), default=0) <= 4]


def number(ranks: tuple[int, ...], lowest: int) -> int:
    """How often ranks are held, as a number of base 5."""
    return sum(int(5 ** (rank - lowest)) for rank in ranks)


def tables_by_rule(cards: int, wheel: int, value: Callable[[int, int], int] = value) -> Tables:
    """The tables of hands of so many cards, every value answered by the rule, or by a game's own."""
    lows, highs = np.zeros((2, LOWS), np.uint16), np.zeros(HIGHS, np.uint16)
    lower = [parts(range(LOWER), n) for n in range(cards + 1)]
    higher = [parts(range(LOWER, ACE + 1), n) for n in range(cards + 1)]
    for each in higher:
        for column, high in enumerate(each):
            highs[number(high, LOWER)] = column
    found: list[int] = []
    wild = 0
    for joker in (0, 1):
        wild = len(found) if joker else 0
        for n in range(cards - joker + 1):
            for low in lower[n]:
                lows[joker, number(low, 0)] = len(found) - wild
                found += [
                    value(without_flush(low + high) | joker << JOKER, wheel) for high in higher[cards - joker - n]
                ]
    return Tables(
        cards,
        np.array([key(card) if card <= JOKER else NO_CARD for card in range(256)], np.uint64),
        lows.ravel(),
        highs,
        np.array(found, np.int32),
        flushes_by_rule(cards, wheel, value),
        wild,
    )


def flushes_by_rule(most: int, wheel: int, value: Callable[[int, int], int]) -> Values:
    """What the cards of one suit are worth, and the joker beside them; nothing where they are too few for a flush."""
    found = np.zeros((2, 1 << ACE + 1), np.int32)
    for joker in (0, 1):
        for cards in range(5 - joker, most - joker + 1):
            for ranks in combinations(range(ACE + 1), cards):
                found[joker, mask(ranks)] = value(mask(ranks) | joker << JOKER, wheel)
    return found.ravel()


@cache
def tables(cards: int, wheel: int) -> Tables:
    """The tables, kept between runs in the folder that belongs to exactly these rules."""
    folder = cache_folder()
    own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]
    path = None if folder is None else folder / f"poker-{cards}-{wheel}-{own}.npz"
    found = None if path is None else _read(path)
    if found is None:
        found = tables_by_rule(cards, wheel)
        if path is not None:
            _write(path, found)
    return found


def _read(path: Path) -> Tables | None:
    """Tables that are kept; None where they are not, or cannot be read."""
    try:
        with path.open("rb") as file, np.load(file) as kept:
            held = {name: kept[name] for name in Tables._fields}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    return Tables(**held | {"cards": int(held["cards"]), "wild": int(held["wild"])})


def _write(path: Path, made: Tables) -> None:
    """Whole or not at all, whoever else may be writing."""
    draft = path.with_suffix(f".{os.getpid()}")
    try:
        with draft.open("wb") as file:
            np.savez(file, **made._asdict())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------ compiled

_LOW, _HIGH = np.uint64((1 << LOW_BITS) - 1), np.uint64((1 << HIGH_BITS) - 1)
_LOW_BITS, _LOWS = np.uint64(LOW_BITS), np.uint64(LOWS)
_LENT, _FLUSHES, _WILD = np.uint64(LENT), np.uint64(FLUSHES), np.uint64(SUITS + 16)
_TOP, _FOUR, _SUIT, _RANKS, _ONE = np.uint64(SUITS + 3), np.uint64(4), np.uint64(13), np.uint64(8191), np.uint64(1)
_CARDS, _NO_CARD, _EACH = np.uint64(63), np.uint64(NO_CARD), np.uint64(0x1111 << SUITS)


@kernel
def by_ranks(held: Any, of: Tables) -> int:
    """The value of a hand that holds no flush, by its number."""
    joker = held >> _WILD
    at = np.uint64(of.lows[(held & _LOW) + joker * _LOWS]) + np.uint64(of.highs[held >> _LOW_BITS & _HIGH])
    return int(of.ranks[at + joker * np.uint64(of.wild)])


@kernel
def by_number(held: Any, hand: Any, of: Tables) -> int:
    """The value of a hand by its number and, where it may hold a flush, by its cards."""
    worth = by_ranks(held, of)
    tops = held & _FLUSHES
    if tops:
        joker = held >> _WILD
        for suit in range(4):
            place = np.uint64(suit)
            if tops >> (_TOP + _FOUR * place) & _ONE:
                worth = max(worth, int(of.flushes[(hand >> _SUIT * place & _RANKS) + (joker << _SUIT)]))
    return worth


@kernel
def fill(hands: Cards, of: Tables, found: Values) -> int:
    """The value of each hand; the place of the first that is none, else -1."""
    if of.cards == 7:
        return _fill(hands, 7, of, found)
    if of.cards == 6:
        return _fill(hands, 6, of, found)
    return _fill(hands, 5, of, found)


@kernel
def _fill(hands: Cards, many: int, of: Tables, found: Values) -> int:
    """The same for so many cards, which the compiler knows.

    A sum of powers of two has as many bits as terms only where none is there twice; so it is the hand's mask. Any byte
    has a key, so that no card is looked at by itself.
    """
    keys = of.keys
    for i in range(len(hands)):
        held, hand = _LENT, np.uint64(0)
        for j in range(many):
            card = np.uint64(hands[i, j])
            held, hand = held + keys[card], hand + (_ONE << (card & _CARDS))
        if held >= _NO_CARD or size(int(np.int64(hand))) != many:
            return i
        found[i] = by_number(held, hand, of)
    return -1


@kernel
def count_categories(firsts: Any, of: Tables, counts: Any) -> None:
    """Every hand that goes on from these first cards with three lower ones, counted by its category.

    `firsts` has the number, the mask and the lowest card of each; where no sixth card leaves a flush within reach, the
    last one is not asked for its suit. A count stays below the number of all hands, 154,143,080.
    """
    keys = of.keys
    for at in range(len(firsts)):
        start, cards, low = firsts[at, 0], firsts[at, 1], firsts[at, 2]
        for one in range(low):
            for two in range(one):
                held = start + keys[one] + keys[two]
                if held + _EACH & _FLUSHES:
                    hand = cards | _ONE << np.uint64(one) | _ONE << np.uint64(two)
                    for last in range(two):
                        worth = by_number(held + keys[last], hand | _ONE << np.uint64(last), of)
                        counts[worth >> 26] += 1
                else:
                    for last in range(two):
                        counts[by_ranks(held + keys[last], of) >> 26] += 1


@kernel
def count_unequal(firsts: Any, of: Tables, wheel: int) -> int:
    """Of every hand that goes on from these first cards, how many the rule values otherwise than the tables."""
    unequal = 0
    for at in range(len(firsts)):
        for one in range(firsts[at, 2]):
            for two in range(one):
                for last in range(two):
                    hand = firsts[at, 1] | _ONE << np.uint64(one) | _ONE << np.uint64(two) | _ONE << np.uint64(last)
                    held = firsts[at, 0] + of.keys[one] + of.keys[two] + of.keys[last]
                    unequal += by_number(held, hand, of) != value(int(np.int64(hand)), wheel)
    return unequal


# ------------------------------------------------------------------------------------------------ arrays


def values(hands: npt.ArrayLike, wheel: int = LOWEST) -> Values:
    """The value of each hand of an array, whose last axis is the five, six or seven cards of a hand."""
    rows = _cards(hands)
    of = tables(rows.shape[-1], _wheel(wheel))
    flat = rows.reshape(-1, of.cards)
    found = np.empty(len(flat), np.int32)

    def work(at: int) -> int:
        first = fill(flat[at : at + SLICE], of, found[at : at + SLICE])
        return -1 if first < 0 else at + first

    starts = range(0, len(flat), SLICE)
    bad = [at for at in (over(work, starts) if len(starts) > 1 else map(work, starts)) if at >= 0]
    if bad:
        raise _refused(hands, min(bad), of.cards)
    return found.reshape(rows.shape[:-1])


def categories(cards: int, joker: bool = False, wheel: int = LOWEST, threads: int = 0) -> tuple[int, ...]:
    """How many of all hands of so many cards there are in each category, from a high card to five aces."""
    if cards not in SIZES:
        raise IllegalCards(f"hands of five, six or seven cards are counted, not of {cards}")
    of = tables(cards, _wheel(wheel))
    firsts = _firsts(cards - 3, JOKER + joker)
    slices = [firsts[at::PIECES] for at in range(PIECES)]

    def work(part: Any) -> npt.NDArray[np.int64]:
        counts = np.zeros(FIVE_ACES + 1, np.int64)
        count_categories(part, of, counts)
        return counts

    return tuple(int(count) for count in np.sum(list(over(work, slices, None, threads)), axis=0))


def unequal(cards: int, wheel: int = LOWEST, every: int = 1) -> tuple[int, int]:
    """How many hands of the deck with the joker the rule values otherwise than the tables, and how many were looked at.

    `every` leaves out all first cards but one in so many.
    """
    of, firsts = tables(cards, _wheel(wheel)), _firsts(cards - 3, JOKER + 1)[::every]
    slices = [firsts[at::PIECES] for at in range(PIECES)]
    looked = sum(comb(int(low), 3) for low in firsts[:, 2])
    return sum(over(lambda part: int(count_unequal(part, of, wheel)), slices)), looked


def _firsts(cards: int, deck: int) -> npt.NDArray[np.uint64]:
    """So many cards of a deck in every way: the number, the mask and the lowest of each."""
    every = np.array(list(combinations(range(deck - 1, -1, -1), cards)), np.uint64)
    held = np.array([key(card) for card in range(JOKER + 1)], np.uint64)[every].sum(axis=1) + _LENT
    return np.stack([held, (_ONE << every).sum(axis=1), every[:, -1]], axis=1)


def _wheel(wheel: int) -> int:
    if wheel not in WHEELS:
        raise IllegalSetting(f"A-2-3-4-5 ranks as the lowest straight (0) or the second highest (1), not {wheel!r}")
    return wheel


def _cards(hands: npt.ArrayLike) -> Cards:
    """An array of cards, as bytes; refused where it is none."""
    try:
        given = np.asarray(hands)
    except ValueError:
        raise IllegalCards("hands are rows of equally many cards: this list has rows of several lengths") from None
    if given.ndim == 0 or given.shape[-1] not in SIZES:
        raise IllegalCards(
            f"a hand has five, six or seven cards along the last axis: an array of shape {given.shape} has not"
        )
    if given.dtype.kind not in "iu":
        raise IllegalCards(f"cards are integers, 13 * suit + rank, and 52 for the joker, not {given.dtype}")
    if given.dtype != np.uint8:
        given = np.where((given < 0) | (given > JOKER), JOKER + 1, given).astype(np.uint8)
    return np.ascontiguousarray(given)


def _refused(hands: npt.ArrayLike, at: int, cards: int) -> IllegalCards:
    """What is wrong with a hand."""
    hand = [int(card) for card in np.asarray(hands).reshape(-1, cards)[at]]
    for card in hand:
        if not 0 <= card <= JOKER:
            return IllegalCards(
                f"hand {at} has {card}, which is not a card: they run from 0 to 51, and 52 is the joker"
            )
    twice = next(card for card in hand if hand.count(card) > 1)
    return IllegalCards(f"hand {at} has card {twice} ({name(twice)}) twice")
