"""Bets that a browser has signed, over HTTP: how they are told, and how their player goes."""

import time

import pytest
from playwright.sync_api import expect

from houseway.room.fairness.nonces import Nonce
from houseway.room.fairness.signed_bets import BetKey


def seated(visitor):
    """Somebody at seat 1 of a table, with a key."""
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    ann.do(table, "sit", seat=1)
    return ann, table, BetKey.fresh()


def signed(key, table, nth, wagers):
    return key.sign(table=table, seat=1, after=0, nth=nth, wagers=wagers)


def test_who_signs_a_bet_and_who_takes_it_back_has_the_room_s_receipt(visitor):
    ann, table, key = seated(visitor)
    laid = ann.order(table, "bet", wagers={"main": 500}, signed=signed(key, table, 1, {"main": 500})).json()
    receipt = laid["receipt"]
    told = {"after": 0, "key": key.public, "nth": 1, "seat": 1, "wagers": {"main": 500}, "commit": ""}
    assert (receipt["table"], receipt["entry"], receipt["bet"]) == (table, laid["version"], told)
    back = ann.order(table, "clear", signed=signed(key, table, 2, {})).json()
    assert back["receipt"]["bet"] == told | {"nth": 2, "wagers": {}}
    assert ann.order(table, "bet", wagers={"main": 500}).json().get("receipt") is None


@pytest.mark.parametrize(
    "spoilt",
    [
        {"key": "AB" * 32},
        {"key": "ab" * 31},
        {"signature": "0" * 127},
        {"nth": "1"},
        {"nth": 1.0},
        {"nth": True},
        {"nth": -1},
        {"nth": 2**60},
        {"seat": None},
        {"more": 1},
    ],
    ids=str,
)
def test_a_signature_that_is_none_is_refused_with_a_sentence(spoilt, visitor):
    ann, table, key = seated(visitor)
    right = signed(key, table, 1, {"main": 500})
    refused = ann.order(table, "bet", wagers={"main": 500}, signed=right | spoilt)
    assert refused.status_code == 422
    (name,) = spoilt
    assert name in refused.text
    assert not [seat for seat in ann.view(table)["seats"] if seat["wagers"]]


def test_who_signs_out_elsewhere_takes_a_bound_bet_back(visitor):
    """What was signed by a page that is gone keeps its seat for five minutes; nothing is played for them there."""
    ann, table, key = seated(visitor)
    ann.order(table, "bet", wagers={"main": 500}, signed=signed(key, table, 1, {"main": 500}))
    assert ann.order(table, "leave").status_code == 422
    assert ann.form("/sign-out").status_code == 303
    (seat,) = (each for each in visitor("Ben").view(table)["seats"] if each["number"] == 1)
    assert (seat["name"], seat["wagers"]) == ("Ann", {})


def test_who_signs_out_while_the_table_is_paused_takes_a_bound_bet_back(visitor, room):
    ann, table, key = seated(visitor)
    ann.order(table, "bet", wagers={"main": 500}, signed=signed(key, table, 1, {"main": 500}))
    room.act(table, "pause", {})
    assert ann.form("/sign-out").status_code == 303
    (seat,) = (each for each in visitor("Ben").view(table)["seats"] if each["number"] == 1)
    assert (seat["name"], seat["wagers"]) == ("Ann", {})


def test_nobody_signs_out_while_a_signed_bet_is_about_to_be_played(visitor):
    """It was played, and the table waited for a number that nobody opened any more."""
    (ann, table, key), ben = seated(visitor), visitor("Ben")
    ben.do(table, "sit", seat=2)
    hers, his, wagers = Nonce.fresh(), Nonce.fresh(), {"main": 500}
    told = key.sign(table=table, seat=1, after=0, nth=1, wagers=wagers, **hers.commit)
    ann.order(table, "bet", wagers=wagers, signed=told, **hers.commit)
    ben.do(table, "bet", wagers=wagers, **his.commit)
    for each in (ann, ben):
        each.do(table, "ready")
    ann.do(table, "seal", **hers.seal)
    refused = ann.form("/sign-out")
    assert (refused.status_code, "begins in a moment: sign out then" in refused.text) == (422, True)
    ben.do(table, "seal", **his.seal)
    ann.do(table, "open", **hers.open)
    ben.do(table, "open", **his.open)
    assert ann.form("/sign-out").status_code == 303


def test_who_signs_out_at_the_table_gets_up_by_the_key_of_the_page(house, players):
    ann = players("Signing Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    view = house.visitor("Signing Ben").view(int(url.rsplit("/", 1)[1]))
    (least,) = (wager["least_cents"] for wager in view["wagers"] if wager["required"])
    ben = players("Signing Cat")
    ben.page.goto(url)
    ben.sit(2)
    ann.bet_the_least(view)
    expect(ann.at("#toast")).to_be_hidden()
    table = view["table"]
    for _ in range(100):
        (seat,) = (each for each in house.visitor().view(table)["seats"] if each["number"] == 1)
        if seat["wagers"] == {"main": least}:
            break
        ann.page.wait_for_timeout(50)
    assert seat["wagers"] == {"main": least}
    ann.at('form[action="/sign-out"] button').click()
    ann.page.wait_for_url(lambda address: "/tables/" not in address)
    assert [each["name"] for each in house.visitor().view(table)["seats"]].count("Signing Ann") == 0


def test_what_is_null_is_not_left_out(visitor):
    """A program whose signing had failed laid a bet that bound nobody, and was not told."""
    ann, table, _ = seated(visitor)
    for name in ("signed", "commit"):
        refused = ann.order(table, "bet", wagers={"main": 500}, **{name: None})
        assert refused.status_code == 422
        assert name in refused.text


def test_wagers_of_nothing_are_not_signed(visitor):
    ann, table, key = seated(visitor)
    wagers = {"main": 500, "tie": 0}
    refused = ann.order(table, "bet", wagers=wagers, signed=signed(key, table, 1, wagers))
    assert "with no wager of 0 in it" in refused.text
    assert ann.order(table, "bet", wagers=wagers, signed=signed(key, table, 1, {"main": 500})).status_code == 200


def lies_there(house, table, number=1):
    """Once somebody's wagers lie at a seat: how the room tells of it."""
    for _ in range(200):
        (seat,) = (each for each in house.visitor().view(table)["seats"] if each["number"] == number)
        if seat["wagers"]:
            return seat
        time.sleep(0.02)
    raise AssertionError("no wager lies there")


def beside(house, players, who):
    """Somebody who sits at seat 1 of a table and has bet; somebody else sits at seat 2, so that bets stay open."""
    ann, ben = players(f"{who} Ann"), players(f"{who} Ben")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ben.page.goto(url)
    ben.sit(2)
    view = house.visitor().view(int(url.rsplit("/", 1)[1]))
    ann.bet_the_least(view)
    lies_there(house, view["table"])
    return ann, view["table"], url


def test_who_signs_out_elsewhere_gets_up_by_the_key_of_the_browser(house, players):
    """From any page: the others at the table do not wait for who has gone."""
    ann, table, _ = beside(house, players, "Lobby")
    ann.page.goto(house.address)
    ann.at('form[action="/sign-out"] button').click()
    expect(ann.at('form[action="/sign-out"]')).to_have_count(0)
    assert [each["name"] for each in house.visitor().view(table)["seats"]].count("Lobby Ann") == 0


def test_a_browser_that_keeps_nothing_more_takes_its_bets_back(house, players):
    """With its storage full it changed no bet and did not get up: nothing was sent."""
    ann, table, _ = beside(house, players, "Full")
    full = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    ann.page.evaluate(full)
    ann.at("[data-key=change]").click()
    expect(ann.at("[data-key=deal]")).to_be_visible()
    (seat,) = (each for each in house.visitor().view(table)["seats"] if each["number"] == 1)
    assert seat["wagers"] == {}
    ann.at("[data-key=deal]").click()
    lies_there(house, table)


def test_who_changes_elsewhere_what_this_browser_has_laid_is_told_first(house, players):
    ann, table, url = beside(house, players, "Two")
    phone = ann.context.browser.new_context(base_url=house.address, storage_state=without_storage(ann))
    page = phone.new_page()
    page.goto(url)
    page.locator("[data-key=change]").click()
    expect(page.locator("#toast")).to_contain_text("Laid in another browser. Once taken back, you can bet from here")
    assert lies_there(house, table)
    page.locator("[data-key=take-back]").click()
    expect(page.locator("[data-key=deal]")).to_be_visible()
    page.locator("[data-key=deal]").click()
    expect(page.locator("#toast")).to_contain_text("was signed by another browser")
    phone.close()


def without_storage(player):
    """The session of somebody, in a browser that has kept nothing else."""
    return {"cookies": player.context.cookies(), "origins": []}
