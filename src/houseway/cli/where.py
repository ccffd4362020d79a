"""Where a card room is kept unless somebody names a place, who runs a command, and how the room's page is opened."""

import errno
import getpass
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

from houseway.errors import HousewayError
from houseway.places import data_folder

HERE = Path("houseway-room.db")
LAST_PORT = 65535
PATIENCE = 20.0
"""Seconds that a browser waits for the room to open."""


def usual_room() -> str:
    """The room in this folder where one lies here, else the one in the user's data folder."""
    return f"sqlite:///{HERE if HERE.exists() else data_folder() / 'room.db'}"


ROOM = usual_room()


def user_name() -> str:
    """Who runs this command; where the machine has no name for its user, as in a container, the user's number."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return f"user {os.getuid()}" if os.name == "posix" else "somebody"


def by_command() -> str:
    """Whom the room's journal names for what a command does."""
    return f"command: {user_name()}"[:60]


def made_ready(database: str) -> None:
    """Make the user's data folder, private to the user, where the room is kept there."""
    folder = data_folder()
    if database.startswith(f"sqlite:///{folder}"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def check_free(host: str, port: int) -> None:
    """Refuse an address where something listens already, or where nothing can."""
    try:
        tried = [_bound(*each) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except OSError as fault:
        tried = [fault]
    faults = [fault for fault in tried if fault is not None]
    where = f"the room cannot be opened at {host}, port {port}"
    if any(fault.errno == errno.EADDRINUSE for fault in faults):
        named = "make run PORT=" if "MAKELEVEL" in os.environ else "--port "  # as it was asked for
        other = f"{named}{port - 1 if port == LAST_PORT else port + 1}"
        raise HousewayError(f"{where}: something listens there already, perhaps a room; choose another, as in {other}")
    if len(faults) == len(tried):
        raise HousewayError(f"{where}: {faults[0].strerror}; choose others with --host and --port")


def _bound(family: int, kind: int, _protocol: int, _name: str, address: tuple[str, int]) -> OSError | None:
    """What keeps a listener from an address, as the server would take it."""
    with socket.socket(family, kind) as tried:
        if os.name == "posix":
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        try:
            tried.bind(address)
        except OSError as fault:
            return fault
    return None


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
