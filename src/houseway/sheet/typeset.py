"""PDFs set by Typst: the same bytes from the same content, on every machine."""

import json
from importlib.resources import files
from typing import Any

from houseway.extras import extras_named
from houseway.sheet import Sheet


def typeset(package: str, template: str, **told: Any) -> bytes:
    """A template of a package with what it tells, each part as JSON: no word of it is ever read as markup."""
    with extras_named():
        import typst
    source = files(package).joinpath(template).read_bytes()
    inputs = {name: json.dumps(each) for name, each in told.items()}
    made = typst.compile(source, format="pdf", sys_inputs=inputs, ignore_system_fonts=True, timestamp=0)
    return bytes(made)


def pdf_of(sheet: Sheet) -> bytes:
    """A sheet as a file."""
    return typeset("houseway.sheet", "sheet.typ", sheet=sheet.json())
