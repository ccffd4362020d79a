"""`houseway mcp`: the verbs of houseway for agents that would otherwise guess at rules (Model Context Protocol)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.cli.mcp_server import VerbServer

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


def server() -> "VerbServer":
    """The server with its tools; each is a verb of `houseway.verbs`, described by its own docstring and types."""
    from houseway.cli.mcp_server import VerbServer, with_verbs
    from houseway.version import __version__

    made = VerbServer("houseway", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    return with_verbs(made)
