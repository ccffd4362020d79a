"""Collect the words of the interface and bring every language's file up to date: `python tools/words.py`.

New words come in without a translation, stale ones go out, the others stay as they are. `docs/words.md` tells the rest.
"""

import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog
from babel.messages.extract import extract, extract_python
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from houseway.academy.course import KINDS
from houseway.cards import RANK_WORDS
from houseway.document.controls import IN_WORDS, STAGE_IN_WORDS
from houseway.document.settings import Setting
from houseway.faces import SUIT_WORDS
from houseway.game import Game
from houseway.games import games
from houseway.games.supreme_99.rules import HOUSE_RULES
from houseway.proofs import not_carried
from houseway.room.books.luck import DIVISIONS
from houseway.web.app import DOES_NOT_HOLD
from houseway.web.installed import MANIFEST
from houseway.web.jackpots import IN_WORDS as JACKPOTS_IN_WORDS
from houseway.web.lobby import WHOSE
from houseway.web.pages import TOO_MANY
from houseway.web.refusals import OTHER_NAME
from houseway.web.words import CLAUSE, ENGLISH, FOLDER, NUMBERED, PLACE, SAID, SETTING
from houseway.web.work import CLOSING

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
    "room/store/archived.py",
    "room/store/database.py",
    "room/store/exams.py",
    "room/store/jackpots.py",
    "room/store/jackpots_told.py",
    "room/store/locks.py",
    "room/store/watched.py",
    "room/store/numbered.py",
    "room/store/numbers.py",
    "room/academy.py",
    "room/allowed.py",
    "room/books/*.py",
    "room/commands/doing.py",
    "room/controls/*.py",
    "room/evidence/log.py",
    "room/history.py",
    "room/jackpots/*.py",
    "room/quota.py",
    "room/my_rounds.py",
    "room/own_paytables.py",
    "room/table/metering.py",
    "academy/*.py",
    "cards.py",
    "document/*.py",
    "games/*/count/*.py",
    "games/*/odds.py",
    "games/*/rules/*.py",
    "games/*/terms.py",
    "games/*/terms/*.py",
    "hooks.py",
    "lab/design.py",
    "lab/joint.py",
    "lab/protect.py",
    "lab/result.py",
    "lab/session.py",
    "money.py",
    "round/driver.py",
    "round/questions.py",
    "shoe.py",
    "web/*.py",
)
"""Where refusals are raised that a page may show."""

WHOLE = (
    "academy/decisions.py",
    "academy/fields.py",
    "academy/kinds/*.py",
    "academy/scene.py",
    "room/books/exposure.py",
    "room/books/forecast.py",
    "room/books/luck.py",
    "room/books/posting.py",
    "room/books/report.py",
    "room/books/theory.py",
)
"""Modules whose every text is shown: the questions of the academy, and the sheets of the books."""

SIDE_BY_SIDE = re.compile(r"(%\(\w+\)s)(?:\s*%\(\w+\)s)+")
"""Places with nothing between them are one: nothing tells where the first ends."""

LEAST_LETTERS = 7
"""Letters that a template has besides its places: with fewer it would be found in any sentence."""

NOT_KEPT = tuple(
    f'"{head}'.encode() for head in ("Project-", "Report-", "POT-", "PO-", "Last-", "Language-Team", "Generated-")
)
"""Lines of a file's head that say nothing here."""

NEVER_SHOWN = ("Broken", "ValueError", "OSError", "Faulty", "Stopped", "NoToken", "HTTPException")

SPOKEN: dict[str, tuple[str, ...]] = {
    "game.py": ("faults", "lacking", "wager_fault", "limit_in_words"),
    "room/history.py": ("withheld",),
    "web/lab.py": ("_pay_faults",),
    "web/lobby.py": ("_unknown",),
    "room/jackpots/of_round.py": ("objection",),
    "room/jackpots/two_people.py": ("plan_faults",),
}
"""Functions whose strings are shown: what they return, yield or append."""

HOUSE_WAYS = tuple(f"games/dealer_open_pai_gow/data/{name}.toml" for name in ("document", "conventional"))
CHOSEN = ("choice", "control", "content")
"""Settings whose values are words."""

BY_ID = (
    "%(chosen)s ",
    "lies between %(least)s and %(most)s, or ",
    "is at least %(least)s, or ",
    'row "%(label)s" of %(table)s',
    "from now on %(changes)s",
)
"""How texts begin that name a setting or a paytable by its id."""

IN_BRACKETS = "(setting %(chosen)s"
"""What texts have that name a setting at their end."""

DASHED = "[a-z0-9]+(-[a-z0-9]+)+"

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
    *JACKPOTS_IN_WORDS.values(),
    *DIVISIONS,
    *IN_WORDS.values(),
    *STAGE_IN_WORDS.values(),
    *(text for kind in KINDS for text in (kind.name, kind.says)),
    "There is no such page: go back to the lobby.",
    "this is a fault of the room, not yours: nothing that was acknowledged is lost; try again in a moment.",
    DOES_NOT_HOLD,
    CLOSING,
    "The product carries nothing of it",
    OTHER_NAME,
    TOO_MANY,
    "too many requests: wait 1 second and try again",
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


def by_id() -> Catalog:
    """What is known by an id and has English words: settings' values, wagers, paytables, clauses without a number."""
    found = Catalog(charset="utf-8")
    for place, text in _said():
        if text in _ids() or text.startswith(BY_ID) or IN_BRACKETS in text:
            found.add(text, locations=[(place, 0)], context=SAID)
    return found


@cache
def _ids() -> frozenset[str]:
    """Values of settings that are no plain words or name a content, wagers, paytables, clauses without a number."""
    specs = [spec for game in games() for spec in game.document.settings if spec.type in CHOSEN]
    values = {value for spec in specs for value in spec.choices if "-" in value or spec.type == "content"}
    every = [spec for game in games() for spec in game.document.settings]
    values |= {text for spec in every for text in _of_setting(spec)}
    dashed = re.compile("|".join(rf"\b{spec.id}\b" for spec in every if "-" in spec.id))
    values |= {text for spec in every if dashed.search(text := spec.says.rstrip(".").replace("%", "%%"))}
    named = {text for game in games() for text in _named(game)}
    return frozenset(values | named | {text for game in games() for text in _clauses(game)})


def _of_setting(spec: Setting) -> Iterator[str]:
    """Where the name of a setting is looked up, and what it may be."""
    yield SETTING + spec.id
    if spec.type in ("choice", "content") and not spec.follows:
        yield from (f"{SETTING}{spec.id}={value}" for value in spec.choices)


def _named(game: Game) -> Iterator[str]:
    """The ids of wagers and paytables that are said in words; a paytable's printed number stays where it is alone."""
    numbers = Counter((table.wager, _number(table.id)) for table in game.document.paytables)
    twice = {wager for (wager, _), count in numbers.items() if count > 1}
    yield from (wager.id for wager in game.document.wagers if re.fullmatch(DASHED, wager.id))
    yield from (table.id for table in game.document.paytables if re.fullmatch(DASHED, table.id) or table.wager in twice)


def _number(id_: str) -> str:
    return re.sub(".*[^0-9]0*(?=[0-9])", "", id_)


def _clauses(game: Game) -> Iterator[str]:
    """The clauses that have no number: they are called by a name."""
    return (CLAUSE + clause.id for clause in game.document.clauses if not NUMBERED.fullmatch(clause.id))


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
        for text in (*_named(game), *game.how_to_play, *game.options_in_words.values(), *_clauses(game)):
            yield f"games/{game.id}", text.replace("%", "%%")
        for setting in document.settings:
            yield from ((f"games/{game.id}", text) for text in _of_setting(setting))
            chosen = setting.choices if setting.type in CHOSEN else ()
            called = setting.id.replace("-", " ") if setting.type == "control" else ""
            named = str(setting.default) if setting.default in document.specs else setting.follows
            for text in (setting.id, setting.says.rstrip("."), setting.source, named, called, *chosen):
                if re.search("[a-z]{2}", text):
                    yield f"games/{game.id}", text.replace("%", "%%")
        for text in sorted(set(not_carried(game.packages[0]).values())):
            yield f"games/{game.id}", text.rstrip(".").replace("%", "%%")
    for line in (line for name in HOUSE_WAYS for line in tomllib.loads((SOURCE / name).read_text())["line"]):
        yield "games/dealer-open-pai-gow", line["says"].rstrip(".")
    for name, _, effect in HOUSE_RULES.values():
        yield "games/supreme-99", name
        yield "games/supreme-99", effect
    for glob in RAISED:
        for path in sorted(SOURCE.glob(glob)):
            for text in _raised(ast.parse(path.read_text())):
                yield path.relative_to(SOURCE).as_posix(), text
    for glob in WHOLE:
        for path in sorted(SOURCE.glob(glob)):
            for text in _shown(ast.parse(path.read_text())):
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


def _shown(tree: ast.AST) -> Iterator[str]:
    """Every text of a module but what is raised, documents it, or names something: words, or one with a capital."""
    apart = {id(part) for node in ast.walk(tree) for part in _apart(node)}
    for node in ast.walk(tree):
        if id(node) not in apart and isinstance(node, ast.Constant | ast.JoinedStr):
            one = str(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            text = one if re.fullmatch("[A-Z][a-z]+", one) else (template(node) or "").strip()
            if re.search("[a-z]{2}", PLACE.sub("", text)) and re.match(r"(?!houseway )[^,;= \[{][^={]* |[A-Z]", text):
                yield text


def _apart(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node is no text of its own: a sentence of documentation, a refusal, the parts of a text with places."""
    if isinstance(node, ast.Raise):
        yield from ast.walk(node)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (part for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.FormattedValue) and node.format_spec is not None:
        yield from ast.walk(node.format_spec)
    elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        yield from ast.walk(node.value)


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
    text = SIDE_BY_SIDE.sub(r"\1", "".join(parts))
    return text if len(re.findall("[a-z]", PLACE.sub("", text), re.IGNORECASE)) >= LEAST_LETTERS else None


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


def translated(text: str | tuple[str, ...] | None) -> bool:
    """Whether a text, or every form of a plural, is there."""
    return bool(text) and all(text if isinstance(text, tuple) else [text])


def main() -> None:
    words = collected()
    for path in sorted(FOLDER.glob("*.po")):
        catalog = updated(path, by_id() if path.stem == ENGLISH else words)
        fresh = path.with_suffix(".new")
        fresh.write_bytes(written(catalog))
        fresh.replace(path)  # at once: who reads it meanwhile finds a whole file
        missing = [message.id for message in catalog if message.id and not translated(message.string)]
        print(f"{path.name}: {len(catalog)} texts, {len(missing)} of them not translated yet")
        for each in missing if "--missing" in sys.argv else ():
            print(f"  {each}")


if __name__ == "__main__":
    main()
