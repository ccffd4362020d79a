"""The outcome of an exam as a certificate: what it says, its exact text, and how it is judged again.

Who signs it is not said here: the room does, with its own key, over `signed_bytes`.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from houseway.academy.exam import Exam, read_plan
from houseway.document.model import canonical
from houseway.errors import Faulty, HousewayError
from houseway.games import game as find
from houseway.round.codec import read_json
from houseway.version import __version__

FORMAT = "houseway-certificate/1"
SIGNED = b"houseway certificate\n"
"""The words before what is signed: no other signature of a room stands for one of these."""

FIELDS = {
    "format",
    "engine",
    "name",
    "taken",
    "exam",
    "seed",
    "documents",
    "began",
    "ended",
    "answers",
    "right",
    "of",
    "passed",
}


class Taken(NamedTuple):
    """An exam that somebody has taken: when, where, and the answers in order, None for what was not answered."""

    exam: Exam
    name: str
    where: str
    began: str
    ended: str
    answers: Sequence[Mapping[str, Any] | None]


class Certificate(NamedTuple):
    """What a certificate says, the public key of who signed it, and the signature; both in hex."""

    body: Mapping[str, Any]
    public: str
    signature: str

    @property
    def text(self) -> str:
        """The file, byte by byte."""
        told = {"certificate": self.body, "public_key": self.public, "signature": self.signature}
        return json.dumps(told, indent=1, sort_keys=True, ensure_ascii=True) + "\n"

    @property
    def signed_bytes(self) -> bytes:
        return signed_bytes(self.body)


def signed_bytes(body: Mapping[str, Any]) -> bytes:
    """What is signed."""
    return SIGNED + canonical(body).encode()


def body_of(taken: Taken) -> dict[str, Any]:
    """What the certificate of an exam says, passed or not."""
    exam = taken.exam
    right = sum(exam.marks(taken.answers))
    return {
        "format": FORMAT,
        "engine": __version__,
        "name": taken.name,
        "taken": taken.where,
        "exam": exam.plan.json(),
        "seed": exam.seed,
        "documents": {id_: find(id_).document.hash for id_ in exam.plan.games},
        "began": taken.began,
        "ended": taken.ended,
        "answers": list(taken.answers),
        "right": right,
        "of": exam.plan.questions,
        "passed": exam.passed(right),
    }


def read(text: str) -> Certificate:
    """A certificate from its file; one that is not byte by byte as it was written is refused."""
    given = read_json(text, "certificate")
    if not isinstance(given, dict) or set(given) != {"certificate", "public_key", "signature"}:
        raise Faulty("certificate", [("file", "is no certificate: it has certificate, public_key and signature")])
    body = given["certificate"]
    if not isinstance(body, dict) or set(body) != FIELDS or body["format"] != FORMAT:
        raise Faulty("certificate", [("certificate", f"is not of the form {FORMAT}")])
    found = Certificate(body, str(given["public_key"]), str(given["signature"]))
    try:
        same = found.text == text
    except RecursionError:
        same = False
    if not same:
        raise Faulty(
            "certificate", [("file", "is not byte by byte as a room writes it: it was changed, or copied badly")]
        )
    return found


def judged_again(body: Mapping[str, Any]) -> list[str]:
    """What is wrong with an outcome when its exam is made from the seed and judged anew; nothing if it holds."""
    try:
        exam = Exam(read_plan(body["exam"]), int(body["seed"]))
        changed = [id_ for id_ in exam.plan.games if find(id_).document.hash != body["documents"].get(id_)]
        if changed:
            return [
                f"the document of {id_} was another one then: this houseway cannot judge it again" for id_ in changed
            ]
        marks = exam.marks(body["answers"])
        within = _moment(body["ended"]) - _moment(body["began"])
    except (HousewayError, ValueError, TypeError, AttributeError) as fault:
        return [f"the exam cannot be made again: {fault}"]
    found = []
    right, claimed = sum(marks), (body["right"], body["of"], body["passed"])
    if claimed != (right, len(marks), exam.passed(right)):
        found.append(f"{right} of {len(marks)} answers are right, and it says {body['right']} of {body['of']}")
    if not timedelta(0) <= within <= timedelta(minutes=exam.plan.minutes):
        found.append(f"it took {within}, and the time is {exam.plan.minutes} minutes")
    return found


def _moment(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)
