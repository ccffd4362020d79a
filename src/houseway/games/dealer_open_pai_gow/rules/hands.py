"""What hands are worth and how the Pai Gow wager ends. Hands are masks of cards; the joker counts as a bug."""

from collections.abc import Iterator

from houseway.cards import ACE, JACK, JOKER, size
from houseway.poker import ALL_RANKS, HIGH_CARD, category, value
from houseway.rule import common, rule

LOSE, PUSH, WIN = -1, 0, 1

SPOTS = 7
"""The dealer's spot, number 1, and six players'."""

HAND = 7
FRONT = 2
BACK = 5

FULL_DECK = (1 << 53) - 1
"""All 53 cards; where a count takes a smaller deck, it is for tests."""

EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""A rank in every suit: times a mask of ranks, all natural cards of those ranks."""


@common
def next_two(hand: int, two: int) -> int:
    """The two cards that follow these in the list of all twos of a hand: the first after 0, and 0 after the last."""
    one = two & -two if two else hand & -hand
    above = hand & -((two ^ one) << 1)
    if above:
        return one | above & -above
    rest = hand & -(one << 1)
    one = rest & -rest
    above = rest ^ one
    return one | above & -above if above else 0


def ways_to_set(hand: int) -> Iterator[tuple[int, int]]:
    """All 21 ways to set a hand, as front and back; fouls included."""
    front = next_two(hand, 0)
    while front:
        yield front, hand ^ front
        front = next_two(hand, front)


@common
def of_ranks(hand: int, ranks: int) -> int:
    """The cards of a hand that have one of these ranks; the joker goes with the aces."""
    found = hand & ranks * EACH_SUIT
    if ranks >> ACE & 1:
        found |= hand & 1 << JOKER
    return found


@common
def rank_groups(hand: int) -> tuple[int, int, int, int]:
    """The ranks held once, twice, three times, and four times or more; the joker counts as an ace."""
    ones, twos, fours = 0, 0, 0
    for suit in range(5):
        held = hand >> 13 * suit & ALL_RANKS if suit < 4 else (hand >> JOKER & 1) << ACE
        carry = ones & held
        ones ^= held
        fours |= twos & carry
        twos ^= carry
    return ones & ~twos & ~fours, twos & ~ones & ~fours, ones & twos & ~fours, fours


@rule("6", "pai-gow-wager")
def front_value(front: int, wheel: int) -> int:
    """What the two cards in front are worth: a pair or high cards, the joker an ace."""
    return value(front, wheel)


@rule("6", "pai-gow-wager")
def back_value(back: int, wheel: int) -> int:
    """What the five cards in back are worth, the joker completing a straight or flush, or else an ace."""
    return value(back, wheel)


@rule("7")
def fouled(front: int, back: int, wheel: int) -> bool:
    """A hand is foul if its front is higher than its back."""
    return front_value(front, wheel) > back_value(back, wheel)


@rule("introduction.jacks", "4.a")
def dealer_jacks(hand: int) -> int:
    """How many jacks a hand holds; the joker is none."""
    return size(of_ranks(hand, 1 << JACK))


@rule("introduction.jacks", "4.a", "pai-gow-wager")
def jacks_end_the_game(jacks: int) -> bool:
    """With two or more jacks the dealer wins without setting a hand."""
    return jacks >= 2


@rule("introduction.ace-high", "introduction.push-ace-high")
def ace_high(hand: int, wheel: int) -> bool:
    """The best five cards of the seven are exactly an ace-high hand: no pair, no straight, no flush."""
    best = value(hand, wheel)
    return category(best) == HIGH_CARD and best >> ACE & 1 == 1


@rule("pai-gow-wager")
def beats(player: int, dealer: int) -> bool:
    """In each comparison the player must be higher; a tie is the dealer's."""
    return player > dealer


@rule("pai-gow-wager")
def outcome(front_won: bool, back_won: bool) -> int:
    """Both comparisons won win, one won pushes, none won loses."""
    if front_won and back_won:
        return WIN
    return PUSH if front_won or back_won else LOSE


@rule("introduction.jacks", "introduction.ace-high", "4.a", "7", "pai-gow-wager")
def main_result(
    jacks: int, dealer_ace_high: bool, foul: bool, front_won: bool, back_won: bool, jacks_lose: bool, ace_push: bool
) -> int:
    """The dealer's jacks win, then the dealer's ace high pushes, then a foul loses, then the hands are compared."""
    if jacks_lose and jacks_end_the_game(jacks):
        return LOSE
    if ace_push and dealer_ace_high:
        return PUSH
    if foul:
        return LOSE
    return outcome(front_won, back_won)


@rule("introduction.deck")
def in_pack(card: int) -> bool:
    """The standard deck and one joker: 53 cards."""
    return 0 <= card <= JOKER


@rule("order", "order.number", "order.dice")
def first_spot(drawn: int) -> int:
    """The place, 0 for the dealer and 1 to 6 for the seats, that a number 1 to 7 or the sum of three dice names."""
    return (drawn - 1) % SPOTS


@rule("introduction.deal", "2", "8")
def packet_place(first: int, packet: int) -> int:
    """Packets go counterclockwise from the first place: the dealer, then seat 1 furthest to the dealer's right."""
    return (first + packet) % SPOTS
