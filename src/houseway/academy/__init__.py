"""The academy: questions for those who deal, made without end from the rules and judged by what pays.

A `Question` shows a scene and asks for a few fields. A `Kind` makes questions of a game from a seed. `Progress` has
mistakes come back later. An `Exam` is a plan and a seed, and its outcome a certificate that can be judged again.
"""

from houseway.academy.course import KINDS, Item, kind_of, kinds_at, kinds_for, question
from houseway.academy.exam import Exam, Plan, Section, usual_plan
from houseway.academy.progress import Progress
from houseway.academy.question import Kind, Mistake, Question, Verdict

__all__ = [
    "KINDS",
    "Exam",
    "Item",
    "Kind",
    "Mistake",
    "Plan",
    "Progress",
    "Question",
    "Section",
    "Verdict",
    "kind_of",
    "kinds_at",
    "kinds_for",
    "question",
    "usual_plan",
]
