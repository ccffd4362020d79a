"""Calls in the room: by the operator's own written controls, with every card of the shoe accounted for."""

from collections.abc import Callable
from typing import Any

import pytest

from controls import OWN, own_controls
from houseway.cards import parse_cards
from houseway.errors import HousewayError, IllegalAnswer
from houseway.games import game as find_game
from houseway.games import games
from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.errors import Forbidden
from houseway.round.record import record_from, settle

WET = """
[[irregularity]]
kind = "drink-spilt"
says = "The layout is wet."
round = [{ stage = "play", then = "void-round" }]
"""


@pytest.fixture
def at(sqlite: str, opened: Callable[..., Room], sitting: Any) -> Any:
    """A table with controls of the house's own, and a supervisor."""
    room = opened(sqlite)
    manager = room.people.sign_in("manager", room.first_password)
    manager = room.people.set_password(manager, room.first_password, "a long password")

    def table(game: str = "super-pan-9", **settings: str) -> Any:
        found = sitting(room, game, irregularities=own_controls(game) + WET, **settings)
        found.manager = manager
        return found

    return table


def call(table: Any, by: Any, kind: str, seat: int = 0) -> None:
    table.do(by, "irregularity", kind=kind, seat=seat, reason="as seen by the camera")


def test_a_card_is_replaced_by_the_shoes_next_and_the_burnt_one_counts(at: Any, sqlite: str) -> None:
    table = at()
    table.ready()
    ann = table.people[0]
    before = table.view(ann)
    call(table, table.manager, "card-off-the-table", 1)
    after = table.view(ann)
    assert after["shoe"]["left"] == before["shoe"]["left"] - 1
    cards = [next(seat["cards"] for seat in each["seats"] if seat["you"]) for each in (before, after)]
    assert cards[0][:2] == cards[1][:2]
    was, now = before["asked"][0], after["asked"][0]
    assert was | {"number": now["number"]} == now
    assert was["number"] < now["number"], "an answer to the hand as it was is none to this one"
    proof = table.room.proof(after["shoe"]["id"], ann).json()
    assert sorted(each["card"] for each in proof["openings"]) == sorted(cards[1])
    assert table.view()["log"][-1] == "a supervisor calls card off the table on seat 1: as seen by the camera"
    while table.answer():
        pass
    assert table.view()["phase"] == "ended"
    assert audit(sqlite) == []
    table.play_round()
    assert audit(sqlite) == []


def test_the_record_of_the_round_tells_the_burnt_card_and_is_ruled_upon_alike(at: Any, sqlite: str) -> None:
    table = at()
    table.ready()
    for seat in (1, 2, 1):
        call(table, table.manager, "card-off-the-table", seat)
    while table.answer():
        pass
    sue = table.room.people.register("Sue", "a long password", "surveillance", by=table.manager)
    told = table.room.record(1, sue)
    assert len(told["burnt"]) == 3
    ruled = settle(record_from(told))
    assert len(ruled.remarks) == 3
    assert [(each.seat, each.net) for each in ruled.ruling] == [
        (each["seat"], each["cents"]) for each in table.view()["ruling"]
    ]
    assert audit(sqlite) == []


def test_who_may_call_is_the_controls_to_say(at: Any, sqlite: str) -> None:
    table = at()
    table.ready()
    ann = table.people[0]
    with pytest.raises(Forbidden, match="supervisor"):
        call(table, ann, "card-off-the-table", 2)
    stranger = table.room.people.guest("Eve")
    with pytest.raises(Forbidden, match="sit down first"):
        call(table, stranger, "phone-at-the-table", 2)
    call(table, ann, "phone-at-the-table", 2)
    assert table.view()["log"][-1] == "seat 1 calls phone at the table on seat 2: as seen by the camera"
    while table.answer():
        pass
    lost = [each for each in table.view()["ruling"] if each["seat"] == 2]
    assert [(each["award"], each["returned_cents"]) for each in lost] == [("forfeit", 0)]
    assert "the hand is forfeited" in lost[0]["why"]
    assert audit(sqlite) == []


def test_a_call_that_no_control_covers_is_refused_in_words(at: Any, sqlite: str) -> None:
    table = at()
    table.ready()
    version = table.view()["version"]
    for kind, seat, words in (
        ("rain", 0, "it knows misdeal, exposed-card, wrong-number-of-cards, card-off-the-table"),
        ("drink-spilt", 1, "names no seat"),
        ("phone-at-the-table", 0, "names a seat"),
    ):
        with pytest.raises(IllegalAnswer, match=words):
            call(table, table.manager, kind, seat)
    assert table.view()["version"] == version
    call(table, table.manager, "drink-spilt")
    assert {each["award"] for each in table.view()["ruling"]} == {"void"}
    assert audit(sqlite) == []


def test_controls_that_cannot_be_read_open_no_table(at: Any) -> None:
    table, words = at("dealer-open-pai-gow"), "clause 3 of the document fixes what follows from too-few-cards"
    settings = {"irregularities": OWN.replace("FORFEIT", "play-on") + WET.replace("drink-spilt", "too-few-cards")}
    with pytest.raises(HousewayError, match=words):
        table.room.open_table(table.people[0], "dealer-open-pai-gow", settings, "another")


def test_what_is_reconciled_is_not_taken_by_a_call_and_a_reduction_takes_two_people(at: Any, sqlite: str) -> None:
    table = at("super-pairs")
    ann, bob = table.people
    for person in (ann, bob):
        wagers = {
            w["id"]: w["least_cents"] for w in table.view(person)["wagers"] if w["required"] or w["id"] == "super-pairs"
        }
        table.do(person, "bet", wagers=wagers)
    for person in (ann, bob):
        table.do(person, "ready")
    while table.view()["phase"] == "playing" and not any(each["kind"] == "choose" for each in table.view(ann)["asked"]):
        assert table.answer()
    assert table.view()["phase"] == "playing"
    call(table, table.manager, "misdeal")
    ruled = {(each["seat"], each["wager"]): each["award"] for each in table.view()["ruling"]}
    assert ruled[1, "blackjack"] == ruled[2, "blackjack"] == "void"
    assert "void" not in (ruled[1, "super-pairs"], ruled[2, "super-pairs"])
    number = table.do(
        table.manager, "request", what="correction", round=1, seat=1, cents=-100, reason="paid too much"
    ).version
    with pytest.raises(Forbidden, match="two people"):
        table.do(table.manager, "approve", request=number)
    assert audit(sqlite) == []


@pytest.mark.parametrize("game", [each.id for each in games()])
def test_rounds_with_cards_replaced_at_any_time_are_audited_proved_and_settled_again(
    game: str, at: Any, sqlite: str
) -> None:
    """Whatever is undone by a card that is replaced, the money of a double too, the books are in order.

    Some rounds are void while a seat still chooses again.
    """
    table = at(game, **({"bust-bonus-offered": "before-peek"} if game == "super-pairs" else {}))
    replaced = 0
    for _ in range(12):
        table.ready()
        while table.view()["phase"] == "playing":
            if table.random.random() < 0.3:
                try:
                    call(table, table.manager, "card-off-the-table", table.random.choice((1, 2)))
                    replaced += 1
                except IllegalAnswer:
                    continue
            elif replaced and table.random.random() < 0.04:
                call(table, table.manager, "misdeal")
            elif not table.answer():
                break
        assert table.view()["phase"] == "ended"
    assert replaced
    sue = table.room.people.register("Sue", "a long password", "surveillance", by=table.manager)
    for number in range(1, 13):
        told = table.room.record(number, sue)
        assert [(each.seat, each.wager, each.net) for each in settle(record_from(told)).ruling] == [
            (each["seat"], each["wager"], each["cents"]) for each in told["payouts"]
        ]
    assert audit(sqlite) == []


def test_a_round_that_is_void_while_a_seat_chooses_again_returns_the_insurance_of_the_other(
    sqlite: str, opened: Callable[..., Room], sitting: Any, arranged: Any
) -> None:
    pairs, settings = find_game("super-pairs"), {"bust-bonus-offered": "before-peek", "exposed-card": "replace-card"}
    pack = pairs.pack(pairs.configure(settings))
    room = opened(sqlite, draw=arranged(pack, parse_cards("5s Tc As 5d 9c 7d Kd")))
    manager = room.people.sign_in("manager", room.first_password)
    manager = room.people.set_password(manager, room.first_password, "a long password")
    table = sitting(room, "super-pairs", **settings)
    ann, bob = table.people
    table.ready()
    for person in (ann, bob):
        table.do(person, "answer", answer=0)
    table.do(bob, "answer", answer=200)
    call(table, manager, "exposed-card", 1)
    call(table, manager, "misdeal")
    told = {(each["seat"], each["wager"]): each["returned_cents"] for each in table.view()["ruling"]}
    assert told == {(1, "blackjack"): 500, (2, "blackjack"): 500, (2, "insurance"): 200}
    assert [seat["chips_cents"] for seat in table.view()["seats"][:2]] == [1_000_00, 1_000_00]
    assert audit(sqlite) == []
