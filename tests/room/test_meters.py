"""The jackpots of Super Pairs at a live table: fed with the wager, paid by the rules, to the cent."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select

from houseway.document.settings import Settings
from houseway.errors import IllegalBet
from houseway.game import Game
from houseway.games import game as find_game
from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.errors import Broken
from houseway.room.store.ledger import Movement
from houseway.room.store.meters import Meters, seeded
from houseway.room.store.schema import POSTINGS, TRANSACTIONS
from houseway.round import meters as rounds
from houseway.round.ruling import Payout, void
from linked_jackpots import JACKPOT, PAIRS, SETTINGS, money

WHOLE = {"reconciled-bonuses": "void-with-round"}
"""The reading by which a void hand or round is void with its bonuses, reconciled or not."""
METER = f"meter:1:{JACKPOT}"


def play(table: Any, wagers: dict[str, int]) -> None:
    begin(table, wagers)
    go_on(table)


def begin(table: Any, wagers: dict[str, int]) -> None:
    for person in table.people:
        table.do(person, "bet", wagers=wagers)
    for person in table.people:
        table.do(person, "ready")


def go_on(table: Any) -> None:
    for _ in range(20):
        for person in table.people:
            for asked in table.view(person)["asked"]:
                if asked["yours"]:
                    answer = 0 if asked["kind"] == "wager" else asked["options"][0]
                    table.do(person, "answer", answer=answer)


def test_a_meter_grows_with_each_wager_and_fractions_are_carried(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked("2c 7d 9h 3c 8d Tc"))
    table = sitting(room, "super-pairs", **SETTINGS)
    assert table.view()["meters_cents"] == {JACKPOT: 500_00}
    assert money(room, METER) == [500_00]
    for grown in (15, 30, 45):
        play(table, {"blackjack": 500, JACKPOT: 100})
        assert table.view()["meters_cents"] == {JACKPOT: 500_00 + grown}, "two wagers of $1 at 7.5 %"
    assert money(room, METER) == [500_45]
    table.do(table.people[1], "leave")
    table.people.pop()
    play(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters_cents"] == {JACKPOT: 500_52}, "the half cent is carried"
    play(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters_cents"] == {JACKPOT: 500_60}
    assert audit(database) == []


def test_a_percentage_comes_off_the_meter_and_a_whole_one_is_seeded_again(
    database: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    """PT-PRG-SP-01 pays three suited aces the whole meter: 500 dollars and 7.5 cents of this wager."""
    room = opened(database, draw=stacked("As As As 2c 9c 9d 9h"))
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    (ann,) = table.people
    play(table, {"blackjack": 500, JACKPOT: 100})
    payout = next(each for each in table.view(ann)["ruling"] if each["wager"] == JACKPOT)
    assert (payout["award"], payout["returned_cents"]) == ("three-suited-aces", 500_07)
    assert table.view()["meters_cents"] == {JACKPOT: 500_00}
    assert money(room, METER) == [500_00]
    play(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters_cents"] == {JACKPOT: 500_08}, "the half cent that could not be paid is still there"
    assert audit(database) == []


def test_what_is_taken_of_a_meter_comes_from_its_account_and_not_from_the_house(
    sqlite: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(sqlite, draw=stacked("As As As 2c 9c 9d 9h"))
    table = sitting(room, "super-pairs", people=1, **SETTINGS)
    play(table, {"blackjack": 500, JACKPOT: 100})
    ruling = table.view()["ruling"]
    won = next(each for each in ruling if each["wager"] == JACKPOT)
    assert (won["meter_cents"], won["seeded_cents"]) == (500_07, 500_00)
    with room.store.transaction() as connection:
        settled = select(TRANSACTIONS.c.id).where(TRANSACTIONS.c.what.in_(["won", "settle", "paid"]))
        lines = select(POSTINGS.c.account, POSTINGS.c.cents).where(POSTINGS.c.transaction.in_(settled))
        moved: Counter[str] = Counter()
        for account, cents in connection.execute(lines):
            moved[account] += cents
    assert moved[METER] == -7, "what was won, less the new seed, which is the house's"
    net = sum(each["cents"] for each in ruling)
    fee = sum(each["commission_cents"] for each in ruling)
    assert moved["house:1"] == 7 - net - fee
    assert sum(moved.values()) == 0


@pytest.mark.parametrize(
    "cards, reading, meter, person",
    [
        ("2c 9h 3c Tc", {}, 500_07, 999_00),  # lost before the card fell
        ("2c 9h 3c Tc", WHOLE, 500_00, 1000_00),
        ("As As As 2c", {}, 500_00, 1499_07),  # three suited aces take the whole meter, which is seeded anew
        ("As As As 2c", WHOLE, 500_00, 1000_00),
    ],
)
def test_3_a_round_that_is_void_later_keeps_its_jackpot_and_by_the_other_reading_takes_back_what_it_added(
    cards: str, reading: dict[str, str], meter: int, person: int, database: str, opened: Any, sitting: Any, stacked: Any
) -> None:
    room = opened(database, draw=stacked(cards))
    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    table = sitting(room, "super-pairs", people=1, **SETTINGS | reading)
    (ann,) = table.people
    table.do(ann, "bet", wagers={"blackjack": 500, JACKPOT: 100})
    table.do(ann, "ready")
    frozen = cards.startswith("As") and not reading
    assert money(room, METER) == [500_00 if frozen else 500_07], "who has won takes it at once, and it is seeded anew"
    table.do(manager, "irregularity", kind="misdeal", seat=0, reason="a card fell")
    assert table.view()["meters_cents"] == {JACKPOT: meter}
    assert money(room, METER, f"person:{ann.id}") == [meter, person]
    assert audit(database) == []


@pytest.mark.parametrize("sharing", ["in-turn", "shared"])
@pytest.mark.parametrize("seed, shown, left", [("500.00", 500_15, 500_00), ("0.00", 15, 0)])
@pytest.mark.parametrize("void", [1, 2])
def test_a_void_hand_claims_nothing_of_a_meter_that_another_hand_has_won(
    sharing: str, seed: str, shown: int, left: int, void: int, sqlite: str, opened: Any, sitting: Any, stacked: Any
) -> None:
    """Both hold the suited aces that take the whole meter, and one of them has been dealt a card too many."""
    room = opened(sqlite, draw=stacked("As As As As As 2c 9c 9d 9h"))
    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    table = sitting(room, "super-pairs", **SETTINGS | WHOLE | {f"{JACKPOT}-seed": seed, "jackpot-sharing": sharing})
    begin(table, {"blackjack": 500, JACKPOT: 100})
    assert table.view()["meters_cents"] == {JACKPOT: shown}
    table.do(manager, "irregularity", kind="wrong-number-of-cards", seat=void, reason="three cards")
    go_on(table)
    paid = {each["seat"]: each for each in table.view()["ruling"] if each["wager"] == JACKPOT}
    assert (paid[void]["award"], paid[void]["returned_cents"]) == ("void", 100)
    assert (paid[3 - void]["award"], paid[3 - void]["returned_cents"]) == ("three-suited-aces", shown)
    assert table.view()["meters_cents"] == {JACKPOT: left}, (
        "what the void hand had added was won: the house makes it good, and no meter falls below its seed for it"
    )
    assert money(room, METER) == [left]
    assert audit(sqlite) == []


@pytest.mark.parametrize("seat, award", [(1, "three-suited-aces"), (2, "void")])
def test_only_a_hand_that_stands_seeds_a_meter_again(
    seat: int, award: str, sqlite: str, opened: Any, sitting: Any, stacked: Any
) -> None:
    """Seat 2 alone holds the aces: void, it wins nothing, and the meter keeps what is on it but for its own wager."""
    room = opened(sqlite, draw=stacked("9s As As 8s As 2c 9c 9d 9h"))
    manager = room.people.set_password(
        room.people.sign_in("manager", room.first_password), room.first_password, "a long password"
    )
    table = sitting(room, "super-pairs", **SETTINGS | WHOLE)
    begin(table, {"blackjack": 500, JACKPOT: 100})
    table.do(manager, "irregularity", kind="wrong-number-of-cards", seat=seat, reason="three cards")
    go_on(table)
    paid = next(each for each in table.view()["ruling"] if (each["seat"], each["wager"]) == (2, JACKPOT))
    assert paid["award"] == award
    assert table.view()["meters_cents"] == {JACKPOT: 500_07 if award == "void" else 500_00}
    assert audit(sqlite) == []


def test_a_double_that_cannot_be_covered_is_refused_and_the_hand_goes_on(
    sqlite: str, opened: Callable[..., Room], sitting: Any, stacked: Any
) -> None:
    room = opened(sqlite, draw=stacked("5c 9h 6d Tc 2c 3c"))
    table = sitting(room, "super-pairs", people=1)
    (ann,) = table.people
    elsewhere = room.open_table(ann, "super-pan-9", {}, "another")
    for kind, data in (("sit", {"seat": 1}), ("bet", {"wagers": {"main": 300_00}}), ("ready", {})):
        room.do(Command(elsewhere, ann.id, f"{kind} elsewhere", None, kind, data))
    table.do(ann, "bet", wagers={"blackjack": 400_00})
    table.do(ann, "ready")
    (asked,) = table.view(ann)["asked"]
    if asked["kind"] == "wager":
        table.do(ann, "answer", answer=0)
        (asked,) = table.view(ann)["asked"]
    assert "double" in asked["options"]
    before = table.view(ann)
    with pytest.raises(IllegalBet, match="that takes"):
        table.do(ann, "answer", answer="double")
    assert table.view(ann) | {"deadline": 0} == before | {"deadline": 0}
    table.do(ann, "answer", answer="stand")
    assert table.view()["phase"] == "ended"


def settings_with(**given: str) -> Settings:
    return find_game("super-pairs").document.configure(SETTINGS | {k.replace("_", "-"): v for k, v in given.items()})


def test_a_wager_has_a_meter_where_it_is_offered_and_the_jackpots_are_progressive() -> None:
    def ids(settings: Settings, game: Game = PAIRS) -> list[str]:
        return list(seeded(4, game, settings)[0].exact)

    assert ids(settings_with()) == [JACKPOT]
    assert ids(settings_with(offer_lucky_ladies_jackpot="yes")) == [JACKPOT, "lucky-ladies-jackpot"]
    assert ids(settings_with(offer_super_pairs_jackpot="no")) == []
    assert ids(settings_with(jackpot_kind="house")) == []
    pan = find_game("super-pan-9")
    assert ids(pan.document.configure({}), pan) == []


def test_a_change_of_a_meter_is_a_movement_between_it_and_the_house() -> None:
    meters = Meters(4, PAIRS, {})
    assert meters.add("w", Fraction(500), "seed") == Movement("seed", (("house:4", -500), ("meter:4:w", 500)))
    moved = meters.add("w", Fraction(3, 2), "accrual", 8)
    assert moved == Movement("accrual", (("house:4", -1), ("meter:4:w", 1)), 8)
    moved = meters.add("w", Fraction(3, 2), "accrual", 9)
    assert moved == Movement("accrual", (("house:4", -2), ("meter:4:w", 2)), 9), "the two halves are a cent"
    assert meters.add("w", Fraction(1, 2), "accrual").cents == ()
    assert (meters.exact, meters.displayed) == ({"w": Fraction(1007, 2)}, {"w": 503})
    assert meters.add("w", Fraction(-503), "won", 9) == Movement("won", (("house:4", 503), ("meter:4:w", -503)), 9)
    assert meters.exact == {"w": Fraction(1, 2)}


@pytest.mark.parametrize("reason", ["won", "malfunction", "maximum", "not displayed", "seed recovered"])
def test_a_meter_falls_to_nothing_for_each_lawful_reason_and_no_further(reason: str) -> None:
    meters = Meters(4, PAIRS, {"w": Fraction(10)})
    meters.add("w", Fraction(-10), reason)
    assert meters.exact == {"w": 0}
    with pytest.raises(Broken, match=r"^the meter of w cannot fall below nothing$"):
        meters.add("w", Fraction(-1, 3), reason)
    with pytest.raises(Broken, match=r"^the meter of other cannot fall below nothing$"):
        meters.add("other", Fraction(-1, 3), reason)
    assert meters.exact == {"w": 0}


@pytest.mark.parametrize("reason", ["seed", "accrual", "because"])
def test_a_meter_falls_for_no_other_reason(reason: str) -> None:
    meters = Meters(4, PAIRS, {"w": Fraction(10)})
    lawful = "only for won, malfunction, maximum, not displayed, seed recovered"
    with pytest.raises(Broken, match=f"^a meter does not fall for '{reason}': {lawful}$"):
        meters.add("w", Fraction(-1, 100), reason)
    assert meters.add("w", Fraction(0), reason).cents == ()
    assert meters.exact == {"w": 10}


def test_each_wager_of_a_round_feeds_its_own_meter() -> None:
    ladies = "lucky-ladies-jackpot"
    settings = settings_with(offer_lucky_ladies_jackpot="yes", lucky_ladies_jackpot_increment="10%")
    meters = Meters(4, PAIRS, {JACKPOT: Fraction(0), ladies: Fraction(0)})
    wagers = [{"blackjack": 500, JACKPOT: 100, ladies: 100}, {"blackjack": 500}, {JACKPOT: 100}]
    moves = meters.fed(wagers, settings, 6)
    assert meters.exact == {JACKPOT: 15, ladies: 10}
    assert [(move.what, move.round, dict(move.cents)["house:4"]) for move in moves] == [
        ("accrual", 6, -7),
        ("accrual", 6, -10),
        ("accrual", 6, -8),
    ]
    shown = meters.settings(settings)
    assert [shown.integer(f"{wager}-meter") for wager in (JACKPOT, ladies)] == [15, 10]
    assert shown.but(**{f"{w}-meter": settings[f"{w}-meter"] for w in (JACKPOT, ladies)}) == settings


def test_what_is_won_comes_off_and_a_whole_meter_is_seeded_again() -> None:
    meters = Meters(4, PAIRS, {JACKPOT: Fraction(1001, 2)})
    won = Payout(1, JACKPOT, 100, 500, "three-suited-aces", "E", "", metered=500, seeded=300)
    meters.paid((won, Payout(1, "blackjack", 100, 0, "lose", "", "")))
    assert meters.exact == {JACKPOT: Fraction(601, 2)}
    meters.paid((won._replace(seat=2), won._replace(metered=100, seeded=500)))
    assert meters.exact == {JACKPOT: Fraction(1001, 2)}, "what one takes another may have had seeded before"
    with pytest.raises(Broken, match=r"^the meter of super-pairs-jackpot cannot fall below nothing$"):
        meters.paid((won._replace(metered=501, seeded=0),))
    with pytest.raises(Broken, match=r"^blackjack is paid from a meter that this table does not have$"):
        meters.paid((won._replace(wager="blackjack"),))


def test_what_a_void_wager_added_was_taken_back_by_older_journals() -> None:
    meters = Meters(4, PAIRS, {JACKPOT: Fraction(50)})
    ruling = (
        void(1, JACKPOT, 100, "misdeal", ""),
        void(1, "blackjack", 100, "misdeal", ""),
        Payout(2, JACKPOT, 100, 0, "lose", "", ""),
    )
    moves = meters.taken_back(ruling, settings_with(), 3)
    assert [(move.what, move.round, dict(move.cents)) for move in moves] == [
        ("malfunction", 3, {f"meter:4:{JACKPOT}": -8, "house:4": 8})
    ]
    assert meters.exact == {JACKPOT: Fraction(85, 2)}
    assert meters.taken_back(ruling[1:], settings_with(), 3) == []


def test_a_new_table_has_each_meter_at_its_seed() -> None:
    meters, moves = seeded(4, find_game("super-pairs"), settings_with())
    assert (meters.exact, meters.account(JACKPOT)) == ({JACKPOT: 500_00}, f"meter:4:{JACKPOT}")
    assert moves == [Movement("seed", (("house:4", -500_00), (f"meter:4:{JACKPOT}", 500_00)))]


@pytest.mark.parametrize("shows, left", [(500_50, 500_43), (500_03, 500_00), (400_00, 400_00)])
def test_a_round_takes_back_what_void_wagers_added_and_no_meter_falls_below_its_seed_for_it(
    shows: int, left: int
) -> None:
    meters = rounds.Meters(PAIRS, {JACKPOT: Fraction(shows) + Fraction(1, 2)})
    (change,) = meters.take_back((void(1, JACKPOT, 100, "misdeal", ""),), settings_with())
    assert (change.what, meters.displayed) == ("void", {JACKPOT: left})
