"""A made-up language that brackets each text of the catalogue: what stands outside the brackets nobody has marked."""

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path

from houseway.games import games

ROOT = Path(__file__).parents[2]
CODE = "eo"

OURS = "|".join(
    (
        *(rf"{re.escape(game.document.source.title)}[^⟦]*" for game in games()),
        r"[\w ]+, [\w ]+: not in this test|not in this test|Zoe Yan|Zoe|Boss|Bot \d+|command: tests",
        "houseway|Super Pan 9|Super Pairs|Dealer Open Pai Gow|UTC|PDF|CSV|XLSX|JSON|SHA|TOML|English|Esperanto",
        r"PT-[A-Z0-9-]+|LL/JP|WAC [0-9-]+|August 2023|Ah Ad Ac",
        r"\b[0-9a-f]{8,}|\b(?:10|[2-9TJQKA])[cdhs♠♥♦♣](?![a-z])|\bJk\b|\b[a-z0-9]+(?:[.-][a-z0-9]+)+",
    )
)
"""What is nobody's text: titles of documents, names that people gave, cards, ids, kinds of file."""

MARKED = r"⟦[^⟦⟧]*(?:[Cc]lause |the rule “)⟧[\w. -]+|⟦[^⟦⟧]*⟧|^Clause [\w. -]+ of .*"
"""What is marked, with the clauses that are named by their ids, and what quotes a clause."""


@cache
def load_tool():
    """`tools/words.py`, imported."""
    spec = importlib.util.spec_from_file_location("tool_words", ROOT / "tools" / "words.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["tool_words"] = module
    spec.loader.exec_module(module)
    return module


def bracketed(text):
    """A text in the made-up language: its words in brackets, what is put in and what is markup as it is."""
    parts = re.split(r"(<[^<>]*>|%\(\w+\)s)", text)
    return "".join(part if place % 2 or not part.strip() else f"⟦{part}⟧" for place, part in enumerate(parts))


def catalog(collected):
    """Every collected text in the made-up language."""
    made = load_tool().Catalog(locale=CODE, charset="utf-8")
    for message in collected:
        if message.id:
            several = isinstance(message.id, tuple)
            own = tuple(map(bracketed, message.id)) if several else bracketed(message.id)
            made.add(message.id, own, message.locations, context=message.context)
    return made


def left(texts):
    """What of these texts is in no catalogue and nobody's data."""
    said = (re.sub(MARKED, " ", text) for text in texts)
    rest = {re.sub(OURS, " ", text).strip() for text in said}
    return sorted(text for text in rest if re.search(r"[^\W\d_]{2,}", text))
