"""Writes `requirements.lock`: what a room runs on, each wheel by its hash. Run it whenever `constraints.txt` changes.

    .venv/bin/python tools/lock.py            asks the package index that pip is set up for
    .venv/bin/python tools/lock.py docs       the same of `docs/requirements.lock`, what the site is built with
    .venv/bin/python tools/lock.py build      the same of `deploy/build.lock`, what makes the wheel of an image
    .venv/bin/python tools/lock.py --check    says what is not as the constraints have it; asks nobody

Versions are those of `constraints.txt`; wheels those of Linux on two processors, for each Python that we run on.
`pip install --require-hashes -r requirements.lock` takes these files and no others, wherever they come from.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
CONSTRAINTS, LOCK = ROOT / "constraints.txt", ROOT / "requirements.lock"
EXTRAS = ("lab", "web", "postgres")
"""What a room is run with."""

SITE = ROOT / "docs" / "requirements.lock"
FOR_SITE = ("docs",)
"""What the documentation is built with."""

BUILD = ROOT / "deploy" / "build.lock"
"""What an image's wheel is made with."""

PYTHONS = ("3.11", "3.12", "3.13")
PLATFORMS = {
    processor: [f"manylinux_2_{minor}_{processor}" for minor in range(34, 16, -1)] + [f"manylinux2014_{processor}"]
    for processor in ("x86_64", "aarch64")
}
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def pins(file: Path) -> dict[str, str]:
    """The versions that a file of requirements names."""
    return {canonicalize_name(name): version for name, version in PIN.findall(file.read_text(encoding="utf-8"))}


def project() -> dict[str, Any]:
    """What `pyproject.toml` has now."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requires(name: str) -> list[str]:
    """What a package needs: our own as `pyproject.toml` has it now, however long ago it was installed."""
    if name != "houseway":
        return distribution(name).requires or []
    own = project()["project"]
    extras = own["optional-dependencies"].items()
    return own["dependencies"] + [f'{each}; extra == "{extra}"' for extra, wanted in extras for each in wanted]


def needed(name: str = "houseway", extras: Iterable[str] = EXTRAS) -> set[str]:
    """The packages that these extras need, as those that are installed say."""
    found: set[str] = set()
    waiting = [(name, frozenset(extras))]
    done = set()
    while waiting:
        name, chosen = waiting.pop()
        if (name, chosen) in done:
            continue
        done.add((name, chosen))
        for text in requires(name):
            wanted = Requirement(text)
            environments = [{"extra": extra} for extra in chosen or {""}]
            if wanted.marker is None or any(wanted.marker.evaluate(each) for each in environments):
                waiting.append((canonicalize_name(wanted.name), frozenset(wanted.extras)))
        found.add(name)
    return found - {"houseway"}


def builders() -> set[str]:
    """The packages that make the wheel."""
    return {canonicalize_name(Requirement(each).name) for each in project()["build-system"]["requires"]}


def wheels(wanted: list[str], python: str, platforms: list[str]) -> dict[str, str]:
    """The hash of the wheel of each package for a Python on a platform, as pip would choose it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
        command += ["--only-binary", ":all:", "--target", folder, "--python-version", python, "--implementation", "cp"]
        command += [part for each in platforms for part in ("--platform", each)]
        subprocess.run([*command, "--report", str(report), *wanted], check=True)
        chosen = json.loads(report.read_text())["install"]
    return {
        canonicalize_name(each["metadata"]["name"]): each["download_info"]["archive_info"]["hashes"]["sha256"]
        for each in chosen
    }


def written(versions: dict[str, str], hashes: dict[str, set[str]], what: str = "What a room runs on") -> str:
    """The file: a package a paragraph."""
    head = f"# {what}, by hash: made by tools/lock.py from constraints.txt. Do not edit.\n"
    lines = [
        " \\\n    ".join([f"{name}=={versions[name]}", *(f"--hash=sha256:{each}" for each in sorted(hashes[name]))])
        for name in sorted(hashes)
    ]
    return head + "\n".join(lines) + "\n"


def faults(lock: Path | None = None, wanted: set[str] | None = None) -> list[str]:
    """What a lock has otherwise than the constraints, or not at all."""
    wanted = needed() if wanted is None else wanted
    locked, versions = pins(lock or LOCK), pins(CONSTRAINTS)
    found = [f"{name} is needed and not locked" for name in sorted(wanted - set(locked))]
    found += [f"{name} is locked and not needed" for name in sorted(set(locked) - wanted)]
    found += [
        f"{name} is locked at {locked[name]}, and the constraints have {versions.get(name)}"
        for name in sorted(wanted & set(locked))
        if locked[name] != versions.get(name)
    ]
    return found


class Lock(NamedTuple):
    """A file, the packages that it names, and what they are for."""

    file: Path
    wanted: set[str]
    what: str


def locks() -> dict[str, Lock]:
    """Every lock, by the word that asks for it."""
    return {
        "room": Lock(LOCK, needed(), "What a room runs on"),
        "docs": Lock(SITE, needed(extras=FOR_SITE), "What the site is built with"),
        "build": Lock(BUILD, builders(), "What the wheel of an image is made with"),
    }


def write(lock: Lock) -> None:
    """Ask for the wheels of a lock's packages, and write their hashes down."""
    versions, hashes = pins(CONSTRAINTS), {}
    names = sorted(lock.wanted)
    for python in PYTHONS:
        for platforms in PLATFORMS.values():
            for name, found in wheels([f"{each}=={versions[each]}" for each in names], python, platforms).items():
                hashes.setdefault(name, set()).add(found)
    lock.file.write_text(written(versions, hashes, lock.what), encoding="utf-8")
    print(f"{lock.file.relative_to(ROOT)}: {len(hashes)} packages, {sum(map(len, hashes.values()))} wheels")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lock", nargs="?", choices=("room", "docs", "build"), default="room")
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args()
    if given.check:
        found = [each for lock in locks().values() for each in faults(lock.file, lock.wanted)]
        sys.exit("\n".join([*found, "run tools/lock.py"]) if found else 0)
    write(locks()[given.lock])


if __name__ == "__main__":
    main()
