import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    DECK_WITH_JOKER,
    JOKER,
    cards_of,
    in_order,
    mask,
    name,
    names,
    parse_card,
    parse_cards,
    rank,
    size,
    suit,
    symbols,
)
from houseway.errors import IllegalCards


def test_every_card_is_read_back_from_its_name():
    assert [parse_card(name(card)) for card in DECK_WITH_JOKER] == list(DECK_WITH_JOKER)


def test_a_card_is_thirteen_times_its_suit_and_its_rank():
    for card in range(52):
        assert 13 * suit(card) + rank(card) == card
    assert suit(JOKER) == 4


@pytest.mark.parametrize("text", ["10h", "Th", "th", " T♥ "])
def test_other_spellings_of_a_card(text):
    assert name(parse_card(text)) == "Th"


@pytest.mark.parametrize("text", ["", "1h", "Tx", "hT", "Ahh"])
def test_what_is_no_card_is_refused_in_words(text):
    with pytest.raises(IllegalCards, match="is not a card: write a rank"):
        parse_card(text)


@given(st.sets(st.sampled_from(DECK_WITH_JOKER)))
def test_a_hand_is_the_mask_of_its_cards(cards):
    hand = mask(cards)
    assert set(cards_of(hand)) == cards
    assert size(hand) == len(cards)


@given(st.lists(st.sampled_from(DECK_WITH_JOKER)))
def test_several_cards_are_read_back_in_their_order(cards):
    assert parse_cards(names(cards)) == tuple(cards)
    assert parse_cards(symbols(cards)) == tuple(cards)


def test_for_show_the_joker_leads_and_aces_go_before_kings():
    assert names(in_order(parse_cards("2c Ks Jk Ad Ah"))) == "Jk Ah Ad Ks 2c"
