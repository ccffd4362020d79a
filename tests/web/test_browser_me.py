"""A page of one's own in a browser: from the head of every page, with costs and luck as they come, read by axe."""

import re

import pytest
from browsing import LAPTOP, PHONE, play_to_the_end, serious, view_of
from playwright.sync_api import expect

from houseway.errors import MissingExtra
from houseway.extras import extras_named

FIGURES = "['.sums dd', '#expected', '#cost', '#luck'].map((each) => document.querySelector(each).textContent)"


def cents(amount):
    return round(100 * float(amount.replace("$", "").replace("−", "-").replace("+", "").replace(",", "")))


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_one_comes_to_ones_rounds_from_the_head_of_the_page(device, house, players):
    ann = players(f"Own Ann {device['viewport']['width']}", device)
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    ann.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    ann.page.goto("/")
    ann.at("#my-chips").click()
    ann.page.wait_for_url(f"{house.address}/me")
    expect(ann.at("#mine[data-looked='1']")).to_be_attached(timeout=120_000)
    expect(ann.at(".cost")).to_have_text(re.compile("played best|better"))
    expect(ann.at("#in-three")).to_contain_text("is luck", timeout=120_000)
    expect(ann.at("#luck-told")).to_contain_text(re.compile("an ordinary result|nothing rare|a rare result"))
    expect(ann.at("#luck-told")).not_to_contain_text("100 %")
    net, expected, cost, luck = map(cents, ann.page.evaluate(FIGURES))
    assert net == expected - cost + luck, "three figures that add up to what the rounds have brought"
    assert serious(ann.page) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]
    with ann.page.expect_download() as file:
        ann.page.get_by_text("All rounds as CSV").click()
    assert file.value.suggested_filename == "my-rounds.csv"
    ann.at(".my-head a").click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Round")


def test_without_the_lab_what_was_expected_is_left_out_and_not_awaited(house, players):
    with pytest.raises(MissingExtra) as lacking, extras_named():
        raise ModuleNotFoundError(name="numba")
    told = {"says": [f"Left out, Main wager: {lacking.value}."], "awaited": [], "of_rounds": [1], "state": "words"}
    ann = players("Labless Ann")
    ann.page.route("**/api/me/luck", lambda route: route.fulfill(json=told))
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    play_to_the_end([ann])
    ann.page.goto("/me")
    for figure in ("#expected", "#luck"):
        expect(ann.at(figure)).to_have_text("left out")
    expect(ann.at("#luck-told")).to_contain_text("This room runs without the lab")
