"""Minibaccarat: its rules by clause, its odds against published counts and the order of play, its records."""

from collections import Counter
from fractions import Fraction
from math import perm

import pytest
from baccarat.game import GAME
from baccarat.odds import pairs, shoe_of, winners
from baccarat.play import hands, next_card
from baccarat.rules import BANKER, PLAYER, STOOD, TIE, banker_draws, hand_total, natural, pair, player_draws, winner

from houseway.cards import parse_cards
from houseway.conform import CHECKS, findings, name_of
from houseway.errors import HousewayError, MissingExtra
from houseway.round import spread

STAKE = 100_00

DRAWS = """
7 S S S S S S S S S S S
6 S S S S S S S D D S S
5 D S S S S D D D D S S
4 D S S D D D D D D S S
3 D D D D D D D D D S D
2 D D D D D D D D D D D
1 D D D D D D D D D D D
0 D D D D D D D D D D D
"""
"""The banker's draws as posted: a row for each total; where the player stood, then by the third card 0 to 9."""


def test_banker_draws_as_posted():
    for line in DRAWS.split("\n")[1:-1]:
        total, *marks = line.split()
        for third, mark in zip((STOOD, *range(10)), marks, strict=True):
            assert banker_draws(int(total), third) == (mark == "D"), (total, third)


def test_player_draws_0_to_5_and_stands_on_6():
    assert [player_draws(total) for total in range(8)] == [True] * 6 + [False] * 2


def test_naturals_of_either_hand_end_the_deal():
    assert natural(8, 0)
    assert natural(0, 9)
    assert not natural(7, 7)


def test_result_the_hand_closer_to_nine_wins():
    assert (winner(7, 6), winner(6, 7), winner(0, 0)) == (PLAYER, BANKER, TIE)


def test_pairs_are_of_one_rank_not_of_one_value():
    assert pair(*parse_cards("Kd Kh"))
    assert not pair(*parse_cards("Kd Qd"))


def test_values_drop_the_first_digit():
    assert hand_total(parse_cards("9s 8d")) == 7
    assert hand_total(parse_cards("Kd Ah")) == 1


@pytest.mark.parametrize(
    "cards, player, banker",
    [
        ("9c 2d Kd 5h", "9c Kd", "2d 5h"),
        ("2c Kd 3d Qh 6s 7d", "2c 3d 6s", "Kd Qh 7d"),
        ("6c 2d Kd 3h 4s", "6c Kd", "2d 3h 4s"),
        ("2c 3d 3d Kh 8s", "2c 3d 8s", "3d Kh"),
    ],
)
def test_deal_cards_come_in_turn(cards, player, banker):
    dealt = parse_cards(cards)
    assert hands(dealt) == (parse_cards(player), parse_cards(banker))
    assert next_card(dealt) == -1


PUBLISHED = {
    8: {BANKER: 2_292_252_566_437_888, PLAYER: 2_230_518_282_592_256, TIE: 475_627_426_473_216},
    6: {BANKER: 403_095_751_234_560, PLAYER: 392_220_492_728_832, TIE: 83_552_962_932_288},
}
"""Combinations of six cards as M. Shackleford publishes them (wizardofodds.com, "Baccarat")."""


@pytest.mark.parametrize("decks", PUBLISHED)
def test_counts_are_those_published(decks):
    assert winners(shoe_of(GAME.pack(GAME.configure(decks=decks)))) == PUBLISHED[decks]
    assert sum(PUBLISHED[decks].values()) == perm(52 * decks, 6)


def test_edges_are_those_published():
    assert [f"{float(100 * GAME.odds(wager).edge):.4f}" for wager in ("banker", "player", "tie")] == [
        *("1.0579", "1.2351", "14.3596")
    ]
    assert GAME.odds("player-pair").edge == GAME.odds("banker-pair").edge == Fraction(43, 415)
    assert all(check.agrees for check in GAME.verify())


@pytest.mark.parametrize("text", ["Ks Ks 2d 3d 8h 9h 5c 6c", "As As 4d 4h 6s 6s 7s Kd", "2c 3c 4c 5c 6c 7c 8c 9c"])
def test_what_is_played_is_what_is_counted(text):
    """Every round that a small pack can deal, through the order of play."""
    cards = parse_cards(text)
    wagers = dict.fromkeys(("player", "banker", "tie", "player-pair", "banker-pair"), STAKE)
    setup = GAME.setup(GAME.configure(side_maximum="100.00", commission="0%"), {1: wagers})
    won: Counter[str] = Counter()
    for chance, ruling in spread(GAME.round, setup, cards, lambda *_: ""):
        for payout in ruling:
            won[payout.wager] += chance * Fraction(payout.net, STAKE)
    ways = winners(shoe_of(cards))
    total = perm(len(cards), 6)
    assert sum(ways.values()) == total
    assert won["player"] == Fraction(ways.get(PLAYER, 0) - ways.get(BANKER, 0), total)
    assert won["banker"] == -won["player"]
    assert won["tie"] == Fraction(9 * ways.get(TIE, 0), total) - 1
    same, other = pairs(cards)
    assert won["player-pair"] == won["banker-pair"] == Fraction(12 * same, same + other) - 1


RECORD = {
    "game": "baccarat",
    "dealer": {"cards": "2c Kd 3d Qh 6s 7d"},
    "seat": [
        {"number": 1, "cards": [], "wagers": {"banker": "25.00", "tie": "5.00"}},
        {"number": 4, "cards": [], "wagers": {"player": "10.00", "banker-pair": "1.00"}},
    ],
}


def test_a_record_is_ruled_upon():
    ruling = {(payout.seat, payout.wager): payout for payout in GAME.settle(RECORD)}
    assert ruling[1, "banker"].net == 23_75
    assert ruling[1, "banker"].why == "player 1, banker 7: pays 1 to 1 less 5 % commission of $1.25"
    assert ruling[1, "tie"].net == -5_00
    assert ruling[4, "player"].net == -10_00
    assert ruling[4, "banker-pair"].why == "no pair: player 1, banker 7: the wager is lost"


def test_a_commission_rounded_up_is_never_more_than_its_rate_in_whole_cents():
    """$5.10 at 5 % is 25.5 cents: the wall says $4.85, and so the table pays."""
    settings = {"commission-rounding": "up", "minimum": "5.00"}
    seat = {"number": 1, "cards": [], "wagers": {"banker": "5.10"}}
    (payout,) = GAME.settle(RECORD | {"settings": settings, "seat": [seat]})
    assert (payout.commission, payout.net) == (25, 4_85)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"dealer": {"cards": "2c Kd 3d Qh 6s"}}, "the banker's hand draws one more"),
        ({"dealer": {"cards": "9c Kd Kd Qh 6s"}}, "the rules do not deal 6s"),
        ({"seat": [{"number": 1, "cards": "As", "wagers": {"tie": "5.00"}}]}, "both hands lie before the dealer"),
        ({"seat": [{"number": 1, "cards": [], "wagers": {}}]}, "every player backs the player, the banker or a tie"),
        (
            {"seat": [{"number": 1, "cards": [], "wagers": {"player-pair": "5.00"}}]},
            "Player Pair is made only together with Player",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused(change, words):
    with pytest.raises(HousewayError, match=words):
        GAME.settle(RECORD | change)


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_what_every_game_must_keep(check):
    try:
        assert findings(check, GAME) == []
    except MissingExtra as missing:
        pytest.skip(str(missing))


def test_a_strategy_file_is_refused_since_nothing_is_decided(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[draw]\n5 = "draw"\n')
    with pytest.raises(HousewayError, match="nothing is decided in minibaccarat"):
        GAME.simulate(strategy=file, rounds=10, seed=1)
