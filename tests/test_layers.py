"""Who may import what: the whole matrix, and what is imported only when it is called for."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import houseway

ROOT = Path(houseway.__file__).parent
RULE = re.compile(r"^@(rule\(|common$)", re.MULTILINE)
HEAVY = {"numba", "numpy", "altair", "pandas", "vl_convert"}
"""Libraries of the lab: nothing on a table's path may load them."""

ROLES = ("rules", "play", "terms", "record", "bot", "reasons", "game")
"""The files, or folders, of a game that a table needs."""

LAYERS = {
    "vocabulary": "cards errors extras faces folders money places points poker proofs rule sheet shoe tabular version",
    "document": "document",
    "round": "round",
    "game": "game hooks dealt",
    "games": "games",
    "door": "__init__ __main__ verbs",
    "lab": "lab",
    "simulate": "simulate",
    "envs": "envs",
    "verifier": "verifier",
    "conform": "conform scaffold",
    "disputes": "disputes",
    "academy": "academy",
    "room": "room",
    "web": "web",
    "cli": "cli",
}
LAYER_OF = {name: layer for layer, names in LAYERS.items() for name in names.split()}

MAY_IMPORT = {
    "vocabulary": "vocabulary",
    "document": "vocabulary document",
    "round": "vocabulary document round",
    "game": "vocabulary document round game",
    "games": "vocabulary document round game games lab simulate",
    "door": "vocabulary document round game games cli",
    "lab": "vocabulary document round game lab verifier",
    "simulate": "vocabulary document round game lab simulate",
    "envs": "vocabulary document round game games lab simulate envs",
    "verifier": "",
    "conform": "vocabulary document round game games lab conform",
    "disputes": "vocabulary document round game games lab verifier disputes",
    "academy": "vocabulary document round game games academy",
    "room": "vocabulary document round game games academy verifier room",
    "web": "vocabulary document round game games lab verifier disputes academy room web door",
    "cli": "vocabulary document round game games lab simulate verifier conform disputes academy room web cli door",
}
"""What each layer may import at all; whatever is not here is refused."""

WHEN_CALLED = {
    ("round", "games"): "a record names its game, and whoever reads it asks the catalogue",
    ("round", "game"): "the types of hooks that a record calls",
    ("verifier", "round"): "the same",
    ("verifier", "vocabulary"): "the verifier is the standard library's alone; where houseway is there, it rules again",
    ("vocabulary", "lab"): "hands are valued in bulk by compiled code",
    ("game", "lab"): "a figure is computed when it is asked for: a table needs no compiler",
    ("game", "simulate"): "the same",
    ("room", "lab"): "theory and luck are computed when somebody asks for them",
    ("door", "lab"): "the same",
    ("door", "round"): "the same",
    ("door", "disputes"): "a round in one line is read where somebody writes one",
}
"""What is imported only inside a function, or for types alone, and why."""


def layer(path: Path) -> str:
    return LAYER_OF[path.relative_to(ROOT).with_suffix("").parts[0]]


def modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def imports(path: Path) -> list[tuple[str, bool]]:
    """Every module that a file imports, and whether that happens as soon as it is loaded."""
    tree = ast.parse(path.read_text())
    later = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
        for inner in ast.walk(node)
    }
    return [(name, node not in later) for node in ast.walk(tree) for name in modules(node)]


def refused(path: Path) -> list[str]:
    """The imports of a file that the matrix does not allow."""
    own = layer(path)
    found = []
    for name, at_once in imports(path):
        parts = name.split(".")
        if parts[0] != "houseway":
            continue
        other = LAYER_OF[parts[1]] if len(parts) > 1 else "vocabulary"
        if other not in MAY_IMPORT[own].split() and (at_once or (own, other) not in WHEN_CALLED):
            found.append(f"{path.relative_to(ROOT)} imports {name}")
    return found


SOURCES = sorted(path for path in ROOT.rglob("*.py") if not path.is_relative_to(ROOT / "scaffold" / "high-card"))
"""All but the package that `houseway new game` copies."""


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_imports_what_the_matrix_allows(name):
    assert [each for path in SOURCES if layer(path) == name for each in refused(path)] == []


def test_the_matrix_catches_an_arrow_that_points_up(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "document").mkdir()
    planted = tmp_path / "document" / "model.py"
    planted.write_text("from houseway.room import Room\n")
    assert refused(planted) == ["document/model.py imports houseway.room"]


def game_folders() -> list[Path]:
    return sorted(path.parent for path in ROOT.glob("games/*/document.toml"))


def test_a_game_imports_no_other_game():
    for folder in game_folders():
        for path in folder.rglob("*.py"):
            others = [name for name, _ in imports(path) if name.startswith("houseway.games.")]
            assert all(name.split(".")[2] == folder.name for name in others), path


def test_the_folders_of_games_are_parallel():
    wanted = {
        "document.toml",
        "game.py",
        "rules",
        "play",
        "terms",
        "record",
        "bot",
        "odds.py",
        "count",
        "simulation.py",
        "__init__.py",
        "reasons.py",
    }
    for folder in game_folders():
        names = {path.name for path in folder.iterdir() if path.name not in ("__pycache__", "data", "examples.py")}
        assert {name if name in wanted else name.removesuffix(".py") for name in names} == wanted, folder.name


def test_what_a_table_needs_loads_no_library_of_the_lab():
    for folder in game_folders():
        for role in ROLES:
            for path in [*folder.glob(f"{role}.py"), *folder.glob(f"{role}/**/*.py")]:
                heavy = [name for name, _ in imports(path) if name.split(".")[0] in HEAVY]
                counted = [name for name, at_once in imports(path) if at_once and ".count" in name]
                assert not heavy, path
                assert not counted, path


def test_only_one_place_hands_rules_to_the_compiler():
    """A GPU has its own driver, and its kernels are made where it is; `compiling` watches, and hands over nothing."""
    users = [path for path in SOURCES if any(name.split(".")[0] == "numba" for name, _ in imports(path))]
    allowed = {"lab/kernel.py", "lab/compiling.py", "conform/compiled.py", "simulate/gpu.py"}
    assert {path.relative_to(ROOT).as_posix() for path in users} == allowed


def test_the_front_door_and_the_command_line_open_without_the_compiler():
    heavy = sorted(HEAVY | {"fastapi", "sqlalchemy"})
    for opened in ("import houseway", "from houseway.cli import app", "import houseway; houseway.games()"):
        code = f"import sys; {opened}; print([m for m in sys.modules if m.split('.')[0] in {heavy}])"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "[]", opened


def test_every_file_with_rules_is_covered_to_the_last_branch():
    """The coverage that `make test` demands is of all rules, not of those that somebody thought of."""
    project = ROOT.parent.parent
    demanded = tomllib.loads((project / "pyproject.toml").read_text())["tool"]["coverage"]["run"]["include"]
    covered = {path for pattern in demanded for path in project.glob(pattern)}
    with_rules = {path for path in SOURCES if RULE.search(path.read_text())}
    assert with_rules <= covered
    assert all(path in with_rules or path.parent.name == "rules" for path in covered)


def test_nothing_finds_a_hook_by_its_name():
    """`getattr` on a game is how a misspelt hook becomes silence."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
                assert "game" not in ast.unparse(node.args[0]), f"{path.name}: {ast.unparse(node)}"
