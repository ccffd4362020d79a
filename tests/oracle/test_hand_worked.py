"""Rounds worked out by hand, for rows that random play hardly reaches: both engines must pay them so."""

import json
from typing import Any

import pytest

import houseway as hw
from oracle.compare import paid_by_the_oracle, paid_by_the_product

Nets = dict[tuple[int, str], int]


def agree(record: dict[str, Any], nets: Nets) -> None:
    """Both engines pay these cents; wagers that are not named are not looked at."""
    written = json.loads(json.dumps(hw.settle(record).json()))
    for paid in (paid_by_the_product(written), paid_by_the_oracle(written)):
        assert {(one.seat, one.wager): one.net for one in paid if (one.seat, one.wager) in nets} == nets
    assert paid_by_the_product(written) == paid_by_the_oracle(written)


def one_seat(game: str, dealer: str, cards: str, wagers: dict[str, str], settings: dict, **more: object) -> dict:
    """A record with one player."""
    seat = {"number": 1, "cards": cards, "wagers": wagers, **more}
    return {"game": game, "settings": settings, "dealer": {"cards": dealer}, "seat": [seat]}


# Super Pan 9: 6-K-Q makes 6 and beats K-2-3-J, 5; $10.10 wins $10.10.


@pytest.mark.parametrize(
    ("commission", "rounding", "cents"),
    [
        ("5%", "down", 50),  # 50.5 cents
        ("5%", "nearest", 50),  # 51 would be more than 5 % (clause 8)
        ("5%", "up", 50),
        ("4.5%", "down", 45),  # 45.45 cents
        ("4.5%", "nearest", 45),
        ("4.5%", "up", 46),
        ("0%", "up", 0),
    ],
)
def test_8_commission(commission: str, rounding: str, cents: int) -> None:
    settings = {"commission": commission, "commission-rounding": rounding}
    record = one_seat("super-pan-9", "Kd 2c 3h Jc", "6h Kc Qc", {"main": "10.10"}, settings)
    agree(record, {(1, "main"): 1010 - cents})


@pytest.mark.parametrize(("charged", "net"), [("no", 4000), ("yes", 3800)])  # 8 times $5, less 5 %
def test_9_tie_bet(charged: str, net: int) -> None:
    settings = {"tie-commission": charged}
    record = one_seat("super-pan-9", "Kd 2c 4h", "6h Kc Qc", {"main": "25.00", "tie": "5.00"}, settings)
    agree(record, {(1, "main"): 0, (1, "tie"): net})


# Supreme 99: the dealer's 2-3-4-5 is set 7-7, the highest Low of 9-5, 8-6 and 7-7.


@pytest.mark.parametrize(
    ("cards", "high", "low", "settings", "main", "fortunes"),
    [
        ("5c 5d 5h 5s", "5c 5d", "5h 5s", {}, 1000, 30000),  # two pairs beat 7 and 7; four of a kind
        ("9c 9d Th Kc", "9c 9d", "Th Kc", {}, 0, 100),  # a pair wins, 0 loses; a pair pays 1
        ("9c 9d Th Kc", "9c 9d", "Th Kc", {"nine-nine": "top-down"}, 0, 600),  # 9-T and 9-K
        ("9c 9d Th Kc", "9c 9d", "Th Kc", {"nine-nine": "pair-of-nines"}, 0, 600),
        ("9c 9d 9h Kc", "9c 9d", "9h Kc", {"nine-nine": "pair-of-nines", "three-of-a-kind": "nothing"}, 1000, 600),
        ("8c 8d 8h 2s", "8c 8d", "8h 2s", {"three-of-a-kind": "nothing"}, 0, -100),  # 8+2 is 0
        ("8c 8d 8h 2s", "8c 8d", "8h 2s", {}, 0, 100),
        ("8c 8d Kh Ks", "Kh Ks", "8c 8d", {}, 1000, 1500),
        ("Ac 8d 3h 6s", "Ac 8d", "3h 6s", {}, 1000, 600),  # 9 and 9, no pair
        ("3c 4d Th 7c", "3c 4d", "Th 7c", {}, 4000, -100),  # 7 and 7 copy both: 4 to 1
        ("3c 4d 2h 6c", "3c 4d", "2h 6c", {}, -1000, -100),  # 7 below 8: a foul
        ("3c 4d 2h 6c", "3c 4d", "2h 6c", {"foul": "house-way"}, 0, -100),  # set 8-7: a win and a copy
    ],
)
def test_supreme_99(cards: str, high: str, low: str, settings: dict, main: int, fortunes: int) -> None:
    wagers = {"main": "10.00", "pair-fortunes": "1.00"}
    record = one_seat("supreme-99", "2c 3d 4s 5s" if "5s" not in cards else "2c Kd 3h 4c", cards, wagers, settings)
    record["seat"][0] |= {"high": high, "low": low}
    agree(record, {(1, "main"): main, (1, "pair-fortunes"): fortunes})


# Thirteen-card poker, a unit of $1.


def poker(settings: dict, *hands: dict[str, object]) -> dict[str, Any]:
    seats = []
    for number, hand in enumerate(hands, 1):
        cards = hand.get("cards") or " ".join(str(hand[pile]) for pile in ("front", "middle", "back"))
        seats.append({"number": number, "wagers": {"main": "5000.00"}, **hand, "cards": cards})
    return {"game": "chinese-poker", "settings": settings, "seat": seats}


STRONG = {"front": "4c 4d 4h", "middle": "7c 7d 7h 9c 9d", "back": "5s 6s 7s 8s 9s"}
QUADS = {"front": "2c 3d 8h", "middle": "Tc Td Jh Qc 2d", "back": "Kc Kd Kh Ks 3c"}
WHEEL = {"front": "6c 7d 9h", "middle": "8c 8d 6h 7s Th", "back": "Ac 2d 3h 4s 5c"}
BROAD = {"front": "Qh 5d 2c", "middle": "9d 9s 3c 4d Jd", "back": "9c Td Jh Qs Kc"}
REST = "Ad Ah As Kd Kh Ks Qc Qd Jc Js Tc Ts 2h"
EQUAL = {"front": "7c 5h 3d", "middle": "2c 4d 6h 8s Tc", "back": "2d 4h 6s 8c Td"}
JACKS = {"front": "5c 3h 2h", "middle": "Jc 9d 7h 4s 3s", "back": "Qc Jd 9h 7s 5d"}
ACES = {"front": "2c 3d 5h", "middle": "4c 6d 8h Ts Jc", "back": "Ac Ad 7c 9h Qs"}
KINGS = {"front": "2d 3c 5s", "middle": "4d 6c 8s Th Jd", "back": "Kc Kd 7d 9s Qh"}
DRAGON = {"cards": "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"}
SIX_PAIRS = {"cards": "2d 2h 3c 3h 5c 5d 7c 7h 9c 9d Jc Jh Kd"}
FLUSHES = {"front": "2h 5h 9h", "middle": "3c 4c 7c 8c Jc", "back": "2s 4s 6s 9s Ks"}
STRAIGHTS = {"cards": "Qd Ks As 5c 6d 7h 8h 9c 6h 7c 8d 9s Ts"}
OTHERS = {"front": "2c 3h 5h", "middle": "4c 4s 2h Jc Qc", "back": "Ac Ad 3s Jd Td"}
LOW = {"front": "2d 3d 5c", "middle": "4d 6c 8s Th Jd", "back": "Kc Kd 7d 9d Qh"}
PAYS_ALL = {"bonuses": True}
DECLARED = {"naturals": True, "natural-declared": True}
OWN_BONUSES = """
bonus = [
  { pile = "front", hand = "three-of-a-kind", units = 0 },
  { pile = "back", hand = "four-of-a-kind", units = 5 },
]
"""


@pytest.mark.parametrize(
    ("settings", "hands", "units"),
    [
        # Three won; bonuses 2 + 1 + 4 against 3.
        ({}, (STRONG, QUADS), (3, -3)),
        (PAYS_ALL, (STRONG, QUADS), (7, -7)),
        (PAYS_ALL | {"scoring": "2-4"}, (STRONG, QUADS), (8, -8)),
        (PAYS_ALL | {"scoring": "1-6"}, (STRONG, QUADS), (10, -10)),
        (PAYS_ALL | {"bonus-straight-flush": 10, "bonus-four-of-a-kind": 0}, (STRONG, QUADS), (16, -16)),
        # Front 9 below Q, Middle 88 below 99; the wheel loses to a king-high straight, or beats it.
        ({}, (WHEEL, BROAD), (-3, 3)),
        ({"wheel": "second-highest"}, (WHEEL, BROAD), (-1, 1)),
        # Equal Middle and Back: Front won and two lost, or a foul.
        ({"equal-middle-back": True}, (EQUAL, JACKS), (-1, 1)),
        ({"equal-middle-back": True, "scoring": "2-4"}, (EQUAL, JACKS), (-2, 2)),
        ({"equal-middle-back": False}, (EQUAL, JACKS), (-3, 3)),
        ({"equal-middle-back": False, "scoring": "1-6"}, (EQUAL, JACKS), (-6, 6)),
        ({"equal-middle-back": False, "foul": "units", "foul-units": 10}, (EQUAL, JACKS), (-10, 10)),
        # Front and Middle tie, Back is won.
        ({}, (ACES, KINGS), (1, -1)),
        ({"scoring": "2-4"}, (ACES, KINGS), (0, 0)),
        ({"scoring": "2-4", "ties": "more-hands"}, (ACES, KINGS), (2, -2)),
        ({"scoring": "2-4", "ties": "sweep"}, (ACES, KINGS), (4, -4)),
        ({"scoring": "1-6", "ties": "sweep"}, (ACES, KINGS), (6, -6)),
        # Two to each who stays; the others between them as above.
        ({"surrender": True}, ({"cards": REST, "surrendered": True}, WHEEL, BROAD), (-4, -1, 5)),
        # Naturals: even, or the dragon before six pairs.
        ({"naturals": True}, (DRAGON, SIX_PAIRS), (0, 0)),
        ({"naturals": True, "two-naturals": "ranked"}, (DRAGON, SIX_PAIRS), (3, -3)),
        ({"naturals": True, "natural-units": 9, "two-naturals": "ranked"}, (DRAGON, SIX_PAIRS), (9, -9)),
        ({"naturals": True}, (STRAIGHTS, OTHERS), (3, -3)),
        ({"naturals": True}, ({"cards": " ".join(FLUSHES.values())}, LOW), (3, -3)),
        # Besides the three hands, which three flushes win.
        ({"naturals": True, "natural-settles": "also"}, (FLUSHES, LOW), (6, -6)),
        ({"naturals": True, "natural-settles": "also", "scoring": "1-6"}, (FLUSHES, LOW), (9, -9)),
        ({}, (FLUSHES, LOW), (3, -3)),
        # Declared first, by the house's setting: what is not declared is compared, and three flushes win all three.
        (
            {"naturals": True, "natural-declared": True, "natural-units": 9},
            (FLUSHES | {"declared": True}, LOW),
            (9, -9),
        ),
        ({"naturals": True, "natural-declared": True, "natural-units": 9}, (FLUSHES, LOW), (3, -3)),
        # A price for each: the dragon 13 and six pairs 3.
        ({"naturals": True, "natural-dragon": 13}, (DRAGON, SIX_PAIRS), (0, 0)),
        ({"naturals": True, "natural-dragon": 13, "two-naturals": "ranked"}, (DRAGON, SIX_PAIRS), (13, -13)),
        ({"naturals": True, "natural-dragon": 13, "two-naturals": "offset"}, (DRAGON, SIX_PAIRS), (10, -10)),
        # A table of units of one's own; of one hand won and two tied it may speak or leave it to the setting.
        ({"scoring": "table", "scoring-table": "2-1=2, 3-0=9"}, (FLUSHES, LOW), (9, -9)),
        ({"scoring": "table", "scoring-table": "2-1=2, 3-0=9"}, (ACES, KINGS), (0, 0)),
        ({"scoring": "table", "scoring-table": "2-1=2, 3-0=9", "ties": "sweep"}, (ACES, KINGS), (9, -9)),
        ({"scoring": "table", "scoring-table": "1-0=1, 2-1=2, 2-0=3, 3-0=9"}, (ACES, KINGS), (1, -1)),
        # Bonuses only for hands that win: 2 + 1 + 4, and the four kings lose. Of one's own: 5 for them, 0 for threes.
        (PAYS_ALL | {"bonus-won-only": True}, (STRONG, QUADS), (10, -10)),
        (PAYS_ALL | {"bonuses-own": OWN_BONUSES}, (STRONG, QUADS), (3 + 0 + 1 + 4 - 5, -3)),
    ],
)
def test_thirteen_cards(settings: dict, hands: tuple, units: tuple[int, ...]) -> None:
    agree(poker(settings, *hands), {(seat, "main"): 100 * won for seat, won in enumerate(units, 1)})


def test_naturals_win_without_being_declared() -> None:
    """A dragon set as it lies: 3 units, whatever its hands are worth."""
    dragon = {"front": "2c 3d 4h", "middle": "5s 6c 7d 8h Ks", "back": "9s Tc Jd Qh Ac"}
    pairs = {"front": "2d 2h 3c", "middle": "4c 4d 5d 7c 9c", "back": "Kc Kd Jh 8c 6d"}
    agree(poker({"naturals": True}, dragon, pairs), {(1, "main"): 300, (2, "main"): -300})


def test_equal_middle_and_back_foul_by_default() -> None:
    agree(poker({}, EQUAL, JACKS), {(1, "main"): -300, (2, "main"): 300})


# Dealer Open Pai Gow: the dealer's two jacks end the game, and Chan Chu ($1) is settled.

TWO_JACKS = "Jc Jd 2c 3d 5h 9h Tc"


@pytest.mark.parametrize(
    ("cards", "table", "pays"),
    [
        ("2s 3s 4s 5s 6s 7s 8s", 1, 5000),
        ("2s 3s 4s 5s 6s 7s 8s", 2, 2000),
        ("2s 3s 4s 5s 6s 7s 8s", 3, 5000),
        ("2s 3s 4s 5s 6s 7s 8s", 4, 8000),
        ("As 2s 3s 4s 5s 6s 7s", 5, 2500),  # the ace low
        ("8s 9s Ts Js Qs Ks As", 5, 2500),  # and high
        ("2s 3s 4s 5s Jk 7s 8s", 1, 5000),  # any seven-card straight flush
        ("2s 3s 4s 5s Jk 7s 8s", 3, 750),  # a wild one
        ("Jk 3s 4s 5s 6s 7s 8s", 4, 1000),
        ("Qs Ks As 2s 3s 4s 5s", 1, 200),  # not around: a seven-card flush, above its straight flush
        ("Qs Ks As 2s 3s 4s 5s", 3, 50),  # which is the highest row of paytable 3
        ("2s 4s 6s 8s Ts Qs Jk", 1, 4),  # the joker's flush is not natural
        ("As Ks Qs Js Ts Kh Qh", 3, 1000),
        ("As Ks Jk Js Ts Kh Qh", 4, 2000),  # the royal flush may hold the joker
        ("As Ks Qs Js Ts Kh Qd", 3, 100),  # king and queen of two suits
        ("As Ks Qs Js Ts Kh Qh", 1, 100),
        ("Ac Ad Ah As Jk Kh Kd", 1, 500),
        ("Ac Ad Ah As Jk Kh Kd", 3, 250),
        ("Ah As Ad Jk Kc Kd Kh", 1, 2000),  # four aces and three kings
        ("Ah As Jk Kc Kd Kh Ks", 2, 1000),  # four kings and three aces
        ("Ah As Ad Jk Kc Kd Kh", 3, 20),
        ("3c 4s 5d 6h 7s 8d 9c", 1, 50),
        ("3c 4s Jk 6h 7s 8d 9c", 1, 2),  # a straight with the joker is not natural
        ("3c 4s 5d 6h 7s 8d 9c", 3, 2),
        ("Ah As Jk 6h 6s 8d 9c", 3, 5),  # three aces with the joker, full of sixes
        ("5s 6s 7d 8h 9s 9d 9c", 3, 3),  # three nines go before the straight
        ("Ks Kd 8s 8d 4s 4d 2s", 3, 0),
        ("Ks Kd 8s 8d 4s 4d 2s", 4, -1),
        ("As Jk 8s 8d 4s 4d 2d", 3, 0),  # ace and joker are a pair
        ("As Kd 8s 7d 4s 4d 2d", 3, -1),
    ],
)
def test_chan_chu(cards: str, table: int, pays: int) -> None:
    settings = {"chan-chu-paytable": f"chan-chu-{table}"}
    record = one_seat("dealer-open-pai-gow", TWO_JACKS, cards, {"main": "5.00", "chan-chu": "1.00"}, settings)
    agree(record, {(1, "main"): -500, (1, "chan-chu"): 100 * pays})


@pytest.mark.parametrize(
    ("cards", "settings", "pays"),
    [
        ("5s 6s 7d 8h 9s 9d 9c", {"chan-chu-precedence": "highest-hand"}, 2),
        ("As Ks Jk Js Ts Kh Qh", {"royal-match": "natural-royal"}, 100),
        ("As Ks Qs Js Ts Kh Qh", {"royal-match": "natural-royal"}, 1000),
    ],
)
def test_chan_chu_read_otherwise(cards: str, settings: dict, pays: int) -> None:
    record = one_seat("dealer-open-pai-gow", TWO_JACKS, cards, {"main": "5.00", "chan-chu": "1.00"}, settings)
    agree(record, {(1, "chan-chu"): 100 * pays})


def envious(settings: dict) -> dict[str, Any]:
    """Seat 1 has a natural seven-card straight flush; seats 2 and 3 have nothing, with $5.00 and $4.99 on it."""
    hands = ("2s 3s 4s 5s 6s 7s 8s", "2d 4c 6d 8c Qd Kc 9s", "3c 5c 7d 9d Qs Kd 4d")
    seats = [
        {"number": at, "cards": hand, "wagers": {"main": "5.00", "chan-chu": stake}}
        for at, (hand, stake) in enumerate(zip(hands, ("1.00", "5.00", "4.99"), strict=True), 1)
    ]
    return {"game": "dealer-open-pai-gow", "settings": settings, "dealer": {"cards": TWO_JACKS}, "seat": seats}


@pytest.mark.parametrize(("table", "dollars"), [(3, 1000), (4, 5000), (5, 1000)])
def test_envy(table: int, dollars: int) -> None:
    nets = {(2, "chan-chu"): -500, (2, "chan-chu-envy"): 100 * dollars, (3, "chan-chu"): -499}
    agree(envious({"chan-chu-paytable": f"chan-chu-{table}"}), nets)
    agree(envious({"envy-least": "$4.99"}), {(2, "chan-chu-envy"): 100000, (3, "chan-chu-envy"): 100000})


@pytest.mark.parametrize("table", [4, 5])
def test_the_record_names_the_envy_paytable_in_force(table: int) -> None:
    record = hw.settle(envious({"chan-chu-paytable": f"chan-chu-{table}"})).json()
    assert record["paytables"]["chan-chu-envy"]["id"] == f"chan-chu-envy-{table}"


def test_no_envy() -> None:
    """Not where it is off, with paytable 1, or of a void hand."""
    for settings in ({"envy": False}, {"chan-chu-paytable": "chan-chu-1"}):
        agree(envious(settings), {(2, "chan-chu"): -500})
    record = envious({"misdeal": "void-hand"}) | {"irregularity": [{"kind": "misdeal", "seat": 1}]}
    agree(record, {(1, "main"): 0, (1, "chan-chu"): 0, (2, "chan-chu"): -500, (2, "main"): -500})


@pytest.mark.parametrize(
    ("dealer", "net"), [(TWO_JACKS, 300), ("Jc Jd Jh 3d 5h 9h Tc", 2000), ("Jc Jd Jh Js 5h 9h Tc", 10000)]
)
def test_jacks_beat(dealer: str, net: int) -> None:
    settings = {"jacks-beat": True, "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100"}
    wagers = {"main": "5.00", "jacks-beat": "1.00"}
    agree(one_seat("dealer-open-pai-gow", dealer, "2s 3s 4s 5s 6s 7s 8s", wagers, settings), {(1, "jacks-beat"): net})


ACE_HIGH, JOKER_HIGH = "As Kd 9c 7h 5d 3c 2s", "Jk Kd 9c 7h 5d 3c 2s"


@pytest.mark.parametrize(
    ("dealer", "cards", "front", "settings", "main", "tie"),
    [
        (ACE_HIGH, "Ad Qc Th 8s 6d 4c 2h", "Qc Th", {}, 0, 4000),
        (ACE_HIGH, "Ad Qc Th 8s 6d 2d 2h", "Ad Qc", {}, 0, 500),
        (JOKER_HIGH, "Ad Qc Th 8s 6d 2d 2h", "Ad Qc", {}, 0, 1500),
        (JOKER_HIGH, "Ad Qc Th 8s 6d 4c 2h", "Qc Th", {}, 0, 4000),
        # Compared: the dealer has K-9 in front of A-7. Twos and A-Q beat it; A-8 wins and Q-T loses; a foul loses.
        (ACE_HIGH, "Ad Qc Th 8s 6d 2d 2h", "Ad Qc", {"ace-high-push": False}, 1000, 500),
        (ACE_HIGH, "Ad Qc Th 8s 6d 4c 2h", "Qc Th", {"ace-high-push": False}, 0, 4000),
        (ACE_HIGH, "Ad Qc Th 8s 6d 4c 2h", "Ad Th", {"ace-high-push": False}, -1000, 4000),
        (ACE_HIGH, "Ad Qc Th 8s 6d 4c 2h", "Ad Th", {}, 0, 4000),  # the push comes before the foul
    ],
)
def test_ace_high(dealer: str, cards: str, front: str, settings: dict, main: int, tie: int) -> None:
    wagers = {"main": "10.00", "ace-high-tie": "1.00"}
    record = one_seat("dealer-open-pai-gow", dealer, cards, wagers, settings, front=front)
    agree(record, {(1, "main"): main, (1, "ace-high-tie"): tie})


# Super Pairs. Blackjack $10; a bonus wager $1.


def spot(cards: str, dealer: str, settings: dict, play: str = "stand", **wagers: str) -> dict[str, Any]:
    """One spot; wagers of mid-round stand beside the others."""
    later = {name: wagers.pop(name) for name in ("insurance", "bust_bonus") if name in wagers}
    bets = {"blackjack": "10.00"} | {name.replace("_", "-").removeprefix("on-"): at for name, at in wagers.items()}
    record = one_seat("super-pairs", dealer, cards, bets, settings, play=play)
    record["seat"][0] |= {name.replace("_", "-"): at for name, at in later.items()}
    if not play:
        del record["seat"][0]["play"]
    return record


@pytest.mark.parametrize(
    ("wager", "table", "decks", "cards", "dealer", "pays"),
    [
        ("super-pairs", "PT-FLT-SP-01", 1, "Ah Ad", "5c 5d Td", 30),
        ("super-pairs", "PT-FLT-SP-02", 1, "Ah Ad", "5c 5d Td", 300),
        ("super-pairs", "PT-FLT-SP-02", 1, "Ah As", "5c 5d Td", 12),  # one is black
        ("super-pairs", "PT-FLT-SP-03", 1, "Ah As", "5c 5d Td", 25),  # hearts are the chosen suit
        ("super-pairs", "PT-FLT-SP-03", 1, "Ac As", "5c 5d Td", 15),
        ("super-pairs", "PT-FLT-SP-05", 6, "4h 4h", "5c 5d Td", 30),
        ("super-pairs", "PT-FLT-SP-05", 6, "4s 4s", "5c 5d Td", 15),
        ("super-pairs", "PT-FLT-SP-07", 6, "Ah Ah", "5c 5d Td", 100),
        ("super-pairs", "PT-FLT-SP-07", 6, "As As", "5c 5d Td", 12),
        ("super-pairs", "PT-FLT-SP-08", 6, "As As", "5c 5d Td", 50),
        ("super-pairs", "PT-FLT-SP-11", 6, "9h 9h", "9h Th", 200),
        ("super-pairs", "PT-FLT-SP-11", 6, "9h 9h", "9d Th", 25),
        ("super-pairs", "PT-FLT-SP-11", 6, "9h 9d", "9h Th", 10),  # prime: one colour
        ("super-pairs", "PT-FLT-SP-11", 6, "9h 9s", "9h Th", 5),
        ("lucky-ladies", "PT-FLT-LL-01", 6, "Qh Qh", "As Kd", 1000),
        ("lucky-ladies", "PT-FLT-LL-01", 6, "Qh Qh", "Kd As", 1000),  # in either order
        ("lucky-ladies", "PT-FLT-LL-01", 6, "Qh Qh", "Kd 7s", 200),
        ("lucky-ladies", "PT-FLT-LL-03", 6, "Kd Kd", "Kd 7s", 19),
        ("lucky-ladies", "PT-FLT-LL-03", 6, "Kd Jd", "Kd 7s", 9),
        ("lucky-ladies", "PT-FLT-LL-03", 6, "Ad 9d", "Kd 7s", 9),
        ("lucky-ladies", "PT-FLT-LL-03", 6, "Ad 9s", "Kd 7s", 4),
        ("lucky-ladies", "PT-FLT-LL-03", 6, "Qd 5s", "Kd 7s", -1),
        ("lucky-ladies", "PT-FLT-LL-04", 6, "Qd 5s", "Kd 7s", 1),
        ("lucky-ladies", "PT-FLT-LL-05", 6, "Qs Qs", "Kd 7s", 30),
        ("lucky-ladies", "PT-FLT-LL-05", 6, "Qs Qd", "Kd 7s", 6),
        ("lucky-ladies", "PT-FLT-LL-05", 6, "Td Td", "Kd 7s", 20),
        ("lucky-ladies", "PT-FLT-LL-05", 6, "Td Jd", "Kd 7s", 9),
        ("21-plus-3", "PT-FLT-213-03", 6, "5h 5h", "5h Td 6d", 9),
        ("21-plus-3", "PT-FLT-213XT-01", 6, "5h 5h", "5h Td 6d", 20),  # no row of its own
        ("21-plus-3", "PT-FLT-213XT-03", 6, "5h 5h", "5h Td 6d", 100),
        ("21-plus-3", "PT-FLT-213XT-02", 6, "5h 6h", "7h Td", 40),
        ("21-plus-3", "PT-FLT-213XT-02b", 6, "5h 6h", "7h Td", 30),
        ("21-plus-3", "PT-FLT-213XT-01", 6, "Qh Kd", "As 7d", 10),
        ("21-plus-3", "PT-FLT-213XT-01", 6, "2h 3d", "As 7d", 10),
        ("21-plus-3", "PT-FLT-213XT-01", 6, "2h Kd", "As 7d", -1),  # not around
        ("21-plus-3", "PT-FLT-213XT-01", 6, "2h Kh", "7h Td", 5),
    ],
)
def test_felt(wager: str, table: str, decks: int, cards: str, dealer: str, pays: int) -> None:
    settings = {"decks": decks, f"{wager}-paytable": table}
    ended = dealer in ("As Kd", "Kd As")
    record = spot(cards, dealer, settings, "" if ended else "stand", **{f"on-{wager}": "1.00"})
    agree(record, {(1, wager): 100 * pays})


@pytest.mark.parametrize(
    ("table", "cards", "up", "pays"),
    [
        ("PT-FLT-TOP3-01", "5h 5h", "5h", 270),
        ("PT-FLT-TOP3-02", "5h 5h", "5h", 1000),
        ("PT-FLT-TOP3-02", "5h 6h", "7h", 100),
        ("PT-FLT-TOP3-02", "5h 5d", "5h", 70),
        ("PT-FLT-TOP3-02", "5h 6h", "8h", -1),
    ],
)
def test_top_3(table: str, cards: str, up: str, pays: int) -> None:
    dealer = f"{up} Td 6d" if up == "5h" else f"{up} Td"
    record = spot(cards, dealer, {"top-3-paytable": table}, **{"on-21-plus-3": "1.00", "on-top-3": "1.00"})
    agree(record, {(1, "top-3"): 100 * pays})


def jackpot(kind: str, table: str, cards: str, dealer: str, **settings: object) -> dict[str, Any]:
    """A jackpot wager at a meter of $1,234.56."""
    given = {f"offer-{kind}-jackpot": True, f"{kind}-jackpot-paytable": table, f"{kind}-jackpot-meter": "$1,234.56"}
    given |= {name.replace("_", "-"): at for name, at in settings.items()}
    stake = str(given.get("jackpot-wager", "$1.00")).removeprefix("$")
    ended = {dealer[0], dealer[3]} in ({"A", "K"}, {"A", "T"}) and len(dealer) == 5
    return spot(cards, dealer, given, "" if ended else "stand", **{f"on-{kind}-jackpot": stake})


@pytest.mark.parametrize(
    ("kind", "table", "decks", "cards", "dealer", "dollars"),
    [
        ("super-pairs", "PT-PRG-SP-04", 6, "Ah Ah", "Ah 7d", 1234.56),
        ("super-pairs", "PT-PRG-SP-04", 6, "As As", "As 7d", 2000),
        ("super-pairs", "PT-PRG-SP-04", 6, "9s 9s", "9s 8d", 300),
        ("super-pairs", "PT-PRG-SP-04", 6, "As As", "9s 8d", 40),
        ("super-pairs", "PT-PRG-SP-01", 6, "Ah Ah", "9s 8d", 200),
        ("super-pairs", "PT-PRG-SP-01", 6, "As As", "9s 8d", 12),  # no row for other suits: a suited pair
        ("super-pairs", "PT-PRG-SP-01", 6, "As As", "As 8d", 1234.56),
        ("super-pairs", "PT-PRG-SP-01", 6, "9s 9s", "9s 8d", 12),
        ("super-pairs", "PT-PRG-SP-08", 6, "Ks Ks", "Ks 8d", 1000),
        ("super-pairs", "PT-PRG-SP-08", 6, "Kh Kh", "Kh 8d", 1234.56),
        ("super-pairs", "PT-PRG-SP-12", 6, "Qh Qh", "Qh 8d", 1234.56),
        ("super-pairs", "PT-PRG-SP-12", 6, "Qc Qc", "Qc 8d", 1000),
        ("super-pairs", "PT-PRG-SP-13", 6, "7c 7s", "Qc 8d", 5),
        ("lucky-ladies", "PT-BJS-LL-34", 6, "Qh Qh", "Ah Kh", 1234.56),
        ("lucky-ladies", "PT-BJS-LL-34", 6, "Qh Qh", "As Ks", 308.64),  # 25 %
        ("lucky-ladies", "PT-BJS-LL-34", 6, "Qh Qh", "As Kd", 123.45),  # 10 %, the broken cent stays
        ("lucky-ladies", "PT-BJS-LL-34", 6, "Qh Qh", "As 9d", 250),
        ("lucky-ladies", "PT-BJS-LL-33", 6, "Qh Qh", "As Kd", 750),
        ("lucky-ladies", "PT-BJS-LL-37", 6, "Jh Qd", "9s 8d", 0),  # "Loss"
        ("lucky-ladies", "LL/JP 1", 1, "Qh Qd", "As Kd", 1234.56),
        ("lucky-ladies", "LL/JP 1", 1, "Qh Qd", "9s 8d", 25),
        ("lucky-ladies", "LL/JP 1", 1, "Kh Kc", "9s 8d", 9),
        ("lucky-ladies", "LL/JP 1", 1, "Kh Jh", "9s 8d", 0),
        ("lucky-ladies", "LL/JP 11", 6, "Qh Qh", "9s 8d", 25),  # no row for queens of hearts alone
        ("lucky-ladies", "LL/JP 11", 6, "Qs Qd", "As Kd", 125),
        ("lucky-ladies", "LL/JP 11", 6, "Qh Qh", "As Kd", 123.45),
        ("lucky-ladies", "LL/JP 13", 6, "Qh Qh", "Ah Kh", 1234.56),
        ("21-plus-3", "PT-BJS-213-07", 6, "Kh Kh", "Kh 8d", 1234.56),
        ("21-plus-3", "PT-BJS-213-07", 6, "Kc Kc", "Kc 8d", 2000),
        ("21-plus-3", "PT-BJS-213-07", 6, "9c 9c", "9c 8d", 150),
        ("21-plus-3", "PT-BJS-213-07", 6, "9c 9c", "9d 8d", 20),
        ("21-plus-3", "PT-BJS-213-11", 6, "9c 2c", "Jc 8d", 0),  # no row for a flush
        ("21-plus-3", "PT-BJS-213-08", 6, "Qh Qh", "Qh 8d", 1234.56),
        ("21-plus-3", "PT-BJS-213-03", 6, "Kh Kh", "Kh 8d", 125),
    ],
)
def test_jackpot(kind: str, table: str, decks: int, cards: str, dealer: str, dollars: float) -> None:
    record = jackpot(kind, table, cards, dealer, decks=decks)
    agree(record, {(1, f"{kind}-jackpot"): round(100 * dollars) - 100})


def test_e_8_pays_are_multiplied_by_the_fixed_wager() -> None:
    """$2000 at a wager of $2.50 is $5000; a percentage is not multiplied."""
    dollars = jackpot("super-pairs", "PT-PRG-SP-04", "As As", "As 7d", jackpot_wager="$2.50")
    agree(dollars, {(1, "super-pairs-jackpot"): 500000 - 250})
    percent = jackpot("super-pairs", "PT-PRG-SP-04", "Ah Ah", "Ah 7d", jackpot_wager="$2.50")
    agree(percent, {(1, "super-pairs-jackpot"): 123456 - 250})


@pytest.mark.parametrize(
    ("hole", "settings", "first", "second"),
    [
        # 25 % each of $1,000.00: seat 2 is paid first, seat 1 from the $750.00 that are left.
        ("Kd", {}, 18750, 25000),
        ("Kd", {"jackpot-order": "first-seat-first"}, 25000, 18750),
        ("Kd", {"jackpot-sharing": "shared"}, 25000, 25000),
        ("Kd", {"jackpot-kind": "house"}, 25000, 25000),
        # 100 % each: the other gets the seed of $500.00, a half, or as much.
        ("Ks", {}, 50000, 100000),
        ("Ks", {"jackpot-reseed": "after-round"}, 50000, 50000),
        ("Ks", {"jackpot-order": "first-seat-first"}, 100000, 50000),
        ("Ks", {"jackpot-sharing": "shared"}, 50000, 50000),
        ("Ks", {"jackpot-kind": "house"}, 100000, 100000),
    ],
)
def test_several_winners(hole: str, settings: dict, first: int, second: int) -> None:
    given = {
        "offer-lucky-ladies-jackpot": True,
        "lucky-ladies-jackpot-paytable": "PT-BJS-LL-32",
        "lucky-ladies-jackpot-meter": "$1,000.00",
        "lucky-ladies-jackpot-seed": "$500.00",
    }
    wagers = {"blackjack": "10.00", "lucky-ladies-jackpot": "1.00"}
    seats = [{"number": at, "cards": "Qh Qh", "wagers": wagers} for at in (1, 2)]
    dealer = {"cards": f"As {hole}"}
    record = {"game": "super-pairs", "settings": given | settings, "dealer": dealer, "seat": seats}
    nets = {(1, "lucky-ladies-jackpot"): first - 100, (2, "lucky-ladies-jackpot"): second - 100}
    agree(record, nets | {(1, "blackjack"): -1000, (2, "blackjack"): -1000})


@pytest.mark.parametrize(
    ("record", "nets"),
    [
        (spot("Ac Kc", "5h Td", {}, ""), {"blackjack": 1500}),
        (spot("Ac Kc", "5h Td", {"blackjack-pays": "6:5"}, "", blackjack="5.01"), {"blackjack": 601}),  # 601.2
        (spot("Ac Kc", "Ah Td", {}, "even-money"), {"blackjack": 1000}),
        (spot("Ac Kc", "Ah Td", {}, "decline"), {"blackjack": 0}),
        (spot("Ac Kc", "Ah 9d", {}, "decline"), {"blackjack": 1500}),
        (spot("Tc 9c", "Ah Td", {}, "", insurance="5.00"), {"blackjack": -1000, "insurance": 1000}),
        (spot("Tc 9c", "Ah 7d", {}, insurance="5.00"), {"blackjack": 1000, "insurance": -500}),
        # A blackjack that nobody looked for takes the double, and all of a hand given up.
        (spot("6c 5c Tc", "Td Ah", {"peek": False}, "double"), {"blackjack": -2000}),
        (spot("Tc 6c", "Td Ah", {"peek": False, "surrender": "late"}, "surrender"), {"blackjack": -1000}),
        (spot("Tc 6c", "Td 9h", {"surrender": "late"}, "surrender", blackjack="5.01"), {"blackjack": -251}),
        # Split aces: two 21s that are no blackjacks, against 20.
        (spot("As Ad Kc Qc", "Td Kh", {}, "split"), {"blackjack": 2000}),
        # Eights split: 8-3 doubled to 21 wins $20, 8-K loses to 20.
        (spot("8s 8d 3c Tc Kh", "Td Kh", {}, "split double stand"), {"blackjack": 1000}),
        # Soft 17 stands and loses to 18; hit, it becomes 21.
        (spot("Tc 8c", "6h Ad", {}), {"blackjack": 1000}),
        (spot("Tc 8c", "6h Ad 4d", {"soft-17": "hit"}), {"blackjack": -1000}),
        # Bust Bonus, $5: three eights in one suit, in several, with two decks; by the up-card; a busted hand too.
        (spot("Tc 8c", "8h 8h 8h", {}, bust_bonus="5.00"), {"blackjack": 1000, "bust-bonus": 37500}),
        (spot("Tc 8c", "8h 8h 8d", {}, bust_bonus="5.00"), {"bust-bonus": 12500}),
        (spot("Tc 8c", "8h 8h 8d", {"decks": 2}, bust_bonus="5.00"), {"bust-bonus": 12500}),
        (spot("Tc 8c", "Ah 5h Th 9h", {}, bust_bonus="5.00"), {"bust-bonus": 25000}),
        (spot("Tc 8c", "Ah 5h Th 9d", {}, bust_bonus="5.00"), {"bust-bonus": 1500}),
        (spot("Tc 8c", "Kh 6h Th", {}, bust_bonus="5.00"), {"bust-bonus": 10000}),
        (spot("Tc 8c 5d", "6h Th 9h", {}, "hit", bust_bonus="5.00"), {"blackjack": -1000, "bust-bonus": 1500}),
        (spot("Tc 8c", "Kh Ah", {"bust-bonus-offered": "before-peek"}, "", bust_bonus="5.00"), {"bust-bonus": -500}),
    ],
)
def test_blackjack(record: dict[str, Any], nets: dict[str, int]) -> None:
    agree(record, {(1, wager): net for wager, net in nets.items()})


def test_a_bonus_that_was_won_stays_won() -> None:
    """Fives pay 15 to 1 before the double finds no card: only the blackjack wager is returned."""
    record = spot("5s 5d", "6h Th", {"decks": 1}, "double", super_pairs="1.00")
    record["irregularity"] = [{"kind": "out-of-cards"}]
    agree(record, {(1, "blackjack"): 0, (1, "super-pairs"): 1500})
