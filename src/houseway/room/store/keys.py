"""What a database's address says: whether it is one, and where the key lies that signs its entries."""

import hashlib
import re
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from houseway.errors import UnknownName
from houseway.places import data_folder

BACKENDS = ("sqlite", "postgresql")


def url_of(database: str) -> URL:
    """The address of a database that a room can be kept in."""
    try:
        url = make_url(database)
        url.get_dialect()().create_connect_args(url)
    except (ArgumentError, ValueError):  # of a port that is none
        url = None
    if url is None or url.get_backend_name() not in BACKENDS:
        raise UnknownName(f"{shown(database)!r} is no database: write sqlite:///room.db or postgresql+psycopg://…")
    if url.get_backend_name() == "sqlite" and ((url.database or "").startswith("file:") or "uri" in url.query):
        raise UnknownName(
            f"{shown(database)!r} names a file by an address of SQLite's own, where nobody would look at who else may "
            "change it: write sqlite:///room.db"
        )
    return url


def shown(database: str) -> str:
    """An address as people may read it: without a password, wherever in it that stands."""
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # of a port that is none
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


def in_a_line(fault: BaseException, database: str) -> str:
    """What a database says of an error of its own: its first line, without a password."""
    says = hushed(getattr(fault, "orig", None) or fault, database).strip()
    return says.splitlines()[0] if says else type(fault).__name__


_SECRET = re.compile(r"((?:password|passfile|sslpassword|token)=)[^&\s]*", re.IGNORECASE)


def key_file(database: str) -> Path | None:
    """Beside an SQLite file, else in the user's data folder by server and name; none for a room in memory."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        return Path(url.database + ".key") if url.database and url.database != ":memory:" else None
    _, given = url.get_dialect()().create_connect_args(url)  # what is in the query too, which goes before the rest
    server = f"{given.get('host') or ''}:{given.get('port') or 5432}"
    name = given.get("dbname") or url.database or "room"
    return data_folder() / f"{name}-{hashlib.sha256(server.encode()).hexdigest()[:8]}.key"


def older_key_file(database: str) -> Path | None:
    """Where the key of a PostgreSQL room lay when it went by the database's name alone."""
    url = url_of(database)
    return None if url.get_backend_name() == "sqlite" else data_folder() / f"{url.database or 'room'}.key"
