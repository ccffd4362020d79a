"""The one door of a jackpot's account: what it lets through, to the cent, and the sentence for what it does not."""

from fractions import Fraction

import pytest

from houseway.room.jackpots.account import LAWFUL, Account, Unlawful, changed

SEED = 500_00


def account(**amounts: float | str) -> Account:
    return Account(**{name: Fraction(amount) for name, amount in amounts.items()})


START = account(displayed=500_15, reserve=40, pending=30, paid=20, seed=500_00, contributed=105)


def test_broken_cents_of_display_and_reserve_are_carried() -> None:
    assert account(displayed="100/3", reserve="7/2").carried == Fraction(1, 3) + Fraction(1, 2)
    assert (START.off, START.carried) == (0, 0)


@pytest.mark.parametrize(
    "what, by, says",
    [
        ("petty cash", account(), f"a jackpot does not change for 'petty cash': only for {', '.join(LAWFUL)}"),
        ("paid", account(receipts=1, pending=-1), "paid: receipts never rises for that (WAC 230-15-695)"),
        ("paid", account(receipts=-1), "paid: receipts never falls for that (WAC 230-15-695)"),
        ("contribution", account(displayed=-1), "contribution: displayed never falls for that (WAC 230-15-695)"),
        ("contribution", account(displayed="-1/2"), "contribution: displayed never falls for that (WAC 230-15-695)"),
        ("not displayed", account(reserve="1/2"), "not displayed: reserve never rises for that (WAC 230-15-695)"),
        ("not displayed", account(reserve=1), "not displayed: reserve never rises for that (WAC 230-15-695)"),
        (
            "void",
            account(seed=-5, displayed=-5),
            "void: the house takes back a seed only with the award that it was given for",
        ),
        (
            "correction",
            account(seed=-5, displayed=-5),
            "correction: the house takes back a seed only with the award that it was given for",
        ),
        (
            "contribution",
            account(contributed=2, displayed=1),
            "contribution: off by 1 of a cent: what comes in and where it is are not the same",
        ),
        ("paid", account(pending=-31, paid=31), "paid: pending cannot fall below nothing"),
        ("not displayed", account(reserve=-41, receipts=41), "not displayed: reserve cannot fall below nothing"),
        ("void", account(contributed=-106, reserve=-40, displayed=-15, pending=-30, paid=-21), "void: paid cannot"),
        (
            "seed recovered",
            account(displayed=-16, recovered=16),
            "seed recovered: the display does not fall below $500.00 for that: its seed is $500.00",
        ),
    ],
)
def test_what_is_not_lawful_is_refused_in_its_words(what: str, by: Account, says: str) -> None:
    with pytest.raises(Unlawful) as refused:
        changed(START, what, by, SEED)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    "what, by",
    [
        ("paid", account(pending=-30, paid=30)),
        ("not displayed", account(reserve=-40, receipts=40)),
        ("seed recovered", account(displayed=-15, recovered=15)),
        ("void", account(seed=-5, pending=-5)),
        ("correction", account(seed=-5, paid=-5)),
        ("void", account(contributed=-55, displayed=-15, reserve=-40)),
        ("won", account(displayed=-500_15, pending=500_15)),
        ("contribution", account(contributed="1/2", displayed="1/2")),
        ("seed recovered", account(displayed="-1/2", recovered="1/2")),
    ],
)
def test_what_is_lawful_goes_to_the_very_bound(what: str, by: Account) -> None:
    after = changed(START, what, by, SEED)
    assert after == START.plus(by)
    assert after.off == 0


def test_a_display_below_its_seed_does_not_fall_and_no_more_is_recovered_than_was_put_in() -> None:
    low = account(displayed=300_00, seed=300_00)
    with pytest.raises(Unlawful) as refused:
        changed(low, "malfunction", account(displayed=-1, malfunction=1), SEED)
    assert str(refused.value) == "malfunction: the display does not fall below $300.00 for that: its seed is $500.00"
    fed = account(displayed=900_00, seed=500_00, contributed=400_00)
    whole = changed(fed, "seed recovered", account(displayed=-400_00, recovered=400_00), SEED)
    rich = account(displayed=900_00, reserve=200_00, seed=500_00, contributed=600_00)
    all_of_it = changed(rich, "seed recovered", account(displayed=-400_00, reserve=-100_00, recovered=500_00), SEED)
    assert (whole.recovered, all_of_it.recovered) == (400_00, 500_00)
    with pytest.raises(Unlawful) as refused:
        changed(all_of_it, "seed recovered", account(reserve=-1, recovered=1), SEED)
    assert str(refused.value) == "seed recovered: the house recovers no more than the $500.00 that it has put in"
