"""What a database's address says: whether it is one, and where the key lies that signs its checkpoints."""

import os
import re
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from houseway.errors import UnknownName

BACKENDS = ("sqlite", "postgresql")


def url_of(database: str) -> URL:
    """The address of a database that a room can be kept in."""
    try:
        url = make_url(database)
        url.get_dialect()
    except ArgumentError:
        url = None
    if url is None or url.get_backend_name() not in BACKENDS:
        raise UnknownName(f"{shown(database)!r} is no database: write sqlite:///room.db or postgresql+psycopg://…")
    return url


def shown(database: str) -> str:
    """An address as people may read it: without a password, wherever in it that stands."""
    try:
        url = make_url(database)
    except ArgumentError:
        return re.sub(r"(?<=[/:])[^/@]*@", "***@", _SECRET.sub(r"\1***", database))
    return _SECRET.sub(r"\1***", url.render_as_string(hide_password=True))


def hushed(says: object, database: str) -> str:
    """What an error says, without the password of the database."""
    url = make_url(database)
    words = [url.password, *(value for key, value in url.query.items() if "password" in key.casefold())]
    text = str(says).replace(database, shown(database))
    for each in words:
        text = text.replace(each, "***") if isinstance(each, str) and each else text
    return text


_SECRET = re.compile(r"((?:password|passfile|sslpassword|token)=)[^&\s]*", re.IGNORECASE)


def key_file(database: str) -> Path | None:
    """Beside an SQLite file, else in the user's data folder under the database's name; none for a room in memory."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        return Path(url.database + ".key") if url.database and url.database != ":memory:" else None
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "houseway" / f"{url.database or 'room'}.key"
