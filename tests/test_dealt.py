"""A round dealt and answered in three lines."""

import pytest

import houseway as hw
from houseway.errors import HousewayError, IllegalAnswer, IllegalBet, IllegalSetting
from houseway.game import least_wagers
from houseway.games import games
from houseway.round import Arrange


def each_dealt(game, rounds=4):
    """A few rounds that bots play to their end, at two seats with the least wagers."""
    settings = game.configure()
    least = least_wagers(game, settings) or {game.document.wagers[0].id: 10_00}
    for seed in range(rounds):
        try:
            dealt = game.deal({1: least, 2: least}, seed=seed)
        except HousewayError:  # a stake that has to cover more
            most = {wager: settings.integer(game.document.wager(wager).most) for wager in least}
            dealt = game.deal({1: most, 2: most}, seed=seed)
        yield dealt.bots()


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_a_dealt_round_is_settled_again_from_its_record(game):
    for dealt in each_dealt(game):
        assert dealt.settled().ruling == dealt.ruling
        assert game.name in repr(dealt)


def test_three_lines():
    table = hw.deal("super-pan-9", {1: {"main": 25_00, "tie": "5.00"}}, decks=8, seed=7)
    assert [question.options for question in table.asked] == [("stand", "draw")]
    assert table.answer(1, "draw").ruling is not None
    assert {payout.wager: payout.stake for payout in table.ruling} == {"main": 25_00, "tie": 5_00}


def test_a_seed_deals_the_same_again_and_none_another():
    def cards(seed):
        return hw.deal("super-pairs", {1: {"blackjack": 10_00}}, seed=seed).cards(1)

    assert cards(3) == cards(3)
    assert len({cards(None) for _ in range(12)}) > 1


def test_a_hand_is_set_by_the_names_of_its_piles():
    table = hw.deal("supreme-99", {1: {"main": 10_00}}, seed=1)
    (question,) = table.asked
    assert isinstance(question, Arrange)
    cards = table.cards(1).split()
    with pytest.raises(IllegalAnswer, match="there is no pile 'top'"):
        table.answer(1, {"top": cards[:2], "low": cards[2:]})
    table.answer(1, {"high": cards[:2], "low": " ".join(cards[2:])})
    assert table.ruling is not None


def test_what_may_not_be_is_refused_in_a_sentence():
    with pytest.raises(IllegalBet, match="over the limit"):
        hw.deal("super-pan-9", {1: {"main": "1000.00"}})
    with pytest.raises(IllegalBet, match="write cents as a number"):
        hw.deal("super-pan-9", {1: {"main": 2.5}})
    with pytest.raises(IllegalSetting, match="decks lies between 1 and 8"):
        hw.deal("super-pan-9", {1: {"main": 25_00}}, decks=99)
    table = hw.deal("super-pan-9", {1: {"main": 25_00}}, seed=1)
    with pytest.raises(IllegalAnswer, match="seat 2 is not asked anything now; the round waits for seat 1"):
        table.answer(2, "draw")
    with pytest.raises(IllegalAnswer, match="may stand or draw, not 'fold'"):
        table.answer(1, "fold")
    with pytest.raises(IllegalAnswer, match="is being played"):
        table.settled()


def test_a_hand_is_set_by_one_pile_the_other_follows():
    table = hw.deal("supreme-99", {1: {"main": 5_00}}, seed=3)
    assert "asked: seat 1 sets 2 high and 2 low" in repr(table)
    held = table.cards(1).split()
    table.answer(1, {"high": " ".join(held[:2])})
    told = next(entry["set"] for entry in table.json()["entries"] if "set" in entry)
    assert sorted(told["high"] + told["low"]) == sorted(held)
    assert sorted(told["high"]) == sorted(held[:2])


def test_one_pile_of_three_tells_too_little():
    table = hw.deal("chinese-poker", {1: {"main": 60_00}, 2: {"main": 60_00}}, seed=3)
    with pytest.raises(IllegalAnswer, match="sets all 13 cards"):
        table.answer(1, {"Front": " ".join(table.cards(1).split()[:3])})


def test_a_ruling_prints_a_line_for_each_payout():
    table = hw.deal("super-pan-9", {1: {"main": 25_00, "tie": 5_00}}, decks=8, seed=7).bots()
    first, second = str(table.ruling).splitlines()
    assert first.startswith("seat 1, main: ")
    assert table.ruling[1].why in second
    assert table.ruling == tuple(table.ruling)


def test_a_card_that_nobody_saw_is_referred_to_who_gives_the_range():
    seat = {"number": 1, "cards": "6h 2d ??", "wagers": {"main": "25.00"}}
    for cards in ("6h 2d ??", ["6h", "2d", "??"]):
        round_ = {"game": "super-pan-9", "dealer": {"cards": "Kd 2c 4h"}, "seat": [seat | {"cards": cards}]}
        with pytest.raises(HousewayError, match=r"houseway\.disputes\.unknown\.rulings\(record\)"):
            hw.settle(round_)
    with pytest.raises(HousewayError, match=r"houseway\.disputes\.unknown\.rulings"):
        hw.settle("pan9 8d: Kd2c4h | 25: 6h2d??")
