"""Requests of any kind, straight into the application: each is answered, none with a 5xx; a refusal changes nothing."""

import asyncio
import json
import os
import random
import re
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

import pytest
from fastapi.params import Form
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.datastructures import Headers

from houseway.errors import HousewayError
from houseway.games import games
from houseway.room import Command, Room
from houseway.room.acts import COMMANDS
from houseway.room.audit.room import audit
from houseway.room.store import journal
from houseway.web import create_app
from houseway.web.bodies import bounded, unread
from houseway.web.figures import Figures
from houseway.web.guard import SESSION, VISIT, Limits, Rate, token_of
from houseway.web.wire import MADE_OF, Act, Order

REQUESTS = int(os.environ.get("HOUSEWAY_REQUESTS", "400"))
"""The long form sets it to a hundred thousand."""

LUCK = int(os.environ.get("HOUSEWAY_LUCK", "5"))
NO_LIMITS = Limits(*[Rate(1e9, 1e9)] * 8)

PAGES = ("/", "/sign-in", "/tables/new", "/tables/{table}", "/rounds/{round_id}", "/proof/{shoe}", "/password")
PAGES += (
    "/rounds/{round_id}/packet",
    "/rounds/{round_id}/packet.pdf",
    "/drill/{game}",
    "/health",
    "/faces.svg",
    "/static/base.css",
    "/static/../app.py",
    "/openapi.json",
    "/nowhere",
)
FORMS: dict[str, tuple[str, ...]] = {
    "/sign-in": ("how", "name", "password", "next"),
    "/sign-out": (),
    "/chips": (),
    "/password": ("old", "new"),
    "/tables/new": ("game", "name", "set.decks", "set.seats"),
}
WORDS = ("guest", "account", "register", "Ann", "manager", "/", "//x", "", "0", "1", "8", "super-pan-9", "1e9", "main")
WORDS += ("\x00", "İ", "a\u202eb", "x" * 300, "{{7*7}}", "<script>", "../../etc", "’; --", "=", "%", "\ud800", "½")
NUMBERS = (0, 1, 2, 3, -1, 99, 2**31, 2**53 - 1, 2**53, 2**63, 2**64, 10**30, 0.5, -0.0, 1e308)
BODIES = (b"", b"null", b"[]", b"{", b'"', b"NaN", b"[" * 50_000, b"1" * 5_000, b"\xff\xfe", b'{"a":' * 2_000, b"\x00")
BODIES += (b'{"key":"\\ud800"}', b'{"\\ud800":1}', b'{"key":1,"key":2}', b"-", b"1e999", b"{}" * 9, b"\xef\xbb\xbf{}")
ORIGINS = (
    b"http://localhost",
    b"http://[",
    b"null",
    b"http://elsewhere.example",
    b"//",
    b"\xe9",
    b"http://localhost:x",
)
TYPES = (
    b"application/json",
    b"text/plain",
    b"multipart/form-data",
    b"multipart/form-data; boundary=x",
    b"",
    b"\xff/;=",
)
TYPES += (
    b"application/x-www-form-urlencoded",
    b"application/json; charset=utf-7",
    b"application/x-www-form-urlencoded; q",
)
COOKIES = (
    b"=",
    b";;;",
    b"a:b=1",
    b"expires=1",
    b'x="',
    b"\xff=\xff",
    b"$Version=1; a=b",
    b"houseway-session=\xe9",
    b"[]=1",
)


class Sent(NamedTuple):
    """A request as a server hands it on."""

    method: str
    target: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes


class NoFigures(Figures):
    """Figures that never arrive: they are computed elsewhere."""

    def computed(self, job: Any) -> Any:
        raise HousewayError("not in this test")


class Mischief:
    """Requests that begin sensible and are spoilt in some places, or in none."""

    def __init__(self, seed: int, routes: list[tuple[str, str]], visit: str, session: str) -> None:
        self.luck = random.Random(seed)
        self.routes = routes
        self.cookie = f"{VISIT}={visit}; {SESSION}={session}".encode()
        self.leaving = f"{VISIT}={visit}; {SESSION}=another".encode()
        self.token = token_of(visit)
        self.keys = 0

    def often(self, chance: float = 0.85) -> bool:
        return self.luck.random() < chance

    def request(self) -> Sent:
        if self.luck.random() < 0.12:
            path = self.luck.choice(list(FORMS))
            return self.sent("POST", path, self.form(path), b"application/x-www-form-urlencoded")
        method, path = self.luck.choice(self.routes)
        if method == "POST":
            return self.sent("POST", path, self.order(), b"application/json")
        return self.sent("GET", path, b"", b"")

    def sent(self, method: str, path: str, body: bytes, kind: bytes) -> Sent:
        own = self.leaving if path == "/sign-out" else self.cookie  # whoever leaves is refused ever after
        headers = [
            (b"host", b"localhost"),
            (b"cookie", own if self.often() or own != self.cookie else self.some_cookie()),
        ]
        if self.often():
            headers.append((b"x-csrf-token", self.token.encode() if self.often() else self.noise(12)))
        if kind or not self.often():
            headers.append((b"content-type", kind if self.often() else self.luck.choice(TYPES)))
        if not self.often():
            headers.append((b"origin", self.luck.choice(ORIGINS)))
        if not self.often():
            name = self.luck.choice((b"referer", b"accept", b"accept-encoding", b"range", b"if-none-match", b"expect"))
            headers.append((name, self.luck.choice((*ORIGINS, b"bytes=0-", b"bytes=9-1", self.noise(20)))))
        if not self.often(0.95):
            method = self.luck.choice(("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"))
        query = (
            b"" if self.often() else self.luck.choice((b"next=//x", b"game=x", b"before=-1", b"&&=", self.noise(30)))
        )
        return Sent(method, self.filled(path), query, headers, body)

    def filled(self, path: str) -> str:
        """A path with something in its places, escaped as it must be to come through a server."""
        for name in ("table", "round_id", "shoe", "game", "token"):
            if f"{{{name}}}" in path:
                real = self.luck.choice(games()).id if name == "game" else "1"
                given = real if self.often() else quote(str(self.anything(0)).encode("utf-8", "replace"), safe="%")
                path = path.replace(f"{{{name}}}", given or "0")
        return (
            path if self.often(0.95) else path + self.luck.choice(("/", "/x", "%00", "%ff", "%", "//", "/..", "/%2e"))
        )

    def form(self, path: str) -> bytes:
        fields = {name: self.luck.choice(WORDS) for name in FORMS[path] if self.often()}
        if path == "/tables/new" and self.often(0.97):
            fields["game"] = "whist"  # few tables are opened: the lobby shows every one
        if self.often():
            fields["csrf"] = self.token
        body = urlencode({name: text.encode("utf-8", "replace") for name, text in fields.items()}).encode()
        return body if self.often() else self.spoilt(body)

    def order(self) -> bytes:
        """A command, or the body of another post, near enough to what is meant."""
        self.keys += 1
        kind = self.luck.choice(("sit", "bet", "ready", "answer", "clear", "leave", "cut", "add-bot", "request"))
        data = {
            "seat": self.luck.randrange(5),
            "wagers": {"main": 500},
            "answer": self.luck.choice(["stand", 500, [["As", "Kd"]]]),
        }
        wanted = {"sit": "seat", "bet": "wagers", "answer": "answer", "add-bot": "seat"}.get(kind, "")
        given: dict[str, Any] = {name: data[name] for name in (wanted,) if name}
        body: dict[str, Any] = {"key": f"fuzzed-{self.keys}", "version": None, "kind": kind, "data": given}
        if not self.often(0.5):
            name = self.luck.choice(list(Act.model_fields))
            given[name] = self.anything(2)
        if not self.often(0.7):
            body[self.luck.choice([*Order.model_fields, "settings", "piles", "\ud800"])] = self.anything(2)
        if not self.often(0.8):
            body = {self.luck.choice(("piles", "settings", "kind", "answer")): self.anything(3)}
        text = json.dumps(body).encode()
        return text if self.often() else self.spoilt(text)

    def anything(self, depth: int) -> Any:
        """Whatever JSON can say."""
        which = self.luck.randrange(7 if depth else 4)
        if which == 4:
            return [self.anything(depth - 1) for _ in range(self.luck.randrange(4))]
        if which >= 5:
            return {self.luck.choice(WORDS): self.anything(depth - 1) for _ in range(self.luck.randrange(4))}
        return self.luck.choice((self.luck.choice(WORDS), self.luck.choice(NUMBERS), None, True))

    def spoilt(self, body: bytes) -> bytes:
        """Cut, with a byte changed, or something else altogether."""
        at = self.luck.randrange(len(body) + 1)
        whole = self.luck.choice((body[:at], body[:at] + self.noise(1) + body[at + 1 :], body * 2, self.noise(40)))
        return whole if self.often(0.6) else self.luck.choice(BODIES)

    def noise(self, most: int) -> bytes:
        """Bytes that a header may hold."""
        return bytes(self.luck.choice((*range(0x20, 0x7F), *range(0x80, 0x100))) for _ in range(most)).strip()

    def some_cookie(self) -> bytes:
        return self.luck.choice((*COOKIES, self.noise(30), self.cookie + b"; " + self.noise(9), self.cookie[:-5]))


async def status_of(app: Any, sent: Sent) -> tuple[int, bytes]:
    """What the application answers; what it raises instead comes through."""
    got: list[Any] = []
    given = iter([{"type": "http.request", "body": sent.body, "more_body": False}])

    async def receive() -> Any:
        return next(given, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        got.append(message)

    path = unquote(sent.target)
    scope = {"type": "http", "method": sent.method, "path": path, "raw_path": sent.target.encode(), "root_path": ""}
    scope |= {"query_string": sent.query, "headers": sent.headers, "client": ("127.0.0.1", 9), "scheme": "http"}
    scope |= {"http_version": "1.1", "asgi": {"version": "3.0"}, "server": ("room.test", 80)}
    await app(scope, receive, send)
    starts = [message["status"] for message in got if message["type"] == "http.response.start"]
    assert len(starts) == 1, "one answer to a request"
    return starts[0], b"".join(message.get("body", b"") for message in got)


def heads(room: Room) -> Any:
    with room.store.transaction() as connection:
        return journal.heads(connection)


async def flood(app: Any, room: Room, requests: int, mischief: Mischief) -> list[str]:
    """Send them; what was answered as it must not be."""
    faults: list[str] = []
    before = heads(room)
    for _ in range(requests):
        sent = mischief.request()
        try:
            status, body = await status_of(app, sent)
        except Exception as fault:  # noqa: BLE001  # whatever comes through is a finding
            faults.append(f"{type(fault).__name__}: {fault} after {sent!r}"[:600])
            before = heads(room)
            continue
        after = heads(room)
        if status >= 500:
            faults.append(f"{status} after {sent!r}"[:600])
        if after != before and (status >= 400 or sent.method != "POST"):
            faults.append(f"{status}, and the journal moved, after {sent!r}"[:600])
        if status >= 400 and sent.target.startswith("/api/") and sent.method in ("GET", "POST"):
            if not json.loads(body)["error"]:
                faults.append(f"{status} without a sentence after {sent!r}"[:600])
        before = after
    return faults


def routes_of(app: Any) -> list[tuple[str, str]]:
    """What can be asked for: the pages, what scripts use, and commands above all."""
    described = [(method.upper(), path) for path, each in app.openapi()["paths"].items() for method in each]
    return [*(("GET", path) for path in PAGES), *described, *[("POST", "/api/tables/{table}/commands")] * 24]


@pytest.fixture
def seated(room: Room) -> tuple[Room, str, str]:
    """A room with somebody at a table in the middle of a round; a visit and a session."""
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "Fuzzed")
    for number, (kind, data) in enumerate((("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {}))):
        room.do(Command(table, ann.id, f"key-{number}", None, kind, data))
    return room, "a-visit-of-the-fuzzer", room.people.session(ann)


def test_a_flood_of_bad_requests_is_answered_and_changes_nothing_where_it_is_refused(seated: Any) -> None:
    room, visit, session = seated
    app = create_app(room, NO_LIMITS, NoFigures())
    faults = asyncio.run(flood(app, room, REQUESTS, Mischief(LUCK, routes_of(app), visit, session)))
    assert faults == []
    assert not room.stopped
    room.checkpoint()
    assert audit(str(room.store.engine.url)) == []


@pytest.mark.parametrize("body", [{"kind": "\ud800"}, {"kind": "change", "data": {"paytables": [{"\ud800": 1}]}}])
def test_half_a_character_is_refused_wherever_it_stands(body: dict[str, Any]) -> None:
    """A refusal repeats what was sent, and could not: it was a fault of the room."""
    with pytest.raises(ValidationError) as refused:
        Order.model_validate({"key": "a-key-of-its-own"} | body)
    assert len(refused.value.errors(include_url=False)) == 1


def test_an_address_that_is_none_is_refused_with_a_sentence(seated: Any) -> None:
    room, visit, session = seated
    app = create_app(room, NO_LIMITS, NoFigures())
    cookie = (b"cookie", f"{VISIT}={visit}; {SESSION}={session}".encode())
    token, form = token_of(visit).encode(), (b"content-type", b"application/x-www-form-urlencoded")
    orders = [(b"host", b"localhost"), cookie, (b"x-csrf-token", token), (b"content-type", b"application/json")]

    def asked(*request: Any) -> tuple[int, bytes]:
        return asyncio.run(status_of(app, Sent(*request)))

    command = b'{"key": "key-12345", "kind": "leave", "data": {}}'
    status, body = asked("POST", "/api/tables/1/commands", b"", [*orders, (b"origin", b"http://[")], command)
    assert (status, "did not come from a page" in body.decode()) == (403, True)
    status, body = asked("GET", "/api/tables", b"\xff", [*orders], b"")
    assert (status, "not well formed" in body.decode()) == (400, True)
    status, body = asked("POST", "/chips", b"", [orders[0], cookie, form, (b"referer", b"http://[")], b"csrf=" + token)
    assert (status, "more chips" in body.decode()) == (422, True)


def sender(seated: Any) -> Any:
    """Sends bodies of a kind as somebody who may; what is answered."""
    room, visit, session = seated
    app = create_app(room, NO_LIMITS, NoFigures())
    cookie = (b"cookie", f"{VISIT}={visit}; {SESSION}={session}".encode())
    known = [(b"host", b"localhost"), cookie, (b"x-csrf-token", token_of(visit).encode())]

    def send(path: str, body: bytes, *kinds: bytes) -> tuple[int, str]:
        headers = [*known, *((b"content-type", kind) for kind in kinds)]
        status, told = asyncio.run(status_of(app, Sent("POST", path, b"", headers, body)))
        return status, told.decode()

    send.app, send.csrf = app, token_of(visit).encode()  # type: ignore[attr-defined]
    return send


def parts(**fields: bytes) -> bytes:
    """A form in parts, between which stands an X."""
    told = [f'--X\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n'.encode() for key in fields]
    return b"".join(head + value + b"\r\n" for head, value in zip(told, fields.values(), strict=True)) + b"--X--\r\n"


PARTS, JSON, FIELDS = b"multipart/form-data; boundary=X", b"application/json", b"application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    "kinds",
    [
        [PARTS + b"; charset=punycode"],
        [PARTS + b'; Charset="utf-7"'],
        [PARTS + b"; charset*0=puny; charset*1=code"],
        [PARTS + b"; charset=utf-8; charset=idna"],
        [PARTS, PARTS + b"; charset=utf-7"],
        [JSON + b"; charset=utf-16"],
    ],
)
def test_a_body_is_decoded_in_no_way_that_it_chooses(seated: Any, kinds: list[bytes]) -> None:
    """Half a megabyte as punycode took the event loop half a minute; utf-7 makes halves of characters."""
    send = sender(seated)
    status, told = send("/language", parts(csrf=b"x" * 500 + b"-" + b"a" * 500, code=b"ab+2AA-cd"), *kinds)
    assert (status, "read as UTF-8" in told) == (415, True)


def test_utf_8_may_be_named(seated: Any) -> None:
    send = sender(seated)
    for kind in (b"", b"; charset=UTF-8", b'; charset="utf8"; q'):
        assert send("/language", urlencode({"csrf": send.csrf, "code": "es"}).encode(), FIELDS + kind)[0] == 303
        assert send("/api/games/super-pan-9/check", b"{}", JSON + kind)[0] == 200


def test_a_form_whose_fields_a_document_names_holds_characters_alone(seated: Any) -> None:
    send = sender(seated)
    for field in ("name", "set.decks", "content.irregularities"):
        fields = {"csrf": send.csrf, "game": b"super-pan-9", field: b"a\0b"}
        status, told = send("/tables/new", urlencode(fields).encode(), FIELDS)
        assert (status, "what is no character" in told) == (422, True)


def test_a_script_sends_little_and_a_form_more(seated: Any) -> None:
    send = sender(seated)
    long = json.dumps({"settings": {"irregularities": "#" * 140_000}}).encode()
    for kind in (JSON, b"application/x-www-form-urlencoded+json", b"text/plain"):
        status, told = send("/api/games/super-pan-9/check", long, kind)
        assert (status, "at most 131,072 bytes" in told) == (413, True)
    form = urlencode({"csrf": send.csrf, "code": "es", "more": "x" * 900_000}).encode()
    assert send("/language", form, FIELDS)[0] == 303


@pytest.mark.parametrize(
    "path, kind, body, says",
    [
        ("/language", PARTS.replace(b";", b";" * 31_000), b"--X--", "at most 200 characters"),
        ("/api/games/super-pan-9/check", JSON + b";" * 31_000, b"{}", "at most 200 characters"),
        ("/language", PARTS, parts(csrf=b"x", code=b"es"), "only where a file is chosen"),
        ("/academy/check", PARTS + b"; boundary=Y", parts(text=b"x"), "its boundary and nothing else"),
        ("/academy/check", PARTS, parts(**{f"a{number}": b"" for number in range(9)}), "at most 8 parts"),
        ("/academy/check", PARTS, parts(text=b"x").replace(b";", b";" * 9), "8 semicolons before each"),
        ("/academy/check", PARTS, parts(text=b"x").replace(b"form-data", b"x" * 1_000), "1,000 bytes"),
        ("/academy/check", PARTS, b"--X\r\n" + b"a: b\r\n" * 200, "1,000 bytes"),
    ],
    ids=["type", "type of a script", "parts", "boundaries", "nine parts", "marks", "a long head", "an endless head"],
)
def test_what_takes_long_to_read_of_a_body_is_not_read(
    seated: Any, monkeypatch: Any, path: str, kind: bytes, body: bytes, says: str
) -> None:
    """Thirty-one thousand semicolons took the event loop 0.15 s, and 250 parts of four thousand two seconds."""
    send = sender(seated)
    monkeypatch.setattr("python_multipart.MultipartParser.write", None)
    status, told = send(path, body, kind)
    assert (status, says in told) == (413 if path == "/academy/check" and kind == PARTS else 415, True)


def test_a_file_that_is_chosen_comes_in_parts(seated: Any) -> None:
    """It is handed on as it came, in however many pieces."""
    body = parts(text=b"; and so on" * 30_000, csrf=b"x", file=b"--")
    pieces = [body[at : at + 65_536] for at in range(0, len(body), 65_536)]
    messages = [{"type": "http.request", "body": each, "more_body": each is not pieces[-1]} for each in pieces]
    for kind in (PARTS, PARTS + b"; charset=UTF-8", b'Multipart/form-data; boundary="X"'):
        waiting = iter([*messages, {"type": "http.disconnect"}])

        async def receive(waiting: Any = waiting) -> Any:
            return next(waiting)

        async def all_of(take: Any) -> list[Any]:
            return [await take() for _ in range(len(messages) + 1)]

        headers = Headers(raw=[(b"content-type", kind)])
        assert unread("/academy/check", headers) == ""
        assert asyncio.run(all_of(bounded(receive, headers))) == [*messages, {"type": "http.disconnect"}]


def heaps(fields: Any) -> Any:
    """What has a thousand faults, for a script that knows these fields."""
    keys, things = {f"{number:x}": "" for number in range(1_000)}, [[]] * 1_000
    yield from (keys, things, {"data": keys})
    for field in fields:
        for heap in (keys, things, [keys] * 5, [things] * 5):
            yield {field: heap}
            yield {"data": {field: heap}}


def test_whatever_a_script_sends_is_counted_before_it_is_looked_at(seated: Any) -> None:
    """Ninety thousand wrong wagers were answered with 4.6 MB, and nobody else was for seconds."""
    app, models = sender(seated).app, {}
    for each in (*every_route(app.routes), *every_route(app.state.v1.routes)):
        body = each.body_field
        if body is not None and not isinstance(body.field_info, Form):
            models[body.field_info.annotation] = each.path
    assert len(models) > 8
    for model in models:
        for heap in heaps([*model.model_fields, *Act.model_fields]):
            with pytest.raises(ValidationError) as fault:
                model.model_validate(heap)
            assert fault.value.error_count() <= 150, (models[model], str(heap)[:80])


def every_route(routes: Any) -> Any:
    """The routes of an application, those of its parts too."""
    for each in routes:
        if isinstance(each, APIRoute):
            yield each
        elif hasattr(each, "original_router"):
            yield from every_route(each.original_router.routes)


def test_a_refusal_tells_twenty_faults_and_how_many_there_are_more(seated: Any) -> None:
    wrong = {"key": "abcdefgh", "kind": "bet", "data": {f"x{number}": 1 for number in range(30)}}
    status, told = sender(seated)("/api/tables/1/commands", json.dumps(wrong).encode(), JSON)
    assert (status, told.count("is no field of this request")) == (422, 20)
    assert json.loads(told)["error"].endswith("; and 10 more")


def test_an_application_that_fails_or_writes_what_it_refuses_is_caught(seated: Any) -> None:
    """The planted faults: one page divides by nothing, another seats somebody and refuses."""
    room, visit, session = seated
    app = create_app(room, NO_LIMITS, NoFigures())

    @app.get("/broken")
    def broken() -> int:
        return 1 // 0

    @app.get("/sly")
    def sly() -> None:
        room.people.guest("Eve")
        raise HousewayError("refused")

    for path in ("/broken", "/sly"):
        faults = asyncio.run(flood(app, room, 8, Mischief(LUCK, [("GET", path)], visit, session)))
        assert faults, path


@pytest.mark.parametrize(
    "body, says",
    [
        (b'{"key": "abcdefgh", "kind": "bet", "data": {"seat": ' + b"9" * 5_000 + b"}}", "thousands of digits"),
        (b'{"key": ' + b"[" * 3_000 + b"]" * 3_000 + b"}", "in each other"),
        (b'{"key": "\xff\xfe"}', "not written in UTF-8"),
        (b'{"key": "\\ud800abcdefgh", "kind": "bet"}', "key holds half of a character"),
    ],
    ids=["digits", "depth", "latin", "half"],
)
def test_a_body_that_cannot_be_read_is_told_why(seated: Any, body: bytes, says: str) -> None:
    """It was "There was an error parsing the body", and the document of the interface knew of no such answer."""
    send = sender(seated)
    for path in ("/api/tables/1/commands", "/v1/set"):
        if path.startswith("/api/") or "half" not in says:
            status, told = send(path, body, JSON)
            assert (status, says in json.loads(told)["error"]) == (422, True), told


def test_what_a_text_is_made_of_is_told_for_every_pattern(seated: Any) -> None:
    app = sender(seated).app
    asked = [each.get("components", {}) for each in (app.openapi(), app.state.v1.openapi())]
    asked += [each.get("parameters") for path in app.openapi()["paths"].values() for each in path.values()]
    told = json.dumps(asked)
    named = {json.loads(each) for each in re.findall(r'"pattern": ("[^"]*")', told)}
    assert len(named) > 4
    assert {each for each in named if each not in MADE_OF} == {f"^({'|'.join(COMMANDS)})$"}


@pytest.mark.parametrize(
    "query, says",
    [
        (b"free=maybe", "free is true or false"),
        (b"shown=1.0", "shown is a whole number"),
        (b"shown=01", "shown is a whole number"),
        (b"shown=0", "shown is at least 1"),
    ],
)
def test_an_address_is_judged_in_our_words(seated: Any, query: bytes, says: str) -> None:
    host = [(b"host", b"localhost")]
    status, told = asyncio.run(status_of(sender(seated).app, Sent("GET", "/api/tables", query, host, b"")))
    assert (status, json.loads(told)["error"]) == (422, says)
