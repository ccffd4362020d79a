"""Money is conserved: whatever people do, sensible or not, sums are zero and every balance can be derived."""

import os
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, event, func, select

from houseway.errors import HousewayError, IllegalBet
from houseway.room import Command, Person, Room, live
from houseway.room.audit import audit
from houseway.room.deeds import DEEDS
from houseway.room.errors import Broken
from houseway.room.ledger import Movement, balances, movement, post
from houseway.room.meters import Meters
from houseway.room.schema import ACCOUNTS, COMMANDS, META, POSTINGS, TRANSACTIONS

COMMANDS_TRIED = int(os.environ.get("HOUSEWAY_COMMANDS", "400"))
"""The long form sets it to a million."""

ACCRUALS = int(os.environ.get("HOUSEWAY_ACCRUALS", "20000"))
"""Wagers that feed a meter; the long form sets it to ten million."""


def wild(source: random.Random) -> tuple[str, dict[str, Any]]:
    """Something that somebody might send: mostly sensible, often not."""
    amount = source.choice([500, 501, 777, 1000, 2500, 40000, 0, 1, 40001, -5, 10**12])
    data: dict[str, Any] = {
        "sit": {"seat": source.randrange(0, 6)},
        "bet": {"wagers": {"main": amount, "tie": source.choice([0, 100, 777])}},
        "answer": {"answer": source.choice(["stand", "draw"] * 4 + ["fly", 3, None, [1, 2]])},
        "add-bot": {"seat": source.randrange(1, 5)},
        "remove-bot": {"seat": source.randrange(1, 5)},
        "cut": {"position": source.randrange(-1, 300)},
        "irregularity": {"kind": "misdeal", "seat": source.randrange(3), "reason": "a card fell"},
        "request": {"what": source.choice(["void", "correction"]), "round": source.randrange(1, 9), "seat": 1}
        | {"cents": source.choice([100, -100]), "reason": "found later"},
        "approve": {"request": source.randrange(1, 60)},
    }
    often = ["bet", "ready", "answer"] * 12 + ["sit"] * 6
    kind = source.choice([*often, *(deed for deed in DEEDS if deed not in ("close", "pause"))])
    return kind, data.get(kind, {})


def try_everything(room: Room, people: list[Person], tables: list[int], tries: int, seed: int) -> int:
    """Send wild commands; how many were accepted."""
    source = random.Random(seed)
    accepted = 0
    for number in range(tries):
        kind, data = wild(source)
        person, table = source.choice(people), source.choice(tables)
        if source.random() < 0.5:
            person = people[number % 2]
        try:
            room.do(Command(table, person.id, f"{seed}-{number}", None, kind, data))
            accepted += 1
        except HousewayError:
            pass
        if number % 50 == 49:
            room.tick(1e6 * number)
    return accepted


def crew(room: Room) -> list[Person]:
    manager = room.set_password(room.sign_in("manager", room.first_password), room.first_password, "a long password")
    dealers = [room.register(name, "a long password", "dealer", by=manager) for name in ("Dora", "Dan")]
    return [*(room.guest(name) for name in ("Ann", "Bob", "Cyd", "Dee")), *dealers]


def test_whatever_is_sent_money_is_conserved_and_refusals_change_nothing(
    database: str, opened: Callable[..., Room]
) -> None:
    room = opened(database)
    people = crew(room)
    tables = [room.open_table(people[0], "super-pan-9", {"decks": "2"}, "t")]
    accepted = try_everything(room, people, tables, COMMANDS_TRIED, 11)
    with room.store.transaction() as connection:
        assert connection.execute(select(func.sum(ACCOUNTS.c.balance))).scalar() == 0
        assert connection.execute(select(func.sum(POSTINGS.c.cents))).scalar() == 0
        assert connection.execute(select(func.count()).select_from(COMMANDS)).scalar() == accepted > 40
    assert audit(database) == []


@given(seed=st.integers(0, 2**32), length=st.integers(1, 25))
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_short_history_can_be_audited(seed: int, length: int, folder: Path) -> None:
    path = folder / f"{seed}-{length}-{len(list(folder.iterdir()))}.db"
    room = Room.open(f"sqlite:///{path}", draw=random.Random(seed).randrange)
    people = [room.guest("Ann"), room.guest("Bob")]
    table = room.open_table(people[0], "super-pan-9", {}, "t")
    try_everything(room, people, [table], length, seed)
    room.close()
    assert audit(f"sqlite:///{path}") == []


def test_a_ruling_that_pays_a_cent_too_much_is_caught(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a settlement that makes money."""
    honest = live.Live._lines

    def generous(self: live.Live, payout: Any) -> list[tuple[str, int]]:
        return [*honest(self, payout), (self.account(payout.seat), 1)]

    monkeypatch.setattr(live.Live, "_lines", generous)
    table = sitting(opened(sqlite), "super-pan-9")
    table.ready()
    table.answer()
    with pytest.raises(Broken, match="off by"):
        table.answer()
    monkeypatch.undo()
    table.answer()
    assert table.view()["phase"] == "ended"
    assert audit(sqlite) == []


def test_a_ruling_that_forgets_a_stake_is_caught(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    table.ready()
    table.answer()
    room_live = table.room._live[table.table]
    room_live.held[1] += 1
    with pytest.raises(Broken, match="does not settle what is held"):
        table.answer()


def test_an_account_that_must_be_covered_never_falls_below_zero(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.guest("Ann")
    too_much = movement("hold", [(f"person:{ann.id}", -1000_01), ("hold:1", 1000_01)])
    with pytest.raises(IllegalBet, match=r"there is \$1,000\.00"), room.store.transaction() as connection:
        post(connection, [too_much], 0, 99)
    with pytest.raises(Broken, match="off by"):
        movement("hold", [("person:1", -1), ("hold:1", 2)])
    assert audit(database) == []


@pytest.fixture
def books() -> Iterator[Connection]:
    """An empty ledger in memory."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        META.create_all(connection)
        yield connection
    engine.dispose()


def test_lines_of_the_same_account_are_one_and_nothing_is_no_line() -> None:
    lines = [("house:1", -30), ("person:2", 10), ("person:2", 20), ("hold:1", 5), ("hold:1", -5)]
    assert movement("settle", lines, 7) == Movement("settle", (("house:1", -30), ("person:2", 30)), 7)
    assert movement("settle", lines).round is None
    with pytest.raises(Broken, match=r"^a movement for settle is off by \$0\.30$"):
        movement("settle", lines[1:])


def test_postings_are_written_under_their_entry_and_balances_follow(books: Connection) -> None:
    post(books, [movement("chips", [("chips", -1000), ("person:1", 1000)])], 0, 3)
    hold = movement("hold", [("person:1", -400), ("hold:7", 400)], 9)
    post(books, [movement("settle", []), hold], 7, 4)
    written = books.execute(select(TRANSACTIONS).order_by(TRANSACTIONS.c.id)).all()
    assert [tuple(row) for row in written] == [(1, 0, 3, "chips", None), (2, 7, 4, "hold", 9)]
    lines = books.execute(select(POSTINGS).order_by(POSTINGS.c.transaction, POSTINGS.c.account)).all()
    assert [tuple(row) for row in lines] == [
        (1, "chips", -1000),
        (1, "person:1", 1000),
        (2, "hold:7", 400),
        (2, "person:1", -400),
    ]
    asked = ["person:1", "hold:7", "chips", "house:7"]
    assert balances(books, iter(asked)) == {"person:1": 600, "hold:7": 400, "chips": -1000, "house:7": 0}
    open_ended = dict(tuple(row) for row in books.execute(select(ACCOUNTS.c.id, ACCOUNTS.c.open_ended)))
    assert open_ended == {"chips": True, "person:1": False, "hold:7": False}


@pytest.mark.parametrize("account", ["person:1", "hold:7", "meter:7:jackpot", "houseboat:1"])
def test_what_an_account_cannot_cover_is_refused_with_both_amounts(books: Connection, account: str) -> None:
    post(books, [movement("chips", [("chips", -500), (account, 500)])], 0, 1)
    refusal = r"^that takes \$5\.01, and there is \$5\.00: wager less, or buy chips$"
    with pytest.raises(IllegalBet, match=refusal):
        post(books, [movement("hold", [(account, -501), ("house:7", 501)])], 7, 2)
    post(books, [movement("hold", [(account, -500), ("house:7", 500)])], 7, 3)
    assert balances(books, [account]) == {account: 0}
    with pytest.raises(IllegalBet, match=r"^that takes \$0\.01, and there is \$0\.00: "):
        post(books, [movement("hold", [(f"{account}0", -1), ("house:7", 1)])], 7, 4)


def test_accounts_are_read_in_one_order_so_that_no_two_writers_wait_for_each_other(books: Connection) -> None:
    said: list[str] = []
    event.listen(books, "before_cursor_execute", lambda _c, _k, statement, *_: said.append(statement))
    post(books, [movement("chips", [("person:1", 5), ("chips", -5)])], 0, 1)
    assert said[0].startswith("SELECT accounts.id, accounts.balance")
    assert said[0].endswith("ORDER BY accounts.id")


@pytest.mark.parametrize("account", ["house:7", "commission:7", "bots:7", "chips"])
def test_accounts_of_the_house_may_owe(books: Connection, account: str) -> None:
    post(books, [movement("settle", [(account, -1), ("person:1", 1)])], 7, 1)
    post(books, [movement("settle", [(account, -1), ("person:1", 1)])], 7, 2)
    assert balances(books, [account]) == {account: -2}


def test_seed_and_contributions_are_meter_and_paid_to_the_fraction_of_a_cent() -> None:
    """The jackpot adds up over many wagers: 1/3 % of odd amounts, three wins, some voids."""
    source = random.Random(2)
    meters = Meters(1, {})
    money = {"seed": 0, "accrual": 0, "won": 0, "malfunction": 0}
    exact = Fraction(0)

    def add(amount: Fraction, what: str) -> None:
        move = meters.add("jackpot", amount, what)
        money[what] += dict(move.cents).get("meter:1:jackpot", 0)

    add(Fraction(1000_00), "seed")
    for number in range(ACCRUALS):
        share = Fraction(source.randrange(1, 500), 300)
        exact += share
        add(share, "accrual")
        if number % 6000 == 5999:
            won = meters.shown["jackpot"]
            add(Fraction(-won), "won")
            add(Fraction(1000_00), "seed")
        if number % 1000 == 999:
            exact -= share
            add(-share, "malfunction")
    remainder = meters.exact["jackpot"] - meters.shown["jackpot"]
    assert 0 <= remainder < 1
    assert sum(money.values()) == meters.shown["jackpot"]
    assert (1 + ACCRUALS // 6000) * 1000_00 + exact + money["won"] == meters.exact["jackpot"]
    with pytest.raises(Broken, match="only for"):
        meters.add("jackpot", Fraction(-1), "because")
    with pytest.raises(Broken, match="below nothing"):
        meters.add("jackpot", Fraction(-(10**9)), "won")


def test_the_database_itself_refuses_an_overdraft(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    ann = room.guest("Ann")
    with pytest.raises(RuntimeError, match="storage error") as stopped, room.store.transaction() as connection:
        connection.execute(ACCOUNTS.update().where(ACCOUNTS.c.id == f"person:{ann.id}").values(balance=-1))
    assert room.stopped
    assert "parameters hidden" in str(stopped.value.__cause__), "no card and no salt in a log"
