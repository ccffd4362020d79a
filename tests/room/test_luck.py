"""Is it luck? What the journals say of wagers, judged by their laws, against results that are known."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import comb
from typing import Any

import pytest

from houseway.errors import HousewayError, UnknownName
from houseway.room import Command, Person, Room
from houseway.room.books.luck import Choice, Look, Questions, looked, luck_json, luck_sheet, questions
from houseway.room.books.period import Period
from houseway.room.books.proof import Unproved
from houseway.room.books.theory import End, Theory, theory_of
from houseway.round.terms import lost, pushed
from houseway.sheet.typeset import pdf_of

THIRDS = Theory(
    (End(lost("1"), 1), End(pushed("1"), 1), End(pushed("1")._replace(pays=Fraction(1), commission=Fraction(1, 20)), 1))
)
"""Loses, pushes, wins less 5 %: as Super Pan 9 pays, with equal chances."""


class Floor:
    """Two people at a table of Super Pan 9, of whom one or both play."""

    def __init__(self, room: Room) -> None:
        self.room, self.keys, self.random = room, count(1), random.Random(8)
        self.ann, self.bob = room.people.guest("Ann"), room.people.guest("Bob")
        self.mia, self.max = (
            room.people.add(name, "manager", "no hash", by="command: tests") for name in ("Mia", "Max")
        )

    def open(self, name: str, *people: Person) -> int:
        table = self.room.open_table(self.mia, "super-pan-9", {"minimum": "1.00"}, name)
        for seat, person in enumerate(people, 1):
            self.do(table, person, "sit", seat=seat)
        return table

    def do(self, table: int, by: Person, kind: str, **data: Any) -> None:
        self.room.do(Command(table, by.id, f"key-{next(self.keys)}", None, kind, data), str(by.id))

    def play(self, table: int, *people: Person, cents: int = 100, rounds: int = 1) -> int:
        for _ in range(rounds):
            for kind, data in (("bet", {"wagers": {"main": cents}}), ("ready", {})):
                for person in people:
                    self.do(table, person, kind, **data)
            while asked := [
                (person, each)
                for person in people
                for each in self.room.view(table, person).json()["asked"]
                if each["yours"]
            ]:
                self.do(table, asked[0][0], "answer", answer=self.random.choice(asked[0][1]["options"]))
        return int(self.room.view(table, None).json()["round"])

    def ask(self, theories: Any = None, **choice: Any) -> tuple[Questions, list[Look]]:
        asked = questions(self.room.store, Period.read(), Choice(**choice), theories or (lambda *_: THIRDS))
        return asked, looked(asked)


@pytest.fixture
def floor(sqlite: str, opened: Callable[..., Room]) -> Floor:
    return Floor(opened(sqlite))


@pytest.fixture
def anywhere(database: str, opened: Callable[..., Room]) -> Floor:
    """On each database."""
    return Floor(opened(database))


def ends(floor: Floor, table: int) -> list[int]:
    """What Ann won in each round, in cents."""
    return [each["nets"]["1"] for each in floor.room.history(table)]


def test_one_players_wagers_are_judged_exactly(floor: Floor) -> None:
    table = floor.open("Pan", floor.ann)
    floor.play(table, floor.ann, rounds=6)
    nets = ends(floor, table)
    asked, (look,) = floor.ask(player="Ann")
    assert (look.method, look.bets, look.wagered, look.result) == ("exact", 6, 600, sum(nets))
    lost_, won = nets.count(-100), nets.count(95)
    assert lost_ + won + nets.count(0) == 6
    least = sum(
        comb(6, w) * comb(6 - w, l)
        for w in range(7)
        for l in range(7 - w)  # noqa: E741
        if 95 * w - 100 * l <= sum(nets)
    )
    assert look.as_low == pytest.approx((least / 3**6, least / 3**6))
    assert asked.looks == 1, "nobody else was there to be looked at"
    assert look.expected == -10


def test_looks_are_the_lines_of_a_list_or_what_was_chosen_from(floor: Floor) -> None:
    first, second = floor.open("one", floor.ann, floor.bob), floor.open("two", floor.ann, floor.bob)
    for table in (first, second):
        floor.play(table, floor.ann, floor.bob)
    assert floor.ask(player="Ann")[0].looks == 2
    assert floor.ask(player="Ann", table=None, looks=30)[0].looks == 60
    assert floor.ask()[0].looks == 1
    listed, looks = floor.ask(by="table")
    assert (listed.looks, len(looks)) == (2, 2)
    assert all(look.of_all[1] == pytest.approx(min(1, 2 * look.as_extreme[1])) for look in looks)
    assert floor.ask(player="Ann", wager="main")[0].looks == 2
    picked, (look,) = floor.ask(table=second)
    assert (picked.looks, look.bets) == (2, 2), "a table is one of those that it was chosen from"
    assert picked.why == "one of 2 that it was chosen from, by table"
    assert floor.ask(table=first, by="table")[0].looks == 2
    both, looks = floor.ask(player="Bob", by="table")
    assert (both.looks, len(looks)) == (4, 2), "Ann's list could have been looked at as well"
    assert both.why == "the 2 lines of this list, of 4 that it was chosen from, by player"
    assert floor.ask(table=first, player="Bob", wager="Main Wager")[0].looks == 4
    assert {look.title for look in floor.ask(by="player")[1]} == {"Ann", "Bob"}
    assert [look.title for look in floor.ask(by="wager")[1]] == ["Super Pan 9: main wager"]


def test_two_seats_of_a_round_are_bounded_and_not_taken_for_independent(floor: Floor) -> None:
    table = floor.open("Pan", floor.ann, floor.bob)
    floor.play(table, floor.ann, floor.bob, rounds=3)
    _, (look,) = floor.ask(table=table)
    assert (look.method, look.bets) == ("bounded", 6)
    assert look.as_low[0] == look.as_high[0] == 0.0
    deviation = (Fraction(100**2 + 95**2, 3) - Fraction(-5, 3) ** 2) ** 0.5
    assert look.deviation == pytest.approx(3**0.5 * 2 * deviation, abs=1)


def test_what_is_void_is_no_result_and_what_is_not_known_is_left_out(anywhere: Floor) -> None:
    floor = anywhere
    table = floor.open("Pan", floor.ann)
    first = floor.play(table, floor.ann)
    floor.play(table, floor.ann)
    floor.do(table, floor.mia, "request", round=first, what="void", reason="the wrong shoe")
    floor.do(table, floor.max, "approve", request=floor.room.waiting(floor.max)[0].number)
    assert floor.ask()[1][0].bets == 1
    asked, (look,) = floor.ask(lambda *_: Theory(says="takes minutes to count"))
    assert (look.bets, look.left_out) == (0, "1 left out: takes minutes to count")
    assert (look.method, set(look.cells)) == ("not judged", {"–"}), "it is not told as exact, nor as sure"
    assert "no wager of it has a law" in str(luck_sheet(asked, [look]))
    assert asked.left_out == ("main wager: takes minutes to count",)


def test_the_products_own_law_is_used_and_told(floor: Floor) -> None:
    table = floor.open("Pan", floor.ann)
    floor.play(table, floor.ann, rounds=4)
    asked, found = floor.ask(theory_of, by="player")
    assert found[0].method == "exact"
    assert 0 < found[0].as_extreme[0] <= 1
    sheet = luck_sheet(asked, found)
    assert "Bonferroni" in str(sheet)
    assert pdf_of(sheet).startswith(b"%PDF")
    assert luck_json(asked, found)["found"][0]["title"] == "Ann"


def test_bad_questions_are_refused_in_a_sentence(floor: Floor) -> None:
    table = floor.open("Pan", floor.ann)
    with pytest.raises(HousewayError, match="divided by table, player, wager"):
        floor.ask(by="moon")
    with pytest.raises(HousewayError, match="so many looks"):
        floor.ask(looks=0)
    with pytest.raises(UnknownName, match="'Zoe' has made no wager"):
        floor.ask(player="Zoe")
    with pytest.raises(UnknownName, match="there is no table 99"):
        floor.ask(table=99)
    assert floor.ask()[1] == []
    floor.play(table, floor.ann)
    with pytest.raises(UnknownName, match="'tie' was not wagered on in this period; there is main"):
        floor.ask(wager="tie")
    with floor.room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE postings SET cents = cents + 1 WHERE account = 'house:1'")
    for choice in ({}, {"table": table}):
        with pytest.raises(Unproved, match="do not agree"):
            floor.ask(**choice)
