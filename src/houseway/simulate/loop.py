"""The loop around a game's round: streams, burn cards, the cut card, and how often each wager has ended how.

A stream is a whole shoe: burn cards, then round after round until the cut card has come. Where the cut is 0 it is one
round from a fresh pack, which is what a continuous shuffler comes to.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.lab.kernel import kernel, part
from houseway.simulate.chance import DEALT, begin, dealt, opened, take, tally

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.int16]
Play = Callable[[Any, Any, Any, Any], None]
"""Deals one round from a state by a game's data, with room for hands, and writes how each wager of each seat ends."""


class Course(NamedTuple):
    """How a stream goes: its domain, how many cards are burnt, after how many dealt cards the shoe ends.

    `scale` and `most` make a bucket of a count: `scale` times the running count by the cards left, between `-most` and
    `most`, rounded down.
    """

    domain: int
    burnt: int
    cut: int
    scale: int
    most: int


class Part(NamedTuple):
    """Some streams of a seed."""

    first: int
    streams: int
    seed: int


@part
def bucket(state: Any, tags: Any, burnt: int, course: Course) -> int:
    """Where the count stands before a round: by the tags of all cards dealt, those burnt unseen."""
    running = -burnt
    if state.at[DEALT]:
        for at in range(len(tags)):
            if dealt(state, at):
                running += tags[at]
    left = max(len(tags) - state.at[DEALT], 1)
    true = running * course.scale // left
    return int(min(max(true, -course.most), course.most) + course.most)


@part
def burn(state: Any, size: int, tags: Any, course: Course) -> int:
    """Burn the first cards of a shoe, face down; what they would have counted."""
    unseen = 0
    for _ in range(course.burnt):
        at = take(state, size)
        if course.most:
            unseen += tags[at]
    return unseen


@cache
def loop(play: Play, allocates: bool = False) -> Any:
    """The compiled loop around a game's round; `play` is in the rule subset and may call rules and parts.

    Unless it `allocates` it makes no array, as a round that is also played on a GPU cannot.
    """

    def rounds(
        part_: Part,
        course: Course,
        data: Any,
        tags: Any,
        offsets: Any,
        state: Any,
        room: Any,
        codes: Any,
        counts: Any,
        kept: Any,
    ) -> int:
        """Play some streams; `counts` has a row for each bucket, `kept` the codes of the first rounds. How many."""
        played = 0
        opened(state, part_.seed, course.domain)
        for stream in range(part_.first, part_.first + part_.streams):
            begin(state, stream)
            unseen = burn(state, len(data.pack), tags, course)
            more = True
            while more:
                row = bucket(state, tags, unseen, course) if course.most else 0
                play(state, data, room, codes)
                tally(codes, offsets, counts[row])
                if played < len(kept):
                    for at in range(len(codes)):
                        kept[played, at] = codes[at]
                played += 1
                more = state.at[DEALT] < course.cut
        return played

    rounds.__module__ = play.__module__  # compiled code is kept with the sources of the game that it rests on
    return kernel(rounds, allocates=allocates)
