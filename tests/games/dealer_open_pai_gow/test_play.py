"""The order of play, and rulings on dealt rounds."""

import pytest

from houseway.cards import cards_of, in_order, mask, names, parse_cards
from houseway.errors import Faulty, HousewayError, IllegalRound
from houseway.games import game
from houseway.games.dealer_open_pai_gow.bot import bot
from houseway.games.dealer_open_pai_gow.play import check
from houseway.games.dealer_open_pai_gow.rules.hands import LOSE, WIN
from houseway.games.dealer_open_pai_gow.rules.piles import every_way, house_piles
from houseway.round import DEALER, Arrange, Deal, Driver, Entry, Seat, Setup
from houseway.round.record import record_from, settle

PAI_GOW = game("dealer-open-pai-gow")
PAIR_OF_KINGS = "Kd Kc Ts 8h 6d 4c 2s"  # set Ts 8h in front


def seat(number, cards, front=None, **wagers):
    more = {"front": front} if front else {}
    wagers = {key.replace("_", "-"): value for key, value in (wagers or {"main": "10.00"}).items()}
    return {"number": number, "cards": cards, "wagers": wagers, **more}


def record(*seats, dealer=PAIR_OF_KINGS, **more):
    settings = more.pop("settings", {})
    dealer = {"cards": dealer} if isinstance(dealer, str) else dealer
    return record_from(
        {"game": "dealer-open-pai-gow", "settings": settings, "dealer": dealer, "seat": list(seats), **more}
    )


def rule(*seats, **more):
    return settle(record(*seats, **more)).ruling


def one(*args, **more):
    (payout,) = rule(*args, **more)
    return payout


def test_pai_gow_wager_both_hands_won_pay_even_money():
    paid = one(seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Kh Qh"))
    assert (paid.net, paid.award, paid.clause) == (10_00, "win", "pai-gow-wager")
    assert paid.why == (
        "back: a pair of aces beats a pair of kings, front: king high, queen beats ten high, eight: pays 1 to 1"
    )


def test_pai_gow_wager_one_hand_won_pushes():
    paid = one(seat(1, "9c 9d Ah Qh 7c 5d 3h", "Ah Qh"))
    assert (paid.net, paid.award) == (0, "push")


def test_pai_gow_wager_ties_lose():
    # The same front by rank, and a lower back.
    paid = one(seat(1, "9c 9d Tc 8c 7c 5d 3h", "Tc 8c"))
    assert (paid.net, paid.award, paid.clause) == (-10_00, "lose", "11")
    assert "front: ten high, eight ties, and so loses to, ten high, eight" in paid.why


def test_7_a_foul_loses():
    paid = one(seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Ac Ad"))
    assert (paid.net, paid.award, paid.clause) == (-10_00, "foul", "7")


def test_introduction_ace_high_pushes_or_is_compared_by_the_setting():
    dealer = "Ah Js 9c 8d 6h 4s 2c"
    player = seat(1, "Kh Ts 9d 8c 6d 4d 2d", "Ts 9d")
    paid = one(player, dealer=dealer)
    assert (paid.net, paid.award, paid.clause) == (0, "push", "introduction.ace-high")
    assert one(player, dealer=dealer, settings={"ace-high-push": "no"}).award == "lose"


def test_introduction_ace_high_pushes_even_a_foul():
    foul = seat(1, "Kh Kd 9d 8c 6d 4d 2d", "Kh Kd")
    assert one(foul, dealer="Ah Js 9c 8d 6h 4s 2c").award == "push"


@pytest.mark.clause("4.a", "introduction.jacks")
def test_4_a_two_jacks_end_the_game_and_settle_the_side_wagers_at_once():
    ruling = rule(
        seat(1, "Ac Ad Ah Kh 7c 5d 3h", main="10.00", chan_chu="5.00", ace_high_tie="5.00", jacks_beat="5.00"),
        dealer="Js Jd 9c 8d 6h 4s 2c",
        settings={"jacks-beat": "yes", "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100"},
    )
    ends = {paid.wager: (paid.net, paid.award, paid.clause) for paid in ruling}
    assert ends == {
        "main": (-10_00, "lose", "4.a"),
        "chan-chu": (15_00, "any-3-of-a-kind", "chan-chu.3"),
        "ace-high-tie": (-5_00, "lose", "introduction.push-ace-high"),
        "jacks-beat": (15_00, "2-jacks", "jacks-beat"),
    }


@pytest.mark.clause("4.a", "introduction.jacks")
def test_4_a_two_jacks_are_played_out_where_they_do_not_lose():
    player = seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Kh Qh")
    paid = one(player, dealer="Js Jd 9c 8d 6h 4s 2c", settings={"two-jacks-lose": "no"})
    assert paid.award == "win"


@pytest.mark.parametrize(
    "dealer, player, net, award",
    [
        ("Ah Js 9c 8d 6h 4s 2c", "Ac Kd Td 8c 6d 4d 3c", 200_00, "dealer-and-player-ace-high"),
        ("Jk Js 9c 8d 6h 4s 2c", "Ac Kd Td 8c 6d 4d 3c", 200_00, "dealer-and-player-ace-high"),
        ("Jk Js 9c 8d 6h 4s 2c", "Kc Kd Td 8c 6d 4d 3c", 75_00, "dealer-ace-high-with-joker"),
        ("Ah Js 9c 8d 6h 4s 2c", "Kc Kd Td 8c 6d 4d 3c", 25_00, "dealer-ace-high-no-joker"),
        ("Kh Js 9c 8d 6h 4s 2c", "Ac Kd Td 8c 6d 4d 3c", -5_00, "lose"),
    ],
)
@pytest.mark.clause("ace-high-tie", "introduction.push-ace-high")
def test_ace_high_tie_rests_on_all_cards_however_they_are_set(dealer, player, net, award):
    first = " ".join(player.split()[:2])  # even a foul front changes nothing
    ruling = rule(seat(1, player, first, main="10.00", ace_high_tie="5.00"), dealer=dealer)
    paid = next(each for each in ruling if each.wager == "ace-high-tie")
    assert (paid.net, paid.award) == (net, award)


@pytest.mark.clause("envy", "introduction.envy")
def test_envy_is_paid_to_qualifying_others_when_a_participating_player_has_an_eligible_hand():
    ruling = rule(
        seat(1, "9c 9d 9h 9s Kh 5d 3h", "Kh 5d", main="10.00", chan_chu="1.00"),
        seat(2, "Ac Ad Jh 7d 7c 5c 3c", "Jh 7d", main="10.00", chan_chu="5.00"),
        seat(3, "Ah Qd Js 7h 6c 4d 2h", "Qd Js", main="10.00", chan_chu="4.99"),
        seat(4, "As Qc Jc 8c 6h 4s 2c", "Qc Jc", main="10.00"),
    )
    envy = [(paid.seat, paid.stake, paid.returned, paid.award, paid.clause) for paid in ruling if "envy" in paid.wager]
    assert envy == [(2, 0, 5_00, "any-4-of-a-kind", "envy.3")]
    assert next(paid.net for paid in ruling if (paid.seat, paid.wager) == (1, "chan-chu")) == 20_00


def test_envy_nobody_is_paid_for_the_own_hand_or_for_one_without_a_chan_chu_wager():
    ruling = rule(
        seat(1, "9c 9d 9h 9s Kh 5d 3h", "Kh 5d", main="10.00"),
        seat(2, "Ac Ad Ah As Jh 7d 7c", "7d 7c", main="10.00", chan_chu="5.00"),
    )
    assert not [paid for paid in ruling if paid.wager == "chan-chu-envy"]


@pytest.mark.parametrize("settings", [{"envy": "no"}, {"chan-chu-paytable": "chan-chu-1"}])
def test_envy_needs_an_envy_table_in_use(settings):
    ruling = rule(
        seat(1, "9c 9d 9h 9s Kh 5d 3h", "Kh 5d", main="10.00", chan_chu="5.00"),
        seat(2, "Ac Ad Jh 7d 7c 5c 3c", "Jh 7d", main="10.00", chan_chu="5.00"),
        settings=settings,
    )
    assert not [paid for paid in ruling if paid.wager == "chan-chu-envy"]


@pytest.mark.parametrize("table, award, net", [("chan-chu-3", "three-pair", 0), ("chan-chu-4", "lose", -5_00)])
@pytest.mark.clause("chan-chu", "introduction.chan-chu")
def test_chan_chu_three_pair_pushes_or_loses_by_the_table(table, award, net):
    player = seat(1, "Ac Ad Qh Qd 7d 7c 3c", "Ac Ad", main="10.00", chan_chu="5.00")
    paid = next(p for p in rule(player, settings={"chan-chu-paytable": table}) if p.wager == "chan-chu")
    assert (paid.award, paid.net) == (award, net)


def test_chan_chu_three_of_a_kind_goes_before_a_straight():
    player = seat(1, "9c 9d 9h 8c 7d 6c 5c", "9c 9d", main="10.00", chan_chu="5.00")
    paid = next(p for p in rule(player) if p.wager == "chan-chu")
    assert (paid.award, paid.net) == ("any-3-of-a-kind", 15_00)
    by_hand = rule(player, settings={"chan-chu-precedence": "highest-hand"})
    assert next(p.award for p in by_hand if p.wager == "chan-chu") == "any-straight"


def test_3_fewer_than_seven_cards_for_anyone_kill_all_hands():
    ruling = rule(
        seat(1, "9c 9d 9h 9s Kh 5d", "Kh 5d", main="10.00", chan_chu="5.00"),
        seat(2, "Ac Ad Jh 7d 7c 5c 3c", "Jh 7d", main="10.00"),
    )
    assert [(p.seat, p.wager, p.net, p.award, p.clause) for p in ruling] == [
        (1, "main", 0, "void", "3"),
        (1, "chan-chu", 0, "void", "3"),
        (2, "main", 0, "void", "3"),
    ]


def test_3_a_short_hand_of_the_dealer_kills_all_hands():
    assert one(seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Kh Qh"), dealer="Js Jd 9c 8d 6h 4s").award == "void"


EIGHT_CARDS = seat(1, "9c 9d 9h 9s Kh 5d 3h Qc", main="10.00", chan_chu="5.00")
ENVIOUS = seat(2, "Ac Ad Jh 7d 7c 5c 3c", "Jh 7d", main="10.00", chan_chu="5.00")


def test_envy_is_not_paid_on_a_void_hand():
    ruled = settle(record(EIGHT_CARDS, ENVIOUS, settings={"too-many-cards": "void-hand"}))
    assert [(p.seat, p.wager, p.net, p.award) for p in ruled] == [
        (1, "main", 0, "void"),
        (1, "chan-chu", 0, "void"),
        (2, "main", 10_00, "win"),
        (2, "chan-chu", -5_00, "lose"),
    ]
    assert settle(record_from(ruled.json())).ruling == ruled.ruling


def test_envy_is_paid_on_a_hand_that_plays_on():
    four = EIGHT_CARDS | {"cards": "9c 9d 9h 9s Kh 5d 3h", "front": "Kh 5d"}
    assert "chan-chu-envy" in {paid.wager for paid in rule(four, ENVIOUS)}


def test_a_void_seat_at_a_full_table_leaves_cards_for_all_or_is_refused_in_a_sentence():
    deck = [card for card in names(PAI_GOW.pack(PAI_GOW.configure())).split() if card not in PAIR_OF_KINGS.split()]
    hands = [deck[7 * place : 7 * place + 7] for place in range(6)]
    hands[2] += deck[42:46]
    settings = {"too-many-cards": "void-hand"}
    seats = [seat(n, " ".join(cards), " ".join(cards[:2])) for n, cards in enumerate(hands, 1)]
    assert [paid.award for paid in rule(*seats, settings=settings)].count("void") == 1
    greedy = seat(1, " ".join(deck[:40]), main="10.00")
    with pytest.raises(IllegalRound, match="more cards than can have been dealt"):
        rule(greedy, settings=settings)


def test_4_a_supervisors_call_on_the_last_four_cards_voids_the_round():
    paid = one(seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Kh Qh"), irregularity=[{"kind": "last-cards-wrong"}])
    assert (paid.award, paid.clause) == ("void", "4")


def test_9_a_misset_house_hand_is_reset_to_the_house_way():
    told = record(seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Kh Qh"), dealer={"cards": PAIR_OF_KINGS, "front": "Kd Kc"}, drawn=2)
    order, said = settle(told).remarks
    assert order == (
        "The random number was 2: the first packet went to seat 1, the others counterclockwise from there (clause 2)."
    )
    assert said.startswith("The dealer's hand was misset as Kd Kc in front of")
    assert "it is Ts 8h in front of Kd Kc 6d 4c 2s" in said
    assert "(clause house-way.pair)" in said
    assert settle(told).ruling[0].award == "win"


def test_9_a_house_hand_set_right_is_not_remarked_upon():
    player = seat(1, "Ac Ad Kh Qh 7c 5d 3h", "Kh Qh")
    assert settle(record(player, dealer={"cards": PAIR_OF_KINGS, "front": "Ts 8h"})).remarks == ()
    assert settle(record(player)).remarks == ()


@pytest.mark.parametrize(
    "front, fault",
    [(None, "say how"), ("Kh", "two and five"), ("Kh 2d", "two and five"), ("Kh Qh 7c", "two and five")],
)
def test_6_a_record_must_tell_how_a_hand_was_set(front, fault):
    with pytest.raises(IllegalRound, match=fault):
        rule(seat(1, "Ac Ad Kh Qh 7c 5d 3h", front))


def test_6_a_record_may_give_the_back():
    given = seat(1, "Ac Ad Kh Qh 7c 5d 3h") | {"back": "Ac Ad 7c 5d 3h"}
    assert one(given).award == "win"


def test_the_house_way_is_the_operators():
    dealer = "Kc Kd 3c 3d Qh 9s 7h"  # the document: Qh 9s in front; conventional: threes
    player = seat(1, "Ac Ad As Kh Jc 5d 4h", "Kh Jc")
    assert one(player, dealer=dealer).award == "win"
    assert one(player, dealer=dealer, settings={"house-way": "conventional"}).award == "push"


def test_an_unreadable_house_way_or_paytable_is_refused_before_the_deal():
    with pytest.raises(Faulty, match="no-such-way"):
        record(seat(1, PAIR_OF_KINGS), settings={"house-way": "no-such-way"})
    with pytest.raises(Faulty, match="jacks-beat-pays"):
        record(seat(1, PAIR_OF_KINGS), settings={"jacks-beat": "yes"})
    with pytest.raises(Faulty, match="not wagered on"):
        record(seat(1, PAIR_OF_KINGS, main="10.00", chan_chu_envy="5.00"))


@pytest.mark.parametrize(
    "more, fault",
    [
        ({}, "seat 1 wagers on 4 games above $5.00 (Pai Gow wager, Chan Chu, Ace High Tie, Jacks Beat), at most 3"),
        ({"games-above": 4}, ""),
        ({"games-small-wager": "10.00"}, ""),
        ({"games-above": 4, "games-per-hand": 3}, "seat 1 wagers on 4 games on one hand, at most 3"),
    ],
)
def test_washington_games_on_one_hand(more, fault):
    given = PAI_GOW.document.configure(
        {"jacks-beat": "yes", "jacks-beat-pays": "2 jacks=3, 3 jacks=20, 4 jacks=100", **more}
    )
    made = dict.fromkeys(("main", "chan-chu", "ace-high-tie", "jacks-beat"), 10_00)
    found = list(check(Setup(given, (Seat(1, made),))))
    assert len(found) == (1 if fault else 0), found
    assert fault in "".join(found)


def deal(settings, drawn, seats=(1, 4)):
    settings = PAI_GOW.document.configure(settings)
    table = Driver(PAI_GOW.round, PAI_GOW.setup(settings, {n: {"main": 10_00} for n in seats}))
    table.enter(Entry(-1, drawn))
    cards = iter(PAI_GOW.pack(settings))
    while isinstance(table.standing.asked[0], Deal):
        table.enter(Entry(-1, next(cards)))
    return table, list(cards)


@pytest.mark.parametrize("settings, drawn", [({}, 3), ({"order": "dice"}, 10), ({"order": "dice"}, 17)])
def test_2_seven_packets_are_dealt_from_the_spot_that_is_drawn_and_four_cards_are_left(settings, drawn):
    table, left = deal(settings, drawn)
    assert len(left) == 4
    order = [event.to for event, _ in table.standing.events if isinstance(event, Deal)]
    assert order == [place for place in (2, 3, 4, 5, 6, 0, 1) for _ in range(7)]


def test_introduction_deal_the_dealers_cards_are_open_and_the_players_are_not():
    table, _ = deal({}, 1)
    assert table.standing.shown(DEALER) == table.standing.cards(DEALER) == tuple(range(7))
    assert table.standing.shown(1) == ()
    assert [question.seat for question in table.standing.asked] == [1, 4]
    assert all(isinstance(question, Arrange) for question in table.standing.asked)


def test_bots_win_where_a_setting_wins():
    settings = PAI_GOW.document.configure({})
    dealer = house_piles(mask(parse_cards(PAIR_OF_KINGS)), settings)
    hand = mask(parse_cards("Ac Ad 9h 9d 7c 5d 3h"))
    piles, foul, result = every_way(hand, dealer, settings)[0]
    assert (result, foul) == (WIN, False)
    assert names(in_order(cards_of(piles.front))) == "9h 9d"


def test_bots_set_the_house_way_where_nothing_is_better():
    settings = PAI_GOW.document.configure({})
    dealer = house_piles(mask(parse_cards("Ac Ad Ah As Jk Kc Kd")), settings)
    hand = mask(parse_cards("Qs Qd 9h 8d 7c 5d 3h"))
    piles, foul, result = every_way(hand, dealer, settings)[0]
    assert (result, foul) == (LOSE, False)
    assert piles == house_piles(hand, settings)


def test_bots_answer_by_the_open_hand():
    table, _ = deal({}, 4)
    setup = PAI_GOW.setup(PAI_GOW.document.configure({}), {1: {"main": 10_00}, 4: {"main": 10_00}})
    for question in table.standing.asked:
        question.check(bot(question, table.standing, setup))


def test_a_record_with_a_card_twice_is_refused():
    with pytest.raises(HousewayError, match="Kd"):
        rule(seat(1, "Kd Ad Kh Qh 7c 5d 3h", "Kh Qh"))


def test_the_examples_reach_every_row_of_every_paytable():
    for paytable in PAI_GOW.document.paytables:
        chosen = {"chan-chu-paytable": paytable.id.replace("-envy", "")} if "chan-chu" in paytable.id else {}
        reached = {
            paid.label
            for example in PAI_GOW.examples()
            for paid in map(
                row_of(paytable), PAI_GOW.settle({**example, "settings": example.get("settings", {}) | chosen})
            )
            if paid
        }
        assert reached >= {row.label for row in paytable.rows if row.pay.kind != "lose"}, paytable.id


def row_of(paytable):
    return lambda paid: paytable.row(paid.award) if paid.paytable == paytable.id else None
