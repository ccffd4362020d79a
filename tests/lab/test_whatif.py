"""What if: a dot product of one count equals a count by itself, and differences sum to the whole."""

from fractions import Fraction

import pytest

import houseway as hw
from houseway.document.paytables import Pay
from houseway.document.variants import pay_text
from houseway.errors import Faulty, HousewayError, IllegalSetting, UnknownName
from houseway.lab.whatif import Change, by_setting, compared, repaid, slopes, switches

SLOW = ("blackjack", "insurance", "bust-bonus", "main", "chan-chu-envy", "jacks-beat")
PAIRS = hw.game("super-pairs")


def one_more(table):
    return {
        row.award: pay_text(Pay(row.pay.kind, row.pay.amount + 1))
        for row in table.rows
        if row.pay.kind in ("ratio", "dollars")
    }


def tables():
    for id_ in ("super-pan-9", "supreme-99", "super-pairs"):
        for table in hw.game(id_).document.paytables:
            if table.wager not in SLOW:
                yield pytest.param(id_, table, id=f"{id_} {table.id}")


@pytest.mark.parametrize("id_, table", list(tables()))
def test_other_pays_are_a_dot_product_of_one_count(id_, table):
    game, pays = hw.game(id_), one_more(table)
    decks = {"decks": table.decks[0]} if table.decks else {}
    chosen = {"paytable": table.id} if f"{table.wager}-paytable" in game.document.specs else {}
    counted = game.odds(table.wager, **chosen, **decks)
    anew = game.odds(table.wager, pays=pays, **chosen, **decks)
    assert repaid(counted, pays).edge == anew.edge
    assert repaid(counted, pays).variance == anew.variance
    assert anew.edge != counted.edge


def test_where_somebody_decides_the_play_stays_as_it_is():
    """A tie at 20 to 1 is worth drawing for; with the play as it was the player wins no more than that."""
    pan = hw.game("super-pan-9")
    both = pan.odds("tie", play="tie")
    assert repaid(both, {"tie": 20}).edge >= pan.odds("tie", play="tie", pays={"tie": 20}).edge


def test_the_slope_by_every_pay_is_its_chance():
    odds = PAIRS.odds("super-pairs")
    chance = {each.award: odds.probability(each) for each in odds.outcomes}
    assert slopes(odds) == {award: -chance[award] for award in slopes(odds)}
    main = hw.odds("super-pan-9", "main")
    won = next(each for each in main.outcomes if each.award == "win")
    assert slopes(main)["win"] == -main.probability(won) * Fraction(19, 20)


def test_python_asks_what_if_of_a_result():
    tie = hw.odds("super-pan-9", "tie")
    asked = tie.whatif(tie=9)
    assert asked.moved == -tie.hit_frequency
    assert asked.after.paytable == "tie-8 with tie=9"
    assert "edge -7.3763 % to -19.3071 %" in repr(asked)
    assert PAIRS.odds("super-pairs").whatif(any_pair=5).moved == slopes(PAIRS.odds("super-pairs"))["any-pair"] * (
        5 - next(r.pay.amount for r in PAIRS.configure().in_force("super-pairs").rows if r.award == "any-pair")
    )
    with pytest.raises(IllegalSetting, match="changed already"):
        asked.after.whatif(tie=10)


def test_a_pay_of_another_kind_must_be_counted_again():
    tie = hw.odds("super-pan-9", "tie")
    with pytest.raises(Faulty, match="tie pays 8; as lose it must be counted again"):
        tie.whatif(tie="lose")
    with pytest.raises(Faulty) as refused:
        tie.whatif(tie="nine", royal=1)
    assert "the pay of tie is a number" in str(refused.value)
    assert "has no row 'royal'" in str(refused.value)


def test_differences_in_turn_sum_to_the_whole():
    changes = [Change("set", "decks", 8), Change("paytable", "", "PT-FLT-SP-07"), Change("pay", "any-pair", 5)]
    for anew in (False, True):
        told = compared(PAIRS, "super-pairs", {"decks": 6}, changes, anew=anew)
        assert sum(each.in_turn for each in told.worths) == told.moved
        assert told.worths[0].alone == PAIRS.odds("super-pairs", decks=8).edge - PAIRS.odds("super-pairs", decks=6).edge
        assert len(told.json()["differences"]) == 3


def test_a_difference_that_needs_another_is_worth_something_in_its_turn_alone():
    """A paytable for one deck cannot be played with six, so it has no worth by itself."""
    changes = [Change("set", "decks", "1"), Change("set", "super-pairs-paytable", "PT-FLT-SP-01")]
    shares = []
    told = compared(PAIRS, "super-pairs", {"decks": 6}, changes, progress=shares.append)
    first, second = told.worths
    assert (second.alone, first.in_turn) == (None, first.alone)
    assert first.in_turn + second.in_turn == told.moved
    assert told.json()["differences"][1]["alone"] is None
    assert shares == sorted(shares)


def test_the_edge_by_a_setting():
    found = dict(by_setting(hw.game("super-pan-9"), "tie", "decks", {}))
    assert list(found) == [str(decks) for decks in range(1, 9)]
    assert found["8"].edge == hw.odds("super-pan-9", "tie", decks=8).edge
    with pytest.raises(UnknownName, match="there is no setting 'dekcs'"):
        by_setting(PAIRS, "super-pairs", "dekcs", {})
    with pytest.raises(IllegalSetting, match="to go through"):
        by_setting(hw.game("super-pan-9"), "tie", "commission", {})


def test_rules_as_switches_with_their_worth():
    nines = hw.game("supreme-99")
    found = {str(each.change): each.alone for each in switches(nines, "pair-fortunes", {})}
    plain = nines.odds("pair-fortunes").edge
    assert found["three-of-a-kind=nothing"] == nines.odds("pair-fortunes", three_of_a_kind="nothing").edge - plain
    assert {name.partition("=")[0] for name in found} == {"nine-nine", "three-of-a-kind"}
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_pays_of_a_paytable_that_no_setting_chooses():
    """Super Pan 9 has no setting `tie-paytable`: the paytable is named all the same, and its pay changed."""
    pan = hw.game("super-pan-9")
    named = pan.odds("tie", paytable="tie-8", pays={"tie": 9}, decks=8)
    assert (
        named.edge
        == pan.odds("tie", pays={"tie": 9}, decks=8).edge
        == pan.odds("tie", decks=8).whatif(tie=9).after.edge
    )
    with pytest.raises(HousewayError, match="paytable of tie"):
        pan.odds("main", paytable="tie-8", pays={"win": 2})


def test_pays_of_a_paytable_that_a_setting_chooses():
    """Named as a paytable or by the setting: the pay is changed in that one, and not left out in silence."""
    pairs = hw.game("super-pairs")
    plain = pairs.odds("super-pairs", paytable="PT-FLT-SP-07")
    more = plain.whatif(any_pair=5).after.edge
    assert more != plain.edge
    assert pairs.odds("super-pairs", paytable="PT-FLT-SP-07", pays={"any-pair": 5}).edge == more
    assert pairs.odds("super-pairs", super_pairs_paytable="PT-FLT-SP-07", pays={"any-pair": 5}).edge == more
