"""What a house may not choose is refused or said, with its clause and layer."""

import json
from collections.abc import Callable

import pytest

from houseway.cli import main
from houseway.disputes.departures import Departure, departures
from houseway.document import document_from
from houseway.errors import Faulty
from houseway.games import game, games

PAI_GOW, PAIRS, NINES = "dealer-open-pai-gow", "super-pairs", "supreme-99"
PROGRESSIVE = {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-increment": "0%"}


def found(id_: str, **settings: str) -> list[Departure]:
    chosen = {key.replace("_", "-"): value for key, value in settings.items()}
    return departures(game(id_), game(id_).configure(chosen))


def test_as_they_ship_games_depart_from_nothing():
    assert [departures(each, each.configure()) for each in games()] == [[] for _ in games()]


@pytest.mark.parametrize(
    "id_, settings, setting, clause, layer",
    [
        (PAI_GOW, {"two-jacks-lose": "no"}, "two-jacks-lose", "introduction.jacks", "game"),
        (PAI_GOW, {"envy-least": "0.01"}, "envy-least", "envy", "game"),
        (PAI_GOW, {"envy-least": "5.01"}, "envy-least", "envy", "game"),
        (PAI_GOW, {"games-per-hand": "9"}, "games-per-hand", "washington.games", "state"),
        (PAI_GOW, {"games-per-hand": "7"}, "games-per-hand", "washington.games", "state"),
        (PAI_GOW, {"chan-chu-precedence": "highest-hand"}, "chan-chu-precedence", "chan-chu.1", "game"),
        (PAI_GOW, {"royal-match": "natural-royal"}, "royal-match", "chan-chu.3", "game"),
        (PAIRS, PROGRESSIVE, "super-pairs-jackpot-increment", "progressive-jackpot", "game"),
        (PAIRS, {"soft-17": "hit"}, "soft-17", "blackjack.dealer", "state"),
        (PAIRS, {"games-small-wager": "5.01"}, "games-small-wager", "washington.games", "state"),
        (NINES, {"nine-nine": "top-down"}, "nine-nine", "pair-fortunes", "game"),
        (NINES, {"three-of-a-kind": "nothing"}, "three-of-a-kind", "pair-fortunes", "game"),
    ],
)
def test_a_choice_that_the_document_or_the_state_does_not_allow_departs(id_, settings, setting, clause, layer):
    (only,) = found(id_, **settings)
    assert (only.setting, only.clause, only.layer) == (setting, clause, layer)
    assert only.says.endswith((".", ")"))
    assert setting in only.instead


@pytest.mark.parametrize(
    "id_, settings",
    [
        (PAI_GOW, {"games-per-hand": "6"}),
        (PAI_GOW, {"ace-high-push": "no"}),
        (PAI_GOW, {"envy-wager": "10.00"}),
        (PAI_GOW, {"house-way": "conventional"}),
        (PAIRS, {"super-pairs-jackpot-increment": "0%"}),
        (PAIRS, PROGRESSIVE | {"jackpot-kind": "house"}),
        (PAIRS, {"peek": "no", "decks": "2", "maximum": "100.00"}),
        ("super-pan-9", {"decks": "1", "seats": "8", "commission": "0%", "tie-commission": "yes"}),
    ],
)
def test_what_the_house_may_choose_departs_from_nothing(id_, settings):
    assert found(id_, **settings) == []


def test_two_settings_of_one_reading_depart_each():
    departing = found(NINES, nine_nine="top-down", three_of_a_kind="nothing")
    assert [each.setting for each in departing] == ["nine-nine", "three-of-a-kind"]
    assert all("4.70%" in each.says for each in departing)


def test_a_paytable_of_ones_own_departs_with_its_document():
    own = game("super-pan-9").with_pays("tie", {"tie": 9})
    document, paytable = departures(own, own.configure())
    assert (document.setting, document.value) == ("document", own.document.hash[:12])
    assert (paytable.setting, paytable.value, paytable.clause) == ("paytable tie", "tie-8 with tie=9", "9")
    assert paytable.instead.endswith("tie-8")


def test_a_printed_paytable_departs_where_its_decks_are_others():
    (only,) = found(PAIRS, super_pairs_paytable="PT-FLT-SP-01")
    assert only.says == "PT-FLT-SP-01 is not for 6 decks"
    assert "PT-FLT-SP-05" in only.instead
    assert "PT-FLT-SP-01" not in only.instead


def test_a_limit_above_the_state_s_departs_though_ones_own_document_allows_it():
    shipped = game("super-pan-9")
    content = json.loads(json.dumps(shipped.document.content))
    next(each for each in content["setting"] if each["id"] == "maximum")["most"] = "900.00"
    own = shipped.with_document(document_from(content, "own"))
    departing = departures(own, own.configure(maximum="900.00"))
    assert [(each.setting, each.layer) for each in departing] == [("document", "game"), ("maximum", "state")]
    assert "WAC 230-15-140" in departing[1].says
    assert [each.setting for each in departures(own, own.configure())] == ["document"]


def test_wagers_and_settings_of_ones_own_depart():
    shipped = game("super-pan-9")
    content = json.loads(json.dumps(shipped.document.content))
    content["wager"].append({"id": "lucky", "name": "Lucky", "clause": "9"})
    content["setting"].append(
        {"id": "lucky", "type": "flag", "default": "no", "layer": "house", "clause": "9", "says": "Whether."}
    )
    next(each for each in content["setting"] if each["id"] == "tie-bet")["type"] = "name"
    own = shipped.with_document(document_from(content, "own"))
    assert [each.setting for each in departures(own, own.configure())] == [
        "document",
        "wager lucky",
        "tie-bet",
        "lucky",
    ]


@pytest.mark.compiled
def test_the_readings_that_reproduce_a_printed_figure_are_those_that_say_so():
    """What `departures` takes from the document is computed here: every reading of every printed figure."""
    from houseway.lab.verify import checks

    for each in games():
        rulings = {figure.id: figure.ruling for figure in each.document.figures if figure.ruling}
        for check in checks(each):
            if check.figure not in rulings:
                continue
            readings = {reading.id: reading for reading in each.document.ruling(rulings[check.figure]).readings}
            for tried in check.tried:
                wanted = tried.reading == check.reading or readings[tried.reading].reproduces
                assert tried.agrees == wanted, (check.figure, tried.reading)


# ---------------------------------------------------------------------------------------------------- the document


def planted(change: Callable[[dict[str, object]], object]) -> str:
    content = json.loads(json.dumps(game("super-pan-9").document.content))
    change(next(each for each in content["setting"] if each["id"] == "decks"))
    with pytest.raises(Faulty) as refused:
        document_from(content, "own")
    return str(refused.value)


@pytest.mark.parametrize(
    "given, place, says",
    [
        ({"approved": 8}, "approved", "is a list of values"),
        ({"approved": [99]}, "approved", "lies between 1 and 8"),
        ({"approved-most": "many"}, "approved-most", "an integer"),
        ({"approved-when": {"tie-bet": "no"}}, "approved-when", "there are none"),
        ({"approved-most": 6, "approved-when": {"nosuch": "no"}}, "approved-when", "no setting 'nosuch'"),
    ],
)
def test_what_is_approved_is_checked_like_the_rest(given, place, says):
    fault = planted(lambda setting: setting.update(given))
    assert f"setting decks.{place}" in fault
    assert says in fault


def test_the_rules_of_a_table_list_them():
    from houseway.web.rules import in_force

    pai_gow = game(PAI_GOW)
    told = in_force(pai_gow, pai_gow.configure({"two-jacks-lose": "no"}))["departures"]
    assert [(each["setting"], each["clause"], each["layer"]) for each in told] == [
        ("two-jacks-lose", "introduction.jacks", "game")
    ]
    assert in_force(pai_gow, pai_gow.configure())["departures"] == []


# ---------------------------------------------------------------------------------------------------- the command


def check(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        main(["check", *args])
    return int(end.value.code or 0), capsys.readouterr().out


def test_check_says_that_nothing_departs(capsys):
    code, out = check(capsys, "super-pan-9", "--decks", "6")
    *controls, verdict = out.strip().splitlines()
    assert (code, verdict) == (0, "Super Pan 9: no fault, no departure from the approved document and the state.")
    assert controls[0].startswith("· Misdeal: the round is dead")


def test_check_lists_departures_and_is_strict_where_asked(capsys):
    args = (PAI_GOW, "--set", "two-jacks-lose=no")
    code, out = check(capsys, *args)
    assert code == 0
    assert "introduction.jacks" in out
    assert "1 departure from" in out
    assert check(capsys, *args, "--strict")[0] == 1
    code, out = check(capsys, *args, "--json")
    told = json.loads(out)
    assert (told["ok"], told["faults"], code) == (True, [], 0)
    assert told["departures"][0]["instead"] == "set two-jacks-lose to yes"


def test_check_lists_every_fault_with_its_clause(capsys):
    code, out = check(
        capsys, "super-pan-9", "--set", "decks=99", "--set", "nosuch=1", "--set", "tie-bet=perhaps", "--json"
    )
    faults = json.loads(out)["faults"]
    assert code == 1
    assert [each["place"] for each in faults] == ["decks", "nosuch", "tie-bet"]
    code, out = check(capsys, "super-pan-9", "--decks", "1", "--json")
    (fault,) = json.loads(out)["faults"]
    assert (code, fault["place"]) == (1, "table")
    assert "may need 40 cards" in fault["says"]
    code, out = check(capsys, "super-pan-9", "--set", "decks")
    assert (code, "NAME=VALUE" in out) == (1, True)


def test_check_reads_a_document_and_a_paytable_of_ones_own(capsys, tmp_path):
    paytable = tmp_path / "nine.toml"
    paytable.write_text('wager = "tie"\nrows = [{ award = "tie", pays = 9 }]\n')
    code, out = check(capsys, "super-pan-9", "--paytable", str(paytable), "--json")
    assert code == 0
    assert [each["setting"] for each in json.loads(out)["departures"]] == ["document", "paytable tie"]
    paytable.write_text('wager = "tie"\nrows = [{ award = "nosuch", pays = "much" }]\n')
    code, out = check(capsys, "super-pan-9", "--paytable", str(paytable), "--json")
    assert code == 1
    assert len(json.loads(out)["faults"]) == 2
    document = tmp_path / "own.toml"
    document.write_text('game = "super-pan-9"\n')
    code, out = check(capsys, "super-pan-9", "--document", str(document), "--json")
    assert code == 1
    assert any("name" in each["place"] for each in json.loads(out)["faults"])
