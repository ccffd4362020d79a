"""Controls that a house has written for itself, for rooms of tests."""

OWN = """
[[irregularity]]
kind = "card-off-the-table"
says = "A card has left the table."
seat = [{ stage = "deal", then = "replace-card" }, { stage = "play", then = "replace-card" }]
dealer = "void-round"

[[irregularity]]
kind = "phone-at-the-table"
says = "Somebody uses a telephone."
seat = "FORFEIT"
supervisor = false
"""
"""Of two kinds; `FORFEIT` stands for what befalls a seat."""


def own_controls(game: str) -> str:
    """The same for a game: thirteen-card poker kills no single hand."""
    return OWN.replace("FORFEIT", "void-round" if game == "chinese-poker" else "forfeit-hand")
