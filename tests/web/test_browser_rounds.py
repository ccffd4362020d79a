"""Rounds in real browsers, by mouse: what is dealt, asked, ruled and refused."""

import re

import pytest
from browsing import PHONE, clause_name, plant, play_to_the_end, told_cards, two_at_a_table, view_of
from playwright.sync_api import expect

from houseway.cards import name
from houseway.games import games
from houseway.web.pages import in_words

EACH_GAME = pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])


@EACH_GAME
def test_two_browsers_play_a_round_by_mouse(house, players, game):
    url, ann, ben = two_at_a_table(players, house, game.id)
    ann.at("[data-key=bot-3]").click()
    expect(ben.at("[data-seat='3']")).to_contain_text("Bot 3")
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at("#you .card, #you .arranger").first).to_be_visible()
    expect(ann.at("#others .card").first).to_have_css("overflow", "visible")  # no edge is cut off between two pixels
    for player, number in ((ann, 1), (ben, 2)):
        check_no_hidden_card(house, url, player, number)
    play_to_the_end((ann, ben))
    view = view_of(house, url)
    for player, number in ((ann, 1), (ben, 2)):
        lines = [line for line in view["ruling"] if line["seat"] == number]
        expect(player.at(".slip-lines > li")).to_have_count(len(lines))
        expect(player.at(".slip-lines")).to_contain_text(clause_name(lines[0]["clause"]))
        expect(player.at("#live")).to_contain_text(in_words(lines[0]["why"]))
    if game.dealer_plays:  # among players, who took what of whom stands there in the open
        ann.at(".slip-lines summary").first.click()
    expect(ann.at(".slip-lines details p").first).to_be_visible()
    compared = ann.at(".slip-lines details").first.locator(".reasons li")
    expect(compared.first).to_be_visible()
    assert AS_RECORDED.findall(ann.at(".paper-slip").inner_text()) == [], "people read 10♥, not Th"
    ann.at(".slip-foot a").click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(f"Round {view['round']}")
    ann.page.get_by_text("What was compared").first.click()
    expect(ann.at(".ruling .reasons li").first).to_be_visible()
    assert AS_RECORDED.findall(ann.at(".ruling").inner_text()) == []
    cited = f"of {game.document.source.title}, {game.document.source.date}"
    expect(ann.at(".ruling tbody tr").first).to_contain_text(cited)
    assert BY_ID.findall(ann.at(".ruling").inner_text()) == []


AS_RECORDED = re.compile(r"\b[2-9TJQK][cdhs]\b|\bT[♣♦♥♠]")
"""A card as records or games have it; people read 10♥, not Th nor T♥."""


BY_ID = re.compile(r"[Cc]lause [a-z]\S*|of [a-z0-9]+(?:-[a-z0-9]+)+:")
"""A clause without a number, or a paytable, that is not said in words."""


def check_no_hidden_card(house, url, player, seat):
    """Nothing in the page tells a card that this seat has not seen, while a round is played."""
    live = house.room._live[int(url.rsplit("/", 1)[1])]
    seen = {name(card) for card in live.standing.cards(seat)}
    for place in range(7):
        seen |= {name(card) for card in live.standing.shown(place)}
    told = told_cards(player.page)
    assert live.phase == "ended" or told <= seen


def test_the_search_of_the_page_finds_a_planted_card(house, players):
    ann = players("Planting Ann")
    ann.open_table("super-pan-9")
    expect(ann.at("[data-key=sit-1]")).to_be_visible()
    assert told_cards(ann.page) == set()
    ann.page.evaluate("document.getElementById('dealer').title = '9d'")
    assert told_cards(ann.page) == {"9d"}


def test_a_round_that_is_over_as_it_is_dealt_shows_its_ruling_and_lays_no_bet_again(house, players, monkeypatch):
    """The dealer's blackjack under a king: nobody is asked anything."""
    plant(monkeypatch, "5c Kd 6c As")
    ann = players("Short Ann", PHONE)
    url = ann.open_table("super-pairs")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".slip-lines li").first).to_be_visible()
    expect(ann.at("[data-key=deal]")).to_be_disabled()
    assert view_of(house, url)["phase"] == "ended"


def test_a_ten_is_a_10_in_the_slip_its_reasons_and_to_who_listens(house, players, monkeypatch):
    plant(monkeypatch, "Ts Td Th 9c 5c 6c")
    ann = players("Ten Ann")
    url = ann.open_table("super-pairs")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    ann.at("[data-key=mid-no]").click()
    ann.at("[data-key=choose-stand]").click()
    expect(ann.at(".slip-lines li").first).to_be_visible()
    assert any("T♥" in line["why"] for line in view_of(house, url)["ruling"]), "the room itself says it so"
    expect(ann.at("#live")).to_contain_text("10♥")
    ann.at(".slip-lines summary").first.click()
    expect(ann.at(".slip-lines .reasons li").first).to_be_visible()
    expect(ann.at("#slip")).to_contain_text("10♥")
    for place in ("#slip", "#live"):
        assert AS_RECORDED.findall(ann.at(place).inner_text()) == []


def test_a_refused_bet_is_explained_and_nothing_is_taken(house, players):
    ann = players("Poor Ann")
    ann.open_table("super-pan-9")
    ann.sit(1)
    ann.at("[data-key=type-main]").fill("1")
    ann.at("[data-key=type-main]").press("Enter")
    expect(ann.at("#toast")).to_contain_text("below the limit of $5.00")
    expect(ann.at("#toast")).to_be_visible()
    expect(ann.at("#my-chips")).to_have_text("$1,000")
    ann.at("[data-key=clear]").click()
    ann.at("[data-key=type-tie]").fill("5")
    ann.at("[data-key=type-tie]").press("Enter")
    expect(ann.at("#toast")).to_contain_text("every player makes the main wager")


def test_settings_that_cannot_be_are_explained_as_one_types(players):
    ann = players("Typing Ann")
    ann.page.goto("/tables/new?game=super-pan-9")
    ann.at("#set-decks").fill("12")
    expect(ann.at("#fault-decks")).to_contain_text("between 1 and 8")
    expect(ann.at("#open")).to_be_disabled()
    ann.at("#set-decks").fill("1")
    expect(ann.at("#together")).to_contain_text("the shoe holds 36")
    ann.at("#set-seats").fill("8")
    expect(ann.at("#together")).to_be_hidden()
    expect(ann.at("#open")).to_be_enabled()


OVER = """() => {
  const line = document.querySelector(".slip-lines summary");
  line.querySelector(".slip-what").textContent = "21+3 jackpot three suited aces or kings of a long name";
  line.querySelector(".slip-net").textContent = "+$102,499";
  return line.querySelector(".slip-net").getBoundingClientRect().right - line.getBoundingClientRect().right;
}"""
"""How far the amount of a long line stands out of the slip."""


def test_hints_and_what_should_have_been_done(house, players):
    ann = players("Learning Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.at("#tab-about").click()
    ann.page.get_by_label("Hints while I decide").check()
    ann.bet_the_least(view_of(house, url))
    best = ann.at(".hints .best .best-mark + span")
    expect(best).to_be_visible()
    choice = best.text_content()
    ann.at(f"[data-key=choose-{choice}]").click()
    ann.at(".slip-lines summary").first.click()
    why = ann.at(".slip-lines details").first
    expect(why.locator(".reasons li").first).to_be_visible()
    ann.at("[data-key=look-back]").click()
    expect(ann.at(".decisions")).to_contain_text("That was the best.")
    expect(why).to_have_attribute("open", "")  # the answer closes nothing, and is in sight
    expect(why.locator(".reasons li")).not_to_have_count(0)
    expect(ann.at(".decisions > * >> nth=0")).to_be_in_viewport()
    assert ann.page.evaluate(OVER) <= 0, "an amount is whole, however long it and the line are"
    ann.at("[data-key=leave]").click()
    ann.at("[data-key=close]").click()  # who has opened a table closes it
    expect(ann.at("#actions .status")).to_contain_text("This table is closed")
    expect(ann.at("#own-close")).to_have_count(0)
