"""People as the entries of the room's journal make them, one after another: what rows are compared with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.room.people.independence import Ties

BY_MANAGERS = ("role", "reset", "lock", "unlock", "end-sessions", "factor-off")
BY_THEMSELVES = ("password", "factor", "end-session")
ENDS_SESSIONS = ("reset", "lock", "end-sessions", "factor-off", "password")
SEALED = "sealed"
"""The kind of an entry that tells the password of an account which is older than entries that do."""

ON_SOMEBODY = (*BY_MANAGERS, *BY_THEMSELVES, SEALED, "session", "chips")
"""The kinds of entries on a person who is there."""


class Session(NamedTuple):
    """A session: until when, what it lacks, and the entry that tells of it."""

    until: float
    stage: str | None
    entry: int


@dataclass
class Somebody:
    """A person as the journal has them; `dated` where it tells the time, as entries have since accounts are managed."""

    name: str
    role: str
    guest: bool
    made_by: int | None
    dated: bool
    since: int
    """The last entry that has ended all sessions, or made the account."""

    password: str = ""
    locked: bool = False
    reset_by: int | None = None
    resets: frozenset[int] = frozenset()
    """Everybody who has given it a one-time password, since it was last given one by command."""

    own_password: bool = False
    provisional: bool | None = None
    sealed: bool = False
    """Whether an entry tells the password that was found when the room was first sealed."""

    factor: str = ""
    sessions: dict[str, Session] = field(default_factory=dict)

    @property
    def ties(self) -> Ties:
        maker = frozenset() if self.made_by is None else frozenset((self.made_by,))
        return Ties(maker | self.resets, self.own_password and bool(self.factor))

    @property
    def may_act(self) -> bool:
        """Whether the room lets them do anything: not with a one-time password, nor locked out."""
        return not self.locked and not self.provisional


def made(seq: int, body: Mapping[str, Any]) -> Somebody:
    """Whom an entry makes."""
    by = body.get("by")
    return Somebody(
        body["name"],
        body["role"],
        body["guest"],
        by if isinstance(by, int) else None,
        "at" in body,
        seq,
        body.get("password", ""),
        own_password=by is None and body["role"] == "player" and not body["guest"],
        provisional=body.get("provisional"),
    )


def change(who: Somebody, seq: int, body: Mapping[str, Any]) -> None:
    """What an entry changes of somebody."""
    kind = body["kind"]
    if kind == "role":
        who.role = body["role"]
    elif kind in ("lock", "unlock"):
        who.locked = kind == "lock"
    elif kind in ("reset", "password"):
        who.password, who.own_password, who.provisional = body["password"], kind == "password", kind == "reset"
    elif kind == SEALED:
        who.password, who.provisional, who.sealed = body["password"], body["provisional"], True
    elif kind in ("factor", "factor-off"):
        who.factor = body.get("factor", "")
    elif kind == "session":
        who.sessions[body["session"]] = Session(body["until"], body["stage"], seq)
    elif kind == "end-session":
        who.sessions.pop(body["session"], None)
    if kind == "reset":
        who.reset_by = body["by"] if isinstance(body["by"], int) else None
        who.resets = frozenset() if who.reset_by is None else who.resets | {who.reset_by}
    if ends(body):
        who.sessions.clear()
        who.since = seq


def ends(body: Mapping[str, Any]) -> bool:
    """Whether an entry on somebody ends all their sessions; an older one of a role or a second factor ended none."""
    return body.get("kind") in ENDS_SESSIONS or bool(body.get("ends"))


def everybody(entries: Iterable[tuple[int, Mapping[str, Any]]]) -> dict[int, Somebody]:
    """Everybody whom these entries of the room's journal name, as the last of them leaves each."""
    known: dict[int, Somebody] = {}
    for seq, body in entries:
        if body.get("kind") == "person":
            known[body["id"]] = made(seq, body)
        elif body.get("kind") in ON_SOMEBODY and body["id"] in known:
            change(known[body["id"]], seq, body)
    return known
