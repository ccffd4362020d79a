"""Where a card room is kept unless somebody names a place, and how its page is opened."""

import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

from houseway.places import data_folder

HERE = Path("houseway-room.db")
PATIENCE = 20.0
"""Seconds that a browser waits for the room to open."""


def usual_room() -> str:
    """The room in this folder where one lies here, else the one in the user's data folder."""
    return f"sqlite:///{HERE if HERE.exists() else data_folder() / 'room.db'}"


ROOM = usual_room()


def made_ready(database: str) -> None:
    """Make the user's data folder, private to the user, where the room is kept there."""
    folder = data_folder()
    if database.startswith(f"sqlite:///{folder}"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def has_screen() -> bool:
    """Whether a browser with windows can be expected: never one that would take the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show_page(host: str, port: int) -> threading.Thread:
    """Open the room's page in the user's browser as soon as the room answers."""
    thread = threading.Thread(target=_show, args=(host, port), name="browser", daemon=True)
    thread.start()
    return thread


def _show(host: str, port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(f"http://{host}:{port}/")
            return
