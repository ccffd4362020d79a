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

BROWSER = """
const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
const element = { content: "", dataset: {}, classList: { toggle() {} }, lang: "en" };
globalThis.document = { querySelector: () => element, documentElement: element, addEventListener() {} };
"""
"""As much of a browser as the script of one's own number looks at."""


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


JUDGED = f"""{READ}
const {{ roundFault, shoeFault }} = await import(`${{S}}/dealt.js`);
const {{ logFault, packFault }} = await import(`${{S}}/claims.js`);
const {{ headFault }} = await import(`${{S}}/signed.js`);
const own = {{ noted: undefined, receipts: [] }};
const shoe = (p) => shoeFault(p) || packFault(p) || logFault(p) || headFault(p.log.head);
const fault = ([r, p, older]) => shoe(p) || roundFault(r, p, {{ ...own, round: r.round, older }});
console.log(JSON.stringify(files.map(fault)));
"""


def pages(files: list[tuple[Any, Any]], folder: Path, *, older: bool = False) -> list[str]:
    """What the page of a proof says is wrong with each record and its proof."""
    found: list[str] = ask_deno(folder, JUDGED, [(record, proof, older) for record, proof in files])
    return found
