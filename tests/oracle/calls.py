"""A round as it counts: what a supervisor's calls make of it, by the operator's written controls.

From docs/irregularities.md. Each place has a book of its own: its cards and what its seat has answered, in order. A
card that is replaced closes the book at that card, so that its seat chooses again and nobody else does. A hand is dead
by the first call that kills it, with what it had at stake then; the stage of a round never goes back.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Entry = dict[str, Any]
Record = dict[str, Any]
DEALER = 0
STAGES = ("deal", "play", "reveal")
AS_DEALT = 3
"""The number of cards of a hand in Super Pan 9, the game that values any number."""

ASKS_FOR_A_CARD = {"super-pan-9": "draw", "super-pairs": "hit"}


@cache
def cents(text: str) -> int:
    """'$1,000.00' or '25.00'."""
    return int(Fraction(text.replace("$", "").replace(",", "")) * 100)


class Death(NamedTuple):
    """What a hand had at stake when it died, by wager in cents, and whether that is lost."""

    staked: dict[str, int]
    forfeited: bool


class Counted:
    """The book of each place; cards that are out of play; hands that are dead; sizes of hands as they lie."""

    def __init__(self, record: Record, stage: Callable[["Counted"], str]) -> None:
        self.record = record
        self.settings: dict[str, str] = record["settings"]
        self.seats: list[int] = [seat["number"] for seat in record["seat"]]
        self.books: defaultdict[int, list[Entry]] = defaultdict(list)
        self.burnt: list[str] = []
        self.dead: dict[int, Death] = {}
        self.sizes: dict[int, int] = {}
        self.reconciled: dict[tuple[int, str], Any] = {}
        self.owed: set[int] = set()
        self.asks_for_card: set[int] = set()
        self.round_dead = False
        self.replaced = False
        self.waiting: list[Entry] = []
        """Cards that lay when one was replaced, and that the order of play has not come to again."""
        self._replacing = False
        self._reached = 0
        self._stage = stage
        for entry in record["entries"]:
            if "call" in entry:
                self._call(entry)
            elif "deal" in entry:
                self._deal(entry)
            elif "seat" in entry:
                self.books[entry["seat"]].append(entry)
            if self.waiting:
                self._stage(self)

    def cards(self, place: int) -> list[str]:
        """The cards that lie at a place."""
        return [entry["deal"] for entry in self.books[place] if "deal" in entry]

    def said(self, seat: int, key: str) -> list[Any]:
        """What a seat has answered of one kind: `choose`, `set`."""
        return [entry[key] for entry in self.books[seat] if key in entry]

    def staked(self, seat: int) -> dict[str, int]:
        """What a seat has at stake now: its wagers, with what was added in mid-round."""
        (told,) = (each for each in self.record["seat"] if each["number"] == seat)
        staked = {wager: cents(at) for wager, at in told["wagers"].items()}
        more = sum(choice in ("double", "split") for choice in self.said(seat, "choose"))
        if more:
            staked["blackjack"] *= 1 + more
        added = {entry["wager"]: entry["cents"] for entry in self.books[seat] if entry.get("cents")}
        return staked | added

    def _deal(self, entry: Entry) -> None:
        place = entry["to"]
        book = self.books[place]
        if self._replacing:
            last = max(at for at, each in enumerate(book) if "deal" in each)
            self.burnt.append(book[last]["deal"])
            del book[last:]
            self._replacing, self.replaced = False, True
            self.waiting = [each for lie in self.books.values() for each in lie if "deal" in each]
            self.owed.clear()  # the round is gone through again, and no card is dealt to a hand that is dead
        self.owed.discard(place)
        book.append(entry)

    def _call(self, entry: Entry) -> None:
        kind, seat = entry["call"], entry["seat"]
        self._reached = max(self._reached, STAGES.index(self._stage(self)))
        then = follows(self.settings, kind, seat, STAGES[self._reached])
        if then == "void-round":
            self.round_dead = True
            for each in self.seats:
                self._kill(each, forfeited=False)
        elif then in ("void-hand", "forfeit-hand"):
            self._kill(seat, forfeited=then == "forfeit-hand")
        elif then == "replace-card":
            self._replacing = True
        elif then == "another-card":
            self.books[seat].append({"seat": seat, "choose": ASKS_FOR_A_CARD[self.record["game"]]})
        elif then == "play-on" and "cards" in entry:
            self.sizes[seat] = entry["cards"]  # the last call tells
            if entry["cards"] == AS_DEALT:
                del self.sizes[seat]

    def _kill(self, seat: int, *, forfeited: bool) -> None:
        if seat in self.dead:
            return
        self.dead[seat] = Death(self.staked(seat), forfeited)
        if seat in self.asks_for_card:
            self.owed.add(seat)


def follows(settings: dict[str, str], kind: str, seat: int, stage: str) -> str:
    """What the written control of a kind prescribes for a seat, or for the dealer and the round."""
    if kind == "out-of-cards":
        return "void-round"
    own = own_controls(settings["irregularities"]).get(kind)
    if own is None:
        word = settings[kind]
        return "void-round" if seat == DEALER and word in ("void-hand", "forfeit-hand") else word
    told = own["seat"] if seat else own["dealer" if "dealer" in own else "round"]
    if isinstance(told, str):
        return told
    (word,) = (one["then"] for one in told if one["stage"] == stage)
    return word


@cache
def own_controls(text: str) -> dict[str, dict[str, Any]]:
    """The controls of one's own, by kind."""
    return {} if text == "none" else {one["kind"]: one for one in tomllib.loads(text)["irregularity"]}


def dealt_so_far(counted: Counted) -> int:
    """How many cards lie on the table."""
    return sum("deal" in entry for book in counted.books.values() for entry in book)


def packets(size: int, places: int) -> Callable[[Counted], str]:
    """The stage of a game that deals all its cards first and ends with the last hand that is set."""
    return lambda counted: "deal" if dealt_so_far(counted) < size * places else "play"
