"""The conversation: questions, drivers, and a supervisor's calls, on a game of a few lines."""

from fractions import Fraction

import pytest

from houseway.errors import IllegalAnswer
from houseway.games import game
from houseway.round import (
    CHANCE,
    DEALER,
    Arrange,
    Choose,
    Deal,
    Draw,
    Driver,
    Entry,
    Irregularity,
    Later,
    Reveal,
    Stake,
    Together,
    Wager,
    replay,
    run,
    spread,
)
from houseway.round.questions import default_of
from houseway.round.ruling import Payout, Seat, Setup

PAN = game("super-pan-9")


def setup(*numbers, **settings):
    return Setup(PAN.document.configure(settings), tuple(Seat(n, {"main": 10_00}) for n in numbers))


def high_card(setup):
    """Each seat takes a card or doubles on it; a card above the dealer's wins."""
    dealer = yield Deal(DEALER)
    cards = {}
    for seat in setup.numbers:
        cards[seat] = yield Deal(seat, True)
    chosen = yield Together(tuple(Choose(seat, ("hold", "double"), "hold", "6") for seat in setup.numbers))
    stakes = {}
    for seat, choice in zip(setup.numbers, chosen, strict=True):
        stakes[seat] = 10_00
        if choice == "double":
            yield Stake(seat, "main", 10_00)
            stakes[seat] += 10_00
    side = yield Wager(setup.numbers[0], "tie", 1_00, 5_00, "9")
    yield Reveal(DEALER)
    payouts = [
        Payout(seat, "main", stakes[seat], 2 * stakes[seat] if cards[seat] > dealer else 0, "", "4", "by card")
        for seat in setup.numbers
    ]
    if side:
        payouts.append(Payout(setup.numbers[0], "tie", side, 0, "", "9", "lost"))
    return tuple(payouts)


def deal(*cards):
    return [Entry(CHANCE, card) for card in cards]


def test_seats_asked_together_answer_in_any_order():
    table = Driver(high_card, setup(1, 2))
    for entry in (*deal(5, 9, 3), Entry(2, "hold"), Entry(1, "double")):
        table.enter(entry)
    assert [question.seat for question in table.standing.asked] == [1]
    table.enter(Entry(1, 0))
    assert [(payout.seat, payout.net) for payout in table.standing.ruling] == [(1, 20_00), (2, -10_00)]


def test_who_is_not_asked_is_told_who_is():
    table = Driver(high_card, setup(1, 2))
    with pytest.raises(IllegalAnswer, match="seat 1 is not asked anything now; the round waits for the shoe"):
        table.enter(Entry(1, "hold"))
    for entry in deal(5, 9, 3):
        table.enter(entry)
    table.enter(Entry(1, "hold"))
    with pytest.raises(IllegalAnswer, match="seat 1 is not asked anything now; the round waits for seat 2"):
        table.enter(Entry(1, "hold"))
    with pytest.raises(IllegalAnswer, match="the shoe is not asked"):
        table.enter(Entry(CHANCE, 3))


def test_a_round_that_has_ended_takes_no_more_entries():
    table = Driver(high_card, setup(1))
    for entry in (*deal(5, 9), Entry(1, "hold"), Entry(1, 0)):
        table.enter(entry)
    with pytest.raises(IllegalAnswer, match="the round has ended"):
        table.enter(Entry(1, "hold"))


def test_what_all_may_see():
    standing = replay(high_card, setup(1), deal(5, 9))
    assert (standing.cards(DEALER), standing.shown(DEALER), standing.shown(1)) == ((5,), (), (9,))
    ended = replay(high_card, setup(1), [*deal(5, 9), Entry(1, "hold"), Entry(1, 0)])
    assert ended.shown(DEALER) == (5,)


@pytest.mark.parametrize(
    "question, right, wrong, words",
    [
        (Deal(1), 0, 53, "is not a card"),
        (Deal(1), 52, True, "is not a card"),
        (Draw("the packet", 1, 7), 7, 8, "is not the packet: it lies between 1 and 7"),
        (
            Choose(1, ("stand", "draw"), "stand", "6"),
            "draw",
            "hit",
            r"seat 1 may stand or draw, not 'hit' \(clause 6\)",
        ),
        (Wager(2, "tie", 100, 500, "9"), 0, 50, r"nothing or \$1.00 to \$5.00 on tie \(clause 9\)"),
        (Wager(2, "tie", 100, 500, "9"), 500, 501, "nothing or"),
        (
            Arrange(3, (0, 1, 2), ("front", "back"), (1, 2), (1, 6), "5"),
            (2, 5),
            (3, 4),
            "1 cards front and 2 cards back",
        ),
        (Arrange(3, (0, 1, 2), ("front", "back"), (1, 2), (1, 6), "5"), (4, 3), (8, 6), "sets all 3 cards"),
        (Arrange(3, (0, 1, 2), ("front", "back"), (1, 2), (1, 6), "5"), (1, 6), (1, 3), "sets all 3 cards"),
        (Arrange(3, (0, 1, 2), ("front", "back"), (1, 2), (1, 6), "5"), (1, 6), "no", "sets all 3 cards"),
    ],
)
def test_answers_are_checked_by_their_question(question, right, wrong, words):
    question.check(right)
    with pytest.raises(IllegalAnswer, match=words):
        question.check(wrong)


@pytest.mark.parametrize(("id_", "search"), [("chinese-poker", "greedy"), ("dealer-open-pai-gow", "house_piles")])
def test_nobody_searches_for_a_setting_that_nobody_asks_for(id_, search):
    """A round that is told by its entries is ruled upon without looking how the house would have set the hands."""
    found = game(id_)
    stakes = {seat: {found.document.wagers[0].id: 100_00 if id_ == "chinese-poker" else 5_00} for seat in (1, 2)}
    table = found.deal(stakes, seed=1)
    asked = [question for question in table.asked if isinstance(question, Arrange)]
    assert {question.houses.find.__name__ for question in asked} == {search}
    for question in asked:
        question.check(tuple(question.default))


def test_a_setting_is_found_where_it_is_asked_for():
    question = Arrange(3, (0, 1, 2), ("front", "back"), (1, 2), Later(lambda whole: (1, whole ^ 1), (7,)), "5")
    assert question.default == default_of(question) == (1, 6)


def test_run_asks_each_question_and_keeps_the_record():
    cards = iter([5, 9])

    def answer(question, standing):
        return next(cards) if isinstance(question, Deal) else question.default

    ruling, entries = run(high_card, setup(1), answer)
    assert replay(high_card, setup(1), entries).ruling == ruling


def test_spread_weighs_every_deal_and_counts_equal_cards_together():
    def decide(question, standing):
        return question.default

    rounds = list(spread(high_card, setup(1), [1, 1, 2], decide))
    assert sum(chance for chance, _ in rounds) == 1
    won = sum(chance for chance, ruling in rounds if ruling[0].net > 0)
    assert won == Fraction(1, 3)


def test_spread_rolls_dice_as_dice_fall():
    def roll(setup):
        number = yield Draw("the dice", 3, 18, dice=3)
        return (Payout(1, "main", 1, number, "", "1", "the sum"),)

    def draw(setup):
        number = yield Draw("a number", 1, 7)
        return (Payout(1, "main", 1, number, "", "1", "the number"),)

    chances = {ruling[0].returned: chance for chance, ruling in spread(roll, setup(1), [], None)}
    assert (min(chances), max(chances), sum(chances.values())) == (3, 18, 1)
    assert (chances[3], chances[10]) == (Fraction(1, 216), Fraction(27, 216))
    even = {ruling[0].returned: chance for chance, ruling in spread(draw, setup(1), [], None)}
    assert even == {number: Fraction(1, 7) for number in range(1, 8)}


def test_a_void_hand_gets_all_its_stakes_back_and_the_others_play_on():
    table = Driver(high_card, setup(1, 2))
    for entry in (*deal(5, 9, 3), Entry(1, "double"), Entry(2, "hold"), Entry(1, 5_00)):
        if table.standing.asked[0].seat == 1 and isinstance(table.standing.asked[0], Wager):
            table.enter(Entry(CHANCE, Irregularity("wrong-number-of-cards", 1)))
            break
        table.enter(entry)
    ruling = table.standing.ruling
    assert [(p.seat, p.wager, p.stake, p.net, p.award) for p in ruling] == [
        (1, "main", 20_00, 0, "void"),
        (2, "main", 10_00, -10_00, ""),
    ]
    assert "wrong number of cards: the hand is void and $20.00 is returned" in ruling[0].why


def test_a_void_seat_is_answered_by_default_while_others_are_asked():
    table = Driver(high_card, setup(1, 2))
    for entry in (*deal(5, 9, 3), Entry(CHANCE, Irregularity("wrong-number-of-cards", 2)), Entry(1, "hold")):
        table.enter(entry)
    assert [type(question) for question in table.standing.asked] == [Wager]
    assert replay(high_card, setup(1, 2), table.entries) == table.standing


def test_a_call_on_a_seat_that_does_not_play_is_refused():
    table = Driver(high_card, setup(1, 2))
    with pytest.raises(IllegalAnswer, match="names a seat that plays"):
        table.enter(Entry(CHANCE, Irregularity("wrong-number-of-cards", 7)))


def test_play_goes_on_where_the_written_control_says_so():
    before = Driver(high_card, setup(1)).standing
    table = Driver(high_card, setup(1))
    table.enter(Entry(CHANCE, Irregularity("exposed-card", 1)))
    assert table.standing == before
