"""A shoe that runs out in mid-round: every open wager returned, or the discards shuffled (ruling shoe-runs-out)."""

import pytest

from houseway.cards import DECK, parse_cards
from houseway.errors import IllegalAnswer, IllegalRound
from houseway.games import game
from houseway.round import CHANCE, OUT_OF_CARDS, Deal, Driver, Entry, Irregularity, Wager
from houseway.round.record import record_from, settle
from houseway.round.shuffle import shuffled_again

SUPER_PAIRS = game("super-pairs")
ONE_DECK = {"decks": 1, "super-pairs-paytable": "PT-FLT-SP-01"}


def record(**changes):
    """Two eights are split and the first is doubled, both bonuses ride, and the second eight gets no card."""
    seat = {
        "number": 1,
        "cards": "8s 8d 3c Tc",
        "play": "split double",
        "bust-bonus": "5.00",
        "wagers": {"blackjack": "10.00", "super-pairs": "1.00"},
    }
    table = {
        "game": "super-pairs",
        "settings": ONE_DECK,
        "dealer": {"cards": "6h Th"},
        "seat": [seat, {"number": 2, "cards": "Ks 5s", "wagers": {"blackjack": "20.00"}}],
        "irregularity": [{"kind": "out-of-cards"}],
    }
    return table | changes


def rule_on(**changes):
    return settle(record_from(record(**changes)))


def test_4_a_round_without_an_end_is_void_and_clause_3_has_paid_its_bonus_before():
    ruling, entries = rule_on().ruling, [entry for _, entry in rule_on().entries]
    assert [(p.seat, p.wager, p.stake, p.returned, p.award, p.clause) for p in ruling] == [
        (1, "super-pairs", 1_00, 16_00, "any-pair", "A"),
        (1, "blackjack", 30_00, 30_00, "void", "irregularities"),
        (1, "bust-bonus", 5_00, 5_00, "void", "irregularities"),
        (2, "blackjack", 20_00, 20_00, "void", "irregularities"),
    ]
    assert ruling[1].why == "out of cards: the hand is void and $30.00 is returned"
    assert entries[-1] == Entry(CHANCE, OUT_OF_CARDS)


def test_by_the_other_reading_the_bonus_is_void_with_the_round():
    ruling = rule_on(settings=ONE_DECK | {"reconciled-bonuses": "void-with-round"}).ruling
    assert {p.award for p in ruling} == {"void"}
    assert sum(p.returned for p in ruling) == sum(p.stake for p in ruling) == 56_00


def test_a_pair_that_had_won_is_paid_where_the_round_ends():
    """The other side of the rule: the same first cards with a shoe that lasts."""
    whole = record()
    whole["seat"][0] |= {"cards": "8s 8d 3c Tc 9c", "play": "split double stand"}
    whole["dealer"] = {"cards": "6h Th 9h"}
    del whole["irregularity"]
    assert next(p.net for p in settle(record_from(whole)) if p.wager == "super-pairs") == 15_00


def test_a_record_whose_cards_suffice_does_not_say_that_they_ran_out():
    whole = record()
    whole["seat"][0] |= {"cards": "8s 8d 3c Tc 9c", "play": "split double stand"}
    whole["dealer"] = {"cards": "6h Th 9h"}
    with pytest.raises(IllegalRound, match="ran out of cards, and the round ends with all that it needs"):
        settle(record_from(whole))


def test_no_card_is_dealt_after_the_shoe_has_run_out():
    with pytest.raises(IllegalRound, match="the dealer has 6h Th 9h in the record, but the rules do not deal 9h"):
        rule_on(dealer={"cards": "6h Th 9h"})


def test_without_the_call_a_missing_card_is_a_fault_of_the_record():
    with pytest.raises(IllegalRound, match="seat 1 has only 8s 8d 3c Tc in the record, and is dealt one more"):
        rule_on(irregularity=[])


def test_with_discards_a_round_is_not_void_while_there_are_any():
    """Eight cards of 52 are on the table."""
    with pytest.raises(IllegalRound, match="44 are not on the table, and are shuffled by the setting out-of-cards"):
        rule_on(settings=ONE_DECK | {"out-of-cards": "discards"})


@pytest.mark.parametrize("choice, left", [("void", 0), ("discards", 3)])
def test_what_is_shuffled_again_is_what_is_not_on_the_table(choice, left):
    settings = SUPER_PAIRS.configure({"decks": 1, "out-of-cards": choice})
    hidden = parse_cards("As 2c 9h")
    on_table = [card for card in DECK if card not in hidden]
    cards = shuffled_again(DECK, on_table, settings)
    assert len(cards) == left
    assert set(cards) <= set(hidden)
    assert shuffled_again(DECK, DECK, settings) == ()
    two = shuffled_again(DECK * 2, DECK, settings)
    assert sorted(two) == (list(DECK) if choice == "discards" else [])


def test_the_shoe_calls_only_where_a_card_is_asked_for():
    setup = SUPER_PAIRS.setup(SUPER_PAIRS.configure({"decks": 1}), {1: {"blackjack": 10_00}})
    table = Driver(SUPER_PAIRS.round, setup)
    for card in parse_cards("8s 6h 9d Th"):
        assert isinstance(table.standing.asked[0], Deal)
        table.enter(Entry(CHANCE, card))
    assert isinstance(table.standing.asked[0], Wager)
    before = table.standing
    with pytest.raises(IllegalAnswer, match="no card is to be dealt now"):
        table.enter(Entry(CHANCE, OUT_OF_CARDS))
    with pytest.raises(IllegalAnswer, match="not an irregularity of this game"):
        table.enter(Entry(CHANCE, Irregularity("out-of-cards", 1)))
    assert table.standing == before


def test_the_ruling_names_its_setting_and_its_default():
    ruling = next(each for each in SUPER_PAIRS.document.rulings if each.id == "shoe-runs-out")
    assert (ruling.setting, ruling.choice) == ("out-of-cards", "void")
    assert SUPER_PAIRS.configure({}).text("out-of-cards") == "void"
