"""A jackpot where paths cross: frozen, seized, grown, voided, closed or asked for while something else is under way."""

import threading
from fractions import Fraction
from typing import Any

import pytest

from houseway.errors import HousewayError, IllegalBet, IllegalSetting
from houseway.room import Command, waiting
from houseway.room.acts.desk import MOST_ASKED
from houseway.room.audit.room import audit
from houseway.room.books.day import day_report
from houseway.room.books.period import Period
from houseway.room.commands.command import Sender
from houseway.room.jackpots.account import Unlawful
from houseway.room.jackpots.plan import Plan
from houseway.room.table.metering import Sensor
from linked_jackpots import (
    BETS,
    FIXED,
    JACKPOT,
    SEEN,
    SETTINGS,
    House,
    Seat,
    amend,
    approve,
    at_desk,
    fixed_at,
    money,
    open_linked,
    pay,
    request,
    untold,
)


def test_a_jackpot_that_is_thawed_without_its_money_is_suspended(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    house.room._checks.threshold = 150_00
    ann = Seat(house.room, open_linked(house), "Ann")
    desk.review(house.mia)
    desk.freeze(house.mia, "aces", "a new sign is hung")
    desk.thaw(house.mia, "aces", "the sign hangs")
    assert desk.one("aces").state == "suspended"
    with pytest.raises(IllegalBet, match=r"it is suspended(?!.*prize account)"):
        ann.do("bet", wagers=BETS)
    assert audit(sqlite) == []


def test_a_refused_change_has_nobody_read_all_tables(house: House) -> None:
    """Somebody without a session sent ten a second, and each had the clock read every open table."""
    table, told = open_linked(house), threading.Event()
    change = Command(table, 0, "nobody", None, "change", {"settings": {}, "reason": "none"})
    house.room.soon(change, Sender("no session"), lambda _: told.set())
    assert told.wait(30)
    with pytest.raises(HousewayError):
        house.room.do(Command(table, house.dora.id, "a dealer", None, "change", {"settings": {}, "reason": "none"}))
    assert not house.room._to_review


def test_nobody_fills_the_desk_with_requests_of_theirs(
    sqlite: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_linked(house)
    Seat(house.room, table, "Ann").play()
    asked = {"round": 1, "what": "correction", "seat": 1, "cents": 100, "reason": "paid short"}
    for key in range(MOST_ASKED):
        house.room.do(Command(table, house.dora.id, f"ask {key}", None, "request", asked))
    with pytest.raises(HousewayError, match="20 requests of yours wait at this table"):
        house.room.do(Command(table, house.dora.id, "once more", None, "request", asked))
    house.room.do(Command(table, house.dan.id, "his", None, "request", asked))
    read, ties_in = list[Any](), waiting.ties_in
    monkeypatch.setattr(waiting, "ties_in", lambda connection: read.append(1) or ties_in(connection))
    found = house.room.waiting(house.max)
    assert [each.by for each in found] == ["Dora"] * MOST_ASKED + ["Dan"]
    assert len(read) == 1, "every reset there ever was is verified for it"
    assert audit(sqlite) == []


def test_money_that_is_seized_or_not_all_replaced_suspends_what_it_stood_behind(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    house.room._checks.threshold = 150_00
    Seat(house.room, open_linked(house), "Ann")
    Seat(house.room, open_linked(house, "kings"), "Bob")
    required = desk.funds().required
    desk.deposit(house.mia, required, "the first week")
    at_desk(house, "seizure", cents=required)
    assert [desk.one(id_).state for id_ in ("aces", "kings")] == ["seized", "suspended"]
    at_desk(house, "replaced", cents=500_00)
    assert desk.one("aces").state == ("suspended" if required > 500_00 else "open")
    desk.deposit(house.mia, required, "the second week")
    assert [desk.one(id_).state for id_ in ("aces", "kings")] == ["open", "open"]
    assert audit(sqlite) == []


def test_a_prize_that_grows_beyond_the_account_suspends_the_jackpots_and_the_table_says_so(
    sqlite: str, house: House
) -> None:
    room, desk = house.room, house.room.jackpots
    ann = Seat(room, open_linked(house), "Ann")
    desk.deposit(house.mia, desk.funds().required, "the first week")
    assert ann.view()["jackpots_closed"] == []
    room.do(Command(ann.table, house.mia.id, "more", None, "change", {"settings": MORE, "reason": "a big weekend"}))
    assert desk.funds().short > 0
    room.tick()
    assert desk.one("aces").state == "suspended"
    assert ann.view()["jackpots_say"][JACKPOT] == "closed for now", "what the house lacks is no player's business"
    assert ann.view()["jackpots_closed"] == [JACKPOT]
    told = room.view(ann.table, house.mia).json()["jackpots_say"][JACKPOT]
    assert told.startswith("suspended: the prize account holds")
    assert room.view(ann.table, None).json()["jackpots_say"][JACKPOT] == "closed for now"
    assert audit(sqlite) == []


MORE = {"offer-lucky-ladies": "yes", "lucky-ladies-maximum": "400.00"}


NOT_DONE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("malfunction", {}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": 0}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": True}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": 2**53}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": -(2**53)}, "say how many dollars: an amount other than nothing"),
    ("malfunction", {"cents": 1}, "malfunction: the display does not fall below"),
    ("receipts", {"cents": -1}, "say how many dollars: an amount above nothing, without a minus"),
    ("receipts", {"cents": 1}, "not displayed: reserve cannot fall below nothing"),
    ("seed-recovered", {"cents": -1}, "say how many dollars: an amount above nothing, without a minus"),
    ("seed-recovered", {"cents": 1}, "seed recovered: reserve cannot fall below nothing"),
    ("seed-recovered", {"cents": 1, "displayed": True}, "seed recovered: the display does not fall below"),
    ("transfer", {"to": "kings"}, "the jackpot aces is open: freeze it with a notice to players first"),
    ("promotion", {}, "the jackpot aces is open: freeze it with a notice to players first"),
    ("give", {"cents": 1, "person": "Ann"}, "the promotion of aces holds $0.00, which is less than $0.01"),
    ("give", {"cents": 1, "person": "Nobody"}, "there is nobody called 'Nobody'"),
    ("give", {"cents": 1, "person": 10**6}, "there is nobody with the number 1000000"),
    ("give", {"cents": -1, "person": "Ann"}, "say how many dollars: an amount above nothing, without a minus"),
    ("plan", {}, "say another maximum in dollars, or another reserve in percent"),
    ("plan", {"maximum": 500_00}, "aces: its maximum of $500.00 leaves it nothing to grow"),
    ("plan", {"maximum": -1}, "a maximum is whole cents, 0 for none, not -1"),
    ("plan", {"maximum": True}, "a maximum is whole cents, 0 for none, not True"),
    ("plan", {"maximum": 2**53}, "a maximum is whole cents, 0 for none, not 9007199254740992"),
    ("plan", {"reserve": "1"}, "aces: increment and reserve together are more than the wager"),
    ("seizure", {"cents": 100_01}, "the prize account holds $100.00, which is less than $100.01"),
    ("seizure", {"cents": -1}, "say how many dollars: an amount above nothing, without a minus"),
    ("replaced", {"cents": 500_00}, "the jackpot aces is open, not seized"),
    ("gone", {}, "there is no 'gone' of a jackpot; there is malfunction, receipts, seed-recovered"),
)


def test_what_two_people_may_not_do_is_refused_as_it_is_asked_for_and_nothing_moves(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    ann = Seat(house.room, open_linked(house, reserve=Fraction(1, 20)), "Ann")
    Seat(house.room, open_linked(house, "kings", maximum=500_50), "Bob")
    fixed_at(house)
    house.room._checks.threshold = 10**9
    desk.deposit(house.mia, 100_00, "the first week")
    before = [card.json for card in desk.all()]

    def refused(what: str, says: str, **data: Any) -> None:
        with pytest.raises(HousewayError) as why:
            desk.ask(house.mia, what, "aces", "as the order says", **data)
        assert str(why.value).startswith(says), (what, data)

    for what, data, says in NOT_DONE:
        refused(what, says, **data)
    for reason in ("", "no", "x" * 201, "two\nlines", 7):
        with pytest.raises(HousewayError, match="give a reason of 3 to 200 characters"):
            desk.ask(house.mia, "malfunction", "aces", reason, cents=-1)  # type: ignore[arg-type]  # no text at all
    assert ([card.json for card in desk.all()], desk.requests(), desk.funds().held) == (before, [], 100_00)
    ann.play()
    at_desk(house, "malfunction", cents=-40)
    at_desk(house, "seed-recovered", cents=10, displayed=True)
    with pytest.raises(IllegalSetting, match=r"a maximum is not set below what is displayed, \$500\.37"):
        desk.ask(house.mia, "plan", "aces", "a lower one", maximum=500_37)
    at_desk(house, "plan", maximum=500_38, reserve="1/10")
    desk.freeze(house.mia, "aces", "it moves")
    refused("transfer", "say to which jackpot the players' money goes")
    for to in ("aces", "prize"):
        refused("transfer", f"players' money goes to another progressive that is open, not to {to}", to=to)
    at_desk(house, "transfer", to="kings")
    card = desk.one("kings")
    assert (card.shown_cents, card.reserve_cents) == (500_50, 499_92), "beyond its maximum it is in reserve"
    assert desk.one("aces").notice == "as the order says"
    assert (desk.one("aces").state, card.identity["carried"], card.identity["off"]) == ("closed", "1/2", "0")
    for id_, done in (("aces", ["malfunction", "seed recovered", "plan", "transferred"]), ("kings", ["received"])):
        why = [(each["what"], each["reason"]) for each in desk.history(id_) if each["reason"]]
        assert why == [(what, "as the order says") for what in done], "each change tells its reason"
    desk.freeze(house.mia, "kings", "it ends")
    with pytest.raises(HousewayError, match="players' money goes to another progressive that is open, not to aces"):
        desk.ask(house.mia, "transfer", "kings", "back again", to="aces")
    at_desk(house, "seizure", "prize", cents=100_00)
    assert money(house.room, "bank:prizes", "seized:prizes", "cage:prizes") == [0, 100_00, -100_00]
    with pytest.raises(HousewayError, match="the jackpot prize is seized already"):
        desk.ask(house.mia, "seizure", "prize", "once more", cents=1)
    at_desk(house, "replaced", "prize", cents=1)
    assert money(house.room, "bank:prizes", "cage:prizes") == [1, -100_01]
    assert audit(sqlite) == []


def test_a_void_after_the_jackpot_has_moved_takes_nothing_from_where_it_went(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    ann, bob = Seat(house.room, open_linked(house), "Ann"), Seat(house.room, open_linked(house, "kings"), "Bob")
    round_ = ann.play()
    bob.play()
    desk.freeze(house.mia, "aces", "it moves to the kings")
    at_desk(house, "transfer", to="kings")
    assert desk.one("kings").shown_cents == 1000_15
    amend(house, ann.table, round=round_, what="void")
    assert desk.one("kings").shown_cents == 1000_15, "the players' money stays where it went"
    assert [desk.one(id_).identity["off"] for id_ in ("aces", "kings")] == ["0", "0"]
    assert audit(sqlite) == []


def test_an_award_is_paid_although_its_table_is_closed_and_nothing_ends_while_it_waits(sqlite: str, hit: House) -> None:
    desk = hit.room.jackpots
    ann, bob = (Seat(hit.room, open_linked(hit), name) for name in ("Ann", "Bob"))
    Seat(hit.room, open_linked(hit, "kings"), "Cyd")
    round_ = ann.play()
    (waiting,) = desk.awards()
    with pytest.raises(HousewayError, match="is not paid yet: pay it first, or ask for a void of the round"):
        amend(hit, ann.table, round=round_, what="correction", seat=1, cents=-1_00, wager=JACKPOT)
    number = hit.room.view(ann.table, hit.dora).json()["requests"][0]["request"]
    hit.room.do(Command(ann.table, hit.dan.id, "no", None, "decline", {"request": number, "reason": "not yet"}))
    desk.freeze(hit.mia, "aces", "it moves to the kings")
    with pytest.raises(Unlawful, match="an award waits to be paid"):
        desk.ask(hit.mia, "transfer", "aces", "moving", to="kings")
    hit.room.do(Command(ann.table, hit.dora.id, "close", None, "close", {}))
    desk.verify(hit.dora, waiting["award"], SEEN)
    desk.approve_award(hit.max, waiting["award"])
    before = money(hit.room, f"person:{ann.person.id}")[0]
    desk.pay(hit.dora, waiting["award"])
    assert money(hit.room, f"person:{ann.person.id}")[0] == before + 500_07
    at_desk(hit, "transfer", to="kings")
    hit.room.do(Command(bob.table, hit.dora.id, "close too", None, "close", {}))
    assert desk.one("kings").shown_cents == 1000_00
    assert [desk.one(id_).identity["off"] for id_ in ("aces", "kings")] == ["0", "0"]
    assert audit(sqlite) == []


def ended(house: House, *ends: tuple[str, dict[str, str]]) -> Seat:
    """Ann's award of $800.07 is paid, then the jackpots end, one after the other."""
    ann = Seat(house.room, open_linked(house), "Ann")
    for id_ in ("kings", "queens"):
        open_linked(house, id_)
    at_desk(house, "malfunction", cents=-300_00)
    ann.play()
    pay(house)
    for id_, to in ends:
        house.room.jackpots.freeze(house.mia, id_, "it moves")
        at_desk(house, "transfer" if to else "promotion", id_, **to)
    return ann


@pytest.mark.parametrize(
    ("ends", "went", "more"),
    [
        ((("aces", {"to": "kings"}),), "meter:kings", 300_00),
        ((("aces", {"to": "kings"}), ("kings", {"to": "queens"})), "meter:queens", 300_00),
        ((("aces", {}),), "promotion:aces", 300_00),
        ((("aces", {"to": "kings"}), ("kings", {})), "promotion:kings", 300_00),
    ],
)
def test_what_comes_back_to_a_jackpot_that_has_ended_goes_where_its_money_went(
    sqlite: str, hit: House, ends: tuple[tuple[str, dict[str, str]], ...], went: str, more: int
) -> None:
    """A void put $300.00 back on the display of a closed jackpot, and no act could take it off again."""
    ann = ended(hit, *ends)
    (before,) = money(hit.room, went)
    amend(hit, ann.table, round=1, what="void")
    assert money(hit.room, went, "meter:aces", "reserve:aces") == [before + more, 0, 0]
    assert hit.room.jackpots.one("aces").identity["off"] == "0"
    assert "goes where its money went" in hit.room.jackpots.history("aces")[-1]["reason"]
    (void,) = day_report(hit.room.store, Period.read(), untold).adjustments
    assert [wager for wager, _ in void.parts] == [JACKPOT, "blackjack"], "the books tell all of it by wager"
    hit.room.do(Command(ann.table, hit.dora.id, "close", None, "close", {}))
    assert audit(sqlite) == []


def test_what_is_given_back_to_a_jackpot_that_has_ended_waits_for_where_its_money_went(sqlite: str, hit: House) -> None:
    ann = ended(hit, ("aces", {"to": "kings"}))
    desk = hit.room.jackpots
    back = {"round": 1, "what": "correction", "seat": 1, "wager": JACKPOT, "cents": -200_00}
    desk.freeze(hit.mia, "kings", "a new sign is hung")
    number = request(hit, ann.table, **back)
    with pytest.raises(HousewayError, match="went to kings, which is frozen: thaw it"):
        approve(hit, ann.table, number)
    desk.thaw(hit.mia, "kings", "the sign hangs")
    before = desk.one("kings").shown_cents
    approve(hit, ann.table, number)
    assert (desk.one("aces").shown_cents, desk.one("kings").shown_cents) == (0, before + 200_00)
    amend(hit, ann.table, **back | {"cents": 200_00})
    assert desk.one("aces").shown_cents == 0, "paid by the house: the jackpot is not seeded anew"
    assert audit(sqlite) == []


def test_a_jackpot_that_has_ended_takes_no_act(sqlite: str, house: House) -> None:
    desk = house.room.jackpots
    for id_ in ("aces", "kings"):
        open_linked(house, id_)
    desk.deposit(house.mia, 1000_00, "the first week")
    desk.freeze(house.mia, "aces", "it moves")
    at_desk(house, "transfer", to="kings")
    acts = {
        "malfunction": {"cents": -1},
        "plan": {"maximum": 900_00},
        "seizure": {"cents": 1},
        "replaced": {"cents": 1},
    }
    acts |= {"receipts": {"cents": 1}, "seed-recovered": {"cents": 1}, "promotion": {}, "transfer": {"to": "kings"}}
    for what, data in acts.items():
        with pytest.raises(HousewayError, match="the jackpot aces is closed: nothing is done to it any more"):
            desk.ask(house.mia, what, "aces", "as the order says", **data)
    assert audit(sqlite) == []


def test_nothing_ends_while_a_round_is_played_for_it(sqlite: str, house: House) -> None:
    """Its winner would have won of a meter that has moved."""
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    assert ann.view()["phase"] == "playing"
    desk.freeze(house.mia, "aces", "it ends")
    with pytest.raises(HousewayError, match=f"table {ann.table} plays a round for the jackpot aces: let it end first"):
        desk.ask(house.mia, "promotion", "aces", "as the order says")
    assert audit(sqlite) == []


def test_players_money_goes_to_no_practice_meter_and_to_none_that_takes_no_wagers(sqlite: str, house: House) -> None:
    desk, eve = house.room.jackpots, house.room.people.guest("Eve")
    for id_ in ("aces", "kings"):
        open_linked(house, id_)
        desk.freeze(house.mia, id_, "it moves")
    practice = house.room.open_table(eve, "super-pairs", {"offer-super-pairs-jackpot": "yes"}, "mine")
    for to in ("kings", f"{practice}:{JACKPOT}"):
        with pytest.raises(HousewayError, match=f"goes to another progressive that is open, not to {to}"):
            desk.ask(house.mia, "transfer", "aces", "as the order says", to=to)
    assert audit(sqlite) == []


def test_corrections_of_a_round_together_are_no_more_than_its_meter_showed(sqlite: str, house: House) -> None:
    ann = Seat(house.room, open_linked(house), "Ann")
    asked = {"round": ann.play(), "what": "correction", "seat": 1, "wager": JACKPOT}
    amend(house, ann.table, **asked, cents=400_00)
    amend(house, ann.table, **asked, cents=100_07)
    with pytest.raises(HousewayError, match=r"\$500\.07 of it was awarded: it cannot owe \$0\.01 more; the house can"):
        request(house, ann.table, **asked, cents=1)
    amend(house, ann.table, **asked, cents=-1)
    amend(house, ann.table, **asked, cents=1)
    amend(house, ann.table, round=1, what="void")
    with pytest.raises(HousewayError, match="round 1 is void, with all its wagers"):
        request(house, ann.table, **asked, cents=1)
    assert audit(sqlite) == []


def test_a_jackpot_that_was_frozen_is_frozen_after_a_seizure(sqlite: str, house: House) -> None:
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    desk.deposit(house.mia, 1000_00, "the first week")
    desk.freeze(house.mia, "aces", "it is to be moved")
    at_desk(house, "seizure", cents=1_00)
    at_desk(house, "replaced", cents=500_00)
    assert (desk.one("aces").state, desk.one("aces").notice) == ("frozen", "it is to be moved")
    with pytest.raises(IllegalBet, match="it is frozen"):
        ann.do("bet", wagers=BETS)
    assert audit(sqlite) == []


def test_a_jackpot_is_not_open_because_its_freezing_is_misspelt_for_a_moment(house: House) -> None:
    open_linked(house)
    house.room.jackpots.freeze(house.mia, "aces", "it is to be moved")
    house.room.jackpots.ask(house.mia, "malfunction", "aces", "it stood still", cents=-1)
    with house.room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE jackpots SET state = 'open'")
        connection.exec_driver_sql("UPDATE journal SET body = replace(body, '\"states\"', '\"stated\"')")
    with pytest.raises(HousewayError, match="the jackpot aces is not what the journal tells"):
        house.room.jackpots.ask(house.mia, "malfunction", "aces", "it stood still", cents=-1)


def test_a_promotion_is_given_to_players_and_not_to_the_staff(sqlite: str, house: House) -> None:
    desk, ann = house.room.jackpots, Seat(house.room, open_linked(house), "Ann")
    desk.freeze(house.mia, "aces", "it ends")
    at_desk(house, "promotion")
    for who in (house.mia.id, "Dora"):
        with pytest.raises(HousewayError, match="is of the staff: players' money of a promotion goes to a player"):
            desk.ask(house.mia, "give", "aces", "as the order says", cents=1, person=who)
    at_desk(house, "give", cents=500_00, person="Ann")
    assert money(house.room, "promotion:aces", f"person:{house.mia.id}") == [0, 0]
    assert audit(sqlite) == []
    del ann


GROWS = {"seed": 500_00, "increment": Fraction(3, 40), "practice": False}


@pytest.mark.parametrize(
    ("settings", "sensors", "says"),
    [
        (SETTINGS, {JACKPOT: Plan(**GROWS | {"increment": Fraction(0)})}, "cannot grow is not one"),
        (SETTINGS, {JACKPOT: Plan(**GROWS | {"maximum": 1})}, "leaves it nothing to grow"),
        (
            SETTINGS,
            {JACKPOT: Plan("house", practice=False)},
            "is house, and the super-pairs-jackpot of this table is not",
        ),
        (
            FIXED,
            {JACKPOT: Plan(**GROWS)},
            "is progressive, and the super-pairs-jackpot of this table is not",
        ),
        ({}, {JACKPOT: Plan(**GROWS)}, "no jackpot 'super-pairs-jackpot' is on offer at this table: it has none"),
        ({}, {"blackjack": Plan(**GROWS)}, "no jackpot 'blackjack' is on offer"),
        (
            SETTINGS | {"offer-lucky-ladies-jackpot": "yes"},
            {JACKPOT: Plan(**GROWS), "lucky-ladies-jackpot": Plan(**GROWS)},
            "two sensors of a table serve the jackpot aces: each is for one game",
        ),
    ],
)
def test_the_engine_checks_every_sensor_wherever_a_table_is_opened(
    house: House, settings: dict[str, str], sensors: dict[str, Plan], says: str
) -> None:
    served = {wager: Sensor("aces", each) for wager, each in sensors.items()}
    with pytest.raises(IllegalSetting, match=says):
        house.room.open_table(house.mia, "super-pairs", settings, "t", jackpots=served)
    assert house.room.tables() == []
    assert house.room.stopped == ""
