"""Spreadsheets by XlsxWriter, the same bytes from the same content."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from houseway.extras import extras_named

FORMS = {
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"},
    "title": {"bold": True, "font_size": 14},
    "small": {"font_color": "#555b60"},
    "words": {"font_color": "#555b60", "text_wrap": True, "valign": "top"},
    "bold": {"bold": True, "top": 1},
    "count": {"num_format": "#,##0"},
    "chance": {"num_format": "0.0000000000"},
    "percent": {"num_format": "0.000000%"},
    "rate": {"num_format": "0.00%"},
    "money": {"num_format": "#,##0.00;[Red]-#,##0.00"},
    "sum": {"num_format": "#,##0.00;[Red]-#,##0.00", "bold": True, "top": 1},
    "pay": {"num_format": "General", "font_color": "#0f5132"},
}
"""How cells look, by name."""


class Writing(NamedTuple):
    """A workbook being written, and the forms of its cells."""

    book: Any
    forms: dict[str, Any]
    content: io.BytesIO


@contextmanager
def writing(title: str) -> Iterator[Writing]:
    """An empty workbook; `content` holds the file once it is left."""
    with extras_named():
        import xlsxwriter
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"in_memory": True})
    book.set_properties({"title": title, "created": datetime(2000, 1, 1)})  # always the same
    yield Writing(book, {name: book.add_format(each) for name, each in FORMS.items()}, content)
    book.close()
