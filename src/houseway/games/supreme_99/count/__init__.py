"""How the deals of Supreme 99 are counted."""
