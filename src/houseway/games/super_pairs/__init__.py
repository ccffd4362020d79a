"""Super Pairs."""
