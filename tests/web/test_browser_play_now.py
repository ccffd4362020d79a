"""A newcomer, from the lobby to the first result."""

import re

import pytest
from browsing import LAPTOP, PHONE
from playwright.sync_api import expect


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_three_clicks_deal_a_newcomer_in(house, browser, device):
    context = browser.new_context(base_url=house.address, reduced_motion="reduce", **device)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now at Super Pan 9").click()
    expect(page.get_by_label("Your name at the table")).to_be_focused()
    page.keyboard.type(f"Newcomer {device['viewport']['width']}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile(r"/tables/\d+$"))
    expect(page.locator(".spot.required.laid")).to_have_count(1)
    page.locator("[data-key=deal]").click()
    expect(page.locator("#you .card").first).to_be_visible()
    context.close()
