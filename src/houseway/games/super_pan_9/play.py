"""Super Pan 9 at the table: clauses 5 to 9 in order."""

from collections.abc import Iterable

from houseway.cards import DECK
from houseway.games.super_pan_9.rules import dealer_draws, hand_size, hand_total, in_pack
from houseway.games.super_pan_9.terms import settle
from houseway.round import DEALER, OUT_OF_CARDS, Choose, Deal, HandSize, Reveal, Round, Setup, Together
from houseway.round.questions import REFUSED
from houseway.rule import enforces

STAND, DRAW = "stand", "draw"


def pack(decks: int) -> tuple[int, ...]:
    """Up to eight decks of 36 cards."""
    return tuple(card for card in DECK if in_pack(card)) * decks


def check(setup: Setup) -> Iterable[str]:
    """One deck is too small for nine players, unless the house plays as far as the cards go (ruling one-deck-seats)."""
    if setup.settings.get(OUT_OF_CARDS.kind, REFUSED) != REFUSED:
        return
    need = hand_size(True) * (len(setup.seats) + 1)
    have = len(pack(setup.settings.integer("decks")))
    if need > have:
        yield (
            f"{len(setup.seats)} players and the dealer may need {need} cards and the shoe holds {have}: "
            f"seat fewer, or set {OUT_OF_CARDS.kind} to void (clause 1)"
        )


@enforces("5", "6", "7")
def play(setup: Setup) -> Round:
    """Clauses 5 to 7; the ruling by clauses 8 and 9. A hand with a wrong number of cards is played as it lies."""
    hands: dict[int, list[int]] = {}
    for place in (*setup.numbers, DEALER):
        hands[place] = []
        for _ in range((yield HandSize(place, hand_size(False)))):
            hands[place].append((yield Deal(place)))
    as_dealt = [seat for seat in setup.numbers if len(hands[seat]) == hand_size(False)]
    chosen = yield Together(tuple(Choose(seat, (STAND, DRAW), STAND, "6") for seat in as_dealt))
    for seat, choice in zip(as_dealt, chosen, strict=True):
        if choice == DRAW:
            hands[seat].append((yield Deal(seat)))
    yield Reveal(DEALER)
    if len(hands[DEALER]) == hand_size(False) and dealer_draws(hand_total(hands[DEALER])):
        hands[DEALER].append((yield Deal(DEALER, face_up=True)))
    for seat in setup.numbers:
        yield Reveal(seat)
    dealer = hand_total(hands[DEALER])
    return tuple(
        payout
        for seat in setup.seats
        for payout in settle(seat, hand_total(hands[seat.number]), dealer, setup.settings)
    )
