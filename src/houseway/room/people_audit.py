"""What the room's journal says of its people, judged entry by entry, and compared with what the database holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from houseway.room.people import LOCKED, MANAGER, PLAYER, fingerprint
from houseway.room.store.schema import IDENTITIES, PEOPLE, VERSION

WITH_IDENTITIES = 5
"""The version of the database that tells who made whom."""

BY_MANAGERS = ("role", "reset", "lock", "unlock", "end-sessions")


@dataclass
class Somebody:
    """A person as the journal has them; `dated` where it tells the time, as entries have since accounts are managed."""

    name: str
    role: str
    guest: bool
    made_by: int | None
    dated: bool
    password: str = ""
    locked: bool = False


@dataclass
class People:
    """Everybody whom the journal names, as far as it has been read."""

    known: dict[int, Somebody] = field(default_factory=dict)

    def enter(self, body: Mapping[str, Any]) -> Iterator[str]:
        """Take in an entry; what it should not have been allowed to do."""
        kind = body.get("kind")
        if kind == "person":
            yield from self._person(body)
        elif kind in (*BY_MANAGERS, "password"):
            who = self.known.get(body["id"])
            if who is None:
                yield f"a {kind} of person {body['id']}, whom nothing before it names"
                return
            if kind == "password" and body["by"] != body["id"]:
                yield f"the password of person {body['id']} was changed by another"
            if kind in BY_MANAGERS and not self._may(body["by"]):
                yield f"a {kind} of person {body['id']} by {body['by']!r}, who was no manager"
            _change(who, kind, body)

    def _person(self, body: Mapping[str, Any]) -> Iterator[str]:
        by = body.get("by")
        if body["id"] in self.known:
            yield f"person {body['id']} is made a second time"
        first = body["role"] == MANAGER and by is None and not any(w.role == MANAGER for w in self.known.values())
        if "at" in body and body["role"] != PLAYER and not first and not self._may(by):
            yield f"person {body['id']} is made a {body['role']} by {by!r}, who was no manager"
        self.known[body["id"]] = Somebody(
            body["name"],
            body["role"],
            body["guest"],
            by if isinstance(by, int) else None,
            "at" in body,
            body.get("password", ""),
        )

    def _may(self, by: object) -> bool:
        """Whether accounts were theirs to change: a manager's, or a command's on the room's machine."""
        if isinstance(by, str):
            return True
        who = self.known.get(by) if isinstance(by, int) else None
        return who is not None and who.role == MANAGER and not who.locked

    def made(self, person: object, by: object) -> bool:
        """Whether one made the other's account, since nobody may approve what such an account asks for."""
        who = self.known.get(person) if isinstance(person, int) else None
        return who is not None and who.dated and who.made_by is not None and who.made_by == by

    def against(self, connection: Connection) -> Iterator[tuple[int, str]]:
        """Where the database has it otherwise: person and sentence."""
        rows = {row.id: row for row in connection.execute(select(PEOPLE))}
        for id_ in sorted(rows.keys() | self.known.keys()):
            row, who = rows.get(id_), self.known.get(id_)
            is_ = None if row is None else (row.name, row.role, row.guest)
            says = None if who is None else (who.name, who.role, who.guest)
            if is_ != says:
                yield id_, f"is {is_}, and the journal says {says}"
            if row is None or who is None:
                continue
            if who.locked != (row.locked_until >= LOCKED):
                yield id_, "is locked by the journal alone" if who.locked else "is locked without an entry"
            if who.password and (row.password is None or fingerprint(row.password) != who.password):
                yield id_, "has another password than the one that the journal tells of"
        version = connection.execute(select(VERSION.c.number)).scalar_one()
        if version >= WITH_IDENTITIES:
            yield from self._makers(connection)

    def _makers(self, connection: Connection) -> Iterator[tuple[int, str]]:
        rows = {row.person: row.made_by for row in connection.execute(select(IDENTITIES))}
        for id_, who in sorted(self.known.items()):
            if id_ not in rows or rows[id_] != who.made_by:
                yield id_, f"was made by {rows.get(id_)}, and the journal says {who.made_by}"


def _change(who: Somebody, kind: str, body: Mapping[str, Any]) -> None:
    if kind == "role":
        who.role = body["role"]
    elif kind in ("lock", "unlock"):
        who.locked = kind == "lock"
    elif kind in ("reset", "password"):
        who.password = body["password"]
