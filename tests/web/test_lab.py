"""The lab in a browser: wagers with their return table, other pays at once and exactly, strategies, documents."""

import base64
import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from math import comb

import pytest
from browsing import LAPTOP, PHONE, serious
from playwright.sync_api import expect

import houseway as hw
from houseway.games.chinese_poker.bot.stored import strategy_name
from houseway.games.chinese_poker.odds import measured, upwards
from houseway.games.chinese_poker.rules.posted import scoring_of
from houseway.games.dealer_open_pai_gow.rules.ways import way
from houseway.lab.chart import by_setting, contributions, meter
from houseway.lab.result import Advice, Option, Outcome, Situation, Strategy, combined, exact
from houseway.proofs import not_carried, proofs
from houseway.round.terms import Terms, lost
from houseway.web.lab_work import Asked, _part, _row, images, planned, study
from houseway.web.words import language

TIE = hw.odds("super-pan-9", "tie")


def settled(page, address):
    """A page whose figures may be on their way for a while: it asks again by itself."""
    page.goto(address)
    expect(page.locator("[data-ready]")).to_be_attached(timeout=120_000)


def test_the_lab_lists_every_wager_and_every_document(visitor):
    text = visitor().client.get("/lab").text
    for game in hw.games():
        assert f'href="/lab/{game.id}"' in text
        for wager in game.document.wagers:
            assert (f'href="/lab/{game.id}/{wager.id}"' in text) == wager.analysed


def test_game_protection_is_offered_where_there_is_something_to_count(visitor):
    ann = visitor("Ann")
    for game, counted in (("super-pan-9", True), ("chinese-poker", False)):
        assert ("/main/protect" in ann.client.get(f"/lab/{game}/main/compare").text) == counted
        assert ("data-counted" in ann.client.get(f"/tables/{ann.open_table(game)}").text) == counted


@pytest.mark.parametrize("game", hw.games(), ids=lambda game: game.id)
def test_a_document_is_told_clause_by_clause(visitor, game):
    text = visitor().client.get(f"/lab/{game.id}").text
    assert all(f'id="clause-{clause.id}"' in text for clause in game.document.clauses)
    assert all(each.place in text for each in game.carriers)
    assert game.document.hash in text
    told = unescape(text)
    assert all(ruling.evidence in told for ruling in game.document.rulings if ruling.clauses)
    tests, why = proofs(game.packages[0]), not_carried(game.packages[0])
    assert all(test in text for each in tests.by_clause.values() for test in each)
    assert all(reason in told for reason in why.values())


def test_the_contradictions_of_all_documents_stand_on_one_page(visitor):
    text = visitor().client.get("/lab/interpretations").text
    rulings = [(game.id, ruling.id) for game in hw.games() for ruling in game.document.rulings]
    assert all(f'id="{game}-{ruling}"' in text for game, ruling in rulings)
    assert "printed: 4.70%" in text
    assert all(f'href="/lab/{game.id}/readings"' in text and f'id="{game.id}"' in text for game in hw.games())


@pytest.mark.parametrize(
    "address, status",
    [
        ("/lab/faro", 404),
        ("/lab/super-pan-9/faro", 404),
        ("/lab/super-pan-9/tie?decks=99", 422),
        ("/lab/super-pan-9/tie?pay-royal=1", 422),
        ("/lab/super-pan-9/tie?pay-tie=nine", 422),
        ("/lab/super-pan-9/tie?rounds=0", 404),
        ("/lab/super-pan-9/tie?table=77", 404),
        ("/api/lab/super-pan-9/tie?decks=many", 422),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(visitor, address, status):
    assert visitor().client.get(address).status_code == status


@pytest.mark.parametrize(
    "code, says",
    [
        ("en", ("has no row 'pear', 'plum' whose", "The pay of Any Pair is a number", "not 'zz'")),
        ("es", ("ninguna fila 'pear', 'plum' cuyo", "El pago de Cualquier pareja es un número", "no 'zz'")),
    ],
)
def test_every_wrong_pay_of_an_address_is_told(visitor, code, says):
    client = visitor().client
    row = next(each.award for each in hw.game("super-pairs").configure().in_force("super-pairs").rows)
    address = f"/lab/super-pairs/super-pairs?pay-any-pair=lots&pay-pear=1&pay-{row}=zz&pay-plum=2"
    refused = client.get(address, headers={"Accept-Language": code})
    told = unescape(refused.text)
    assert refused.status_code == 422
    assert all(each in told for each in says), told


def test_a_wager_can_be_taken_along_as_json(visitor):
    client = visitor().client
    for _ in range(60):
        answer = client.get("/api/lab/super-pan-9/tie?decks=8")
        if answer.status_code == 200:
            break
        assert answer.json() == {"state": "pending"}
    assert answer.json()["edge"]["exact"] == f"{TIE.edge.numerator}/{TIE.edge.denominator}"


def test_where_one_pay_is_in_several_lines_it_is_not_changed_line_by_line():
    """A double is paid by the row of a win: the page would move one and leave the other."""
    won = Terms("win", Fraction(1), "8", paytable="tie-8")
    double = combined("double-win", "8", ((won, Fraction(2)),), 1)
    plain = replace(TIE, outcomes=(Outcome(won, 3), Outcome(lost("4"), 3)))
    both = replace(TIE, outcomes=(*plain.outcomes, double))
    told = {"win": Fraction(-1, 2)}, {"win": "1"}, {"win": "1"}
    assert _row(plain, plain, 0, *told)["pay"] == "1"
    line = _row(both, both, 0, *told)
    assert (line["pay"], line["posted"], line["moves"]) == (None, "1", "−50.0000 %"), "told, though not to be changed"


def test_what_one_more_of_dollars_or_of_the_meter_is_worth_stands_on_the_page():
    pairs = hw.game("super-pairs")
    asked = Asked(pairs, pairs.configure(offer_super_pairs_jackpot=True), "super-pairs-jackpot")
    found = {row["award"]: (row["posted"], row["moves"]) for row in study(asked)["rows"]}
    odds = pairs.odds("super-pairs-jackpot", offer_super_pairs_jackpot=True)
    chance = {each.award: odds.probability(each) for each in odds.outcomes}
    dollars, share = "pair-of-aces-of-suit", "three-suited-aces"
    assert found[dollars] == ("$200", f"−{float(100 * chance[dollars]):.4f} %"), "a dollar, of a wager of a dollar"
    assert found[share] == ("100%", f"−{float(100 * chance[share] * 10):.4f} %"), "a hundredth of $1,000"


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_other_pays_move_the_edge_at_once_and_exactly(players, device):
    page = players("Ada", device=device).page
    settled(page, "/lab/super-pan-9/tie")
    expect(page.locator("#edge")).to_have_text("−7.3763 %")
    assert serious(page) == []
    pay = page.locator("[name=pay-tie]")
    pay.fill("9")
    expect(page.locator("#edge")).to_have_text("−19.3071 %")
    expect(page.locator("#stale")).to_contain_text("as of before, until you count exactly")
    pay.fill("nothing")
    expect(pay).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#wrong-pay")).to_have_text(re.compile("Equal totals: a pay is a number, as in 8, 1.5 or 3:2"))
    pay.fill("7")
    expect(page.locator("#wrong-pay")).to_be_hidden()
    expect(page.locator("#edge")).to_have_text("4.5544 %")
    expect(page.locator("#favoured")).to_have_text("for the house")
    page.get_by_label("Rounds of a session").fill("200")
    page.get_by_role("button", name="Count exactly").click()
    expect(page.locator("#changed")).to_contain_text("as printed the edge is −7.3763 %", timeout=120_000)
    expect(page.locator("#edge")).to_have_text("4.5544 %")
    expect(page.get_by_role("heading", name="A session of 200 rounds")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_a_commission_is_in_what_a_changed_pay_wins(players):
    page = players("Bo").page
    settled(page, "/lab/super-pan-9/main")
    expect(page.locator("#edge")).to_have_text("2.2017 %")
    page.locator("[name=pay-win]").fill("2")
    moved = hw.odds("super-pan-9", "main").whatif(win=2).after.edge
    expect(page.locator("#edge")).to_have_text(f"−{float(-100 * moved):.4f} %")


def test_what_the_chart_costs_stands_on_the_strategys_page(app, visitor, monkeypatch):
    """The three figures are those of the strategy; that they are right is shown in super_pairs/test_round_law.py."""
    pairs = hw.game("super-pairs")
    edges = {"edge_of_chart": Fraction(57, 10_000), "edge_by_composition": Fraction(55, 10_000)}
    more = {key: exact(edge) for key, edge in edges.items()} | {"chart_costs": {"all": exact(Fraction(2, 10_000))}}
    more["chart"] = {"hard 12": {"2": "hit", "4": "stand"}, "soft 18": {"2": "stand", "4": "double, else stand"}}
    made = Strategy("super-pairs", "blackjack", pairs.configure(), (), more=more)
    monkeypatch.setattr(type(pairs), "plan", lambda *_: made)

    async def counted(self, who, key, call, *given, weight=0):
        return call(*given)

    monkeypatch.setattr(type(app.state.studies), "of", counted)
    text = unescape(visitor().client.get("/lab/super-pairs/strategy").text)
    told = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", text)
    assert told == [
        ("Edge by the chart", "0.570000 %"),
        ("Edge by composition", "0.550000 %"),
        ("What the chart costs", "0.020000 %"),
    ]
    assert 'class="do-hit"><abbr title="hit">H</abbr>' in text
    assert 'class="do-double"><abbr title="double, else stand">Ds</abbr>' in text
    assert '<span class="do-hit">H</span> hit · <span class="do-stand">S</span> stand · ' in text
    assert '<span class="do-double">Ds</span> double, else stand' in text
    del more["chart_costs"]
    assert "What the chart costs" not in visitor().client.get("/lab/super-pairs/strategy").text


def test_a_strategy_and_the_settings_of_a_table(players):
    someone = players("Cy")
    page = someone.page
    settled(page, "/lab/super-pan-9/strategy")
    expect(page.get_by_role("heading", name="By total")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^total 5"))).to_contain_text("draw")
    table = someone.open_table("super-pan-9").rsplit("/", 1)[1]
    settled(page, f"/lab/super-pan-9/tie?table={table}")
    expect(page.get_by_role("link", name=f"table {table}")).to_be_visible()
    page.goto(f"/tables/{table}")
    link = page.locator(f"a[href='/lab/super-pan-9/tie?table={table}']")
    expect(link).to_have_count(1, timeout=120_000)
    expect(page.locator(f"a[href='/lab/super-pan-9/main/compare?table={table}']")).to_have_count(1)
    settled(page, "/lab/super-pan-9/tie/compare?&ask.pay-tie=9")
    page.set_viewport_size({"width": 390, "height": 844})
    wide = "[...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > each.clientWidth).length"
    assert page.evaluate(wide) == 0, "on a phone both sides of a comparison are in view"


def test_what_a_session_comes_to_is_told_in_spanish_too():
    found = study(Asked(hw.game("super-pan-9"), TIE.settings, "tie"))
    told = [*found["session"]["notes"], *(chart["title"] for chart in found["charts"]), "make the wager", "no wager"]
    assert len(told) == 7
    assert [each for each in told if language("es").word(each) == each] == []
    pai_gow = way("document")
    lines = [words for line in pai_gow.lines for words in (line.bullet, line.says)]
    told = [*lines, "By the branch that sets the dealer's hand", "copy the house way", "hands that lose more than 2"]
    assert [each for each in told if language("es").word(each) == each] == [], "the strategies' pages"


def test_what_is_written_in_a_chart_is_in_the_language_of_the_page():
    """One specification, its words an argument: of a return, a session, a setting and a meter."""
    found = study(Asked(hw.game("super-pan-9"), TIE.settings, "tie"))
    jackpot = hw.game("super-pairs").odds("lucky-ladies-jackpot", decks=6)
    drawn = [found["charts"][0]["image"], found["session"]["image"], images(lambda word: meter(jackpot, word=word))]
    drawn += [images(lambda word: by_setting([("8", TIE)], "decks", word))]
    texts = [{code: written(each) for code, each in image.items()} for image in drawn]
    for english in (
        "returned of a unit",
        "Equal totals",
        "units won",
        "share of sessions, %",
        "house edge, %",
        "meter, $",
    ):
        assert any(english in each["en"] for each in texts)
        assert not any(english in each["es"] for each in texts)
    assert any(each.startswith("fair at $") for each in texts[2]["en"])
    assert any(each.startswith("justo con $") for each in texts[2]["es"])


def test_bars_and_titles_of_charts_are_by_names_in_either_language():
    """An award without a row of its own, a wager, and figures below nothing with a true minus."""
    blackjack = hw.game("super-pairs").odds("blackjack")
    drawn = images(lambda word: contributions(blackjack, word))
    assert "Double win" in written(drawn["en"])
    assert "Doblada, gana" in written(drawn["es"])
    told = TIE.session(1000)
    drawn = {code: written(each) for code, each in images(told.chart).items()}
    assert "Super Pan 9, Tie Bet, 8 decks: 1,000 rounds" in drawn["en"]
    assert not any("tie" in text.lower().split(", ") or "Tie Bet" in text for text in drawn["es"])
    assert not any(re.search("-[0-9]", text) for texts in drawn.values() for text in texts)
    assert f"5 %: −{-told.percentile(5)}" in drawn["en"]


def test_what_is_written_in_a_session_stands_above_its_bars():
    spec = TIE.session(1000).chart().to_dict()
    bars, _, labels = spec["layer"]
    rows = {name: spec["datasets"][part["data"]["name"]] for name, part in (("bars", bars), ("labels", labels))}
    room = spec["height"] * (1 - max(row["share"] for row in rows["bars"]) / _top(bars["encoding"]["y"], rows["bars"]))
    assert max(row["line"] for row in rows["labels"]) + 6 < room


def _top(axis, rows):
    """The highest figure of an axis; where nothing is said of it, it is that of the bars."""
    return axis.get("scale", {}).get("domain", [0, max(row["share"] for row in rows)])[1]


def test_strategies_tell_their_measured_bound_and_what_is_rarer_than_four_digits_show():
    """Thirteen-card poker as its stored strategy was measured; and six hands of all 154,143,080."""
    poker = hw.game("chinese-poker")
    told = planned(poker, poker.configure(), "")["notes"]
    bound = measured()[strategy_name(scoring_of(poker.configure()))]["exploitability"]
    most, hands = f"at most {upwards(bound['high'])} units", f"{bound['hands']:,} fresh"
    assert any(most in note and hands in note for note in told)
    rare = Situation("five aces and two kings", Fraction(6, comb(53, 7)), Advice((Option("set", "set", Fraction(-1)),)))
    often = [_part("", [each])["rows"][0]["often"] for each in (rare, rare._replace(frequency=Fraction(1, 2)))]
    assert often == ["1 : 25,690,513", "50.0000 %"]


def written(address):
    """The texts of a drawing."""
    svg = base64.b64decode(address.removeprefix("data:image/svg+xml;base64,")).decode()
    return re.findall(r"<text[^>]*>([^<]+)<", svg)
