"""The drill in a real browser: its score outlives a reload, in the room or, for who has no name, in the browser."""

from fractions import Fraction

from browsing import serious
from playwright.sync_api import expect


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
    exact = ann.at(".drill-history code")
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
