"""`houseway drill`: questions for dealers, or a player's decisions, one after the other in the terminal."""

import json
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.options import GameArgument, Sets
from houseway.cli.plain import plainly
from houseway.errors import HousewayError, UnknownName, meant
from houseway.places import data_folder

if TYPE_CHECKING:
    from houseway.academy import Progress
    from houseway.academy.house import House

FILE = "academy.json"

KindOption = Annotated[
    list[str] | None,
    typer.Option("--kind", metavar="KIND", help="A kind of question, several times for several; else all for dealers."),
]

RoomFile = Annotated[
    Path | None,
    typer.Option("--room", metavar="FILE", help="Ask as a room's file has set the game: docs/room-file.md."),
]


def drill(
    game: GameArgument,
    kind: KindOption = None,
    about: Annotated[
        str, typer.Option("--about", metavar="DECISION", help="Of --kind decide: decisions about this, as in split.")
    ] = "",
    count: Annotated[
        int, typer.Option("--count", metavar="N", help="So many questions; else until you leave.", min=0)
    ] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The same questions again; else by chance.", min=0)
    ] = None,
    room: RoomFile = None,
    sets: Sets = None,
) -> None:
    """Practise: questions for dealers, or --kind decide for players; mistakes come back later."""
    from houseway.academy import Item
    from houseway.cli.show import out
    from houseway.cli.typed import Leave
    from houseway.games import game as find

    house = house_in(room, game, sets)
    kinds = chosen_kinds(house, game, kind or [], about)
    plainly(find(game))
    asked = right = 0
    out.print("[dim]? helps, q leaves.[/]")
    try:
        while not count or asked < count:
            at = secrets.randbelow(len(kinds)) if seed is None else asked
            fresh = Item(game, kinds[at % len(kinds)], secrets.randbits(31) if seed is None else seed + asked)
            progress, was_right = _one(kept().next(game, kinds, fresh), house)
            asked, right = asked + 1, right + was_right
            out.print(f"[dim]{right} of {asked} right; {len(progress.waiting)} to come back.[/]\n")
    except (Leave, EOFError):
        pass
    out.print(f"{right} of {asked} right. Of all that you have answered: houseway academy progress.")


def _one(progress: "Progress", house: "House") -> "tuple[Progress, bool]":
    """Ask the question that is next, and keep what is known after it."""
    from houseway.cli.asked import ask, show, tell
    from houseway.cli.show import out

    item = progress.asked
    assert item is not None
    if progress.returns(item):
        out.print("[yellow]You have had this one before.[/]")
    question = item.question(house)
    show(question)
    verdict = question.judged(ask(question))
    tell(verdict)
    progress = progress.answer(item, right=verdict.right)
    keep(progress)
    return progress, verdict.right


def house_in(file: Path | None, game: str, sets: list[str] | None = None) -> "House":
    """How a room's file has set a game, at its first table of it; or by these settings, else as the document begins."""
    from houseway.academy.house import DOCUMENTS, house_at

    if file is not None and sets:
        raise UnknownName("--room or --set: a room's file has settings of its own")
    if file is None and sets:
        from houseway.cli.chosen import Options, chosen
        from houseway.games import game as find

        return house_at(*chosen(find(game), Options(sets)))
    if file is None:
        return DOCUMENTS
    from houseway.room.controls.file import read_controls

    for table in read_controls(file).tables:
        if table.game.id == game:
            return house_at(table.game, table.settings)
    raise UnknownName(f"{file} has no table of {game}: leave --room out to be asked at the document's settings")


def chosen_kinds(house: "House", game: str, kinds: list[str], about: str) -> tuple[str, ...]:
    """The kinds that are asked for, checked for this game."""
    from houseway.academy import KINDS, kinds_at
    from houseway.academy.decisions import ANY, DECIDE
    from houseway.academy.decisions import kinds as decisions
    from houseway.games import game as find

    found = find(game)
    if about and kinds != [DECIDE]:
        raise UnknownName("--about names a player's decision: write --kind decide with it")
    if kinds == [DECIDE]:
        if (about or ANY) not in decisions(found):
            raise UnknownName(
                f"no decision {about!r} comes up in {found.name}: it is one of {', '.join(decisions(found))}"
            )
        return (f"{DECIDE}:{about}" if about else DECIDE,)
    fitting = [kind.id for kind in kinds_at(house, game)]
    for each in kinds:
        if each == DECIDE:
            raise UnknownName("--kind decide is a player's, and stands alone")
        if each not in fitting:
            known = [kind.id for kind in KINDS]
            says = f"{found.name} has no questions of the kind" if each in known else "there is no kind of question"
            raise UnknownName(
                f"{says} {each!r}; {found.name} has {', '.join(fitting)} for dealers, "
                f"and {DECIDE} for players{meant(each, [*fitting, DECIDE])}"
            )
    return tuple(kinds or fitting)


def file() -> Path:
    """Where the terminal keeps what its user has practised."""
    return data_folder() / FILE


def kept() -> "Progress":
    """What the user of this machine has practised."""
    from houseway.academy import Progress
    from houseway.academy.progress import read

    try:
        return read(json.loads(file().read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Progress()
    except (OSError, ValueError) as fault:
        if isinstance(fault, HousewayError):
            raise HousewayError(f"{file()}: {fault}; move the file away to begin anew") from None
        raise HousewayError(f"{file()} cannot be read ({type(fault).__name__}): move it away to begin anew") from None


def keep(progress: "Progress") -> None:
    """Write it, all or nothing."""
    path = file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_text(json.dumps(progress.json(), indent=1) + "\n", encoding="utf-8")
    part.replace(path)
