"""Money is conserved: whatever people do, sensible or not, sums are zero and every balance can be derived."""

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, func, select

from houseway.errors import HousewayError, IllegalBet
from houseway.games import games
from houseway.games.super_pan_9 import play as super_pan_9
from houseway.room import Command, Person, Room, acts
from houseway.room.acts.opened import Opened
from houseway.room.audit.room import audit
from houseway.room.errors import Broken
from houseway.room.fairness.commitments import Commitment
from houseway.room.store.journal import canonical
from houseway.room.store.ledger import Movement, balances, movement, post
from houseway.room.store.schema import ACCOUNTS, COMMANDS, META, POSTINGS, ROUNDS, TRANSACTIONS
from houseway.room.table import settling
from houseway.room.table import state as live
from houseway.room.table.entry import Carried, JournalEntry, NewShoe
from houseway.round import Arrange, Choose
from houseway.round.codec import hand_json

ACCRUALS = int(os.environ.get("HOUSEWAY_ACCRUALS", "20000"))
"""Wagers that feed a meter; the long form sets it to ten million."""

REOPENED = 200
"""Commands after which the room is closed and opened again."""

SETTINGS = {
    "super-pan-9": {"decks": "2"},
    "super-pairs": {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-increment": "7.77%"},
}


SUPERVISORS = ("irregularity", "request", "approve", "resume")


def wild(source: random.Random, table: live.LiveTable | None) -> tuple[str, dict[str, Any]]:
    """Something that somebody might send to this table: mostly sensible, often not."""
    often = ["bet", "ready", "answer"] * 12 + ["sit"] * 6
    kind = source.choice([*often, *(kind for kind in acts.ACTS if kind not in ("opened", "close", "pause"))])
    data: dict[str, Callable[[], dict[str, Any]]] = {
        "sit": lambda: {"seat": source.randrange(0, 6)},
        "bet": lambda: {"wagers": wagers(source, table)},
        "answer": lambda: {"answer": reply(source, table)},
        "add-bot": lambda: {"seat": source.randrange(1, 5)},
        "remove-bot": lambda: {"seat": source.randrange(1, 5)},
        "cut": lambda: {"position": source.randrange(-1, 300)},
        "irregularity": lambda: {"kind": "misdeal", "seat": source.randrange(3), "reason": "a card fell"},
        "request": lambda: later(source, table),
        "approve": lambda: {"request": source.choice([1, *(table.requests if table is not None else ())])},
    }
    return kind, data[kind]() if kind in data else {}


def later(source: random.Random, table: live.LiveTable | None) -> dict[str, Any]:
    """A void or a correction of a round of this table, if it is one."""
    last = (table.round or 9) if table is not None else 9
    asked = {"what": source.choice(["void", "correction"]), "round": source.randrange(max(1, last - 9), last + 1)}
    cents = source.choice([100, -100])
    return asked | {"reason": "found later"} | ({"seat": 1, "cents": cents} if asked["what"] == "correction" else {})


def wagers(source: random.Random, table: live.LiveTable | None) -> dict[str, int]:
    """What the game must have and some of what it offers; now and then an amount that no game takes."""
    if table is None:
        return {"main": 500}
    bets: dict[str, int] = {}
    for wager in table.game.document.wagers:
        if wager.required or source.random() < 0.2:
            least = table.settings.integer(wager.least) if wager.least else 100
            bets[wager.id] = source.choice([least] * 8 + [least + 1, 777, 2500, 40000, 0, 1, -5, 10**12])
    return bets


def reply(source: random.Random, table: live.LiveTable | None) -> Any:
    """An answer to something that is asked; now and then one to nothing."""
    asked = table.standing.asked if table is not None else ()
    if not asked or source.random() < 0.1:
        return source.choice(["stand", "fly", 3, None, [1, 2]])
    question = source.choice(asked)
    if isinstance(question, Choose):
        return source.choice(question.options)
    if isinstance(question, Arrange):
        cards = hand_json(source.sample(question.cards, len(question.cards)))
        return [[cards.pop() for _ in range(size)] for size in question.sizes]
    return source.choice([0, getattr(question, "least", 0)])


def somebody(source: random.Random, people: list[Person], table: live.LiveTable | None, kind: str) -> Person:
    """Who would do it: a supervisor, or whom the table waits for, more often than not; otherwise anybody."""
    likely: list[Person] = people[4:] if kind in SUPERVISORS else people[:2]
    if kind == "answer" and table is not None:
        asked = [table.places[question.seat].person for question in table.standing.asked]
        likely = [person for person in people if person.id in asked]
    return source.choice(likely if likely and source.random() < 0.7 else people)


def try_everything(room: Room, people: list[Person], tables: list[int], tries: int, seed: int) -> int:
    """Send wild commands, most of them to one table and then to the next; how many were accepted."""
    source = random.Random(seed)
    accepted = 0
    for number in range(tries):
        table = tables[number * len(tables) // tries] if source.random() < 0.9 else source.choice(tables)
        known = room._live.get(table)
        kind, data = wild(source, known)
        person = somebody(source, people, known, kind)
        try:
            room.do(Command(table, person.id, f"{seed}-{number}", None, kind, data))
            accepted += 1
        except HousewayError:
            pass
        if number % 50 == 49:
            room.tick(1e6 * number)
    return accepted


def crew(room: Room) -> list[Person]:
    dealers = [room.people.add(name, "dealer", "no hash", by="command: tests") for name in ("Dora", "Dan")]
    return [*(room.people.guest(name) for name in ("Ann", "Bob", "Cyd", "Dee")), *dealers]


def try_long(database: str, tries: int, luck: int) -> int:
    """Wild commands at a table of every game, with a room that is closed and opened again; how many were accepted."""
    with closing(Room.open(database, draw=random.Random(luck).randrange)) as room:
        people = crew(room)
        mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
        tables = [room.open_table(mia, game.id, SETTINGS.get(game.id, {}), "t") for game in games()]
        for table, seat in product(tables, (1, 2)):
            room.do(Command(table, people[seat - 1].id, f"{table}-{seat}", None, "sit", {"seat": seat}))
    accepted = 2 * len(tables)
    for number, done in enumerate(range(0, tries, REOPENED)):
        seed = 1_000_000 * luck + number
        with closing(Room.open(database, draw=random.Random(seed).randrange)) as room:
            for person in people[:4]:
                with suppress(HousewayError):
                    room.people.more_chips(person)
            accepted += try_everything(room, people, tables, min(REOPENED, tries - done), seed)
    return accepted


def test_whatever_is_sent_money_is_conserved_and_refusals_change_nothing(
    database: str, turns: Callable[[str, int], int], luck: int
) -> None:
    tries = turns("HOUSEWAY_COMMANDS", 400)
    accepted = try_long(database, tries, luck)
    with closing(Room.open(database)) as room, room.store.transaction() as connection:
        assert connection.execute(select(func.sum(ACCOUNTS.c.balance))).scalar() == 0
        assert connection.execute(select(func.sum(POSTINGS.c.cents))).scalar() == 0
        assert connection.execute(select(func.count()).select_from(COMMANDS)).scalar() == accepted > tries // 10
        ended = select(func.count(ROUNDS.c.ended.distinct())).group_by(ROUNDS.c.chain)
        assert len(connection.execute(ended).all()) == len(games()), "every game was played to an end"
    assert audit(database) == []


@given(seed=st.integers(0, 2**32), length=st.integers(1, 25))
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_short_history_can_be_audited(seed: int, length: int, folder: Path) -> None:
    path = folder / f"{seed}-{length}-{len(list(folder.iterdir()))}.db"
    room = Room.open(f"sqlite:///{path}", draw=random.Random(seed).randrange)
    people = [room.people.guest("Ann"), room.people.guest("Bob")]
    table = room.open_table(people[0], "super-pan-9", {}, "t")
    try_everything(room, people, [table], length, seed)
    room.close()
    assert audit(f"sqlite:///{path}") == []


def test_a_ruling_that_pays_a_cent_too_much_is_caught(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a settlement that makes money."""
    honest = settling._lines

    def generous(table: Any, payout: Any) -> list[tuple[str, int]]:
        return [*honest(table, payout), (table.account(payout.seat), 1)]

    monkeypatch.setattr(settling, "_lines", generous)
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
    ruled = super_pan_9.settle

    def forgetful(*round_: Any) -> Iterator[Any]:
        return (payout._replace(stake=payout.stake - 1) for payout in ruled(*round_))

    monkeypatch.setattr(super_pan_9, "settle", forgetful)
    table.ready()
    table.answer()
    with pytest.raises(Broken, match="does not settle what is held"):
        table.answer()


def test_an_account_that_must_be_covered_never_falls_below_zero(database: str, opened: Callable[..., Room]) -> None:
    room = opened(database)
    ann = room.people.guest("Ann")
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
    driver: Any = books.connection.driver_connection
    driver.set_trace_callback(said.append)
    post(books, [movement("chips", [("person:1", 5), ("chips", -5)])], 0, 1)
    assert said[0].startswith("SELECT accounts.id")
    assert "WHERE accounts.id IN " in said[0], "those accounts, and not none or all of them"
    assert said[0].endswith("ORDER BY accounts.id")


@pytest.mark.parametrize("account", ["house:7", "commission:7", "bots:7", "chips"])
def test_accounts_of_the_house_may_owe(books: Connection, account: str) -> None:
    post(books, [movement("settle", [(account, -1), ("person:1", 1)])], 7, 1)
    post(books, [movement("settle", [(account, -1), ("person:1", 1)])], 7, 2)
    assert balances(books, [account]) == {account: -2}


JACKPOT = "super-pairs-jackpot"
SHOE = Commitment((0,), [bytes(16)])
PROGRESSIVE = {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-seed": "1000.00"}
FIRST = NewShoe(1, SHOE.root, 1)._asdict()
OPENED = JournalEntry("opened", 1, Opened("super-pairs", "t", PROGRESSIVE, 6, FIRST)).json() | {"v": 3}
"""A table from before jackpots had accounts of their own: `test_jackpot_model.py` has the meters of today."""
SOURCES: Any = live.Sources(lambda _id: SHOE, lambda _hash: None)


def restarted(table: live.LiveTable) -> live.LiveTable:
    """The table of a room that knows nothing but what the journal keeps of it."""
    fresh = live.LiveTable(1, SOURCES)
    fresh.restore(OPENED, Carried.read(json.loads(canonical(table.carried().json()))), 1)
    return fresh


def accrue(
    number: int, seed: int, restart: Callable[[live.LiveTable], live.LiveTable]
) -> tuple[Fraction, live.LiveTable]:
    """Feed a meter with 1/3 % of odd amounts, with wins, voids and restarts; by how much it is off, and the table."""
    source = random.Random(seed)
    table = live.LiveTable(1, SOURCES)
    table.replay(1, OPENED)
    money = Counter(accrual=0, seed=sum(dict(move.cents)[f"meter:1:{JACKPOT}"] for move in table.moves))
    exact, seeds = Fraction(0), 1

    def add(amount: Fraction, what: str) -> None:
        move = table.meters.add(JACKPOT, amount, what)
        money[what] += dict(move.cents).get(f"meter:1:{JACKPOT}", 0)

    for turn in range(1, number + 1):
        share = Fraction(source.randrange(1, 500), 300)
        exact += share
        add(share, "accrual")
        if turn % 6000 == 0:
            add(Fraction(-table.meters.displayed[JACKPOT]), "won")
            add(Fraction(1000_00), "seed")
            seeds += 1
        if turn % 1000 == 0:
            exact -= share
            add(-share, "malfunction")
        if turn % 1777 == 0:
            table = restart(table)
    left, shown = table.meters.exact[JACKPOT], table.meters.displayed[JACKPOT]
    assert 0 <= left - shown < 1
    return seeds * 1000_00 + exact + money["won"] - left + (money.total() - shown), table


def test_seed_and_contributions_are_meter_and_paid_to_the_fraction_of_a_cent(luck: int) -> None:
    """The jackpot adds up over many wagers and restarts, the money as well as the fractions carried."""
    off, table = accrue(ACCRUALS, 2 + luck, restarted)
    assert off == 0
    with pytest.raises(Broken, match="only for"):
        table.meters.add(JACKPOT, Fraction(-1), "because")
    with pytest.raises(Broken, match="below nothing"):
        table.meters.add(JACKPOT, Fraction(-(10**9)), "won")


def test_a_restart_that_drops_the_fraction_of_a_cent_is_caught() -> None:
    def careless(table: live.LiveTable) -> live.LiveTable:
        table.meters.exact[JACKPOT] = Fraction(table.meters.displayed[JACKPOT])
        return restarted(table)

    assert accrue(20_000, 2, careless)[0] != 0


def test_the_database_itself_refuses_an_overdraft(sqlite: str, folder: Path, opened: Callable[..., Room]) -> None:
    room = opened(sqlite)
    ann = room.people.guest("Ann")
    with pytest.raises(RuntimeError, match="storage error") as stopped, room.store.transaction() as connection:
        connection.execute(ACCOUNTS.update().where(ACCOUNTS.c.id == f"person:{ann.id}").values(balance=-1))
    assert room.stopped
    assert "parameters hidden" in str(stopped.value.__cause__), "no card and no salt in a log"
