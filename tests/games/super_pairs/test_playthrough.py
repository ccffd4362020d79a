"""One whole round to the letter; `playthrough` says how to write it anew."""

from pathlib import Path

from houseway.games import game
from playthrough import matches, playthrough

WAGERS = {
    1: {"blackjack": 2500, "super-pairs": 500, "21-plus-3": 500, "top-3": 100},
    2: {"blackjack": 1000, "lucky-ladies": 500, "super-pairs-jackpot": 100},
    5: {"blackjack": 500, "super-pairs-jackpot": 100},
}


def test_playthrough() -> None:
    played = playthrough(game("super-pairs"), WAGERS, 751, offer_super_pairs_jackpot="yes", surrender="late")
    matches(Path(__file__).with_name("playthrough.txt"), played)
