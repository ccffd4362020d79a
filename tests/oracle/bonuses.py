"""Which awards of the bonus wagers of Super Pairs some cards hold."""

from .cards import ACE, JACK, KING, QUEEN, TEN, Card

RED = "dh"
QUEEN_OF_HEARTS = Card(QUEEN, "h")
Awards = set[str]


def _true(has: dict[str, bool]) -> Awards:
    return {award for award, holds in has.items() if holds}


def _three_suited(three: list[Card], suit: str) -> Awards:
    """Three of one rank in one suit: aces, or kings, or queens."""
    held: Awards = set()
    if len(set(three)) > 1:
        return held
    for named, ranks in (
        ("aces", (ACE,)),
        ("aces-or-kings", (ACE, KING)),
        ("aces-kings-or-queens", (ACE, KING, QUEEN)),
    ):
        if three[0].rank in ranks:
            held.add(f"three-suited-{named}")
            if three[0].suit == suit:
                held.add(f"three-{named}-of-suit")
    return held | {"suited-three-of-a-kind"}


def pairs(two: list[Card], up: Card, suit: str) -> Awards:
    """Appendices A and E."""
    one, other = two
    if one.rank != other.rank:
        return set()
    aces, suited = one.rank == ACE, one.suit == other.suit
    of_suit = suited and one.suit == suit
    return _three_suited([one, other, up], suit) | _true(
        {
            "any-pair": True,
            "prime-pair": not suited and (one.suit in RED) == (other.suit in RED),
            "suited-pair": suited,
            "pair-of-suit": of_suit,
            "pair-of-aces": aces,
            "pair-of-red-aces": aces and one.suit in RED and other.suit in RED,
            "ace-of-suit-and-ace": aces and suit in (one.suit, other.suit),
            "suited-pair-of-aces": aces and suited,
            "pair-of-aces-of-suit": aces and of_suit,
        }
    )


def lucky_ladies(two: list[Card], dealers_blackjack: list[Card], suit: str) -> Awards:
    """Appendices B and F; the dealer's two cards where they are a blackjack."""
    one, other = two
    ranks = {one.rank, other.rank}
    tens = ranks <= {TEN, JACK, QUEEN, KING}
    twenty = tens or ranks == {ACE, 9}
    queens = ranks == {QUEEN}
    hearts = one == other == QUEEN_OF_HEARTS
    suits = {held.suit for held in dealers_blackjack}
    return _true(
        {
            "any-queen": QUEEN in ranks and not twenty,
            "any-20": twenty,
            "suited-20": twenty and one.suit == other.suit,
            "matched-20": twenty and one == other,
            "paired-20": ranks in ({TEN}, {JACK}, {KING}),
            "suited-kings-jacks-or-tens": one == other and ranks in ({TEN}, {JACK}, {KING}),
            "pair-of-queens": queens,
            "suited-pair-of-queens": queens and one == other,
            "queens-of-hearts": hearts,
            "pair-of-queens-with-blackjack": queens and bool(suits),
            "queens-of-hearts-with-blackjack": hearts and bool(suits),
            "queens-of-hearts-with-suited-blackjack": hearts and len(suits) == 1,
            "queens-of-hearts-with-blackjack-of-suit": hearts and suits == {suit},
        }
    )


def three_cards(three: list[Card], suit: str) -> Awards:
    """Appendices C and G."""
    ranks = sorted(one.rank for one in three)
    flush = len({one.suit for one in three}) == 1
    alike = ranks[0] == ranks[2]
    straight = ranks == [2, 3, ACE] or ranks == list(range(ranks[0], ranks[0] + 3))
    return _three_suited(three, suit) | _true(
        {
            "flush": flush,
            "straight": straight,
            "straight-flush": straight and flush,
            "three-of-a-kind": alike,
            "offsuit-three-of-a-kind": alike and not flush,
        }
    )


def bust(dealer: list[Card], decks: int) -> Awards:
    """Appendix D, of a hand that is over 21: by the up-card, and suited if all cards are."""
    up = "ace" if dealer[0].rank == ACE else str(min(dealer[0].rank, 10))
    suited = len({one.suit for one in dealer}) == 1
    eights = sum(one.rank == 8 for one in dealer) == 3
    return _true(
        {
            "bust-with-three-suited-8s": eights and suited and decks > 2,
            "bust-with-three-8s": eights,
            f"bust-{up}-suited": suited,
            f"bust-{up}-unsuited": not suited,
        }
    )
