"""Thirteen-card poker, settled a second time."""

from functools import cache
from itertools import combinations

from .cards import (
    ACE,
    FOUR,
    FULL_HOUSE,
    STRAIGHT_FLUSH,
    THREE,
    Card,
    by_rank,
    cards,
    counted,
    natural_five,
)
from .reading import Paid, Record, cents, dealt, stakes, void

NATURALS = ("three straights", "three flushes", "six pairs", "dragon")  # in the document's order
SWEPT = {"1-a-hand": 3, "2-4": 4, "1-6": 6}
LESSER = {"2-4": 2, "1-6": 1}


class Player:
    """What a seat brings to the comparison."""

    def __init__(self, record: Record, seat: int) -> None:
        settings = record["settings"]
        said = {entry.get("choose") for entry in record["entries"] if entry.get("seat") == seat}
        self.hand = cards(dealt(record, seat))
        self.surrendered = "surrender" in said
        self.natural = natural(self.hand, settings) if settings["naturals"] == "yes" else 0
        self.declared = "declare" in said
        if settings.get("natural-declared", "no") == "yes" and not self.declared:
            self.natural = 0
        piles = [entry["set"] for entry in record["entries"] if "set" in entry and entry["seat"] == seat]
        self.values = _values(piles[0], settings) if piles else ()
        self.fouled = bool(self.values) and fouled(self.values, settings)
        self.bonus = bonus(self.values, settings) if self.values and not self.fouled else 0


def _values(piles: dict[str, list[str]], settings: dict[str, str]) -> tuple[tuple[float, ...], ...]:
    wheel = settings["wheel"] == "second-highest"
    named = {name.lower(): cards(held) for name, held in piles.items()}
    return (
        by_rank(named["front"]),
        natural_five(named["middle"], wheel_second=wheel),
        natural_five(named["back"], wheel_second=wheel),
    )


def fouled(values: tuple[tuple[float, ...], ...], settings: dict[str, str]) -> bool:
    """Each hand must be higher than the one before; equal Middle and Back by a setting."""
    front, middle, back = values
    if middle <= front or back < middle:
        return True
    return back == middle and settings["equal-middle-back"] == "no"


def bonus(values: tuple[tuple[float, ...], ...], settings: dict[str, str]) -> int:
    """What every other player pays for the high hands of a setting."""
    if settings["bonuses"] == "no":
        return 0
    front, middle, back = values
    units = 0
    for pile in (middle, back):
        units += int(settings["bonus-straight-flush"]) * (pile[0] == STRAIGHT_FLUSH)
        units += int(settings["bonus-four-of-a-kind"]) * (pile[0] == FOUR)
    units += int(settings["bonus-full-house"]) * (middle[0] == FULL_HOUSE)
    return units + int(settings["bonus-three-of-a-kind"]) * (front[0] == THREE)


def natural(hand: list[Card], settings: dict[str, str]) -> int:
    """The number of the highest natural that thirteen cards hold, 0 if none."""
    held = counted(hand)
    pairs = sum(times // 2 if settings["four-is-two-pairs"] == "yes" else times >= 2 for times in held.values())
    found = (
        straights(tuple(held.get(rank, 0) for rank in range(2, 15)), (5, 5, 3)),
        flushes([sum(one.suit == suit for one in hand) for suit in "cdhs"]),
        pairs >= 6,
        len(held) == 13,
    )
    return max((at + 1 for at, holds in enumerate(found) if holds), default=0)


@cache
def straights(held: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether the ranks part into straights of these sizes, the ace high or low."""
    if not sizes:
        return True
    around = (ACE, *range(2, 15))
    for start in range(len(around) - sizes[0] + 1):
        left = list(held)
        for rank in around[start : start + sizes[0]]:
            left[rank - 2] -= 1
        if min(left) >= 0 and straights(tuple(left), sizes[1:]):
            return True
    return False


def flushes(suits: list[int]) -> bool:
    """Whether thirteen cards part into five, five and three of a suit."""
    fives = [suit for suit in range(4) for _ in range(suits[suit] // 5)]
    for two in combinations(fives, 2):
        left = [suits[suit] - 5 * two.count(suit) for suit in range(4)]
        if 3 in left and sum(left) == 3:
            return True
    return False


def units(one: Player, other: Player, settings: dict[str, str]) -> int:
    """What the first wins from the second."""
    if one.surrendered or other.surrendered:
        return int(settings["surrender-units"]) * (other.surrendered - one.surrendered)
    total = 0
    if one.natural or other.natural:
        total = _naturals(one, other, settings)
        if settings["natural-settles"] == "alone":
            return total
    return total + _compared(one, other, settings) + one.bonus - other.bonus


def _naturals(one: Player, other: Player, settings: dict[str, str]) -> int:
    if one.natural and other.natural and settings["two-naturals"] == "even":
        return 0
    ahead = (one.natural > other.natural) - (one.natural < other.natural)
    return int(settings["natural-units"]) * ahead


def _compared(one: Player, other: Player, settings: dict[str, str]) -> int:
    scoring = settings["scoring"]
    if one.fouled or other.fouled:
        price = SWEPT[scoring] if settings["foul"] == "swept" else int(settings["foul-units"])
        return price * (other.fouled - one.fouled)
    won = sum(mine > theirs for mine, theirs in zip(one.values, other.values, strict=True))
    lost = sum(mine < theirs for mine, theirs in zip(one.values, other.values, strict=True))
    if scoring == "1-a-hand":
        return won - lost
    return _scored(won, lost, settings) - _scored(lost, won, settings)


def _scored(won: int, lost: int, settings: dict[str, str]) -> int:
    scoring, ties = settings["scoring"], settings["ties"]
    if won == 3 or (ties == "sweep" and won and not lost):
        return SWEPT[scoring]
    if won >= 2 if ties == "neither" else won > lost:
        return LESSER[scoring]
    return 0


def undeclared_natural(record: Record) -> bool:
    """Whether some seat holds a natural and has not declared it."""
    players = [Player(record, seat) for seat in stakes(record)]
    return any(one.natural and not one.declared for one in players if len(one.hand) == 13)


def settle(record: Record) -> list[Paid]:
    """Every pair of players settles by itself."""
    seats = stakes(record)
    if any(void(record, seat) for seat in seats):
        return [Paid(seat, "main", 0) for seat in seats]
    settings = record["settings"]
    players = {seat: Player(record, seat) for seat in seats}
    unit = cents(settings["unit"])
    return [
        Paid(seat, "main", unit * sum(units(one, two, settings) for at, two in players.items() if at != seat))
        for seat, one in players.items()
    ]
