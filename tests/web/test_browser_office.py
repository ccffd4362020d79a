"""The operator in real browsers: an award from the hit to the chips, a missed hit, a table that changes."""

from fractions import Fraction

import pytest
from browsing import PHONE, plant, play_to_the_end, serious
from playwright.sync_api import expect

from houseway.room.jackpots.plan import Plan
from houseway.room.people import people
from houseway.room.table.metering import Sensor

PASSWORD = "a long password"
JACKPOT = "super-pairs-jackpot"
SETTINGS = {f"offer-{JACKPOT}": "yes", f"{JACKPOT}-seed": "500.00", f"{JACKPOT}-increment": "7.5%", "minimum": "5.00"}
OVERFLOWS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def staff(house):
    """A manager and two dealers, made by command; the manager, and what has them come in."""
    roles = {"Office Mia": "manager", "Office Dora": "dealer", "Office Dan": "dealer"}
    made = {
        name: house.room.people.add(name, role, people.HASHER.hash(PASSWORD), by="command: tests")
        for name, role in roles.items()
    }
    return made["Office Mia"], lambda players, name, **more: players(name, password=PASSWORD, **more)


def played(house, mia, ann, monkeypatch, jackpot, cards):
    """A round with a wager on a jackpot of the room, to its end; the table."""
    plant(monkeypatch, cards)
    sensor = Sensor(jackpot, Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
    table = house.room.open_table(mia, "super-pairs", SETTINGS, f"The {jackpot}", jackpots={JACKPOT: sensor})
    ann.page.goto(f"/tables/{table}")
    ann.sit(1)
    ann.at("[data-key=chip-1]").click()
    ann.at(f"[data-key=spot-{JACKPOT}]").click()
    ann.at("[data-key=chip-5]").click()
    ann.at("[data-key=spot-blackjack]").click()
    ann.at("[data-key=deal]").click()
    play_to_the_end([ann])
    return table


def verify(award, payout):
    """Fill in what was seen at the table, and send it."""
    seen = {"Hand, as in Ah Ad Ac": "As As As", "Wager in dollars": "1.00", "Player": "Winning Ann"}
    for label, value in {**seen, "Payout in dollars": payout}.items():
        award.get_by_label(label).fill(value)
    award.get_by_role("button").click()


def test_an_award_is_frozen_verified_approved_and_paid_from_one_desk(house, players, staff, monkeypatch):
    mia, come = staff
    ann = players("Winning Ann")
    played(house, mia, ann, monkeypatch, "office aces", "As As As 2c 9c 9d 9h")
    expect(ann.at(".paper-slip")).to_contain_text("paid when two people have verified it")
    expect(ann.at("#my-chips")).to_have_text("$994")
    dora, dan = come(players, "Office Dora"), come(players, "Office Dan")
    dora.page.goto("/desk")
    award = dora.at("article[data-award]").filter(has_text="$500.07 of office aces")
    verify(award, "500.08")
    expect(dora.at("#fault")).to_have_text("The payout is $500.07 in the round as it was played, not $500.08.")
    verify(award, "500.07")
    expect(award).to_contain_text("Two people: another supervisor approves")
    assert serious(dora.page) == []
    dan.page.goto("/desk")
    mine = dan.at("article[data-award]").filter(has_text="office aces")
    mine.get_by_role("button", name="as the second person").click()
    mine.get_by_role("button", name="Pay award").click()
    expect(dan.at("#done")).to_contain_text("the receipt is entry")
    expect(mine).to_have_count(0)
    expect(ann.at("#my-chips")).to_contain_text("$1,494")
    expect(ann.at(".paper-slip")).to_contain_text("$500.07 of it was verified, and is paid.")
    expect(ann.at(".paper-slip")).not_to_contain_text("paid when two people")


def test_a_missed_hit_is_paid_from_the_meter_that_is_chosen_at_the_table(house, players, staff, monkeypatch):
    mia, come = staff
    ann = players("Missed Ann")
    table = played(house, mia, ann, monkeypatch, "office kings", "Ks 5d 9h 2c 9c 9d 9h")
    dora, dan = come(players, "Office Dora"), come(players, "Office Dan")
    dora.page.goto(f"/tables/{table}")
    dora.page.get_by_role("tab", name="Table").click()
    dora.at("#amend-what").select_option("correction")
    dora.at("#amend-seat").fill("1")
    dora.at("#amend-wager").select_option(JACKPOT)
    dora.at("#amend-reason").fill("the sensor was off")
    for wrong in ("five", "0.055", "1,0-0"):
        dora.at("#amend-cents").fill(wrong)
        dora.at("#send-amend-what").click()
        assert dora.at("#amend-cents").evaluate("field => field.validity.patternMismatch"), wrong
    dora.at("#amend-cents").fill("$1,000.07")
    dora.at("#send-amend-what").click()
    expect(dora.at("#fault, .toast, [role=alert]").first).to_contain_text("it cannot owe $1,000.07")
    dora.at("#amend-cents").fill("0.05")
    dora.at("#send-amend-what").click()
    expect(dora.at(".request")).to_contain_text(
        "$0.05 to seat 1, of the meter of the Super Pairs jackpot: the sensor was off"
    )
    dan.page.goto("/desk")
    mine = dan.at("article.waiting").filter(has_text="The office kings")
    expect(mine).to_contain_text("+$0.05 to seat 1, of the meter of the Super Pairs jackpot")
    mine.get_by_role("button", name="Approve the correction").click()
    expect(dan.at("#done")).to_contain_text("is approved")
    last = house.room.jackpots.history("office kings")[-1]
    assert (last["what"], last["awards"], last["shown_cents"]) == ("correction", {1: 5}, 500_02)


def test_a_manager_changes_a_table_by_its_form_and_the_table_reads_it(house, players, staff):
    ann, mia = players("Changed Ann"), staff[1](players, "Office Mia")
    url = ann.open_table("super-pan-9")
    number = url.rsplit("/", 1)[1]
    mia.page.goto("/desk")
    mia.page.get_by_role("link", name=f"Change table {number}", exact=True).click()
    mia.page.get_by_label("Reason, which is told at the table").fill("a quiet evening")
    mia.at("#set-maximum").fill("999")
    expect(mia.at("#fault-maximum")).to_contain_text("lies between")
    expect(mia.at("#open")).to_be_disabled()
    mia.at("#set-maximum").fill("150")
    expect(mia.at("#fault-maximum")).to_be_hidden()
    assert serious(mia.page) == []
    mia.page.set_viewport_size(PHONE["viewport"])
    assert not mia.page.evaluate(OVERFLOWS)
    mia.page.get_by_role("button", name="Change the table").click()
    expect(mia.at("#done")).to_contain_text(f"Table {number} is changed")
    ann.page.get_by_role("tab", name="Table").click()
    expect(ann.at("[role=tabpanel]:visible")).to_contain_text("from now on Greatest wager = $150.00: a quiet evening")
