"""`houseway verify-round`: a round of the card room against the shoe that was committed to before anybody could bet."""

from pathlib import Path
from typing import Annotated

import typer


def verify_round(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="RECORD.json... PROOF.json", help="Rounds, and last the proof of their shoe."),
    ],
    root: Annotated[str, typer.Option(help="The root that you noted before you bet.")] = "",
    cut: Annotated[int | None, typer.Option(help="The cut as you saw it told.", show_default=False)] = None,
    commit: Annotated[str, typer.Option(help="What your browser committed to with your wager.")] = "",
    closing: Annotated[str, typer.Option(help="The closing of the round as your browser noted it.")] = "",
    receipts: Annotated[Path | None, typer.Option(help="The receipts that your browser kept.")] = None,
    clock: Annotated[int | None, typer.Option(metavar="SECONDS", help="How long the table let a seat think.")] = None,
    key: Annotated[
        list[str] | None, typer.Option(metavar="HEX", help="The room's public key; each it has had.")
    ] = None,
    older: Annotated[bool, typer.Option("--older", help="Take records and logs of an older form.")] = False,
    head: Annotated[str, typer.Option(metavar="SIZE:ROOT", help="A head of the log of roots that you noted.")] = "",
    growth: Annotated[Path | None, typer.Option(help="The proof that the log has only grown since then.")] = None,
    entries: Annotated[list[Path] | None, typer.Option(help="The entries of the log, in their order.")] = None,
    without_log: Annotated[bool, typer.Option("--without-log", help="Take a proof that tells of no log.")] = False,
) -> None:
    """Check pack, seal, cut, deal, numbers, ruling, payouts and the log of roots; exit 1 if one fails."""
    from houseway import verifier

    noted = (["--root", root] if root else []) + ([] if cut is None else ["--cut", str(cut)])
    own = (["--commit", commit] if commit else []) + (["--closing", closing] if closing else [])
    own += (["--head", head] if head else []) + (["--growth", str(growth)] if growth else [])
    own += [word for each in key or [] for word in ("--key", each)] + (["--without-log"] if without_log else [])
    own += ["--older"] if older else []
    own += (["--receipts", str(receipts)] if receipts else []) + ([] if clock is None else ["--clock", str(clock)])
    own += [word for file in entries or [] for word in ("--entries", str(file))]
    raise typer.Exit(verifier.main([*map(str, files), *noted, *own]))
