"""Supreme 99 at the table: clauses 3 to 7 in order."""

from collections.abc import Sequence

from houseway.games.supreme_99.rules import CARDS, PACKETS, PILES, house_piles, piles_of, receiver, reconciled
from houseway.games.supreme_99.terms import settle
from houseway.round import DEALER, Arrange, Reveal, Round, Setup, Together
from houseway.round.packets import deal_packets, order_of_deal
from houseway.rule import enforces


@enforces("4", "5", "6", "7")
def play(setup: Setup) -> Round:
    """Clauses 3 to 7; the ruling by clauses 8 to 13. Places where nobody plays get their packets too."""
    drawn = yield order_of_deal(setup.settings, PACKETS)
    hands = yield from deal_packets((receiver(drawn, packet) for packet in range(PACKETS)), CARDS)
    chosen = yield Together(tuple(setting_question(seat, hands[seat]) for seat in setup.numbers))
    piles = {seat: piles_of(hands[seat], masks) for seat, masks in zip(setup.numbers, chosen, strict=True)}
    yield Reveal(DEALER)
    dealer = house_piles(hands[DEALER])
    seats = {seat.number: seat for seat in setup.seats}
    order = [seat for turn in range(PACKETS - 1) if (seat := reconciled(turn)) in seats]
    for seat in order:
        yield Reveal(seat)
    return tuple(payout for seat in order for payout in settle(seats[seat], piles[seat], dealer, setup.settings))


def setting_question(seat: int, cards: Sequence[int]) -> Arrange:
    """Clause 5; the dealer's way is played for a seat that has left."""
    return Arrange(seat, tuple(cards), PILES, (2, 2), house_piles(cards).masks, "5")
