"""An executable rulebook of casino card games: plays, rules, proves, verifies."""

from houseway.version import __version__

__all__ = ["__version__"]
