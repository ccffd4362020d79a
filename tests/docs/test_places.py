"""What the documents say of where things are, is there."""

import re
from pathlib import Path

import houseway.room

DOCS = Path(__file__).parents[2] / "docs"


def test_every_place_of_the_card_room_is_where_its_document_says() -> None:
    text = (DOCS / "card-room.md").read_text()
    table = text.split("## Where things are")[1].split("\n## ")[0]
    named = [place for row in table.splitlines() if row.startswith("| `") for place in re.findall("`([^`]+)`", row)]
    room = Path(houseway.room.__file__).parent
    assert len(named) > 10
    assert [
        place for place in named if not ((room / place).is_dir() if place.endswith("/") else (room / place).is_file())
    ] == []
