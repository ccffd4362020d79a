"""`@rule("7.i")` says where a rule comes from; `RULES` is the list of all of them.

A rule is a pure, total function of small integers. The decorator hands it back untouched: at a table it runs as plain
Python, and `houseway.lab.kernel` lets compiled code call the very same function object.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Rule(NamedTuple):
    """A function and the clauses of its game's document that it carries; none where every game builds on it."""

    function: Callable[..., Any]
    clauses: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def place(self) -> str:
        """Where to read it, as `games/super_pan_9/rules.py:20`."""
        code = self.function.__code__
        return f"{code.co_filename.replace(chr(92), '/').rpartition('houseway/')[2]}:{code.co_firstlineno}"

    @property
    def sentence(self) -> str:
        """What it says, in the first sentence of its docstring."""
        return (self.function.__doc__ or "").strip().split("\n")[0]


RULES: list[Rule] = []


def rule(*clauses: str) -> Callable[[Function], Function]:
    """Record that a function carries these clauses of its game's document."""

    def record(function: Function) -> Function:
        RULES.append(Rule(function, clauses))
        return function

    return record


ENFORCED: list[Rule] = []


def enforces(*clauses: str) -> Callable[[Function], Function]:
    """Record that a function sees to these clauses though it computes nothing for the lab: an order, a refusal."""

    def record(function: Function) -> Function:
        ENFORCED.append(Rule(function, clauses))
        return function

    return record


def common(function: Function) -> Function:
    """Record a function that rules build on and that no document has to state: what a card or a poker hand is worth."""
    RULES.append(Rule(function, ()))
    return function


def rules_of(*packages: str) -> tuple[Rule, ...]:
    """The rules that stand in these packages and cite a clause, in the order of their modules."""
    return tuple(each for each in RULES if each.clauses and _within(each, packages))


def carriers_of(*packages: str) -> tuple[Rule, ...]:
    """Every function of these packages that carries a clause: rules, and what else enforces it."""
    return rules_of(*packages) + tuple(each for each in ENFORCED if _within(each, packages))


def _within(rule: Rule, packages: tuple[str, ...]) -> bool:
    return any(
        rule.function.__module__ == package or rule.function.__module__.startswith(f"{package}.")
        for package in packages
    )
