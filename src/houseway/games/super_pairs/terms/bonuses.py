"""How the bonus wagers and jackpots end that the deal decides: the row that a hand reaches, and its payout.

`bonus_terms` is what the table pays by and what the census counts by.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from houseway.cards import SUITS, symbols
from houseway.document.paytables import Paytable, Row
from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.blackjack import dealer_looks, value
from houseway.games.super_pairs.rules.bonuses import (
    BIT,
    BLACKJACK_OF_SUIT,
    FELT,
    NO_BLACKJACK,
    awards_beside,
    awards_held,
    row_pays,
)
from houseway.games.super_pairs.rules.jackpots import JACKPOTS
from houseway.games.super_pairs.terms.jackpots import Claim, drawn_by_seat
from houseway.round.ruling import Bet, Payout, Seat
from houseway.round.terms import Drawn, Ended, Terms, row_terms
from houseway.rule import enforces


class Line(NamedTuple):
    """A row that pays, its bit, and the bits of the paying rows above it."""

    row: Row
    bit: int
    above: int


def suit_setting(wager: str, settings: Settings) -> str:
    """The setting that names the suit of a wager's suit-specific awards; older documents have one for all."""
    own = f"{wager}-suit"
    return own if own in settings else "suit"


def suit_of(wager: str, settings: Settings) -> int:
    """The suit that is chosen for a wager, as a number."""
    return SUITS.index(settings.text(suit_setting(wager, settings))[0])


@cache
def lines(paytable: Paytable) -> tuple[Line, ...]:
    """The rows that pay; a row that loses is no award (ruling empty-cells)."""
    found: list[Line] = []
    above = 0
    for row in paytable.rows:
        if row.pay.kind != "lose":
            found.append(Line(row, BIT[row.award], above))
            above |= BIT[row.award]
    return tuple(found)


def winning_row(paytable: Paytable, held: int) -> Row | None:
    """The row that pays a hand which holds these awards; None if it loses."""
    for line in lines(paytable):
        if row_pays(held, line.bit, line.above):
            return line.row
    return None


@enforces("A.1", "B.1", "C.1", "E.1", "E.7", "E.8", "F.1", "F.5", "F.6", "G.1", "G.6", "G.7")
def bonus_terms(paytable: Paytable, held: int) -> Terms:
    """On what terms a wager ends with these awards: to 1 on the felt, for 1 and by the wager's size at a jackpot."""
    return row_terms(paytable, winning_row(paytable, held))


def every_terms(paytable: Paytable) -> tuple[Terms, ...]:
    """All terms on which a wager can end, in the order of the rows; that it is lost comes last."""
    return tuple(row_terms(paytable, row) for row in (*(line.row for line in lines(paytable)), None))


class Dealt(NamedTuple):
    """A seat and its first two cards."""

    seat: Seat
    first_two: tuple[int, int]


def ended(
    dealt: Iterable[Dealt], up: int, hole: int | None, settings: Settings, before: Sequence[Payout] = ()
) -> Iterator[Ended]:
    """The bonus and jackpot wagers of all seats that the cards decide, the Bust Bonus apart, seat by seat.

    While nobody knows the hole card it is None, and the wagers that it may still change are left out; so are those that
    were paid `before` in the round.
    """
    paid = {(payout.seat, payout.wager) for payout in before}
    for seat, first_two in dealt:
        for wager, stake in seat.wagers.items():
            if wager in (*FELT, *JACKPOTS) and (seat.number, wager) not in paid:
                holdings = possible_holdings(first_two, up, hole, suit_of(wager, settings))
                ways = {bonus_terms(settings.in_force(wager), held) for held in holdings}
                if len(ways) == 1:
                    (terms,) = ways
                    yield Ended(Bet(seat.number, wager, stake), terms, _why(terms, first_two, up, hole))


@enforces("3", "lucky-ladies", "jackpot-lucky-ladies")
def possible_holdings(first_two: tuple[int, int], up: int, hole: int | None, chosen: int) -> tuple[int, ...]:
    """The awards that a hand holds, for each blackjack that the dealer may have as far as is known."""
    if hole is not None:
        return (awards_held(*first_two, up, hole, chosen),)
    most = BLACKJACK_OF_SUIT if dealer_looks(value(up)) else NO_BLACKJACK
    return tuple(awards_beside(*first_two, up, dealer, chosen) for dealer in range(NO_BLACKJACK, most + 1))


def round_payouts(ends: Iterable[Ended], settings: Settings, before: Sequence[Payout] = ()) -> Iterator[Payout]:
    """What becomes of these wagers; winners of shares of one meter are paid from it in the operator's order.

    What was paid `before` in the round is no longer on the meters.
    """
    every = tuple(ends)
    drawn = {wager: drawn_by_seat(wager, claims_on(wager, every), settings, before) for wager in JACKPOTS}
    for bet, terms, why in every:
        yield terms.payout(bet, why, drawn=drawn.get(bet.wager, {}).get(bet.seat, Drawn()))


def claims_on(wager: str, every: Iterable[Ended]) -> Iterator[Claim]:
    """The seats that win a share of this jackpot."""
    for bet, terms, _ in every:
        if bet.wager == wager and terms.share:
            yield Claim(bet.seat, terms.share)


def _why(terms: Terms, first_two: tuple[int, int], up: int, hole: int | None) -> str:
    """The cards that decided it, and the row."""
    dealer = f"{symbols((up,))} up"
    if hole is not None and "blackjack" in terms.award:
        dealer = f"the dealer's {symbols((up, hole))}"
    row = f"no award of {terms.paytable}" if terms.award == "lose" else terms.label
    return f"{symbols(first_two)} with {dealer}: {row}"
