"""A dispute packet as one page of HTML that needs nothing else, on a screen and on paper."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from houseway.disputes.packet import Packet, Place
from houseway.faces import HEIGHT, WIDTH, face, letter_of, spoken
from houseway.money import dollars
from houseway.round.explanation import Reason

Rows = Iterable[tuple[str, ...]]


@cache
def style() -> str:
    """The style of the page, which stands in it."""
    return files("houseway.disputes").joinpath("packet.css").read_text(encoding="utf-8")


def html_of(packet: Packet) -> str:
    """The whole page."""
    body = "".join(_parts(packet))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(packet.title)}: dispute packet</title>\n<style>{style()}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def _parts(packet: Packet) -> Iterator[str]:
    yield f"<header><h1>{escape(packet.title)}</h1>\n"
    yield f'<p class="small">Dispute packet. {escape(packet.source_in_words)}.</p>\n'
    yield f"{_pairs(packet.about)}</header>\n<main>\n"
    yield f'<h2>Cards and wagers</h2>\n<div class="places">{"".join(map(_place, packet.places))}</div>\n'
    yield f"<h2>The ruling</h2>\n{_ruling(packet)}"
    for words in (*packet.findings, *packet.remarks):
        yield f'<p class="note">{escape(words)}</p>\n'
    for line in packet.lines:
        yield f"<h3>{escape(line.title)}</h3>\n"
        yield f'<ul class="reason">{_reason(line.reason)}</ul>\n'
    yield _section("Clauses cited", "In our own words.", _pairs((clause.id, clause.says) for clause in packet.clauses))
    yield _departures(packet)
    yield _paytables(packet)
    yield _settings(packet)
    if packet.proof:
        how = "A room opens every card of an ended shoe at /proof; tools/verify_shoe.py checks it without the room."
        yield _section("The shoe", how, _pairs(packet.proof, code=True))
    yield _section("Hashes", "", _pairs(packet.hashes, code=True))
    yield "</main>\n"


def _section(title: str, words: str, body: str) -> str:
    said = f'<p class="small">{escape(words)}</p>\n' if words else ""
    return f"<h2>{escape(title)}</h2>\n{said}{body}"


def _pairs(rows: Iterable[tuple[str, str]], *, code: bool = False) -> str:
    made = [
        f"<dt>{escape(key)}</dt><dd>{f'<code>{escape(value)}</code>' if code else escape(value)}</dd>"
        for key, value in rows
    ]
    return f"<dl>{''.join(made)}</dl>\n" if made else ""


def _table(columns: tuple[str, ...], rows: Rows, *, caption: str = "", chosen: Sequence[int] = ()) -> str:
    """A table; a column whose name begins with ">" holds figures, and the rows that are `chosen` stand out."""
    kinds = [' class="figure"' if column.startswith(">") else "" for column in columns]
    heads = "".join(
        f'<th scope="col"{kind}>{escape(column.lstrip(">"))}</th>' for column, kind in zip(columns, kinds, strict=True)
    )
    lines = []
    for number, row in enumerate(rows):
        cells = "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True))
        lines.append(f'<tr class="chosen">{cells}</tr>' if number in chosen else f"<tr>{cells}</tr>")
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    table = f"<table>{said}<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{table}</div>\n'


def _place(place: Place) -> str:
    piles = "".join(
        f'<div class="pile">{f"<span>{escape(pile)}</span>" if pile else ""}{"".join(map(card_html, cards))}</div>'
        for pile, cards in place.piles
    )
    wagers = ", ".join(f"{escape(wager)} {dollars(cents)}" for wager, cents in place.wagers)
    chose = f"<br>Chose {escape(', '.join(place.chose))}" if place.chose else ""
    words = f'<p class="small">{wagers}{chose}</p>' if wagers else ""
    return f'<section class="place"><h3>{escape(place.who)}</h3>{piles}{words}</section>'


def card_html(card: int) -> str:
    """A card drawn in the page."""
    return (
        f'<svg class="card suit-{letter_of(card)}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(spoken(card))}">{face(card)}</svg>'
    )


def _ruling(packet: Packet) -> str:
    columns = (">Seat", "Wager", ">Staked", ">Returned", ">Commission", ">Won or lost", "Clause")
    return _table(columns, [line.cells for line in packet.lines])


def _reason(reason: Reason) -> str:
    parts = f'<ul class="reason">{"".join(map(_reason, reason.parts))}</ul>' if reason.parts else ""
    named = not reason.clause or f"clause {reason.clause}" in reason.says
    clause = "" if named else f' <span class="clause">clause {escape(reason.clause)}</span>'
    return f"<li>{escape(reason.says)}{clause}{parts}</li>"


def _departures(packet: Packet) -> str:
    if not packet.departures:
        return _section("Departures", "The table departs from the approved document and the state in nothing.", "")
    rows = [(each.setting, each.value, each.layer, each.clause, each.says) for each in packet.departures]
    return _section("Departures", "", _table(("Departs", "Chosen", "Layer", "Clause", "Why"), rows))


def _paytables(packet: Packet) -> str:
    tables = [
        _table(("Award", ">Pays"), table.rows, caption=f"{table.wager}: {table.id} ({table.about})")
        for table in packet.paytables
    ]
    return _section("Paytables in force", "", f'<div class="pays">{"".join(tables)}</div>\n') if tables else ""


def _settings(packet: Packet) -> str:
    columns, rows = ("Setting", "Value", "Default", "Layer", "Clause"), [each.cells for each in packet.settings]
    return _section("Settings", packet.settings_in_words, _table(columns, rows, chosen=packet.chosen))
