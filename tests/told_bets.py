"""What readers say of how the bets of a round are told: the verifier, and the page of the proof."""

from pathlib import Path
from typing import Any

from honest import TURNS
from houseway.verifier import checked
from scripts import READ, ask_deno


def faults(records: list[dict[str, Any]], proof: dict[str, Any], receipts: list[Any]) -> list[str]:
    return checked(records, proof, None, None, receipts=receipts, turns=TURNS)[0]


def page(files: list[tuple[Any, Any, Any]], folder: Path) -> list[str]:
    """What the page says of how bets were laid, with these receipts."""
    code = (
        f"{READ}const {{ betsFault, betReceiptFault }} = await import(`${{S}}/laid.js`);\n"
        "const {recordFormFault} = await import(`${S}/forms.js`);\n"
        "const fault = ([r, _p, kept]) => recordFormFault(r) || betsFault(r) || betReceiptFault(r, kept);\n"
        "console.log(JSON.stringify(files.map(fault)));\n"
    )
    found: list[str] = ask_deno(folder, code, files)
    return found
