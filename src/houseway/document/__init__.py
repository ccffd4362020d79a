"""What an approved document says, as data: clauses, wagers, settings, paytables, readings, printed figures.

fields      takes the fields of a parsed file one by one, and notes every fault with its place
controls    what the operator's written controls prescribe for irregularities
paytables   rows and what they pay
settings    what an operator may choose, checked; settings know their document
model       the document and its parts
reader      checks a parsed file whole; paytable_reader, setting_reader and references are its parts
fitting     whether a document fits the game that it is brought to
variants    the same document with another paytable or other pays
versions    a document and what held before it, by date
washington  what the state asks of every house-banked game
"""

from houseway.document.model import Clause, Document, Figure, Interpretation, Reading, Source, WagerSpec
from houseway.document.paytables import Pay, Paytable, Row
from houseway.document.reader import document_from
from houseway.document.settings import Setting, Settings
from houseway.document.versions import load

__all__ = [
    "Clause",
    "Document",
    "Figure",
    "Interpretation",
    "Pay",
    "Paytable",
    "Reading",
    "Row",
    "Setting",
    "Settings",
    "Source",
    "WagerSpec",
    "document_from",
    "load",
]
