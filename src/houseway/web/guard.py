"""What every request passes: its name, size and rate, security headers, a cookie for the visit, a line in the log.

A POST carries a token that only a page of this visit can know: it is derived from a cookie that no script can read.
"""

import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Annotated, NamedTuple
from urllib.parse import SplitResult, urlsplit

from fastapi import Depends, Form, Header, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import HousewayError
from houseway.web.bodies import CLOSE, SHORT_BODY, bounded, length_of, most_of, too_large, unread
from houseway.web.refusals import OTHER_NAME, prepared, refused, too_often
from houseway.web.requests_log import Log
from houseway.web.turns import FORM, PLACE, Lines, Place

VISIT = "houseway-visit"
SESSION = "houseway-session"
PORT = re.compile(r":([0-9]{1,5})$")
HOST = re.compile(r"(?:[\w.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
"""A name or an address and a port, as a browser sends it: who asks is sent back to it where a path is spelled short."""
OURS = re.compile(rb'houseway(?<![^;\s]houseway)[-_][\w-]+=[^;\s"]*')

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

READ = ("/check", "/new", "/change")
"""How paths end to which settings and paytables of one's own are posted: the room's own process reads them."""

ACTS = 8
"""Forms of an address that are worked on at once, once they have come whole: each has a thread, which may wait for a
lock on the database."""

DOORS = ("/code", "/password", "/second-factor")
"""Where tries are counted: to look at a password takes a tenth of a second and 64 MiB. At `/sign-in` guests have none:
who brings one is counted there, by `tried`."""

ARRIVALS = ("/sign-in", "/code", "/play")
"""Where somebody may come in as somebody new."""

MOST_NAME = 200
"""Bytes of a name in the query of an address."""


class Forged(HousewayError):
    """A post that does not come from one of our pages."""


class Rate(NamedTuple):
    """How many requests may come at once, and how many a second after that."""

    burst: float
    a_second: float


class Limits(NamedTuple):
    """Rates by what is done: reading, acting at a table, trying the door.

    They hold for a person, and for all of an address who are nobody yet. `crowd` is for everything from one address,
    whatever cookies come with it: there may be many people behind it. `arrivals` is for who comes in as somebody new,
    `texts` for who has settings and paytables of their own read, `bytes` for long bodies from one address, which take
    a third of a second a mebibyte to read, and `deals` for decisions of the drill, which wait for an answer.
    """

    reads: Rate = Rate(200, 40)
    acts: Rate = Rate(60, 12)
    doors: Rate = Rate(20, 0.5)
    crowd: Rate = Rate(3_000, 300)
    arrivals: Rate = Rate(200, 0.1)
    texts: Rate = Rate(60, 3)
    bytes: Rate = Rate(2 * 1024 * 1024, 64 * 1024)
    deals: Rate = Rate(100, 3)


class Buckets:
    """Token buckets, one for each rate and key; the oldest are forgotten when there are too many."""

    MOST = 20_000

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[Rate, str], tuple[float, float]] = {}

    def take(self, rate: Rate, key: str, wanted: int = 1) -> float:
        """Take a token, or as many as are wanted; the seconds to wait where there are not enough."""
        now = self._clock()
        tokens, then = self._left.pop((rate, key), (rate.burst, now))
        tokens = min(rate.burst, tokens + (now - then) * rate.a_second)
        self._left[rate, key] = (tokens - wanted if tokens >= wanted else tokens, now)
        if len(self._left) > self.MOST:
            del self._left[next(iter(self._left))]
        return 0.0 if tokens >= wanted else (wanted - tokens) / rate.a_second


class Sessions:
    """Whose sessions are known, as the answers to their requests have told: a cookie that is made up is nobody's."""

    MOST = 20_000

    def __init__(self) -> None:
        self._people: dict[bytes, int] = {}

    def learn(self, token: str, person: int | None) -> None:
        """A request of this session was answered, and this is whose it was."""
        key = _key(token)
        self._people.pop(key, None)
        if token and person is not None:
            self._people[key] = person
        if len(self._people) > self.MOST:
            del self._people[next(iter(self._people))]

    def whose(self, token: str) -> str:
        """Whom to count a request of this session for; nothing where it is not known."""
        person = self._people.get(_key(token)) if token else None
        return "" if person is None else f"person {person}"


def _key(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def place_of(host: str) -> str:
    """An address as rates know it: of the sixth version, the network that one household has."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if found.version == 6:
        found = found.ipv4_mapped or ipaddress.ip_address(int(found) >> 64 << 64)
    return str(found)


def place_in(scope: Scope) -> str:
    """Where a request comes from, as the server knows it and rates count it."""
    return place_of((scope.get("client") or ("", 0))[0])


def answers_to(host: str, names: Collection[str]) -> bool:
    """Whether a room of these names is meant by this `Host`: by one of them, by this machine's own, or by digits.

    A page elsewhere can make a browser take its own name for this address; it cannot make it send another `Host`.
    """
    if HOST.fullmatch(host) is None:
        return False
    name = parts_of(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.removesuffix(".") in names
    return True


def named(cookie: str, headers: Headers) -> str:
    """A cookie's name at the port that is asked: a browser keeps one jar for a machine, however many rooms it has."""
    port = PORT.search(headers.get("host", ""))
    return cookie if port is None else f"{cookie}-{port[1]}"


def own_cookies(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers without the cookies that others have set on this machine: to unquote them may take seconds."""
    own = b"; ".join(each for name, value in headers if name == b"cookie" for each in OURS.findall(value))
    others = [each for each in headers if each[0] != b"cookie"]
    return [*others, (b"cookie", own)] if own else others


def session_in(request: HTTPConnection) -> str:
    """The token of the session that a request comes with; nothing where it has none."""
    return request.cookies.get(named(SESSION, request.headers), "")


def token_of(visit: str) -> str:
    """The token that a page of this visit carries."""
    return hmac.digest(visit.encode(), b"houseway post", "sha256").hex()


def parts_of(address: str) -> SplitResult:
    """An address in its parts; of one that is none, nothing."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def check_token(request: Request, token: str) -> None:
    """Refuse a post from elsewhere."""
    visit = request.cookies.get(VISIT, "")
    origin = request.headers.get("origin", "")
    elsewhere = bool(origin) and parts_of(origin).netloc != request.headers.get("host", "")
    if elsewhere or not visit or not hmac.compare_digest(token_of(visit).encode(), token.encode()):
        raise Forged("this request did not come from a page of this visit: reload the page and try again")


def from_our_form(request: Request, csrf: Annotated[str, Form()] = "") -> None:
    """The dependency of every form."""
    check_token(request, csrf)


async def from_our_script(request: Request, x_csrf_token: Annotated[str, Header()] = "") -> None:
    """The dependency of every command that a script posts."""
    check_token(request, x_csrf_token)


OurForm = Depends(from_our_form)
OurScript = Depends(from_our_script)


class Guard:
    """The outermost layer: names, limits, headers, the visit's cookie and the log."""

    def __init__(self, app: ASGIApp, limits: Limits, names: Collection[str] = ()) -> None:
        self._app = app
        self._limits = limits
        self._names = frozenset(name.casefold() for name in names)
        self._buckets = Buckets()
        self._sessions = Sessions()
        self._acts = Lines(ACTS)
        self._log = Log()
        prepared()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        scope["headers"] = own_cookies(scope["headers"])
        asked = HTTPConnection(scope)
        cookies, session = asked.cookies, session_in(asked)
        fresh = "" if cookies.get(VISIT) else secrets.token_urlsafe(32)
        state = scope.setdefault("state", {})
        status, place = 0, place_in(scope)
        state["visit"] = cookies.get(VISIT) or fresh
        state["tried"] = partial(self._buckets.take, self._limits.doors, place)
        form = Place(self._acts, place) if _in_thread(scope) else None
        PLACE.set(place)
        FORM.set(form)

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if form is not None:
                    form.leave()
                if "person" in state:
                    self._sessions.learn(session, state["person"])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if fresh and "public" not in headers["Cache-Control"]:
                    secure = "; Secure" if scope["scheme"] == "https" else ""
                    headers.append("Set-Cookie", f"{VISIT}={fresh}; Path=/; HttpOnly; SameSite=Strict{secure}")
            await send(message)

        try:
            if (refusal := self._refused(scope, session)) is not None:
                await refusal(scope, receive, dressed)
            else:
                await self._app(scope, bounded(receive, Headers(scope=scope), form), dressed)
        finally:
            if form is not None:
                form.leave()
            self._log.write(scope, status, time.perf_counter() - start, place)

    def _refused(self, scope: Scope, session: str) -> Response | None:
        """The refusal of what is not looked at any further; None of what is."""
        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if wait := self._wait(scope, session):
            return too_often(scope, wait)
        if not answers_to(headers.get("host", ""), self._names):
            return refused(scope, 421, OTHER_NAME)
        if not length.isdigit() or int(length[:20]) > most_of(headers):
            return refused(scope, 413, too_large(most_of(headers)), CLOSE)
        if wait := self._wait_with(length_of(headers), scope):
            return too_often(scope, wait)
        if why := unread(scope["path"], headers):
            return refused(scope, 415, why, CLOSE)
        if not scope["query_string"].isascii():
            return refused(scope, 400, "the address is not well formed: escape what is not ASCII")
        if any(len(each.partition(b"=")[0]) > MOST_NAME for each in scope["query_string"].split(b"&")):
            return refused(scope, 400, f"a name in the address has at most {MOST_NAME} bytes")
        return None

    def _wait_with(self, length: int, scope: Scope) -> float:
        """Seconds to wait with a long body: whoever sends several at once has others wait while they are read."""
        return self._buckets.take(self._limits.bytes, place_in(scope), length) if length > SHORT_BODY else 0.0

    def _wait(self, scope: Scope, session: str) -> float:
        """Seconds to wait: for the address, whatever cookies it sends, and for the person whose session comes with it.

        A session that nobody has been seen with counts for the address: whoever makes cookies up gains nothing.
        """
        path, method = scope["path"], scope["method"]
        host = place_in(scope)
        if wait := self._buckets.take(self._limits.crowd, host):
            return wait
        if _at_hand(path):
            return 0.0
        if path in DOORS and method == "POST" and (wait := self._buckets.take(self._limits.doors, host)):
            return wait
        if path in ARRIVALS and method == "POST":
            return self._buckets.take(self._limits.arrivals, host)
        if path in DOORS and method == "POST":
            return 0.0
        rate = self._limits.reads if method in ("GET", "HEAD") else self._limits.acts
        if method == "POST" and path.endswith("/drill") and (wait := self._buckets.take(self._limits.deals, host)):
            return wait
        if method == "POST" and path.endswith(READ) and (wait := self._buckets.take(self._limits.texts, host)):
            return wait
        return self._buckets.take(rate, self._sessions.whose(session) or host)


def _in_thread(scope: Scope) -> bool:
    """Whether a form is sent, which is done in a thread that may wait for the database; scripts wait without one."""
    return scope["method"] == "POST" and not scope["path"].startswith(("/api/", "/v1/"))


def _at_hand(path: str) -> bool:
    """Whether nothing is looked up for it."""
    return path.startswith("/static/") or path == "/health"
