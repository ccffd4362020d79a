"""What becomes of each wager, to the cent, with its clause and its reason."""

from dataclasses import replace
from fractions import Fraction

import pytest

import houseway as hw
from houseway.cards import mask, parse_cards
from houseway.document.paytables import Pay, Paytable, Row
from houseway.errors import IllegalBet, IllegalSetting
from houseway.games import game
from houseway.games.dealer_open_pai_gow.rules.bonuses import CHAN_CHU_AWARDS
from houseway.games.dealer_open_pai_gow.rules.hands import LOSE, PUSH, WIN
from houseway.games.dealer_open_pai_gow.rules.piles import Dealer, Piles, ended_by_jacks, result_of, wheel_of
from houseway.games.dealer_open_pai_gow.terms import (
    Units,
    ace_high_tie_terms,
    compared,
    envied_hands,
    envy_table,
    envy_terms,
    jacks_beat_table,
    jacks_beat_terms,
    main_terms,
    main_units,
    paytable_faults,
    row_for,
    rows_of,
    settle,
    settle_envy,
)
from houseway.poker import LOWEST, SECOND_HIGHEST
from houseway.round.ruling import Seat
from houseway.round.terms import Terms, row_terms

PAI_GOW = game("dealer-open-pai-gow")
DOCUMENT = PAI_GOW.document
JACKS_BEAT = {"jacks-beat": "yes", "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100"}


def hand(cards):
    return mask(parse_cards(cards))


def table(**given):
    return DOCUMENT.configure(JACKS_BEAT | {key.replace("_", "-"): value for key, value in given.items()})


def dealer(front, back):
    return Dealer(hand(f"{front} {back}"), Piles(hand(front), hand(back)))


KINGS = dealer("Ts 8h", "Kd Kc 6d 4c 2s")
ACE_HIGH = dealer("Js 9c", "Ah 8d 6h 4s 2c")
JOKER_HIGH = dealer("Js 9c", "Jk 8d 6h 4s 2c")
TWO_JACKS = Dealer(hand("Js Jd 9c 8d 6h 4s 2c"), None)


def told(against, front, back, wagers, settings=None):
    """Every payout of a seat that sets this front and this back."""
    piles = None if against.piles is None else Piles(hand(front), hand(back))
    found = settle(Seat(4, wagers), piles, hand(f"{front} {back}"), against, settings or table())
    return [tuple(payout)[:7] for payout in found]


MAIN = {"main": 1000}


@pytest.mark.parametrize(
    "against, front, back, end",
    [
        (KINGS, "Kh Qh", "Ac Ad 7c 5d 3h", (2000, "win", "pai-gow-wager",
         "back: a pair of aces beats a pair of kings, front: king high, queen beats ten high, eight: pays 1 to 1")),
        (KINGS, "Ah Qs", "9c 9d 7d 5h 3d", (1000, "push", "pai-gow-wager",
         "back: a pair of nines loses to a pair of kings, front: ace high, queen beats ten high, eight: "
         "a push, the wager is returned")),
        (KINGS, "Tc 8c", "9c 9d 7c 5d 3h", (0, "lose", "11",
         "back: a pair of nines loses to a pair of kings, front: ten high, eight ties, and so loses to, "
         "ten high, eight: the wager is lost")),
        (KINGS, "Ac Ad", "Kh Qh 7d 5h 3d", (0, "foul", "7",
         "Ad Ac in front of Kh Qh 7d 5h 3d is foul, the front (a pair of aces) being higher than the back "
         "(king high, queen): the wager is lost")),
        (ACE_HIGH, "Ts 9d", "Kh 8c 6d 4d 2d", (1000, "push", "introduction.ace-high",
         "the dealer is ace high: a push, the wager is returned")),
        (TWO_JACKS, "Kh Qh", "Ac Ad 7c 5d 3h", (0, "lose", "4.a",
         "the dealer has 2 jacks: the wager is lost")),
    ],
)  # fmt: skip  # a line for each case
def test_pai_gow_wager_is_told_with_its_clause_and_its_reason(against, front, back, end):
    assert told(against, front, back, MAIN) == [(4, "main", 1000, *end)]


def test_pai_gow_wager_both_comparisons_lost():
    (lost,) = told(KINGS, "7s 5s", "9c 9d 8c 4d 3h", MAIN)
    assert lost[3:6] == (0, "lose", "11")


def test_side_wagers_are_told_with_their_clauses_and_reasons():
    wagers = {"chan-chu": 500, "ace-high-tie": 500, "jacks-beat": 500}
    assert told(TWO_JACKS, "Ah Kh", "Ac Ad 7c 5d 3h", wagers) == [
        (4, "chan-chu", 500, 2000, "any-3-of-a-kind", "chan-chu.3",
         "Ah Ad Ac Kh 7c 5d 3h: Any 3 of a kind: pays 3 to 1"),
        (4, "ace-high-tie", 500, 0, "lose", "introduction.push-ace-high",
         "the dealer is not ace high: the wager is lost"),
        (4, "jacks-beat", 500, 2000, "2-jacks", "jacks-beat", "the dealer has 2 jacks: pays 3 to 1"),
    ]  # fmt: skip  # a line for each case
    assert told(JOKER_HIGH, "Kd Td", "Ac 8c 6d 4d 3c", wagers) == [
        (4, "chan-chu", 500, 0, "lose", "chan-chu.3",
         "Ac Kd Td 8c 6d 4d 3c: no row of the paytable: the wager is lost"),
        (4, "ace-high-tie", 500, 20500, "dealer-and-player-ace-high", "ace-high-tie",
         "Dealer and Player Ace High: pays 40 to 1"),
        (4, "jacks-beat", 500, 0, "lose", "jacks-beat", "the dealer has 1 jack: the wager is lost"),
    ]  # fmt: skip  # a line for each case


@pytest.mark.parametrize("against, returned", [(ACE_HIGH, 3000), (JOKER_HIGH, 8000), (KINGS, 0)])
def test_ace_high_tie_of_a_hand_that_is_not_ace_high(against, returned):
    ((*_, cents, _award, _clause, _why),) = told(against, "Kh Qh", "Kc Ks 7c 5d 3h", {"ace-high-tie": 500})
    assert cents == returned


def test_what_the_results_and_scenarios_pay():
    even, tie = DOCUMENT.paytable("even-money"), DOCUMENT.paytable("ace-high-tie")
    assert main_terms(WIN, even)[:3] == ("win", Fraction(1), "pai-gow-wager")
    assert main_terms(PUSH, even)[:3] == ("push", Fraction(0), "pai-gow-wager")
    assert main_terms(LOSE, even) == Terms("lose", Fraction(-1), "11")
    assert main_units(even) == Units(1, 0, -1)
    none = ace_high_tie_terms(0, tie)
    assert none == Terms("lose", Fraction(-1), "introduction.push-ace-high", label="the dealer is not ace high")
    assert [ace_high_tie_terms(award, tie).pays for award in (1, 2, 3)] == [5, 15, 40]
    assert {ace_high_tie_terms(award, tie).clause for award in (1, 2, 3)} == {"ace-high-tie"}


def test_pai_gow_wager_pays_what_the_paytable_in_force_says():
    double = PAI_GOW.with_pays("main", {"win": "3:2"}).configure()
    (paid,) = told(KINGS, "Kh Qh", "Ac Ad 7c 5d 3h", {"main": 999}, double)
    assert paid[3] == 999 + 1498
    assert paid[6].endswith(": pays 3 to 2")
    half = PAI_GOW.with_pays("main", {"push": "1:2"}).configure()
    (paid,) = told(ACE_HIGH, "Ts 9d", "Kh 8c 6d 4d 2d", {"main": 999}, half)
    assert paid[3] == 999 + 499


@pytest.mark.parametrize("pays", [{"win": "push", "push": 1}, {"push": 2}])
def test_pai_gow_wager_a_push_that_pays_more_than_a_win_is_refused(pays):
    variant = PAI_GOW.with_pays("main", pays)
    (fault,) = paytable_faults(variant.configure())
    assert fault.endswith("a win pays no less than a push and a push no less than a loss (clause pai-gow-wager)")
    with pytest.raises(IllegalBet, match="no less than a push"):
        variant.setup(variant.configure(), {1: {"main": 1000}})
    with pytest.raises(IllegalSetting, match="no less than a push"):
        main_units(variant.configure().in_force("main"))


def test_pai_gow_wager_equal_pays_leave_the_best_play_as_it_is():
    assert list(paytable_faults(PAI_GOW.with_pays("main", {"push": 1}).configure())) == []
    assert list(paytable_faults(PAI_GOW.with_pays("main", {"push": "lose"}).configure())) == []


def test_pai_gow_wager_a_fixed_amount_is_refused():
    (fault,) = paytable_faults(PAI_GOW.with_pays("main", {"win": "100%"}).configure())
    assert fault.endswith(": the Pai Gow wager pays so much to 1, no fixed amount (clause pai-gow-wager)")
    with pytest.raises(IllegalSetting, match="no fixed amount"):
        main_units(replace(DOCUMENT.paytable("even-money"), basis="dollars"))


def test_pai_gow_wager_what_is_limited_is_worth_less_to_a_large_wager():
    limited = replace(DOCUMENT.paytable("even-money"), limit=100_00)
    assert main_units(limited) == Units(1, 0, -1)
    assert [main_units(limited, stake).win for stake in (50_00, 100_00, 400_00)] == [1, 1, Fraction(1, 4)]


@pytest.mark.parametrize("two_jacks_lose, ended", [("yes", True), ("no", False)])
@pytest.mark.clause("4.a")
def test_4_a_jacks_end_the_game_where_they_lose(two_jacks_lose, ended):
    settings = table(two_jacks_lose=two_jacks_lose)
    assert ended_by_jacks(TWO_JACKS.hand, settings) is ended
    assert not ended_by_jacks(hand("Js Qd 9c 8d 6h 4s 2c"), settings)


def test_results_rest_on_the_settings():
    jacks = dealer("9c 8d", "Js Jd 6h 4s 2c")
    aces = Piles(hand("Kh Qh"), hand("Ac Ad 7c 5d 3h"))
    assert result_of(aces, jacks, table()) == LOSE
    assert result_of(aces, jacks, table(two_jacks_lose="no")) == WIN
    assert result_of(aces, ACE_HIGH, table()) == PUSH
    assert result_of(aces, ACE_HIGH, table(ace_high_push="no")) == WIN
    foul = Piles(hand("Ac Ad"), hand("Kh Qh 7c 5d 3h"))
    assert result_of(foul, KINGS, table()) == LOSE
    assert result_of(aces, Dealer(KINGS.hand, None), table()) == LOSE, "no setting, nothing won"


@pytest.mark.clause("4.a")
def test_4_a_a_hand_that_was_set_before_the_jacks_were_seen_loses_by_them():
    piles = Piles(hand("Kh Qh"), hand("Ac Ad 7c 5d 3h"))
    (paid,) = settle(Seat(4, MAIN), piles, hand("Kh Qh Ac Ad 7c 5d 3h"), TWO_JACKS, table())
    assert (paid.returned, paid.clause, paid.why) == (0, "4.a", "the dealer has 2 jacks: the wager is lost")


def test_introduction_standard_the_dealers_wheel_too_is_where_the_settings_put_it():
    wheel, six_high = dealer("9c 8d", "Ac 2d 3c 4d 5h"), Piles(hand("Kh Qh"), hand("2h 3s 4c 5d 6h"))
    for rank, result, verb in (("lowest", WIN, " beats "), ("second-highest", PUSH, " loses to ")):
        assert result_of(six_high, wheel, table(wheel=rank)) == result
        (paid,) = told(wheel, "Kh Qh", "2h 3s 4c 5d 6h", MAIN, table(wheel=rank))
        assert verb in paid[6].split(", front")[0]


def test_the_wheel_is_where_the_settings_put_it():
    assert wheel_of(table(wheel="lowest")) == LOWEST
    assert wheel_of(table(wheel="second-highest")) == SECOND_HIGHEST
    wheel = Piles(hand("Kh Qh"), hand("Ac 2d 3c 4d 5h"))
    six_high = dealer("9c 8d", "2h 3s 4c 5d 6h")
    assert result_of(wheel, six_high, table(wheel="second-highest")) == WIN
    assert result_of(wheel, six_high, table(wheel="lowest")) == PUSH
    (high,) = told(six_high, "Kh Qh", "Ac 2d 3c 4d 5h", MAIN, table(wheel="second-highest"))
    (low,) = told(six_high, "Kh Qh", "Ac 2d 3c 4d 5h", MAIN, table(wheel="lowest"))
    assert (high[4], low[4]) == ("win", "push")
    assert "beats" in high[6].split(",")[0]
    assert "loses to" in low[6].split(", front")[0]


# ------------------------------------------------------------------------------------ Chan Chu and the envy bonus


def test_chan_chu_tables_are_those_that_are_posted():
    assert table(chan_chu_paytable="chan-chu-4").in_force("chan-chu").id == "chan-chu-4"
    assert envy_table(table(chan_chu_paytable="chan-chu-4")).id == "chan-chu-envy-4"
    assert envy_table(table(chan_chu_paytable="chan-chu-4", envy="no")) is None
    assert envy_table(table(chan_chu_paytable="chan-chu-1")) is None


def test_chan_chu_rows_pay_in_the_order_printed_or_the_straight_before_three_of_a_kind():
    def order(**given):
        settings = table(**given)
        return [row.award for _, row in rows_of(settings.in_force("chan-chu"), settings)]

    printed = order()
    assert printed == [row.award for row in DOCUMENT.paytable("chan-chu-3").rows]
    three, straight = printed.index("any-3-of-a-kind"), printed.index("any-straight")
    by_hand = order(chan_chu_precedence="highest-hand")
    assert (by_hand[three], by_hand[straight]) == ("any-straight", "any-3-of-a-kind")
    assert by_hand[:three] + by_hand[straight + 1 :] == printed[:three] + printed[straight + 1 :]
    settings = table(chan_chu_precedence="highest-hand")
    envy = envy_table(settings)
    assert [row for _, row in rows_of(envy, settings)] == list(envy.rows), "no straight among them"


@pytest.mark.parametrize("reading, prefix", [("natural-royal", "natural-"), ("any-royal", "")])
def test_chan_chu_a_royal_match_is_natural_where_it_is_so_read(reading, prefix):
    settings = table(royal_match=reading)
    bits = {row.award: bit for bit, row in rows_of(settings.in_force("chan-chu"), settings)}
    award = "royal-flush-royal-match"
    assert bits[award] == 1 << CHAN_CHU_AWARDS.index(prefix + award)
    assert bits["any-flush"] == 1 << CHAN_CHU_AWARDS.index("any-flush")


def test_chan_chu_the_first_row_that_is_met_pays():
    settings = table()
    rows = rows_of(settings.in_force("chan-chu"), settings)
    every = sum({bit for bit, _ in rows})
    assert row_for(every, rows) is rows[0][1]
    assert row_for(rows[4][0] | rows[5][0], rows) is rows[4][1]
    assert row_for(0, rows) is None


def test_chan_chu_terms():
    four = DOCUMENT.paytable("chan-chu-4")
    lose = row_terms(four, four.row("three-pair"))
    assert (lose.award, lose.pays, lose.clause, lose.label) == ("lose", -1, "chan-chu.4", "Three Pair")
    none = row_terms(four, None)
    assert (none.award, none.pays, none.label) == ("lose", -1, "no row of the paytable")
    straight = row_terms(four, four.row("any-straight"))
    assert (straight.award, straight.pays, straight.label) == ("any-straight", 2, "Any Straight")


def test_chan_chu_a_table_of_ones_own_may_have_any_of_the_awards():
    ours = {"id": "ours", "wager": "chan-chu", "clause": "chan-chu", "basis": "to 1"}
    rows = [{"award": award, "label": award, "pays": 2} for award in reversed(CHAN_CHU_AWARDS)]
    variant = PAI_GOW.with_paytable(ours | {"rows": rows})
    for given in ({}, {"royal_match": "natural-royal"}, {"chan_chu_precedence": "highest-hand"}):
        settings = variant.configure(**given)
        found = rows_of(settings.in_force("chan-chu"), settings)
        assert {row.award for _, row in found} == set(CHAN_CHU_AWARDS)
    assert envy_table(variant.configure()) is None
    one = PAI_GOW.with_paytable(ours | {"rows": [{"award": "any-straight", "label": "Straight", "pays": 2}]})
    settings = one.configure(chan_chu_precedence="highest-hand")
    assert len(rows_of(settings.in_force("chan-chu"), settings)) == 1


@pytest.mark.clause("envy")
def test_envy_tables_go_with_the_posted_paytable_by_name_or_are_the_only_one():
    changed = PAI_GOW.with_pays("chan-chu", {"five-aces": 300}).configure()
    assert changed.in_force("chan-chu").id == "chan-chu-3 with five-aces=300"
    assert envy_table(changed).id == "chan-chu-envy-3"
    envious = PAI_GOW.with_pays("chan-chu-envy", {"five-aces": "$60"}).configure()
    assert envy_table(envious).id == "chan-chu-envy-3 with five-aces=$60"
    assert envy_table(envious.but(envy=False)) is None
    rows = [{"award": "five-aces", "label": "Five Aces", "pays": "$7"}]
    ours = PAI_GOW.with_paytable({"id": "ours", "wager": "chan-chu-envy", "basis": "dollars", "rows": rows})
    assert envy_table(ours.configure(chan_chu_paytable="chan-chu-1")).id == "ours"
    to_one = PAI_GOW.with_paytable({"id": "ours", "wager": "chan-chu-envy", "basis": "to 1", "rows": rows})
    (fault,) = paytable_faults(to_one.configure())
    assert fault == "ours: an envy bonus has no wager of its own, so its table pays dollars (clause envy)"


def test_envy_terms_lose_nothing_where_nothing_is_staked():
    table_ = DOCUMENT.paytable("chan-chu-envy-3")
    assert envy_terms(table_, table_.row("five-aces")).prize == 5000
    assert envy_terms(table_, None).unit(None, 500) == 0
    assert envy_terms(table_, None) == Terms("nothing", Fraction(0), "envy.3")


def test_envy_goes_to_those_who_qualify_for_every_other_hand_that_is_eligible():
    nines, aces, nothing = hand("9c 9d 9h 9s Kh 5d 3h"), hand("Ac Ad Ah As Jh 7d 7c"), hand("Kd Qc Jc 8c 6h 4s 2c")
    hands = {1: nines, 2: nothing, 3: aces, 4: nines}
    seats = [
        Seat(1, {"main": 1000, "chan-chu": 100}),
        Seat(2, {"main": 1000, "chan-chu": 500}),
        Seat(3, {"main": 1000, "chan-chu": 500}),
        Seat(4, {"main": 1000}),
    ]

    def envy(number, settings=None):
        found = settle_envy(seats[number - 1], envied_hands(seats, hands, settings or table()), settings or table())
        return [(p.seat, p.wager, p.stake, p.returned, p.award, p.clause) for p in found]

    nine = (2, "chan-chu-envy", 0, 500, "any-4-of-a-kind", "envy.3")
    assert envy(2) == [nine, nine], "for the nines of seat 1 and the aces of seat 3; seat 4 has no wager"
    assert envy(3) == [(3, *nine[1:])], "not for its own"
    assert envy(1) == [], "a wager of a dollar does not qualify"
    assert envy(4) == [], "nor does none"
    assert envy(4, table(envy_least="0.01")) == [], "however little is enough"
    assert envy(1, table(envy_least="1.00")) == [(1, *nine[1:])]
    assert envy(2, table(envy="no")) == []
    first = next(iter(settle_envy(seats[1], envied_hands(seats, hands, table()), table())))
    assert first.why == "envy of seat 1, who has Any 4 of a kind with Kh 9s 9h 9d 9c 5d 3h: pays $5.00"


# ------------------------------------------------------------------------------------ Jacks Beat


def posted(settings):
    return {row.award: row.pay.amount for row in jacks_beat_table(settings).rows}


def test_jacks_beat_pays_what_the_operator_has_written():
    assert posted(table()) == {"2-jacks": 3, "3-jacks": 20, "4-jacks": 100}
    assert posted(table(jacks_beat_pays=" 2 JACKS = 3:2 ,3jack=20/3")) == {
        "2-jacks": Fraction(3, 2),
        "3-jacks": Fraction(20, 3),
    }


def test_jacks_beat_as_written_is_a_paytable_like_any_other():
    pays = ((2, 3), (3, 20), (4, 100))
    rows = (Row(f"{n}-jacks", f"The dealer has {n} jacks", Pay("ratio", Fraction(pay))) for n, pay in pays)
    written = Paytable("jacks-beat-pays", "jacks-beat", "jacks-beat", "to 1", None, tuple(rows))
    assert jacks_beat_table(table()) == written


def test_jacks_beat_by_a_paytable_of_the_document_where_it_has_one():
    rows = [{"award": "2-jacks", "label": "Two jacks", "pays": 4}]
    ours = {"id": "ours", "wager": "jacks-beat", "clause": "jacks-beat", "basis": "to 1", "rows": rows}
    settings = PAI_GOW.with_paytable(ours).configure({"jacks-beat": "yes"})
    assert list(paytable_faults(settings)) == []
    assert jacks_beat_table(settings).id == "ours"
    (paid,) = told(TWO_JACKS, "Ah Kh", "Ac Ad 7c 5d 3h", {"jacks-beat": 500}, settings)
    assert paid[3:5] == (2500, "2-jacks")


@pytest.mark.parametrize("text, row", [("2 jacks=1, 2 jacks=3", "2 jacks=3"), ("5 jacks=1", "5 jacks=1")])
def test_jacks_beat_that_cannot_be_read_is_refused(text, row):
    settings = table().but(jacks_beat_pays=text)
    said = f"jacks-beat-pays reads as in 2 jacks=1, 3 jacks=10, each number once; not '{row}' (clause jacks-beat)"
    with pytest.raises(IllegalSetting) as refused:
        jacks_beat_table(settings)
    assert str(refused.value) == said
    assert list(paytable_faults(settings)) == [said]


def test_jacks_beat_is_not_offered_without_its_pays():
    offered = table().but(jacks_beat_pays="none")
    said = "Jacks Beat is offered without its pays: set jacks-beat-pays (clause jacks-beat)"
    assert list(paytable_faults(offered)) == [said]
    assert list(paytable_faults(offered.but(jacks_beat=False))) == []
    assert list(paytable_faults(table())) == []


@pytest.mark.parametrize(
    "jacks, award, pays, held",
    [
        (0, "lose", -1, "the dealer has no jacks"),
        (1, "lose", -1, "the dealer has 1 jack"),
        (2, "2-jacks", 3, "the dealer has 2 jacks"),
        (3, "3-jacks", 20, "the dealer has 3 jacks"),
        (4, "4-jacks", 100, "the dealer has 4 jacks"),
    ],
)
def test_jacks_beat_by_the_number_of_jacks(jacks, award, pays, held):
    assert jacks_beat_terms(jacks, jacks_beat_table(table()))[:3] == (award, Fraction(pays), "jacks-beat")
    some = table().but(jacks_beat_pays="2 jacks=3")
    assert jacks_beat_terms(jacks, jacks_beat_table(some)).pays == (3 if jacks == 2 else -1)
    cards = " ".join([*["Jc", "Jd", "Jh", "Js"][:jacks], *["2c", "4d", "6h", "8s", "Tc", "Qd", "Kh"][jacks:]])
    (paid,) = told(Dealer(hand(cards), None), "Ah Kd", "Ac Ad 7c 5d 3h", {"jacks-beat": 500})
    assert paid[6].startswith(held)


@pytest.mark.parametrize("jacks", [0, 1])
def test_jacks_beat_loses_by_the_jacks_and_by_no_row(jacks):
    ends = jacks_beat_terms(jacks, jacks_beat_table(table()))
    assert ends == Terms("lose", Fraction(-1), "jacks-beat", label="fewer than two jacks")


def test_a_comparison_in_words():
    nines, tens = (1 << 7), (1 << 8)
    assert compared("back", tens, nines).startswith("back: ten high")
    assert " beats " in compared("back", tens, nines)
    assert " loses to " in compared("back", nines, tens)
    assert " ties, and so loses to, " in compared("back", nines, nines)


@pytest.mark.parametrize(
    "posted, envy, wanted",
    [("3", "yes", "3"), ("4", "yes", "4"), ("5", "yes", "5"), ("1", "yes", None), ("3", "no", None)],
)
def test_envy_the_posted_envy_table_is_that_of_the_posted_paytable(posted, envy, wanted):
    game = hw.game("dealer-open-pai-gow")
    on_the_wall = game.posted(game.configure(chan_chu_paytable=f"chan-chu-{posted}", envy=envy))
    found = on_the_wall.get("chan-chu-envy")
    assert (found and found.id) == (wanted and f"chan-chu-envy-{wanted}")
    assert on_the_wall["chan-chu"].id == f"chan-chu-{posted}"
