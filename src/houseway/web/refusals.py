"""What is answered before the application is asked, or in its stead: JSON to scripts, to a browser a page from memory.

This answers floods too: nothing is looked up for it, no template is written and no thread is taken.
"""

from collections.abc import Mapping
from functools import cache
from math import ceil

from markupsafe import Markup, escape
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from houseway.web.words import ENGLISH, Language, chosen, codes, language, sentence

SCRIPTS = ("/api/", "/v1/")
"""Where programs ask, whatever they say that they take."""

OTHER_NAME = "this room does not answer to that name: its operator names it with --host-name"

FRAME = Markup("""<!doctype html>
<html lang="{code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#101418">
<title>{title} · houseway</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/base.css"><link rel="stylesheet" href="/static/pages.css">
</head>
<body class="paper">
<header class="bar"><a class="brand" href="/">houseway</a></header>
<main id="main"><section class="narrow centred">
  <h1>{heading}</h1>
  <p class="lead">{{says}}</p>
  <p><a class="button" href="/">{lobby}</a></p>
</section></main>
</body>
</html>
""")


def prepared() -> None:
    """Read the languages and try one sentence in each: whoever is refused first has nobody wait for that."""
    for code in codes():
        _page(language(code), OTHER_NAME)


def refused(scope: Scope, status: int, says: str, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal for who asked: a page in their language where they asked for one."""
    asked = HTTPConnection(scope)
    if scope["path"].startswith(SCRIPTS) or "text/html" not in asked.headers.get("accept", ""):
        return JSONResponse({"error": says, "clause": ""}, status, headers)
    own = chosen(asked.cookies, asked.headers.get("accept-language", ""))
    return HTMLResponse(_page(own, says), status, {**(headers or {}), "Content-Language": own.code})


def too_often(scope: Scope, wait: float) -> Response:
    """Who asks too often is told how many whole seconds to wait, in the sentence as in the header."""
    seconds = max(1, ceil(wait))
    unit = "second" if seconds == 1 else "seconds"
    says = f"too many requests: wait {seconds} {unit} and try again"
    return refused(scope, 429, says, {"Retry-After": str(seconds)})


def _page(own: Language, says: str) -> Markup:
    told = own.word(says)
    words = escape(sentence(told))
    if told == says and own.code != ENGLISH:
        words = Markup('<span lang="en">{}</span>').format(words)
    return _frame(own.code).format(says=words)


@cache
def _frame(code: str) -> Markup:
    """The page in a language, but for what it says."""
    gettext = language(code).texts.gettext
    title, heading, lobby = map(gettext, ("Not like this", "That did not work", "To the lobby"))
    return FRAME.format(code=code, title=title, heading=heading, lobby=lobby)
