"""`houseway mcp`: the verbs of houseway for agents that would otherwise guess at rules (Model Context Protocol)."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS = (
    "Exact rules, rulings and odds of casino card games, by their approved documents. Ask games first: it names every "
    "wager, setting and paytable. Figures are exact; a refusal says what to ask instead. Never guess a rule: ask rules."
)


def mcp() -> None:
    """Serve games, rules, odds, settle, set and verify to an agent, over standard input and output."""
    from houseway.extras import extras_named

    with extras_named():
        serving = server()
    serving.run("stdio")


def server() -> "MCPServer[Any]":
    """The server with its tools; each is a verb of `houseway.verbs`, described by its own docstring and types."""
    from mcp.server import MCPServer

    from houseway import verbs
    from houseway.version import __version__

    made: MCPServer[Any] = MCPServer("houseway", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for name, verb in (
        ("games", verbs.games),
        ("rules", verbs.rules),
        ("odds", verbs.odds),
        ("settle", verbs.settle),
        ("set", verbs.set_hand),
        ("verify", verbs.verify),
    ):
        made.add_tool(_sentences(verb), name=name, description=verb.__doc__)
    return made


def _sentences(verb: Any) -> Any:
    """The verb, whose refusals reach the agent as the sentence they are."""
    from functools import wraps

    from mcp.server.mcpserver.exceptions import ToolError

    from houseway.errors import HousewayError

    @wraps(verb)
    def asked(*given: Any, **named: Any) -> Any:
        try:
            return verb(*given, **named)
        except HousewayError as fault:
            raise ToolError(str(fault)) from None

    return asked
