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


KEPT_OFFLINE = """async (code) => {
    const kept = await (await caches.open('houseway-offline-3')).match('/offline');
    return kept?.url.endsWith(`lang=${code}`) ?? false;
}"""
WORKER = "async () => (await navigator.serviceWorker.ready).active.scriptURL"


def test_one_worker_serves_all_languages_and_a_page_without_a_line_is_in_that_of_the_page_before(mortal_house, browser):
    house = mortal_house()
    ann = Player(house, browser, "Ann")
    url = ann.open_table("super-pan-9")
    workers = set()
    for code in ("es", "en", "es"):
        ann.context.add_cookies([{"name": "houseway_language", "value": code, "url": house.address}])
        ann.page.goto(url)
        ann.page.wait_for_function(KEPT_OFFLINE, arg=code)
        workers.add(ann.page.evaluate(WORKER))
    assert workers == {f"{house.address}/worker.js"}
    house.close()
    ann.page.goto(url)
    expect(ann.at("h1")).to_have_text("No hay conexión con la sala")
    assert ann.page.url == url
    ann.close()
