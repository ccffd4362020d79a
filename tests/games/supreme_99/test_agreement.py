"""What is played is what is counted: the generator over every deal of a short pack, against the exact analysis.

The generator always deals 28 cards, so walking every order of them is out of reach. No rule looks at the order within
a packet or at the packets of empty places (both are tested below), so it is enough to run the generator once for every
choice of four cards for the seat and four of the rest for the dealer, all equally likely, with cards from outside the
short pack in the other places.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from houseway.cards import DECK, parse_cards
from houseway.document import Reading
from houseway.games import game
from houseway.games.supreme_99.count.deals import counts_of, fortunes_of, holding_of, table_of
from houseway.games.supreme_99.count.plays import PLAYS, best_split, result_of, units_of
from houseway.games.supreme_99.rules import split_piles
from houseway.games.supreme_99.terms import ENDS, MAIN, ROWS, terms
from houseway.round import DEALER, Answer, Arrange, Deal, Draw, Question, Standing, run
from houseway.round.ruling import Ruling, Setup

SEAT = 3
SHORT = parse_cards("9c 9d Tc Kd 8c Ad 7c 7d 7h 7s")
COUNTS = counts_of(SHORT)
SUPREME = game("supreme-99")
SETTINGS = SUPREME.configure()
UNITS = units_of(SETTINGS)
PAYS = {terms(MAIN, end, SETTINGS).award: terms(MAIN, end, SETTINGS).pays for end in ENDS}


def setup_of(**settings: object) -> Setup:
    return SUPREME.setup(SUPREME.configure(**settings), {SEAT: {"main": 100, "pair-fortunes": 100}})


def round_of(setup: Setup, player: tuple[int, ...], dealer: tuple[int, ...], masks: Answer, drawn: int = 1) -> Ruling:
    """The generator's ruling on these hands, other places filled with other cards."""
    others = [card for card in DECK if card not in player and card not in dealer]
    hands = {SEAT: list(player), DEALER: list(dealer)}

    def answer(question: Question, standing: Standing) -> Answer:
        if isinstance(question, Draw):
            return drawn
        if isinstance(question, Deal):
            return hands.get(question.to, others).pop()
        assert isinstance(question, Arrange)
        return masks

    return run(SUPREME.round, setup, answer)[0]


def deals() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every hand of the seat with every hand of the dealer."""
    for player in combinations(SHORT, 4):
        for dealer in combinations([card for card in SHORT if card not in player], 4):
            yield player, dealer


@cache
def walked() -> tuple[dict[tuple[int, ...], dict[int, Counter[str]]], Counter[str]]:
    """By the seat's cards and its split: how often each award comes; and the awards of Pair Fortunes."""
    setup = setup_of(minimum="1.00")
    main: dict[tuple[int, ...], dict[int, Counter[str]]] = {}
    fortunes: Counter[str] = Counter()
    for player, dealer in deals():
        ends = main.setdefault(player, {split: Counter() for split in range(3)})
        for split in range(3):
            ruling = round_of(setup, player, dealer, split_piles(sorted_by_rank(player), split).masks)
            awards = {payout.wager: payout.award for payout in ruling}
            ends[split][awards["main"]] += 1
        fortunes[awards["pair-fortunes"]] += 1
    return main, fortunes


def sorted_by_rank(cards: tuple[int, ...]) -> list[int]:
    return sorted(cards, key=lambda card: card % 13)


def test_every_setting_of_every_hand_agrees() -> None:
    table = table_of(COUNTS)
    for player, ends in walked()[0].items():
        line = table[holding_of(player)]
        for split, counted in enumerate(line.splits):
            assert {ENDS[end][0]: n for end, n in enumerate(counted) if n} == dict(ends[split])
    assert sum(line.ways for line in table.values()) == len(walked()[0])


@pytest.mark.parametrize("way", PLAYS)
def test_the_standard_wager_agrees_under_each_way_to_play(way: str) -> None:
    main, _ = walked()
    table = table_of(COUNTS)
    total: Counter[str] = Counter()
    for player, ends in main.items():
        holding = holding_of(player)
        total += ends[PLAYS[way](holding, table[holding].splits, UNITS)]
    walked_value = sum((PAYS[award] * n for award, n in total.items()), Fraction(0)) / sum(total.values())
    assert result_of(COUNTS, way, UNITS).value(UNITS) == walked_value
    assert {ENDS[end][0]: n for end, n in enumerate(result_of(COUNTS, way, UNITS)) if n} == dict(total)


def test_no_choice_of_settings_does_better_than_the_best() -> None:
    for player, ends in walked()[0].items():
        values = [sum(PAYS[award] * n for award, n in ends[split].items()) for split in range(3)]
        holding = holding_of(player)
        assert values[best_split(holding, table_of(COUNTS)[holding].splits, UNITS)] == max(values)


def test_pair_fortunes_agrees() -> None:
    _, fortunes = walked()
    dealers = Fraction(sum(fortunes.values()), len(walked()[0]))
    ways = fortunes_of(COUNTS, SETTINGS)
    assert {ROWS.get(row, "lose"): n * dealers for row, n in ways.items()} == dict(fortunes)


@pytest.mark.parametrize("reading", SUPREME.document.ruling("nine-nine").readings, ids=lambda reading: reading.id)
def test_pair_fortunes_agrees_under_every_reading(reading: Reading) -> None:
    setup = setup_of(minimum="1.00", **reading.settings)
    paid: Counter[str] = Counter()
    for player in combinations(SHORT, 4):
        dealer = tuple(card for card in DECK if card not in SHORT)[:4]
        ruling = round_of(setup, player, dealer, split_piles(player, 0).masks)
        paid[ruling[1].award] += 1
    ways = fortunes_of(COUNTS, setup.settings)
    assert {ROWS.get(row, "lose"): n for row, n in ways.items()} == dict(paid)


def test_the_short_pack_shows_every_end_of_every_wager() -> None:
    assert set(walked()[1]) == {*ROWS.values(), "lose"}
    assert all(result_of(COUNTS, "best", UNITS))


def test_neither_the_order_of_cards_nor_the_rotation_nor_other_packets_change_a_ruling() -> None:
    random = Random(99)
    for order, least, most in (("dice", 3, 18), ("random-number", 1, 7)):
        setup = setup_of(minimum="1.00", order=order)
        for player, dealer in random.sample(list(deals()), 20):
            masks = split_piles(player, random.randrange(3)).masks
            mixed = tuple(random.sample(player, 4)), tuple(random.sample(dealer, 4))
            drawn = random.randint(least, most)
            assert round_of(setup, player, dealer, masks, least)[0][3:] == round_of(setup, *mixed, masks, drawn)[0][3:]
