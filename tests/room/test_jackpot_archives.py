"""A jackpot whose tables have gone into an archive."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, update

from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.room import Room
from houseway.room.archive.reading import room_with
from houseway.room.archive.writing import archive
from houseway.room.audit.room import How, audit
from houseway.room.books.day import day_report
from houseway.room.books.period import Period
from houseway.room.books.reading import read
from houseway.room.errors import Archived
from houseway.room.store.schema import AWARDS, JACKPOT_CHANGES
from linked_jackpots import PAIRS, SETTINGS, House, Seat, amend, house_of, open_linked, pay, untold

OFTEN = SETTINGS | {"decks": "4", "penetration": "10%"}
"""Shuffled anew after some three rounds."""


def pairs_at(house: House, name: str) -> Seat:
    """A table of somebody's own that is linked to the jackpot `aces`."""
    return Seat(house.room, open_linked(house, settings=OFTEN), name)


def test_a_table_that_fed_a_jackpot_goes_and_the_jackpot_is_proved_without_it(
    sqlite: str, opened: Callable[..., Room], folder: Path
) -> None:
    """By the changes that stay listed under a signed hash: with the file, without it, and after more play."""
    room = opened(sqlite)
    house = house_of(room)
    ann, bob = (pairs_at(house, name) for name in ("Ann", "Bob"))
    for seat in (ann, bob) * 7:
        seat.play()
    practice = Seat(room, room.open_table(house.mia, "super-pairs", OFTEN, "p"), "Cy")
    for _ in range(7):
        practice.play()
    before = room.jackpots.one("aces")
    changed = [each["change"] for each in room.jackpots.history("aces")]
    done = archive(room.store, folder / "old", "9999-01-01", "command: tests")
    assert (done.tables, done.kept) == (3, ())
    assert room.jackpots.one("aces") == before
    again = room.jackpots.history("aces")
    assert [each["change"] for each in again] == changed
    assert {each.get("archived") for each in again} == {None, "old"}
    for seat in (ann, bob) * 4:
        seat.play()
    assert room.jackpots.one("aces").identity["off"] == "0"
    assert audit(sqlite) == []
    assert audit(sqlite, How(archives=[folder / "old"])) == []
    with pytest.raises(Archived, match="ask for days after that"):
        read(room.store, Period.read())
    yesterday, tomorrow, later = (datetime.now(UTC).date() + timedelta(days=by) for by in (-1, 1, 2))
    with room_with(sqlite, [folder / "old"]) as put_back:
        told = day_report(put_back.store, Period(yesterday, tomorrow), untold).jackpots
    (line,) = [each for each in told if each.id == "aces"]
    assert line.opened + line.total.displayed == line.closed
    assert int(line.closed) == room.jackpots.one("aces").shown_cents
    assert day_report(room.store, Period(later, later), untold).jackpots == ()
    archive(room.store, folder / "more", "9999-01-01", "command: tests")
    assert audit(sqlite) == []
    assert audit(sqlite, How(archives=[folder / "old", folder / "more"])) == []
    more = update(JACKPOT_CHANGES).where(JACKPOT_CHANGES.c.number == 3, JACKPOT_CHANGES.c.jackpot == "aces")
    body = func.replace(JACKPOT_CHANGES.c.body, '"15/2"', '"17/2"')
    with room.store.transaction() as connection:
        assert connection.execute(more.values(body=body)).rowcount == 1
    says = [finding.what for finding in audit(sqlite)]
    assert any("is not listed as it was when they went into the archive" in each for each in says), says
    assert any("the wagers did not add that" in each for each in says), says


def test_a_round_whose_award_waits_to_be_paid_stays(
    sqlite: str, opened: Callable[..., Room], folder: Path, arranged: Any
) -> None:
    """Its cards are looked at before it is paid; once it is, they may go, and who won stays proved."""
    room = opened(sqlite, draw=arranged(PAIRS.pack(PAIRS.configure(OFTEN)), parse_cards("As As As 2c 9c 9d 9h")))
    house = house_of(room)
    ann = pairs_at(house, "Ann")
    for _ in range(9):
        ann.play()
    (waits,) = room.jackpots.awards()
    with pytest.raises(HousewayError, match="has an award of a jackpot that waits to be verified and paid"):
        archive(room.store, folder / "none", "9999-01-01", "command: tests")
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": waits["cents"], "player": "Ann"}
    room.jackpots.verify(house.dora, waits["award"], seen)
    room.jackpots.approve_award(house.max, waits["award"])
    room.jackpots.pay(house.dora, waits["award"])
    assert archive(room.store, folder / "old", "9999-01-01", "command: tests").rounds > 0
    assert audit(sqlite) == []
    assert audit(sqlite, How(archives=[folder / "old"])) == []
    with room.store.transaction() as connection:
        connection.execute(update(AWARDS).values(account="person:1"))
    says = [finding.what for finding in audit(sqlite)]
    assert any("is not listed as it was when they went into the archive" in each for each in says), says


def test_an_award_that_is_void_says_so_when_its_round_lies_in_an_archive(
    sqlite: str, opened: Callable[..., Room], folder: Path, arranged: Any
) -> None:
    """What was signed since is read; what went is as it was listed then, which the audit compares."""
    room = opened(sqlite, draw=arranged(PAIRS.pack(PAIRS.configure(OFTEN)), parse_cards("As As As 2c 9c 9d 9h")))
    house = house_of(room)
    ann = pairs_at(house, "Ann")
    first = ann.play()
    pay(house)
    amend(house, ann.table, round=first, what="void")
    entry = room.jackpots.receipt(1)["voided"]["entry"]
    for _ in range(9):
        ann.play()
    assert archive(room.store, folder / "old", "9999-01-01", "command: tests").rounds > 0
    told = room.jackpots.receipt(1)["voided"]
    assert (told["entry"], told["at"], told["archived"]) == (entry, "", "old")
    assert [(each["state"], each["fault"]) for each in room.jackpots.awards(waiting=False)] == [("void", "")]
    assert audit(sqlite) == []
