"""/v1: typed verbs for programs, by token, with long work as jobs that tell how far they are and can be ended."""

import json
import time
import warnings

import httpx
import jsonschema
import pytest
from typer.testing import CliRunner

import houseway as hw
from houseway.cli import app as command
from houseway.web.v1 import application
from houseway.web.work import usual

ODDS = {"game": "super-pan-9", "wager": "tie", "settings": {"decks": "8"}}


class Bridge(httpx.BaseTransport):
    """A client that waits, over an application that does not."""

    def __init__(self, app, portal):
        self._inside, self._portal = httpx.ASGITransport(app), portal

    def handle_request(self, request):
        return self._portal.call(self._handle, request)

    async def _handle(self, request):
        answer = await self._inside.handle_async_request(request)
        return httpx.Response(answer.status_code, headers=answer.headers, content=await answer.aread())


@pytest.fixture(scope="module")
def api(portal, tmp_path_factory):
    """The application by itself, and two tokens."""
    file = tmp_path_factory.mktemp("v1") / "tokens"
    tokens = {name: CliRunner().invoke(command, ["token", name, "--file", str(file)]).stdout.strip() for name in "ab"}
    made = application(usual())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_TOKENS", str(file))
        with httpx.Client(transport=Bridge(made, portal), base_url="http://localhost", timeout=300) as client:
            client.tokens, client.file = tokens, file
            client.headers["Authorization"] = f"Bearer {tokens['a']}"
            yield client
    made.state.jobs.close()


def test_the_verbs_answer_as_the_command_line_does(api):
    assert next(each["id"] for each in api.get("/games").json()) == "super-pan-9"
    odds = api.post("/odds", json=ODDS).json()
    edge = hw.odds("super-pan-9", "tie", decks=8).edge
    assert odds["edge"]["exact"] == f"{edge.numerator}/{edge.denominator}"
    ruling = api.post("/settle", json={"record": "pan9 8d: Kd2c4h | 25+5: 6hKcQc"}).json()
    assert [each["wager"] for each in ruling["payouts"]] == ["main", "tie"]
    assert api.post("/set", json={"game": "supreme-99", "cards": "9c 9d 4h Kc"}).json()["house"]["rule"] == "One Pair"
    assert all(each["agrees"] for each in api.post("/verify", json={"game": "super-pan-9"}).json())
    deep = api.post("/settle", json={"record": {"game": json.loads("[" * 700 + "]" * 700)}})
    assert (deep.status_code, "record.game: " in deep.json()["error"], "[" in deep.json()["error"]) == (
        422,
        True,
        False,
    )


def test_what_is_answered_has_the_form_that_the_openapi_document_tells(api):
    told = api.get("/openapi.json").json()
    assert set(told["paths"]) == {"/games", "/odds", "/settle", "/set", "/verify", "/jobs", "/jobs/{job}"}
    schema = told["paths"]["/odds"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jsonschema.validate(api.post("/odds", json=ODDS).json(), schema)
    (scheme,) = told["components"]["securitySchemes"]
    assert told["components"]["securitySchemes"][scheme]["scheme"] == "bearer"
    for methods in told["paths"].values():
        assert all(operation["security"] == [{scheme: []}] for operation in methods.values()), "each wants a token"


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer wrong", "Basic dXNlcjpwYXNz"])
def test_without_a_known_token_nothing_is_answered(api, authorization):
    for method, path in (("GET", "/games"), ("POST", "/odds"), ("GET", "/jobs/x")):
        answer = api.request(method, path, json=ODDS, headers={"Authorization": authorization})
        assert answer.status_code == 401
        assert "a token is wanted" in answer.json()["error"]


def test_only_the_hash_of_a_token_is_kept_and_a_line_struck_out_is_gone(api):
    text = api.file.read_text()
    assert api.tokens["b"] not in text
    assert api.file.stat().st_mode & 0o077 == 0
    mine = {"Authorization": f"Bearer {api.tokens['b']}"}
    assert api.get("/games", headers=mine).status_code == 200
    api.file.write_text("".join(line for line in text.splitlines(True) if not line.startswith("b ")))
    try:
        assert api.get("/games", headers=mine).status_code == 401
    finally:
        api.file.write_text(text)
    again = CliRunner().invoke(command, ["token", "a", "--file", str(api.file)])
    assert "has a token already" in str(again.exception)


@pytest.mark.parametrize(
    "path, body, status, says",
    [
        ("/odds", {"game": "faro", "wager": "tie"}, 404, "there is no game 'faro'"),
        ("/odds", {**ODDS, "settings": {"decks": "99"}}, 422, "decks lies between 1 and 8"),
        ("/odds", {**ODDS, "more": 1}, 422, "more is no field of this request: leave it out"),
        ("/odds", {"game": "super-pan-9"}, 422, "wager is missing: this request needs it"),
        ("/odds", {**ODDS, "wager": 3}, 422, "wager is a text, in quotation marks"),
        ("/odds", {**ODDS, "settings": ["decks"]}, 422, "settings is an object of fields"),
        ("/odds", ["tie"], 422, "the request is an object of fields"),
        ("/set", {"game": "supreme-99", "cards": "9c 9d 4h Kc", "top": 99}, 422, "top is at most 50"),
        ("/odds", {**ODDS, "settings": {"progress": "1"}}, 422, "there is no setting 'progress'"),
        ("/odds", {**ODDS, "settings": {"wager": "tie"}}, 422, "there is no setting 'wager'"),
        ("/odds", {**ODDS, "settings": {str(each): "" for each in range(999)}}, 422, "999 entries: at most 80"),
        ("/set", {"game": "supreme-99", "cards": "9c 9d 4h Kc", "settings": {"top": "3"}}, 422, "no setting 'top'"),
        ("/settle", {"record": {"game": "super-pan-9"}}, 422, ""),
        ("/settle", {"record": "a\0b"}, 422, "no file is read here"),
        ("/settle", {"record": "x" * 5_000}, 422, "no file is read here"),
        ("/jobs", {"verb": "odds", "asks": {"game": "super-pan-9"}}, 404, "odds asks for something else"),
        ("/jobs", {"verb": "settle", "asks": ODDS}, 422, "verb"),
    ],
)
def test_a_refusal_is_a_sentence(api, path, body, status, says):
    answer = api.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert says in answer.json()["error"]


def test_a_refusal_names_its_clause_and_broken_json_where_it_breaks(api):
    refused = api.post("/odds", json={**ODDS, "settings": {"decks": "88"}}).json()
    assert refused == {"error": "decks lies between 1 and 8, not 88 (clause 1)", "clause": "1"}
    several = api.post("/odds", json={**ODDS, "settings": {"decks": "88", "minimum": "0"}}).json()
    assert several["clause"].startswith("1, ")
    broken = api.post("/odds", content='{"game": "super-pan-9', headers={"Content-Type": "application/json"})
    assert (broken.status_code, broken.json()["clause"]) == (422, "")
    assert broken.json()["error"].startswith("the request is no JSON from character 10 on: send an object of fields")


WRONG_PAYS = {
    "game": "super-pairs",
    "wager": "super-pairs",
    "pays": {"pair-of-blue-aces": "3", "any-pear": "2", "any-pair": "lots"},
}


def test_every_wrong_pay_is_told_at_its_field_and_a_job_of_them_is_not_begun(api):
    for path, body in (("/odds", WRONG_PAYS), ("/jobs", {"verb": "odds", "asks": WRONG_PAYS})):
        refused = api.post(path, json=body)
        assert refused.status_code == 422, refused.text
        for field in WRONG_PAYS["pays"]:
            assert f"pays.{field}: " in refused.json()["error"]
    nowhere = api.post("/jobs", json={"verb": "verify", "asks": {"game": "faro"}})
    assert (nowhere.status_code, "no game 'faro'" in nowhere.json()["error"]) == (404, True)


def test_an_address_that_is_none_and_a_wrong_method_are_told_as_every_refusal(api):
    nowhere, got = api.get("/nix"), api.get("/odds")
    assert (nowhere.status_code, set(nowhere.json())) == (404, {"error", "clause"})
    assert "/v1/openapi.json" in nowhere.json()["error"]
    assert (got.status_code, got.headers["Allow"]) == (405, "POST")
    assert got.json() == {"error": "GET is not how this is asked for: it is POST", "clause": ""}


def test_no_request_names_a_file(api, tmp_path):
    """What a file holds, and whether there is one, is told to nobody."""
    there = tmp_path / "round.toml"
    there.write_text('game = "super-pan-9"\npassword = "hunter2"\n')
    said = {api.post("/settle", json={"record": str(each)}).json()["error"] for each in (there, tmp_path, "/nowhere")}
    assert len(said) == 1
    assert "no file is read here" in said.pop()
    before = there.with_name("a: b")
    said = api.post("/settle", json={"record": str(before)}).json()["error"]
    before.write_text("")
    assert api.post("/settle", json={"record": str(before)}).json()["error"] == said


def test_half_a_character_is_refused(api):
    for record in ('{"\\ud800": 1}', '{"game": "\\ud800"}', '"\\ud800"'):
        answer = api.post("/settle", content=f'{{"record": {record}}}', headers={"Content-Type": "application/json"})
        assert answer.status_code == 422


def ended(api, job, within=240):
    until = time.monotonic() + within
    while time.monotonic() < until:
        told = api.get(f"/jobs/{job}").json()
        if told["state"] not in ("waiting", "running"):
            return told
        time.sleep(0.1)
    raise AssertionError(told)


def test_long_work_is_a_job(api):
    begun = api.post("/jobs", json={"verb": "odds", "asks": ODDS})
    assert begun.status_code == 202
    told = ended(api, begun.json()["id"])
    assert (told["state"], told["share"]) == ("done", 1.0)
    assert told["result"] == json.loads(json.dumps(hw.odds("super-pan-9", "tie", decks=8).json()))
    refused = api.post("/jobs", json={"verb": "odds", "asks": {**ODDS, "settings": {"decks": "99"}}})
    assert (refused.status_code, "decks lies between" in refused.json()["error"]) == (422, True)


def test_a_job_is_its_owners_and_can_be_ended(api):
    """The pai gow wager takes a minute: it is ended long before."""
    long = {"verb": "odds", "asks": {"game": "dealer-open-pai-gow", "wager": "main", "settings": {"wheel": "lowest"}}}
    jobs = [api.post("/jobs", json=long).json()["id"] for _ in range(3)]
    full = api.post("/jobs", json=long)
    assert full.status_code == 503
    assert "3 jobs of yours are open" in full.json()["error"]
    theirs = {"Authorization": f"Bearer {api.tokens['b']}"}
    assert api.get(f"/jobs/{jobs[0]}", headers=theirs).status_code == 404
    assert api.delete(f"/jobs/{jobs[0]}", headers=theirs).status_code == 404
    for job in jobs:
        assert api.delete(f"/jobs/{job}").json()["state"] == "cancelled"
        assert ended(api, job)["state"] == "cancelled"
    done = ended(api, api.post("/jobs", json={"verb": "verify", "asks": {"game": "super-pan-9"}}).json()["id"])
    assert done["state"] == "done"


def test_the_room_has_it_too(visitor, monkeypatch, tmp_path):
    made = CliRunner().invoke(command, ["token", "lab", "--file", str(tmp_path / "tokens")]).stdout.strip()
    client = visitor().client
    assert client.get("/v1/games").status_code == 401
    monkeypatch.setenv("HOUSEWAY_TOKENS", str(tmp_path / "tokens"))
    answer = client.get("/v1/games", headers={"Authorization": f"Bearer {made}"})
    assert len(answer.json()) == len(hw.games())
    assert "/v1/odds" not in client.get("/openapi.json").json()["paths"]
    assert "/odds" in client.get("/v1/openapi.json").json()["paths"]
    (tmp_path / "tokens").write_text("odd \u20ac\n", encoding="utf-8")
    assert client.get("/v1/games", headers={"Authorization": f"Bearer {made}"}).status_code == 401
    (tmp_path / "tokens").write_bytes(b"\xff\xfe")
    assert client.get("/v1/games", headers={"Authorization": f"Bearer {made}"}).status_code == 401
    refused = CliRunner().invoke(command, ["token", "other", "--file", str(tmp_path / "tokens")])
    assert "is no text in UTF-8" in str(refused.exception)
