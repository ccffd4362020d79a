"""Super Pan 9 with a bonus wager of one's own."""
