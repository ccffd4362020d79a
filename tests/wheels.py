"""An example package, built as a wheel and installed into a folder: what a user who installs it has."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
QUIET = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index")


def installed(name: str, work: Path) -> Path:
    """The folder that the package is installed into; it goes before all others on the path."""
    source = work / name
    for path in sorted((EXAMPLES / name).rglob("*")):
        if path.is_file() and path.suffix in (".py", ".toml", ".md"):
            target = source / path.relative_to(EXAMPLES / name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    pip("wheel", *QUIET, "--no-build-isolation", "--wheel-dir", str(work), str(source))
    (wheel,) = work.glob("*.whl")
    pip("install", *QUIET, "--target", str(work / "site"), str(wheel))
    return work / "site"


def pip(*args: str) -> None:
    ran = subprocess.run([sys.executable, "-m", "pip", *args], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
