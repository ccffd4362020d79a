"""One whole round to the letter; `playthrough` says how to write it anew."""

from pathlib import Path

from houseway.games import game
from playthrough import matches, playthrough


def test_playthrough() -> None:
    wagers = {1: {"main": 2500, "tie": 500}, 2: {"main": 1000}, 4: {"main": 500, "tie": 100}}
    matches(Path(__file__).with_name("playthrough.txt"), playthrough(game("super-pan-9"), wagers, 60))
