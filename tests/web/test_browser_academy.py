"""The academy in a real browser: every form of answer by keyboard, an exam to its certificate, on a phone too."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from browsing import serious
from playwright.sync_api import expect

from houseway.academy import Item
from houseway.academy.exam import Plan, Section
from houseway.academy.fields import Chips, Choice, Money, Piles
from wrong_answers import right_answer, wrong_answers

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def person(house, browser):
    """Somebody with an account and a browser."""
    contexts = []

    def make(name, **device):
        password = f"a long password of {name}"
        contexts.append(browser.new_context(base_url=house.address, **device))
        page = contexts[-1].new_page()
        page.faults = []
        page.on("pageerror", lambda fault: page.faults.append(str(fault)))
        made = house.room.people.register(name, password)
        token = house.room.people.session(made)
        contexts[-1].add_cookies([{"name": f"houseway-session-{house.port}", "value": token, "url": house.address}])
        page.person = made
        return page

    yield make
    for context in contexts:
        faults = [fault for page in context.pages for fault in page.faults]
        context.close()
        assert faults == []


def press(page, question):
    """Answer rightly without a mouse."""
    right = right_answer(question)
    for field in question.fields:
        _press(page, field, right[field.id])
    if len(question.fields) > 1 or not isinstance(question.fields[0], Choice | Piles):
        expect(page.locator("[data-key=answer]")).to_be_enabled()
        page.locator("[data-key=answer]").focus()
        page.keyboard.press("Enter")


def _press(page, field, right):
    if isinstance(field, Choice):
        place = [option.id for option in field.options].index(right)
        if place < 9:
            page.locator(".asks").focus()
            page.keyboard.press(str(place + 1))
        else:
            page.locator(f"[data-key='choose-{right}']").press("Enter")
    elif isinstance(field, Money):
        page.locator(f"[data-key=field-{field.id}]").focus()
        page.keyboard.type(f"{right / 100:.2f}")
    elif isinstance(field, Chips):
        for value, count in right.items():
            page.locator(f"[data-key=chips-{value}]").focus()
            page.keyboard.type(str(count))
    elif isinstance(field, Piles):
        for pile, cards in enumerate(right[:-1], 1):
            for card in cards:
                page.locator(f".arranger [data-card='{card}']").focus()
                page.keyboard.press(str(pile))
        expect(page.locator("[data-key=set]")).to_be_enabled()
        page.locator("[data-key=set]").focus()
        page.keyboard.press("Enter")
    else:
        stakes = {bet.id: bet.stake for bet in field.bets}
        for bet, cents in right:
            page.locator(f"[data-key='pay-{bet}']").focus()
            if cents in (0, -stakes[bet]):
                page.keyboard.press("p" if cents == 0 else "t")
            else:
                page.keyboard.type(f"{cents / 100:.2f}")
                page.keyboard.press("Enter")


def asked_now(page, house):
    """The question that the page asks, as the room has it."""
    item = house.room.academy.progress(page.person).asked
    return Item(*item).question()


KINDS = [
    ("super-pan-9", "house-way"),
    ("dealer-open-pai-gow", "house-way"),
    ("supreme-99", "settle"),
    ("super-pan-9", "pay"),
    ("super-pairs", "call"),
    ("super-pairs", "jackpot"),
    ("super-pan-9", "irregularity"),
]


def test_every_form_of_question_is_answered_by_keyboard_alone(house, person):
    page = person("Keyboard Ann")
    for game, kind in KINDS:
        page.goto(f"/academy/drill/{game}?kind={kind}")
        expect(page.locator(".asked")).to_be_visible()
        press(page, asked_now(page, house))
        expect(page.locator(".verdict.is-right")).to_be_visible()
    assert serious(page) == []
    expect(page.locator("#right")).to_have_text("3")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator(".asked")).to_be_visible()


def test_the_right_answer_stands_with_its_cards_in_words(house, person):
    """The line above it says 10♣, and so does the hand as it should have been set."""
    page = person("Reading Rae")
    page.goto("/academy/drill/dealer-open-pai-gow?kind=house-way")
    expect(page.locator(".asked")).to_be_visible()
    made = asked_now(page, house)
    verdict = made.judged(next(wrong_answers(made))[1]).json()
    told = {"verdict": verdict, "score": {"asked": 1, "right": 0, "waiting": 1}}
    page.route("**/answer", lambda route: route.fulfill(json=told))
    press(page, made)
    expect(page.locator(".verdict .answer dd")).to_contain_text(re.compile("[♠♥♦♣]"))
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", page.locator(".verdict").inner_text())


def test_any_row_that_is_settled_can_be_changed_with_its_cards_in_view(house, person):
    page = person("Settling Sue")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/academy/drill/supreme-99?kind=settle")
    expect(page.locator(".asked")).to_be_visible()
    bets = [bet.id for bet in asked_now(page, house).fields[0].bets]
    expect(page.locator(".missing")).to_have_text(f"{len(bets)} wagers are still to be settled.")
    for bet in bets:
        page.locator(f"[data-key='take-{bet}']").click()
    expect(page.locator("[data-key=answer]")).to_be_enabled()
    expect(page.locator(".missing")).to_have_text("")
    page.locator(f"[data-key='change-{bets[0]}']").click()
    expect(page.locator("[data-key=answer]")).to_be_disabled()
    expect(page.locator(f"[data-bet='{bets[1]}'] .place")).to_have_text("1")
    page.locator(f"[data-key='push-{bets[0]}']").click()
    page.locator(f"[data-key='change-{bets[-1]}']").click()
    expect(page.locator(".scene .dealer .card").first).to_be_in_viewport()
    who = page.locator(f"[data-bet='{bets[-1]}']").get_attribute("data-who")
    expect(page.locator(f".scene [data-who='{who}'] .card").first).to_be_in_viewport(ratio=0.9)
    assert serious(page) == []


def test_a_mistake_has_its_clause_and_comes_back(house, person):
    page = person("Mistaken Ben")
    page.goto("/academy/drill/super-pan-9?kind=house-way")
    expect(page.locator(".asked")).to_be_visible()
    first = house.room.academy.progress(page.person).asked
    wrong = "stand" if Item(*first).question().right["dealer"] == "draw" else "draw"
    page.locator(f"[data-key=choose-{wrong}]").click()
    expect(page.locator(".verdict.is-wrong")).to_contain_text("clause 7.i")
    expect(page.locator(".verdict .clauses")).to_contain_text("the dealer must")
    expect(page.locator("#waiting")).to_have_text("1")
    for _ in range(2):
        page.locator("[data-key=next]").click()
        expect(page.locator(".asked .choice:enabled").first).to_be_visible()
        press(page, asked_now(page, house))
        expect(page.locator(".verdict.is-right")).to_be_visible()
    page.locator("[data-key=next]").click()
    expect(page.locator(".kind-name")).to_contain_text("You have had this one before")
    assert house.room.academy.progress(page.person).asked == first
    page.goto("/academy")
    expect(page.locator("#asked")).to_have_text("3")
    assert serious(page) == []


def test_the_filter_asks_only_its_kind(house, person):
    page = person("Choosing Cyd")
    page.goto("/academy/drill/super-pan-9")
    expect(page.locator(".asked")).to_be_visible()
    page.locator("#kind").select_option("irregularity")
    expect(page.locator(".kind-name")).to_have_text("Handle the irregularity")
    assert page.url.endswith("?kind=irregularity")
    page.reload()
    expect(page.locator(".kind-name")).to_have_text("Handle the irregularity")


def test_wagers_are_settled_by_finger_on_a_phone_and_taken_back(house, person):
    page = person("Phoning Dee", **PHONE)
    for widest in ("chinese-poker?kind=irregularity", "dealer-open-pai-gow?kind=mispay", "supreme-99?kind=settle"):
        page.goto(f"/academy/drill/{widest}")
        expect(page.locator(".asked")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, widest
    bets = [row.get_attribute("data-bet") for row in page.locator(".bet").all()]
    for bet in bets:
        page.locator(f"[data-key='take-{bet}']").tap()
    expect(page.locator("[data-key=answer]")).to_be_enabled()
    expect(page.locator(".bet.settled")).to_have_count(len(bets))
    page.locator("[data-key=undo]").tap()
    expect(page.locator(".bet.settled")).to_have_count(len(bets) - 1)
    expect(page.locator("[data-key=answer]")).to_be_disabled()
    page.locator(f"[data-key='push-{bets[-1]}']").tap()
    page.locator("[data-key=answer]").tap()
    expect(page.locator(".verdict.is-wrong")).to_be_visible()
    assert serious(page) == []


PLAN = Plan(
    (
        Section("super-pan-9", "house-way", 1),
        Section("super-pan-9", "pay", 1),
        Section("dealer-open-pai-gow", "house-way", 1),
        Section("supreme-99", "settle", 1),
    ),
    75,
    30,
)


def test_an_exam_by_keyboard_ends_in_a_certificate_that_holds_and_a_changed_byte_is_found(house, person, tmp_path):
    page = person("Examined Eve")
    sitting = house.room.academy.begin(page.person, PLAN)
    page.goto(f"/academy/exam/{sitting.token}")
    for number in range(1, 5):
        expect(page.locator("#number")).to_have_text(f"{number} of 4")
        expect(page.locator("#left")).to_have_text(re.compile(r"^(30:00|2\d:\d\d)$"))
        assert str(sitting.exam.seed) not in page.content()
        if number == 3:
            page.reload()
            expect(page.locator("#number")).to_have_text("3 of 4")
            assert serious(page) == []
        press(page, sitting.exam.question(number - 1))
    expect(page.locator(".certificate")).to_contain_text("Examined Eve")
    expect(page.locator(".certificate")).to_contain_text("has passed: 4 of 4 answers right")
    assert serious(page) == []
    with page.expect_download() as loaded:
        page.get_by_role("link", name="Save the file").click()
    file = tmp_path / "certificate.json"
    loaded.value.save_as(file)
    _checked(page, file, "#holds")
    body = json.loads(file.read_text())["certificate"]
    assert (body["name"], body["seed"]) == ("Examined Eve", sitting.exam.seed)
    file.write_text(file.read_text().replace("Examined Eve", "Examined Eva"))
    _checked(page, file, "#faults")
    assert serious(page) == []


def _checked(page, file, found):
    page.goto("/academy/check")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(found)).to_be_visible()


def test_an_exam_whose_time_is_over_ends_by_itself_and_one_may_be_ended(house, person, monkeypatch):
    page = person("Late Fay")
    page.goto("/academy")
    page.locator("[data-game=super-pan-9]").get_by_role("button", name="Sit the exam").click()
    expect(page.locator("#number")).to_have_text("1 of 12")
    page.get_by_role("button", name="End the exam now").click()
    page.get_by_role("button", name="End it").click()
    expect(page.locator(".certificate")).to_contain_text("has not passed: 0 of 12")
    sitting = house.room.academy.begin(page.person, PLAN)
    page.goto(f"/academy/exam/{sitting.token}")
    expect(page.locator("#number")).to_have_text("1 of 4")
    late = sitting.until + timedelta(seconds=1)
    monkeypatch.setattr(house.room.academy, "_now", lambda: late)
    page.reload()
    expect(page.locator(".certificate")).to_contain_text("has not passed: 0 of 4")


def test_an_exam_whose_time_runs_out_before_ones_eyes_ends_once(house, person, monkeypatch):
    """The page asks the room when the time is over, and not again and again in the last second."""
    page = person("Slow Sol")
    began = datetime.now(UTC) - timedelta(minutes=PLAN.minutes) + timedelta(seconds=4.9)
    with monkeypatch.context() as earlier:
        earlier.setattr(house.room.academy, "_now", lambda: began)
        sitting = house.room.academy.begin(page.person, PLAN)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/academy/exam/{sitting.token}")
    expect(page.locator("#number")).to_have_text("1 of 4")
    expect(page.locator(".certificate")).to_contain_text("has not passed: 0 of 4")
    assert len([url for url in asked if url.endswith(f"/api/academy/exam/{sitting.token}")]) <= 2
