"""What is asked now and nothing before it: advice, its mark on the buttons, and answers that are sent once."""

import httpx
from browsing import PHONE, SIDEWAYS, plant, view_of
from playwright.sync_api import expect

SMALL = "4c Kd 3d 9d 2c 2d 2h 3h 3s 4h 6s 7s"
"""Alone: 7 against a king, then 9, 11, 13, 16 and 19."""

COMPILED = 120_000
"""Milliseconds for advice that is compiled first, where nobody has asked before."""


def dealt(players, monkeypatch, name, cards=SMALL):
    """Somebody alone at Super Pairs with these cards, before the first question."""
    plant(monkeypatch, cards)
    player = players(name)
    url = player.open_table("super-pairs")
    player.sit(1)
    player.at("[data-key=type-blackjack]").fill("5")
    player.at("[data-key=type-blackjack]").press("Enter")
    expect(player.at("[data-key=mid-no]")).to_be_enabled()
    return url, player


def hit(player, cards):
    """Hit, to so many cards."""
    player.at("[data-key=choose-hit]:enabled").click()
    expect(player.at("#you .card")).to_have_count(cards)


def test_advice_is_of_the_hand_as_it_is_now_and_marked_on_its_button(players, monkeypatch):
    _, ann = dealt(players, monkeypatch, "Hitting Ann")
    ann.at("[data-key=advice]").click()
    expect(ann.at("[data-key=mid-no]")).to_have_class("go advised", timeout=COMPILED)
    expect(ann.at("[data-key=mid-no]")).to_have_attribute("aria-description", "The best choice")
    expect(ann.at("[data-key=mid-yes]")).to_have_class("go")
    ann.at("[data-key=mid-no]").click()
    expect(ann.at("[data-key=choose-hit].advised")).to_be_visible(timeout=COMPILED)
    for cards in (3, 4, 5, 6, 7):
        hit(ann, cards)
    expect(ann.at("#you .note")).to_have_text("19")
    expect(ann.at("[data-key=choose-stand].advised")).to_be_visible(timeout=COMPILED)
    expect(ann.at("[data-key=choose-hit].advised")).to_have_count(0)
    expect(ann.at(".hints .best")).to_contain_text("stand")


def test_advice_after_a_split_is_of_the_hand_that_is_played(players, monkeypatch):
    """Eights against a six are split; the eleven that comes of one is doubled."""
    _, ann = dealt(players, monkeypatch, "Splitting Ann", "8c 6d 8d Td 3c 4d 3h 2d")
    ann.at("[data-key=mid-no]").click()
    ann.at("[data-key=advice]").click()
    expect(ann.at("[data-key=choose-split].advised")).to_be_visible(timeout=COMPILED)
    ann.at("[data-key=choose-split]").click()
    expect(ann.at(".status")).to_contain_text("Hand 1 of 2")
    expect(ann.at("[data-key=choose-double].advised")).to_be_visible(timeout=COMPILED)


def elsewhere(house, player, table):
    """The same person in another window, by requests alone."""
    cookies = {each["name"]: each["value"] for each in player.context.cookies()}
    visitor = house.visitor(client=httpx.Client(base_url=house.address, cookies=cookies))
    visitor.token = player.page.evaluate("document.querySelector('meta[name=csrf]').content")
    return lambda answer: visitor.do(table, "answer", answer=answer)


def test_an_answer_never_answers_a_later_question(house, players, monkeypatch):
    """Another window has hit meanwhile: the question after it has the same words, and is another one."""
    url, ann = dealt(players, monkeypatch, "Hasty Ann")
    ann.at("[data-key=mid-no]").click()
    hit(ann, 3)
    answer = elsewhere(house, ann, int(url.rsplit("/", 1)[1]))

    def overtaken(route):
        answer("hit")
        route.continue_()

    ann.page.route("**/commands", overtaken, times=1)
    ann.at("[data-key=choose-hit]:enabled").click()
    expect(ann.at("#toast.shown")).to_contain_text("The table has moved on")
    expect(ann.at("#you .card")).to_have_count(4)
    assert len(view_of(house, url)["seats"][0]["cards"]) == 4


HELD_BACK = """() => {
    const listen = EventSource.prototype.addEventListener;
    const waiting = [];
    globalThis.hold = false;
    globalThis.release = () => { globalThis.hold = false; waiting.splice(0).forEach((each) => each()); };
    EventSource.prototype.addEventListener = function (kind, heard) {
        listen.call(this, kind, (event) => globalThis.hold ? waiting.push(() => heard(event)) : heard(event));
    };
}"""
"""A stream whose views come when they are let."""

SETTLED = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))"


def test_nothing_can_be_answered_twice_while_the_view_after_an_answer_is_on_its_way(players, monkeypatch):
    url, ann = dealt(players, monkeypatch, "Quick Ann")
    ann.at("[data-key=mid-no]").click()
    expect(ann.at(".choice:enabled").first).to_be_visible()
    ann.page.add_init_script(f"({HELD_BACK})()")
    ann.page.goto(url)
    expect(ann.at(".choice:enabled").first).to_be_visible()
    ann.page.evaluate("globalThis.hold = true")
    ann.page.route("**/view", lambda route: route.fulfill(status=503, json={"error": "not now"}))
    with ann.page.expect_response("**/commands"):
        ann.at("[data-key=choose-hit]").click()
    ann.page.evaluate(SETTLED)
    expect(ann.at("#you .card")).to_have_count(2)
    assert ann.at(".choice:enabled").count() == 0, "it is answered, and what comes of it is not seen yet"
    ann.page.evaluate("globalThis.release()")
    expect(ann.at("#you .card")).to_have_count(3)
    expect(ann.at(".choice:enabled").first).to_be_visible()
    ann.page.evaluate("globalThis.hold = true")
    ann.page.unroute("**/view")
    hit(ann, 4)  # where the stream is late the page looks by itself
    expect(ann.at("#toast.shown")).to_have_count(0)


CUT = """() => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const within = (each, box) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return left >= box.left - 1 && top >= box.top - 1 && right <= box.right + 1 && bottom <= box.bottom + 1;
    };
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const { left, right } = document.querySelector("#actions .hint").getBoundingClientRect();
    const sides = { left, right, top: -Infinity, bottom: Infinity }; // what is longer scrolls
    return [
        ...shown("#actions :is(.status, .cite, button, .hint, .hints .best)").filter((each) => !within(each, screen)),
        ...shown("#actions .hint *").filter((each) => !within(each, sides)),
        ...shown("#actions button").filter((each) => each.scrollWidth > each.clientWidth),
    ].map((each) => each.outerHTML.slice(0, 90));
}"""
"""What of a turn with advice is off the screen, cut at the sides, or wider than its button."""


def test_a_turn_with_advice_is_whole_on_a_phone_upright_and_on_its_side(players, monkeypatch):
    _, ann = dealt(players, monkeypatch, "Turning Ann", "8c 6d 8d Td 3c 4d 3h 2d")
    ann.at("[data-key=advice]").click()
    expect(ann.at("[data-key=mid-no].advised")).to_be_visible(timeout=COMPILED)
    looks = {}

    def look(turn):
        for name, size in (("upright", PHONE["viewport"]), ("side", SIDEWAYS)):
            ann.page.set_viewport_size(size)
            looks[turn, name] = ann.page.evaluate(CUT)

    look("wager")
    ann.at("[data-key=mid-no]").click()
    expect(ann.at("[data-key=choose-split].advised")).to_be_visible(timeout=COMPILED)
    look("pair")
    ann.at("[data-key=choose-split]").click()
    expect(ann.at("[data-key=choose-double].advised")).to_be_visible(timeout=COMPILED)
    look("split")
    assert {turn: cut for turn, cut in looks.items() if cut} == {}


def test_who_answers_by_keyboard_keeps_the_focus_on_what_was_chosen(players, monkeypatch):
    _, ann = dealt(players, monkeypatch, "Typing Ann")
    ann.at("[data-key=mid-no]").click()
    ann.at("[data-key=choose-hit]").focus()
    for cards in (3, 4):
        ann.page.keyboard.press("Enter")
        expect(ann.at("#you .card")).to_have_count(cards)
        expect(ann.at("[data-key=choose-hit]:enabled")).to_be_focused(timeout=5000)
