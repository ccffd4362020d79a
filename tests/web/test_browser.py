"""Real browsers at real tables: by mouse, by keyboard, on a phone, cut off and back again, and read by axe."""

import contextlib
import re
import shutil
from collections import Counter
from itertools import combinations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, expect, sync_playwright

from houseway.cards import name, parse_card
from houseway.games import GAMES
from houseway.games.supreme_99.rules import score
from houseway.room import fairness

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")

expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def browser():
    chromium = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if chromium is None:
        pytest.fail("these tests play in Chromium, and it is not on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


class Player:
    """A person with a browser of their own; every error that a page reports is remembered."""

    def __init__(self, house, browser, name, device=None, motion="reduce"):
        self.house = house
        self.context = browser.new_context(base_url=house.address, reduced_motion=motion, **(device or LAPTOP))
        self.context.set_default_timeout(15_000)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda said: self._console(said))
        self.page.goto("/sign-in")
        self.page.get_by_label("Your name at the table").fill(name)
        self.page.get_by_label("Your name at the table").press("Enter")
        self.page.wait_for_url(f"{house.address}/")

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
                chip = next(c for c in (100, 25, 5, 1) if wager["least"] % (100 * c) == 0)
                self.at(f"[data-key=chip-{chip}]").click()
                for _ in range(wager["least"] // (100 * chip)):
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


@pytest.fixture
def players(house, browser):
    made = []

    def make(name, device=None, **more):
        made.append(Player(house, browser, name, device, **more))
        return made[-1]

    yield make
    for player in made:
        player.close()


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


@EACH_GAME
def test_two_browsers_play_a_round_by_mouse(house, players, game):
    url, ann, ben = two_at_a_table(players, house, game.id)
    ann.at("[data-key=bot-3]").click()
    expect(ben.at("[data-seat='3']")).to_contain_text("Bot 3")
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at("#you .card, #you .arranger").first).to_be_visible()
    for player, number in ((ann, 1), (ben, 2)):
        check_no_hidden_card(house, url, player, number)
    play_to_the_end((ann, ben))
    view = view_of(house, url)
    for player, number in ((ann, 1), (ben, 2)):
        lines = [line for line in view["ruling"] if line["seat"] == number]
        expect(player.at(".slip-lines li")).to_have_count(len(lines))
        expect(player.at(".slip-lines")).to_contain_text(f"clause {lines[0]['clause']}")
        expect(player.at("#live")).to_contain_text(lines[0]["why"])
    ann.at(".slip-lines summary").first.click()
    expect(ann.at(".slip-lines details p").first).to_be_visible()
    ann.at(".slip-foot a").click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(f"Round {view['round']}")


def test_super_pan_9_by_keyboard_alone(house, players):
    ann = players("Key Ann")
    url = ann.open_table("super-pan-9")
    page = ann.page
    reach(page, "sit-5")
    page.keyboard.press("Enter")
    expect(ann.at(".your-name")).to_contain_text("Key Ann")
    reach(page, "type-main")
    page.keyboard.type("25")
    reach(page, "type-tie")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(ann.at(".choice")).to_have_count(2)
    page.keyboard.press("d")
    expect(ann.at(".paper-slip")).to_be_visible()
    assert view_of(house, url)["seats"][4]["wagers"] == {"main": 2500, "tie": 500}
    assert len(view_of(house, url)["seats"][4]["cards"]) == 4
    page.keyboard.press("r")
    reach(page, "deal")
    page.keyboard.press("Enter")
    expect(ann.at(".choice")).to_have_count(2)
    page.keyboard.press("s")
    expect(ann.at(".paper-slip")).to_be_visible()


def reach(page, key):
    """Tab until a control has the focus, as somebody without a mouse does."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key ?? ''") == key:
            return
    raise AssertionError(f"{key} cannot be reached with the Tab key")


def test_a_hand_is_set_by_keyboard_and_its_foul_is_seen_first(house, players):
    ann = players("Setting Ann")
    url = ann.open_table("supreme-99")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    page = ann.page
    expect(ann.at(".card-button")).to_have_count(4)
    cards = [button.get_attribute("data-card") for button in ann.at(".card-button").all()]
    low = max(combinations(cards, 2), key=lambda pair: score(*map(parse_card, pair)))
    foul = score(*map(parse_card, low)) > score(*(parse_card(card) for card in cards if card not in low))
    ann.at(".card-button").first.focus()
    for card in cards:
        if card not in low:
            arrow_to(page, card)
            page.keyboard.press("Enter")
    expect(ann.at(".pile-says").first).not_to_be_empty()
    expect(ann.at("[data-key=set]")).to_have_text("Set hand all the same" if foul else "Set hand")
    expect(ann.at(".arrange-note")).to_contain_text("foul" if foul else "Ready")
    ann.at("[data-key=best]").click()
    expect(ann.at(".arrange-note")).to_have_text("Ready to set.")
    reach(page, "set")
    page.keyboard.press("Enter")
    expect(ann.at(".paper-slip")).to_be_visible()


def test_super_pan_9_on_a_phone(house, players):
    url, ann, ben = two_at_a_table(players, house, "super-pan-9", (PHONE, LAPTOP))
    ann.at("[data-key=chip-5]").tap()
    ann.at("[data-key=spot-main]").tap()
    ann.at("[data-key=deal]").tap()
    ben.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    for target in ann.at("#actions button").all():
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844
    cards = ann.at("#you .card").last.bounding_box()
    assert cards["y"] + cards["height"] <= ann.at("#actions").bounding_box()["y"]
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.at(".choice").first.tap()
    ben.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    ann.page.get_by_role("button", name="Panel").tap()
    expect(ann.at("#pane-odds")).to_contain_text("for the house")


OTHER_GAMES = pytest.mark.parametrize("game", [game.id for game in GAMES if game.id != "super-pan-9"])


@OTHER_GAMES
def test_the_other_games_on_two_phones(house, players, game):
    """By tapping alone, nothing wider than the screen, and what is asked for within reach of a thumb."""
    url, ann, ben = two_at_a_table(players, house, game, (PHONE, PHONE))
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at("#you .card, #you .arranger").first).to_be_visible()
    for player in (ann, ben):
        assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
        for target in player.at("#actions button:visible").all():
            box = target.bounding_box()
            if box is not None:
                assert min(box["width"], box["height"]) >= 44
                assert box["y"] + box["height"] <= 844
    play_to_the_end((ann, ben))
    expect(ann.at(".slip-lines li").first).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


@OTHER_GAMES
def test_the_other_games_by_keyboard_alone(house, players, game):
    """Sit, bet, decide and set the hand with the Tab, letter and Enter keys."""
    ann, ben = players("Key Ann"), players("Key Ben")
    url = ann.open_table(game)
    ben.page.goto(url)
    for player, seat in ((ann, 1), (ben, 2)):
        reach(player.page, f"sit-{seat}")
        player.page.keyboard.press("Enter")
        expect(player.at(".your-name")).to_be_visible()
    required = next(wager for wager in view_of(house, url)["wagers"] if wager["required"])
    for player in (ann, ben):
        reach(player.page, f"type-{required['id']}")
        player.page.keyboard.type(str(required["least"] // 100))
        player.page.keyboard.press("Enter")
    for _ in range(60):
        if ann.at(".paper-slip").count():
            break
        acted = [decide_by_keyboard(player) for player in (ann, ben)]
        if not any(acted):
            ann.page.wait_for_timeout(60)
    expect(ann.at(".slip-lines li").first).to_be_visible()


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


def test_a_round_that_is_over_as_it_is_dealt_shows_its_ruling_and_lays_no_bet_again(house, players, monkeypatch):
    """The dealer's blackjack under a king: nobody is asked anything."""
    first = [parse_card(card) for card in ("5c", "Kd", "6c", "As")]
    planted = lambda pack, _draw: (*first, *(Counter(pack) - Counter(first)).elements())  # noqa: E731
    monkeypatch.setattr(fairness, "shuffle", planted)
    ann = players("Short Ann", PHONE)
    url = ann.open_table("super-pairs")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".slip-lines li").first).to_be_visible()
    expect(ann.at("[data-key=deal]")).to_be_disabled()
    assert view_of(house, url)["phase"] == "ended"


HELD = "[...document.querySelectorAll('#you .card')].map((each) => each.dataset.face)"


def test_a_server_that_dies_in_mid_round_comes_back_with_the_round(mortal_house, browser):
    house = mortal_house()
    ann = Player(house, browser, "Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    held = ann.page.evaluate(HELD)
    assert len(held) == 3
    house = mortal_house()
    expect(ann.at("body[data-line=live]")).to_have_count(1)
    expect(ann.at(".choice")).to_have_count(2)
    assert ann.page.evaluate(HELD) == held
    ann.at(".choice").last.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert view_of(house, url)["phase"] == "ended"
    ann.page.evaluate("window.stop()")
    ann.close()


def test_who_comes_back_in_mid_round_finds_the_cards_and_the_question(house, players):
    url, ann, ben = two_at_a_table(players, house, "super-pan-9")
    for player in (ann, ben):
        player.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    held = ann.page.evaluate(HELD)
    ann.context.set_offline(True)
    ben.at(".choice").first.click()
    expect(ben.at(".choice")).to_have_count(0)
    ann.context.set_offline(False)
    expect(ann.at("[data-seat='2'].acting")).to_have_count(0)
    expect(ann.at(".choice")).to_have_count(2)
    ann.page.reload()
    expect(ann.at(".choice")).to_have_count(2)
    assert ann.page.evaluate(HELD) == held
    ann.at(".choice").first.click()
    expect(ben.at(".paper-slip")).to_be_visible()


def test_a_refused_bet_is_explained_and_nothing_is_taken(house, players):
    ann = players("Poor Ann")
    ann.open_table("super-pan-9")
    ann.sit(1)
    ann.at("[data-key=type-main]").fill("1")
    ann.at("[data-key=type-main]").press("Enter")
    expect(ann.at("#toast")).to_contain_text("below the limit of $5.00")
    expect(ann.at("#toast")).to_be_visible()
    expect(ann.at("#my-chips")).to_have_text("$1,000")
    ann.at("[data-key=clear]").click()
    ann.at("[data-key=type-tie]").fill("5")
    ann.at("[data-key=type-tie]").press("Enter")
    expect(ann.at("#toast")).to_contain_text("every player makes the main wager")


def test_settings_that_cannot_be_are_explained_as_one_types(players):
    ann = players("Typing Ann")
    ann.page.goto("/tables/new?game=super-pan-9")
    ann.at("#set-decks").fill("12")
    expect(ann.at("#fault-decks")).to_contain_text("between 1 and 8")
    expect(ann.at("#open")).to_be_disabled()
    ann.at("#set-decks").fill("1")
    expect(ann.at("#together")).to_contain_text("the shoe holds 36")
    ann.at("#set-seats").fill("8")
    expect(ann.at("#together")).to_be_hidden()
    expect(ann.at("#open")).to_be_enabled()


def arrow_to(page, card):
    for _ in range(20):
        if page.evaluate("document.activeElement.dataset.card") == card:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{card} cannot be reached with the arrow keys")


def check_no_hidden_card(house, url, player, seat):
    """Nothing in the page tells a card that this seat has not seen, while a round is played."""
    live = house.room._live[int(url.rsplit("/", 1)[1])]
    seen = {name(card) for card in live.standing.cards(seat)}
    for place in range(7):
        seen |= {name(card) for card in live.standing.shown(place)}
    told = told_cards(player.page)
    assert live.phase == "ended" or told <= seen


def test_the_search_of_the_page_finds_a_planted_card(house, players):
    ann = players("Planting Ann")
    ann.open_table("super-pan-9")
    expect(ann.at("[data-key=sit-1]")).to_be_visible()
    assert told_cards(ann.page) == set()
    ann.page.evaluate("document.getElementById('dealer').title = '9d'")
    assert told_cards(ann.page) == {"9d"}


def told_cards(page):
    """Every card that the page tells, in any attribute or text of the table; not in the rules beside it."""
    html = page.evaluate("document.querySelector('.stage').outerHTML + document.getElementById('live').outerHTML")
    return set(CARD.findall(html))


def test_axe_finds_no_serious_fault(house, players):
    ann = players("Axe Ann")
    pages = ["/", "/sign-in", "/tables/new?game=super-pan-9", "/nowhere"]
    for path in pages:
        ann.page.goto(path)
        assert serious(ann.page) == [], path
    url = ann.open_table("super-pan-9")
    expect(ann.at("[data-key=sit-1]")).to_be_visible()
    assert serious(ann.page) == [], "an empty table"
    ann.sit(1)
    ann.at("[data-key=bot-2]").click()
    assert serious(ann.page) == [], "betting"
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    assert serious(ann.page) == [], "deciding"
    ann.at(".choice").first.click()
    expect(ann.at(".paper-slip")).to_be_visible()
    assert serious(ann.page) == [], "the ruling"
    for tab in ("rules", "history", "about"):
        ann.at(f"#tab-{tab}").click()
        assert serious(ann.page) == [], tab
    for path in (ann.at(".slip-foot a").get_attribute("href"), f"/proof/{view_of(house, url)['shoe']['id']}"):
        ann.page.goto(path)
        assert serious(ann.page) == [], path


def serious(page):
    found = Axe().run(page).response["violations"]
    bad = [each for each in found if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in bad]


def test_axe_finds_a_planted_fault(players):
    ann = players("Fault Ann")
    ann.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    assert any(each.startswith("button-name") for each in serious(ann.page))


def test_cards_move_where_motion_is_welcome_and_not_otherwise(house, players):
    for motion, moves in (("no-preference", True), ("reduce", False)):
        ann = players(f"Moving Ann {motion[:2]}", motion=motion)
        url = ann.open_table("super-pan-9")
        ann.sit(1)
        ann.page.evaluate(
            "window.moved = 0; const old = Element.prototype.animate;"
            "Element.prototype.animate = function (...rest) { window.moved++; return old.apply(this, rest); }; 0"
        )
        ann.bet_the_least(view_of(house, url))
        expect(ann.at(".choice")).to_have_count(2)
        assert (ann.page.evaluate("window.moved") > 0) == moves


def test_the_proof_is_checked_by_the_browser_itself(house, players):
    ann = players("Proving Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    expect(ann.at(".choice")).to_have_count(2)
    ann.page.goto(f"/proof/{view_of(house, url)['shoe']['id']}")
    expect(ann.at("#verdict")).to_contain_text("It holds: all 3 cards")

    def forge(route):
        proof = route.fetch().json()
        proof["openings"][1]["number"] = (proof["openings"][1]["number"] + 1) % 52
        route.fulfill(json=proof)

    ann.page.route("**/api/proof/*", forge)
    ann.page.reload()
    expect(ann.at("#verdict")).to_contain_text("It does NOT hold")


def test_hints_and_what_should_have_been_done(house, players):
    ann = players("Learning Ann")
    url = ann.open_table("super-pan-9")
    ann.sit(1)
    ann.at("#tab-about").click()
    ann.page.get_by_label("Hints while I decide").check()
    ann.bet_the_least(view_of(house, url))
    best = ann.at(".hints .best span").first
    expect(best).to_be_visible()
    choice = best.text_content()
    ann.at(f"[data-key=choose-{choice}]").click()
    ann.at("[data-key=look-back]").click()
    expect(ann.at(".decisions")).to_contain_text("That was the best.")
