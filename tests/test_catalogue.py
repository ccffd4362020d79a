"""The games from elsewhere: announced by packages, added by hand; a broken one stops nobody."""

from importlib import import_module
from importlib.metadata import EntryPoint

import pytest

import houseway as hw
from houseway.errors import UnknownName

catalogue = import_module("houseway.games")


@pytest.fixture
def announced(monkeypatch):
    """Announce these entry points, and nothing else."""

    def announce(**values):
        points = {
            name.replace("_", "-"): EntryPoint(name.replace("_", "-"), value, "houseway.games")
            for name, value in values.items()
        }
        monkeypatch.setattr(catalogue, "_announced", lambda: points)

    return announce


def test_a_package_announces_a_game(announced):
    announced(super_pan_9_again="houseway.games.super_pan_9.game:GAME")
    with pytest.raises(UnknownName, match="which is no game of that id"):
        hw.game("super-pan-9-again")


def test_a_package_that_cannot_be_loaded_is_named_and_the_others_play_on(announced):
    announced(gone="no.such.module:GAME", wrong="houseway.version:__version__")
    assert [game.id for game in hw.games()] == list(catalogue.OWN)
    assert "cannot be loaded from no.such.module:GAME" in catalogue.broken()["gone"]
    assert "is no game of that id" in catalogue.broken()["wrong"]
    with pytest.raises(UnknownName, match="cannot be loaded"):
        hw.game("gone")


def test_our_own_games_are_not_taken_over(announced):
    announced()
    with pytest.raises(UnknownName, match="there is a game 'super-pan-9' already"):
        hw.add(hw.game("super-pan-9").with_paytable({"wager": "tie", "rows": [{"award": "tie", "pays": 9}]}))
