"""Names that people give are as long as they may be, without a blank, and no page is wider than its screen for them."""

import pytest
from browsing import LAPTOP, PHONE, Player, play_to_the_end, view_of
from playwright.sync_api import expect

from houseway.room import Room
from houseway.room.opening import MOST_NAME
from houseway.room.people import people
from houseway.room.people.names import MOST

WIDEST = "W" * MOST_NAME
PASSWORD = "a long password"
SIZES = {
    "phone": PHONE | {"screen": PHONE["viewport"]},
    "laptop": LAPTOP | {"viewport": {"width": 1366, "height": 768}, "screen": {"width": 1366, "height": 768}},
}
WIDE = "document.documentElement.scrollWidth - screen.width"
JACKPOT = {"set.offer-super-pairs-jackpot": "yes", "set.decks": "6"}
BESIDE = """() => [...document.querySelectorAll("main *, body.display *")].filter((each) => {
    const box = each.getBoundingClientRect();
    const moves = each.closest(".scroll, #panel, svg, .sr, [hidden]");
    const over = each.matches(".table-card, .button") && each.scrollWidth > each.clientWidth;
    const out = over || box.right > screen.width + 1;
    return each.checkVisibility() && !moves && box.width > 1 && out;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What reaches beyond the screen or its card, but for what can be moved along."""


@pytest.fixture(params=SIZES)
def device(request):
    return SIZES[request.param]


def narrow(player, *paths):
    found = {}
    for path in paths:
        player.page.goto(path)
        player.page.wait_for_load_state("load")
        wide, beside = player.page.evaluate(WIDE), player.page.evaluate(BESIDE)
        if wide > 0 or beside:
            found[path] = wide, beside
    assert found == {}


def test_the_longest_names_make_no_page_wider_than_its_screen(folder, browser, house_of, device):
    room = Room.open(f"sqlite:///{folder}/wide-{device['viewport']['width']}.db", draw=lambda most: most // 2)
    house = house_of(room)
    for role in ("manager", "dealer"):
        room.people.add(f"{role[0].upper() * (MOST - 2)} 1", role, people.HASHER.hash(PASSWORD), by="command: tests")
    ann = Player(house, browser, "W" * MOST, device)
    ann.page.goto("/tables/new?game=super-pan-9")
    ann.page.get_by_label("Name of the table").fill(WIDEST)
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_url("**/tables/1")
    ann.sit(1)
    assert ann.page.evaluate(WIDE) <= 0
    ann.bet_the_least(view_of(house, ann.page.url))
    play_to_the_end([ann])
    expect(ann.at(".paper-slip")).to_be_visible()
    assert ann.page.evaluate(WIDE) <= 0
    shoe, round_ = view_of(house, ann.page.url)["shoe"]["id"], 1
    ann.visitor = house.visitor("n" * MOST)
    second = ann.visitor.form("/tables/new", game="super-pairs", name="n" * MOST_NAME, **JACKPOT).headers["location"]
    narrow(ann, "/", "/?mine=true", "/display/1", f"/display/{second.rsplit('/', 1)[1]}", "/me", "/tables/1")
    narrow(ann, f"/rounds/{round_}", f"/proof/{shoe}", "/log", "/sign-in", second)
    for tab in ("History", "Table"):
        if "is_mobile" in device:
            ann.page.get_by_role("button", name="Panel").click()
        ann.page.get_by_role("tab", name=tab).click()
        assert ann.page.evaluate(WIDE) <= 0, tab
        if "is_mobile" in device:
            ann.page.get_by_role("button", name="Close the panel").click()
    ann.close()


def test_the_longest_names_leave_the_desk_its_figures(folder, browser, house_of, device):
    room = Room.open(f"sqlite:///{folder}/desk-{device['viewport']['width']}.db")
    house = house_of(room)
    room.people.add("M" * MOST, "manager", people.HASHER.hash(PASSWORD), by="command: tests")
    guest = house.visitor("W" * MOST)
    assert guest.form("/tables/new", game="super-pan-9", name=WIDEST).status_code == 303
    assert guest.form("/tables/new", game="super-pairs", name="n" * MOST_NAME).status_code == 303
    boss = Player(house, browser, "M" * MOST, device, password=PASSWORD)
    narrow(boss, "/", "/desk", "/accounts", "/desk/books", "/desk/posting", "/desk/jackpots", "/desk/luck")
    narrow(boss, "/desk/exposure", "/desk/certificates", "/second-factor", "/password", "/desk/tables/1/change")
    narrow(boss, "/tables/1", "/posting/1", "/me")
    boss.page.goto("/desk")
    if "is_mobile" not in device:
        assert boss.page.evaluate("""() => {
            const { right } = document.querySelector(".floor a[href$='/change']").getBoundingClientRect();
            return right <= screen.width;
        }""")
    boss.close()


def test_a_longer_name_of_a_table_is_refused_and_not_cut(house):
    ann = house.visitor("Long Ann")
    refused = ann.form("/tables/new", game="super-pan-9", name="n" * (MOST_NAME + 1))
    assert refused.status_code == 422
    assert f"a table&#39;s name has at most {MOST_NAME} printable characters" in refused.text
    assert f'value="{"n" * (MOST_NAME + 1)}"' in refused.text, "nothing of what was written is lost"
    assert ann.form("/tables/new", game="super-pan-9", name="n" * MOST_NAME).status_code == 303
