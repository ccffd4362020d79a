"""`houseway submit`: an evidence package, to hand to a test lab or a regulator."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.files import check_target, text_of
from houseway.cli.options import Decks, DocumentOption, GameArgument, PaytableOption, Sets
from houseway.errors import Faulty, HousewayError

if TYPE_CHECKING:
    from houseway.lab.evidence.pack import Signature


def submit(
    game: GameArgument,
    wagers: Annotated[
        list[str] | None, typer.Argument(metavar="[WAGER...]", help="All on offer but the slow ones by default.")
    ] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The package, as in pack.zip.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every paytable that the decks allow.")] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="Also what every other rule is worth: seconds each for blackjack.")
    ] = False,
    slow: Annotated[bool, typer.Option("--slow", help="Also the wagers that take minutes to count.")] = False,
    key: Annotated[
        str, typer.Option("--key", metavar="FILE", help="Sign it: a private Ed25519 key, 64 hexadecimal digits.")
    ] = "",
    paytable: PaytableOption = "",
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
) -> None:
    """Write a package of evidence: report, spreadsheet, counts, document, a checker and a signature."""
    from houseway.cli.show import progress
    from houseway.extras import extras_named
    from houseway.games import game as find

    target = Path(output)
    if target.suffix != ".zip":
        raise HousewayError(f"a package is a zip file: name one as in -o pack.zip, not {output!r}")
    check_target(target)
    signature = _signature(key) if key else None
    found, settings = chosen(find(game), Options(sets, decks, document, paytable))
    with extras_named(), progress(f"{found.name}") as tell:
        from houseway.lab.evidence.pack import pack
        from houseway.lab.evidence.tables import scope_of

        left = scope_of(found, settings, wagers or (), slow=slow).left
        made = pack(
            found, settings, wagers or (), every=every, slow=slow, rules=rules, signature=signature, progress=tell
        )
    try:
        target.write_bytes(made)
    except OSError as fault:
        raise Faulty(output, [("file", fault.strerror or str(fault))]) from None
    by = f"signed with the key {signature.public.hex()}" if signature else "not signed: give a key with --key"
    sys.stdout.write(f"{output}: {len(made):,} bytes, {by}.\n")
    if left:
        sys.stdout.write("Left out:\n" + "".join(f"  {wager}: {why}\n" for wager, why in left.items()))


def _signature(file: str) -> "Signature":
    """The key of a file, ready to sign."""
    from houseway.extras import extras_named

    with extras_named():
        from houseway.lab.evidence.pack import Signature
        from houseway.room.evidence.signing import Signer
    text = text_of(file).strip()
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise Faulty(file, [("key", "a private key is 64 hexadecimal digits; make one with: openssl rand -hex 32")])
    signer = Signer(bytes.fromhex(text))
    return Signature(signer.public, signer.sign)
