"""The bonus wagers of a seat together, from one census; and what cards that are gone change for each of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from houseway.cards import DECK, symbol
from houseway.document.settings import Settings
from houseway.errors import IllegalSetting, UnknownName
from houseway.games.super_pairs.count.census import cards_needed, census
from houseway.games.super_pairs.rules.blackjack import insurance_offered, value
from houseway.games.super_pairs.rules.bonuses import (
    BLACKJACK_OF_SUIT,
    FELT,
    NO_BLACKJACK,
    awards_held,
    first_two_held,
    three_cards_held,
    with_dealer_held,
)
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.terms.blackjack import BLACKJACK, INSURANCE, insurance_terms
from houseway.games.super_pairs.terms.bonuses import bonus_terms, suit_of
from houseway.lab.deals import Deals
from houseway.lab.result import Ask
from houseway.round.terms import Terms

BY_DEAL = (*FELT, *JACKPOTS)


def together(
    wagers: Sequence[str], settings: Settings, progress: Callable[[float], None] | None = None
) -> Iterator[tuple[tuple[Terms, ...], int]]:
    """How wagers of a seat end together: bonuses, over all deals of four cards; with blackjack, over all its rounds."""
    bonuses = [wager for wager in wagers if wager != BLACKJACK]
    others = [wager for wager in bonuses if wager not in BY_DEAL]
    if others:
        known = ", ".join((BLACKJACK, *BY_DEAL))
        raise UnknownName(f"{others[0]} is decided by how hands are played out: together are counted {known}")
    suits = {suit_of(wager, settings) for wager in bonuses}
    if len(suits) > 1:
        raise IllegalSetting("together are counted wagers of one suit: set the same suit for each of them")
    suit = suits.pop() if suits else 0
    if BLACKJACK in wagers:
        from houseway.games.super_pairs.count.seat import with_blackjack

        at = list(wagers).index(BLACKJACK)
        for main, ends, ways in with_blackjack(bonuses, settings, suit, progress):
            yield (*ends[:at], main, *ends[at:]), ways
        return
    tables, decks = [settings.in_force(wager) for wager in wagers], settings.integer("decks")
    found: dict[tuple[Terms, ...], int] = {}
    for held, shapes in census(suit).items():
        ends = tuple(bonus_terms(table, held) for table in tables)
        found[ends] = found.get(ends, 0) + sum(count * shape.ways(decks) for shape, count in shapes.items())
    yield from ((ends, ways) for ends, ways in found.items() if ways)


def deals(ask: Ask) -> Deals:
    """Every deal that decides a bonus wager, or insurance once an ace is up."""
    settings = ask.in_force()
    decks = settings.integer("decks")
    if ask.wager == INSURANCE:
        return _insurance(settings, decks)
    if ask.wager not in BY_DEAL:
        raise UnknownName(f"{ask.wager} is decided by how hands are played out: no fixed number of cards decides it")
    table = settings.in_force(ask.wager)
    jackpot = ask.wager in JACKPOTS
    stake = ask.stake or (settings.integer(settings.document.wager(ask.wager).least) if jackpot else 0)
    meter = (settings.integer(f"{ask.wager}-meter") if ask.meter is None else ask.meter) if jackpot else None
    ends: dict[tuple[int, ...], Counter[str]] = {}
    known: dict[int, Terms] = {}
    for cards, orders, held in dealt(cards_needed(table), suit_of(ask.wager, settings)):
        if held not in known:
            known[held] = bonus_terms(table, held)
        ends.setdefault(tuple(sorted(cards)), Counter())[known[held].award] += orders
    wins = {each.award: each.worth(meter, stake) for each in known.values()}
    return Deals(tuple(symbol(card) for card in DECK), (decks,) * len(DECK), ends, wins)


def dealt(needed: int, chosen: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Cards that decide a paytable which needs so many, in how many orders they come, and the awards that they hold."""
    for first, second in combinations_with_replacement(DECK, 2):
        orders = 1 if first == second else 2
        two = first_two_held(first, second, chosen)
        none, all_ = (with_dealer_held(first, second, kind) for kind in (NO_BLACKJACK, BLACKJACK_OF_SUIT))
        for up in DECK if needed > 2 else ():
            held = two | none | three_cards_held(first, second, up, chosen)
            if needed == 3 or none == all_:
                yield (first, second, up), orders, held
                continue
            for hole in DECK:
                yield (first, second, up, hole), orders, awards_held(first, second, up, hole, chosen)
        if needed == 2:
            yield (first, second), orders, two


def _insurance(settings: Settings, decks: int) -> Deals:
    """The hole card under an ace: ten or not; the ace itself is seen. Even money is insurance of a blackjack."""
    tens = sum(value(card) == 10 for card in DECK) * decks
    kinds = ("ten-valued", "other")
    insured, other = (insurance_terms(blackjack, settings) for blackjack in (True, False))
    wins = {each.award: each.worth() for each in (insured, other)}
    ends: dict[tuple[int, ...], dict[str, int]] = {(0,): {insured.award: 1}, (1,): {other.award: 1}}
    offered = Fraction(sum(insurance_offered(value(card)) for card in DECK), len(DECK))
    return Deals(kinds, (tens, 52 * decks - tens - 1), ends, wins, seen=1, offered=offered)
