"""The page of accounts over HTTP and in a browser; amounts on the wire are whole numbers."""

import re
from typing import Any

import pytest
from browsing import serious
from playwright.sync_api import expect

from houseway.room import Room
from houseway.room.audit.room import audit
from houseway.room.store import journal

PASSWORD = "nine of hearts"
ONCE = re.compile(r'id="once">([^<]+)<')


def boss_of(room: Room, visitor: Any) -> Any:
    """The manager, with a password of their own."""
    boss = visitor()
    boss.form("/sign-in", how="account", name="manager", password=room.first_password)
    assert boss.form("/password", old=room.first_password, new=PASSWORD).status_code == 303
    return boss


def test_a_manager_makes_an_account_whose_password_is_shown_once_and_changed_at_once(room: Room, visitor: Any) -> None:
    boss, dora = boss_of(room, visitor), visitor()
    made = boss.form("/accounts/add", name="Dora", role="dealer")
    assert made.status_code == 200
    assert made.headers["cache-control"] == "no-store"
    found = ONCE.search(made.text)
    assert found is not None
    assert found[1] not in boss.client.get("/accounts").text
    entered = dora.form("/sign-in", how="account", name="Dora", password=found[1])
    assert entered.headers["location"] == "/password"
    for opened in ("/desk", "/desk/jackpots", "/desk/books", "/me", "/accounts", "/second-factor"):
        shown = dora.client.get(opened)
        assert (shown.status_code, shown.headers["location"].partition("?")[0]) == (303, "/sign-in"), opened
    assert dora.client.get("/sign-in").headers["location"] == "/password"
    refused = dora.form("/tables/new", game="super-pan-9", name="")
    assert refused.headers["location"] == "/sign-in?next=/tables/new%3Fgame%3Dsuper-pan-9"
    assert dora.form("/password", old=found[1], new="password123").status_code == 422
    assert "The old password is another one: type it again" in dora.form("/password", old="x", new="ten of hearts").text
    other = dora.form("/password", old=found[1], new="ten of hearts", again="ten of heart", twice="true")
    assert (other.status_code, "type it twice" in other.text) == (422, True)
    assert dora.client.get("/password").text.count('autocomplete="new-password"') == 2
    assert (
        dora.form("/password", old=found[1], new="ten of hearts", again="ten of hearts", twice="true").status_code
        == 303
    )
    twice = {"how": "register", "name": "Cleo", "password": "ten of hearts", "twice": "true"}
    assert visitor().form("/sign-in", **twice, again="").status_code == 422
    assert visitor().form("/sign-in", **twice, again="ten of hearts").status_code == 303
    assert dora.form("/tables/new", game="super-pan-9", name="").status_code == 303


def test_a_guest_is_told_that_there_is_no_password_to_change(visitor: Any) -> None:
    gus = visitor("Gus")
    for answer in (gus.client.get("/password"), gus.form("/password", old="ten of hearts", new="nine of clubs")):
        assert answer.status_code == 403
        assert "A guest has no password: make an account first" in answer.text
        assert 'name="old"' not in answer.text


def test_role_reset_lock_unlock_and_signing_out_by_page(room: Room, visitor: Any) -> None:
    boss = boss_of(room, visitor)
    manager = room.people.sign_in("manager", PASSWORD)
    dora = room.people.register("Dora", PASSWORD, "dealer", by=manager)
    for what, fields, says in (
        ("role", {"role": "surveillance"}, "Dora is surveillance now"),
        ("lock", {}, "Dora is locked"),
        ("unlock", {}, "Dora may sign in again"),
        ("reset", {}, "Dora has a new password"),
        ("end-sessions", {}, "signed out of 1 session."),
    ):
        token = "" if what == "unlock" else room.people.session(dora)
        answer = boss.form(f"/accounts/{what}", name="Dora", **fields)
        assert answer.status_code == 200
        assert says in answer.text
        assert room.people.of_session(token) is None
    with room.store.transaction() as connection:
        told = [body for _, body in journal.entries(connection, journal.ROOM) if body["kind"] != "session"][-5:]
    assert [(body["kind"], body["by"]) for body in told] == [
        (kind, manager.id) for kind in ("role", "lock", "unlock", "reset", "end-sessions")
    ]
    assert audit(str(room.store.engine.url)) == []


def test_accounts_are_for_managers_and_for_pages_of_this_room(room: Room, visitor: Any) -> None:
    boss, ann = boss_of(room, visitor), visitor("Ann")
    assert visitor().client.get("/accounts", follow_redirects=False).headers["location"] == "/sign-in?next=/accounts"
    assert ann.client.get("/accounts").status_code == 403
    assert ann.form("/accounts/add", name="Eve", role="manager").status_code == 403
    forged = boss.client.post("/accounts/add", data={"name": "Eve", "role": "manager"})
    assert forged.status_code == 403
    for fields, says in (
        ({"name": "Eve", "role": "king"}, "There is no role"),
        ({"name": "m\u0430nager", "role": "dealer"}, "one script"),
        ({"name": "Bot 2", "role": "dealer"}, "own"),
        ({"name": "manager", "role": "dealer"}, "own"),
    ):
        refused = boss.form("/accounts/add", **fields)
        assert refused.status_code == 422
        assert says in refused.text
    assert "ask another manager" in boss.form("/accounts/lock", name="manager").text
    assert boss.form("/accounts/burn", name="Ann").status_code == 404
    assert "<b>x</b>" not in boss.form("/accounts/add", name="<b>x</b>", role="king").text
    assert "No account has such a name" in boss.client.get("/accounts?like=zzz").text


def test_a_manager_makes_and_locks_an_account_by_keyboard_in_a_browser(house: Any, players: Any) -> None:
    room = house.room
    mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
    boss = room.people.register("Boss Bea", PASSWORD, "manager", by=mia)
    bea = players("Boss Bea", password=PASSWORD)
    assert boss.role == "manager"
    bea.page.get_by_role("link", name="Accounts").press("Enter")
    bea.page.get_by_label("Name", exact=True).fill("Keyboard Kim")
    bea.page.keyboard.press("Enter")
    expect(bea.at("#done")).to_contain_text("Keyboard Kim has an account, as dealer")
    once = bea.at("#once").inner_text()
    assert room.people.sign_in("Keyboard Kim", once).provisional
    assert serious(bea.page) == []
    bea.page.get_by_role("button", name="Lock: Keyboard Kim", exact=True).press("Enter")
    expect(bea.at("#done")).to_contain_text("Keyboard Kim is locked")
    expect(bea.at("[data-account='Keyboard Kim']")).to_contain_text("locked")
    expect(bea.page.get_by_role("button", name="Unlock: Keyboard Kim")).to_be_visible()
    bea.page.get_by_label("Role of Keyboard Kim", exact=True).select_option("surveillance")
    bea.page.get_by_role("button", name="Set the role of Keyboard Kim").press("Enter")
    expect(bea.at("#done")).to_contain_text("Keyboard Kim is surveillance now")


# ---------------------------------------------------------------------------------------------------- amounts


@pytest.mark.parametrize("cents", ["500", 500.0, True, 500.5, None, [500], -500, 10**20])
def test_a_wager_is_a_whole_number_of_cents(cents: Any, visitor: Any) -> None:
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    ann.do(table, "sit", seat=1)
    refused = ann.order(table, "bet", wagers={"main": cents})
    assert refused.status_code == 422
    assert ann.view(table)["seats"][0]["wagers"] in ({}, [])
    ann.do(table, "bet", wagers={"main": 500})


@pytest.mark.parametrize(
    ("cents", "says"),
    [
        ("500", "data.wagers.main is a whole number of cents, as in 500, without quotation marks"),
        (500.0, "data.wagers.main is a whole number of cents, as in 500"),
        (True, "data.wagers.main is a whole number of cents, as in 500"),
    ],
)
def test_a_wager_that_is_none_is_told_what_it_is(cents: Any, says: str, visitor: Any) -> None:
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    assert ann.order(table, "bet", wagers={"main": cents}).json()["error"] == says
    key = ann.order(table, "bet", key="not of these!", wagers={"main": 500})
    assert key.json()["error"] == "key is made of letters from A to Z, digits, hyphens and low lines"
    assert ann.order(table, "sit", seat=1.0).json()["error"] == "data.seat is a whole number, as in 500"


@pytest.mark.parametrize("number", ["1.0", "01", "+1", "%201", "1e0", "٠١"])
def test_a_page_has_one_address(number: str, visitor: Any) -> None:
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    assert (table, ann.view(table)["shoe"]["id"]) == (1, 1)
    for path in ("/tables/{}", "/proof/{}", "/rounds/{}", "/display/{}", "/posting/{}", "/words/{}.json"):
        assert ann.client.get(path.format(number)).status_code == 404, path
    assert ann.client.get(f"/api/tables/{number}/view").status_code == 422
    assert ann.client.get("/proof/1").status_code == ann.client.get("/tables/1").status_code == 200


@pytest.mark.parametrize("number", ["1", 1.0, True])
def test_seats_and_versions_and_cuts_are_whole_numbers(number: Any, visitor: Any) -> None:
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    assert ann.order(table, "sit", seat=number).status_code == 422
    assert ann.order(table, "sit", version=number, seat=1).status_code == 422
    ann.do(table, "sit", seat=1)
    ann.do(table, "bet", wagers={"main": 500})
    assert ann.order(table, "cut", position=number).status_code == 422


@pytest.mark.parametrize("kind", [str, float, bool])
def test_an_answer_in_cents_is_a_whole_number(kind: Any, visitor: Any) -> None:
    """A wager that is offered in the round, the bust bonus or insurance, is answered in cents."""
    ann = visitor("Ann")
    table = ann.open_table("super-pairs")
    ann.do(table, "sit", seat=1)
    for _ in range(40):
        least = {w["id"]: w["least_cents"] for w in ann.view(table)["wagers"] if w["required"] and w["before_deal"]}
        ann.do(table, "bet", wagers=least)
        ann.do(table, "ready")
        while asked := [each for each in ann.view(table)["asked"] if each["yours"]]:
            if asked[0]["kind"] == "wager":
                cents = asked[0]["least_cents"]
                assert ann.order(table, "answer", answer=kind(cents)).status_code == 422
                ann.do(table, "answer", answer=cents)
                return
            ann.do(table, "answer", answer=asked[0]["options"][0])
    pytest.fail("no wager was offered in 40 rounds")
