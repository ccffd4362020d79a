"""What a jackpot is made of, each by itself and to the cent: changes, plans, what links tables, funds, events."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from houseway.document.variants import with_paytable
from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.room.jackpots import changes, event, funds, plan
from houseway.room.jackpots.account import Account, Unlawful
from houseway.room.jackpots.act import reason_in
from houseway.room.jackpots.changes import Part
from houseway.room.jackpots.event import Event
from houseway.room.jackpots.funds import Funds, Prize
from houseway.room.jackpots.plan import Plan

JACKPOT, LADIES = "super-pairs-jackpot", "lucky-ladies-jackpot"
PAIRS = find_game("super-pairs")
PLAN = Plan(seed=500_00, increment=Fraction(1, 5), reserve=Fraction(1, 20), maximum=500_50)


def account(**amounts: float | str) -> Account:
    return Account(**{name: Fraction(amount) for name, amount in amounts.items()})


def configured(**more: str) -> Any:
    return PAIRS.configure(
        {f"offer-{JACKPOT}": "yes", "decks": "6"} | {k.replace("_", "-"): v for k, v in more.items()}
    )


# ---------------------------------------------------------------------------------------------------- changes


def test_wagers_fill_the_display_to_its_maximum_seat_by_seat_and_the_rest_is_kept() -> None:
    found = changes.contributions(account(displayed=500_25), PLAN, {3: 100, 1: 100})
    assert found == {1: Part(100, Fraction(20), Fraction(5)), 3: Part(100, Fraction(5), Fraction(20))}
    assert list(found) == [1, 3], "in the order of the seats"
    assert changes.total(found) == account(displayed=25, reserve=25, contributed=50)
    beyond = changes.contributions(account(displayed=501_00), PLAN, {1: 100})
    assert beyond == {1: Part(100, Fraction(0), Fraction(25))}, "a display above its maximum does not fall for a wager"
    unbounded = changes.contributions(account(displayed=900_00), PLAN._replace(maximum=0), {1: 100, 2: 300})
    assert changes.total(unbounded) == account(displayed=80, reserve=20, contributed=100)


def test_an_award_is_seeded_from_the_reserve_first_in_whole_cents() -> None:
    before = account(displayed=500_20, reserve="301/2")
    won = changes.won(before, PLAN, 500_20, 500_00)
    assert won == account(displayed=-20, pending=500_20, reserve=-150, seed=498_50)
    rich = changes.won(account(displayed=500_20, reserve=600_00), PLAN, 500_20, 500_00)
    assert (rich.reserve, rich.seed) == (-500_00, 0)
    assert changes.won(before, PLAN, 125_05, 0) == account(displayed=-125_05, pending=125_05)
    house = Plan("house", practice=False)
    assert changes.won(Account(), house, 2500_00, 0) == account(pending=2500_00, seed=2500_00)
    assert (won.off, rich.off) == (0, 0)


def test_what_is_undone_is_made_good_by_the_house_no_further_than_to_the_seed() -> None:
    fed = account(displayed=20, reserve=5, contributed=25)
    assert changes.undone(account(displayed=500_20, reserve=5), PLAN, fed) == fed.minus()
    since = changes.undone(account(displayed=500_00), PLAN, fed)
    assert since == account(displayed=0, reserve=0, contributed=-25, seed=25)
    below = changes.undone(account(displayed=400_00, reserve=5), PLAN, fed)
    assert below.displayed == 0, "one that shows less than its seed falls no further"
    award = account(displayed=-500_40, pending=500_40)
    back = changes.undone(account(displayed=500_10, pending=500_40), PLAN, award)
    assert back == account(displayed=40, reserve=500_00, pending=-500_40), "beyond the maximum it goes to the reserve"
    open_ = changes.undone(account(displayed=500_10, pending=500_40), PLAN._replace(maximum=0), award)
    assert open_ == award.minus()
    above = account(displayed=501_00, reserve=5)
    assert changes.undone(above, PLAN, fed) == fed.minus(), "one above its maximum gives back what it got, and no more"
    cent = changes.within(account(displayed=500_50), PLAN, account(displayed="1/2", paid="-1/2"))
    assert cent == account(reserve="1/2", paid="-1/2"), "half a cent beyond the maximum is kept too"
    kept = account(reserve=5, contributed=5)
    assert changes.within(above, PLAN, kept) == kept, "nor does what is not displayed take it down"
    for each in (since, below, back, open_):
        assert each.off == 0


def test_a_missed_award_is_paid_at_once_and_a_wrong_one_goes_back_with_its_seed() -> None:
    before = account(displayed=500_30, reserve=2_00, paid=500_00, seed=500_00)
    whole = changes.owed(before, PLAN, 500_30, whole=True)
    assert whole == account(displayed=-30, paid=500_30, reserve=-2_00, seed=498_00)
    part = changes.owed(before, PLAN, 10, whole=False)
    assert part == account(displayed=-10, paid=10)
    short = changes.owed(before, PLAN, 1_30, whole=False)
    assert short == account(displayed=-30, paid=1_30, seed=1_00), "the house makes good what would go below the seed"
    given = changes.given_back(before, PLAN, 400_00, 400_00)
    assert given == account(paid=-400_00, seed=-400_00)
    more = changes.given_back(before, PLAN, 30, 0)
    assert more == account(displayed=20, reserve=10, paid=-30)
    for each in (whole, part, short, given, more):
        assert each.off == 0


def test_each_reduction_takes_from_its_own_place() -> None:
    assert changes.recovered(Account(), 7, displayed=True) == account(displayed=-7, recovered=7)
    assert changes.recovered(Account(), 7, displayed=False) == account(reserve=-7, recovered=7)
    assert changes.booked(7) == account(reserve=-7, receipts=7)
    assert changes.mended(7) == account(displayed=-7, malfunction=7)
    assert changes.mended(-7) == account(displayed=7, seed=7)
    left = changes.left_over(account(displayed="1001/2", reserve="1/3", seed=500))
    assert left == account(displayed="-1001/2", reserve="-1/3", moved="3005/6")
    with pytest.raises(Unlawful, match=r"^an award waits to be paid: pay it, or void its round, first$"):
        changes.left_over(account(displayed=5, pending="1/2"))


# ---------------------------------------------------------------------------------------------------- plans


GROWS = "p: a progressive that cannot grow is not one: set its increment above 0%"
FIXED = "p: a house jackpot never grows: leave out seed, increment, reserve and maximum"
HOUSE = {"kind": "house", "seed": 0, "increment": Fraction(0), "reserve": Fraction(0), "maximum": 0}
FULL = "p: its maximum of $500.00 leaves it nothing to grow above its seed of $500.00"


@pytest.mark.parametrize(
    "more, says",
    [
        ({}, []),
        ({"maximum": 500_01}, []),
        ({"maximum": 500_00}, [FULL]),
        ({"increment": Fraction(0), "reserve": Fraction(1)}, [GROWS]),
        ({"increment": Fraction(19, 20)}, []),
        ({"increment": Fraction(20, 20)}, ["p: increment and reserve together are more than the wager"]),
        (HOUSE, []),
        (HOUSE | {"seed": 1}, [FIXED]),
        (HOUSE | {"increment": Fraction(1, 9)}, [FIXED]),
        (HOUSE | {"reserve": Fraction(1, 9)}, [FIXED]),
        (HOUSE | {"maximum": 1}, [FIXED]),
    ],
)
def test_what_is_wrong_with_a_plan_is_told(more: dict[str, Any], says: list[str]) -> None:
    given = PLAN._replace(**more)
    assert given.faults("p") == says
    assert Plan.read(given.json()) == given
    assert isinstance(given.json()["increment"], str)


def test_a_practice_meter_runs_by_the_settings_of_its_table() -> None:
    settings = configured(**{f"{JACKPOT}-seed": "750.00", f"{JACKPOT}-increment": "7.5%"})
    found = plan.practice_plan(PAIRS, settings, JACKPOT)
    assert (found.kind, found.seed, found.increment, found.practice) == ("progressive", 750_00, Fraction(3, 40), True)


def test_tables_are_linked_by_all_that_the_wager_and_its_odds_rest_on_and_by_nothing_else() -> None:
    def key(**more: str) -> str:
        return plan.link_key(PAIRS, configured(**more), JACKPOT)

    alike = ({"minimum": "20.00"}, {f"{JACKPOT}-meter": "777.00"}, {f"offer-{LADIES}": "yes"}, {"soft-17": "hit"})
    other = (
        {"decks": "8"},
        {f"{JACKPOT}-seed": "1.00"},
        {f"{JACKPOT}-increment": "1%"},
        {"jackpot-order": "first-seat-first"},
        {"jackpot-sharing": "shared"},
        {"jackpot-reseed": "after-round"},
        {"jackpot-kind": "house"},
        {f"{JACKPOT}-paytable": "PT-PRG-SP-02"},
    )
    assert key().startswith(f"super-pairs; {JACKPOT}; three-suited-aces 100%, pair-of-aces-of-suit $200")
    for more in alike:
        assert key(**more) == key(), more
    for more in other:
        assert key(**more) != key(), more
    assert plan.link_key(PAIRS, configured(**{f"offer-{LADIES}": "yes"}), LADIES) != key()


# ---------------------------------------------------------------------------------------------------- funds


def most(settings: Any, wager: str, of: Any = PAIRS) -> dict[str, int]:
    return {prize.award: prize.cents for prize in funds.prizes(of, settings) if prize.wager == wager}


def test_a_prize_is_what_the_house_pays_at_the_highest_wager() -> None:
    progressive, house = configured(), configured(**{"jackpot-kind": "house", f"{JACKPOT}-meter": "2500.00"})
    assert most(progressive, JACKPOT)["three-suited-aces"] == 0, "a share of a meter is players' money"
    assert most(house, JACKPOT) == most(progressive, JACKPOT) | {"three-suited-aces": 2500_00}
    assert most(progressive, JACKPOT)["pair-of-aces-of-suit"] == 200_00
    assert most(progressive, "lucky-ladies")["any-queen"] == 0, "a row that loses"
    assert most(progressive, "blackjack")["push"] == 0
    assert most(progressive, "insurance") == {"insured": 0}, "no highest wager is set for it"
    assert most(configured(**{"lucky-ladies-maximum": "7.00"}), "lucky-ladies")["queens-of-hearts"] == 1400_00
    assert most(PAIRS.configure({}), JACKPOT) == {}, "what is not offered costs nothing"
    pai_gow = find_game("dealer-open-pai-gow")
    envy = most(pai_gow.configure({}), "chan-chu-envy", pai_gow)
    assert (envy["natural-7-card-straight-flush"], envy["any-4-of-a-kind"]) == (1000_00, 5_00), "dollars are dollars"


def test_a_posted_limit_bounds_a_prize() -> None:
    table = configured().in_force("lucky-ladies")
    game = PAIRS.with_document(with_paytable(PAIRS.document, replace(table, id="bounded", limit=5000_00)))
    settings = game.configure({"lucky-ladies-paytable": "bounded"})
    found = most(settings, "lucky-ladies", game)
    assert (found["queens-of-hearts-with-blackjack"], found["matched-20"]) == (5000_00, 2500_00)


def test_the_two_highest_prizes_over_the_threshold_are_covered_each_once() -> None:
    prizes = [Prize(cents, "g", "w", str(cents), "t") for cents in (300, 500, 200, 400, 500)]
    cover = funds.cover(prizes, 250)
    assert [prize.cents for prize in cover] == [500, 400]
    assert funds.cover(prizes, 500) == (), "over it, and not at it"
    assert Funds(700, 0, cover, "").short == 200
    assert (Funds(900, 0, cover, "").short, Funds(1000, 0, cover, "").short) == (0, 0)
    then = datetime(2026, 11, 1, 12, tzinfo=UTC)
    assert not Funds(99, 99, cover, "").overdue(then)
    assert Funds(0, 1, (), then.isoformat()).overdue(then + timedelta(days=7, microseconds=1))


# ---------------------------------------------------------------------------------------------------- events


def test_an_event_is_told_and_read_again_and_the_house_takes_the_rest() -> None:
    parts = {1: Part(100, Fraction(20), Fraction(5)), 4: Part(100, Fraction(41, 2), Fraction(9, 2))}
    fed = Event("aces", 3, "contribution", changes.total(parts), Fraction(100_081, 2), (40, 9), "house:1")
    fed = fed._replace(round=7, wager=JACKPOT, parts=parts, shown=500_00)
    won = Event(
        "aces", 4, "won", account(pending=500_40), Fraction(500_00), (-40, 0), "house:1", (("award:7:1:x", 500_40),)
    )
    won = won._replace(round=7, awards={1: 500_40}, seeded=500_00, reason="it waits", plan=PLAN.json())
    for each in (fed, won):
        assert Event.read(each.json()) == each
        assert sum(cents for _, cents in each.movement().cents) == 0
    always = {"meter", "number", "what", "by", "left", "cents", "house"}
    assert set(fed.json()) == always | {"round", "wager", "parts", "shown"}
    assert set(won.json()) == always | {"lines", "round", "awards", "seeded", "plan", "reason"}
    assert (fed.json()["parts"], won.json()["awards"]) == (
        {"1": [100, "20", "5"], "4": [100, "41/2", "9/2"]},
        {"1": 500_40},
    )
    assert dict(fed.movement().cents) == {"meter:aces": 40, "reserve:aces": 9, "house:1": -49}
    assert dict(won.movement().cents) == {"meter:aces": -40, "award:7:1:x": 500_40, "house:1": -500_00}
    assert (fed.movement().what, fed.movement().round) == ("contribution", 7)
    assert event.award_account(7, 1, "x") == "award:7:1:x"


def test_what_a_round_did_is_all_of_it_but_what_was_undone_of_it() -> None:
    parts = {1: Part(100, Fraction(20), Fraction(5)), 2: Part(100, Fraction(20), Fraction(5))}
    base = Event("aces", 1, "contribution", changes.total(parts), Fraction(0), (40, 10), "house:1", parts=parts)
    won = base._replace(what="won", by=account(displayed=-10, pending=10), parts={})
    seat = base._replace(what="void", by=account(seed=99), parts={2: parts[2]})
    assert event.did([base, won]) == account(displayed=30, reserve=10, contributed=50, pending=10)
    assert event.did([base, seat]) == account(displayed=20, reserve=5, contributed=25), "what the house made good stays"
    assert event.did([base, won, seat._replace(parts={})]) == Account(), "all of the round is undone"
    assert event.did([base, seat._replace(parts={}), won]) == won.by


def test_a_reason_has_three_to_two_hundred_characters_that_can_be_printed() -> None:
    assert [reason_in(text) for text in ("abc", "  abc ", "x" * 200)] == ["abc", "abc", "x" * 200]
    for text in ("", "ab", " ab ", "x" * 201, "a\nbc", "abc\x07"):
        with pytest.raises(HousewayError, match=r"^give a reason of 3 to 200 characters$"):
            reason_in(text)
