"""Writes `games/*/data/proofs.json`: which test proves which clause. Run it whenever a test of a game comes or goes.

    .venv/bin/python tools/proofs.py            writes the files
    .venv/bin/python tools/proofs.py --check    says which are not as the tests have it

A test cites clauses by a mark, `@pytest.mark.clause("7.i", "7.ii")`, or else in its name: `test_7_…`, `test_8_to_12_…`,
`test_b_and_f_…`. A name cannot say a clause that ends in the letter a, which reads like an article: those are marked.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from houseway.game import Game
from houseway.games import OWN, game
from houseway.proofs import FILE

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests" / "games"
SPAN = re.compile(r"(\w+?)_(to|and)_(\w+?)(?:_|$)")


def in_names(clause: str) -> str:
    """How the name of a test says a clause; nothing where it would read like an article."""
    said = re.sub(r"[.-]", "_", clause.lower())
    return "" if said == "a" or said.endswith("_a") else said


def named(test: str, clauses: tuple[str, ...]) -> list[str]:
    """The clauses that the name of a test says."""
    says = test.removeprefix("test_").lower()
    by_name = {in_names(each): each for each in clauses if in_names(each)}
    if (span := SPAN.match(says)) and span[1] in by_name and span[3] in by_name:
        first, last = clauses.index(by_name[span[1]]), clauses.index(by_name[span[3]])
        return list(clauses[first : last + 1]) if span[2] == "to" else [clauses[first], clauses[last]]
    fitting = [name for name in by_name if says == name or says.startswith(f"{name}_")]
    return [by_name[max(fitting, key=len)]] if fitting else []


def marked(test: ast.FunctionDef) -> list[str]:
    """The clauses that a mark of a test says."""
    return [
        str(ast.literal_eval(each))
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause"
        for each in mark.args
    ]


def called(tree: ast.Module, package: str) -> dict[str, set[str]]:
    """For each function of a file, what it mentions of a game's package, also through other functions of the file."""
    imported = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(package)
        for alias in node.names
    }
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    words = {
        name: {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} for name, node in functions.items()
    }
    words = {name: found | {arg.arg for arg in functions[name].args.args} for name, found in words.items()}
    through = {name: set(found) for name, found in words.items()}
    while True:
        wider = {
            name: found.union(*(through[each] for each in found & set(through))) for name, found in through.items()
        }
        if wider == through:
            return {name: {imported[each] for each in found & set(imported)} for name, found in through.items()}
        through = wider


def tests_of(found: Game) -> Iterator[tuple[str, ast.FunctionDef, set[str]]]:
    """Every test of a game: its place, itself, and what it mentions of the game."""
    package = found.packages[0]
    for path in sorted((TESTS / package.rpartition(".")[2]).rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        mentions = called(tree, package)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.relative_to(ROOT).as_posix()}::{node.name}", node, mentions[node.name]


def collected(found: Game) -> dict[str, dict[str, list[str]]]:
    """The tests of a game by clause and by function."""
    clauses = tuple(each.id for each in found.document.clauses)
    carriers = {f"{each.function.__module__}.{each.name}": each.name for each in found.carriers}
    by_clause: dict[str, list[str]] = {each: [] for each in clauses}
    by_function: dict[str, list[str]] = {}
    for place, test, mentioned in tests_of(found):
        for clause in marked(test) or named(test.name, clauses):
            if clause not in by_clause:
                raise SystemExit(f"{place} cites clause {clause!r}, which {found.id} does not have")
            by_clause[clause].append(place)
        for function in sorted(mentioned & set(carriers)):
            by_function.setdefault(function.removeprefix("houseway."), []).append(place)
    return {
        "clauses": {clause: tests for clause, tests in by_clause.items() if tests},
        "functions": dict(sorted(by_function.items())),
    }


def file_of(found: Game) -> Path:
    return ROOT / "src" / Path(*found.packages[0].split(".")) / FILE


def text(found: Game) -> str:
    return json.dumps(collected(found), indent=1) + "\n"


def main() -> None:
    ours = [game(each) for each in OWN]
    if "--check" in sys.argv:
        late = [each.id for each in ours if not file_of(each).is_file() or file_of(each).read_text() != text(each)]
        sys.exit(f"run tools/proofs.py: the tests of {', '.join(late)} have changed" if late else 0)
    for each in ours:
        file_of(each).parent.mkdir(exist_ok=True)
        file_of(each).write_text(text(each), encoding="utf-8")
        told = collected(each)
        lacking = [c.id for c in each.document.clauses if not c.procedure and c.id not in told["clauses"]]
        print(f"{each.id}: {len(told['clauses'])} clauses cited; not cited: {', '.join(lacking) or 'none'}")


if __name__ == "__main__":
    main()
