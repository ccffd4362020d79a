"""A house that answers for people: live tables refuse it, and a journal that was written so is found by the audit."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.room import Room
from houseway.room.acts.play import Answer, Timeout
from houseway.room.audit.room import audit
from houseway.room.errors import Broken
from houseway.room.table import state
from houseway.round.questions import CHANCE, Entry, Irregularity, default_of

GAME = "super-pairs"


@pytest.fixture
def table(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Any:
    """Ann at seat 1 may hit, and stands where she does nothing."""
    at = sitting(opened(sqlite), GAME)
    while True:
        at.ready()
        while any(asked["kind"] == "wager" for asked in at.view()["asked"]):
            at.answer()
        live = at.room._live[at.table]
        if any(each.seat == 1 and "hit" in each.options for each in live.standing.asked):
            return at
        while at.answer():
            pass


def hit(seat: int = 1) -> Entry:
    return Entry(seat, "hit")


def cheats(table: Any, patch: pytest.MonkeyPatch, kind: str) -> None:
    """What a house does that has its own houseway."""
    ann, bob = table.people
    live = table.room._live[table.table]
    call = Irregularity(next(iter(live.settings.controls)), 1)
    entry = Entry(CHANCE, call) if kind == "call" else hit()
    enters: dict[str, Any] = {"other": "", "ann": ann.id, "call": "chance"}
    patch.setattr(Answer, "check", lambda self, table, by, room: self)
    for act in (Answer, Timeout):
        patch.setattr(act, "entries", lambda self, table, by: (entry,))
    patch.setattr(Answer, "enters", enters.get(kind, kind))
    if kind == "timeout":
        table.room.act(table.table, "timeout", {})
    else:
        table.do(bob, "answer", answer="hit")


KINDS = {
    "timeout": "the house has answered for seat 1, and not as is prescribed",
    "other": "has answered for seat 1, which is somebody else's",
    "chance": "chance has answered for seat 1",
    "house": "the house has answered for seat 1, which has neither left nor run out of time",
    "ann": "is told to have answered, by an act of",
    "call": "a call stands in the round that nobody has made",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_audit_finds_a_house_that_answers_for_people(
    kind: str, table: Any, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not audit(sqlite)
    with monkeypatch.context() as patch:
        patch.setattr(state, "check_answerer", lambda *_: None, raising=False)
        cheats(table, patch, kind)
    found = [str(finding) for finding in audit(sqlite)]
    assert any(KINDS[kind] in each for each in found), found


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "ann"])
def test_a_live_table_judges_by_the_same_rule(kind: str, table: Any, sqlite: str) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Broken, match=KINDS[kind]):
        cheats(table, patch, kind)
    assert not audit(sqlite)


def test_chance_is_answered_by_nobody_else(table: Any) -> None:
    """A card comes from the shoe: nobody is said to have dealt it."""
    live = table.room._live[table.table]
    for by in ("house", "bot", table.people[0].id):
        with pytest.raises(Broken):
            live.enter(Entry(CHANCE, live.next_card()), by, Answer())
    with pytest.raises(Broken, match="which it does itself"):
        state.check_answerer(live, Entry(CHANCE, Irregularity("out-of-cards")), "house", None)


def test_the_house_answers_as_prescribed_for_who_is_late_or_has_left(table: Any, sqlite: str) -> None:
    ann, bob = table.people
    table.room.act(table.table, "timeout", {})
    table.do(ann, "leave")
    while table.view()["phase"] == "playing":
        asked = table.room._live[table.table].standing.asked
        table.do(bob, "answer", answer=default_of(asked[0]))
    assert not audit(sqlite)
