"""The lab on a phone: what matters of its tables is in view, and a box that scrolls shows that there is more."""

import re
from contextlib import suppress

import pytest
from browsing import LAPTOP, PHONE, serious
from playwright.sync_api import TimeoutError, expect

OUT = """() => [...document.querySelectorAll("table.stacks :is(th, td)")]
    .filter((each) => each.checkVisibility() && !each.closest("thead"))
    .filter((each) => each.getBoundingClientRect().right > innerWidth)
    .map((each) => each.textContent)"""
"""What of a table lies outside of the screen."""

LAID = "getComputedStyle(document.querySelector('.scroll')).backgroundAttachment"


def in_view(page, *words):
    """Whether all of the table is on the screen, and these words stand in it, each in sight."""
    table = page.locator("table.stacks")
    expect(table).to_be_visible(timeout=240_000)
    with suppress(TimeoutError):  # a page that has just come may wait for its styles
        page.wait_for_function(f"() => ({OUT})().length === 0")  # a function: its policy forbids it to read a text
    assert page.evaluate(OUT) == []
    said = page.evaluate("[...document.querySelectorAll('.stacks td')].map((each) => each.dataset.says)")
    assert [each for each in words if each not in said] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    assert serious(page) == []


def test_on_a_phone_what_matters_of_a_table_is_in_view(players):
    page = players("Lab Cy", PHONE).page
    page.goto("/lab/super-pan-9/tie")
    in_view(page, "Pays", "Wins", "Probability", "Return", "Combinations")
    page.goto("/lab/super-pan-9/protect")
    page.get_by_role("button", name="Count all").click()
    in_view(page, "House edge", "Units won in 100 hands")
    warning = page.get_by_text("A room should care.").first.bounding_box()
    assert warning["x"] + warning["width"] <= 390
    page.goto("/lab/super-pan-9/tie/design?ask.low=1&ask.high=20&ask.most=20")
    page.get_by_role("button", name="Look for pays").click()
    in_view(page, "House edge", "Equal totals")
    kept = page.get_by_role("button", name="Keep it").bounding_box()
    assert kept["x"] + kept["width"] <= 390


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_box_that_scrolls_shows_that_there_is_more(players, device):
    """A shadow stays at either edge; what covers it moves along, and so lies over it only at the end."""
    page = players("Lab Di", device).page
    page.goto("/lab/super-pan-9/tie/by/tie-commission")
    expect(page.locator("[data-ready]")).to_be_attached(timeout=240_000)
    assert page.evaluate(LAID) == "local, local, scroll, scroll"
    drawn = page.evaluate("getComputedStyle(document.querySelector('.scroll')).backgroundImage")
    assert len(re.findall("linear-gradient", drawn)) == 4
