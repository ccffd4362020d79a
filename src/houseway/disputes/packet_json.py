"""The dispute packet as JSON, for who reads it by a program: `houseway schema packet` is its form."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from houseway.disputes.packet import Line, Packet, Place
from houseway.round.codec import hand_json
from houseway.round.explanation import reason_json


def json_of(packet: Packet) -> str:
    """The packet as one JSON value; the same record gives the same text."""
    told = {
        "game": packet.game,
        "title": packet.title,
        "about": _pairs(packet.about),
        "places": [_place(each) for each in packet.places],
        "lines": [_line(each) for each in packet.lines],
        "remarks": list(packet.remarks),
        "findings": list(packet.findings),
        "clauses": [asdict(each) for each in packet.clauses],
        "settings": [each._asdict() for each in packet.settings],
        "departures": [each._asdict() for each in packet.departures],
        "paytables": [
            each._asdict() | {"rows": [{"label": label, "pays": pays} for label, pays in each.rows]}
            for each in packet.paytables
        ],
        "proof": _pairs(packet.proof),
        "source": asdict(packet.source),
        "hashes": _pairs(packet.hashes),
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _pairs(given: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in given]


def _place(place: Place) -> dict[str, Any]:
    piles = [{"name": name, "cards": hand_json(cards)} for name, cards in place.piles]
    wagers = [{"wager": wager, "cents": cents} for wager, cents in place.wagers]
    return {"who": place.who, "piles": piles, "wagers": wagers, "chose": list(place.chose)}


def _line(line: Line) -> dict[str, Any]:
    cents = {"stake_cents": line.stake, "returned_cents": line.returned, "commission_cents": line.commission}
    return {"seat": line.seat, "wager": line.wager} | cents | {"cents": line.net, "reason": reason_json(line.reason)}
