"""Supreme 99."""
