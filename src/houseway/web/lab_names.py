"""What paytables and the values of settings are called on pages, in any language: words instead of ids."""

import re

from houseway.document import Document
from houseway.document.paytables import STANDARD
from houseway.web.words import Language, sentence

NUMBER = re.compile(r"0*([0-9]+[a-z]?)$")


def paytable_named(own: Language, id_: str, document: Document) -> str:
    """A paytable in words of its own, or by its wager and number; the standard one by what it is."""
    called, texts = own.word(id_), own.texts
    table, number = next((each for each in document.paytables if each.id == id_), None), NUMBER.search(id_)
    if id_ == STANDARD and table is None:
        return texts.gettext("the first printed for this shoe")
    if called != id_ or table is None or number is None:
        return called
    wager = sentence(own.word(document.wager(table.wager).name))
    return texts.gettext("%(wager)s, paytable %(number)s") % {"wager": wager, "number": number[1]}


def value_named(own: Language, value: str, setting: str, document: Document | None) -> str:
    """What a setting is, in words: a paytable by its name, another setting that it follows by that one's."""
    spec = None if document is None else document.specs.get(setting)
    if document is None or spec is None:
        return own.value(setting, value)
    if value == spec.follows:
        return own.texts.gettext("as “%(setting)s”") % {"setting": own.setting(value)}
    return paytable_named(own, value, document) if spec.type == "paytable" else own.value(setting, value)
