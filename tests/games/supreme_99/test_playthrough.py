"""One whole round to the letter; `playthrough` says how to write it anew."""

from pathlib import Path

from houseway.games import game
from playthrough import matches, playthrough


def test_playthrough() -> None:
    wagers = {1: {"main": 2500, "pair-fortunes": 500}, 3: {"main": 1000}, 6: {"main": 500, "pair-fortunes": 100}}
    matches(Path(__file__).with_name("playthrough.txt"), playthrough(game("supreme-99"), wagers, 342, order="dice"))
