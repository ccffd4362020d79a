"""Every hook and every question is told in the documentation."""

from pathlib import Path
from typing import get_args

from houseway.hooks import Hooks
from houseway.round import Decided, HandSize, Together, Voids
from houseway.round.questions import Question, Statement

PAGE = (Path(__file__).parents[2] / "docs" / "hooks.md").read_text()


def test_every_hook_is_told():
    hooks = [name for name in (*vars(Hooks), *Hooks.__annotations__) if not name.startswith("_")]
    assert [name for name in hooks if f"`{name}" not in PAGE] == []


def test_every_question_and_statement_is_told():
    kinds = [*get_args(Question), *get_args(Statement), Together, Voids, HandSize, Decided]
    assert [kind.__name__ for kind in kinds if f"`{kind.__name__}(" not in PAGE] == []
