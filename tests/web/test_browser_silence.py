"""A line that is open and silent: it is told as one that is lost, and opened anew until it answers."""

import pytest
from playwright.sync_api import expect

PLANTED = """() => {
    const lines = globalThis.lines = [];
    globalThis.silent = false;
    globalThis.EventSource = class extends EventSource {
        constructor(...given) {
            super(...given);
            lines.push(this);
        }
        addEventListener(kind, heard) {
            super.addEventListener(kind, (event) => globalThis.silent || heard(event));
        }
    };
}"""
"""Lines of which nothing is heard while they are silent, as of a room that stands still with its sockets open."""

FALL_SILENT = """() => {
    globalThis.lines.at(-1).dispatchEvent(new MessageEvent("alive", { data: "400" }));
    globalThis.silent = true;
}"""

PAGES = {
    "display": ("there", "#stale", "Stale: last heard less than a minute ago"),
    "tables": ("live", "#toast.shown", "is lost"),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_line_that_falls_silent_is_told_and_opened_anew_until_it_answers(house, players, page):
    there, place, told = PAGES[page]
    table = house.visitor(f"Opening Ann of {page}").open_table("super-pan-9")
    ann = players(f"Ann of the {page}")
    ann.page.add_init_script(f"({PLANTED})()")
    ann.page.goto(f"/{page}/{table}")
    expect(ann.at(f"body[data-line={there}]")).to_have_count(1)
    ann.page.evaluate(FALL_SILENT)
    expect(ann.at("body[data-line=lost]")).to_have_count(1)
    expect(ann.at(place)).to_contain_text(told)
    ann.page.wait_for_function("() => lines.length > 2")
    open_ = ann.page.evaluate("lines.filter((each) => each.readyState !== EventSource.CLOSED).length")
    assert open_ == 1, "the one before is closed"
    ann.page.evaluate("globalThis.silent = false")
    expect(ann.at(f"body[data-line={there}]")).to_have_count(1)
    expect(ann.page.locator(place, has_text=told)).to_have_count(0)


def test_a_stream_tells_scripts_that_it_is_alive_and_how_often_it_does(house, players):
    table = house.visitor("Silent Ann").open_table("super-pan-9")
    ann = players("Ann who hears")
    heard = """(path) => new Promise((done) => {
        const line = new EventSource(path);
        line.addEventListener("alive", (event) => done(Number(event.data)) ?? line.close());
    })"""
    every = ann.page.evaluate(heard, f"/api/tables/{table}/events")
    assert 0 < 2.5 * every <= 20_000, "silence is told within twenty seconds"
