"""A newcomer, from the lobby to the first result."""

import re

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS
from playwright.sync_api import expect

WHOLE = """() => {
    const body = document.querySelector(".slip-body");
    return body.scrollHeight <= body.clientHeight + 1;
}"""


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
    expect(page.locator(".choice, .paper-slip").first).to_be_visible()
    if page.locator(".choice").count():
        page.locator(".choice").last.click()
    expect(page.locator(".slip-lines li").first).to_be_visible()
    assert page.locator(".seat:not(.vacant)").count() == 2, "beside two bots"
    assert page.evaluate(WHOLE), "every line of the slip is in view"
    if device is PHONE:
        page.set_viewport_size(SIDEWAYS)
        page.wait_for_function("() => document.querySelector('#slip').offsetTop < 20")
        assert page.evaluate(WHOLE)
    context.close()


KEPT = """async () => {
    while (!await caches.match('/offline')) await new Promise((again) => setTimeout(again, 20));
}"""
"""The page that is shown without a line is there."""


def test_without_a_line_a_page_says_so_and_the_room_can_be_installed(mortal_house, browser):
    house = mortal_house()
    context = browser.new_context(base_url=house.address)
    page = context.new_page()
    page.goto("/")
    assert page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")["start_url"] == "/"
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # the worker answers from here on
    page.evaluate(KEPT)
    house.close()
    page.goto("/tables/new")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no line to the room")
    mortal_house()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The card room")
    context.close()
