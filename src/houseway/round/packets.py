"""Games dealt in packets: a number is drawn, and every place gets its packet in turn, whoever plays there."""

from collections.abc import Generator, Iterable

from houseway.document.settings import Settings
from houseway.round import Deal, Draw

DICE = 3


def order_of_deal(settings: Settings, places: int) -> Draw:
    """A cup of three dice or a random number, by the setting `order`, names the place of the first packet."""
    if settings.text("order") == "dice":
        return Draw("the roll of three dice that orders the packets", DICE, 6 * DICE, DICE)
    return Draw("the random number that orders the packets", 1, places)


def deal_packets(
    places: Iterable[int], cards: int, face_up: int | None = None
) -> Generator[Deal, int, dict[int, list[int]]]:
    """So many cards to each place in this order; those to `face_up`, if any, for all to see."""
    hands: dict[int, list[int]] = {}
    for place in places:
        hands[place] = []
        for _ in range(cards):
            hands[place].append((yield Deal(place, face_up=place == face_up)))
    return hands
