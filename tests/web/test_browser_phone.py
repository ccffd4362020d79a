"""On a phone: by tapping alone, nothing wider than the screen, what is asked for within reach of a thumb."""

import time

import pytest
from browsing import LAPTOP, OFF, PHONE, SIDEWAYS, play_to_the_end, two_at_a_table, view_of
from playwright.sync_api import expect

from houseway.games import games


def test_super_pan_9_on_a_phone(house, players):
    url, ann, ben = two_at_a_table(players, house, "super-pan-9", (PHONE, LAPTOP))
    ann.at("[data-key=chip-5]").tap()
    ann.at("[data-key=spot-main]").tap()
    ann.at("[data-key=deal]").tap()
    ben.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    for target in ann.at("#actions button").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844
    cards = ann.at("#you .card").last.bounding_box()
    assert cards["y"] + cards["height"] <= ann.at("#actions").bounding_box()["y"]
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert ann.page.evaluate(OFF) == []
    ann.page.set_viewport_size(SIDEWAYS)
    assert ann.page.evaluate(OFF) == []
    ann.at(".choice").first.tap()
    expect(ann.at(".choice")).to_have_count(0)
    for hours in (1, 2):  # a wait begins when it is first seen
        if view_of(house, url)["phase"] == "playing":
            house.room.tick(time.monotonic() + 3600 * hours)
    expect(ben.at(".paper-slip")).to_contain_text("Your time ran out: the house chooses stand for you.")
    expect(ann.at(".paper-slip")).to_be_visible()
    expect(ann.at(".paper-slip")).not_to_contain_text("time ran out")
    assert ann.page.evaluate(OFF) == []
    ann.page.get_by_role("button", name="Panel").tap()
    expect(ann.at("#pane-odds")).to_contain_text("for the house")


OTHER_GAMES = pytest.mark.parametrize("game", [game.id for game in games() if game.id != "super-pan-9"])


@OTHER_GAMES
def test_the_other_games_on_two_phones(house, players, game):
    """By tapping alone, nothing wider than the screen, and what is asked for within reach of a thumb."""
    url, ann, ben = two_at_a_table(players, house, game, (PHONE, PHONE))
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at("#you .card, #you .arranger").first).to_be_visible()
    for player in (ann, ben):
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
        for target in player.at("#actions button:visible").all():
            box = target.bounding_box()
            if box is not None:
                assert min(box["width"], box["height"]) >= 44
                assert box["y"] + box["height"] <= 844
    play_to_the_end((ann, ben))
    expect(ann.at(".slip-lines li").first).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


JACKPOTS = {"set.offer-super-pairs-jackpot": "yes", "set.offer-lucky-ladies-jackpot": "yes", "set.decks": "6"}

HIDDEN = """() => {
    const body = document.querySelector(".slip-body"), felt = document.querySelector("#felt").getBoundingClientRect();
    const name = document.querySelector(".your-name").getBoundingClientRect();
    return [body.scrollHeight - body.clientHeight, Math.ceil(name.bottom - felt.bottom)];
}"""
"""How much of the result is out of sight, and how far one's own name lies below the felt."""


def test_alone_with_two_jackpots_the_result_and_ones_own_name_are_in_view(house, players):
    """Seats where nobody sits took their place, and were not seen."""
    went = house.visitor("Ann of two jackpots").form("/tables/new", game="super-pairs", name="Two", **JACKPOTS)
    url = f"{house.address}{went.headers['location']}"
    ann = players("Alone Ann", PHONE)
    ann.page.goto(url)
    ann.sit(1)
    ann.at("[data-key=chip-1]").click()
    for wager in ("super-pairs", "super-pairs-jackpot"):
        ann.at(f"[data-key=spot-{wager}]").click()
    ann.bet_the_least(view_of(house, url))
    play_to_the_end([ann])
    expect(ann.at(".slip-lines > li")).to_have_count(3)
    for told in (None, "Super Pairs jackpot <em>prime pair</em>"):  # the second takes two lines
        if told is not None:
            ann.at(".slip-lines > li:last-child .slip-what").evaluate(
                "(what, told) => { what.innerHTML = told; }", told
            )
        cut, below = ann.page.evaluate(HIDDEN)
        assert (cut <= 1, below <= 0) == (True, True), (cut, below)
