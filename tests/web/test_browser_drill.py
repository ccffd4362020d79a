"""The drill in a real browser: its score outlives a reload, in the room or, for who has no name, in the browser."""

from fractions import Fraction

from browsing import serious
from playwright.sync_api import expect
from sqlalchemy import select

from houseway.room.store.schema import PEOPLE


def decide(page, times):
    """Answer some decisions as they come."""
    for _ in range(times):
        page.locator(".choice:enabled").first.click()
        expect(page.locator(".decisions")).to_be_visible()
        page.locator("[data-key=next]").click()
        expect(page.locator(".choice:enabled").first).to_be_visible()


def test_a_score_outlives_a_reload_and_is_told_exactly(house, players):
    ann = players("Drilling Ann")
    ann.page.goto("/drill/super-pan-9")
    expect(ann.at("#history")).to_contain_text("Nothing is decided yet.")
    decide(ann.page, 3)
    expect(ann.at("#decided")).to_have_text("3")
    cost, history = ann.at("#cost").text_content(), ann.at(".drill-history tbody").text_content()
    assert history.startswith("Stand or draw3")
    ann.page.reload()
    expect(ann.at("#decided")).to_have_text("3")
    expect(ann.at("#cost")).to_have_text(cost)
    expect(ann.at(".drill-history tbody")).to_have_text(history)
    exact = ann.at(".drill-history tbody code")
    units = Fraction(exact.text_content()) if exact.count() else Fraction(0)
    assert f"{float(units):.4f}" == cost
    assert serious(ann.page) == []
    ann.page.get_by_role("button", name="Begin anew").click()
    expect(ann.at("#decided")).to_have_text("0")


def test_a_browser_keeps_the_score_of_who_has_no_name(house, browser):
    context = browser.new_context(base_url=house.address)
    page = context.new_page()
    page.goto("/drill/super-pan-9")
    decide(page, 2)
    expect(page.locator("#decided")).to_have_text("2")
    expect(page.locator("#history")).to_contain_text("Kept in this browser")
    cost = page.locator("#cost").text_content()
    page.reload()
    expect(page.locator("#decided")).to_have_text("2")
    expect(page.locator("#cost")).to_have_text(cost)
    sums = page.evaluate(
        """async () => { const { added } = await import("/static/score.js");
        return [added("1/6", "1/3"), added("0/1", "2/4"), added("1/6", "")]; }"""
    )
    assert sums == ["1/2", "1/2", ""]
    context.close()


def test_letters_decide_and_totals_are_told(house, players):
    """The letter on a button chooses it, N deals the next; a line sums up all kinds, exactly."""
    cyd = players("Drilling Cyd")
    cyd.page.goto("/drill/super-pan-9")
    for number in range(1, 4):
        expect(cyd.at(".choice:enabled").first).to_be_visible()
        letter = cyd.at(".choice:enabled").first.get_attribute("data-letter")
        cyd.page.keyboard.press(letter)
        expect(cyd.at(".decisions")).to_be_visible()
        expect(cyd.at("#decided")).to_have_text(str(number))
        cyd.page.keyboard.press("n")
        expect(cyd.at(".decisions")).to_have_count(0)
    expect(cyd.at(".drill-history .total")).to_contain_text("All together3")
    (score,) = house.room.drills.scores(_id(house, "Drilling Cyd"), "super-pan-9")
    exact = cyd.at(".total code")
    told = Fraction(exact.text_content()) if exact.count() else Fraction(0)
    assert told == score.cost
    assert serious(cyd.page) == []


def test_a_mistake_comes_back_after_two_others_and_says_so(house, players):
    """Numbers choose as letters do; what is right and wrong, the room's own record of the decision tells."""
    eve = players("Drilling Eve")
    eve.page.goto("/drill/super-pan-9?kind=draw")
    returned = []
    for right in (False, True, True, True):
        expect(eve.at(".choice:enabled")).to_have_count(2)
        returned.append(eve.at("#before").is_visible())
        item = house.room.academy.progress(_person(house, "Drilling Eve")).asked
        best = item.question().right["decision"]
        keys = [each.get_attribute("data-key") for each in eve.at(".choice").all()]
        place = keys.index(f"choose-{best}")
        eve.page.keyboard.press(str(1 + (place if right else 1 - place)))
        expect(eve.at(".decisions .right" if right else ".decisions .costly")).to_be_visible()
        expect(eve.at("#waiting")).to_have_text("1")
        eve.page.keyboard.press("Enter")
        expect(eve.at(".decisions")).to_have_count(0)
    assert returned == [False, False, False, True]
    assert serious(eve.page) == []


def _person(house, name):
    id_ = _id(house, name)
    with house.room.store.transaction() as connection:
        return house.room.people.by_id(connection, id_)


def _id(house, name):
    with house.room.store.transaction() as connection:
        return connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.name == name)).scalar_one()


def test_the_filter_deals_its_kind_alone_even_where_an_earlier_deal_comes_late(house, players):
    """What was asked for before another kind was chosen is not shown any more."""
    dee = players("Drilling Dee")
    held = []

    def hold(route):
        if not held:
            held.append(route)
        else:
            route.continue_()

    dee.page.route("**/api/games/super-pairs/drill", hold)
    dee.page.goto("/drill/super-pairs")
    expect(dee.at("#choices")).to_contain_text("Dealing")
    dee.page.locator("#kind").select_option("split")
    for _ in range(3):
        expect(dee.at("[data-key=choose-split]")).to_be_visible()
        if held[0] is not None:
            held[0].continue_()
            held[0] = None
            dee.page.wait_for_timeout(300)
        assert dee.at("[data-key=choose-split]").count() == 1
        dee.page.locator("#kind").select_option("any")
        expect(dee.at("#choices button:enabled").first).to_be_visible()
        dee.page.locator("#kind").select_option("split")
    assert dee.page.url.endswith("?kind=split")
    dee.page.reload()
    expect(dee.at("[data-key=choose-split]")).to_be_visible()
