"""The books of linked tables with hits, voids, corrections, closings and restarts, beside the clerk of the jackpots."""

import os
import random
from datetime import date, timedelta
from typing import Any

from houseway.room.books.day import day_report
from houseway.room.books.period import Period
from houseway.room.books.theory import Theory
from room.test_jackpot_model import House

ROUNDS = int(os.environ.get("HOUSEWAY_JACKPOT_ROUNDS", "7"))
EVERY = max(1, ROUNDS // 100)


class Booked(House):
    """A house whose books are made after every round, or after so many of a long run."""

    made = 0

    def check(self) -> None:
        super().check()
        self.made += 1
        if self.made % EVERY:
            return
        report = day_report(self.room.store, Period.read("2000-01-01", "2009-12-31"), lambda *_: Theory(says="not now"))
        assert report.tables == ()
        report = day_report(self.room.store, LONG, lambda *_: Theory(says="not now"))
        (aces,) = report.jackpots
        assert (aces.opened, aces.closed) == (0, self.clerk.shows)
        assert aces.total.reserve == self.clerk.hidden
        assert aces.total == self.clerk.as_account()
        assert sum(line.off for line in report.tables) == 0
        assert report.awards_paid == self.clerk.out or report.adjustments
        for void in (each for each in report.adjustments if each.what == "void"):
            before = [e for e in report.adjustments if (e.table, e.round) == void[0:3:2] and e.seq < void.seq]
            unnamed = sum(each.cents for each in before if each.what == "correction" and not each.wager)
            assert void.of("") == -unnamed, "all of a void is told by wager, but what no wager was told of before"


LONG = Period(date.today() - timedelta(days=2), date.today() + timedelta(days=30))
"""However long a run lasts."""


def test_the_books_hold_beside_the_clerk(sqlite: str, arranged: Any, luck: int) -> None:
    house = Booked(sqlite, arranged, random.Random(11 + luck))
    house.play(ROUNDS)
    assert house.made == ROUNDS


def test_a_table_that_was_linked_and_closed_before_any_money_moved_is_in_the_books(sqlite: str, arranged: Any) -> None:
    """Found by a long run: its link is a change of the jackpot, and the books refused what lay around it."""
    house = Booked(sqlite, arranged, random.Random(26))
    house.play(2)
    assert house.made == 2
