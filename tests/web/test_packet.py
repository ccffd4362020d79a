"""The dispute packet in the room: from the page of a round, for whoever may read its record."""

import hashlib
import random

import pytest
from browsing import play_to_the_end, two_at_a_table, view_of
from playwright.sync_api import expect
from test_table import dealt, play_on

from houseway.games import games
from houseway.room import history

EACH_GAME = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


@EACH_GAME
def test_the_packet_hangs_on_the_page_of_the_round(visitor, game):
    table, ann, ben = dealt(visitor, game.id)
    view = play_on(table, (ann, ben))
    number = view["round"]
    page = ann.client.get(f"/rounds/{number}").text
    record = ann.client.get(f"/api/rounds/{number}/record")
    assert (f"/rounds/{number}/packet" in page) == (record.status_code == 200)
    answer = ann.client.get(f"/rounds/{number}/packet")
    assert answer.status_code == record.status_code
    if record.status_code == 403:
        assert "its record comes when the shoe has ended" in answer.text
        return
    assert hashlib.sha256(record.content).hexdigest() in answer.text
    shoe = ann.get(f"/api/rounds/{number}")["shoe"]
    assert shoe["root"] in answer.text
    assert "style-src 'sha256-" in answer.headers["content-security-policy"]
    pdf = ann.client.get(f"/rounds/{number}/packet.pdf")
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content == ann.client.get(f"/rounds/{number}/packet.pdf").content


def test_a_second_round_of_a_cut_shoe_is_proved_from_its_own_first_card(visitor):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9", decks="8")
    ann.do(table, "sit", seat=1)
    for number in range(3):
        ann.do(table, "bet", wagers={"main": 500})
        if number == 0:
            ann.do(table, "cut", position=100)
        ann.do(table, "ready")
        view = play_on(table, (ann,), seed=random.Random(3).randrange(99))
    page = ann.client.get(f"/rounds/{view['round']}/packet")
    assert page.status_code == 200
    assert "holds: every opened card leads to the root, and every card of the round lies at its place" in page.text


def test_a_round_that_there_is_not_has_no_packet(visitor):
    assert visitor("Ann").client.get("/rounds/99/packet").status_code == 404
    assert visitor("Ben").client.get("/rounds/99/packet.pdf").status_code == 404


def test_who_may_not_read_the_record_gets_no_packet(visitor, room, monkeypatch):
    table, ann, ben = dealt(visitor, "super-pan-9")
    number = play_on(table, (ann, ben))["round"]
    with monkeypatch.context() as patch:
        patch.setattr(room, "record", None)  # the page of a round replays it once, and signs nothing
        assert f"/rounds/{number}/packet" in ann.client.get(f"/rounds/{number}").text
    monkeypatch.setattr(history, "whole", lambda standing: False)  # as if a card had not been shown
    for path in (f"/rounds/{number}/packet", f"/rounds/{number}/packet.pdf"):
        answer = ann.client.get(path)
        assert answer.status_code == 403
        assert "its record comes when the shoe has ended" in answer.text
    page = ann.client.get(f"/rounds/{number}").text
    assert "its record comes when the shoe has ended, and the dispute packet with it." in page
    for path in ("packet", "packet.pdf", "record"):
        assert f"/rounds/{number}/{path}" not in page, "no page leads to what is refused"


def test_a_browser_shows_the_packet_in_its_own_style_and_finds_its_way_there(house, players):
    url, ann, ben = two_at_a_table(players, house, "dealer-open-pai-gow")
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    play_to_the_end((ann, ben))
    number = view_of(house, url)["round"]
    ann.page.goto(f"{house.address}/rounds/{number}")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ends = "[...document.querySelectorAll('.ruling td:last-child')].map((why) => why.getBoundingClientRect().right)"
    assert max(ann.page.evaluate(ends)) <= 390, "a phone shows why each wager ended so without being pushed aside"
    ann.page.set_viewport_size({"width": 1280, "height": 844})
    ann.page.get_by_role("link", name="Dispute packet").click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} of Dealer Open Pai Gow")
    style = ann.page.evaluate("getComputedStyle(document.querySelector('.card')).width")
    assert style == "54px", "the style that stands in the page is allowed"
    for width in (1280, 390):
        ann.page.set_viewport_size({"width": width, "height": 844})
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
