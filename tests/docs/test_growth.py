"""The chart of how cost grows: what is written over a curve lies within the picture, whatever the reader's font."""

import re
from pathlib import Path
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
PICTURE = Path(__file__).parents[2] / "docs" / "images" / "growth.svg"
WIDE = 0.7
"""Of a letter's height, as a wide sans-serif has it in bold."""


def written(within, left=0.0):
    """Every text over a curve: from where to where it reaches, and what it says."""
    moved = re.match(r"translate\(([-\d.]+)", within.get("transform", ""))
    left += float(moved[1]) if moved else 0.0
    if within.tag == f"{SVG}text":
        long = WIDE * float(within.get("font-size").removesuffix("px")) * len(within.text)
        start = left - {"start": 0, "middle": long / 2, "end": long}[within.get("text-anchor")]
        yield start, start + long, within.text
    for each in within:
        yield from written(each, left)


def titles(within, left=0.0):
    """The texts that are titles of curves."""
    if within.get("class", "").startswith("mark-group role-title"):
        yield from written(within, left)
        return
    moved = re.match(r"translate\(([-\d.]+)", within.get("transform", ""))
    for each in within:
        yield from titles(each, left + (float(moved[1]) if moved else 0.0))


def test_every_title_lies_within_the_picture():
    """`Super Pan 9 by threads, of the clock` was clipped at the right."""
    picture = ElementTree.fromstring(PICTURE.read_text(encoding="utf-8"))
    found = list(titles(picture))
    assert len({says for _, _, says in found}) >= 7
    assert [says for start, end, says in found if start < 0 or end > float(picture.get("width"))] == []
