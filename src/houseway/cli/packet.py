"""`houseway packet`: the dispute packet of one round, as a page or as a PDF."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.files import check_target, name_of, text_of
from houseway.errors import Faulty, HousewayError

if TYPE_CHECKING:
    from houseway.disputes.packet import Packet


def packet(
    record: Annotated[
        str,
        typer.Argument(
            metavar="ROUND", help="The record of a round, TOML or JSON; - is stdin; or the round in a line."
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="packet.html, .pdf or .json; it must be named.")
    ] = "",
    proof: Annotated[
        str, typer.Option("--proof", metavar="FILE", help="The proof of the shoe, as the room gives it.")
    ] = "",
) -> None:
    """Write all that the ruling on a round rests on: cards, reasons, clauses, settings, departures, proof, hashes."""
    from houseway.disputes.packet import packet_of
    from houseway.round.codec import read_json

    _check_record(record)
    if not output:
        raise HousewayError("name the file to write: add -o packet.html, packet.pdf or packet.json")
    target = Path(output)
    if target.suffix not in (".html", ".pdf", ".json"):
        raise HousewayError(
            "a packet is a page, a PDF or JSON: name a file as in packet.html, packet.pdf or packet.json, "
            f"not {output!r}"
        )
    check_target(target)
    shoe = read_json(text_of(proof), name_of(proof)) if proof else None
    made = packet_of(*_told(record), shoe)
    content = _written(made, target.suffix)
    try:
        target.write_bytes(content)
    except OSError as fault:
        raise Faulty(output, [("file", fault.strerror or str(fault))]) from None
    sys.stdout.write(f"{output}: {made.title}, {len(made.lines)} wagers ruled upon.\n")


def _check_record(record: str) -> None:
    """Refuse the number of a round with what to do: its record is wanted."""
    if record.isdecimal() and not Path(record).exists():
        raise HousewayError(
            f"{record} is the number of a round, and a packet is made of its record: download it on the room's page "
            f"/rounds/{record}, then houseway packet round-{record}.json -o packet.html; the page has the packet, too"
        )


def _written(made: "Packet", suffix: str) -> bytes:
    """A packet in the form that a suffix names; what the others need is not loaded."""
    if suffix == ".json":
        from houseway.disputes.packet_json import json_of

        return json_of(made).encode()
    if suffix == ".html":
        from houseway.disputes.packet_html import html_of

        return html_of(made).encode()
    from houseway.disputes.packet_pdf import pdf_of

    return pdf_of(made)


def _told(record: str) -> tuple[str, str]:
    """The text of a record and what a fault calls it; a round in a line is told as the record that it stands for."""
    from houseway.disputes.line import is_line, record_of

    if is_line(record):
        return json.dumps(record_of(record), indent=2) + "\n", "line"
    return text_of(record), name_of(record)
