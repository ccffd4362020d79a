"""The awards of the bonus wagers and jackpots: which of them two cards, the dealer's up-card and hole card hold.

What a hand holds is one integer with a bit for each award of `AWARDS`, so that any paytable is a walk down its rows.
`suit` is the operator's chosen suit. Top awards of Lucky Ladies also look at the dealer's blackjack, which is one of
`NO_BLACKJACK` to `BLACKJACK_OF_SUIT`.
"""

from houseway.cards import ACE, HEARTS, KING, NINE, QUEEN, TEN, THREE, TWO, rank, suit
from houseway.games.super_pairs.rules.blackjack import natural, value
from houseway.rule import common, rule

FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
"""The wagers on the felt that the deal decides; the Bust Bonus waits for the dealer's hand."""

AWARDS = (
    "any-pair",
    "prime-pair",
    "suited-pair",
    "pair-of-suit",
    "pair-of-aces",
    "pair-of-red-aces",
    "ace-of-suit-and-ace",
    "suited-pair-of-aces",
    "pair-of-aces-of-suit",
    "any-queen",
    "any-20",
    "suited-20",
    "matched-20",
    "paired-20",
    "suited-kings-jacks-or-tens",
    "pair-of-queens",
    "suited-pair-of-queens",
    "queens-of-hearts",
    "pair-of-queens-with-blackjack",
    "queens-of-hearts-with-blackjack",
    "queens-of-hearts-with-suited-blackjack",
    "queens-of-hearts-with-blackjack-of-suit",
    "flush",
    "straight",
    "three-of-a-kind",
    "offsuit-three-of-a-kind",
    "straight-flush",
    "suited-three-of-a-kind",
    "three-suited-aces-kings-or-queens",
    "three-aces-kings-or-queens-of-suit",
    "three-suited-aces-or-kings",
    "three-aces-or-kings-of-suit",
    "three-suited-aces",
    "three-aces-of-suit",
)
"""Every award; the place in this list is its bit."""

(
    ANY_PAIR,
    PRIME_PAIR,
    SUITED_PAIR,
    PAIR_OF_SUIT,
    PAIR_OF_ACES,
    PAIR_OF_RED_ACES,
    ACE_OF_SUIT_AND_ACE,
    SUITED_PAIR_OF_ACES,
    PAIR_OF_ACES_OF_SUIT,
    ANY_QUEEN,
    ANY_20,
    SUITED_20,
    MATCHED_20,
    PAIRED_20,
    SUITED_KINGS_JACKS_OR_TENS,
    PAIR_OF_QUEENS,
    SUITED_PAIR_OF_QUEENS,
    QUEENS_OF_HEARTS,
    PAIR_OF_QUEENS_WITH_BLACKJACK,
    QUEENS_OF_HEARTS_WITH_BLACKJACK,
    QUEENS_OF_HEARTS_WITH_SUITED_BLACKJACK,
    QUEENS_OF_HEARTS_WITH_BLACKJACK_OF_SUIT,
    FLUSH,
    STRAIGHT,
    THREE_OF_A_KIND,
    OFFSUIT_THREE_OF_A_KIND,
    STRAIGHT_FLUSH,
    SUITED_THREE_OF_A_KIND,
    THREE_SUITED_ACES_KINGS_OR_QUEENS,
    THREE_ACES_KINGS_OR_QUEENS_OF_SUIT,
    THREE_SUITED_ACES_OR_KINGS,
    THREE_ACES_OR_KINGS_OF_SUIT,
    THREE_SUITED_ACES,
    THREE_ACES_OF_SUIT,
) = (1 << bit for bit in range(len(AWARDS)))

BIT = {award: 1 << bit for bit, award in enumerate(AWARDS)}
"""The bit of each award, by its id."""

WITH_DEALER = (
    PAIR_OF_QUEENS_WITH_BLACKJACK
    | QUEENS_OF_HEARTS_WITH_BLACKJACK
    | QUEENS_OF_HEARTS_WITH_SUITED_BLACKJACK
    | QUEENS_OF_HEARTS_WITH_BLACKJACK_OF_SUIT
)
"""Awards that wait for the dealer's hole card."""

WITH_UP_CARD = (1 << len(AWARDS)) - FLUSH
"""Awards of three cards, the dealer's up-card among them."""

_PAIRS = AWARDS[: AWARDS.index("any-queen")]
_LADIES = AWARDS[AWARDS.index("any-queen") : AWARDS.index("flush")]
_THREE_CARDS = AWARDS[AWARDS.index("flush") :]
_THREES = tuple(award for award in _THREE_CARDS if award.startswith(("three", "offsuit-three", "suited-three")))

AWARDS_OF = {
    "super-pairs": _PAIRS + _THREES,
    "lucky-ladies": _LADIES,
    "21-plus-3": _THREE_CARDS,
    "top-3": _THREE_CARDS,
    "super-pairs-jackpot": _PAIRS + _THREES,
    "lucky-ladies-jackpot": _LADIES,
    "21-plus-3-jackpot": _THREE_CARDS,
}
"""The awards that the paytables of each wager may have rows for."""

NO_BLACKJACK, BLACKJACK, SUITED_BLACKJACK, BLACKJACK_OF_SUIT = range(4)


@common
def red(card: int) -> bool:
    """Diamonds and hearts."""
    return 1 <= suit(card) <= 2


@common
def counts_ten(card: int) -> bool:
    """Tens and pictures."""
    return TEN <= rank(card) <= KING


@rule("3.a", "super-pairs", "jackpot-super-pairs")
def pair(first: int, second: int) -> bool:
    """A pair is two cards of one rank, the player's first two."""
    return rank(first) == rank(second)


@rule("A.3", "E.4")
def prime_pair(first: int, second: int) -> bool:
    """A pair of one colour and two suits."""
    return pair(first, second) and red(first) == red(second) and suit(first) != suit(second)


@rule("A", "E")
def super_pairs_held(first: int, second: int, chosen: int) -> int:
    """The awards of Super Pairs that the first two cards hold, one bit each."""
    if not pair(first, second):
        return 0
    held = ANY_PAIR
    suited = suit(first) == suit(second)
    of_suit = suited and suit(first) == chosen
    if prime_pair(first, second):
        held |= PRIME_PAIR
    if suited:
        held |= SUITED_PAIR
    if of_suit:
        held |= PAIR_OF_SUIT
    if rank(first) != ACE:
        return held
    held |= PAIR_OF_ACES
    if red(first) and red(second):
        held |= PAIR_OF_RED_ACES
    if suit(first) == chosen or suit(second) == chosen:
        held |= ACE_OF_SUIT_AND_ACE
    if suited:
        held |= SUITED_PAIR_OF_ACES
    if of_suit:
        held |= PAIR_OF_ACES_OF_SUIT
    return held


@rule("B", "F")
def twenty(first: int, second: int) -> bool:
    """Two cards that count ten, or an ace and a nine."""
    if counts_ten(first) and counts_ten(second):
        return True
    return (rank(first) == ACE and rank(second) == NINE) or (rank(first) == NINE and rank(second) == ACE)


@rule("B", "F", "lucky-ladies", "jackpot-lucky-ladies")
def lucky_ladies_held(first: int, second: int) -> int:
    """The awards of Lucky Ladies that the first two cards hold, one bit each."""
    if not twenty(first, second):
        return ANY_QUEEN if rank(first) == QUEEN or rank(second) == QUEEN else 0
    held = ANY_20
    if suit(first) == suit(second):
        held |= SUITED_20
    if first == second:
        held |= MATCHED_20
    if not pair(first, second):
        return held
    if rank(first) != QUEEN:
        held |= PAIRED_20
        if first == second:
            held |= SUITED_KINGS_JACKS_OR_TENS
        return held
    held |= PAIR_OF_QUEENS
    if first == second:
        held |= SUITED_PAIR_OF_QUEENS
        if suit(first) == HEARTS:
            held |= QUEENS_OF_HEARTS
    return held


@rule("lucky-ladies", "jackpot-lucky-ladies", "F.3")
def dealers_blackjack(up: int, hole: int, chosen: int) -> int:
    """Whether the dealer has a blackjack, in either order, and of what suit."""
    if not natural(value(up), value(hole)):
        return NO_BLACKJACK
    if suit(up) != suit(hole):
        return BLACKJACK
    return BLACKJACK_OF_SUIT if suit(up) == chosen else SUITED_BLACKJACK


@rule("lucky-ladies", "jackpot-lucky-ladies", "B", "F")
def with_dealer_held(first: int, second: int, dealer: int) -> int:
    """The awards that need a pair of queens and a dealer's blackjack, one bit each."""
    queens = lucky_ladies_held(first, second)
    if dealer == NO_BLACKJACK or not queens & PAIR_OF_QUEENS:
        return 0
    held = PAIR_OF_QUEENS_WITH_BLACKJACK
    if not queens & QUEENS_OF_HEARTS:
        return held
    held |= QUEENS_OF_HEARTS_WITH_BLACKJACK
    if dealer >= SUITED_BLACKJACK:
        held |= QUEENS_OF_HEARTS_WITH_SUITED_BLACKJACK
    if dealer == BLACKJACK_OF_SUIT:
        held |= QUEENS_OF_HEARTS_WITH_BLACKJACK_OF_SUIT
    return held


@rule("C", "G")
def three_in_a_row(first: int, second: int, up: int) -> bool:
    """A straight of three; the ace is high or low."""
    low = min(rank(first), rank(second), rank(up))
    high = max(rank(first), rank(second), rank(up))
    middle = rank(first) + rank(second) + rank(up) - low - high
    if low == TWO and middle == THREE and high == ACE:
        return True
    return low + 1 == middle and middle + 1 == high


@rule("3.b", "A.4", "E.5", "G.4", "21-plus-3", "jackpot-21-plus-3")
def three_cards_held(first: int, second: int, up: int, chosen: int) -> int:
    """The awards that the first two cards hold together with the dealer's up-card, one bit each."""
    suited = suit(first) == suit(second) and suit(first) == suit(up)
    held = FLUSH if suited else 0
    if three_in_a_row(first, second, up):
        held |= STRAIGHT
        if suited:
            held |= STRAIGHT_FLUSH
    if rank(first) != rank(second) or rank(first) != rank(up):
        return held
    held |= THREE_OF_A_KIND
    if not suited:
        return held | OFFSUIT_THREE_OF_A_KIND
    return held | SUITED_THREE_OF_A_KIND | three_suited_held(rank(up), suit(up) == chosen)


@rule("E", "G", "G.4")
def three_suited_held(which: int, of_suit: bool) -> int:
    """The awards for three aces, kings or queens of one suit, by their rank, one bit each."""
    held = 0
    if which >= QUEEN:
        held |= THREE_SUITED_ACES_KINGS_OR_QUEENS
        if of_suit:
            held |= THREE_ACES_KINGS_OR_QUEENS_OF_SUIT
    if which >= KING:
        held |= THREE_SUITED_ACES_OR_KINGS
        if of_suit:
            held |= THREE_ACES_OR_KINGS_OF_SUIT
    if which == ACE:
        held |= THREE_SUITED_ACES
        if of_suit:
            held |= THREE_ACES_OF_SUIT
    return held


@rule("3", "3.a")
def first_two_held(first: int, second: int, chosen: int) -> int:
    """All awards of two cards, of every wager, one bit each."""
    return super_pairs_held(first, second, chosen) | lucky_ladies_held(first, second)


@rule("3")
def awards_held(first: int, second: int, up: int, hole: int, chosen: int) -> int:
    """All awards that a hand holds once the dealer's two cards are known, of every wager, one bit each."""
    return awards_beside(first, second, up, dealers_blackjack(up, hole, chosen), chosen)


@rule("3")
def awards_beside(first: int, second: int, up: int, dealer: int, chosen: int) -> int:
    """The same, by whether the dealer has a blackjack and of what suit."""
    return (
        first_two_held(first, second, chosen)
        | three_cards_held(first, second, up, chosen)
        | with_dealer_held(first, second, dealer)
    )


@rule("A.2", "B.2", "C.2", "D.2", "E.3", "F.2", "G.2")
def row_pays(held: int, row: int, above: int) -> bool:
    """Only the highest award is paid: a row pays a hand that holds it and none of the paying rows above it."""
    return held & row != 0 and held & above == 0


@rule("C.4")
def suited_three_barred(decks: int) -> bool:
    """21+3 Xtreme may not pay suited three of a kind with one or two decks."""
    return decks <= 2
