"""What a poker hand is worth, with the joker as a bug.

A value is one integer; the greater is the better hand. It is `category << 26 | major << 13 | minor`, where major and
minor are masks of ranks: the ranks that make the category, then the kickers. Masks of equally many ranks compare as
the hands do, from the highest rank down, and a hand of fewer cards is worth less than one that goes on equally.
So two, three, five and seven cards are valued by one function and may be compared with each other.

The joker is an ace unless it completes a straight, a flush or a straight flush. In a flush it is the highest rank that
the flush lacks. `wheel` ranks A-2-3-4-5 as the lowest straight (0) or as the second highest (1).
"""

from typing import TYPE_CHECKING

from houseway.cards import ACE, FIVE, JOKER, RANK_WORDS, size
from houseway.rule import common

if TYPE_CHECKING:
    import numpy.typing as npt

    from houseway.lab.evaluator import Values

(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    FIVE_ACES,
) = range(10)

CATEGORY_WORDS = (
    "high card",
    "a pair",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
    "five aces",
)

LOWEST, SECOND_HIGHEST = 0, 1
"""Where the wheel ranks."""

ALL_RANKS = (1 << 13) - 1
BROADWAY = 0b11111 << 8
WHEEL = 0b1111 | 1 << ACE


@common
def top(ranks: int) -> int:
    """The highest rank of a mask of ranks, as a mask; 0 of none."""
    bit = 1 << ACE
    while bit > 0 and ranks & bit == 0:
        bit >>= 1
    return bit


@common
def highest(ranks: int, count: int) -> int:
    """The `count` highest ranks of a mask."""
    extra = size(ranks) - count
    while extra > 0:
        ranks &= ranks - 1
        extra -= 1
    return ranks


@common
def suited(hand: int, suit: int) -> int:
    """The ranks that a hand holds in one suit."""
    return hand >> 13 * suit & ALL_RANKS


@common
def straight(ranks: int, joker: int, wheel: int) -> int:
    """The best straight within these ranks and perhaps a joker, as a strength; 0 where there is none.

    The strength is twice the top rank; the wheel's is that of its five, or one less than the ace-high straight's.
    """
    need = 5 - joker
    if size(ranks & BROADWAY) >= need:
        return 2 * ACE
    has_wheel = size(ranks & WHEEL) >= need
    if has_wheel and wheel == SECOND_HIGHEST:
        return 2 * ACE - 1
    high = ACE - 1
    while high > FIVE:
        if size(ranks >> high - 4 & 0b11111) >= need:
            return 2 * high
        high -= 1
    return 2 * FIVE if has_wheel else 0


@common
def flush(ranks: int, joker: int) -> int:
    """The five ranks of the best flush within one suit's ranks and perhaps a joker; 0 where there is none."""
    if size(ranks) + joker < 5:
        return 0
    if joker:
        ranks |= top(ALL_RANKS & ~ranks)
    return highest(ranks, 5)


@common
def value(hand: int, wheel: int) -> int:
    """The value of the best hand of at most five cards within a hand of any size."""
    joker = hand >> JOKER & 1
    ones, twos, fours = 0, 0, 0
    best_flush, best_straight_flush = 0, 0
    ranks = 0
    for suit in range(4):
        held = suited(hand, suit)
        ranks |= held
        if size(held) + joker >= 5:
            best_flush = max(best_flush, flush(held, joker))
            best_straight_flush = max(best_straight_flush, straight(held, joker, wheel))
        carry = ones & held
        ones ^= held
        fours |= twos & carry
        twos ^= carry
    if joker:
        carry = ones & 1 << ACE
        ones ^= 1 << ACE
        fours |= twos & carry
        twos ^= carry
    held = ranks | joker << ACE

    # ones, twos and fours are the binary digits of how often each rank is held.
    if fours & ones:
        return FIVE_ACES << 26 | fours << 13
    if best_straight_flush:
        return STRAIGHT_FLUSH << 26 | best_straight_flush
    if fours:
        quads = top(fours)
        return FOUR_OF_A_KIND << 26 | quads << 13 | top(held & ~quads)
    threes = twos & ones
    pairs = twos & ~ones
    trips = top(threes)
    under = top(pairs | threes & ~trips)
    if trips and under:
        return FULL_HOUSE << 26 | trips << 13 | under
    if best_flush:
        return FLUSH << 26 | best_flush
    best_straight = straight(ranks, joker, wheel)
    if best_straight:
        return STRAIGHT << 26 | best_straight
    if trips:
        return THREE_OF_A_KIND << 26 | trips << 13 | highest(held & ~trips, 2)
    if pairs:
        two = highest(pairs, 2)
        if two & two - 1:
            return TWO_PAIR << 26 | two << 13 | top(held & ~two)
        return PAIR << 26 | two << 13 | highest(held & ~two, 3)
    return HIGH_CARD << 26 | highest(held, 5)


@common
def category(worth: int) -> int:
    """The category of a value: 0 for a high card to 9 for five aces."""
    return worth >> 26


@common
def major(worth: int) -> int:
    """The ranks that make the category of a value, as a mask."""
    return worth >> 13 & ALL_RANKS


def values(hands: "npt.ArrayLike", wheel: int = LOWEST) -> "Values":
    """The value of each hand of an array, whose last axis is its five, six or seven cards; many millions a second.

    Cards are `13 * suit + rank`, the joker is 52. What is read are tables that `value` itself has filled.
    """
    from houseway.extras import extras_named

    with extras_named():
        from houseway.lab import evaluator

    return evaluator.values(hands, wheel)


def describe(worth: int) -> str:
    """A value in words: `a pair of kings, ace high`, `a straight to the nine`."""
    kind = category(worth)
    made = _words(major(worth))
    rest = _words(worth & ALL_RANKS)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        strength = worth & ALL_RANKS
        if strength == 2 * ACE and kind == STRAIGHT_FLUSH:
            return "a royal flush"
        return f"{CATEGORY_WORDS[kind]} to the {_straight_top(strength)}"
    if kind == FULL_HOUSE:
        return f"a full house, {_many(made[0])} over {_many(rest[0])}"
    if kind == TWO_PAIR:
        return f"two pair, {_many(made[0])} and {_many(made[1])}"
    if kind in (PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND):
        return f"{CATEGORY_WORDS[kind]}{' of' if kind == PAIR else ','} {_many(made[0])}"
    if kind == FIVE_ACES:
        return CATEGORY_WORDS[kind]
    return ("a flush, " if kind == FLUSH else "") + f"{rest[0]} high" + "".join(f", {each}" for each in rest[1:2])


def told_apart(ours: int, theirs: int) -> tuple[str, str]:
    """Two values in words, with kickers as far as they decide: `a pair of nines, ace kicker`."""
    words = describe(ours), describe(theirs)
    if ours == theirs or words[0] != words[1]:
        return words
    ranks = _words(ours & ALL_RANKS), _words(theirs & ALL_RANKS)
    same = next((at for at, (a, b) in enumerate(zip(*ranks, strict=False)) if a != b), min(map(len, ranks)))
    return _further(ours, words[0], ranks[0][: same + 1]), _further(theirs, words[1], ranks[1][: same + 1])


def _further(worth: int, words: str, ranks: list[str]) -> str:
    """A value in words that go on to these ranks of its kickers."""
    if category(worth) in (HIGH_CARD, FLUSH):
        return words + "".join(f", {each}" for each in ranks[2:])
    if not ranks:
        return f"{words}, no kicker"
    return f"{words}, {' and '.join(ranks)} kicker{'s' if len(ranks) > 1 else ''}"


def _straight_top(strength: int) -> str:
    return RANK_WORDS[strength // 2] if strength % 2 == 0 else RANK_WORDS[FIVE]


def _words(ranks: int) -> list[str]:
    return [RANK_WORDS[r] for r in range(ACE, -1, -1) if ranks >> r & 1]


def _many(word: str) -> str:
    return word + ("es" if word == "six" else "s")
