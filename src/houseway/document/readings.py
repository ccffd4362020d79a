"""Readings in force that do not give the figures which a document prints."""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.document.model import Document, Figure, Interpretation, Reading
from houseway.document.settings import Settings


class Unprinted(NamedTuple):
    """A setting that expresses such a reading, what it would be by the reading chosen, and a sentence on it."""

    setting: str
    value: str
    wanted: str
    says: str
    clause: str


def unprinted(settings: Settings, document: Document) -> Iterator[Unprinted]:
    """Every setting by which a reading is in force that does not give what the document prints."""
    for ruling in document.rulings:
        figures = [figure for figure in document.figures if figure.ruling == ruling.id]
        reading = _read(settings, ruling)
        if figures and reading is not None and reading.id != ruling.choice and not reading.reproduces:
            yield from _of_reading(reading, ruling, figures, document)


def _of_reading(
    reading: Reading, ruling: Interpretation, figures: list[Figure], document: Document
) -> Iterator[Unprinted]:
    chosen = next(each for each in ruling.readings if each.id == ruling.choice)
    printed = ", ".join(f"{figure.printed} ({figure.id})" for figure in figures)
    says = f"The reading {reading.id} of ruling {ruling.id} does not give what is printed: {printed}"
    for key, value in reading.settings.items():
        spec = document.specs[key]
        wanted = chosen.settings.get(key, spec.show(spec.default))
        if value != wanted and spec.layer != "analysis":
            yield Unprinted(key, value, wanted, says, figures[0].clause)


def _read(settings: Settings, ruling: Interpretation) -> Reading | None:
    """The reading that the settings express; None where no reading has settings of its own."""
    shown = settings.show()
    for reading in ruling.readings:
        if reading.settings and all(shown.get(key) == value for key, value in reading.settings.items()):
            return reading
    return None
