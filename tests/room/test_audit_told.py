"""The jackpots' desk tells all that it goes by: a house with the key that leaves something out, or says another figure,
is found out by the rest of its journal."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from houseway.room import Room
from houseway.room.acts.desk import Request
from houseway.room.audit.room import audit
from houseway.room.controls.running import THE_FILE
from houseway.room.jackpots import audit as jackpots_audit
from houseway.room.jackpots import desk as desks
from houseway.room.jackpots import desk_audit, two_people
from houseway.room.jackpots.account import ADOPTED, REPLANNED, Account
from houseway.room.jackpots.act import Act, acting
from houseway.room.jackpots.event import HOUSE_ACCOUNT, adopted
from houseway.room.jackpots.funds import Funds, Prize
from houseway.room.jackpots.plan import OPEN, SUSPENDED
from houseway.room.people import people
from houseway.room.store import feeding, journal, ledger
from houseway.room.store.jackpots import Book
from houseway.round.meters import SEED
from linked_jackpots import BETS, SEEN, House, Seat, at_desk, house_of, open_linked, request


@pytest.fixture
def house(sqlite: str, opened: Callable[..., Room]) -> House:
    house = house_of(opened(sqlite))
    house.room.jackpots.deposit(house.mia, 1_000_00, "the prize account")
    return house


def said(sqlite: str) -> str:
    return "\n".join(map(str, audit(sqlite)))


def without(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The entries of the desk leave something out."""
    note = Act.note

    def less(act: Act, what: str, **more: Any) -> Any:
        if name == "states" and what != "asked":
            act.states.clear()
        act.more.pop(name, None)
        return note(act, what, **more)

    monkeypatch.setattr(Act, "note", less)


# ---------------------------------------------------------------------------------------------------- left out


def test_an_act_tells_what_becomes_of_its_jackpot(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open jackpot is emptied: no entry says that it is frozen, and none that it is closed."""
    Seat(house.room, open_linked(house), "Ann").play()

    def unfrozen(act: Act, jackpot: Any) -> None:
        heads = feeding.tables_of(act.connection, jackpot.id)
        act.more["stood"] = {str(table): head.seq for table, head in heads.items()}

    with monkeypatch.context() as cheats:
        cheats.setattr(two_people, "_must_be_frozen", unfrozen)
        without(cheats, "states")
        at_desk(house, "promotion")
    assert "the promotion does not tell what becomes of the jackpot aces" in said(sqlite)


@pytest.mark.parametrize("what", ["promotion", "transfer"])
def test_a_jackpot_is_not_emptied_without_a_word_of_where_its_tables_stood(
    what: str, sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_linked(house, "kings")
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    house.room.jackpots.freeze(house.mia, "aces", "it moves")
    with monkeypatch.context() as cheats:
        cheats.setattr(two_people, "_must_be_frozen", lambda *_: None)
        at_desk(house, what, **({"to": "kings"} if what == "transfer" else {}))
    ann.end()
    assert f"the {what} of a jackpot leaves out stood" in said(sqlite)


def test_a_seizure_tells_what_the_jackpot_was(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was frozen, and would be open after it."""
    open_linked(house)
    house.room.jackpots.freeze(house.mia, "aces", "it moves")
    with monkeypatch.context() as cheats:
        without(cheats, "was")
        at_desk(house, "seizure", cents=100_00)
    at_desk(house, "replaced", cents=600_00)
    assert "the seizure of a jackpot leaves out was" in said(sqlite)


def test_whoever_opens_or_suspends_tells_the_prize_account(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_linked(house)
    house.room.jackpots.freeze(house.mia, "aces", "it moves")
    with monkeypatch.context() as cheats:
        without(cheats, "funds")
        house.room.jackpots.thaw(house.mia, "aces", "it stays")
    assert "the thawed of a jackpot leaves out funds" in said(sqlite)


def test_a_table_stood_where_it_has_been(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    house.room.jackpots.freeze(house.mia, "aces", "it moves")

    def further(act: Act, _jackpot: Any) -> None:
        act.more["stood"] = {str(ann.table): 10**6}

    with monkeypatch.context() as cheats:
        cheats.setattr(two_people, "_must_be_frozen", further)
        at_desk(house, "promotion")
    ann.end()
    assert "empties it while round 1 was played for it" in said(sqlite)


def test_nobody_asks_in_the_name_of_another(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mia asks as Max, and approves what he has asked for."""
    open_linked(house)
    desk, note = house.room.jackpots, Act.note

    def as_max(act: Act, what: str, **more: Any) -> Any:
        if what == "asked":
            more["request"]["by"] = house.max.id
        return note(act, what, **more)

    with monkeypatch.context() as cheats:
        cheats.setattr(Act, "note", as_max)
        cheats.setattr(Act, "second", lambda *_: house.max.id)
        desk.approve(house.mia, desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5))
    assert f"person {house.mia.id} asks in the name of person {house.max.id}" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- by money


def covering(cents: int) -> Callable[..., Funds]:
    """The prize account has to cover a prize of so much."""
    prize = Prize(cents, "super-pairs", "a wager", "an award", "a paytable")
    return lambda connection: Funds(ledger.balances(connection, ["bank:prizes"])["bank:prizes"], 0, (prize,), "")


def test_jackpots_are_open_and_suspended_by_the_prize_account(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a room does it: short, filled up, seized in part, frozen, thawed and replaced."""
    desk = house.room.jackpots
    open_linked(house)
    open_linked(house, "kings")
    monkeypatch.setattr(desk, "_funds", covering(30_000_00))
    assert sorted(desk.review(THE_FILE)) == ["aces", "kings"]
    desk.deposit(house.mia, 29_000_00, "to be open")
    at_desk(house, "seizure", cents=1)
    assert [desk.one(id_).state for id_ in ("aces", "kings")] == ["seized", "suspended"]
    at_desk(house, "replaced", cents=500_00)
    desk.freeze(house.mia, "aces", "it moves")
    desk.thaw(house.mia, "aces", "it stays")
    assert [desk.one(id_).state for id_ in ("aces", "kings")] == ["open", "open"]
    assert audit(sqlite) == []


@pytest.mark.parametrize("state, held", [(SUSPENDED, 1_000_00), (OPEN, 1_000_00), (SUSPENDED, 0)])
def test_nobody_suspends_or_opens_without_cause(
    state: str, held: int, sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by what the account holds, nor by saying that it holds another sum."""
    open_linked(house)
    desk = house.room.jackpots
    if state == OPEN:
        monkeypatch.setattr(desk, "_funds", covering(30_000_00))
        desk.review(THE_FILE)
    with acting(house.room.store, house.room.people, THE_FILE) as act:
        act.more["funds"] = {"held": held, "required": 30_000_00 if state == OPEN else 500_00}
        act.state("aces", state, "we say so")
        act.note("reviewed", reason="we say so")
    found = said(sqlite)
    if held:
        assert f"the jackpot aces is {state}, and the prize account holds $1,000.00 of" in found
    else:
        assert "says that the prize account holds $0.00, and it held $1,000.00" in found


def test_all_jackpots_are_suspended_where_the_account_is_short(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry says that it is, and one of them stays open."""
    open_linked(house)
    open_linked(house, "kings")
    with acting(house.room.store, house.room.people, THE_FILE) as act:
        act.more["funds"] = {"held": 1_000_00, "required": 30_000_00}
        act.state("aces", SUSPENDED, "the account is short")
        act.note("reviewed", reason="the account is short")
    monkeypatch.setattr(desk_audit, "SKEW", timedelta(seconds=-1))  # long after it was opened, as clocks go
    assert "the jackpot kings is open, and the prize account holds $1,000.00 of $30,000.00" in said(sqlite)


def test_what_was_seized_is_replaced_in_full(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    Seat(house.room, open_linked(house), "Ann").play()
    at_desk(house, "seizure", cents=1_000_00)

    def replaced(act: Act, jackpot: Any, asked: Any) -> None:
        act.move(*two_people.MOVES["replaced"](asked))
        act.state(jackpot.id, OPEN, "")

    with monkeypatch.context() as cheats:
        cheats.setattr(desks, "ACTS", {**two_people.ACTS, "replaced": replaced})
        at_desk(house, "replaced", cents=500_06)
    monkeypatch.setattr(jackpots_audit, "SKEW", timedelta(0))
    assert "the jackpot aces displayed $500.07, and $500.06 of it is replaced (WAC 230-15-715)" in said(sqlite)


def test_a_maximum_is_not_set_below_what_is_displayed(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat(house.room, open_linked(house), "Ann").play()

    def planned(act: Act, jackpot: Any, asked: Any) -> None:
        new = two_people.replanned(jackpot.plan, asked).json()
        act.book.change(jackpot, REPLANNED, Account(), HOUSE_ACCOUNT, plan=new, reason=asked["reason"])

    with monkeypatch.context() as cheats:
        cheats.setattr(desks, "ACTS", {**two_people.ACTS, "plan": planned})
        at_desk(house, "plan", maximum=500_03)
    assert "a maximum is not set below what is displayed, $500.07 (WAC 230-15-685)" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- its accounts


def test_no_seed_is_saved_by_taking_over_a_meter_that_there_was_not(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = Book.change

    def takes_over(book: Book, jackpot: Any, what: str, by: Account, house_: str, *more: Any, **told: Any) -> Any:
        if what != SEED:
            return change(book, jackpot, what, by, house_, *more, **told)
        by = Account(displayed=Fraction(1), contributed=Fraction(1))
        return change(book, jackpot, ADOPTED, by, house_, adopted(jackpot.id, by, house_), **told)

    with monkeypatch.context() as cheats:
        cheats.setattr(Book, "change", takes_over)
        open_linked(house)
    assert "takes over what no meter of the table showed" in said(sqlite)


def test_the_accounts_of_a_jackpot_hold_what_it_shows(sqlite: str, house: House) -> None:
    Seat(house.room, open_linked(house), "Ann").play()
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE accounts SET balance = balance - 100 WHERE id = 'meter:aces'")
        connection.exec_driver_sql("UPDATE accounts SET balance = balance + 100 WHERE id = 'bank:prizes'")
    assert "account meter:aces: holds $499.07, and the jackpot has $500.07 there" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- roles


@pytest.mark.parametrize(
    "role, who, says",
    [
        ("dealer", "Ann", "a player, is made a dealer: roles change among the staff alone"),
        ("player", "Dora", "a dealer, is made a player: roles change among the staff alone"),
        ("emperor", "Dora", "a dealer, is made a emperor: roles change among the staff alone"),
    ],
)
def test_roles_change_among_the_staff_alone(role: str, who: str, says: str, sqlite: str, house: House) -> None:
    known = house.room.people
    house.room.people.add("Ann", "player", "no hash", by="command: tests")
    with house.room.store.transaction() as connection:
        ids = {row.name: row.id for row in connection.exec_driver_sql("SELECT name, id FROM people")}
        row = known.held(connection, ids[who])
        known.change(connection, row, {"kind": "role", "role": role, "ends": True}, by=house.mia.id, role=role)
    assert says in said(sqlite)


def test_nobody_is_made_with_a_role_that_there_is_not(sqlite: str, house: House) -> None:
    house.room.people.add("Ann", "emperor", "no hash", by="command: tests")
    assert "is made a emperor, and there is no such role" in said(sqlite)


def test_a_role_that_changes_ends_every_session(sqlite: str, house: House) -> None:
    known = house.room.people
    with house.room.store.transaction() as connection:
        row = known.held(connection, house.dan.id)
        told = {"kind": "role", "role": "manager", "ends": False}
        known.change(connection, row, told, by=house.mia.id, role="manager")
    assert f"a role of person {house.dan.id} ends no session of theirs" in said(sqlite)


def test_who_has_a_one_time_password_makes_nobody(sqlite: str, house: House) -> None:
    open_linked(house)
    tom = house.room.people.add("Tom", "manager", "no hash", by="command: tests", provisional=True)
    house.room.people.add("Tim", "manager", "no hash", by=tom.id)
    assert f"is made a manager by {tom.id}, who was no manager" in said(sqlite)


def plant(room: Room, **body: Any) -> None:
    """An entry of the room's own journal, signed with its key."""
    with room.store.transaction() as connection:
        head = journal.head(connection, journal.ROOM, lock=True)
        assert head is not None
        journal.append(connection, journal.ROOM, head, {"at": journal.stamp(), **body})


@pytest.mark.parametrize(
    "body, says",
    [
        ({"kind": "rename", "id": 2, "name": "Max"}, "is of kind 'rename', and the room writes none of that kind"),
        (
            {"kind": "setting", "name": "second-factor", "value": "staff", "by": "a bot"},
            "by 'a bot', who was no manager",
        ),
        (
            {"kind": "setting", "name": "second-factor", "value": "staff", "by": "command: tests"},
            "has no second factor, which the room asks for, and is not signed out",
        ),
        (
            {"kind": "controls", "by": "command: tests", "tables": {}, "text": "name = 1", "hash": "0" * 64},
            "is another than its hash says",
        ),
    ],
    ids=["kind", "who", "signed out", "hash"],
)
def test_what_the_room_does_not_write_is_found(body: dict[str, Any], says: str, sqlite: str, house: House) -> None:
    open_linked(house)
    house.room.people.session(house.dora)
    plant(house.room, **body)
    assert says in said(sqlite)


def test_no_session_lasts_for_years(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    open_linked(house)
    house.room.people.session(house.dora)
    assert audit(sqlite) == []
    monkeypatch.setattr(people, "SESSION_FOR", 10 * 365 * 86_400.0)
    house.room.people.session(house.dora)
    assert "for longer than any is" in said(sqlite)


def test_the_last_manager_is_not_locked_out(sqlite: str, house: House) -> None:
    """Nor made something else."""
    open_linked(house)
    first = house.room.people.sign_in("manager", house.room.first_password)
    with house.room.store.transaction() as connection:
        for who in (first, house.mia, house.max):
            row = house.room.people.held(connection, who.id)
            told = {"kind": "lock"}
            by = "command: tests"
            house.room.people.change(connection, row, told, by=by, ends=True, locked_until=people.LOCKED)
    assert f"a lock of person {house.max.id}, the last manager who could sign in" in said(sqlite)


def test_a_jackpot_is_frozen_with_a_notice(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    open_linked(house)
    with monkeypatch.context() as cheats:
        cheats.setattr(desks, "reason_in", lambda text: text)
        house.room.jackpots.freeze(house.mia, "aces", "")
    assert "the jackpot aces is frozen without a notice" in said(sqlite)


def test_an_award_is_verified_with_the_wager_that_won_it(
    sqlite: str, hit: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat(hit.room, open_linked(hit), "Ann").play()
    desk = hit.room.jackpots
    with monkeypatch.context() as cheats:
        cheats.setattr(desk, "_verifier", lambda *_: {"cards": 0})
        desk.verify(hit.dora, 1, {**SEEN, "wager_cents": 1})
    assert "was verified with a wager of 1 cents, and 100 were staked" in said(sqlite)


@pytest.mark.parametrize("told", [{"name": "Dan"}, {"at": "2020-01-01T00:00:00.000+00:00"}], ids=["name", "time"])
def test_a_void_is_asked_for_under_ones_own_name(
    told: dict[str, str], sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Seat(house.room, open_linked(house), "Ann")
    number, check = ann.play(), Request.check
    with monkeypatch.context() as cheats:
        cheats.setattr(Request, "check", lambda *given: replace(check(*given), **told))
        request(house, ann.table, round=number, what="void")
    assert f"the act 'request' of person {house.dora.id}" in said(sqlite)
