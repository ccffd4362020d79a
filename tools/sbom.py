"""Writes `sbom.json`: every package that a room runs on, with version, licence and hashes, in CycloneDX's form.

    .venv/bin/python tools/sbom.py

It is made of what is installed and of `requirements.lock`, and is the same whenever and wherever it is made.
"""

import argparse
import json
import uuid
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from lock import EXTRAS, LOCK, needed, pins, requires
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from houseway import __version__

ROOT = Path(__file__).parent.parent
SBOM = ROOT / "sbom.json"
FORM = "1.6"
"""Of CycloneDX: https://cyclonedx.org/docs/1.6/json/"""


def licence(found: Distribution) -> list[dict[str, Any]]:
    """As the package states it: an expression, or words."""
    told = found.metadata
    if expression := told.get("License-Expression"):
        return [{"expression": expression}]
    words = [each.split(" :: ")[-1] for each in told.get_all("Classifier") or [] if each.startswith("License ::")]
    short = (told.get("License") or "").strip().splitlines()[:1]
    return [{"license": {"name": each}} for each in words or short]


def reference(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


def component(name: str, version: str, hashes: list[str]) -> dict[str, Any]:
    """One package."""
    found = {"type": "library", "name": name, "version": version, "purl": reference(name, version)}
    found |= {"bom-ref": reference(name, version), "licenses": licence(distribution(name))}
    return found | {"hashes": [{"alg": "SHA-256", "content": each} for each in hashes]}


def hashes_of(lock: str) -> dict[str, list[str]]:
    """The hashes that the lock has of each package."""
    found: dict[str, list[str]] = {}
    for line in lock.splitlines():
        if "==" in line:
            name = canonicalize_name(line.split("==")[0])
        elif "--hash=sha256:" in line:
            found.setdefault(name, []).append(line.split("sha256:")[1].rstrip(" \\"))
    return found


def depends(name: str, among: dict[str, str]) -> list[str]:
    """What a package needs of the others."""
    wanted = {canonicalize_name(Requirement(each).name) for each in requires(name)}
    return sorted(reference(each, among[each]) for each in wanted & set(among))


def made() -> dict[str, Any]:
    """The whole list."""
    versions, hashes = pins(LOCK), hashes_of(LOCK.read_text(encoding="utf-8"))
    ours = reference("houseway", __version__)
    direct = {canonicalize_name(Requirement(each).name) for each in requires("houseway")}
    components = [component(name, versions[name], hashes[name]) for name in sorted(needed())]
    tree = [{"ref": reference(name, versions[name]), "dependsOn": depends(name, versions)} for name in sorted(needed())]
    top = sorted(reference(name, versions[name]) for name in direct & set(versions))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORM,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, LOCK.read_text(encoding='utf-8'))}",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "houseway", "version": ours.split("@")[1], "bom-ref": ours},
            "properties": [{"name": "houseway:extras", "value": ",".join(EXTRAS)}],
        },
        "components": components,
        "dependencies": [{"ref": ours, "dependsOn": top}, *tree],
    }


def text() -> str:
    return json.dumps(made(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    SBOM.write_text(text(), encoding="utf-8")
    print(f"{SBOM.name}: {len(made()['components'])} packages")
