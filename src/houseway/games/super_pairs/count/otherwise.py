"""Bonus wagers with one clause read as no setting says: which awards a hand holds by that reading, counted anew.

Each reading changes the bits that the rules give a hand. A paytable without a row of the awards that it is about does
not depend on it.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from math import perm, prod
from pathlib import Path
from typing import NamedTuple

from houseway.cards import ACE, DECK, HEARTS, KING, QUEEN, THREE, TWO, rank, suit
from houseway.document.paytables import Paytable
from houseway.games.super_pairs.count.census import cards_needed
from houseway.games.super_pairs.count.together import BY_DEAL, dealt
from houseway.games.super_pairs.rules import bonuses as bit
from houseway.games.super_pairs.rules.bonuses import AWARDS, counts_ten, pair, red
from houseway.games.super_pairs.rules.busting import BUST_BONUS
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.terms.blackjack import BLACKJACK
from houseway.games.super_pairs.terms.bonuses import bonus_terms, suit_of
from houseway.lab.result import Ask, Odds, outcomes_of
from houseway.round.terms import Terms

Cards = tuple[int, ...]
Read = Callable[[Cards, int, int], int]
"""The awards of these cards, by what the rules say that they hold and the chosen suit."""


class Otherwise(NamedTuple):
    """The awards that a reading is about, and what a hand holds by it."""

    about: int
    read: Read


def _prime(cards: Cards, held: int, chosen: int) -> int:
    alike = pair(cards[0], cards[1]) and red(cards[0]) == red(cards[1])
    return held | bit.PRIME_PAIR if alike else held


def _one_red(cards: Cards, held: int, chosen: int) -> int:
    aces = held & bit.PAIR_OF_ACES and (red(cards[0]) or red(cards[1]))
    return held | bit.PAIR_OF_RED_ACES if aces else held


def _both_of_suit(cards: Cards, held: int, chosen: int) -> int:
    return held if held & bit.PAIR_OF_ACES_OF_SUIT else held & ~bit.ACE_OF_SUIT_AND_ACE


def _one_of_suit(cards: Cards, held: int, chosen: int) -> int:
    if not held & bit.ANY_PAIR or chosen not in (suit(cards[0]), suit(cards[1])):
        return held
    return held | bit.PAIR_OF_SUIT | (bit.PAIR_OF_ACES_OF_SUIT if held & bit.PAIR_OF_ACES else 0)


def _mixture(cards: Cards, held: int, chosen: int) -> int:
    if not held & bit.FLUSH:
        return held
    lowest, own = min(rank(card) for card in cards[:3]), suit(cards[0]) == chosen
    if lowest >= QUEEN:
        held |= bit.THREE_SUITED_ACES_KINGS_OR_QUEENS | (bit.THREE_ACES_KINGS_OR_QUEENS_OF_SUIT if own else 0)
    if lowest >= KING:
        held |= bit.THREE_SUITED_ACES_OR_KINGS | (bit.THREE_ACES_OR_KINGS_OF_SUIT if own else 0)
    return held


def _players_queens(cards: Cards, held: int, chosen: int) -> int:
    won = held & bit.QUEENS_OF_HEARTS_WITH_BLACKJACK and chosen == HEARTS
    row = bit.QUEENS_OF_HEARTS_WITH_BLACKJACK_OF_SUIT
    return held | row if won else held & ~row


def _ace_up(cards: Cards, held: int, chosen: int) -> int:
    return held & ~bit.WITH_DEALER if held & bit.WITH_DEALER and rank(cards[2]) != ACE else held


def _tens_only(cards: Cards, held: int, chosen: int) -> int:
    return held if counts_ten(cards[0]) and counts_ten(cards[1]) else held & ~(bit.ANY_20 | bit.SUITED_20)


def _rank_only(cards: Cards, held: int, chosen: int) -> int:
    return held | bit.MATCHED_20 if held & bit.ANY_20 and pair(cards[0], cards[1]) else held


def _high_only(cards: Cards, held: int, chosen: int) -> int:
    low = {rank(card) for card in cards[:3]} == {ACE, TWO, THREE}
    return held & ~(bit.STRAIGHT | bit.STRAIGHT_FLUSH) if low else held


def _as_flush(cards: Cards, held: int, chosen: int) -> int:
    return held & ~bit.THREE_OF_A_KIND if held & bit.SUITED_THREE_OF_A_KIND else held


def _one_queen(cards: Cards, held: int, chosen: int) -> int:
    queens = [rank(card) for card in cards[:2]].count(QUEEN)
    return held if queens == 1 else held & ~bit.ANY_QUEEN


_TWENTIES = bit.ANY_20 | bit.SUITED_20
_OF_SUIT = bit.PAIR_OF_SUIT | bit.PAIR_OF_ACES_OF_SUIT
_SUITED = (
    bit.THREE_SUITED_ACES_KINGS_OR_QUEENS
    | bit.THREE_ACES_KINGS_OR_QUEENS_OF_SUIT
    | bit.THREE_SUITED_ACES_OR_KINGS
    | bit.THREE_ACES_OR_KINGS_OF_SUIT
)

READINGS: Mapping[tuple[str, str], Otherwise] = {
    ("prime-pair", "any-suit"): Otherwise(bit.PRIME_PAIR, _prime),
    ("red-aces", "one-red"): Otherwise(bit.PAIR_OF_RED_ACES, _one_red),
    ("ace-of-suit-and-ace", "both-of-the-suit"): Otherwise(bit.ACE_OF_SUIT_AND_ACE, _both_of_suit),
    ("pair-of-suit", "one-card"): Otherwise(_OF_SUIT, _one_of_suit),
    ("three-suited", "mixture"): Otherwise(_SUITED, _mixture),
    ("suit-specific-lucky-ladies", "players-queens"): Otherwise(
        bit.QUEENS_OF_HEARTS_WITH_BLACKJACK_OF_SUIT, _players_queens
    ),
    ("dealers-blackjack", "ace-up"): Otherwise(bit.WITH_DEALER, _ace_up),
    ("any-20", "tens-only"): Otherwise(_TWENTIES, _tens_only),
    ("matched-20", "rank-only"): Otherwise(bit.MATCHED_20, _rank_only),
    ("straights", "high-only"): Otherwise(bit.STRAIGHT | bit.STRAIGHT_FLUSH, _high_only),
    ("suited-three-without-row", "flush"): Otherwise(bit.THREE_OF_A_KIND, _as_flush),
    ("any-queen", "exactly-one"): Otherwise(bit.ANY_QUEEN, _one_queen),
}

EMPTY_CELLS = ("empty-cells", "loses")
PRINTED = Path(__file__).parent.parent / "data" / "printed.toml"


@cache
def printed_rows(paytable: str) -> tuple[str, ...]:
    """The awards of the printed table that a paytable is a column of, from the top; none where no cell is empty."""
    tables = tomllib.loads(PRINTED.read_text(encoding="utf-8"))["table"]
    return next((tuple(table["rows"]) for table in tables if paytable in table["columns"]), ())


@cache
def empty_cells(table: Paytable) -> Otherwise | None:
    """A hand whose highest printed row has an empty cell holds nothing; None where no cell of the paytable is empty."""
    rows, pays = printed_rows(table.id), {row.award for row in table.rows}
    if pays >= set(rows):
        return None

    def read(cards: Cards, held: int, chosen: int) -> int:
        highest = next((award for award in rows if held & bit.BIT[award]), "")
        return held if highest in pays else 0

    return Otherwise(sum(bit.BIT[row.award] for row in table.rows), read)


def reading_of(ruling: str, reading: str, table: Paytable) -> Otherwise | None:
    """What a hand holds by a reading; None where the rows of a paytable do not depend on it."""
    if (ruling, reading) == EMPTY_CELLS:
        return empty_cells(table)
    found = READINGS.get((ruling, reading))
    held = sum(1 << AWARDS.index(row.award) for row in table.rows if row.award in AWARDS)
    return found if found is not None and held & found.about else None


@lru_cache(maxsize=8)
def _every(needed: int, chosen: int) -> list[tuple[Cards, int, int, Cards]]:
    """All deals of so many cards, once; of each card how many before it are the same."""
    return [
        (cards, orders, held, tuple(cards[:at].count(card) for at, card in enumerate(cards)))
        for cards, orders, held in dealt(needed, chosen)
    ]


@lru_cache(maxsize=256)
def _counted(found: Otherwise, needed: int, chosen: int) -> Mapping[tuple[int, Cards], int]:
    """The orders of all deals by what they hold by a reading and by their copies: every deck count is a sum of them."""
    orders_of: Counter[tuple[int, Cards]] = Counter()
    for cards, orders, held, copies in _every(needed, chosen):
        orders_of[found.read(cards, held, chosen), copies] += orders
    return orders_of


def read_otherwise(ask: Ask, ruling: str, reading: str) -> Odds | None:
    """The return of a wager by that reading; None where it does not depend on it, or it is not counted so."""
    if ask.wager == BUST_BONUS and (ruling, reading) == ("bust-suited", "first-two"):
        from houseway.games.super_pairs.count.bust_bonus import first_two_odds

        return first_two_odds(ask)
    if ask.wager == BLACKJACK and (ruling, reading) == ("blackjack-found-late", "original"):
        return _found_late(ask)
    return _by_deal(ask, ruling, reading) if ask.wager in BY_DEAL else None


def _found_late(ask: Ask) -> Odds | None:
    """A blackjack that is found late and takes the first wager alone, whatever was done: as if it were looked for.

    No decision changes what such a round loses, so that the best ones are those of the rounds without one.
    """
    from houseway.games.super_pairs.odds import odds

    if ask.settings.flag("peek"):
        return None
    return replace(odds(ask._replace(settings=ask.settings.but(peek=True))), settings=ask.settings)


def _by_deal(ask: Ask, ruling: str, reading: str) -> Odds | None:
    """A wager that the deal decides, hand by hand."""
    settings = ask.in_force()
    table, decks, chosen = settings.in_force(ask.wager), settings.integer("decks"), suit_of(ask.wager, settings)
    if (found := reading_of(ruling, reading, table)) is None:
        return None
    jackpot = ask.wager in JACKPOTS
    meter = (settings.integer(f"{ask.wager}-meter") if ask.meter is None else ask.meter) if jackpot else None
    stake = ask.stake or (settings.integer(settings.document.wager(ask.wager).least) if jackpot else 0)
    needed, size = cards_needed(table), len(DECK) * decks
    ends: dict[int, Terms] = {}
    ways: dict[Terms, int] = {}
    for (read, copies), orders in _counted(found, needed, chosen).items():
        terms = ends.get(read) or ends.setdefault(read, bonus_terms(table, read))
        drawn = orders * perm(size - len(copies), needed - len(copies))
        ways[terms] = ways.get(terms, 0) + drawn * prod(decks - before for before in copies)
    return Odds(
        game=settings.document.game,
        wager=ask.wager,
        settings=settings,
        outcomes=outcomes_of([(terms, count) for terms, count in ways.items() if count], meter, stake),
        paytable=table.id,
        decks=decks,
    )
