"""The commands on the page of the room's file run and show what it says; its fields are those that are read."""

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from houseway.cli import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "room-file.md").read_text()


def test_the_commands_of_the_page_run(monkeypatch):
    monkeypatch.chdir(ROOT)
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        command, _, shown = block.removeprefix("$ ").partition("\n")
        done = CliRunner().invoke(app, shlex.split(command)[1:], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        for line in shown.strip().splitlines():
            assert line in done.output


def test_every_field_that_is_read_is_told():
    source = (ROOT / "src/houseway/room/controls/file.py").read_text()
    called = r'(?:at|top)\.(?:text|flag|texts|integer|one_of|tables|strings|table|value)\("([a-z-]+)"'
    read = {*re.findall(called, source), *re.findall(r'_(?:money|percent)\(at, "([a-z-]+)"', source)}
    told = set(re.findall(r"`(?:\[+)?(?:table\.)?([a-z-]+)(?:\]+)?`", PAGE))
    assert {*read, "order", "sharing", "reseed"} - told == set()
