"""The exact odds of the Bust Bonus: every way in which the dealer busts, by value and by suit, from the cards left.

A suited bust is in the up-card's suit, so the cards left are counted twice: all of them, and those of that suit. The
dealer's rule sees values only; each multiset of values is drawn in a number of orders times falling factorials, of all
cards or of the one suit. All counts are Python integers: ways to draw as many cards as the dealer can ever need.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, gcd, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, suit
from houseway.document.settings import Settings
from houseway.games.super_pairs.count.dealer_tree import BUST, Node, completing_cards, ends, hard_of, nodes, plus
from houseway.games.super_pairs.rules.blackjack import busted, dealer_draws, value
from houseway.games.super_pairs.rules.busting import AWARDS, BUST_BONUS, NO_AWARD, bust_award
from houseway.games.super_pairs.terms.busting import bust_terms
from houseway.lab.result import Advice, Ask, Odds, Option, Situation, Strategy, exact, outcomes_of
from houseway.round.terms import Terms

NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")

DRAWN = 13
"""More cards than the dealer can draw before 17."""


class Left(NamedTuple):
    """The unseen cards by value, and those of the up-card's suit."""

    all: tuple[int, ...]
    suited: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.all)

    def without(self, at: int, of_suit: bool) -> "Left":
        """One card less."""
        all_, suited = list(self.all), list(self.suited)
        all_[at] -= 1
        suited[at] -= of_suit
        return Left(tuple(all_), tuple(suited))


def left_of(cards: Iterable[int], of_suit: int) -> Left:
    """These cards, and those of them in a suit."""
    all_, suited = [0] * 10, [0] * 10
    for card in cards:
        all_[value(card) - 1] += 1
        suited[value(card) - 1] += suit(card) == of_suit
    return Left(tuple(all_), tuple(suited))


@cache
def busts(up: int, hits_soft_17: bool) -> tuple[Node, ...]:
    """The tree of the dealer's busts."""
    return tuple(nodes(end for end in ends(up, hits_soft_17) if end.end == BUST))


class Ways(NamedTuple):
    """In how many of `total` ways each award comes up, among rounds in which the wager could be made."""

    awards: Counter[int]
    total: int

    def ends(self, settings: Settings) -> tuple[tuple[Terms, int], ...]:
        """On what terms the wager ends in how many ways; that the dealer does not bust comes last."""
        price = prices(settings)
        lost = self.total - sum(self.awards.values())
        return (*((price[award], count) for award, count in sorted(self.awards.items())), (price[NO_AWARD], lost))

    def edge(self, settings: Settings, stake: int = 0) -> Fraction:
        """What the house keeps of a unit; `stake` is its cents, where a limit is posted or dollars are paid."""
        won = sum((count * terms.worth(stake=stake) for terms, count in self.ends(settings)), Fraction(0))
        return -won / self.total


@cache
def prices(settings: Settings) -> dict[int, Terms]:
    """On what terms the wager ends with each award, and with none."""
    return {award: bust_terms(award, settings) for award in (NO_AWARD, *range(len(AWARDS)))}


def ways(up: int, left: Left, settings: Settings) -> Ways:
    """The dealer's hand under an up-card, from the cards left; rounds that a look would have ended do not count."""
    return ways_of_each(up, (left,), settings)[0]


def ways_of_each(up: int, lefts: Sequence[Left], settings: Settings) -> list[Ways]:
    """The same for several sets of cards left, of one size."""
    size, decks = lefts[0].size, settings.integer("decks")
    drawn = min(DRAWN, size)
    found = [Counter[int]() for _ in lefts]
    for (depth, eights), counts in bust_counts(up, lefts, settings.text("soft-17") == "hit").items():
        if depth > drawn:
            continue  # a small shoe has not got so many cards
        rest = perm(size - depth, drawn - depth)
        awards = [bust_award(up + 1, 22, eights, of_suit, decks) for of_suit in (True, False)]
        for each, suited, all_ in zip(found, *counts, strict=True):
            each[awards[0]] += int(suited) * rest
            each[awards[1]] += int(all_ - suited) * rest
    out = [looked_away(up, left, settings) * perm(size - 1, drawn - 1) for left in lefts]
    return [Ways(+each, perm(size, drawn) - ruled_out) for each, ruled_out in zip(found, out, strict=True)]


def bust_counts(up: int, lefts: Sequence[Left], hits_soft_17: bool) -> dict[tuple[int, int], NDArray[np.int64]]:
    """By cards drawn and eights held: in how many orders the dealer busts, in the up-card's suit and in all.

    One column for each set of cards left. At most as many as the dealer's rule draws from a full eight-deck shoe with
    one number of cards, which `tests/games/super_pairs/test_bust_bonus.py` shows to be below 2^63.
    """
    held = np.array([[left.suited for left in lefts], [left.all for left in lefts]], dtype=np.int64)
    tree = busts(up, hits_soft_17)
    product = np.ones((len(tree), 2, len(lefts)), dtype=np.int64)
    found: dict[tuple[int, int], NDArray[np.int64]] = {}
    for at, (parent, card, taken, depth, end, orders) in enumerate(tree):
        if at == 0:
            continue
        product[at] = product[parent] * np.maximum(held[:, :, card] - taken, 0)
        if end == BUST:
            key = (depth, 3 if up == card == 7 and depth == 2 and taken == 1 else 0)
            found[key] = found.get(key, 0) + orders * product[at]
    return found


def looked_away(up: int, left: Left, settings: Settings) -> int:
    """How many hole cards a look for blackjack has ruled out before the wager is offered."""
    if not settings.flag("peek") or settings.text("bust-bonus-offered") == "before-peek":
        return 0
    return completing_cards(left.all, up)


def without_up(decks: int, up: int) -> Left:
    """The full shoe without an up-card; the suits are alike, so it is of the first."""
    pack = left_of(DECK * decks, 0)
    return pack.without(up, True)


def first_two_ways(up: int, left: Left, settings: Settings) -> Ways:
    """The same where the up-card and the hole card alone say whether a bust is suited (ruling bust-suited)."""
    drawn, decks = min(DRAWN, left.size), settings.integer("decks")
    found: Counter[int] = Counter()
    for hole in range(10):
        for of_suit in (True, False):
            many = left.suited[hole] if of_suit else left.all[hole] - left.suited[hole]
            if not many:
                continue
            for cards, orders in bust_orders(up, hole, settings.text("soft-17") == "hit").items():
                depth = sum(cards) + 1
                eights = 3 if (up, hole, depth) == (7, 7, 2) and cards[7] else 0
                ways_ = many * orders * perm(left.size - depth, drawn - depth) if depth <= drawn else 0
                for value_, count in enumerate(cards):
                    ways_ *= perm(left.all[value_] - (value_ == hole), count)
                found[bust_award(up + 1, 22, eights, of_suit, decks)] += ways_
    ruled_out = looked_away(up, left, settings) * perm(left.size - 1, drawn - 1)
    return Ways(+found, perm(left.size, drawn) - ruled_out)


@cache
def bust_orders(up: int, hole: int, hits_soft_17: bool) -> dict[tuple[int, ...], int]:
    """The cards that bust the dealer after the hole card, by value, and in how many orders they come."""
    found: Counter[tuple[int, ...]] = Counter()
    open_: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while open_:
        longer: Counter[tuple[int, ...]] = Counter()
        for cards, orders in open_.items():
            hard, aces = up + hole + 2 + hard_of(cards), cards[0] + (up == 0) + (hole == 0)
            if dealer_draws(hard, aces, hits_soft_17):
                for index in range(10):
                    longer[plus(cards, index)] += orders
            elif busted(hard):
                found[cards] += orders
        open_ = longer
    return dict(found)


def first_two_odds(ask: Ask) -> Odds:
    """The Bust Bonus where the first two cards say whether a bust is suited."""
    settings = ask.in_force()
    decks = settings.integer("decks")
    every = joined([first_two_ways(up, without_up(decks, up), settings) for up in range(10)], settings)
    return Odds(
        game=settings.document.game,
        wager=BUST_BONUS,
        settings=settings,
        outcomes=outcomes_of(every.ends(settings), stake=ask.stake),
        paytable=settings.in_force(BUST_BONUS).id,
        decks=decks,
    )


@cache
def by_up_card(settings: Settings) -> tuple[Ways, ...]:
    """The ways for each up-card, without sight of any other card."""
    return tuple(ways(up, without_up(settings.integer("decks"), up), settings) for up in range(10))


def overall(settings: Settings) -> Ways:
    """All up-cards together, as often as they are dealt, in the least whole numbers."""
    return joined(by_up_card(settings), settings)


def joined(by_up: Sequence[Ways], settings: Settings) -> Ways:
    """The ways for each up-card as one."""
    found: Counter[int] = Counter()
    total = 0
    for up, each in enumerate(by_up):
        cards = _cards(up, settings)
        for award, count in each.awards.items():
            found[award] += cards * count
        total += cards * each.total
    unit = gcd(total, *found.values())
    return Ways(Counter({award: count // unit for award, count in found.items()}), total // unit)


def odds(ask: Ask, fault: str = "") -> Odds:
    """The exact return of a Bust Bonus made in every round in which it is offered; `fault` makes it hypothetical."""
    settings = ask.in_force()
    return Odds(
        game=settings.document.game,
        wager=BUST_BONUS,
        settings=settings,
        outcomes=outcomes_of(overall(settings).ends(settings), stake=ask.stake),
        paytable=settings.in_force(BUST_BONUS).id,
        decks=settings.integer("decks"),
        notes=(*((f"Hypothetical: {fault}.",) if fault else ()), _WINDOW[settings.text("bust-bonus-offered")]),
        more={
            "edge_by_up_card": {
                name: exact(each.edge(settings, ask.stake))
                for name, each in zip(NAMES, by_up_card(settings), strict=True)
            },
            "edge_by_rule": _by_rule(settings, ask.stake),
            "with_own_cards": sighted(settings, ask.stake),
        },
    )


_WINDOW = {
    "after-peek": "Made after the dealer has looked: rounds that end with a dealer's blackjack do not count.",
    "before-peek": "Made before the dealer looks: a dealer's blackjack loses the wager.",
}


def _by_rule(settings: Settings, stake: int) -> dict[str, Any]:
    """The overall edge for both rules of soft 17 and both windows."""
    return {
        f"soft-17={soft_17}, {window}": exact(changed.edge(settings, stake))
        for soft_17 in ("stand", "hit")
        for window in ("before-peek", "after-peek")
        for changed in (overall(settings.but(soft_17=soft_17, bust_bonus_offered=window)),)
    }


def strategy(ask: Ask) -> Strategy:
    """Whether to make the wager, by the up-card alone, and with the best and the worst two cards in the own hand."""
    settings = ask.in_force()
    unseen = [_cards(up, settings) * each.total for up, each in enumerate(by_up_card(settings))]
    by_up = tuple(
        _situation(f"{name} up", Fraction(weight, sum(unseen)), each.edge(settings, ask.stake))
        for name, weight, each in zip(NAMES, unseen, by_up_card(settings), strict=True)
    )
    seen = [(up, each.ways.edge(settings, ask.stake), each) for up in range(10) for each in sights(up, settings)]
    offered = sum(_cards(up, settings) * each.deals * each.ways.total for up, _, each in seen)
    held = []
    for at, name in enumerate(NAMES):
        by_edge = sorted((edge, each.deals * each.ways.total, str(each)) for up, edge, each in seen if up == at)
        for edge, weight, cards in (by_edge[0], by_edge[-1]):
            held.append(_situation(f"{name} up, {cards} held", Fraction(_cards(at, settings) * weight, offered), edge))
    return Strategy(
        settings.document.game,
        BUST_BONUS,
        settings,
        (("By the up-card", by_up), ("By the own cards too: the best and the worst for each up-card", tuple(held))),
        notes=(_WINDOW[settings.text("bust-bonus-offered")],),
    )


def _cards(up: int, settings: Settings) -> int:
    """How many cards of the shoe are this up-card."""
    return settings.integer("decks") * (16 if up == 9 else 4)


def _situation(name: str, frequency: Fraction, edge: Fraction) -> Situation:
    options = (Option("make", "make the wager", -edge), Option("none", "no wager", Fraction(0)))
    return Situation(name, frequency, Advice(tuple(sorted(options, key=lambda option: -option.value))))


class Sight(NamedTuple):
    """A player's two cards by value and by whether they are of the up-card's suit, and the ways then."""

    holding: tuple[tuple[int, bool], tuple[int, bool]]
    deals: int
    ways: Ways

    def __str__(self) -> str:
        return "-".join(NAMES[at] + (" in suit" if of_suit else "") for at, of_suit in self.holding)


@cache
def sights(up: int, settings: Settings) -> tuple[Sight, ...]:
    """Every two cards that a player may see in the own hand under an up-card."""
    return tuple(_sights(up, settings))


def _sights(up: int, settings: Settings) -> Iterator[Sight]:
    left = without_up(settings.integer("decks"), up)
    kinds = [(at, of_suit) for at in range(10) for of_suit in (True, False)]
    held = {(at, s): left.suited[at] if s else left.all[at] - left.suited[at] for at, s in kinds}
    found = []
    for first, second in combinations_with_replacement(kinds, 2):
        deals = comb(held[first], 2) if first == second else held[first] * held[second]
        if deals:
            found.append(((first, second), deals, left.without(*first).without(*second)))
    seen = ways_of_each(up, [each for _, _, each in found], settings)
    for (holding, deals, _), each in zip(found, seen, strict=True):
        yield Sight(holding, deals, each)


def sighted(settings: Settings, stake: int = 0) -> dict[str, Any]:
    """What sight of the own two cards is worth: the best and the worst holding for each up-card, and the best use."""
    found: dict[str, Any] = {}
    gain, offered = Fraction(0), 0
    for up, name in enumerate(NAMES):
        seen = sorted(
            ((each.ways.edge(settings, stake), each) for each in sights(up, settings)), key=lambda pair: pair[0]
        )
        favoured = [(edge, each) for edge, each in seen if edge < 0]
        best, worst = seen[0], seen[-1]
        found[name] = {
            "best": {"cards": str(best[1]), "edge": exact(best[0])},
            "worst": {"cards": str(worst[1]), "edge": exact(worst[0])},
            "favoured_holdings": len(favoured),
        }
        # the total of a sight is in proportion to the chance that a look lets the wager be offered
        times = _cards(up, settings)
        gain -= times * sum((each.deals * each.ways.total * edge for edge, each in favoured), Fraction(0))
        offered += times * sum(each.deals * each.ways.total for _, each in seen)
    return {"by_up_card": found, "gain_per_offer_if_made_only_when_favoured": exact(gain / offered)}
