"""A table that departs from the approved rules says so where its rules are read."""

from playwright.sync_api import expect


def test_the_rules_of_a_table_list_every_departure(visitor):
    ann = visitor("Ann")
    table = ann.open_table("dealer-open-pai-gow", two_jacks_lose="no", games_per_hand="9")
    found = ann.get(f"/api/tables/{table}/rules")["departures"]
    assert [(each["setting"], each["clause"], each["layer"]) for each in found] == [
        ("two-jacks-lose", "introduction.jacks", "game"),
        ("games-per-hand", "washington.games", "state"),
    ]
    assert ann.get(f"/api/tables/{ann.open_table('super-pan-9')}/rules")["departures"] == []


def test_a_browser_shows_them_above_the_paytables(house, players):
    table = house.visitor("Departing Ann").open_table("dealer-open-pai-gow", two_jacks_lose="no")
    ben = players("Departing Ben")
    ben.page.goto(f"{house.address}/tables/{table}")
    ben.page.get_by_role("tab", name="Rules").click()
    expect(ben.at("#pane-rules")).to_contain_text("Departs from the approved rules")
    expect(ben.at(".departures li")).to_have_count(1)
    expect(ben.at(".departures")).to_contain_text(
        "Two jacks of the dealer win at once: no. The approved document allows yes, not no."
    )
    expect(ben.at(".departures")).to_contain_text("game, the rule “two jacks of the dealer”")
