"""Figures of one's own at a table: paytables and house ways that travel as text, and games from elsewhere."""

import hashlib
import re
import tomllib
from fractions import Fraction
from importlib.resources import files

import pytest

from houseway.document.reader import document_from
from houseway.document.variants import paytable_content
from houseway.games import _ADDED, games
from houseway.games import game as find
from houseway.games.super_pan_9.game import SuperPan9
from houseway.room.acts import COMMANDS
from houseway.room.people import people
from houseway.web.own import as_toml
from houseway.web.wire import Act

PRINTED = [table for game in games() for table in game.document.paytables]
WAY = (files("houseway.games.dealer_open_pai_gow") / "data" / "conventional.toml").read_text("utf-8")
NINE = """
[[rows]]
award = "tie"
label = "A tie"
pays = "9"
"""


def opened(ann, game="super-pan-9", **fields):
    answer = ann.form("/tables/new", game=game, name="", **fields)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["location"].rsplit("/", 1)[1])


@pytest.mark.parametrize("table", PRINTED, ids=lambda table: f"{table.wager}-{table.id}")
def test_a_printed_paytable_is_offered_as_text_that_reads_as_itself(table):
    assert tomllib.loads(as_toml(table)) == paytable_content(table)


def test_a_paytable_of_one_s_own_is_in_force_at_its_table_alone(visitor):
    ann = visitor("Ann")
    table, usual = opened(ann, **{"paytable.tie": NINE}), ann.open_table("super-pan-9")
    (own,) = (each for each in ann.get(f"/api/tables/{table}/rules")["paytables"] if each["wager"] == "tie")
    (printed,) = (each for each in ann.get(f"/api/tables/{usual}/rules")["paytables"] if each["wager"] == "tie")
    assert [row["pays"] for row in own["rows"]] == ["9"]
    pan = find("super-pan-9")
    said = paytable_content(pan.configure().in_force("tie"))
    posted = {"stake_cents": 100, "commission": "", "suit": "", "rows": [{**said["rows"][0], "amount": "$8.00"}]}
    assert printed == said | posted
    told = ann.get("/api/games/super-pan-9")
    assert [each for each in told["paytables"] if each["wager"] == "tie"] == [said]


def test_the_edge_at_the_table_is_that_of_its_own_paytable(visitor):
    from test_lobby import arrived

    ann = visitor("Ann")
    lines = arrived(ann, f"/api/tables/{opened(ann, **{'paytable.tie': NINE})}/odds")["wagers"]
    edge = next(Fraction(line["edge"]["exact"]) for line in lines if line["id"] == "tie")
    assert edge == find("super-pan-9").odds("tie", pays={"tie": 9}).edge


def test_a_round_is_paid_and_recorded_by_the_table_s_own_paytable(visitor):
    """Nobody can force a tie: the record names what would have been paid."""
    ann = visitor("Ann")
    table = opened(ann, **{"paytable.tie": NINE})
    ann.do(table, "sit", seat=1)
    ann.do(table, "bet", wagers={"main": 500, "tie": 500})
    ann.do(table, "ready")
    if ann.view(table)["asked"]:
        ann.do(table, "answer", answer="stand")
    view = ann.view(table)
    record = ann.get(f"/api/rounds/{view['round']}/record")
    assert [row["pays"] for row in record["paytables"]["tie"]["rows"]] == ["9"]
    (tie,) = (line for line in view["ruling"] if line["wager"] == "tie")
    assert tie["cents"] in (-500, 9 * 500)


FAULTY = """
wager = "tie"
colour = "green"

[[rows]]
award = "royal"
pays = "a lot"
"""


def test_every_fault_of_a_paytable_is_told_at_once_with_its_place(visitor):
    ann = visitor("Ann")
    body = {"settings": {"decks": "99"}, "paytables": {"tie": FAULTY}}
    told = ann.post("/api/games/super-pan-9/check", body).json()
    own = [fault["says"] for fault in told["faults"] if fault["setting"] == "paytable.tie"]
    assert not told["ok"]
    assert len(own) >= 3, own
    assert all(any(place in says for says in own) for place in ("colour", "rows", "pays")), own
    assert [fault["setting"] for fault in told["faults"] if fault["setting"] != "paytable.tie"] == ["decks"]
    again = ann.form("/tables/new", game="super-pan-9", name="", **{"paytable.tie": FAULTY, "set.decks": "99"})
    assert again.status_code == 422
    for says in own:
        assert says.split("'")[0].split('"')[0] in again.text
    assert "colour = &#34;green&#34;" in again.text, "what was written is still there"


@pytest.mark.parametrize(
    "wager, text, says",
    [
        ("tie", "rows = [", "file"),
        ("tie", 'wager = "main"\n' + NINE, "is tie here"),
        ("tie", NINE.replace('"9"', '"-9"'), "pays"),
        ("tie", NINE.replace('"9"', '"1e999999999"'), "pays"),
        ("castle", NINE, "castle"),
        ("tie", "tables/tie.toml", "file"),
        ("tie", "x" * 19_000, "file"),
    ],
)
def test_what_is_no_paytable_is_refused_in_a_sentence(visitor, wager, text, says):
    told = visitor("Ann").post("/api/games/super-pan-9/check", {"paytables": {wager: text}}).json()
    assert not told["ok"]
    assert says in told["faults"][0]["says"]


@pytest.mark.parametrize("path", ["/etc/passwd", "../../document.toml", "tests/data/way.toml"])
def test_no_file_that_a_request_names_is_read(visitor, path, monkeypatch):
    ann = visitor("Ann")
    body = {"settings": {"house-way": path}, "paytables": {"main": path}}
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_: pytest.fail("a file was read"))
    told = ann.post("/api/games/dealer-open-pai-gow/check", body).json()
    assert not told["ok"]
    assert "root:" not in str(told)


def test_a_text_of_one_s_own_stands_for_the_name_beside_it(visitor):
    ann = visitor("Ann")
    fields = {"set.house-way": "document", "content.house-way": "nothing = that\r\nreads"}
    refused = ann.form("/tables/new", game="dealer-open-pai-gow", name="", **fields)
    assert refused.status_code == 422
    assert "nothing = that" in refused.text


def test_a_house_way_of_one_s_own_is_in_force_by_its_content(visitor):
    ann = visitor("Ann")
    table = opened(ann, "dealer-open-pai-gow", **{"set.house-way": "document", "content.house-way": WAY})
    rules = ann.get(f"/api/tables/{table}/rules")
    (way,) = (setting["value"] for setting in rules["settings"] if setting["id"] == "house-way")
    assert "sha256" in way
    assert ann.view(table)["settings"]["house-way"] == way, "its name and its hash: a view is sent often"
    whole = ann.client.get(f"/api/tables/{table}/settings/house-way")
    assert (whole.text, whole.headers["content-type"]) == (WAY, "text/plain; charset=utf-8")
    assert hashlib.sha256(whole.content).hexdigest()[:12] in way
    assert ann.client.get(f"/api/tables/{table}/settings/house-ways").status_code == 404


def test_a_long_text_of_one_s_own_is_sent_when_it_is_asked_for_and_not_before(visitor, room):
    """A look at the lobby, each view and each event of the stream had all of it."""
    ann = visitor("Ann")
    long = WAY + "# " + 10_000 * "z" + "\n"
    table = opened(ann, "dealer-open-pai-gow", **{"set.house-way": "document", "content.house-way": long})
    assert ann.client.get(f"/api/tables/{table}/settings/house-way").text == long
    for sent in (room.view(table, None).text(), room.public(table).view.text(), str(room.tables())):
        assert "zzz" not in sent
        assert "sha256" in sent


def test_a_text_of_one_s_own_is_of_some_length(visitor):
    ann = visitor("Ann")
    refused = ann.form("/tables/new", game="super-pan-9", name="", **{"paytable.tie": "#" * 200_000})
    assert refused.status_code == 422
    assert "text of paytable.tie has 200,001 characters: it may have 20,000" in refused.text
    assert ann.post("/api/games/super-pan-9/check", {"paytables": {"tie": "#" * 100_000}}).status_code == 422


@pytest.mark.parametrize("path", ["/api/games/super-pairs/check", "/tables/new"])
def test_texts_of_one_s_own_are_of_some_length_together_too(visitor, path, monkeypatch):
    """A megabyte of keys of many parts took the room's process for seconds."""
    monkeypatch.setattr("houseway.document.fields.tomllib", None)  # nothing is read
    ann = visitor("Ann")
    wagers = [wager.id for wager in find("super-pairs").document.wagers][:3]
    if path.startswith("/api/"):
        refused = ann.post(path, {"paytables": dict.fromkeys(wagers, "#" * 15_000)})
    else:
        refused = ann.form(path, game="super-pairs", name="", **{f"paytable.{id_}": "#" * 15_000 for id_ in wagers})
    assert refused.status_code == 422
    assert "characters together: a request brings at most 40,000" in refused.text


@pytest.fixture
def readings(monkeypatch):
    """The games whose documents are read meanwhile, one after the other."""
    told = []

    def counted(content, file, *more):
        told.append(file)
        return document_from(content, file, *more)

    monkeypatch.setattr("houseway.document.variants.document_from", counted)
    return told


def paytables_paying(more):
    """A paytable for every wager of Super Pairs that has one: as printed, under a name of its own."""
    pairs = find("super-pairs")
    usual = {wager.id: pairs.configure().paytable(wager.id) for wager in pairs.document.wagers}
    return {id_: named(f"{id_}-{more}", table) for id_, table in usual.items() if table is not None}


def named(id_, table):
    return f'id = "{id_}"\n' + as_toml(table).partition("\n")[2]


def test_a_document_is_read_once_however_many_paytables_are_brought(visitor, room, readings):
    """Ten paytables had it read twenty times to check them, and thirty to open a table: 170 ms for each of them."""
    ann, path = visitor("Ann"), "/api/games/super-pairs/check"
    tables = paytables_paying("checked")
    assert len(tables) == 10
    assert ann.post(path, {"settings": {}, "paytables": tables}).json() == {"ok": True, "faults": []}
    assert readings == ["super-pairs"]
    opened(ann, "super-pairs", **{f"paytable.{wager}": text for wager, text in paytables_paying("opened").items()})
    assert readings == ["super-pairs"] * 2
    assert room.opening_faults("super-pairs", {"decks": "6"}) == []
    assert readings == ["super-pairs"] * 2, "nothing was brought"


def test_a_document_is_read_once_for_the_paytables_of_an_open_table(visitor, room, readings):
    mel, table = visitor(), visitor("Ann").open_table("super-pan-9")
    room.people.add("Mel", "manager", people.HASHER.hash("nine of hearts"), by="command: tests")
    mel.form("/sign-in", how="account", name="Mel", password="nine of hearts")
    pan = find("super-pan-9").configure()
    dearer = {"main": pan.in_force("main").with_pays({"win": 3}), "tie": pan.in_force("tie").with_pays({"tie": 7})}
    brought = {f"paytable.{wager}": as_toml(paytable) for wager, paytable in dearer.items()}
    changed = mel.form(f"/desk/tables/{table}/change", reason="dearer", **brought)
    assert changed.headers.get("location") == f"/desk?changed={table}", changed.text
    assert readings == ["super-pan-9"]


def test_paytables_of_which_one_does_not_fit_are_told_by_themselves(visitor):
    """A fault that only the whole document shows stands at the field of the paytable that makes it."""
    ann, pairs = visitor("Ann"), find("super-pairs").document
    ladies, bust = (pairs.paytables_of(wager)[0] for wager in ("lucky-ladies", "bust-bonus"))
    tables = {"lucky-ladies": named("ours", ladies), "bust-bonus": named("", bust)}
    told = ann.post("/api/games/super-pairs/check", {"settings": {}, "paytables": tables}).json()["faults"]
    assert {each["setting"] for each in told} == {"paytable.bust-bonus"}
    assert any("bust-bonus-paytable.default" in each["says"] for each in told)
    tables["bust-bonus"] = named(ladies.id, bust)
    assert ann.post("/api/games/super-pairs/check", {"settings": {}, "paytables": tables}).json()["ok"]


def test_keys_of_many_parts_are_refused_in_every_text_that_anybody_may_send(visitor):
    ann, deep = visitor("Ann"), "a." * 21 + "a = 1\n"
    for game, texts in (
        ("super-pan-9", {"paytables": {"tie": deep}}),
        ("dealer-open-pai-gow", {"settings": {"house-way": deep}}),
        ("chinese-poker", {"settings": {"bonuses-own": deep}}),
        ("supreme-99", {"settings": {"irregularities": deep}}),
    ):
        told = ann.post(f"/api/games/{game}/check", texts).json()
        assert not told["ok"]
        assert "a line has more than 20 dots" in told["faults"][0]["says"], game


@pytest.fixture
def elsewhere(monkeypatch):
    """A game that another package brings."""
    content = find("super-pan-9").document.content | {"game": "pan-of-theirs", "name": "Pan of Theirs"}
    theirs = SuperPan9(document_from(dict(content), "theirs"))
    monkeypatch.setitem(_ADDED, theirs.id, theirs)
    return theirs


MANY = ", ".join(f"{one}{other}x=1" for one in "abcdefghijklmnopqrstuvwxyz" for other in "abcdefghijklmnopqrstuvwxyz")


def test_a_long_name_with_many_faults_is_told_cut_and_the_first_of_them(visitor):
    """The name stood whole in each of the faults: 37 KB were answered by 32 MB."""
    text = f'rows = [{{id = "{"A" * 9000}", {MANY}}}]'
    wanted = {"settings": {}, "paytables": {"tie": text, "main": text}}
    told = visitor().post("/api/games/super-pan-9/check", wanted)
    says = [each["says"] for each in told.json()["faults"] if each["setting"] == "paytable.tie"]
    assert len(says) == 21
    assert "aax: is not a field that belongs here" in " ".join(says)
    assert re.fullmatch("there are [0-9]+ faults more", says[-1])
    assert len(told.content) < 20_000
    page = visitor("Ann").form("/tables/new", game="super-pan-9", name="", **{"paytable.tie": text})
    assert page.status_code == 422
    assert len(page.content) < len(text) + 60_000


HUGE = "0x" + "f" * 5000


@pytest.mark.parametrize(
    "text",
    [
        f"limit = {HUGE}\n{NINE}",
        f"decks = [1, {HUGE}]\n{NINE}",
        f"rows = {HUGE}",
        f"rows = [{HUGE}]",
        f'rows = [{{award = "tie", pays = {HUGE}}}]',
        f"id = -{HUGE[2:].replace('f', '9')[:4000]}\n{NINE}",
        f"nobody.knows = {{it = [{HUGE.replace('x', 'o').replace('f', '7')}]}}\n{NINE}",
    ],
)
def test_a_number_that_no_table_can_have_is_refused_in_a_sentence(visitor, text):
    """Python reads thousands of hexadecimal digits, and refuses to write them: that was answered by 500."""
    ann = visitor("Ann")
    told = ann.post("/api/games/super-pan-9/check", {"settings": {}, "paytables": {"tie": text}})
    assert told.status_code == 200
    assert "holds a whole number beyond 64 bits" in told.json()["faults"][0]["says"]
    assert ann.form("/tables/new", game="super-pan-9", name="", **{"paytable.tie": text}).status_code == 422
    brought = ann.form("/lab/own", kind="paytable", game="super-pan-9", text=f'wager = "tie"\n{text}')
    assert brought.status_code == 422
    assert "holds a whole number beyond 64 bits" in brought.text
    way = {"settings": {"house-way": f"weight = {HUGE}\n{WAY}"}}
    told = ann.post("/api/games/dealer-open-pai-gow/check", way).json()
    assert "holds a whole number beyond 64 bits" in told["faults"][0]["says"]


def test_a_game_from_elsewhere_is_played_and_drilled_like_ours(visitor, elsewhere):
    ann = visitor("Ann")
    lobby = ann.client.get("/").text
    assert elsewhere.name in lobby
    assert f"/drill/{elsewhere.id}" in lobby
    view = ann.view(ann.open_table(elsewhere.id))
    assert view["game"] == elsewhere.id
    assert ann.client.get(f"/drill/{elsewhere.id}").status_code == 200
    dealt = ann.post(f"/api/games/{elsewhere.id}/drill", {"kind": "draw"}).json()
    assert ann.post(f"/api/drill/{dealt['drill']}/answer", {"answer": "draw"}).json()["chosen"] == "draw"


def test_what_a_command_may_carry_is_what_the_acts_take():
    assert set(Act.model_fields) == {each.name for act in COMMANDS.values() for each in act.form("wire")}


def test_prizes_that_no_wager_feeds_are_displayed_with_the_notice_that_they_must_carry(visitor, room):
    ann = visitor("Ann")
    mia = room.people.add("Mia", "manager", "no hash", by="command: tests")
    offered = {"offer_super_pairs_jackpot": "yes"}
    chosen = {key.replace("_", "-"): value for key, value in offered.items()} | {"jackpot-kind": "house"}
    table = room.open_table(mia, "super-pairs", chosen, "the house's")
    house = ann.get(f"/api/tables/{table}/rules")
    fed = ann.get(f"/api/tables/{ann.open_table('super-pairs', **offered)}/rules")
    assert house["prizes_cents"]["super-pairs-jackpot"] > 0
    assert "paid by the casino" in house["notice"]
    assert (fed["prizes_cents"], fed["notice"]) == ({}, "")


def test_a_setting_at_a_table_says_its_value_and_whose_word_it_is(visitor):
    ann = visitor("Ann")
    rules = ann.get(f"/api/tables/{ann.open_table('super-pan-9', decks='2')}/rules")
    (decks,) = (setting for setting in rules["settings"] if setting["id"] == "decks")
    assert (decks["value"], decks["layer"], decks["clause"]) == ("2", "game", "1")
    assert rules["hash"] == find("super-pan-9").document.hash
