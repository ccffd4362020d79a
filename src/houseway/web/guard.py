"""What every request passes: security headers, a cookie for the visit, the rate limit, and one line in the log.

A POST carries a token that only a page of this visit can know: it is derived from a cookie that no script can read.
"""

import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable
from typing import Annotated, NamedTuple
from urllib.parse import SplitResult, urlsplit

from fastapi import Depends, Form, Header, Request
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import HousewayError

VISIT = "houseway-visit"
SESSION = "houseway-session"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

log = logging.getLogger("houseway.web")


class Forged(HousewayError):
    """A post that does not come from one of our pages."""


class Rate(NamedTuple):
    """How many requests may come at once, and how many a second after that."""

    burst: float
    a_second: float


class Limits(NamedTuple):
    """Rates by what is done: reading, acting at a table, trying the door.

    `crowd` is for all from one address whose sessions have not been seen to be any: there may be many people behind it.
    """

    reads: Rate = Rate(200, 40)
    acts: Rate = Rate(60, 12)
    doors: Rate = Rate(20, 0.5)
    crowd: Rate = Rate(4_000, 800)


class Buckets:
    """Token buckets, one for each rate and key; the oldest are forgotten when there are too many."""

    MOST = 20_000

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[Rate, str], tuple[float, float]] = {}

    def take(self, rate: Rate, key: str) -> float:
        """Take one token; the seconds to wait where there is none."""
        now = self._clock()
        tokens, then = self._left.pop((rate, key), (rate.burst, now))
        tokens = min(rate.burst, tokens + (now - then) * rate.a_second)
        self._left[rate, key] = (tokens - 1 if tokens >= 1 else tokens, now)
        if len(self._left) > self.MOST:
            del self._left[next(iter(self._left))]
        return 0.0 if tokens >= 1 else (1 - tokens) / rate.a_second


class Sessions:
    """The sessions that were somebody's when they were last looked up; the oldest are forgotten."""

    MOST = 20_000

    def __init__(self) -> None:
        self._known: dict[str, None] = {}

    def __contains__(self, session: str) -> bool:
        return session in self._known

    def note(self, session: str, *, somebody: bool) -> None:
        self._known.pop(session, None)
        if somebody and session:
            self._known[session] = None
        if len(self._known) > self.MOST:
            del self._known[next(iter(self._known))]


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


def from_our_script(request: Request, x_csrf_token: Annotated[str, Header()] = "") -> None:
    """The dependency of every command that a script posts."""
    check_token(request, x_csrf_token)


OurForm = Depends(from_our_form)
OurScript = Depends(from_our_script)


class Guard:
    """The outermost layer: limits, headers, the visit's cookie and the log."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._buckets = Buckets()
        self._sessions = Sessions()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        cookies = HTTPConnection(scope).cookies
        fresh = "" if cookies.get(VISIT) else secrets.token_urlsafe(32)
        state = scope.setdefault("state", {})
        state["visit"] = cookies.get(VISIT) or fresh
        status = 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if "person" in state:
                    self._sessions.note(cookies.get(SESSION, ""), somebody=state["person"] is not None)
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if fresh:
                    secure = "; Secure" if scope["scheme"] == "https" else ""
                    headers.append("Set-Cookie", f"{VISIT}={fresh}; Path=/; HttpOnly; SameSite=Strict{secure}")
            await send(message)

        wait = self._wait(scope, cookies)
        try:
            if wait:
                await _too_often(wait, dressed)
            elif not scope["query_string"].isascii():
                await _answer(400, "the address is not well formed: escape what is not ASCII", dressed)
            else:
                await self._app(scope, receive, dressed)
        finally:
            _write(scope, status, time.perf_counter() - start)

    def _wait(self, scope: Scope, cookies: dict[str, str]) -> float:
        path, method = scope["path"], scope["method"]
        if path.startswith("/static/") or path == "/health":
            return 0.0
        host = (scope.get("client") or ("", 0))[0]
        if path == "/sign-in" and method == "POST":
            return self._buckets.take(self._limits.doors, host)
        rate = self._limits.reads if method in ("GET", "HEAD") else self._limits.acts
        session = cookies.get(SESSION, "")
        wait = self._buckets.take(rate, session or host)
        if session and session not in self._sessions:
            # Anybody can send a new cookie with each request: that must not be a new burst each.
            wait = max(wait, self._buckets.take(self._limits.crowd, host))
        return wait


async def _too_often(wait: float, send: Send) -> None:
    seconds = str(int(wait) + 1).encode()
    await _answer(429, f"too many requests: wait {wait:.0f} seconds and try again", send, (b"retry-after", seconds))


async def _answer(status: int, sentence: str, send: Send, *more: tuple[bytes, bytes]) -> None:
    """A refusal that the application does not see."""
    body = json.dumps({"error": sentence, "clause": ""}).encode()
    headers = [(b"content-type", b"application/json"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _write(scope: Scope, status: int, seconds: float) -> None:
    """One line a request: no cookies, no query, no body, so no secret and no card."""
    person = scope.get("state", {}).get("person")
    line = {
        "method": scope["method"],
        "path": scope["path"],
        "status": status,
        "ms": round(1000 * seconds, 1),
        "person": person,
    }
    level = logging.ERROR if status >= 500 else logging.WARNING if status == 429 else logging.INFO
    log.log(level, json.dumps(line))
