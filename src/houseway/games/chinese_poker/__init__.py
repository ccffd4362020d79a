"""Thirteen card ("Chinese") poker: players against players, a Front of three cards, a Middle and a Back of five."""
