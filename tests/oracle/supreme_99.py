"""Supreme 99, settled a second time."""

from itertools import combinations

from .calls import packets
from .cards import Card, cards, counted, last_digit
from .reading import Paid, Record, check_told, dealt, stakes, void, won

stage = packets(4, 7)


def score(two: list[Card]) -> tuple[int, int]:
    """Pairs above points."""
    return (1, two[0].rank) if two[0].rank == two[1].rank else (0, last_digit(two))


def ways(hand: list[Card]) -> list[tuple[list[Card], list[Card]]]:
    """All settings as High and Low, fouls left out."""
    found = []
    for high in combinations(range(4), 2):
        top = [hand[at] for at in high]
        low = [hand[at] for at in range(4) if at not in high]
        if score(top) >= score(low):
            found.append((top, low))
    return found


def dealers_way(hand: list[Card]) -> tuple[tuple[int, int], tuple[int, int]]:
    """A pair goes in High, the higher of two; without one Low is made as high as may be."""
    scores = [(score(high), score(low)) for high, low in ways(hand)]
    if any(high[0] for high, _ in scores):
        return max(scores)
    return max(scores, key=lambda two: (two[1], two[0]))


def fortunes(hand: list[Card], settings: dict[str, str]) -> set[str]:
    """The rows of Pair Fortunes that four cards hold."""
    shape = sorted(counted(hand).values())
    nines = any(last_digit(high) == last_digit(low) == 9 for high, low in ways(hand))
    held = set()
    if shape == [4]:
        held.add("four-of-a-kind")
    if shape in ([4], [2, 2]):
        held.add("two-pair")
    if max(shape) > 1 and (shape != [1, 3] or settings["three-of-a-kind"] == "pair"):
        held.add("pair")
    reading = settings["nine-nine"]
    if reading == "pair-of-nines":
        nines = counted(hand).get(9, 0) >= 2
    if reading == "unpaired":
        nines = nines and max(shape) == 1
    return held | ({"nine-nine"} if nines else set())


def settle(record: Record) -> list[Paid]:
    """Both matchups must be won; a copy is the dealer's, but two copies pay."""
    bets = stakes(record)
    check_told(record)
    paid = []
    for seat in bets:
        if void(record, seat):
            continue
        for wager, stake in bets[seat].items():
            paid.append(Paid(seat, wager, won(record, wager, _held(record, seat, wager), stake)))
    return paid


def _held(record: Record, seat: int, wager: str) -> set[str]:
    hand = cards(dealt(record, seat))
    if wager == "pair-fortunes":
        return fortunes(hand, record["settings"])
    (piles,) = record["counted"].said(seat, "set")
    mine = score(cards(piles["high"])), score(cards(piles["low"]))
    if sorted(piles["high"] + piles["low"]) != sorted(dealt(record, seat)):
        raise ValueError("other cards were set than dealt (5)")
    if mine[0] < mine[1]:
        if record["settings"]["foul"] == "lose":
            return set()
        mine = dealers_way(hand)
    house = dealers_way(cards(dealt(record, 0)))
    if mine == house:
        return {"both-copy"}
    beaten = (mine[0] > house[0]) + (mine[1] > house[1])
    return {"win"} if beaten == 2 else {"push"} if beaten == 1 else set()
