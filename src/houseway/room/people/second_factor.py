"""The second factor: codes by time (TOTP, RFC 6238) that a person's own device and the room compute alike.

The secret is sealed under the room's key, so that who reads the database computes no code. A code opens one session:
its step of time, and all before it, are used up.
"""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from typing import TypeAlias
from urllib.parse import quote

from sqlalchemy import Connection, delete, select, update

from houseway.errors import HousewayError
from houseway.room.errors import Broken, Forbidden
from houseway.room.people import tries
from houseway.room.people.believed import DOUBTED
from houseway.room.people.people import People, Person
from houseway.room.store.database import Store
from houseway.room.store.journal import signer_of
from houseway.room.store.schema import FACTORS

STEP = 30
DIGITS = 6
SIZE = 20
"""Bytes of a secret: as many as the hash has, by RFC 4226."""

DRIFT = 1
"""Steps of time that a device's clock may be ahead or behind."""

TICKET_FOR = 3600.0
Wall: TypeAlias = Callable[[], float]


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of a step of time: RFC 4226's truncation of an HMAC."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), hashlib.sha1)
    at = digest[-1] & 15
    return str((int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF) % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: float) -> int | None:
    """The step of time that a code is of, if it is one of about now."""
    typed = "".join(code.split())
    around = range(int(now) // STEP - DRIFT, int(now) // STEP + DRIFT + 1)
    found = [step for step in around if hmac.compare_digest(code_at(secret, step).encode(), typed.encode())]
    return found[-1] if found else None


def typed(secret: bytes) -> str:
    """A secret as people type it into a device, in groups of four."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def address(secret: bytes, name: str) -> str:
    """A secret as a device reads it from a QR code."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return f"otpauth://totp/houseway:{quote(name)}?secret={text}&issuer=houseway&digits={DIGITS}&period={STEP}"


def fingerprint(secret: bytes) -> str:
    """What the journal knows a secret by."""
    return hashlib.sha256(b"second factor\n" + secret).hexdigest()


def purpose(person: int) -> str:
    """What a person's secret is sealed for: nobody else's row can take its place."""
    return f"second factor of {person}"


class SecondFactors:
    """The second factors of a room's people."""

    def __init__(self, store: Store, people: People, wall: Wall = time.time) -> None:
        self._store = store
        self._people = people
        self._wall = wall

    def has(self, person: Person) -> bool:
        with self._store.reading() as connection:
            return bool(self._people.row_of(connection, person.id).factor)

    def offer(self, person: Person) -> tuple[bytes, str]:
        """A secret that may become this person's, and a sealed ticket that brings it back with the first code."""
        if person.guest or person.provisional:
            raise Forbidden("a second factor is for an account with a password of its own")
        secret = secrets.token_bytes(SIZE)
        said = json.dumps([person.id, secret.hex(), self._wall() + TICKET_FOR]).encode()
        with self._store.reading() as connection:
            return secret, signer_of(connection).seal("enrolment", said).hex()

    def offered(self, person: Person, ticket: str) -> bytes:
        """The secret in a ticket."""
        try:
            with self._store.reading() as connection:
                said = json.loads(signer_of(connection).unseal("enrolment", bytes.fromhex(ticket)))
        except (Broken, ValueError):
            said = [None, "", 0]
        if said[0] != person.id or said[2] < self._wall():
            raise HousewayError("this page is too old: begin again")
        return bytes.fromhex(said[1])

    def enrol(self, person: Person, ticket: str, code: str) -> Person:
        """The secret of a ticket is this person's second factor, once its first code has come back.

        Every session ends: whoever is in from now on has had a code. The person, who may begin one anew.
        """
        secret = self.offered(person, ticket)
        step = step_of(secret, code, self._wall())
        if step is None:
            raise HousewayError("that is not the code: look at the device's clock, and type the newest")
        with self._store.transaction() as connection:
            self._people.check_acting(connection, person)
            row = self._people.held(connection, person.id)
            if row.factor:
                raise HousewayError("this account has a second factor: another manager takes it away first")
            known = fingerprint(secret)
            body = {"kind": "factor", "factor": known, "ends": True}
            self._people.change(connection, row, body, by=person.id, ends=True, factor=known)
            connection.execute(delete(FACTORS).where(FACTORS.c.person == person.id))  # where somebody has planted one
            sealed = signer_of(connection).seal(purpose(person.id), secret)
            connection.execute(FACTORS.insert().values(person=person.id, sealed=sealed, step=step))
            return person._replace(since=self._people.row_of(connection, person.id).since)

    def check(self, person: Person, code: str) -> None:
        """Refuse a code that is not the one of about now, or was used; tries are counted by account."""
        with self._store.transaction() as connection:
            why = tries.take_code(connection, person.id, self._wall())
        tries.refuse(why)
        with self._store.transaction() as connection:
            secret = self._secret(connection, person)
            step = step_of(secret, code, self._wall())
            later = update(FACTORS).where(FACTORS.c.person == person.id, FACTORS.c.step < (step or 0))
            if step is None or connection.execute(later.values(step=step)).rowcount != 1:
                raise Forbidden("that is not the code, or it was used: wait for the next one")
            tries.right_code(connection, person.id)

    def _secret(self, connection: Connection, person: Person) -> bytes:
        known = self._people.still(connection, person).factor
        if not known:
            raise Forbidden("this account has no second factor")
        sealed = connection.execute(select(FACTORS.c.sealed).where(FACTORS.c.person == person.id)).scalar()
        secret = b"" if sealed is None else signer_of(connection).unseal(purpose(person.id), sealed)
        if fingerprint(secret) != known:
            raise Forbidden(DOUBTED)
        return secret
