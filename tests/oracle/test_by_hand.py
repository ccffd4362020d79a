"""Rounds worked out by hand from the documents and docs/irregularities.md, settled by the command line and the oracle.

Each row has its clause, a round and what every wager must gain in cents. A round is told in short: `1:5s` deals a card
to seat 1, `0:` is the dealer; `1.hit` chooses; `1$insurance=500` stakes cents; `!misdeal@2` is a call on seat 2.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from oracle.compare import paid_by_the_oracle, paid_by_the_product

Nets = dict[tuple[int, str], int]


class Worked(NamedTuple):
    """A round that was worked out by hand."""

    clause: str
    record: dict[str, Any]
    nets: Nets
    burnt: str = ""
    meter: int | None = None


def entry(told: str) -> dict[str, Any]:
    """One entry in full."""
    if told.startswith("!"):
        kind, seat = told[1:].split("@")
        return {"call": kind, "seat": int(seat)}
    if told.startswith("#"):
        return {"draw": int(told[1:])}
    if ":" in told:
        place, card = told.split(":")
        return {"deal": card, "to": int(place)}
    if "$" in told:
        seat, wager = told.split("$")
        return {"seat": int(seat), "wager": wager.split("=")[0], "cents": int(wager.split("=")[1])}
    seat, choice = told.split(".")
    return {"seat": int(seat), "choose": choice}


def played(game: str, settings: dict, wagers: dict[int, dict], hands: dict[int, str], told: str) -> dict[str, Any]:
    """A round told entry by entry; the hands as they lie in the end."""
    return {
        "format": "houseway-record/2",
        "game": game,
        "settings": settings,
        "seat": [{"number": at, "cards": hands[at].split(), "wagers": bets} for at, bets in wagers.items()],
        "dealer": {"cards": hands[0].split()},
        "entries": [entry(each) for each in told.split()],
    }


def shown(
    game: str, settings: dict, dealer: str, *seats: dict[str, Any], calls: tuple[dict, ...] = ()
) -> dict[str, Any]:
    """A round told by its hands."""
    record: dict[str, Any] = {"game": game, "settings": settings, "irregularity": list(calls)}
    record["seat"] = [{"number": at} | seat for at, seat in enumerate(seats, 1)]
    return record | ({"dealer": {"cards": dealer}} if dealer else {})


BJ = {"blackjack": "10.00"}
SP = BJ | {"super-pairs": "1.00"}
PLAIN = {"offer-bust-bonus": "no"}
REPLACE = PLAIN | {"exposed-card": "replace-card"}
FORFEIT = PLAIN | {"exposed-card": "forfeit-hand"}
OWN = """
[[irregularity]]
kind = "card-off-the-table"
says = "A card has left the table."
seat = [
  { stage = "deal", then = "replace-card" },
  { stage = "play", then = "void-hand" },
  { stage = "reveal", then = "forfeit-hand" },
]
dealer = "void-round"
"""


def pairs(settings: dict, wagers: dict[int, dict], hands: dict[int, str], told: str) -> dict[str, Any]:
    """A round of Super Pairs."""
    return played("super-pairs", settings, wagers, hands, told)


# A pair pays 10 to 1 by PT-FLT-SP-05, the standard paytable of six decks.
REPLACED = [
    Worked(
        "3: the fives were reconciled before one of them was replaced; 15 meets a bust",
        pairs(REPLACE, {1: SP}, {0: "6h Th 9h", 1: "5s Kd"}, "1:5s 0:6h 1:5d 0:Th !exposed-card@1 1:Kd 1.stand 0:9h"),
        {(1, "super-pairs"): 1000, (1, "blackjack"): 1000},
        "5d",
    ),
    Worked(
        "3: replaced in the deal, there never was a pair",
        pairs(REPLACE, {1: SP}, {0: "6h Th 9h", 1: "5s Kd"}, "1:5s 0:6h 1:5d !exposed-card@1 1:Kd 0:Th 1.stand 0:9h"),
        {(1, "super-pairs"): -100, (1, "blackjack"): 1000},
        "5d",
    ),
    Worked(
        "blackjack.double: the card of a double is replaced, the double stays: 21 beats 20",
        pairs(
            REPLACE,
            {1: BJ},
            {0: "6h Th 4d", 1: "6c 5c Kd"},
            "1:6c 0:6h 1:5c 0:Th 1.double 1:2d !exposed-card@1 1:Kd 0:4d",
        ),
        {(1, "blackjack"): 2000},
        "2d",
    ),
    Worked(
        "blackjack.look: the new hole card is a blackjack, so nobody has played: the double goes back",
        pairs(
            REPLACE,
            {1: BJ, 2: BJ},
            {0: "Td Ah", 1: "6c 5c", 2: "Tc 8c"},
            "1:6c 2:Tc 0:Td 1:5c 2:8c 0:9h 1.double 1:Kd !exposed-card@0 0:Ah",
        ),
        {(1, "blackjack"): -1000, (2, "blackjack"): -1000},
        "9h Kd",
    ),
    Worked(
        "ruling blackjack-found-late: where nobody looks the double stays, and is taken",
        pairs(
            REPLACE | {"peek": "no"},
            {1: BJ, 2: BJ},
            {0: "Td Ah", 1: "6c 5c Kd", 2: "Tc 8c"},
            "1:6c 2:Tc 0:Td 1:5c 2:8c 0:9h 1.double 1:Kd !exposed-card@0 0:Ah 2.stand",
        ),
        {(1, "blackjack"): -2000, (2, "blackjack"): -1000},
        "9h",
    ),
    Worked(
        "irregularities: the seat whose card it was chooses again, the other's choice stays; 26 and 16 lose to 21",
        pairs(
            REPLACE,
            {1: BJ, 2: BJ},
            {0: "6h Th 5d", 1: "Tc 6c", 2: "9c 7c Kd"},
            "1:Tc 2:9c 0:6h 1:6c 2:7c 0:Th 1.stand 2.hit 2:5d !exposed-card@2 2:Kd 0:5d",
        ),
        {(1, "blackjack"): -1000, (2, "blackjack"): -1000},
        "5d",
    ),
    Worked(
        "7.i: the dealer's third card is replaced, 6 becomes 5 and draws: 8 beats 7; $25.00 less 5 %",
        played(
            "super-pan-9",
            {"exposed-card": "replace-card"},
            {1: {"main": "25.00"}},
            {0: "Kd 2c 3h 2d", 1: "6h 2s Kc"},
            "1:6h 1:2s 1:Kc 0:Kd 0:2c 0:4h !exposed-card@0 0:3h 1.stand 0:2d",
        ),
        {(1, "main"): 2375},
        "4h",
    ),
]

DEAD = [
    Worked(
        "irregularities: a forfeited double is lost twice; its pair was won before; the other plays on",
        pairs(
            FORFEIT,
            {1: SP, 2: BJ},
            {0: "6h Th 9h", 1: "5s 5d Kd", 2: "Tc 8c"},
            "1:5s 2:Tc 0:6h 1:5d 2:8c 0:Th 1.double 1:Kd !exposed-card@1 2.stand 0:9h",
        ),
        {(1, "super-pairs"): 1000, (1, "blackjack"): -2000, (2, "blackjack"): 1000},
    ),
    Worked(
        "irregularities: forfeited before the first card, the pair with it",
        shown(
            "super-pairs",
            FORFEIT,
            "6h Th 9h",
            {"cards": "5s 5d", "wagers": SP},
            {"cards": "Tc 8c", "wagers": BJ},
            calls=({"kind": "exposed-card", "seat": 1},),
        ),
        {(1, "super-pairs"): -100, (1, "blackjack"): -1000, (2, "blackjack"): 1000},
    ),
    Worked(
        "irregularities: one's own control at the stage play voids the hand; the pair was won before",
        pairs(
            PLAIN | {"irregularities": OWN},
            {1: SP, 2: BJ},
            {0: "6h Th 9h", 1: "5s 5d", 2: "Tc 8c"},
            "1:5s 2:Tc 0:6h 1:5d 2:8c 0:Th !card-off-the-table@1 2.stand 0:9h",
        ),
        {(1, "super-pairs"): 1000, (1, "blackjack"): 0, (2, "blackjack"): 1000},
    ),
    Worked(
        "irregularities: the same control in the deal replaces the card, and at the reveal forfeits the hand",
        pairs(
            PLAIN | {"irregularities": OWN},
            {1: SP, 2: BJ},
            {0: "6h Th 9h", 1: "5s Kd", 2: "Tc 8c"},
            "1:5s 2:Tc 0:6h 1:5d !card-off-the-table@1 1:Kd 2:8c 0:Th 1.stand 2.stand !card-off-the-table@1 0:9h",
        ),
        {(1, "super-pairs"): -100, (1, "blackjack"): -1000, (2, "blackjack"): 1000},
        "5d",
    ),
    Worked(
        "irregularities: the first call that kills a hand rules; the misdeal gives back the other's wager alone",
        pairs(
            FORFEIT,
            {1: BJ, 2: BJ},
            {0: "6h Th", 1: "5s 5d", 2: "Tc 8c"},
            "1:5s 2:Tc 0:6h 1:5d 2:8c 0:Th !exposed-card@1 !misdeal@0",
        ),
        {(1, "blackjack"): -1000, (2, "blackjack"): 0},
    ),
    Worked(
        "irregularities: nobody loses a wager by the dealer's mistake",
        shown(
            "super-pairs",
            FORFEIT,
            "6h Th 9h",
            {"cards": "5s 5d", "wagers": SP},
            calls=({"kind": "exposed-card", "seat": 0},),
        ),
        {(1, "super-pairs"): 0, (1, "blackjack"): 0},
    ),
    Worked(
        "6: another card, where the player could have asked for one: 6 becomes 0 and loses to 6",
        played(
            "super-pan-9",
            {"misdeal": "another-card"},
            {1: {"main": "25.00"}},
            {0: "Kd 2c 4h", 1: "6h Kc Qc 4d"},
            "1:6h 1:Kc 1:Qc 0:Kd 0:2c 0:4h !misdeal@1 1:4d",
        ),
        {(1, "main"): -2500},
    ),
    Worked(
        "irregularities: four cards are played as they lie: 10 is 0, against 5 and a king",
        shown(
            "super-pan-9",
            {"wrong-number-of-cards": "play-on"},
            "2c 2d Ah Kd",
            {"cards": "6h Kc 3c Ac", "wagers": {"main": "25.00"}},
            calls=({"kind": "wrong-number-of-cards", "seat": 1},),
        ),
        {(1, "main"): -2500},
    ),
    Worked(
        "irregularities: two cards too: 9 beats 5; $25.00 less 5 %",
        shown(
            "super-pan-9",
            {"wrong-number-of-cards": "play-on"},
            "2c 2d Ah Kd",
            {"cards": "6h 3c", "wagers": {"main": "25.00"}},
            calls=({"kind": "wrong-number-of-cards", "seat": 1},),
        ),
        {(1, "main"): 2375},
    ),
    Worked(
        "3: six cards for one kill all hands, the dealer's two jacks notwithstanding",
        shown(
            "dealer-open-pai-gow",
            {},
            "Jc Jd 2c 3d 5h 9h Tc",
            {"cards": "2s 3s 4s 5s 6s 7s", "wagers": {"main": "5.00", "chan-chu": "5.00"}},
            {"cards": "Ac Ad Ah As Kd Kc 2d", "wagers": {"main": "5.00", "chan-chu": "5.00"}},
        ),
        {(1, "main"): 0, (1, "chan-chu"): 0, (2, "main"): 0, (2, "chan-chu"): 0},
    ),
]

LL = BJ | {"lucky-ladies": "1.00"}
ALL = SP | {"lucky-ladies": "1.00", "21-plus-3": "1.00"}
VOID_IN_PLAY = ({"kind": "misdeal", "stage": "play"},)
QUEENS = {"cards": "Qh Qh", "wagers": LL}
RECONCILED = [
    Worked(
        "3: a misdeal in play: fives won 10, 21+3 (5-5-6) lost, no 20; the blackjack wager is returned",
        shown("super-pairs", PLAIN, "6h Th", {"cards": "5s 5d", "wagers": ALL}, calls=VOID_IN_PLAY),
        {(1, "super-pairs"): 1000, (1, "21-plus-3"): -100, (1, "lucky-ladies"): -100, (1, "blackjack"): 0},
    ),
    Worked(
        "ruling reconciled, the other reading: all is returned",
        shown(
            "super-pairs",
            PLAIN | {"reconciled-bonuses": "void-with-round"},
            "6h Th",
            {"cards": "5s 5d", "wagers": ALL},
            calls=VOID_IN_PLAY,
        ),
        {(1, "super-pairs"): 0, (1, "21-plus-3"): 0, (1, "lucky-ladies"): 0, (1, "blackjack"): 0},
    ),
    Worked(
        "lucky-ladies: the dealer has looked under the king: two queens of hearts without a blackjack, 200 to 1",
        shown("super-pairs", PLAIN, "Kd 7s", QUEENS, calls=VOID_IN_PLAY),
        {(1, "lucky-ladies"): 20000, (1, "blackjack"): 0},
    ),
    Worked(
        "lucky-ladies: nobody has looked, so a blackjack could still change it: returned",
        shown("super-pairs", PLAIN | {"peek": "no"}, "Kd 7s", QUEENS, calls=VOID_IN_PLAY),
        {(1, "lucky-ladies"): 0, (1, "blackjack"): 0},
    ),
    Worked(
        "lucky-ladies: under a nine there is no blackjack to wait for",
        shown("super-pairs", PLAIN | {"peek": "no"}, "9d 7s", QUEENS, calls=VOID_IN_PLAY),
        {(1, "lucky-ladies"): 20000, (1, "blackjack"): 0},
    ),
    Worked(
        "lucky-ladies: before insurance is answered nobody has looked; the pair of hearts is won, 30 to 1",
        pairs(PLAIN, {1: LL | SP}, {0: "As 7d", 1: "Qh Qh"}, "1:Qh 0:As 1:Qh 0:7d !misdeal@0"),
        {(1, "lucky-ladies"): 0, (1, "super-pairs"): 3000, (1, "blackjack"): 0},
    ),
    Worked(
        "lucky-ladies: once it is answered the dealer has looked: 200 to 1",
        pairs(PLAIN, {1: LL}, {0: "As 7d", 1: "Qh Qh"}, "1:Qh 0:As 1:Qh 0:7d 1$insurance=0 !misdeal@0"),
        {(1, "lucky-ladies"): 20000, (1, "blackjack"): 0},
    ),
    Worked(
        "lucky-ladies: a forfeited hand loses what still waits for the hole card",
        pairs(
            FORFEIT | {"peek": "no"},
            {1: LL | SP, 2: BJ},
            {0: "Kd 7s", 1: "Qh Qh", 2: "Tc 8c"},
            "1:Qh 2:Tc 0:Kd 1:Qh 2:8c 0:7s !exposed-card@1 2.stand",
        ),
        {(1, "lucky-ladies"): -100, (1, "super-pairs"): 3000, (1, "blackjack"): -1000, (2, "blackjack"): 1000},
    ),
    Worked(
        "ruling shoe-runs-out: eights split, no card for the second: both wagers back, the pair (15 to 1) won",
        shown(
            "super-pairs",
            PLAIN | {"decks": 1},
            "6h Th",
            {"cards": "8s 8d 3c", "wagers": SP, "play": "split stand"},
            calls=({"kind": "out-of-cards"},),
        ),
        {(1, "super-pairs"): 1500, (1, "blackjack"): 0},
    ),
]


def ladies(meter: str, seed: str, seats: int, hole: str = "Kd", calls: tuple = (), **settings: str) -> dict[str, Any]:
    """As many pairs of queens of hearts against a dealer's blackjack: 25 % by PT-BJS-LL-32, suited 100 %."""
    given = PLAIN | {"offer-lucky-ladies-jackpot": "yes", "lucky-ladies-jackpot-paytable": "PT-BJS-LL-32"}
    given |= {"lucky-ladies-jackpot-meter": meter, "lucky-ladies-jackpot-seed": seed}
    given |= {name.replace("_", "-"): value for name, value in settings.items()}
    hand = {"cards": "Qh Qh", "wagers": BJ | {"lucky-ladies-jackpot": "1.00"}}
    return shown("super-pairs", given, f"As {hole}", *[hand] * seats, calls=calls)


def prizes(*cents: int) -> Nets:
    """What each seat wins of the meter, less its wager of $1.00."""
    return {(seat, "lucky-ladies-jackpot"): each - 100 for seat, each in enumerate(cents, 1)}


SUITED = {"hole": "Ks"}
METERS = [
    Worked(
        "F.4: in turn from the dealer's right, 25 % of $1,000.01, $750.01 and $562.51; broken cents stay",
        ladies("1,000.01", "500.00", 3),
        prizes(14062, 18750, 25000),
        meter=42189,
    ),
    Worked(
        "ruling several-winners: 25 % of $1,000.01 each",
        ladies("1,000.01", "500.00", 3, jackpot_sharing="shared"),
        prizes(25000, 25000, 25000),
        meter=25001,
    ),
    Worked(
        "ruling several-winners: three times 100 % exceed it, so a third each; the whole was won, and it is seeded",
        ladies("1,000.00", "500.00", 3, jackpot_sharing="shared", **SUITED),
        prizes(33333, 33333, 33333),
        meter=50001,
    ),
    Worked(
        "ruling meter-won-whole: the whole, then the seed, then the seed again",
        ladies("1,000.00", "500.00", 3, **SUITED),
        prizes(50000, 50000, 100000),
        meter=50000,
    ),
    Worked(
        "ruling meter-won-whole: seeded after the round, a third each, and the broken cent stays",
        ladies("1,000.00", "500.00", 3, jackpot_reseed="after-round", **SUITED),
        prizes(33333, 33333, 33333),
        meter=50001,
    ),
    Worked(
        "ruling meter-won-whole: seeded with nothing, the same",
        ladies("1,000.00", "0.00", 3, **SUITED),
        prizes(33333, 33333, 33333),
        meter=1,
    ),
    Worked(
        "house-jackpot: every winner in full",
        ladies("1,000.01", "500.00", 2, jackpot_kind="house"),
        prizes(25000, 25000),
    ),
    Worked(
        "F.4, progressive-jackpot: 25 % of what was displayed; a void hand takes back its 20 cents and claims nothing",
        ladies("1,000.20", "500.00", 2, calls=({"kind": "wrong-number-of-cards", "seat": 2},)),
        {(1, "lucky-ladies-jackpot"): 25005 - 100, (2, "lucky-ladies-jackpot"): 0},
        meter=100020 - 25005 - 20,
    ),
]


def pan(
    settings: dict, main: str, tie: str | None = None, cards: str = "6h Kc Qc", dealer: str = "Kd 2c 3h Jc"
) -> dict:
    """Super Pan 9: 6 beats 5 unless told otherwise."""
    return shown(
        "super-pan-9", settings, dealer, {"cards": cards, "wagers": {"main": main} | ({"tie": tie} if tie else {})}
    )


COMMISSION = [
    Worked("8: 4.99 % of $10.01 is 49.95 cents, down", pan({"commission": "4.99%"}, "10.01"), {(1, "main"): 1001 - 49}),
    Worked(
        "8: nearest",
        pan({"commission": "4.99%", "commission-rounding": "nearest"}, "10.01"),
        {(1, "main"): 1001 - 50},
    ),
    Worked(
        "8: up to 51 cents of $10.09 would be more than 5 %",
        pan({"commission": "4.99%", "commission-rounding": "up"}, "10.09"),
        {(1, "main"): 1009 - 50},
    ),
    Worked(
        "8, 9: 5 % of the $40.24 that the Tie Bet wins, 201.2 cents; the main wager pushes",
        pan({"tie-commission": "yes"}, "10.01", "5.03", dealer="Kd 2c 4h"),
        {(1, "main"): 0, (1, "tie"): 4024 - 201},
    ),
]


def supreme(cards: str, high: str, dealer: str = "2c 3d 4s 5s") -> dict[str, Any]:
    """Supreme 99 at $10.01; the dealer's 2-3-4-5 is set 7 and 7."""
    return shown("supreme-99", {}, dealer, {"cards": cards, "high": high, "wagers": {"main": "10.01"}})


def pai_gow(settings: dict, dealer: str, *seats: tuple[str, str, dict], calls: tuple = ()) -> dict[str, Any]:
    """Dealer Open Pai Gow."""
    told = [{"cards": cards, "wagers": wagers} | ({"front": front} if front else {}) for cards, front, wagers in seats]
    return shown("dealer-open-pai-gow", settings, dealer, *told, calls=calls)


MAIN = {"main": "5.00"}
FIVE = MAIN | {"chan-chu": "5.00"}
JACKS = "Jc Jd 2c 3d 5h 9h Tc"
COPIES = [
    Worked("12: 7 and 7 copied: 4 to 1", supreme("3c 4d Th 7c", "3c 4d"), {(1, "main"): 4004}),
    Worked("9, 11: 8 wins, 7 is copied and so lost: a push", supreme("4d 4h 7c Th", "4d 4h"), {(1, "main"): 0}),
    Worked("10, 11: 7 is copied and 6 loses", supreme("7c Kd 6d Th", "7c Kd"), {(1, "main"): -1001}),
    Worked(
        "pai-gow-wager: kings over Q-9 copied in both: lost",
        pai_gow({}, "Kd Kc Qh 9s 7h 4d 2c", ("Kh Ks Qd 9c 7s 4h 2d", "Qd 9c", MAIN)),
        {(1, "main"): -500},
    ),
    Worked(
        "pai-gow-wager: the back is copied, the front wins: a push",
        pai_gow({}, "Kd Kc Qh 9s 7h 4d 2c", ("Kh Ks Qd Tc 7s 4h 2d", "Qd Tc", MAIN)),
        {(1, "main"): 0},
    ),
    Worked(
        "envy: four kings pay $5 and a straight flush $10; $5.00 qualifies, $4.99 does not",
        pai_gow(
            {},
            JACKS,
            ("2d 4c 6d 8c Qd Ah 9s", "", FIVE),
            ("Kc Kd Kh Ks 2s 7d 9d", "", FIVE),
            ("3s 4s 5s 6s 7s Qh 9c", "", MAIN | {"chan-chu": "4.99"}),
        ),
        {(1, "chan-chu-envy"): 1500, (1, "chan-chu"): -500, (2, "chan-chu-envy"): 1000, (2, "chan-chu"): 10000}
        | {(3, "chan-chu"): 50 * 499, (1, "main"): -500, (2, "main"): -500, (3, "main"): -500},
    ),
    Worked(
        "envy: a forfeited hand is not envied and envies nobody",
        pai_gow(
            {"exposed-card": "forfeit-hand"},
            JACKS,
            ("2d 4c 6d 8c Qd Ah 9s", "", FIVE),
            ("Kc Kd Kh Ks 2s 7d 9d", "", FIVE),
            ("3s 4s 5s 6s 7s Qh 9c", "", FIVE),
            calls=({"kind": "exposed-card", "seat": 2},),
        ),
        {(1, "chan-chu-envy"): 1000, (1, "chan-chu"): -500, (2, "chan-chu"): -500, (2, "main"): -500}
        | {(3, "chan-chu"): 25000, (1, "main"): -500, (3, "main"): -500},
    ),
    Worked(
        "9: the dealer's hand is set right, and Q-9 over the twos of the player meets kings over Q-9",
        pai_gow(
            {"irregularities": '[[irregularity]]\nkind = "misset"\nsays = "Set wrong."\ndealer = "reset-dealer"\n'},
            "Kd Kc Qh 9s 7h 4d 2c",
            ("Ah As Qd 9c 7s 4h 2d", "Qd 9c", MAIN),
            calls=({"kind": "misset"},),
        ),
        {(1, "main"): 0},
    ),
]

DRAGON = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"
SIX_PAIRS = "2d 2h 3c 3h 5c 5d 7c 7h 9c 9d Jc Jh Kd"
PRICED = {"naturals": "yes", "two-naturals": "offset", "natural-dragon": "13", "natural-six-pairs": "5"}


def poker(settings: dict, *seats: dict[str, Any]) -> dict[str, Any]:
    """Thirteen cards at a unit of $1.00."""
    return shown("chinese-poker", settings, "", *[{"wagers": {"main": "500.00"}} | seat for seat in seats])


def units(*won: int) -> Nets:
    """What each seat wins in units."""
    return {(seat, "main"): 100 * each for seat, each in enumerate(won, 1)}


NATURALS = [
    Worked(
        "naturals: each pays the other's price, 13 against 5",
        poker(PRICED, {"cards": DRAGON}, {"cards": SIX_PAIRS}),
        units(8, -8),
    ),
    Worked(
        "naturals, surrender: who folds pays the set 2 units to each natural, which offset to 8",
        poker(
            PRICED | {"surrender": "yes"},
            {"cards": DRAGON},
            {"cards": SIX_PAIRS},
            {"cards": "4c 4s 6d 6s 8c 8s Td Ts Qc Qs Ah As Kh", "surrendered": True},
        ),
        units(10, -6, -4),
    ),
    Worked(
        "naturals: even between two, and the third pays both (three pairs short of a natural)",
        poker(
            PRICED | {"two-naturals": "even"},
            {"cards": DRAGON},
            {"cards": SIX_PAIRS},
            {
                "cards": "4c 4s 6d 6s 8c 8s Td Ts Qc Ah Kh Js 5h",
                "front": "Qc Js 5h",
                "middle": "4c 4s 6d 6s Kh",
                "back": "8c 8s Td Ts Ah",
            },
        ),
        units(13, 5, -18),
    ),
    Worked(
        "surrender: nothing passes between two who fold",
        poker(
            {"surrender": "yes"},
            {"cards": DRAGON, "surrendered": True},
            {"cards": SIX_PAIRS, "surrendered": True},
            {
                "cards": "4c 4s 6d 6s 8c 8s Td Ts Qc Ah Kh Js 5h",
                "front": "Qc Js 5h",
                "middle": "4c 4s 6d 6s Kh",
                "back": "8c 8s Td Ts Ah",
            },
        ),
        units(-2, -2, 4),
    ),
]
TWO_PAIRS = {"front": "Ks Qs 3h", "middle": "2s 2h 4s 4d Ts", "back": "6s 6d 8s 8c Tc"}
NATURALS += [
    Worked(
        "ruling several-naturals: a dragon that parts into three flushes (and straights) is paid the dearest, 20",
        poker(
            PRICED | {"natural-three-flushes": "20"},
            {"cards": "2c 3c 4c 5c 6c 7d 8d 9d Td Jd Qh Kh Ah"},
            {"cards": " ".join(TWO_PAIRS.values())} | TWO_PAIRS,
        ),
        units(20, -20),
    ),
    Worked(
        "ruling ranked-naturals: where naturals are ranked it is a dragon, and is paid as one: 13 and not 20",
        poker(
            PRICED | {"natural-three-flushes": "20", "two-naturals": "ranked"},
            {"cards": "2c 3c 4c 5c 6c 7d 8d 9d Td Jd Qh Kh Ah"},
            {"cards": "2s 2h 4s 4d 6s 6d 8s 8c Tc Ts Qs Qc 3h"},
        ),
        units(13, -13),
    ),
    Worked(
        "ruling six-pairs-of-four: four twos and four pairs are six",
        poker(
            {"naturals": "yes"},
            {"cards": "2c 2d 2h 2s 3c 3h 5c 5d 7c 7h 9c 9d Jc"},
            {
                "cards": "4c 4s 6d 6s 8c 8s Td Ts Qc Ah Kh Js 5h",
                "front": "Qc Js 5h",
                "middle": "4c 4s 6d 6s Kh",
                "back": "8c 8s Td Ts Ah",
            },
        ),
        units(3, -3),
    ),
]

PACK = [f"{rank}{suit}" for rank in "A23456JQK" for suit in "cdhs"]
SPLIT_AND_OTHERS = [
    Worked(
        "blackjack.split: another card goes to the hand in play: 8-3-K is 21, 8-T stands; the dealer busts",
        pairs(
            PLAIN | {"misdeal": "another-card"},
            {1: BJ},
            {0: "6h Th 9h", 1: "8s 8d 3c Kd Tc"},
            "1:8s 0:6h 1:8d 0:Th 1.split 1:3c !misdeal@1 1:Kd 1:Tc 1.stand 0:9h",
        ),
        {(1, "blackjack"): 2000},
    ),
    Worked(
        "irregularities: insurance is still open when the round is void, and returned",
        pairs(PLAIN, {1: LL}, {0: "As 7d", 1: "Qh Qh"}, "1:Qh 0:As 1:Qh 0:7d 1$insurance=500 !misdeal@0"),
        {(1, "lucky-ladies"): 20000, (1, "blackjack"): 0, (1, "insurance"): 0},
    ),
    Worked(
        "blackjack.surrender: half of $10.01, the broken cent lost",
        shown(
            "super-pairs",
            PLAIN | {"surrender": "late"},
            "Td 9h",
            {"cards": "Tc 6c", "play": "surrender", "wagers": {"blackjack": "10.01"}},
        ),
        {(1, "blackjack"): -501},
    ),
    Worked(
        "irregularities: a forfeited double stays lost when another's card is replaced; its card is no longer dealt",
        pairs(
            FORFEIT | {"wrong-number-of-cards": "replace-card"},
            {1: BJ, 2: BJ},
            {0: "6h Th 9h", 1: "5s 5d", 2: "Tc 9d"},
            "1:5s 2:Tc 0:6h 1:5d 2:8c 0:Th 1.double 1:Kd !exposed-card@1 !wrong-number-of-cards@2 2:9d 2.stand 0:9h",
        ),
        {(1, "blackjack"): -2000, (2, "blackjack"): 1000},
        "8c Kd",
    ),
    Worked(
        "blackjack.dealer: no card is drawn for a void hand; the other is over 21",
        pairs(
            PLAIN | {"exposed-card": "void-hand"},
            {1: BJ, 2: BJ},
            {0: "6h Th", 1: "Tc 6c Kd", 2: "5s 5d"},
            "1:Tc 2:5s 0:6h 1:6c 2:5d 0:Th 1.hit 1:Kd !exposed-card@2",
        ),
        {(1, "blackjack"): -1000, (2, "blackjack"): 0},
    ),
    Worked(
        "ruling one-deck-seats: nine players draw, and 36 cards do not suffice for the seventh",
        played(
            "super-pan-9",
            {"decks": 1, "out-of-cards": "void"},
            {seat: {"main": "5.00"} for seat in range(1, 10)},
            {seat: " ".join(PACK[3 * seat - 3 : 3 * seat] + PACK[29 + seat : 30 + seat]) for seat in range(1, 10)}
            | {0: " ".join(PACK[27:30])},
            " ".join(
                [f"{at // 3 + 1 if at < 27 else 0}:{card}" for at, card in enumerate(PACK[:30])]
                + [f"{seat}.draw" for seat in range(1, 10)]
                + [f"{at + 1}:{card}" for at, card in enumerate(PACK[30:])]
                + ["!out-of-cards@0"]
            ),
        ),
        {(seat, "main"): 0 for seat in range(1, 10)},
    ),
]

ACES = {
    "super-pairs-jackpot-meter": "1,000.00",
    "super-pairs-jackpot-seed": "500.00",
    "offer-super-pairs-jackpot": "yes",
    "insurance": "no",
    "reconciled-bonuses": "void-with-round",
}
ACES_BET = BJ | {"super-pairs-jackpot": "1.00"}
FOUND = [
    Worked(
        "irregularities: a round that is void while a seat chooses again returns the other's insurance too",
        pairs(
            {"bust-bonus-offered": "before-peek", "exposed-card": "replace-card"},
            {1: BJ, 2: BJ},
            {0: "As 7d", 1: "5s Kd", 2: "Tc 9c"},
            "1:5s 2:Tc 0:As 1:5d 2:9c 0:7d 1$bust-bonus=0 2$bust-bonus=0 2$insurance=500 "
            "!exposed-card@1 1:Kd !misdeal@0",
        ),
        {(1, "blackjack"): 0, (2, "blackjack"): 0, (2, "insurance"): 0},
        "5d",
    ),
    Worked(
        "ruling reconciled, the other reading: the void hand takes nothing of the meter, so the other takes it whole",
        pairs(
            PLAIN | ACES | {"exposed-card": "replace-card", "wrong-number-of-cards": "void-hand"},
            {1: ACES_BET, 2: ACES_BET, 3: BJ},
            {0: "As 9d", 1: "As As", 2: "As As", 3: "5c 7c"},
            "1:As 2:As 3:5c 0:As 1:As 2:As 3:6c 0:9d !wrong-number-of-cards@2 !exposed-card@3 3:7c 1.stand 3.stand",
        ),
        {(1, "super-pairs-jackpot"): 100000 - 100, (2, "super-pairs-jackpot"): 0, (1, "blackjack"): -1000},
        "6c",
        meter=50000,
    ),
    Worked(
        "ruling card-asked-for: a hand dies while the dealer draws for it: the card that was asked for is dealt",
        pairs(
            PLAIN | {"misdeal": "void-hand", "wrong-number-of-cards": "replace-card"},
            {1: BJ, 2: BJ},
            {0: "2s 2c 2d 5c 2d Ah", 1: "Tc 4s", 2: "Tc 6c Kd"},
            "1:Tc 2:Tc 0:2s 1:4s 2:6c 0:2c 1.stand 2.hit 2:Kd 0:2d 0:9d "
            "!wrong-number-of-cards@0 0:5c 0:2d !misdeal@1 0:Ah",
        ),
        {(1, "blackjack"): 0, (2, "blackjack"): -1000},
        "9d",
    ),
    Worked(
        "ruling card-asked-for: the dead hand in turn too is dealt the card that it had asked for, and none after it",
        pairs(
            PLAIN | {"exposed-card": "void-hand"},
            {1: BJ, 2: BJ},
            {0: "6h Th 9h", 1: "2c 3c 4d", 2: "Tc 8c"},
            "1:2c 2:Tc 0:6h 1:3c 2:8c 0:Th 1.hit !exposed-card@1 1:4d 2.stand 0:9h",
        ),
        {(1, "blackjack"): 0, (2, "blackjack"): 1000},
    ),
    Worked(
        "ruling card-asked-for: in Super Pan 9 the dead hand takes the card that it drew; 8 beats 7, less 5 %",
        played(
            "super-pan-9",
            {"exposed-card": "void-hand"},
            {1: {"main": "25.00"}, 2: {"main": "25.00"}},
            {0: "Kd 2c 5h", 1: "2h 2s Kc 4d", 2: "6h 2c Kc"},
            "1:2h 1:2s 1:Kc 2:6h 2:2c 2:Kc 0:Kd 0:2c 0:5h 1.draw 2.stand !exposed-card@1 1:4d",
        ),
        {(1, "main"): 0, (2, "main"): 2375},
    ),
    Worked(
        "ruling card-asked-for: where another's card is replaced first, the dead hand is dealt no card",
        pairs(
            PLAIN | {"exposed-card": "void-hand", "wrong-number-of-cards": "replace-card"},
            {1: BJ, 2: BJ},
            {0: "6h Th 9h", 1: "2c 3c", 2: "Tc 9c"},
            "1:2c 2:Tc 0:6h 1:3c 2:8c 0:Th 1.hit !exposed-card@1 !wrong-number-of-cards@2 2:9c 2.stand 0:9h",
        ),
        {(1, "blackjack"): 0, (2, "blackjack"): 1000},
        "8c",
    ),
]

WORKED = FOUND + REPLACED + DEAD + RECONCILED + METERS + COMMISSION + COPIES + NATURALS + SPLIT_AND_OTHERS


def settled(record: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the command line says to a record in a file."""
    file = folder / "round.json"
    file.write_text(json.dumps(record))
    told = CliRunner().invoke(app, ["settle", str(file), "--json", "--explain"], catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return json.loads(told.stdout)


@pytest.mark.parametrize("worked", WORKED, ids=[worked.clause[:60] for worked in WORKED])
def test_by_hand(worked: Worked, tmp_path: Path) -> None:
    ruling = settled(worked.record, tmp_path)
    for paid in (paid_by_the_product(ruling), paid_by_the_oracle(ruling)):
        assert {(one.seat, one.wager): one.net for one in paid if (one.seat, one.wager) in worked.nets} == worked.nets
    assert paid_by_the_product(ruling) == paid_by_the_oracle(ruling)
    assert sorted(ruling.get("burnt", [])) == sorted(worked.burnt.split())
    assert sum(each["cents"] for each in ruling["postings"]) == 0
    if worked.meter is not None:
        assert [meter["after_cents"] for meter in ruling["meters"].values()] == [worked.meter]
