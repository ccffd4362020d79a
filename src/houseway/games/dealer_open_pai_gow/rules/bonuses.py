"""The rules of the optional wagers: Chan Chu and its envy bonus, the Ace High Tie, Jacks Beat."""

from houseway.cards import ACE, JOKER, KING, QUEEN, size
from houseway.games.dealer_open_pai_gow.rules.hands import of_ranks, rank_groups
from houseway.poker import ALL_RANKS, BROADWAY, LOWEST, straight, suited
from houseway.rule import rule

CHAN_CHU_AWARDS = (
    "natural-7-card-straight-flush",
    "wild-7-card-straight-flush",
    "any-7-card-straight-flush",
    "royal-flush-royal-match",
    "natural-royal-flush-royal-match",
    "super-full-house",
    "five-aces",
    "natural-7-card-flush",
    "any-royal-flush",
    "natural-7-card-straight",
    "any-straight-flush",
    "any-4-of-a-kind",
    "any-full-house",
    "any-flush",
    "any-3-of-a-kind",
    "any-straight",
    "three-pair",
)
"""What seven cards may hold, a bit each in this order; paytables name them."""

ACE_HIGH_TIE_AWARDS = ("", "dealer-ace-high-no-joker", "dealer-ace-high-with-joker", "dealer-and-player-ace-high")
"""By the number that `ace_high_tie_award` answers."""

(
    NATURAL_SEVEN,
    WILD_SEVEN,
    ANY_SEVEN,
    ROYAL_MATCH,
    NATURAL_ROYAL_MATCH,
    SUPER_FULL_HOUSE,
    FIVE_ACES,
    SEVEN_FLUSH,
    ROYAL,
    SEVEN_STRAIGHT,
    STRAIGHT_FLUSH,
    FOUR,
    FULL_HOUSE,
    FLUSH,
    THREE,
    STRAIGHT,
    THREE_PAIR,
) = range(len(CHAN_CHU_AWARDS))


@rule("chan-chu")
def seven_in_a_row(ranks: int, joker: int) -> bool:
    """Seven ranks in sequence, the ace high or low, of which the joker may be one."""
    line = ranks << 1 | ranks >> ACE
    found = False
    for low in range(8):
        found = found or size(line >> low & 0b1111111) + joker >= 7
    return found


@rule("chan-chu.3", "chan-chu.4", "chan-chu.5")
def royal_match(hand: int, suit: int) -> bool:
    """Beside a royal flush in one suit the two other cards are a king and a queen of another suit."""
    rest = hand & ~(BROADWAY << 13 * suit | 1 << JOKER)
    found = False
    for other in range(4):
        found = found or rest == (1 << KING | 1 << QUEEN) << 13 * other
    return found


@rule("chan-chu", "introduction.chan-chu")
def suit_awards(hand: int, suit: int, joker: int) -> int:
    """The awards that seven cards hold in one suit, a bit each: flushes and straight flushes of five and seven."""
    held = suited(hand, suit)
    count = size(held)
    if count + joker < 5:
        return 0
    awards = 1 << FLUSH
    if count == 7:
        awards |= 1 << SEVEN_FLUSH
    if straight(held, joker, LOWEST) == 0:
        return awards
    awards |= 1 << STRAIGHT_FLUSH
    if seven_in_a_row(held, joker):
        awards |= 1 << ANY_SEVEN | 1 << (WILD_SEVEN if joker else NATURAL_SEVEN)
    if size(held & BROADWAY) + joker >= 5:
        awards |= 1 << ROYAL
        if royal_match(hand, suit):
            awards |= 1 << ROYAL_MATCH
            if not joker:
                awards |= 1 << NATURAL_ROYAL_MATCH
    return awards


@rule("chan-chu", "introduction.chan-chu")
def rank_awards(hand: int) -> int:
    """The awards that seven cards hold by their ranks, a bit each; the joker counts as an ace."""
    _, pairs, threes, fours = rank_groups(hand)
    many = pairs | threes | fours
    awards = 0
    if fours:
        awards |= 1 << FOUR
        if threes:
            awards |= 1 << SUPER_FULL_HOUSE
        if size(of_ranks(hand, 1 << ACE)) == 5:
            awards |= 1 << FIVE_ACES
    if threes | fours:
        awards |= 1 << THREE
        if many & many - 1:
            awards |= 1 << FULL_HOUSE
    if size(many) >= 3:
        awards |= 1 << THREE_PAIR
    return awards


@rule("chan-chu", "introduction.chan-chu", "chan-chu.1", "chan-chu.2", "chan-chu.3", "chan-chu.4", "chan-chu.5")
def chan_chu_awards(hand: int) -> int:
    """Every award that seven cards hold, a bit each in the order of `CHAN_CHU_AWARDS`."""
    joker = hand >> JOKER & 1
    awards = rank_awards(hand)
    ranks = 0
    for suit in range(4):
        ranks |= suited(hand, suit)
        awards |= suit_awards(hand, suit, joker)
    if straight(ranks & ALL_RANKS, joker, LOWEST):
        awards |= 1 << STRAIGHT
        if not joker and seven_in_a_row(ranks, 0):
            awards |= 1 << SEVEN_STRAIGHT
    return awards


@rule("envy", "introduction.envy", "envy.3", "envy.4", "envy.5")
def envy_qualifies(chan_chu_cents: int, least_cents: int) -> bool:
    """Who wagers at least the posted amount on Chan Chu takes part in the envy bonus."""
    return chan_chu_cents >= least_cents


@rule("ace-high-tie", "introduction.push-ace-high")
def ace_high_tie_award(dealer_ace_high: bool, player_ace_high: bool, dealer_joker: bool) -> int:
    """The highest scenario that holds: 3 both ace high, 2 the dealer's with the joker, 1 without, 0 none."""
    if not dealer_ace_high:
        return 0
    if player_ace_high:
        return 3
    return 2 if dealer_joker else 1


@rule("introduction.jacks", "jacks-beat", "4.a")
def jacks_beat_award(jacks: int) -> int:
    """Jacks Beat is decided by the dealer's jacks: two, three or four of them, else 0."""
    return jacks if jacks >= 2 else 0
