#!/usr/bin/env python3
"""Do the tests have teeth? Change the code a little, many times, and count the changes that no test sees.

    python tools/mutants.py [part ...]

The parts are the `[[tool.houseway.mutants]]` of pyproject.toml: modules, and the quick tests that are about them.
Mutmut makes the changes and runs the tests, each part in a folder of its own under `.cache/mutants`. There it goes on
where it was stopped, and tries again what survived; `make clean` forgets it all. It passes over functions with a
decorator, and every rule has one; so in that folder a decorated function is written out as what it means:
`f = rule("7")(f)` below the function, in place of `@rule("7")` above it.
The run fails where a group has less than nine in ten killed.
"""

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / ".cache" / "mutants"
KILLED = ("killed", "timeout")
ENOUGH = 90
CONFIGURATION = {
    "source_paths": ["src"],
    "also_copy": ["tools"],
    "use_git_change_detection": ["false"],
    "timeout_multiplier": ["5"],  # generous: a busy machine must not pass for a dead loop
    "timeout_constant": ["3"],
}
QUICK = {
    "NUMBA_DISABLE_JIT": "1",  # a compiled rule could not be changed
    "HOUSEWAY_WORLDS": "2",
    "HOUSEWAY_ACCRUALS": "7000",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
}
LEAN = ("-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception")
"""Pytest starts once a mutant: without what it does not need for a verdict, in half the time."""

# Mutmut 3.8 reads an attribute of pytest's that pytest 9.2 has no more.
SHIM = """

def pytest_itemcollected(item):
    item._nodeid = item.nodeid
"""

Part = dict[str, Any]


def decorated(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions and methods that mutmut would pass over."""
    for node in tree.body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef) and each.decorator_list:
                if ast.unparse(each.decorator_list[0]) not in ("classmethod", "staticmethod"):
                    yield each


def written_out(source: str) -> str:
    """A module with its decorators as calls below the functions; without caches, which would answer for the mutant."""
    lines = source.splitlines()
    for function in reversed(list(decorated(ast.parse(source)))):
        call = function.name
        for decorator in map(ast.unparse, reversed(function.decorator_list)):
            cached = decorator == "cache" or decorator.startswith("lru_cache")
            call = call if cached else f"{decorator}({call})"
        lines.insert(function.end_lineno or 0, f"{' ' * function.col_offset}{function.name} = {call}")
        del lines[function.decorator_list[0].lineno - 1 : function.lineno - 1]
    return "\n".join(lines) + "\n"


def forget(copies: Path, kept: set[Path]) -> None:
    """Delete copies, which mutmut would not make again; what it made of the modules stays, with the results."""
    for path in copies.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".toml", ".md") and path not in kept:
            path.unlink()


def lay_out(part: Part) -> Path:
    """The folder of a part: sources, tests, and what mutmut is told."""
    folder = WORK / part["name"]
    forget(folder / "mutants", {folder / "mutants" / module for module in part["modules"]})
    for name in ("src", "tests", "tools"):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    with (folder / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(SHIM)
    for module in part["modules"]:
        path = folder / module
        path.write_text(written_out(path.read_text(encoding="utf-8")), encoding="utf-8")
        shutil.copystat(ROOT / module, path)
    chosen = " and ".join(f"not {each}" for each in ("postgresql", *part.get("without", ())))
    told = CONFIGURATION | {
        "only_mutate": part["modules"],
        "pytest_add_cli_args_test_selection": part["tests"],
        "pytest_add_cli_args": ["-m", "not compiled", "-k", chosen, *LEAN],
    }
    lines = [f"{key} = " + "\n  ".join(values) for key, values in told.items()]
    (folder / "setup.cfg").write_text("\n".join(["[mutmut]", *lines, ""]), encoding="utf-8")
    return folder


def mutmut(folder: Path, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | QUICK | {"HOUSEWAY_CACHE": str(WORK / "compiled")}
    command = [str(Path(sys.executable).with_name("mutmut")), *arguments]
    return subprocess.run(command, cwd=folder, env=environment, check=True, text=True, **options)


def results(folder: Path) -> Iterator[tuple[str, str]]:
    """Every mutant and what became of it."""
    for line in mutmut(folder, "results", "--all", "true", stdout=subprocess.PIPE).stdout.splitlines():
        name, _, status = line.strip().rpartition(": ")
        if name:
            yield name, status


def run(part: Part) -> list[tuple[str, str]]:
    """Try every mutant of a part; where it has been tried before, what is new and what survived."""
    again = (WORK / part["name"] / "mutants").exists()
    folder = lay_out(part)
    mutmut(folder, "run", "--max-children", "1")
    left = [name for name, status in results(folder) if status not in KILLED]
    if again and left:
        mutmut(folder, "run", "--max-children", "1", *left)
    return list(results(folder))


def report(counts: dict[str, Counter[str]]) -> Iterable[str]:
    for group, statuses in counts.items():
        killed, mutants = sum(statuses[each] for each in KILLED), statuses.total()
        left = ", ".join(f"{n} {status}" for status, n in sorted(statuses.items()) if status not in KILLED)
        yield f"{group}: {killed} of {mutants} killed ({100 * killed / mutants:.1f} %){'; ' + left if left else ''}"


def main(wanted: list[str]) -> int:
    parts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["houseway"]["mutants"]
    counts: dict[str, Counter[str]] = {}
    for part in parts:
        if wanted and part["name"] not in wanted:
            continue
        found = run(part)
        print("\n".join(f"  {name}: {status}" for name, status in found if status not in KILLED))
        counts.setdefault(part["group"], Counter()).update(status for _, status in found)
    print("\n".join(report(counts)))
    return int(any(100 * sum(c[each] for each in KILLED) < ENOUGH * c.total() for c in counts.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
