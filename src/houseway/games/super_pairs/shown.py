"""What a card room shows of Super Pairs beyond its cards: split hands, totals, and what came off the meters."""

from collections.abc import Mapping, Sequence

from houseway.cards import symbols
from houseway.round import DEALER, Standing
from houseway.games.super_pairs.paying import Dealt, claims_on, meters_of, prizes
from houseway.games.super_pairs.spot import Cards, spot_in
from houseway.round.ruling import Setup


def hands(standing: Standing, seat: int, setup: Setup) -> list[tuple[int, ...]]:
    """The hands of a spot that has split; nothing where it has one."""
    if len(standing.cards(seat)) < 2:
        return []
    held = spot_in(standing, seat, setup.settings).hands
    return [hand.cards for hand in held] if len(held) > 1 else []


def note(place: int, cards: Sequence[int], setup: Setup) -> str:
    """What the cards of a place total."""
    del place, setup
    worth = Cards(tuple(cards))
    return str(worth).removesuffix(f" ({symbols(cards)})")


def jackpots_taken(setup: Setup, standing: Standing) -> Mapping[str, tuple[int, int]]:
    """What a round's winners took from each meter, and what it was seeded with again; a void hand claims nothing."""
    void = {payout.seat for payout in standing.ruling or () if payout.award == "void"}
    if void.issuperset(setup.numbers):
        return {}
    dealer = standing.cards(DEALER)
    hands = [(seat, standing.cards(seat.number)) for seat in setup.seats if seat.number not in void]
    dealt = [Dealt(seat, (cards[0], cards[1])) for seat, cards in hands]
    result = {}
    for wager, meter in meters_of(setup.settings).items():
        claims = list(claims_on(wager, dealt, dealer[0], dealer[1], setup.settings))
        paid = prizes(claims, wager, meter, setup.settings)
        taken = sum(prize for _, prize in paid.taken)
        result[wager] = (taken, paid.meter - meter + taken)
    return result
