"""Pages from templates: what every one of them is given, and the words and figures they use."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from starlette.templating import Jinja2Templates
from starlette.types import Receive, Scope, Send

from houseway import __version__
from houseway.cards import parse_card, symbol
from houseway.document import Document
from houseway.web.amounts import dollars, minus, signed, thousands
from houseway.web.faces import card_svg
from houseway.web.guard import place_in, token_of
from houseway.web.lab_names import paytable_named, value_named
from houseway.web.lab_offers import counted, counts, designs, joined
from houseway.web.refusals import refused
from houseway.web.turns import MOST_WAITING, Full, Turns
from houseway.web.words import COUNTS, ENGLISH, NUMBERED, Language, chosen, codes, language, sentence

WRITERS = 2
"""Pages that are written at once."""

TOO_MANY = "too many pages are asked for from your address at once: wait a moment and try again"

_OF_LOOP: RunVar[Turns] = RunVar("writers of pages")

HERE = Path(__file__).parent
STATIC = HERE / "static"


@pass_context
def moment(context: Context, stamp: str) -> str:
    """A time of the record for people: to the minute, UTC."""
    texts = language_in(context).texts
    if not stamp:
        return texts.gettext("some time ago")
    return texts.gettext("%(day)s at %(time)s UTC") % {"day": stamp[:10], "time": stamp[11:16]}


def language_in(context: Context) -> Language:
    """The language that a page is written in."""
    found = context.get("language")
    return found if isinstance(found, Language) else language(ENGLISH)


LACKING = re.compile(r"this needs [\w-]+, which a plain install leaves out: ", re.IGNORECASE)
WITHOUT = "This room runs without the lab: what would have to be computed is left out."
STAFF = ("dealer", "manager")


@pass_context
def word(context: Context, text: str) -> str:
    """What a game or the room says, in the language of the page; what is not installed, and how to add it, is told to
    who works here.
    """
    viewer = context.get("viewer")
    if LACKING.search(str(text)) and (viewer is None or viewer.role not in STAFF):
        return language_in(context).texts.gettext(WITHOUT)
    return language_in(context).word(str(text))


@pass_context
def said(context: Context, text: str) -> str:
    """The same with a capital letter; a sentence that the language has no words for is marked as English."""
    own = word(context, text)
    if own != text or language_in(context).code == ENGLISH:
        return sentence(own)
    return Markup('<span lang="en" data-untranslated>{}</span>').format(sentence(text))


@pass_context
def clause(context: Context, id_: str) -> str:
    """What a clause without a number is called, in the language of the page."""
    return language_in(context).clause(id_)


@pass_context
def cited(context: Context, id_: str) -> str:
    """`clause 7.i`, or of a clause that has no number its name in words: `the rule “what a push is”`."""
    return _cited(language_in(context), id_)


def _cited(own: Language, id_: str) -> str:
    if NUMBERED.fullmatch(id_):
        return own.texts.gettext("clause %(id)s") % {"id": id_}
    return own.texts.gettext("the rule “%(name)s”") % {"name": own.clause(id_)}


CITED = "([A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]|[A-Za-z0-9])"
"""The id of a clause, where a sentence cites it."""


@pass_context
def citing(context: Context, text: str) -> Markup:
    """A sentence in the language of the page, with the clauses that it cites as people call them."""
    return Markup(clauses_named(language_in(context), escape(text)))


def clauses_named(own: Language, text: str) -> str:
    """The same of a sentence of any language."""
    before, after = own.texts.gettext("clause %(id)s").split("%(id)s")
    cites = rf"(?<!\w){re.escape(before)}{CITED}{re.escape(after)}"
    return re.sub(cites, lambda found: _cited(own, found[1]), text)


@pass_context
def setting(context: Context, id_: str) -> str:
    """What a setting is called, in the language of the page."""
    return language_in(context).setting(id_)


@pass_context
def value(context: Context, text: str, id_: str) -> str:
    """What a setting is, in words."""
    return language_in(context).value(id_, text)


@pass_context
def paytable(context: Context, id_: str, document: Document) -> str:
    """What a paytable is called, in the language of the page."""
    return paytable_named(language_in(context), id_, document)


@pass_context
def of_setting(context: Context, text: str, id_: str, document: Document | None) -> str:
    """What a setting of a game is, in words: a paytable by its name, another setting by that one's."""
    return value_named(language_in(context), text, id_, document)


@pass_context
def face(context: Context, card: str) -> Markup:
    """A card, with its name for people who listen."""
    return card_svg(parse_card(card), language_in(context))


def counted_in(values: Mapping[str, object]) -> dict[str, object]:
    """What is put into a text, counts with their separators."""
    return {
        name: thousands(value) if name in COUNTS and isinstance(value, int) else value for name, value in values.items()
    }


@pass_context
def gettext(context: Context, message: str, **values: object) -> Markup:
    """A marked text; what is put into it is escaped, the text itself is ours."""
    return Markup(language_in(context).texts.gettext(message)) % counted_in(values)


@pass_context
def ngettext(context: Context, one: str, many: str, num: int, **values: object) -> Markup:
    """A marked text that counts something."""
    return Markup(language_in(context).texts.ngettext(one, many, num)) % counted_in({"num": num, **values})


PAYTABLE = re.compile(r"\bPT-[A-Z0-9-]+")


CARD = re.compile(r"(?<![\w-])(?!(?:(?<=^)|(?<=[.:;] ))As [a-z])[2-9TJQKA][cdhs](?![\w-])")
"""A card as records write it; not the word that begins a sentence."""


TEN = re.compile("T(?=[♠♥♦♣])")


def in_words(says: str) -> str:
    """A sentence of a ruling with cards as people write them and without the numbers of paytables."""
    cards = CARD.sub(lambda card: symbol(parse_card(card[0])), PAYTABLE.sub("the paytable", says))
    return minus(TEN.sub("10", cards))


templates = Jinja2Templates(HERE / "templates")
templates.env.tests |= {each.__name__: each for each in (counts, counted, designs, joined)}
templates.env.add_extension("jinja2.ext.i18n")
templates.env.policies["ext.i18n.trimmed"] = True
templates.env.newstyle_gettext = True  # type: ignore[attr-defined]  # texts take their values by name
templates.env.globals.update(version=__version__, gettext=gettext, ngettext=ngettext, _=gettext)
templates.env.filters.update(
    dollars=dollars,
    signed=signed,
    minus=minus,
    thousands=thousands,
    face=face,
    moment=moment,
    sentence=sentence,
    word=word,
    said=said,
    clause=clause,
    cited=cited,
    citing=citing,
    paytable=paytable,
    setting=setting,
    value=value,
    of_setting=of_setting,
    in_words=in_words,
)
templates.env.trim_blocks = True
templates.env.lstrip_blocks = True


def page(request: Request, template: str, *, status: int = 200, **more: Any) -> HTMLResponse:
    """A page in the language of who asks; `more` is what this one needs besides."""
    speaks = more.pop("language", None) or chosen(request.cookies, request.headers.get("accept-language", ""))
    others = [language(code) for code in codes() if code != speaks.code]
    context = {"csrf": token_of(request.state.visit), "viewer": None, "language": speaks, "others": others, **more}
    answer = Page(templates.get_template(template), {"request": request, **context}, status)
    answer.headers["Content-Language"] = speaks.code
    return answer


class Page(HTMLResponse):
    """A page that is written when it is sent: in a thread, a few at once, and who waits for it holds none.

    However many read, two threads at most take turns with the event loop and with those who play; addresses come in
    turn, so that nobody waits for all that another has asked for.
    """

    def __init__(self, template: Template, context: dict[str, Any], status: int) -> None:
        super().__init__(status_code=status)
        del self.headers["content-length"]
        self._template, self._context = template, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with _writers().turn(place_in(scope)):
                text = await to_thread.run_sync(self._template.render, self._context, limiter=CapacityLimiter(1))
        except Full:
            await refused(scope, 429, TOO_MANY, {"Retry-After": "2"})(scope, receive, send)
            return
        self.body = text.encode()
        self.headers["content-length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def _writers() -> Turns:
    """Those of this event loop."""
    try:
        return _OF_LOOP.get()
    except LookupError:
        _OF_LOOP.set(Turns(WRITERS, MOST_WAITING))
        return _OF_LOOP.get()
