"""Who may be the second person: somebody who cannot well be the first under another name.

1. Not the person who asked.
2. Nobody up or down the line: who made an account, or ever gave it a one-time password, may know the password; so may
   whoever did so for them. Another's reset does not undo that, for they may be one person; one by command does.
3. Two whose lines meet, as those of two dealers do whom one manager has made, only where each has chosen a password
   since and has a second factor.

The line of the first manager, and of accounts made by command on the room's machine, begins with themselves.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple


class Ties(NamedTuple):
    """What ties an account to others: who made or reset it, and whether its person has made it their own since."""

    above: Collection[int] = ()
    own: bool = False


TiesOf = Callable[[int], Ties]


def objection(asked: int, by: int, ties: TiesOf) -> str:
    """Why one person may not approve what another has asked for; empty where they may."""
    if asked == by:
        return "two people: another supervisor approves what one has asked for"
    above_asked, above_by = line(asked, ties), line(by, ties)
    if by in above_asked:
        return "two people: the account that asked for it was made or reset by you, or by one whom you made or reset"
    if asked in above_by:
        return "two people: your account was made or reset by who asked for it, or by one whom they made or reset"
    if above_asked & above_by and not (ties(asked).own and ties(by).own):
        return (
            "two people: one manager has made or reset both accounts; "
            "each chooses a password and sets up a second factor first"
        )
    return ""


def line(person: int, ties: TiesOf) -> set[int]:
    """Everybody above a person: who made or reset the account, who made or reset theirs, and so on."""
    found: set[int] = set()
    waiting = [person]
    while waiting:
        new = {each for each in ties(waiting.pop()).above if each not in found}
        found |= new
        waiting += new
    return found
