"""A document extended by what a variant adds."""

import pytest

from houseway.document.variants import extended
from houseway.errors import Faulty, IllegalSetting
from houseway.games import game

PAN = game("super-pan-9").document
CLAUSE = {"id": "extra", "says": "Something more."}


def test_what_is_added_stands_beside_what_was_there() -> None:
    ours = extended(PAN, {"game": "pan-x", "name": "Pan X", "clause": [CLAUSE]})
    assert (ours.game, ours.name) == ("pan-x", "Pan X")
    assert [clause.id for clause in ours.clauses] == [*(clause.id for clause in PAN.clauses), "extra"]
    assert ours.settings == PAN.settings
    assert ours.hash != PAN.hash


def test_what_has_the_same_id_takes_its_place() -> None:
    tie = {"id": "tie-8", "wager": "tie", "clause": "9", "basis": "to 1", "rows": [{"award": "tie", "pays": 9}]}
    ours = extended(PAN, {"game": "pan-x", "name": "Pan X", "paytable": [tie]})
    assert [table.id for table in ours.paytables] == ["even-money", "tie-8"]
    assert ours.paytable("tie-8").rows[0].pay.amount == 9


def test_a_variant_has_an_id_of_its_own() -> None:
    with pytest.raises(IllegalSetting, match="a variant of Super Pan 9 has an id of its own"):
        extended(PAN, {"clause": [CLAUSE]})


def test_every_fault_is_told_with_its_place() -> None:
    with pytest.raises(Faulty, match=r"clause 14\.id: is missing\n  colour: is not a field"):
        extended(PAN, {"game": "pan-x", "clause": [{"says": "no id"}], "colour": "red"})
