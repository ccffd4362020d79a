"""One whole round to the letter; `playthrough` says how to write it anew."""

from pathlib import Path

from houseway.games import game
from playthrough import matches, playthrough


def test_playthrough() -> None:
    wagers = {1: {"main": 60_00}, 2: {"main": 75_00}, 3: {"main": 60_00}, 4: {"main": 60_00}}
    settings = {"scoring": "2-4", "bonuses": "yes", "naturals": "yes", "surrender": "yes", "surrender_units": 1}
    matches(Path(__file__).with_name("playthrough.txt"), playthrough(game("chinese-poker"), wagers, 163, **settings))
