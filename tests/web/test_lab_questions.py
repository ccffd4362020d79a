"""The lab's pages that are asked something: what people bring, game protection, design, joint risk, ways, settings."""

import hashlib
import json
import os
import re
import sys
import threading
import time
import tomllib
from concurrent.futures import Future
from fractions import Fraction
from html import unescape
from importlib.resources import files

import numpy as np
import pytest
from browsing import PHONE, serious
from playwright.sync_api import expect
from typer.testing import CliRunner

import houseway as hw
from houseway.cli import app as app_of_commands
from houseway.errors import Faulty, HousewayError, MissingExtra, UnknownName
from houseway.lab import cache, readings
from houseway.lab.design import Wish
from houseway.lab.joint import joint
from houseway.lab.readings import Match
from houseway.lab.result import Ask
from houseway.lab.workshop import Bench, Workshop
from houseway.room import Busy
from houseway.web import lab_contents, lab_jobs, lab_offers
from houseway.web.guard import Rate
from houseway.web.lab_contents import Content, Contents, faults_of
from houseway.web.lab_counting import _cells, side_by_side, surveyed, way_told
from houseway.web.lab_evidence import _in_force, packed
from houseway.web.lab_questions import wished
from houseway.web.lab_reading import read_out
from houseway.web.lab_ways import counted_lines
from houseway.web.streams import TooMany
from houseway.web.v1_jobs import DONE, REFUSED, RUNNING, Bounds, Job, Jobs, Task
from houseway.web.work import Overloaded

PAN, PAIRS, PAI_GOW = (hw.game(each) for each in ("super-pan-9", "super-pairs", "dealer-open-pai-gow"))
NINE = 'wager = "tie"\n\n[[rows]]\naward = "tie"\npays = "9"\n'
FAULTY = 'wager = "tie"\ncolour = 1\n\n[[rows]]\naward = "royal"\npays = "a lot"\n'
WAY = (files("houseway.games.dealer_open_pai_gow") / "data" / "conventional.toml").read_text("utf-8")
DOCUMENT = (files("houseway.games.super_pan_9") / "document.toml").read_text("utf-8")


def arrived(ann, path, within=240):
    """A page once its figures are there."""
    until = time.monotonic() + within
    while (answer := ann.client.get(path)).status_code == 202:
        assert time.monotonic() < until, path
        time.sleep(0.05)
    return answer


def told(answer):
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", answer.text)))


def brought(ann, text=NINE, kind="paytable", game="super-pan-9"):
    answer = ann.form("/lab/own", kind=kind, game=game, text=text)
    assert answer.status_code == 303, told(answer)
    return answer.headers["location"].rsplit("/", 1)[1]


# ------------------------------------------------------------------------------------------------ what people bring


def test_a_paytable_is_kept_by_content_and_in_force_on_every_page_of_the_lab(visitor):
    ann, bo = visitor(), visitor()
    own = brought(ann)
    assert own == brought(bo, NINE.replace("\n", "\r\n")), "the same text, the same address"
    assert own in bo.client.get(f"/lab/own/{own}").text
    assert bo.client.get(f"/lab/own/{own}/text.toml").text == NINE
    edge = PAN.odds("tie", pays={"tie": 9}).edge
    found = arrived(bo, f"/api/lab/super-pan-9/tie?own={own}").json()
    assert found["edge"]["exact"] == f"{edge.numerator}/{edge.denominator}"
    page = arrived(bo, f"/lab/super-pan-9/tie?own={own}").text
    for other in ("tie/protect", "tie/design", "tie/by/decks", "joint", "strategy"):
        assert f'href="/lab/super-pan-9/{other}?own={own}"' in page
    assert ann.client.get(f"/lab/supreme-99/main?own={own}").status_code == 404
    assert ann.client.get(f"/lab/super-pan-9/tie?own={own}&table=1").status_code == 422
    assert ann.client.get(f"/lab/own/{'0' * 64}").status_code == 404
    assert "Change it" in page or NINE.splitlines()[0] in unescape(ann.client.get(f"/lab/own?own={own}").text)


@pytest.mark.parametrize("page", ["protect", "joint", "main/design", "main/compare"])
@pytest.mark.parametrize("table", ["0.0", "+1", "٣"])
def test_the_number_of_a_table_is_in_digits(visitor, page, table):
    """What reads as a number to one part of the program and not to another was answered by 500."""
    assert visitor().client.get(f"/lab/super-pan-9/{page}", params={"table": table}).status_code == 404


def test_every_fault_of_what_is_brought_is_told_at_once_and_nothing_is_lost(visitor):
    refused = visitor().form("/lab/own", kind="paytable", game="super-pan-9", text=FAULTY)
    assert refused.status_code == 422
    assert all(place in told(refused) for place in ("3 faults", "colour is not a field", "royal is no award", "a lot"))
    assert "colour = 1" in refused.text, "what was written is still there"
    bare = visitor().form("/lab/own", kind="variation", game="super-pan-9", text='name = "x"\n')
    assert (bare.status_code, "setting is missing" in told(bare)) == (422, True)


@pytest.mark.parametrize(
    "kind, game, text, says",
    [
        ("paytable", "super-pan-9", "", "nothing is there yet"),
        ("paytable", "super-pan-9", NINE.replace('"tie"\n\n', '"castle"\n\n'), "one of main, tie"),
        ("paytable", "super-pan-9", NINE + "# " + "x" * 20_000, "at most 20,000"),
        ("paytable", "super-pan-9", "tables/tie.toml\n", "Expected"),
        ("paytable", "super-pan-9", "a" + ".a" * 60 + " = 1\n", "dots"),
        ("house-way", "super-pan-9", WAY, "has no house way"),
        ("house-way", "dealer-open-pai-gow", WAY.replace('"two-aces"', '"nowhere"'), "'nowhere'"),
        ("house-way", "dealer-open-pai-gow", "/etc/passwd\n", "Invalid statement"),
        ("variation", "supreme-99", DOCUMENT, "is supreme-99 here"),
        ("variation", "super-pan-9", DOCUMENT.replace("most = 8\n", "most = 9\n", 1), "may narrow that, not widen it"),
        ("variation", "super-pan-9", DOCUMENT.replace('award = "tie"', 'award = "royal"'), "is no award of tie"),
        ("variation", "super-pan-9", "#" * 120_001, "at most 120,000"),
        ("variation", "super-pan-9", 'name = "x"\n', "('setting', 'is missing')"),
        ("variation", "super-pan-9", "setting = 1\n", "('setting', 'is a list of tables"),
        ("variation", "super-pan-9", "[[setting]]\n" * 3, "('setting 3.id', 'is missing')"),
        ("variation", "super-pan-9", DOCUMENT.replace("[[setting]]", "[[settin]]"), "did you mean setting?"),
        ("variation", "super-pan-9", DOCUMENT.replace('id = "out-of-cards"', "id = 1"), "id', 'is a text, not 1"),
        ("variation", "super-pan-9", DOCUMENT.replace('least = "minimum"', 'least = "out-of-cards"'), "is no amount"),
        ("variation", "super-pan-9", DOCUMENT.replace('"5.00"', '"5.00"\nfollows = "out-of-cards"', 1), "another type"),
        ("variation", "super-pan-9", DOCUMENT + "[[setting]]\n" * 184, "('setting', 'stands there 201 times"),
        ("variation", "super-pan-9", "[[clause]]\n" * 201, "('clause', 'stands there 201 times"),
        (
            "variation",
            "super-pan-9",
            DOCUMENT + "[[ruling]]\nid = 1\n" + "".join(f"a{i} = 1\n" for i in range(600)),
            "more",
        ),
    ],
)
def test_what_is_wrong_with_a_content_is_a_sentence(kind, game, text, says):
    faults = faults_of(Content(kind, game, text))
    assert faults
    assert says in str(faults)


def test_the_faults_of_a_variation_are_told_with_what_goes_beyond_its_game():
    text = DOCUMENT.replace("most = 8\n", "most = 9\n", 1).replace('wager = "tie"', 'wager = "tied"', 1)
    places = [place for place, _ in faults_of(Content("variation", "super-pan-9", text))]
    assert any("setting decks" in each for each in places)
    assert any("wager" in each for each in places)


@pytest.mark.parametrize(("key", "text"), [("most = 8\n", 'most = "eight"\n'), ("least = 1\n", 'least = "one"\n')])
def test_a_bound_that_cannot_be_read_is_one_fault_as_on_the_command_line(key, text):
    assert key in DOCUMENT
    content = DOCUMENT.replace(key, text, 1)
    with pytest.raises(Faulty) as told:
        PAN.read_document(tomllib.loads(content), "document.toml")
    assert faults_of(Content("variation", "super-pan-9", content)) == told.value.faults
    assert len(told.value.faults) == 1


def test_a_variation_is_its_own_document_and_read_apart_from_the_tables(visitor, monkeypatch):
    ann = visitor()
    own = brought(ann, DOCUMENT.replace('name = "Super Pan 9"', 'name = "Pan of Ours"'), "variation")
    monkeypatch.setattr(lab_contents, "_variation", never)  # in this process, which is the room's
    page = ann.client.get(f"/lab/super-pan-9?own={own}")
    assert page.status_code == 200
    assert "Pan of Ours" in page.text
    assert PAN.document.hash not in page.text


def test_what_is_kept_lies_under_its_own_hash_and_nothing_else_is_believed(tmp_path, monkeypatch):
    content = Content("paytable", "super-pan-9", NINE)
    kept = Contents(tmp_path / "lab")
    kept.bring("ann", content)
    assert Contents(tmp_path / "lab").get(content.hash) == content, "after a restart, too"
    (file,) = (tmp_path / "lab").iterdir()
    assert (file.name, (tmp_path / "lab").stat().st_mode & 0o077) == (content.hash, 0)
    file.write_bytes(content._replace(text=NINE.replace("9", "99")).bytes)
    with pytest.raises(UnknownName, match="nothing is kept"):
        Contents(tmp_path / "lab").get(content.hash)
    for path in ("../../etc/passwd", "room.db", content.hash[:-1]):
        with pytest.raises(UnknownName, match="64 digits"):
            kept.get(path)
    monkeypatch.setattr(lab_contents, "MOST_KEPT", 2)
    for number, minute in ((1, 100), (2, 200), (3, 300)):
        other = content._replace(text=NINE.replace("9", str(number)))
        kept.bring("ann", other)
        os.utime(tmp_path / "lab" / other.hash, (minute, minute))
    assert len(list((tmp_path / "lab").iterdir())) == 2, "who was not looked at for the longest time makes place"


def test_nothing_is_kept_where_others_may_write(tmp_path):
    content = Content("paytable", "super-pan-9", NINE)
    (tmp_path / "lab").mkdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "linked").symlink_to(tmp_path / "elsewhere")
    for folder, mode in (("lab", 0o777), ("lab", 0o770), ("linked", None)):
        if mode is not None:
            (tmp_path / folder).chmod(mode)
        (tmp_path / folder / content.hash).write_bytes(content.bytes)
        with pytest.raises(UnknownName, match="nothing is kept"):
            Contents(tmp_path / folder).get(content.hash)
        (tmp_path / folder / content.hash).unlink()
        with pytest.raises(Busy, match="others may write"):
            Contents(tmp_path / folder).bring("ann", content)
        assert list((tmp_path / folder).iterdir()) == []
    (tmp_path / "lab").chmod(0o755)
    Contents(tmp_path / "lab").bring("ann", content)
    assert Contents(tmp_path / "lab").get(content.hash) == content


def test_a_link_or_a_pipe_among_what_is_kept_leads_nowhere(tmp_path):
    content, key = Content("paytable", "super-pan-9", NINE), tmp_path / "room.db.key"
    key.write_bytes(content.bytes)
    os.utime(key, (100, 100))
    (tmp_path / "lab").mkdir(mode=0o700)
    for name in (content.hash, f"{content.hash}.{os.getpid()}"):
        (tmp_path / "lab" / name).symlink_to(key)
    os.mkfifo(tmp_path / "lab" / ("a" * 64), 0o600)
    kept = Contents(tmp_path / "lab")
    for id_ in (content.hash, "a" * 64):
        with pytest.raises(UnknownName, match="nothing is kept"):
            in_time(kept.get, id_)
    key.write_bytes(b"the key")
    kept.bring("ann", content)
    assert kept.get(content.hash) == content
    assert key.read_bytes() == b"the key"


def in_time(ask, *given):
    """What it answers; in a thread that nobody waits for at the end, should it never answer."""
    answer = Future()

    def run():
        try:
            answer.set_result(ask(*given))
        except HousewayError as fault:
            answer.set_exception(fault)

    threading.Thread(target=run, daemon=True).start()
    return answer.result(30)


def test_somebody_brings_only_so_much_and_what_is_there_costs_nothing(monkeypatch):
    monkeypatch.setattr(lab_contents, "BRINGS", Rate(1, 0.001))
    kept, content = Contents(None), Content("paytable", "super-pan-9", NINE)
    kept.bring("ann", content)
    kept.bring("ann", content)
    with pytest.raises(TooMany, match="wait 1000 seconds"):
        kept.bring("ann", content._replace(text=NINE.replace("9", "7")))
    monkeypatch.setattr(lab_contents, "ANEW", Rate(1, 0.001))
    kept.get(content.hash, "there")
    with pytest.raises(TooMany, match="look again"):
        kept.get(content.hash, "there")


def test_an_address_brings_only_so_much_whoever_comes_from_it(visitor, monkeypatch):
    monkeypatch.setattr(lab_contents, "OF_PLACE", Rate(2, 0.001), raising=False)
    for name, pays in (("Ann", "11"), ("Bo", "12")):
        brought(visitor(name), NINE.replace("9", pays))
    cy = visitor("Cy")
    refused = cy.form("/lab/own", kind="paytable", game="super-pan-9", text=NINE.replace("9", "13"))
    assert refused.status_code == 429
    assert "wait 1000 seconds" in told(refused)
    brought(cy, NINE.replace("9", "12"))


# ------------------------------------------------------------------------------------------------ shown at once


def test_a_page_of_game_protection_tells_what_the_command_line_tells(visitor):
    """The figures are those that `houseway protect super-pan-9 tie` prints."""
    ann = visitor()
    said = told(arrived(ann, "/lab/super-pan-9/tie/protect?ask.cut=75"))
    for words in ("Units won in 100 hands 7.377", "−11 or more", "99.91 % of the hands", "−7.3763 %"):
        assert words in said
    assert "A room should care." in said
    wrong = told(arrived(ann, "/lab/super-pan-9/tie/protect?ask.cut=120"))
    assert "Of the shoe a part is dealt between 0 and 100" in wrong
    none = told(arrived(ann, "/lab/super-pan-9/tie/protect?ask.cut=75&ask.tags=0"))
    assert "between 1 and 5, not '0'" in none, "as its hint says"
    assert "nothing to count" in told(arrived(ann, "/lab/supreme-99/pair-fortunes/protect"))


def test_a_form_of_the_lab_tells_the_settings_that_it_asks_at(visitor):
    ann = visitor().come_in("Ann")
    table = ann.open_table("super-pan-9", decks="2")
    for form in ("protect", "joint", "tie/design", "tie/compare"):
        at_table, at_decks = (
            told(ann.client.get(f"/lab/super-pan-9/{form}?{at}")) for at in (f"table={table}", "decks=2")
        )
        assert f"At the settings of table {table} . Set: decks=2" in at_table, form
        assert "Set: decks=2" in at_decks, form
        assert "At the settings of table" not in at_decks, form
        assert "At the settings of the document." not in at_table + at_decks, form


def test_what_was_surveyed_tells_at_which_settings_and_which_cut(app, visitor, monkeypatch):
    monkeypatch.setattr(Job, "run", lambda _: None)
    ann = visitor()
    begun = ann.form("/lab/super-pan-9/protect?decks=2", **{"ask.cut": "60"})
    given = app.state.lab_jobs.by_id(begun.headers["location"].rsplit("/", 1)[1]).task.given
    assert (given["settings"].decks, given["cut"]) == (2, Fraction(3, 5))
    found = surveyed(None, **{"game": PAN} | {key: given[key] for key in ("settings", "cut", "tags", "every")})
    page = told(ann.client.get(ended_with(app, found, "lab_job_protect.html")))
    assert "Set: decks=2" in page
    assert "60 % of the shoe dealt" in page


def test_a_page_of_insurance_counts_in_hands_and_names_its_offers(visitor):
    page = arrived(visitor(), "/lab/super-pairs/insurance/protect")
    said = told(page)
    assert "Units won in 100 hands 0.047" in said
    assert "Units won in 100 offers 0.616" in said
    assert "Offered in 1 of 13 hands" in said
    assert "A room should care" not in said


def test_what_is_offered_is_what_is_counted():
    """What names wagers beside what their games do: those that a game refuses, at once, are offered nowhere."""
    for game in hw.games():
        settings = game.configure()
        for wager in game.document.wagers:
            if not lab_offers.counts(game, wager):
                with pytest.raises(HousewayError):
                    game.deals(Ask(wager.id, settings))
            if game.document.paytables_of(wager.id) and wager.id in game.in_parts:
                assert game.odds(wager.id).law is None
        if not lab_offers.joined(game):
            wagers = [wager.id for wager in game.document.wagers]
            with pytest.raises(UnknownName, match="does not count"):
                game.together(wagers, settings)
    for wager in PAIRS.document.wagers:
        if wager.analysed and not lab_offers.joins(PAIRS, wager):
            with pytest.raises(UnknownName, match="together are counted"):
                next(iter(PAIRS.together((wager.id, "super-pairs"), PAIRS.configure())))


def test_no_link_leads_to_a_form_that_only_refuses(visitor):
    ann = visitor()
    pages = "super-pairs/blackjack", "super-pairs/bust-bonus", "super-pairs/insurance", "dealer-open-pai-gow/chan-chu"
    linked = {page: set(re.findall(r"/(protect|design|joint)[?\"]", links(ann, page))) for page in pages}
    every = {"protect", "design", "joint"}
    assert [every - linked[page] for page in pages] == [{"protect", "design"}, {"protect"}, set(), {"protect", "joint"}]
    assert "/joint" not in links(ann, "chinese-poker/main")
    index = ann.client.get("/lab").text
    assert "/lab/super-pairs/joint" in index
    assert "/lab/chinese-poker/joint" not in index
    for page, says in (
        ("super-pairs/bust-bonus/protect", "no fixed number of cards decides it"),
        ("dealer-open-pai-gow/chan-chu/protect", "there is nothing to count"),
        ("dealer-open-pai-gow/protect", "there is nothing to count"),
        ("chinese-poker/joint", "No two wagers that are on offer here are counted together"),
        ("super-pairs/blackjack/design", "nothing to design"),
    ):
        text = arrived(ann, f"/lab/{page}").text
        assert says in text
        assert 'name="ask.' not in text
    joint = ann.client.get("/lab/super-pairs/joint?offer-bust-bonus=yes&offer-lucky-ladies=yes").text
    assert "ask.on-lucky-ladies" in joint
    assert "ask.on-bust-bonus" not in joint


def links(ann, page):
    """What a wager's page leads to, as a page of it that is there at once has it."""
    found = ann.client.get(f"/lab/{page}/compare").text
    return found[found.index("lab-links") :]


def test_the_edge_by_a_setting_is_drawn_with_its_figures(visitor):
    ann = visitor()
    page = arrived(ann, "/lab/super-pan-9/tie/by/tie-commission?tie-commission=yes")
    assert 'class="chart" src="data:image/svg+xml' in page.text
    assert "no −7.3763 %" in told(page).lower()
    assert f"yes (set) {float(100 * PAN.odds('tie', tie_commission=True).edge):.4f} %" in told(page).replace("−", "-")
    assert all(f"/by/{each}?" in page.text for each in ("decks", "player-sees"))
    assert ann.client.get("/lab/super-pan-9/tie/by/colour").status_code == 404


def compared(*words):
    """What `houseway what-if` says."""
    return json.loads(CliRunner().invoke(app_of_commands, ["what-if", *words, "--json"], catch_exceptions=False).stdout)


def test_two_configurations_stand_side_by_side_as_the_command_line_counts_them(visitor):
    ann = visitor()
    fields = {"one-decks": "6", "other-decks": "8", "pay-tie": "9", "other-player-sees": "composition", "one-play": ""}
    path = ann.form("/lab/super-pan-9/tie/compare", **{f"ask.{key}": text for key, text in fields.items()})
    assert path.status_code == 303, told(path)
    assert path.headers["location"] == "/lab/super-pan-9/tie/compare?&ask.one-decks=6&ask.other-decks=8&ask.pay-tie=9"
    page = arrived(ann, path.headers["location"])
    words = compared("super-pan-9", "tie", "--from", "decks=6", "--set", "decks=8", "--pay", "tie=9")
    said = told(page).replace("−", "-")
    for side in ("before", "after"):
        assert f"{words[side]['edge']['percent']:.4f} %" in said
    for each in words["differences"]:
        alone, in_turn = (each[key]["percent"] for key in ("alone", "in_turn"))
        named = {"decks=8": "Decks: 8", "pay tie=9": "Equal totals pays: 9"}[each["change"]]
        assert f"{named} {alone:+.4f} % {in_turn:+.4f} %" in said
    assert f"All {words['moved']['percent']:+.4f} %" in said
    assert page.text.count('<tr class="here">') == 2
    assert 'name="ask.one-decks" value="6"' in page.text
    assert 'href="/lab/super-pan-9/tie/compare"' in arrived(ann, "/lab/super-pan-9/tie").text


def test_what_is_wrong_with_two_configurations_stands_beside_its_field(visitor):
    ann = visitor()
    wrong = {"one-decks": "99", "other-decks": "many", "pay-tie": "nine"}
    refused = ann.form("/lab/super-pan-9/tie/compare", **{f"ask.{key}": text for key, text in wrong.items()})
    assert refused.status_code == 422
    for field in wrong:
        assert re.search(rf'id="fault-{field}" role="alert">\S', refused.text), field
    same = ann.form("/lab/super-pan-9/tie/compare", **{"ask.other-decks": "8"})
    assert (same.status_code, "Both are the same" in told(same)) == (422, True)
    for game in hw.games():
        for wager in game.document.wagers if game.id != "super-pairs" else game.document.wagers[:1]:
            if wager.analysed:
                assert ann.client.get(f"/lab/{game.id}/{wager.id}/compare").status_code == 200, (game.id, wager.id)
    fields = ann.client.get("/lab/super-pairs/super-pairs-jackpot/compare").text
    assert 'name="ask.one-super-pairs-jackpot-meter"' in fields
    assert "lucky-ladies-paytable" not in fields


def test_two_configurations_that_take_minutes_are_a_job(app, visitor, monkeypatch):
    monkeypatch.setattr(Job, "run", lambda _: None)
    ann = visitor()
    begun = ann.form("/lab/dealer-open-pai-gow/main/compare", **{"ask.other-house-way": "conventional"})
    assert begun.headers["location"].startswith("/lab/jobs/")
    job = app.state.lab_jobs.by_id(begun.headers["location"].rsplit("/", 1)[1])
    assert job.task.given["changes"] == (("set", "house-way", "conventional"),)
    shares = []
    given = {"game": PAN, "wager": "tie", "settings": PAN.configure(), "anew": False}
    found = side_by_side(shares.append, changes=(("set", "decks", "6"), ("pay", "tie", "9")), **given)
    assert (shares, [str(each[0]) for each in found["worths"]]) == ([0.25, 0.5, 0.75, 1], ["decks=6", "pay tie=9"])
    page = told(ann.client.get(ended_with(app, found, "lab_job_compare.html")))
    assert f"Worth to the house {found['moved']}" in page
    assert _cells([Fraction(2), Fraction(1, 4), Fraction(1, 2), None, 0, 0, Fraction(-1, 2)])[3:] == [
        "",
        "",
        "",
        "−0.500000",
    ]


# ------------------------------------------------------------------------------------------------ asked in forms


def ask(ann, path, **fields):
    return ann.form(path, **{f"ask.{key.replace('_', '-')}": value for key, value in fields.items()})


def answered(ann, answer):
    """The page of a job that has ended, and its JSON."""
    assert answer.status_code == 303, told(answer)
    page = arrived(ann, answer.headers["location"])
    return page, ann.get(f"/api{answer.headers['location']}")


def test_what_is_wrong_with_a_design_stands_beside_its_field(visitor):
    fields = {"low": "five", "hits": "200", "most": "0", "least-flush": "9", "most-flush": "3", "drop-flush": "yes"}
    ann = visitor()
    refused = ann.form("/lab/super-pairs/21-plus-3/design", **{f"ask.{key}": text for key, text in fields.items()})
    assert refused.status_code == 422
    for field in ("low", "high", "hits", "most", "most-flush"):
        assert re.search(rf'id="fault-{field}" role="alert">\S', refused.text), field
    assert 'value="five"' in refused.text
    assert refused.text.count(" checked") == 1
    again = ann.client.get("/lab/super-pairs/21-plus-3/design?ask.low=3.5")
    assert 'value="3.5"' in again.text
    dollars = ann.client.get("/lab/super-pairs/super-pairs-jackpot/design?offer-super-pairs-jackpot=yes")
    assert dollars.status_code == 404


def test_a_design_is_the_solvers_and_can_be_kept(visitor):
    ann = visitor()
    asked = {"low": "3", "high": "4", "most": "40", "gap": "3"}
    page, job = answered(ann, ask(ann, "/lab/super-pairs/21-plus-3/design", **asked))
    (best,) = job["result"]["designs"]
    assert best["pays"] == {"straight-flush": 18, "three-of-a-kind": 15, "straight": 11, "flush": 7}
    assert best["proved"]
    text = unescape(re.search(r'name="text" value="([^"]*)"', page.text)[1])
    own = brought(ann, text, game="super-pairs")
    found = arrived(ann, f"/api/lab/super-pairs/21-plus-3?own={own}").json()
    assert found["edge"] == best["edge"], "counted again, by the paytable that was kept"
    again = ask(ann, "/lab/super-pairs/21-plus-3/design", **asked)
    assert again.headers["location"].endswith(job["id"]), "asked again it is there"


def test_a_package_of_evidence_is_made_as_a_job_by_what_the_command_calls(visitor, tmp_path):
    ann = visitor()
    begun = ann.form("/lab/super-pan-9/tie/evidence?decks=6")
    page, job = answered(ann, begun)
    assert "It is not signed." in told(page)
    fetched = ann.client.get(f"{begun.headers['location']}/evidence.zip")
    assert fetched.headers["content-disposition"] == 'attachment; filename="super-pan-9-tie.zip"'
    assert hashlib.sha256(fetched.content).hexdigest() == job["result"]["sha256"]
    file = tmp_path / "pack.zip"
    command = "houseway submit super-pan-9 tie --set decks=6 --key FILE -o super-pan-9-tie.zip"
    assert command in told(page), "with the settings in force"
    words = command.replace("--key FILE ", "").replace("super-pan-9-tie.zip", str(file)).split()[1:]
    CliRunner().invoke(app_of_commands, words)
    assert fetched.content == file.read_bytes()
    assert ann.client.get(f"/lab/jobs/{'0' * 64}/evidence.zip").status_code == 404


@pytest.mark.parametrize(
    ("kind", "game", "text", "given", "options"),
    [
        ("paytable", "super-pan-9", NINE, {}, ["--paytable", "tie-own.toml"]),
        ("paytable", "super-pan-9", NINE, {"decks": "6"}, ["--paytable", "tie-own.toml", "--set", "decks=6"]),
        ("house-way", "dealer-open-pai-gow", WAY, {}, ["--set", "house-way=own.toml"]),
        ("variation", "super-pan-9", DOCUMENT, {"decks": "6"}, ["--document", "own.toml", "--set", "decks=6"]),
    ],
)
def test_the_command_of_a_package_names_what_was_brought(kind, game, text, given, options):
    own = lab_contents.read(Content(kind, game, text))
    settings = own.game.configure({**own.settings, **given})
    assert list(_in_force(own.game, own.wager or "main", settings, kind)) == options


def test_a_package_says_in_words_what_is_not_installed(monkeypatch):
    for each in [name for name in sys.modules if name.startswith(("houseway.lab.evidence", "xlsxwriter"))]:
        monkeypatch.delitem(sys.modules, each)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(MissingExtra, match=r"houseway\[reports\]"):
        packed(None, game=PAN, wager="tie", settings=PAN.configure())


def test_a_form_is_read_as_it_is_meant():
    from houseway.web.lab_fields import Fields

    rows = PAIRS.configure().in_force("21-plus-3").rows
    typed = {"low": "-1", "high": "4.5 %", "least-flush": "5", "drop-straight": "yes", "any-order": "yes", "most": "50"}
    fields = Fields({f"ask.{key}": text for key, text in typed.items()} | {"csrf": "x"})
    wish = wished(fields, rows)
    assert fields.faults == {}
    assert wish == Wish(Fraction(-1, 100), Fraction(9, 200), {"flush": (5, 50)}, 50, drop=("straight",), gap=None)


def test_wagers_together_are_counted_together(visitor):
    ann = visitor()
    nothing = ask(ann, "/lab/super-pan-9/joint", on_main="", on_tie="", rounds="0")
    assert nothing.status_code == 422
    assert "on at least one wager" in nothing.text
    assert "write a whole number between 1 and" in nothing.text.casefold()
    alone = ask(ann, "/lab/super-pairs/joint", on_top_3="1", on_super_pairs="1000000000")
    assert alone.status_code == 422
    assert "Top 3 is made only together with 21+3 (clause C.6)" in told(alone)
    assert "at most 999,999" in told(alone)
    page, job = answered(ann, ask(ann, "/lab/super-pan-9/joint", on_main="1", on_tie="1/5", rounds="50"))
    stakes = {"main": Fraction(1), "tie": Fraction(1, 5)}
    counted = json.loads(json.dumps(joint(PAN, stakes, PAN.configure()).json()))
    assert {key: job["result"][key] for key in counted} == counted
    assert job["result"]["session"]["rounds"] == 50
    assert page.text.count("data:image/svg+xml") == 2
    assert "Correlation of main wager and Tie Bet" in told(page)
    back = unescape(re.search(r'class="button" href="([^"]*)"', page.text)[1])
    assert 'name="ask.on-tie" value="1/5"' in ann.client.get(back).text, "nothing is lost"


def ended_with(app, result, template):
    """The address of a job that came to this."""
    about = {"template": template, "back": "/lab", "game": "supreme-99", "wager": ""}
    job = Job("ann", Task("asked", {}, never, hashlib.sha256(template.encode()).hexdigest(), about))
    job.state, job.result = DONE, {"json": []} | result
    app.state.lab_jobs._jobs[job.id] = job
    return f"/lab/jobs/{job.id}"


def test_a_page_tells_a_question_as_it_was_when_it_was_looked_at(app, visitor, monkeypatch):
    """What is counted may be there before the page is written."""
    address = ended_with(app, {"round": {}}, "lab_job_joint.html")
    job = app.state.lab_jobs.by_id(address.rsplit("/", 1)[1])
    found, job.state, job.result = job.result, RUNNING, None
    written = lab_jobs.page

    def meanwhile(*given, **more):
        job._end(DONE, found)
        return written(*given, **more)

    monkeypatch.setattr(lab_jobs, "page", meanwhile)
    looked = visitor().client.get(address)
    assert (looked.status_code, job.state) == (202, DONE)
    assert "Your question is being counted" in told(looked)


def test_readings_are_told_with_what_was_printed_and_where_a_figure_comes_from(app, visitor, monkeypatch):
    """The figures are held to the documents in tests/lab/test_readings.py; here they only have to stand on the page."""
    ann, game = visitor(), hw.game("supreme-99")
    assert 'href="/lab/supreme-99/readings"' in ann.client.get("/lab/supreme-99").text
    refused = ask(ann, "/lab/supreme-99/readings", figure="much")
    assert refused.status_code == 422
    assert "Write the figure as it is printed" in refused.text
    match = Match("supreme-99", "pair-fortunes", "", None, "edge", Fraction(47, 1000), {"nine-nine": "unpaired"}, True)
    monkeypatch.setattr(readings, "search", lambda *_, **__: [match])
    found = read_out(None, game=game, figure="4.70%")
    page = told(ann.client.get(ended_with(app, found, "lab_job_readings.html")))
    assert "Where 4.70% comes from" in page
    ruling = next(each for each in game.document.rulings if each.id == "nine-nine")
    unpaired = next(each.says for each in ruling.readings if each.id == "unpaired")
    assert f"House edge 4.700000 % {ruling.question} {unpaired} Chosen." in page
    edges = {each.id: Fraction(number, 100) for number, each in enumerate(ruling.readings, 3)}
    asked = readings.Question("supreme-99", ruling, (readings.Effect("pair-fortunes", "", edges),), ())
    monkeypatch.setattr(readings, "questions", lambda *_, **__: [asked])
    found = read_out(None, game=game, figure="")
    page = told(ann.client.get(ended_with(app, found, "lab_job_readings.html")))
    assert ruling.question in page
    for number, reading in enumerate(ruling.readings, 3):
        assert re.search(rf"{re.escape(reading.says)}( Chosen\.)? Pair Fortunes {number}\.0000 %", page)
    monkeypatch.setattr(Job, "run", lambda _: None)
    assert ask(ann, "/lab/supreme-99/readings", figure="4.70%").status_code == 303


# ------------------------------------------------------------------------------------------------ jobs


def never(verb, given, told):
    raise AssertionError("nobody begins with this")


def test_a_job_has_bounds_by_owner_by_address_and_in_all(monkeypatch):
    monkeypatch.setattr(Job, "run", lambda _: None)
    jobs = Jobs(Bounds(at_once=2, of_one=1, of_place=2, open=3))
    first = jobs.begin("ann", Task("a", {}, never, "1"), "here")
    assert jobs.begin("bo", Task("a", {}, never, "1"), "there") is first, "the same question is one job"
    jobs.begin("bo", Task("a", {}, never, "2"), "here")
    for owner, place, says in (("ann", "away", "1 jobs of yours"), ("cy", "here", "for others")):
        with pytest.raises(Overloaded, match=says):
            jobs.begin(owner, Task("a", {}, never, "3"), place)
    jobs.begin("cy", Task("a", {}, never, "3"), "there")
    with pytest.raises(Overloaded, match="for others"):
        jobs.begin("di", Task("a", {}, never, "4"), "away")
    jobs.close()


def test_many_jobs_of_one_address_push_out_no_other_s_answer(monkeypatch):
    monkeypatch.setattr(Job, "run", lambda job: setattr(job, "state", DONE))
    jobs = Jobs(Bounds(kept=3))
    jobs.begin("ann", Task("a", {}, never, "ann's"), "there")
    for number in range(6):
        jobs.begin("bo", Task("a", {}, never, f"{number}"), "here")
        jobs.by_id(f"{number}").state = DONE
        jobs.by_id("ann's").state = DONE
    assert jobs.of("ann", "ann's").state == DONE
    with pytest.raises(UnknownName):
        jobs.by_id("3")
    jobs.close()


def test_who_has_asked_a_question_ends_it_unless_another_has_too(app, visitor):
    ann, bo = visitor("Ann"), visitor("Bo")
    begun = ann.form("/lab/dealer-open-pai-gow/way", **{"ask.text": WAY})
    path = begun.headers["location"]
    waiting = bo.client.get(path)
    assert waiting.status_code == 202
    assert "<progress" in waiting.text
    assert "Stop it" not in waiting.text
    assert bo.form(f"{path}/cancel").status_code == 403
    assert bo.form("/lab/dealer-open-pai-gow/way", **{"ask.text": WAY}).headers["location"] == path
    assert ann.form(f"{path}/cancel").status_code == 303
    assert ann.get(f"/api{path}")["state"] == "running", "somebody else has asked for it"
    assert ann.form(f"{path}/cancel").status_code == 403
    assert bo.form(f"{path}/cancel").status_code == 303
    assert ann.get(f"/api{path}")["state"] == "cancelled"
    assert "Stopped" in told(ann.client.get(path))
    back = unescape(re.search(r'class="button go" href="([^"]*)"', ann.client.get(path).text)[1])
    assert "five-aces-kings" in ann.client.get(back).text, "its lines are still there"
    assert ann.client.get(f"/lab/jobs/{'0' * 64}").status_code == 404
    assert ann.client.get(f"{path}/sheet.pdf").status_code == 404
    app.state.lab_jobs.close()


# ------------------------------------------------------------------------------------------------ house ways


class Small:
    """A game whose house way has two lines over two groups of hands."""

    id, document = "dealer-open-pai-gow", PAI_GOW.document

    def workshop(self, settings, others, progress):
        lines = [{"name": "pair", "says": "A pair.", "place": "p"}, {"name": "any", "says": "Any.", "place": "a"}]
        applies, earned = np.array([[True, True], [False, True]]), np.array([[3, 1], [0, 2]])
        return Workshop("ours", lines, Bench(np.array([2, 4]), applies, earned, Fraction(0), 10, 6), (0, 1))


def test_a_way_is_told_line_by_line_on_its_page_and_on_paper(app, visitor):
    found = way_told(None, game=Small(), settings=None, others=(), best=0)
    assert found["edge"] == f"{100 * 5 / 60:.4f} %"
    assert [line["worth"] for line in found["lines"]] == [f"{100 * 2 / 60:+.4f} %", ""]
    assert way_told(None, game=Small(), settings=None, others=(), best=1)["proved"]
    path = ended_with(app, found, "lab_job_way.html")
    ann = visitor()
    page = ann.client.get(path)
    assert "pair A pair. 2 33.3333 % 5.0000 % +3.3333 %" in told(page)
    assert 'name="text" value="name = &#34;ours&#34;' in page.text
    assert ann.client.get(f"{path}/sheet.pdf").content.startswith(b"%PDF")
    assert ann.get(f"/api{path}")["result"]["edge"] == found["json"]["edge"]
    job = app.state.lab_jobs.by_id(path.rsplit("/", 1)[1])
    job.state, job.says = REFUSED, "this is not counted together"
    assert "There is no answer This is not counted together." in told(ann.client.get(path))


def test_the_workshop_tells_every_fault_of_a_way_and_keeps_its_lines(visitor):
    ann = visitor()
    fields = {"ask.text": WAY.replace('"two-aces"', '"nowhere"'), "ask.search": "yes", "ask.best": "none"}
    refused = ann.form("/lab/dealer-open-pai-gow/way", **fields)
    assert refused.status_code == 422
    assert told(refused).count("not 'nowhere'") == WAY.count('"two-aces"')
    assert "five-aces-kings" in refused.text
    assert re.search(r'id="fault-best" role="alert">\S', refused.text)
    assert "has no house way" in told(ann.client.get("/lab/super-pan-9/way"))


def test_a_way_of_ones_own_is_drilled(visitor):
    ann = visitor()
    own = brought(ann, WAY.replace('"conventional"', '"ours"', 1), "house-way", PAI_GOW.id)
    path = f"/lab/own/{own}/drill"
    assert ann.client.get(path).status_code == 303
    asked = ann.client.get(f"{path}?seed=27101940").text
    cards = re.findall(r'name="front" value="([^"]+)"', asked)
    assert sorted(cards) == sorted(["Qs", "Qc", "9s", "8h", "8d", "7h", "3s"])
    for front, status, says in (
        (["8h", "8d"], 200, "Right."),
        (["Qs", "Qc"], 200, "Not so."),
        (["8h"], 422, "2 cards"),
    ):
        answer = ann.client.post(f"{path}?seed=27101940", data={"csrf": ann.token, "front": front})
        assert answer.status_code == status
        assert says in told(answer)
    answer = ann.client.post(f"{path}?seed=27101940", data={"csrf": ann.token, "front": ["Qs", "Qc"]})
    shown = told(answer).split("Not so.")[1]
    assert ("8♥ 8♦" in shown, "8h" in shown) == (True, False), shown
    table = brought(ann)
    assert ann.client.get(f"/lab/own/{table}/drill?seed=1").status_code == 404


# ------------------------------------------------------------------------------------------------ in a browser


def test_in_a_browser_a_line_is_moved_and_the_edge_follows_exactly(players):
    """By its place, by a step and by its tick; the text below is the way as it then is, and gives the same again."""
    told = PAI_GOW.workshop(PAI_GOW.configure())
    page = players("Lab Cy").page
    page.goto("/lab/dealer-open-pai-gow/way")
    exactly, rows = page.locator("#exactly"), page.locator("#moved tbody tr")
    expect(exactly).to_have_text(written(told.edge), timeout=240_000)
    moved = told.moved(34, 2)
    place = page.get_by_label("Place of pair", exact=True)
    place.fill("2")
    place.press("Enter")
    expect(exactly).to_have_text(written(moved.edge))
    expect(rows.nth(1).locator("th")).to_have_text("pair")
    page.get_by_role("button", name="pair up", exact=True).click()
    moved = moved.moved(2, 1)
    expect(exactly).to_have_text(written(moved.edge))
    page.get_by_label("five-aces-aces is in force").uncheck()
    moved = moved.without(3)
    expect(exactly).to_have_text(written(moved.edge))
    expect(page.locator("#by")).to_have_text(re.compile("^−[0-9]"))
    text = page.get_by_label("Its lines").input_value()
    assert PAI_GOW.workshop(PAI_GOW.configure(house_way=text)).edge == moved.edge
    page.get_by_label("Its lines").fill(text.replace("[[line]]", "[[lien]]", 1))
    expect(page.locator("#state")).to_have_text(re.compile("^The text has a fault"), timeout=120_000)
    page.get_by_label("Its lines").fill(text)
    expect(rows).to_have_count(35, timeout=120_000)
    expect(exactly).to_have_text(written(moved.edge))


def written(edge):
    return f"{edge.numerator}/{edge.denominator}"


def test_lines_are_moved_once_every_placement_is_counted(monkeypatch):
    """At settings that nobody has counted the page says so; a fault of the text is no count."""
    text = PAI_GOW.content("house-way", "document")
    content = Content("house-way", PAI_GOW.id, text)
    assert counted_lines(PAI_GOW, PAI_GOW.configure(), content)["state"] == "counted"
    faulty = counted_lines(PAI_GOW, PAI_GOW.configure(), content._replace(text="name = 1\n"))
    assert (faulty["state"], "name" in faulty["faults"][0]) == ("faulty", True)
    monkeypatch.setattr(cache, "_read", lambda *_: None)
    assert counted_lines(PAI_GOW, PAI_GOW.configure(), content) == {"state": "uncounted"}


def test_an_address_says_a_setting_once(visitor):
    twice = visitor().client.get("/lab/super-pan-9/tie?decks=6&decks=7")
    assert (twice.status_code, "Decks stands twice in the address: say it once" in told(twice)) == (422, True)


def test_a_jackpots_page_has_a_field_for_its_meter(visitor):
    path = "/lab/super-pairs/lucky-ladies-jackpot?offer-lucky-ladies-jackpot=yes&lucky-ladies-jackpot-meter=31000"
    page = arrived(visitor(), path).text
    assert re.search(r'<input name="lucky-ladies-jackpot-meter"[^>]* value="31000.00"', page)
    assert page.count('name="lucky-ladies-jackpot-meter"') == 1


def test_in_a_browser_by_keyboard_and_on_a_phone(players):
    """Bring a paytable with faults and without, ask for a design and keep it; every page read by axe on both sizes."""
    page = players("Lab Ann").page
    page.goto("/lab/own?game=super-pan-9")
    page.get_by_label("Its text", exact=True).fill(FAULTY)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#faults li")).to_have_count(3, timeout=120_000)
    expect(page.get_by_label("Its text", exact=True)).to_have_value(re.compile("colour = 1"))
    assert serious(page) == [], "faults"
    page.get_by_label("A file with it").set_input_files({"name": "x.toml", "mimeType": "", "buffer": NINE.encode()})
    expect(page.get_by_label("Its text", exact=True)).to_have_value(NINE)
    page.get_by_role("button", name="Check and keep it").click()
    page.wait_for_url(re.compile("/lab/own/[0-9a-f]{64}$"), timeout=120_000)
    own = page.url.rsplit("/", 1)[1]
    page.get_by_role("link", name="Design").click()
    page.get_by_label("House edge from, in percent").fill("1")
    page.get_by_label("House edge to, in percent").fill("20")
    page.get_by_label("Top award: no row pays more than").fill("20")
    page.get_by_role("button", name="Look for pays").click()
    expect(page.get_by_role("heading", name="1 design")).to_be_visible(timeout=240_000)
    looked = page.url
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_url(re.compile("/lab/own/[0-9a-f]{64}$"), timeout=120_000)
    pages = [looked, f"/lab/own/{own}", f"/lab/super-pan-9/tie/design?own={own}", "/lab/super-pan-9/protect"]
    pages += ["/lab/super-pan-9/joint", "/lab/dealer-open-pai-gow/way", "/lab/supreme-99/readings"]
    shown = ["/lab/super-pan-9/tie/protect", "/lab/super-pan-9/tie/by/tie-commission"]
    shown.append("/lab/super-pan-9/tie/compare?ask.other-decks=6&ask.pay-tie=9")
    phone = players("Lab Bo", PHONE).page
    for path in (*pages, *shown):
        phone.goto(path)
        if path in shown:
            expect(phone.locator("[data-ready]")).to_be_attached(timeout=240_000)
        assert serious(phone) == [], path
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), path
