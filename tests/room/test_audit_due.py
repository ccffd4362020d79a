"""What is due is done, and what the room refuses is not: houses with the key that let something wait, change what stays
as it is, or take money of jackpots on the way, are found out by their journal."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from honest import Honest
from houseway.errors import HousewayError
from houseway.room import Command, Person, Room, idle, lobby, opening
from houseway.room.acts import change as changes
from houseway.room.acts import play, refunds
from houseway.room.acts.change import Change
from houseway.room.acts.wagers import Bet
from houseway.room.audit import when
from houseway.room.audit.room import audit
from houseway.room.commands import command
from houseway.room.jackpots import audit as jackpots_audit
from houseway.room.jackpots.account import JOINED, Account
from houseway.room.jackpots.event import house_of as account_of
from houseway.room.store.jackpots import Book
from houseway.room.table import metering, rounds
from linked_jackpots import BETS, HIT, JACKPOT, House, Seat, again, amend, at_desk, fixed_at, house_of, open_linked, pay

pytestmark = pytest.mark.usefixtures("few_turns")


@pytest.fixture
def house(sqlite: str, opened: Callable[..., Room]) -> House:
    return house_of(opened(sqlite))


def said(sqlite: str) -> str:
    return "\n".join(map(str, audit(sqlite)))


def unchecked(act: Any, *_: Any) -> Any:
    return act


# ---------------------------------------------------------------------------------------------------- in a round


def test_a_round_that_is_decided_ends(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """And its winners are paid."""
    table.ready()
    with monkeypatch.context() as cheats:
        cheats.setattr(command, "ended", lambda *_: None)
        while table.view()["phase"] == "playing" and table.answer():
            pass
    assert "is decided, and is not ended" in said(sqlite)


def test_a_card_that_is_due_is_dealt(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house does not look at it first, and calls a misdeal where it likes it not."""
    dan = table.room.people.add("Dan", "dealer", "no hash", by="command: tests")
    table.ready()
    with monkeypatch.context() as cheats:
        cheats.setattr(command, "drive", lambda *_: [])
        table.answer()
        while table.view()["asked"]:
            table.answer()
        table.do(dan, "irregularity", kind="misdeal", reason="what would come is not liked", seat=0)
    assert "waits for a card, which no person decides on" in said(sqlite)


def test_a_hit_is_held_apart_with_the_card_that_wins_it(
    sqlite: str, opened: Callable[..., Room], arranged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann's waits until Bob has won the meter at another table, and she is paid the seed."""
    house = house_of(opened(sqlite, draw=again(arranged, HIT)))
    ann, bob = (Seat(house.room, open_linked(house), name) for name in ("Ann", "Bob"))
    won = metering.won
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "won", lambda at, room: None if at.id == ann.table else won(at, room))
        ann.do("bet", wagers=BETS)
        ann.do("ready")
        bob.play()
    ann.end()
    assert "is not held apart" in said(sqlite)


def test_bots_answer_as_bots_do(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.do(table.people[0], "add-bot", seat=6)
    table.play_round()
    assert audit(sqlite) == []
    game = type(table.room.game_at(table.table))
    bot = game.bot

    def turned(self: Any, question: Any, *more: Any) -> Any:
        answer = bot(self, question, *more)
        return next((each for each in getattr(question, "options", ()) if each != answer), answer)

    with monkeypatch.context() as cheats:
        cheats.setattr(game, "bot", turned)
        for _ in range(3):
            table.play_round()
    assert "the bot at seat 6 has not answered as bots do" in said(sqlite)


def test_who_does_not_sit_at_a_table_calls_nothing_there(
    sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.ready()
    eve = table.room.people.guest("Eve")
    with monkeypatch.context() as cheats:
        cheats.setattr(play.Call, "check", unchecked)
        table.do(eve, "irregularity", kind="phone-at-the-table", reason="she is not even here", seat=1)
    assert f"'irregularity' of person {eve.id}, who was no dealer or manager then" in said(sqlite)


def test_who_sits_at_a_table_calls_what_everybody_may(sqlite: str, table: Any) -> None:
    table.ready()
    table.do(table.people[1], "irregularity", kind="phone-at-the-table", reason="a telephone", seat=1)
    assert audit(sqlite) == []


def test_bets_are_closed_when_everybody_is_ready(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    people = Honest(table)
    people.bet(table.people[0])
    with monkeypatch.context() as cheats:
        cheats.setattr(command, "closing", lambda *_: rounds.TURNS)
        people.bet(table.people[1])
    assert "bets are closed by what closes none, or before everybody was ready" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    "settings, says",
    [
        ({"jackpot-kind": "house"}, "a progressive jackpot is changed at the jackpots' desk"),
        ({"offer-super-pairs-jackpot": "no"}, "a progressive jackpot is changed at the jackpots' desk"),
        ({"super-pairs-jackpot-increment": "0.1%"}, "a progressive jackpot is changed at the jackpots' desk"),
        ({"out-of-cards": "discards"}, "out-of-cards"),
    ],
    ids=["kind", "offer", "increment", "refused"],
)
def test_what_stays_as_it_is_at_an_open_table_is_not_changed(
    settings: dict[str, str], says: str, sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = open_linked(house)
    change = Command(number, house.mia.id, "key", None, "change", {"settings": settings, "reason": "we like it so"})
    with pytest.raises(HousewayError):
        house.room.do(change)
    with monkeypatch.context() as cheats:
        cheats.setattr(Change, "check", unchecked)
        house.room.do(change)
    found = said(sqlite)
    assert "the act 'change' is one that the room refuses" in found
    assert says in found


def test_how_a_running_progressive_is_won_stays_as_it_is(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another paytable pays one percent of the meter for what has won all of it."""
    number = open_linked(house)
    rows = [{"award": "three-suited-aces", "label": "3 Suited Aces", "pays": "1%"}]
    own = {"id": "ours", "wager": JACKPOT, "clause": "E", "basis": "for 1", "decks": [4, 8], "rows": rows}
    data = {"settings": {f"{JACKPOT}-paytable": "ours"}, "reason": "we like it so", "paytables": [own]}
    with pytest.raises(HousewayError, match="how the running progressive aces is won and shared stays as it is"):
        house.room.do(Command(number, house.mia.id, "first", None, "change", data))
    with monkeypatch.context() as cheats:
        cheats.setattr(changes, "link_key", lambda *_: "the same")
        house.room.do(Command(number, house.mia.id, "second", None, "change", data))
    assert "how the running progressive aces is won and shared stays as it is" in said(sqlite)


def test_no_table_is_opened_with_what_the_room_refuses(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_it_is = opening.opening
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "opening", lambda *given: as_it_is(*given)._replace(faults=()))
        house.room.open_table(house.mia, "super-pairs", {"out-of-cards": "discards"}, "t")
    assert "is opened with what the room refuses" in said(sqlite)


# ---------------------------------------------------------------------------------------------------- jackpots


def test_a_jackpot_of_the_room_is_no_practice_tables(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its award would be paid at once, by nobody, and be listed nowhere."""
    with pytest.raises(HousewayError, match="as no practice table's are"):
        open_linked(house, practice=True)
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "sensor_faults", lambda *_: [])
        open_linked(house, practice=True)
    assert "the jackpot aces is the room's, and its plan says otherwise" in said(sqlite)


def test_a_progressive_grows(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as cheats:
        cheats.setattr(opening, "sensor_faults", lambda *_: [])
        open_linked(house, increment=Fraction(0))
    assert "begins by a plan that no room runs: aces: a progressive that cannot grow is not one" in said(sqlite)


def test_a_progressive_table_joins_no_house_jackpot(sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed_at(house)
    with monkeypatch.context() as cheats:
        cheats.setattr(metering, "check_link", lambda *_: None)
        open_linked(house, "prize")
    assert "table 2 has a progressive, and joined a house jackpot" in said(sqlite)


def test_players_money_is_not_hidden_behind_a_table_that_joins_later(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = open_linked(house)
    ann, bob = Seat(house.room, number, "Ann"), Seat(house.room, open_linked(house, "kings"), "Bob")
    ann.play()
    ann.do("leave")
    check = Bet.check

    def joins(act: Bet, table: Any, by: Person, room: Any) -> Any:
        book = room.book(table)
        book.change(book.locked(["aces"])["aces"], JOINED, Account(), account_of(table.id), wager=JACKPOT)
        return check(act, table, by, room)

    with monkeypatch.context() as cheats:
        cheats.setattr(refunds, "closed", lambda *_: None)
        house.room.do(Command(number, house.dora.id, "close", None, "close", {}))
        cheats.setattr(Bet, "check", joins)
        bob.do("bet", wagers=BETS)
    found = said(sqlite)
    assert "changes the jackpot aces for joined, and its super-pairs-jackpot is on another" in found
    assert "is joined, by another act than the opening of a table" in found


def test_a_practice_meter_is_emptied_as_its_table_is_closed(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = house.room.people.guest("Own")
    number = house.room.open_table(own, "super-pairs", {"offer-super-pairs-jackpot": "yes"}, "mine")
    ann, check = Seat(house.room, number, "Ann"), Bet.check
    ann.play()

    def empties(act: Bet, table: Any, by: Person, room: Any) -> Any:
        found = check(act, table, by, room)
        refunds.closed(table, room)
        return found

    with monkeypatch.context() as cheats:
        cheats.setattr(Bet, "check", empties)
        ann.do("bet", wagers={"blackjack": 500})
    assert f"the jackpot {number}:{JACKPOT} is emptied by the act 'bet'" in said(sqlite)


def test_no_wager_is_taken_on_a_house_jackpot_that_is_frozen(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Seat(house.room, fixed_at(house), "Ann")
    house.room.jackpots.freeze(house.mia, "prize", "it moves")
    with monkeypatch.context() as cheats:
        cheats.setattr(Book, "refusal", lambda *_: "")
        ann.play()
    monkeypatch.setattr(jackpots_audit, "SKEW", timedelta(0))
    assert "a wager was taken on the jackpot prize while it was frozen" in said(sqlite)


def test_money_does_not_come_back_to_a_jackpot_that_is_frozen(
    sqlite: str, hit: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Aces went to kings, which is frozen: a correction of a round of aces waits."""
    ann = Seat(hit.room, open_linked(hit), "Ann")
    open_linked(hit, "kings")
    number = ann.play()
    pay(hit)
    hit.room.jackpots.freeze(hit.mia, "aces", "it moves")
    at_desk(hit, "transfer", to="kings")
    hit.room.jackpots.freeze(hit.mia, "kings", "it moves too")
    asked = {"round": number, "what": "correction", "seat": 1, "cents": -100_00, "wager": JACKPOT}
    with pytest.raises(HousewayError, match="which is frozen: thaw it"):
        amend(hit, ann.table, **asked)
    with monkeypatch.context() as cheats:
        cheats.setattr(refunds, "takes_more", lambda *_: True)
        amend(hit, ann.table, **asked)
    monkeypatch.setattr(jackpots_audit, "SKEW", timedelta(0))
    assert "players' money came to it, and it is frozen" in said(sqlite)


def test_a_house_jackpot_has_no_meter_to_correct(house: House) -> None:
    fixed_at(house)
    for what in ("malfunction", "receipts", "seed-recovered"):
        with pytest.raises(HousewayError, match="has no meter and no reserve"):
            at_desk(house, what, "prize", cents=5)


# ---------------------------------------------------------------------------------------------------- who comes


def test_a_table_is_not_closed_under_who_has_just_come(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody sits down between the clock's look and the closing."""
    room, ann = house.room, house.room.people.guest("Ann")
    number = room.open_table(ann, "super-pan-9", {}, "t")
    monkeypatch.setattr(lobby, "IDLE", -1.0)
    monkeypatch.setattr(when, "IDLE", 0.0)
    look, sits = room._finders.look, iter([Command(number, ann.id, "sit", None, "sit", {"seat": 1})])

    def comes() -> None:
        look()
        for each in sits:
            room.do(each)

    monkeypatch.setattr(room._finders, "look", comes)
    room.tick()
    assert not room.view(number, ann).json()["closed"]
    assert audit(sqlite) == []


def test_a_seat_is_not_freed_under_who_has_just_bet(sqlite: str, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody bets between the clock's look and the freeing."""
    room, (ann, _) = table.room, table.people
    for name in ("FULL", "WITH_OTHERS", "ALONE"):
        monkeypatch.setattr(idle, name, -1.0)
    monkeypatch.setattr(when, "FULL", 0.0)
    look = room._house._idle.look

    def comes() -> Any:
        found = look()
        assert found
        table.bet(ann)
        return found

    monkeypatch.setattr(room._house._idle, "look", comes)
    room.tick()
    assert any(each["name"] == ann.name for each in table.view()["seats"])
    assert audit(sqlite) == []
