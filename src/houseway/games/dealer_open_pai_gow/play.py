"""Dealer Open Pai Gow at the table: the order of play."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from houseway.cards import DECK_WITH_JOKER, cards_of, in_order, mask
from houseway.document.settings import Settings
from houseway.document.washington import games_faults
from houseway.errors import HousewayError
from houseway.games.dealer_open_pai_gow.rules.hands import (
    BACK,
    FRONT,
    HAND,
    SPOTS,
    back_value,
    first_spot,
    fouled,
    front_value,
    in_pack,
    packet_place,
)
from houseway.games.dealer_open_pai_gow.rules.piles import (
    PILES,
    Dealer,
    Piles,
    ended_by_jacks,
    house_piles,
    wheel_of,
)
from houseway.games.dealer_open_pai_gow.rules.ways import way_of
from houseway.games.dealer_open_pai_gow.terms import ENVY, envied_hands, paytable_faults, settle, settle_envy
from houseway.hooks import HouseWay, PilesInWords
from houseway.poker import describe
from houseway.round import DEALER, Arrange, Later, Payout, Reveal, Round, Setup, Together, Voids
from houseway.round.packets import deal_packets, order_of_deal
from houseway.rule import enforces


def pack() -> tuple[int, ...]:
    """53 cards: one deck and the joker."""
    return tuple(card for card in DECK_WITH_JOKER if in_pack(card))


@enforces("washington.games")
def check(setup: Setup) -> Iterable[str]:
    """The operator's house way and paytables must be readable; the envy bonus is nobody's to wager on."""
    try:
        way_of(setup.settings)
    except HousewayError as fault:
        yield str(fault)
    yield from paytable_faults(setup.settings)
    for seat in setup.seats:
        if ENVY in seat.wagers:
            yield f"seat {seat.number}: the envy bonus is not wagered on; it comes with Chan Chu (clause envy)"
        yield from games_faults(f"seat {seat.number} wagers on", seat.wagers, setup.settings.document, setup.settings)


@enforces("1", "2", "4", "5", "8", "10")
def play(setup: Setup) -> Round:
    """Clauses 1 to 12: seven packets, the dealer's open; two jacks end it, or all hands are set and compared."""
    settings = setup.settings
    drawn = yield order_of_deal(settings, SPOTS)
    places = (packet_place(first_spot(drawn), packet) for packet in range(SPOTS))
    dealt = yield from deal_packets(places, HAND, face_up=DEALER)
    hands = {place: mask(cards) for place, cards in dealt.items()}
    if ended_by_jacks(hands[DEALER], settings):
        piles: dict[int, Piles] = {}
        dealer = Dealer(hands[DEALER], None)
    else:
        dealer = Dealer(hands[DEALER], house_piles(hands[DEALER], settings))
        chosen = yield Together(tuple(setting_question(seat, dealt[seat], settings) for seat in setup.numbers))
        piles = {seat: Piles(*answer) for seat, answer in zip(setup.numbers, chosen, strict=True)}
    for seat in setup.numbers:
        yield Reveal(seat)
    void = yield Voids()
    return tuple(ruling(setup, piles, hands, dealer, void))


def setting_question(seat: int, cards: Sequence[int], settings: Settings) -> Arrange:
    """Clause 6; the house way is played for a seat that has left."""
    houses = Later(house_piles, (mask(cards), settings))
    return Arrange(seat, tuple(cards), PILES, (FRONT, BACK), houses, "6")


def ruling(
    setup: Setup, piles: Mapping[int, Piles], hands: Mapping[int, int], dealer: Dealer, void: Collection[int]
) -> Iterable[Payout]:
    """Every wager, seat by seat from the dealer's right (clause 8), the envy bonus after a seat's own wagers.

    Nobody envies a void hand.
    """
    envied = envied_hands([seat for seat in setup.seats if seat.number not in void], hands, setup.settings)
    for seat in setup.seats:
        yield from settle(seat, piles.get(seat.number), hands[seat.number], dealer, setup.settings)
        yield from settle_envy(seat, envied, setup.settings)


def dealer_piles(cards: Sequence[int], settings: Settings) -> dict[str, tuple[int, ...]] | None:
    """The dealer's two hands, as the table shows them; none where two jacks have ended the round."""
    hand = mask(cards)
    if ended_by_jacks(hand, settings):
        return None
    return {pile: in_order(cards_of(each)) for pile, each in zip(PILES, house_piles(hand, settings), strict=True)}


def house_way(cards: Sequence[int], settings: Settings) -> HouseWay | None:
    """The dealer's two hands and the line of the House Way that sets them; None where two jacks end the round."""
    piles = dealer_piles(cards, settings)
    if piles is None:
        return None
    way = way_of(settings)
    line = way.explain(way.set(mask(cards), wheel_of(settings))[1])
    return HouseWay(piles, False, line.says, line.clause)


def piles_in_words(piles: Sequence[tuple[int, ...]], settings: Settings) -> PilesInWords:
    """What piles make while they are being set, and why they are a foul."""
    front, back = (mask(pile) for pile in piles)
    wheel = wheel_of(settings)
    says = tuple(
        describe(value) if len(pile) == full else ""
        for pile, full, value in zip(
            piles, (FRONT, BACK), (front_value(front, wheel), back_value(back, wheel)), strict=True
        )
    )
    if not all(says) or not fouled(front, back, wheel):
        return PilesInWords(says, "")
    return PilesInWords(says, f"a foul: the front, {says[0]}, is higher than the back, {says[1]}")
