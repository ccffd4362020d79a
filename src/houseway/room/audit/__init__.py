"""Everything that a room has written, judged: by table, person, account, chain and row."""
