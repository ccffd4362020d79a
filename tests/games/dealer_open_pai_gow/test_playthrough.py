"""One whole round to the letter; `playthrough` says how to write it anew."""

from pathlib import Path

from houseway.games import game
from playthrough import matches, playthrough

WAGERS = {
    1: {"main": 2500, "chan-chu": 500, "ace-high-tie": 500},
    3: {"main": 1000, "chan-chu": 100, "jacks-beat": 200},
    6: {"main": 500, "chan-chu": 500},
}


def test_playthrough() -> None:
    settings = {"order": "dice", "jacks_beat": True, "jacks_beat_pays": "2 jacks=3, 3 jacks=20, 4 jacks=100"}
    text = playthrough(game("dealer-open-pai-gow"), WAGERS, 233, **settings)
    matches(Path(__file__).with_name("playthrough.txt"), text)
