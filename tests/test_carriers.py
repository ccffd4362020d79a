"""Every function that cites a clause is reached from the product, not from tests alone.

The product is what stands behind its doors: the front door, a game's hooks, the commands, the pages and the room. From
there every name that a function or class mentions is followed through the imports.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import houseway
from houseway.games import games
from houseway.rule import RULES

ROOT = Path(houseway.__file__).parent
DOORS = ("houseway", "houseway.cli", "houseway.web", "houseway.room.room", "houseway.conform")

Node = tuple[str, str]
"""A module and what is defined in it; "" for what runs when it is loaded."""


class Module:
    """What a file defines, what it imports, and what each of its definitions mentions."""

    def __init__(self, name: str, text: str, package: bool) -> None:
        self.name = name
        self.tree = ast.parse(text)
        self.imported: dict[str, Node] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (node.module, alias.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (alias.name, "")
        self.defined = {
            node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
        } | {node.name: node for node in self.tree.body if isinstance(node, ast.AsyncFunctionDef)}
        self.assigned = {
            target.id: node
            for node in self.tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }

    def body(self, name: str) -> ast.AST:
        return self.defined.get(name) or self.assigned.get(name) or ast.Module([], [])

    def mentions(self, name: str) -> Iterator[Node]:
        """What a definition mentions, its own decorators apart: to be registered is not to be called."""
        node = self.body(name)
        parts = [*ast.iter_child_nodes(node)]
        if isinstance(node, ast.FunctionDef):
            parts = [part for part in parts if part not in node.decorator_list]
        for part in parts:
            for inner in ast.walk(part):
                yield from self._mention(inner)

    def _mention(self, node: ast.AST) -> Iterator[Node]:
        if isinstance(node, ast.Name):
            if node.id in self.defined or node.id in self.assigned:
                yield self.name, node.id
            elif node.id in self.imported:
                yield self.imported[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self.imported:
            module, name = self.imported[node.value.id]
            yield (f"{module}.{name}" if name else module), node.attr


def modules(root: Path = ROOT, prefix: str = "houseway") -> dict[str, Module]:
    found = {}
    for path in root.rglob("*.py"):
        if "scaffold" in path.parts:
            continue
        parts = path.relative_to(root).with_suffix("").parts
        package = parts[-1] == "__init__"
        name = ".".join((prefix, *(parts[:-1] if package else parts)))
        found[name] = Module(name, path.read_text(), package)
    return found


def reached(found: dict[str, Module], doors: Iterable[str]) -> set[Node]:
    """Everything that can be come to from what these modules define."""
    open_ = [(name, each) for name in doors for each in (*found[name].defined, *found[name].assigned)]
    seen: set[Node] = set()
    while open_:
        node = open_.pop()
        if node in seen:
            continue
        seen.add(node)
        module, name = node
        if module in found:
            mentioned = found[module].mentions(name)
            if name in found[module].imported:  # passed on
                mentioned = iter([found[module].imported[name]])
            open_ += [each for each in mentioned if each not in seen]
    return seen


@pytest.fixture(scope="module")
def product() -> set[Node]:
    found = modules()
    doors = [name for name in found if name.startswith(DOORS[1:]) or name == "houseway"]
    doors += [name for name in found if name.startswith("houseway.games.") and name.endswith(".game")]
    return reached(found, doors)


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_every_carrier_of_a_clause_is_reached_from_the_product(game, product):
    _ = game.packages
    lost = [
        f"{rule.place} {rule.name}"
        for rule in game.carriers
        if (rule.function.__module__, rule.function.__name__) not in product
        and "." not in rule.function.__qualname__  # a method is reached with its class
    ]
    assert lost == []


def test_common_rules_are_reached_too(product):
    common = [rule for rule in RULES if not rule.clauses]
    assert [r.name for r in common if (r.function.__module__, r.function.__name__) not in product] == []


def test_a_rule_that_only_tests_call_is_caught(tmp_path):
    rules = [f"@rule('1')\ndef {name}(x):\n    return x\n" for name in ("used", "dead")]
    (tmp_path / "rules.py").write_text("\n".join(["from houseway.rule import rule", *rules]))
    (tmp_path / "game.py").write_text("from planted.rules import used\n\ndef play():\n    return used(1)\n")
    found = modules(tmp_path, "planted")
    seen = reached(found, ["planted.game"])
    assert ("planted.rules", "used") in seen
    assert ("planted.rules", "dead") not in seen
