"""What a house may not choose, and has: every departure of a table from the approved document and from the state.

A value that is not approved, a reading that does not give a printed figure, a paytable or a document of one's own. All
of it can be played and computed; none of it passes in silence.
"""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.document.model import Document
from houseway.document.readings import unprinted
from houseway.document.settings import Setting, Settings, Value
from houseway.document.variants import paytable_content
from houseway.game import Game
from houseway.games import shipped


class Departure(NamedTuple):
    """One departure: what was chosen, a sentence on it, the clause and the layer that it departs from, what to do."""

    setting: str
    value: str
    says: str
    clause: str
    layer: str
    instead: str


def departures(game: Game, settings: Settings) -> list[Departure]:
    """Every departure of these settings, and of the document that they are of, from the game's approved document."""
    newest = shipped(game.id) or game.document
    approved = next((each for each in newest.versions if each == settings.document), newest)
    found = [*_of_document(settings.document, approved), *_of_paytables(game, settings, approved)]
    found += _of_values(settings, approved)
    found += [
        Departure(each.setting, each.value, each.says, each.clause, "game", f"set {each.setting} to {each.wanted}")
        for each in unprinted(settings, approved)
    ]
    return list({(each.setting, each.value): each for each in reversed(found)}.values())[::-1]


def _of_document(own: Document, approved: Document) -> Iterator[Departure]:
    """A document of one's own, and the wagers and settings that only it has."""
    if own == approved:
        return
    says = f"A document of one's own, not {approved.source.title}, {approved.source.date} ({approved.hash[:12]})"
    instead = f"see what differs: houseway diff {approved.game} FILE; modifications need the regulator's word"
    yield Departure("document", own.hash[:12], says, "", "game", instead)
    known = {wager.id for wager in approved.wagers}
    for wager in own.wagers:
        if wager.id not in known:
            says = f"{wager.name} is no wager of the approved document"
            yield Departure(f"wager {wager.id}", wager.name, says, wager.clause, "game", "do not offer it")


def _of_paytables(game: Game, settings: Settings, approved: Document) -> Iterator[Departure]:
    """Paytables in force that the document does not print, or not for this number of decks."""
    printed = {
        wager.id: [paytable_content(each) for each in approved.paytables_of(wager.id)] for wager in approved.wagers
    }
    for wager, table in game.posted(settings).items():
        if wager not in printed:
            continue
        fitting = [each.id for each in approved.paytables_of(wager) if each.allows(settings.decks)]
        setting, instead = f"paytable {wager}", f"use one that is printed: {', '.join(fitting)}"
        if paytable_content(table) not in printed[wager]:
            says = f"A paytable of one's own for {approved.wager(wager).name}"
            yield Departure(setting, table.id, says, table.clause, "game", instead)
        elif not table.allows(settings.decks):
            says = f"{table.id} is not for {settings.decks} decks"
            yield Departure(setting, table.id, says, table.clause, "game", instead)


def _of_values(settings: Settings, approved: Document) -> Iterator[Departure]:
    """Values that the document or the state does not allow; what one's own document makes of a setting counts not."""
    specs = {spec.id: spec for spec in approved.settings}
    for own in settings.specs:
        spec, value = specs.get(own.id), settings[own.id]
        if spec is None:
            says = "A setting that the approved document does not have"
            yield Departure(own.id, own.title(value), says, own.clause, own.layer, "leave it out")
        elif spec.type != own.type:
            says = f"It is a {own.type}, where the approved document has a {spec.type}"
            yield Departure(own.id, own.title(value), says, spec.clause, spec.layer, f"use {spec.allowed_in_words}")
        elif spec.approved_under(settings.show()) and spec.layer != "analysis" and not _allowed(spec, value):
            yield _value(spec, spec.title(value))


def _allowed(spec: Setting, value: Value) -> bool:
    """Whether a value is approved; which paytable is chosen is seen by the paytable itself."""
    return spec.type == "paytable" or spec.allowed.allows(value)


def _value(spec: Setting, value: str) -> Departure:
    """A value that is not approved; what the house may choose is bounded by the document."""
    whose = f"The state ({spec.source})" if spec.layer == "state" else "The approved document"
    refused = "" if spec.allowed.barred else f", not {value}"
    says = f"{whose} allows {spec.allowed_in_words}{refused}. {spec.says}"
    layer = "game" if spec.layer == "house" else spec.layer
    return Departure(spec.id, value, says, spec.clause, layer, f"set {spec.id} to {spec.allowed_in_words}")
