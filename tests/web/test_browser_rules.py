"""The rules beside a table: what follows from irregularities with its clause to read, the scoring, and the search."""

import re

import pytest
from browsing import view_of
from playwright.sync_api import expect

from houseway.games import games


@pytest.mark.parametrize("code", ["en", "es"])
def test_what_follows_from_an_irregularity_cites_its_clause_in_words_and_shows_it(house, players, code):
    ann = players(f"Rules Ann {code}")
    urls = [ann.open_table(game.id) for game in games()]
    ann.context.add_cookies([{"name": "houseway_language", "value": code, "url": house.address}])
    for url in urls:
        ann.page.goto(url)
        ann.at("#tab-rules").click()
        lines = ann.at("#pane-rules .controls li")
        expect(lines.first).to_be_visible()
        told = lines.all_inner_texts()
        assert not [each for each in told if re.search(r"(clause|cláusula) [a-z]", each)], told
        cited = lines.last.locator("button.cite")
        cited.click()
        shown = ann.at(f'#pane-rules dt[data-id="{cited.get_attribute("data-clause")}"]')
        expect(shown).to_be_in_viewport()
    assert ann.faults == []


def test_a_search_that_finds_nothing_says_so(players):
    ann = players("Search Ann")
    ann.open_table("super-pan-9")
    ann.at("#tab-rules").click()
    nothing = ann.at("#pane-rules .nothing-found")
    expect(ann.at("#pane-rules .pays").first).to_be_visible()
    expect(nothing).to_be_hidden()
    ann.at(".rule-search").fill("zzqx")
    expect(nothing).to_have_text("Nothing in these rules has “zzqx”.")
    ann.at(".rule-search").fill("tie")
    expect(nothing).to_be_hidden()


def test_the_scoring_in_force_stands_behind_the_i_in_the_amounts_of_the_table(house, players):
    ann = players("Scoring Ann")
    url = ann.open_table("chinese-poker")
    ann.sit(1)
    ann.at("[data-key=info-main]").click()
    scoring = ann.at('#pane-rules table[data-wager="main"]')
    expect(scoring).to_be_in_viewport()
    assert view_of(house, url)["settings"]["unit"] == "$1.00"
    expect(scoring.locator("tbody tr").first).to_have_text("All three hands won3$3")


def test_a_share_of_a_jackpot_is_written_in_one_way(house, players):
    went = house.visitor("Posting Ann").form(
        "/tables/new", game="super-pairs", name="Shares", **{"set.offer-super-pairs-jackpot": "yes", "set.decks": "6"}
    )
    ann = players("Sharing Ann")
    ann.page.goto(f"{house.address}{went.headers['location']}")
    ann.at("#tab-rules").click()
    first = ann.at("#pane-rules table[data-wager=super-pairs-jackpot] tbody tr").first
    expect(first.locator("td")).to_have_text(["100 %", "100 % of the jackpot"])
