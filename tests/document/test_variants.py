"""Documents of one's own: another paytable, other pays, known by content."""

import copy
from pathlib import Path

import pytest

import houseway as hw
from houseway.document import document_from
from houseway.document.paytables import parse_pay
from houseway.document.variants import paytable_content, with_paytable
from houseway.errors import Faulty, HousewayError, IllegalSetting, UnknownName

PAN = hw.game("super-pan-9")
PAIRS = hw.game("super-pairs")
NINE = {"wager": "tie", "rows": [{"award": "tie", "pays": 9}]}


def test_a_document_is_known_by_its_content():
    same = document_from(copy.deepcopy(dict(PAN.document.content)), "again")
    assert same == PAN.document
    assert same.hash == PAN.document.hash
    assert len(same.hash) == 64
    assert PAN.with_paytable(NINE).document != PAN.document


def test_a_paytable_stands_in_the_place_of_the_printed_one_where_nothing_chooses():
    ours = PAN.with_paytable({**NINE, "id": "tie-9"})
    assert [table.id for table in ours.document.paytables_of("tie")] == ["tie-9"]
    assert ours.configure().paytable("tie").clause == "9"
    assert [table.id for table in PAN.document.paytables_of("tie")] == ["tie-8"], "the game itself is as it was"


def test_a_paytable_stands_beside_the_printed_ones_where_a_setting_chooses():
    ours = PAIRS.with_paytable(
        {
            "wager": "lucky-ladies",
            "id": "ours",
            "rows": [{"award": "any-20", "pays": 4}, {"award": "any-queen", "pays": 1}],
        }
    )
    assert ours.configure().paytable("lucky-ladies").id == "ours"
    assert ours.configure(lucky_ladies_paytable="PT-FLT-LL-01").paytable("lucky-ladies").id == "PT-FLT-LL-01"
    assert len(ours.document.paytables) == len(PAIRS.document.paytables) + 1


def test_a_file_names_its_paytable(tmp_path):
    path = tmp_path / "tie-9.toml"
    path.write_text('wager = "tie"\nrows = [{ award = "tie", pays = 9 }]\n')
    assert PAN.with_paytable(path).configure().paytable("tie").id == "tie-9"
    assert PAN.odds("tie", paytable=path).edge == PAN.odds("tie", pays={"tie": 9}).edge


def test_every_fault_of_a_paytable_at_once_with_its_place():
    bad = {
        "wager": "tie",
        "id": "x",
        "basis": "per cent",
        "decks": [8, 1],
        "colour": "red",
        "rows": [{"award": "tie", "pays": "lots"}, {"award": "royal", "pays": 3}, {"award": "tie", "pays": 1, "a": 2}],
    }
    with pytest.raises(Faulty) as refused:
        PAN.with_paytable(bad)
    places = {place for place, _ in refused.value.faults}
    assert places >= {"basis", "decks", "colour", "rows 1.pays", "rows 3.a", "rows", "rows.royal"}
    with pytest.raises(Faulty, match="is one of main, tie, not 'insurance'"):
        PAN.with_paytable({"wager": "insurance", "clause": "9", "basis": "to 1", "rows": [{"award": "a", "pays": 1}]})


def test_a_pay_of_ones_own():
    ours = PAN.with_pays("tie", {"tie": "9"})
    (table,) = ours.document.paytables_of("tie")
    assert table.id == "tie-8 with tie=9"
    assert str(table.row("tie").pay) == "9"
    with pytest.raises(Faulty) as refused:
        PAN.with_pays("tie", {"royal": 9, "tie": "lots", "flush": "many"})
    assert [place for place, _ in refused.value.faults] == ["pays.royal", "pays.tie", "pays.flush", "pays.flush"]
    royal, tie, *flush = (says for _, says in refused.value.faults)
    assert royal == "tie-8 has no row 'royal'; its rows are: tie"
    assert tie.startswith("the pay of tie is a number")
    assert ["flush" in says for says in flush] == [True, True]
    with pytest.raises(UnknownName, match="has no wager 'nosuch'"):
        PAN.with_pays("nosuch", {"tie": 9})


@pytest.mark.parametrize("pays", ["8", "3/2", "$200", "100%", "12.5%", "push", "lose"])
def test_a_pay_is_written_as_it_is_read(pays):
    table = PAN.document.paytable("tie-8").paying("tie", parse_pay(pays))
    written = with_paytable(PAN.document, table).paytable("tie-8")
    assert written == table
    assert paytable_content(written)["rows"][0]["pays"]


def test_another_games_document_is_refused():
    with pytest.raises(HousewayError, match="a document of 'super-pairs', not of 'super-pan-9'"):
        PAN.with_document(PAIRS.document)


def test_settings_are_checked_wherever_they_are_changed():
    settings = PAN.configure()
    with pytest.raises(IllegalSetting, match="decks lies between 1 and 8, not 99"):
        settings.but(decks=99)
    with pytest.raises(IllegalSetting, match="there is no setting 'deks'"):
        settings.but(deks=8)
    with pytest.raises(IllegalSetting, match="is yes or no, not 'maybe'"):
        settings.but(tie_bet="maybe")
    with pytest.raises(IllegalSetting, match="there is no setting 'deks'"):
        PAN.configure(deks=8)
    assert settings.but(maximum=300_00).integer("maximum") == 300_00


def test_settings_of_two_documents_are_not_the_same():
    ours = PAN.with_paytable(NINE)
    assert PAN.configure() != ours.configure()
    assert hash(PAN.configure()) == hash(PAN.configure(decks=8))


def test_a_content_is_a_name_or_a_text_and_a_path_is_read_by_who_gives_it(tmp_path):
    pai_gow = hw.game("dealer-open-pai-gow")
    shipped = Path(hw.__file__).parent / "games/dealer_open_pai_gow/data/conventional.toml"
    ours = tmp_path / "ours.toml"
    ours.write_text(shipped.read_text().replace('name = "conventional"', 'name = "ours"'))
    settings = pai_gow.configure(house_way=ours)
    assert settings.text("house-way") == ours.read_text()
    assert (
        settings.specs[[s.id for s in settings.specs].index("house-way")]
        .title(settings["house-way"])
        .startswith("ours (")
    )
    with pytest.raises(
        IllegalSetting,
        match=r"a text of several lines, or one of document, conventional: .*ours.toml is",
    ):
        pai_gow.configure(house_way=str(ours))


def test_one_mistake_is_one_fault():
    def faults(**table):
        with pytest.raises(Faulty) as refused:
            PAN.with_paytable(table)
        return list(refused.value.faults)

    rows = [{"award": "tie", "pays": 9}]
    assert [place for place, _ in faults(wagger="tie", rows=rows)] == ["wager", "wagger"]
    assert [place for place, _ in faults(wager="ties", rows=rows)] == ["wager"]
    assert [place for place, _ in faults(wager="tie", rows=[{"award": "tie", "pay": 9}])] == [
        "rows 1.pays",
        "rows 1.pay",
    ]


def test_a_row_without_a_label_has_the_printed_one():
    assert PAN.with_paytable(NINE).configure().paytable("tie").row("tie").label == "Equal totals"


def test_a_content_of_ones_own_is_refused_where_it_is_given_with_all_its_faults(tmp_path):
    pai_gow = hw.game("dealer-open-pai-gow")
    bad = tmp_path / "bad.toml"
    bad.write_text('name = 3\n[[line]]\nwhen = { colour = "red" }\n')
    for given in (bad, bad.read_text()):
        with pytest.raises(Faulty) as refused:
            pai_gow.configure(house_way=given)
        assert len(refused.value.faults) > 2
    with pytest.raises(Faulty, match="No such file"):
        pai_gow.configure(house_way=tmp_path / "gone.toml")
