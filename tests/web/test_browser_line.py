"""The line to the room: a server that dies, a line that is cut, and who comes back in mid-round."""

import re

from browsing import HELD, Player, two_at_a_table, view_of
from playwright.sync_api import expect


def test_a_server_that_dies_in_mid_round_comes_back_with_the_round(mortal_house, browser):
    house = mortal_house()
    ann = Player(house, browser, "Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    held = ann.page.evaluate(HELD)
    assert len(held) == 3
    house = mortal_house()
    expect(ann.at("body[data-line=live]")).to_have_count(1)
    expect(ann.at(".choice")).to_have_count(2)
    assert ann.page.evaluate(HELD) == held
    ann.at(".choice").last.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert view_of(house, url)["phase"] == "ended"
    ann.page.evaluate("window.stop()")
    ann.close()


def test_who_comes_back_in_mid_round_finds_the_cards_and_the_question(house, players):
    url, ann, ben = two_at_a_table(players, house, "super-pan-9")
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    held = ann.page.evaluate(HELD)
    ann.context.set_offline(True)
    ben.at(".choice").first.click()
    expect(ben.at(".choice")).to_have_count(0)
    ann.context.set_offline(False)
    expect(ann.at("[data-seat='2'].acting")).to_have_count(0)
    expect(ann.at(".choice")).to_have_count(2)
    ann.page.reload()
    expect(ann.at(".choice")).to_have_count(2)
    assert ann.page.evaluate(HELD) == held
    ann.context.set_offline(True)
    ann.at(".choice").first.click()
    expect(ann.at("#toast.shown")).to_contain_text(re.compile("cannot be reached|is lost"))
    ann.context.set_offline(False)
    expect(ben.at(".paper-slip")).to_be_visible()
    expect(ann.at("#toast.shown")).to_have_count(0)
