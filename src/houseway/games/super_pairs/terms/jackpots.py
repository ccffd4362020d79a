"""What the winners of one round take from a jackpot, what its meter is seeded with anew, and how it grows.

All amounts are cents. Only percentages are taken from what is displayed; the other prizes are the house's.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.document.settings import Settings
from houseway.games.super_pairs.rules.configuration import jackpots_offered
from houseway.games.super_pairs.rules.jackpots import (
    HOUSE,
    JACKPOTS,
    PROGRESSIVE,
    accrual,
    house_prize,
    left_on_meter,
    share_of_meter,
)
from houseway.round.ruling import Payout
from houseway.round.terms import Drawn
from houseway.rule import enforces

WHOLE = Fraction(1)


class Claim(NamedTuple):
    """A seat that has won a share of a jackpot."""

    seat: int
    share: Fraction


class Customs(NamedTuple):
    """How the operator pays several winners of one round from one progressive meter (ruling several-winners)."""

    seed: int
    last_seat_first: bool = True
    shared: bool = False
    reseed_at_once: bool = True


def customs_of(wager: str, settings: Settings) -> Customs:
    """How the operator pays several winners from this jackpot's meter."""
    return Customs(
        seed=settings.integer(f"{wager}-seed"),
        last_seat_first=settings.text("jackpot-order") == "last-seat-first",
        shared=settings.text("jackpot-sharing") == "shared",
        reseed_at_once=settings.text("jackpot-reseed") == "at-once",
    )


def kind_of(settings: Settings) -> int:
    """Of which kind all jackpots of a table are."""
    return HOUSE if settings.text("jackpot-kind") == "house" else PROGRESSIVE


def meters_of(settings: Settings) -> dict[str, int]:
    """The amount that each jackpot of the table displays when the cards are dealt, by wager."""
    return {wager: settings.integer(f"{wager}-meter") for wager in jackpots_offered(settings)}


@enforces("house-jackpot")
def house_jackpots(settings: Settings) -> dict[str, int]:
    """The prizes that the house displays and pays, which no wager feeds."""
    return meters_of(settings) if kind_of(settings) == HOUSE else {}


def drawn_by_seat(
    wager: str, claims: Iterable[Claim], settings: Settings, before: Iterable[Payout] = ()
) -> dict[int, Drawn]:
    """What each winner of a share takes from this jackpot, in the order of payment, after what was paid `before`."""
    gone = sum(payout.metered - payout.seeded for payout in before if payout.wager == wager)
    displayed = meters_of(settings).get(wager, 0) - gone
    if kind_of(settings) == HOUSE:
        return house_prizes(claims, displayed)
    return progressive_prizes(claims, displayed, customs_of(wager, settings))


def house_prizes(claims: Iterable[Claim], displayed: int) -> dict[int, Drawn]:
    """Every winner in full, from the house; the display stays."""
    return {
        seat: Drawn(house_prize(displayed, share.numerator, share.denominator), by_house=True) for seat, share in claims
    }


def progressive_prizes(claims: Iterable[Claim], meter: int, customs: Customs) -> dict[int, Drawn]:
    """The winners of one round in their order, each from what is then on the meter, or all sharing what was on it."""
    order = sorted(claims, key=lambda claim: claim.seat, reverse=customs.last_seat_first)
    return _shared(order, meter, customs) if customs.shared else _in_turn(order, meter, customs)


@enforces("E.6", "F.4", "G.5")
def _in_turn(order: list[Claim], meter: int, customs: Customs) -> dict[int, Drawn]:
    """Each its share of what is then on the meter, which is seeded anew at once where somebody has won it whole.

    Where it is not, nobody comes to an empty meter: who wins it whole divides it with those who are paid after.
    """
    found: dict[int, Drawn] = {}
    for at, (seat, share) in enumerate(order):
        whole = share == WHOLE
        if whole and not (customs.reseed_at_once and customs.seed):
            return found | _shared(order[at:], meter, customs)
        prize = Drawn(share_of_meter(meter, share.numerator, share.denominator), customs.seed if whole else 0)
        found[seat] = prize
        meter = left_on_meter(meter, prize.taken) + prize.seeded
    return found


def _shared(order: list[Claim], meter: int, customs: Customs) -> dict[int, Drawn]:
    """Each share of the amount displayed; where they exceed it together, in their proportion. The last one seeds it."""
    every = sum((claim.share for claim in order), Fraction(0))
    among = len(order) if every > WHOLE else 1
    found = {}
    for seat, share in order:
        part = share / max(WHOLE, every)
        found[seat] = Drawn(share_of_meter(meter, part.numerator, part.denominator), among=among)
    if every >= WHOLE:
        last = order[-1].seat
        found[last] = found[last]._replace(seeded=customs.seed)
    return found


# ------------------------------------------------------------------------------------------------ how a meter grows


@enforces("progressive-jackpot", "jackpot-controls")
def seeds(settings: Settings) -> Mapping[str, int]:
    """The wagers that feed a progressive meter at this table, each with what its meter starts from."""
    if kind_of(settings) == HOUSE:
        return {}
    return {wager: settings.integer(f"{wager}-seed") for wager in meters_of(settings)}


def added(wager: str, stake: int, settings: Settings) -> Fraction:
    """The cents, broken ones too, that a wager adds to its meter."""
    if wager not in JACKPOTS:
        return Fraction(0)
    rate = settings.fraction(f"{wager}-increment")
    return Fraction(accrual(stake, rate.numerator, kind_of(settings)), rate.denominator)
