"""Irregularities as operators write them: what follows from each call, with cards and money conserved."""

from houseway.games import game
from houseway.round import CHANCE, Choose, Deal, Driver, Entry, Irregularity, Payout, Reconciled, Seat, Setup, replay

PAN = game("super-pan-9")


def of_two(**settings):
    wagers = {"main": 10_00, "tie": 2_00}
    return Setup(PAN.document.configure({"tie-bet": True} | settings), (Seat(1, wagers), Seat(2, wagers)))


def with_bonus(setup):
    """A bonus that is paid as soon as the cards are dealt, and a wager that is won later."""
    for seat in setup.numbers:
        yield Deal(seat)
    yield Reconciled(tuple(Payout(seat, "tie", 2_00, 22_00, "tie", "9", "a bonus") for seat in setup.numbers))
    for seat in setup.numbers:
        yield Choose(seat, ("hold",), "hold", "6")
    return tuple(Payout(seat, "main", 10_00, 20_00, "win", "4", "won") for seat in setup.numbers)


def money(ruling):
    return {(payout.seat, payout.wager): (payout.stake, payout.returned) for payout in ruling}


BONUSES = {(1, "tie"): (2_00, 22_00), (2, "tie"): (2_00, 22_00)}
DEALT = [Entry(CHANCE, 1), Entry(CHANCE, 2)]


def test_what_is_reconciled_in_mid_round_stands_in_the_ruling_seat_by_seat():
    standing = replay(with_bonus, of_two(), [*DEALT, Entry(1, "hold"), Entry(2, "hold")])
    assert [(each.seat, each.wager) for each in standing.ruling] == [(1, "tie"), (1, "main"), (2, "tie"), (2, "main")]
    assert money(standing.ruling) == BONUSES | {(1, "main"): (10_00, 20_00), (2, "main"): (10_00, 20_00)}


def test_a_call_that_follows_does_not_undo_what_is_reconciled():
    for_round = replay(with_bonus, of_two(), [*DEALT, Entry(CHANCE, Irregularity("misdeal"))])
    assert money(for_round.ruling) == BONUSES | {(1, "main"): (10_00, 10_00), (2, "main"): (10_00, 10_00)}
    calls = [Entry(CHANCE, Irregularity("wrong-number-of-cards", 1)), Entry(2, "hold")]
    for_hand = replay(with_bonus, of_two(), [*DEALT, *calls])
    assert money(for_hand.ruling) == BONUSES | {(1, "main"): (10_00, 10_00), (2, "main"): (10_00, 20_00)}


def test_a_hand_that_is_void_before_has_nothing_to_reconcile():
    entries = [DEALT[0], Entry(CHANCE, Irregularity("wrong-number-of-cards", 1)), DEALT[1], Entry(2, "hold")]
    driver = Driver(with_bonus, of_two())
    for entry in entries:
        driver.enter(entry)
    assert money(driver.standing.ruling)[1, "tie"] == (2_00, 2_00)
    assert next(each for each, _ in driver.standing.events if isinstance(each, Reconciled)).payouts[0].seat == 2
