"""The odds of every bonus paytable, against a second count, closed forms, published figures and the table itself.

Nothing here calls the award rules, except where the table's own payouts are enumerated to show that both agree.
"""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from houseway.cards import DECK, parse_card, parse_cards, rank
from houseway.errors import Faulty, IllegalSetting, UnknownName
from houseway.games import game
from houseway.games.super_pairs.count.census import cards_needed, deals
from houseway.games.super_pairs.terms.bonuses import Dealt, ended, round_payouts
from houseway.round.ruling import Seat

SUPER_PAIRS = game("super-pairs")
DOCUMENT = SUPER_PAIRS.document

DECKS = range(1, 9)
SUITS = ("clubs", "diamonds", "hearts", "spades")


def ask(paytable, decks, **more):
    hypothetical = more.pop("hypothetical", False)
    meter = more.pop("meter", None)
    settings = DOCUMENT.configure({"decks": decks} | {key.replace("_", "-"): value for key, value in more.items()})
    wager = DOCUMENT.paytable(paytable).wager
    asked = SUPER_PAIRS.ask(wager, settings, paytable=paytable, meter=meter, hypothetical=hypothetical)
    return SUPER_PAIRS.odds_of(asked)


def payout(seat, first, second, up, hole, settings):
    """What a seat's one bonus wager is paid."""
    (found,) = round_payouts(ended([Dealt(seat, (first, second))], up, hole, settings), settings)
    return found


def counts(result):
    return {outcome.award: outcome.combinations for outcome in result.outcomes}


# ------------------------------------------------------------------------------------ a second count, by printed label


def labelled(suit):
    """For every printed label: which of the 52^3 ordered draws (first, second, up-card) satisfy it."""
    first, second, up = np.meshgrid(*[np.arange(52)] * 3, indexing="ij")
    (ra, rb, ru), (sa, sb, su) = ((x % 13 for x in (first, second, up)), (x // 13 for x in (first, second, up)))
    pair, same = ra == rb, first == second
    aces = pair & (ra == 12)

    def red(s):
        return (s == 1) | (s == 2)

    suited3 = (sa == sb) & (sb == su)
    three = pair & (rb == ru)
    trio = three & suited3
    low, high = np.minimum(np.minimum(ra, rb), ru), np.maximum(np.maximum(ra, rb), ru)
    distinct = ~pair & (rb != ru) & (ra != ru)
    straight = distinct & ((high - low == 2) | ((high == 12) & (ra + rb + ru == 13)))
    of_suit = su == suit
    kings, queens = trio & (ru >= 11), trio & (ru >= 10)
    labels = {
        "Pair of Aces (Red)": aces & red(sa) & red(sb),
        "Pair of Aces": aces,
        "Any Pair": pair,
        "Ace (Suit Specific) + Ace": aces & ((sa == suit) | (sb == suit)),
        "Pair (Suit Specific)": same & (sa == suit),
        "Suited Pair": same,
        "Pair of Aces (Suit Specific)": aces & same & (sa == suit),
        "Suited Pair of Aces": aces & same,
        "Suited Three-of-a-Kind": trio,
        "Three-of-a-Kind (Suited)": trio,
        "Prime Pair": pair & (red(sa) == red(sb)),
        "Straight Flush": straight & suited3,
        "Three-of-a-Kind": three,
        "Three-of-a-Kind (Offsuit)": three,
        "Straight": straight,
        "Flush": suited3,
    }
    for names, which in (
        (("Aces",), trio & (ru == 12)),
        (("Aces or Kings",), kings),
        (("Aces, Kings, or Queens",), queens),
    ):
        labels[f"3 {names[0]} (Suit Specific)"] = labels[f"Three {names[0]} (Specific Suit)"] = which & of_suit
        labels[f"3 Suited {names[0]}"] = labels[f"Three {names[0]} (Suited)"] = which
    draws = [d * (d - same) * (d - (up == first).astype(int) - (up == second)) for d in DECKS]
    return labels, [np.maximum(each, 0) for each in draws]


@pytest.fixture(scope="module")
def second_count():
    return {suit: labelled(suit) for suit in (0, 2)}


THREE_CARD = [t for w in ("super-pairs", "21-plus-3", "top-3", "super-pairs-jackpot", "21-plus-3-jackpot")
              for t in DOCUMENT.paytables_of(w)]  # fmt: skip  # a line for each case


@pytest.mark.parametrize("table", THREE_CARD, ids=[t.id for t in THREE_CARD])
@pytest.mark.parametrize("suit", [0, 2])
def test_every_award_at_every_number_of_decks_by_a_second_count(table, suit, second_count):
    labels, draws = second_count[suit]
    taken = np.zeros((52, 52, 52), dtype=bool)
    found = {}
    for row in table.rows:
        found[row.award] = labels[row.label] & ~taken
        taken |= labels[row.label]
    found["lose"] = ~taken
    for decks in DECKS:
        if not table.allows(decks):
            continue
        result = ask(table.id, decks, suit=SUITS[suit])
        # Ordered draws of the player's two cards count every pair twice.
        all_draws = int(draws[decks - 1].sum())
        for outcome in result.outcomes:
            ways = int(draws[decks - 1][found[outcome.award]].sum())
            assert result.probability(outcome) == Fraction(ways, all_draws)


# ------------------------------------------------------------------------------------ Lucky Ladies in closed form


TOP, SUITED, ANY_BJ = (
    f"Queen of Hearts Pair with Dealer Blackjack{end}" for end in (" (Suit Specific)", " (Suited)", "")
)
TWENTY = {"Any 20"}
PLAYERS = {
    # what the player holds: how many ways with d decks, which printed labels it satisfies
    "queens of hearts": (lambda d: comb(d, 2), TWENTY | {
        "Queen of Hearts Pair", "Suited Pair of Queens", "Pair of Queens", "Matched 20", "Suited 20"}),
    "other matched queens": (lambda d: 3 * comb(d, 2), TWENTY | {
        "Suited Pair of Queens", "Pair of Queens", "Matched 20", "Suited 20"}),
    "unmatched queens": (lambda d: 6 * d * d, TWENTY | {"Pair of Queens"}),
    "matched tens, jacks, kings": (lambda d: 12 * comb(d, 2), TWENTY | {
        "Suited Kings, Jacks, or 10's", "Paired 20 (T, J, or K)", "Matched 20", "Suited 20"}),
    "unmatched tens, jacks, kings": (lambda d: 18 * d * d, TWENTY | {"Paired 20 (T, J, or K)"}),
    "two ten-counts of one suit": (lambda d: 4 * comb(4, 2) * d * d, TWENTY | {"Suited 20"}),
    "two ten-counts of two suits": (lambda d: comb(4, 2) * 12 * d * d, TWENTY),
    "ace and nine of one suit": (lambda d: 4 * d * d, TWENTY | {"Suited 20"}),
    "ace and nine of two suits": (lambda d: 12 * d * d, TWENTY),
    "a queen and no 20": (lambda d: 4 * d * 36 * d, {"Any Queen"}),
}  # fmt: skip  # a line for each case


def dealers(decks, suit):
    """Ordered dealer's hands beside two queens of hearts: of the suit, of another single suit, any other blackjack."""
    tens = {s: 4 * decks - (2 if s == "hearts" else 0) for s in SUITS}
    of_suit = 2 * decks * tens[suit]
    suited = sum(2 * decks * tens[s] for s in SUITS) - of_suit
    return of_suit, suited, 2 * 4 * decks * sum(tens.values()) - of_suit - suited


def expected(table, decks, suit):
    """The ways of each label by hand: player's two cards times the dealer's ordered two."""
    rest = (52 * decks - 2) * (52 * decks - 3)
    ways = dict.fromkeys([*(row.label for row in table.rows if row.pay.kind != "lose"), "lose"], 0)

    def give(labels, count):
        ways[next((label for label in ways if label in labels), "lose")] += count

    for name, (player, labels) in PLAYERS.items():
        pair = player(decks)
        if "Pair of Queens" not in labels:
            give(labels, pair * rest)
            continue
        with_blackjack = labels | {"Pair of Queens w/ Dealer Blackjack"}
        if name == "queens of hearts":
            of_suit, suited, other = dealers(decks, suit)
            give(with_blackjack | {TOP, SUITED, ANY_BJ}, pair * of_suit)
            give(with_blackjack | {SUITED, ANY_BJ}, pair * suited)
            give(with_blackjack | {ANY_BJ}, pair * other)
            give(labels, pair * (rest - of_suit - suited - other))
        else:
            blackjacks = 2 * 4 * decks * (16 * decks - 2)
            give(with_blackjack, pair * blackjacks)
            give(labels, pair * (rest - blackjacks))
    ways["lose"] += comb(52 * decks, 2) * rest - sum(ways.values())
    return ways


LADIES = [*DOCUMENT.paytables_of("lucky-ladies"), *DOCUMENT.paytables_of("lucky-ladies-jackpot")]


@pytest.mark.parametrize("table", LADIES, ids=[t.id for t in LADIES])
@pytest.mark.parametrize("suit", ["hearts", "spades"])
def test_b_and_f_lucky_ladies_in_closed_form(table, suit):
    label = {row.award: row.label for row in table.rows} | {"lose": "lose"}
    for decks in DECKS:
        if table.allows(decks):
            got = counts(ask(table.id, decks, suit=suit))
            assert {label[award]: ways for award, ways in got.items()} == expected(table, decks, suit)


# ------------------------------------------------------------------------------------ published figures


@pytest.mark.parametrize("decks, edge", [(1, "13.30"), (2, "7.26"), (4, "4.24"), (6, "3.24"), (8, "2.74")])
def test_c_21_plus_3_classic_as_published(decks, edge):
    """Wizard of Odds, "21 + 3", version 1: the house edge by decks (one deck is outside note 3)."""
    result = ask("PT-FLT-213-03", decks, hypothetical=True)
    assert f"{float(100 * result.edge):.2f}" == edge


def test_c_21_plus_3_combinations_as_published():
    """Wizard of Odds, "21 + 3", version 3, six decks, counts each three cards once; a deal names its up-card."""
    published = {
        "suited-three-of-a-kind": 1040,
        "three-of-a-kind": 25272,
        "straight-flush": 10368,
        "straight": 155520,
        "flush": 292896,
        "lose": 4528224,
    }
    got = counts(ask("PT-FLT-213XT-03", 6))
    assert got == {award: 3 * ways for award, ways in published.items()}
    assert sum(got.values()) == 3 * 5013320 == deals(6, 3)


def test_b_lucky_ladies_as_published():
    """Wizard of Odds, "Lucky Ladies", table A, six decks, counts the player's two cards in order."""
    published = {
        "queens-of-hearts-with-blackjack": 135360,
        "queens-of-hearts": 2738340,
        "matched-20": 43105500,
        "suited-20": 193112640,
        "any-20": 744863040,
        "lose": 8310740400,
    }
    result = ask("PT-FLT-LL-03", 6)
    assert {award: 2 * ways for award, ways in counts(result).items()} == published
    assert f"{float(result.edge):.6f}" == "0.247089"


@pytest.mark.parametrize("decks, edge", [(1, "38.16"), (6, "24.71"), (8, "24.05")])
def test_b_lucky_ladies_by_decks_as_published(decks, edge):
    """onlineblackjack.org and betfirm.com, after Wizard of Odds (one deck is outside the table's range)."""
    assert f"{float(100 * ask('PT-FLT-LL-03', decks, hypothetical=True).edge):.2f}" == edge


def test_g_the_published_count_of_21_plus_3_extreme_is_960_too_high():
    """Wizard of Odds, "21+3 Extreme" (our PT-BJS-213-03), counts the 960 suited threes below aces twice.

    Its combinations add up to 5,014,280, though six decks hold 5,013,320 sets of three cards, so its break-even meter
    of $26,788.90 is not ours; every other line agrees.
    """
    published = {
        "three-suited-aces": 80,
        "suited-three-of-a-kind": 960,
        "straight-flush": 10368,
        "offsuit-three-of-a-kind": 26232 - 960,
        "straight": 155520,
        "flush": 292896,
        "lose": 4528224,
    }
    assert sum(published.values()) == comb(312, 3)
    assert counts(ask("PT-BJS-213-03", 6)) == {award: 3 * ways for award, ways in published.items()}


# ------------------------------------------------------------------------------------ agreement with the table


def mean_net(paytable, deals_):
    """What one dollar wins on average over deals (first, second, up, hole), paid as at the table."""
    wager = DOCUMENT.paytable(paytable).wager
    settings = DOCUMENT.configure({"decks": 1, f"{wager}-paytable": paytable})
    seat = Seat(1, {wager: 100})
    nets = [payout(seat, a, b, up, hole, settings).net for a, b, up, hole in deals_]
    return Fraction(sum(nets), 100 * len(nets))


@pytest.mark.parametrize("paytable", ["PT-FLT-SP-01", "PT-FLT-SP-02", "PT-FLT-SP-03"])
@pytest.mark.clause("A")
def test_a_one_deck_dealt_out_at_the_table(paytable):
    dealt = ((a, b, (b + 1) % 52, (b + 2) % 52) for a, b in combinations(DECK, 2))
    assert -mean_net(paytable, dealt) == ask(paytable, 1).edge


def test_c_one_deck_dealt_out_at_the_table():
    dealt = [(a, b, c, 0) for three in combinations(DECK, 3) for a, b, c in (three,)]
    assert -mean_net("PT-FLT-213XT-01", dealt) == ask("PT-FLT-213XT-01", 1).edge


def test_f_one_deck_of_lucky_ladies_dealt_out_at_the_table():
    """LL/JP 1: with a pair of queens every dealer's hand; without one the dealer does not matter."""
    given = {"decks": 1, "offer-lucky-ladies-jackpot": "yes", "lucky-ladies-jackpot-meter": "2500.00"}
    settings = DOCUMENT.configure(given)
    seat = Seat(1, {"lucky-ladies-jackpot": 100})
    queen = rank(parse_card("Qh"))
    returned = 0
    for a, b in combinations(DECK, 2):
        left = [card for card in DECK if card not in (a, b)]
        both = rank(a) == rank(b) == queen
        dealt = permutations(left, 2) if both else [(left[0], left[1])]
        paid = sum(payout(seat, a, b, up, hole, settings).net for up, hole in dealt)
        returned += paid if both else paid * 50 * 49
    result = ask("LL/JP 1", 1, meter=250_000)
    assert result.edge == -Fraction(returned, 100 * comb(52, 2) * 50 * 49)


# ------------------------------------------------------------------------------------ jackpots, decks, suits


def by_hand(table, decks):
    """Break-even meter from the closed form: fixed return and share of the meter."""
    ways = expected(table, decks, "hearts")
    total = sum(ways.values())
    pays = {row.label: row.pay for row in table.rows}
    fixed = sum(Fraction(ways[label] * pay.amount, total) for label, pay in pays.items() if pay.kind == "dollars")
    share = sum(Fraction(ways[label] * pay.amount, total) for label, pay in pays.items() if pay.kind == "percent")
    return fixed, share


@pytest.mark.parametrize("id_, decks", [("PT-BJS-LL-34", 8), ("LL/JP 1", 1), ("LL/JP 11", 5), ("PT-BJS-LL-29", 2)])
def test_f_break_even_meter_by_hand(id_, decks):
    fixed, share = by_hand(DOCUMENT.paytable(id_), decks)
    more = ask(id_, decks).more
    assert Fraction(more["fixed_return"]["exact"]) == fixed
    assert Fraction(more["break_even_meter_exact"]) == (1 - fixed) / share
    assert more["break_even_meter"] == float((1 - fixed) / share)


@pytest.mark.parametrize("table", [t for t in DOCUMENT.paytables if t.basis == "for 1"], ids=lambda t: t.id)
def test_e_6_a_jackpot_is_fair_at_its_break_even_meter_and_else_counts_at_that_of_the_table(table):
    decks = table.decks[1]
    bare = ask(table.id, decks)
    assert bare.edge == ask(table.id, decks, meter=bare.settings.integer(f"{table.wager}-meter")).edge
    fixed = Fraction(bare.more["fixed_return"]["exact"])
    assert ask(table.id, decks, meter=0).edge == 1 - fixed
    fair = Fraction(bare.more["break_even_meter_exact"])
    below, above = (ask(table.id, decks, meter=int(100 * fair) + cents).edge for cents in (0, 1))
    assert above < 0 <= below
    share = Fraction(bare.more["meter_return_per_dollar"])
    assert share == sum(
        Fraction(each["probability"]) * Fraction(each["percent"]) / 100 for each in bare.more["percentage_awards"]
    )


def test_e_8_pays_scale_with_the_fixed_wager():
    one, five = (ask("PT-PRG-SP-04", 6, jackpot_wager=wager) for wager in ("1.00", "5.00"))
    assert one.more["break_even_meter"] == five.more["break_even_meter"]
    assert five.more["break_even_meter_at_wager"] == 5 * one.more["break_even_meter"]
    assert (
        ask("PT-PRG-SP-04", 6, meter=10_000_00).edge == ask("PT-PRG-SP-04", 6, meter=50_000_00, jackpot_wager="5").edge
    )


def test_f_3_the_suit_matters_only_for_the_dealers_blackjack():
    for table in (*THREE_CARD, *LADIES):
        decks = table.decks[1]
        hearts, *others = (
            counts(ask(table.id, decks, suit=suit)) for suit in ("hearts", "clubs", "diamonds", "spades")
        )
        assert all(other == others[0] for other in others)
        depends = any("blackjack-of-suit" in row.award for row in table.rows)
        assert (hearts != others[0]) is depends


@pytest.mark.parametrize(
    "paytable, decks, clause",
    [
        ("PT-FLT-SP-01", 2, "A"),
        ("PT-FLT-SP-09", 3, "A"),
        ("PT-FLT-LL-03", 5, "B"),
        ("PT-FLT-213-03", 1, "C.3"),
        ("PT-FLT-213XT-03", 2, "C.4"),
        ("PT-FLT-213XT-02b", 1, "C.4"),
        ("PT-FLT-TOP3-01", 3, "C.5"),
        ("PT-PRG-SP-01", 3, "E.2"),
        ("LL/JP 7", 6, "F"),
        ("LL/JP 11", 4, "F"),
        ("PT-BJS-213-01", 2, "G.3"),
    ],
)
def test_decks_outside_a_tables_range_are_refused_with_the_note_or_called_hypothetical(paytable, decks, clause):
    with pytest.raises(IllegalSetting, match=rf"clause {clause}\)"):
        ask(paytable, decks)
    result = ask(paytable, decks, hypothetical=True)
    assert result.notes[0].startswith("Hypothetical")
    assert result.total == deals(decks, cards_needed(DOCUMENT.paytable(paytable)))


def test_the_deck_ranges_are_used_to_both_ends():
    for table in (*THREE_CARD, *LADIES):
        for decks in table.decks:
            assert "Hypothetical" not in ask(table.id, decks).notes[0]


def test_without_a_paytable_the_one_in_force_is_used():
    assert SUPER_PAIRS.odds("lucky-ladies", decks=6).paytable == "PT-FLT-LL-01"
    assert SUPER_PAIRS.odds("21-plus-3", decks=1).paytable == "PT-FLT-213XT-01"
    assert SUPER_PAIRS.odds("lucky-ladies", lucky_ladies_paytable="PT-FLT-LL-05").paytable == "PT-FLT-LL-05"
    with pytest.raises(IllegalSetting, match="no paytable for 1 deck"):
        SUPER_PAIRS.odds("lucky-ladies", decks=1)


def test_a_paytable_of_another_wager_is_refused():
    with pytest.raises(UnknownName, match="PT-FLT-SP-09 is a paytable of super-pairs"):
        SUPER_PAIRS.odds("top-3", paytable="PT-FLT-SP-09")


@pytest.mark.parametrize("paytable, decks", [("PT-PRG-SP-01", 2), ("PT-BJS-LL-26", 1), ("PT-BJS-213-01", 1)])
def test_where_no_share_of_the_meter_can_be_won_no_meter_is_fair(paytable, decks):
    result = ask(paytable, decks, hypothetical=True, meter=10**9)
    assert result.more["break_even_meter"] is None
    assert any("no share of the meter can be won" in note for note in result.notes)
    assert result.edge == 1 - Fraction(result.more["fixed_return"]["exact"])


@pytest.mark.parametrize(
    "paytable, cards",
    [
        ("PT-FLT-SP-01", 2),
        ("PT-FLT-SP-08", 2),
        ("PT-FLT-SP-09", 3),
        ("PT-FLT-LL-04", 4),
        ("PT-FLT-213-03", 3),
        ("PT-FLT-TOP3-02", 3),
        ("PT-PRG-SP-01", 3),
        ("LL/JP 1", 4),
        ("PT-BJS-213-11", 3),
    ],
)
def test_only_the_cards_that_some_row_looks_at_are_counted(paytable, cards):
    assert cards_needed(DOCUMENT.paytable(paytable)) == cards
    decks = DOCUMENT.paytable(paytable).decks[1]
    size = 52 * decks
    total = comb(size, 2) * (size - 2 if cards > 2 else 1) * (size - 3 if cards > 3 else 1)
    assert ask(paytable, decks).total == total


# ------------------------------------------------------------------------------------ a paytable of one's own


def own(wager, **pays):
    rows = [{"award": award.replace("_", "-"), "pays": pay} for award, pay in pays.items()]
    return {"id": "ours", "wager": wager, "rows": rows}


def test_a_paytable_of_ones_own_pays_and_counts_alike_in_any_order_of_its_rows():
    """A flush above a straight: a straight flush is then paid as a flush, at the table and in the odds."""
    ours = SUPER_PAIRS.with_paytable(own("21-plus-3", flush="5:2", straight=4, three_of_a_kind="push"))
    settings = ours.configure(decks=1)
    paid = {
        cards: payout(Seat(1, {"21-plus-3": 200}), *parse_cards(cards), settings)
        for cards in ("7d 8d 9d Kc", "7d 8c 9d Kc", "7d 7c 7h Kc", "7d 7c 9h Kc")
    }
    assert [(each.award, each.returned) for each in paid.values()] == [
        ("flush", 700), ("straight", 1000), ("three-of-a-kind", 200), ("lose", 0),
    ]  # fmt: skip  # a line for each case
    result = ours.odds("21-plus-3", decks=1)
    flush, straights, straight_flush, three = 4 * comb(13, 3), 12 * 64, 12 * 4, 13 * 4
    lost = comb(52, 3) - flush - (straights - straight_flush) - three
    assert counts(result) == {
        "flush": 3 * flush,
        "straight": 3 * (straights - straight_flush),
        "three-of-a-kind": 3 * three,
        "lose": 3 * lost,
    }
    won = Fraction(5, 2) * flush + 4 * (straights - straight_flush) - lost
    assert result.edge == -won / comb(52, 3)


def test_a_jackpot_of_ones_own_with_half_a_percent():
    half = own("super-pairs-jackpot", suited_pair="0.5%", any_pair="$2")
    ours = SUPER_PAIRS.with_paytable(half)
    given = {"offer-super-pairs-jackpot": "yes", "super-pairs-jackpot-meter": "1,000.00"}
    settings = ours.configure(given, decks=6)
    won = payout(Seat(1, {"super-pairs-jackpot": 100}), *parse_cards("8s 8s 2d Kc"), settings)
    assert (won.returned, won.metered, won.seeded, won.paytable) == (5_00, 5_00, 0, "ours")
    suited, pairs, deals_ = 52 * comb(6, 2), 13 * comb(24, 2), comb(312, 2)
    assert SUPER_PAIRS.odds("super-pairs-jackpot", paytable=half).edge == 1 - Fraction(
        5 * suited + 2 * (pairs - suited), deals_
    )


def test_an_award_of_another_wager_is_no_row():
    with pytest.raises(Faulty, match="is no award of super-pairs"):
        SUPER_PAIRS.with_paytable(own("super-pairs", any_20=4))


@pytest.mark.parametrize("table", [*THREE_CARD, *LADIES], ids=lambda t: t.id)
def test_a_changed_pay_moves_the_edge_by_its_probability(table):
    row = next(row for row in table.rows if row.pay.kind in ("ratio", "dollars"))
    decks = table.decks[1]
    before = ask(table.id, decks)
    (outcome,) = (each for each in before.outcomes if each.award == row.award)
    more = row.pay.amount + Fraction(7, 3)
    after = SUPER_PAIRS.odds(table.wager, paytable=table.id, pays={row.award: str(more)}, decks=decks)
    assert after.edge == before.edge - Fraction(7, 3) * before.probability(outcome)
