"""The desk: requests of all tables wait in one place, for a second person in another browser."""

import hashlib
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from browsing import PHONE, serious
from playwright.sync_api import expect

from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.controls.file import controls_from
from houseway.room.people import people as accounts
from houseway.room.store.schema import PEOPLE, SESSIONS
from houseway.web.guard import SESSION

PASSWORD = "nine of hearts"


def staff(room: Room, *names: str, role: str = "dealer") -> None:
    for name in names:
        room.people.add(name, role, accounts.HASHER.hash(PASSWORD), by="command: tests")


def played(room: Room, name: str) -> tuple[int, int]:
    """A table where somebody has played a round; its number and the round's."""
    ann = room.people.guest(name)
    table = room.open_table(ann, "super-pan-9", {}, f"The table of {name}")
    for number, (kind, data) in enumerate([("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {})]):
        room.do(Command(table, ann.id, f"{name} {number}", None, kind, data))
    for number in range(20):
        if room.view(table, ann).json()["phase"] == "ended":
            break
        room.do(Command(table, ann.id, f"{name} stands {number}", None, "answer", {"answer": "stand"}))
    return table, room.history(table)[0]["round"]


@pytest.fixture
def desks(room: Room, visitor: Any) -> Any:
    staff(room, "Dora", "Dan")
    staff(room, "Sue", role="surveillance")

    def come(name: str, browser: Any = None) -> Any:
        found = browser or visitor()
        assert found.form("/sign-in", how="account", name=name, password=PASSWORD).status_code == 303
        return found

    return come


def test_the_desk_tells_which_table_is_in_trouble_and_which_is_refused(
    room: Room, desks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For supervisors; what goes wrong at a table is that table's, and somebody has to know."""
    tables = [played(room, name)[0] for name in ("Ann", "Bob")]
    says = "a number that was not opened cannot be looked for (no process): it is tried again in a moment"
    monkeypatch.setattr(room._finders, "troubles", lambda: [(tables[0], says)])
    room._live.refuse(tables[1])
    told = desks("Dora").client.get("/desk").text
    assert f"Table {tables[0]}: {says}." in told
    assert f"Table {tables[1]}, The table of Bob, is refused" in told
    assert "<td>between rounds" in told
    assert "<td>ended" not in told
    row = told.split(f'<tr data-table="{tables[1]}">')[1].split("</tr>")[0]
    assert "<td><strong>refused</strong>" in row
    assert "between rounds" not in row, "nobody can play there"
    assert '<a class="button" href="/tables/new">Open a table</a>' in told
    watched = desks("Sue").client.get("/desk").text
    assert "is refused" not in watched
    assert "Open a table" not in watched, "surveillance opens none"


def test_the_desk_tells_which_accounts_are_missing_and_which_jackpots_take_no_wagers(room: Room, desks: Any) -> None:
    """And names games as people do."""
    text = (Path(__file__).parents[2] / "examples" / "room.toml").read_text()
    head = text[: text.index("[[table]]")]
    table = '[[table]]\nname = "Pairs 1"\ngame = "super-pairs"\njackpots = { super-pairs-jackpot = "aces" }\n'
    room.put_in_force(controls_from(head + table), "command: tests", "the first day")
    told = unescape(desks("Dora").client.get("/desk").text)
    assert "ccounts of the role manager: the file wants 2, and there" in told
    assert "The jackpot aces takes no wagers: the prize account holds" in told
    assert "<td>Super Pairs</td>" in told


def test_a_session_that_was_planted_opens_no_page_and_the_desk_tells_of_it(
    room: Room, desks: Any, visitor: Any
) -> None:
    """Without the key: a row for who has a cookie of their own making, taken away when it was used."""
    eve, dora = visitor(), desks("Dora")
    with room.store.transaction() as connection:
        row = connection.execute(PEOPLE.select().where(PEOPLE.c.name == "Dora")).one()
        planted = {"token": hashlib.sha256(b"planted").hexdigest(), "person": row.id, "expires": time.time() + 1000}
        connection.execute(SESSIONS.insert().values(**planted, entry=10_000, seal="0" * 64))
    eve.client.cookies.set(SESSION, "planted")
    assert eve.client.get("/desk", follow_redirects=False).status_code in (303, 401, 403)
    with room.store.transaction() as connection:
        connection.execute(SESSIONS.delete().where(SESSIONS.c.entry == 10_000))
    told = dora.client.get("/desk").text
    assert f"erson {row.id}: a session is not as the room has sealed it, and is not believed." in told
    assert "is not believed" not in desks("Sue").client.get("/desk").text


def test_requests_of_all_tables_wait_on_one_desk_with_who_asked_and_when(room: Room, desks: Any, visitor: Any) -> None:
    tables = [played(room, name) for name in ("Ann", "Bob")]
    dora, dan, sue = desks("Dora"), desks("Dan"), desks("Sue")
    for table, round_ in tables:
        dora.do(
            table, "request", round=round_, what="correction", seat=1, cents=125, reason=f"the wrong shoe at {table}"
        )
    for desk in (dan, sue):
        text = desk.client.get("/desk").text
        for table, _ in tables:
            assert f"The wrong shoe at {table}" in text
        assert text.count("asked for by Dora, 20") == 2
    assert "asked for by you" in dora.client.get("/desk").text
    assert "/approve" not in dora.client.get("/desk").text
    assert "/approve" not in sue.client.get("/desk").text
    assert "/decline" not in sue.client.get("/desk").text
    assert visitor("Gus").client.get("/desk").status_code == 403
    assert visitor().client.get("/desk", follow_redirects=False).headers["location"] == "/sign-in?next=/desk"
    (shown, _) = (each["requests"] for each in (dan.view(tables[0][0]), dan.view(tables[1][0])))
    assert [(each["name"], each["at"][:2], each["yours"]) for each in shown] == [("Dora", "20", False)]


def test_one_is_approved_and_one_declined_with_a_reason(room: Room, desks: Any) -> None:
    (first, one), (second, two) = played(room, "Ann"), played(room, "Bob")
    dora, dan = desks("Dora"), desks("Dan")
    asked = dora.do(first, "request", round=one, what="correction", seat=1, cents=125, reason="the wrong shoe")
    other = dora.do(second, "request", round=two, what="correction", seat=1, cents=125, reason="the wrong deck")
    assert dora.approve(f"/desk/requests/{first}/{asked}/approve").status_code == 422
    assert "is approved" in dan.approve(f"/desk/requests/{first}/{asked}/approve").text
    assert "give a reason" in dan.form(f"/desk/requests/{second}/{other}/decline", reason="").text.lower()
    done = dan.form(f"/desk/requests/{second}/{other}/decline", reason="the camera says otherwise")
    assert "is declined" in done.text
    assert "Nothing waits" in done.text
    assert dan.approve(f"/desk/requests/{second}/{other}/approve").status_code == 422
    assert dan.form(f"/desk/requests/{second}/{other}/burn").status_code == 404
    assert dan.client.post(f"/desk/requests/{second}/{other}/decline", data={"reason": "xyz"}).status_code == 403
    assert room.view(second, None).json()["log"][-1].endswith("is declined: the camera says otherwise")
    assert audit(str(room.store.engine.url)) == []


def test_who_takes_back_what_they_asked_for_is_told_so(room: Room, desks: Any, visitor: Any) -> None:
    table, round_ = played(room, "Ann")
    dora = desks("Dora")
    asked = dora.do(table, "request", round=round_, what="correction", seat=1, cents=125, reason="the wrong shoe")
    done = dora.form(f"/desk/requests/{table}/{asked}/decline", reason="never mind")
    assert f"Request {asked} at table {table} is taken back." in done.text
    assert "is declined" not in done.text
    assert room.view(table, None).json()["log"][-1].endswith("is taken back: never mind")
    assert dora.form(f"/desk/requests/{table}/{asked}/decline", reason="never mind").status_code == 422
    assert audit(str(room.store.engine.url)) == []


def test_an_approval_is_of_what_was_shown_and_of_nothing_else(room: Room, desks: Any) -> None:
    table, round_ = played(room, "Ann")
    dora, dan = desks("Dora"), desks("Dan")
    asked = dora.do(table, "request", round=round_, what="correction", seat=1, cents=125, reason="the wrong shoe")
    for shown in ("", "0" * 64):
        refused = dan.form(f"/desk/requests/{table}/{asked}/approve", shown=shown)
        assert (refused.status_code, "his is not what you were shown" in refused.text) == (422, True)
        assert "not what you were shown" in dan.order(table, "approve", request=asked, shown=shown).text
    assert "not what you were shown" in dan.order(table, "approve", request=asked).text
    (waits,) = dan.view(table)["requests"]
    assert f'name="shown" value="{waits["shown"]}"' in dan.client.get("/desk").text
    dan.do(table, "approve", request=asked, shown=waits["shown"])


def test_nobody_approves_in_the_browser_that_it_was_asked_from(room: Room, desks: Any) -> None:
    table, round_ = played(room, "Ann")
    browser = desks("Dora")
    asked = browser.do(table, "request", round=round_, what="correction", seat=1, cents=125, reason="the wrong shoe")
    browser.form("/sign-out")
    desks("Dan", browser)
    assert "asked for from this very browser" in browser.client.get("/desk").text
    assert "from another" in browser.approve(f"/desk/requests/{table}/{asked}/approve").text
    assert browser.order(table, "approve", request=asked).status_code == 403
    other = desks("Dan")
    other.do(table, "approve", request=asked, shown=other.view(table)["requests"][0]["shown"])
    assert audit(str(room.store.engine.url)) == []


def ask(player: Any, reason: str) -> None:
    """For a correction: a void of a round that was a push has nothing to undo."""
    player.page.get_by_label("Ask for a").select_option("correction")
    player.page.get_by_label("Seat", exact=True).fill("1")
    player.page.get_by_label("Dollars to the seat").fill("1.25")
    player.page.get_by_role("textbox", name="Reason").fill(reason)
    player.page.get_by_role("button", name="Ask for it").click()


def test_two_people_at_the_desk_in_browsers(house: Any, players: Any) -> None:
    """One at a laptop, the other with a phone."""
    who = "Second"
    staff(house.room, f"{who} Dora", f"{who} Dan")
    table, round_ = played(house.room, f"{who} Ann")
    dora, dan = players(f"{who} Dora", password=PASSWORD), players(f"{who} Dan", PHONE, password=PASSWORD)
    dora.page.goto(f"/tables/{table}")
    dora.page.get_by_role("tab", name="Table").click()
    ask(dora, "the wrong shoe")
    expect(dora.at(".request")).to_contain_text("it waits for a second supervisor")
    dan.page.goto("/")
    dan.page.get_by_role("link", name="Desk", exact=True).click()
    shown = dan.at(f"[data-request^='{table}-']")
    expect(shown).to_contain_text(f"asked for by {who} Dora")
    assert serious(dan.page) == []
    shown.get_by_role("button", name=f"Approve the correction of round {round_}").press("Enter")
    expect(dan.at("#done")).to_contain_text("is approved")
    expect(dora.at(".request")).to_have_count(0)
    ask(dora, "once more")
    expect(dora.at(".request")).to_have_count(1)
    dan.page.goto("/desk")
    shown.get_by_role("textbox").fill("there is nothing left of it")
    shown.get_by_role("button", name="Decline").press("Enter")
    expect(dan.at("#done")).to_contain_text("is declined")
    expect(dora.at(".request")).to_have_count(0)
    assert house.room.view(table, None).json()["log"][-1].endswith("is declined: there is nothing left of it")
    ask(dora, "a slip")
    dora.page.get_by_label("Why not").fill("never mind")
    dora.page.get_by_role("button", name="Take it back").click()
    expect(dora.at(".request")).to_have_count(0)
    assert house.room.view(table, None).json()["log"][-1].endswith("is taken back: never mind")
