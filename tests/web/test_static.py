"""Scripts and styles to the measure of the rest: formatted, linted, short lines, small modules."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.web.pages import STATIC

ROOT = Path(__file__).parents[2]
FILES = sorted([*STATIC.glob("*.js"), *STATIC.glob("*.css")])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_lines_and_modules_are_short(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 120
    assert len(lines) <= 350


def test_what_is_to_be_read_of_one_s_own_number_is_as_long_as_the_page_tells():
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    ((names, told),) = re.findall(r"^Read it \((.*): (\d+) lines\)", page, re.MULTILINE)
    scripts = [STATIC / name for name in re.findall(r"`([a-z_]+\.js)`", names)]
    assert len(scripts) == 7
    assert sum(len(each.read_text(encoding="utf-8").splitlines()) for each in scripts) == int(told)


@pytest.mark.parametrize("check", [["fmt", "--check"], ["lint"]], ids=lambda check: check[0])
def test_formatted_and_linted(check):
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    done = subprocess.run([deno, *check, "--quiet"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_fault_in_a_script_is_caught(tmp_path):
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    (tmp_path / "planted.js").write_text("let unused = 1\nif (unused == 2) debugger\n")
    for check in (["fmt", "--check"], ["lint"]):
        assert subprocess.run([deno, *check, "--quiet", str(tmp_path)], capture_output=True, timeout=60).returncode


def test_no_style_sheet_says_a_word():
    """It would be English in every language."""
    said = {file.name: re.findall(r'content:\s*"[^"]*[A-Za-z]', file.read_text("utf-8")) for file in FILES}
    assert not {name: words for name, words in said.items() if words}
