"""How the entries of a journal are spelled: in one form, and each value of its own kind."""

import json
from typing import Any

import pytest

from houseway.room.audit.spelling import FLAGS, spelled
from houseway.room.store.journal import canonical

AT = "2026-11-18T12:00:00.000+00:00"
PERSON: dict[str, Any] = {"kind": "person", "id": 7, "guest": False, "provisional": True, "at": AT}
ENDED: dict[str, Any] = {"kind": "ready", "end": {"state": {"paused": False, "places": [{"number": 1, "bot": True}]}}}
TABLES: dict[str, Any] = {"kind": "controls", "tables": {"over": 3, "guest": 0}, "guests": ["over"]}
SESSION: dict[str, Any] = {"kind": "session", "until": 1800000000.25}


@pytest.mark.parametrize("body", [PERSON, ENDED, TABLES, SESSION], ids=lambda body: str(body["kind"]))
def test_what_the_room_writes_is_spelled_so(body: dict[str, Any]) -> None:
    assert spelled(canonical(body))
    assert not spelled(canonical(body).replace(",", ", "))
    assert not spelled(json.dumps(dict(sorted(body.items(), reverse=True)), separators=(",", ":")))


@pytest.mark.parametrize(
    "body",
    [
        PERSON | {"guest": 0},
        PERSON | {"provisional": 1},
        PERSON | {"id": True},
        PERSON | {"id": 7.0},
        PERSON | {"made": {"guest": True}},
        PERSON | {"at": "2026-11-18T13:00:00.000+01:00"},
        ENDED | {"v": True},
        {"kind": "ready", "end": {"state": {"places": [{"number": True, "bot": True}]}}},
        {"kind": "ready", "end": {"state": {"places": [{"number": 1, "bot": 1}]}}},
        {"kind": "bet", "wagers": [[True]]},
        TABLES | {"tables": {"over": False}},
        SESSION | {"id": 1.5},
    ],
    ids=canonical,
)
def test_nothing_passes_for_another_kind(body: dict[str, Any]) -> None:
    """A flag for a number, a number for a flag or a broken one: each equals what it stands for."""
    assert not spelled(canonical(body))


def test_a_room_is_not_spelled_otherwise_by_what_things_are_called() -> None:
    """A table or a jackpot may be called as a flag is."""
    for name in (path.rsplit(".", 1)[-1] for path in FLAGS):
        assert spelled(canonical({"kind": "controls", "tables": {name: 3}, "states": {name: "open"}}))
