"""The command `houseway`. One small module a command; nothing heavy is imported before a command needs it."""

import sys

import typer

from houseway import __version__
from houseway.cli.audit import audit
from houseway.cli.backup import backup, restore
from houseway.cli.games import games
from houseway.cli.odds import odds
from houseway.cli.play import play
from houseway.cli.room import room
from houseway.cli.rules import rules
from houseway.cli.set_hand import set_hand
from houseway.cli.settle import settle
from houseway.cli.solve import solve
from houseway.cli.strategy import strategy
from houseway.cli.verify import verify
from houseway.errors import HousewayError
from houseway.extras import extras_named

app = typer.Typer(
    name="houseway",
    help="The executable rulebook: play, rule on, prove and verify casino card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"houseway {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
) -> None:
    del version


app.command("games")(games)
app.command("rules")(rules)
app.command("odds")(odds)
app.command("strategy")(strategy)
app.command("settle")(settle)
app.command("set")(set_hand)
app.command("play")(play)
app.command("verify")(verify)
app.command("solve")(solve)
app.command("room")(room)
app.command("audit")(audit)
app.command("backup")(backup)
app.command("restore")(restore)


def main(args: list[str] | None = None) -> None:
    """Run the command line; what is wrong is said in a sentence on stderr, with exit code 2."""
    if not (sys.argv[1:] if args is None else args):
        args = ["--help"]
    try:
        with extras_named():
            code = app(args, standalone_mode=False)
    except HousewayError as fault:
        _fail(str(fault))
    except typer.TyperException as fault:
        _fail(fault.format_message())
    except typer.Abort:
        _fail("cancelled", 130)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _fail(sentence: str, code: int = 2) -> None:
    sys.stderr.write(f"houseway: {sentence}\n")
    sys.exit(code)
