"""House ways by name or content: the document's, the conventional one, or a house's own.

A way is a list of lines in TOML. Each has a name, conditions on what the seven cards hold, what to put in front, and
a sentence that explains it:

    name = "ours"
    title = "The way of our house"
    [[line]]
    name = "two-pair-split"
    when = { pairs = 2, low-pair = "7+", high-single = "2-K" }
    place = "low-pair"
    says = "Two pairs of sevens or better and no singleton ace: the low pair goes in front."

The first line whose conditions hold sets the hand. A line that cannot be carried out, or would foul, is passed over,
so the last line has no condition and places `highest-back`, which is always possible.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from houseway.cards import RANKS
from houseway.document.fields import SENT_DOTS, Reader
from houseway.document.reader import read_toml, toml_from
from houseway.document.settings import Settings
from houseway.errors import Faulty
from houseway.games.dealer_open_pai_gow.rules.house_way import Branch, house_way
from houseway.games.dealer_open_pai_gow.rules.way_table import (
    ALL_FACTS,
    FACTS,
    FRONT_PAIR,
    PLACES,
    facts_of,
    line_front,
)

DOCUMENT_WAY = "document"
SHIPPED = ("conventional", DOCUMENT_WAY)
"""The ways that come with the package."""

CONTENT = "house-way"
"""What faults of a house's own way are told of."""

_DATA = Path(__file__).parent.parent / "data"
_NUMBERS = {"threes": 2, "pairs": 3, "aces": 5}
_FLAGS = ("joker", "complete")
_WORDS = {
    "best": (
        "high-card",
        "pair",
        "two-pair",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
        "five-aces",
    ),
    "straight-flush": ("no", "yes", "royal"),
}


class Line(NamedTuple):
    """One instruction: its name and words, the clause it rests on, and the integers that the rules interpret."""

    name: str
    bullet: str
    clause: str
    says: str
    least: int
    most: int
    place: int


@dataclass(frozen=True)
class Way:
    """A house way. Its branches are its lines by their names; a name may stand over several lines."""

    name: str
    title: str
    lines: tuple[Line, ...]
    branches: tuple[str, ...]
    read: str = ""
    """The reading of a clause that is none of ours, where the lab sets hands by one."""

    @property
    def key(self) -> tuple[object, ...]:
        """What everything that is counted of a way rests on."""
        return (self.name, self.codes, self.read) if self.read else (self.name, self.codes)

    @property
    def written_as_functions(self) -> bool:
        """The document's way is set by the functions of `house_way`, any other by its table."""
        return self.name == DOCUMENT_WAY

    @property
    def codes(self) -> tuple[tuple[int, int, int, int], ...]:
        """The table for the rules: least, most, place and branch of each line."""
        return tuple((line.least, line.most, line.place, self.branches.index(line.name)) for line in self.lines)

    def set(self, hand: int, wheel: int) -> tuple[int, int]:
        """The front of seven cards, and the branch that placed it."""
        if self.written_as_functions:
            front, branch = house_way(hand, wheel)
            return front, int(branch)
        return self.set_by_table(hand, wheel)

    def set_by_table(self, hand: int, wheel: int) -> tuple[int, int]:
        """The same by the lines alone; the last line sets what no other does."""
        facts = facts_of(hand, wheel)
        fronts = ((line_front(hand, facts, line.least, line.most, line.place, wheel), line) for line in self.lines)
        front, line = next((front, line) for front, line in fronts if front)
        return front, self.branches.index(line.name)

    def explain(self, branch: int) -> Line:
        """The line, the first of its name, that speaks for a branch."""
        return next(line for line in self.lines if line.name == self.branches[branch])


def way_of(settings: Settings) -> Way:
    """The house way of the settings."""
    return way(settings.text("house-way"))


@lru_cache(maxsize=64)
def way(text: str) -> Way:
    """A way by its name among those shipped, or by its content; a faulty one lists all its faults.

    Content is told from a name by its line breaks. What is given is never taken for the path of a file.
    """
    if "\n" in text:
        found = way_from(toml_from(text, CONTENT, SENT_DOTS), CONTENT)
        if found.written_as_functions:
            sentence = f"{DOCUMENT_WAY!r} is the approved document's: give this way its own name"
            raise Faulty(CONTENT, [("name", sentence)])
        return found
    if text not in SHIPPED:
        known = ", ".join(SHIPPED)
        raise Faulty(CONTENT, [("name", f"is the content of a way, or one of those shipped: {known}; not {text!r}")])
    return way_from(read_toml(_DATA / f"{text}.toml"), f"{text}.toml")


def written(name: str) -> str:
    """The file of a way that ships, to start one's own from: it has a name of its own already."""
    path = _DATA / f"{way(name).name}.toml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if line.startswith("name ="))
    return "".join(['name = "ours"\n', *lines[start + 1 :]])


def way_from(table: dict[str, Any], file: str) -> Way:
    """Check a parsed way whole."""
    top = Reader(table, "", [])
    name, title = top.text("name"), top.text("title", "")
    lines = tuple(_line(each) for each in top.tables("line"))
    top.finish()
    if lines and (lines[-1].least, lines[-1].most) != (0, ALL_FACTS):
        top.fault(f"line {len(lines)}.when", "the last line is for every hand that is left: it has no conditions")
    if lines and lines[-1].place != PLACES.index("highest-back"):
        top.fault(f"line {len(lines)}.place", "the last line places highest-back, which every hand can be set by")
    if top.faults:
        raise Faulty(file, top.faults)
    if name == DOCUMENT_WAY:
        return Way(name, title, lines, (*(branch.name.lower().replace("_", "-") for branch in Branch), "any"))
    return Way(name, title, lines, tuple(dict.fromkeys(line.name for line in lines)))


def _line(at: Reader) -> Line:
    name = at.text("name")
    bullet, clause = at.text("bullet", name), at.text("clause", "house-way.another")
    place = at.one_of("place", PLACES)
    least, most = 0, ALL_FACTS
    for fact, given in at.strings("when").items():
        bounds = _bounds(at, fact, given.strip())
        if bounds is not None:
            shift = 4 * FACTS.index(fact)
            least = least | bounds[0] << shift
            most = most & ~(15 << shift) | bounds[1] << shift
    line = Line(name, bullet, clause, at.text("says"), least, most, PLACES.index(place) if place in PLACES else 0)
    at.finish()
    return line


def _bounds(at: Reader, fact: str, given: str) -> tuple[int, int] | None:
    """The least and the most that a condition allows a fact; None after noting what is wrong with it."""
    if fact not in FACTS:
        at.fault(f"when.{fact}", f"is nothing that a line can ask; it may ask {', '.join(FACTS)}")
        return None
    if fact in _FLAGS:
        known = {"yes": 1, "no": 0, "True": 1, "False": 0}
        example = "yes or no"
    elif fact in _WORDS:
        known = {word: number for number, word in enumerate(_WORDS[fact])}
        example = ", ".join(_WORDS[fact])
    elif fact in _NUMBERS:
        known = {str(number): number for number in range(_NUMBERS[fact] + 1)}
        example = f'a number up to {_NUMBERS[fact]}, as in 2, "1+" or "0-1"'
    else:
        known = {"none": 0} | {rank: number for number, rank in enumerate(RANKS, 1)} | {"10": RANKS.index("T") + 1}
        known |= {"pair": FRONT_PAIR} if fact == "complete-front" else {}
        example = 'a rank, as in "A", "7+" or "J-K", or "none"'
    bounds = _range(given, known)
    if bounds is None:
        at.fault(f"when.{fact}", f"is {example}, not {given!r}")
    return bounds


def _range(given: str, known: dict[str, int]) -> tuple[int, int] | None:
    """`7`, `7+` or `2-6` in the words of a fact."""
    if given in known:
        return known[given], known[given]
    if given.endswith("+") and given[:-1] in known:
        return known[given[:-1]], max(known.values())
    for low, low_number in known.items():
        high = given.removeprefix(f"{low}-")
        if high != given and high in known and low_number <= known[high]:
            return low_number, known[high]
    return None
