"""A way to play a spot as tables, for simulations: the first move by the two cards, later ones by the hand.

The best way and the chart are those that `base_odds` counts, to the last exception.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import RANKS
from houseway.document.settings import Settings
from houseway.games.super_pairs.count.base_game import NO_SPLIT, BaseGame, Plan, Start, best_plan, full_shoe
from houseway.games.super_pairs.count.base_odds import _solved
from houseway.games.super_pairs.count.base_rules import rules_of
from houseway.games.super_pairs.count.chart import UPS, Chart
from houseway.games.super_pairs.count.dealer_tree import hand_index, hands, plus
from houseway.games.super_pairs.count.solver import DOUBLES, HITS, STANDS
from houseway.games.super_pairs.rules.blackjack import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    dealer_draws,
    may_double,
    pair,
    soft,
    total,
    value,
)
from houseway.games.super_pairs.rules.spot import DOUBLES as BOUNDS
from houseway.games.super_pairs.rules.spot import Spot
from houseway.simulate.asking import ASKED
from houseway.simulate.model import BASIC, BEST, HOUSE_WAY, RANDOM
from houseway.simulate.strategies import StrategyFile, lines_of, refused

SPLITS, GIVES_UP, ANY = range(DOUBLES + 1, DOUBLES + 4)
MOVES = {STAND: STANDS, HIT: HITS, DOUBLE: DOUBLES, SPLIT: SPLITS, SURRENDER: GIVES_UP}
WORDS = {move: word for word, move in MOVES.items()}

PAGES = 1 + 10 * 2 * 2
"""The unsplit hands; then by the pair, by whether the up-card is of its rank (of tens), by whether it came again."""

Table = npt.NDArray[np.int8]


class Moves(NamedTuple):
    """How a spot is played.

    `first` by up-card, two cards, and 0 where they may not be split, else 1, or 2 where the up-card is of a ten's rank.
    `later` by up-card, page and hand. `after` and `alone` are the hands with one more card, and of one card.
    """

    first: Table
    later: Table
    after: npt.NDArray[np.int64]
    alone: npt.NDArray[np.int64]

    def said(self, spot: Spot, up_card: int, options: tuple[str, ...], settings: Settings) -> str:
        """What is done with the hand that is played now."""
        hand, up = spot.hand, value(up_card) - 1
        by_value = settings.text("split-by") == "value"
        first = hand.cards[0]
        variant = int(value(first) == 10 and not by_value and pair(first, up_card, False))
        if hand.from_split and SPLIT in options:
            return SPLIT
        if len(hand.cards) == 2 and not hand.from_split:
            held = [value(card) - 1 for card in hand.cards]
            return WORDS[int(self.first[up, held[0], held[1], 1 + variant if SPLIT in options else 0])]
        page = 0
        if hand.from_split:
            page = 1 + (2 * (value(first) - 1) + variant) * 2 + int(pair(first, hand.cards[1], by_value))
        counts: tuple[int, ...] = (0,) * 10
        for card in hand.cards:
            counts = plus(counts, value(card) - 1)
        said = WORDS[int(self.later[up, page, hand_index()[counts]])]
        return STAND if said not in options else said


def moves_of(strategy: str, settings: Settings) -> Moves:
    """A strategy by its name, or by the content of a file."""
    if strategy in (BEST, BASIC):
        game = BaseGame(full_shoe(settings), rules_of(settings))
        return from_plan(
            game, best_plan(game, _solved(game)) if strategy == BEST else Chart(game, _solved(game)).plan()
        )
    if strategy in (RANDOM, ASKED):
        return blank(ANY)
    if strategy == HOUSE_WAY:
        return like_the_dealer(settings.text("soft-17") == "hit")
    return from_file(lines_of(strategy), settings)


def blank(move: int) -> Moves:
    """The same move everywhere."""
    table = hands()
    alone = np.array([hand_index()[plus((0,) * 10, at)] for at in range(10)], np.int64)
    first = np.full((10, 10, 10, 3), move, np.int8)
    return Moves(first, np.full((10, PAGES, len(table.size)), move, np.int8), table.after, alone)


def like_the_dealer(hits_soft_17: bool) -> Moves:
    """Draw as the dealer must; never double, never split."""
    moves, table = blank(STANDS), hands()
    draws = [
        dealer_draws(int(hard), int(aces), hits_soft_17) for hard, aces in zip(table.hard, table.aces, strict=True)
    ]
    moves.later[:, :] = np.where(draws, HITS, STANDS)
    for a in range(10):
        for b in range(10):
            hand = table.after[moves.alone[a], b]
            moves.first[:, a, b] = HITS if draws[hand] else STANDS
    return moves


def from_plan(game: BaseGame, plan: Plan) -> Moves:
    """A plan that is counted, as tables."""
    moves = blank(STANDS)
    for up, later in plan.moves.items():
        moves.later[up, 0] = later
    for start, choice in plan.choice.items():
        which = [0] if start.kind == NO_SPLIT or not game.splittable(start) else _variants(game, start)
        for at in which:
            moves.first[start.up, start.first, start.second, at] = MOVES[choice]
            moves.first[start.up, start.second, start.first, at] = MOVES[choice]
    for start in plan.choice:
        key = start.up, start.first, start.kind
        if start.kind != NO_SPLIT and key in plan.splits:
            for at in _variants(game, start):
                page = 1 + (2 * start.first + at - 1) * 2
                moves.later[start.up, page], moves.later[start.up, page + 1] = plan.splits[key]
    return moves


def _variants(game: BaseGame, start: Start) -> list[int]:
    """1 where the up-card is not of a pair of tens' rank, 2 where it is; both where that makes no difference."""
    if game.rules.by_value or start.first != 9 or start.up != 9:
        return [1, 2]
    kinds = sorted({each.kind for each in game.starts if each.up == 9 and each.first == 9 and each.kind != NO_SPLIT})
    return [2 if start.kind == kinds[0] else 1] if len(kinds) > 1 else [1, 2]


# ------------------------------------------------------------------------------------------------ from a file


def from_file(file: StrategyFile, settings: Settings) -> Moves:
    """Rows of a chart: `[hard]` and `[soft]` by total and `[pair]` by card, each a list of moves against 2 to 9, 10, A.

    A move is `stand`, `hit`, `double` (else hit), `double-stand` (else stand), `split` or `surrender` (else hit).
    """
    rows: dict[tuple[str, str], list[str]] = {}
    faults: list[str] = []
    known = (STAND, HIT, DOUBLE, "double-stand", SPLIT, SURRENDER)
    for kind, names in (("hard", range(4, 22)), ("soft", range(12, 22)), ("pair", [*RANKS[:8], "10", "A"])):
        given = file.content.get(kind, {})
        for name in names:
            row = given.get(str(name)) if isinstance(given, dict) else None
            moves = str(row).split() if row is not None else []
            if kind == "pair" and row is None:
                continue
            if len(moves) != 10 or any(move not in known for move in moves):
                faults.append(f"[{kind}] {name}: ten moves of {', '.join(known)}, against 2 to 9, 10 and ace")
            rows[kind, str(name)] = moves
    refused(file, faults)
    return _charted(rows, settings)


def _charted(rows: dict[tuple[str, str], list[str]], settings: Settings) -> Moves:
    moves, table = blank(STANDS), hands()
    least, most = BOUNDS[settings.text("double")]
    das, late = settings.flag("double-after-split"), settings.text("surrender") == "late"

    def said(hard: int, aces: int, up: int, cards: int, after_split: bool) -> int:
        points = total(hard, aces)
        if points >= 21:
            return STANDS
        move = rows["soft" if soft(hard, aces) else "hard", str(points)][_column(up)]
        doubles = may_double(points, cards, least, most) and (das or not after_split)
        if move in (DOUBLE, "double-stand"):
            return DOUBLES if doubles else HITS if move == DOUBLE else STANDS
        if move == SURRENDER:
            return GIVES_UP if late and cards == 2 and not after_split else HITS
        return MOVES[move]

    for up in range(10):
        for hand in range(len(table.size)):
            each = int(table.hard[hand]), int(table.aces[hand]), up, int(table.size[hand])
            if each[3] < 2:
                continue
            moves.later[up, 0, hand] = said(*each[:3], max(each[3], 3), False)
            moves.later[up, 1:, hand] = said(*each, True)
        for a in range(10):
            for b in range(10):
                plain = said(a + b + 2, (a == 0) + (b == 0), up, 2, False)
                moves.first[up, a, b] = plain
                row = rows.get(("pair", UPS[a])) if a == b else None
                if row is not None and row[_column(up)] == SPLIT:
                    moves.first[up, a, b, 1:] = SPLITS
    return moves


def _column(up: int) -> int:
    """Against 2 to 9, 10, ace."""
    return 9 if up == 0 else up - 1
