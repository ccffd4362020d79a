"""Little room and large letters: the result is read and its buttons are reached, on a phone either way and a tablet."""

import re

import pytest
from browsing import LAPTOP, PHONE, SIDEWAYS, Player, play_to_the_end, view_of
from playwright.sync_api import expect

from houseway.games import games
from houseway.room import Room

TABLET = {"width": 834, "height": 1112}
SIZES = {"phone": PHONE["viewport"], "sideways": SIDEWAYS, "tablet": TABLET, "laptop": LAPTOP["viewport"]}
LEAST = 56
"""Pixels of a slip's lines that are seen at once where there are so many."""

SLIP = """() => {
    const at = (each) => each.getBoundingClientRect();
    const slip = document.querySelector(".paper-slip");
    const body = slip.querySelector(".slip-body");
    slip.scrollIntoView({ block: "nearest" });
    const [paper, shoe, lines] = [at(slip), at(document.querySelector(".shoe-box")), at(body)];
    const lettersOf = (each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].filter((box) => box.width > 4);
    };
    const seen = (each, { left, right, top, bottom }) =>
        [left + 2, right - 2].every((x) => each.contains(document.elementFromPoint(x, (top + bottom) / 2)));
    const told = [...slip.querySelectorAll(".slip-sum, .slip-end button, .slip-end a")];
    return {
        lines: Math.min(body.clientHeight, paper.bottom - lines.top),
        of: body.scrollHeight,
        covered: !body.contains(document.elementFromPoint(lines.left + 20, lines.top + lines.height / 2)),
        hidden: told.filter((each) => !lettersOf(each).every((box) => seen(each, box))).map((each) => each.textContent),
        shoe: shoe.right > paper.left + 1 && shoe.left < paper.right - 1 && shoe.bottom > paper.top + 1 &&
            shoe.top < paper.bottom - 1,
        wide: document.documentElement.scrollWidth - innerWidth,
    };
}"""
"""What is seen of a slip: its lines, its sum and buttons letter by letter, and whether it lies on the shoe."""


def seated_between_bots(players, name, game, device=PHONE):
    player = players(name, device)
    url = player.open_table(game)
    player.sit(2)
    for seat in (1, 3):
        player.at(f"[data-key=bot-{seat}]").click()
        expect(player.at(f"[data-seat='{seat}']")).to_contain_text("Bot")
    return player, url


def letters(player, percent):
    player.page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
    player.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_result_is_read_in_letters_of_twice_the_size(house, players, game):
    """On a phone the slip showed none of its lines, its buttons were cut off, and on its side it lay on the shoe."""
    ann, url = seated_between_bots(players, f"Large {game[-8:]}", game)
    ann.bet_the_least(view_of(house, url))
    play_to_the_end((ann,))
    expect(ann.at(".slip-lines > li").first).to_be_visible()
    bad = {}
    for name, size in SIZES.items():
        ann.page.set_viewport_size(size)
        for percent in (100, 200):
            letters(ann, percent)
            seen = ann.page.evaluate(SLIP)
            enough = seen["lines"] >= min(LEAST, seen["of"])
            if not enough or seen["covered"] or seen["hidden"] or seen["shoe"] or seen["wide"] > 0:
                bad[name, percent] = seen
    assert bad == {}


INFOS = """() => [...document.querySelectorAll("#you .spot")].filter((spot) => {
    if (!spot.checkVisibility()) return false;
    const info = spot.querySelector(".info");
    info.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = info.getBoundingClientRect();
    return width < 24 || height < 24 || document.elementFromPoint(left + width / 2, top + height / 2) !== info;
}).map((spot) => spot.dataset.wager)"""
"""The spots that are seen and whose paytable is not one tap away."""


def test_what_a_wager_pays_is_one_tap_from_its_spot_as_long_as_the_spot_is_seen(house, players):
    """It was hidden after a result until the next wagers lay, and on a phone on its side during the round."""
    ann, url = seated_between_bots(players, "Curious Ann", "super-pan-9", PHONE)
    lacking = {}

    def look(phase):
        for name, size in SIZES.items():
            ann.page.set_viewport_size(size)
            if found := ann.page.evaluate(INFOS):
                lacking[phase, name] = found
        ann.page.set_viewport_size(PHONE["viewport"])

    look("betting")
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    look("playing")
    play_to_the_end((ann,))
    look("ended")
    assert lacking == {}
    ann.at("[data-key=info-tie]").tap()
    expect(ann.at("#pane-rules table.pays[data-wager=tie]").first).to_be_in_viewport()


def test_a_name_of_24_wide_letters_is_shortened_and_told_whole(house, players):
    """It ran off the side of a phone."""
    name = "W" * 24
    ann = players(name, PHONE)
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ben = players("M" * 24, PHONE)
    ben.page.goto(url)
    ben.sit(2)
    for seat in range(3, 10):
        ann.at(f"[data-key=bot-{seat}]").click()
        expect(ann.at(f"[data-seat='{seat}']")).to_contain_text("Bot")
    expect(ann.at(".your-name [title]")).to_have_attribute("title", name)
    expect(ben.at("[data-seat='1'] .seat-who")).to_have_attribute("title", name)
    expect(ben.at("[data-seat='1']")).to_have_attribute("aria-label", re.compile(name))
    out = {}
    for size, viewport in SIZES.items():
        for player in (ann, ben):
            player.page.set_viewport_size(viewport)
            for percent in (100, 200):
                letters(player, percent)
                if found := player.page.evaluate(RUNS_OFF):
                    out[size, percent] = found
    assert out == {}


RUNS_OFF = """() => [...document.querySelectorAll(".your-name, .your-name *, .seat .seat-name, .seat-who, .who")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        const frame = each.closest(".seat, #felt, .bar").getBoundingClientRect();
        return left < frame.left - 1 || right > frame.right + 1;
    }).map((each) => each.outerHTML.slice(0, 80))"""
"""Names that reach beyond the seat or the page that they stand on."""


def test_the_lobby_finds_a_table_that_is_not_listed(folder, browser, house_of, monkeypatch):
    """The thousand where something happened last are listed; any other is found by its name or its number."""
    monkeypatch.setattr("houseway.room.lobby.MOST_LISTED", 2)
    house = house_of(Room.open(f"sqlite:///{folder / 'many-tables.db'}"))
    ann = house.visitor("Many Ann")
    first, *_ = [ann.open_table("super-pan-9") for _ in range(4)]
    ben = Player(house, browser, "Many Ben", PHONE)
    expect(ben.at("#tables .table-card")).to_have_count(2)
    expect(ben.at("#more-tables")).to_contain_text("2 of 4 tables are shown; the filters find the others.")
    ben.page.get_by_label("Name or number").fill(str(first))
    expect(ben.at("#tables .table-card")).to_have_count(1)
    expect(ben.at("#tables .table-card")).to_have_attribute("href", f"/tables/{first}")
    ben.close()
