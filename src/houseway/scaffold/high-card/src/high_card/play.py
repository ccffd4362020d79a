"""High Card at the table: clauses 1 to 5 in order."""

from high_card.rules import dealer_swaps, height
from high_card.terms import settle
from houseway.cards import DECK
from houseway.round import DEALER, Choose, Deal, Reveal, Round, Setup, Together
from houseway.rule import enforces

KEEP, SWAP = "keep", "swap"


@enforces("1")
def pack() -> tuple[int, ...]:
    """One deck."""
    return DECK


@enforces("2", "3", "4")
def play(setup: Setup) -> Round:
    """A card each, swaps, and the ruling by clause 5."""
    card: dict[int, int] = {}
    for place in (*setup.numbers, DEALER):
        card[place] = yield Deal(place)
    chosen = yield Together(tuple(Choose(seat, (KEEP, SWAP), KEEP, "3") for seat in setup.numbers))
    for seat, choice in zip(setup.numbers, chosen, strict=True):
        if choice == SWAP:
            card[seat] = yield Deal(seat)
    yield Reveal(DEALER)
    if dealer_swaps(height(card[DEALER])):
        card[DEALER] = yield Deal(DEALER, face_up=True)
    for seat in setup.numbers:
        yield Reveal(seat)
    return tuple(settle(seat, card[seat.number], card[DEALER], setup.settings) for seat in setup.seats)
