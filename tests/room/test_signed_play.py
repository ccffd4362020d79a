"""Wild and honest play with signed bets: nobody is accused by a record, a receipt or the audit of an honest room."""

import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from honest import TURNS
from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.room.acts.play import Timeout
from houseway.room.acts.seats import Free
from houseway.room.audit.room import audit
from houseway.room.commands.command import THE_HOUSE, Asked
from houseway.room.fairness.signed_bets import BetKey
from houseway.room.table import rounds
from houseway.verifier import answer_faults, bet_faults
from houseway.verifier.bets import receipt_faults
from scripts import READ, ask_deno

from .conftest import LUCK

PLAYS = int(os.environ.get("HOUSEWAY_PLAYS", "3"))
STEPS, DEVICES, SEATS = 220, 3, (1, 2, 3, 4)
SUE = Person(9, "Sue", "surveillance", 0)
WAITS = [0.0, 0.0, 1.0, 5.0, 60.0, 150.0, 301.0]
"""Seconds between one step and the next."""


class Play:
    """Two people with three devices each at one table, and the house as it should be."""

    def __init__(self, table: Any, luck: random.Random) -> None:
        self.room, self.table, self.people, self.luck = table.room, table, table.people, luck
        self.at = datetime.now(UTC)
        self.counts: dict[str, int] = {}
        self.receipts: list[dict[str, Any]] = []

    @property
    def live(self) -> Any:
        return self.room._live[self.table.table]

    def stamp(self) -> str:
        self.at += timedelta(milliseconds=3)
        return self.at.isoformat(timespec="milliseconds")

    def signed(self, person: Person, device: int, wagers: dict[str, int]) -> dict[str, Any]:
        """By one of them; now and then with a number that is not the next."""
        key = BetKey(bytes([person.id % 25 * 10 + device]) * 32)
        nth = self.counts[key.public] = self.counts.get(key.public, 0) + self.luck.choice([1, 1, 1, 7])
        where = {"table": self.table.table, "seat": self.live.place_of(person.id).number, "after": self.live.last or 0}
        return key.sign(**where, nth=nth, wagers=wagers)

    def do(self, person: Person, kind: str, **data: Any) -> None:
        """What is refused changes nothing."""
        with suppress(HousewayError):
            told = self.room.receipt(self.table.do(person, kind, **data))
            self.receipts += [told] if told and "bet" in told else []

    def by_house(self, kind: str, act: Any) -> None:
        with suppress(HousewayError):
            command = Command(self.table.table, THE_HOUSE.id, "", self.table.view()["version"], kind)
            self.room._do(Asked(command, act))

    def step(self) -> None:
        self.at += timedelta(seconds=self.luck.choice(WAITS))
        person, device = self.luck.choice(self.people), self.luck.randrange(DEVICES)
        if self.live.place_of(person.id) is None:
            self.do(person, "sit", seat=self.luck.choice(SEATS[:3]))
            return
        wagers = {"main": self.luck.choice([500, 700, 900])}
        acts: list[tuple[int, Callable[[], None]]] = [
            (35, lambda: self.do(person, "bet", wagers=wagers, signed=self.signed(person, device, wagers))),
            (7, lambda: self.do(person, "bet", wagers=wagers)),
            (10, lambda: self.do(person, "clear", signed=self.signed(person, device, {}))),
            (5, lambda: self.do(person, "clear")),
            (5, lambda: self.do(person, "leave", signed=self.signed(person, device, {}))),
            (4, lambda: self.do(person, "leave")),
            (6, lambda: self.do(person, self.luck.choice(["add-bot", "remove-bot"]), seat=self.luck.choice(SEATS))),
            (18, lambda: self.do(person, "ready")),
            (4, lambda: self.by_house("timeout", Timeout())),
            (3, self.free),
        ]
        self.luck.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()
        if self.live.phase == "playing" and self.luck.random() < 0.7:
            self.finish()

    def free(self) -> None:
        """The house frees a seat whose player was silent for long."""
        self.at += timedelta(seconds=301)
        self.by_house("free", Free([self.luck.choice(SEATS[:3])], 5))

    def finish(self) -> None:
        while self.live.phase == "playing" and self.table.answer():
            pass


@pytest.mark.parametrize("luck", range(1000 * LUCK, 1000 * LUCK + PLAYS))
def test_an_honest_room_is_never_accused(
    luck: int,
    sqlite: str,
    opened: Callable[..., Room],
    sitting: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)
    play = Play(sitting(opened(sqlite), "super-pan-9"), random.Random(luck))
    for module in ("commands.doing", "store.transaction"):
        monkeypatch.setattr(f"houseway.room.{module}.stamp", play.stamp)
    for _ in range(STEPS):
        play.step()
    play.finish()
    if play.live.phase == "playing":
        play.by_house("timeout", Timeout())
    numbers = [each["round"] for each in play.room.history(play.table.table)]
    records = [json.loads(json.dumps(play.room.record(number, SUE))) for number in numbers]
    assert records
    for record in records:
        assert [*bet_faults(record), *answer_faults(record)] == []
    files = []
    for record in records:
        own = [each for each in play.receipts if each["bet"]["after"] == record["after"]]
        assert [fault for each in own for fault in receipt_faults(each, [record])] == []
        files.append((record, own))
    assert any(own for _, own in files)
    code = (
        f"{READ}const {{ betsFault, betReceiptFault }} = await import(`${{S}}/laid.js`);\n"
        "console.log(JSON.stringify(files.map(([r, kept]) => betsFault(r) || betReceiptFault(r, kept))));\n"
    )
    assert set(ask_deno(tmp_path, code, files)) == {""}
    assert [str(each) for each in audit(sqlite) if not each.what.startswith("is dated")] == []
