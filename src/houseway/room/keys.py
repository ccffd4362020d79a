"""Where the key lies that signs checkpoints."""

import os
from pathlib import Path

from sqlalchemy.engine import make_url


def key_file(database: str) -> Path | None:
    """Beside an SQLite file, else in the user's data folder under the database's name; none for a room in memory."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        return Path(url.database + ".key") if url.database and url.database != ":memory:" else None
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "houseway" / f"{url.database or 'room'}.key"
