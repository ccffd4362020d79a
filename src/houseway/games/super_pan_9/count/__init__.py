"""How the deals of Super Pan 9 are counted."""
