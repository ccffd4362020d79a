"""Dealer Open Pai Gow."""
