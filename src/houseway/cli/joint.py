"""`houseway joint`: several wagers of one seat together."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.files import chart_file
from houseway.cli.options import Decks, DocumentOption, GameArgument, Json, Sets
from houseway.errors import IllegalAnswer, IllegalBet

Stakes = Annotated[
    list[str], typer.Argument(metavar="WAGER=UNITS...", help="Wagers with their stakes, as in main=1 tie=1/5.")
]


def joint(
    game: GameArgument,
    stakes: Stakes,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Also a session of so many rounds.")
    ] = None,
    bankroll: Annotated[
        int | None, typer.Option("--bankroll", metavar="UNITS", help="With --rounds: how often does so much not last?")
    ] = None,
    unit: Annotated[int, typer.Option("--unit", metavar="DOLLARS", help="A unit, where prizes are in dollars.")] = 0,
    draw: Annotated[
        int,
        typer.Option("--measure", metavar="ROUNDS", help="Measure in so many rounds what is not counted together."),
    ] = 0,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart", metavar="FILE", callback=chart_file, help="With --rounds: draw it as .svg, .png, .html or .json."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Tell what one seat wins on several wagers together: the law of the sum, not of the parts."""
    from houseway.cli.show import out, print_json, progress, table
    from houseway.extras import extras_named
    from houseway.games import game as find

    wanted = _stakes(stakes)
    for option, given in (("--bankroll", bankroll), ("--chart", chart)):
        if given is not None and rounds is None:
            raise IllegalAnswer(f"{option} is about a session: say of how many rounds, with --rounds")
    found, settings = chosen(find(game), Options(sets, decks, document))
    with extras_named():
        from houseway.lab.joint import joint as together
        from houseway.lab.session import refuse_rounds
        from houseway.simulate.together import measured

        if rounds is not None:
            refuse_rounds(rounds)
        with progress(f"{found.name} {' '.join(wanted)}") as tell:
            if draw:
                result = measured(found, wanted, settings, draw, cents=100 * unit)
            else:
                result = together(found, wanted, settings, 100 * unit, tell)
    session = None if rounds is None else result.session(rounds, bankroll)
    if chart is not None and session is not None:
        from houseway.lab.chart import save

        save(session.chart(), chart)
    if json:
        print_json(result.json() | ({} if session is None else {"session": session.json()}))
        return
    listing = table(">Units won", ">Probability", title=result.title)
    for units, chance in result.law.items():
        listing.add_row(f"{float(units):+g}", f"{float(chance):.8f}")
    out.print(listing)
    out.print(f"\nHouse edge {float(100 * result.edge):.4f} % of what is staked.")
    for note in [*result.notes(), *([] if session is None else session.notes())]:
        out.print(note)


def _stakes(given: list[str]) -> dict[str, Fraction]:
    """Each wager with its stake, said once."""
    found: dict[str, Fraction] = {}
    for wager, units in map(_stake, given):
        if wager in found:
            raise IllegalBet(f"{wager} stands there twice: say once how many units are on it")
        found[wager] = units
    return found


def _stake(text: str) -> tuple[str, Fraction]:
    match = re.fullmatch(r"([\w-]+)=(\d{1,6}(?:\.\d{1,4}|/[1-9]\d{0,5})?)", text.strip())
    if not match:
        raise IllegalBet(f"a stake is WAGER=UNITS, at most 999,999 units, as in main=1 or tie=1/5, not {text!r}")
    return match[1], Fraction(match[2])
