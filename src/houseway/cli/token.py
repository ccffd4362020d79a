"""`houseway token`: a token for `/v1`; only its hash is kept."""

import hashlib
import os
import re
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.errors import Faulty, IllegalAnswer


def token(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose it is.")],
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Where the hashes are; HOUSEWAY_TOKENS by default.")
    ] = None,
) -> None:
    """Make a token for /v1: it is shown this once, and its hash is added to the file that HOUSEWAY_TOKENS names."""
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", name):
        raise IllegalAnswer(f"a name has up to 40 letters, digits, dots or dashes, not {name!r}")
    target = file or Path(os.environ.get("HOUSEWAY_TOKENS", ""))
    if target == Path():
        raise IllegalAnswer("say where hashes are kept: --file FILE, or HOUSEWAY_TOKENS in the environment")
    made = secrets.token_urlsafe(32)
    try:
        known = target.read_text(encoding="utf-8").splitlines() if target.exists() else []
        if any(line.split()[:1] == [name] for line in known):
            raise IllegalAnswer(f"{name} has a token already: strike out its line in {target} first")
        with os.fdopen(os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as lines:
            lines.write(f"{name} {hashlib.sha256(made.encode()).hexdigest()}\n")
    except UnicodeDecodeError:
        raise Faulty(str(target), [("file", "is no text in UTF-8: name the file of tokens")]) from None
    except OSError as fault:
        raise Faulty(str(target), [("file", fault.strerror or str(fault))]) from None
    sys.stdout.write(f"{made}\n")
