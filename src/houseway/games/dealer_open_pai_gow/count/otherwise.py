"""What the Pai Gow wager keeps where a line of the House Way is read otherwise: by a way of lines that says so."""

from houseway.games.dealer_open_pai_gow.rules.ways import written

FULL_HOUSE = """when = { four = "A", threes = 1 }
place = "two-aces"
says = "Four aces and three of a kind: two aces go in front."

[[line]]
name = "super-full-house-four"
bullet = "Super Full House"
clause = "house-way.super-full-house"
when = { four = "2+", threes = 1 }
place = "two-of-four"
says = "Four and three of a kind: two of the four go in front."
"""

CHANGES = {
    ("super-full-house", "full-house"): (
        """when = { four = "2+", threes = 1 }
place = "two-of-three"
says = "Four and three of a kind: as with Four of a Kind, a pair goes in front, two of the three."
""",
        FULL_HOUSE,
    ),
    ("highest-possible-pair", "pairs-only"): (
        """when = { threes = 1, pairs = 2 }
place = "highest-pair"
""",
        """when = { threes = 1, pairs = 2 }
place = "high-pair"
""",
    ),
}
"""By ruling and reading: which lines of the document's way stand otherwise, and how."""


def way_read(ruling: str, reading: str) -> str | None:
    """The document's way with a line read otherwise, as a file of lines; None where no line expresses the reading."""
    if (change := CHANGES.get((ruling, reading))) is None:
        return None
    text = written("document")
    assert text.count(change[0]) == 1
    return text.replace(*change)
