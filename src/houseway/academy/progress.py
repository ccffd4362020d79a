"""What a person has answered, and when a mistake comes back: boxes after Leitner, counted in questions, not in days.

A question that was answered wrongly goes into the first box, and comes back after as many other questions as the box
says. Answered rightly it goes a box further, and out of the last one it is known; wrongly, back into the first.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from houseway.academy.course import Item, fits, of_players
from houseway.errors import HousewayError

GAPS = (2, 6, 15, 40)
"""After how many questions what lies in each box comes back."""

MOST_WAITING = 300
"""Mistakes that wait; the oldest are forgotten."""


class Waiting(NamedTuple):
    """A mistake that comes back: in which box it lies, and after which question it is due."""

    item: Item
    box: int
    due: int


class Score(NamedTuple):
    """Questions of one kind of a game: how many, and how many of them right."""

    game: str
    kind: str
    asked: int
    right: int


class Progress(NamedTuple):
    """How many questions were answered in all, scores by game and kind, mistakes that wait, and the one asked now."""

    answered: int = 0
    scores: tuple[Score, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    asked: Item | None = None

    def next(self, game: str, kinds: Collection[str], fresh: Item) -> "Progress":
        """The question to ask: the mistake of these kinds that has been due for longest, else a fresh one."""
        of = tuple(kinds)
        due = [each for each in self.waiting if each.item.game == game and each.due <= self.answered]
        longest = sorted(due, key=lambda each: (each.due, each.box, each.item))
        return self.ask(next((each.item for each in longest if fits(each.item, of)), fresh))

    def ask(self, item: Item) -> "Progress":
        """Ask this question: its answer counts."""
        return self._replace(asked=item)

    def to_come_back(self, game: str = "", *, players: bool = False) -> int:
        """How many mistakes of a game, or of all, wait: dealers' questions, or players' decisions."""
        mine = (each.item for each in self.waiting if game in ("", each.item.game))
        return sum(of_players(item.kind) == players for item in mine)

    def without_decisions(self, game: str) -> "Progress":
        """A player's decisions at a game begin anew."""

        def gone(id_: str, kind: str) -> bool:
            return id_ == game and of_players(kind)

        return self._replace(
            scores=tuple(each for each in self.scores if not gone(each.game, each.kind)),
            waiting=tuple(each for each in self.waiting if not gone(each.item.game, each.item.kind)),
            asked=None if self.asked is not None and gone(self.asked.game, self.asked.kind) else self.asked,
        )

    def answer(self, item: Item, *, right: bool) -> "Progress":
        """What is known after an answer; only the first to a question that was asked counts."""
        if item != self.asked:
            return self
        answered = self.answered + 1
        before = next((each for each in self.waiting if each.item == item), None)
        rest = tuple(each for each in self.waiting if each.item != item)
        box = -1 if not right else before.box if before is not None else len(GAPS)
        if box + 1 < len(GAPS):
            rest = (*rest, Waiting(item, box + 1, answered + GAPS[box + 1]))
        return Progress(answered, self._scored(item, right=right), rest[-MOST_WAITING:])

    def _scored(self, item: Item, *, right: bool) -> tuple[Score, ...]:
        known = {(each.game, each.kind): each for each in self.scores}
        before = known.get((item.game, item.kind), Score(item.game, item.kind, 0, 0))
        known[item.game, item.kind] = before._replace(asked=before.asked + 1, right=before.right + right)
        return tuple(sorted(known.values()))

    def returns(self, item: Item) -> bool:
        """Whether a question is one that was answered wrongly before."""
        return any(each.item == item for each in self.waiting)

    # ------------------------------------------------------------------------------------------------ JSON

    def json(self) -> dict[str, Any]:
        return {
            "answered": self.answered,
            "scores": [each._asdict() for each in self.scores],
            "waiting": [{**each.item._asdict(), "box": each.box, "due": each.due} for each in self.waiting],
            "asked": None if self.asked is None else self.asked._asdict(),
        }


def read(given: Any) -> Progress:
    """What `Progress.json` writes."""
    try:
        asked = given["asked"]
        return Progress(
            int(given["answered"]),
            tuple(Score(e["game"], e["kind"], int(e["asked"]), int(e["right"])) for e in given["scores"]),
            tuple(Waiting(_item(e), int(e["box"]), int(e["due"])) for e in given["waiting"]),
            None if asked is None else _item(asked),
        )
    except (KeyError, TypeError, ValueError):
        raise HousewayError("this is no record of progress in the academy: begin anew") from None


def _item(given: Mapping[str, Any]) -> Item:
    return Item(str(given["game"]), str(given["kind"]), int(given["seed"]))
