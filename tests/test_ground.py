"""The ground a room stands on: packages by hash, the list of them, and the files it is deployed with."""

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

import wheels
from houseway.cli import app as commands
from houseway.games import games

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch):
    """A script of `tools/`, imported."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


def test_what_a_room_needs_is_locked_at_the_versions_of_the_constraints(tool):
    assert tool("lock").faults() == [], "run tools/lock.py"


def test_what_the_wheel_of_an_image_is_made_with_is_locked_too(tool):
    lock = tool("lock").locks()["build"]
    assert tool("lock").faults(lock.file, lock.wanted) == [], "run tools/lock.py build"


@pytest.mark.parametrize("name, least", [("room", 30), ("build", 1)])
def test_every_package_of_a_lock_has_its_hashes_and_no_address(tool, name, least):
    lock = tool("lock")
    text = lock.locks()[name].file.read_text()
    paragraphs = re.findall(r"^(\S+==\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    assert len(paragraphs) == len(lock.pins(lock.locks()[name].file)) >= least
    assert not re.search(r"https?:|--index|--find-links|--trusted", text)


def test_a_package_that_is_missing_or_older_is_found_out(tool, tmp_path):
    lock = tool("lock")
    text = lock.LOCK.read_text()
    lock.LOCK = tmp_path / "requirements.lock"
    lock.LOCK.write_text(re.sub(r"^fastapi==\S+", "fastapi==0.1", text, flags=re.MULTILINE).replace("uvicorn", "x"))
    found = lock.faults()
    assert "uvicorn is needed and not locked" in found
    assert "x is locked and not needed" in found
    assert any(each.startswith("fastapi is locked at 0.1") for each in found)


def test_the_list_of_packages_is_true(tool):
    tool("lock")
    sbom = tool("sbom")
    kept = json.loads(sbom.SBOM.read_text())
    assert kept == sbom.made(), "run tools/sbom.py"
    assert (kept["bomFormat"], kept["specVersion"]) == ("CycloneDX", "1.6")
    known = {kept["metadata"]["component"]["bom-ref"]} | {each["bom-ref"] for each in kept["components"]}
    assert {each["ref"] for each in kept["dependencies"]} == known
    assert {to for each in kept["dependencies"] for to in each["dependsOn"]} <= known
    assert all(each["licenses"] and each["hashes"] for each in kept["components"])


@pytest.mark.parametrize("name", ["lock", "sbom"])
def test_a_tool_that_is_asked_for_help_writes_nothing(name):
    """They asked the index, and wrote."""
    written = [
        ROOT / each for each in ("requirements.lock", "sbom.json", "docs/requirements.lock", "deploy/build.lock")
    ]
    before = [each.stat().st_mtime_ns for each in written]
    asked = [sys.executable, str(ROOT / "tools" / f"{name}.py"), "--help"]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout.startswith("usage: ")) == (0, True)
    assert [each.stat().st_mtime_ns for each in written] == before


def options() -> set[str]:
    """What `houseway room` understands."""
    import typer

    command = typer.main.get_command(commands).commands["room"]
    return {option for each in command.params for option in each.opts}


@pytest.mark.parametrize("file, line", [("houseway.service", "ExecStart="), ("Containerfile", "ENTRYPOINT ")])
def test_what_is_started_is_understood(file, line):
    """Every option that a file of `deploy/` gives the room is one that it has."""
    (started,) = re.findall(rf"^{line}(.*)$", (DEPLOY / file).read_text(), re.MULTILINE)
    words = json.loads(started) if started.startswith("[") else shlex.split(started)
    assert words[0].endswith("/houseway")
    assert words[1] == "room"
    assert {word for word in words if word.startswith("--")} <= options()


def test_the_container_takes_what_is_locked_and_runs_as_nobody_in_particular():
    text = (DEPLOY / "Containerfile").read_text()
    installed = re.findall(r"pip install --no-cache-dir (.*?)(?: \\)?$", text, re.MULTILINE)
    assert installed == [
        "--require-hashes --only-binary :all: -r requirements.lock",
        "--require-hashes --only-binary :all: -r build.lock",
        "--no-deps --no-index /tmp/dist/*.whl",
    ]
    for copied in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / each).exists() for each in copied.split()), copied
    stages = text.split("FROM ")
    assert "USER houseway" in stages[-1]
    assert "pip install" not in stages[-1]
    assert "--read-only" in text


def test_what_the_container_copies_makes_a_whole_wheel(tmp_path):
    """The step that builds, run on those files and no others: nothing of the package is left behind."""
    text = (DEPLOY / "Containerfile").read_text().split("FROM ")[1]
    assert "pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /tmp/dist ." in text
    source = tmp_path / "src"
    for copied in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE):
        for each in copied.split():
            copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
            unwanted = (
                {"ignore": shutil.ignore_patterns("__pycache__", "*.egg-info")} if copy is shutil.copytree else {}
            )
            (source / each).parent.mkdir(parents=True, exist_ok=True)
            copy(ROOT / each, source / each, **unwanted)
    quiet = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")
    wheels.pip("wheel", *quiet, "--wheel-dir", str(tmp_path), str(source))
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("houseway/")}
    package = source / "src"
    there = {str(path.relative_to(package)) for path in (package / "houseway").rglob("*") if path.is_file()}
    assert there - packed == set(), "name them in pyproject.toml, under package-data"


def test_the_container_s_python_is_one_that_the_lock_is_for():
    """And what checks its health asks for an address that the room answers to."""
    text = (DEPLOY / "Containerfile").read_text()
    images = set(re.findall(r"^FROM (\S+)", text, re.MULTILINE))
    assert images == {"docker.io/library/python:3.11-slim-bookworm"}
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text()
    (check,) = re.findall(r"^HEALTHCHECK CMD (.*)$", text, re.MULTILINE)
    (started,) = re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    port = json.loads(started)[json.loads(started).index("--port") + 1]
    assert f"http://127.0.0.1:{port}/health" in json.loads(check)[2]
    assert f"EXPOSE {port}" in text
    compile(json.loads(check)[2], "HEALTHCHECK", "exec")


HARDENED = (
    *("DynamicUser=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "PrivateDevices=yes"),
    *("NoNewPrivileges=yes", "CapabilityBoundingSet=", "RestrictSUIDSGID=yes", "SystemCallFilter=@system-service"),
    *("UMask=0077", "StateDirectoryMode=0700"),
)


def test_the_service_has_as_little_of_the_machine_as_it_needs(tmp_path):
    text = (DEPLOY / "houseway.service").read_text()
    assert set(HARDENED) <= set(text.splitlines())
    if (analyze := shutil.which("systemd-analyze")) is None:
        return
    unit = tmp_path / "houseway.service"
    unit.write_text(text.replace("/opt/houseway/bin/houseway", shutil.which("true") or "/bin/true"))
    told = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert not re.search(r"houseway\.service.*(Unknown|Failed to parse|Invalid)", told.stderr), told.stderr


NO_LENGTH = {"CACHE", "GAMES", "KEY", "LUCK", "SCREENSHOTS", "ROUNDS"}
"""Variables of the tests that make nothing longer; the rounds of the oracle are a script of their own in the soak."""


def test_the_soak_names_every_long_form(tool):
    read = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"""(?:environ(?:\.get\(|\[)|turns\()"HOUSEWAY_([A-Z_]+)""", path.read_text())
    }
    assert "KILLS" in read
    assert "tools/soak.py" in (ROOT / "Makefile").read_text().split("\nsoak:")[1].split("\n\n")[0]
    soak = tool("soak").PROMISES
    assert {name for name in read - NO_LENGTH if f"HOUSEWAY_{name}" not in {each.variable for each in soak}} == set()
    assert {each.tests[0] for each in soak if not each.variable} == {game.id for game in games()}
    missing = [test for each in soak for test in each.tests if each.variable and not stands(test)]
    assert missing == [], "the soak runs what is there"


def stands(test: str) -> bool:
    """There is such a test."""
    file, _, name = test.partition("::")
    return (ROOT / file).exists() and (not name or f"def {name}(" in (ROOT / file).read_text())
