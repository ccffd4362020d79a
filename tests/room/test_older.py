"""A journal is kept for years: what was written before is replayed by the rules that it was played by."""

import json
import random
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.document import Document
from houseway.games import game
from houseway.room import Room
from houseway.room.audit import audit


def changed(document: Document, id_: str, default: str) -> Document:
    """The document of another day, with another default."""
    specs = [replace(spec, default=spec.parse(default)) if spec.id == id_ else spec for spec in document.settings]
    return replace(document, settings=tuple(specs))


def test_a_table_keeps_the_defaults_that_it_was_opened_with(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite, draw=random.Random(3).randrange)
    table = sitting(room, "super-pan-9", commission="4%")
    for _ in range(3):
        table.play_round()
    pan = game("super-pan-9")
    other = changed(changed(pan.document, "tie-bet", "no"), "minimum", "20.00")
    monkeypatch.setitem(vars(pan), "document", other)
    assert pan.document.configure({}).show()["minimum"] == "$20.00"
    room.close()
    again = opened(sqlite)
    shown = again.view(table.table, None).json()["settings"]
    assert (shown["minimum"], shown["tie-bet"], shown["commission"]) == ("$5.00", "yes", "4%")
    sitting.back(again, table.table, table.people, 5).play_round()
    assert audit(sqlite) == []


def test_wagers_on_record_are_not_judged_again(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(sqlite, draw=random.Random(4).randrange)
    table = sitting(room, "super-pan-9")
    for _ in range(3):
        table.play_round()
    room.close()
    monkeypatch.setattr(type(game("super-pan-9")), "faults", lambda *_: ["no wager is good enough today"])
    again = opened(sqlite)
    assert again.view(table.table, None).json()["phase"] == "ended"
    assert audit(sqlite) == []


def test_a_journal_that_says_less_is_read(sqlite: str, opened: Callable[..., Room], sitting: Any, folder: Path) -> None:
    """As it was before tables wrote down their defaults and their last round."""
    room = opened(sqlite, draw=random.Random(5).randrange)
    table = sitting(room, "super-pan-9")
    for _ in range(3):
        table.play_round()
    room.close()
    connection = sqlite3.connect(folder / "room.db")
    for seq, text in connection.execute("SELECT seq, body FROM journal WHERE chain = 1").fetchall():
        body = json.loads(text)
        body["data"].pop("defaults", None)
        body.get("end", {}).get("state", {}).pop("last", None)
        older = json.dumps(body, sort_keys=True, separators=(",", ":"))
        connection.execute("UPDATE journal SET body = ? WHERE chain = 1 AND seq = ?", (older, seq))
    connection.commit()
    connection.close()
    found = [str(each) for each in audit(sqlite)]
    assert found
    assert all("hash" in each for each in found), "but for the hashes, which this test did not forge"
    again = opened(sqlite)
    assert again.view(table.table, None).json()["phase"] == "ended"
    sitting.back(again, table.table, table.people, 5).play_round()
