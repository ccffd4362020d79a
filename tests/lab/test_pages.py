"""Every command that the pages of the lab show runs, and shows what they say."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("lab*.md"))


def commands():
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
            parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            for part in parts:
                command, _, shown = part.partition("\n")
                yield pytest.param(command, shown.strip(), id=command)


@pytest.mark.parametrize("command, shown", list(commands()))
def test_a_command_of_the_pages_runs(command, shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(command)
    assert program == "houseway"
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    for line in shown.splitlines():
        assert line.strip() in done.output
    for file in re.findall(r"(?:--chart|-o) (\S+)", command):
        assert (tmp_path / file).stat().st_size > 500
