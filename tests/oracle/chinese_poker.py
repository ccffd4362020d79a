"""Thirteen-card poker, settled a second time."""

import tomllib
from functools import cache
from itertools import combinations

from .calls import Counted, cents, dealt_so_far
from .cards import (
    ACE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    Card,
    by_rank,
    cards,
    counted,
    natural_five,
    royal,
)
from .reading import Paid, Record, check_told, dealt, stakes, void

NATURALS = ("three straights", "three flushes", "six pairs", "dragon")  # in the document's order
SWEPT = {"1-a-hand": 3, "2-4": 4, "1-6": 6}
LESSER = {"2-4": 2, "1-6": 1}
HANDS = {
    "pair": PAIR,
    "two-pairs": TWO_PAIR,
    "three-of-a-kind": THREE,
    "straight": STRAIGHT,
    "flush": FLUSH,
    "full-house": FULL_HOUSE,
    "four-of-a-kind": FOUR,
    "straight-flush": STRAIGHT_FLUSH,
}


def stage(counted: Counted) -> str:
    """Thirteen cards to each; what is chosen before the hands are set; a natural that settles alone is turned over."""
    settings, seats = counted.settings, counted.seats
    if dealt_so_far(counted) < 13 * len(seats):
        return "deal"
    declares = settings["naturals"] == "yes" and settings["natural-declared"] == "yes"
    said = {seat: counted.said(seat, "choose") for seat in seats}
    if (declares or settings["surrender"] == "yes") and not all(said.values()):
        return "play"
    if settings["naturals"] == "no" or settings["natural-settles"] != "alone":
        return "play"
    paid = [
        natural(cards(counted.cards(seat)), settings)
        for seat in seats
        if said[seat] == ["declare"] or (not declares and said[seat] != ["surrender"])
    ]
    return "reveal" if any(paid) else "play"


class Player:
    """What a seat brings to the comparison."""

    def __init__(self, record: Record, seat: int) -> None:
        settings = record["settings"]
        said = record["counted"].said(seat, "choose")
        self.hand = cards(dealt(record, seat))
        self.surrendered = "surrender" in said
        self.natural = natural(self.hand, settings) if settings["naturals"] == "yes" else 0
        self.declared = "declare" in said
        if settings["natural-declared"] == "yes" and not self.declared:
            self.natural = 0
        piles = record["counted"].said(seat, "set")
        self.values = _values(piles[0], settings) if piles else ()
        self.fouled = bool(self.values) and fouled(self.values, settings)
        self.bonus = bonus(self.values, settings) if self.values and not self.fouled else [0, 0, 0]


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


def bonus(values: tuple[tuple[float, ...], ...], settings: dict[str, str]) -> list[int]:
    """What every other player pays for the high hands of a setting, hand by hand."""
    if settings["bonuses"] == "no":
        return [0, 0, 0]
    return [_bonus(pile, value, settings) for pile, value in zip(("front", "middle", "back"), values, strict=True)]


def _bonus(pile: str, value: tuple[float, ...], settings: dict[str, str]) -> int:
    """The house's own bonus for this hand in this pile, or the document's."""
    own = _own_bonuses(settings["bonuses-own"])
    kind = next((name for name, category in HANDS.items() if category == value[0]), "")
    if royal(value):
        apart = settings["bonus-royal-flush"] != "bonus-straight-flush"
        if (pile, "royal-flush") in own:
            return own[pile, "royal-flush"]
        if apart:
            return int(settings["bonus-royal-flush"])
    if (pile, kind) in own:
        return own[pile, kind]
    named = {"front": ("three-of-a-kind",), "middle": ("full-house", "four-of-a-kind", "straight-flush")}
    paid = named.get(pile, ("four-of-a-kind", "straight-flush"))
    return int(settings[f"bonus-{kind}"]) if kind in paid else 0


@cache
def _own_bonuses(text: str) -> dict[tuple[str, str], int]:
    if text == "none":
        return {}
    return {(row["pile"], row["hand"]): row["units"] for row in tomllib.loads(text)["bonus"]}


def natural(hand: list[Card], settings: dict[str, str]) -> int:
    """The number of the dearest natural that thirteen cards hold, of equals the last in the list; 0 if none.

    Where naturals are ranked it is the last in the list, whatever it costs (ruling ranked-naturals).
    """
    held = counted(hand)
    pairs = sum(times // 2 if settings["four-is-two-pairs"] == "yes" else times >= 2 for times in held.values())
    found = (
        straights(tuple(held.get(rank, 0) for rank in range(2, 15)), (5, 5, 3)),
        flushes([sum(one.suit == suit for one in hand) for suit in "cdhs"]),
        pairs >= 6,
        len(held) == 13,
    )
    kinds = [at + 1 for at, holds in enumerate(found) if holds]
    ranked = settings["two-naturals"] == "ranked"
    return max(kinds, key=lambda kind: (0 if ranked else price(kind, settings), kind), default=0)


def price(kind: int, settings: dict[str, str]) -> int:
    """What a natural is paid: its own price, or that of all."""
    if not kind:
        return 0
    posted = settings[f"natural-{NATURALS[kind - 1].replace(' ', '-')}"]
    return int(settings["natural-units"] if posted == "natural-units" else posted)


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
    return total + _compared(one, other, settings) + _earned(one, other, settings) - _earned(other, one, settings)


def _earned(one: Player, other: Player, settings: dict[str, str]) -> int:
    """Bonuses of the first: all, or those of hands that win; who fouls loses all hands."""
    if settings["bonus-won-only"] == "no" or other.fouled:
        return sum(one.bonus)
    return sum(units for units, mine, theirs in zip(one.bonus, one.values, other.values, strict=True) if mine > theirs)


def _naturals(one: Player, other: Player, settings: dict[str, str]) -> int:
    ours, theirs = price(one.natural, settings), price(other.natural, settings)
    if one.natural and other.natural:
        if settings["two-naturals"] == "even" or one.natural == other.natural:
            return 0
        if settings["two-naturals"] == "ranked":
            return ours if one.natural > other.natural else -theirs
    return ours - theirs


def _compared(one: Player, other: Player, settings: dict[str, str]) -> int:
    scoring = settings["scoring"]
    if one.fouled or other.fouled:
        swept = _table(settings)["3-0"] if scoring == "table" else SWEPT[scoring]
        costs = swept if settings["foul"] == "swept" else int(settings["foul-units"])
        return costs * (other.fouled - one.fouled)
    won = sum(mine > theirs for mine, theirs in zip(one.values, other.values, strict=True))
    lost = sum(mine < theirs for mine, theirs in zip(one.values, other.values, strict=True))
    if scoring == "1-a-hand":
        return won - lost
    return _scored(won, lost, settings) - _scored(lost, won, settings)


def _scored(won: int, lost: int, settings: dict[str, str]) -> int:
    scoring, ties = settings["scoring"], settings["ties"]
    own = _table(settings) if scoring == "table" else {}
    if f"{won}-{lost}" in own:
        return own[f"{won}-{lost}"]
    if won == 3 or (ties == "sweep" and won and not lost):
        return own.get("3-0", SWEPT.get(scoring, 0))
    if won >= 2 if ties == "neither" else won > lost:
        return own.get("2-1", LESSER.get(scoring, 0))
    return 0


def _table(settings: dict[str, str]) -> dict[str, int]:
    """The house's own units by hands won and lost."""
    rows = [row.strip().split("=") for row in settings["scoring-table"].split(",")]
    return {result.strip(): int(units) for result, units in rows}


def settle(record: Record) -> list[Paid]:
    """Every pair of players settles by itself."""
    seats = stakes(record)
    check_told(record)
    if any(void(record, seat) for seat in seats):
        return []  # no single hand dies here (ruling dead-hands)
    settings = record["settings"]
    players = {seat: Player(record, seat) for seat in seats}
    unit = cents(settings["unit"])
    return [
        Paid(seat, "main", unit * sum(units(one, two, settings) for at, two in players.items() if at != seat))
        for seat, one in players.items()
    ]
