"""The command `houseway`. One small module a command; nothing heavy is imported before a command needs it."""

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.academy import academy
from houseway.cli.archive import archive
from houseway.cli.audit import audit
from houseway.cli.backup import backup, restore
from houseway.cli.books import books
from houseway.cli.check import check
from houseway.cli.conform import conform
from houseway.cli.design import design
from houseway.cli.diff import diff
from houseway.cli.drill import drill
from houseway.cli.games import games
from houseway.cli.jackpots import jackpots
from houseway.cli.joint import joint
from houseway.cli.key import checkpoint, key
from houseway.cli.luck import luck
from houseway.cli.mcp import mcp
from houseway.cli.new import new
from houseway.cli.odds import odds
from houseway.cli.packet import packet
from houseway.cli.people import people
from houseway.cli.plain import OWN_PROCESS
from houseway.cli.play import play
from houseway.cli.posting import exposure, posting
from houseway.cli.protect import protect
from houseway.cli.readings import readings
from houseway.cli.room import room
from houseway.cli.rules import rules
from houseway.cli.schema import schema
from houseway.cli.session import session
from houseway.cli.set_hand import set_hand
from houseway.cli.settle import settle
from houseway.cli.simulate import simulate
from houseway.cli.solve import solve
from houseway.cli.strategy import strategy
from houseway.cli.submit import submit
from houseway.cli.token import token
from houseway.cli.verify import verify
from houseway.cli.verify_round import verify_round
from houseway.cli.way import way
from houseway.cli.what_if import what_if
from houseway.errors import HousewayError
from houseway.extras import extras_named
from houseway.verifier.hashes import plain
from houseway.version import __version__

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
    folders: Annotated[
        list[Path] | None,
        typer.Option("--games", metavar="FOLDER", help="Games from a folder too; also by HOUSEWAY_GAMES."),
    ] = None,
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
) -> None:
    from houseway.games.folder import add_games, add_named

    del version
    add_named()
    for folder in folders or []:
        add_games(folder)


app.command("games")(games)
app.command("rules")(rules)
app.command("odds")(odds)
app.command("session")(session)
app.command("what-if")(what_if)
app.command("design")(design)
app.command("protect")(protect)
app.command("joint")(joint)
app.command("way")(way)
app.command("submit")(submit)
app.command("mcp")(mcp)
app.command("token")(token)
app.command("strategy")(strategy)
app.command("simulate")(simulate)
app.command("settle")(settle)
app.command("set")(set_hand)
app.command("play")(play)
app.command("drill")(drill)
app.command("verify")(verify)
app.command("verify-round")(verify_round)
app.command("readings")(readings)
app.command("solve")(solve)
app.command("room")(room)
app.command("audit")(audit)
app.command("books")(books)
app.command("posting")(posting)
app.command("exposure")(exposure)
app.command("luck")(luck)
app.command("checkpoint")(checkpoint)
app.command("backup")(backup)
app.command("restore")(restore)
app.command("check")(check)
app.command("diff")(diff)
app.command("packet")(packet)
app.command("conform")(conform)
app.command("schema")(schema)
app.add_typer(people, name="people")
app.add_typer(archive, name="archive")
app.add_typer(academy, name="academy")
app.add_typer(jackpots, name="jackpots")
app.add_typer(key, name="key")
app.add_typer(new, name="new")


def main(args: list[str] | None = None) -> None:
    """Run the command line; what is wrong is said in a sentence on stderr, with exit code 2."""
    OWN_PROCESS.set(args is None)
    if not (sys.argv[1:] if args is None else args):
        args = ["--help"]
    try:
        with extras_named():
            code = app(args, standalone_mode=False)
    except HousewayError as fault:
        _fail(str(fault))
    except typer.BadParameter as fault:
        _fail(_in_words(fault))
    except typer.TyperException as fault:
        _fail(fault.format_message() or "say which of these")  # a group of commands has shown its help
    except typer.Abort:
        _fail("cancelled", 130)
    else:
        sys.exit(code if isinstance(code, int) else 0)


SHOULD_BE = (
    (re.compile(r"Input should be a valid integer.*"), "is a whole number"),
    (re.compile(r"Input should be a valid number.*"), "is a number"),
    (re.compile(r"Input should be less than or equal to (\S+)"), r"is at most \1"),
    (re.compile(r"Input should be greater than or equal to (\S+)"), r"is at least \1"),
)
"""What a reader of numbers says, and what is said of an option."""


def _in_words(fault: typer.BadParameter) -> str:
    """What an option or argument may be, by its name and what it is for."""
    for pattern, words in SHOULD_BE:
        if fault.param is not None and (found := pattern.fullmatch(fault.message)):
            name = next((each for each in fault.param.opts if each.startswith("--")), fault.param.metavar or "")
            help_ = str(vars(fault.param).get("help") or "")
            return f"{name.strip('[]')} {found.expand(words)}: {help_[:1].lower()}{help_[1:]}".rstrip(": ")
    return fault.format_message()


def _fail(sentence: str, code: int = 2) -> None:
    sys.stderr.write("houseway: " + "\n".join(map(plain, sentence.split("\n"))) + "\n")
    sys.exit(code)
