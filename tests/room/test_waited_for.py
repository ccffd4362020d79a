"""Whom a table waits for, and for how long: the house writes nothing of time by which nothing comes about, and nobody
has more of it than the others because somebody called, or got up."""

import itertools
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from honest import SUE, TURNS
from houseway.errors import HousewayError
from houseway.room import Command, Person, Room, idle
from houseway.room.audit.room import audit
from houseway.room.table import rounds

COUGH = """
[[irregularity]]
kind = "a-cough"
says = "Somebody coughs."
seat = "play-on"
dealer = "play-on"
supervisor = false
"""


class Slow:
    """A room whose clock goes on as a test says."""

    def __init__(self, opened: Callable[..., Room], database: str) -> None:
        self.at, self._keys = 1000.0, itertools.count()
        self.room = opened(database, now=lambda: self.at)
        self.ann, self.ben = self.room.people.guest("Ann"), self.room.people.guest("Ben")

    def do(self, table: int, who: Person, act: str, **data: Any) -> None:
        self.room.do(Command(table, who.id, f"key-{next(self._keys)}", None, act, data))

    def later(self, seconds: float) -> None:
        self.at += seconds
        self.room.tick(self.at)

    def seated(self, game: str = "super-pan-9", **settings: str) -> int:
        """A table at which both sit."""
        table = self.room.open_table(self.ann, game, settings, "")
        self.do(table, self.ann, "sit", seat=1)
        self.do(table, self.ben, "sit", seat=2)
        return table

    def view(self, table: int) -> dict[str, Any]:
        found: dict[str, Any] = self.room.view(table, None).json()
        return found

    def written(self, table: int, looks: int = 40) -> int:
        """How many entries come of so many looks at the clock, once time has run out."""
        self.later(0)
        self.later(26)
        before: int = self.view(table)["version"]
        for _ in range(looks):
            self.later(0.25)
        return int(self.view(table)["version"]) - before

    def asked(self, table: int, seat: int) -> None:
        """Play until a seat is asked something."""
        for _ in range(40):
            for who in (self.ann, self.ben):
                self.do(table, who, "bet", wagers={"blackjack": 1000})
            for who in (self.ann, self.ben):
                self.do(table, who, "ready")
            for _ in range(40):
                if any(each["seat"] == seat for each in self.view(table)["asked"]):
                    return
                if self.view(table)["phase"] == "betting":
                    break
                self.later(50)
        raise AssertionError("nobody is asked")


@pytest.fixture
def slow(sqlite: str, opened: Callable[..., Room], monkeypatch: pytest.MonkeyPatch) -> Slow:
    monkeypatch.setattr(rounds, "TURNS", TURNS)
    return Slow(opened, sqlite)


def test_nothing_is_written_where_who_is_ready_has_laid_nothing(slow: Slow, sqlite: str) -> None:
    """It was written at each look, four times a second and for ever, and the seat was never freed."""
    table = slow.seated()
    slow.do(table, slow.ben, "ready")
    assert slow.written(table) == 0
    slow.do(table, slow.ann, "leave")
    assert slow.written(table) == 0
    slow.room.close()
    assert audit(sqlite) == []


def without_money(slow: Slow) -> int:
    """A table where Ann is ready with a wager that her money does not cover any more."""
    first, *others = [slow.room.open_table(slow.ann, game, {}, "") for game in ("super-pan-9", *["super-pairs"] * 2)]
    for table in (first, *others):
        slow.do(table, slow.ann, "sit", seat=1)
    slow.do(first, slow.ann, "bet", wagers={"main": 40000})
    for table in itertools.cycle(others):
        if slow.view(table)["phase"] == "playing":
            break
        try:
            slow.do(table, slow.ann, "bet", wagers={"blackjack": 40000})
        except HousewayError:
            break  # it is lost
        slow.do(table, slow.ann, "ready")
    slow.do(first, slow.ann, "ready")
    assert slow.view(first)["phase"] == "betting"
    return first


def hours_later(slow: Slow, monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    """So much later by the clock on the wall, a look of the house."""
    at = datetime.now(UTC) + timedelta(hours=hours)
    for part in ("_idle", "_lobby"):
        monkeypatch.setattr(getattr(slow.room._house, part), "_wall", at.timestamp)
    told = at.isoformat(timespec="milliseconds")
    for module in ("store.transaction", "commands.doing"):
        monkeypatch.setattr(f"houseway.room.{module}.stamp", lambda: told)
    slow.later(0)


def test_nothing_is_written_where_the_money_for_a_wager_is_gone(slow: Slow) -> None:
    assert slow.written(without_money(slow)) == 0


def test_who_is_ready_with_what_their_money_does_not_cover_keeps_neither_seat_nor_table(
    slow: Slow, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both stood for ever: no round began with it, and nobody who is ready was freed."""
    table = without_money(slow)
    slow.written(table)
    hours_later(slow, monkeypatch, 0.05)
    assert [seat["number"] for seat in slow.view(table)["seats"] if seat["name"]] == [1]
    hours_later(slow, monkeypatch, 1.5)
    assert not any(seat["name"] for seat in slow.view(table)["seats"])
    hours_later(slow, monkeypatch, 4)
    assert slow.view(table)["closed"]
    slow.room.close()
    assert [each for each in audit(sqlite) if "is dated" not in each.what] == [], "but for hours that are to come"


def test_who_is_ready_as_a_room_comes_back_keeps_the_seat(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that was away for long has not waited for the others yet: who was ready was got up."""
    table = slow.seated()
    slow.do(table, slow.ben, "bet", wagers={"main": 500})
    slow.do(table, slow.ben, "ready")
    hours_later(slow, monkeypatch, 1.5)
    assert [seat["number"] for seat in slow.view(table)["seats"] if seat["name"]] == [2]
    slow.later(26)
    assert slow.view(table)["phase"] in ("playing", "ended")


def test_who_lays_a_first_wager_beside_who_is_ready_has_time_for_another(slow: Slow) -> None:
    table = slow.seated()
    slow.do(table, slow.ben, "ready")
    slow.written(table)
    slow.do(table, slow.ann, "bet", wagers={"main": 500})
    slow.later(0.25)
    slow.later(30)
    assert slow.view(table)["phase"] == "betting"
    slow.do(table, slow.ann, "ready")
    assert slow.view(table)["phase"] in ("playing", "ended")


def test_a_seat_that_is_ready_for_nothing_is_freed(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    table = slow.seated()
    slow.do(table, slow.ben, "ready")
    slow.do(table, slow.ann, "leave")
    now = slow.room._house._idle._wall()
    monkeypatch.setattr(slow.room._house._idle, "_wall", lambda: now + idle.ALONE + 60)
    slow.later(0)
    assert not any(seat["name"] for seat in slow.view(table)["seats"])


def test_what_the_house_does_counts_for_nobody(slow: Slow) -> None:
    table = slow.seated("super-pairs")
    slow.asked(table, 1)
    acts = slow.room._live[table].acts
    before = acts.total()
    slow.later(46)
    assert acts.total() == before


def test_who_calls_has_no_longer_to_think(slow: Slow) -> None:
    """A control that anybody may call began the time anew: one held a round, with everybody's stakes, for an hour."""
    table = slow.seated("super-pairs", irregularities=COUGH)
    slow.asked(table, 1)
    slow.later(0)
    calls = 0
    for _ in range(20):
        slow.later(30)
        view = slow.view(table)
        if view["phase"] != "playing" or not any(each["seat"] == 1 for each in view["asked"]):
            break
        slow.do(table, slow.ann, "irregularity", kind="a-cough", seat=0, reason="cough")
        calls += 1
    assert 1 <= calls <= 8


def test_who_is_left_alone_at_the_table_does_not_keep_the_stakes_of_who_got_up(slow: Slow) -> None:
    table = slow.seated("super-pairs")
    slow.asked(table, 1)
    slow.do(table, slow.ben, "leave")
    slow.later(0)
    for _ in range(10):
        if slow.view(table)["phase"] != "playing":
            break
        slow.later(46)
    assert slow.view(table)["phase"] != "playing"


PHONE = COUGH.replace("a-cough", "a-phone").replace('seat = "play-on"', 'seat = "void-hand"')
SEEN = COUGH.replace("a-cough", "a-card-seen").replace('seat = "play-on"', 'seat = "replace-card"')


def asked(slow: Slow, table: int, kind: str = "choose") -> list[int]:
    """Which seats are asked to choose, once nobody is offered a wager."""
    while offered := [each["seat"] for each in slow.view(table)["asked"] if each["kind"] == "wager"]:
        slow.do(table, (slow.ann, slow.ben)[offered[0] - 1], "answer", answer=0)
    return [each["seat"] for each in slow.view(table)["asked"] if each["kind"] == kind]


def decided(slow: Slow, table: int, wager: str, seats: list[int]) -> None:
    """Play rounds until just these seats are asked."""
    for _ in range(40):
        for act in ({"act": "bet", "wagers": {wager: 1000}}, {"act": "ready"}):
            for who in (slow.ann, slow.ben):
                slow.do(table, who, **act)
        if asked(slow, table) == seats:
            return
        while slow.view(table)["phase"] == "playing":
            slow.later(46)
    raise AssertionError(f"seats {seats} are never asked")


def test_who_is_asked_because_another_hand_is_void_has_the_whole_time(slow: Slow) -> None:
    """Whoever waited until the end, and then voided their own hand, left the next two seconds."""
    table = slow.seated("super-pairs", irregularities=PHONE)
    decided(slow, table, "blackjack", [1])
    slow.later(0)
    slow.later(43)
    slow.do(table, slow.ann, "irregularity", kind="a-phone", seat=1, reason="it rings")
    assert asked(slow, table) == [2]
    slow.later(0)
    slow.later(44)
    assert asked(slow, table) == [2]
    slow.later(2)
    assert slow.view(table)["phase"] != "playing"


def test_who_is_asked_anew_because_a_card_was_replaced_has_the_whole_time(slow: Slow, sqlite: str) -> None:
    """An answer that a call had undone was given by the house two seconds later, at the end of somebody else's time."""
    table = slow.seated(irregularities=SEEN)
    decided(slow, table, "main", [1, 2])
    slow.later(0)
    slow.do(table, slow.ben, "answer", answer="draw")
    slow.later(0)
    slow.later(43)
    slow.do(table, slow.ann, "irregularity", kind="a-card-seen", seat=2, reason="I saw a card")
    assert asked(slow, table) == [1, 2]
    slow.later(0)
    slow.later(44)
    assert asked(slow, table) == [1, 2]
    slow.later(2)
    assert slow.view(table)["phase"] == "ended"
    slow.room.close()
    assert audit(sqlite) == []


def test_a_record_tells_since_when_a_seat_was_asked_whatever_was_called_meanwhile(slow: Slow) -> None:
    """An honest house was convicted: the time was told to have run out after the moments since a call."""
    table = slow.seated(irregularities=COUGH)
    decided(slow, table, "main", [1, 2])
    slow.later(0)
    slow.do(table, slow.ann, "answer", answer="draw")
    answered = slow.view(table)["version"]
    slow.later(0)
    slow.later(44)
    time.sleep(0.01)  # so that a call has another time in its entry
    slow.do(table, slow.ann, "irregularity", kind="a-cough", seat=0, reason="cough")
    time.sleep(0.01)
    slow.later(2)
    record = json.loads(json.dumps(slow.room.record(slow.room.history(table)[0]["round"], SUE)))
    times = {each["entry"]: each["at"] for each in record["answers"]}
    (late,) = (each for each in record["answers"] if each.get("why") == "time")
    assert late["entry"] > answered + 1
    assert late["asked"] == times[answered] < late["at"]
