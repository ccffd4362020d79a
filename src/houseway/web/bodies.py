"""What the body of a request may be: its kind, its bytes, its parts; all of it is counted before anybody reads it.

What a form in parts says of each part is read in a time that grows with the square of its `;`, on the event loop. So
only a page where a file is chosen takes parts; they are few, and their heads are short.
"""

import asyncio
import re

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from houseway.web.turns import Place

MOST_BODY = 1024 * 1024
"""Bytes of a request's body, forms and files together."""

SHORT_BODY = 16 * 1024
"""Bytes of a body that nobody minds."""

MOST_JSON = 128 * 1024
"""Bytes of a body that is no form: settings and paytables of one's own are the longest, and have 40,000 characters."""

FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")

UTF_8 = re.compile(r';\s*charset\s*=\s*("?)utf-?8\1\s*(?=;|$)', re.IGNORECASE)
"""The one charset that a body is read in: others take minutes to decode, or make texts that nobody can write."""

BODY_WITHIN = 30.0
"""Seconds for all of a body to arrive."""

UPLOADS = ("/academy/check",)
"""Where a file is chosen: the one kind of form that comes in parts."""

MOST_TYPE = 200
"""Characters of a Content-Type: browsers send some seventy."""

MOST_PARTS = 8
MOST_HEAD = 1_000
MOST_MARKS = 8
"""Parts of a form; bytes of what stands before each of them, and `;` in it."""

PARTED = re.compile(r'multipart/form-data; *boundary=("?)([\w\'()+,./:=?-]{1,70})\1', re.ASCII | re.IGNORECASE)
"""A form in parts as browsers name it: one boundary, and nothing besides."""

CHARSET = "a request is read as UTF-8 and nothing else: leave the charset out of its Content-Type, or name utf-8"
TYPE = f"a Content-Type has at most {MOST_TYPE} characters: leave out what is not needed"
NO_PARTS = (
    "a form comes in parts only where a file is chosen, with its boundary and nothing else in its Content-Type: "
    "send it as application/x-www-form-urlencoded"
)
TOO_MANY_PARTS = (
    f"a form in parts has at most {MOST_PARTS} parts, and {MOST_HEAD:,} bytes and {MOST_MARKS} semicolons before each: "
    "send less at once"
)
TOO_SLOW = "the request took too long to arrive: try again"
CLOSE = {"Connection": "close"}


def is_form(headers: Headers) -> bool:
    """Whether a request brings a form, which may hold files: what it has is read field by field."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() in FORMS


def most_of(headers: Headers) -> int:
    """Bytes that the body of a request may have."""
    return MOST_BODY if is_form(headers) else MOST_JSON


def length_of(headers: Headers) -> int:
    """Bytes that the body of a request has; where it does not say so, as many as it may."""
    return most_of(headers) if "transfer-encoding" in headers else int(headers.get("content-length", "0"))


def too_large(most: int) -> str:
    return f"a request of this kind has at most {most:,} bytes: send less at once"


def unread(path: str, headers: Headers) -> str:
    """Why a body of this kind is not read; nothing where it is."""
    types = [value.lower() for value in headers.getlist("content-type")]
    if sum(map(len, types)) > MOST_TYPE:
        return TYPE
    if len(types) > 1 or any("charset" in UTF_8.sub("", each, count=1) for each in types):
        return CHARSET
    parted = any("multipart" in each for each in types)
    return NO_PARTS if parted and (path not in UPLOADS or _boundary(headers) is None) else ""


def _boundary(headers: Headers) -> bytes | None:
    """What stands between the parts of a form; nothing where it has none."""
    found = PARTED.fullmatch(UTF_8.sub("", headers.get("content-type", ""), count=1).strip())
    return None if found is None else found[2].encode()


def bounded(receive: Receive, headers: Headers, place: Place | None = None) -> Receive:
    """A body in bytes that are counted as they come, and in time; what comes after it takes as long as it likes.

    Once all of it is here, and not before, a place is taken for it.
    """
    taken, until, whole, most = 0, 0.0, False, most_of(headers)

    async def take() -> Message:
        nonlocal taken, until, whole
        if whole:
            return await receive()
        until = until or asyncio.get_running_loop().time() + BODY_WITHIN
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW, CLOSE) from None
        taken += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if taken > most:
            raise HTTPException(413, too_large(most), CLOSE)
        if whole and place is not None and message["type"] == "http.request":
            await place.take()
        return message

    boundary = _boundary(headers)
    return take if boundary is None else _in_parts(take, boundary)


def _in_parts(receive: Receive, boundary: bytes) -> Receive:
    """The same of a form in parts: all of it comes first, and is handed on where its parts may be read."""
    came: list[Message] = []
    looked = False

    async def take() -> Message:
        nonlocal looked
        if not looked:
            came.append(await receive())
            while came[-1].get("more_body", False):
                came.append(await receive())
            looked = True
            _check_parts(b"".join(message.get("body", b"") for message in came), boundary)
        return came.pop(0) if came else await receive()

    return take


def _check_parts(body: bytes, boundary: bytes) -> None:
    """Refuse parts that take long to read; the last piece is what stands behind them."""
    _, *parts = body.split(b"--" + boundary, MOST_PARTS + 2)
    heads = [part.partition(b"\r\n\r\n")[0] for part in parts]
    if len(parts) > MOST_PARTS + 1 or any(len(head) > MOST_HEAD or head.count(b";") > MOST_MARKS for head in heads):
        raise HTTPException(413, TOO_MANY_PARTS, CLOSE)
