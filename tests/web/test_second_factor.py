"""A second factor over HTTP and in a browser: set up with a device, asked for at sign-in, asked for by the room."""

import base64
import html
import re
import time
from typing import Any

import pytest
from browsing import PHONE, serious
from playwright.sync_api import expect

from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.people import people
from houseway.room.people.accounts import Accounts
from houseway.room.people.people import Person
from houseway.room.people.second_factor import STEP, SecondFactors, code_at
from houseway.room.people.tries import BY_BOTH

PASSWORD = "nine of hearts"
SECRET, TICKET = re.compile(r'id="secret">([A-Z2-7 ]+)<'), re.compile(r'name="ticket" value="([0-9a-f]+)"')


@pytest.fixture
def clock(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock to turn: a code is used once, and nobody waits for the next."""
    now = [time.time()]
    room.factors = SecondFactors(room.store, room.people, lambda: now[0])
    return now


def made(room: Room, name: str, role: str) -> Person:
    return room.people.add(name, role, people.HASHER.hash(PASSWORD), by="command: tests")


def read(text: str) -> tuple[bytes, str]:
    """The secret on a page, as a device takes it, and the ticket of its form."""
    secret, ticket = SECRET.search(text), TICKET.search(text)
    assert secret is not None
    assert ticket is not None
    typed = secret[1].replace(" ", "")
    return base64.b32decode(typed + "=" * (-len(typed) % 8)), ticket[1]


def enrolled(visitor: Any, now: float) -> bytes:
    secret, ticket = read(visitor.client.get("/second-factor").text)
    assert visitor.form("/second-factor", ticket=ticket, code=code_at(secret, int(now) // STEP)).status_code == 303
    return secret


def test_a_code_is_asked_for_after_the_password_and_nothing_opens_before_it(
    room: Room, visitor: Any, clock: list[float]
) -> None:
    made(room, "Dora", "dealer")
    dora, again = visitor(), visitor()
    dora.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    secret = enrolled(dora, clock[0])
    assert "has a second factor" in dora.client.get("/second-factor").text
    entered = again.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    assert entered.headers["location"] == "/code"
    for page in ("/desk", "/second-factor", "/accounts"):
        assert again.client.get(page, follow_redirects=False).headers["location"] == f"/sign-in?next={page}"
    led = again.client.get("/sign-in?next=/desk", follow_redirects=False).headers["location"]
    assert led == "/code?next=/desk"
    assert 'name="next" value="/desk"' in again.client.get(led).text
    assert again.client.get("/sign-in", follow_redirects=False).headers["location"] == "/code"
    refused = again.form("/tables/new", game="super-pan-9", name="")
    assert refused.headers["location"].startswith("/sign-in?next=/tables/new")
    assert "Sign out" not in again.client.get("/").text
    wrong = again.form("/code", code="000000")
    assert wrong.status_code == 422
    assert "not the code" in wrong.text
    clock[0] += STEP
    code = code_at(secret, int(clock[0]) // STEP)
    assert again.form("/code", code=code, next="/desk").headers["location"] == "/desk"
    assert again.client.get("/desk").status_code == 200
    third = visitor()
    third.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    assert third.form("/code", code=code).status_code == 422, "a code opens one session"
    assert visitor().form("/code", code=code).headers["location"] == "/sign-in"
    assert audit(str(room.store.engine.url)) == []


def test_where_the_room_asks_for_one_it_is_set_up_first(room: Room, visitor: Any, clock: list[float]) -> None:
    accounts = Accounts(room.store, room.people, "command: tests")
    accounts.require("staff")
    _, once = accounts.add("Dan", "dealer")
    dan = visitor()
    assert dan.form("/sign-in", how="account", name="Dan", password=once).headers["location"] == "/password"
    assert dan.form("/password", old=once, new=PASSWORD).headers["location"] == "/second-factor"
    assert dan.client.get("/desk", follow_redirects=False).headers["location"] == "/sign-in?next=/desk"
    page = dan.client.get("/second-factor").text
    assert "This room asks for one from you" in page
    secret, ticket = read(page)
    wrong = dan.form("/second-factor", ticket=ticket, code="no code")
    assert wrong.status_code == 422
    assert read(wrong.text) == (secret, ticket), "the same secret: the device has it already"
    assert dan.form("/second-factor", ticket="00", code="1").status_code == 422
    entered = dan.form("/second-factor", ticket=ticket, code=code_at(secret, int(clock[0]) // STEP))
    assert entered.headers["location"] == "/"
    assert dan.client.get("/desk").status_code == 200


def test_a_manager_takes_one_away_and_says_who_needs_one_on_the_page(
    room: Room, visitor: Any, clock: list[float]
) -> None:
    made(room, "Max", "manager")
    dora = made(room, "Dora", "dealer")
    boss, worker = visitor(), visitor()
    boss.form("/sign-in", how="account", name="Max", password=PASSWORD)
    worker.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    enrolled(worker, clock[0])
    assert "set up a second factor of your own first" in boss.form("/accounts/require", role="staff").text.lower()
    enrolled(boss, clock[0])
    assert "A second factor is asked from staff now" in boss.form("/accounts/require", role="staff").text
    assert "Take the second factor away: Dora" in boss.client.get("/accounts").text
    assert "Dora has no second factor any more" in boss.form("/accounts/remove-factor", name="Dora").text
    assert not room.factors.has(dora)
    assert worker.client.get("/desk", follow_redirects=False).headers["location"] == "/sign-in?next=/desk"
    assert "ask another manager" in boss.form("/accounts/remove-factor", name="Max").text
    assert audit(str(room.store.engine.url)) == []


def test_wrong_codes_of_one_account_keep_no_other_of_its_address_out(
    room: Room, visitor: Any, clock: list[float]
) -> None:
    """Anybody may have an account with a second factor, and be where the staff is."""
    secrets = {}
    for name, role in (("Mal", "player"), ("Dora", "dealer")):
        made(room, name, role)
        own = visitor()
        own.form("/sign-in", how="account", name=name, password=PASSWORD)
        secrets[name] = enrolled(own, clock[0])
    mal, dora = visitor(), visitor()
    mal.form("/sign-in", how="account", name="Mal", password=PASSWORD)
    told = [mal.form("/code", code="000000").text for _ in range(BY_BOTH + 1)]
    assert "too many tries" in told[-1].lower()
    clock[0] += STEP
    dora.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    assert dora.form("/code", code=code_at(secrets["Dora"], int(clock[0]) // STEP)).headers["location"] == "/"
    assert "too many tries" in mal.form("/code", code=code_at(secrets["Mal"], int(clock[0]) // STEP)).text.lower()


def test_who_is_asked_to_set_one_up_may_say_that_it_is_not_them(room: Room, visitor: Any) -> None:
    """Otherwise nobody else could sign in by that browser: its door leads to this page."""
    made(room, "Dora", "dealer")
    Accounts(room.store, room.people, "command: tests").require("staff")
    dora = visitor()
    dora.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    assert dora.client.get("/sign-in").headers["location"].startswith("/second-factor")
    assert 'action="/sign-out"' in dora.client.get("/second-factor").text
    dora.form("/sign-out")
    assert dora.client.get("/sign-in").status_code == 200


def test_guests_have_none(visitor: Any) -> None:
    assert visitor("Gus").client.get("/second-factor").status_code == 403


def test_it_is_set_up_and_asked_for_on_a_phone(house: Any, players: Any) -> None:
    name = "Factor Fay"
    house.room.people.add(name, "dealer", people.HASHER.hash(PASSWORD), by="command: tests")
    fay = players(name, PHONE, password=PASSWORD)
    fay.page.goto("/second-factor")
    expect(fay.at(".qr svg")).to_be_visible()
    box = fay.at(".qr svg").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=2)
    assert 150 < box["width"] < 400
    assert serious(fay.page) == []
    secret, _ = read(html.unescape(fay.page.content()))
    fay.page.get_by_label("Code", exact=True).fill("12")
    fay.page.get_by_role("button", name="Set it up").click()
    expect(fay.at("#fault")).to_contain_text("That is not the code")
    fay.page.get_by_label("Code", exact=True).fill(code_at(secret, int(time.time()) // STEP))
    fay.page.keyboard.press("Enter")
    expect(fay.at("#has")).to_contain_text("has a second factor")
    fay.page.get_by_role("button", name="Sign out").click()
    fay.page.goto("/sign-in")
    fay._sign_in(name, PASSWORD)
    expect(fay.page.get_by_role("heading", name="The code")).to_be_visible()
    assert serious(fay.page) == []
    fay.page.get_by_label("Code", exact=True).fill(code_at(secret, int(time.time()) // STEP + 1))
    fay.page.keyboard.press("Enter")
    expect(fay.page.get_by_role("link", name="Desk", exact=True)).to_be_visible()


def after_another_password(room: Room, does: Any) -> Any:
    """The same once the password of the account has changed: the form was sent before, and has waited."""

    def late(*given: Any) -> Any:
        room.people.set_password(room.people.sign_in("Dora", PASSWORD), PASSWORD, "a better secret 42")
        return does(*given)

    return late


def test_a_code_that_is_sent_as_the_password_changes_opens_nothing(
    room: Room, visitor: Any, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(room, "Dora", "dealer")
    dora, thief = visitor(), visitor()
    dora.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    secret = enrolled(dora, clock[0])
    thief.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    clock[0] += STEP
    monkeypatch.setattr(room.factors, "check", after_another_password(room, room.factors.check))
    refused = thief.form("/code", code=code_at(secret, int(clock[0]) // STEP))
    assert refused.status_code == 422
    assert "you are signed out: sign in again" in refused.text
    assert thief.client.get("/desk", follow_redirects=False).headers["location"] == "/sign-in?next=/desk"


def test_no_second_factor_is_set_up_as_the_password_changes(
    room: Room, visitor: Any, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, thief = made(room, "Dora", "dealer"), visitor()
    thief.form("/sign-in", how="account", name="Dora", password=PASSWORD)
    secret, ticket = read(thief.client.get("/second-factor").text)
    monkeypatch.setattr(room.factors, "enrol", after_another_password(room, room.factors.enrol))
    refused = thief.form("/second-factor", ticket=ticket, code=code_at(secret, int(clock[0]) // STEP))
    assert refused.status_code == 422
    assert "you are signed out: sign in again" in refused.text
    assert not room.factors.has(person)
    assert thief.client.get("/desk", follow_redirects=False).headers["location"] == "/sign-in?next=/desk"
