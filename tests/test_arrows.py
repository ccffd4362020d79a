"""The arrows of the design: who may import what."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import houseway

ROOT = Path(houseway.__file__).parent
VOCABULARY = {path.stem for path in ROOT.glob("*.py")} - {"__main__", "__init__"}
RULE = re.compile(r"^@(rule\(|common$)", re.MULTILINE)
HEAVY = {"numba", "numpy", "altair"}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_the_vocabulary_knows_no_room_no_web_and_no_command_line():
    for path in ROOT.glob("*.py"):
        if path.stem == "__main__":
            continue
        assert not [
            name for name in imports(path) if name.startswith(("houseway.room", "houseway.web", "houseway.cli"))
        ]


def test_rules_and_order_of_play_need_no_compiler():
    for path in [
        *ROOT.glob("*.py"),
        *ROOT.glob("games/*/rules.py"),
        *ROOT.glob("games/*/play.py"),
        *ROOT.glob("cli/*.py"),
    ]:
        assert not [name for name in imports(path) if name.split(".")[0] in HEAVY], path


def test_only_one_place_hands_rules_to_the_compiler():
    users = [path for path in ROOT.rglob("*.py") if any(name.split(".")[0] == "numba" for name in imports(path))]
    assert [path.relative_to(ROOT).as_posix() for path in users] == ["lab/kernel.py"]


def test_the_command_line_starts_without_the_compiler_and_without_a_game():
    code = (
        "import sys; from houseway.cli import app; "
        "print([m for m in sys.modules if m.split('.')[0] in ('numba', 'numpy', 'fastapi', 'sqlalchemy')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_file_with_rules_is_covered_to_the_last_branch():
    """The coverage that `make test` demands is of all rules, not of those that somebody thought of."""
    project = ROOT.parent.parent
    demanded = tomllib.loads((project / "pyproject.toml").read_text())["tool"]["coverage"]["run"]["include"]
    covered = {path for pattern in demanded for path in project.glob(pattern)}
    with_rules = {path for path in ROOT.rglob("*.py") if RULE.search(path.read_text())}
    assert with_rules == covered
