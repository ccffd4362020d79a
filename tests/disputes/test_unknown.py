"""Cards that nobody saw: every ruling that may be right, counted exactly, and what would decide."""

import json
from pathlib import Path

import jsonschema
import pytest

import houseway as hw
from houseway.cli import main
from houseway.disputes.blanks import has_unknown
from houseway.disputes.line import record_of
from houseway.disputes.unknown import in_words, rulings
from houseway.errors import HousewayError, IllegalRound
from houseway.round.record import record_from, settle

PACK = [rank + suit for rank in "23456JQKA" for suit in "cdhs"]


def of(line):
    return rulings(record_of(line))


def outcomes(found, seat, wager):
    (one,) = [each for each in found.wagers if (each.seat, each.wager) == (seat, wager)]
    return {(each.award, each.cents): each.ways for each in one.outcomes}


def test_one_unknown_card_of_a_seat():
    found = of("pan9 8d: Kd2c4h | 25+5: 6h2d??")
    # The dealer has 6 and the seat 8 before its last card: J, Q, K make 8 and A makes 9, the others less than 5.
    assert found.ways == 8 * 36 - 5
    assert outcomes(found, 1, "main") == {("lose", -2500): 5 * 32 - 4, ("win", 2375): 4 * 32 - 1}
    assert outcomes(found, 1, "tie") == {("lose", -500): 283}
    main_, tie = found.wagers
    assert (main_.least, main_.most, main_.decided) == (-2500, 2375, False)
    assert tie.decided
    assert found.words(main_, main_.outcomes[0]) == "2 3 4 5 6"
    assert found.words(main_, main_.outcomes[1]) == "J Q K A"
    assert found.words(tie, tie.outcomes[0]) == "any"


def test_every_completion_is_ruled_upon_as_if_it_had_been_recorded():
    found = of("pan9 1d: Kd??4h | 25: 6h2d??")
    for each in found.wagers[0].outcomes:
        for first, second in each.completions[:: max(1, len(each.completions) // 5)]:
            line = f"pan9 1d: Kd{hw_name(first)}4h | 25: 6h2d{hw_name(second)}"
            assert [(payout.award, payout.net) for payout in hw.settle(line)] == [(each.award, each.cents)]


def hw_name(card):
    from houseway.cards import name

    return name(card)


def test_two_unknown_cards_are_counted_as_by_hand():
    found = of("pan9 1d: Kd??4h | 25: 6h2d??")
    counted = {}
    refused = 0
    unseen = [card for card in PACK if card not in ("Kd", "4h", "6h", "2d")]
    for first in unseen:
        for second in unseen:
            if first == second:
                continue
            record = record_of(f"pan9 1d: Kd{first}4h | 25: 6h2d{second}")
            try:
                (payout,) = settle(record_from(record))
            except HousewayError:
                refused += 1
                continue
            counted[payout.award, payout.net] = counted.get((payout.award, payout.net), 0) + 1
    assert outcomes(found, 1, "main") == counted
    assert (found.ways, found.refused) == (sum(counted.values()), refused)
    assert found.refused == 558
    assert "must draw (clause 7.i)" in found.because


def test_a_card_that_the_rules_forbid_has_not_been_dealt():
    found = of("pan9: Kd2c?? | 25: 6h2dAs")
    assert {card for o in found.wagers[0].outcomes for card in o.completions} == {
        (hw_card(rank + suit),) for rank in "456" for suit in "cdhs"
    }


def hw_card(name):
    from houseway.cards import parse_card

    return parse_card(name)


def test_an_unknown_card_of_a_set_hand():
    found = of("99: 5c5d3h4d | 25+5: 9c9d/Kc??")
    assert outcomes(found, 1, "main") == {("foul", -2500): 3, ("push", 0): 36, ("win", 2500): 6}
    # The joker of pai gow, in the dealer's hand: the house way sets every completion.
    found = of("pai: As Kd 9c 8h 4d 3s ?? | 10: Ah Qh/9h 8s 4s 3h 2c")
    assert found.ways == 53 - 13
    assert "Jk" in " ".join(found.words(found.wagers[0], each) for each in found.wagers[0].outcomes)


def test_a_bonus_that_only_some_cards_pay_is_nothing_for_the_others():
    from houseway.disputes.unknown import UNPAID

    seven = "Ah Kh / Qh Jh 2c 3s ??"
    found = of(f"pai: Kd4s6s4h7h9c5d | 25+5: 8h8d/AcQd7c6c3d | 25+5: {seven}")
    assert any(each.wager == "chan-chu-envy" for each in found.wagers)
    envy = [each for each in found.wagers if each.wager == "chan-chu-envy"]
    for each in envy:
        assert sum(outcome.ways for outcome in each.outcomes) == found.ways
        assert UNPAID in {outcome.award for outcome in each.outcomes}


def test_suits_that_matter_are_named():
    assert in_words([(0,), (13,)], [(0,), (13,), (26,), (1,)]) == "2c; 2d"
    assert in_words([(0,), (13,)], [(0,), (13,), (1,)]) == "2"
    assert in_words([(0, 1), (0, 2)], [(0, 1), (0, 2), (1, 0)]) == "2 then 3 4"
    many = [(card,) for card in range(13)]
    assert in_words(many, [*many, (13,), *[(26 + each,) for each in range(13)]]).startswith("13 of the 27 completions")


def test_what_is_too_much_or_contradicts_itself_is_refused():
    with pytest.raises(IllegalRound, match="3 cards are unknown, and at most 2"):
        of("pan9: ????4h | 25: 6h2d??")
    told = record_of("99: 5c5d3h4d | 25: 9c9d/Kc4h")
    told["seat"][0]["low"] = "Kc ??"
    with pytest.raises(IllegalRound, match="seat 1: low leave more cards unknown"):
        rulings(told)
    told = hw.deal("super-pan-9", {1: {"main": 2500}}, seed=7).bots().json()
    told["dealer"]["cards"][0] = "??"
    with pytest.raises(IllegalRound, match="take the entries out"):
        rulings(told)
    with pytest.raises(HousewayError, match=r"must stand \(clause 7.ii\)"):
        of("pan9: Kd2c4h?? | 25: 6h2dAs")
    with pytest.raises(HousewayError, match="below the limit"):
        of("pan9: Kd2c4h | 0.01: 6h2d??")
    with pytest.raises(HousewayError, match="Kd"):
        of("pan9 1d: Kd2c4h | 25: Kd2d??")


@pytest.mark.parametrize("table", [None, [], {}, {"seat": 3}, {"dealer": "??"}, {"seat": [{"cards": [1, "??"]}]}])
def test_what_is_no_record_has_no_unknown_card(table):
    assert not has_unknown(table)


RECORD = """
game = "super-pan-9"
dealer = { cards = "Kd 2c 4h" }
[[seat]]
number = 1
cards = ["6h", "2d", "??"]
wagers = { main = "25.00" }
"""


def command(capsys, *args):
    with pytest.raises(SystemExit) as end:
        main(["settle", *args])
    return end.value.code, *capsys.readouterr()


def test_the_command_gives_the_range_and_what_decides(capsys, tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(RECORD)
    code, out, _ = command(capsys, str(path))
    assert code == 0
    assert "between -$25.00 and +$23.75" in out
    assert "2 3 4 5 6" in out
    told = json.loads(command(capsys, str(path), "--json", "--set", "commission=0%")[1])
    jsonschema.validate(told, json.loads((Path(hw.__file__).parent / "schemas" / "rulings.json").read_text()))
    (wager,) = told["wagers"]
    assert (wager["least_cents"], wager["most_cents"], wager["decided"]) == (-2500, 2500, False)
    assert sum(each["ways"] for each in wager["outcomes"]) == told["ways"] == 283
    assert ["As"] in wager["outcomes"][1]["cards"]
    assert told["unknown"] == [{"seat": 1}]
    code, _, err = command(capsys, "pan9: ??????  | 25: 6h2dAs")
    assert code == 2
    assert "3 cards are unknown" in err
