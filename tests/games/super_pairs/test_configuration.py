"""A table's configuration against the document: every fault with its note, and nothing else refused."""

import pytest

from houseway.cards import parse_cards
from houseway.errors import IllegalBet, IllegalSetting
from houseway.game import wager_fault
from houseway.games import game
from houseway.games.super_pairs.rules.bonuses import suited_three_barred
from houseway.games.super_pairs.rules.configuration import check, faults, most_in_round, wager_faults
from houseway.round import CHANCE, Driver, Entry
from houseway.round.ruling import Seat, Setup

SUPER_PAIRS = game("super-pairs")
DOCUMENT = SUPER_PAIRS.document
PRINTED = [table for table in DOCUMENT.paytables if table.wager not in ("blackjack", "insurance", "bust-bonus")]
BONUSES = ("super-pairs", "lucky-ladies", "21-plus-3", "top-3", "bust-bonus")


def table(**given):
    return DOCUMENT.configure({key.replace("_", "-"): value for key, value in given.items()})


@pytest.mark.parametrize("decks", range(1, 9))
def test_every_number_of_decks_is_playable_with_standard_paytables(decks):
    assert list(faults(table(decks=decks))) == []


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("paytable", PRINTED, ids=lambda t: t.id)
@pytest.mark.clause("A", "B", "C.3", "C.4", "C.5", "E.2", "F", "G.3")
def test_a_paytable_is_refused_exactly_outside_its_decks(paytable, decks):
    given = {"decks": decks, f"{paytable.wager}-paytable": paytable.id}
    if paytable.wager.endswith("jackpot"):
        given[f"offer-{paytable.wager}"] = "yes"
    least, most = paytable.decks
    found = list(faults(DOCUMENT.configure(given)))
    assert len(found) == (0 if least <= decks <= most else 1)
    if found:
        assert found[0].startswith(f"{paytable.id} is for ")


def test_c_4_suited_three_of_a_kind_is_barred_with_one_or_two_decks():
    for decks in (1, 2):
        found = list(faults(table(decks=decks, **{"21-plus-3-paytable": "PT-FLT-213XT-03"})))
        assert len(found) == 1
        assert "suited three of a kind is barred" in found[0]
        assert "(clause C.4)" in found[0]


def test_a_refused_paytable_names_those_that_fit():
    (found,) = faults(table(decks=1, super_pairs_paytable="PT-FLT-SP-09"))
    assert "use PT-FLT-SP-01 or PT-FLT-SP-02 or PT-FLT-SP-03" in found


def test_a_paytable_of_a_wager_that_is_not_offered_does_no_harm():
    assert not list(faults(table(decks=1, super_pairs_paytable="PT-FLT-SP-09", offer_super_pairs="no")))


def test_c_5_top_3_only_beside_21_plus_3():
    (found,) = faults(table(offer_21_plus_3="no"))
    assert "(clause C.5)" in found
    assert not list(faults(table(offer_21_plus_3="no", offer_top_3="no")))


def test_c_5_top_3_cannot_be_wagered_with_fewer_than_four_decks():
    seat = Seat(1, {"blackjack": 500, "21-plus-3": 500, "top-3": 500})
    assert not list(wager_faults(seat, table(decks=4)))
    (found,) = wager_faults(seat, table(decks=3))
    assert "Top 3 has no paytable for 3 decks" in found
    assert "(clause C.5)" in found


def test_c_6_top_3_needs_21_plus_3():
    assert DOCUMENT.wager("top-3").needs == ("21-plus-3",)


def test_jackpots_1_at_most_two_a_table():
    two = {"offer_super_pairs_jackpot": "yes", "offer_lucky_ladies_jackpot": "yes"}
    assert not list(faults(table(**two)))
    (found,) = faults(table(**two, offer_21_plus_3_jackpot="yes"))
    assert "at most 2 (clause jackpots.1)" in found


@pytest.mark.parametrize(
    "kind, link, allowed",
    [
        ("house", "none", True),
        ("house", "house", True),
        ("house", "progressive", False),
        ("progressive", "none", True),
        ("progressive", "progressive", True),
        ("progressive", "house", False),
    ],
)
def test_jackpots_3_house_is_never_linked_with_progressive(kind, link, allowed):
    found = list(faults(table(jackpot_kind=kind, jackpot_link=link)))
    assert found == ([] if allowed else [f"a {kind} jackpot is never linked with a {link} jackpot (clause jackpots.3)"])


@pytest.mark.clause("jackpots.4", "jackpots.5")
def test_jackpots_4_and_5_one_kind_and_one_game_a_sensor_by_construction():
    kinds = [spec.id for spec in DOCUMENT.settings if set(spec.choices) == {"house", "progressive"}]
    assert kinds == ["jackpot-kind"]
    offers = [spec for spec in DOCUMENT.settings if spec.id.startswith("offer-") and spec.id.endswith("-jackpot")]
    assert len(offers) == 3
    assert all(spec.type == "flag" for spec in offers)


@pytest.mark.clause("E.2", "G.3")
def test_e_2_a_jackpot_without_a_paytable_for_the_decks_is_refused():
    (found,) = faults(table(decks=3, offer_super_pairs_jackpot="yes"))
    assert "(clause E.2)" in found
    (found,) = faults(table(decks=2, offer_21_plus_3_jackpot="yes"))
    assert "(clause G.3)" in found


@pytest.mark.parametrize("cents, fits", [(99, False), (100, True), (101, False), (500, False)])
def test_a_jackpot_wager_only_at_its_fixed_amount(cents, fits):
    spec = DOCUMENT.wager("super-pairs-jackpot")
    fault = wager_fault(spec, table(offer_super_pairs_jackpot="yes"), cents)
    assert (fault == "") is fits
    assert fits or "is a fixed wager of $1.00" in fault


@pytest.mark.parametrize("wager", BONUSES)
def test_description_each_bonus_has_limits_of_its_own_or_those_of_all(wager):
    spec = DOCUMENT.wager(wager)
    common = table(bonus_minimum="2.00", bonus_maximum="50.00")
    assert [wager_fault(spec, common, cents) == "" for cents in (1_99, 2_00, 50_00, 50_01)] == [
        False,
        True,
        True,
        False,
    ]
    own = common.but(**{f"{wager}-minimum": 5_00, f"{wager}-maximum": 25_00})
    assert [wager_fault(spec, own, cents) == "" for cents in (4_99, 5_00, 25_00, 25_01)] == [False, True, True, False]
    for other in set(BONUSES) - {wager}:
        assert wager_fault(DOCUMENT.wager(other), own, 2_00) == ""
    with pytest.raises(IllegalSetting, match=f"{wager}-minimum .* is above {wager}-maximum"):
        DOCUMENT.configure({f"{wager}-minimum": "101.00"})
    with pytest.raises(IllegalSetting, match="lies between"):
        DOCUMENT.configure({f"{wager}-maximum": "400.01"})


def test_the_bust_bonus_is_offered_within_its_own_limits():
    settings = table(bust_bonus_minimum="3.00", bust_bonus_maximum="7.00")
    driver = Driver(SUPER_PAIRS.round, SUPER_PAIRS.setup(settings, {1: {"blackjack": 10_00}}))
    for card in parse_cards("Ts 6h 9d Th"):
        driver.enter(Entry(CHANCE, card))
    (asked,) = driver.standing.asked
    assert (asked.wager, asked.least, asked.most) == ("bust-bonus", 3_00, 7_00)


@pytest.mark.parametrize("jackpot", ["super-pairs-jackpot", "lucky-ladies-jackpot", "21-plus-3-jackpot"])
def test_e_8_each_jackpot_has_a_fixed_wager_of_its_own_or_that_of_all(jackpot):
    spec, given = DOCUMENT.wager(jackpot), {f"offer-{jackpot}": "yes", "jackpot-wager": "2.00"}
    assert wager_fault(spec, DOCUMENT.configure(given), 2_00) == ""
    own = DOCUMENT.configure(given | {f"{jackpot}-wager": "5.00"})
    assert wager_fault(spec, own, 5_00) == ""
    assert f"is a fixed wager of $5.00, not $2.00 (setting {jackpot}-wager)" in wager_fault(spec, own, 2_00)


def test_progressive_jackpot_one_that_cannot_grow_is_refused():
    given = {"offer_lucky_ladies_jackpot": "yes", "lucky_ladies_jackpot_increment": "0%"}
    (found,) = faults(table(**given))
    assert found.startswith(
        "a progressive that cannot grow is not one: set lucky-ladies-jackpot-increment of the Lucky"
    )
    assert found.endswith("(clause progressive-jackpot)")
    with pytest.raises(IllegalBet, match="cannot grow"):
        SUPER_PAIRS.setup(table(**given), {1: {"blackjack": 10_00}})
    assert not list(faults(table(**given | {"lucky_ladies_jackpot_increment": "0.000001%"})))
    assert not list(faults(table(**given, jackpot_kind="house")))
    assert not list(faults(table(lucky_ladies_jackpot_increment="0%")))


def test_a_jackpot_that_is_not_offered_cannot_be_wagered():
    assert "not offered" in wager_fault(DOCUMENT.wager("super-pairs-jackpot"), table(), 100)


# ------------------------------------------------------------------------------------ Washington's count of games


def wagers(*cents):
    ids = ("blackjack", *BONUSES[:4], "super-pairs-jackpot", "lucky-ladies-jackpot")
    return dict(zip(ids, cents, strict=False))


@pytest.mark.parametrize(
    "made, fault",
    [
        (wagers(2500, 500, 500, 500, 500, 100), ""),
        (wagers(2500, 500, 500, 500, 500, 100, 100), "7 games on one hand, at most 6"),
        (wagers(2500, 2500, 2500, 500, 500, 100), ""),
        (wagers(2500, 2500, 2500, 501, 500, 100), "4 games above $5.00"),
    ],
)
def test_washington_games_on_one_hand(made, fault):
    settings = table(offer_super_pairs_jackpot="yes", offer_lucky_ladies_jackpot="yes")
    found = list(check(Setup(settings, (Seat(1, made),))))
    assert len(found) == (1 if fault else 0)
    if fault:
        assert fault in found[0]
        assert "WAC 230-15-040" in found[0]


def test_washington_games_as_a_setting():
    made = wagers(2500, 500, 500, 500, 500, 100, 100)
    settings = table(games_per_hand=7, offer_super_pairs_jackpot="yes", offer_lucky_ladies_jackpot="yes")
    assert not list(wager_faults(Seat(1, made), settings))


@pytest.mark.clause("washington.games", "jackpots.2")
def test_washington_games_counted_as_offered():
    small = {"games_counted": "offered", "bonus_maximum": "5.00"}
    assert not list(faults(table(**small)))
    (found,) = faults(table(**small, offer_super_pairs_jackpot="yes"))
    assert "the table offers 7 games" in found
    (found,) = faults(table(games_counted="offered"))
    assert "the table offers 6 games above $5.00" in found
    own = {f"{wager}-maximum": "5.00" for wager in BONUSES[:3]}
    assert not list(faults(table(games_counted="offered", **own)))


def test_a_bust_bonus_in_mid_round_counts_too():
    settings = table(offer_super_pairs_jackpot="yes", offer_lucky_ladies_jackpot="yes")
    assert most_in_round("bust-bonus", wagers(2500), settings) == 100_00
    assert most_in_round("bust-bonus", wagers(2500, 2500, 2500), settings) == 5_00
    assert most_in_round("bust-bonus", wagers(2500, 500, 500, 500, 500), settings) == 100_00
    assert most_in_round("bust-bonus", wagers(2500, 500, 500, 500, 500, 100), settings) == 0
    assert most_in_round("bust-bonus", wagers(2500), settings.but(offer_bust_bonus=False)) == 0


def test_standard_is_the_first_printed_paytable_that_fits():
    assert table(decks=1).paytable("super-pairs").id == "PT-FLT-SP-01"
    assert table(decks=2).paytable("super-pairs").id == "PT-FLT-SP-04"
    assert table(decks=6).paytable("super-pairs").id == "PT-FLT-SP-05"
    assert table(decks=3).paytable("top-3") is None
    for decks in range(1, 9):
        for wager in ("super-pairs", "lucky-ladies-jackpot"):
            found = table(decks=decks).paytable(wager)
            assert found == next((t for t in DOCUMENT.paytables_of(wager) if t.allows(decks)), None)


def test_least_above_most_is_refused():
    with pytest.raises(IllegalSetting, match="bonus-minimum"):
        table(bonus_minimum="10.00", bonus_maximum="5.00")


def test_c_4_every_21_plus_3_table_with_suited_three_of_a_kind_begins_above_what_is_barred():
    for paytable in DOCUMENT.paytables_of("21-plus-3"):
        suited = any(row.award == "suited-three-of-a-kind" for row in paytable.rows)
        for decks in range(1, 9):
            assert not (suited and suited_three_barred(decks) and paytable.allows(decks))


OWN = {"wager": "21-plus-3", "rows": [{"award": "suited-three-of-a-kind", "pays": 50}, {"award": "flush", "pays": 5}]}


def test_c_4_a_paytable_of_ones_own_with_suited_three_of_a_kind_is_barred_too():
    ours = SUPER_PAIRS.with_paytable(OWN)
    for decks in (1, 2):
        (found,) = faults(ours.configure(decks=decks))
        assert found.startswith(f"paytable is not for {decks} deck")
        assert "suited three of a kind is barred with 1 or 2 decks; use " in found
        assert found.endswith("(clause C.4)")
    assert not list(faults(ours.configure(decks=3)))


def test_e_6_only_a_jackpot_pays_a_share_of_what_is_displayed():
    shares = {"wager": "super-pairs", "rows": [{"award": "any-pair", "pays": "10%"}]}
    (found,) = faults(SUPER_PAIRS.with_paytable(shares).configure())
    assert found == "paytable pays a share of a jackpot, and Super Pairs has none (clause jackpots.1)"


def test_wagers_of_mid_round_are_not_made_before_the_deal():
    for wager, when in (("bust-bonus", "after the deal"), ("insurance", "against an ace")):
        (found,) = wager_faults(Seat(2, {"blackjack": 500, wager: 200}), table())
        assert found.startswith("seat 2: ")
        assert when in found


def test_washington_games_where_the_offer_is_counted_a_seats_wagers_are_not_counted_again():
    everything = {"blackjack": 5_00, **dict.fromkeys(("super-pairs", "lucky-ladies", "21-plus-3", "top-3"), 6_00)}
    counted = {how: table(games_counted=how) for how in ("wagered", "offered")}
    found = {how: list(wager_faults(Seat(1, everything), settings)) for how, settings in counted.items()}
    assert "at most 3 are allowed" in found["wagered"][0]
    assert found["offered"] == []
