"""Every rule compiles, to the types that it is annotated with."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, get_type_hints

from houseway.game import Game
from houseway.rule import RULES


def rules_compile(game: Game) -> Iterator[str]:
    """The lab may call every rule."""
    from houseway.lab.kernel import kernel

    kernel(_nothing)  # hands every rule known so far to the compiler
    for rule in (*game.rules, *(each for each in RULES if not each.clauses)):
        if fault := compile_fault(rule.function):
            yield f"the rule {rule.name} ({rule.place}) {fault}"


@cache
def compile_fault(function: Callable[..., Any]) -> str:
    """Why a rule does not compile to the types that it is annotated with; nothing where it does."""
    import numba

    hints = get_type_hints(function)
    if "return" not in hints:
        return "does not say what it returns: annotate it"
    returns = numba_type(hints.pop("return"))
    signature = tuple(numba_type(hint) for hint in hints.values())
    try:
        got = _called(function, signature) or _alone(function, signature)
    except numba.core.errors.NumbaError as fault:
        return f"does not compile: {str(fault).strip().splitlines()[0]}"
    return "" if same_shape(got, returns) else f"compiles to {got}, not {returns}"


def _called(function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
    """What a kernel gets that calls a rule so: compiled once for all kernels and rules; nothing where none can."""
    from numba.core.errors import NumbaError
    from numba.core.registry import cpu_target

    typing = cpu_target.typing_context
    typing.refresh()
    try:
        return typing.resolve_value_type(function).get_call_type(typing, signature, {}).return_type
    except (NumbaError, ValueError):
        return None


def _alone(function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
    """What a function returns that is compiled by itself; a fault in it is told in its own words."""
    import numba

    compiled = numba.njit(function)
    compiled.compile(signature)
    return compiled.overloads[signature].signature.return_type


def _nothing() -> int:
    return 0


def numba_type(hint: Any) -> Any:
    """The compiled type of an annotation: int, bool, fixed tuples and NamedTuples of these."""
    types: Any = import_module("numba.types")
    if hint is bool:
        return types.boolean
    if isinstance(hint, type) and issubclass(hint, int):
        return types.int64
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        fields = get_type_hints(hint)
        return types.NamedTuple([numba_type(fields[name]) for name in hint._fields], hint)
    return types.Tuple([numba_type(each) for each in hint.__args__])


def same_shape(got: Any, want: Any) -> bool:
    """Whether a compiled type is one of those that an annotation stands for."""
    types: Any = import_module("numba.types")
    if isinstance(want, types.BaseTuple):
        return len(got) == len(want) and all(map(same_shape, got, want))
    if want == types.boolean:
        return isinstance(got, types.Boolean)
    return isinstance(got, types.Integer | types.IntegerLiteral | types.IntEnumMember)
