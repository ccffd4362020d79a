"""The commands on the page of the books run and show what it says."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.room import Room

PAGE = (Path(__file__).parents[2] / "docs" / "books.md").read_text()


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    room = Room.open("sqlite:///room.db")
    room.open_table(room.people.guest("Ann"), "super-pan-9", {}, "Pan [/bold] 9")  # a name is no markup
    room.close()
    commands = [
        part.split("\n", 1)
        for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
        for part in block.removeprefix("$ ").split("\n$ ")
    ]
    assert len(commands) >= 5
    for command, shown in commands:
        done = CliRunner().invoke(app, shlex.split(command)[1:], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        for line in shown.strip().splitlines():
            assert line.removesuffix("…") in done.output, command
