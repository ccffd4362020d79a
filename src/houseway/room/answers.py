"""Answers as the journal keeps them."""

from typing import Any

from houseway.round import Answer, Deal, Draw, Irregularity, Question
from houseway.room.errors import Broken


def encode(answer: Answer | Irregularity) -> Any:
    """An answer as JSON."""
    if isinstance(answer, Irregularity):
        return {"irregularity": answer.kind, "seat": answer.seat}
    return list(answer) if isinstance(answer, tuple) else answer


def decode(value: Any) -> Answer | Irregularity:
    """What `encode` wrote."""
    if isinstance(value, dict):
        return Irregularity(value["irregularity"], value["seat"])
    return tuple(value) if isinstance(value, list) else value


def default_of(question: Question) -> Answer:
    """What the house answers for a seat that has left or run out of time."""
    if isinstance(question, Deal | Draw):
        raise Broken("chance has no default")
    return question.default
