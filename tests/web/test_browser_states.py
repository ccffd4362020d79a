"""Empty, full, slow and broken: what pages say while something is on its way, missing, or out of order."""

import re
import threading
from itertools import cycle

import pytest
from browsing import LAPTOP, OFF, PHONE, SIDEWAYS, Player, plant, play_to_the_end, resized, serious, view_of
from playwright.sync_api import expect

from houseway.errors import MissingExtra
from houseway.extras import extras_named
from houseway.games import game as find
from houseway.room import Room
from houseway.room.people import people
from houseway.web.prepare import Preparation


def held_up(player, path):
    """Answers to this path wait until they are let go."""
    waiting, free = [], []
    player.page.route(path, lambda route: route.continue_() if free else waiting.append(route))

    def let_go():
        free.append(True)
        for route in waiting:
            route.continue_()

    return let_go


def test_what_is_on_its_way_is_told_and_fills_itself(house, players):
    ann = players("Slow Ann")
    let_go = [held_up(ann, path) for path in ("**/api/tables/*/odds", "**/api/tables/*/rules", "**/history")]
    ann.open_table("super-pan-9")
    expect(ann.at("#pane-odds")).to_contain_text("On their way")
    ann.at("#tab-rules").click()
    expect(ann.at("#pane-rules")).to_contain_text("On its way")
    ann.at("#tab-history").click()
    expect(ann.at("#pane-history")).to_contain_text("On its way")
    for each in let_go:
        each()
    expect(ann.at("#pane-history")).to_contain_text("No round has ended yet.")
    ann.at("#tab-rules").click()
    expect(ann.at("#pane-rules .pays").first).to_be_visible()
    ann.at("#tab-odds").click()
    expect(ann.at("#pane-odds .edge-figure").first).to_be_visible()
    expect(ann.at("#pane-odds .skeleton")).to_have_count(0)


def test_a_panel_that_gets_no_answer_says_so_and_tries_again(house, players):
    ann = players("Broken Ann")
    failures = []

    def fail(route):
        failures.append(route)
        route.fulfill(status=500, body="no JSON at all")

    ann.page.route("**/history", fail)
    ann.open_table("super-pan-9")
    ann.at("#tab-history").click()
    expect(ann.at("#pane-history")).to_contain_text("The room answered 500")
    ann.page.unroute("**/history")
    expect(ann.at("#pane-history")).to_contain_text("No round has ended yet.")
    assert failures


def test_edges_in_the_lobby_are_on_their_way_until_they_are_known(house, players):
    ann = players("Lobby Ann")
    let_go = held_up(ann, "**/api/games/super-pan-9/odds")
    ann.page.goto("/")
    game = ann.at(".game[data-game='super-pan-9']")
    expect(game.get_by_label("on its way")).to_have_count(2)
    let_go()
    expect(game.get_by_label("on its way")).to_have_count(0)
    expect(game.locator(".figure").last).to_contain_text("%")


def test_who_is_no_longer_known_at_a_table_is_told_so(house, players):
    ann = players("Forgotten Ann")
    ann.open_table("super-pan-9")
    expect(ann.at("[data-key=sit-1]")).to_be_visible()
    ann.page.route("**/events", lambda route: route.fulfill(status=404, json={"error": "there is no table 1"}))
    ann.page.route("**/view", lambda route: route.fulfill(status=404, json={"error": "there is no table 1"}))
    ann.page.reload()
    expect(ann.at("#toast")).to_have_text("There is no table 1")
    expect(ann.at("body[data-line=gone]")).to_have_count(1)


def test_a_page_that_is_not_there_and_one_that_fails_lead_back_to_the_lobby(house, players, monkeypatch):
    ann = players("Lost Ann")
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("That did not work")

    def fail(*_):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(type(house.room), "round", fail)
    answer = ann.page.goto("/rounds/1")
    assert answer.status == 500
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    expect(ann.at("main")).to_contain_text("nothing that was acknowledged is lost")
    assert "fault of ours" not in ann.page.content()
    ann.page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_a_room_without_the_lab_says_so_once_and_only_staff_reads_how_to_add_it(house, players):
    with pytest.raises(MissingExtra) as lacking, extras_named():
        raise ModuleNotFoundError(name="numpy")
    line = {"state": "unavailable", "says": str(lacking.value), "clause": ""}
    told = {"wagers": [line | {"id": id_, "name": id_} for id_ in ("main", "tie")], "complete": True, "lab": "/lab/x"}
    ann = players("Without Ann")
    ann.page.route("**/odds", lambda route: route.fulfill(json=told))
    ann.open_table("super-pan-9")
    for _ in range(2):
        expect(ann.at("#no-lab")).to_have_text(
            "This room runs without the lab: what would have to be computed is left out."
        )
        expect(ann.at(".edge")).to_have_count(0)
        ann.page.goto("/")
    ann.page.evaluate("document.head.append(Object.assign(document.createElement('meta'), { name: 'staff' }))")
    said = "(text) => import('/static/words.js?staff').then((words) => words.word(text))"
    assert "pip install 'houseway[lab]'" in ann.page.evaluate(said, line["says"])


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_nine_seats_that_are_all_taken_do_not_cover_each_other(house, players, device):
    ann = players("Full Ann", device)
    url = ann.open_table("super-pan-9")
    ann.sit(5)
    for seat in (1, 2, 3, 4, 6, 7, 8, 9):
        ann.at(f"[data-key=bot-{seat}]").click()
        expect(ann.at(f"[data-seat='{seat}']")).to_contain_text(f"Bot {seat}")
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    assert ann.page.evaluate(OVERLAPS, APART) == []
    ann.at("[data-key=choose-draw]").click()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert ann.page.evaluate(OVERLAPS, APART) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]
    assert ann.page.evaluate(OVERLAPS, ".seat-number, .seat-who, .away") == []
    for size in (device["viewport"], SIDEWAYS if device is PHONE else {"width": 1366, "height": 768}):
        resized(ann.page, size)
        assert ann.page.evaluate(OFF) == []
    if device is LAPTOP:
        eve = players("Watching Eve", {"viewport": {"width": 1366, "height": 768}})
        eve.page.goto(url)
        expect(eve.at(".invite")).to_contain_text("You are watching")
        assert eve.page.evaluate(OVERLAPS, ".seat, .invite") == []
        for size in (PHONE["viewport"], {"width": 834, "height": 1112}, SIDEWAYS):
            resized(eve.page, size)
            assert eve.page.evaluate(OVERLAPS, ".seat, .invite, .paper-slip") == [], size
            assert eve.page.evaluate(OUT, ".seat") == [], size


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_four_hands_of_three_piles_do_not_cover_each_other(house, players, device):
    ann = players("Four Ann", device)
    ann.open_table("chinese-poker")
    ann.sit(1)
    for seat in (2, 3, 4):
        ann.at(f"[data-key=bot-{seat}]").click()
        expect(ann.at(f"[data-seat='{seat}']")).to_contain_text(f"Bot {seat}")
    ann.at("[data-key=type-main]").fill("180")
    ann.at("[data-key=type-main]").press("Enter")
    expect(ann.at(".arranger")).to_be_visible()
    assert ann.page.evaluate(OVERLAPS, APART) == []
    ann.decide()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert ann.page.evaluate(OVERLAPS, APART) == []


def test_a_full_table_of_pai_gow_in_letters_of_twice_the_size(house, players, monkeypatch):
    """Hands of two piles lay on each other, and the slip showed none of its lines."""
    plant(monkeypatch, " ".join(rank + suit for rank in "23456789TQKA" for suit in "cdhs"))  # two jacks would end it
    ann = players("Large Ann", {"viewport": {"width": 1366, "height": 768}})
    url = ann.open_table("dealer-open-pai-gow")
    ann.sit(1)
    for seat in range(2, 7):
        ann.at(f"[data-key=bot-{seat}]").click()
        expect(ann.at(f"[data-seat='{seat}']")).to_contain_text(f"Bot {seat}")
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert ann.page.evaluate(OVERLAPS, f"{APART}, #you .spots") == []
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".arranger")).to_be_visible()
    assert ann.page.evaluate(OVERLAPS, f"{APART}, #you .spots, .pile") == []
    ann.decide()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert ann.page.evaluate(OVERLAPS, f"{APART}, #you .spots, .paper-slip") == []
    assert ann.page.evaluate(OFF) == []
    line = ann.at(".slip-lines summary").first.bounding_box()
    paper = ann.at(".paper-slip").bounding_box()
    assert line["y"] + line["height"] <= paper["y"] + paper["height"], "the first line of the slip is read"


def test_four_split_hands_of_somebody_else_lie_on_the_felt_and_one_s_own_cards_stay(house, players, monkeypatch):
    plant(monkeypatch, "Kc 8c Kd 9c Ad 9d 8d 7c Th 6h 8h 8s 3c 4d 3h 2d 2c 4c 5c 6c 2h 3d 4h")
    ann, ben = house.visitor("Split Ann"), house.visitor("Split Ben")
    table = ann.open_table("super-pairs", split_hands="4")
    cat = players("Split Cat", PHONE)
    cat.page.goto(f"/tables/{table}")
    ann.do(table, "sit", seat=1)
    ben.do(table, "sit", seat=2)
    cat.sit(3)
    ann.do(table, "add-bot", seat=7)
    expect(cat.at("#pane-rules [data-wager=lucky-ladies] tr:has-text('Any Queen')")).to_have_text("Any Queenno pay")
    expect(cat.at(".setting-list")).to_contain_text("Paytable of Super PairsSuper Pairs, paytable 5")
    expect(cat.at(".setting-list")).to_contain_text("rounds with a split that are drawn1,000,000")
    ids = re.findall("[a-z]-[a-z]+", cat.at(".setting-list").text_content())
    assert ids == [], "settings and what they are, in words"
    cat.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for size, free in (({"width": 1366, "height": 768}, ", .vacant .tiny"), (PHONE["viewport"], "")):
        resized(cat.page, size)
        assert cat.page.evaluate(OVERLAPS, f".spot-label, .shoe-box{free}") == [], "text of twice the size"
        assert cat.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    cat.page.evaluate("document.documentElement.style.fontSize = ''")
    for each in (ann, ben):
        each.do(table, "bet", wagers={"blackjack": 500})
        each.do(table, "ready")
    cat.bet_the_least(ann.view(table))
    for asked in ("Insurance?", "Bust Bonus?"):
        expect(cat.at("#actions .status")).to_contain_text(asked)
        resized(cat.page, SIDEWAYS)
        assert cat.page.evaluate(OFF) == [], asked
        resized(cat.page, PHONE["viewport"])
        cat.at("[data-key=mid-no]").click()
        ann.do(table, "answer", answer=0)
        ben.do(table, "answer", answer=0)
    ann.do(table, "answer", answer="stand")
    for answer in ("split", "split", "split", *["hit"] * 6):
        ben.do(table, "answer", answer=answer)
    for size in (SIDEWAYS, {"width": 1366, "height": 768}, PHONE["viewport"]):
        resized(cat.page, size)
        expect(cat.at("[data-seat='2'] .split-hand")).to_have_count(4)
        assert cat.page.evaluate(OFF) == [], size
        assert cat.page.evaluate(OUT, ".seat .split-hand") == [], size
    for _ in range(2):
        ben.do(table, "answer", answer="stand")
    cat.at("[data-key=choose-stand]").click()
    expect(cat.at(".paper-slip")).to_be_visible()
    assert cat.page.evaluate(OFF) == []


OUT = """(selector) => {
    const felt = document.getElementById("felt").getBoundingClientRect();
    return [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect())
        .filter((box) => box.left < felt.left - 1 || box.right > felt.right + 1 || box.bottom > felt.bottom + 1)
        .map(({ left, right, bottom }) => [left, right, bottom]);
}"""
"""What lies beyond the felt."""

APART = "#others :is(.seat-name, .hand, .seat-foot), #dealer:not([hidden]), #you .your-cards .hand, .shoe-box"
OVERLAPS = """(selector) => {
    const boxes = [...document.querySelectorAll(selector)].map((each) => [each, each.getBoundingClientRect()]);
    const named = (each) => each.closest("[data-seat]")?.dataset.seat || each.id || each.className;
    const found = [];
    boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
        const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
                        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (x > 4 && y > 4) found.push(`${named(one)} and ${named(other)}: ${x.toFixed()} by ${y.toFixed()}`);
    }));
    return found;
}"""
"""What covers what by more than a hair; the cards of one pile lie in one hand and may."""


class Slowly:
    """A compiler that takes as long as one likes."""

    def __init__(self):
        self.done = threading.Event()
        self.began = threading.Event()

    def __call__(self, _game):
        self.began.set()
        self.done.wait(60)


def test_a_hint_is_told_while_its_game_is_being_compiled(folder, browser, house_of):
    """By the same functions as they are written."""
    compiler = Slowly()
    preparation = Preparation([find("super-pan-9")], compiler)
    house = house_of(Room.open(f"sqlite:///{folder / 'slow.db'}"), preparation)
    ann = Player(house, browser, "Patient Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.at("#tab-about").click()
    ann.page.get_by_label("Hints while I decide").check()
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".hints .best")).to_be_visible()
    expect(ann.at(".choice:enabled")).to_have_count(2)
    assert preparation.waiting(find("super-pan-9")) is not None
    compiler.done.set()
    ann.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    ann.page.evaluate("window.stop()")
    ann.close()


def test_a_table_without_a_dealer_shows_none(house, players):
    ann, ben = players("Alone Ann"), players("Alone Ben")
    url = ann.open_table("chinese-poker")
    expect(ann.at("#print")).to_contain_text("A unit is $1.00")
    ben.page.goto(url)
    ann.sit(1)
    ben.sit(2)
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at(".arranger")).to_be_visible()
    expect(ann.at("#dealer")).to_be_hidden()
    expect(ann.at("[data-key=best]")).to_have_count(1)
    held, front = ann.at(".card-button").first.bounding_box(), ann.at(".pile").first.bounding_box()
    ann.page.mouse.move(held["x"] + 9, held["y"] + 9)
    ann.page.mouse.down()
    ann.page.mouse.move(front["x"] + 30, front["y"] + 50, steps=4)
    expect(ann.at(".pile").first).to_have_class("pile target")
    ann.page.mouse.up()
    expect(ann.at(".pile.target")).to_have_count(0)
    expect(ann.at("[data-key=house]")).to_have_count(0)
    expect(ann.at(".stage")).not_to_contain_text("Dealer")
    expect(ann.at("#live")).not_to_contain_text("dealer")
    ann.page.goto("/drill/chinese-poker")
    expect(ann.at(".card-button")).to_have_count(13, timeout=120_000)  # compiled first, where nobody has asked before
    expect(ann.page.get_by_role("heading", name="Dealer")).to_have_count(0)
    resized(ann.page, PHONE["viewport"])
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_who_is_out_of_chips_is_offered_more_where_they_are_refused(house, players, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(people, "CHIPS", 300)
        ann, ben = players("Poor Ann"), players("Poor Ben")
    url = ann.open_table("super-pan-9")
    ben.page.goto(url)
    ben.sit(2)
    ben.bet_the_least(view_of(house, url))
    expect(ben.at("[data-key=more-chips]")).to_be_visible()
    elsewhere = ben.context.new_page()  # a second window, where he stands up
    elsewhere.goto(url)
    elsewhere.locator("[data-key=leave]").click()
    expect(ben.at("[data-seat='2'] button").first).to_be_visible()
    ben.at("[data-key=more-chips]").click()
    expect(ben.at("#toast")).to_contain_text("You have chips again")
    expect(ben.at("#my-chips")).not_to_have_text("$3")
    elsewhere.close()
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at("#toast")).to_contain_text("and you have $3.00")
    assert serious(ann.page) == []  # the offer can be read
    ann.at("[data-key=more-chips]").click()
    expect(ann.at("#toast")).to_contain_text("You have chips again")
    expect(ann.at("#my-chips")).not_to_have_text("$3")
    ann.at("[data-key=deal]").click()
    expect(ann.at("#you .card").first).to_be_visible()


def among_bots(house, player):
    """Somebody at the fifth of nine seats, bots at the others, and a round begun."""
    url = player.open_table("super-pairs")
    player.sit(5)
    for seat in (1, 2, 3, 4, 6, 7, 8, 9):
        player.at(f"[data-key=bot-{seat}]").click()
        expect(player.at(f"[data-seat='{seat}']")).to_contain_text(f"Bot {seat}")
    player.bet_the_least(view_of(house, url))
    return player


@pytest.mark.parametrize("split", [1, 2])
def test_who_splits_at_a_full_table_stays_in_view_on_a_phone(house, players, monkeypatch, split):
    """A row of their own pushed the others below the felt, and what they won lay under the cross."""
    seats = [seat for seat in range(1, 10) if seat != 5]
    tens = cycle(["Tc", "Jd", "Qh", "Ks"])
    first, second = (["8c" if seat in seats[-split:] else next(tens) for seat in range(1, 10)] for _ in range(2))
    plant(monkeypatch, " ".join([*first, "6d", *second, *(next(tens) for _ in range(4))]))
    ann = among_bots(house, players("Splitting Ann", PHONE))
    play_to_the_end([ann])
    expect(ann.at(".seat .hands")).to_have_count(split)
    for size in (PHONE["viewport"], SIDEWAYS):
        resized(ann.page, size)
        assert ann.page.evaluate(OFF) == [], size
        assert ann.page.evaluate(OVERLAPS, ".seat .net, .seat .away, .seat .note, .seat-who") == [], size


def test_a_full_table_of_blackjacks_is_in_view_on_a_phones_side(house, players, monkeypatch):
    """What they came to took a line of its own, below the felt."""
    tens, aces = cycle(["Tc", "Jd", "Qh", "Ks"]), cycle(["Ac", "Ad", "Ah", "As"])
    first, second = ([next(each) if seat != 5 else "8c" for seat in range(1, 10)] for each in (tens, aces))
    plant(monkeypatch, " ".join([*first, "6d", *second, "Tc"]))
    ann = among_bots(house, players("Side Ann", PHONE))
    expect(ann.at("#you .card")).to_have_count(2)
    for size in (PHONE["viewport"], SIDEWAYS):
        resized(ann.page, size)
        assert ann.page.evaluate(OFF) == [], size
