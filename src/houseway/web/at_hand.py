"""Files that come with the room, from memory: who asks for one waits for no thread, and gets all of it.

Ranges are not looked at: a hundred of them in one request took a hundred turns of threads.
"""

import re
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

NAME = re.compile(r"[\w-]+(\.[\w-]+)+", re.ASCII)


class Content(NamedTuple):
    """A file's bytes, and what tells them from others."""

    bytes: bytes
    tag: str


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int) -> Content:
    found = path.read_bytes()
    return Content(found, f'"{sha256(found).hexdigest()[:32]}"')


def file(path: Path, headers: Headers) -> Response:
    """A file, or that it is still the one that the browser has."""
    content = _read(path, path.stat().st_mtime_ns)
    known = {"ETag": content.tag}
    if content.tag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=known)
    return Response(content.bytes, media_type=guess_type(path)[0], headers=known)


class Files:
    """The files of one folder, as an application: those that lie there as it begins, so that no name that somebody
    asks for reaches the disk."""

    def __init__(self, folder: Path) -> None:
        self._files = {each.name: each for each in folder.iterdir() if NAME.fullmatch(each.name) and each.is_file()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(scope["root_path"]).removeprefix("/")
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        if name not in self._files:
            raise HTTPException(404)
        await file(self._files[name], Headers(scope=scope))(scope, receive, send)
