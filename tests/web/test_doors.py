"""Who comes in, and what is kept out: cookies, forged posts, redirects, limits, headers, logs."""

import asyncio
import html
import json
import logging
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi import Request

from houseway.web import create_app
from houseway.web.bodies import MOST_BODY
from houseway.web.guard import Buckets, Limits, Rate, place_of, token_of
from houseway.web.people import address_of
from houseway.web.refusals import too_often
from houseway.web.requests_log import Log


def test_cookies_are_for_the_server_alone(visitor):
    ann = visitor()
    first = ann.client.get("/")
    assert "HttpOnly" in first.headers["set-cookie"]
    assert "SameSite=Strict" in first.headers["set-cookie"]
    entered = ann.form("/sign-in", how="guest", name="Ann")
    assert "HttpOnly" in entered.headers["set-cookie"]
    assert "SameSite=lax" in entered.headers["set-cookie"]


@pytest.mark.parametrize("odd", ["a/b=1", "a,b=1", "{x}=1", "path=1", "expires=1", "=", "no-value", 'q="1'])
def test_a_cookie_of_somebody_else_s_does_no_harm(visitor, odd):
    ann = visitor("Ann")
    kept = dict(ann.client.cookies)
    ann.client.cookies.clear()
    for header in (odd, f"{odd}; {cookies(kept)}", f"{cookies(kept)}; {odd}"):
        answer = ann.client.get("/", headers={"Cookie": header})
        assert answer.status_code == 200
        assert ("set-cookie" in answer.headers) == (header == odd), "a visit that has its cookie keeps it"
        ann.client.cookies.clear()
    body = {"game": "super-pan-9", "name": "", "csrf": token_of(kept["houseway-visit"])}
    sent = {"Cookie": f"{odd}; {cookies(kept)}"}
    assert ann.client.post("/tables/new", data=body, headers=sent, follow_redirects=False).status_code == 303


def cookies(kept):
    return "; ".join(f"{name}={value}" for name, value in kept.items())


def test_two_rooms_of_one_machine_do_not_sign_each_other_out(visitor):
    browser = visitor()  # a browser's jar knows machines, not ports
    rooms = {"Ann": "http://localhost:8099", "Ben": "http://localhost:8100"}
    for name, at in rooms.items():
        assert browser.form(f"{at}/sign-in", how="guest", name=name).status_code == 303
    assert all(f">{name}</a>" in browser.client.get(f"{at}/").text for name, at in rooms.items())
    browser.form(f"{rooms['Ben']}/sign-out")
    assert ">Ann</a>" in browser.client.get(f"{rooms['Ann']}/").text
    assert "Come back as" not in browser.client.get(f"{rooms['Ann']}/sign-in").text
    assert "Come back as Ben" in browser.client.get(f"{rooms['Ben']}/sign-in").text


def test_an_empty_cookie_of_the_visit_is_none(visitor):
    answer = visitor().client.get("/", headers={"Cookie": "houseway-visit="})
    assert answer.headers["set-cookie"].startswith("houseway-visit=")


@pytest.mark.parametrize("path", ["/", "/sign-in", "/api/tables", "/nowhere", "/static/base.css", "/faces.svg"])
def test_every_answer_forbids_foreign_and_inline_script(visitor, path):
    headers = visitor().client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "public" not in headers["cache-control"] or "set-cookie" not in headers, "a cache would hand it to others"


def test_no_page_carries_a_script_or_a_style_of_its_own(visitor):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    for path in ("/", "/sign-in", "/tables/new", f"/tables/{table}", "/password"):
        page = ann.client.get(path).text
        assert "<script>" not in page
        assert " style=" not in page
        assert "onclick" not in page


def test_a_post_without_the_token_of_the_page_is_refused(visitor):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    body = {"key": "key-12345", "kind": "sit", "data": {"seat": 1}}
    path = f"/api/tables/{table}/commands"
    assert ann.client.post(path, json=body).status_code == 403
    assert ann.client.post(path, json=body, headers={"X-CSRF-Token": "0" * 64}).status_code == 403
    foreign = {"X-CSRF-Token": ann.token, "Origin": "https://elsewhere.example"}
    assert ann.client.post(path, json=body, headers=foreign).status_code == 403
    assert ann.client.post("/sign-out", data={}).status_code == 403
    assert visitor().post(path, body).status_code == 401
    assert ann.post(path, body).status_code == 200


def test_one_visit_s_token_is_no_use_to_another(visitor):
    ann, ben = visitor("Ann"), visitor("Ben")
    table = ann.open_table("super-pan-9")
    body = {"key": "key-12345", "kind": "sit", "data": {"seat": 1}}
    answer = ben.client.post(f"/api/tables/{table}/commands", json=body, headers={"X-CSRF-Token": ann.token})
    assert answer.status_code == 403


@pytest.mark.parametrize("elsewhere", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"])
def test_nobody_is_sent_to_another_site_after_the_door(visitor, elsewhere):
    assert visitor().form("/sign-in", how="guest", name="Ann", next=elsewhere).headers["location"] == "/"


def led_on(answer):
    """Where a page of the door that somebody is sent to leads on to."""
    door = urlsplit(answer.headers["location"])
    return door.path, parse_qs(door.query).get("next", ["/"])[0]


@pytest.mark.parametrize("path", ["/desk", "/accounts", "/desk/books?day=2026-11-16&zone=UTC", "/desk/posting"])
def test_who_signs_in_finds_the_page_that_they_asked_for(visitor, path):
    ann = visitor()
    sent = ann.client.get(path, follow_redirects=False)
    assert led_on(sent) == ("/sign-in", path)
    shown = ann.client.get(sent.headers["location"]).text
    assert f'name="next" value="{html.escape(path)}"' in shown
    assert ann.form("/sign-in", how="guest", name="Ann", next=path).headers["location"] == path


@pytest.mark.parametrize(
    ("referer", "next_"),
    [
        ("http://localhost/desk?changed=7", "/desk?changed=7"),
        ("http://elsewhere.example/desk", "/"),
        ("http://localhost//elsewhere.example", "/"),
        ("", "/"),
    ],
)
def test_who_sends_a_form_of_a_session_that_has_ended_comes_back_to_its_page(visitor, referer, next_):
    ann = visitor()
    fields = {"csrf": ann.token}
    sent = ann.client.post("/chips", data=fields, headers={"Referer": referer}, follow_redirects=False)
    assert led_on(sent) == ("/sign-in", next_)


def test_a_table_that_somebody_without_a_name_would_open_is_not_forgotten(visitor):
    ann = visitor()
    chosen = {"name": "Friday & friends", "set.decks": "4", "set.seats": "5"}
    sent = ann.form("/tables/new", game="super-pan-9", **chosen)
    door, wish = led_on(sent)
    assert (door, parse_qs(urlsplit(wish).query)["set.decks"]) == ("/sign-in", ["4"])
    entered = ann.form("/sign-in", how="guest", name="Ann", next=wish)
    form = ann.client.get(entered.headers["location"]).text
    assert 'name="name" maxlength="60" placeholder="Super Pan 9" value="Friday &amp; friends"' in form
    for field in ("decks", "seats"):
        value = chosen[f"set.{field}"]
        assert re.search(rf'name="set\.{field}"[^>]* value="{value}"', form), field
    assert led_on(visitor().form("/tables/new", game="super-pairs"))[1] == "/tables/new?game=super-pairs"


def test_a_text_too_long_for_an_address_stays_where_it_was_written(visitor):
    refused = visitor().form("/tables/new", game="super-pan-9", **{"paytable.tie": "x = 1\n" * 2000})
    assert (refused.status_code, "send the form again" in refused.text) == (422, True)


def test_a_wrong_password_is_told_in_a_sentence_and_too_many_must_wait(visitor):
    ann = visitor()
    assert ann.form("/sign-in", how="register", name="Ann", password="a long secret").status_code == 303
    ben = visitor()
    for _ in range(5):
        refused = ben.form("/sign-in", how="account", name="Ann", password="a wrong secret")
        assert refused.status_code == 422
        assert "No account has this name and password" in refused.text
        assert re.findall(r'<input id="([^"]+)"[^>]* autofocus', refused.text) == ["password"]
    refused = ben.form("/sign-in", how="account", name="Ann", password="a long secret")
    assert refused.status_code == 422
    assert "Too many tries: wait 15 minutes" in refused.text


def test_signing_out_ends_the_session(visitor):
    ann = visitor("Ann")
    assert ann.client.get("/tables/new").status_code == 200
    token = dict(ann.client.cookies)["houseway-session"]
    assert ann.form("/sign-out").status_code == 303
    ann.client.cookies.set("houseway-session", token)
    assert ann.client.get("/tables/new", follow_redirects=False).status_code == 303


def test_the_first_manager_chooses_a_password_before_anything_else(visitor, room):
    boss = visitor()
    entered = boss.form("/sign-in", how="account", name="manager", password=room.first_password)
    assert entered.headers["location"] == "/password"
    refused = boss.form("/password", old=room.first_password, new="short")
    assert refused.status_code == 422
    assert boss.form("/password", old=room.first_password, new="quite another one").status_code == 303
    table = boss.open_table("super-pan-9")
    assert boss.order(table, "pause").status_code == 200
    assert visitor("Ann").order(table, "resume").status_code == 403


def test_chips_are_for_who_has_hardly_any(visitor, room):
    ann = visitor("Ann")
    refused = ann.form("/chips")
    assert refused.status_code == 422
    assert "more chips" in refused.text
    assert "More chips" not in ann.client.get("/").text


def test_too_many_requests_are_told_to_wait(room, visitor):
    client = visitor(to=create_app(room, Limits(Rate(3, 0.01), Rate(2, 0.01), Rate(1, 0.01)))).client
    answers = [client.get("/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[3].headers["retry-after"]) >= 1
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize(
    "wait, header, says",
    [(0.02, "1", "wait 1 second and"), (1.0, "1", "wait 1 second and"), (1.2, "2", "wait 2 seconds and")],
)
def test_seconds_to_wait_are_the_same_in_the_sentence_and_the_header(wait, header, says):
    """Less than half a second was told as none."""
    scope = {"type": "http", "path": "/", "headers": []}
    told = too_often(scope, wait)
    assert (told.status_code, told.headers["retry-after"]) == (429, header)
    assert says in json.loads(told.body)["error"]
    page = too_often(scope | {"headers": [(b"accept", b"text/html")]}, wait)
    assert page.headers["retry-after"] == header
    assert says in page.body.decode()


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    "language, says",
    [
        ("en", r"Too many requests: wait (1000|9\d\d) seconds"),
        ("es", r"Demasiadas peticiones: espera (1000|9\d\d) segundos"),
    ],
)
def test_a_browser_that_must_wait_gets_a_page_in_its_language(room, visitor, monkeypatch, language, says):
    """From memory: it answers a flood, and no template is written for it."""
    busy = create_app(room, Limits(Rate(1, 0.001)))
    client = visitor(to=busy).client
    client.get("/health")
    client.get("/")
    monkeypatch.setattr("houseway.web.pages.Page.__call__", None)
    page = client.get("/", headers=BROWSER | {"Accept-Language": language})
    assert (page.status_code, page.headers["content-language"]) == (429, language)
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert f'<html lang="{language}">' in page.text
    assert re.search(says, page.text)
    for path, accepted in (("/", {}), ("/api/tables", BROWSER), ("/v1/games", BROWSER)):
        told = client.get(path, headers=accepted)
        assert (told.status_code, told.headers["content-type"]) == (429, "application/json")
        assert re.match(r"too many requests: wait (1000|9\d\d) seconds", told.json()["error"])


def test_a_browser_that_asks_for_another_name_gets_a_page(visitor):
    page = visitor().client.get("/", headers=BROWSER | {"Host": "elsewhere.example"})
    assert page.status_code == 421
    assert "This room does not answer to that name" in page.text
    told = visitor().client.get("/", headers={"Host": "elsewhere.example"})
    assert told.json()["error"].startswith("this room does not answer to that name")


def test_a_made_up_session_is_no_new_burst(room, visitor):
    reads, crowd = Rate(5, 0.001), Rate(12, 0.001)
    busy = create_app(room, Limits(reads, Rate(100, 1), Rate(100, 1), crowd))
    made_up = visitor(to=busy)
    answers = []
    for number in range(20):
        made_up.client.cookies.set("houseway-session", f"made-up-{number}")
        answers.append(made_up.client.get("/api/tables").status_code)
    assert answers == [200] * 5 + [429] * 15, "all count for the address, as if they had none"


def test_a_session_has_a_rate_of_its_own_once_it_is_known_to_be_somebodys(room, visitor):
    """Two people behind one address do not use up each other's; two sessions of one person do."""
    busy = create_app(room, Limits(Rate(5, 0.001), *[Rate(100, 1)] * 4))
    ann, ben = room.people.guest("Ann"), room.people.guest("Ben")
    told = []
    for person in (ann, ben, ben):
        browser = visitor(to=busy)
        browser.client.cookies.set("houseway-session", room.people.session(person))
        told.append([browser.client.get("/api/tables").status_code for _ in range(7)])
    assert told[0] == told[1] == [200] * 6 + [429], "the first is the address's, five are the person's"
    assert told[2] == [200] + [429] * 6


def test_a_session_that_has_ended_is_nobodys(room, visitor):
    busy = create_app(room, Limits(Rate(3, 0.001), *[Rate(100, 1)] * 4))
    gone = visitor(to=busy)
    token = room.people.session(room.people.guest("Ann"))
    gone.client.cookies.set("houseway-session", token)
    assert [gone.client.get("/api/tables").status_code for _ in range(2)] == [200, 200]
    room.people.end_session(token)
    assert [gone.client.get("/api/tables").status_code for _ in range(5)] == [200] * 3 + [429] * 2


def test_no_cookie_escapes_the_rate_of_its_address(room, visitor):
    """Sessions that are somebody's count with their address too: anybody can be any number of guests."""
    busy = create_app(room, Limits(Rate(30, 0.001), Rate(100, 1), Rate(100, 1), Rate(25, 0.001)))
    answers = []
    for name in ("Ann", "Ben", "Cat"):
        person = visitor(to=busy)
        person.client.cookies.set("houseway-session", room.people.session(room.people.guest(name)))
        answers += [person.client.get("/static/base.css" if n % 2 else "/").status_code for n in range(10)]
    assert answers == [200] * 25 + [429] * 5


def test_long_bodies_of_an_address_are_counted_by_their_bytes(room, visitor):
    """A mebibyte of percent signs takes the event loop a third of a second to read."""
    busy = create_app(room, Limits(*[Rate(100, 1)] * 6, bytes=Rate(2**20, 1)))
    ann, ben = visitor("Ann", to=busy), visitor("Ben", to=busy)
    told = [each.form("/language", code="es", more="x" * 400_000) for each in (ann, ben, ann)]
    assert [each.status_code for each in told] == [303, 303, 429]
    assert int(told[2].headers["retry-after"]) > 9
    assert ann.form("/language", code="es").status_code == 303
    head = {"Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked"}
    assert ann.client.post("/language", content=b"csrf=x", headers=head).status_code == 429


def test_who_asks_too_often_fills_no_log(caplog):
    now = [0.0]
    with caplog.at_level(logging.WARNING):
        told = Log(lambda: now[0])
        for second in range(100):
            now[0] = float(second)
            for place in ("here", "there"):
                told.write({"method": "GET", "path": "/"}, 429, 0.0, place)
    lines = [json.loads(record.getMessage()) for record in caplog.records if record.name == "houseway.web"]
    assert [line["refused"] for line in lines] == [1, 1, 60, 60]


def test_decisions_that_are_dealt_to_one_address_are_counted(room, visitor):
    busy = create_app(room, Limits(*[Rate(100, 1)] * 7, deals=Rate(2, 0.001)))
    ann, ben = visitor("Ann", to=busy), visitor("Ben", to=busy)
    told = [each.post("/api/games/nothing/drill", {}).status_code for each in (ann, ben, ann)]
    assert told[-1] == 429 not in told[:2]


def test_newcomers_from_one_address_are_counted(room, visitor):
    busy = create_app(room, Limits(*[Rate(100, 1)] * 4, arrivals=Rate(3, 0.001)))
    answers = [visitor(to=busy).form("/sign-in", how="guest", name=f"Ann {n}").status_code for n in range(5)]
    assert answers == [303] * 3 + [429] * 2


def test_guests_behind_one_address_come_in_as_newcomers_and_spend_nobody_s_tries(room, visitor):
    """A card room has one address for all who sit in it: the 21st guest was told to wait."""
    ordinary = create_app(room, Limits())
    doors = [("/sign-in", {"how": "guest"}), ("/play", {"game": "super-pan-9"})]
    for number in range(40):
        path, fields = doors[number % 2]
        assert visitor(to=ordinary).form(path, name=f"Guest {number}", **fields).status_code == 303, number
    assert visitor(to=ordinary).form("/sign-in", how="account", name="Nobody", password="x").status_code == 422


@pytest.mark.parametrize("how", ["account", "register"])
def test_passwords_are_tried_as_often_as_ever_at_the_door(room, visitor, how):
    """20 at once, whatever names and browsers they come with."""
    ordinary = create_app(room, Limits(doors=Rate(20, 0.001)))
    told = [visitor(to=ordinary).form("/sign-in", how=how, name=f"N {n}", password="x") for n in range(22)]
    assert [each.status_code for each in told] == [422] * 20 + [429] * 2
    assert int(told[-1].headers["retry-after"]) > 900
    assert visitor(to=ordinary).form("/password", old="x", new="y").status_code == 429, "one bucket for all of them"
    assert visitor(to=ordinary).form("/sign-in", how="guest", name="Ann").status_code == 303


def test_who_comes_in_by_no_way_that_there_is_stays_out(visitor):
    """They came in as a guest."""
    refused = visitor().form("/sign-in", how="telepathy", name="Ann")
    assert refused.status_code == 422
    assert "Come in as a guest, with an account, or with a new account" in refused.text
    assert "houseway-session" not in refused.cookies


@pytest.mark.parametrize(
    "address, place",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("no address", "no address"),
    ],
)
def test_a_household_is_one_place(address, place):
    """Wherever who asks is counted: rates, tries at the door, live tables, what is computed."""
    assert place_of(address) == place
    assert address_of(Request({"type": "http", "client": (address, 1)})) == place


@pytest.mark.parametrize(
    "host, answer",
    [
        ("localhost", 200),
        ("localhost:8099", 200),
        ("127.0.0.1:8099", 200),
        ("[::1]:8099", 200),
        ("192.0.2.7", 200),
        ("cards.example", 200),
        ("CARDS.example:443", 200),
        ("elsewhere.example", 421),
        ("cards.example.elsewhere.example", 421),
        ("127.0.0.1.elsewhere.example", 421),
        ("", 421),
        ("[", 421),
        ("elsewhere@localhost", 421),
        ("localhost/x?y", 421),
        ("localhost:8099 ", 421),
        ("localhost:", 421),
        ("localhost#", 421),
    ],
)
def test_a_room_answers_to_its_names_alone(room, visitor, host, answer):
    """A page elsewhere may point its own name at this address: its browser then sends that name."""
    named = create_app(room, names=["Cards.example"])
    assert visitor(to=named).client.get("/", headers={"Host": host}).status_code == answer


@pytest.mark.parametrize("path", ["/api/games/super-pan-9/check", "/tables/new", "/sign-in"])
def test_a_body_is_counted_as_it_comes(visitor, path):
    ann = visitor("Ann")
    for kind, most in (("application/json", "131,072"), ("application/x-www-form-urlencoded", "1,048,576")):
        headers = {"Content-Type": kind}
        for length in ({}, {"Content-Length": "1000000000"}, {"Content-Length": "9" * 4000}):
            sent = {"X-CSRF-Token": ann.token} | headers | length
            body = {"content": b"{}"} if length else {"content": b"y" * (MOST_BODY + 1)}
            refused = ann.client.post(path, headers=sent, **body)
            assert refused.status_code == 413, refused.text
            assert refused.headers["connection"] == "close"
            assert f"{most} bytes" in refused.text


def test_a_body_that_does_not_come_is_not_waited_for(visitor, app, portal, monkeypatch):
    monkeypatch.setattr("houseway.web.bodies.BODY_WITHIN", 0.05)
    scope = {"type": "http", "method": "POST", "path": "/api/games/super-pan-9/check", "query_string": b""}
    scope |= {"headers": [(b"host", b"localhost"), (b"content-type", b"application/json")], "scheme": "http"}
    scope |= {"http_version": "1.1", "asgi": {"version": "3.0"}, "server": ("localhost", 80), "client": ("here", 1)}
    said = []

    async def ask():
        first = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive():
            return first.pop() if first else await asyncio.get_running_loop().create_future()

        async def send(message):
            said.append(message)

        await app(scope, receive, send)

    portal.call(ask)
    assert said[0]["status"] == 408
    assert b"too long" in said[1]["body"]


def test_an_address_has_so_many_texts_read_whoever_it_is(room, visitor):
    busy = create_app(room, Limits(*[Rate(100, 1)] * 5, texts=Rate(2, 0.001)))
    ann, bob = visitor("Ann", to=busy), visitor("Bob", to=busy)
    told = [each.post("/api/games/super-pan-9/check", {}).status_code for each in (ann, bob, ann)]
    assert told == [200, 200, 429]
    assert bob.form("/tables/new", game="super-pan-9", name="").status_code == 429
    assert bob.client.get("/").status_code == 200


def test_a_bucket_fills_again_with_time():
    now = [0.0]
    buckets = Buckets(lambda: now[0])
    rate = Rate(2, 0.5)
    assert [buckets.take(rate, "ann") for _ in range(3)] == [0, 0, 2]
    assert buckets.take(rate, "ben") == 0
    now[0] = 2.0
    assert buckets.take(rate, "ann") == 0
    assert buckets.take(rate, "ann") > 0


def test_the_log_has_no_secret_and_no_card(visitor, room, caplog):
    with caplog.at_level(logging.INFO):
        ann = visitor("Ann")
        table = ann.open_table("super-pan-9")
        ann.do(table, "sit", seat=1)
        ann.do(table, "bet", wagers={"main": 500})
        ann.do(table, "ready")
        cards = ann.view(table)["seats"][0]["cards"]
        ann.client.get("/sign-in?next=/&password=a-secret")
    lines = [record.getMessage() for record in caplog.records if record.name == "houseway.web"]
    assert lines
    text = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("houseway"))
    for secret in (ann.token, dict(ann.client.cookies)["houseway-session"], room.first_password, "a-secret"):
        assert secret not in text
    for card in cards:
        assert f'"{card}"' not in text
    assert {"method", "path", "status", "ms", "person"} == set(json.loads(lines[-1]))


def test_the_room_says_that_it_is_well(visitor):
    assert visitor().client.get("/health").json()["ok"] is True


def test_a_stopped_room_says_so(visitor, room):
    client = visitor().client
    room.store.stop("the disk is full")
    assert client.get("/health").status_code == 503
    refused = client.get("/api/tables")
    assert refused.status_code == 503
    assert "disk is full" in refused.json()["error"]


def test_what_does_not_hold_on_disk_is_refused_in_a_sentence_that_says_whom_to_tell(visitor, room):
    """A log that has lost what was told of it: no page and no answer is a fault of the server's."""
    ann = visitor("Ann")
    ann.open_table("super-pan-9")
    shoe = ann.client.get("/api/log").json()["size"]
    with room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE chains SET seq = 0 WHERE chain = -1")
    for path in ("/log", "/api/log", "/api/log/entries", f"/api/proof/{shoe}"):
        answer = ann.client.get(path)
        assert answer.status_code in (422, 503), path
        assert "does not hold" in answer.text, path
        assert "houseway audit" in answer.text, path
        assert "set back" not in answer.text, path


def test_what_does_not_exist_is_told_in_a_sentence(visitor):
    ann = visitor("Ann")
    for path in ("/api/tables/99/view", "/api/rounds/99", "/api/proof/99", "/api/games/whist", "/api/nowhere"):
        answer = ann.client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]
    for path in ("/tables/99", "/rounds/99", "/proof/99", "/nowhere", "/tables/none"):
        page = ann.client.get(path)
        assert page.status_code == 404, path
        assert "lobby" in page.text


def test_a_form_that_is_none_is_told_what_is_wrong_with_it(visitor):
    """It was a page that there is not."""
    ann = visitor("Ann")
    answer = ann.form("/sign-in", how="guest", name="x" * 300)
    assert answer.status_code == 422
    assert "has at most 200 characters" in answer.text


def test_who_plays_at_once_arrives_too(visitor, room):
    """A newcomer with a table of their own costs the room no less than one without."""
    busy = create_app(room, Limits(*[Rate(100, 1)] * 4, arrivals=Rate(3, 0.001)))
    came = [visitor(to=busy).form("/play", game="super-pan-9", name=f"Newcomer {n}").status_code for n in range(5)]
    assert came == [303, 303, 303, 429, 429]
