"""The lobby and the form of a new table, made by each game's document."""

import html
import re
import time
from fractions import Fraction
from pathlib import Path

import pytest
from markupsafe import escape

from houseway.games import game as find
from houseway.games import games
from houseway.room import Command
from houseway.room.controls.file import read_controls
from houseway.web.lobby import unknown_in

EXAMPLE = Path(__file__).parents[2] / "examples" / "room.toml"
EACH_GAME = pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])


def test_the_lobby_tells_every_game_and_every_open_table(visitor):
    ann = visitor("Ann")
    ann.form("/tables/new", game="super-pan-9", name="Under the clock")
    page = ann.client.get("/").text
    for game in games():
        assert game.name in page
        assert escape(game.document.summary) in page
    assert "Under the clock" in page


@EACH_GAME
def test_the_form_has_every_setting_of_a_table_with_its_clause(visitor, game):
    page = visitor("Ann").client.get(f"/tables/new?game={game.id}").text
    for setting in game.document.settings:
        assert (f'name="set.{setting.id}"' in page) == (setting.layer != "analysis"), setting.id
        if setting.source and setting.layer != "analysis":
            assert escape(setting.source) in page


@EACH_GAME
def test_a_table_opens_with_the_usual_settings(visitor, game):
    ann = visitor("Ann")
    view = ann.view(ann.open_table(game.id))
    assert view["game"] == game.id
    assert view["phase"] == "betting"
    assert ann.client.get(f"/tables/{view['table']}").status_code == 200


def test_a_setting_out_of_its_bounds_is_explained_at_its_place(visitor):
    ann = visitor("Ann")
    body = {"settings": {"decks": "9", "commission": "six", "seats": "7"}}
    told = ann.post("/api/games/super-pan-9/check", body).json()
    assert not told["ok"]
    assert [fault["setting"] for fault in told["faults"]] == ["decks", "commission"]
    assert "between 1 and 8" in told["faults"][0]["says"]
    refused = ann.form("/tables/new", game="super-pan-9", name="", **{"set.decks": "9"})
    assert refused.status_code == 422
    assert "between 1 and 8" in refused.text


@pytest.mark.parametrize(
    "settings, says",
    [
        ({"decks": "1", "seats": "9"}, "the shoe holds 36"),
        ({"minimum": "50.00", "maximum": "20.00"}, "is above maximum"),
    ],
)
def test_a_combination_that_cannot_be_played_is_explained(visitor, settings, says):
    told = visitor("Ann").post("/api/games/super-pan-9/check", {"settings": settings}).json()
    assert [fault["setting"] for fault in told["faults"]] == [""]
    assert says in told["faults"][0]["says"]


@pytest.mark.parametrize(
    "field, says",
    [
        ("set.house-way", "Super Pan 9 has no setting 'house-way'"),
        ("content.house-way", "Super Pan 9 has no setting 'house-way'"),
        ("content.decks", "Super Pan 9 has no setting 'decks'"),
        ("paytable.envy", "Super Pan 9 has no wager 'envy'"),
    ],
)
def test_what_the_game_does_not_have_is_refused_by_its_name(visitor, room, field, says):
    """It was left out, and the table was opened."""
    ann = visitor("Ann")
    refused = ann.form("/tables/new", game="super-pan-9", name="", **{field: "dealer"})
    assert refused.status_code == 422
    assert says in html.unescape(refused.text)
    assert ann.get("/api/tables") == []


@EACH_GAME
def test_the_form_as_it_stands_sends_nothing_that_its_game_does_not_have(visitor, game):
    page = visitor("Ann").client.get(f"/tables/new?game={game.id}").text
    fields = dict.fromkeys(
        html.unescape(name) for name in re.findall(r' name="((?:set|content|paytable)\.[^"]+)"', page)
    )
    assert len(fields) > 10
    assert unknown_in(game.document, fields) == []


def test_one_deck_with_eight_seats_can_be_played(visitor):
    assert visitor("Ann").post("/api/games/super-pan-9/check", {"settings": {"decks": "1", "seats": "8"}}).json()["ok"]


def test_what_the_card_room_cannot_prove_is_explained_on_the_form_and_refused_at_its_place(visitor):
    ann = visitor("Ann")
    form = ann.client.get("/tables/new?game=super-pairs").text
    assert "an order that no seal covers" in form
    assert "an order that no seal covers" not in ann.client.get("/tables/new?game=super-pan-9").text
    told = ann.post("/api/games/super-pairs/check", {"settings": {"out-of-cards": "discards"}}).json()
    assert [fault["setting"] for fault in told["faults"]] == ["out-of-cards"]
    assert "shuffles no discards in mid-round" in told["faults"][0]["says"]
    assert ann.post("/api/games/super-pairs/check", {"settings": {"out-of-cards": "void"}}).json()["ok"]
    refused = ann.form("/tables/new", game="super-pairs", name="", **{"set.out-of-cards": "discards"})
    assert refused.status_code == 422
    assert "out-of-cards = discards cannot be chosen here" in refused.text


def arrived(visitor, path):
    """The figures once they are all there; each answer came at once."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        told = visitor.get(path)
        if told["complete"]:
            return told
        time.sleep(0.05)
    raise AssertionError("the figures do not arrive")


def test_edges_arrive_and_are_those_of_the_analysis_at_the_table_s_settings(visitor):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9", decks="2", commission="0%")
    told = arrived(ann, f"/api/tables/{table}/odds")
    game = find("super-pan-9")
    assert [line["id"] for line in told["wagers"]] == ["main", "tie"]
    for line in told["wagers"]:
        assert Fraction(line["edge"]["exact"]) == game.odds(line["id"], decks=2, commission="0%").edge


def test_a_wager_that_is_not_offered_has_no_figure(visitor):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9", tie_bet="no")
    assert [line["id"] for line in ann.get(f"/api/tables/{table}/odds")["wagers"]] == ["main"]


@EACH_GAME
def test_play_now_seats_a_newcomer_between_two_bots(visitor, game):
    ann = visitor()
    asked = ann.form("/play", game=game.id)
    assert asked.status_code == 200
    assert f'name="game" value="{game.id}"' in asked.text  # the wish is kept while a name is asked for
    went = ann.form("/play", game=game.id, name="Ann")
    assert went.status_code == 303
    path, _, wish = went.headers["location"].partition("#")
    assert wish == "least"
    seats = ann.view(int(path.rsplit("/", 1)[1]))["seats"]
    assert [seat["name"] for seat in seats if seat["you"]] == ["Ann"]
    assert sum(seat["bot"] for seat in seats) == 2


def test_play_now_goes_back_to_one_s_own_table_of_the_game(visitor, room):
    ann, ben = visitor("Ann"), visitor("Ben")
    tables = [ann.form("/play", game=game.id).headers["location"] for game in games()]
    assert [ann.form("/play", game=game.id).headers["location"] for game in games()] == tables
    first = int(tables[0].partition("#")[0].rsplit("/", 1)[1])
    ann.do(first, "leave")
    assert ann.form("/play", game=games()[0].id).headers["location"] == tables[0]
    seats = ann.view(first)["seats"]
    assert [seat["name"] for seat in seats if seat["you"]] == ["Ann"]
    assert sum(seat["bot"] for seat in seats) == 2
    assert len(room.tables()) == len(games())
    assert ben.form("/play", game=games()[0].id).headers["location"] not in tables


def test_play_now_seats_nobody_at_two_tables_where_no_bot_is_called(visitor, room):
    """A wager lies at one's own table: bots are refused there, and the seat is taken all the same."""
    ann, ben = visitor("Ann"), visitor("Ben")
    table = ann.open_table("super-pan-9")
    ben.do(table, "sit", seat=1)
    ben.do(table, "bet", wagers={"main": 500})
    assert ann.form("/play", game="super-pan-9").headers["location"] == f"/tables/{table}#least"
    assert [seat["name"] for seat in ann.view(table)["seats"] if seat["name"]] == ["Ben", "Ann"]
    assert [card.id for card in room.tables()] == [table]


def test_play_now_refuses_a_name_in_a_sentence_and_staff(visitor, room):
    refused = visitor().form("/play", game="super-pan-9", name="the house")
    assert refused.status_code == 422
    assert 'name="game" value="super-pan-9"' in refused.text
    assert room.tables() == []
    manager = visitor()
    manager.form("/sign-in", how="account", name="manager", password=room.first_password)
    manager.form("/password", old=room.first_password, new="a long sentence of mine")
    assert manager.form("/play", game="super-pan-9").status_code == 403


def test_staff_are_told_of_a_table_that_does_not_hold(room, visitor):
    ann = visitor("Ann")
    ann.open_table("super-pan-9")
    room.open_table(room.people.guest("Ben"), "super-pan-9", {}, "spoilt <b>")
    with room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE journal SET body = '{}' WHERE chain = 2")
    boss = visitor()
    boss.form("/sign-in", how="account", name="manager", password=room.first_password)
    boss.form("/password", old=room.first_password, new="a password of the manager")
    for each, told in ((boss, True), (ann, False), (visitor(), False)):
        page = each.client.get("/").text
        assert ("Table 2, spoilt &lt;b&gt;, is refused" in page) is told
        assert 'href="/tables/1"' in page
        assert 'href="/tables/2"' not in page
    refused = ann.client.get("/tables/2")
    assert (refused.status_code, "is refused" in refused.text) == (422, True)
    assert ann.do(1, "sit", seat=1) == 2


def test_the_lobby_finds_tables_by_game_seat_people_money_and_one_s_own(visitor):
    ann, ben = visitor("Ann"), visitor("Ben")
    cheap, dear = ann.open_table("super-pan-9"), ben.open_table("chinese-poker")
    ann.do(cheap, "sit", seat=2)
    ann.do(cheap, "add-bot", seat=1)

    def found(by, query=""):
        return [table["id"] for table in by.get(f"/api/tables{query}")]

    assert found(ann) == [cheap, dear]
    assert found(ann, "?game=chinese-poker") == [dear]
    assert found(ben, "?people=true") == found(ann, "?mine=true") == [cheap]
    assert found(ben, "?mine=true") == [dear]
    assert found(ben) == [dear, cheap]
    tables = {table["id"]: table for table in ann.get("/api/tables")}
    assert (tables[cheap]["people"], tables[cheap]["bots"], tables[cheap]["yours"]) == (1, 1, True)
    assert found(ann, f"?most={tables[cheap]['least_cents']}") == [cheap]
    assert found(ann, "?free=true") == [cheap, dear]
    assert found(ann, "?name=chinese") == found(ann, f"?name=%20{dear}") == [dear]
    first = ann.client.get("/api/tables?shown=1")
    assert ([table["id"] for table in first.json()], first.headers["X-Tables"]) == ([cheap], "2")
    assert ann.client.get("/api/tables?free=perhaps").status_code == 422


def test_every_open_table_is_found_however_many_are_open(visitor, monkeypatch):
    """Of 1,001 one was listed nowhere, and no filter found it."""
    monkeypatch.setattr("houseway.room.lobby.MOST_LISTED", 3)
    ann, ben = visitor("Ann"), visitor("Ben")
    first = ann.form("/tables/new", game="chinese-poker", name="Épernay").headers["location"]
    first = int(first.rsplit("/", 1)[1])
    ann.do(first, "sit", seat=1)
    for _ in range(4):
        ben.open_table("super-pan-9")

    def found(by, query=""):
        answer = by.client.get(f"/api/tables{query}")
        return [table["id"] for table in answer.json()], int(answer.headers["X-Tables"])

    latest, count = found(ben)
    assert (first in latest, len(latest), count) == (False, 3, 5), "the last three, and how many there are"
    for query in ("name=ÉPER", "name=épernay", f"name={first}", "game=chinese-poker", "people=true"):
        assert first in found(ben, f"?{query}")[0], query
    assert "of 5 tables are shown; the filters find the others." in ben.client.get("/").text
    assert found(ann)[0][0] == first, "where one sits is always listed"
    assert found(ann, "?mine=true") == ([first], 1)
    assert found(ben, "?game=super-pan-9") == (latest, 4)
    assert found(visitor(), "?mine=true") == ([], 0)
    assert int(ann.form("/play", game="chinese-poker").headers["location"].split("/")[2].split("#")[0]) == first


def test_the_lobby_says_how_many_tables_it_does_not_show_and_leads_back_to_one_s_seat(visitor, monkeypatch):
    ann = visitor("Ann")
    for _ in range(3):
        table = ann.open_table("super-pan-9")
    assert "of 3 tables are shown" in ann.client.get("/").text.partition('id="more-tables" hidden')[2]
    ann.do(table, "sit", seat=1)
    monkeypatch.setattr("houseway.web.lobby.listed.__defaults__", (2,))
    page = ann.client.get("/").text
    assert "2 of 3 tables are shown; the filters find the others." in page
    assert 'id="more-tables" hidden' not in page
    assert f'<a class="button go" href="/tables/{table}">Back to your seat: Super Pan 9</a>' in page
    assert f"Table {table} ·" in page


def test_signing_out_frees_the_seat_and_a_guest_who_comes_back_is_the_same_person(visitor, room):
    ann, ben = visitor("Ann"), visitor("Ben")
    table = ann.open_table("super-pan-9")
    ann.do(table, "sit", seat=1)
    who = next(seat for seat in ben.view(table)["seats"] if seat["number"] == 1)
    assert who["name"] == "Ann"
    ann.form("/sign-out")
    assert next(seat for seat in ben.view(table)["seats"] if seat["number"] == 1)["name"] is None
    assert ann.client.get("/tables/new").status_code == 303
    assert "Come back as Ann" in ann.client.get("/sign-in").text
    assert ann.form("/sign-in", how="back").status_code == 303
    ann.do(table, "sit", seat=1)
    assert ann.client.get("/").text.count("Ann") >= 1
    ann.form("/sign-out")
    went = ann.form("/play", game="super-pan-9")  # and so does who would like to play at once
    seats = ann.view(int(went.headers["location"].partition("#")[0].rsplit("/", 1)[1]))["seats"]
    assert [seat["name"] for seat in seats if seat["you"]] == ["Ann"]
    for path, asked in (("/sign-in", {"how": "guest"}), ("/play", {"game": "super-pan-9"})):
        ann.form("/sign-out")  # and who types the same name in the same browser
        assert ann.form(path, name="ANN ", **asked).status_code == 303
        assert [seat["name"] for seat in ann.view(table)["seats"]].count("Ann 2") == 0
        assert ">Ann<" in ann.client.get("/").text
    stranger = visitor()
    assert "Come back as" not in stranger.client.get("/sign-in").text


def test_the_lobby_closes_a_table_of_one_s_own_and_so_the_refusal_of_a_sixth_leads_there(visitor, room):
    ann, ben = visitor("Ann"), visitor("Ben")
    tables = [ann.open_table("super-pan-9") for _ in range(5)]
    for refused in (ann.form("/tables/new", game="supreme-99", name="One more"), ann.form("/play", game="supreme-99")):
        assert (refused.status_code, "you have 5 tables open" in refused.text.lower()) == (422, True)
        assert 'href="/#open-tables">Your tables' in refused.text
    assert 'value="One more"' in ann.form("/tables/new", game="supreme-99", name="One more").text
    page = ann.client.get("/").text
    assert all(f'action="/tables/{table}/close"' in page for table in tables)
    assert "/close" not in ben.client.get("/").text
    ben.do(tables[1], "sit", seat=1)
    assert [each["closes"] for each in ann.get("/api/tables")] == [False, *[True] * 4]
    assert "others sit at this table" in ann.form(f"/tables/{tables[1]}/close").text.lower()
    boss = room.people.sign_in("manager", room.first_password)
    boss = room.people.set_password(boss, room.first_password, "a password of the manager")
    room.do(Command(tables[2], boss.id, "key-of-the-boss", None, "pause", {}))
    closes = {each["id"]: each["closes"] for each in ann.get("/api/tables")}
    assert closes == dict(zip(tables, (True, False, False, True, True), strict=True)), "a paused table is not offered"
    assert ben.form(f"/tables/{tables[0]}/close").status_code == 403
    assert ann.form(f"/tables/{tables[0]}/close").headers["location"] == "/#open-tables"
    assert "data-owner" in ann.client.get(f"/tables/{tables[1]}").text
    assert "data-owner" not in ben.client.get(f"/tables/{tables[1]}").text
    assert ann.open_table("supreme-99")


def test_the_lobby_has_the_name_of_the_house_and_offers_what_guests_may_open(visitor, room):
    assert "<h1>The card room</h1>" in visitor().client.get("/").text
    room.put_in_force(read_controls(EXAMPLE), "command: tests", "the first day")
    for who in (visitor(), visitor("Ann")):
        page = who.client.get("/").text
        assert "<h1>The Silver Room</h1>" in page
        offered = re.findall(r'action="/play">.*?name="game" value="([a-z0-9-]+)"', page)
        assert offered == ["super-pan-9", "supreme-99"]
        assert page.count("The house opens the tables of this game") == len(games()) - 2
    form = visitor("Ben").client.get("/tables/new").text
    assert re.findall(r'href="/tables/new\?game=([a-z0-9-]+)"', form) == ["super-pan-9", "supreme-99"]


def test_a_table_whose_round_has_ended_is_between_rounds_in_the_lobby(visitor, room):
    ann = visitor("Ann")
    ann.open_table("super-pan-9")
    assert "· betting</span>" in ann.client.get("/").text
    with room.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE lobby SET phase = 'ended'")
    page = ann.client.get("/").text
    assert "· between rounds</span>" in page
    assert "· ended</span>" not in page


def test_what_is_the_manager_s_is_locked_on_a_guest_s_form_and_a_fault_is_told_by_the_button_too(visitor):
    ann = visitor("Ann")
    refused = ann.form("/tables/new", game="super-pan-9", name="", **{"set.decks": "9", "set.minimum": "9.00"}).text
    assert 'name="set.minimum" disabled value="$5.00"' in refused
    assert 'name="set.decks" value="9"' in refused
    assert "between 1 and 8" in refused.partition('id="by-button"')[2]


@EACH_GAME
def test_a_guest_opens_a_practice_table_by_the_form_as_it_stands(visitor, game):
    """The form sends every setting, also those that follow another."""
    shown = {f"set.{key}": value for key, value in game.configure().show().items()}
    assert visitor("Ann").form("/tables/new", game=game.id, name="", **shown).status_code == 303
