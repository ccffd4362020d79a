"""A room that is run: its accounts, its file, the jackpots' desk, exams, archives, and seats and tables left alone.

With the room of `test_every_field` it writes every kind of entry that there is, and fills every field of each.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from honest import TURNS, Honest
from houseway.academy.exam import Plan as ExamPlan
from houseway.academy.exam import Section
from houseway.room import Command, Room
from houseway.room.acts import ACTS
from houseway.room.archive.writing import archive
from houseway.room.commands.doing import Asked
from houseway.room.controls.changing import change_table
from houseway.room.controls.file import controls_from
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import People
from houseway.room.people.second_factor import code_at
from houseway.room.room import THE_HOUSE
from houseway.room.store import archived, journal, signatures
from houseway.room.store.keyring import Keyring
from houseway.room.store.signatures import open_store, rotate
from houseway.round.questions import default_of
from linked_jackpots import JACKPOT, House, Seat, approve, at_desk, house_of, open_linked, request
from wrong_answers import right_answer

COMMAND = "command: tests"
LONG = "a long one of their own"
FILE = """
name = "The Silver Room"
[guests]
open = ["super-pan-9", "supreme-99", "chinese-poker"]
[staff]
manager = 2
[prizes]
cover-above = "20,000.00"
verify-above = "400.00"
[posting]
restrictions = ["Nobody under 21 plays here."]
disputes = ["Tell the dealer before the next round is dealt."]
[[jackpot]]
id = "silver"
kind = "progressive"
wager = "1.00"
seed = "500.00"
increment = "20%"
reserve = "5%"
maximum = "25,000.00"
[[table]]
name = "Pairs"
game = "super-pairs"
settings = { decks = 6, minimum = "5.00", maximum = "100.00" }
jackpots = { super-pairs-jackpot = "silver" }
"""
PAN = """
[[table]]
name = "Pan 9"
game = "super-pan-9"
settings = { minimum = "10.00", maximum = "200.00" }
"""
PAYTABLE = {
    "id": "house-pairs",
    "wager": "super-pairs",
    "clause": "A",
    "basis": "to 1",
    "rows": [
        {"award": "suited-pair", "label": "Suited pair", "pays": 24},
        {"award": "prime-pair", "label": "Prime pair", "pays": 10},
        {"award": "any-pair", "label": "Any pair", "pays": 5},
    ],
}


class Days:
    """The time that the room is told: it begins some days ago, and comes on by what it is told."""

    def __init__(self) -> None:
        self.ago = timedelta(days=3)

    def wall(self) -> float:
        return time.time() - self.ago.total_seconds()

    def stamp(self, now: float | None = None) -> str:
        return datetime.fromtimestamp(self.wall() if now is None else now, UTC).isoformat(timespec="milliseconds")

    def on(self, **by: int) -> None:
        self.ago -= timedelta(**by)


@contextmanager
def days() -> Iterator[Days]:
    made, real = Days(), journal.stamp
    with pytest.MonkeyPatch.context() as patched:
        for name, module in list(sys.modules.items()):
            if name.startswith("houseway.room") and vars(module).get("stamp") is real:
                patched.setattr(module, "stamp", made.stamp)
        patched.setattr("houseway.room.room.People", lambda store: People(store, made.wall))
        yield made


def run(open_: Callable[[], Room], folder: Path, time_: Days, sitting: Any) -> None:
    """Everything, one after the other; another key is brought in the midst of it."""
    room = open_()
    house = house_of(room)
    accounts(room, house)
    time_.on(minutes=5)
    by_file(room, house)
    desk(room, house)
    time_.on(minutes=1)
    room.close()
    another_key(str(room.store.engine.url))
    room = open_()
    time_.on(minutes=5)
    at_tables(room, house._replace(room=room), time_, sitting)
    sat(room)
    into_archives(room, folder, sitting)
    room.close()


def another_key(database: str, at: str | None = None) -> None:
    """As the command does it that changes the key."""
    keys = Keyring.of(database)
    store = open_store(database)
    with store.transaction() as connection:
        rotate(connection, keys, signatures.stamp() if at is None else at, COMMAND)
    store.close()


# ---------------------------------------------------------------------------------------------------- accounts


def accounts(room: Room, house: House) -> None:
    """Everything that is done to accounts, by managers and by who has them."""
    people, own = room.people, Accounts(room.store, room.people, house.mia)
    once = own.add("Zoe", "dealer")[1]
    zoe = people.set_password(people.sign_in("Zoe", once), once, LONG)
    half = people.session(zoe)
    secret, ticket = room.factors.offer(zoe)
    zoe = room.factors.enrol(zoe, ticket, code_at(secret, int(room.factors._wall()) // 30))
    half = people.session(people.sign_in("Zoe", LONG))
    people.session(people.sign_in("Zoe", LONG), checked=True)
    people.end_session(half)
    own.role("Zoe", "surveillance")
    own.lock("Zoe")
    own.unlock("Zoe")
    own.remove_factor("Zoe")
    own.reset("Zoe")
    eve = people.register("Eve", LONG)
    people.end_session(people.session(eve))
    people.session(people.guest("Guy"))
    own.end_sessions("Guy")
    max_, ticket = room.factors.offer(house.max)
    room.factors.enrol(house.max, ticket, code_at(max_, int(room.factors._wall()) // 30))
    people.session(house.mia)
    Accounts(room.store, room.people, house.max).require("managers")


# ---------------------------------------------------------------------------------------------------- the desk


def desk(room: Room, house: House) -> None:
    """Everything that is done at the jackpots' desk."""
    desk = room.jackpots
    desk.deposit(house.mia, 100_000_00, "the prize account")
    first = open_linked(house, reserve=Fraction(1, 20), maximum=900_000_00)
    open_linked(house, "kings")
    open_linked(house, "queens")
    ann = Seat(room, first, "Ann")
    round_ = ann.play({"blackjack": 500, JACKPOT: 100})
    (waits,) = desk.awards()
    seen = {"hand": "As As As", "wager_cents": 100, "payout_cents": waits["cents"], "player": "Ann", "counted": 312}
    desk.verify(house.dora, waits["award"], seen, origin="a browser")
    desk.decline_award(house.max, waits["award"], "the cards are counted anew")
    desk.verify(house.dora, waits["award"], seen, origin="a browser")
    desk.approve_award(house.max, waits["award"], origin="another")
    desk.pay(house.dora, waits["award"])
    ann.play({"blackjack": 500, JACKPOT: 100})
    void = ann.play({"blackjack": 500, JACKPOT: 100})
    for what, data in (
        ("malfunction", {"cents": -100}),
        ("receipts", {"cents": 1}),
        ("seed-recovered", {"cents": 50, "displayed": True}),
        ("plan", {"maximum": 800_000_00, "reserve": "1/10"}),
    ):
        number = desk.ask(house.mia, what, "aces", "as the order says", origin="a browser", **data)
        desk.approve(house.max, number, origin="another")
    for cents in (-200, 100):
        amended(house, first, what="correction", round=round_, seat=1, cents=cents, wager=JACKPOT)
    amended(house, first, what="void", round=void)
    desk.decline(house.mia, desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5), "it did not")
    desk.decline(house.max, desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5), "it did not")
    at_desk(house, "seizure", "kings", cents=1_000_00)
    at_desk(house, "replaced", "kings", cents=1_000_00)
    desk.freeze(house.mia, "kings", "it moves")
    at_desk(house, "seizure", "kings", cents=1_000_00)
    at_desk(house, "replaced", "kings", cents=1_000_00)
    at_desk(house, "transfer", "kings", to="aces")
    desk.freeze(house.mia, "queens", "a draw on Monday")
    at_desk(house, "promotion", "queens")
    at_desk(house, "give", "queens", cents=100_00, person="Ann")
    at_desk(house, "give", "queens", cents=100_00, person=ann.person.id)


def amended(house: House, table: int, **asked: Any) -> None:
    approve(house, table, request(house, table, **asked))


# ---------------------------------------------------------------------------------------------------- the room's file


def by_file(room: Room, house: House) -> None:
    """The room's file put in force by a command and by a manager; what waits for a round at a table, and is done,
    dropped, or cannot be."""
    room.put_in_force(controls_from(FILE + PAN), COMMAND, "a new year")
    tables = dict(zip(("Pairs", "Pan 9"), room.file_tables, strict=True))
    amy = Seat(room, tables["Pairs"], "Amy")
    amy.play({"blackjack": 500})
    amy.do("bet", wagers={"blackjack": 500})
    change = {"settings": {"maximum": "90.00"}, "reason": "lower limits", "paytables": [PAYTABLE]}
    change_table(room, house.mia, tables["Pairs"], change)
    amy.do("clear")
    room.tick()
    amy.do("bet", wagers={"blackjack": 500})
    change_table(room, house.mia, tables["Pairs"], change | {"settings": {"maximum": "80.00"}, "paytables": []})
    room.pending.drop(house.max, room.pending.listed()[-1].waits.number, "not so low")
    ben = Seat(room, tables["Pan 9"], "Ben")
    ben.do("bet", wagers={"main": 1000})
    ben.do("ready")
    room.put_in_force(controls_from(FILE.replace('"100.00"', '"95.00"') + PAN), house.mia, "a new week")
    room.put_in_force(controls_from(FILE.replace('"100.00"', '"94.00"')), house.mia, "another week")
    amy.do("clear")
    ben.end()
    room.tick()


# ---------------------------------------------------------------------------------------------------- at tables


def at_tables(room: Room, house: House, time_: Days, sitting: Any) -> None:
    """What else is done at tables: paytables of their own, seats and tables left alone, bots that think."""
    quiet = sitting(room, "super-pan-9")
    left, closed = (room.open_table(house.mia, "super-pan-9", {}, "quiet") for _ in range(2))
    room.do(Command(closed, house.dan.id, "close", None, "close", {}))
    poor = Seat(room, room.open_table(house.mia, "super-pairs", {"offer-super-pairs": "yes"}, "pairs"), "Pat")
    poor.do("bet", wagers={"blackjack": 500})
    poor.do("cut", position=7)
    poor.do("ready")
    round_ = poor.end()
    amended(house, poor.table, what="correction", round=round_, seat=1, cents=-980_00)
    poor.do("bet", wagers={"blackjack": 500})
    poor.do("ready")
    room.people.more_chips(poor.person)
    poor.end()
    declined = request(house, poor.table, what="void", round=round_)
    why = {"request": declined, "reason": "it was right"}
    room.do(Command(poor.table, house.dan.id, "no", None, "decline", why))
    own = {"settings": {"maximum": "90.00"}, "reason": "other odds", "paytables": [PAYTABLE]}
    room.do(Command(poor.table, house.mia.id, "own", None, "change", own))
    silent(sitting(room, "super-pan-9", people=3), room, time_)
    time_.on(minutes=10)
    of_house(room, quiet.table, "free", seats=[1, 2], minutes=5)
    quiet.do(quiet.people[1], "sit", seat=1)
    time_.on(hours=2)
    of_house(room, left, "expire")
    thought(room, sitting)


def of_house(room: Room, table: int, kind: str, **data: Any) -> None:
    room._do(Asked(Command(table, THE_HOUSE.id, "", None, kind), ACTS[kind].read(data)))


def silent(table: Any, room: Room, time_: Days) -> None:
    """One does not seal in time, another does not open."""
    people = Honest(table)
    people.close()
    for person in table.people[:2]:
        people.seal(person)
    time_.on(seconds=7)
    room.act(table.table, "timeout", {})
    people.open(table.people[0])
    seal = people.nonces[table.people[1].id].seal
    modulus, base = int(seal["modulus"], 16), int(seal["base"], 16)
    of_house(room, table.table, "timeout", found={"2": f"{pow(base, 2**TURNS, modulus):x}"})
    while table.answer():
        pass


def thought(room: Room, sitting: Any) -> None:
    """A round with bots that think elsewhere, and one that plays the house way."""
    table = sitting(room, "chinese-poker", people=1)
    for seat in (2, 3):
        table.do(table.people[0], "add-bot", seat=seat)
    came = threading.Event()

    def elsewhere(address: str, game: Any, decisions: Any) -> "Future[Any]":
        found: Future[Any] = Future()
        found.set_result({each.question.seat: default_of(each.question) for each in decisions[:1]})
        return found

    room.think_by(elsewhere)
    stop = room.watch(table.table, lambda _: came.set())
    table.ready()
    while [each["seat"] for each in table.view()["asked"]] != [1]:
        assert came.wait(60)
        came.clear()
    stop()
    while table.answer():
        pass


# ---------------------------------------------------------------------------------------------------- exams, archives


def sat(room: Room) -> None:
    """An exam from its beginning to its end, and one that is sat still."""
    eve = room.people.sign_in("Eve", LONG)
    plan = ExamPlan((Section("super-pan-9", "pay", 2),), 75, 10)
    sitting = room.academy.begin(eve, plan)
    for number in range(2):
        sitting = room.academy.answer(sitting.token, eve, number, right_answer(sitting.exam.question(number)))
    room.academy.begin(eve, plan)


def into_archives(room: Room, folder: Path, sitting: Any) -> None:
    """Rounds go into two archives, one after the other."""
    old = sitting(room, "supreme-99", people=1)
    for name in ("first.archive", "second.archive"):
        for _ in range(archived.EVERY // 2):
            old.bet(old.people[0])
            old.do(old.people[0], "clear")
        for _ in range(3):
            old.play_round()
        archive(room.store, folder / name, "9999", COMMAND)
