"""A room run by its file, in a browser: linked meters move on every wall, and a changed file is seen at the tables."""

from pathlib import Path

from playwright.sync_api import expect

from houseway.room import Command
from houseway.room.controls.file import controls_from

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"
TEXT = EXAMPLE.read_text()


def put_in_force(room, text, why):
    return room.put_in_force(controls_from(text, "room.toml", EXAMPLE.parent), "command: tests", why)


def fed(room, table, by):
    """A round with a wager that feeds the aces, begun at this table; what they show then."""
    for key, (kind, data) in enumerate(
        [
            ("sit", {"seat": 1}),
            ("bet", {"wagers": {"blackjack": 1000, "super-pairs-jackpot": 100}}),
            ("ready", {}),
        ]
    ):
        room.do(Command(table, by.id, f"feeding {key}", None, kind, data))
    return room.jackpots.one("aces").shown_cents


def test_a_meter_moves_on_the_walls_of_all_its_tables_and_a_changed_file_is_seen_at_once(mortal_house, browser):
    house = mortal_house()
    room = house.room
    put_in_force(room, TEXT, "the first day")
    mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
    tables = {card.name: card.id for card in room.tables()}
    context = browser.new_context(base_url=house.address, reduced_motion="reduce")
    wall, bonus = context.new_page(), context.new_page()
    wall.goto(f"/display/{tables['Pairs 1']}")
    aces = wall.locator("[data-wager=super-pairs-jackpot]")
    expect(aces.locator(".says")).to_have_text("closed for now")
    room.jackpots.deposit(mia, room.jackpots.funds().required, "the first week")
    expect(aces.locator(".says")).to_have_text("at most $25,000.00")
    expect(aces.locator(".huge")).to_have_text("$1,000.00")
    assert fed(room, tables["Pairs 2"], room.people.guest("Feeding Bob")) == 1000_20
    expect(aces.locator(".huge")).to_have_text("$1,000.20")

    bonus.goto(f"/display/{tables['Pairs 3']}")
    expect(bonus.locator(".huge")).to_have_text("$2,500.00")
    seat = house.visitor("Looking Ann")
    context.add_cookies([{"name": c.name, "value": c.value, "url": house.address} for c in seat.client.cookies.jar])
    page = context.new_page()
    page.goto(f"/tables/{tables['Pairs 1']}")
    page.locator("#tab-rules").click()
    suited = page.locator("#pane-rules table[data-wager=super-pairs] tbody tr").first
    expect(suited).to_contain_text("24")
    put_in_force(room, TEXT.replace("pays = 24", "pays = 23").replace('"2,500.00"', '"3,500.00"'), "a new week")
    expect(suited).to_contain_text("23")
    expect(bonus.locator(".huge")).to_have_text("$3,500.00")
    page.get_by_role("link", name="Posting sheet of this table").click()
    expect(page.locator("h1")).to_contain_text("Super Pairs")
    expect(page.get_by_role("row", name="Suited pair").first).to_contain_text("23")
    context.close()
