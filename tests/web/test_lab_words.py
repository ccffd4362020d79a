"""What the lab says of settings, values, wagers, awards and readings: by their names, in the language of the page."""

import base64
import re
import time
from fractions import Fraction
from html import unescape

import houseway as hw
from houseway.lab import protect
from houseway.lab.readings import Effect, Question, questions
from houseway.web.lab_counting import by_values, surveyed
from houseway.web.lab_reading import _question
from houseway.web.v1_jobs import DONE, Job, Task

PAN = hw.game("super-pan-9")


def written(address):
    """The texts of a drawing."""
    svg = base64.b64decode(address.removeprefix("data:image/svg+xml;base64,")).decode()
    return re.findall(r"<text[^>]*>([^<]+)<", svg)


def arrived(ann, path, code="en", within=240):
    """What a page says without its marks, once its figures are there."""
    until = time.monotonic() + within
    while (answer := ann.client.get(path, headers={"Accept-Language": code})).status_code == 202:
        assert time.monotonic() < until, path
        time.sleep(0.05)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", answer.text)))


def test_notes_of_the_lab_have_a_true_minus(visitor):
    ann = visitor()
    for path, says in (("tie", "tie −7.3763 %"), ("tie/protect", "Bet at a true count of −11")):
        page = arrived(ann, f"/lab/super-pan-9/{path}")
        assert says in page
        assert [each for each in re.findall(r"(?<= )-[0-9]\S*", page) if "/" not in each] == [], "but exact fractions"


def test_the_edge_by_a_setting_names_the_setting_and_its_values(visitor):
    ann = visitor()
    page = arrived(ann, "/lab/super-pan-9/tie/by/decks")
    assert "Tie Bet by “Decks”" in page
    assert "by decks" not in page
    page = arrived(ann, "/lab/super-pan-9/tie/by/decks", "es")
    assert "según «Barajas»" in page
    assert "decks" not in page
    assert "player-sees" not in page
    drawn = by_values(PAN, "tie", PAN.configure(), "decks", {})["image"]
    assert "Decks" in written(drawn["en"])
    assert "Barajas" in written(drawn["es"])


def test_what_differs_between_two_is_named(app, visitor):
    ann = visitor()
    path = "/lab/super-pan-9/tie/compare?ask.other-decks=6&ask.pay-tie=9"
    page = arrived(ann, path)
    assert "Decks: 6 " in page
    assert "Equal totals pays: 9 " in page
    assert "Tie Bet, with other pays" in page
    assert "tie=9" not in page
    page = arrived(ann, path, "es")
    assert "Barajas: 6 " in page
    assert "Totales iguales" in page
    wrong = ann.form("/lab/super-pan-9/tie/compare", **{"ask.pay-tie": "nine"})
    assert "The pay of Equal totals is a number" in unescape(wrong.text)


def test_cards_that_insurance_counts_are_named_in_spanish(visitor):
    page = arrived(visitor(), "/lab/super-pairs/insurance/protect", "es")
    assert "Con valor de diez" in page
    assert "Otras" in page
    assert "ten-valued" not in page.lower()


def test_a_wager_without_a_session_is_called_by_its_name(visitor):
    assert "Table stake: its ends do not stand apart" in arrived(visitor(), "/lab/chinese-poker/main")


def test_readings_are_told_where_and_with_which_settings_by_names(app, visitor):
    ann = visitor()
    for code, names in (("en", "Commission on a winning Tie Bet"), ("es", "")):
        page = arrived(ann, "/lab/interpretations", code)
        assert "tie-commission=" not in page
        assert names in page
    ruling = next(each for each in PAN.document.rulings if each.id == "commission-on-ties")
    effect = Effect("tie", "", {"main-only": Fraction(1, 100)}, 6, {"player-sees": "total"})
    found = _question(Question(PAN.id, ruling, (effect,), ()), PAN.document)
    (where, edge), *_ = found["edges"]["main-only"]
    assert (where["name"], where["decks"], edge) == ("Tie Bet", "6 decks", "1.0000 %")
    checked = next(each for each in questions(hw.game("supreme-99")) if each.ruling.id == "nine-nine")
    told = _question(checked, hw.game("supreme-99").document)
    said = {reading.says for reading in checked.ruling.readings}
    assert told["printed"]
    assert all(each in said for _, agree in told["printed"] for each in agree)


def test_C_5_what_cannot_be_counted_with_these_decks_is_said_and_not_linked(visitor):
    ann = visitor()
    page = ann.client.get("/lab/super-pairs/protect?decks=2").text
    linked = set(re.findall(r"/lab/super-pairs/([a-z0-9-]+)/protect", page))
    assert {"super-pairs", "lucky-ladies", "21-plus-3", "insurance"} <= linked
    assert linked.isdisjoint({"top-3", "super-pairs-jackpot", "21-plus-3-jackpot"})
    assert "Top 3 has no paytable for 2 decks: they begin with 4 (clause C.5)." in unescape(page)
    assert "Super Pairs jackpot has no paytable for 2 decks" in page
    spanish = unescape(ann.client.get("/lab/super-pairs/protect?decks=2", headers={"Accept-Language": "es"}).text)
    assert "Top 3 no tiene tabla de pagos para 2 barajas: empiezan con 4 (cláusula C.5)." in spanish
    for wager in linked:
        arrived(ann, f"/lab/super-pairs/{wager}/protect?decks=2")
    for path in ("top-3", "top-3/protect"):
        refused = ann.client.get(f"/lab/super-pairs/{path}?decks=2")
        assert (refused.status_code, "clause C.5" in refused.text) == (422, True), path


def test_a_survey_says_what_it_leaves_out_and_why(app, visitor, monkeypatch):
    pairs = hw.game("super-pairs")
    monkeypatch.setattr(protect, "surveyed", lambda *_, **__: [])
    found = surveyed(None, game=pairs, settings=pairs.configure(decks=2), cut=Fraction(1, 2), tags=0, every=False)
    left = dict(found["left"])
    assert (left["Blackjack"], left["Bust Bonus"], left["Lucky Ladies jackpot"]) == ("played", "played", "offered")
    assert left["Top 3"].endswith("(clause C.5)")
    page = unescape(re.sub("<[^>]*>", "", visitor().client.get(ended_with(app, found)).text))
    assert "Left out: Blackjack (decided by how hands are played out); " in page
    assert "Lucky Ladies jackpot (not on offer at these settings)" in page
    assert "; Top 3 has no paytable for 2 decks" in page


def ended_with(app, result):
    """The address of a survey that came to this."""
    about = {"template": "lab_job_protect.html", "back": "/lab", "game": "super-pairs", "wager": ""}
    job = Job("ann", Task("asked", {}, print, "ab" * 32, about))
    job.state, job.result = DONE, {"json": []} | result
    app.state.lab_jobs._jobs[job.id] = job
    return f"/lab/jobs/{job.id}"
