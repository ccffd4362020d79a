"""Every page in a made-up language that brackets each text: what stands outside the brackets is data, or unmarked."""

import importlib.util
import os
import re
import sys
from pathlib import Path
from random import Random

import pytest
from browsing import LAPTOP, PHONE
from playwright.sync_api import expect

from houseway.room import Room
from houseway.room.people.people import HASHER
from houseway.room.table.clock import Clock
from houseway.web import words

ROOT = Path(__file__).parents[2]
CODE = "eo"
PASSWORD = "a long password"
PATIENT = Clock(1000, 1000, 1000, sealing=1000, opening=1000)

OURS = "|".join(
    (
        "houseway|Super Pan 9|Super Pairs|Dealer Open Pai Gow|UTC|PDF|CSV|XLSX|JSON|SHA|TOML|English|Esperanto",
        r"Zoe|Boss|Bot \d+|command: tests|not in this test|PT-[A-Z0-9-]+|WAC [0-9-]+|August 2023|Ah Ad Ac",
        r"\b[0-9a-f]{8,}|\b(?:10|[2-9TJQKA])[cdhs♠♥♦♣]|\bJk\b|\b[a-z0-9]+(?:[.-][a-z0-9]+)+",
    )
)
"""What is nobody's text: names that people gave, cards, ids, kinds of file."""

OUTSIDE = """() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const found = [];
  const apart = '[lang="en"], script, style, code, kbd, noscript, textarea, [hidden], [data-account=manager]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement.closest(apart)) found.push(node.textContent);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
    for (const each of document.querySelectorAll(`[${name}]`)) {
      if (!each.closest(apart)) found.push(each.getAttribute(name));
    }
  }
  return document.querySelector('h1 [lang="en"]') ? found : [...found, document.title];
}"""


def bracketed(text):
    """A text in the made-up language: its words in brackets, what is put in and what is markup as it is."""
    parts = re.split(r"(<[^<>]*>|%\(\w+\)s)", text)
    return "".join(part if place % 2 or not part.strip() else f"⟦{part}⟧" for place, part in enumerate(parts))


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """A language as a file, of which there is no other trace."""
    spec = importlib.util.spec_from_file_location("tool_words", ROOT / "tools" / "words.py")
    tool = importlib.util.module_from_spec(spec)
    sys.modules["tool_words"] = tool
    spec.loader.exec_module(tool)
    folder = tmp_path_factory.mktemp("words")
    catalog = tool.Catalog(locale=CODE, charset="utf-8")
    for message in tool.collected():
        if message.id:
            several = isinstance(message.id, tuple)
            own = tuple(map(bracketed, message.id)) if several else bracketed(message.id)
            catalog.add(message.id, own, message.locations, context=message.context)
    (folder / f"{CODE}.po").write_bytes(tool.written(catalog))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "FOLDER", folder)
        words.language.cache_clear()
        yield CODE
    words.language.cache_clear()


@pytest.fixture
def page_of(made_up, folder, browser, house_of):
    """A room of one's own, and pages of it in the made-up language."""
    luck = Random(int(os.environ.get("HOUSEWAY_LUCK", "5")))
    room = Room.open(f"sqlite:///{folder / 'words.db'}", clock=PATIENT, draw=luck.randrange)
    house = house_of(room)
    opened = []

    def make(device=LAPTOP):
        context = browser.new_context(base_url=house.address, reduced_motion="reduce", locale=made_up, **device)
        context.set_default_timeout(60_000)
        opened.append(context)
        return context.new_page()

    make.room = room
    yield make
    for context in opened:
        context.close()


def unmarked(page):
    """What a page says that is in no catalogue and nobody's data."""
    said = (re.sub(r"⟦(?:clause |the rule “)⟧[\w. -]+|⟦[^⟦⟧]*⟧", " ", text) for text in page.evaluate(OUTSIDE))
    rest = {re.sub(OURS, " ", text).strip() for text in said}
    return sorted(text for text in rest if re.search(r"[^\W\d_]{2,}", text))


def walk(page, *paths):
    """All that is unmarked on these pages, by page."""
    found = {}
    for path in paths:
        page.goto(path)
        page.wait_for_load_state("load")
        if left := unmarked(page):
            found[path] = left
    return found


def none(found):
    """Nothing is left, or a line for each text with the page where it stands."""
    lines = [f"{where}: {text}" for where, texts in found.items() for text in texts]
    assert not lines, "mark these (docs/words.md):\n" + "\n".join(lines)


def come_in(page):
    page.goto("/sign-in")
    page.locator("#guest-name").fill("Zoe")
    page.locator("#guest-name").press("Enter")
    page.wait_for_url(re.compile("/$"))


def test_what_a_visitor_reads_is_marked(page_of):
    page = page_of()
    found = walk(page, "/", "/sign-in", "/nowhere", f"/offline?lang={CODE}", "/log", "/academy", "/academy/check")
    page.goto("/sign-in")
    page.locator("summary").click()
    page.locator("#account-name").fill("Nobody")
    page.locator("#password").fill("not the password")
    page.locator("button[value=account]").click()
    expect(page.locator("#fault")).to_be_visible()
    none(found | {"refused": unmarked(page)})


@pytest.mark.parametrize("game", ["super-pan-9", "super-pairs", "dealer-open-pai-gow"])
def test_what_a_player_reads_at_a_table_is_marked(page_of, game):
    page = page_of(PHONE if game == "super-pairs" else LAPTOP)
    come_in(page)
    page.locator(f"[data-game={game}] form.play button").click()
    page.wait_for_url(re.compile(r"/tables/\d+$"))
    expect(page.locator(".spot.required.laid")).to_have_count(1)
    found = {"betting": unmarked(page)}
    page.locator(".typed").first.fill("100000")
    page.locator(".typed").first.press("Tab")
    page.locator("[data-key=deal]").click()
    expect(page.locator("#toast.shown")).to_be_visible()
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
    paths = ["/", "/me", "/rounds/1", "/proof/1", "/display/1", "/posting/1", f"/tables/new?game={game}"]
    none(found | walk(page, *paths))


def answer(page):
    """Whatever is asked: the last choice, no wager, or the cards as they come."""
    if page.locator("[data-key=set]").count():
        for _ in range(20):
            if page.locator("[data-key=set]").is_enabled():
                break
            page.locator(".pile").last.locator(".card-button").first.click()
        page.locator("[data-key=set]").click()
        expect(page.locator(".arranger")).to_have_count(0)
        return
    before = page.locator("#actions").inner_text()
    page.locator(".choice:enabled, [data-key=mid-no]:enabled").last.click()
    expect(page.locator("#actions")).not_to_have_text(before, use_inner_text=True)


def test_what_is_read_away_from_the_tables_is_marked(page_of):
    page = page_of()
    come_in(page)
    lab = ["/lab", "/lab/super-pan-9", "/lab/interpretations"]
    found = walk(page, "/drill/super-pan-9", "/academy", "/academy/drill/super-pan-9", "/play?game=super-pan-9", *lab)
    none(found)


def test_what_staff_reads_is_marked(page_of):
    page_of.room.people.add("Boss", "manager", HASHER.hash(PASSWORD), by="command: tests")
    page = page_of()
    page.goto("/sign-in")
    page.locator("summary").click()
    page.locator("#account-name").fill("Boss")
    page.locator("#password").fill(PASSWORD)
    page.locator("button[value=account]").click()
    page.wait_for_url(re.compile("/$"))
    page.goto("/tables/new?game=super-pairs")
    page.locator("#open").click()
    page.wait_for_url(re.compile(r"/tables/\d+$"))
    page.locator("#tab-about").click()
    page.locator("#desk-pause").wait_for()
    found = {"table": unmarked(page)} if unmarked(page) else {}
    desk = ["/desk", "/desk/jackpots", "/desk/books", "/desk/luck", "/desk/exposure", "/desk/posting"]
    none(found | walk(page, *desk, "/accounts", "/second-factor", "/password"))
