"""Every block of code and console in the documentation is run, or looked at where it cannot be, by a test."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from houseway.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ALL = bool(os.environ.get("HOUSEWAY_ALL_DOCS"))
"""What takes minutes is run as it stands under `make soak`, and less of it here."""

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = ("houseway", "python", "pip", "make", "pytest", "cd", ".", ".venv/bin/python", "git", "nginx", "systemctl")
SET = 'houseway set chinese-poker "As Ad Kc Kd 9h 9s 4h 5h 6h 2c 2d Jh Qc" --set scoring=2-4 --set players=3'
QUICKER = {
    "houseway verify": "houseway verify super-pan-9",
    "houseway odds dealer-open-pai-gow main --set house-way=ours.toml": "houseway rules dealer-open-pai-gow house-way",
    "houseway --games examples/pan_alike conform super-pan-9-alike": "houseway --games examples/pan_alike games",
    SET: "houseway rules chinese-poker scoring.2-4",
}
ELSEWHERE = ("room", "play", "mcp", "drill", "archive", "--archive")
"""Commands that go on until somebody ends them, or need a room with a history: their options are checked."""

DATA = {"toml": tomllib.loads, "json": json.loads}


class Block(NamedTuple):
    page: str
    kind: str
    text: str

    @property
    def commands(self) -> list[tuple[str, list[str]]]:
        """The commands of a block, each with the lines that it is told to show."""
        lines = self.text.replace("\\\n", " ").splitlines()
        if any(line.startswith("$ ") for line in lines):
            parts = re.split(r"^\$ ", "\n".join(lines), flags=re.MULTILINE)[1:]
            return [(part.split("\n")[0], [line for line in part.split("\n")[1:] if line.strip()]) for part in parts]
        if lines and lines[0].split(" ")[0] in PROGRAMS and not self.kind:
            return [(re.sub(r"\s{2,}#.*", "", line), []) for line in lines]
        return []


def blocks() -> Iterator[Block]:
    for page in PAGES:
        for kind, text in FENCE.findall(page.read_text(encoding="utf-8")):
            yield Block(page.relative_to(ROOT).as_posix(), kind, text)


def sources_of_tests() -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__)
    )


def owned() -> set[str]:
    """The pages whose commands another test runs: it names the page."""
    said = sources_of_tests()
    return {f"docs/{page.name}" for page in PAGES if re.search(rf'"{page.stem}\.md"', said)} | {"docs/lab.md"}


OWNED = owned()
COMMANDS = [
    pytest.param(command, shown, id=f"{Path(block.page).stem}: {command}")
    for block in blocks()
    if block.page not in OWNED
    for command, shown in block.commands
]


def block_of(page: str, kind: str) -> str:
    return next(each.text for each in blocks() if each.page == page and each.kind == kind)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The files that the pages speak of, each from the page that shows it."""
    made = tmp_path_factory.mktemp("pages")
    (made / "round.toml").write_text(block_of("docs/record-format.md", "toml"))
    (made / "tie-seven.toml").write_text(block_of("docs/your-own.md", "toml"))
    for shared in ("examples", "requirements.lock"):
        (made / shared).symlink_to(ROOT / shared)
    return made


def test_every_block_is_of_a_kind_that_is_looked_at():
    kinds = {"", "console", "python", "pycon", "toml", "json", "csv", "text"}
    strange = [(each.page, each.kind) for each in blocks() if each.kind not in kinds and not each.kind.startswith("{")]
    assert strange == []


def test_python_is_a_doctest_which_pytest_collects_or_stands_in_a_file():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert {"README.md", "docs"} <= set(options["testpaths"])
    assert "--doctest-glob=*.md" in options["addopts"]
    sources = "\n".join(path.read_text() for path in (ROOT / "examples").rglob("*.py"))
    for block in blocks():
        if block.kind in ("python", "pycon") and ">>>" not in block.text and "import " not in block.text:
            missing = [line for line in block.text.splitlines() if line.strip() and line.strip() not in sources]
            assert missing == [], block.page


def test_a_script_of_a_page_runs(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    done = CliRunner().invoke(app, ["settle", "--json", "round.toml"], catch_exceptions=False)
    (folder / "round.json").write_text(done.output)
    scripts = [each for each in blocks() if each.kind == "python" and ">>>" not in each.text and "import " in each.text]
    assert len(scripts) == 1
    for each in scripts:
        subprocess.run([sys.executable, "-c", each.text], check=True, capture_output=True, timeout=300)


def test_data_can_be_read():
    for block in blocks():
        if block.kind in DATA:
            DATA[block.kind](block.text)


@pytest.mark.parametrize("command, shown", COMMANDS)
def test_a_command_runs_and_shows_what_is_told(command, shown, folder, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setattr(import_module("houseway.games"), "_ADDED", {})
    monkeypatch.chdir(folder)
    command = command if ALL else QUICKER.get(command, command)
    told = ""
    command, _, file = command.partition(" > ")
    for words in piped(shlex.split(command.replace("…", ""))):
        if not runs(words, command):
            return
        done = CliRunner().invoke(app, words[1:], input=told, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        told = done.output
    if file:
        (folder / file).write_text(told)
    for line in shown:
        assert plain(line.strip().removesuffix("…")) in plain(told), command


def plain(text: str) -> str:
    """The words, wherever a line was broken."""
    return " ".join(text.split())


def piped(words: list[str]) -> Iterator[list[str]]:
    """The commands of a line, one after the other."""
    ends = [at for at, word in enumerate(words) if word == "|"]
    for begin, end in zip([-1, *ends], [*ends, len(words)], strict=True):
        yield words[begin + 1 : end]


def runs(words: list[str], command: str) -> bool:
    """Whether a command is run here; what is not is looked at."""
    if words[0] == "houseway":
        synopsis = "[" in command or "…" in command or re.search(r"\b[A-Z]{4,}\b", command)
        long = not ALL and "1e7" in words
        if synopsis or long or set(words) & set(ELSEWHERE):
            said = {word.split("=")[0] for word in words if word.startswith("--")}
            assert said - options(words[1:]) == set()
            return False
        return words[1:] != ["conform", "."]  # of the game that the line before makes: tests/examples does
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    elif words[0] == ".venv/bin/python":
        assert (ROOT / words[1]).is_file()
    elif words[:3] == ["python", "-m", "houseway.verifier"]:
        helped = subprocess.run([sys.executable, "-m", "houseway.verifier", "--help"], capture_output=True, text=True)
        assert [word for word in words if word.startswith("--") and word not in helped.stdout] == []
    else:
        assert words[0] in PROGRAMS
    return False


def options(words: list[str]) -> set[str]:
    """The options that a command has."""
    command = typer.main.get_command(app)
    known = {"--games"}
    for word in words:
        command = getattr(command, "commands", {}).get(word, command)
        known |= {each for param in command.params for each in [*param.opts, *param.secondary_opts]}
    return known


def test_an_option_that_there_is_not_is_found():
    with pytest.raises(AssertionError):
        runs(["houseway", "room", "--databse", "x"], "houseway room --databse x")
    with pytest.raises(AssertionError):
        runs(["make", "nosuch"], "make nosuch")
