"""The pages for everybody: read by axe, still where no motion is wished, and the proof checked by the browser."""

import pytest
from browsing import serious, view_of
from playwright.sync_api import expect


def test_axe_finds_no_serious_fault(house, players):
    ann = players("Axe Ann")
    pages = ["/", "/sign-in", "/tables/new?game=super-pan-9", "/nowhere"]
    for path in pages:
        ann.page.goto(path)
        assert serious(ann.page) == [], path
    url = ann.open_table("super-pan-9")
    expect(ann.at("[data-key=sit-1]")).to_be_visible()
    assert serious(ann.page) == [], "an empty table"
    ann.sit(1)
    ann.at("[data-key=bot-2]").click()
    assert serious(ann.page) == [], "betting"
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    assert serious(ann.page) == [], "deciding"
    ann.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert serious(ann.page) == [], "the ruling"
    for tab in ("rules", "history", "about"):
        ann.at(f"#tab-{tab}").click()
        assert serious(ann.page) == [], tab
    for path in (ann.at(".slip-foot a").get_attribute("href"), f"/proof/{view_of(house, url)['shoe']['id']}"):
        ann.page.goto(path)
        assert serious(ann.page) == [], path


def test_axe_finds_a_planted_fault(players):
    ann = players("Fault Ann")
    ann.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    assert any(each.startswith("button-name") for each in serious(ann.page))


def test_cards_move_where_motion_is_welcome_and_not_otherwise(house, players):
    for motion, moves in (("no-preference", True), ("reduce", False)):
        ann = players(f"Moving Ann {motion[:2]}", motion=motion)
        url = ann.open_table("super-pan-9")
        ann.sit(1)
        ann.page.evaluate(
            "window.moved = 0; const old = Element.prototype.animate;"
            "Element.prototype.animate = function (...rest) { window.moved++; return old.apply(this, rest); }; 0"
        )
        ann.bet_the_least(view_of(house, url))
        expect(ann.at(".choice")).to_have_count(2)
        assert (ann.page.evaluate("window.moved") > 0) == moves


def test_the_proof_is_checked_by_the_browser_itself(house, players):
    ann = players("Proving Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    ann.page.goto(f"/proof/{view_of(house, url)['shoe']['id']}")
    expect(ann.at("#verdict")).to_contain_text("It holds: all 3 cards")

    def forge(route):
        proof = route.fetch().json()
        proof["openings"][1]["number"] = (proof["openings"][1]["number"] + 1) % 52
        route.fulfill(json=proof)

    ann.page.route("**/api/proof/*", forge)
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("It does NOT hold")


def dealt_twice(record):
    """The second card in the place of the first: packets stay of as many cards, which is looked at before."""
    first, second = [entry for entry in record["entries"] if "deal" in entry][:2]
    first["deal"] = second["deal"]


@pytest.mark.parametrize(
    "file, spoil, says",
    [
        ("proof", lambda proof: proof.update(cut=9), "the cut is told at 0 and at 9"),
        ("proof", lambda proof: proof["openings"].pop(3), "1 card is left out"),
        ("proof", lambda proof: proof.update(pack={"2c": 52}), "the pack is not made of whole decks"),
        ("proof", lambda proof: proof.pop("log"), "does not tell where its seal stands in the log"),
        ("rounds", lambda record: record["draws"][0].update(number=99), "the shoe gives"),
        ("rounds", lambda record: record.update(draws=[]), "a number was drawn that nothing covers"),
        ("rounds", lambda record: record.update(position=1), ""),
        ("rounds", dealt_twice, "does not lie at its place"),
    ],
)
def test_a_round_is_checked_against_its_shoe_by_the_browser_itself(house, players, file, spoil, says):
    ann = players(f"Checking Ann {says[:9]} {file}")
    url = ann.open_table("supreme-99")
    ann.sit(1)
    shoe = view_of(house, url)["shoe"]["id"]
    ann.bet_the_least(view_of(house, url))
    while view_of(house, url)["phase"] != "ended":
        ann.decide()
    page = f"/proof/{shoe}?round={view_of(house, url)['round']}"
    ann.page.goto(page)
    expect(ann.at("#verdict")).to_contain_text("was dealt and drawn from it, each card at its place")

    def forge(route):
        content = route.fetch().json()
        spoil(content)
        route.fulfill(json=content)

    ann.page.route("**/api/proof/*" if file == "proof" else "**/api/rounds/*/record", forge)
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("It does NOT hold")
    expect(ann.at("#verdict")).to_contain_text(says)
