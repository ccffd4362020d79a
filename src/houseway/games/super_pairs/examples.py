"""Rounds that reach every row of every paytable, as records: what random play seldom deals."""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.cards import names, parse_cards
from houseway.games.super_pairs.rules.blackjack import dealer_draws
from houseway.games.super_pairs.rules.spot import Cards

PAIRS = (
    "8s 8d 2c Th", "8s 8c 2c Th", "8s 8s 2c Th", "8h 8h 2c Th", "As Ad 2c Th", "Ah Ad 2c Th", "Ah As 2c Th",
    "As As 2c Th", "Ah Ah 2c Th",
)  # fmt: skip  # hands of one award share a line
LADIES = (
    "Qd 5c 2s Th", "Kd Ts 2c Th", "Kd Td 2c Th", "Td Td 2c Th", "Ks Kd 2c Th", "Qs Qd 2c Th", "Qs Qs 2c Th",
    "Qh Qh 2c Th", "Qs Qd As Kd", "Qh Qh As Kd", "Qh Qh As Ks", "Qh Qh Ah Kh",
)  # fmt: skip  # hands of one award share a line
THREES = (
    "7d 7d 7d Th", "As As As 7c", "Ah Ah Ah 7c", "Ks Ks Ks 9c", "Kh Kh Kh 9c", "Qs Qs Qs 9c", "Qh Qh Qh 9c",
)  # fmt: skip  # hands of one award share a line
THREE_CARDS = (*THREES, "2d 7d Jd 9c", "7c 8d 9h Th", "7c 7d 7h Th", "7d 8d 9d Th")
"""The player's two cards, the dealer's up-card and the hole card; the chosen suit is hearts."""

DEALS = {
    ("super-pairs",): PAIRS + THREES,
    ("super-pairs-jackpot",): PAIRS + THREES,
    ("lucky-ladies",): LADIES,
    ("lucky-ladies-jackpot",): LADIES,
    ("21-plus-3",): THREE_CARDS,
    ("21-plus-3", "top-3"): THREE_CARDS,
    ("21-plus-3-jackpot",): THREE_CARDS,
}
"""What is dealt to which wagers."""

BUSTS = (
    "8h 8h 8h", "8h 8d 8s", "Ah 5h 6h Th", "Ah 5d 6c Td", "2h 4h Th Th", "2h 4d Tc Td", "3h 3h Th Th", "3h 3d Tc Td",
    "4h 2h Th Th", "4h 2d Tc Td", "5h Th 9h", "5h Td 9c", "6h Th 9h", "6h Td 9c", "7h 9h Th", "7h 9d Tc", "8h 6h Th",
    "8h 6d Tc", "9h 3h Th", "9h 3d Tc", "Th 6h Kh", "Th 6d Kc",
)  # fmt: skip  # hands of one award share a line
"""Dealers who bust: with three eights, then by up-card, suited and not."""


def examples() -> Iterator[Mapping[str, Any]]:
    """Every deal for the wagers that it decides, every bust, and how blackjack itself and insurance are paid."""
    for wagers, deals in DEALS.items():
        for deal in deals:
            yield _deal(deal, wagers)
    for dealer in BUSTS:
        yield _round(dealer, {"cards": "Ts 9d", "bust-bonus": "1.00"})
    yield _round("Th 8d", {"cards": "Tc 9s"})
    yield _round("Th 8d", {"cards": "Td 8s"})
    yield _round("Ah 7d", {"cards": "As Kd", "play": "even-money"})
    yield _round("Ah Kd", {"cards": "Ts 9d", "insurance": "2.50"})


def _deal(deal: str, wagers: tuple[str, ...]) -> Mapping[str, Any]:
    first, second, *dealer = parse_cards(deal)
    while dealer_draws(Cards(tuple(dealer)).hard, Cards(tuple(dealer)).aces, False):
        dealer += parse_cards("Tc")
    seat = {"cards": names((first, second)), "wagers": {"blackjack": "5.00"} | dict.fromkeys(wagers, "1.00")}
    return _round(names(dealer), seat, {f"offer-{wager}": "yes" for wager in wagers})


def _round(dealer: str, seat: Mapping[str, Any], settings: Mapping[str, str] | None = None) -> Mapping[str, Any]:
    return {
        "game": "super-pairs",
        "settings": {"decks": "8", "suit": "hearts", **(settings or {})},
        "dealer": {"cards": dealer},
        "seat": [{"number": 1, "wagers": {"blackjack": "5.00"}, **seat}],
    }
