"""Rounds that reach every row of every paytable, as records: what random play seldom deals."""

from collections.abc import Iterator, Mapping
from typing import Any

GAME = "dealer-open-pai-gow"
CHAN_CHU = (
    "2s 3s 4s 5s 6s 7s 8s", "As Ks Qs Js Ts Kh Qh", "2s 3s 4s 5s 6s 7s Jk", "As Ah Ac Ad Jk 9h 8h",
    "As Ah Ac Ad 9h 9s 9c", "2s 4s 6s 8s Ts Qs As", "As Ks Qs Js Ts 9h 3h", "5s 6h 7s 8h 9s Th Js",
    "4s 5s 6s 7s 8s Kh Qh", "9h 9s 9c 9d Kh 5s 3h", "9h 9s 9c Kh Ks 5s 3h", "2s 5s 8s Ts Ks Ah 9h",
    "9h 9s 9c Kh Qs 5s 3h", "5s 6h 7s 8h 9s Kh 2h", "Ah As 9h 9s 5h 5s Kh",
)  # fmt: skip  # hands of one award share a line
"""From a straight flush of seven down to three pair."""

ENVIOUS = "Kc Qc Tc 8c 5d 6d 8d"
JACKS = "Jc Jd 2c 3d 4c 6c 7d", "Jc Jd Jh 3d 4c 6c 7d", "Jc Jd Jh Js 4c 6c 7d"
ACE_HIGH = "Ah Js 9c 8d 6h 4s 2c", "Jk Js 9c 8d 6h 4s 2c"
PAIR_OF_KINGS = "Kd Kc Ts 8h 6d 4c 2s"


def examples() -> Iterator[Mapping[str, Any]]:
    """Every hand of Chan Chu beside an envious seat, every number of jacks, every ace high, a win and a push."""
    chan_chu = {"main": "5.00", "chan-chu": "5.00"}
    for hand in CHAN_CHU:
        yield _round(JACKS[0], [_seat(1, hand, chan_chu), _seat(2, ENVIOUS, chan_chu)])
    for dealer in JACKS:
        posted = {"jacks-beat": "yes", "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100"}
        yield _round(dealer, [_seat(2, ENVIOUS, {"main": "5.00", "jacks-beat": "5.00"})]) | {"settings": posted}
    tie = {"main": "5.00", "ace-high-tie": "5.00"}
    for dealer in ACE_HIGH:
        seats = [_seat(1, "Ac Kd Td 8c 6d 4d 3c", tie, "Kd Td"), _seat(2, "Kc Kh Ts 7c 5d 3d 2d", tie, "Ts 7c")]
        yield _round(dealer, seats)
    won = _seat(1, "Ac Ad Kh Qh 7c 5d 3h", {"main": "5.00"}, "Kh Qh")
    pushed = _seat(2, "9c 9d Ah Qs 7d 5h 3d", {"main": "5.00"}, "Ah Qs")
    yield _round(PAIR_OF_KINGS, [won, pushed])


def _round(dealer: str, seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {"game": GAME, "dealer": {"cards": dealer}, "seat": seats}


def _seat(number: int, cards: str, wagers: Mapping[str, str], front: str = "") -> dict[str, Any]:
    return {"number": number, "cards": cards, "wagers": dict(wagers)} | ({"front": front} if front else {})
