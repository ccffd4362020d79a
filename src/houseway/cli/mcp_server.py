"""The server behind `houseway mcp`: what is wrong with the fields of a question is told in a sentence, too."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from houseway import verbs
from houseway.errors import HousewayError, meant, short

Verb = Callable[..., Any]

VERBS: Mapping[str, Verb] = {
    "games": verbs.games,
    "rules": verbs.rules,
    "odds": verbs.odds,
    "settle": verbs.settle,
    "set": verbs.set_hand,
    "verify": verbs.verify,
}
"""The tools, each a verb that its own docstring and types describe."""

TYPES = {"string": "a text", "dict": "an object of names and values", "int": "a whole number"}
"""How pydantic's words for what it wants begin, and ours."""


class VerbServer(MCPServer[Any]):
    """A server of the verbs."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """The answer of a verb; a refusal is a sentence that names the field."""
        if name not in VERBS:
            raise ToolError(f"there is no tool {short(name)!r}; the tools are {', '.join(VERBS)}{meant(name, VERBS)}")
        if says := fields_fault(name, arguments):
            raise ToolError(says)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as fault:
            if isinstance(fault.__cause__, ValidationError):
                raise ToolError("; ".join(_types_wrong(name, arguments, fault.__cause__))) from None
            raise


def with_verbs(made: VerbServer) -> VerbServer:
    """The server with all verbs as its tools."""
    for name, verb in VERBS.items():
        made.add_tool(_sentences(verb), name=name, description=verb.__doc__)
    return made


def _sentences(verb: Verb) -> Verb:
    """The verb, whose refusals reach the agent as the sentence they are."""

    @wraps(verb)
    def asked(*given: Any, **named: Any) -> Any:
        try:
            return verb(*given, **named)
        except HousewayError as fault:
            raise ToolError(str(fault)) from None

    return asked


def fields_fault(name: str, given: Mapping[str, Any]) -> str:
    """What is wrong with the names of the fields, and what to do; nothing where they are right."""
    about = signature(VERBS[name]).parameters
    missing = [field for field, each in about.items() if each.default is Parameter.empty and field not in given]
    unknown = [short(field) for field in given if field not in about]
    says = []
    if missing:
        says.append(f"{name} needs {_named(missing)}: ask again with {'it' if len(missing) == 1 else 'them'}")
    if unknown:
        inside = ": a setting of the game goes into settings" if "settings" in about else ""
        says.append(f"{name} does not have {_named(unknown)}{inside}")
    if not says:
        return ""
    fields = f"the fields of {name} are {', '.join(about)}" if about else f"{name} has no fields"
    return "; ".join([*says, fields]) + "".join(meant(each, about) for each in unknown)


def _named(fields: Sequence[str]) -> str:
    return f"the field{'' if len(fields) == 1 else 's'} {' and '.join(map(repr, fields))}"


def _types_wrong(name: str, given: Mapping[str, Any], fault: ValidationError) -> Iterator[str]:
    """A sentence for each field that has another type."""
    wanted: dict[str, list[str]] = {}
    for each in fault.errors():
        words = next((ours for begin, ours in TYPES.items() if each["type"].startswith(begin)), each["msg"].lower())
        wanted.setdefault(str(each["loc"][0]), []).append(words)
    for field, types in wanted.items():
        told = short(json.dumps(given.get(field), ensure_ascii=False, default=str))
        yield f"the field {field!r} of {name} is {' or '.join(dict.fromkeys(types))}, not {told}"
