"""Every clause that decides something is cited by a test, and what is shipped of it is what the tests now say."""

import ast
import sys
from pathlib import Path

import pytest

import houseway as hw
from houseway.games import OWN
from houseway.proofs import not_carried, proofs

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tool():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import proofs as found
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return found


@pytest.mark.parametrize("id_", OWN)
def test_what_is_shipped_is_what_the_tests_say(tool, id_):
    game = hw.game(id_)
    assert tool.file_of(game).read_text(encoding="utf-8") == tool.text(game), "run tools/proofs.py"


@pytest.mark.parametrize("id_", OWN)
def test_every_clause_that_is_not_the_staffs_is_cited_by_a_test(id_):
    game = hw.game(id_)
    cited = proofs(game.packages[0]).by_clause
    assert [each.id for each in game.document.clauses if not each.procedure and each.id not in cited] == []


@pytest.mark.parametrize("id_", OWN)
def test_what_is_called_by_tests_are_functions_that_carry_a_clause(id_):
    game = hw.game(id_)
    called = {name.rpartition(".")[2] for name in proofs(game.packages[0]).by_function}
    assert called
    assert called <= {each.name for each in game.carriers}


def test_a_name_says_its_clause(tool):
    clauses = ("A", "A.2", "B", "F", "4", "4.a", "7", "7.i", "8", "9", "house-way", "house-way.pair")
    assert tool.named("test_7_i_draws", clauses) == ["7.i"]
    assert tool.named("test_7_is_no_part_of_it", clauses) == ["7"]
    assert tool.named("test_4_a_call_is_heard", clauses) == ["4"]  # an article
    assert tool.named("test_a_call_is_heard", clauses) == []
    assert tool.named("test_a_2_pays", clauses) == ["A.2"]
    assert tool.named("test_b_and_f_in_closed_form", clauses) == ["B", "F"]
    assert tool.named("test_7_to_9_outcomes", clauses) == ["7", "7.i", "8", "9"]
    assert tool.named("test_house_way_pair_in_front", clauses) == ["house-way.pair"]
    assert tool.named("test_playthrough", clauses) == []


def test_a_mark_says_clauses_and_one_that_there_is_not_is_refused(tool, tmp_path, monkeypatch):
    (test,) = ast.parse('@pytest.mark.clause("7.i", "7.ii")\ndef test_draws(): ...').body
    assert tool.marked(test) == ["7.i", "7.ii"]
    folder = tmp_path / "tests" / "games" / "super_pan_9"
    folder.mkdir(parents=True)
    (folder / "test_wrong.py").write_text('@pytest.mark.clause("77")\ndef test_draws(): ...\n')
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "TESTS", tmp_path / "tests" / "games")
    with pytest.raises(SystemExit, match="cites clause '77', which super-pan-9 does not have"):
        tool.collected(hw.game("super-pan-9"))


def test_a_game_whose_tests_nobody_has_collected_has_none():
    assert proofs("houseway.games") == ({}, {})


@pytest.mark.parametrize("id_", OWN)
def test_what_is_not_carried_has_its_reason(id_):
    game = hw.game(id_)
    assert list(not_carried(game.packages[0])) == [each.id for each in game.document.clauses if each.procedure]
