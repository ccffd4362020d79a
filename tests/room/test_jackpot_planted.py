"""Rows of jackpots that are others for a moment, and a house that goes by them: the room refuses, the audit computes
each change again from the changes before it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Command
from houseway.room.acts import desk as desk_acts
from houseway.room.acts import refunds
from houseway.room.audit.room import audit
from houseway.room.fairness.nonces import Nonce
from houseway.room.jackpots import desk as desk_module
from houseway.room.jackpots import of_round, table_audit, two_people
from houseway.room.jackpots.act import Act
from houseway.room.jackpots.plan import link_key
from houseway.room.store import feeding, jackpots_told
from houseway.room.store.jackpots import Book, changes_of
from houseway.room.store.meters import HELD
from houseway.room.store.schema import JACKPOT_REQUESTS, JACKPOTS
from houseway.room.table import entry as entries
from houseway.room.table import state
from linked_jackpots import (
    BETS,
    HIT,
    JACKPOT,
    KEYS,
    PAIRS,
    SEEN,
    SETTINGS,
    House,
    Seat,
    again,
    amend,
    approve,
    at_desk,
    fixed_at,
    house_of,
    money,
    open_linked,
    pay,
    request,
)


def sql(house: House, line: str) -> None:
    with house.room.store.transaction() as connection:
        assert connection.exec_driver_sql(line).rowcount > 0


def close(house: House, table: int) -> None:
    house.room.do(Command(table, house.dora.id, f"close {next(KEYS)}", None, "close", {}))


@contextmanager
def planted(house: House, line: str, back: str) -> Iterator[None]:
    sql(house, line)
    yield
    sql(house, back)


PLAN = (
    "UPDATE jackpots SET plan = replace(replace(plan, '3/40', '9/10'), '50000', '900000')",
    "UPDATE jackpots SET plan = replace(replace(plan, '9/10', '3/40'), '900000', '50000')",
)
PRACTICE = (
    "UPDATE jackpots SET plan = replace(plan, '\"practice\":false', '\"practice\":true')",
    "UPDATE jackpots SET plan = replace(plan, '\"practice\":true', '\"practice\":false')",
)
STATE = ("UPDATE jackpots SET state = 'suspended'", "UPDATE jackpots SET state = 'open'")
SHOWS = (
    "UPDATE jackpots SET account = replace(account, '100015/2', '100017/2')",
    "UPDATE jackpots SET account = replace(account, '100017/2', '100015/2')",
)
LISTED = (
    "UPDATE jackpot_changes SET body = replace(body, '\"shown\":50007', '\"shown\":10000') WHERE what = 'contribution'",
    "UPDATE jackpot_changes SET body = replace(body, '\"shown\":10000', '\"shown\":50007') WHERE what = 'contribution'",
)
HIDDEN = (
    "UPDATE jackpot_changes SET round = -round WHERE round > 0",
    "UPDATE jackpot_changes SET round = -round WHERE round < 0",
)
CANCELLED = ("UPDATE awards SET state = 'cancelled'", "UPDATE awards SET state = 'pending'")
OTHERS = ("UPDATE awards SET cents = cents + 1", "UPDATE awards SET cents = cents - 1")


@pytest.mark.parametrize("row", [PLAN, PRACTICE, STATE, SHOWS])
def test_two_people_do_nothing_by_a_row_that_is_another_for_a_moment(
    sqlite: str, house: House, row: tuple[str, str]
) -> None:
    """Two managers agree on another reserve, and the increment, the seed, or that it is practice, was planted."""
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    ann.play()
    number = desk.ask(house.mia, "plan", "aces", "a little more in reserve", reserve="1/100")
    with planted(house, *row):
        for does in (
            lambda: desk.approve(house.max, number),
            lambda: desk.freeze(house.mia, "aces", "it moves"),
            lambda: desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5),
            lambda: amend(house, ann.table, round=1, what="void"),
        ):
            with pytest.raises(HousewayError, match="the jackpot aces is not what the journal tells: houseway audit"):
                does()
    desk.approve(house.max, number)
    assert audit(sqlite) == []


@pytest.mark.parametrize("row", [LISTED, HIDDEN, CANCELLED])
def test_a_round_is_undone_and_corrected_by_signed_entries(sqlite: str, hit: House, row: tuple[str, str]) -> None:
    """Not by what its rows say of it for a moment: a void of hidden changes gave back the stakes and left the award."""
    ann = Seat(hit.room, open_linked(hit), "Ann")
    number = request(hit, ann.table, round=ann.play(), what="void")
    accounts = (f"award:1:1:{JACKPOT}", "meter:aces", f"house:{ann.table}", f"person:{ann.person.id}")
    before = money(hit.room, *accounts)
    with planted(hit, *row):
        with pytest.raises(HousewayError, match=r"(of round 1 are|round 1 did to jackpots is) not listed as the"):
            approve(hit, ann.table, number)
        with pytest.raises(HousewayError, match=r"not listed as the journal tells it|award 1 is cancelled"):
            hit.room.jackpots.verify(hit.dora, 1, SEEN)
    assert money(hit.room, *accounts) == before
    approve(hit, ann.table, number)
    assert money(hit.room, *accounts)[0] == 0
    assert audit(sqlite) == []


def test_an_award_is_paid_by_signed_entries(sqlite: str, hit: House) -> None:
    Seat(hit.room, open_linked(hit), "Ann").play()
    with planted(hit, *OTHERS), pytest.raises(HousewayError, match="award 1 is not what the journal tells"):
        pay(hit)
    pay(hit)
    assert audit(sqlite) == []


@pytest.mark.usefixtures("of_before")
def test_an_award_that_was_verified_before_entries_told_which_it_is_can_be_verified_anew(
    sqlite: str, hit: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, note = hit.room.jackpots, Act.note
    with monkeypatch.context() as older:
        older.setattr(entries, "VERSION", HELD)
        Seat(hit.room, open_linked(hit), "Ann").play()
        older.setattr(Act, "note", lambda act, *told, of=None, **more: note(act, *told, **more))
        desk.verify(hit.dora, 1, SEEN)
    with pytest.raises(HousewayError, match="told which award it was: decline it, and verify it anew"):
        desk.approve_award(hit.max, 1)
    desk.decline_award(hit.dan, 1, "to verify it anew")
    pay(hit)
    assert audit(sqlite) == []


def test_an_award_is_verified_and_a_history_told_by_what_was_signed_and_sealed(sqlite: str, hit: House) -> None:
    """Another name for a moment was seen, and signed."""
    Seat(hit.room, open_linked(hit), "Ann").play()
    desk = hit.room.jackpots
    name = ("UPDATE people SET name = 'Eve' WHERE name = 'Ann'", "UPDATE people SET name = 'Ann' WHERE name = 'Eve'")
    with (
        planted(hit, *name),
        pytest.raises(HousewayError, match="the player is person 6 in the round"),
    ):
        desk.verify(hit.dora, 1, SEEN | {"player": "Eve"})
    told = desk.history("aces")
    with planted(hit, *LISTED), pytest.raises(HousewayError, match="jackpot aces is refused"):
        desk.history("aces")
    assert desk.history("aces") == told
    assert audit(sqlite) == []


@pytest.mark.parametrize("ends", ["approve", "decline"])
def test_a_request_that_was_dealt_with_is_not_approved_though_its_row_is_put_back(
    sqlite: str, house: House, ends: str
) -> None:
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    ann.play()
    number = desk.ask(house.mia, "malfunction", "aces", "it stood still", cents=-5)
    with house.room.store.reading() as connection:
        ((seq, body),) = connection.execute(JACKPOT_REQUESTS.select()).all()
    if ends == "approve":
        desk.approve(house.max, number)
    else:
        desk.decline(house.max, number, "it did not")
    shown = desk.one("aces")
    with planted(house, f"INSERT INTO jackpot_requests VALUES ({seq}, '{body}')", "DELETE FROM jackpot_requests"):
        for does in (lambda: desk.approve(house.max, number), lambda: desk.decline(house.max, number, "once more")):
            with pytest.raises(HousewayError, match=f"request {number} is not what the journal tells"):
                does()
    assert desk.one("aces") == shown
    assert audit(sqlite) == []


SWAP = (
    "UPDATE awards SET round = 3 - round, jackpot = CASE jackpot WHEN 'aces' THEN 'kings' ELSE 'aces' END, "
    "chain = 3 - chain, account = CASE account WHEN '{0}' THEN '{1}' ELSE '{0}' END"
)
"""What two awards are of, the one for the other; their numbers and what was agreed on stay."""


@pytest.fixture
def two_hits(sqlite: str, opened: Any, arranged: Any) -> tuple[House, Seat, Seat]:
    """Two people who have won two jackpots at two tables."""
    house = house_of(opened(sqlite, draw=again(arranged, HIT)))
    ann, bob = Seat(house.room, open_linked(house), "Ann"), Seat(house.room, open_linked(house, "kings"), "Bob")
    ann.play()
    bob.play()
    return house, ann, bob


def test_people_agree_on_an_award_and_on_no_number(sqlite: str, two_hits: tuple[House, Seat, Seat]) -> None:
    """One that nobody had verified was paid by the number of another, and the audit was content."""
    hit, ann, bob = two_hits
    desk = hit.room.jackpots
    desk.verify(hit.dora, 1, SEEN)
    desk.approve_award(hit.max, 1)
    swap = SWAP.format(f"person:{ann.person.id}", f"person:{bob.person.id}")
    with planted(hit, swap, swap):
        with pytest.raises(HousewayError, match="award 1 is not what the journal tells"):
            desk.pay(hit.dora, 1)
        assert "people dealt with" in " ".join(map(str, audit(sqlite)))
    desk.pay(hit.dora, 1)
    receipt = desk.receipt(1)
    mine = f"person:{ann.person.id}"
    for changed, back in (("cents = cents + 1", "cents = cents - 1"), ("account = 'x'", f"account = '{mine}'")):
        other = planted(hit, f"UPDATE awards SET {changed} WHERE id = 1", f"UPDATE awards SET {back} WHERE id = 1")
        with other, pytest.raises(HousewayError, match="award 1 is not what the journal tells"):
            desk.receipt(1)
    assert desk.receipt(1) == receipt


def test_a_desk_that_pays_another_award_than_was_agreed_on_is_found_out(
    sqlite: str, two_hits: tuple[House, Seat, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    hit = two_hits[0]
    desk, right = hit.room.jackpots, desk_module.won_of
    desk.verify(hit.dora, 1, SEEN)
    desk.approve_award(hit.max, 1)
    monkeypatch.setattr(desk_module, "won_of", lambda row: right(row) | {"round": 2})
    desk.pay(hit.dora, 1)
    told = " ".join(map(str, audit(sqlite)))
    assert "and is paid as" in told


HEAD = "UPDATE chains SET seq = {0}, hash = (SELECT hash FROM journal WHERE (chain, seq) = (1, {0})) WHERE chain = 1"


def row_of(house: House) -> str:
    """What sets the row of a jackpot to what it is now."""
    with house.room.store.reading() as connection:
        number, account = connection.exec_driver_sql("SELECT number, account FROM jackpots WHERE id = 'aces'").one()
    return f"UPDATE jackpots SET number = {number}, account = '{account}' WHERE id = 'aces'"


def last_of(house: House, table: int) -> int:
    with house.room.store.reading() as connection:
        return int(connection.exec_driver_sql(f"SELECT max(seq) FROM journal WHERE chain = {table}").scalar_one())


def test_a_table_that_plays_for_a_jackpot_is_not_set_back_behind_a_checkpoint(sqlite: str, house: House) -> None:
    """Its entries since the last round are away for a moment, with what they did to the jackpot."""
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    open_linked(house, "kings")
    ann.play()
    before, then = last_of(house, ann.table), row_of(house)
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    now = row_of(house)
    house.room.checkpoint()
    desk.freeze(house.mia, "aces", "it moves")
    away = (
        f"UPDATE journal SET chain = -9 WHERE chain = 1 AND seq > {before}",
        "UPDATE journal SET chain = 1 WHERE chain = -9",
    )
    back = HEAD.format(before), HEAD.format(last_of(house, ann.table))
    listed = [f"UPDATE jackpot_changes SET number = {102 - at} WHERE number = {at}" for at in (3, 99)]
    refused = pytest.raises(HousewayError, match="jackpot aces is refused")
    with planted(house, *back), planted(house, *away), planted(house, *listed), planted(house, then, now), refused:
        at_desk(house, "transfer", to="kings")
    assert audit(sqlite) == []


def test_a_round_is_played_for_a_jackpot_by_what_the_table_has_signed(sqlite: str, house: House) -> None:
    """A round that had ended for a moment: all of the meter was transferred, and its winner was awarded nothing."""
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    open_linked(house, "kings")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    desk.freeze(house.mia, "aces", "it moves")
    ended = ("UPDATE rounds SET ended = started WHERE ended IS NULL", "UPDATE rounds SET ended = NULL")
    with planted(house, *ended), pytest.raises(HousewayError, match="table 1 plays a round for the jackpot aces"):
        at_desk(house, "transfer", to="kings")
    set_back = planted(house, HEAD.format(2), HEAD.format(last_of(house, ann.table)))
    with set_back, planted(house, *ended), pytest.raises(HousewayError, match="jackpot aces is refused: what is on"):
        at_desk(house, "transfer", to="kings")
    feeds = (f"UPDATE jackpot_changes SET chain = {at} WHERE (jackpot, number) = ('aces', 2)" for at in (2, 1))
    with planted(house, *feeds), pytest.raises(HousewayError, match="jackpot aces is refused"):
        at_desk(house, "transfer", to="kings")
    assert audit(sqlite) == []


def test_a_jackpot_that_was_emptied_while_a_round_was_played_for_it_is_found_out(
    sqlite: str, hit: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "used", lambda rest, _: rest)  # her own number does not take the aces away
    desk, ann, number = hit.room.jackpots, Seat(hit.room, open_linked(hit), "Ann"), Nonce.fresh()
    open_linked(hit, "kings")
    ann.do("bet", wagers=BETS, **number.commit)
    ann.do("ready")
    ann.do("seal", **number.seal)
    desk.freeze(hit.mia, "aces", "it moves")
    with monkeypatch.context() as cheats:
        cheats.setattr(feeding, "played_for", lambda *_: None)
        at_desk(hit, "transfer", to="kings")
    ann.do("open", **number.open)
    ann.end()
    assert "had ended" in " ".join(map(str, audit(sqlite)))


@pytest.mark.parametrize("what", ["transfer", "promotion"])
@pytest.mark.parametrize("told", [True, False], ids=["stood", "an older entry"])
def test_a_jackpot_that_was_emptied_in_mid_round_is_found_out_though_the_round_is_lost(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch, what: str, told: bool
) -> None:
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    open_linked(house, "kings")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    desk.freeze(house.mia, "aces", "it moves")
    honest = Act.note
    with monkeypatch.context() as cheats:
        cheats.setattr(feeding, "played_for", lambda *_: None)
        if not told:
            cheats.setattr(Act, "note", lambda act, *args, **more: act.more.clear() or honest(act, *args, **more))
            monkeypatch.setattr(table_audit, "SKEW", timedelta(0))
        at_desk(house, what, **{"to": "kings"} if what == "transfer" else {})
    says = "jackpot aces, change 3: empties it while round 1 was played for it at table 1"
    assert says in said(sqlite)
    ann.end()
    assert says in said(sqlite)


def test_a_house_jackpot_does_not_end_while_a_round_is_played_for_it(sqlite: str, house: House) -> None:
    """A wager on it changes nothing before it is won: it ended, and a hit was made of a jackpot that had ended."""
    desk, ann = house.room.jackpots, Seat(house.room, fixed_at(house), "Ann")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    desk.freeze(house.mia, "prize", "it ends")
    with pytest.raises(HousewayError, match="table 1 plays a round for the jackpot prize: let it end first"):
        at_desk(house, "promotion", "prize")
    ann.end()
    at_desk(house, "promotion", "prize")
    assert audit(sqlite) == []


@pytest.mark.parametrize("asked", [{"what": "void"}, {"what": "correction", "seat": 1, "cents": 100_00}])
def test_a_round_that_is_being_played_is_neither_voided_nor_corrected(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    """The table knows that it plays, whatever a row says: after the void no answer that ended the round was taken."""
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    ended = ("UPDATE rounds SET ended = started WHERE ended IS NULL", "UPDATE rounds SET ended = NULL")
    with planted(house, *ended):
        with pytest.raises(HousewayError, match="a round is being played: let it end first"):
            amend(house, ann.table, round=1, **asked)
        with monkeypatch.context() as cheats:
            cheats.setattr(desk_acts, "_check_over", lambda *_: None)
            number = request(house, ann.table, round=1, **asked)
        with pytest.raises(HousewayError, match="a round is being played: let it end first"):
            approve(house, ann.table, number)
        with monkeypatch.context() as cheats:
            cheats.setattr(desk_acts, "_check_over", lambda *_: None)
            approve(house, ann.table, number)
    found = said(sqlite)
    for how in ("asked for", "approved"):
        assert f"was {how} while the round was played" in found


EMPTY = (
    """UPDATE jackpots SET account = '{}', notice = account""",
    """UPDATE jackpots SET account = notice, notice = ''""",
)


@pytest.mark.parametrize("row", [EMPTY, PRACTICE])
def test_a_table_is_not_closed_by_a_meter_that_is_empty_for_a_moment(
    sqlite: str, house: House, row: tuple[str, str]
) -> None:
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.play()
    ann.do("leave")
    with planted(house, *row), pytest.raises(HousewayError, match="the jackpot aces is not what the journal tells"):
        close(house, ann.table)
    with pytest.raises(HousewayError, match=r"holds \$500.07 for players, and no other table feeds it"):
        close(house, ann.table)
    assert audit(sqlite) == []


MAXIMUM = (
    "UPDATE jackpots SET plan = replace(plan, '\"maximum\":0', '\"maximum\":50010') WHERE id = 'kings'",
    "UPDATE jackpots SET plan = replace(plan, '\"maximum\":50010', '\"maximum\":0') WHERE id = 'kings'",
)
AS_FROZEN = (
    "UPDATE jackpots SET state = 'frozen' WHERE id = 'aces'",
    "UPDATE jackpots SET state = 'open' WHERE id = 'aces'",
)


def test_players_money_is_moved_by_signed_states_and_plans(sqlite: str, house: House) -> None:
    """Not without a notice, because a row says for a moment that the jackpot is frozen; nor into another's reserve."""
    for id_ in ("aces", "kings"):
        open_linked(house, id_)
    with planted(house, *AS_FROZEN), pytest.raises(HousewayError, match="the jackpot aces is not what the journal"):
        at_desk(house, "transfer", to="kings")
    house.room.jackpots.freeze(house.mia, "aces", "it moves")
    with planted(house, *MAXIMUM), pytest.raises(HousewayError, match="the jackpot kings is not what the journal"):
        at_desk(house, "transfer", to="kings")
    at_desk(house, "transfer", to="kings")
    assert audit(sqlite) == []


# ---------------------------------------------------------------------------------------------------- by the audit


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that goes by its rows, and asks nothing of a correction or of a jackpot that has ended."""

    def listed(book: Book, round_: int) -> list[Any]:
        with_it = [row.id for row in book.connection.execute(JACKPOTS.select())]
        return [event for id_ in with_it for event in changes_of(book.connection, id_, round_)]

    def unchecked(table: Any, round_: int, seat: int, cents: int, wager: str, room: Any) -> list[Any]:
        return refunds._by_jackpot(room.book(table), round_).get((table.jackpot_of(wager), wager), [])

    rows = {"held": lambda done: {}, "released": lambda done: ()}
    monkeypatch.setattr(jackpots_told, "sound", Book.one)
    monkeypatch.setattr(jackpots_told, "done_in", listed)
    monkeypatch.setattr(desk_module, "doing", lambda act, what, id_: act.book.one(id_))
    monkeypatch.setattr(refunds, "check", unchecked)
    monkeypatch.setattr(refunds, "_move_on", lambda *_: None)
    monkeypatch.setattr(refunds, "of_round", SimpleNamespace(**vars(of_round) | rows))
    monkeypatch.setattr(two_people, "takes_more", lambda *_: True)
    monkeypatch.setattr(two_people, "PLAYER", "manager")


def said(database: str) -> str:
    return "\n".join(f"{each.where}: {each.what}" for each in audit(database))


def test_a_plan_is_the_one_before_it_with_what_was_asked_for(sqlite: str, house: House, blind: None) -> None:
    Seat(house.room, open_linked(house), "Ann").play()
    number = house.room.jackpots.ask(house.mia, "plan", "aces", "a little more in reserve", reserve="1/100")
    sql(house, PLAN[0])
    house.room.jackpots.approve(house.max, number)
    assert "change 3: is another plan than the one before it with what was asked for" in said(sqlite)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (CANCELLED, "change 4: does not move what waits to be paid between the jackpot and the accounts of its awards"),
        (HIDDEN, "does not undo what the round did to the jackpot aces"),
    ],
)
def test_a_void_undoes_all_that_the_round_did(
    sqlite: str, hit: House, blind: None, row: tuple[str, str], says: str
) -> None:
    ann = Seat(hit.room, open_linked(hit), "Ann")
    number = request(hit, ann.table, round=ann.play(), what="void")
    with planted(hit, row[0], row[1] if row == HIDDEN else row[0]):
        approve(hit, ann.table, number)
    assert says in said(sqlite)


def test_a_correction_is_what_the_meter_owed(sqlite: str, house: House, blind: None) -> None:
    """Of the whole meter by a row that said so for a moment, and beyond what it showed."""
    ann = Seat(house.room, open_linked(house), "Ann")
    asked = {"round": ann.play(), "what": "correction", "seat": 1, "wager": JACKPOT}
    number = request(house, ann.table, **asked, cents=100_00)
    with planted(house, *LISTED):
        approve(house, ann.table, number)
    assert "change 3: does not pay or give back what was corrected, and nothing else" in said(sqlite)
    bob = Seat(house.room, open_linked(house, "kings"), "Bob")
    for _ in range(2):
        amend(house, bob.table, **asked | {"round": bob.play()}, cents=500_07)
    amend(house, bob.table, **asked | {"round": 2}, cents=500_07)
    assert "should not have been: the meter showed $500.07 in round 2, and $500.07 of it was awarded" in said(sqlite)


def test_nothing_is_done_to_a_jackpot_that_has_ended(sqlite: str, hit: House, blind: None) -> None:
    desk, ann = hit.room.jackpots, Seat(hit.room, open_linked(hit), "Ann")
    for id_ in ("kings", "queens", "jacks"):
        open_linked(hit, id_)
    at_desk(hit, "malfunction", cents=-300_00)
    round_ = ann.play()
    pay(hit)
    for id_ in ("aces", "kings", "queens"):
        desk.freeze(hit.mia, id_, "it moves")
    at_desk(hit, "transfer", to="kings")
    assert "jackpot kings, change 2: players' money came to it, and it is frozen" in said(sqlite)
    amend(hit, ann.table, round=round_, what="void")
    assert "jackpot aces: is closed, and holds $299.99 for players" in said(sqlite)
    desk.deposit(hit.mia, 1_00, "the first week")
    at_desk(hit, "seizure", cents=1_00)
    assert "the jackpot aces was closed, and is seized by seizure" in said(sqlite)
    at_desk(hit, "promotion", "queens")
    at_desk(hit, "malfunction", "queens", cents=-1)
    assert "jackpot queens, change 3: is made of a jackpot that had ended" in said(sqlite)
    at_desk(hit, "give", "queens", cents=500_00, person=hit.mia.id)
    assert f"gives $500.00 of players' money to person:{hit.mia.id}, who was no player" in said(sqlite)


def test_money_is_moved_of_what_was_frozen_by_the_plan_in_force(sqlite: str, house: House, blind: None) -> None:
    for id_ in ("aces", "kings"):
        Seat(house.room, open_linked(house, id_), id_).play()
    sql(house, AS_FROZEN[0])
    with planted(house, *MAXIMUM):
        at_desk(house, "transfer", to="kings")
    found = said(sqlite)
    assert "the jackpot aces was open, and is closed by transfer" in found
    assert "jackpot kings, change 3: is not what has left another jackpot" in found


@pytest.mark.parametrize(
    "row",
    [EMPTY, ("UPDATE tables SET closed = (id = 2)", "UPDATE tables SET closed = 1")],
    ids=["an empty account", "another table that is open"],
)
def test_money_of_a_meter_that_no_open_table_feeds_is_found(
    sqlite: str, house: House, blind: None, row: tuple[str, str]
) -> None:
    """A table is closed while the meter's row is empty; or while a row says that a table is open that is not."""
    first, second = (Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob"))
    for each in (first, second):
        each.play()
        each.do("leave")
    close(house, first.table)
    assert audit(sqlite) == []
    with planted(house, *row):
        close(house, second.table)
    assert "jackpot aces: holds $500.15 for players, and all tables that fed it are closed" in said(sqlite)


def test_after_a_seizure_a_jackpot_is_as_it_was(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = house.room.jackpots
    open_linked(house)
    desk.deposit(house.mia, 1_00, "the first week")
    desk.freeze(house.mia, "aces", "it moves")
    at_desk(house, "seizure", cents=1_00)
    monkeypatch.setattr(two_people, "FROZEN", "never")
    at_desk(house, "replaced", cents=500_00)
    assert "the jackpot aces was seized, and is suspended by replaced" in said(sqlite)


def test_what_an_older_void_has_left_on_a_jackpot_that_has_ended_is_moved(
    sqlite: str, hit: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could take it off again, and its table could not be closed."""
    desk, ann = hit.room.jackpots, Seat(hit.room, open_linked(hit), "Ann")
    open_linked(hit, "kings")
    at_desk(hit, "malfunction", cents=-300_00)
    ann.play()
    pay(hit)
    desk.freeze(hit.mia, "aces", "it moves")
    at_desk(hit, "transfer", to="kings")
    monkeypatch.setattr(refunds, "_move_on", lambda *_: None)
    amend(hit, ann.table, round=1, what="void")
    assert "jackpot aces: is closed, and holds $299.99 for players: ask for its transfer" in said(sqlite)
    assert [card.id for card in desk.all()] == ["aces", "kings"]
    at_desk(hit, "transfer", to="kings")
    assert [card.id for card in desk.all()] == ["kings"]
    assert money(hit.room, "meter:aces", "meter:kings") == [0, 1300_00]
    assert audit(sqlite) == []


EIGHT = SETTINGS | {"decks": "8"}


@pytest.fixture
def other_link(house: House) -> tuple[str, str]:
    """The jackpot is planned, for a moment, for tables with another number of decks."""
    Seat(house.room, open_linked(house), "Ann").play()
    own, other = (link_key(PAIRS, PAIRS.configure(each), JACKPOT) for each in (SETTINGS, EIGHT))
    says = "UPDATE jackpots SET plan = replace(plan, '{}', '{}') WHERE id = 'aces'"
    return says.format(own, other), says.format(other, own)


def test_a_table_joins_a_jackpot_by_the_plan_that_was_signed(
    sqlite: str, house: House, other_link: tuple[str, str]
) -> None:
    with pytest.raises(HousewayError, match="here differs: the game and its configuration"):
        open_linked(house, "aces", EIGHT)
    with planted(house, *other_link), pytest.raises(HousewayError, match="jackpot aces is not what the journal tells"):
        open_linked(house, "aces", EIGHT)
    open_linked(house)
    assert audit(sqlite) == []


def test_a_table_with_other_odds_that_joined_a_jackpot_is_found(
    sqlite: str, house: House, other_link: tuple[str, str], blind: None
) -> None:
    with planted(house, *other_link):
        table = open_linked(house, "aces", EIGHT)
    assert f"jackpot aces, change 3: table {table} has other odds than table 1, and joined it" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- void awards

VOID_ROW = (
    "INSERT INTO jackpot_changes (jackpot, number, chain, entry, round, what, body) "
    "SELECT jackpot, 99, chain, 1, round, 'void', {body} FROM jackpot_changes WHERE what = 'won'"
)
VOIDED_BODY = 'replace(replace(body, \'"what":"won"\', \'"what":"void"\'), \'"number":3\', \'"number":99\')'
PLANTED, UNREADABLE = VOID_ROW.format(body=VOIDED_BODY), VOID_ROW.format(body="'{}'")
TAKEN_AWAY = "DELETE FROM jackpot_changes WHERE number = 99"
NO_ENTRY = "award 1 is not what the journal tells"
NO_SENSE = "award 1 is refused: what is on disk of it does not hold"


def paid_hit(house: House) -> Seat:
    """Ann, whose award is paid."""
    ann = Seat(house.room, open_linked(house), "Ann")
    ann.play()
    pay(house)
    return ann


def states(house: House) -> list[tuple[int, str, str]]:
    return [(each["award"], each["state"], each["fault"]) for each in house.room.jackpots.awards(waiting=False)]


@pytest.mark.parametrize(("row", "says"), [(PLANTED, NO_ENTRY), (UNREADABLE, NO_SENSE)])
def test_an_award_is_void_by_a_signed_entry_alone(sqlite: str, hit: House, row: str, says: str) -> None:
    paid_hit(hit)
    assert states(hit) == [(1, "paid", "")]
    with planted(hit, row, TAKEN_AWAY):
        ((_, state, fault),) = states(hit)
        assert (state, fault.startswith(says)) == ("refused", True)
        with pytest.raises(HousewayError, match=says):
            hit.room.jackpots.receipt(1)
    assert hit.room.jackpots.receipt(1)["voided"] is None
    assert said(sqlite) == ""


@pytest.mark.parametrize(
    ("hidden", "back"),
    [
        ("UPDATE jackpot_changes SET what = 'voit' WHERE what = 'void'", "SET what = 'void' WHERE what = 'voit'"),
        ("UPDATE jackpot_changes SET entry = 1 WHERE what = 'void'", "SET entry = {entry} WHERE what = 'void'"),
        ("UPDATE jackpot_changes SET round = 77 WHERE what = 'void'", "SET round = 1 WHERE what = 'void'"),
    ],
)
def test_an_award_that_is_void_does_not_read_as_paid(sqlite: str, hit: House, hidden: str, back: str) -> None:
    ann = paid_hit(hit)
    amend(hit, ann.table, round=1, what="void")
    told = hit.room.jackpots.receipt(1)["voided"]
    assert (states(hit), told["entry"]) == ([(1, "void", "")], last_of(hit, ann.table))
    with planted(hit, hidden, f"UPDATE jackpot_changes {back.format(entry=told['entry'])}"):
        ((_, state, fault),) = states(hit)
        assert (state, fault.startswith(NO_ENTRY)) == ("refused", True)
        with pytest.raises(HousewayError, match=NO_ENTRY):
            hit.room.jackpots.receipt(1)
    assert states(hit) == [(1, "void", "")]
    assert said(sqlite) == ""


def test_an_award_is_not_paid_because_its_row_says_so(sqlite: str, hit: House) -> None:
    Seat(hit.room, open_linked(hit), "Ann").play()
    with planted(hit, "UPDATE awards SET state = 'paid'", "UPDATE awards SET state = 'pending'"):
        ((_, state, fault),) = states(hit)
        assert (state, fault.startswith(NO_ENTRY)) == ("refused", True)
    pay(hit)
    with planted(hit, "UPDATE awards SET chain = 2", "UPDATE awards SET chain = 1"):
        assert states(hit)[0][1] == "refused"
        with pytest.raises(HousewayError, match=NO_ENTRY):
            hit.room.jackpots.receipt(1)
    assert states(hit) == [(1, "paid", "")]
    assert said(sqlite) == ""


@pytest.mark.parametrize("spoilt", ["{", "[]", '{"verified_by": [1]}'])
def test_an_award_that_nobody_can_read_is_one_of_many(two_hits: tuple[House, Seat, Seat], spoilt: str) -> None:
    house, *_ = two_hits
    sql(house, f"UPDATE awards SET said = '{spoilt}' WHERE id = 1")
    first, second = house.room.jackpots.awards()
    assert (first["state"], first["said"], first["fault"].startswith(NO_SENSE)) == ("refused", {}, True)
    assert (second["state"], second["fault"]) == ("pending", "")
