"""Collect the words of the interface and bring every language's file up to date: `python tools/words.py`.

New words come in without a translation, stale ones go out, the others stay as they are. `docs/words.md` tells the rest.
"""

import ast
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog
from babel.messages.extract import extract, extract_python
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from houseway.academy.course import KINDS
from houseway.cards import RANK_WORDS
from houseway.faces import SUIT_WORDS
from houseway.games import games
from houseway.room.books.luck import DIVISIONS
from houseway.web.installed import MANIFEST
from houseway.web.jackpots import IN_WORDS
from houseway.web.lobby import WHOSE
from houseway.web.words import FOLDER, SAID

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
WEB = SOURCE / "web"
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
TEXT = r'\s*("(?:[^"\\]|\\.)*")'
CALL = re.compile(rf"(?<![\w.])(?:(_)\({TEXT}|(ngettext)\({TEXT},{TEXT})")


def extract_script(
    file: IO[bytes], keywords: Mapping[str, Any], comments: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """The marked texts of a script, within template literals too, where Babel's own way does not look far enough."""
    del keywords, comments, options
    for found in CALL.finditer(file.read().decode()):
        one, text, several, *forms = found.groups()
        yield 0, one or several, json.loads(text) if one else tuple(map(json.loads, forms)), []


MARKED = (
    (babel_extract, "templates/*.html", {"newstyle_gettext": "true", "trimmed": "true"}),
    (extract_script, "static/*.js", {}),
    (extract_python, "*.py", {}),
)

RAISED = (
    "room/acts/*.py",
    "room/table/following.py",
    "room/table/settling.py",
    "room/table/state.py",
    "room/commands/command.py",
    "room/people/*.py",
    "room/drills.py",
    "room/opening.py",
    "room/live_tables.py",
    "room/room.py",
    "room/store/ledger.py",
    "room/store/index.py",
    "room/store/transaction.py",
    "web/*.py",
)
"""Where refusals are raised that a page may show."""

NOT_KEPT = tuple(
    f'"{head}'.encode() for head in ("Project-", "Report-", "POT-", "PO-", "Last-", "Language-Team", "Generated-")
)
"""Lines of a file's head that say nothing here."""

NEVER_SHOWN = ("Broken", "ValueError", "OSError", "Faulty", "Stopped", "NoToken", "HTTPException")

SPOKEN: dict[str, tuple[str, ...]] = {
    "game.py": ("faults", "wager_fault", "limit_in_words"),
}
"""Functions whose strings are shown: what they return, yield or append."""

PIECES = Path(__file__).with_name("said.txt")
"""What is said in pieces that stand in no one line of the source."""

WORDS: tuple[str, ...] = (
    "player",
    "dealer",
    "manager",
    "surveillance",
    "joker",
    *RANK_WORDS,
    *SUIT_WORDS,
    MANIFEST["name"],
    MANIFEST["description"],
    *WHOSE.values(),
    *IN_WORDS.values(),
    *DIVISIONS,
    *(text for kind in KINDS for text in (kind.name, kind.says)),
    "There is no such page: go back to the lobby.",
    "this is a fault of the room, not yours: nothing that was acknowledged is lost; try again in a moment.",
    "too many requests: wait %(seconds)s seconds and try again",
)
"""What else is said, and stands in no form that can be collected."""


def collected() -> Catalog:
    """Every word that a page may say: what is marked, what games are made of, what the room refuses in."""
    found = Catalog(charset="utf-8")
    for method, files, options in MARKED:
        for path in sorted(WEB.glob(files)):
            place = path.relative_to(WEB).as_posix()
            for _line, message, _, context in extract(method, BytesIO(path.read_bytes()), KEYWORDS, options=options):
                found.add(message, locations=[(place, 0)], context=context)
    for place, text in _said():
        found.add(text, locations=[(place, 0)], context=SAID)
    return found


def _said() -> Iterator[tuple[str, str]]:
    for text in WORDS:
        yield "tools/words.py", text
    for line in PIECES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield "tools/said.txt", line
    for game in games():
        document = game.document
        found = [row for table in document.paytables for row in table.rows]
        rows = [*(row.label for row in found), *(row.award.replace("-", " ") for row in found)]
        for text in (game.name, document.summary, *(wager.name for wager in document.wagers), *rows):
            yield f"games/{game.id}", text.replace("%", "%%")
        for text in (*game.how_to_play, *game.options_in_words.values()):
            yield f"games/{game.id}", text.replace("%", "%%")
    for glob in RAISED:
        for path in sorted(SOURCE.glob(glob)):
            for text in _raised(ast.parse(path.read_text())):
                yield path.relative_to(SOURCE).as_posix(), text
    for file, functions in SPOKEN.items():
        for node in ast.walk(ast.parse((SOURCE / file).read_text())):
            if isinstance(node, ast.FunctionDef) and node.name in functions:
                for text in _spoken(node):
                    yield file, text


def _raised(tree: ast.AST) -> Iterator[str]:
    """The sentences of refusals and the lines for all to read, as templates."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say":
            yield from _texts(node.args[0])
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            if ast.unparse(node.exc.func) not in NEVER_SHOWN:
                yield from _texts(node.exc.args[0])


def _spoken(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield from _texts(node.value)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".append", "Reason")) and node.args:
            yield from _texts(node.args[0])
        elif isinstance(node, ast.List | ast.Tuple | ast.ListComp):
            for each in node.elts if isinstance(node, ast.List | ast.Tuple) else [node.elt]:
                yield from _texts(each)


def _texts(node: ast.expr) -> Iterator[str]:
    """The sentences that an expression may be: text, text with something in it, or one of two."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant | ast.JoinedStr) and (text := template(node)) is not None:
        yield text


def template(node: ast.expr) -> str | None:
    """A string of the source as a text of the catalogue: what is put into it by name."""
    if isinstance(node, ast.Constant):
        text = node.value if isinstance(node.value, str) else ""
        return text.replace("%", "%%") if " " in text else None
    names: list[str] = []
    parts = []
    for part in node.values if isinstance(node, ast.JoinedStr) else ():
        if isinstance(part, ast.FormattedValue):
            names.append(_name(part.value, names))
            parts.append(f"%({names[-1]})s")
        elif isinstance(part, ast.Constant):
            parts.append(str(part.value).replace("%", "%%"))
    text = "".join(parts)
    return text if any(letter.isalpha() for part in parts if not part.startswith("%(") for letter in part) else None


def _name(value: ast.expr, taken: list[str]) -> str:
    """A short name for what is put in: the last word of the expression, numbered where it comes again."""
    words = [node.id for node in ast.walk(value) if isinstance(node, ast.Name)]
    words += [node.attr for node in ast.walk(value) if isinstance(node, ast.Attribute)]
    base = words[-1].strip("_") if words else "value"
    return base if base not in taken else f"{base}{len(taken) + 1}"


def updated(path: Path, words: Catalog) -> Catalog:
    """A language's file with all words and no others."""
    with path.open("rb") as file:
        known = read_po(file, locale=path.stem, abort_invalid=True)
    known.update(words, no_fuzzy_matching=True, update_creation_date=False)
    known.obsolete.clear()
    return known


def written(catalog: Catalog) -> bytes:
    """A file of a language; its head says only what is needed to read it."""
    text = BytesIO()
    write_po(text, catalog, width=120, include_lineno=False, ignore_obsolete=True)
    lines = text.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(NOT_KEPT))


def main() -> None:
    words = collected()
    for path in sorted(FOLDER.glob("*.po")):
        catalog = updated(path, words)
        path.write_bytes(written(catalog))
        missing = [message.id for message in catalog if message.id and not message.string]
        print(f"{path.name}: {len(catalog)} texts, {len(missing)} of them not translated yet")
        for each in missing if "--missing" in sys.argv else ():
            print(f"  {each}")


if __name__ == "__main__":
    main()
