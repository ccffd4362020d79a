"""Documents of one's own: the same with another paytable or other pays, checked again whole and known by their hash."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.document.model import Document
from houseway.document.paytables import Pay, Paytable
from houseway.document.reader import document_from
from houseway.document.settings import Settings
from houseway.errors import IllegalSetting


def with_paytable(document: Document, paytable: Paytable) -> Document:
    """The document with one more paytable, in force by default.

    Where a setting chooses among the paytables of the wager it stands beside the printed ones and is chosen; where no
    setting does, it stands in their place.
    """
    return with_paytables(document, (paytable,))


@lru_cache(maxsize=16)
def with_paytables(document: Document, paytables: tuple[Paytable, ...]) -> Document:
    """The same with several: the document is read once, and not again for who asks for them next."""
    content = dict(document.content)
    for paytable in paytables:
        content |= _with(content, paytable)
    return document_from(content, document.game)


def meet(document: Document, paytables: Sequence[Paytable]) -> bool:
    """Whether one of these paytables stands in the place of another, or of a printed one of another wager."""
    ids, wagers = {each.id for each in paytables}, {each.wager for each in paytables}
    own = {(each.id, each.wager) for each in paytables}
    others = {each.id for each in document.paytables if (each.id, each.wager) not in own}
    return len(ids) < len(paytables) or len(wagers) < len(paytables) or bool(ids & others)


def _with(content: Mapping[str, Any], paytable: Paytable) -> dict[str, Any]:
    """What is otherwise in the content of a document with one more paytable."""
    chosen = f"{paytable.wager}-paytable"
    choosing = any(setting["id"] == chosen for setting in content["setting"])
    kept = [
        table
        for table in content.get("paytable", [])
        if table["id"] != paytable.id and (choosing or table["wager"] != paytable.wager)
    ]
    settings = [
        {**setting, "default": paytable.id} if setting["id"] == chosen else setting for setting in content["setting"]
    ]
    other = {"paytable": [*kept, paytable_content(paytable)], "setting": settings}
    if not choosing:
        other["figure"] = [figure for figure in content.get("figure", []) if figure.get("wager") != paytable.wager]
    return other


def with_pays(settings: Settings, wager: str, pays: Mapping[str, object]) -> Document:
    """The document with some pays of the paytable in force changed, by award; that table has its own id."""
    table = settings.paytable(wager)
    if table is None:
        raise IllegalSetting(f"{settings.document.wager(wager).name} has no paytable in force whose pays could be set")
    table = table.with_pays(pays)
    changed = ", ".join(f"{award}={given}" for award, given in pays.items())
    named = Paytable(
        f"{table.id} with {changed}", table.wager, table.clause, table.basis, table.decks, table.rows, table.limit
    )
    return with_paytable(settings.document, named)


def extended(document: Document, content: Mapping[str, Any]) -> Document:
    """The document under another id with what a variant adds: `game`, `name`, and more clauses, wagers, settings ...

    A table of an id that the document has already stands in its place.
    """
    merged: dict[str, Any] = dict(document.content)
    for key, value in content.items():
        if isinstance(value, list) and isinstance(before := merged.get(key, []), list):
            replaced = {each.get("id") for each in value if isinstance(each, dict)}
            merged[key] = [each for each in before if each["id"] not in replaced] + value
        else:
            merged[key] = value
    if merged.get("game") == document.game:
        raise IllegalSetting(f"a variant of {document.name} has an id of its own: write one as game = …")
    return document_from(merged, f"{merged['game']}, document")


def paytable_content(paytable: Paytable) -> dict[str, Any]:
    """A paytable as a document's file tells it."""
    content: dict[str, Any] = {
        "id": paytable.id,
        "wager": paytable.wager,
        "clause": paytable.clause,
        "basis": paytable.basis,
        "rows": [{"award": row.award, "label": row.label, "pays": pay_text(row.pay)} for row in paytable.rows],
    }
    if paytable.decks is not None:
        content["decks"] = list(paytable.decks)
    if paytable.limit:
        content["limit"] = f"{paytable.limit // 100}.{paytable.limit % 100:02d}"
    return content


def pay_text(pay: Pay) -> str:
    """A pay as a file tells it: what `parse_pay` reads."""
    return str(pay) if pay.kind != "percent" else f"{_decimal(100 * pay.amount)}%"


def _decimal(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else str(amount)
