"""A game that houseway has never heard of: installed from a wheel, and played in the browser."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from browsing import Player
from playwright.sync_api import Browser, expect

import wheels

PATIENCE = 60


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """`houseway room` in a process of its own that finds the installed package."""
    work = tmp_path_factory.mktemp("elsewhere")
    site = wheels.installed("baccarat", work)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "houseway", "room", "--port", str(port), "--database", f"sqlite:///{work}/room.db"]
    env = {**os.environ, "PYTHONPATH": str(site)}
    with (
        (work / "log").open("w") as log,
        subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=work) as process,
    ):
        try:
            _wait_for(address, work / "log")
            yield SimpleNamespace(address=address)
        finally:
            process.terminate()


def _wait_for(address: str, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if httpx.get(address).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"the room does not open: {log.read_text()}")


def test_a_game_from_a_wheel_is_in_the_lobby_and_is_played(elsewhere: SimpleNamespace, browser: Browser) -> None:
    ann = Player(elsewhere, browser, "Ann")
    expect(ann.page.get_by_text("Minibaccarat").first).to_be_visible()
    ann.open_table("baccarat")
    ann.sit(1)
    ann.at("[data-key=chip-25]").click()
    ann.at("[data-key=spot-banker]").click()
    ann.at("[data-key=deal]").click()
    expect(ann.at(".paper-slip")).to_be_visible()
    expect(ann.at(".paper-slip")).to_contain_text("banker")
    folder = Path(os.environ.get("HOUSEWAY_SCREENSHOTS", ""))
    if folder.name:
        ann.page.screenshot(path=folder / "baccarat.png")
    ann.close()
