"""What the bonus wagers and jackpots are paid: the paytable in force, the row that a hand reaches, the payout.

`winning_row` is what the table pays by and what the analysis counts by.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from houseway.cards import SUITS, symbols
from houseway.document import Paytable, Row, beside
from houseway.games.super_pairs.bonuses import (
    BIT,
    BLACKJACK_OF_SUIT,
    NO_BLACKJACK,
    awards_held,
    decks_allowed,
    row_pays,
    to_one,
    with_dealer_held,
)
from houseway.games.super_pairs.jackpots import (
    JACKPOTS,
    Claim,
    Customs,
    Prizes,
    fixed_prize,
    house_prizes,
    progressive_prizes,
)
from houseway.money import dollars
from houseway.round.ruling import Payout, Seat
from houseway.document.settings import Settings

DOCUMENT = beside(__file__)

FELT = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3")
"""The wagers on the felt that the deal decides; the Bust Bonus waits for the dealer's hand."""

SENSORS = 2
"""How many jackpots a layout has at most, each with a sensor of its own."""

LOSE = "lose"


class Line(NamedTuple):
    """A row that pays, its bit, and the bits of the paying rows above it."""

    row: Row
    bit: int
    above: int


def suit_of(settings: Settings) -> int:
    """The chosen suit as a number."""
    return SUITS.index(settings.text("suit")[0])


def allows(paytable: Paytable, decks: int) -> bool:
    """Whether a paytable may be used with this number of decks."""
    return paytable.decks is None or decks_allowed(decks, *paytable.decks)


def paytables_of(wager: str) -> tuple[Paytable, ...]:
    """The paytables of a wager as the document prints them."""
    return tuple(paytable for paytable in DOCUMENT.paytables if paytable.wager == wager)


def paytable_of(wager: str, settings: Settings) -> Paytable | None:
    """The paytable in force: the one that is set, or the first printed one that allows the number of decks."""
    wanted = settings.text(f"{wager}-paytable")
    if wanted != "standard":
        return DOCUMENT.paytable(wanted)
    decks = settings.integer("decks")
    return next((each for each in paytables_of(wager) if allows(each, decks)), None)


@cache
def lines(paytable: Paytable) -> tuple[Line, ...]:
    """The rows that pay; a row that loses is no award (ruling empty-cells)."""
    found: list[Line] = []
    above = 0
    for row in paytable.rows:
        if row.pay.kind != LOSE:
            found.append(Line(row, BIT[row.award], above))
            above |= BIT[row.award]
    return tuple(found)


def winning_row(paytable: Paytable, held: int) -> Row | None:
    """The row that pays a hand which holds these awards; None if it loses."""
    for line in lines(paytable):
        if row_pays(held, line.bit, line.above):
            return line.row
    return None


def waits(wager: str, first_two: tuple[int, int], settings: Settings) -> bool:
    """Whether this wager cannot be settled before the dealer's hole card is known."""
    paytable = paytable_of(wager, settings)
    reach = with_dealer_held(*first_two, BLACKJACK_OF_SUIT) & ~with_dealer_held(*first_two, NO_BLACKJACK)
    return paytable is not None and any(line.bit & reach for line in lines(paytable))


def meters_of(settings: Settings) -> dict[str, int]:
    """The amount that each jackpot of the table displays when the cards are dealt, by wager."""
    return {wager: settings.integer(f"{wager}-meter") for wager in JACKPOTS if settings.flag(f"offer-{wager}")}


def customs_of(wager: str, settings: Settings) -> Customs:
    """How the operator pays several winners from this jackpot's meter."""
    return Customs(
        seed=settings.integer(f"{wager}-seed"),
        last_seat_first=settings.text("jackpot-order") == "last-seat-first",
        shared=settings.text("jackpot-sharing") == "shared",
        reseed_at_once=settings.text("jackpot-reseed") == "at-once",
    )


class Dealt(NamedTuple):
    """A seat and its first two cards."""

    seat: Seat
    first_two: tuple[int, int]


def prizes(claims: Iterable[Claim], wager: str, meter: int, settings: Settings) -> Prizes:
    """What each winner of a percentage takes, and what the meter shows then."""
    if settings.text("jackpot-kind") == "house":
        return house_prizes(claims, meter)
    return progressive_prizes(claims, meter, customs_of(wager, settings))


def claims_on(wager: str, dealt: Iterable[Dealt], up: int, hole: int, settings: Settings) -> Iterator[Claim]:
    """The seats that win a percentage of this jackpot."""
    paytable = paytable_of(wager, settings)
    for seat, first_two in dealt:
        if paytable is not None and wager in seat.wagers:
            row = winning_row(paytable, awards_held(*first_two, up, hole, suit_of(settings)))
            if row is not None and row.pay.kind == "percent":
                yield Claim(seat.number, int(100 * row.pay.amount))


def round_payouts(
    dealt: Iterable[Dealt], up: int, hole: int, settings: Settings, meters: Mapping[str, int]
) -> Iterator[Payout]:
    """What becomes of the bonus and jackpot wagers of all seats of a round, the Bust Bonus apart, seat by seat.

    Winners of percentages of one meter are paid in the operator's order.
    """
    dealt = tuple(dealt)
    taken = {
        (seat, wager): prize
        for wager in JACKPOTS
        for seat, prize in prizes(
            claims_on(wager, dealt, up, hole, settings), wager, meters.get(wager, 0), settings
        ).taken
    }
    for seat, first_two in dealt:
        held = awards_held(*first_two, up, hole, suit_of(settings))
        for wager, stake in seat.wagers.items():
            paytable = paytable_of(wager, settings) if wager in (*FELT, *JACKPOTS) else None
            if paytable is not None:
                row = winning_row(paytable, held)
                shown = _shown(first_two, up, hole, row)
                prize = taken.get((seat.number, wager), 0)
                yield payout(Bet(seat.number, wager, stake), paytable, row, prize, shown)


def bonus_payouts(
    seat: Seat, first_two: tuple[int, int], up: int, hole: int, settings: Settings, meters: Mapping[str, int]
) -> Iterator[Payout]:
    """The same for one seat alone, with the meters as it finds them."""
    return round_payouts((Dealt(seat, first_two),), up, hole, settings, meters)


class Bet(NamedTuple):
    """One wager of a seat."""

    seat: int
    wager: str
    stake: int


def payout(bet: Bet, paytable: Paytable, row: Row | None, prize: int, shown: str) -> Payout:
    """One wager's payout by its row; `prize` is what it takes from a meter."""
    seat, wager, stake = bet
    clause = paytable.clause
    if row is None:
        why = f"{shown}: no award of {paytable.id}, the wager is lost"
        return Payout(seat, wager, stake, 0, LOSE, clause, why)
    pay = row.pay
    if pay.kind == "percent":
        says = f"{pay} of the jackpot, {dollars(prize)}; the wager is not returned"
        return Payout(seat, wager, stake, prize, row.award, clause, f"{shown}: {row.label} takes {says}")
    amount = int(pay.amount)
    if paytable.basis == "for 1":
        prize = fixed_prize(amount, stake)
        says = f"{pay} for $1, {dollars(prize)}; the wager is not returned"
        return Payout(seat, wager, stake, prize, row.award, clause, f"{shown}: {row.label} pays {says}")
    return Payout(seat, wager, stake, to_one(stake, amount), row.award, clause, f"{shown}: {row.label} pays {pay} to 1")


def _shown(first_two: tuple[int, int], up: int, hole: int, row: Row | None) -> str:
    """The cards that decided it."""
    if row is not None and "blackjack" in row.award:
        return f"{symbols(first_two)} with the dealer's {symbols((up, hole))}"
    return f"{symbols(first_two)} with {symbols((up,))} up"
