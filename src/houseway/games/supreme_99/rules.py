"""The rules of Supreme 99, clause by clause.

Two cards score their points, 0 to 9, or as a pair 10 (deuces) to 22 (aces). Four cards can be parted into two and two
in three ways, the splits 0 to 2 of `SPLITS`; the stronger half is the High hand. A rank stands for the card of that
number (a club) where a rule asks for cards. Cards as they lie on the table, in two piles, follow at the end.
"""

from collections.abc import Sequence
from typing import NamedTuple

from houseway.cards import NINE, RANK_WORDS, in_order, mask, names, rank
from houseway.points import last_digit, point
from houseway.rule import rule

PACKETS = 7
CARDS = 4
PAIRED = 10
"""The least score of a pair: above every total of points."""

SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three ways to part four cards, by their places."""

LOSE, PUSH, WIN, BOTH_COPY, FOUL = range(5)
"""How the standard wager ends; a fouled hand meets no other."""

NO_PAIR_RULE, ONE_PAIR_RULE, TWO_PAIR_RULE = range(3)
NOTHING, PAIR, NINE_NINE, TWO_PAIR, FOUR_OF_A_KIND = range(5)

UNPAIRED, TOP_DOWN, PAIR_OF_NINES = range(3)
"""Readings of the row 9-9: two totals of nine without a pair; the same, pairs included; two cards of rank nine."""


@rule("3", "4")
def receiver(drawn: int, packet: int) -> int:
    """The place that gets a packet (the first is 0): the dealer counts as 1, and packets go on clockwise."""
    return (drawn - 1 + packet) % PACKETS


@rule("7")
def reconciled(turn: int) -> int:
    """The seat whose turn it is (the first is 0): counter-clockwise, from the dealer's right to the left."""
    return PACKETS - 1 - turn


@rule("rankings")
def score(a: int, b: int) -> int:
    """Pairs rank above points, aces highest; else the last digit of the two cards' points."""
    if rank(a) == rank(b):
        return PAIRED + rank(a)
    return last_digit(point(a) + point(b))


@rule("intro", "5.b.i")
def fouled(high: int, low: int) -> bool:
    """The High hand must be stronger than the Low hand, or equivalent."""
    return high < low


@rule("5", "5.a", "5.b")
def high_and_low(a: int, b: int, c: int, d: int, split: int) -> tuple[int, int]:
    """The scores of the two halves of a split, set without a foul."""
    if split == 0:
        one, other = score(a, b), score(c, d)
    elif split == 1:
        one, other = score(a, c), score(b, d)
    else:
        one, other = score(a, d), score(b, c)
    if fouled(one, other):
        return other, one
    return one, other


@rule("13")
def matches(a: int, b: int, c: int, d: int) -> int:
    """How many twos of the four cards match: 1 for a pair, 2 for two pair, 3 for three of a kind, 6 for four."""
    w, x, y, z = rank(a), rank(b), rank(c), rank(d)
    return int(w == x) + int(w == y) + int(w == z) + int(x == y) + int(x == z) + int(y == z)


@rule("6")
def house_rule(a: int, b: int, c: int, d: int) -> int:
    """Which setting rule a hand falls under; four of a kind is two pair, and three of a kind holds one."""
    count = matches(a, b, c, d)
    if count == 2 or count == 6:
        return TWO_PAIR_RULE
    return ONE_PAIR_RULE if count > 0 else NO_PAIR_RULE


@rule("6.two-pair")
def set_two_pair(a: int, b: int, c: int, d: int) -> int:
    """The split that keeps both pairs: the higher is then the High hand."""
    split = 0
    while split < 2 and high_and_low(a, b, c, d, split)[1] < PAIRED:
        split += 1
    return split


@rule("6.one-pair")
def set_one_pair(a: int, b: int, c: int, d: int) -> int:
    """The split that has the pair in the High hand."""
    split = 0
    while split < 2 and high_and_low(a, b, c, d, split)[0] < PAIRED:
        split += 1
    return split


@rule("6.no-pair")
def set_no_pair(a: int, b: int, c: int, d: int) -> int:
    """The split with the greatest Low hand; splits with equal Low hands have equal High hands too."""
    best, most = 0, -1
    for split in range(3):
        low = high_and_low(a, b, c, d, split)[1]
        if low > most:
            best, most = split, low
    return best


@rule("6")
def house_way(a: int, b: int, c: int, d: int) -> int:
    """The dealer's split of four cards."""
    way = house_rule(a, b, c, d)
    if way == TWO_PAIR_RULE:
        return set_two_pair(a, b, c, d)
    return set_one_pair(a, b, c, d) if way == ONE_PAIR_RULE else set_no_pair(a, b, c, d)


@rule("intro", "8", "9", "10", "11", "12")
def outcome(high: int, low: int, dealer_high: int, dealer_low: int) -> int:
    """Both matchups copied; else a copy is the dealer's, and the player has won two matchups, one or none."""
    if high == dealer_high and low == dealer_low:
        return BOTH_COPY
    won = int(high > dealer_high) + int(low > dealer_low)
    if won == 2:
        return WIN
    return PUSH if won == 1 else LOSE


@rule("pair-fortunes")
def nine_nine(a: int, b: int, c: int, d: int) -> bool:
    """Whether four cards can be set as two totals of nine, however they are set."""
    for split in range(3):
        high, low = high_and_low(a, b, c, d, split)
        if high == 9 and low == 9:
            return True
    return False


@rule("pair-fortunes")
def two_nines(a: int, b: int, c: int, d: int) -> bool:
    """Whether two of the four cards are nines: another reading of the row 9-9."""
    return int(rank(a) == NINE) + int(rank(b) == NINE) + int(rank(c) == NINE) + int(rank(d) == NINE) >= 2


@rule("1", "13", "pair-fortunes")
def fortune(a: int, b: int, c: int, d: int, reading: int, three_is_pair: bool) -> int:
    """The row of Pair Fortunes that pays four cards, under a reading of 9-9 and of three of a kind."""
    count = matches(a, b, c, d)
    if count == 6:
        return FOUR_OF_A_KIND
    if count == 2:
        return TWO_PAIR
    if reading == PAIR_OF_NINES:
        wins_nines = two_nines(a, b, c, d)
    else:
        wins_nines = nine_nine(a, b, c, d) and (count == 0 or reading == TOP_DOWN)
    if wins_nines:
        return NINE_NINE
    if count == 1 or (count == 3 and three_is_pair):
        return PAIR
    return NOTHING


# ---------------------------------------------------------------------------------------------------- set hands

PILES = ("high", "low")

HOUSE_RULES = {
    TWO_PAIR_RULE: ("Two Pair", "6.two-pair", "the higher pair is the High hand and the lower the Low hand"),
    ONE_PAIR_RULE: ("One Pair", "6.one-pair", "the pair is the High hand and the other two cards the Low hand"),
    NO_PAIR_RULE: ("No Pair", "6.no-pair", "the Low hand is as high as it can be without being above the High hand"),
}
"""The name, clause and effect of each of the dealer's setting rules."""


class Piles(NamedTuple):
    """Four cards as they are set."""

    high: tuple[int, int]
    low: tuple[int, int]

    @property
    def cards(self) -> tuple[int, int, int, int]:
        return (*self.high, *self.low)

    @property
    def scores(self) -> tuple[int, int]:
        return score(*self.high), score(*self.low)

    @property
    def masks(self) -> tuple[int, int]:
        return mask(self.high), mask(self.low)

    def __str__(self) -> str:
        return f"{names(in_order(self.high))} over {names(in_order(self.low))}"


def split_piles(cards: Sequence[int], split: int) -> Piles:
    """A split of four cards, set without a foul."""
    (a, b), (c, d) = SPLITS[split]
    one, other = (cards[a], cards[b]), (cards[c], cards[d])
    return Piles(other, one) if fouled(score(*one), score(*other)) else Piles(one, other)


def piles_of(cards: Sequence[int], masks: Sequence[int]) -> Piles:
    """The piles that two masks name, in the order of the cards."""
    (a, b), (c, d) = ([card for card in cards if hand >> card & 1] for hand in masks)
    return Piles((a, b), (c, d))


def house_piles(cards: Sequence[int]) -> Piles:
    """How the dealer sets four cards."""
    a, b, c, d = cards
    return split_piles(cards, house_way(a, b, c, d))


def house_says(cards: Sequence[int]) -> tuple[str, str, str]:
    """The name, clause and effect of the rule that sets four cards."""
    a, b, c, d = cards
    return HOUSE_RULES[house_rule(a, b, c, d)]


def word(scored: int) -> str:
    """`a pair of nines`, `7`."""
    if scored < PAIRED:
        return str(scored)
    of = RANK_WORDS[scored - PAIRED]
    return f"a pair of {of}{'es' if of == 'six' else 's'}"
