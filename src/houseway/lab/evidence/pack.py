"""The package: all its files, their hashes, and one zip file that is the same whenever it is built again."""

import hashlib
import inspect
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from houseway.document.model import canonical
from houseway.document.settings import Settings
from houseway.game import Game, Progress
from houseway.lab.evidence import paid, spreadsheet
from houseway.lab.evidence.report import report
from houseway.lab.evidence.tables import ReturnTable, Worths, deals_json, scope_of, tables_of, worths_of
from houseway.lab.evidence.workbook import workbook
from houseway.lab.verify import Check
from houseway.verifier import ed25519 as arithmetic
from houseway.version import __version__

FORMAT = "houseway-evidence/1"
SIGNED = b"houseway evidence\n"
"""What the signed bytes begin with, so that they can be taken for nothing else that a key signs."""


NOTHING: Mapping[str, str] = MappingProxyType({})


class Signature(NamedTuple):
    """A public key, and how it signs."""

    public: bytes
    sign: Callable[[bytes], bytes]


def pack(
    game: Game,
    settings: Settings,
    wagers: Sequence[str] = (),
    *,
    every: bool = False,
    slow: bool = False,
    rules: bool = False,
    signature: Signature | None = None,
    progress: Progress = None,
) -> bytes:
    """The zip file; with `rules` its report tells what every other rule is worth."""
    scope = scope_of(game, settings, wagers, slow=slow)
    tables = tables_of(game, settings, scope.wagers, every=every, progress=progress)
    checks = [each for each in game.verify() if not wagers or _about(game, each, wagers)]
    worths = [worths_of(game, each, progress) for each in _one_of_each(tables)] if rules else []
    return zipped(signed(package(game, settings, tables, checks, worths, scope.left), game, signature))


def _one_of_each(tables: Sequence[ReturnTable]) -> list[ReturnTable]:
    """The first table of each wager."""
    return list({table.odds.wager: table for table in reversed(tables)}.values())[::-1]


def _about(game: Game, check: Check, wagers: Sequence[str]) -> bool:
    """Whether a printed figure is of one of these wagers, or of none at all."""
    figure = next(each for each in game.document.figures if each.id == check.figure)
    return not figure.wager or figure.wager in wagers


def package(
    game: Game,
    settings: Settings,
    tables: Sequence[ReturnTable],
    checks: Sequence[Check],
    worths: Sequence[Worths] = (),
    left: Mapping[str, str] = NOTHING,
) -> dict[str, bytes]:
    """The files by name, before they are listed and signed; `left` are the wagers that it leaves out, and why."""
    counts = {
        "format": FORMAT,
        "game": game.id,
        "version": __version__,
        "document": game.document.hash,
        "settings": settings.show(),
        "tables": [each.json() for each in tables],
        "printed": [each.json() for each in checks],
    }
    made = {
        "counts.json": _text(json.dumps(counts, indent=1, ensure_ascii=False) + "\n"),
        "document.json": _text(canonical(game.document.content)),
        "check.py": _text(checker()),
        "README.txt": _text(_readme(game, tables, left)),
        "tables.xlsx": workbook(f"{game.name}: return tables", list(tables)),
    }
    for table in tables:
        made[f"counts/{table.id}.csv"] = _text(table.csv())
        if table.deals is not None:
            made[f"deals/{table.id}.json"] = _text(json.dumps(deals_json(table.deals)) + "\n")
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(made.items())}
    return made | {"report.pdf": report(game, settings, tables, checks, hashes, worths)}


def signed(made: Mapping[str, bytes], game: Game, signature: Signature | None) -> dict[str, bytes]:
    """The files with their manifest, and its signature where there is a key."""
    manifest = {
        "format": FORMAT,
        "game": game.id,
        "version": __version__,
        "document": game.document.hash,
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(made.items())},
    }
    whole = dict(made) | {"manifest.json": _text(json.dumps(manifest, indent=1) + "\n")}
    if signature is not None:
        value = signature.sign(SIGNED + whole["manifest.json"])
        told = {"algorithm": "Ed25519", "public_key": signature.public.hex(), "signature": value.hex()}
        whole["signature.json"] = _text(json.dumps(told, indent=1) + "\n")
    return whole


def zipped(made: Mapping[str, bytes]) -> bytes:
    """One file, the same bytes whenever it is made."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as package_:
        for name in sorted(made):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            package_.writestr(entry, made[name], compresslevel=9)
    return content.getvalue()


def checker() -> str:
    """The checker as one file: it runs no code of a package, so the arithmetic of the signature stands in it, and what
    reads paytables and spreadsheets."""
    lines = files("houseway.lab.evidence").joinpath("check.py").read_text().splitlines()
    for module in (arithmetic, spreadsheet, paid):
        source = inspect.getsource(module).split('"""', 2)[2].strip()
        lines = [f"{source}\n" if each.startswith(f"from {module.__name__} import ") else each for each in lines]
    return "\n".join([*lines, ""])


def _readme(game: Game, tables: Sequence[ReturnTable], left: Mapping[str, str]) -> str:
    lines = [
        f"{game.name}: evidence for {len(tables)} return table{'s' if len(tables) != 1 else ''}.",
        "",
        "report.pdf      the report: scope, definitions, method, return tables, rules, interpretations, settings",
        "tables.xlsx     the same tables; their figures are formulas",
        "counts.json     every count and figure, exactly; counts/ has the counts as CSV",
        "deals/          where a few cards decide a wager: every set of them, for a recount",
        "document.json   what the approved document says, as data; its SHA-256 is its name",
        "check.py        checks it with Python's standard library:  python check.py pack.zip [PUBLIC KEY]",
        "                and says what it does not check, the report's words among it",
        "manifest.json   the SHA-256 of every file; signature.json signs it (Ed25519)",
        "",
        "A package that is not to be believed may bring a checker that is not either: take check.py from where you",
        "trust, and the public key from whoever signed, not from the package.",
        "",
        "Each table by its command:",
        *(f"  {each.command}" for each in tables),
        "",
        *(["Left out:", *(f"  {wager}: {why}" for wager, why in left.items()), ""] if left else []),
    ]
    return "\n".join(lines)


def _text(text: str) -> bytes:
    return text.encode()
