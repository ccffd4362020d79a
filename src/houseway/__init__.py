"""Houseway: an executable rulebook of five card games."""

__version__ = "0.1.0"
