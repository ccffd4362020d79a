"""People with browsers of their own, and what they do at a table by mouse, by keyboard and on a phone."""

import contextlib
import re
from collections import Counter

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, expect

from houseway.cards import parse_card
from houseway.room.fairness import commitments as fairness
from houseway.room.table import state
from houseway.web.words import language

LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"width": 844, "height": 390}
OFF = """() => {
    const clock = document.getElementById("clock");
    clock.hidden = false; // a test's clock is too patient to be shown
    clock.firstChild.textContent = "0:45";
    const felt = document.getElementById("felt").getBoundingClientRect();
    const within = ({ left, top, right, bottom }, box) =>
        left >= box.left - 1 && top >= box.top - 1 && right <= box.right + 1 && bottom <= box.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const off = (selector, box) => shown(selector).filter((each) => !within(each.getBoundingClientRect(), box));
    const at = clock.firstChild.getBoundingClientRect();
    const over = shown(".note, .net, .card").filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left < at.right && at.left < box.right && box.top < at.bottom && at.top < box.bottom;
    });
    return [
        ...off("#dealer, #others .seat, #you .your-cards, #you .spots, #you .your-name, .paper-slip", felt),
        ...off("#actions button, .bar :is(a, button)", screen),
        ...over,
    ].map((each) => each.outerHTML.slice(0, 80));
}"""
"""What of the table is off the felt or the screen, and what the clock covers."""

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")
HELD = "[...document.querySelectorAll('#you .card')].map((each) => each.dataset.face)"


class Player:
    """A person with a browser of their own; every error that a page reports is remembered."""

    def __init__(self, house, browser, name, device=None, motion="reduce", password=""):
        self.house = house
        self.context = browser.new_context(base_url=house.address, reduced_motion=motion, **(device or LAPTOP))
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda said: self._console(said))
        self.page.goto("/sign-in")
        if password:
            self._sign_in(name, password)
        else:
            self.page.get_by_label("Your name at the table").fill(name)
            self.page.get_by_label("Your name at the table").press("Enter")
        self.page.wait_for_url(f"{house.address}/")

    def _sign_in(self, name, password):
        self.page.get_by_text("With an account").click()
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("button", name="Sign in").click()

    def _console(self, said):
        # A refusal (4xx) and a line that is cut are part of some tests; what the pages themselves get wrong is not.
        if said.type == "error" and "Failed to load resource" not in said.text:
            self.faults.append(said.text)

    def open_table(self, game):
        self.page.goto(f"/tables/new?game={game}")
        self.page.get_by_role("button", name="Open the table").click()
        self.page.wait_for_url(re.compile(r"/tables/\d+$"))
        return self.page.url

    def at(self, selector):
        return self.page.locator(selector)

    def sit(self, seat):
        self.at(f"[data-key=sit-{seat}]").click()
        expect(self.at(".your-name")).to_be_visible()

    def bet_the_least(self, view):
        """With chips: the required wager, up to its least."""
        for wager in view["wagers"]:
            if wager["required"]:
                chip = next(c for c in (100, 25, 5, 1) if wager["least_cents"] % (100 * c) == 0)
                self.at(f"[data-key=chip-{chip}]").click()
                for _ in range(wager["least_cents"] // (100 * chip)):
                    self.at(f"[data-key=spot-{wager['id']}]").click()
        self.at("[data-key=deal]").click()

    def decide(self):
        """Whatever is asked, by mouse; whether anything was."""
        if self.at(".arranger").count():
            self._set()
        else:
            return self._press(".choice:enabled") or self._press("[data-key=mid-no]:enabled")
        return True

    def _press(self, selector):
        """Click it if it is there; a question may be answered and gone before the click."""
        if self.at(selector).count() == 0:
            return False
        with contextlib.suppress(TimeoutError):
            self.at(selector).first.click(timeout=1500)
        return True

    def _set(self):
        """Tap cards into every pile but the last, the first of them by dragging."""
        first = self.at(".pile").last.locator(".card-button").first
        first.drag_to(self.at(".pile").first.locator(".pile-cards"))
        expect(self.at(".pile").first.locator(".card-button")).to_have_count(1)
        for _ in range(20):
            if self.at("[data-key=set]").is_enabled():
                break
            self.at(".pile").last.locator(".card-button").first.click()
        self.at("[data-key=set]").click()
        expect(self.at(".arranger")).to_have_count(0)

    def close(self):
        self.context.close()
        assert self.faults == []


def clause_name(clause):
    """How a page calls a clause: by its number, or where it has none in words."""
    return f"clause {clause}" if re.match(r"[0-9]|[A-Z](\.|$)", clause) else language("en").clause(clause)


def plant(monkeypatch, cards):
    """Every shoe that is shuffled from now on begins with these cards, and the players' numbers do not help."""
    first = [parse_card(card) for card in cards.split()]

    def planted(pack, _draw):
        return (*first, *(Counter(pack) - Counter(first)).elements())

    monkeypatch.setattr(fairness, "shuffle", planted)
    monkeypatch.setattr(state, "used", lambda rest, _seed: tuple(rest))


def resized(page, size):
    """A window of another size, once the page has fitted itself to it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def view_of(house, url):
    return house.room.view(int(url.rsplit("/", 1)[1]), None).json()


def play_to_the_end(players):
    for _ in range(60):
        if players[0].at(".paper-slip").count():
            return
        acted = [player.decide() for player in players]
        if not any(acted):
            players[0].page.wait_for_timeout(60)
    raise AssertionError("the round does not end")


def two_at_a_table(players, house, game, devices=(None, None)):
    ann, ben = players("Ann", devices[0]), players("Ben", devices[1])
    url = ann.open_table(game)
    ben.page.goto(url)
    ann.sit(1)
    ben.sit(2)
    return url, ann, ben


def reach(page, key):
    """Tab until a control has the focus, as somebody without a mouse does."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key ?? ''") == key:
            return
    raise AssertionError(f"{key} cannot be reached with the Tab key")


def arrow_to(page, card):
    for _ in range(20):
        if page.evaluate("document.activeElement.dataset.card") == card:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{card} cannot be reached with the arrow keys")


def decide_by_keyboard(player):
    """Answer whatever is asked without a mouse; whether anything was."""
    if player.at(".arranger").count():
        for _ in range(20):
            if player.at("[data-key=set]").is_enabled():
                break
            player.at(".pile").last.locator(".card-button").first.focus()
            player.page.keyboard.press("Enter")
        reach(player.page, "set")
        player.page.keyboard.press("Enter")
        expect(player.at(".arranger")).to_have_count(0)
        return True
    if player.at(".choice:enabled").count():
        letter = player.at(".choice:enabled").first.get_attribute("data-letter", timeout=1500)
        player.page.keyboard.press(letter)
        player.page.wait_for_timeout(60)
        return True
    if player.at("[data-key=mid-no]:enabled").count():
        reach(player.page, "mid-no")
        player.page.keyboard.press("Enter")
        player.page.wait_for_timeout(60)
        return True
    return False


def told_cards(page):
    """Every card that the page tells, in any attribute or text of the table; not in the rules beside it."""
    html = page.evaluate("document.querySelector('.stage').outerHTML + document.getElementById('live').outerHTML")
    return set(CARD.findall(html))


def serious(page):
    found = Axe().run(page).response["violations"]
    bad = [each for each in found if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in bad]
