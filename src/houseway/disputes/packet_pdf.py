"""A dispute packet as a PDF, set by Typst: the same bytes from the same record, on every machine."""

from typing import Any

from houseway.disputes.packet import Packet, Place
from houseway.faces import HEIGHT, WIDTH, face, letter_of
from houseway.money import dollars
from houseway.round.explanation import reason_json
from houseway.sheet.typeset import typeset

COLOURS = {"c": "#101418", "s": "#101418", "d": "#b3261e", "h": "#b3261e", "j": "#5b3a8e"}
FONT = "Libertinus Serif"
"""What Typst brings along: no font of the machine is asked for."""


def pdf_of(packet: Packet) -> bytes:
    """The file."""
    return typeset("houseway.disputes", "packet.typ", packet=_told(packet))


def _told(packet: Packet) -> dict[str, Any]:
    """What the template shows, in words."""
    return {
        "title": packet.title,
        "record": packet.hashes[0][1][:12],
        "source": packet.source_in_words,
        "about": packet.about,
        "places": [_place(each) for each in packet.places],
        "lines": [
            {"cells": line.cells, "title": line.title, "reason": reason_json(line.reason)} for line in packet.lines
        ],
        "notes": [*packet.findings, *packet.remarks],
        "clauses": [(clause.id, clause.says) for clause in packet.clauses],
        "departures": [(d.setting, d.value, d.layer, d.clause, d.says) for d in packet.departures],
        "paytables": [
            {"title": f"{each.wager}: {each.id}", "about": each.about, "rows": each.rows} for each in packet.paytables
        ],
        "settings": [each.cells for each in packet.settings],
        "settings-words": packet.settings_in_words,
        "chosen": packet.chosen,
        "proof": packet.proof,
        "hashes": packet.hashes,
    }


def _place(place: Place) -> dict[str, Any]:
    piles = [{"name": pile, "cards": [card_svg(card) for card in cards]} for pile, cards in place.piles]
    wagers = ", ".join(f"{wager} {dollars(cents)}" for wager, cents in place.wagers)
    return {"who": place.who, "piles": piles, "wagers": wagers, "chose": ", ".join(place.chose)}


def card_svg(card: int) -> str:
    """A card as a drawing by itself, in its colour."""
    drawn = face(card).replace("Georgia, 'Times New Roman', serif", FONT).replace("Georgia, serif", FONT)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'color="{COLOURS[letter_of(card)]}">{drawn}</svg>'
    )
