"""Pages from templates: what every one of them is given, and the words and figures they use."""

from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from starlette.templating import Jinja2Templates

from houseway import __version__
from houseway.cards import parse_cards
from houseway.money import dollars, signed
from houseway.web.faces import card_svg, spoken
from houseway.web.guard import token_of

HERE = Path(__file__).parent
STATIC = HERE / "static"

templates = Jinja2Templates(HERE / "templates")
templates.env.filters.update(dollars=dollars, signed=signed, spoken=spoken, face=card_svg, cards=parse_cards)
templates.env.globals.update(version=__version__)
templates.env.trim_blocks = True
templates.env.lstrip_blocks = True


def page(request: Request, template: str, *, status: int = 200, **more: Any) -> HTMLResponse:
    """A page; `more` is what this one needs besides."""
    context = {"csrf": token_of(request.state.visit), "viewer": None, **more}
    return templates.TemplateResponse(request, template, context, status_code=status)
