"""The rules as JSON: a game's document, and what of it is in force at a table."""

from typing import Any

from houseway.disputes.departures import departures
from houseway.document import Document
from houseway.document.controls import controls_in_words
from houseway.document.settings import Settings
from houseway.document.variants import paytable_content
from houseway.game import Game
from houseway.money import dollars
from houseway.room import Room
from houseway.round.codec import paytables_json
from houseway.round.posted import amounts, commission_text, paid_by_setting, suit_of


def at_table(room: Room, table: int) -> tuple[Game, Settings]:
    """The game of a table by its own document, and its settings."""
    found = room.set_at(table)
    return found.game, found.settings


def document_json(document: Document) -> dict[str, Any]:
    """What a document says: clauses, wagers, paytables, settings, rulings."""
    return {
        "id": document.game,
        "name": document.name,
        "summary": document.summary,
        "source": vars(document.source),
        "hash": document.hash,
        "clauses": [vars(clause) for clause in document.clauses],
        "wagers": [{"id": w.id, "name": w.name, "clause": w.clause, "required": w.required} for w in document.wagers],
        "paytables": [paytable_content(each) for each in document.paytables],
        "settings": [
            {"id": s.id, "type": s.type, "says": s.says, "clause": s.clause, "layer": s.layer, "bounds": s.bounds}
            | {"source": s.source}
            for s in document.settings
        ],
        "rulings": [{"id": r.id, "question": r.question, "choice": r.choice} for r in document.rulings],
    }


def posted(game: Game, settings: Settings) -> list[dict[str, Any]]:
    """The paytables in force and what a setting pays, each row also in money on the least wager of this table."""
    tables = {id_: table for id_, table in game.posted(settings).items() if game.document.wager(id_).on_offer(settings)}
    said = paytables_json(tables)
    for wager, paytable in tables.items():
        spec = game.document.wager(wager)
        stake = settings.integer(spec.least) if spec.least else 100
        rate = game.commission(wager, settings)
        said[wager]["stake_cents"] = stake
        said[wager]["commission"] = commission_text(rate)
        said[wager]["suit"] = suit_of(paytable, settings)
        for row, amount in zip(said[wager]["rows"], amounts(paytable, stake, rate, settings), strict=True):
            row["amount"] = amount
        if own := paid_by_setting(settings, wager):
            row = {"award": own.setting, "label": own.label, "pays": own.pays, "amount": own.amount(stake)}
            said[wager]["rows"].insert(0, row)
    return list(said.values())


def scoring(game: Game, settings: Settings) -> dict[str, Any] | None:
    """The scoring in force in money of this table, at the wager that everybody makes; None where none scores."""
    scored = game.scores(settings)
    if not scored:
        return None
    unit = settings.integer("unit")
    return {
        "wager": next(wager.id for wager in game.document.wagers if wager.required),
        "unit_cents": unit,
        "rows": [each._asdict() | {"amount": dollars(each.units * unit)} for each in scored],
    }


def in_force(game: Game, settings: Settings) -> dict[str, Any]:
    """What a table is played by: its own document, the paytables in force, each setting's value, prizes on display,
    what follows from each irregularity, and where it departs from the approved document."""
    rules = document_json(settings.document)
    values = [
        setting | {"value": spec.title(settings[spec.id])}
        for setting, spec in zip(rules["settings"], settings.specs, strict=True)
    ]
    return rules | {
        "paytables": posted(game, settings),
        "scoring": scoring(game, settings),
        "settings": values,
        "prizes_cents": dict(game.prizes(settings)),
        "notice": game.notice(settings),
        "controls": dict(zip(settings.controls, controls_in_words(settings), strict=True)),
        "how": list(game.how_to_play),
        "departures": [each._asdict() for each in departures(game, settings)],
    }
