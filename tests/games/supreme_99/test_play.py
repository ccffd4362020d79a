"""The order of play of Supreme 99."""

from collections import Counter

import pytest

from houseway.cards import DECK, mask, parse_cards
from houseway.errors import IllegalAnswer
from houseway.games import game
from houseway.games.supreme_99.bot import simple_way
from houseway.games.supreme_99.rules import house_piles, receiver, split_piles
from houseway.round import (
    CHANCE,
    DEALER,
    Answer,
    Arrange,
    Deal,
    Draw,
    Entry,
    Irregularity,
    Question,
    Reveal,
    Standing,
    replay,
    run,
)
from houseway.round.ruling import Setup, postings
from houseway.shoe import Shoe, shuffled

SUPREME = game("supreme-99")


def setup_of(*seats: int, **settings: object) -> Setup:
    return SUPREME.setup(
        SUPREME.configure(**settings), {seat: {"main": 10_00, "pair-fortunes": 5_00} for seat in seats}
    )


def driver(setup: Setup, order: tuple[int, ...], drawn: int):  # type: ignore[no-untyped-def]
    shoe = Shoe(order)

    def answer(question: Question, standing: Standing) -> Answer:
        if isinstance(question, Draw):
            return drawn
        return shoe.deal() if isinstance(question, Deal) else SUPREME.bot(question, standing, setup)

    return answer


@pytest.mark.parametrize("seats", [(1,), (2, 5), (1, 2, 3, 4, 5, 6)])
def test_4_all_28_cards_are_dealt_whoever_plays(seats: tuple[int, ...]) -> None:
    setup = setup_of(*seats)
    order = shuffled(DECK, 7)
    _, entries = run(SUPREME.round, setup, driver(setup, order, 4))
    standing = replay(SUPREME.round, setup, entries)
    dealt = [card for place in range(7) for card in standing.cards(place)]
    assert sorted(dealt) == sorted(order[:28])
    assert Counter(len(standing.cards(place)) for place in range(7)) == {4: 7}


@pytest.mark.parametrize("drawn", range(1, 8))
def test_3_and_4_the_number_names_the_place_of_the_first_packet(drawn: int) -> None:
    setup = setup_of(1, 6)
    _, entries = run(SUPREME.round, setup, driver(setup, DECK, drawn))
    standing = replay(SUPREME.round, setup, entries)
    for packet in range(7):
        assert standing.cards(receiver(drawn, packet)) == DECK[4 * packet : 4 * packet + 4]


def test_3_dice_or_a_random_number_are_asked_for_and_kept() -> None:
    dice = replay(SUPREME.round, setup_of(1, order="dice"), ()).asked[0]
    number = replay(SUPREME.round, setup_of(1), ()).asked[0]
    assert isinstance(dice, Draw)
    assert isinstance(number, Draw)
    assert (dice.least, dice.most, dice.dice) == (3, 18, 3)
    assert (number.least, number.most, number.dice) == (1, 7, 0)
    events = replay(SUPREME.round, setup_of(1), [Entry(CHANCE, 5)]).events
    assert events == ((number, 5),)


def test_5_seats_set_in_any_order_and_the_default_is_the_dealers_way() -> None:
    setup = setup_of(2, 5)
    deals = [Entry(CHANCE, 1), *(Entry(CHANCE, card) for card in shuffled(DECK, 3)[:28])]
    standing = replay(SUPREME.round, setup, deals)
    assert [question.seat for question in standing.asked] == [2, 5]
    late, early = standing.asked
    assert isinstance(late, Arrange)
    assert isinstance(early, Arrange)
    assert late.default == house_piles(standing.cards(2)).masks
    assert replay(SUPREME.round, setup, [*deals, Entry(5, early.default)]).asked == (late,)
    with pytest.raises(IllegalAnswer, match="clause 5"):
        replay(SUPREME.round, setup, [*deals, Entry(5, late.default)])


def test_6_the_dealer_is_turned_over_after_all_have_set_and_7_seats_from_the_right() -> None:
    setup = setup_of(1, 3, 6)
    _, entries = run(SUPREME.round, setup, driver(setup, shuffled(DECK, 5), 2))
    before = replay(SUPREME.round, setup, entries[:-1])
    assert before.shown(DEALER) == ()
    events = [event for event, _ in replay(SUPREME.round, setup, entries).events]
    assert events[-4:] == [Reveal(DEALER), Reveal(6), Reveal(3), Reveal(1)]


def test_postings_sum_to_zero_and_bots_follow_the_short_strategy() -> None:
    setup = setup_of(1, 2, 3, 4, 5, 6)
    for seed in range(20):
        ruling, entries = run(SUPREME.round, setup, driver(setup, shuffled(DECK, seed), 1 + seed % 7))
        assert sum(line.cents for line in postings(ruling)) == 0
        standing = replay(SUPREME.round, setup, entries)
        for question, answer in standing.events:
            if isinstance(question, Arrange):
                a, b, c, d = question.cards
                assert answer == split_piles(question.cards, simple_way(a, b, c, d)).masks


def test_controls_a_misdeal_in_mid_deal_gives_every_wager_back() -> None:
    setup = setup_of(1, 4)
    entries = [Entry(CHANCE, 1), Entry(CHANCE, 0), Entry(CHANCE, Irregularity("misdeal"))]
    ruling = replay(SUPREME.round, setup, entries).ruling
    assert ruling is not None
    assert {(p.seat, p.wager, p.net, p.award) for p in ruling} == {
        (seat, wager, 0, "void") for seat in (1, 4) for wager in ("main", "pair-fortunes")
    }


def test_a_foul_is_a_legal_answer() -> None:
    (a, b, c, d) = parse_cards("2c 2d 9h Kh")
    question = Arrange(1, (a, b, c, d), ("high", "low"), (2, 2), (0, 0), "5")
    question.check((mask((c, d)), mask((a, b))))


def test_5_b_i_piles_say_what_they_make_while_they_are_set() -> None:
    high, low = parse_cards("9h Kh"), parse_cards("6c 6d")
    assert SUPREME.piles_in_words([low, high], SUPREME.configure()) == (("a pair of sixes", "9"), "")
    assert SUPREME.piles_in_words([low, high[:1]], SUPREME.configure()) == (("a pair of sixes", ""), "")
    for rule, then in (("lose", "the hand would lose"), ("house-way", "it would be set the dealer's way")):
        says, foul = SUPREME.piles_in_words([high, low], SUPREME.configure(foul=rule))
        assert says == ("9", "a pair of sixes")
        assert foul == f"a foul: High, 9, is weaker than Low, a pair of sixes; {then}"


def test_6_the_dealers_piles_are_those_of_the_house_way() -> None:
    cards = parse_cards("2c 9h 2d Kh")
    piles = SUPREME.dealer_piles(cards, setup_of(1))
    assert piles == {"high": parse_cards("2c 2d"), "low": parse_cards("9h Kh")}
