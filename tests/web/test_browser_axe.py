"""Read by axe with all open that opens: the arranger, the slip, the panel, the drill and the desk; on a phone too."""

import pytest
from browsing import LAPTOP, PHONE, play_to_the_end, serious, view_of
from playwright.sync_api import expect

from houseway.room.people import people as accounts

PASSWORD = "a long password"
ON_BOTH = pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
SEVERAL_PILES = "supreme-99"


def width(player):
    return player.page.evaluate("document.documentElement.scrollWidth")


@ON_BOTH
def test_the_arranger_the_slip_and_the_panel(device, house, players):
    ann = players(f"Axe Eve {device['viewport']['width']}", device)
    url = ann.open_table(SEVERAL_PILES)
    ann.sit(1)
    ann.at("[data-key=bot-2]").click()
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".arranger")).to_be_visible(timeout=60_000)
    assert serious(ann.page) == [], "the arranger"
    ann.at(".pile").last.locator(".card-button").first.click()
    assert serious(ann.page) == [], "the arranger with a card set"
    ann.at(".pile").first.locator(".card-button").first.click()
    play_to_the_end((ann,))
    expect(ann.at(".slip-lines li").first).to_be_visible()
    assert serious(ann.page) == [], "the slip"
    if device is PHONE:
        ann.page.get_by_role("button", name="Panel").tap()
    for tab in ("odds", "rules", "history", "about"):
        ann.at(f"#tab-{tab}").click()
        expect(ann.at(f"#pane-{tab}")).to_be_visible()
        assert serious(ann.page) == [], f"the panel: {tab}"
    assert width(ann) <= device["viewport"]["width"]


@ON_BOTH
def test_the_drill_before_and_after_an_answer(device, house, players):
    eve = players(f"Axe Drill {device['viewport']['width']}", device)
    for game, asked in (("super-pan-9", ".choice:enabled"), (SEVERAL_PILES, ".arranger")):
        eve.page.goto(f"/drill/{game}")
        expect(eve.at(asked).first).to_be_visible(timeout=60_000)
        assert serious(eve.page) == [], f"{game}: asked"
        assert width(eve) <= device["viewport"]["width"]
    eve.page.goto("/drill/super-pan-9")
    eve.at(".choice:enabled").first.click()
    expect(eve.at(".decisions")).to_be_visible(timeout=60_000)
    assert serious(eve.page) == [], "answered"


@ON_BOTH
def test_the_supervisors_desk_at_a_table_and_in_the_room(device, house, players):
    size = device["viewport"]["width"]
    house.room.people.add(f"Axe Dealer {size}", "dealer", accounts.HASHER.hash(PASSWORD), by="command: tests")
    ann = players(f"Axe Guest {size}")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    ann.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    dora = players(f"Axe Dealer {size}", device, password=PASSWORD)
    dora.page.goto(url)
    if device is PHONE:
        dora.page.get_by_role("button", name="Panel").tap()
    dora.page.get_by_role("tab", name="Table").click()
    expect(dora.page.get_by_role("heading", name="Supervisor")).to_be_visible()
    assert serious(dora.page) == [], "the desk of a table"
    assert width(dora) <= size
    dora.page.goto("/desk")
    expect(dora.page.get_by_role("heading", level=1)).to_be_visible()
    assert serious(dora.page) == [], "the desk"
    assert width(dora) <= size
    for page in ("/desk", "/desk/books"):
        dora.page.goto(page)
        dora.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert width(dora) <= size, f"{page} in text of twice the size"
