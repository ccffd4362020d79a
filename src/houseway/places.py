"""Where houseway keeps what is the user's."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's own folder: as the environment says, or where the system has such things."""
    if named := os.environ.get("XDG_DATA_HOME"):
        return Path(named) / "houseway"
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "houseway"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "houseway"
    return Path.home() / ".local" / "share" / "houseway"
