"""Dealer Open Pai Gow at the table: the order of play, and how a record tells it."""

from collections.abc import Iterable, Mapping, Sequence

from houseway.cards import DECK_WITH_JOKER, cards_of, in_order, mask, names, parse_cards, size
from houseway.errors import HousewayError, IllegalRound
from houseway.round import (
    DEALER,
    Answer,
    Arrange,
    Irregularity,
    Question,
    Reveal,
    Round,
    Standing,
    Together,
)
from houseway.games.dealer_open_pai_gow.rules import (
    BACK,
    FRONT,
    HAND,
    SPOTS,
    back_value,
    beats,
    first_spot,
    fouled,
    front_value,
    in_pack,
    outcome,
    packet_place,
)
from houseway.games.dealer_open_pai_gow.rules import (
    settings as ways_to_set,
)
from houseway.games.dealer_open_pai_gow.settlement import (
    DOCUMENT as DOCUMENT,
)
from houseway.games.dealer_open_pai_gow.settlement import (
    Dealer,
    Piles,
    ended_by_jacks,
    jacks_beat_faults,
    settle,
    settle_envy,
    wheel_of,
)
from houseway.games.dealer_open_pai_gow.ways import way_of
from houseway.round.packets import deal_packets, order_of_deal
from houseway.poker import describe
from houseway.round.record import Hand, Record
from houseway.rule import enforces
from houseway.round.ruling import Payout, Setup
from houseway.document.settings import Settings
from houseway.document.washington import games_faults

PILES = ("front", "back")


def pack(settings: Settings) -> tuple[int, ...]:
    """53 cards: one deck and the joker."""
    del settings
    return tuple(card for card in DECK_WITH_JOKER if in_pack(card))


@enforces("washington.games")
def check(setup: Setup) -> Iterable[str]:
    """The operator's house way and paytable must be readable; the envy bonus is nobody's to wager on."""
    try:
        way_of(setup.settings)
    except HousewayError as fault:
        yield str(fault)
    yield from jacks_beat_faults(setup.settings)
    for seat in setup.seats:
        if "chan-chu-envy" in seat.wagers:
            yield f"seat {seat.number}: the envy bonus is not wagered on; it comes with Chan Chu (clause envy)"
        yield from games_faults(f"seat {seat.number} wagers on", seat.wagers, DOCUMENT, setup.settings)


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
    return tuple(ruling(setup, piles, hands, dealer))


def setting_question(seat: int, cards: Sequence[int], settings: Settings) -> Arrange:
    """Clause 6; the house way is played for a seat that has left."""
    default = house_piles(mask(cards), settings)
    return Arrange(seat, tuple(cards), PILES, (FRONT, BACK), (default.front, default.back), "6")


def house_piles(hand: int, settings: Settings) -> Piles:
    """Seven cards set by the house way."""
    front, _ = way_of(settings).set(hand, wheel_of(settings))
    return Piles(front, hand ^ front)


def dealer_piles(cards: Sequence[int], setup: Setup) -> dict[str, tuple[int, ...]] | None:
    """The dealer's two hands, as the table shows them; none where two jacks have ended the round."""
    hand = mask(cards)
    if ended_by_jacks(hand, setup.settings):
        return None
    return {pile: in_order(cards_of(each)) for pile, each in zip(PILES, house_piles(hand, setup.settings), strict=True)}


def set_words(piles: Sequence[tuple[int, ...]], settings: Settings) -> tuple[tuple[str, ...], str]:
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
        return says, ""
    return says, f"a foul: the front, {says[0]}, is higher than the back, {says[1]}"


def ruling(setup: Setup, piles: Mapping[int, Piles], hands: Mapping[int, int], dealer: Dealer) -> Iterable[Payout]:
    """Every wager, seat by seat from the dealer's right (clause 8), the envy bonus after a seat's own wagers."""
    for seat in setup.seats:
        yield from settle(seat, piles.get(seat.number), hands[seat.number], dealer, setup.settings)
        yield from settle_envy(seat, setup.seats, hands, setup.settings)


def results_against(hand: int, dealer: Piles, settings: Settings) -> list[tuple[int, Piles]]:
    """Every legal setting with its result against the dealer's, the best first.

    Of settings that end alike the house way's comes first, then the higher back.
    """
    wheel, house = wheel_of(settings), house_piles(hand, settings)
    dealer_front, dealer_back = front_value(dealer.front, wheel), back_value(dealer.back, wheel)
    found = []
    for front, back in ways_to_set(hand):
        if fouled(front, back, wheel):
            continue
        ours = front_value(front, wheel), back_value(back, wheel)
        result = outcome(beats(ours[0], dealer_front), beats(ours[1], dealer_back))
        found.append((result, front == house.front, ours[1], ours[0], Piles(front, back)))
    found.sort(key=lambda each: each[:4], reverse=True)
    return [(result, piles) for result, _, _, _, piles in found]


def bot(question: Question, standing: Standing, setup: Setup) -> Answer:
    """Bots see the dealer's open hand and set the best they can against it; the house way where that is as good."""
    hand = mask(standing.cards(question.seat))
    dealer = house_piles(mask(standing.shown(DEALER)), setup.settings)
    _, piles = results_against(hand, dealer, setup.settings)[0]
    return tuple(piles)


def impossible(hands: Mapping[int, Hand]) -> Iterable[str]:
    """Nothing beyond what playing the record through would show."""
    del hands
    return ()


@enforces("3")
def irregular(hands: Mapping[int, Hand]) -> Iterable[Irregularity]:
    """A hand with fewer than seven cards kills all hands (clause 3); with more, the written control decides."""
    for place, hand in hands.items():
        if hand.cards and len(hand.cards) < HAND:
            yield Irregularity("too-few-cards", place)
        elif len(hand.cards) > HAND:
            yield Irregularity("too-many-cards", place)


def recorded(question: Question, hand: Hand) -> Answer:
    """A seat of a record gives `front`, or `back`, or both."""
    if not isinstance(question, Arrange):
        raise IllegalRound(f"{hand.who}: a record of Dealer Open Pai Gow does not answer {question}")
    return recorded_piles(hand)


def recorded_piles(hand: Hand) -> Piles:
    """Front and back as a record gives them; two and five of the hand's cards."""
    given = {pile: mask(parse_cards(str(hand.more[pile]))) for pile in PILES if pile in hand.more}
    if not given:
        raise IllegalRound(f'{hand.who}: say how {names(hand.cards)} was set, as in front = "Kd 9c"', "6")
    whole = mask(hand.cards)
    front = given["front"] if "front" in given else whole & ~given["back"]
    back = given.get("back", whole & ~front)
    if front & back or front | back != whole or size(front) != FRONT:
        raise IllegalRound(f"{hand.who}: front and back are not two and five of {names(hand.cards)}", "6")
    return Piles(front, back)


def remarks(record: Record) -> Iterable[str]:
    """Where the first packet went, and a misset house hand, which is reset to the house way and ruled upon so."""
    dealer, settings = record.hands[DEALER], record.setup.settings
    if isinstance(drawn := record.more.get("drawn"), int):
        what = "The dice made" if settings.text("order") == "dice" else "The random number was"
        first = first_spot(drawn)
        place = "the dealer" if first == DEALER else f"seat {first}"
        yield f"{what} {drawn}: the first packet went to {place}, the others counterclockwise from there (clause 2)."
    yield from misset(dealer, settings)


def misset(dealer: Hand, settings: Settings) -> Iterable[str]:
    """What is to be said where the record's dealer was not set by the house way (clause 9)."""
    hand = mask(dealer.cards)
    if len(dealer.cards) != HAND or ended_by_jacks(hand, settings) or not any(pile in dealer.more for pile in PILES):
        return
    wheel = wheel_of(settings)
    given, right = recorded_piles(dealer), house_piles(hand, settings)
    if front_value(given.front, wheel) == front_value(right.front, wheel):
        if back_value(given.back, wheel) == back_value(right.back, wheel):
            return
    way = way_of(settings)
    line = way.explain(way.set(hand, wheel)[1])
    yield (
        f"The dealer's hand was misset as {given}. By {line.bullet} (clause {line.clause}) it is {right}: "
        f"{line.says} It is reset so, and every wager is ruled upon against it (clause 9)."
    )
