"""Amounts that are typed on a spot: what cannot be read or is over the limit is refused beside its field."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from browsing import LAPTOP, OFF, PHONE, SIDEWAYS, plant, view_of
from playwright.sync_api import expect

from houseway.errors import IllegalMoney
from houseway.money import parse_cents
from houseway.web import words

STATIC = Path(words.__file__).parents[1] / "static"
WITHIN = """(said) => {
    const box = said.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""


def seated(players, name, game, device=LAPTOP):
    """Somebody who came by Play now: the least wagers lie there."""
    ann = players(name, device)
    ann.page.goto("/")
    ann.at(f"li.game[data-game={game}] form.play button").click()
    expect(ann.at(".spot.required.laid").first).to_be_visible()
    return ann


def check_refused(ann, wager, typed, says):
    field = ann.at(f"[data-key=type-{wager}]")
    field.fill(typed)
    field.press("Enter")
    expect(ann.at(f"#refused-{wager}")).to_contain_text(says)
    expect(field).to_be_focused()
    expect(field).to_have_value(typed)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_attribute("aria-describedby", f"refused-{wager}")
    assert ann.at(f"#refused-{wager}").evaluate(WITHIN), "the sentence is whole on the screen"
    assert ann.page.evaluate(OFF) == []
    assert ann.at("#you .card").count() == 0


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_amount_that_cannot_be_read_deals_nothing_at_the_old_stake(house, players, device):
    ann = seated(players, f"Misread {device['viewport']['width']}", "super-pan-9", device)
    for typed in ("25x", "-5", "12.345"):
        check_refused(ann, "main", typed, f"“{typed}” is not an amount: write dollars, as in 5 or 2.50.")
    check_refused(ann, "main", "12,50", "“12,50” is not an amount: write cents behind a point, as in 12.50.")
    check_refused(ann, "main", "99999999", "not $99,999,999.")
    check_refused(ann, "tie", "x", "“x” is not an amount")
    expect(ann.at(".refused")).to_have_count(2)
    ann.at("[data-key=deal]").click()
    expect(ann.at("[data-key=type-main]")).to_be_focused()
    assert view_of(house, ann.page.url)["phase"] == "betting"
    expect(ann.at("#my-chips")).to_have_text("$1,000")
    if device is PHONE:
        ann.page.set_viewport_size(SIDEWAYS)
        assert all(each.evaluate(WITHIN) for each in ann.at(".refused").all())
    ann.at("[data-key=type-tie]").fill("")
    ann.at("[data-key=type-main]").click()  # the seat is drawn anew, and the field that was chosen is the one
    expect(ann.at("#refused-tie")).to_have_count(0)
    expect(ann.at("[data-key=type-main]")).to_be_focused()
    ann.at("[data-key=type-main]").fill("$1,000")
    ann.at("[data-key=type-main]").press("Enter")
    expect(ann.at("#refused-main")).to_contain_text("not $1,000.")
    ann.at("[data-key=clear]").click()
    expect(ann.at(".refused")).to_have_count(0)
    check_refused(ann, "main", "5 dollars", "is not an amount")
    ann.at("[data-key=type-main]").fill("7.5")
    ann.at("[data-key=type-main]").press("Enter")
    expect(ann.at("#you .card").first).to_be_visible()
    assert view_of(house, ann.page.url)["seats"][1]["wagers"] == {"main": 750}


def test_what_was_typed_stays_refused_while_others_act(house, players):
    """The seat is drawn anew with every news of the table."""
    ann = seated(players, "Steady Typing", "super-pan-9")
    check_refused(ann, "main", "1o", "“1o” is not an amount")
    ann.at("[data-key=bot-5]").click()
    expect(ann.at("[data-seat='5']")).to_contain_text("Bot 5")
    expect(ann.at("[data-key=type-main]")).to_have_value("1o")
    ann.at("[data-key=chip-5]").click()
    expect(ann.at("#refused-main")).to_be_visible()
    ann.at("[data-key=spot-main]").click()
    expect(ann.at(".refused")).to_have_count(0)
    expect(ann.at("[data-key=type-main]")).to_have_value("10")


def test_a_typed_amount_is_dealt_by_one_click(house, players, monkeypatch):
    plant(monkeypatch, "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s")
    ann = seated(players, "One Click", "super-pan-9")
    ann.at("[data-key=type-main]").fill("25")
    ann.at("[data-key=deal]").click()
    expect(ann.at("#you .card").first).to_be_visible()
    assert view_of(house, ann.page.url)["seats"][1]["wagers"] == {"main": 2500}


def test_in_spanish_cents_behind_a_comma_are_not_a_hundred_times_as_much(house, players):
    ann = seated(players, "Con Coma", "super-pan-9")
    ann.context.add_cookies([{"name": words.COOKIE, "value": "es", "url": house.address}])
    ann.page.reload()
    expect(ann.at(".your-name")).to_be_visible()
    check_refused(ann, "main", "12,50", "escribe los centavos tras un punto, como en 12.50")


AMOUNTS = ["5", "1,250", "1,250.50", "$1,250", "12,50", "12,5", "1,25", "1,2500", "12,500", ",500", "1,250,50"]
AMOUNTS += ["1.250", "1.250,50", "0.05", "-5", "25x", "12.345", "", "1,250,000", "12,34,567", "999999999999", "５"]


def test_pages_read_amounts_as_the_room_does(tmp_path):
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")

    def read(text):
        try:
            return parse_cents(text)
        except IllegalMoney:
            return None

    # what the module shows elements with is not needed here
    script = (STATIC / "chips.js").read_text(encoding="utf-8")
    alone = "\n".join(line for line in script.splitlines() if not line.startswith("import "))
    (tmp_path / "chips.js").write_text(alone)
    (tmp_path / "try.js").write_text(
        'import { cents } from "./chips.js";\nconsole.log(JSON.stringify(JSON.parse(Deno.args[0]).map(cents)));\n'
    )
    run = [deno, "run", "-A", tmp_path / "try.js", json.dumps(AMOUNTS)]
    told = json.loads(subprocess.run(run, capture_output=True, text=True, timeout=120, check=True).stdout)
    assert dict(zip(AMOUNTS, told, strict=True)) == {text: read(text) for text in AMOUNTS}


def test_enter_before_the_room_has_answered_what_was_done_before_deals_once_it_has(house, players):
    """Who sits down sees it by the stream, which may be quicker than the answer: what they press then is not lost."""
    ann = players("Early Ann")
    url = ann.open_table("super-pan-9")
    held, sent = [], []

    def hold(route):
        kind = route.request.post_data_json["kind"]
        sent.append(kind)
        if kind == "sit":
            held.append((route, route.fetch()))  # it is done, and the page does not hear of it yet
        else:
            route.continue_()

    ann.page.route("**/commands", hold)
    ann.sit(1)
    for _ in range(2):
        ann.at("[data-key=type-main]").fill("25")
        ann.at("[data-key=type-main]").press("Enter")
    expect(ann.at("[data-key=deal]")).to_be_disabled()
    assert sent == ["sit"]
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(ann.at(".paper-slip, .choice").first).to_be_visible()
    assert sent.count("bet") == 1
    assert view_of(house, url)["seats"][0]["wagers"] == {"main": 2500}
