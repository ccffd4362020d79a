"""Every page in a made-up language that brackets each text: what stands outside the brackets is data, or unmarked.

Pages are read as they are sent; a browser, one page of it, is asked only where scripts write.
"""

import os
import re
import shutil
from html.parser import HTMLParser
from random import Random

import httpx
import pytest
from browsing import LAPTOP, PHONE
from made_up import CODE, catalog, left, load_tool
from playwright.sync_api import expect

from houseway.room import Room
from houseway.room.people import people
from houseway.room.table.clock import Clock
from houseway.web import words

PASSWORD = "a long password"
PATIENT = Clock(1000, 1000, 1000, sealing=1000, opening=1000)

ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "aria-description")
SILENT = ("script", "style", "code", "kbd", "noscript", "textarea", "svg")
VOID = ("meta", "link", "input", "img", "br", "hr", "use", "wbr", "source")

OUTSIDE = """() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const found = [];
  const apart = '[lang="en"]:not([data-untranslated]), script, style, code, kbd, noscript, textarea, [hidden], ' +
    '[data-account=manager]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement.closest(apart)) found.push(node.textContent);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
    for (const each of document.querySelectorAll(`[${name}]`)) {
      if (!each.closest(apart)) found.push(each.getAttribute(name));
    }
  }
  return [...found, document.title];
}"""


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """A language as a file, of which there is no other trace."""
    tool = load_tool()
    folder = tmp_path_factory.mktemp("words")
    shutil.copy(words.FOLDER / "en.po", folder)
    (folder / f"{CODE}.po").write_bytes(tool.written(catalog(tool.collected())))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "FOLDER", folder)
        words.language.cache_clear()
        yield CODE
    words.language.cache_clear()


class Words(HTMLParser):
    """The texts of a page as it is sent, but those that are English on purpose, or nobody's."""

    def __init__(self, html):
        super().__init__()
        self.found, self._open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        english = given.get("lang") == "en" and "data-untranslated" not in given
        apart = english or tag in SILENT or "hidden" in given or given.get("data-account") == "manager"
        apart = apart or bool(self._open and self._open[-1][1])
        if not apart:
            self.found += [given[name] for name in ATTRIBUTES if given.get(name)]
        if tag not in VOID:
            self._open.append((tag, apart))

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not (self._open and self._open[-1][1]):
            self.found.append(data)


class Guests:
    """A room behind a server that speaks the made-up language; who comes reads pages, or has a browser too."""

    def __init__(self, house, browser):
        self.house, self._browser, self._opened = house, browser, []

    def visitor(self, name=""):
        client = httpx.Client(base_url=self.house.address, headers={"Accept-Language": CODE}, timeout=120)
        return self.house.visitor(name, client)

    def page(self, visitor, device=LAPTOP):
        """A page in a browser that is the visitor's own."""
        url = self.house.address
        context = self._browser.new_context(base_url=url, reduced_motion="reduce", locale=CODE, **device)
        context.add_cookies(
            [{"name": name, "value": value, "url": url} for name, value in visitor.client.cookies.items()]
        )
        context.set_default_timeout(60_000)
        self._opened.append(context)
        return context.new_page()

    def close(self):
        for each in self._opened:
            each.close()


@pytest.fixture(scope="module")
def guests(made_up, folder, browser, serve):
    luck = Random(int(os.environ.get("HOUSEWAY_LUCK", "5")))
    room = Room.open(f"sqlite:///{folder / 'words.db'}", clock=PATIENT, draw=luck.randrange)
    found = Guests(serve(room), browser)
    yield found
    found.close()


def unmarked(page):
    """What a page in a browser says that nobody has marked."""
    return left(page.evaluate(OUTSIDE))


def read(visitor, *paths):
    """All that is unmarked on these pages as they are sent, by page."""
    answers = {path: visitor.client.get(path, follow_redirects=True) for path in paths}
    assert {answer.status_code for answer in answers.values()} <= {200, 404, 405}, answers
    return {path: left(Words(answer.text).found) for path, answer in answers.items()}


def walk(page, *paths):
    """The same where scripts write the page."""
    found = {}
    for path in paths:
        page.goto(path)
        found[path] = unmarked(page)
    return found


def none(found):
    """Nothing is left, or a line for each text with the page where it stands."""
    lines = [f"{where}: {text}" for where, texts in found.items() for text in texts]
    assert not lines, "mark these (docs/words.md):\n" + "\n".join(lines)


def test_what_a_visitor_reads_is_marked(guests):
    guest = guests.visitor()
    found = read(guest, "/", "/sign-in", "/nowhere", f"/offline?lang={CODE}", "/log", "/academy", "/academy/check")
    refused = guest.form("/sign-in", how="account", name="Nobody", password="not the password")
    none(found | {"refused": left(Words(refused.text).found)})


@pytest.mark.parametrize("game", ["super-pan-9", "super-pairs", "dealer-open-pai-gow"])
def test_what_a_player_reads_at_a_table_is_marked(guests, game):
    zoe = guests.visitor("Zoe")
    page = guests.page(zoe, PHONE if game == "super-pairs" else LAPTOP)
    found = walk(page, "/")
    page.locator(f"[data-game={game}] form.play button").click()
    page.wait_for_url(re.compile(r"/tables/\d+$"))
    table = page.url.rsplit("/", 1)[1]
    expect(page.locator(".spot.required.laid")).to_have_count(1)
    expect(page.locator(".languages button").first).to_be_visible()
    found["betting"] = unmarked(page)
    page.locator(".typed").first.fill("100000")
    page.locator(".typed").first.press("Tab")
    page.locator("[data-key=deal]").click()
    expect(page.locator("[id^=refused-]").first).to_be_visible()
    found["refused"] = unmarked(page)
    page.locator(".typed").first.fill("5")
    page.locator(".typed").first.press("Tab")
    page.locator("[data-key=deal]").click()
    asked = ".choice:enabled, [data-key=set], [data-key=mid-no]:enabled"
    page.locator(f"{asked}, .paper-slip").first.wait_for()
    found["asked"] = unmarked(page)
    for _ in range(12):
        page.locator(f"{asked}, .paper-slip").first.wait_for()
        if page.locator(".paper-slip").count():
            break
        answer(page)
    unmarked(page)  # opens what explains the result
    page.locator(".paper-slip .reasons").first.wait_for(state="attached")
    found["slip"] = unmarked(page)
    for tab in ("rules", "history", "about"):
        page.locator(f"#tab-{tab}").dispatch_event("click")
        page.locator(f"#pane-{tab} > :not(.skeleton)").nth(1).wait_for(state="attached")
        found[tab] = unmarked(page)
    round_ = page.locator("#pane-history a").first.get_attribute("href")
    found |= read(zoe, "/me", round_, "/proof/1", f"/display/{table}", f"/posting/{table}", f"/tables/new?game={game}")
    if game == "super-pan-9":
        found |= walk(page, "/me", round_, "/proof/1", f"/display/{table}", "/log")
    none(found)


def answer(page):
    """Whatever is asked: the first choice, no wager, or the cards as they come."""
    if page.locator("[data-key=set]").count():
        for _ in range(20):
            if page.locator("[data-key=set]").is_enabled():
                break
            page.locator(".pile").last.locator(".card-button").first.click()
        page.locator("[data-key=set]").click()
        expect(page.locator(".arranger")).to_have_count(0)
        return
    before = page.locator("#actions").inner_text()
    page.locator(".choice:enabled, [data-key=mid-no]:enabled").first.click()
    expect(page.locator("#actions")).not_to_have_text(before, use_inner_text=True)


def test_what_is_read_away_from_the_tables_is_marked(guests):
    yan = guests.visitor("Zoe Yan")
    found = read(yan, "/academy", "/play?game=super-pan-9", "/lab", "/lab/super-pan-9", "/lab/interpretations")
    found |= read(yan, *(f"/tables/new?game={game}" for game in ("supreme-99", "chinese-poker")))
    page = guests.page(yan)
    found |= walk(page, "/drill/super-pan-9")
    page.goto("/academy/drill/super-pan-9?kind=irregularity")
    page.locator(".choice").first.click()
    page.locator(".verdict").wait_for()
    none(found | {"verdict": unmarked(page)})


def test_what_staff_reads_is_marked(guests):
    guests.house.room.people.add("Boss", "manager", people.HASHER.hash(PASSWORD), by="command: tests")
    boss = guests.visitor()
    assert boss.form("/sign-in", how="account", name="Boss", password=PASSWORD).status_code == 303
    table = boss.open_table("super-pairs")
    desk = ["/desk", "/desk/jackpots", "/desk/books", "/desk/luck", "/desk/exposure", "/desk/posting"]
    desk += [f"/posting/{table}", f"/desk/tables/{table}/change", "/accounts", "/second-factor", "/password"]
    found = read(boss, *desk)
    page = guests.page(boss)
    page.goto(f"/tables/{table}")
    page.locator("#tab-about").click()
    page.locator("#desk-pause").wait_for()
    none(found | {"table": unmarked(page)})
