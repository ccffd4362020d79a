"""The academy of a room: what its people have practised, exams that are sat, and the certificates that it signs.

Progress and exams are rows and no money: what matters of an exam is in its certificate, which is signed with the room's
key. An exam's seed stays here until it is over, sealed with all that was answered, and its clock is the room's. That
somebody begins, answers and ends is in the room's journal: an answer stands, also where the row is put back.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, select, update

from houseway.academy import certificate as certificates
from houseway.academy.certificate import Certificate, Taken, body_of
from houseway.academy.exam import Exam, Plan, read_plan
from houseway.academy.progress import Progress
from houseway.academy.progress import read as read_progress
from houseway.errors import HousewayError, UnknownName
from houseway.room.errors import Forbidden, Refused
from houseway.room.evidence.signing import SIZE, Signer, verify
from houseway.room.people.people import People, Person
from houseway.room.store import exams, trusted
from houseway.room.store.database import Store
from houseway.room.store.numbered import inserted
from houseway.room.store.schema import EXAMS, PEOPLE, PROGRESS

MOST = 20
"""Exams that a person begins within a day, and that are listed."""

DAY = timedelta(days=1)

Answers = tuple[Mapping[str, Any] | None, ...]


class Sitting(NamedTuple):
    """An exam that somebody sits: what is asked, what was answered, when it began and when its time is over."""

    token: str
    exam: Exam
    began: datetime
    answers: Answers
    certificate: str = ""

    @property
    def until(self) -> datetime:
        return self.began + timedelta(minutes=self.exam.plan.minutes)

    @property
    def at(self) -> int | None:
        """The number of the first question that is not answered, from 0; None where all are."""
        return next((number for number, answer in enumerate(self.answers) if answer is None), None)


class Checked(NamedTuple):
    """What a check of a certificate found: what it says, and what is wrong with it; nothing where it holds."""

    body: Mapping[str, Any]
    faults: tuple[str, ...]


class Academy:
    """What the room keeps of the academy."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        people: People,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store, self._signer, self._people, self._now = store, signer, people, now

    # ------------------------------------------------------------------------------------------------ progress

    def progress(self, person: Person) -> Progress:
        """What a person has practised."""
        with self._store.reading() as connection:
            return _progress(connection, person.id)

    def change(self, person: Person, how: Callable[[Progress], Progress]) -> Progress:
        """Change a person's progress; two changes at once wait for each other."""
        with self._store.transaction() as connection:
            connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person.id).with_for_update())
            before = _progress(connection, person.id)
            after = how(before)
            body = json.dumps(after.json())
            if (
                connection.execute(update(PROGRESS).where(PROGRESS.c.person == person.id).values(body=body)).rowcount
                == 0
            ):
                connection.execute(PROGRESS.insert().values(person=person.id, body=body))
        return after

    # ------------------------------------------------------------------------------------------------ exams

    def begin(self, person: Person, plan: Plan) -> Sitting:
        """Begin an exam; one that is not over yet is gone on with instead. So many a day, and no more."""
        if person.guest or person.provisional:
            raise Forbidden("a certificate names a person: sit an exam with an account, not as a guest")
        with self._store.transaction() as connection:
            self._people.check_acting(connection, person)
            rows = _latest(connection, person.id)
            for sitting in self._readable(
                self._standing(connection, rows[:1])
            ):  # none is begun beside one that is not over
                if not sitting.certificate and sitting.until > self._now():
                    return sitting
            if len(rows) == MOST and self._now() - self._began(rows[-1]) < DAY:
                raise Refused(f"you have begun {MOST} exams within a day, which is the most: begin another tomorrow")
            token = secrets.token_urlsafe(12)
            sitting = Sitting(token, Exam(plan, secrets.randbits(48)), self._now(), (None,) * plan.questions)
            body = self._kept(connection, sitting, person)
            inserted(connection, EXAMS, token=token, person=person.id, body=body)
        return sitting

    def sitting(self, token: str, person: Person) -> Sitting:
        """An exam of this person, signed where its time is over."""
        sitting = self._found(token, person)
        return self._ended(person, sitting) if self._over(sitting) else sitting

    def sittings(self, person: Person) -> list[Sitting]:
        """The latest exams of a person, the newest last; they are read while nobody waits for the database."""
        with self._store.reading() as connection:
            rows = self._standing(connection, reversed(_latest(connection, person.id)))
        found = self._readable(rows)
        return [self._ended(person, each) if self._over(each) else each for each in found]

    def answer(self, token: str, person: Person, number: int, given: object) -> Sitting:
        """Take the answer to a question of an exam, once and within its time; the last one ends it."""
        sitting = self._found(token, person)
        if not sitting.certificate and not self._over(sitting):
            sitting.exam.question(number).read(given)
            assert isinstance(given, Mapping)
            sitting = self._answered(sitting, person, number, dict(given))
        return self._ended(person, sitting) if sitting.at is None or self._over(sitting) else sitting

    def _answered(self, sitting: Sitting, person: Person, number: int, given: Mapping[str, Any]) -> Sitting:
        """Note an answer, beside those that came in the meantime."""
        with self._store.transaction() as connection:
            self._people.check_acting(connection, person)
            sitting = self._read(self._checked(connection, sitting.token, person))
            if sitting.certificate:
                return sitting
            if sitting.answers[number] is not None:
                raise Refused(f"question {number + 1} is answered already: an answer stands")
            sitting = sitting._replace(answers=(*sitting.answers[:number], given, *sitting.answers[number + 1 :]))
            body = self._kept(connection, sitting, person)
            connection.execute(update(EXAMS).where(EXAMS.c.token == sitting.token).values(body=body))
        return sitting

    def finish(self, token: str, person: Person) -> Sitting:
        """End an exam now: what is not answered is not right."""
        return self._ended(person, self._found(token, person))

    def _found(self, token: str, person: Person) -> Sitting:
        try:
            return self._seen(token, person)
        except Refused:  # or it was answered since this look began: the next one tells
            return self._seen(token, person)

    def _seen(self, token: str, person: Person) -> Sitting:
        with self._store.reading() as connection:
            row = self._checked(connection, token, person)
        return self._read(row)

    def _checked(self, connection: Connection, token: str, person: Person) -> Any:
        """The row of an exam, which was not set back."""
        row = _row(connection, token, person.id)
        self._check(connection, row)
        return row

    def _check(self, connection: Connection, row: Any) -> None:
        if not row.certificate:
            exams.check_latest(connection, row.token, self._told(row).get("entry", 0))

    def _standing(self, connection: Connection, rows: Iterable[Any]) -> list[Any]:
        """Those of these rows that were not set back, or changed."""
        found = []
        for row in rows:
            with suppress(HousewayError):
                self._check(connection, row)
                found.append(row)
        return found

    def _kept(self, connection: Connection, sitting: Sitting, person: Person) -> str:
        """What is kept of an exam that is sat: it names the entry that tells how far it has come."""
        answered = sum(each is not None for each in sitting.answers)
        entry = exams.note(connection, sitting.token, person.id, answered)
        return exams.sealed(self._signer, sitting.token, person.id, _body(sitting, entry=entry))

    def _over(self, sitting: Sitting) -> bool:
        return not sitting.certificate and self._now() >= sitting.until

    def _ended(self, person: Person, sitting: Sitting) -> Sitting:
        """The exam with its certificate, signed once; it is judged while nobody waits for the database."""
        if sitting.certificate:
            return sitting
        ended = min(self._now(), sitting.until)
        taken = Taken(sitting.exam, person.name, "in the room", stamp(sitting.began), stamp(ended), sitting.answers)
        text = signed(taken, self._signer).text
        with self._store.transaction() as connection:
            self._people.check_acting(connection, person)
            after = self._read(self._checked(connection, sitting.token, person))
            if after.certificate:
                return after
            if after.answers == sitting.answers:
                answered = sum(each is not None for each in after.answers)
                exams.note(connection, sitting.token, person.id, answered, over=True)
                over = {"certificate": text, "body": _body(after)}
                connection.execute(update(EXAMS).where(EXAMS.c.token == sitting.token).values(over))
                return after._replace(certificate=text)
        return self._ended(person, after)  # an answer came in the meantime

    def _told(self, row: Any) -> Any:
        """What a row tells: open where it has its certificate, else as this room has sealed it."""
        return json.loads(row.body if row.certificate else exams.opened(self._signer, row.token, row.person, row.body))

    def _read(self, row: Any) -> Sitting:
        told = self._told(row)
        exam = Exam(read_plan(told["exam"]), told["seed"])
        return Sitting(row.token, exam, _moment(told), tuple(told["answers"]), row.certificate or "")

    def _readable(self, rows: Iterable[Any]) -> list[Sitting]:
        """Those that can be read: an exam of a game that is gone, or that was changed, is passed over."""
        found = []
        for row in rows:
            with suppress(HousewayError):
                found.append(self._read(row))
        return found

    def _began(self, row: Any) -> datetime:
        """When an exam began; long ago where that cannot be read."""
        try:
            return _moment(self._told(row))
        except (HousewayError, ValueError, KeyError, TypeError):
            return datetime.min.replace(tzinfo=UTC)

    # ------------------------------------------------------------------------------------------------ certificates

    def certificate(self, token: str) -> Certificate:
        """The certificate of an exam, for whoever has its address."""
        with self._store.reading() as connection:
            text = connection.execute(select(EXAMS.c.certificate).where(EXAMS.c.token == token)).scalar()
        if not text:
            raise UnknownName("there is no certificate here: its exam is not over, or never was")
        return certificates.read(text)

    def check(self, text: str) -> Checked:
        """Check a certificate: byte by byte, its signature by this room's keys, and its outcome from the seed."""
        with self._store.reading() as connection:
            keys = public_keys(connection)
        return checked(text, keys)


def signed(taken: Taken, signer: Signer) -> Certificate:
    """The outcome of an exam, signed."""
    body = body_of(taken)
    return Certificate(body, signer.public.hex(), signer.sign(certificates.signed_bytes(body)).hex())


def public_keys(connection: Connection) -> tuple[str, ...]:
    """All public keys that a room has signed with, the newest last."""
    return trusted.keys(connection)


def checked(text: str, keys: Sequence[str]) -> Checked:
    """Check a certificate by the public keys of a room."""
    try:
        found = certificates.read(text)
    except HousewayError as fault:
        return Checked({}, (str(fault),))
    return Checked(found.body, signature_faults(found, keys) or tuple(certificates.judged_again(found.body)))


def signature_faults(found: Certificate, keys: Sequence[str]) -> tuple[str, ...]:
    """What is wrong with a signature by the keys of a room; nothing if it holds."""
    if found.public not in keys:
        return ("it was signed with a key that this room has never had",)
    return () if _verified(found) else ("it was changed after the room signed it, or the signature was",)


def _verified(found: Certificate) -> bool:
    try:
        public, signature = bytes.fromhex(found.public), bytes.fromhex(found.signature)
    except ValueError:
        return False
    return len(public) == SIZE and verify(public, found.signed_bytes, signature)


def stamp(moment: datetime) -> str:
    """A time as certificates tell it."""
    return moment.isoformat(timespec="milliseconds")


def _progress(connection: Connection, person: int) -> Progress:
    body = connection.execute(select(PROGRESS.c.body).where(PROGRESS.c.person == person)).scalar()
    return read_progress(json.loads(body)) if body else Progress()


def _body(sitting: Sitting, **more: int) -> str:
    exam = sitting.exam
    told = {"exam": exam.plan.json(), "seed": exam.seed, "began": sitting.began.isoformat()}
    return json.dumps(told | {"answers": list(sitting.answers)} | more)


def _moment(told: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(told["began"])


def _latest(connection: Connection, person: int) -> Sequence[Any]:
    """The rows of a person's latest exams, the newest first."""
    query = select(EXAMS).where(EXAMS.c.person == person).order_by(EXAMS.c.id.desc()).limit(MOST)
    return connection.execute(query).all()


def _row(connection: Connection, token: str, person: int) -> Any:
    row = connection.execute(select(EXAMS).where(EXAMS.c.token == token, EXAMS.c.person == person)).first()
    if row is None:
        raise UnknownName("you sit no such exam: begin one in the academy")
    return row
