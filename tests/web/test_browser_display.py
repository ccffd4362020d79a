"""The display above a table: live, without an account, and saying when it is stale."""

from fractions import Fraction

from browsing import play_to_the_end, view_of
from playwright.sync_api import expect

from houseway.games import game
from houseway.room import Command
from houseway.room.jackpots.plan import Plan
from houseway.room.table.metering import Sensor
from houseway.round.posted import suit_of
from houseway.web.rules import posted

JACKPOT = {"set.offer-super-pairs-jackpot": "yes", "set.decks": "6"}
LADIES = "lucky-ladies-jackpot"
BESIDE = """async (count) => {
  const { row } = await import("/static/seats.js");
  document.querySelector("#dealer .hand").replaceWith(row(Array(count).fill("As"), "dealer"));
  const meters = document.querySelector("#meters").getBoundingClientRect();
  return document.querySelector("#dealer .hand .card").getBoundingClientRect().left - meters.right;
}"""
"""How far the cards of a dealer who has so many lie from the jackpots."""


def test_meters_on_the_wall_move_with_the_wagers(house, browser, players):
    ann = players("Feeding Ann")
    went = house.visitor("Opening Ann").form("/tables/new", game="super-pairs", name="Pairs", **JACKPOT)
    assert went.status_code == 303, went.text
    url = f"{house.address}{went.headers['location']}"
    table = int(url.rsplit("/", 1)[1])
    context = browser.new_context(base_url=house.address, reduced_motion="reduce")
    wall = context.new_page()
    wall.goto(f"/display/{table}")
    expect(wall.locator("body")).to_have_attribute("data-line", "there")
    before = view_of(house, url)["meters_cents"]["super-pairs-jackpot"]
    expect(wall.locator(".huge")).to_have_text(f"${before / 100:,.2f}")
    assert wall.locator("form, input, button").count() == 0
    ann.page.goto(url)
    ann.sit(1)
    ann.at("[data-key=chip-1]").click()
    ann.at("[data-key=spot-super-pairs-jackpot]").click()
    ann.bet_the_least(view_of(house, url))
    expect(ann.at("#you .card").first).to_be_visible()
    after = view_of(house, url)["meters_cents"]["super-pairs-jackpot"]
    assert after > before
    expect(wall.locator(".huge")).to_have_text(f"${after / 100:,.2f}")
    play_to_the_end([ann])
    expect(wall.locator("#last")).to_contain_text("Last results by seat: 1: ")
    for width, height in ((1280, 720), (1280, 757), (768, 1024)):
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "nobody scrolls a wall"
    for width in (1440, 1024):
        ann.page.set_viewport_size({"width": width, "height": 900})
        assert min(ann.page.evaluate(BESIDE, cards) for cards in (2, 3, 4, 6, 10)) > 0, "the cards lie beside the meter"
    ann.at("[data-key=leave]").click()
    expect(ann.at("[data-key=sit-1]")).to_be_visible()
    wall.reload()
    expect(wall.locator("#last")).to_contain_text("Last results by seat: 1: ")
    net = house.room.history(table)[0]["nets"]["1"]
    amended(house.room, table, {"what": "correction", "seat": 1, "cents": 1000_20 - net, "reason": "a missed hit"})
    expect(wall.locator("#last")).to_contain_text("Last results by seat: 1: +$1,000.20")
    amended(house.room, table, {"what": "void", "reason": "the wrong shoe"})
    expect(wall.locator("#last")).to_have_text("")
    context.close()


def amended(room, table, asked):
    """Two people void or correct the last round of a table."""
    mia, max_ = (
        room.people.add(f"{asked['what']} {name}", "manager", "no hash", by="command: tests") for name in ("Mia", "Max")
    )
    asked = asked | {"round": room.history(table)[0]["round"]}
    room.do(Command(table, mia.id, f"wall-asks {asked['what']}", None, "request", asked), "here")
    (waits,) = (each for each in room.waiting(max_) if each.table == table)
    agreed = Command(table, max_.id, f"wall-agrees {asked['what']}", None, "approve", {"request": waits.number})
    room.do(agreed, "there")


def test_the_spot_of_a_jackpot_that_is_closed_takes_no_chips_at_once(house, players):
    room = house.room
    mia = room.people.add("Spot Mia", "manager", "no hash", by="command: tests")
    settings = {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-seed": "500.00"}
    plan = Plan(seed=500_00, increment=Fraction(1, 5), practice=False)
    sensors = {"super-pairs-jackpot": Sensor("spot aces", plan)}
    table = room.open_table(mia, "super-pairs", settings, "Spots", jackpots=sensors)
    ann = players("Spotted Ann")
    ann.page.goto(f"/tables/{table}")
    ann.sit(1)
    ann.at("[data-key=chip-1]").click()
    spot = ann.at("[data-wager=super-pairs-jackpot].spot")
    spot.locator("button.circle").click()
    ann.at("[data-key=spot-blackjack]").click()
    expect(ann.at("[data-key=deal]")).to_have_text("Deal, $2")
    room.jackpots.freeze(mia, "spot aces", "the table is taken away")
    expect(spot).to_contain_text("closed for now")
    expect(spot.locator("button.circle, input")).to_have_count(0)
    expect(ann.at("[data-key=deal]")).to_have_text("Deal, $1")
    room.jackpots.thaw(mia, "spot aces", "it is there again")
    room.jackpots.deposit(mia, room.jackpots.funds().required, "the first week")
    expect(spot.locator("button.circle")).to_have_count(1)
    expect(spot).not_to_contain_text("closed for now")


def test_a_display_says_when_it_is_stale_and_comes_back(mortal_house, browser):
    house = mortal_house()
    table = house.visitor("Ann").open_table("super-pan-9")
    context = browser.new_context(base_url=house.address, reduced_motion="reduce")
    wall = context.new_page()
    wall.goto(f"/display/{table}")
    expect(wall.locator("body")).to_have_attribute("data-line", "there")
    house.close()
    expect(wall.locator("#stale")).to_contain_text("Stale")
    mortal_house()
    expect(wall.locator("body")).to_have_attribute("data-line", "there")
    context.close()


def test_the_amounts_on_the_wall_are_what_this_table_pays():
    pan, pairs = game("super-pan-9"), game("super-pairs")
    tie = next(each for each in posted(pan, pan.configure(tie_minimum="2.00")) if each["wager"] == "tie")
    assert (tie["stake_cents"], [row["amount"] for row in tie["rows"]]) == (200, ["$16.00"])  # 8 to 1, clause 9
    main = next(each for each in posted(pan, pan.configure(minimum="5.00")) if each["wager"] == "main")
    assert (main["commission"], main["rows"][0]["amount"]) == ("5 %", "$4.75")  # clause 8
    assert tie["commission"] == ""
    assert [each["wager"] for each in posted(pan, pan.configure(tie_bet="no"))] == ["main"], "what is offered"
    sevens = next(each for each in posted(pairs, pairs.configure({"suit": "spades"})) if each["wager"] == "super-pairs")
    assert sevens["suit"] == "spades"
    five = pairs.configure({"lucky-ladies-jackpot-wager": "5.00", "offer-lucky-ladies-jackpot": "yes"})
    ladies = next(each for each in posted(pairs, five) if each["wager"] == "lucky-ladies-jackpot")
    amounts = {row["award"]: row["amount"] for row in ladies["rows"]}
    assert amounts["queens-of-hearts-with-blackjack"] == "100 % of the jackpot"
    assert amounts["queens-of-hearts"] == "$1,000.00"  # $200 for $1: Appendix F
    main = next(each for each in posted(pairs, pairs.configure(minimum="10.00")) if each["wager"] == "blackjack")
    first = main["rows"][0]
    assert (first["label"], first["pays"], first["amount"]) == ("Blackjack", "3:2", "$15.00")  # blackjack.natural


def test_the_wall_names_a_suit_where_an_award_is_of_it():
    """The Lucky Ladies' jackpot has no such award by default, and hearts was beside its name."""
    pairs = game("super-pairs")
    settings = pairs.configure()
    suits = {id_: suit_of(settings.in_force(id_), settings) for id_ in ("super-pairs-jackpot", LADIES)}
    assert suits == {"super-pairs-jackpot": settings.text("suit"), LADIES: ""}
