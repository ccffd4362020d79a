"""Pages from templates: what every one of them is given, and the words and figures they use."""

from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from starlette.templating import Jinja2Templates

from houseway import __version__
from houseway.cards import parse_card
from houseway.money import dollars, signed
from houseway.web.faces import card_svg
from houseway.web.guard import token_of

HERE = Path(__file__).parent
STATIC = HERE / "static"


def moment(stamp: str) -> str:
    """A time of the record for people: to the minute, UTC."""
    return stamp[:16].replace("T", " at ") + " UTC" if stamp else "some time ago"


def sentence(words: str) -> str:
    """With a capital letter, the rest as it is."""
    return words[:1].upper() + words[1:]


templates = Jinja2Templates(HERE / "templates")
templates.env.filters.update(
    dollars=dollars, signed=signed, face=lambda card: card_svg(parse_card(card)), moment=moment, sentence=sentence
)
templates.env.globals.update(version=__version__)
templates.env.trim_blocks = True
templates.env.lstrip_blocks = True


def page(request: Request, template: str, *, status: int = 200, **more: Any) -> HTMLResponse:
    """A page; `more` is what this one needs besides."""
    context = {"csrf": token_of(request.state.visit), "viewer": None, **more}
    return templates.TemplateResponse(request, template, context, status_code=status)
