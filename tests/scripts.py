"""The scripts of the pages, asked by deno what they say of something."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway.web as web

STATIC = Path(web.__file__).parent / "static"

READ = f"""const files = JSON.parse(await new Response(Deno.stdin.readable).text());
const S = "{STATIC.as_uri()}";
"""
"""What was given as `files`, and where the scripts are as `S`."""


def ask_deno(folder: Path, code: str, files: Any) -> Any:
    """What a script says about these files."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    (folder / "ask.js").write_text(code, encoding="utf-8")
    words = [deno, "run", "--quiet", "--no-config", f"--allow-read={STATIC}", str(folder / "ask.js")]
    done = subprocess.run(words, input=json.dumps(files), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
