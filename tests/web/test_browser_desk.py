"""The supervisor's desk, surveillance and the cut, in real browsers."""

import pytest
from browsing import HELD, plant, told_cards, view_of
from playwright.sync_api import expect

from houseway.room.people import people as accounts

PASSWORD = "a long password"


@pytest.fixture(scope="module")
def staff(house):
    """Two dealers and surveillance, made by command."""
    roles = {"Dealer Dora": "dealer", "Dealer Dan": "dealer", "Watching Wim": "surveillance"}
    for name, role in roles.items():
        house.room.people.add(name, role, accounts.HASHER.hash(PASSWORD), by="command: tests")
    return lambda players, name, **more: players(name, password=PASSWORD, **more)


def deal(house, ann, game="super-pan-9"):
    url = ann.open_table(game)
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    return url


def at_the_desk(player, url):
    player.page.goto(url)
    player.page.get_by_role("tab", name="Table").click()
    expect(player.page.get_by_role("heading", name="Supervisor")).to_be_visible()


def call_a_misdeal(player, reason):
    player.at("#call-kind").select_option("misdeal")
    player.page.get_by_label("Whose hand").select_option("0")
    player.page.get_by_role("textbox", name="Reason").fill(reason)
    player.page.get_by_role("button", name="Call it").click()


def test_a_misdeal_is_called_with_a_reason_and_everybody_reads_it(house, players, staff):
    ann, dora = players("Misdealt Ann"), staff(players, "Dealer Dora")
    url = deal(house, ann)
    at_the_desk(dora, url)
    expect(dora.at("[data-key^=sit-]")).to_have_count(0)
    call_a_misdeal(dora, "a card fell off the table")
    for player in (ann, dora):
        told = player.at(".slip-told")
        expect(told).to_have_text("A supervisor called misdeal: a card fell off the table.")
    expect(ann.at(".slip-sum")).to_contain_text("Even")
    expect(ann.at("#my-chips")).to_have_text("$1,000")
    expect(ann.at("#live")).to_contain_text("a card fell off the table")
    ann.at("#tab-history").click()
    expect(ann.at(".rounds .mark")).to_have_text("misdeal")
    ann.at(".rounds a").first.click()
    expect(ann.at(".told")).to_contain_text("called misdeal: a card fell off the table")


def test_without_a_reason_nothing_is_called_and_what_was_typed_stays(house, players, staff):
    ann, dora = players("Reason Ann"), staff(players, "Dealer Dora")
    url = deal(house, ann)
    at_the_desk(dora, url)
    dora.page.get_by_role("textbox", name="Reason").fill("xy")
    ann.at("[data-key=bot-2]").click()  # the table moves on while somebody types
    expect(dora.at("[data-seat='2']")).to_contain_text("Bot 2")
    expect(dora.page.get_by_role("textbox", name="Reason")).to_have_value("xy")
    expect(dora.page.get_by_role("textbox", name="Reason")).to_be_focused()
    dora.page.get_by_role("button", name="Call it").click()
    assert view_of(house, url)["phase"] == "playing"
    dora.page.get_by_role("textbox", name="Reason").fill("   ")
    dora.page.get_by_role("button", name="Call it").click()
    expect(dora.at("#toast")).to_contain_text("Give a reason of 3 to 200 characters")
    assert view_of(house, url)["phase"] == "playing"


def lost(house, ann, monkeypatch):
    """A round in which seat 1 stands on 3, loses $5 to the dealer's 9, and its number."""
    plant(monkeypatch, "Ac Ad Ah 3c 3d 3h")
    url = deal(house, ann)
    ann.at("[data-key=choose-stand]").click()
    expect(ann.at(".slip-sum")).to_have_text("You lose $5")
    expect(ann.at("#my-chips")).to_have_text("$995")
    return url, view_of(house, url)["round"]


def test_a_void_is_asked_for_by_one_and_approved_by_another(house, players, staff, monkeypatch):
    ann, dora, dan = players("Void Ann"), staff(players, "Dealer Dora"), staff(players, "Dealer Dan")
    url, number = lost(house, ann, monkeypatch)
    at_the_desk(dora, url)
    at_the_desk(dan, url)
    dora.page.get_by_label("Ask for a").select_option("void")
    dora.page.get_by_role("textbox", name="Reason").fill("the wrong shoe")
    dora.page.get_by_role("button", name="Ask for it").click()
    expect(dora.at(".request")).to_contain_text("waits for a second supervisor")
    expect(dora.page.get_by_role("button", name="Approve")).to_have_count(0)
    expect(dan.at(".request")).to_contain_text(f"Void of round {number}: the wrong shoe")
    expect(ann.at(".request")).to_have_count(0)
    dan.page.get_by_role("button", name="Approve, as the second person").click()
    expect(ann.at(".slip-told")).to_contain_text(f"Round {number} is void: the wrong shoe")
    expect(ann.at(".slip-sum")).to_contain_text("Even")
    expect(dan.at("[data-seat='1'] .net")).to_have_text("$0")
    expect(ann.at("#my-chips")).to_have_text("$1,000")
    expect(dan.at(".request")).to_have_count(0)
    ann.at("#tab-history").click()
    expect(ann.at(".rounds .mark")).to_have_text("void")
    ann.page.goto(f"/rounds/{number}")
    expect(ann.at(".told")).to_contain_text("This round is void: the wrong shoe")
    expect(ann.at(".told")).to_contain_text("One supervisor asked for it, another approved it")


def test_a_correction_changes_the_chips_and_the_slip(house, players, staff, monkeypatch):
    ann, dora, dan = players("Corrected Ann"), staff(players, "Dealer Dora"), staff(players, "Dealer Dan")
    url, number = lost(house, ann, monkeypatch)
    at_the_desk(dora, url)
    dora.page.get_by_label("Ask for a").select_option("correction")
    dora.page.get_by_label("Seat", exact=True).fill("1")
    dora.page.get_by_label("Dollars to the seat").fill("1.25")
    dora.page.get_by_role("textbox", name="Reason").fill("paid short")
    dora.page.get_by_role("button", name="Ask for it").click()
    at_the_desk(dan, url)
    expect(dan.at(".request")).to_contain_text("$1.25 to seat 1: paid short")
    dan.page.get_by_role("button", name="Approve").click()
    expect(ann.at(".slip-told")).to_have_text(f"Round {number} is corrected by +$1.25 for you: paid short.")
    expect(ann.at(".slip-sum")).to_have_text("You lose $3.75")
    expect(dan.at("[data-seat='1'] .net")).to_have_text("−$3.75")
    expect(ann.at("#my-chips")).to_have_text("$996.25")
    ann.page.goto(f"/rounds/{number}")
    expect(ann.at(".told")).to_contain_text("Corrected by +$1.25 for seat 1: paid short")


def test_a_player_has_no_desk_and_may_not_use_it(house, players):
    ann = players("Desk Ann")
    url = deal(house, ann)
    ann.page.get_by_role("tab", name="Table").click()
    expect(ann.page.get_by_role("heading", name="The shoe")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Supervisor")).to_have_count(0)
    status = ann.page.evaluate(
        """async (path) => (await fetch(path, {
            method: "POST",
            headers: {
                "Content-Type": "application/json", "X-CSRF-Token": document.querySelector('meta[name="csrf"]').content
            },
            body: JSON.stringify({
                key: "a-key-of-my-own", version: null, kind: "irregularity",
                data: {kind: "misdeal", seat: 0, reason: "I am losing"},
            }),
        })).status""",
        f"/api/tables/{url.rsplit('/', 1)[1]}/commands",
    )
    assert status == 403
    assert view_of(house, url)["phase"] == "playing"


def test_a_table_is_paused_resumed_and_closed(house, players, staff):
    ann, dora = players("Paused Ann"), staff(players, "Dealer Dora")
    url = deal(house, ann)
    at_the_desk(dora, url)
    dora.page.get_by_role("button", name="Pause").click()
    expect(dora.page.get_by_role("button", name="Resume")).to_be_focused()
    ann.at(".choice").first.click()
    expect(ann.at("#toast")).to_contain_text("The table is paused")
    dora.page.get_by_role("button", name="Resume").click()
    expect(dora.page.get_by_role("button", name="Pause")).to_be_visible()
    ann.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    dora.page.get_by_role("button", name="Close the table").click()
    expect(ann.at("#actions")).to_contain_text("This table is closed")
    expect(ann.at("[data-key=deal]")).to_have_count(0)


def test_surveillance_sees_what_is_shown_and_everything_once_the_round_has_ended(house, players, staff):
    ann, ben = players("Watched Ann"), players("Watched Ben")
    wim, dora = staff(players, "Watching Wim"), staff(players, "Dealer Dora")
    url = deal(house, ann)
    wim.page.goto(url)
    expect(wim.at("[data-seat='1'] .card")).to_have_count(3)
    assert told_cards(wim.page) == set()
    expect(wim.at("[data-key^=sit-], [data-key^=bot-]")).to_have_count(0)
    wim.page.get_by_role("tab", name="Table").click()
    expect(wim.page.get_by_role("heading", name="Supervisor")).to_have_count(0)
    at_the_desk(dora, url)
    call_a_misdeal(dora, "a card was exposed")
    expect(wim.at(".slip-told")).to_be_visible()
    held = set(ann.page.evaluate(HELD))
    assert len(wim.at("[data-seat='1'] .card[data-face='']").all()) == 0
    assert held <= told_cards(wim.page)
    ben.page.goto(url)
    expect(ben.at(".slip-told")).to_be_visible()
    assert told_cards(ben.page) == set()
    number = view_of(house, url)["round"]
    for player, hidden in ((wim, 0), (ben, 6)):
        player.page.goto(f"/rounds/{number}")
        expect(player.page.get_by_label("a card that was not shown")).to_have_count(hidden)


def test_a_player_cuts_the_shoe_before_the_first_card_and_the_proof_tells_it(house, players):
    ann = players("Cutting Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.page.get_by_role("tab", name="Table").click()
    ann.page.get_by_label("Cut the shoe after so many cards").fill("17")
    ann.page.get_by_role("button", name="Cut").click()
    expect(ann.at("#pane-about")).to_contain_text("You cut after 17 cards, with your bet.")
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    expect(ann.at("#pane-about")).to_contain_text("It was cut after 17 cards.")
    expect(ann.page.get_by_label("Cut the shoe")).to_have_count(0)
    ann.page.goto(f"/proof/{view_of(house, url)['shoe']['id']}")
    expect(ann.at(".box").first).to_contain_text("Cut at 17.")
    expect(ann.at("#verdict")).to_contain_text("It holds: all 3 cards")
