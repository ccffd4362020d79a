"""The pace of a round, and its sounds: as each person wishes."""

from browsing import play_to_the_end, view_of
from playwright.sync_api import expect


def test_the_slip_comes_after_the_cards_and_pace_and_sound_are_one_s_own(house, players):
    ann = players("Listening Ann", motion="no-preference")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.at("#tab-about").click()
    expect(ann.page.get_by_label("Sounds")).not_to_be_checked()
    ann.page.get_by_label("Sounds").check()
    ann.page.get_by_label("Pace").select_option("calm")
    ann.page.evaluate(
        """() => {
        globalThis.delays = {};
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          const what = this.classList.contains("paper-slip") ? "slip"
            : this.classList.contains("note") ? "note" : this.dataset.at ? "card" : "other";
          globalThis.delays[what] = Math.max(globalThis.delays[what] ?? 0, options.delay ?? 0);
          return animate.call(this, frames, options);
        };
      }"""
    )
    ann.bet_the_least(view_of(house, url))
    expect(ann.at("#you .note")).to_be_visible()
    dealt = ann.page.evaluate("globalThis.delays")
    assert dealt["note"] > dealt["card"] > 0, "a total is told when the cards have landed"
    play_to_the_end([ann])
    delays = ann.page.evaluate("globalThis.delays")
    assert delays["slip"] > 0
    assert delays["slip"] >= 350
    ann.page.reload()
    ann.at("#tab-about").click()
    expect(ann.page.get_by_label("Pace")).to_have_value("calm")
    expect(ann.page.get_by_label("Sounds")).to_be_checked()
