"""Decisions from outside a kernel: a round is played again from its beginning with what has been decided so far.

A round's cards are a function of its number, so a round that waits for somebody need not be kept: its number and the
answers are all there is. A kernel whose strategy is `ASKED` calls `asked` for every decision. The first one that has
not been told is noted with what may be chosen and what is seen, and the round goes to its end with first options that
count for nothing; once all are told, its codes are the round's.

Whether a kernel asks is a plain flag of its data, which a GPU's kernel has as a constant: there nothing of it is left.
The answers stand near the end of the kernel's room, whose last places some kernels use as a stack.
"""

from typing import Any

from houseway.lab.kernel import part

ASKED = "asked"
"""The strategy of a plan whose decisions come from outside; environments make such plans, nobody else."""

MOST_ASKED = 64
"""Decisions of one round: a spot of eight hands asks fewer."""
NUMBER, TOLD, OPEN, SEEN = range(4)
SEES = 4
"""How many numbers tell what is seen."""
ANSWERS = SEEN + SEES
SPARE = 16
PLACES = ANSWERS + MOST_ASKED + SPARE
"""The places at the end of the room: decisions so far, how many are told, what the open one may choose, and so on."""


@part
def asked(room: Any, options: int, one: int, two: int, three: int, four: int) -> int:
    """The next decision; where it has not been told it is noted, with a bit for each option, and answered with 0."""
    base = len(room) - PLACES
    number = room[base + NUMBER]
    room[base + NUMBER] = number + 1
    if number < room[base + TOLD]:
        return int(room[base + ANSWERS + number])
    if number == room[base + TOLD]:
        room[base + OPEN] = options
        room[base + SEEN], room[base + SEEN + 1] = one, two
        room[base + SEEN + 2], room[base + SEEN + 3] = three, four
    return 0
