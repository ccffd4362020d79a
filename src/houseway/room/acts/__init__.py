"""What may be done at a table: one class an act. Its fields are its form on the wire and in the journal; it is checked
against the table, then applied to it.

seats    sitting down and getting up, people and bots
wagers   between rounds: wagers, being ready, the cut, numbers of the players' own
play     in a round: answers, a supervisor's calls, time that has run out
desk     the supervisors' desk: pauses, voids and corrections
opened   the first entry of every table
"""

from collections.abc import Mapping
from typing import Any

from houseway.errors import HousewayError, UnknownName
from houseway.room.acts.act import OF_HOUSE, OF_PEOPLE, Act, Resources
from houseway.room.acts.change import Change
from houseway.room.acts.desk import Approve, Close, Decline, Expire, Pause, Request, Resume
from houseway.room.acts.opened import Opened
from houseway.room.acts.play import Answer, Bots, Call, Timeout
from houseway.room.acts.seats import AddBot, Free, Leave, RemoveBot, Sit
from houseway.room.acts.wagers import Bet, Clear, Cut, Open, Ready, Seal

ACTS: Mapping[str, type[Act]] = {
    "opened": Opened,
    "sit": Sit,
    "leave": Leave,
    "bet": Bet,
    "clear": Clear,
    "ready": Ready,
    "seal": Seal,
    "open": Open,
    "answer": Answer,
    "cut": Cut,
    "add-bot": AddBot,
    "remove-bot": RemoveBot,
    "irregularity": Call,
    "pause": Pause,
    "resume": Resume,
    "close": Close,
    "change": Change,
    "request": Request,
    "approve": Approve,
    "decline": Decline,
    "timeout": Timeout,
    "bots": Bots,
    "expire": Expire,
    "free": Free,
}
"""Every kind of entry in a table's journal."""

COMMANDS: Mapping[str, type[Act]] = {kind: act for kind, act in ACTS.items() if act.whose == OF_PEOPLE}
"""What people may command."""


def parsed(kind: str, data: Mapping[str, Any]) -> Act:
    """What a person's command asks for; unknown fields and wrong types are refused, each with its place."""
    if kind not in COMMANDS:
        raise UnknownName(f"there is no command {kind!r}; the commands are {', '.join(sorted(COMMANDS))}")
    try:
        return COMMANDS[kind].read(data, "wire")
    except HousewayError as fault:
        raise type(fault)(f"{kind}: {fault}") from None


__all__ = ["ACTS", "COMMANDS", "OF_HOUSE", "OF_PEOPLE", "Act", "Expire", "Free", "Resources", "Timeout", "parsed"]
